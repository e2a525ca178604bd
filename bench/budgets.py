"""Hold the measured speeds against their budgets, all in one run: ``python -m bench.budgets``.

The unit S is the time that NumPy takes to sum the same bytes as one flat uint64 view. Each round
measures everything once, so that a busy spell of the machine meets all alike; figures are medians.
"""

import argparse
import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import mjcore
from bench.fresh import import_seconds
from bench.peers import Ask, Prepared, pymahjonggb_score, riichienv_shanten, scores, xiangting_tiles
from mjcore import corpora
from mjcore.bench import BEYOND_CACHE, ask_all, cases, measure
from mjcore.rules import ruleset

SINGLE_HANDS, SCORED = 5_000, 100_000
HALF = SINGLE_HANDS // 2
#: In S.
BUDGETS = {
    "is_win: random": 4.0,
    "is_win: half winners": 4.0,
    "is_win: wild 1-4": 4.0,
    "is_win: one suit": 4.0,
    "is_win: MCR forms, wild 1-4": 11.0,
    "waits: ready": 15.0,
    "waits: ready, wild 1-4": 15.0,
    "waits: not waiting": 15.0,
    "shanten: standard, random": 6.0,
    "shanten: standard, one suit": 6.0,
    "shanten: random": 8.0,
    "useful: standard, random": 55.0,
}
IMPORT_MS = 5.0

Peer = Callable[[corpora.Hands], Prepared]


class Line(NamedTuple):
    """One measured figure, and the most or the least that it may be."""

    what: str
    ns_per_hand: float | None
    value: float
    unit: str
    limit: float
    at_least: bool = False

    @property
    def met(self) -> bool:
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def text(self) -> str:
        ns = "" if self.ns_per_hand is None else f"{self.ns_per_hand:.2f}"
        sign, verdict = ">=" if self.at_least else "<=", "ok" if self.met else "MISSED"
        return f"{self.what:34}{ns:>10}{self.value:>10.2f} {self.unit:<3}{sign:>4} {self.limit:<5g} {verdict}"


def array_lines(rounds: int) -> list[Line]:
    asked = cases(BEYOND_CACHE)
    times = measure([(case.as_array(), case.unit()) for case in asked], rounds)
    unit = median(each for found in times for each in found.unit)
    return [
        Line(
            case.title,
            1e9 * median(found.task) / BEYOND_CACHE,
            median(found.task) / unit,
            "S",
            BUDGETS[case.title],
        )
        for case, found in zip(asked, times, strict=True)
        if case.title in BUDGETS
    ]


def import_line(rounds: int) -> Line:
    beyond = 1e3 * median(import_seconds() for _ in range(rounds))
    return Line("import beyond NumPy's", None, beyond, "ms", IMPORT_MS)


def single_lines(rounds: int) -> list[Line]:
    """One hand as bytes beside another library on the same hands."""
    rng = np.random.default_rng(31)
    whole = corpora.half_winners(rng, SINGLE_HANDS)
    random = corpora.deal(rng, SINGLE_HANDS, 14)
    ready = corpora.ready(rng, SINGLE_HANDS)
    waiting = rng.permutation(np.concatenate([corpora.deal(rng, HALF, 13), ready[:HALF]]))
    return [
        single_line("is_win, riichienv shanten", mjcore.is_win, riichienv_shanten, whole, 6.0, rounds),
        single_line("shanten, riichienv, near", mjcore.shanten, riichienv_shanten, whole, 4.0, rounds),
        single_line("shanten, riichienv, random", mjcore.shanten, riichienv_shanten, random, 4.0, rounds),
        single_line("waits, xiangting", mjcore.waits, xiangting_tiles, ready, 8.0, rounds),
        single_line("useful, xiangting", mjcore.useful, xiangting_tiles, waiting, 2.0, rounds),
    ]


def single_line(what: str, ask: Ask, peer: Peer, hands: corpora.Hands, least: float, rounds: int) -> Line:
    ask_peer, theirs = peer(hands)
    ours = [hand.tobytes() for hand in hands]
    (times,) = measure([(lambda: ask_all(ask_peer, theirs), lambda: ask_all(ask, ours))], rounds)
    ns = 1e9 * median(times.unit) / len(hands)
    return Line(f"one hand, {what}", ns, times.ratio(), "x", least, at_least=True)


