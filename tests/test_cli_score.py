"""The subcommands of `mjcore` about rulesets: score, hints and rules."""

import json
import re
import subprocess
import sys

import pytest

from mjcore import Hand, Score, Table, Win, ruleset, rulesets, tiles
from mjcore.rules.registry import options
from tests.test_cli import COMMAND, ESCAPES, UTF8, columns, lines_of_json, run

MCR = ("--rules", "mcr")
LESS_THAN_ENOUGH = "234m345p67p[222s]88m"


# ---------------------------------------------------------------------------------------------------------
# What a win is worth
# ---------------------------------------------------------------------------------------------------------


def test_a_win() -> None:
    found = run("score", *MCR, "--from", "S", "--seat", "W", "123789m1299p[789s<1]3f", "3p")
    assert found.stdout == (
        "123789m1299p[789s<1]3f: win, 11 points\n"
        "  3p discarded by S; winner W, seat wind W, prevalent wind E\n"
        "  123m 789m 123p 99p [789s<1]\n"
        "  points  fan\n"
        "       4  Outside Hand          全带幺\n"
        "       2  All Chows             平和\n"
        "       2  Mixed Double Chow x2  喜相逢\n"
        "       1  Two Terminal Chows    老少副\n"
        "       1  Edge Wait             边张\n"
        "       1  Flower Tiles          花牌\n"
        "      11  total\n"
        "  payments: E -8, S -19, W +35, N -8\n"
    )
    assert (found.stderr, found.exit_code) == ("", 0)


def test_a_win_that_is_not_allowed() -> None:
    found = run("score", *MCR, "--from", "N", f"{LESS_THAN_ENOUGH}12f", "8p")
    assert found.stdout == (
        f"{LESS_THAN_ENOUGH}12f: no win: below minimum (points 3 + 2 bonus, needed 8)\n"
        "  8p discarded by N; winner E, seat wind E, prevalent wind E\n"
        "  234m 345p 678p 88m [222s]\n"
        "  points  fan\n"
        "       2  All Simples      断幺\n"
        "       1  Short Straight   连六\n"
        "       2  Flower Tiles x2  花牌\n"
        "       5  total\n"
    )
    assert (found.stderr, found.exit_code) == ("", 1)
    found = run("score", *MCR, LESS_THAN_ENOUGH, "8p")
    assert found.stdout.startswith(f"{LESS_THAN_ENOUGH}: no win: below minimum (points 3, needed 8)\n")


def test_no_win() -> None:
    found = run("score", *MCR, LESS_THAN_ENOUGH, "1z")
    assert found.stdout == (
        f"{LESS_THAN_ENOUGH}: no win: not complete\n  1z discarded; winner E, seat wind E, prevalent wind E\n"
    )
    assert (found.stderr, found.exit_code) == ("", 1)


def test_the_number_of_points_agrees() -> None:
    for hand, words in ((LESS_THAN_ENOUGH, "3 points"), ("234m345p67p[222s]55z", "1 point")):
        found = run("score", *MCR, "--option", "min_fan=1", "--option", "profile=mil", hand, "8p")
        assert found.stdout.startswith(f"{hand}: win, {words}\n")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--self-draw", "123789m1299p789s", "3p"], "3p drawn"),
        (["--self-draw", "--last-tile", "123789m1299p789s", "3p"], "3p drawn, last of the wall"),
        (["123789m1299p789s", "3p"], "3p discarded"),
        (["--from", "n", "--last-of-kind", "123789m1299p789s", "3p"], "3p discarded by N, last of its kind"),
        (["--rob-kong", "123789m1299p789s", "3p"], "3p robbed from a kong"),
        (["--rob-kong", "--from", "W", "123789m1299p789s", "3p"], "3p robbed from a kong by W"),
        (["112233445566m77p"], "dealt complete"),
        (
            ["--self-draw", "--replacement", "123789m1299p(7777s)", "3p"],
            "3p drawn, replacement of a kong",
        ),
    ],
)
def test_circumstances_are_told(arguments: list[str], line: str) -> None:
    found = run("score", *MCR, *arguments)
    assert found.stdout.splitlines()[1] == f"  {line}; winner E, seat wind E, prevalent wind E"
    assert (found.stderr, found.exit_code) == ("", 0)


