"""How tiles are written: one row of data a notation, one grammar for all of them.

Text is groups, and spaces may stand between them. A group is a word, one tile (``x``, ``W1``, ``🀇``), or
digits before the letter of their suit (``123m``, ``一二三万``). `mjcore.tiles` says what each notation is.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any

from mjcore.errors import InvalidHandError, NotationError

__all__ = [
    "AUTO",
    "GLYPHS",
    "NAMES",
    "NOTATIONS",
    "WILD",
    "Notation",
    "Scanner",
    "check_text",
    "chosen",
    "find",
    "quoted",
]

#: Names whichever notation reads the text.
AUTO = "auto"

#: The kind of a wild tile in a list of tiles.
WILD = 42

#: The MPSZ name of each kind, the wild tile last.
NAMES = (
    *(
        f"{rank}{suit}"
        for suit, ranks in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8))
        for rank in range(1, ranks + 1)
    ),
    "x",
)

#: The character of each kind. Unicode has the dragons from red to white, and the plants before the seasons.
GLYPHS = "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀙🀚🀛🀜🀝🀞🀟🀠🀡🀐🀑🀒🀓🀔🀕🀖🀗🀘🀀🀁🀂🀃🀆🀅🀄🀦🀧🀨🀩🀢🀣🀤🀥🀪"

# ---------------------------------------------------------------------------------------------------------
# The notations
#
#     example   tiles, for messages
#     digits    sets of nine digits that stand before a suit letter; the first set is written
#     suits     letters of each suit that has them, from the characters on; the first letter is written
#     words     of each kind after these suits: the word that is written, then others that are read
#     tail      pattern of what follows a word
#     gap       written between tiles
#     short     tiles of one suit share a letter when they are written
# ---------------------------------------------------------------------------------------------------------

_ROWS: dict[str, dict[str, Any]] = {
    "mpsz": {"example": "123m", "digits": ("123456789",), "suits": "mpszf", "words": "x", "short": True},
    "chinese": {
        "example": "一万东",
        "digits": ("一二三四五六七八九", "123456789"),
        "suits": ("万萬", "筒饼餅", "条條索"),
        "words": (
            "东/東/东风/東風 南/南风/南風 西/西风/西風 北/北风/北風 白/白板 发/發/发财/發財 中/红中/紅中 "
            "春 夏 秋 冬 梅 兰/蘭 竹 菊 百搭/癞子/癩子/赖子/賴子"
        ),
    },
    # A variation selector asks for one look of a tile, and may follow any of them.
    "unicode": {"example": GLYPHS[0], "words": " ".join(GLYPHS), "tail": "[\ufe0e\ufe0f]?"},
    # The arrow tiles J1 J2 J3 are red, green, white.
    "botzone": {
        "example": "W1 J3",
        "words": (
            "W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 B4 B5 B6 B7 B8 B9 T1 T2 T3 T4 T5 T6 T7 T8 T9 "
            "F1 F2 F3 F4 J3 J2 J1 H1 H2 H3 H4 H5 H6 H7 H8"
        ),
        "gap": " ",
    },
    "mjai": {
        "example": "1m E",
        "words": (
            "1m 2m 3m 4m 5m/5mr 6m 7m 8m 9m 1p 2p 3p 4p 5p/5pr 6p 7p 8p 9p 1s 2s 3s 4s 5s/5sr 6s 7s 8s 9s "
            "E S W N P F C"
        ),
        "gap": " ",
    },
    # Four copies of each kind, from 0 on.
    "ids": {
        "example": "0 135",
        "words": " ".join("/".join(str(4 * kind + copy) for copy in range(4)) for kind in range(34)),
        "tail": "(?![0-9])",
        "gap": " ",
    },
}

#: Names of the notations.
NOTATIONS = (*_ROWS,)

# Numbers alone may be anything, or MPSZ that lacks its suit letters.
_DETECTED = tuple(name for name in NOTATIONS if name != "ids")

# More than the groups of a million random hands, at most some twenty megabytes.
_MOST_GROUPS = 1 << 16

_SHARED_LETTER = re.compile(r"([mpszf])(?=[0-9]\1)")


class Notation:
    """A row of the table above, ready to read and write."""

    def __init__(
        self,
        name: str,
        example: str,
        words: str,
        digits: tuple[str, ...] = (),
        suits: Iterable[str] = (),
        tail: str = "",
        gap: str = "",
        short: bool = False,
    ) -> None:
        self.name = name
        self.example = example
        self.gap = gap
        self.short = short
        #: What is written, by kind.
        self.names: list[str] = []
        #: What is read: letter -> digit -> kind, and word -> kind.
        self.suits: dict[str, dict[str, int]] = {}
        self.words: dict[str, int] = {}
        self._add_suits(digits, suits)
        self._add_words(words)
        words = "|".join(sorted(self.words, key=len, reverse=True))
        any_digit, any_letter = "".join(digits), "".join(self.suits)
        self.alphabet = {*"".join(self.words), *any_digit, *any_letter}
        self.word = re.compile(f"({words}){tail}")
        # The digit 0 is read in order to say that there is no such rank.
        self.digits = re.compile(f"[0{any_digit}]+" if digits else "(?!)")
        suit = f"[{any_digit}]+[{any_letter}]" if digits else "(?!)"
        self._group = re.compile(f" *((?:{words}){tail}|{suit}|.+)", re.DOTALL)
        self._packed = _Packed(self)

    def _add_suits(self, digits: tuple[str, ...], suits: Iterable[str]) -> None:
        for letters, ranks in zip(suits, (9, 9, 9, 7, 8), strict=False):
            first = len(self.names)
            kinds = {digit: first + rank for row in digits for rank, digit in enumerate(row[:ranks])}
            self.suits |= dict.fromkeys(letters, kinds)
            self.names += [digit + letters[0] for digit in digits[0][:ranks]]

    def _add_words(self, words: str) -> None:
        for entry in words.split():
            spellings = entry.split("/")
            self.words |= dict.fromkeys(spellings, len(self.names))
            self.names.append(spellings[0])

    def kinds(self, text: str) -> list[int]:
        """Read tiles, in their order."""
        scanner = Scanner(text, self)
        found: list[int] = []
        while scanner.peek():
            found += scanner.group()
        return found

    def count(self, text: str) -> bytes:
        """Read tiles and count each kind, the wild tile last. The fast way: groups are looked up."""
        check_text(text)
        try:
            packed = sum(map(self._packed.__getitem__, self._group.findall(text)))
        except NotationError:
            # Again from the start, for the position.
            packed = _pack(self.kinds(text))
        return packed.to_bytes(len(NAMES), "little")

    def spell(self, kinds: Iterable[int]) -> str:
        """Write tiles, in the order given."""
        text = self.gap.join([self._name(kind) for kind in kinds])
        return _SHARED_LETTER.sub("", text) if self.short else text

    def _name(self, kind: int) -> str:
        if 0 <= kind < len(self.names):
            return self.names[kind]
        if 0 <= kind < len(NAMES):
            raise NotationError(f"tile must be one that {self.name} can write, got {NAMES[kind]}")
        raise ValueError(f"kind must be 0 to {WILD}, got {kind}")


class _Packed(dict[str, int]):
    """What each group that was read holds, as `_pack` has it; it starts anew when there are too many."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation

    def __missing__(self, group: str) -> int:
        packed = _pack(self.notation.kinds(group))
        if len(self) >= _MOST_GROUPS:
            self.clear()
        self[group] = packed
        return packed


