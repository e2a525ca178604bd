"""The rulesets, and how a subcommand is told which one.

Rules are imported where they are asked for: the other subcommands start without them.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from mjcore.cli.shared import (
    JSON_OPTION,
    can_show,
    examples,
    show_table,
    to_json,
    with_options,
    write,
)
from mjcore.notations import quoted

if TYPE_CHECKING:
    from mjcore.rules.registry import Variant
    from mjcore.scoring.fan import Fan
    from mjcore.scoring.ruleset import Option, Ruleset

__all__ = ["SEATS", "find_ruleset", "native_name", "rules", "seat_option", "under_rules"]

# ---------------------------------------------------------------------------------------------------------
# Options
# ---------------------------------------------------------------------------------------------------------

#: Letters of the seats 0 to 3, and of the winds.
SEATS = "ESWN"


def _read_seat(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    seat = SEATS.find(value.upper())
    if len(value) != 1 or seat < 0:
        raise click.BadParameter(f"{param.name} must be E, S, W or N, got {quoted(value)}")
    return seat


def seat_option(
    *names: str, help: str, metavar: str = "SEAT", default: str | None = "E"
) -> Callable[[Any], Any]:
    """Make an option that takes a letter and passes on the number of the seat."""
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
under_rules = with_options(
    (
        click.option(
            "--rules", "name", metavar="NAME", required=True, help="The ruleset; `mjcore rules` lists them."
        ),
        _OPTION_OPTION,
        seat_option("--seat", help="The player's seat, E, S, W or N."),
        seat_option("--dealer", help="The dealer's seat, whose wind is then east, whatever its name."),
        seat_option("--prevalent", metavar="WIND", help="The prevalent wind, written in the same way."),
        JSON_OPTION,
    )
)


def find_ruleset(name: str, pairs: Iterable[str]) -> "tuple[Ruleset, tuple[Option, ...]]":
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
    choices = {_spelt(choice): choice for choice in option.choices}
    if text not in choices:
        allowed = option.allowed if isinstance(option.choices, range) else ", ".join(choices)
        raise ValueError(f"{option.name} must be {allowed}, got {quoted(text)}")
    return choices[text]


def _spelt(value: object) -> str:
    """Spell a value as it is given to `--option`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def native_name(text: str) -> str:
    """Leave out what standard output cannot show."""
    return text if can_show(text) else ""


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
        ruleset, known = find_ruleset(name, pairs)
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
        (
            variant.name,
            variant.english,
            native_name(variant.native),
            ", ".join(filter(can_show, variant.aliases)),
        )
        for variant in rulesets()
    ]
    show_table(header, rows)


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
                "choices": list(option.choices) if isinstance(option.choices, tuple) else option.allowed,
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


def _describe(rules: "Ruleset", known: "tuple[Option, ...]") -> None:
    write("  ".join(filter(None, (rules.name, rules.english, native_name(rules.native)))))
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
            option.allowed if isinstance(option.choices, range) else ", ".join(map(_spelt, option.choices)),
            option.about,
        )
        for option in known
    ]
    show_table(("option", "value", "default", "choices", "decides"), options)
    write("")
    fans = [
        (str(fan.points), fan.id, fan.english, native_name(fan.native), ", ".join(_absorbed(rules, fan)))
        for fan in rules.fans
    ]
    show_table(("points", "fan", "English", "native", "absorbs"), fans, right=("points",))
