"""A hand of tiles as a value: `Meld` and `Hand`.

Both are checked when they are made, never change afterwards, and can be compared, hashed and pickled.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Literal, Self

from mjcore import kernels, tiles
from mjcore.errors import InvalidHandError
from mjcore.kernels import Form
from mjcore.tiles import Scanner

__all__ = ["Hand", "Meld", "MeldType"]

_HONOURS = range(27, 34)


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
        meld = cls._read(scanner)
        if scanner.peek():
            raise scanner.error("nothing after the meld")
        return meld

    @classmethod
    def _read(cls, scanner: Scanner) -> Self:
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
    try:
        return MeldType(name)
    except ValueError:
        raise ValueError(f"type must be one of {', '.join(MeldType)}, got {name!r}") from None


def _meld_tiles(meld_type: MeldType, kinds: Iterable[int]) -> tuple[int, ...]:
    found = tuple(sorted(tiles.as_integer(kind, "tile") for kind in kinds))
    for kind in found:
        if not 0 <= kind < tiles.KINDS:
            raise InvalidHandError(f"tile must be a kind from 0 to {tiles.KINDS - 1}, got {kind}")
    shapes, words = _SHAPES[meld_type]
    if found not in shapes:
        label = meld_type.replace("_", " ")
        raise InvalidHandError(f"{label} must be {words}, got {tiles.quoted(tiles.spell(found))}")
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


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Hand:
    """The tiles of one player.

    In text, concealed tiles come first, an ``x`` for each wild tile, then melds (see `Meld`) and flowers;
    honours that count as flowers stand in braces: ``123m55zx[777z]{1z}2f``. `parse` reads these parts in any
    order, ``str`` writes them in this one.

    Parameters
    ----------
    counts : bytes-like or sequence of int
        34 counts of the concealed natural tiles; kept as bytes.
    melds : iterable of Meld, optional
        At most five, in the order in which they were set down.
    wilds : int, optional
        Concealed wild tiles.
    flowers : iterable of int, optional
        Kinds 27 to 41 set aside, honours where they count as flowers; kept sorted.

    Raises
    ------
    InvalidHandError
        There are more than four of a kind in all, or too many tiles, or concealed natural and wild tiles
        together are not 3n + 1 (the hand waits) or 3n + 2 (it has just drawn or claimed).
    ValueError
        There are not 34 counts.
    TypeError
        Something is no integer or no meld.

    Examples
    --------
    >>> hand = Hand.parse("1112345678999m")
    >>> hand.waits()
    (0, 1, 2, 3, 4, 5, 6, 7, 8)
    >>> Hand.parse("[555z] x 3m 1m 1m")
    Hand.parse('113mx[555z]')
    """

    counts: bytes
    melds: tuple[Meld, ...]
    wilds: int
    flowers: tuple[int, ...]

    def __init__(
        self,
        counts: Sequence[int] | bytearray | memoryview,
        melds: Iterable[Meld] = (),
        wilds: int = 0,
        flowers: Iterable[int] = (),
    ) -> None:
        object.__setattr__(self, "counts", tiles.as_counts(counts))
        object.__setattr__(self, "melds", _hand_melds(melds))
        object.__setattr__(self, "wilds", tiles.as_integer(wilds, "wilds"))
        object.__setattr__(self, "flowers", _hand_flowers(flowers))
        _check_totals(self)
        _check_copies(self)

    @classmethod
    def parse(cls, text: str, wilds: int = 0) -> Self:
        """Read a hand: the inverse of ``str``.

        Parameters
        ----------
        text : str
            At most 255 characters.
        wilds : int, optional
            Wild tiles beside those in the text.

        Returns
        -------
        Hand

        Raises
        ------
        NotationError
            The text cannot be read.
        InvalidHandError
            The tiles are no hand.

        Examples
        --------
        >>> Hand.parse("2233m(5555p){1z}3f", wilds=1)
        Hand.parse('2233mx(5555p){1z}3f')
        """
        counts = bytearray(tiles.KINDS)
        melds: list[Meld] = []
        flowers: list[int] = []
        scanner = Scanner(text)
        while mark := scanner.peek():
            if mark == "x":
                wilds += scanner.accept("x")
            elif mark in "[(":
                melds.append(Meld._read(scanner))
            elif mark == "{":
                flowers += _read_honours(scanner)
            else:
                kinds = scanner.group()
                if kinds[0] in tiles.FLOWERS:
                    flowers += kinds
                    continue
                for kind in kinds:
                    counts[kind] += 1
        return cls(counts, melds, wilds, flowers)

    @property
    def held(self) -> bytes:
        """34 counts of the tiles in the melds."""
        found = bytearray(tiles.KINDS)
        for meld in self.melds:
            for kind in meld.tiles:
                found[kind] += 1
        return bytes(found)

    def is_win(self, forms: Form = Form.USUAL) -> bool:
        """Whether the hand is complete.

        Parameters
        ----------
        forms : Form, optional
            Winning forms that count.

        Returns
        -------
        bool

        Raises
        ------
        InvalidHandError
            The hand waits: tiles + wilds are not 3n + 2.

        See Also
        --------
        mjcore.is_win : the same for counts and for arrays

        Examples
        --------
        >>> Hand.parse("12m55zx[777z]").is_win()
        True
        """
        return kernels.is_win(self.counts, self.wilds, forms=forms)

    def waits(self, forms: Form = Form.USUAL, copies: Literal[4, 5] = 4) -> tuple[int, ...]:
        """Kinds that complete the hand.

        Parameters
        ----------
        forms : Form, optional
            Winning forms that count.
        copies : {4, 5}, optional
            With 4, a kind of which the player has all four, melds included, is no wait; with 5 it may be one.

        Returns
        -------
        tuple of int
            Ascending; empty if there is none.

        Raises
        ------
        InvalidHandError
            The hand does not wait: tiles + wilds are not 3n + 1.

        See Also
        --------
        mjcore.waits : the same for counts and for arrays

        Examples
        --------
        >>> Hand.parse("23m55z[777z]").waits()
        (0, 3)
        """
        return kernels.waits(self.counts, self.wilds, forms=forms, held=self.held, copies=copies)

    def __str__(self) -> str:
        honours = [kind for kind in self.flowers if kind not in tiles.FLOWERS]
        flowers = [kind for kind in self.flowers if kind in tiles.FLOWERS]
        return "".join(
            (
                tiles.text(self.counts),
                "x" * self.wilds,
                *map(str, self.melds),
                f"{{{tiles.spell(honours)}}}" if honours else "",
                tiles.spell(flowers),
            )
        )

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"


def _read_honours(scanner: Scanner) -> list[int]:
    scanner.expect("{")
    kinds = scanner.group()
    if kinds[0] not in _HONOURS:
        raise scanner.error("honours (z) in braces", scanner.position - 1)
    scanner.expect("}")
    return kinds


def _hand_melds(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    found = tuple(melds)
    for meld in found:
        if not isinstance(meld, Meld):
            raise TypeError(f"melds must hold Meld, got {type(meld).__name__}")
    if len(found) > 5:
        raise InvalidHandError(f"melds must be at most 5, got {len(found)}")
    return found


def _hand_flowers(kinds: Iterable[int]) -> tuple[int, ...]:
    found = tuple(sorted(tiles.as_integer(kind, "flower") for kind in kinds))
    for kind in found:
        if kind not in _HONOURS and kind not in tiles.FLOWERS:
            raise InvalidHandError(f"flower must be a kind from 27 to 41, got {kind}")
    return found


def _check_totals(hand: Hand) -> None:
    natural, wilds, melds = sum(hand.counts), hand.wilds, len(hand.melds)
    if wilds < 0:
        raise InvalidHandError(f"wilds must be at least 0, got {wilds}")
    if (natural + wilds) % 3 == 0:
        raise InvalidHandError(f"tiles + wilds must be 3n + 1 or 3n + 2, got {natural} + {wilds}")
    if natural + wilds + 3 * melds > 17:
        raise InvalidHandError(
            f"tiles + wilds + 3 * melds must be at most 17, got {natural} + {wilds} + 3 * {melds}"
        )


def _check_copies(hand: Hand) -> None:
    if not hand.melds and not hand.flowers:
        return
    copies = [*hand.counts, *bytes(len(tiles.FLOWERS))]
    for kind in chain(hand.flowers, *(meld.tiles for meld in hand.melds)):
        copies[kind] += 1
    for kind, count in enumerate(copies):
        if count > 4:
            raise InvalidHandError(f"tile {tiles.name(kind)} must appear at most 4 times, got {count}")
