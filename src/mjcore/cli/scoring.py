"""What hands are worth under a ruleset."""

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from mjcore import tiles
from mjcore.cli.rulesets import SEATS, find_ruleset, native_name, seat_option, under_rules
from mjcore.cli.shared import SEEN_OPTION, Answer, aligned, answer_all, choose_show, examples, to_json, write
from mjcore.hand import Hand
from mjcore.wins import Flag, Source, Win

if TYPE_CHECKING:
    from rich.console import RenderableType

    from mjcore.scoring.hints import Hint
    from mjcore.scoring.ruleset import Ruleset
    from mjcore.scoring.score import Payments, Score

__all__ = ["hints", "score"]

# ---------------------------------------------------------------------------------------------------------
# One win
# ---------------------------------------------------------------------------------------------------------


def _read_win(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    try:
        kind = tiles.kind(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    if kind in tiles.FLOWERS:
        raise click.BadParameter(f"winning tile must not be a flower, got {value}")
    return kind


@click.command(
    epilog=examples(
        "score --rules mcr 123789m1299p789s 3p",
        "score --rules mcr --self-draw --seat S '1299p789s[123m<0][789m<0]3f' 3p",
        "score --rules mcr --from W --option profile=mil 1112345678999m 5m",
        "score --rules mcr --json 112233445566m77p",
    )
)
@click.argument("hand")
@click.argument("tile", metavar="[WIN]", required=False, callback=_read_win)
@under_rules
@click.option("--self-draw", is_flag=True, help="The winner drew the tile.")
@seat_option(
    "--from",
    "payer",
    default=None,
    help="Seat of the player who discarded the tile, or whose kong was robbed.",
)
@click.option("--rob-kong", is_flag=True, help="Another player wanted to add the tile to a pung.")
@click.option("--last-tile", is_flag=True, help="No tile of the wall is left.")
@click.option("--replacement", is_flag=True, help="The tile was drawn to replace one of a kong.")
@click.option("--last-of-kind", is_flag=True, help="All can see the other three tiles of its kind.")
def score(
    hand: str,
    tile: int | None,
    name: str,
    pairs: tuple[str, ...],
    seat: int,
    dealer: int,
    prevalent: int,
    as_json: bool,
    self_draw: bool,
    payer: int | None,
    rob_kong: bool,
    last_tile: bool,
    replacement: bool,
    last_of_kind: bool,
) -> None:
    """Tell what a HAND is worth that won with the tile WIN.

    WIN joins a HAND that waits for it, or is in the HAND already. Unless told otherwise, another player
    discarded it; without WIN, the HAND was dealt complete. What each seat pays is told if the payer is known
    (--from).

    Seats go by the winds that they have while E deals; in the HAND, [123m<0] was claimed from E, <1 from S.
    Exit status: 2 if the HAND was bad, else 1 if the rules do not allow the win, else 0.
    """
    ruleset, _ = find_ruleset(name, pairs)
    drawn = self_draw or tile is None
    if drawn and (rob_kong or payer is not None):
        state = "--self-draw" if self_draw else "a HAND without WIN"
        raise click.UsageError(f"{'--rob-kong' if rob_kong else '--from'} must not stand beside {state}")
    if payer == seat:
        raise click.UsageError(f"--from must be another seat than --seat, got {SEATS[seat]}")
    given = {Flag.WALL_LAST: last_tile, Flag.REPLACEMENT: replacement, Flag.LAST_OF_KIND: last_of_kind}
    if replacement and not drawn:
        raise click.UsageError("--replacement must stand beside --self-draw")
    source = Source.SELF_DRAW if drawn else Source.ROB_KONG if rob_kong else Source.DISCARD
    win = Win(tile, source, seat, payer, Flag(sum(flag for flag, there in given.items() if there)))
    table = ruleset.table(dealer=dealer, prevalent=prevalent)

    def ask(text: str) -> Answer:
        parsed = Hand.parse(text)
        found = ruleset.score(parsed, win, table)
        may_settle = found.legal and (win.source is Source.SELF_DRAW or payer is not None)
        payments = ruleset.settle(found, win, table) if may_settle else None
        whole = {"hand": text, "win": win.to_dict(), "score": found.to_dict(), "payments": payments}
        return _score_in_words(ruleset, parsed, win, table, found, payments)._replace(json=to_json(whole))

    show = _show_json_alone if as_json else choose_show("score", 0, False, tile)
    answer_all("hand", (hand,), ask, show, as_json)


def _show_json_alone(text: str, answer: Answer) -> None:
    write(answer.json)


def _score_in_words(
    rules: "Ruleset", hand: Hand, win: Win, table: Any, score: "Score", payments: "Payments | None"
) -> Answer:
    """Answer without its JSON."""
    circumstances = _circumstances(win, table)
    notes = [*score.notes, *_payment_notes(score, payments)]
    rows = _score_rows(score)
    reading = "" if score.reading is None else " ".join(map(str, (score.reading, *hand.melds)))
    lines = [circumstances, *[reading] * bool(reading)]
    if rows:
        lines += aligned(_SCORE_COLUMNS, rows, right=_SCORE_COLUMNS[:1])
    return Answer(
        score.legal,
        "",
        _verdict(rules, score),
        lines=(*lines, *notes),
        draw=partial(_draw_score, circumstances, hand, score, rows, notes),
    )


def _verdict(rules: "Ruleset", score: "Score") -> str:
    if score.legal:
        return f"win, {score.points} point{'s' * (score.points != 1)}"
    words = f"no win: {str(score.reason).replace('_', ' ')}"
    if not score.points:
        return words
    bonus = {fan.id for fan in rules.fans if fan.bonus}
    extra = sum(item.total for item in score.items if item.id in bonus)
    points = f"{score.points - extra} + {extra} bonus" if extra else score.points
    return f"{words} (points {points}, needed {rules.minimum})"


def _circumstances(win: Win, table: Any) -> str:
    """Say what the score depends on, defaults included."""
    whose = "" if win.payer is None else f" by {SEATS[win.payer]}"
    tile = "" if win.tile is None else tiles.name(win.tile)
    how = {
        Source.SELF_DRAW: f"{tile} drawn" if tile else "dealt complete",
        Source.DISCARD: f"{tile} discarded{whose}",
        Source.ROB_KONG: f"{tile} robbed from a kong{whose}",
    }
    flags = [words for flag, words in _FLAGS.items() if flag in win.flags]
    winds = f"seat wind {SEATS[table.wind(win.winner)]}, prevalent wind {SEATS[table.prevalent]}"
    return f"{', '.join([how[win.source], *flags])}; winner {SEATS[win.winner]}, {winds}"


_FLAGS = {
    Flag.WALL_LAST: "last of the wall",
    Flag.REPLACEMENT: "replacement of a kong",
    Flag.LAST_OF_KIND: "last of its kind",
}
_SCORE_COLUMNS = ("points", "fan", "")


def _score_rows(score: "Score") -> list[tuple[str, str, str]]:
    rows = [
        (
            str(item.total),
            item.english + (f" x{item.count}" if item.count > 1 else ""),
            native_name(item.native),
        )
        for item in score.items
    ]
    return [*rows, (str(score.points), "total", "")] if rows else []


def _payment_notes(score: "Score", payments: "Payments | None") -> list[str]:
    if payments:
        return [
            "payments: " + ", ".join(f"{seat} {gain:+}" for seat, gain in zip(SEATS, payments, strict=True))
        ]
    return ["payments: --from must name the payer"] if score.legal else []


def _draw_score(
    circumstances: str, hand: Hand, score: "Score", rows: list[tuple[str, str, str]], notes: list[str]
) -> "RenderableType":
    from rich.console import Group
    from rich.text import Text

    from mjcore import drawing

    parts: list[RenderableType] = [Text(circumstances, "dim")]
    if score.reading is not None:
        parts.append(drawing.draw_reading(score.reading, hand.melds))
    if rows:
        parts.append(drawing.draw_table(_SCORE_COLUMNS, rows, right=_SCORE_COLUMNS[:1]))
    return Group(*parts, *map(Text, notes))


# ---------------------------------------------------------------------------------------------------------
# What to discard
# ---------------------------------------------------------------------------------------------------------


@click.command(
    epilog=examples(
        "hints --rules mcr 123789m1299p2s[789s]",
        "hints --rules mcr --seen 3p --seat W 123789m1299p2s[789s]",
        "hints --rules mcr --option profile=mil 1112345678999m",
        "hints --rules mcr --json < hands.txt",
    )
)
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@under_rules
@SEEN_OPTION
def hints(
    hands: tuple[str, ...],
    name: str,
    pairs: tuple[str, ...],
    seat: int,
    dealer: int,
    prevalent: int,
    as_json: bool,
    seen: bytes,
) -> None:
    """List discards after which each HAND waits, with its worth.

    The discard that promises most points comes first. For each wait: how many tiles are left, and the points
    if another player discards it or the player draws it; - if the rules do not allow that win. A HAND that
    waits already has no discard.

    Seats go by the winds that they have while E deals. Exit status: 2 if any HAND was bad, else 1 if any is
    farther from complete, else 0.
    """
    ruleset, _ = find_ruleset(name, pairs)
    table = ruleset.table(dealer=dealer, prevalent=prevalent)

    def ask(text: str) -> Answer:
        return _hints_in_words(ruleset.hints(Hand.parse(text), seat, seen, table))

    answer_all("hand", hands, ask, choose_show("hints", 0, as_json), as_json)


_HINT_COLUMNS = ("discard", "wait", "left", "if discarded", "if drawn")


def _hints_in_words(found: "tuple[Hint, ...]") -> Answer:
    rows = _hint_rows(found)
    return Answer(
        bool(found),
        to_json([_hint_as_dict(hint) for hint in found]),
        "waiting" if found else "no wait",
        lines=aligned(_HINT_COLUMNS, rows, right=_HINT_COLUMNS[2:]) if found else (),
        draw=partial(_draw_hints, rows) if found else None,
    )


def _hint_as_dict(hint: "Hint") -> dict[str, object]:
    return {
        "discard": None if hint.discard is None else tiles.name(hint.discard),
        "left": hint.left,
        "worth": hint.worth,
        "waits": [{**wait._asdict(), "tile": tiles.name(wait.tile)} for wait in hint.waits],
    }


def _hint_rows(found: "tuple[Hint, ...]") -> list[tuple[str, ...]]:
    return [
        (
            "-" if hint.discard is None else tiles.name(hint.discard),
            tiles.name(wait.tile),
            str(wait.left),
            _points_in_words(wait.on_discard),
            _points_in_words(wait.on_draw),
        )
        for hint in found
        for wait in hint.waits
    ]


def _points_in_words(points: int | None) -> str:
    return "-" if points is None else str(points)


def _draw_hints(rows: list[tuple[str, ...]]) -> "RenderableType":
    from mjcore import drawing

    cells: list[tuple[Any, ...]] = []
    above = ""
    for discard, wait, *numbers in rows:
        cells.append(
            (drawing.write_tiles(discard if discard != above else ""), drawing.write_tiles(wait), *numbers)
        )
        above = discard
    # Waits of which none is left, or that the rules do not allow either way.
    dim = [place for place, row in enumerate(rows) if row[2] == "0" or row[3:] == ("-", "-")]
    return drawing.draw_table(_HINT_COLUMNS, cells, right=_HINT_COLUMNS[2:], dim=dim)
