"""The `mjcore` command."""

import doctest
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import unicodedata
from importlib.metadata import version

import pytest
from click.testing import CliRunner, Result

from mjcore import Form, best_discards, drawing, tiles
from mjcore.cli import mjcore
from mjcore.hand import Hand

NINE = "1112345678999m"
COMMAND = (sys.executable, "-c", "from mjcore.cli import main; main()")
PLAIN = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR")}
UTF8 = {**PLAIN, "PYTHONUTF8": "1"}
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def run(*arguments: str, stdin: str | bytes = "", color: bool = False) -> Result:
    env = {"FORCE_COLOR": "1" if color else None, "NO_COLOR": None, "COLUMNS": "80", "TERM": "xterm-256color"}
    return CliRunner().invoke(mjcore, arguments, input=stdin, env=env, prog_name="mjcore")


def lines_of_json(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


# ---------------------------------------------------------------------------------------------------------
# Answers
# ---------------------------------------------------------------------------------------------------------


def test_the_nine_waits() -> None:
    result = run("waits", NINE)
    assert result.stdout == f"{NINE}: 1m 2m 3m 4m 5m 6m 7m 8m 9m  🀇🀈🀉🀊🀋🀌🀍🀎🀏\n"
    assert result.stderr == ""
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "output", "status"),
    [
        (["win", "11m"], "11m: win\n", 0),
        (["win", "12m"], "12m: no win\n", 1),
        (["win", "12m", "11m"], "12m: no win\n11m: win\n", 1),
        (["win", "1m", "--wilds", "1"], "1m: win\n", 0),
        (["win", "1mx2z", "--wilds", "2"], "1mx2z: win\n", 0),
        (["win", "11m[123m](5555p){1z}3f"], "11m[123m](5555p){1z}3f: win\n", 0),
        (["win", "1122334455667z7z"], "1122334455667z7z: win\n", 0),
        (["win", "--forms", "standard", "1122334455667z7z"], "1122334455667z7z: no win\n", 1),
        (["win", "--forms", "Standard,SEVEN_PAIRS", "1122334455667z7z"], "1122334455667z7z: win\n", 0),
        (["win", "--forms", "seven_pairs", "1111223344556m6m"], "1111223344556m6m: win\n", 0),
        (["win", "--forms", "distinct_pairs", "1111223344556m6m"], "1111223344556m6m: no win\n", 1),
        (["waits", "1m[111z]"], "1m[111z]: 1m  🀇\n", 0),
        (["waits", "1112m[222m]"], "1112m[222m]: 3m  🀉\n", 0),
        (["waits", "1147m"], "1147m: no wait\n", 1),
        (["waits", "1111m"], "1111m: no wait\n", 1),
        (["waits", "2m55z[777z]", "--wilds", "1"], "2m55z[777z]: 1m 2m 3m 4m 5z  🀇🀈🀉🀊🀆\n", 0),
    ],
)
def test_answers(arguments: list[str], output: str, status: int) -> None:
    result = run(*arguments)
    assert (result.stdout, result.stderr, result.exit_code) == (output, "", status)


def test_a_fifth_copy_is_a_wait_on_demand() -> None:
    assert run("waits", "--copies", "4", "1m[111m]", "1111m").exit_code == 1
    assert run("waits", "--copies", "5", "1m[111m]", "1111m").stdout == "1m[111m]: 1m  🀇\n1111m: 1m  🀇\n"


DISTANCES = [
    ("11m", "complete", "-1"),
    ("1m", "waiting", "0"),
    ("1469m1p[777z]", "1 tile from waiting", "1"),
    ("1469mx[777z]", "waiting", "0"),
    ("1469m1z[777z]", "1 tile from waiting", "1"),
    ("159m159p159s1234z", "3 tiles from waiting", "3"),
    ("1m[111m]", "1 tile from waiting", "1"),
]