def test_the_payer_must_be_known_to_tell_who_pays() -> None:
    last = "  payments: --from must name the payer\n"
    assert run("score", *MCR, "123789m1299p789s", "3p").stdout.endswith(last)
    assert "payments" not in run("score", *MCR, LESS_THAN_ENOUGH, "8p").stdout


def test_winds_follow_the_dealer() -> None:
    hand = "23455m67p345s[444z]"
    found = run("score", *MCR, "--seat", "E", "--dealer", "S", "--prevalent", "N", hand, "8p")
    assert "winner E, seat wind N, prevalent wind N\n" in found.stdout
    assert " 2  Seat Wind " in found.stdout
    assert " 2  Prevalent Wind " in found.stdout
    assert "Wind" not in run("score", *MCR, hand, "8p").stdout


def test_notes_are_told() -> None:
    found = run("score", *MCR, "23567p55z[111p][456s]", "1p")
    assert "  last tile: the other three lie in the winner's own melds\n" in found.stdout


HANDS = ["123789m1299p789s", "1112345678999m", "23567p55z[111p<2][456s<3]1f", LESS_THAN_ENOUGH]


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("profile", ["wmo2006", "mil", "cn1998"])
@pytest.mark.parametrize("source", ["self_draw", "discard"])
def test_the_command_answers_as_the_ruleset_does(hand: str, profile: str, source: str) -> None:
    rules = ruleset("mcr", profile=profile)
    table = Table(dealer=3, prevalent=2)
    for tile in range(tiles.KINDS):
        payer = None if source == "self_draw" else 0
        win = Win(tile, source, 1, payer, ["wall_last"])
        option = ["--self-draw"] if payer is None else ["--from", "E"]
        given = ["--seat", "S", "--dealer", "N", "--prevalent", "W", "--last-tile", *option]
        found = run("score", *MCR, "--json", "--option", f"profile={profile}", *given, hand, tiles.name(tile))
        (answer,) = lines_of_json(found)
        if "error" in answer:
            with pytest.raises(ValueError, match=f"^{re.escape(str(answer['error']))}$"):
                rules.score(Hand.parse(hand), win, table)
            assert found.exit_code == 2
            continue
        score = rules.score(Hand.parse(hand), win, table)
        assert answer["hand"] == hand
        assert Win.from_dict(answer["win"]) == win
        assert answer["score"] == json.loads(json.dumps(score.to_dict()))
        assert Score.from_dict(answer["score"]) == score
        assert answer["payments"] == (list(rules.settle(score, win, table)) if score.legal else None)
        assert found.exit_code == (0 if score.legal else 1)


# ---------------------------------------------------------------------------------------------------------
# What cannot be scored
# ---------------------------------------------------------------------------------------------------------

