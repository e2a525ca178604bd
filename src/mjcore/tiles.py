"""The vocabulary of tiles: kinds, their names, sets of them, and text.

A kind is a small integer. The 34 natural kinds are 0-33: characters 0-8 (``1m``-``9m``), dots 9-17
(``1p``-``9p``), bamboo 18-26 (``1s``-``9s``), the winds east, south, west, north 27-30 (``1z``-``4z``),
the white, green and red dragon 31-33 (``5z``-``7z``). The flowers are 34-41 (``1f``-``8f``): spring,
summer, autumn, winter, plum, orchid, bamboo, chrysanthemum. A wild tile in a list of tiles is 42 (``x``).

A set of natural kinds is an integer of 34 bits, bit ``kind`` for each kind in it. Tiles without an order are
34 counts, one byte a kind.

Text is in one of the `NOTATIONS`, at most 255 characters long, and spaces may stand between tiles. What is
written reads back as the same kinds.

``mpsz``: ``123m55z12fx``
    What every function takes unless told otherwise.
``chinese``: ``一万二万东白春百搭``
    ``1万``, ``一二三万``, ``饼``, ``索``, ``东风``, ``白板``, ``发财``, ``红中`` and traditional
    characters are read too.
``unicode``: ``🀇🀈🀀🀆🀦🀪``
    The block *Mahjong Tiles*. Variation selectors may follow a tile.
``botzone``: ``W1 B1 T1 F1 J3 H1``
    Characters, dots, bamboo, winds; ``J1 J2 J3`` are red, green, white; flowers. No wild tiles.
``mjai``: ``1m 5p 9s E P F C``
    Winds ``E S W N``, then white, green, red. A red five (``5mr``) is read as a five. No flowers, no wild
    tiles.
``ids``: ``0 1 4 135``
    The tile of 136, ``kind = id // 4``. The lowest copy that is free is written, which is the red one in
    games whose red fives are 16, 52 and 88. No flowers, no wild tiles.

With ``auto``, text is read in its own notation. No two of these read a text differently, but numbers alone
say too little: ``ids`` has to be named.
"""

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any

from mjcore import notations
from mjcore.errors import InvalidHandError, NotationError
from mjcore.notations import GLYPHS, NAMES, NOTATIONS, WILD, Scanner, quoted