def test_shanten() -> None:
    hands = [hand for hand, *_ in DISTANCES]
    assert run("shanten", *hands).stdout == "".join(f"{hand}: {words}\n" for hand, words, _ in DISTANCES)
    assert run("shanten", "--json", stdin="\n".join(hands)).stdout == "".join(
        f'{{"hand": "{hand}", "shanten": {number}}}\n' for hand, _, number in DISTANCES
    )
    assert run("shanten", *hands).exit_code == 0


def test_out_of_reach() -> None:
    for command, hand, answer in (("shanten", "1m", None), ("discards", "11m", [])):
        arguments = (command, "--forms", "seven_pairs", hand)
        found = run(*arguments)
        assert (found.stdout, found.stderr, found.exit_code) == (f"{hand}: out of reach\n", "", 1)
        assert lines_of_json(run(*arguments, "--json")) == [{"hand": hand, command: answer}]


def test_discards() -> None:
    found = run("discards", "1469mx[777z]", "xx", "12m")
    assert found.stdout == (
        "1469mx[777z]: waiting\n"
        "  discard  shanten  left  useful\n"
        "  1m             0     7  5m 9m\n"
        "  9m             0     7  1m 5m\n"
        "  4m             1    32  1m 2m 3m 4m 5m 6m 7m 8m 9m\n"
        "  6m             1    32  1m 2m 3m 4m 5m 6m 7m 8m 9m\n"
        "xx: no discard\n"
        "12m: waiting\n"
        "  discard  shanten  left  useful\n"
        "  1m             0     3  2m\n"
        "  2m             0     3  1m\n"
    )
    assert (found.stderr, found.exit_code) == ("", 1)


@pytest.mark.parametrize("hand", ["1234567m2388p145s", "1469mx[777z](2222p)1f", "1469mx"])
@pytest.mark.parametrize("seen", ["", "14p3s7z"])
def test_discards_are_the_best_discards(hand: str, seen: str) -> None:
    (answer,) = lines_of_json(run("discards", "--json", "--seen", seen, "--forms", "standard", hand))
    best = best_discards(Hand.parse(hand), tiles.counts(seen), forms=Form.STANDARD)
    assert answer["discards"] == [
        {
            "tile": tiles.name(discard.tile),
            "shanten": discard.shanten,
            "left": discard.left,
            "useful": [tiles.name(kind) for kind in discard.useful],
        }
        for discard in best
    ]


def test_split() -> None:
    found = run("split", "112233445566m77p", "34m77zx[123s]", "12m")
    assert found.stdout == (
        "112233445566m77p: 2 readings\n"
        "  123m 123m 456m 456m 77p\n"
        "  11m 22m 33m 44m 55m 66m 77p  seven_pairs\n"
        "34m77zx[123s]: 2 readings\n"
        "  2x34m 77z\n"
        "  345xm 77z\n"
        "12m: no reading\n"
    )
    assert (found.stderr, found.exit_code) == ("", 1)


def test_split_says_when_it_is_cut() -> None:
    found = run("split", "--wilds", "1", "--limit", "1", "34m77z")
    assert found.stdout == "34m77z: more than 1 reading\n  2x34m 77z\n  ...\n"
    assert found.exit_code == 0
    assert lines_of_json(run("split", "--json", "--limit", "1", "34m77zx", "xx")) == [
        {
            "hand": "34m77zx",
            "split": {"readings": [{"form": "standard", "sets": ["2x34m", "77z"]}], "cut": True},
        },
        {"hand": "xx", "split": {"readings": [{"form": "standard", "sets": ["xx"]}], "cut": False}},
    ]


def test_json() -> None:
    assert lines_of_json(run("waits", "--json", "1m[111z]", "1147m")) == [
        {"hand": "1m[111z]", "waits": ["1m"]},
        {"hand": "1147m", "waits": []},
    ]
    assert lines_of_json(run("win", "--json", "11m", "12m")) == [
        {"hand": "11m", "win": True},
        {"hand": "12m", "win": False},
    ]


