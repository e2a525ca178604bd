"""What ``import mjcore`` takes beyond NumPy's own import: fresh processes, taken in turn."""

import subprocess
import sys
from statistics import median
from typing import Any

import pytest

from bench.fresh import import_seconds


@pytest.mark.parametrize("modules", ["numpy", "numpy, mjcore"])
def bench_process_that_imports(benchmark: Any, modules: str) -> None:
    benchmark.group = "fresh processes"
    command = [sys.executable, "-I", "-c", f"import {modules}"]
    benchmark.pedantic(subprocess.run, (command,), {"check": True}, rounds=9, warmup_rounds=1)
    if "mjcore" in modules:
        beyond = median(import_seconds() for _ in range(15))
        benchmark.extra_info["milliseconds beyond numpy"] = 1e3 * beyond