class _Ids(Notation):
    """Each id is one tile of 136: no text has it twice, and the lowest free copy is written."""

    def kinds(self, text: str) -> list[int]:
        found = super().kinds(text)
        seen = set()
        for match in re.finditer("[0-9]+", text):
            if match[0] in seen:
                raise Scanner(text, self).error("each id at most once", match.start())
            seen.add(match[0])
        return found

    def count(self, text: str) -> bytes:
        return _pack(self.kinds(text)).to_bytes(len(NAMES), "little")

    def spell(self, kinds: Iterable[int]) -> str:
        copies = [0] * len(NAMES)
        ids = []
        for kind in kinds:
            ids.append(str(int(self._name(kind)) + copies[kind]))
            copies[kind] += 1
        for kind, count in enumerate(copies):
            if count > 4:
                raise InvalidHandError(f"tile {NAMES[kind]} must appear at most 4 times, got {count}")
        return self.gap.join(ids)


def _pack(kinds: Iterable[int]) -> int:
    # A byte a kind: sums of such numbers count tiles, and no text is long enough to overflow a byte.
    return sum(1 << 8 * kind for kind in kinds)


@cache
def find(name: str) -> Notation:
    """Notation of a name."""
    if name not in _ROWS:
        raise ValueError(f"notation must be one of {', '.join(NOTATIONS)}, got {quoted(str(name))}")
    return (_Ids if name == "ids" else Notation)(name, **_ROWS[name])