def test_hands_from_standard_input() -> None:
    result = run("win", stdin="11m\r\n  12m  \n11m 22m2m")
    assert result.stdout == "11m: win\n  12m: no win\n11m 22m2m: win\n"
    assert result.exit_code == 1


@pytest.mark.parametrize("rest", ["", "\n", "\n12m\n"])
def test_a_byte_order_mark_is_no_tile(rest: str) -> None:
    found = run("win", stdin=f"\ufeff11m{rest}".encode())
    assert found.stdout.startswith("11m: win\n")
    assert found.stderr == ""
    assert run("win", stdin="11m\n\ufeff11m").exit_code == 2


def test_nothing_in_nothing_out() -> None:
    result = run("win", stdin="")
    assert (result.output, result.exit_code) == ("", 0)


@pytest.mark.parametrize("name", Form.__members__)
def test_every_form_has_its_name(name: str) -> None:
    hands = ["11m", "11223355667788m", "19m19p19s12345677z"]
    found = [answer["win"] for answer in lines_of_json(run("win", "--json", "--forms", name.lower(), *hands))]
    assert found == [Hand.parse(hand).is_win(Form[name]) for hand in hands]


@pytest.mark.parametrize("form", ["11m", "12m", "1mx", "xx", "11m[123m]", "1m1f", "11111m", "1m", "", "12"])
def test_the_command_answers_as_a_hand_does(form: str) -> None:
    found = lines_of_json(run("win", "--json", "--wilds", "1", "--", form, f"{form}(2222p)"))
    for text, answer in zip((form, f"{form}(2222p)"), found, strict=True):
        try:
            won = Hand.parse(text, wilds=1).is_win()
        except ValueError:
            assert "error" in answer
        else:
            assert answer == {"hand": text, "win": won}


def test_a_long_stream_is_answered_line_by_line() -> None:
    hands = ["11m", "12m", "55z", "x1m", "11m[123m]", "oops"] * 20_000
    result = run("win", "--json", stdin="\n".join(hands))
    answers = lines_of_json(result)
    assert [answer["hand"] for answer in answers] == hands
    assert [answer.get("win") for answer in answers[:6]] == [True, False, True, True, True, None]
    assert answers[:6] * 20_000 == answers


# ---------------------------------------------------------------------------------------------------------
# Notations
# ---------------------------------------------------------------------------------------------------------

WRITTEN = {
    "mpsz": "31m5p9s17z",
    "chinese": "三万一万五筒九条东中",
    "unicode": "🀉🀇🀝🀘🀀🀄",
    "botzone": "W3 W1 B5 T9 F1 J1",
    "mjai": "3m 1m 5p 9s E C",
    "ids": "8 0 52 104 108 132",
}


@pytest.mark.parametrize("source", WRITTEN)
@pytest.mark.parametrize("target", WRITTEN)
def test_convert(source: str, target: str) -> None:
    for arguments, stdin in (([WRITTEN[source]], ""), ([], WRITTEN[source])):
        named = run("convert", "--from", source, "--to", target, *arguments, stdin=stdin)
        assert (named.stdout, named.stderr, named.exit_code) == (f"{WRITTEN[target]}\n", "", 0)
        detected = run("convert", "--to", target, *arguments, stdin=stdin)
        assert detected.exit_code == (2 if source == "ids" else 0)
        assert source == "ids" or detected.stdout == named.stdout


def test_convert_to_json() -> None:
    assert lines_of_json(run("convert", "--json", "--to", "chinese", "1fx", "8z")) == [
        {"text": "1fx", "chinese": "春百搭"},
        {"text": "8z", "error": "text must have ranks 1 to 7 before z at position 0, got '8'"},
    ]


