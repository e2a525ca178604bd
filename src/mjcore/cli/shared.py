"""What the subcommands share: options, texts in, answers out.

A subcommand answers one text; `answer_all` goes through the texts, shows the answers, reports what cannot be
read and ends with the exit status, the same way for all of them.
"""

import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

import click

from mjcore import tiles
from mjcore.hand import Hand
from mjcore.notations import quoted

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = [
    "JSON_OPTION",
    "SEEN_OPTION",
    "Answer",
    "Show",
    "aligned",
    "answer_all",
    "can_show",
    "choose_show",
    "complain",
    "examples",
    "on_terminal",
    "open_console",
    "show_json",
    "show_table",
    "show_words",
    "to_json",
    "with_options",
    "write",
]


class Answer(NamedTuple):
    """What a subcommand says about one text."""

    #: Whether there is a win, a wait, a reading, ...; if not, the exit status is 1.
    found: bool
    #: The same as JSON.
    json: str
    #: The same in words, on one line.
    words: str
    #: Kinds to draw with the words.
    tiles: tuple[int, ...] = ()
    #: Lines below the words.
    lines: tuple[str, ...] = ()
    #: What a terminal shows in place of those lines; called there only, since it loads the console.
    draw: "Callable[[], RenderableType] | None" = None


# ---------------------------------------------------------------------------------------------------------
# Options
# ---------------------------------------------------------------------------------------------------------

JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")


