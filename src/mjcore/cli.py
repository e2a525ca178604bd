"""The `mjcore` command.

A subcommand answers one text; `_answer_all` goes through the texts, shows the answers, reports what cannot be
read and ends with the exit status, the same way for all of them.
"""

import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, TypeVar

from mjcore import kernels, tiles
from mjcore.advice import Discard, best_discards
from mjcore.hand import Hand
from mjcore.kernels import INVALID, Form
from mjcore.kernels.readings import Reading, Readings
from mjcore.kernels.splitting import decompose
from mjcore.notations import AUTO, find, quoted

try:
    import click
    import rich
except ImportError:
    print("mjcore: this command needs click and rich: pip install 'mjcore[cli]'", file=sys.stderr)
    raise SystemExit(2) from None

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.progress import Progress

    from mjcore.bench import Figure

__all__ = ["main"]


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
# Texts in, answers out
# ---------------------------------------------------------------------------------------------------------

_LONGEST_ECHO = 255


def _answer_all(
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
            click.echo(f"mjcore: {where} {ordinal}, {quoted(text)}: {error}", err=True)
            if as_json:
                _write(json.dumps({noun: text[:_LONGEST_ECHO], "error": str(error)}))
        else:
            if not answer.found:
                status = max(status, 1)
            show(text, answer)
    sys.stdout.flush()
    sys.exit(status)


def _lines() -> Iterator[str]:
    """Lines of standard input, those that have come; they are answered before more are waited for.

    Bytes that are no text become surrogates, which no tiles contain.
    """
    if not isinstance(sys.stdin, TextIOWrapper):
        raise OSError("standard input is closed")
    if sys.stdin.isatty():
        click.echo("One a line; Ctrl-D ends.", err=True)
    unfinished: list[bytes] = []
    while chunk := sys.stdin.buffer.read1(1 << 16):
        finished, newline, rest = chunk.rpartition(b"\n")
        if newline:
            yield from _decoded(b"".join([*unfinished, finished]))
            unfinished.clear()
        unfinished.append(rest)
        sys.stdout.flush()
    if last := b"".join(unfinished):
        yield from _decoded(last)


def _decoded(lines: bytes) -> Iterator[str]:
    return map(str.rstrip, lines.decode("utf-8", "surrogateescape").split("\n"))


# ---------------------------------------------------------------------------------------------------------
# Three ways to show an answer
# ---------------------------------------------------------------------------------------------------------

# What json.dumps does, without looking at options for each line.
_to_json = json.JSONEncoder().encode

Show = Callable[[str, Answer], None]


def _choose_show(key: str, wilds: int, as_json: bool) -> Show:
    if as_json:
        return partial(_show_json, "hand", key)
    on_terminal = sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))
    return _show_drawn(wilds) if on_terminal and _can_show_glyphs() else _show_plain()


def _show_json(noun: str, key: str, text: str, answer: Answer) -> None:
    _write(f'{{"{noun}": {_to_json(text)}, "{key}": {answer.json}}}')


def _show_words(text: str, answer: Answer) -> None:
    _write(answer.words)


def _show_plain() -> Show:
    draws = _can_show_glyphs()

    def show(text: str, answer: Answer) -> None:
        glyphs = "  " + "".join(map(tiles.glyph, answer.tiles)) if draws and answer.tiles else ""
        _write("\n  ".join((f"{text}: {answer.words}{glyphs}", *answer.lines)))

    return show


def _show_drawn(wilds: int) -> Show:
    from mjcore import drawing

    console = rich.get_console()

    def show(text: str, answer: Answer) -> None:
        console.print(text, style="bold", markup=False, highlight=False)
        console.print(drawing.draw_hand(Hand.parse(text, wilds), console.width))
        console.print(answer.words, style="bold green" if answer.found else "bold red", highlight=False)
        if answer.tiles:
            console.print(drawing.draw_tiles(answer.tiles, console.width))
        if answer.draw:
            console.print(answer.draw())
        console.print()

    return show


def _can_show_glyphs() -> bool:
    try:
        tiles.glyph(0).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")


# ---------------------------------------------------------------------------------------------------------
# Subcommands
# ---------------------------------------------------------------------------------------------------------

_FORMS = {name.lower(): form for name, form in Form.__members__.items()}


def _read_forms(ctx: click.Context, param: click.Parameter, value: str) -> Form:
    forms = Form(0)
    for name in value.lower().split(","):
        if name not in _FORMS:
            raise click.BadParameter(f"forms must be among {', '.join(_FORMS)}, got {quoted(name)}")
        forms |= _FORMS[name]
    return forms