def chosen(name: str, text: str) -> Notation:
    """Notation of a name, or the one that `text` is in if the name is AUTO.

    Whatever two of them read, they read alike, so that the first one will do.
    """
    if name != AUTO:
        return find(name)
    check_text(text)
    if text.strip(" ") and not text.strip("0123456789 "):
        raise NotationError(f"text of numbers alone must have its notation named, got {quoted(text)}")
    rows = [find(row) for row in _DETECTED]
    for row in rows:
        with suppress(NotationError):
            row.kinds(text)
            return row
    # None reads it: the one that uses most of its characters may say why.
    likely = max(rows, key=lambda row: sum(character in row.alphabet for character in text))
    if not likely.alphabet.isdisjoint(text):
        return likely
    raise NotationError(f"text must be {', '.join(_DETECTED[:-1])} or {_DETECTED[-1]}, got {quoted(text)}", 0)


# ---------------------------------------------------------------------------------------------------------
# Reading
# ---------------------------------------------------------------------------------------------------------

# Far more than any hand needs, and no count can overflow its byte.
_LONGEST = 255


class Scanner:
    """Reads text from left to right: each method takes the part that it names, or raises.

    Parameters
    ----------
    text : str
        At most 255 characters.
    notation : Notation, optional
        How tiles are written; MPSZ if not given.

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

    __slots__ = ("notation", "position", "text")

    def __init__(self, text: str, notation: Notation | None = None) -> None:
        check_text(text)
        self.text = text
        self.notation = notation or find("mpsz")
        self.position = 0

    def peek(self) -> str:
        """Skip spaces and look at the next character; the empty string at the end."""
        while (mark := self.text[self.position : self.position + 1]) == " ":
            self.position += 1
        return mark

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
        match = self.notation.digits.match(self.text, self.position)
        if match is None:
            raise self.error(f"tiles such as {self.notation.example}")
        self.position = match.end()
        return match[0]

    def suit(self, digits: str, start: int) -> list[int]:
        """Take a suit letter: the kinds of `digits`, which were read from `start` on."""
        letter = self.text[self.position : self.position + 1]
        ranks = self.notation.suits.get(letter)
        if ranks is None:
            *others, last = self.notation.suits
            raise self.error(f"a suit letter ({', '.join(others)} or {last})")
        try:
            kinds = [ranks[digit] for digit in digits]
        except KeyError as digit:
            expected = f"ranks 1 to {len(set(ranks.values()))} before {letter}"
            raise self.error(expected, self.text.index(digit.args[0], start)) from None
        self.position += 1
        return kinds

    def group(self) -> list[int]:
        """Take a word, or digits and a suit letter: the kinds, at least one and of one suit."""
        start = self.position
        word = self.notation.word.match(self.text, start)
        if word is None:
            return self.suit(self.digits(), start)
        self.position = word.end()
        return [self.notation.words[word[1]]]

    def error(self, expected: str, position: int | None = None) -> NotationError:
        """Error that says what was expected, here or at `position`."""
        if position is None:
            position = self.position
        found = ascii(self.text[position]) if position < len(self.text) else "the end"
        return NotationError(f"text must have {expected} at position {position}, got {found}", position)


def check_text(text: object) -> None:
    """Raise if it is no text, or too long."""
    if not isinstance(text, str):
        raise TypeError(f"text must be a string, got {type(text).__name__}")
    if len(text) > _LONGEST:
        raise NotationError(f"text must be at most {_LONGEST} characters long, got {len(text)}")


def quoted(text: str) -> str:
    r"""Quote text from outside, short and printable wherever it is shown.

    Examples
    --------
    >>> quoted("12z9\\ud800")
    "'12z9\\\\ud800'"
    """
    return ascii(text) if len(text) <= 40 else ascii(text[:40]) + "..."