__all__ = [
    "BAMBOO",
    "CHARACTERS",
    "DOTS",
    "DRAGONS",
    "FLOWERS",
    "HONOURS",
    "KINDS",
    "NAMES",
    "NOTATIONS",
    "ORPHANS",
    "TERMINALS",
    "WILD",
    "WINDS",
    "as_counts",
    "counts",
    "glyph",
    "kind",
    "kinds",
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


def name(kind: int) -> str:
    """Name of a kind.

    Parameters
    ----------
    kind : int
        0 to 42.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        There is no such kind.

    Examples
    --------
    >>> name(4), name(33), name(34), name(WILD)
    ('5m', '7z', '1f', 'x')
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
        0 to 42.

    Raises
    ------
    NotationError
        It names no tile.

    Examples
    --------
    >>> kind("5m"), kind("7z"), kind("1f")
    (4, 33, 34)
    """
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, got {type(name).__name__}")
    if name not in _KIND_OF:
        raise NotationError(f"name must be a tile such as 5m, 7z or 1f, got {quoted(name)}")
    return _KIND_OF[name]


def glyph(kind: int) -> str:
    """Picture of a kind: its character of the Unicode block *Mahjong Tiles*.

    Parameters
    ----------
    kind : int
        0 to 42.

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
    return GLYPHS[_known(kind)]


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
    if type(values) is bytes and len(values) == KINDS and not values.translate(None, _ALLOWED):
        return values
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
# Text
# ---------------------------------------------------------------------------------------------------------


def kinds(text: str, notation: str = "mpsz") -> list[int]:
    """Read tiles in their order.

    Parameters
    ----------
    text : str
        Tiles, flowers and wild tiles, such as ``"123m77z1fx"``.
    notation : str, optional
        One of `NOTATIONS`, or ``"auto"``.

    Returns
    -------
    list of int
        Each 0 to 42.

    Raises
    ------
    NotationError
        The text cannot be read.
    ValueError
        There is no such notation.
    TypeError
        It is no text.

    See Also
    --------
    spell : the inverse

    Examples
    --------
    >>> kinds("31m7zx")
    [2, 0, 33, 42]
    >>> kinds("三万一万中百搭", "auto") == kinds("🀉🀇🀄🀪", "auto") == kinds("31m7zx")
    True
    """
    return notations.chosen(notation, text).kinds(text)


def spell(kinds: Iterable[int], notation: str = "mpsz") -> str:
    """Write tiles in the order given: the inverse of `kinds`.

    Parameters
    ----------
    kinds : iterable of int
        Each 0 to 42.
    notation : str, optional
        One of `NOTATIONS`.

    Returns
    -------
    str

    Raises
    ------
    NotationError
        The notation cannot write one of them.
    InvalidHandError
        There are five tiles of a kind, for which there are no ids.
    ValueError
        There is no such kind, or no such notation.

    Examples
    --------
    >>> spell([0, 1, 2, 33, 33, 34])
    '123m77z1f'
    >>> spell([0, 1, 2, 33, 33], "botzone"), spell([0, 1, 2, 33, 33], "ids")
    ('W1 W2 W3 J1 J1', '0 4 8 132 133')
    """
    return notations.find(notation).spell(kinds)


def counts(text: str, notation: str = "mpsz") -> bytes:
    """Count the tiles of a text.

    Parameters
    ----------
    text : str
        Natural tiles, such as ``"123m456p77z"``.
    notation : str, optional
        One of `NOTATIONS`, or ``"auto"``.

    Returns
    -------
    bytes
        34 counts.

    Raises
    ------
    NotationError
        The text cannot be read, or it has flowers or wild tiles.
    InvalidHandError
        There are five tiles of a kind.
    ValueError
        There is no such notation.
    TypeError
        It is no text.

    See Also
    --------
    text : the inverse
    mjcore.hand.Hand.parse : reads wild tiles, melds and flowers too

    Examples
    --------
    >>> list(counts("1123m")[:9])
    [2, 1, 1, 0, 0, 0, 0, 0, 0]
    >>> counts("W1 W1 W2 W3", "botzone") == counts("一一二三万", "chinese") == counts("1123m")
    True
    """
    chosen = notations.chosen(notation, text)
    found = chosen.count(text)
    if any(found[KINDS:]):
        raise _no_natural_tile(Scanner(text, chosen))
    return as_counts(found[:KINDS])


def _no_natural_tile(scanner: Scanner) -> NotationError:
    """Error about the first flower or wild tile."""
    position = 0
    while scanner.peek():
        position = scanner.position
        if scanner.group()[0] >= KINDS:
            break
    return scanner.error("natural tiles only (Hand.parse reads flowers and wild tiles)", position)


def text(counts: Sequence[int] | bytearray | memoryview, notation: str = "mpsz") -> str:
    """Write counts as canonical text: the inverse of `counts`.

    Parameters
    ----------
    counts : bytes-like or sequence of int
        34 counts of 0 to 4.
    notation : str, optional
        One of `NOTATIONS`.

    Returns
    -------
    str

    Raises
    ------
    InvalidHandError, ValueError, TypeError
        As `as_counts` does, or there is no such notation.

    Examples
    --------
    >>> text(counts("77z 3m2m1m"))
    '123m77z'
    >>> text(counts("77z 3m2m1m"), "chinese")
    '一万二万三万中中'
    """
    return spell((kind for kind, count in enumerate(as_counts(counts)) for _ in range(count)), notation)