def test_what_cannot_be_converted() -> None:
    result = run("convert", "--to", "ids", "11m", "1mx", "11111m", "12 13")
    assert result.stdout == "0 1\n"
    assert result.stderr.splitlines() == [
        "mjcore: text 2, '1mx': tile must be one that ids can write, got x",
        "mjcore: text 3, '11111m': tile 1m must appear at most 4 times, got 5",
        "mjcore: text 4, '12 13': text of numbers alone must have its notation named, got '12 13'",
    ]
    assert result.exit_code == 2


# ---------------------------------------------------------------------------------------------------------
# Bad input
# ---------------------------------------------------------------------------------------------------------

SUIT = "text must have a suit letter (m, p, s, z or f) at position"


@pytest.mark.parametrize(
    ("text", "shown", "message"),
    [
        ("12z9", "'12z9'", f"{SUIT} 4, got the end"),
        ("\ud800", r"'\ud800'", r"text must have tiles such as 123m at position 0, got '\ud800'"),
        ("\x1b[31m", r"'\x1b[31m'", r"text must have tiles such as 123m at position 0, got '\x1b'"),
        ("11111m", "'11111m'", "tile 1m must appear at most 4 times, got 5"),
        ("1m", "'1m'", "tiles + wilds must be 2, 5, 8, 11, 14 or 17, got 1 + 0"),
        ("", "''", "tiles + wilds must be 2, 5, 8, 11, 14 or 17, got 0 + 0"),
        ("1" * 300, f"'{'1' * 40}'...", "text must be at most 255 characters long, got 300"),
    ],
)
def test_a_bad_hand_is_named_and_the_others_answered(text: str, shown: str, message: str) -> None:
    result = run("win", "11m", text, "12m")
    assert result.stdout == "11m: win\n12m: no win\n"
    assert result.stderr == f"mjcore: hand 2, {shown}: {message}\n"
    assert result.exit_code == 2


def test_bad_lines_are_counted_blank_ones_too() -> None:
    result = run("waits", stdin=b"1m\n\n1\xff\n11m\n2m\n")
    assert result.stdout == "1m: 1m  🀇\n2m: 2m  🀈\n"
    assert result.stderr.splitlines() == [
        "mjcore: line 2, '': tiles + wilds must be 1, 4, 7, 10, 13 or 16, got 0 + 0",
        rf"mjcore: line 3, '1\udcff': {SUIT} 1, got '\udcff'",
        "mjcore: line 4, '11m': tiles + wilds must be 1, 4, 7, 10, 13 or 16, got 2 + 0",
    ]
    assert result.exit_code == 2


