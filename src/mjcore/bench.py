"""How fast this machine answers: what a question costs a hand, and how that compares with reading the hand.

The unit S is the time that NumPy takes to sum the same bytes as one flat uint64 view: about the least that
anything can do with them. Ratios to it, timed in turn, carry over between machines better than times do.
"""

import platform
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import mjcore
from mjcore import corpora, kernels
from mjcore.corpora import Hands
from mjcore.kernels import Form
from mjcore.rules import ruleset
from mjcore.scoring.batch import as_hands, as_wins

__all__ = [
    "BEYOND_CACHE",
    "IN_CACHE",
    "Case",
    "Figure",
    "Times",
    "Won",
    "ask_all",
    "cases",
    "figures",
    "machine",
    "measure",
    "seconds",
]

#: Hands that fit into a second-level cache, 340 KB, and hands that fit into none, 34 MB.
IN_CACHE, BEYOND_CACHE = 10_000, 1_000_000
_ONE_BY_ONE = 1_000

Task = Callable[[], object]


class Case(NamedTuple):
    """A question, and the hands that it is asked about."""

    question: str
    name: str
    hands: Hands
    wilds: NDArray[np.uint8] | int = 0
    forms: Form = Form.USUAL

    @property
    def title(self) -> str:
        return f"{self.question}: {self.name}"

    def as_array(self) -> Task:
        """Ask about all hands at once, into an array that is there already."""
        ask = getattr(mjcore, self.question)
        out = np.empty_like(ask(self.hands, self.wilds, forms=self.forms))
        return lambda: ask(self.hands, self.wilds, forms=self.forms, out=out)

    def one_by_one(self, most: int = _ONE_BY_ONE) -> Task:
        """Ask about one hand after the other, as bytes."""
        ask = getattr(mjcore, self.question)
        rows = [hand.tobytes() for hand in self.hands[:most]]
        if self.forms == Form.USUAL and isinstance(self.wilds, int):
            return lambda: ask_all(ask, rows)
        wilds = np.broadcast_to(self.wilds, len(self.hands))[:most].tolist()

        def task() -> None:
            for row, wild in zip(rows, wilds, strict=True):
                ask(row, wild, forms=self.forms)

        return task

    def unit(self) -> Task:
        """S: sum the bytes of the hands."""
        return self.hands.reshape(-1).view(np.uint64).sum


class Won(NamedTuple):
    """Hands that won, to be scored."""

    name: str
    hands: NDArray[Any]
    wins: NDArray[Any]
    question: str = "score"

    @property
    def title(self) -> str:
        return f"{self.question}: {self.name}"

    def as_array(self) -> Task:
        """Score all hands at once."""
        rules = ruleset(self.name)
        return lambda: rules.score_many(self.hands, self.wins)

    def one_by_one(self, most: int = _ONE_BY_ONE) -> Task:
        """Score one hand after the other."""
        score = ruleset(self.name).score
        asked = list(zip(as_hands(self.hands[:most]), as_wins(self.wins[:most]), strict=True))

        def task() -> None:
            for hand, win in asked:
                score(hand, win)

        return task

    def unit(self) -> Task:
        """S: sum the bytes of the counts."""
        return np.ascontiguousarray(self.hands["counts"]).reshape(-1).view(np.uint64).sum


def ask_all(ask: Callable[[Any], object], hands: Iterable[object]) -> None:
    """Ask about one hand after the other, and forget the answers."""
    for hand in hands:
        ask(hand)