NAMES = ", ".join(option.name for option in options("mcr"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rules", "mrc", "11m", "1m"], "ruleset must be mcr, got 'mrc'"),
        (["11m", "1m"], "Missing option '--rules'"),
        ([*MCR, "--option", "foo=1", "11m", "1m"], f"option must be {NAMES}, got 'foo'"),
        ([*MCR, "--option", "name=1", "11m", "1m"], f"option must be {NAMES}, got 'name'"),
        ([*MCR, "--option", "profile", "11m", "1m"], "option must be NAME=VALUE, got 'profile'"),
        ([*MCR, "--option", "profile=x", "11m", "1m"], "profile must be wmo2006, mil, cn1998, got 'x'"),
        ([*MCR, "--option", "min_fan=x", "11m", "1m"], "min_fan must be 0 to 1000, got 'x'"),
        ([*MCR, "--option", "strict_98=1", "11m", "1m"], "strict_98 must be true, false, got '1'"),
        (
            [*MCR, "--option", "min_fan=1", "--option", "min_fan=2", "11m", "1m"],
            "option min_fan must be given once, got 'min_fan=2' too",
        ),
        ([*MCR, "11m", "3f"], "winning tile must not be a flower, got 3f"),
        ([*MCR, "11m", "none"], "must be a tile such as 5m, 7z or 1f, got 'none'"),
        ([*MCR, "--seat", "SE", "11m", "1m"], "seat must be E, S, W or N, got 'SE'"),
        ([*MCR, "--seat", "", "11m", "1m"], "seat must be E, S, W or N, got ''"),
        ([*MCR, "--from", "1", "11m", "1m"], "payer must be E, S, W or N, got '1'"),
        ([*MCR, "--from", "E", "11m", "1m"], "--from must be another seat than --seat, got E"),
        ([*MCR, "--from", "S", "--self-draw", "11m", "1m"], "--from must not stand beside --self-draw"),
        ([*MCR, "--rob-kong", "--self-draw", "11m", "1m"], "--rob-kong must not stand beside --self-draw"),
        ([*MCR, "--from", "S", "11m"], "--from must not stand beside a HAND without WIN"),
        ([*MCR, "--replacement", "11m", "1m"], "--replacement must stand beside --self-draw"),
    ],
)
def test_bad_options(arguments: list[str], message: str) -> None:
    found = run("score", *arguments)
    assert (found.stdout, found.exit_code) == ("", 2)
    assert message in found.stderr


@pytest.mark.parametrize(
    ("hand", "tile", "message"),
    [
        ("12z9", "1m", "text must have a suit letter (m, p, s, z or f) at position 4, got the end"),
        ("123789m1299p789s", "x", "mcr has no wild tiles"),
        ("1m", "1m", "a hand of mcr must have 14 tiles with the winning one"),
    ],
)
def test_bad_hands(hand: str, tile: str, message: str) -> None:
    found = run("score", *MCR, hand, tile)
    assert (found.stdout, found.exit_code) == ("", 2)
    assert found.stderr == f"mjcore: hand 1, '{hand}': {message}\n"
    assert lines_of_json(run("score", *MCR, "--json", hand, tile)) == [{"hand": hand, "error": message}]


# ---------------------------------------------------------------------------------------------------------
# What to discard
# ---------------------------------------------------------------------------------------------------------


def test_hints() -> None:
    found = run("hints", *MCR, "123789m1299p2s[789s]", "1112345678999m", "1469m1p22233s[777z]")
    lines = found.stdout.splitlines()
    assert lines[:4] == [
        "123789m1299p2s[789s]: waiting",
        "  discard  wait  left  if discarded  if drawn",
        "  2s       3p       4            10        11",
        "1112345678999m: waiting",
    ]
    assert lines[5].split()[:3] == ["-", "1m", "1"]
    assert lines[-1] == "1469m1p22233s[777z]: no wait"
    assert (found.stderr, found.exit_code) == ("", 1)


def test_hints_show_what_the_rules_do_not_allow() -> None:
    found = run("hints", *MCR, "--seen", "5p", f"{LESS_THAN_ENOUGH}")
    assert [line.split() for line in found.stdout.splitlines()[2:]] == [
        ["-", "2p", "4", "-", "-"],
        ["-", "5p", "2", "-", "-"],
        ["-", "8p", "4", "-", "-"],
    ]
    assert found.exit_code == 0


@pytest.mark.parametrize(
    "hand", ["1112345678999m", "11123456789999m", "123789m1299p2s[789s]", "1469m1p22233s[777z]"]
)
def test_hints_are_those_of_the_ruleset(hand: str) -> None:
    given = ("--seat", "N", "--dealer", "S", "--prevalent", "S", "--seen", "1p7z", "--option", "profile=mil")
    found = run("hints", *MCR, *given, "--json", hand)
    (answer,) = lines_of_json(found)
    rules = ruleset("mcr", profile="mil")
    expected = rules.hints(Hand.parse(hand), 3, tiles.counts("1p7z"), Table(1, 1))
    assert answer == {
        "hand": hand,
        "hints": [
            {
                "discard": None if hint.discard is None else tiles.name(hint.discard),
                "left": hint.left,
                "worth": hint.worth,
                "waits": [
                    {
                        "tile": tiles.name(wait.tile),
                        "left": wait.left,
                        "on_discard": wait.on_discard,
                        "on_draw": wait.on_draw,
                    }
                    for wait in hint.waits
                ],
            }
            for hint in expected
        ],
    }
    assert found.exit_code == (0 if expected else 1)