def test_json_has_one_object_for_each_line_bad_ones_too() -> None:
    stdin = b"11m\n\n1\xff\n" + b"9" * 10_000_000 + b"\n12m\n"
    found = lines_of_json(run("win", "--json", stdin=stdin))
    assert [answer.get("win") for answer in found] == [True, None, None, None, False]
    assert found[2] == {"hand": "1\udcff", "error": rf"{SUIT} 1, got '\udcff'"}
    assert found[3] == {
        "hand": "9" * 255,
        "error": "text must be at most 255 characters long, got 10000000",
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["shanten", "111m"], "tiles + wilds must be 1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16 or 17, got 3 + 0"),
        (["discards", "1m"], "tiles + wilds must be 2, 5, 8, 11, 14 or 17, got 1 + 0"),
        (
            ["discards", "--seen", "1111m", "11m"],
            "tile 1m must appear at most 4 times in hand, melds and seen tiles, got 6",
        ),
        (["split", "1m"], "tiles + wilds must be 2, 5, 8, 11, 14 or 17, got 1 + 0"),
    ],
)
def test_what_a_command_cannot_answer(arguments: list[str], message: str) -> None:
    found = run(*arguments)
    assert found.stderr == f"mjcore: hand 1, '{arguments[-1]}': {message}\n"
    assert (found.stdout, found.exit_code) == ("", 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["win", "--forms", "standard,foo", "11m"],
            f"forms must be among {', '.join(Form.__members__).lower()}, got 'foo'",
        ),
        (["win", "--forms", "", "11m"], "got ''"),
        (["win", "--wilds", "-1", "11m"], "-1 is not in the range x>=0"),
        (["win", "--wilds", "x", "11m"], "'x' is not a valid integer range"),
        (["waits", "--copies", "6", "1m"], "6 is not in the range 4<=x<=5"),
        (["win", "--copies", "5", "11m"], "No such option"),
        (["discards", "--seen", "12", "11m"], "text must have a suit letter"),
        (["discards", "--seen", "1mx", "11m"], "seen tiles must be natural, got x"),
        (["discards", "--seen", "3f", "11m"], "seen tiles must be natural, got 3f"),
        (["discards", "--seen", "11111m", "11m"], "tile 1m must appear at most 4 times, got 5"),
        (["split", "--limit", "0", "11m"], "0 is not in the range x>=1"),
        (["shatner", "1m"], "No such command 'shatner'"),
    ],
)
def test_bad_options(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert (result.stdout, result.exit_code) == ("", 2)
    assert message in result.stderr


# ---------------------------------------------------------------------------------------------------------
# Help
# ---------------------------------------------------------------------------------------------------------


def test_version() -> None:
    assert run("--version").stdout == f"mjcore {version('mjcore')}\n"


# `bench` asks about no hand, and takes long; tests/test_bench.py runs it.
@pytest.mark.parametrize("arguments", [[], *([name] for name in mjcore.commands if name != "bench")])
def test_the_examples_of_the_help_work(arguments: list[str]) -> None:
    examples = re.findall(r"^ +mjcore (.+)$", run(*arguments, "--help").stdout, re.MULTILINE)
    assert len(examples) >= 2
    for example in examples:
        command = example.removesuffix(" < hands.txt")
        hand = NINE if command.startswith(("waits", "hints")) else "11m"
        assert run(*shlex.split(command), stdin=f"{hand}\n").exit_code == 0, example


# ---------------------------------------------------------------------------------------------------------
# Drawn on a terminal
# ---------------------------------------------------------------------------------------------------------


def columns(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)


def test_the_examples_of_the_docstrings_run() -> None:
    assert doctest.testmod(drawing).failed == 0


def test_the_nine_waits_are_drawn_in_colour() -> None:
    result = run("waits", NINE, color=True)
    assert "\x1b[1;31m" in result.stdout
    assert ESCAPES.sub("", result.stdout) == (
        f"{NINE}\n"
        + "╭──╮" * 13
        + "\n│１││１││１││２││３││４││５││６││７││８││９││９││９│\n"
        + "│萬│" * 13
        + "\n"
        + "╰──╯" * 13
        + "\n1m 2m 3m 4m 5m 6m 7m 8m 9m\n"
        + "╭──╮" * 9
        + "\n│１││２││３││４││５││６││７││８││９│\n"
        + "│萬│" * 9
        + "\n"
        + "╰──╯" * 9
        + "\n\n"
    )


def test_discards_are_drawn_in_a_table() -> None:
    shown = run("discards", "1234567m2388p145s", color=True).stdout
    assert "\x1b[1;31m１" in shown
    assert "\x1b[1;2;31m３" in shown
    table = ESCAPES.sub("", shown).splitlines()[6:]
    assert table[0].split() == ["discard", "shanten", "left", "useful"]
    assert table[1].split() == ["１萬", "1", "16", "１４筒", "３６索"]
    assert len(table) == 1 + 13 + 1


def test_readings_are_drawn_with_their_wild_tiles() -> None:
    shown = run("split", "--limit", "3", "34m77zxxxx", color=True).stdout
    assert "\x1b[1;33m３x" in shown
    assert ESCAPES.sub("", shown).splitlines()[5:] == [
        "more than 3 readings",
        "３３x３x萬  ４４x４x萬  中中",
        "３３x３x萬  ２x３x４萬  中中",
        "３３x３x萬  ３x４５x萬  中中",
        "...",
        "",
    ]
    shown = ESCAPES.sub("", run("split", "19m19p19s11234567z", color=True).stdout)
    assert "１９萬 １９筒 １９索 南西北白發中  東東  thirteen_orphans" in shown


@pytest.mark.parametrize("hand", ["1234567m2388p145s", "147m258p369s12345z", "19m19p19s12345zxxx"])
@pytest.mark.parametrize("command", ["discards", "split"])
def test_tables_keep_to_the_width(command: str, hand: str) -> None:
    shown = ESCAPES.sub("", run(command, "--forms", "mcr", hand, color=True).stdout)
    assert max(map(columns, shown.splitlines())) <= 80


def test_plain_where_there_is_no_terminal() -> None:
    for arguments in (["waits", NINE], ["discards", "11m"], ["split", "11m"], ["waits", "--json", NINE]):
        assert "\x1b" not in run(*arguments).output
    assert "\x1b" not in run("waits", "--json", NINE, color=True).output


@pytest.mark.parametrize("width", [4, 7, 11, 40, 80, 200])
def test_a_drawing_keeps_to_the_width(width: int) -> None:
    hand = Hand.parse("12m(1111s)[123p<2][555+5p][777z]xx{1z}12345678f")
    lines = str(drawing.draw_hand(hand, width)).split("\n")
    assert len(lines) % 4 == 0
    assert max(map(columns, lines)) <= width
    for start in range(0, len(lines), 4):
        assert len({columns(line) for line in lines[start : start + 4]}) == 1
    drawn = 2 + 2 + 4 + 3 + 4 + 3 + 1 + 8
    assert sum(line.count("╭") for line in lines) == drawn


def test_every_kind_has_a_face_of_its_own() -> None:
    faces = {str(drawing.draw_tiles([kind], 80)) for kind in range(len(tiles.NAMES))}
    assert len(faces) == len(tiles.NAMES)


# ---------------------------------------------------------------------------------------------------------
# As a process
# ---------------------------------------------------------------------------------------------------------


def test_through_a_pipe() -> None:
    found = subprocess.run([*COMMAND, "waits"], input=b"1m\n\xff\n2m\n", capture_output=True, env=UTF8)
    assert found.stdout.decode() == "1m: 1m  🀇\n2m: 2m  🀈\n"
    assert found.stderr.decode().startswith(r"mjcore: line 2, '\udcff': text must have tiles")
    assert found.returncode == 2


def test_answers_come_as_soon_as_the_lines_do() -> None:
    with subprocess.Popen(
        [*COMMAND, "win"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=UTF8, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for text, answer in (("11m", "win"), ("12m", "no win")):
            process.stdin.write(f"{text}\n")
            process.stdin.flush()
            assert process.stdout.readline() == f"{text}: {answer}\n"
        process.stdin.close()
        assert process.wait() == 1


@pytest.mark.parametrize(("encoding", "output"), [("ascii", "1m: 1m\n"), ("utf-8", "1m: 1m  🀇\n")])
def test_glyphs_only_where_they_can_be_written(encoding: str, output: str) -> None:
    env = {**PLAIN, "PYTHONIOENCODING": encoding}
    found = subprocess.run([*COMMAND, "waits", "1m"], capture_output=True, env=env, check=True)
    assert found.stdout.decode() == output


def test_tiles_that_cannot_be_shown() -> None:
    found = subprocess.run(
        [*COMMAND, "convert", "--to", "chinese", "1m"],
        capture_output=True,
        env={**PLAIN, "PYTHONIOENCODING": "ascii"},
    )
    assert found.stdout == b""
    assert found.stderr == b"mjcore: standard output must be able to show tiles, got ascii\n"
    assert found.returncode == 2


def test_undecodable_arguments() -> None:
    found = subprocess.run(
        [*map(os.fsencode, COMMAND), b"win", b"\xff", b"11m"], capture_output=True, env=UTF8
    )
    assert found.stdout == b"11m: win\n"
    assert found.stderr.startswith(rb"mjcore: hand 1, '\udcff': text must have tiles")
    assert found.returncode == 2


def test_closed_standard_input() -> None:
    found = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND, "win"], capture_output=True, env=UTF8
    )
    assert (found.stdout, found.stderr, found.returncode) == (b"", b"mjcore: standard input is closed\n", 2)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize(
    ("redirection", "message"),
    [(">&-", "standard output is closed"), (">/dev/full", "[Errno 28] No space left on device")],
)
def test_answers_that_cannot_be_written(redirection: str, message: str) -> None:
    shell = ["sh", "-c", f'exec "$@" {redirection}', "sh", *COMMAND, "win", "11m"]
    found = subprocess.run(shell, stderr=subprocess.PIPE, env=UTF8, text=True)
    assert (found.stderr, found.returncode) == (f"mjcore: {message}\n", 2)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_complaints_that_cannot_be_written(redirection: str) -> None:
    shell = ["sh", "-c", f'exec "$@" {redirection}', "sh", *COMMAND, "win"]
    found = subprocess.run(shell, input="oops\n11m\n", stdout=subprocess.PIPE, env=UTF8, text=True)
    assert (found.stdout, found.returncode) == ("11m: win\n", 2)


@pytest.mark.skipif(os.name == "nt", reason="needs the signals of a Unix")
def test_a_closed_pipe_ends_it_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, "win"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=UTF8
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"11m\n")
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == -signal.SIGPIPE