def score_lines(rounds: int) -> list[Line]:
    """MCR beside PyMahjongGB, its conversion of the hand included, one hand and many."""
    rules, asked = ruleset("mcr"), scores(SINGLE_HANDS)
    theirs, _ = pymahjonggb_score(asked)
    hands, wins = corpora.won(np.random.default_rng(31), SCORED)
    one, many = measure(
        [
            (lambda: ask_all(theirs, asked), lambda: [rules.score(hand, win) for hand, win in asked]),
            (lambda: ask_all(theirs, asked), lambda: rules.score_many(hands, wins)),
        ],
        rounds,
    )
    single, batch = (median(times.unit) / number for times, number in ((one, len(asked)), (many, SCORED)))
    peer = median(one.task + many.task) / len(asked)
    return [
        Line("score: one hand, PyMahjongGB", 1e9 * single, single / peer, "x", 6.0),
        Line("score: 100,000 hands, PyMahjongGB", 1e9 * batch, peer / batch, "x", 4.0, at_least=True),
    ]


def thread_lines(rounds: int) -> list[Line]:
    """How many times as fast two threads are as one, each at its quickest."""
    hands = corpora.deal(np.random.default_rng(31), BEYOND_CACHE, 14)
    rules, won = ruleset("mcr"), corpora.won(np.random.default_rng(31), SCORED)
    pieces = np.array_split(hands, 4)
    outs = np.array_split(np.empty(len(hands), np.int8), 4)

    # What nothing but the processors limits.
    blocks = [bytes(20 * SCORED)] * 4

    def digest(block: bytes) -> bytes:
        return sha256(block).digest()

    def shanten(piece: corpora.Hands, out: NDArray[np.int8]) -> None:
        mjcore.shanten(piece, out=out)

    with ThreadPoolExecutor(2) as executor:
        machine, kernel, score = measure(
            [
                (lambda: list(map(digest, blocks)), lambda: list(executor.map(digest, blocks))),
                (
                    lambda: list(map(shanten, pieces, outs)),
                    lambda: list(executor.map(shanten, pieces, outs)),
                ),
                (lambda: rules.score_many(*won), lambda: rules.score_many(*won, executor=executor)),
            ],
            rounds,
        )
    return [
        Line("two threads: sha256, the machine", None, machine.ratio(min), "x", 1.0, at_least=True),
        Line("two threads: shanten", None, kernel.ratio(min), "x", 1.8, at_least=True),
        Line("two threads: score_many", None, score.ratio(min), "x", 1.7, at_least=True),
    ]


def int64_line(rounds: int) -> Line:
    """What NumPy needs to make bytes of int64, and is_win for the same hands."""
    hands = corpora.deal(np.random.default_rng(31), BEYOND_CACHE // 4, 14).astype(np.int64)
    room, out = np.empty(hands.shape, np.uint8), np.empty(len(hands), np.bool_)

    def convert() -> None:
        np.copyto(room, hands, casting="unsafe")

    (times,) = measure([(lambda: mjcore.is_win(hands, out=out), convert)], rounds)
    return Line("is_win: int64, conversion", 1e9 * median(times.task) / len(hands), times.ratio(), "x", 2.0)


def main() -> int:
    parser = argparse.ArgumentParser(description="hold the measured speeds against their budgets")
    parser.add_argument("--json", action="store_true", help="print one JSON object a figure")
    parser.add_argument("--rounds", type=int, default=9, help="repeats of each figure (default 9)")
    arguments = parser.parse_args()
    rounds = arguments.rounds
    lines = [
        *array_lines(rounds),
        int64_line(rounds),
        *single_lines(rounds),
        *score_lines(rounds),
        *thread_lines(rounds),
        import_line(2 * rounds),
    ]
    if arguments.json:
        print("\n".join(json.dumps({**line._asdict(), "met": line.met}) for line in lines))
    else:
        print(f"{'':34}{'ns a hand':>10}{'measured':>10}     budget")
        print("\n".join(line.text() for line in lines))
    return 0 if all(line.met for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
