"""The vocabulary of tiles: kinds, their names, sets of them, and text.

A kind is a small integer. The 34 natural kinds are 0-33: characters 0-8 (``1m``-``9m``), dots 9-17
(``1p``-``9p``), bamboo 18-26 (``1s``-``9s``), the winds east, south, west, north 27-30 (``1z``-``4z``),
the white, green and red dragon 31-33 (``5z``-``7z``). The flowers are 34-41 (``1f``-``8f``): spring,
summer, autumn, winter, plum, orchid, bamboo, chrysanthemum.

A set of natural kinds is an integer of 34 bits, bit ``kind`` for each kind in it. Tiles without an order are
34 counts, one byte a kind.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import index
from typing import Any

from mjcore.errors import InvalidHandError, NotationError

__all__ = [
    "BAMBOO",
    "CHARACTERS",
    "DOTS",
    "DRAGONS",
    "FLOWERS",
    "HONOURS",
    "KINDS",
    "NAMES",
    "ORPHANS",
    "TERMINALS",
    "WINDS",
    "as_counts",
    "counts",
    "glyph",
    "kind",
    "name",
    "spell",
    "text",
]

# ---------------------------------------------------------------------------------------------------------
# Kinds and sets
# ---------------------------------------------------------------------------------------------------------

#: Natural kinds: those that make hands.
KINDS = 34

#: Kinds of flowers.
FLOWERS = range(34, 42)

#: The MPSZ name of each kind, flowers included.
NAMES = tuple(
    f"{rank}{suit}"
    for suit, ranks in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8))
    for rank in range(1, ranks + 1)
)

CHARACTERS = 0x1FF
DOTS = CHARACTERS << 9
BAMBOO = CHARACTERS << 18
WINDS = 0b1111 << 27
DRAGONS = 0b111 << 31
HONOURS = WINDS | DRAGONS
#: The ones and nines of the three suits.
TERMINALS = 0b100000001 * (1 | 1 << 9 | 1 << 18)
#: Terminals and honours.
ORPHANS = TERMINALS | HONOURS

_KIND_OF = {name: kind for kind, name in enumerate(NAMES)}

# Unicode has the dragons from red to white, and the plants before the seasons.
_GLYPHS = "".join(
    chr(0x1F000 + code)
    for first, last in ((7, 15), (25, 33), (16, 24), (0, 3), (6, 6), (5, 5), (4, 4), (38, 41), (34, 37))
    for code in range(first, last + 1)
)


def name(kind: int) -> str:
    """Name of a kind.

    Parameters
    ----------
    kind : int
        0 to 41.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        There is no such kind.

    Examples
    --------
    >>> name(4), name(33), name(34)
    ('5m', '7z', '1f')
    """
    return NAMES[_known(kind)]


def kind(name: str) -> int:
    """Kind of a name: the inverse of `name`.

    Parameters
    ----------
    name : str
        Rank and suit, such as ``"5m"``.

    Returns
    -------
    int
        0 to 41.

    Raises
    ------
    NotationError
        It names no tile.

    Examples
    --------
    >>> kind("5m"), kind("7z"), kind("1f")
    (4, 33, 34)
    """
    _must_be_text(name, "name")
    if name not in _KIND_OF:
        raise NotationError(f"name must be a tile such as 5m, 7z or 1f, got {quoted(name)}")
    return _KIND_OF[name]


def glyph(kind: int) -> str:
    """Picture of a kind: its character of the Unicode block *Mahjong Tiles*.

    Parameters
    ----------
    kind : int
        0 to 41.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        There is no such kind.

    Examples
    --------
    >>> "".join(map(glyph, (0, 9, 18, 27, 33)))
    '🀇🀙🀐🀀🀄'
    """
    return _GLYPHS[_known(kind)]


def _known(kind: int) -> int:
    if not 0 <= kind < len(NAMES):
        raise ValueError(f"kind must be 0 to {len(NAMES) - 1}, got {kind}")
    return kind


# ---------------------------------------------------------------------------------------------------------
# Counts
# ---------------------------------------------------------------------------------------------------------

_ALLOWED = bytes(range(5))


def as_counts(values: Sequence[int] | bytearray | memoryview) -> bytes:
    """34 counts as bytes, checked.

    Parameters
    ----------
    values : bytes-like or sequence of int
        34 counts of 0 to 4.

    Returns
    -------
    bytes
        34 of them.

    Raises
    ------
    InvalidHandError
        A count is below 0 or above 4.
    ValueError
        They are not 34.
    TypeError
        They are no integers.

    Examples
    --------
    >>> list(as_counts([3, 1] + [0] * 32)[:4])
    [3, 1, 0, 0]
    """
    if (
        isinstance(values, bytes | bytearray)
        and len(values) == KINDS
        and not values.translate(None, _ALLOWED)
    ):
        return bytes(values)
    try:
        entries = len(values)
    except TypeError:
        raise TypeError(f"counts must be {KINDS} integers, got {type(values).__name__}") from None
    if entries != KINDS:
        raise ValueError(f"counts must have {KINDS} entries, got {entries}")
    # Entry by entry: the bytes of an array of wider integers are not its values.
    numbers = [as_integer(value, "count") for value in values]
    for kind, number in enumerate(numbers):
        if not 0 <= number <= 4:
            bound = "at least 0" if number < 0 else "at most 4"
            raise InvalidHandError(f"tile {NAMES[kind]} must appear {bound} times, got {number}")
    return bytes(numbers)


def as_integer(value: Any, subject: str) -> int:
    """`value` as an int; `subject` names it in the TypeError if it is none."""
    if type(value) is int:
        return value
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise TypeError(f"{subject} must be an integer, got {type(value).__name__}")
    return number


# ---------------------------------------------------------------------------------------------------------
# MPSZ text
#
#     tiles     digits, then a suit letter        123m  77z  12f
#     wild      x
#     meld      in brackets                       [123m]  [555+5p]  (1111s)    see hand.Meld
#     flowers   honours that count as flowers     {15z}                        see hand.Hand
#
# Spaces may stand between groups.
# ---------------------------------------------------------------------------------------------------------

# Far more than any hand needs, and no count can overflow its byte.
_LONGEST = 255

_DIGITS = re.compile("[0-9]+")

_RANKS = {
    suit: {name[0]: _KIND_OF[name] for name in names} for suit, names in groupby(NAMES, lambda name: name[1])
}


def counts(text: str) -> bytes:
    """Count the tiles of an MPSZ text.

    Parameters
    ----------
    text : str
        Concealed natural tiles, such as ``"123m456p77z"``; spaces may stand between groups.

    Returns
    -------
    bytes
        34 counts.

    Raises
    ------
    NotationError
        The text cannot be read, or it has wild tiles, melds or flowers: `mjcore.hand.Hand.parse` reads those.
    InvalidHandError
        There are five tiles of a kind.
    TypeError
        It is no text.

    See Also
    --------
    text : the inverse

    Examples
    --------
    >>> list(counts("1123m")[:9])
    [2, 1, 1, 0, 0, 0, 0, 0, 0]
    """
    found = bytearray(KINDS)
    scanner = Scanner(text)
    while mark := scanner.peek():
        if mark in "x[({":
            raise scanner.error(_CONCEALED)
        kinds = scanner.group()
        if kinds[0] in FLOWERS:
            raise scanner.error(_CONCEALED, scanner.position - 1)
        for kind in kinds:
            found[kind] += 1
    return as_counts(found)


_CONCEALED = "concealed natural tiles only (Hand.parse reads wild tiles, melds and flowers)"


def text(counts: Sequence[int] | bytearray | memoryview) -> str:
    """Write counts as canonical MPSZ text: the inverse of `counts`.

    Parameters
    ----------
    counts : bytes-like or sequence of int
        34 counts of 0 to 4.

    Returns
    -------
    str

    Raises
    ------
    InvalidHandError, ValueError, TypeError
        As `as_counts` does.

    Examples
    --------
    >>> text(counts("77z 3m2m1m"))
    '123m77z'
    """
    return spell(kind for kind, count in enumerate(as_counts(counts)) for _ in range(count))


def spell(kinds: Iterable[int]) -> str:
    """Write kinds as MPSZ text, in the order given.

    Parameters
    ----------
    kinds : iterable of int
        Each 0 to 41.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        There is no such kind.

    Examples
    --------
    >>> spell([0, 1, 2, 33, 33, 34])
    '123m77z1f'
    """
    suits = groupby(map(name, kinds), lambda name: name[1])
    return "".join("".join(name[0] for name in names) + suit for suit, names in suits)


class Scanner:
    """Reads MPSZ text from left to right: each method takes the part that it names, or raises.

    Parameters
    ----------
    text : str
        At most 255 characters.

    Raises
    ------
    NotationError
        From every method: the text is too long, or something else was expected at `position`.
    TypeError
        It is no text.

    Examples
    --------
    >>> scanner = Scanner("123m x")
    >>> scanner.group(), scanner.peek(), scanner.position
    ([0, 1, 2], 'x', 5)
    """

    __slots__ = ("position", "text")

    def __init__(self, text: str) -> None:
        _must_be_text(text, "text")
        if len(text) > _LONGEST:
            raise NotationError(f"text must be at most {_LONGEST} characters long, got {len(text)}")
        self.text = text
        self.position = 0

    def peek(self) -> str:
        """Skip spaces and look at the next character; the empty string at the end."""
        while self.text.startswith(" ", self.position):
            self.position += 1
        return self.text[self.position : self.position + 1]

    def accept(self, mark: str) -> bool:
        """Take `mark` if it comes next."""
        found = self.text.startswith(mark, self.position)
        self.position += len(mark) * found
        return found

    def take(self, marks: str, expected: str) -> str:
        """Take one character of `marks`."""
        found = self.text[self.position : self.position + 1]
        if not found or found not in marks:
            raise self.error(expected)
        self.position += 1
        return found

    def expect(self, mark: str) -> None:
        """Take the character `mark`."""
        self.take(mark, mark)

    def digits(self) -> str:
        """Take digits."""
        match = _DIGITS.match(self.text, self.position)
        if match is None:
            raise self.error("tiles such as 123m")
        self.position = match.end()
        return match[0]

    def suit(self, digits: str, start: int) -> list[int]:
        """Take a suit letter: the kinds of `digits`, which were read from `start` on."""
        letter = self.text[self.position : self.position + 1]
        ranks = _RANKS.get(letter)
        if ranks is None:
            raise self.error("a suit letter (m, p, s, z or f)")
        try:
            kinds = [ranks[digit] for digit in digits]
        except KeyError as digit:
            expected = f"ranks 1 to {len(ranks)} before {letter}"
            raise self.error(expected, self.text.index(digit.args[0], start)) from None
        self.position += 1
        return kinds

    def group(self) -> list[int]:
        """Take digits and a suit letter: the kinds, at least one and of one suit."""
        start = self.position
        return self.suit(self.digits(), start)

    def error(self, expected: str, position: int | None = None) -> NotationError:
        """Error that says what was expected, here or at `position`."""
        if position is None:
            position = self.position
        found = ascii(self.text[position]) if position < len(self.text) else "the end"
        return NotationError(f"text must have {expected} at position {position}, got {found}", position)


def quoted(text: str) -> str:
    r"""Quote text from outside, short and printable wherever it is shown.

    Examples
    --------
    >>> quoted("12z9\\ud800")
    "'12z9\\\\ud800'"
    """
    return ascii(text) if len(text) <= 40 else ascii(text[:40]) + "..."


def _must_be_text(value: object, subject: str) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{subject} must be a string, got {type(value).__name__}")