@pytest.mark.skipif(os.name == "nt", reason="needs the signals of a Unix")
def test_an_interrupt_ends_it_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, "win"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=UTF8
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"11m\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"11m: win\n"
        process.send_signal(signal.SIGINT)
        assert process.wait() == -signal.SIGINT
        assert process.stderr.read() == b""


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_the_extra(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; {COMMAND[2]}"
    found = subprocess.run(
        [sys.executable, "-c", code, "win", "11m"], capture_output=True, text=True, env=UTF8
    )
    assert found.stderr == "mjcore: this command needs click and rich: pip install 'mjcore[cli]'\n"
    assert (found.stdout, found.returncode) == ("", 2)


def on_a_terminal(*arguments: str, **env: str) -> str:
    import pty

    output, terminal = pty.openpty()
    subprocess.run(
        [*COMMAND, *arguments],
        stdout=terminal,
        env={**UTF8, "TERM": "xterm-256color", "COLUMNS": "80", **env},
        check=True,
    )
    os.close(terminal)
    shown = os.read(output, 10_000).decode()
    os.close(output)
    return shown


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_on_a_terminal() -> None:
    shown = on_a_terminal("waits", "1m")
    assert "╭──╮" in shown
    assert "\x1b[1;31m１" in shown


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("refused", ["0", "false"])
def test_colour_is_refused(refused: str) -> None:
    shown = on_a_terminal("waits", "1m", FORCE_COLOR=refused)
    assert "╭──╮" in shown
    assert "\x1b[1;31m" not in shown
    piped = subprocess.run(
        [*COMMAND, "waits", "1m"], capture_output=True, env={**UTF8, "FORCE_COLOR": refused}, check=True
    )
    assert piped.stdout.decode() == "1m: 1m  🀇\n"


def test_plain_output_loads_no_console() -> None:
    code = f"import atexit, sys; atexit.register(lambda: print('rich.console' in sys.modules)); {COMMAND[2]}"
    found = subprocess.run(
        [sys.executable, "-c", code, "win", "11m"], capture_output=True, text=True, check=True, env=UTF8
    )
    assert found.stdout == "11m: win\nFalse\n"


def test_a_terminal_that_is_no_wider_than_nothing() -> None:
    assert str(drawing.draw_tiles([0], 1)) == str(drawing.draw_tiles([0], 80))