def _read_seen(ctx: click.Context, param: click.Parameter, value: str) -> bytes:
    try:
        for kind in tiles.kinds(value):
            if kind >= tiles.KINDS:
                raise click.BadParameter(f"seen tiles must be natural, got {tiles.name(kind)}")
        return tiles.counts(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


SEEN_OPTION = click.option(
    "--seen",
    metavar="TILES",
    callback=_read_seen,
    default="",
    help="Tiles that all can see, those in the HAND aside: they are not to come.",
)

Function = TypeVar("Function", bound=Callable[..., Any])


def with_options(options: Sequence[Callable[[Any], Any]]) -> Callable[[Function], Function]:
    """Give a subcommand arguments and options that others have too, in this order."""

    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def examples(*commands: str) -> str:
    """Lines for the end of a help text."""
    # The backspace keeps click from wrapping the lines.
    return "\b\nExamples:\n" + "\n".join(f"  mjcore {command}" for command in commands)


# ---------------------------------------------------------------------------------------------------------
# Texts in, answers out
# ---------------------------------------------------------------------------------------------------------

_LONGEST_ECHO = 255
# Some programs put it before UTF-8.
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def answer_all(
    noun: str,
    texts: tuple[str, ...],
    ask: Callable[[str], Answer],
    show: Callable[[str, Answer], None],
    as_json: bool,
) -> NoReturn:
    """Answer every text in order, then exit."""
    where = noun if texts else "line"
    status = 0
    for ordinal, text in enumerate(texts or _lines(), 1):
        try:
            answer = ask(text)
        except ValueError as error:
            status = 2
            sys.stdout.flush()
            complain(f"mjcore: {where} {ordinal}, {quoted(text)}: {error}")
            if as_json:
                write(json.dumps({noun: text[:_LONGEST_ECHO], "error": str(error)}))
        else:
            if not answer.found:
                status = max(status, 1)
            show(text, answer)
    sys.stdout.flush()
    sys.exit(status)


def complain(message: str) -> None:
    """Say what is wrong, if anybody listens: the answers go on where standard error cannot be written."""
    with suppress(OSError):
        click.echo(message, err=True)


def _lines() -> Iterator[str]:
    """Lines of standard input, those that have come; they are answered before more are waited for.

    Bytes that are no text become surrogates, which no tiles contain.
    """
    if not isinstance(sys.stdin, TextIOWrapper):
        raise OSError("standard input is closed")
    if sys.stdin.isatty():
        complain("One a line; Ctrl-D ends.")
    mark = _BYTE_ORDER_MARK
    unfinished: list[bytes] = []
    while chunk := sys.stdin.buffer.read1(1 << 16):
        finished, newline, rest = chunk.rpartition(b"\n")
        if newline:
            yield from _decoded(b"".join([*unfinished, finished]).removeprefix(mark))
            mark = b""
            unfinished.clear()
        unfinished.append(rest)
        sys.stdout.flush()
    if last := b"".join(unfinished).removeprefix(mark):
        yield from _decoded(last)


def _decoded(lines: bytes) -> Iterator[str]:
    return map(str.rstrip, lines.decode("utf-8", "surrogateescape").split("\n"))


# ---------------------------------------------------------------------------------------------------------
# Three ways to show an answer
# ---------------------------------------------------------------------------------------------------------

#: What json.dumps does, without looking at options for each line.
to_json = json.JSONEncoder().encode

Show = Callable[[str, Answer], None]


def choose_show(key: str, wilds: int, as_json: bool, winning: int | None = None) -> Show:
    """How answers about hands are shown: as JSON under a key, drawn on a terminal, or plain.

    Hands are drawn with so many more wild tiles, and with the winning tile, if there is one, marked.
    """
    if as_json:
        return partial(show_json, "hand", key)
    return _show_drawn(wilds, winning) if on_terminal() and can_show(_TILE) else _show_plain()


def show_json(noun: str, key: str, text: str, answer: Answer) -> None:
    """Print a text and its answer as one object."""
    write(f'{{"{noun}": {to_json(text)}, "{key}": {answer.json}}}')


def show_words(text: str, answer: Answer) -> None:
    """Print the words alone."""
    write(answer.words)


def _show_plain() -> Show:
    draws = can_show(_TILE)

    def show(text: str, answer: Answer) -> None:
        glyphs = "  " + "".join(map(tiles.glyph, answer.tiles)) if draws and answer.tiles else ""
        write("\n  ".join((f"{text}: {answer.words}{glyphs}", *answer.lines)))

    return show


def _show_drawn(wilds: int, winning: int | None) -> Show:
    from mjcore import drawing

    console = open_console()

    def show(text: str, answer: Answer) -> None:
        console.print(text, style="bold", markup=False, highlight=False)
        console.print(drawing.draw_hand(Hand.parse(text, wilds), console.width, winning))
        console.print(answer.words, style="bold green" if answer.found else "bold red", highlight=False)
        if answer.tiles:
            console.print(drawing.draw_tiles(answer.tiles, console.width))
        if answer.draw:
            console.print(answer.draw())
        console.print()

    return show


_TILE = tiles.glyph(0)


def can_show(text: str) -> bool:
    """Whether standard output has the characters."""
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def on_terminal() -> bool:
    """Whether answers are drawn."""
    return sys.stdout.isatty() or (bool(os.environ.get("FORCE_COLOR")) and not _colour_refused())


def _colour_refused() -> bool:
    return os.environ.get("FORCE_COLOR", "").lower() in ("0", "false")


def open_console(stderr: bool = False) -> "Console":
    """A console that takes FORCE_COLOR=0 for what it says; rich takes it for 1."""
    from rich.console import Console

    if not _colour_refused():
        return Console(stderr=stderr)
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, force_terminal=stream.isatty(), no_color=True)


def aligned(
    header: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[str] = ()
) -> tuple[str, ...]:
    """Lines of a plain table, two columns wide between columns; those named in `right` end where they end."""
    from rich.cells import cell_len

    table = [header, *rows]
    widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    lines = []
    for row in table:
        cells = []
        for title, cell, width in zip(header, row, widths, strict=True):
            space = " " * (width - cell_len(cell))
            cells.append(space + cell if title in right else cell + space)
        lines.append("  ".join(cells).rstrip())
    return tuple(lines)


def show_table(header: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str] = ()) -> None:
    """Print a table that belongs to no text: drawn on a terminal, else as wide as it is."""
    if on_terminal() and can_show(_TILE):
        from mjcore import drawing

        open_console().print(drawing.draw_table(header, rows, right))
    else:
        write("\n".join(aligned(header, rows, right)))


def write(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")
