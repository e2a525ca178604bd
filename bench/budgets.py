"""Hold the measured speeds against their budgets, all in one run: ``python -m bench.budgets``.

The unit S is the time that NumPy takes to sum the same bytes as one flat uint64 view. Each round
measures everything once, so that a busy spell of the machine meets all alike; figures are medians.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

import mjcore
from bench.fresh import import_seconds
from bench.peers import ask_all, riichienv_shanten, xiangting_tiles
from mjcore import Form, corpora

HANDS = 1_000_000
SINGLE_HANDS = 5_000
HALF = SINGLE_HANDS // 2
BUDGETS_IN_S = {
    "is_win": {Form.USUAL: 8.0, Form.MCR: 16.0},
    "waits": {Form.USUAL: 20.0},
    "shanten": {Form.STANDARD: 11.0, Form.USUAL: 15.0},
    "useful": {Form.STANDARD: 70.0, Form.USUAL: 70.0},
}
IMPORT_MS = 5.0


Ask = Callable[..., object]
Peer = Callable[[corpora.Hands], tuple[Ask, list[Any]]]


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


def seconds(task: Callable[[], object]) -> float:
    start = perf_counter()
    task()
    return perf_counter() - start


def interleaved(tasks: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Time each task once a round, after a round that does not count; return the medians."""
    times: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds + 1):
        for name, task in tasks.items():
            times[name].append(seconds(task))
    return {name: median(each[1:]) for name, each in times.items()}


def array_lines(rounds: int) -> list[Line]:
    tasks: dict[str, Callable[[], object]] = {}
    limits = {}
    for question, by_name in corpora.questions(HANDS).items():
        for name, corpus in by_name.items():
            for forms, limit in BUDGETS_IN_S[question].items():
                what = f"{question}, {name}" + (", standard" if forms == Form.STANDARD else "")
                tasks[what] = array_task(question, corpus, forms)
                tasks[f"S of {what}"] = corpus.hands.reshape(-1).view(np.uint64).sum
                limits[what] = limit
    times = interleaved(tasks, rounds)
    unit = median(times[f"S of {what}"] for what in limits)
    return [
        Line(what, 1e9 * times[what] / HANDS, times[what] / unit, "S", most) for what, most in limits.items()
    ]


def array_task(question: str, corpus: corpora.Corpus, forms: Form) -> Callable[[], object]:
    ask = getattr(mjcore, question)
    out = np.empty_like(ask(*corpus))
    return lambda: ask(*corpus, forms=forms, out=out)


def import_line(rounds: int) -> Line:
    beyond = 1e3 * median(import_seconds() for _ in range(rounds))
    return Line("import beyond NumPy's", None, beyond, "ms", IMPORT_MS)


def single_lines(rounds: int) -> list[Line]:
    """One hand as bytes beside another library on the same hands."""
    rng = np.random.default_rng(31)
    whole = corpora.half_winners(rng, SINGLE_HANDS)
    random = corpora.deal(rng, SINGLE_HANDS, 14)
    waiting = rng.permutation(np.concatenate([corpora.deal(rng, HALF, 13), corpora.ready(rng, HALF)]))
    return [
        single_line("is_win, riichienv shanten", mjcore.is_win, riichienv_shanten, whole, 4.0, rounds),
        single_line("shanten, riichienv, near", mjcore.shanten, riichienv_shanten, whole, 3.0, rounds),
        single_line("shanten, riichienv, random", mjcore.shanten, riichienv_shanten, random, 3.0, rounds),
        single_line("useful, xiangting", mjcore.useful, xiangting_tiles, waiting, 2.0, rounds),
    ]


def single_line(what: str, ask: Ask, peer: Peer, hands: corpora.Hands, times: float, rounds: int) -> Line:
    ask_peer, theirs = peer(hands)
    ours = [hand.tobytes() for hand in hands]
    tasks = {"ours": lambda: ask_all(ask, ours), "theirs": lambda: ask_all(ask_peer, theirs)}
    measured = interleaved(tasks, rounds)
    ns = 1e9 * measured["ours"] / len(hands)
    return Line(f"one hand, {what}", ns, measured["theirs"] / measured["ours"], "x", times, at_least=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="hold the measured speeds against their budgets")
    parser.add_argument("--json", action="store_true", help="print one JSON object a figure")
    parser.add_argument("--rounds", type=int, default=9, help="repeats of each figure (default 9)")
    arguments = parser.parse_args()
    rounds = arguments.rounds
    lines = [*array_lines(rounds), *single_lines(rounds), import_line(2 * rounds)]
    if arguments.json:
        print("\n".join(json.dumps({**line._asdict(), "met": line.met}) for line in lines))
    else:
        print(f"{'':34}{'ns a hand':>10}{'measured':>10}     budget")
        print("\n".join(line.text() for line in lines))
    return 0 if all(line.met for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
