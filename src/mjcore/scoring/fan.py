"""Fans as data: what a hand can be paid for."""

from collections.abc import Collection
from dataclasses import dataclass

from mjcore.scoring.program import Predicate

__all__ = ["Fan"]


@dataclass(frozen=True, slots=True)
class Fan:
    """One row of a ruleset's table."""

    #: Stable key, in snake case.
    id: str
    english: str
    native: str
    #: For each time that it counts.
    points: int
    #: Whether, or how many times, a view has it. None if it is what a hand counts that has nothing else.
    test: Predicate | None
    #: Ids of the fans that do not count beside it.
    absorbs: Collection[str] = ()
    #: Whether it is paid but does not count towards the minimum.
    bonus: bool = False
