"""What ``import mjcore`` takes beyond NumPy's own import: fresh processes."""

from typing import Any

from bench.fresh import import_seconds


def bench_import_beyond_numpy(benchmark: Any) -> None:
    seconds = sorted(import_seconds() for _ in range(15))
    benchmark.extra_info["milliseconds beyond numpy, median of 15"] = 1e3 * seconds[7]
    benchmark.group = "fresh processes"
    benchmark.pedantic(import_seconds, rounds=5)
