"""How a hand was won, as a value."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntFlag, StrEnum
from typing import Any, Self

from mjcore import records, tiles
from mjcore.errors import InvalidHandError

__all__ = ["Flag", "Source", "Win"]

SEATS = range(4)


class Source(StrEnum):
    """Where the winning tile came from."""

    #: The winner drew it.
    SELF_DRAW = "self_draw"
    #: Another player discarded it.
    DISCARD = "discard"
    #: Another player wanted to add it to a pung.
    ROB_KONG = "rob_kong"


class Flag(IntFlag):
    """What else is true of a win; joined with ``|``."""

    #: No tile of the wall is left.
    WALL_LAST = 8
    #: The tile was drawn to replace one of a kong.
    REPLACEMENT = 16
    #: The other three tiles of its kind are visible to everybody.
    LAST_OF_KIND = 32


@dataclass(frozen=True, slots=True, init=False)
class Win:
    """What happened when a hand was won.

    Parameters
    ----------
    tile : int or None
        The winning tile, 0 to 33 or `tiles.WILD`. It joins a hand of 3n + 1 tiles; in one of 3n + 2 tiles it
        is the one drawn last. None if 3n + 2 tiles were dealt complete.
    source : Source or str, optional
        Where it came from; by default, the winner drew it.
    winner : int, optional
        Seat of the winner, 0 to 3.
    payer : int, optional
        Seat of the player whose tile it was; None if unknown, and for a self-draw.
    flags : Flag or iterable of str, optional
        Circumstances, also by their names in lower case.

    Raises
    ------
    ValueError
        Something is out of its range, or the parts exclude each other.
    TypeError
        Something is of a wrong type.

    Examples
    --------
    >>> Win(tiles.kind("7s"), "discard", winner=1, payer=3).payer
    3
    >>> Win(None).source
    <Source.SELF_DRAW: 'self_draw'>
    """

    tile: int | None
    source: Source
    winner: int
    payer: int | None
    flags: Flag

    def __init__(
        self,
        tile: int | None,
        source: Source | str = Source.SELF_DRAW,
        winner: int = 0,
        payer: int | None = None,
        flags: Flag | Iterable[str] = (),
    ) -> None:
        keep = object.__setattr__
        keep(self, "tile", _tile(tile))
        keep(self, "source", _source(source))
        keep(self, "winner", seat(winner, "winner"))
        keep(self, "payer", None if payer is None else seat(payer, "payer"))
        keep(self, "flags", _flags(flags))
        _check(self)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types: the parameters by name.

        Returns
        -------
        dict

        Examples
        --------
        >>> Win(3, flags=Flag.WALL_LAST).to_dict()["flags"]
        ['wall_last']
        """
        return {
            "tile": self.tile,
            "source": str(self.source),
            "winner": self.winner,
            "payer": self.payer,
            "flags": [flag.name.lower() for flag in Flag if flag in self.flags and flag.name],
        }

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Check and read what `to_dict` wrote.

        Parameters
        ----------
        data : dict
            All but the tile may be missing.

        Returns
        -------
        Win

        Raises
        ------
        ValueError
            A key is missing or unknown, or the parts are no win.
        TypeError
            Something is of a wrong type.

        Examples
        --------
        >>> Win.from_dict({"tile": 3, "source": "discard", "payer": 2}).payer
        2
        """
        found = records.as_record(
            data, "win", required=("tile",), optional=("source", "winner", "payer", "flags")
        )
        return cls(
            found["tile"],
            found.get("source", Source.SELF_DRAW),
            found.get("winner", 0),
            found.get("payer"),
            records.as_list(found.get("flags", []), "flags"),
        )


def seat(number: int, name: str) -> int:
    """Check a seat; `name` says in errors whose it is."""
    found = tiles.as_integer(number, name)
    if found not in SEATS:
        raise ValueError(f"{name} must be a seat from 0 to 3, got {found}")
    return found


def _tile(tile: int | None) -> int | None:
    if tile is None:
        return None
    kind = tiles.as_integer(tile, "tile")
    if not (0 <= kind < tiles.KINDS or kind == tiles.WILD):
        raise ValueError(f"tile must be 0 to {tiles.KINDS - 1}, or {tiles.WILD} for a wild one, got {kind}")
    return kind


def _source(source: Source | str) -> Source:
    if isinstance(source, Source):
        return source
    if isinstance(source, str) and source in _SOURCES:
        return _SOURCES[source]
    raise ValueError(f"source must be {', '.join(_SOURCES)}, got {source!r}")


def _flags(flags: Flag | Iterable[str]) -> Flag:
    if isinstance(flags, Flag):
        if int(flags) & ~_ALL:
            raise ValueError(f"flags must be {', '.join(_FLAGS)}, got {int(flags)}")
        return flags
    if isinstance(flags, str | int) or not isinstance(flags, Iterable):
        raise TypeError(f"flags must be Flag or a list of names, got {type(flags).__name__}")
    found = Flag(0)
    for name in flags:
        if not isinstance(name, str) or name not in _FLAGS:
            raise ValueError(f"flag must be {', '.join(_FLAGS)}, got {name!r}")
        found |= _FLAGS[name]
    return found


def _check(win: Win) -> None:
    if win.source is Source.SELF_DRAW:
        if win.payer is not None:
            raise ValueError(f"payer must be None for a self-draw, got {win.payer}")
        return
    if win.tile is None:
        raise InvalidHandError(f"tile must be given for a win by {win.source}, got None")
    if win.payer == win.winner:
        raise ValueError(f"payer must not be the winner, got {win.payer}")
    if Flag.REPLACEMENT in win.flags:
        raise ValueError(f"replacement must be a self-draw, got {win.source}")


_SOURCES = {str(source): source for source in Source}
_FLAGS = {flag.name.lower(): flag for flag in Flag if flag.name}
_ALL = sum(Flag)