def _read_seen(ctx: click.Context, param: click.Parameter, value: str) -> bytes:
    try:
        return tiles.counts(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


_JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")

_HAND_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.argument("hands", nargs=-1, metavar="[HAND]..."),
    click.option(
        "--wilds", type=click.IntRange(min=0), default=0, help="Wild tiles beside those written in each hand."
    ),
    click.option(
        "--forms",
        metavar="NAMES",
        callback=_read_forms,
        default="usual",
        show_default=True,
        help=f"Winning forms that count, commas between: {', '.join(_FORMS)}.",
    ),
    _JSON_OPTION,
)

_BEYOND_COUNTS = re.compile(r"[f\[({]")
_MPSZ = find("mpsz")


def _parts(text: str, wilds: int) -> tuple[bytes, int, bytes | None]:
    """Counts, wild tiles and tiles in melds; what there is without melds and flowers the kernel checks."""
    if _BEYOND_COUNTS.search(text):
        hand = Hand.parse(text, wilds)
        return hand.counts, hand.wilds, hand.held
    counts = _MPSZ.count(text)
    return counts[: tiles.KINDS], wilds + counts[tiles.WILD], None


Function = TypeVar("Function", bound=Callable[..., Any])


def _about_hands(function: Function) -> Function:
    """Give a subcommand the arguments and options of `_HAND_OPTIONS`."""
    for option in reversed(_HAND_OPTIONS):
        function = option(function)
    return function


def _examples(*commands: str) -> str:
    # The backspace keeps click from wrapping the lines.
    return "\b\nExamples:\n" + "\n".join(f"  mjcore {command}" for command in commands)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=_examples(
        "win 123m456p789s11122z",
        "waits 1112345678999m",
        "waits --json < hands.txt",
        "discards 1234567m2388p145s",
        "split 111222333m44p555z",
    ),
)
@click.version_option(package_name="mjcore", message="%(prog)s %(version)s")
def mjcore() -> None:
    """Answer questions about mahjong hands.

    A HAND is written as digits and a suit letter: m characters, p dots, s bamboo, z honours (1-4 the winds
    east to north, 5 white, 6 green, 7 red); x is a wild tile. [123m] is a chow, [555z] a pung, [5555p] a
    kong, (1111s) a concealed kong; quote these for the shell.

    Without a HAND, hands are read from standard input, one a line.

    Exit status: 2 if any hand was bad (an empty line is), else 1 if any has no win, wait, discard or
    reading, or is out of reach, else 0.
    """


@mjcore.command(
    epilog=_examples(
        "win 123m456p789s11122z",
        "win --wilds 1 123m456p789s1122z",
        "win --forms standard,thirteen_orphans 19m19p19s12345677z",
        "win --json < hands.txt",
    )
)
@_about_hands
def win(hands: tuple[str, ...], wilds: int, forms: Form, as_json: bool) -> None:
    """Tell whether each HAND is complete."""

    def ask(text: str) -> Answer:
        counts, wild, _ = _parts(text, wilds)
        return _WIN if kernels.is_win(counts, wild, forms=forms) else _NO_WIN

    _answer_all("hand", hands, ask, _choose_show("win", wilds, as_json), as_json)


_WIN = Answer(True, "true", "win")
_NO_WIN = Answer(False, "false", "no win")


@mjcore.command(
    epilog=_examples(
        "waits 1112345678999m", "waits --wilds 1 '2m55z[777z]'", "waits --copies 5 1111m", "waits < hands.txt"
    )
)
@_about_hands
@click.option(
    "--copies",
    type=click.IntRange(4, 5),
    default=4,
    show_default=True,
    help="5: a tile may be a wait although the hand has all four.",
)
def waits(hands: tuple[str, ...], wilds: int, forms: Form, as_json: bool, copies: Literal[4, 5]) -> None:
    """List the tiles that complete each HAND."""

    def ask(text: str) -> Answer:
        counts, wild, held = _parts(text, wilds)
        return _waits_in_words(kernels.waits(counts, wild, forms=forms, held=held, copies=copies))

    _answer_all("hand", hands, ask, _choose_show("waits", wilds, as_json), as_json)


@lru_cache(1 << 12)
def _waits_in_words(kinds: tuple[int, ...]) -> Answer:
    names = [tiles.name(kind) for kind in kinds]
    return Answer(bool(kinds), json.dumps(names), " ".join(names) or "no wait", kinds)


