"""One hand from Python, a thousand different ones in turn, beside other libraries on the same hands."""

from functools import partial
from typing import Any

import numpy as np
import pytest

import mjcore
from bench.peers import riichienv_shanten, xiangting_tiles
from mjcore import corpora
from mjcore.bench import ask_all

HANDS = 1_000
COMPLETE_OR_NEAR = corpora.half_winners(np.random.default_rng(31), HANDS)
READY = corpora.ready(np.random.default_rng(32), HANDS)
FAR = corpora.deal(np.random.default_rng(33), HANDS, 13)
#: Hands of ten tiles beside a pung, of which now and then a tile is needed.
CONCEALED = corpora.deal(np.random.default_rng(34), HANDS, 10, np.delete(corpora.ALL, 31))
PUNG = bytes(3 * (kind == 31) for kind in range(34))
OURS = [
    ("is_win", COMPLETE_OR_NEAR),
    ("waits", READY),
    ("waits_mask", READY),
    ("shanten", COMPLETE_OR_NEAR),
    ("discards", COMPLETE_OR_NEAR),
    ("useful", FAR),
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


@pytest.mark.parametrize("hands", [READY, FAR], ids=["ready", "far"])
def bench_xiangting_tiles(benchmark: Any, hands: corpora.Hands) -> None:
    pytest.importorskip("xiangting")
    benchmark.group = "1,000 single hands"
    benchmark(ask_all, *xiangting_tiles(hands))


@pytest.mark.parametrize("question", ["waits", "shanten", "useful"])
def bench_hand_beside_a_meld(benchmark: Any, question: str) -> None:
    benchmark.group = "1,000 single hands beside a pung"
    ask = partial(getattr(mjcore, question), held=PUNG)
    benchmark(ask_all, ask, [hand.tobytes() for hand in CONCEALED])
