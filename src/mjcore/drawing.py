"""Tiles drawn for a terminal, a colour for each suit: boxes with the rank over the suit, or one line."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from mjcore import tiles
from mjcore.advice import Discard
from mjcore.hand import Hand, Meld, MeldType
from mjcore.kernels import Form
from mjcore.kernels.readings import Reading, Readings

__all__ = ["draw_discards", "draw_hand", "draw_readings", "draw_tiles"]


class Face(NamedTuple):
    """What a tile shows: two labels, each two columns wide, and their style."""

    upper: str
    lower: str
    style: str


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


def draw_hand(hand: Hand, width: int) -> Text:
    """Draw a hand: its concealed tiles, each meld, its flowers.

    Parameters
    ----------
    hand : Hand
        The hand to draw.
    width : int
        Columns to keep to, if there are at least 4.

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
    """
    concealed = [face for face, count in zip(_FACES, hand.counts, strict=False) for _ in range(count)]
    flowers = [_FACES[kind] for kind in hand.flowers]
    return _draw(
        [concealed + [_FACES[tiles.WILD]] * hand.wilds, *map(_meld_faces, hand.melds), flowers], width
    )


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
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("discard")
    table.add_column("shanten", justify="right")
    table.add_column("left", justify="right")
    table.add_column("useful")
    for tile, shanten, useful, left in discards:
        style = "dim" if shanten > discards[0].shanten else ""
        row = _write(tiles.name(tile)), str(shanten), str(left), _write(tiles.spell(useful))
        table.add_row(*row, style=style)
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
    lines = [*map(_reading_line, readings), *[Text("...")] * readings.cut]
    return Text("\n").join(lines)


def _reading_line(reading: Reading) -> Text:
    line = _write(str(reading).replace(" ", "  "))
    if reading.form is not Form.STANDARD:
        line.append(f"  {reading.form.name}".lower(), _EDGE)
    return line


# Ranks with their suit, each rank with an x if a wild tile stands for it; or a wild tile; or a space.
_GROUP = re.compile(r"((?:\dx?)+)([mpsz])|.")
_BETWEEN_SUITS = re.compile(r"(?<=[mpsz])(?=\d)")


def _write(text: str) -> Text:
    """Write MPSZ on one line with the labels and colours of the drawn tiles, honours without a rank."""
    line = Text()
    for group in _GROUP.finditer(_BETWEEN_SUITS.sub(" ", text)):
        ranks, suit = group.groups()
        if suit is None:
            line.append(group[0], _FACES[tiles.WILD].style)
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
    yield Text(" ").join(Text("╭──╮" * len(group), _EDGE) for group in row)
    for label in (0, 1):
        yield Text(" ").join(Text().join(_middle(face, label) for face in group) for group in row)
    yield Text(" ").join(Text("╰──╯" * len(group), _EDGE) for group in row)


def _middle(face: Face, label: int) -> Text:
    return Text.assemble(("│", _EDGE), (face[label], face.style), ("│", _EDGE))
