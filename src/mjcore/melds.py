"""Melds as values: tiles that a player has set down."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from mjcore import records, tiles
from mjcore.errors import InvalidHandError
from mjcore.notations import Scanner, quoted

__all__ = ["MELD_CODES", "Meld", "MeldType", "meld_tiles"]


class MeldType(StrEnum):
    """What a meld is, and how a kong came about."""

    #: Three in a row within a suit.
    CHOW = "chow"
    #: Three alike.
    PUNG = "pung"
    #: Four alike, the fourth claimed from a discard.
    DIRECT_KONG = "direct_kong"
    #: Four alike, the fourth added to a pung.
    ADDED_KONG = "added_kong"
    #: Four alike, all of them drawn.
    CONCEALED_KONG = "concealed_kong"


#: The numbers that kernels know the types by.
MELD_CODES = {meld_type: code for code, meld_type in enumerate(MeldType)}


def meld_tiles(type: MeldType, kind: int) -> tuple[int, ...]:
    """The tiles of a meld by its lowest one."""
    if type is MeldType.CHOW:
        return kind, kind + 1, kind + 2
    return (kind,) * (3 if type is MeldType.PUNG else 4)


_CHOWS = frozenset((kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7)
_PUNGS = frozenset((kind,) * 3 for kind in range(tiles.KINDS))
_KONGS = frozenset((kind,) * 4 for kind in range(tiles.KINDS))

_SHAPES = {
    MeldType.CHOW: (_CHOWS, "three in a row within a suit"),
    MeldType.PUNG: (_PUNGS, "three alike"),
    MeldType.DIRECT_KONG: (_KONGS, "four alike"),
    MeldType.ADDED_KONG: (_KONGS, "four alike"),
    MeldType.CONCEALED_KONG: (_KONGS, "four alike"),
}


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Meld:
    """Tiles that were set down: a chow, a pung or a kong.

    In text, brackets hold tiles that all can see, parentheses tiles that they cannot: ``[123m]`` is a chow,
    ``[555z]`` a pung, ``[5555p]`` a direct kong, ``[555+5p]`` an added kong, ``(1111s)`` a concealed kong.
    ``<`` and a seat say who fed it: ``[123m<3]``.

    Parameters
    ----------
    type : MeldType or str
    tiles : iterable of int
        Natural kinds, in any order; they are kept sorted.
    feeder : int, optional
        Seat, 0 to 3, of the player whose discard was claimed (for an added kong: by its pung). None if
        unknown, and for a concealed kong.

    Raises
    ------
    InvalidHandError
        The tiles are no meld of this type, or it cannot have this feeder.
    ValueError
        There is no such type.
    TypeError
        The tiles or the feeder are no integers.

    Examples
    --------
    >>> Meld("pung", (33, 33, 33), feeder=2)
    Meld.parse('[777z<2]')
    >>> Meld.parse("(1111s)").type
    <MeldType.CONCEALED_KONG: 'concealed_kong'>
    """

    type: MeldType
    tiles: tuple[int, ...]
    feeder: int | None

    def __init__(self, type: MeldType | str, tiles: Iterable[int], feeder: int | None = None) -> None:
        meld_type = _meld_type(type)
        object.__setattr__(self, "type", meld_type)
        object.__setattr__(self, "tiles", _meld_tiles(meld_type, tiles))
        object.__setattr__(self, "feeder", _meld_feeder(meld_type, feeder))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read one meld: the inverse of ``str``.

        Parameters
        ----------
        text : str
            One meld.

        Returns
        -------
        Meld
            ``[5555p]`` reads as a direct kong, its feeder unknown.

        Raises
        ------
        NotationError
            The text cannot be read.
        InvalidHandError
            The tiles are no meld.

        Examples
        --------
        >>> Meld.parse("[555+5p<1]").feeder
        1
        """
        scanner = Scanner(text)
        scanner.peek()
        meld = cls.read(scanner)
        if scanner.peek():
            raise scanner.error("nothing after the meld")
        return meld

    @classmethod
    def read(cls, scanner: Scanner) -> Self:
        """Take a meld out of a longer text."""
        concealed = scanner.take("[(", "a meld such as [123m] or (1111s)") == "("
        start = scanner.position
        digits = scanner.digits()
        added = not concealed and len(digits) == 3 and scanner.accept("+")
        if added:
            digits += scanner.digits()
        kinds = scanner.suit(digits, start)
        fed = not concealed and scanner.accept("<")
        feeder = int(scanner.take("0123", "a seat from 0 to 3")) if fed else None
        scanner.expect(")" if concealed else "]")
        if concealed:
            meld_type = MeldType.CONCEALED_KONG
        elif added:
            meld_type = MeldType.ADDED_KONG
        elif len(kinds) == 4:
            meld_type = MeldType.DIRECT_KONG
        else:
            meld_type = MeldType.PUNG if len(set(kinds)) == 1 else MeldType.CHOW
        return cls(meld_type, kinds, feeder)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types: the parameters by name.

        Returns
        -------
        dict

        Examples
        --------
        >>> Meld.parse("[123m<3]").to_dict()
        {'type': 'chow', 'tiles': [0, 1, 2], 'feeder': 3}
        """
        return {"type": self.type.value, "tiles": list(self.tiles), "feeder": self.feeder}

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Check and read what `to_dict` wrote.

        Parameters
        ----------
        data : dict
            The feeder may be missing.

        Returns
        -------
        Meld

        Raises
        ------
        InvalidHandError
            A key is missing or unknown, or the tiles are no meld.
        ValueError
            There is no such type.
        TypeError
            Something is of a wrong type.

        Examples
        --------
        >>> Meld.from_dict({"type": "pung", "tiles": [33, 33, 33]})
        Meld.parse('[777z]')
        """
        found = records.as_record(data, "meld", required=("type", "tiles"), optional=("feeder",))
        return cls(found["type"], records.as_list(found["tiles"], "tiles"), found.get("feeder"))

    def __str__(self) -> str:
        spelt = tiles.spell(self.tiles)
        if self.type is MeldType.CONCEALED_KONG:
            return f"({spelt})"
        if self.type is MeldType.ADDED_KONG:
            spelt = f"{spelt[:3]}+{spelt[3:]}"
        return f"[{spelt}]" if self.feeder is None else f"[{spelt}<{self.feeder}]"

    def __repr__(self) -> str:
        return f"Meld.parse({str(self)!r})"


