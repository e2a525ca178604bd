"""The guard: has anything become slower than ``bench/baseline.json`` says? ``python -m bench.check``.

Two halves, since each sees what the other cannot. Times are ratios to S (see mjcore.bench); they hold for
any build, within 1.3x. Instructions are exact, so 3 % is seen on the busiest machine, but only where
compiler, Cython, NumPy and Python are those of the baseline. ``--accept`` writes a new one, to be read
as a diff.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple

import numpy as np

from bench import instructions
from mjcore import bench
from mjcore.bench import IN_CACHE, Case, Task, Times, Won
from mjcore.tiles import KINDS

BASELINE = Path(__file__).with_name("baseline.json")
MOST_TIMES = 1.3
# Processors differ in what they do well, so on another one only the worst is beyond doubt.
MOST_TIMES_ELSEWHERE = 2.0
MOST_INSTRUCTIONS = 1.03
HANDS, SCORED = 2_000, 50
ROUNDS, REPEATS, ATTEMPTS = 200, 3, 6

Figures = Mapping[str, float]


class Comparison(NamedTuple):
    """A figure of the baseline and the same now; None where there is none."""

    what: str
    before: float | None
    now: float | None
    most: float

    @property
    def change(self) -> float | None:
        return self.now / self.before if self.now is not None and self.before else None

    @property
    def verdict(self) -> str:
        if self.change is None:
            return "NOT IN THE BASELINE" if self.before is None else "NOT MEASURED"
        if self.change > self.most:
            return "SLOWER"
        return "faster" if self.change < 1 / self.most else "ok"

    @property
    def failed(self) -> bool:
        return self.verdict not in ("ok", "faster")

    def text(self) -> str:
        shown = (
            f"{value:.2f}" if value is not None else "-" for value in (self.before, self.now, self.change)
        )
        return f"{self.what:46}" + "".join(f"{value:>10}" for value in shown) + f"  {self.verdict}"


def compare(before: Figures, now: Figures, most: float) -> list[Comparison]:
    """Compare figure by figure; what only one side has fails, so that nothing drops out unnoticed."""
    return [
        Comparison(what, before.get(what), now.get(what), most) for what in dict.fromkeys((*before, *now))
    ]


# ---------------------------------------------------------------------------------------------------------
# Times
# ---------------------------------------------------------------------------------------------------------


def timed(cases: list[Case | Won]) -> tuple[dict[str, Task], dict[str, int]]:
    """Build the tasks by title, and of how many hands each is."""
    tasks = {case.title: case.as_array() for case in cases}
    hands = {case.title: len(case.hands) for case in cases}
    for case in cases:
        if isinstance(case, Won):
            title = f"{case.title}, one by one"
            tasks[title], hands[title] = case.one_by_one(SCORED), SCORED
    return tasks, hands


def time_ratios(
    cases: list[Case | Won], before: Figures, most: float, rounds: int = ROUNDS
) -> dict[str, float]:
    """Time each case in S, those that seem slower than `before` allows again.

    Another process can only add to a time, so the least of many is what the code takes. On a busy machine it
    is found in short samples, some tens of microseconds, and maybe late. So a figure beyond its limit is a
    reason to wait and to look again, longer each time; what is slower in earnest stays so.
    """
    tasks, hands = timed(cases)
    unit = np.zeros(KINDS * IN_CACHE // 8, np.uint64).sum  # long enough for its call not to matter
    times = {title: Times([], []) for title in tasks}
    suspects = list(tasks)
    for attempt in range(ATTEMPTS):
        again = bench.measure([(tasks[title], unit) for title in suspects], rounds << attempt, REPEATS)
        for title, found in zip(suspects, again, strict=True):
            times[title].task.extend(found.task)
            times[title].unit.extend(found.unit)
        least = min(each for found in times.values() for each in found.unit) / IN_CACHE
        ratios = {title: min(times[title].task) / hands[title] / least for title in tasks}
        suspects = [each.what for each in compare(before, ratios, most) if each.verdict == "SLOWER"]
        if not suspects:
            break
        sleep(1 << attempt)
    return ratios


# ---------------------------------------------------------------------------------------------------------
# The command
# ---------------------------------------------------------------------------------------------------------


def kernels(cases: list[Case | Won]) -> list[Case]:
    """The cases that ask a kernel: its instructions can be told from those of the interpreter."""
    return [case for case in cases if isinstance(case, Case)]


def check_times(baseline: Mapping[str, Any], cases: list[Case | Won]) -> list[Comparison]:
    here, there = bench.machine(), baseline["machine"]
    if here["reader"] != there["reader"]:
        print(f"times: skipped, since they are of {there['reader']} and {here['reader']} runs here")
        return []
    most = MOST_TIMES
    if here["processor"] != there["processor"]:
        most = MOST_TIMES_ELSEWHERE
        print(f"times: of {there['processor']}, not of {here['processor']}, so only {most}x fails")
    return compare(baseline["S"], time_ratios(cases, baseline["S"], most), most)


def check_instructions(baseline: Mapping[str, Any], cases: list[Case | Won]) -> list[Comparison]:
    here, there = bench.machine(), baseline["machine"]
    others = [key for key in instructions.DEPENDS_ON if here[key] != there[key]]
    if others:
        differ = ", ".join(f"{key} {there[key]} (here {here[key]})" for key in others)
        print(f"instructions: skipped, since they are of {differ}")
        return []
    if not instructions.possible():
        print("instructions: skipped, since there is no valgrind")
        return []
    return compare(baseline["instructions"], instructions.count(kernels(cases)), MOST_INSTRUCTIONS)


def accept(cases: list[Case | Won]) -> None:
    """Measure anew and write the baseline."""
    if not instructions.possible():
        sys.exit("a baseline needs valgrind, which is not there")
    found = {
        "machine": bench.machine(),
        "S": {
            title: round(ratio, 2) for title, ratio in time_ratios(cases, {}, MOST_TIMES, 10 * ROUNDS).items()
        },
        "instructions": {
            what: round(number, 1) for what, number in instructions.count(kernels(cases)).items()
        },
    }
    BASELINE.write_text(json.dumps(found, indent=2) + "\n", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="fail if anything is slower than bench/baseline.json says")
    parser.add_argument("--accept", action="store_true", help="write what is measured now as the baseline")
    arguments = parser.parse_args()
    cases = bench.cases(HANDS)
    if arguments.accept:
        accept(cases)
        return 0
    baseline = json.loads(BASELINE.read_text("utf-8"))
    failed = 0
    for what, check in {"S": check_times, "instructions a hand": check_instructions}.items():
        compared = check(baseline, cases)
        if compared:
            print(f"{what:46}{'baseline':>10}{'now':>10}{'change':>10}")
            print("\n".join(each.text() for each in compared), end="\n\n")
        failed += sum(each.failed for each in compared)
    print(f"{failed} slower" if failed else "nothing slower")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