@mjcore.command(
    epilog=_examples(
        "shanten 1234567m2388p145s",
        "shanten --wilds 1 '1469m[777z]'",
        "shanten --forms knitted,knitted_straight 147m258p36s12345z",
        "shanten --json < hands.txt",
    )
)
@_about_hands
def shanten(hands: tuple[str, ...], wilds: int, forms: Form, as_json: bool) -> None:
    """Tell how far each HAND is from complete.

    With --json as a number: -1 complete, 0 waiting, 1 a tile from waiting, ...; null if hands of its size
    have none of the forms.
    """

    def ask(text: str) -> Answer:
        counts, wild, held = _parts(text, wilds)
        distance = kernels.shanten(counts, wild, forms=forms, held=held)
        return _FAR if distance == INVALID else Answer(True, str(distance), _distance_in_words(distance))

    _answer_all("hand", hands, ask, _choose_show("shanten", wilds, as_json), as_json)


_FAR = Answer(False, "null", "out of reach")


def _distance_in_words(shanten: int) -> str:
    return _NEAR.get(shanten) or f"{shanten} tiles from waiting"


_NEAR = {-1: "complete", 0: "waiting", 1: "1 tile from waiting"}


@mjcore.command(
    epilog=_examples(
        "discards 1234567m2388p145s",
        "discards --seen 14p333s 1234567m2388p145s",
        "discards --wilds 1 '1469m[777z]'",
        "discards --json < hands.txt",
    )
)
@_about_hands
@click.option(
    "--seen",
    metavar="TILES",
    callback=_read_seen,
    default="",
    help="Tiles that all can see, those in the HAND aside: they are not to come.",
)
def discards(hands: tuple[str, ...], wilds: int, forms: Form, as_json: bool, seen: bytes) -> None:
    """List what each HAND may discard, the best first.

    After each discard: how far the rest is from complete (0 waiting), and the tiles that bring it nearer, in
    number and in kind.
    """

    def ask(text: str) -> Answer:
        return _discards_in_words(best_discards(Hand.parse(text, wilds), seen, forms=forms))

    _answer_all("hand", hands, ask, _choose_show("discards", wilds, as_json), as_json)


def _discards_in_words(found: tuple[Discard, ...]) -> Answer:
    if not found or found[0].shanten == INVALID:
        return Answer(False, "[]", "out of reach" if found else "no discard")
    return Answer(
        True,
        _to_json([_discard_as_dict(discard) for discard in found]),
        _distance_in_words(found[0].shanten),
        lines=("discard  shanten  left  useful", *map(_discard_in_words, found)),
        draw=partial(_draw_discards, found),
    )


def _discard_as_dict(discard: Discard) -> dict[str, object]:
    return {
        "tile": tiles.name(discard.tile),
        "shanten": discard.shanten,
        "left": discard.left,
        "useful": [tiles.name(kind) for kind in discard.useful],
    }


def _draw_discards(found: tuple[Discard, ...]) -> "RenderableType":
    from mjcore import drawing

    return drawing.draw_discards(found)


def _discard_in_words(discard: Discard) -> str:
    useful = " ".join(map(tiles.name, discard.useful))
    return f"{tiles.name(discard.tile):7}  {discard.shanten:7}  {discard.left:4}  {useful}"


@mjcore.command(
    epilog=_examples(
        "split 111222333m44p555z",
        "split --limit 5 --wilds 3 11123m44p456s7z",
        "split --forms mcr 147m258p369s12345z",
        "split --json < hands.txt",
    )
)
@_about_hands
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=256,
    show_default=True,
    help="The most readings to show of each HAND.",
)
def split(hands: tuple[str, ...], wilds: int, forms: Form, as_json: bool, limit: int) -> None:
    """Show every way in which each HAND is complete.

    The concealed tiles are laid in sets, the pair last. An x follows a tile that a wild one stands for; x
    alone are sets of wild tiles, which may be any.
    """

    def ask(text: str) -> Answer:
        counts, wild, _ = _parts(text, wilds)
        return _readings_in_words(decompose(counts, wild, forms=forms, limit=limit))

    _answer_all("hand", hands, ask, _choose_show("split", wilds, as_json), as_json)


def _readings_in_words(found: Readings) -> Answer:
    number = f"{len(found) or 'no'} reading{'s' * (len(found) > 1)}"
    return Answer(
        bool(found),
        _to_json({"readings": [_reading_as_dict(reading) for reading in found], "cut": found.cut}),
        f"more than {number}" if found.cut else number,
        lines=(*map(_reading_in_words, found), *["..."] * found.cut),
        draw=partial(_draw_readings, found),
    )


def _reading_as_dict(reading: Reading) -> dict[str, object]:
    return {"form": str(reading.form.name).lower(), "sets": str(reading).split()}


