"""What hands are worth under a ruleset, and the rulesets themselves.

Rules are imported where they are asked for: the other subcommands start without them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mjcore import tiles
from mjcore.cli.shared import (
    JSON_OPTION,
    Answer,
    aligned,
    answer_all,
    can_show,
    choose_show,
    examples,
    on_terminal,
    open_console,
    read_seen,
    to_json,
    write,
)
from mjcore.hand import Hand
from mjcore.notations import quoted
from mjcore.wins import Flag, Source, Win

if TYPE_CHECKING:
    from rich.console import RenderableType

    from mjcore.rules.registry import Variant
    from mjcore.scoring.fan import Fan
    from mjcore.scoring.hints import Hint
    from mjcore.scoring.ruleset import Option, Ruleset
    from mjcore.scoring.score import Payments, Score

__all__ = ["hints", "rules", "score"]

# ---------------------------------------------------------------------------------------------------------
# Options
# ---------------------------------------------------------------------------------------------------------

_SEATS = "ESWN"


def _read_seat(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    seat = _SEATS.find(value.upper())
    if len(value) != 1 or seat < 0:
        raise click.BadParameter(f"{param.name} must be E, S, W or N, got {quoted(value)}")
    return seat


def _seat_option(
    *names: str, help: str, metavar: str = "SEAT", default: str | None = "E"
) -> Callable[[Any], Any]:
    return click.option(
        *names, metavar=metavar, callback=_read_seat, default=default, show_default=bool(default), help=help
    )


_OPTION_OPTION = click.option(
    "--option",
    "pairs",
    metavar="NAME=VALUE",
    multiple=True,
    help="An option of the ruleset, such as profile=mil; may be repeated.",
)
_RULES_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--rules", "name", metavar="NAME", required=True, help="The ruleset; `mjcore rules` lists them."
    ),
    _OPTION_OPTION,
    _seat_option("--seat", help="The player's seat, E, S, W or N."),
    _seat_option("--dealer", help="The dealer's seat, whose wind is then east, whatever its name."),
    _seat_option("--prevalent", metavar="WIND", help="The prevalent wind, written in the same way."),
    JSON_OPTION,
)

Function = TypeVar("Function", bound=Callable[..., Any])


def _under_rules(function: Function) -> Function:
    """Give a subcommand the options of `_RULES_OPTIONS`."""
    for option in reversed(_RULES_OPTIONS):
        function = option(function)
    return function


def _find(name: str, pairs: Iterable[str]) -> "tuple[Ruleset, tuple[Option, ...]]":
    """Find a ruleset, and the options that it has."""
    from mjcore.rules.registry import options, ruleset

    try:
        known = options(name)
        return ruleset(name, **_values({option.name: option for option in known}, pairs)), known
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _values(known: "Mapping[str, Option]", pairs: Iterable[str]) -> dict[str, object]:
    chosen: dict[str, object] = {}
    for pair in pairs:
        name, sign, text = pair.partition("=")
        if not sign:
            raise ValueError(f"option must be NAME=VALUE, got {quoted(pair)}")
        if name not in known:
            raise ValueError(f"option must be {', '.join(known)}, got {quoted(name)}")
        if name in chosen:
            raise ValueError(f"option {name} must be given once, got {quoted(pair)} too")
        chosen[name] = _value(known[name], text)
    return chosen


def _value(option: "Option", text: str) -> object:
    if isinstance(option.choices, type):
        try:
            return option.choices(text)
        except ValueError:
            kind = option.choices.__name__
            raise ValueError(f"{option.name} must be of type {kind}, got {quoted(text)}") from None
    choices = {_spelt(choice): choice for choice in option.choices}
    if text not in choices:
        raise ValueError(f"{option.name} must be {', '.join(choices)}, got {quoted(text)}")
    return choices[text]


def _spelt(value: object) -> str:
    """Spell a value as it is given to `--option`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


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
@_under_rules
@click.option("--self-draw", is_flag=True, help="The winner drew the tile.")
@_seat_option(
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
    ruleset, _ = _find(name, pairs)
    drawn = self_draw or tile is None
    if drawn and (rob_kong or payer is not None):
        state = "--self-draw" if self_draw else "a HAND without WIN"
        raise click.UsageError(f"{'--rob-kong' if rob_kong else '--from'} must not stand beside {state}")
    if payer == seat:
        raise click.UsageError(f"--from must be another seat than --seat, got {_SEATS[seat]}")
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
    whose = "" if win.payer is None else f" by {_SEATS[win.payer]}"
    tile = "" if win.tile is None else tiles.name(win.tile)
    how = {
        Source.SELF_DRAW: f"{tile} drawn" if tile else "dealt complete",
        Source.DISCARD: f"{tile} discarded{whose}",
        Source.ROB_KONG: f"{tile} robbed from a kong{whose}",
    }
    flags = [words for flag, words in _FLAGS.items() if flag in win.flags]
    winds = f"seat wind {_SEATS[table.wind(win.winner)]}, prevalent wind {_SEATS[table.prevalent]}"
    return f"{', '.join([how[win.source], *flags])}; winner {_SEATS[win.winner]}, {winds}"


_FLAGS = {
    Flag.WALL_LAST: "last of the wall",
    Flag.REPLACEMENT: "replacement of a kong",
    Flag.LAST_OF_KIND: "last of its kind",
}
_SCORE_COLUMNS = ("points", "fan", "")


def _score_rows(score: "Score") -> list[tuple[str, str, str]]:
    rows = [
        (str(item.total), item.english + (f" x{item.count}" if item.count > 1 else ""), _native(item.native))
        for item in score.items
    ]
    return [*rows, (str(score.points), "total", "")] if rows else []


def _native(text: str) -> str:
    """Leave out what standard output cannot show."""
    return text if can_show(text) else ""


def _payment_notes(score: "Score", payments: "Payments | None") -> list[str]:
    if payments:
        return [
            "payments: " + ", ".join(f"{seat} {gain:+}" for seat, gain in zip(_SEATS, payments, strict=True))
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
@_under_rules
@click.option(
    "--seen",
    metavar="TILES",
    callback=read_seen,
    default="",
    help="Tiles that all can see, those in the HAND aside: they are not to come.",
)
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
    ruleset, _ = _find(name, pairs)
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


# ---------------------------------------------------------------------------------------------------------
# Rulesets
# ---------------------------------------------------------------------------------------------------------


@click.command(epilog=examples("rules", "rules mcr", "rules --option profile=cn1998 mcr", "rules --json mcr"))
@click.argument("name", required=False)
@_OPTION_OPTION
@JSON_OPTION
def rules(name: str | None, pairs: tuple[str, ...], as_json: bool) -> None:
    """List the rulesets, or tell what the one called NAME says.

    Of one: its source, the points needed to win, its options, and its fans with the fans that each absorbs,
    as the options chosen make them.
    """
    if name is None:
        if pairs:
            raise click.UsageError("--option must stand beside the NAME of a ruleset")
        _list_rulesets(as_json)
    else:
        ruleset, known = _find(name, pairs)
        if as_json:
            write(to_json(_ruleset_as_dict(ruleset, known)))
        else:
            _describe(ruleset, known)


def _list_rulesets(as_json: bool) -> None:
    from mjcore.rules.registry import rulesets

    if as_json:
        for variant in rulesets():
            write(to_json(_variant_as_dict(variant)))
        return
    header = ("name", "English", "native", "aliases")
    rows = [
        (variant.name, variant.english, _native(variant.native), ", ".join(filter(can_show, variant.aliases)))
        for variant in rulesets()
    ]
    _show_table(header, rows)


def _variant_as_dict(variant: "Variant") -> dict[str, object]:
    return {
        "name": variant.name,
        "english": variant.english,
        "native": variant.native,
        "aliases": variant.aliases,
    }


def _ruleset_as_dict(rules: "Ruleset", known: "tuple[Option, ...]") -> dict[str, object]:
    from mjcore.rules.registry import rulesets

    (variant,) = [variant for variant in rulesets() if variant.name == rules.name]
    return {
        **_variant_as_dict(variant),
        "source": rules.source,
        "minimum": rules.minimum,
        "options": [
            {
                "name": option.name,
                "about": option.about,
                "choices": _type_name(option) or _choices(option),
                "default": option.default,
                "value": rules.options[option.name],
            }
            for option in known
        ],
        "fans": [
            {
                "id": fan.id,
                "english": fan.english,
                "native": fan.native,
                "points": fan.points,
                "bonus": fan.bonus,
                "absorbs": _absorbed(rules, fan),
            }
            for fan in rules.fans
        ],
    }


def _absorbed(rules: "Ruleset", fan: "Fan") -> list[str]:
    return [other.id for other in rules.fans if other.id in fan.absorbs]


def _choices(option: "Option") -> tuple[object, ...]:
    return () if isinstance(option.choices, type) else option.choices


def _type_name(option: "Option") -> str | None:
    return option.choices.__name__ if isinstance(option.choices, type) else None


def _describe(rules: "Ruleset", known: "tuple[Option, ...]") -> None:
    write("  ".join(filter(None, (rules.name, rules.english, _native(rules.native)))))
    write(f"source: {rules.source}")
    write(f"points needed to win: {rules.minimum}")
    if bonus := ", ".join(fan.id for fan in rules.fans if fan.bonus):
        write(f"not counted among those: {bonus}")
    write("")
    options = [
        (
            option.name,
            _spelt(rules.options[option.name]),
            _spelt(option.default),
            _type_name(option) or ", ".join(map(_spelt, _choices(option))),
            option.about,
        )
        for option in known
    ]
    _show_table(("option", "value", "default", "choices", "decides"), options)
    write("")
    fans = [
        (str(fan.points), fan.id, fan.english, _native(fan.native), ", ".join(_absorbed(rules, fan)))
        for fan in rules.fans
    ]
    _show_table(("points", "fan", "English", "native", "absorbs"), fans, right=("points",))


def _show_table(header: tuple[str, ...], rows: Sequence[Sequence[str]], right: tuple[str, ...] = ()) -> None:
    if on_terminal() and can_show("国"):
        from mjcore import drawing

        open_console().print(drawing.draw_table(header, rows, right))
    else:
        write("\n".join(aligned(header, rows, right)))