def _meld_type(name: str) -> MeldType:
    if not isinstance(name, str):
        raise TypeError(f"type must be a string, got {type(name).__name__}")
    if name not in _SHAPES:
        raise ValueError(f"type must be one of {', '.join(MeldType)}, got {quoted(name)}")
    return MeldType(name)


def _meld_tiles(meld_type: MeldType, kinds: Iterable[int]) -> tuple[int, ...]:
    found = tuple(sorted(tiles.as_integer(kind, "tile") for kind in kinds))
    for kind in found:
        if not 0 <= kind < tiles.KINDS:
            raise InvalidHandError(f"tile must be a kind from 0 to {tiles.KINDS - 1}, got {kind}")
    shapes, words = _SHAPES[meld_type]
    if found not in shapes:
        label = meld_type.replace("_", " ")
        raise InvalidHandError(f"{label} must be {words}, got {quoted(tiles.spell(found))}")
    return found


def _meld_feeder(meld_type: MeldType, feeder: int | None) -> int | None:
    if feeder is None:
        return None
    seat = tiles.as_integer(feeder, "feeder")
    if meld_type is MeldType.CONCEALED_KONG:
        raise InvalidHandError(f"concealed kong must have no feeder, got {seat}")
    if not 0 <= seat <= 3:
        raise InvalidHandError(f"feeder must be a seat from 0 to 3, got {seat}")
    return seat
