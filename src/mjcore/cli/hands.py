"""Questions about hands: complete or not, waiting for what, how far, what to discard, how split."""

import json
import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Literal

import click

from mjcore import kernels, tiles
from mjcore.advice import Discard, best_discards
from mjcore.cli.shared import (
    JSON_OPTION,
    SEEN_OPTION,
    Answer,
    aligned,
    answer_all,
    choose_show,
    examples,
    to_json,
    with_options,
)
from mjcore.hand import Hand
from mjcore.kernels import INVALID, Form
from mjcore.kernels.readings import Reading, Readings
from mjcore.kernels.splitting import decompose
from mjcore.notations import find, quoted

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["discards", "shanten", "split", "waits", "win"]

_FORMS = {name.lower(): form for name, form in Form.__members__.items()}


def _read_forms(ctx: click.Context, param: click.Parameter, value: str) -> Form:
    forms = Form(0)
    for name in value.lower().split(","):
        if name not in _FORMS:
            raise click.BadParameter(f"forms must be among {', '.join(_FORMS)}, got {quoted(name)}")
        forms |= _FORMS[name]
    return forms


_about_hands = with_options(
    (
        click.argument("hands", nargs=-1, metavar="[HAND]..."),
        click.option(
            "--wilds",
            type=click.IntRange(min=0),
            default=0,
            help="Wild tiles beside those written in each hand.",
        ),
        click.option(
            "--forms",
            metavar="NAMES",
            callback=_read_forms,
            default="usual",
            show_default=True,
            help=f"Winning forms that count, commas between: {', '.join(_FORMS)}.",
        ),
        JSON_OPTION,
    )
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


@click.command(
    epilog=examples(
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

    answer_all("hand", hands, ask, choose_show("win", wilds, as_json), as_json)


_WIN = Answer(True, "true", "win")
_NO_WIN = Answer(False, "false", "no win")


@click.command(
    epilog=examples(
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

    answer_all("hand", hands, ask, choose_show("waits", wilds, as_json), as_json)


@lru_cache(1 << 12)
def _waits_in_words(kinds: tuple[int, ...]) -> Answer:
    names = [tiles.name(kind) for kind in kinds]
    return Answer(bool(kinds), json.dumps(names), " ".join(names) or "no wait", kinds)


@click.command(
    epilog=examples(
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

    answer_all("hand", hands, ask, choose_show("shanten", wilds, as_json), as_json)


_FAR = Answer(False, "null", "out of reach")


def _distance_in_words(shanten: int) -> str:
    return _NEAR.get(shanten) or f"{shanten} tiles from waiting"


_NEAR = {-1: "complete", 0: "waiting", 1: "1 tile from waiting"}


@click.command(
    epilog=examples(
        "discards 1234567m2388p145s",
        "discards --seen 14p333s 1234567m2388p145s",
        "discards --wilds 1 '1469m[777z]'",
        "discards --json < hands.txt",
    )
)
@_about_hands
@SEEN_OPTION
def discards(hands: tuple[str, ...], wilds: int, forms: Form, as_json: bool, seen: bytes) -> None:
    """List what each HAND may discard, the best first.

    After each discard: how far the rest is from complete (0 waiting), and the tiles that bring it nearer, in
    number and in kind.
    """

    def ask(text: str) -> Answer:
        return _discards_in_words(best_discards(Hand.parse(text, wilds), seen, forms=forms))

    answer_all("hand", hands, ask, choose_show("discards", wilds, as_json), as_json)


def _discards_in_words(found: tuple[Discard, ...]) -> Answer:
    if not found or found[0].shanten == INVALID:
        return Answer(False, "[]", "out of reach" if found else "no discard")
    return Answer(
        True,
        to_json([_discard_as_dict(discard) for discard in found]),
        _distance_in_words(found[0].shanten),
        lines=aligned(_DISCARD_COLUMNS, map(_discard_as_row, found), right=_DISCARD_COLUMNS[1:3]),
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


_DISCARD_COLUMNS = ("discard", "shanten", "left", "useful")


def _discard_as_row(discard: Discard) -> tuple[str, ...]:
    useful = " ".join(map(tiles.name, discard.useful))
    return tiles.name(discard.tile), str(discard.shanten), str(discard.left), useful


@click.command(
    epilog=examples(
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

    answer_all("hand", hands, ask, choose_show("split", wilds, as_json), as_json)


def _readings_in_words(found: Readings) -> Answer:
    number = f"{len(found) or 'no'} reading{'s' * (len(found) > 1)}"
    return Answer(
        bool(found),
        to_json({"readings": [_reading_as_dict(reading) for reading in found], "cut": found.cut}),
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
