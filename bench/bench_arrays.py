"""Arrays of a million hands, more than the caches hold, beside one pass of NumPy over the same bytes."""

from typing import Any

import numpy as np
import pytest

import mjcore
from mjcore import Form
from mjcore.corpora import Corpus, questions

HANDS = 1_000_000
WHOLE = ("random", "half winners", "wild 1-4", "one suit")
WAITING = ("ready", "ready, wild 1-4", "not waiting")
FORMS = {"standard": Form.STANDARD, "usual": Form.USUAL}
CASES = [
    *(("is_win", name, "usual") for name in WHOLE),
    *((question, name, "usual") for question in ("waits", "waits_mask") for name in WAITING),
    *(("shanten", name, forms) for name in WHOLE for forms in FORMS),
    *(("useful", name, forms) for name in ("random", "near", "wild 1-4", "one suit") for forms in FORMS),
]


@pytest.fixture(scope="session")
def corpora() -> dict[str, dict[str, Corpus]]:
    built = questions(HANDS)
    return {**built, "waits_mask": built["waits"]}


@pytest.mark.parametrize(("question", "name", "forms"), CASES)
def bench_question(
    benchmark: Any, corpora: dict[str, dict[str, Corpus]], question: str, name: str, forms: str
) -> None:
    hands, wilds = corpora[question][name]
    ask = getattr(mjcore, question)
    out = np.empty_like(ask(hands, wilds))
    benchmark.group = "arrays of 1,000,000 hands"
    keywords = {"forms": FORMS[forms], "out": out}
    benchmark.pedantic(ask, (hands, wilds), keywords, rounds=9, warmup_rounds=1)


def bench_discards(benchmark: Any, corpora: dict[str, dict[str, Corpus]]) -> None:
    hands = corpora["shanten"]["random"].hands
    out = np.empty(hands.shape, np.int8)
    benchmark.group = "arrays of 1,000,000 hands"
    benchmark.pedantic(mjcore.discards, (hands,), {"out": out}, rounds=9, warmup_rounds=1)


@pytest.mark.parametrize("dtype", ["int8", "int64"])
def bench_other_types(benchmark: Any, corpora: dict[str, dict[str, Corpus]], dtype: str) -> None:
    hands = corpora["is_win"]["half winners"].hands.astype(dtype)
    benchmark.group = "is_win, other types"
    benchmark.pedantic(mjcore.is_win, (hands,), rounds=9, warmup_rounds=1)


def bench_sum(benchmark: Any, corpora: dict[str, dict[str, Corpus]]) -> None:
    """The unit S."""
    words = corpora["is_win"]["random"].hands.reshape(-1).view(np.uint64)
    benchmark.group = "arrays of 1,000,000 hands"
    benchmark.pedantic(words.sum, rounds=9, warmup_rounds=1)