def test_hints_from_standard_input() -> None:
    found = run("hints", *MCR, "--json", stdin="1112345678999m\noops\n")
    first, second = lines_of_json(found)
    assert first["hand"] == "1112345678999m"
    assert second["hand"] == "oops"
    assert found.stderr.startswith("mjcore: line 2, 'oops': text must have tiles")
    assert found.exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seen", "x", "11m"], "seen tiles must be natural, got x"),
        (["--seen", "1111m", "1112345678999m"], "tile 1m must appear at most 4 times"),
        (["--option", "foo=1", "11m"], f"option must be {NAMES}, got 'foo'"),
        (["--seat", "Q", "11m"], "seat must be E, S, W or N, got 'Q'"),
    ],
)
def test_what_there_are_no_hints_about(arguments: list[str], message: str) -> None:
    found = run("hints", *MCR, *arguments)
    assert (found.stdout, found.exit_code) == ("", 2)
    assert message in found.stderr


# ---------------------------------------------------------------------------------------------------------
# Rulesets
# ---------------------------------------------------------------------------------------------------------


def test_rulesets_are_listed() -> None:
    found = run("rules")
    header, *lines = found.stdout.splitlines()
    assert header.split() == ["name", "English", "native", "aliases"]
    for line, variant in zip(lines, rulesets(), strict=True):
        assert line.split("  ")[0].strip() == variant.name
        for words in (variant.english, variant.native, *variant.aliases):
            assert words in line
    assert lines_of_json(run("rules", "--json")) == [
        {
            "name": variant.name,
            "english": variant.english,
            "native": variant.native,
            "aliases": list(variant.aliases),
        }
        for variant in rulesets()
    ]


@pytest.mark.parametrize("name", ["mcr", "国标"])
@pytest.mark.parametrize("profile", ["wmo2006", "cn1998"])
def test_a_ruleset_is_told(name: str, profile: str) -> None:
    rules = ruleset("mcr", profile=profile)
    (about,) = lines_of_json(run("rules", "--json", "--option", f"profile={profile}", name))
    assert (about["name"], about["english"], about["native"]) == ("mcr", rules.english, rules.native)
    assert (about["source"], about["minimum"]) == (rules.source, 8)
    assert [option["name"] for option in about["options"]] == list(rules.options)  # type: ignore[attr-defined]
    assert about["options"][:2] == [  # type: ignore[index]
        {
            "name": "profile",
            "about": options("mcr")[0].about,
            "choices": ["wmo2006", "mil", "cn1998"],
            "default": "wmo2006",
            "value": profile,
        },
        {
            "name": "min_fan",
            "about": options("mcr")[1].about,
            "choices": "0 to 1000",
            "default": 8,
            "value": 8,
        },
    ]
    fans = {fan["id"]: fan for fan in about["fans"]}  # type: ignore[attr-defined]
    assert list(fans) == [fan.id for fan in rules.fans]
    for fan in rules.fans:
        told = fans[fan.id]
        assert (told["english"], told["native"], told["points"]) == (fan.english, fan.native, fan.points)
        assert (set(told["absorbs"]), told["bonus"]) == (set(fan.absorbs), fan.bonus)


