"""Arrays of a million hands, more than the caches hold, beside one pass of NumPy over the same bytes."""

from typing import Any

import pytest

import mjcore
from mjcore.bench import BEYOND_CACHE, cases

TITLES = [case.title for case in cases(0)]


@pytest.fixture(scope="session")
def asked() -> dict[str, Any]:
    return {case.title: case for case in cases(BEYOND_CACHE)}


@pytest.mark.parametrize("title", TITLES)
def bench_question(benchmark: Any, asked: dict[str, Any], title: str) -> None:
    benchmark.group = "arrays of 1,000,000 hands"
    benchmark.pedantic(asked[title].as_array(), rounds=9, warmup_rounds=1)


@pytest.mark.parametrize("dtype", ["int8", "int64"])
def bench_other_types(benchmark: Any, asked: dict[str, Any], dtype: str) -> None:
    hands = asked["is_win: half winners"].hands.astype(dtype)
    benchmark.group = "is_win, other types"
    benchmark.pedantic(mjcore.is_win, (hands,), rounds=9, warmup_rounds=1)


def bench_sum(benchmark: Any, asked: dict[str, Any]) -> None:
    """The unit S."""
    benchmark.group = "arrays of 1,000,000 hands"
    benchmark.pedantic(asked["is_win: random"].unit(), rounds=9, warmup_rounds=1)
