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
from typing import NamedTuple

import numpy as np

import mjcore
from bench.fresh import import_seconds
from bench.peers import ask_all, riichienv_shanten
from mjcore import corpora

HANDS = 1_000_000
SINGLE_HANDS = 5_000
BUDGETS_IN_S = {"is_win": 8.0, "waits": 20.0}
IMPORT_MS = 5.0
TIMES_RIICHIENV = 4.0


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
            what = f"{question}, {name}"
            tasks[what] = array_task(question, corpus)
            tasks[f"S of {what}"] = corpus.hands.reshape(-1).view(np.uint64).sum
            limits[what] = BUDGETS_IN_S[question]
    times = interleaved(tasks, rounds)
    unit = median(times[f"S of {what}"] for what in limits)
    return [
        Line(what, 1e9 * times[what] / HANDS, times[what] / unit, "S", most) for what, most in limits.items()
    ]


def array_task(question: str, corpus: corpora.Corpus) -> Callable[[], object]:
    ask = getattr(mjcore, question)
    out = np.empty_like(ask(*corpus))
    return lambda: ask(*corpus, out=out)


def import_line(rounds: int) -> Line:
    beyond = 1e3 * median(import_seconds() for _ in range(rounds))
    return Line("import beyond NumPy's", None, beyond, "ms", IMPORT_MS)


def single_line(rounds: int) -> Line:
    hands = corpora.half_winners(np.random.default_rng(31), SINGLE_HANDS)
    peer, theirs = riichienv_shanten(hands)
    ours = [hand.tobytes() for hand in hands]
    tasks = {"ours": lambda: ask_all(mjcore.is_win, ours), "theirs": lambda: ask_all(peer, theirs)}
    times = interleaved(tasks, rounds)
    ns = 1e9 * times["ours"] / SINGLE_HANDS
    ratio = times["theirs"] / times["ours"]
    return Line("one hand, is_win, riichienv shanten", ns, ratio, "x", TIMES_RIICHIENV, at_least=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="hold the measured speeds against their budgets")
    parser.add_argument("--json", action="store_true", help="print one JSON object a figure")
    parser.add_argument("--rounds", type=int, default=9, help="repeats of each figure (default 9)")
    arguments = parser.parse_args()
    lines = [*array_lines(arguments.rounds), single_line(arguments.rounds), import_line(2 * arguments.rounds)]
    if arguments.json:
        print("\n".join(json.dumps({**line._asdict(), "met": line.met}) for line in lines))
    else:
        print(f"{'':34}{'ns a hand':>10}{'measured':>10}     budget")
        print("\n".join(line.text() for line in lines))
    return 0 if all(line.met for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
