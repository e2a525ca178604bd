"""The `mjcore` command.

A subcommand turns a `Hand` into an `Answer`; `_answer_all` reads the hands, shows the answers, reports what
cannot be read and ends with the exit status, the same way for all of them.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from typing import Any, Literal, NamedTuple, NoReturn, TypeVar

from mjcore import tiles
from mjcore.hand import Hand
from mjcore.kernels import Form

try:
    import click
    import rich
except ImportError:
    print("mjcore: this command needs click and rich: pip install 'mjcore[cli]'", file=sys.stderr)
    raise SystemExit(2) from None

__all__ = ["main"]


class Answer(NamedTuple):
    """What a subcommand says about one hand."""

    #: Whether there is a win, a wait, ...; if not, the exit status is 1.
    found: bool
    #: The same for JSON.
    value: object
    #: The same in words, on one line.
    words: str
    #: Kinds to draw with the words.
    tiles: tuple[int, ...] = ()


# ---------------------------------------------------------------------------------------------------------
# Hands in, answers out
# ---------------------------------------------------------------------------------------------------------


def _answer_all(
    hands: tuple[str, ...], wilds: int, as_json: bool, key: str, ask: Callable[[Hand], Answer]
) -> NoReturn:
    """Answer every hand in order, each as soon as it is read, then exit."""
    show = _choose_show(key, as_json)
    noun = "hand" if hands else "line"
    status = 0
    for ordinal, text in enumerate(hands or _lines(), 1):
        try:
            hand = Hand.parse(text, wilds)
            answer = ask(hand)
        except ValueError as error:
            status = 2
            click.echo(f"mjcore: {noun} {ordinal}, {tiles.quoted(text)}: {error}", err=True)
            if as_json:
                _write(json.dumps({"hand": text[:_LONGEST_ECHO], "error": str(error)}))
        else:
            status = max(status, 0 if answer.found else 1)
            show(text, hand, answer)
    sys.exit(status)


def _lines() -> Iterator[str]:
    """Lines of standard input; bytes that are no text become surrogates, which no hand contains."""
    if not isinstance(sys.stdin, TextIOWrapper):  # closed
        return iter(())
    sys.stdin.reconfigure(encoding="utf-8", errors="surrogateescape")
    if sys.stdin.isatty():
        click.echo("Hands, one a line; Ctrl-D ends.", err=True)
    return (line.rstrip() for line in sys.stdin)


# ---------------------------------------------------------------------------------------------------------
# Three ways to show an answer
# ---------------------------------------------------------------------------------------------------------

Show = Callable[[str, Hand, Answer], None]

_LONGEST_ECHO = 255


def _choose_show(key: str, as_json: bool) -> Show:
    if as_json:
        return _show_json(key)
    on_terminal = sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))
    return _show_drawn() if on_terminal and _can_show_glyphs() else _show_plain()


def _show_json(key: str) -> Show:
    return lambda text, hand, answer: _write(json.dumps({"hand": text, key: answer.value}))


def _show_plain() -> Show:
    draws = _can_show_glyphs()

    def show(text: str, hand: Hand, answer: Answer) -> None:
        glyphs = "  " + "".join(map(tiles.glyph, answer.tiles)) if draws and answer.tiles else ""
        _write(f"{text}: {answer.words}{glyphs}")

    return show


def _show_drawn() -> Show:
    from mjcore import drawing

    console = rich.get_console()

    def show(text: str, hand: Hand, answer: Answer) -> None:
        console.print(text, style="bold", markup=False, highlight=False)
        console.print(drawing.draw_hand(hand, console.width))
        console.print(answer.words, style="bold green" if answer.found else "bold red", highlight=False)
        if answer.tiles:
            console.print(drawing.draw_tiles(answer.tiles, console.width))
        console.print()

    return show


def _can_show_glyphs() -> bool:
    try:
        tiles.glyph(0).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def _write(line: str) -> None:
    print(line, flush=True)


# ---------------------------------------------------------------------------------------------------------
# Subcommands
# ---------------------------------------------------------------------------------------------------------

_FORMS = {name.lower(): form for name, form in Form.__members__.items()}


def _read_forms(ctx: click.Context, param: click.Parameter, value: str) -> Form:
    forms = Form(0)
    for name in value.lower().split(","):
        if name not in _FORMS:
            raise click.BadParameter(f"forms must be among {', '.join(_FORMS)}, got {tiles.quoted(name)}")
        forms |= _FORMS[name]
    return forms


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
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line."),
)

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
    epilog=_examples("win 123m456p789s11122z", "waits 1112345678999m", "waits --json < hands.txt"),
)
@click.version_option(package_name="mjcore", message="%(prog)s %(version)s")
def mjcore() -> None:
    """Answer questions about mahjong hands.

    A HAND is written as digits and a suit letter: m characters, p dots, s bamboo, z honours (1-4 the winds
    east to north, 5 white, 6 green, 7 red); x is a wild tile. [123m] is a chow, [555z] a pung, [5555p] a
    kong, (1111s) a concealed kong; quote these for the shell.

    Without a HAND, hands are read from standard input, one a line.

    Exit status: 2 if any hand was bad (an empty line is), else 1 if any has no win or no wait, else 0.
    """


@mjcore.command(
    epilog=_examples("win 123m456p789s11122z", "win --forms standard,thirteen_orphans 19m19p19s12345677z")
)
@_about_hands
def win(hands: tuple[str, ...], wilds: int, forms: Form, as_json: bool) -> None:
    """Tell whether each HAND is complete."""

    def ask(hand: Hand) -> Answer:
        complete = hand.is_win(forms)
        return Answer(complete, complete, "win" if complete else "no win")

    _answer_all(hands, wilds, as_json, "win", ask)


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

    def ask(hand: Hand) -> Answer:
        kinds = hand.waits(forms, copies)
        names = [tiles.NAMES[kind] for kind in kinds]
        return Answer(bool(kinds), names, " ".join(names) or "no wait", kinds)

    _answer_all(hands, wilds, as_json, "waits", ask)


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
    except OSError as error:
        print(f"mjcore: {error}", file=sys.stderr)
        sys.exit(2)
