"""One hand from Python, a thousand different ones in turn, beside other libraries on the same hands."""

from typing import Any

import numpy as np
import pytest

import mjcore
from bench.peers import ask_all, riichienv_shanten, xiangting_tiles
from mjcore import corpora

HANDS = 1_000
COMPLETE_OR_NEAR = corpora.half_winners(np.random.default_rng(31), HANDS)
READY = corpora.ready(np.random.default_rng(32), HANDS)
OURS = [
    ("is_win", COMPLETE_OR_NEAR),
    ("waits", READY),
    ("waits_mask", READY),
]


@pytest.mark.parametrize("dress", [bytes, tuple, np.asarray])
@pytest.mark.parametrize(("question", "hands"), OURS, ids=[name for name, _ in OURS])
def bench_hand(benchmark: Any, question: str, hands: corpora.Hands, dress: Any) -> None:
    rows = [dress(hand) if dress is np.asarray else dress(hand.tolist()) for hand in hands]
    benchmark.group = "1,000 single hands"
    benchmark(ask_all, getattr(mjcore, question), rows)


def bench_riichienv_shanten(benchmark: Any) -> None:
    pytest.importorskip("riichienv")
    benchmark.group = "1,000 single hands"
    benchmark(ask_all, *riichienv_shanten(COMPLETE_OR_NEAR))


def bench_xiangting_tiles_of_ready_hands(benchmark: Any) -> None:
    pytest.importorskip("xiangting")
    benchmark.group = "1,000 single hands"
    benchmark(ask_all, *xiangting_tiles(READY))
