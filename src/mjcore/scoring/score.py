"""What a hand is worth, as a value."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from mjcore import records
from mjcore.kernels.readings import Reading
from mjcore.tiles import as_integer

__all__ = ["Item", "Payments", "Score", "balanced"]

#: What each seat gains, or loses if negative.
Payments = tuple[int, int, int, int]


class Item(NamedTuple):
    """A fan that a hand was paid for."""

    id: str
    english: str
    native: str
    #: For each time that it counts.
    points: int
    #: How many times it counts.
    count: int  # type: ignore[assignment]

    @property
    def total(self) -> int:
        return self.points * self.count

    def __str__(self) -> str:
        times = f" x{self.count}" if self.count > 1 else ""
        return f"{self.english} {self.native}{times} = {self.total}"


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth under a ruleset.

    As text: the points, the fans one a line, and what forbids the win if it is not legal.
    """

    #: Name of the ruleset.
    rules: str
    #: All points, bonus fans included. 0 if the hand is not complete.
    points: int
    #: The fans, highest first.
    items: tuple[Item, ...] = ()
    #: Whether the rules allow the win.
    legal: bool = True
    #: What forbids it, such as ``below_minimum``; None if nothing does.
    reason: str | None = None
    #: What the rules decided in place of the caller, in words.
    notes: tuple[str, ...] = ()
    #: How the concealed tiles were read for these points; None if the hand is not complete.
    reading: Reading | None = field(default=None, compare=False)

    def count(self, id: str) -> int:
        """How many times a fan counts, 0 if it does not."""
        return sum(item.count for item in self.items if item.id == id)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types: the fields by name, the reading as text.

        Returns
        -------
        dict
        """
        return {
            "rules": self.rules,
            "points": self.points,
            "items": [item._asdict() for item in self.items],
            "legal": self.legal,
            "reason": self.reason,
            "notes": list(self.notes),
            "reading": None if self.reading is None else str(self.reading),
        }

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read what `to_dict` wrote; the reading, which is for people, is left out.

        Parameters
        ----------
        data : dict
            All but the notes and the reading must be there.

        Returns
        -------
        Score

        Raises
        ------
        ValueError
            A key is missing or unknown.
        TypeError
            Something is of a wrong type.
        """
        found = records.as_record(
            data,
            "score",
            required=("rules", "points", "items", "legal", "reason"),
            optional=("notes", "reading"),
        )
        return cls(
            records.as_text(found["rules"], "rules"),
            _natural(found["points"], "points"),
            tuple([_item(item) for item in records.as_list(found["items"], "items")]),
            _truth(found["legal"], "legal"),
            None if found["reason"] is None else records.as_text(found["reason"], "reason"),
            tuple(records.as_text(note, "note") for note in records.as_list(found.get("notes", []), "notes")),
        )

    def __str__(self) -> str:
        head = f"{self.points} points" if self.legal else f"no win: {(self.reason or '').replace('_', ' ')}"
        if not self.legal and self.points:
            head += f" ({self.points} points)"
        return "\n".join([head, *map(str, self.items), *self.notes])


def _natural(number: Any, name: str) -> int:
    if as_integer(number, name) < 0:
        raise ValueError(f"{name} must be at least 0, got {number}")
    return as_integer(number, name)


def _truth(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be true or false, got {type(value).__name__}")
    return value


def _item(data: object) -> Item:
    found = records.as_record(data, "item", required=Item._fields, optional=())
    return Item(
        records.as_text(found["id"], "id"),
        records.as_text(found["english"], "english"),
        records.as_text(found["native"], "native"),
        _natural(found["points"], "points"),
        _natural(found["count"], "count"),
    )


def balanced(payments: Sequence[int]) -> Payments:
    """Payments that sum to zero, or an AssertionError: a fault of the ruleset, never of the caller."""
    east, south, west, north = payments
    if east + south + west + north:
        raise AssertionError(f"payments must sum to zero, got {list(payments)}")
    return east, south, west, north