def _reading_in_words(reading: Reading) -> str:
    return f"{reading}" if reading.form is Form.STANDARD else f"{reading}  {reading.form.name}".lower()


def _draw_readings(found: Readings) -> "RenderableType":
    from mjcore import drawing

    return drawing.draw_readings(found)


@mjcore.command(
    epilog=_examples(
        "convert --to chinese 123m55z1fx",
        "convert --to mpsz 'W1 W2 W3 J1 J1'",
        "convert --from ids --to unicode '0 4 8 132 133'",
        "convert --to mjai --json < hands.txt",
    )
)
@click.argument("texts", nargs=-1, metavar="[TEXT]...")
@click.option(
    "--from",
    "source",
    type=click.Choice([AUTO, *tiles.NOTATIONS]),
    default=AUTO,
    show_default=True,
    help="Notation of each TEXT; numbers alone have to be named (ids).",
)
@click.option("--to", "target", type=click.Choice(tiles.NOTATIONS), required=True, help="Notation to write.")
@_JSON_OPTION
def convert(texts: tuple[str, ...], source: str, target: str, as_json: bool) -> None:
    """Write the tiles of each TEXT in another notation, in their order.

    \b
    mpsz     123m55z1fx
    chinese  一万二万三万白白春百搭
    unicode  🀇🀈🀉🀆🀆🀦🀪
    botzone  W1 B1 T1 F1 J1 H1       no wild tiles
    mjai     1m 5pr E P F C          no wild tiles, no flowers
    ids      0 1 4 135 (tiles of 136, id // 4 the kind; the lowest free copy is written)

    Without a TEXT, texts are read from standard input, one a line. Exit status: 2 if any was bad, else 0.
    """  # noqa: D301 (click wants the character itself)

    def ask(text: str) -> Answer:
        words = tiles.spell(tiles.kinds(text, source), target)
        return Answer(True, json.dumps(words), words)

    show = partial(_show_json, "text", target) if as_json else _show_words
    _answer_all("text", texts, ask, show, as_json)


@mjcore.command(epilog=_examples("bench", "bench --rounds 3", "bench --json > figures.json"))
@click.option(
    "--rounds", type=click.IntRange(min=1), default=9, show_default=True, help="Repeats; figures are medians."
)
@click.option("--json", "as_json", is_flag=True, help="Print all as one JSON object.")
def bench(rounds: int, as_json: bool) -> None:
    """Measure how fast this machine answers.

    In nanoseconds a hand: one hand from Python, an array of hands that fits into the cache, and one of a
    million hands that does not. S is the time NumPy takes to sum the bytes of the same hands: ratios to it
    carry over to other machines better than times do.
    """
    from importlib.metadata import version

    from rich.console import Console

    from mjcore import bench as timing

    with _progress() as progress:
        task = progress.add_task("measuring", total=1)
        found = timing.figures(rounds, lambda share: progress.update(task, completed=share))
    about = {"mjcore": version("mjcore"), **timing.machine()}
    if as_json:
        _write(json.dumps({**about, "figures": [figure._asdict() for figure in found]}))
        return
    _write(", ".join(f"{name} {value}" for name, value in about.items()))
    Console().print(_table(found))


def _progress() -> "Progress":
    from rich import progress
    from rich.console import Console

    return progress.Progress(
        *progress.Progress.get_default_columns(),
        progress.TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def _table(figures: "list[Figure]") -> "RenderableType":
    from rich.table import Table

    table = Table(box=None)
    for column in ("question", "hands"):
        table.add_column(column, no_wrap=True)
    for column in ("one, ns", "in cache, ns", "S", "beyond, ns", "S"):
        table.add_column(column, justify="right")
    rows: dict[tuple[str, str], list[str]] = {}
    for figure in figures:
        row = rows.setdefault((figure.question, figure.name), [])
        row.append(f"{figure.ns:.1f}")
        if figure.s is not None:
            row.append(f"{figure.s:.1f}")
    for title, row in rows.items():
        table.add_row(*title, *row)
    return table


def main() -> None:
    """Run the command."""
    # A closed pipe and Ctrl-C end it as they end any tool of the shell: quietly.
    for quiet in ("SIGPIPE", "SIGINT"):
        if hasattr(signal, quiet):
            signal.signal(getattr(signal, quiet), signal.SIG_DFL)
    try:
        if sys.stdout is None:
            raise OSError("standard output is closed")
        mjcore(prog_name="mjcore")
    except UnicodeEncodeError as error:
        print(f"mjcore: standard output must be able to show tiles, got {error.encoding}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        print(f"mjcore: {error}", file=sys.stderr)
        sys.exit(2)