def cases(n: int) -> list[Case | Won]:
    """Build what is asked about `n` hands each (a multiple of 4); the same hands every time."""
    rng = np.random.default_rng(2024)
    full, one_suit = corpora.deal(rng, n, 14), corpora.deal(rng, n, 14, corpora.CHARACTERS)
    half, wild = corpora.half_winners(rng, n), corpora.wild(rng, n)
    ready, ready_wild, idle = corpora.ready(rng, n), corpora.ready_wild(rng, n), corpora.idle(rng, n)
    short = corpora.without(rng, full)
    waiting: list[tuple[str, Hands, NDArray[np.uint8] | int]] = [
        ("ready", ready, 0),
        ("ready, wild 1-4", *ready_wild),
        ("not waiting", idle, 0),
    ]
    return [
        Case("is_win", "random", full),
        Case("is_win", "half winners", half),
        Case("is_win", "wild 1-4", *wild),
        Case("is_win", "one suit", one_suit),
        Case("is_win", "MCR forms, wild 1-4", *wild, Form.MCR),
        *(Case(question, *hands) for question in ("waits", "waits_mask") for hands in waiting),
        Case("shanten", "standard, random", full, 0, Form.STANDARD),
        Case("shanten", "standard, one suit", one_suit, 0, Form.STANDARD),
        Case("shanten", "random", full),
        Case("shanten", "half winners", half),
        Case("shanten", "wild 1-4", *wild),
        Case("useful", "standard, random", short, 0, Form.STANDARD),
        Case("useful", "random", short),
        Case("useful", "near", corpora.exchanged(rng, ready)),
        Case("useful", "wild 1-4", *ready_wild),
        Case("useful", "one suit", corpora.without(rng, one_suit)),
        Case("discards", "random", full),
        Won("mcr", *corpora.won(rng, n)),
    ]


# ---------------------------------------------------------------------------------------------------------
# Timing
# ---------------------------------------------------------------------------------------------------------


class Times(NamedTuple):
    """Seconds of every repeat of a task, and of its unit beside it."""

    task: list[float]
    unit: list[float]

    def ratio(self, typical: Callable[[Sequence[float]], float] = median) -> float:
        return typical(self.task) / typical(self.unit)


def seconds(task: Task) -> float:
    start = perf_counter()
    task()
    return perf_counter() - start


def measure(
    pairs: Sequence[tuple[Task, Task]], rounds: int, repeats: int = 1, after_each: Task = lambda: None
) -> list[Times]:
    """Time pairs of a task and its unit in turn.

    A busy spell of the machine meets all alike, since each round visits every pair. There it times both
    `repeats` times, one after the other; what is in the cache after the first stays there. A round before
    the others does not count.
    """
    times = [Times([], []) for _ in pairs]
    for each in range(rounds + 1):
        for (task, unit), found in zip(pairs, times, strict=True):
            for _ in range(repeats):
                pair = seconds(task), seconds(unit)
                if each:
                    found.task.append(pair[0])
                    found.unit.append(pair[1])
            after_each()
    return times


class Figure(NamedTuple):
    """What a question costs a hand."""

    question: str
    name: str
    #: How many hands were asked about at once; 1: one from Python.
    hands: int
    ns: float
    #: As a ratio to S; None for one hand.
    s: float | None


def figures(rounds: int = 9, progress: Callable[[float], object] = lambda share: None) -> list[Figure]:
    """Time every question about one hand from Python, hands in the cache, and hands beyond it; medians.

    `progress` is told the share that is done.
    """
    found: list[Figure] = []
    done, total = 0, 3 * (rounds + 1) * len(cases(0))

    def step() -> None:
        nonlocal done
        done += 1
        progress(done / total)

    for hands in (1, IN_CACHE, BEYOND_CACHE):
        asked = cases(max(hands, _ONE_BY_ONE))
        pairs = [(case.one_by_one() if hands == 1 else case.as_array(), case.unit()) for case in asked]
        times = measure(pairs, rounds, 1 if hands == BEYOND_CACHE else 10, step)
        for case, each in zip(asked, times, strict=True):
            ns = 1e9 * median(each.task) / len(case.hands)
            found.append(Figure(case.question, case.name, hands, ns, None if hands == 1 else each.ratio()))
    return found


def machine() -> dict[str, str]:
    """Name what the figures depend on."""
    about = kernels.info()
    return {
        "processor": _processor(),
        "system": platform.system(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "reader": about["reader"],
        "compiler": about["compiler"],
        "cython": about["cython"],
    }


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text("utf-8", "replace").splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
