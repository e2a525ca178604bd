"""A hand of tiles as a value.

Hands and melds are checked when they are made, never change afterwards, and can be compared, hashed and
pickled.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal, Self

from mjcore import kernels, records, tiles
from mjcore.errors import InvalidHandError
from mjcore.kernels import Form
from mjcore.kernels.readings import Readings
from mjcore.kernels.splitting import decompose
from mjcore.melds import Meld, MeldType
from mjcore.notations import Scanner, find

__all__ = ["Hand", "Meld", "MeldType"]

_HONOURS = range(27, 34)
_MPSZ = find("mpsz")


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
        keep = object.__setattr__
        keep(self, "counts", tiles.as_counts(counts))
        keep(self, "melds", _hand_melds(melds))
        keep(self, "wilds", tiles.as_integer(wilds, "wilds"))
        keep(self, "flowers", _hand_flowers(flowers))
        _check_totals(sum(self.counts), self.wilds, len(self.melds))
        if self.melds or self.flowers:
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
        melds: list[Meld] = []
        flowers: list[int] = []
        if isinstance(text, str) and ("[" in text or "(" in text or "{" in text):
            counts = _read_parts(Scanner(text), melds, flowers)
        else:
            counts = _MPSZ.count(text)
        if any(counts[tiles.KINDS : tiles.WILD]):
            flowers += [kind for kind in tiles.FLOWERS for _ in range(counts[kind])]
        return cls(counts[: tiles.KINDS], melds, wilds + counts[tiles.WILD], flowers)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON types: the parameters by name.

        Returns
        -------
        dict

        Examples
        --------
        >>> Hand.parse("1mx[777z]2f").to_dict()["melds"]
        [{'type': 'pung', 'tiles': [33, 33, 33], 'feeder': None}]
        """
        return {
            "counts": list(self.counts),
            "melds": [meld.to_dict() for meld in self.melds],
            "wilds": self.wilds,
            "flowers": list(self.flowers),
        }

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Check and read what `to_dict` wrote.

        Parameters
        ----------
        data : dict
            All but the counts may be missing.

        Returns
        -------
        Hand

        Raises
        ------
        InvalidHandError
            A key is missing or unknown, or the tiles are no hand.
        ValueError
            There are not 34 counts, or a meld is of no known type.
        TypeError
            Something is of a wrong type.

        Examples
        --------
        >>> Hand.from_dict({"counts": [0] * 33 + [1], "wilds": 1})
        Hand.parse('7zx')
        """
        found = records.as_record(data, "hand", required=("counts",), optional=("melds", "wilds", "flowers"))
        return cls(
            records.as_list(found["counts"], "counts"),
            map(Meld.from_dict, records.as_list(found.get("melds", []), "melds")),
            found.get("wilds", 0),
            records.as_list(found.get("flowers", []), "flowers"),
        )

    def with_gold(self, kind: int) -> Self:
        """Make the hand that has the concealed tiles of a kind as wild tiles.

        Parameters
        ----------
        kind : int
            0 to 33.

        Returns
        -------
        Hand
            As many tiles as before.

        Raises
        ------
        ValueError
            There is no such natural kind.

        Notes
        -----
        Melds and flowers stay as they are: gold cannot be claimed, and what stands for its kind in a meld is
        no wild tile.

        Examples
        --------
        >>> Hand.parse("12555m[789p]").with_gold(4)
        Hand.parse('12mxxx[789p]')
        """
        if not 0 <= tiles.as_integer(kind, "kind") < tiles.KINDS:
            raise ValueError(f"kind must be 0 to {tiles.KINDS - 1}, got {kind}")
        counts = bytearray(self.counts)
        wilds = self.wilds + counts[kind]
        counts[kind] = 0
        return type(self)(bytes(counts), self.melds, wilds, self.flowers)

    @property
    def held(self) -> bytes:
        """34 counts of the tiles laid down: those of the melds, and honours that are flowers."""
        found = bytearray(tiles.KINDS)
        for kind in (*chain.from_iterable(meld.tiles for meld in self.melds), *self.flowers):
            if kind < tiles.KINDS:
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
        return kernels.waits(self.counts, self.wilds, forms=forms, held=self._held, copies=copies)

    def shanten(self, forms: Form = Form.USUAL) -> int:
        """How far the hand is: -1 complete, 0 waiting. See `mjcore.shanten`.

        Parameters
        ----------
        forms : Form, optional
            Winning forms that count.

        Returns
        -------
        int

        Examples
        --------
        >>> Hand.parse("13m55z[222m][777z]").shanten(), Hand.parse("13m55z(2222m)[777z]").shanten()
        (0, 1)
        """
        return kernels.shanten(self.counts, self.wilds, forms=forms, held=self._held)

    def useful(self, forms: Form = Form.USUAL) -> tuple[int, ...]:
        """Kinds of which one more tile lowers the shanten. See `mjcore.useful`.

        Parameters
        ----------
        forms : Form, optional
            Winning forms that count.

        Returns
        -------
        tuple of int
            Ascending; empty if the hand is complete.

        Examples
        --------
        >>> Hand.parse("24m5z3p[777z]").useful()
        (2, 11, 31)
        """
        return kernels.useful(self.counts, self.wilds, forms=forms, held=self._held)

    def decompose(self, forms: Form = Form.USUAL, limit: int = 256) -> Readings:
        """Every way to read the hand as complete. See `mjcore.decompose`.

        Parameters
        ----------
        forms : Form, optional
            Winning forms that count.
        limit : int, optional
            The most readings wanted.

        Returns
        -------
        Readings
            Of the concealed tiles; the melds are what they are.

        Raises
        ------
        InvalidHandError
            The hand waits: tiles + wilds are not 3n + 2.

        Examples
        --------
        >>> [str(reading) for reading in Hand.parse("111222333m55z[777z]").decompose()]
        ['111m 222m 333m 55z', '123m 123m 123m 55z']
        """
        return decompose(self.counts, self.wilds, forms=forms, limit=limit)

    @property
    def _held(self) -> bytes | None:
        return self.held if self.melds or self.flowers else None

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


def _read_parts(scanner: Scanner, melds: list[Meld], flowers: list[int]) -> bytes:
    """Add the melds, and the honours in braces; return the counts of all other tiles."""
    counts = bytearray(tiles.WILD + 1)
    while mark := scanner.peek():
        if mark in "[(":
            melds.append(Meld.read(scanner))
        elif mark == "{":
            flowers += _read_honours(scanner)
        else:
            for kind in scanner.group():
                counts[kind] += 1
    return bytes(counts)


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
    found = tuple(kinds)
    if not found:
        return ()
    found = tuple(sorted([tiles.as_integer(kind, "flower") for kind in found]))
    for kind in found:
        if kind not in _HONOURS and kind not in tiles.FLOWERS:
            raise InvalidHandError(f"flower must be a kind from 27 to 41, got {kind}")
    return found


def _check_totals(natural: int, wilds: int, melds: int) -> None:
    if wilds < 0:
        raise InvalidHandError(f"wilds must be at least 0, got {wilds}")
    if (natural + wilds) % 3 == 0:
        raise InvalidHandError(f"tiles + wilds must be 3n + 1 or 3n + 2, got {natural} + {wilds}")
    if natural + wilds + 3 * melds > 17:
        raise InvalidHandError(
            f"tiles + wilds + 3 * melds must be at most 17, got {natural} + {wilds} + 3 * {melds}"
        )


def _check_copies(hand: Hand) -> None:
    copies = [*hand.counts, *bytes(len(tiles.FLOWERS))]
    for kind in chain(hand.flowers, *(meld.tiles for meld in hand.melds)):
        copies[kind] += 1
    for kind, count in enumerate(copies):
        if count > 4:
            raise InvalidHandError(f"tile {tiles.name(kind)} must appear at most 4 times, got {count}")
