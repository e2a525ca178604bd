"""Times of imports, in a fresh process each."""

import subprocess
import sys

SCRIPT = """
from time import perf_counter
import numpy
start = perf_counter()
import mjcore
print(perf_counter() - start)
"""


def import_seconds() -> float:
    """Time ``import mjcore`` in a process that has NumPy already, and nothing else."""
    run = subprocess.run([sys.executable, "-I", "-c", SCRIPT], capture_output=True, text=True, check=True)
    return float(run.stdout)