def test_a_ruleset_is_told_in_words() -> None:
    lines = run("rules", "mcr").stdout.splitlines()
    assert lines[:4] == [
        "mcr  Mahjong Competition Rules  国标麻将",
        f"source: {ruleset('mcr').source}",
        "points needed to win: 8",
        "not counted among those: flower_tiles",
    ]
    rows = [line.split() for line in lines]
    assert ["option", "value", "default", "choices", "decides"] in rows
    assert ["strict_98", "false", "false", "true,", "false"] in [row[:5] for row in rows]
    assert ["88", "all_green", "All", "Green", "绿一色", "one_voided_suit"] in rows
    assert len([row for row in rows if row and row[0].isdigit()]) == len(ruleset("mcr").fans)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mrc"], "ruleset must be mcr, got 'mrc'"),
        (["--option", "profile=mil"], "--option must stand beside the NAME of a ruleset"),
        (["mcr", "--option", "profile=x"], "profile must be wmo2006, mil, cn1998, got 'x'"),
    ],
)
def test_what_rulesets_there_are_not(arguments: list[str], message: str) -> None:
    found = run("rules", *arguments)
    assert (found.stdout, found.exit_code) == ("", 2)
    assert message in found.stderr


# ---------------------------------------------------------------------------------------------------------
# Drawn, and plain
# ---------------------------------------------------------------------------------------------------------


def test_the_winning_tile_is_marked() -> None:
    shown = run("score", *MCR, "--self-draw", "123789m12399p[789s<1]3f", "3p", color=True)
    assert "\x1b[1;31m１" in shown.stdout
    lines = ESCAPES.sub("", shown.stdout).splitlines()
    assert lines[1] == "╭──╮" * 10 + " ╔══╗ " + "╭──╮" * 3 + " ╭──╮"
    assert lines[2].split()[1] == "║３║"
    assert lines[5:8] == [
        "win, 12 points",
        "3p drawn; winner E, seat wind E, prevalent wind E",
        "１２３萬  ７８９萬  １２３筒  ９９筒  [７８９索]",
    ]
    assert lines[8].split() == ["points", "fan"]
    assert lines[-2:] == ["payments: E +60, S -20, W -20, N -20", ""]


def test_what_is_not_complete_is_drawn() -> None:
    shown = run("score", *MCR, "--self-draw", "123789m1299p789s", "1z", color=True).stdout
    lines = ESCAPES.sub("", shown).splitlines()
    assert lines[2].endswith("║１║")
    assert lines[3].endswith("║東║")
    assert lines[5] == "no win: not complete"


def test_hints_are_drawn_in_a_table() -> None:
    shown = run("hints", *MCR, "11123456789999m", color=True).stdout
    assert "\x1b[1;31m" in shown
    rows = [line.split() for line in ESCAPES.sub("", shown).splitlines()]
    start = rows.index(["discard", "wait", "left", "if", "discarded", "if", "drawn"])
    assert len(rows[start + 1]) == 5
    assert len(rows[start + 2]) == 4  # The discard stands at its first wait.


def test_rules_are_drawn() -> None:
    for arguments in (["rules"], ["rules", "mcr"]):
        shown = run(*arguments, color=True).stdout
        assert "\x1b[2m" in shown
        tables = [line for line in ESCAPES.sub("", shown).splitlines() if not line.startswith("source")]
        assert max(map(columns, tables)) <= 80


def test_json_is_never_in_colour() -> None:
    hand = "123789m1299p789s"
    for arguments in (["score", *MCR, hand, "3p"], ["hints", *MCR, hand], ["rules"], ["rules", "mcr"]):
        assert "\x1b" not in run(*arguments, "--json", color=True).stdout
        assert "\x1b" not in run(*arguments).stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", *MCR, "123789m1299p789s", "3p"],
        ["hints", *MCR, "123789m1299p789s"],
        ["rules"],
        ["rules", "mcr"],
    ],
)
def test_native_names_only_where_they_can_be_written(arguments: list[str]) -> None:
    env = {**UTF8, "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    found = subprocess.run([*COMMAND, *arguments], capture_output=True, env=env, check=True)
    assert found.stdout.isascii()


def test_other_commands_load_no_rules() -> None:
    code = (
        "import atexit, sys; "
        "atexit.register(lambda: print({'mjcore.rules', 'mjcore.scoring'} & set(sys.modules))); "
        f"{COMMAND[2]}"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, "win", "11m"], capture_output=True, text=True, check=True, env=UTF8
    )
    assert found.stdout == "11m: win\nset()\n"
