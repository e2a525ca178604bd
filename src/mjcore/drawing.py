"""Tiles drawn for a terminal, a colour for each suit: boxes with the rank over the suit, or one line.

Tables hold what belongs to the tiles.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from mjcore import tiles
from mjcore.advice import Discard
from mjcore.hand import Hand, Meld, MeldType
from mjcore.kernels import Form
from mjcore.kernels.readings import Reading, Readings

__all__ = [
    "draw_discards",
    "draw_hand",
    "draw_reading",
    "draw_readings",
    "draw_table",
    "draw_tiles",
    "write_tiles",
]


class Face(NamedTuple):
    """What a tile shows: two labels, each two columns wide, and their style."""

    upper: str
    lower: str
    style: str
    #: What stands at its corners and edges.
    frame: str = "╭─╮│╰╯"


# Full-width digits, as wide as what stands below them. 百搭 is a wild tile.
_UPPER = "１２３４５６７８９" * 3 + "１２３４５６７" + "１２３４５６７８" + "百"
_LOWER = "萬" * 9 + "筒" * 9 + "索" * 9 + "東南西北白發中" + "春夏秋冬梅蘭竹菊" + "搭"
_STYLES = (
    *repeat("bold red", 9),
    *repeat("bold blue", 9),
    *repeat("bold green", 9),
    *repeat("bold", 4),
    *("bold", "bold green", "bold red"),
    *repeat("bold magenta", 8),
    "bold yellow",
)
_FACES = tuple(map(Face, _UPPER, _LOWER, _STYLES))
_BACK = Face("▒▒", "▒▒", "dim")
_MARKED = "╔═╗║╚╝"

_TILE_WIDTH = 4
_EDGE = "dim"


def draw_tiles(kinds: Iterable[int], width: int) -> Text:
    """Draw tiles side by side, in as many rows as `width` columns ask for.

    Parameters
    ----------
    kinds : iterable of int
        Each 0 to 42.
    width : int
        Columns to keep to, if there are at least 4.

    Returns
    -------
    rich.text.Text
        Four lines a row.

    Examples
    --------
    >>> print(draw_tiles([0, 33], width=80))
    ╭──╮╭──╮
    │１││７│
    │萬││中│
    ╰──╯╰──╯
    """
    return _draw([[_FACES[kind] for kind in kinds]], width)


def draw_hand(hand: Hand, width: int, winning: int | None = None) -> Text:
    """Draw a hand: its concealed tiles, the winning one apart, each meld, its flowers.

    Parameters
    ----------
    hand : Hand
        The hand to draw.
    width : int
        Columns to keep to, if there are at least 4.
    winning : int, optional
        The winning tile, 0 to 33 or 42: one of 3n + 2 tiles, or what joins 3n + 1.

    Returns
    -------
    rich.text.Text
        Four lines a row.

    Examples
    --------
    >>> print(draw_hand(Hand.parse("5px(1111s)"), width=80))
    ╭──╮╭──╮ ╭──╮╭──╮╭──╮╭──╮
    │５││百│ │▒▒││１││１││▒▒│
    │筒││搭│ │▒▒││索││索││▒▒│
    ╰──╯╰──╯ ╰──╯╰──╯╰──╯╰──╯
    >>> print(draw_hand(Hand.parse("55z"), width=80, winning=31))
    ╭──╮ ╔══╗
    │５│ ║５║
    │白│ ║白║
    ╰──╯ ╚══╝
    """
    held = [kind for kind, count in enumerate(hand.counts) for _ in range(count)]
    held += [tiles.WILD] * hand.wilds
    if winning is not None and len(held) % 3 == 2:
        held.remove(winning)
    last = [] if winning is None else [_FACES[winning]._replace(frame=_MARKED)]
    groups = ([_FACES[kind] for kind in held], last, *map(_meld_faces, hand.melds))
    return _draw([*groups, [_FACES[kind] for kind in hand.flowers]], width)


def draw_discards(discards: Sequence[Discard]) -> Table:
    """Draw a table of discards, a row each; those that leave more shanten than the first are dim.

    Parameters
    ----------
    discards : sequence of Discard
        At least one, the best first.

    Returns
    -------
    rich.table.Table
    """
    rows = [
        (write_tiles(tiles.name(tile)), str(shanten), str(left), write_tiles(tiles.spell(useful)))
        for tile, shanten, useful, left in discards
    ]
    dim = [place for place, found in enumerate(discards) if found.shanten > discards[0].shanten]
    return draw_table(("discard", "shanten", "left", "useful"), rows, right=("shanten", "left"), dim=dim)


def draw_table(
    header: Sequence[str],
    rows: Iterable[Sequence[str | Text]],
    right: Collection[str] = (),
    dim: Collection[int] = (),
) -> Table:
    """Draw a table without lines.

    Parameters
    ----------
    header : sequence of str
        Titles of the columns.
    rows : iterable of sequences of str or rich.text.Text
        Cells; a str is shown as it is.
    right : collection of str, optional
        Titles of the columns whose cells end where the column ends.
    dim : collection of int, optional
        Rows, from 0, that are less important.

    Returns
    -------
    rich.table.Table
    """
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in header:
        table.add_column(title, justify="right" if title in right else "left")
    for place, row in enumerate(rows):
        cells = [cell if isinstance(cell, Text) else Text(cell) for cell in row]
        table.add_row(*cells, style="dim" if place in dim else "")
    return table


def draw_readings(readings: Readings) -> Text:
    """Draw readings, a line each: an x follows each tile that a wild one stands for.

    Parameters
    ----------
    readings : Readings
        Of one hand.

    Returns
    -------
    rich.text.Text

    Examples
    --------
    >>> from mjcore import decompose
    >>> print(draw_readings(decompose(tiles.counts("34m77z"), wilds=1)))
    ２x３４萬  中中
    ３４５x萬  中中
    """
    lines = [*map(draw_reading, readings), *[Text("...")] * readings.cut]
    return Text("\n").join(lines)


def draw_reading(reading: Reading, melds: Iterable[Meld] = ()) -> Text:
    """Draw one reading on a line, as `draw_readings` does, and melds in their brackets.

    Parameters
    ----------
    reading : Reading
        Of the concealed tiles of a hand.
    melds : iterable of Meld, optional
        Those of the hand.

    Returns
    -------
    rich.text.Text

    Examples
    --------
    >>> from mjcore import decompose
    >>> print(draw_reading(decompose(tiles.counts("234m77z"))[0], [Meld.parse("(1111s)")]))
    ２３４萬  中中  (１１１１索)
    """
    sets = str(reading).split()
    for meld in melds:
        first, last = "()" if meld.type is MeldType.CONCEALED_KONG else "[]"
        sets.append(first + tiles.spell(meld.tiles) + last)
    line = write_tiles("  ".join(sets))
    if reading.form is not Form.STANDARD:
        line.append(f"  {reading.form.name}".lower(), _EDGE)
    return line


# Ranks with their suit, each rank with an x if a wild tile stands for it; or a wild tile; or a space.
_GROUP = re.compile(r"((?:\dx?)+)([mpsz])|.")
_BETWEEN_SUITS = re.compile(r"(?<=[mpsz])(?=\d)")


def write_tiles(text: str) -> Text:
    """Write MPSZ on one line with the labels and colours of the drawn tiles, honours without a rank.

    Parameters
    ----------
    text : str
        Natural tiles, wild ones, an x after a tile that a wild one stands for, spaces, marks of melds.

    Returns
    -------
    rich.text.Text

    Examples
    --------
    >>> print(write_tiles("23m77z [555p]"))
    ２３萬 中中 [５５５筒]
    """
    line = Text()
    for group in _GROUP.finditer(_BETWEEN_SUITS.sub(" ", text)):
        ranks, suit = group.groups()
        if suit is None:
            line.append(group[0], _FACES[tiles.WILD].style if group[0] == "x" else "")
            continue
        for rank, wild in re.findall(r"(\d)(x?)", ranks):
            face = _FACES[tiles.kind(rank + suit)]
            label = face.lower if suit == "z" else face.upper
            line.append(label + wild, _FACES[tiles.WILD].style if wild else face.style)
        if suit != "z":
            line.append(face.lower, face.style)
    return line


def _meld_faces(meld: Meld) -> list[Face]:
    faces = [_FACES[kind] for kind in meld.tiles]
    if meld.type is MeldType.CONCEALED_KONG:
        faces[0] = faces[-1] = _BACK
    return faces


def _draw(groups: Iterable[list[Face]], width: int) -> Text:
    return Text("\n").join(line for row in _rows(groups, width) for line in _lines(row))


def _rows(groups: Iterable[list[Face]], width: int) -> Iterator[list[list[Face]]]:
    """Put groups into rows, one column between two; only a group wider than a row is broken."""
    longest = max(1, width // _TILE_WIDTH)
    row: list[list[Face]] = []
    used = 0
    for group in groups:
        for start in range(0, len(group), longest):
            piece = group[start : start + longest]
            size = _TILE_WIDTH * len(piece)
            if row and used + size > width:
                yield row
                row, used = [], 0
            row.append(piece)
            used += size + 1
    if row:
        yield row


def _lines(row: list[list[Face]]) -> Iterator[Text]:
    yield _edge(row, 0, 1, 2)
    for label in (0, 1):
        yield Text(" ").join(Text().join(_middle(face, label) for face in group) for group in row)
    yield _edge(row, 4, 1, 5)


def _edge(row: list[list[Face]], left: int, line: int, right: int) -> Text:
    """Join the corners of the tiles; the numbers are places within their frames."""
    groups = (
        "".join([face.frame[left] + face.frame[line] * 2 + face.frame[right] for face in group])
        for group in row
    )
    return Text(" ").join(Text(group, _EDGE) for group in groups)


def _middle(face: Face, label: int) -> Text:
    edge = (face.frame[3], _EDGE)
    return Text.assemble(edge, (face[label], face.style), edge)
