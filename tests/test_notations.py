"""Notations: what each reads and writes, and how one is told from another."""

import itertools
import re
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore import InvalidHandError, NotationError, notations, tiles

NATURAL = range(34)
FLOWERS = range(34, 42)
DOMAINS = {
    "mpsz": [*NATURAL, *FLOWERS, tiles.WILD],
    "chinese": [*NATURAL, *FLOWERS, tiles.WILD],
    "unicode": [*NATURAL, *FLOWERS, tiles.WILD],
    "botzone": [*NATURAL, *FLOWERS],
    "mjai": [*NATURAL],
    "ids": [*NATURAL],
}
DETECTED = [name for name in tiles.NOTATIONS if name != "ids"]

# Written out again, tile by tile, not computed.
SPELT = {
    "chinese": (
        "一万 二万 三万 四万 五万 六万 七万 八万 九万 一筒 二筒 三筒 四筒 五筒 六筒 七筒 八筒 九筒 "
        "一条 二条 三条 四条 五条 六条 七条 八条 九条 东 南 西 北 白 发 中 春 夏 秋 冬 梅 兰 竹 菊 百搭"
    ),
    "botzone": (
        "W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 B4 B5 B6 B7 B8 B9 T1 T2 T3 T4 T5 T6 T7 T8 T9 "
        "F1 F2 F3 F4 J3 J2 J1 H1 H2 H3 H4 H5 H6 H7 H8"
    ),
    "mjai": (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s E S W N P F C"
    ),
}


@st.composite
def lists_of_kinds(draw: st.DrawFn, notation: str) -> list[int]:
    kinds = st.sampled_from(DOMAINS[notation])
    found = draw(st.lists(kinds, max_size=60))
    return [kind for place, kind in enumerate(found) if found[:place].count(kind) < 4]


def test_every_notation_is_tested() -> None:
    assert tuple(DOMAINS) == tiles.NOTATIONS


# ---------------------------------------------------------------------------------------------------------
# Round trips
# ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("notation", DOMAINS)
@given(data=st.data())
def test_what_is_written_reads_back(notation: str, data: st.DataObject) -> None:
    kinds = data.draw(lists_of_kinds(notation))
    text = tiles.spell(kinds, notation)
    assert tiles.kinds(text, notation) == kinds
    assert tiles.spell(tiles.kinds(text, notation), notation) == text
    if notation != "ids":
        assert tiles.kinds(text, "auto") == kinds


@pytest.mark.parametrize(("source", "target"), [*itertools.permutations(DOMAINS, 2)])
@given(data=st.data())
def test_every_pair_round_trips(source: str, target: str, data: st.DataObject) -> None:
    both = set(DOMAINS[source]) & set(DOMAINS[target])
    kinds = [kind for kind in data.draw(lists_of_kinds(source)) if kind in both]
    text = tiles.spell(kinds, source)
    there = tiles.spell(tiles.kinds(text, source), target)
    assert tiles.spell(tiles.kinds(there, target), source) == text


@pytest.mark.parametrize("notation", DOMAINS)
@given(counts=st.lists(st.integers(0, 4), min_size=34, max_size=34).map(bytes))
def test_counts_round_trip(notation: str, counts: bytes) -> None:
    few = bytes(count if place % 3 else 0 for place, count in enumerate(counts))
    assert tiles.counts(tiles.text(few, notation), notation) == few


@pytest.mark.parametrize("notation", DOMAINS)
def test_single_tiles(notation: str) -> None:
    written = [tiles.spell([kind], notation) for kind in DOMAINS[notation]]
    assert len(set(written)) == len(written)
    assert [tiles.kinds(text, notation) for text in written] == [[kind] for kind in DOMAINS[notation]]


@pytest.mark.parametrize("notation", SPELT)
def test_names_of_the_kinds(notation: str) -> None:
    assert [tiles.spell([kind], notation) for kind in DOMAINS[notation]] == SPELT[notation].split()


@pytest.mark.parametrize("identity", range(136))
def test_ids(identity: int) -> None:
    assert tiles.kinds(str(identity), "ids") == [identity // 4]


def test_the_lowest_free_copies_are_written() -> None:
    assert tiles.spell([4, 0, 4, 4, 0, 4, 33], "ids") == "16 0 17 18 1 19 132"


def test_the_whole_wall_has_each_id_once() -> None:
    wall = sorted([*NATURAL] * 4)
    assert tiles.spell(wall[:68], "ids").split() == [str(identity) for identity in range(68)]


# ---------------------------------------------------------------------------------------------------------
# What is read besides
# ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notation", "text", "mpsz"),
    [
        ("chinese", "1万9筒5条", "1m9p5s"),
        ("chinese", "一二三万 123饼 一2三索", "123m123p123s"),
        ("chinese", "一萬一餅一條東南西北白發中", "1m1p1s1234567z"),
        ("chinese", "东风南风西风北风白板发财红中", "1234567z"),
        ("chinese", "東風南風西風北風發財紅中", "123467z"),
        ("chinese", "春夏秋冬梅蘭竹菊", "12345678f"),
        ("chinese", "百搭癞子賴子", "xxx"),
        ("unicode", "🀄\ufe0f🀄\ufe0e🀇 🀪", "77z1mx"),
        ("botzone", "W1W2  J1", "12m7z"),
        ("mjai", "5mr 5pr 5sr 5m", "5m5p5s5m"),
        ("mjai", "E E  C", "117z"),
        ("ids", "  3  0 135 ", "11m7z"),
        ("mpsz", " 1m x 2m ", "1mx2m"),
    ],
)
def test_other_spellings(notation: str, text: str, mpsz: str) -> None:
    assert tiles.spell(tiles.kinds(text, notation)) == mpsz
    if notation != "ids":
        assert tiles.spell(tiles.kinds(text, "auto")) == mpsz


@pytest.mark.parametrize("notation", DOMAINS)
@given(data=st.data(), random=st.randoms())
def test_counting_agrees_with_reading(notation: str, data: st.DataObject, random: Random) -> None:
    text = tiles.spell(data.draw(lists_of_kinds(notation)), notation)
    spaced = re.sub(" ", lambda _: " " * random.randint(1, 3), f" {text} ")[:255]
    row = notations.find(notation)
    try:
        kinds = row.kinds(spaced)
    except NotationError as error:
        with pytest.raises(NotationError, match=f"^{re.escape(str(error))}$"):
            row.count(spaced)
    else:
        assert list(row.count(spaced)) == [kinds.count(kind) for kind in range(43)]


def test_groups_that_were_read_are_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notations, "_MOST_GROUPS", 10)
    row = notations.Notation("small", "1m", "x", ("123456789",), "mpszf")
    for ranks in itertools.product("123456789", repeat=3):
        assert sum(row.count("".join(ranks) + "m")) == 3
    assert len(row._packed) <= 10


# ---------------------------------------------------------------------------------------------------------
# Detection
# ---------------------------------------------------------------------------------------------------------

PIECES = sorted({word for name in DETECTED for kind in DOMAINS[name] for word in [tiles.spell([kind], name)]})


@given(
    st.lists(st.sampled_from([*PIECES, " ", "1", "5", "m", "W", "E", "r", "F1"]), max_size=12).map("".join)
)
def test_no_two_notations_read_a_text_differently(text: str) -> None:
    readings = []
    for name in DETECTED:
        with suppress(NotationError):
            readings.append(tiles.kinds(text, name))
    if not readings:
        with pytest.raises(NotationError):
            tiles.kinds(text, "auto")
    else:
        assert all(reading == readings[0] for reading in readings)
        assert tiles.kinds(text, "auto") == readings[0]


@pytest.mark.parametrize("text", ["0", "123", "1 2 3", " 135", "12 999"])
def test_numbers_alone_have_to_be_named(text: str) -> None:
    with pytest.raises(NotationError) as error:
        tiles.kinds(text, "auto")
    assert str(error.value) == f"text of numbers alone must have its notation named, got {text!r}"


@pytest.mark.parametrize("text", ["", "  "])
def test_no_tiles_in_any_notation(text: str) -> None:
    for name in (*tiles.NOTATIONS, "auto"):
        assert tiles.kinds(text, name) == []
        assert tiles.counts(text, name) == bytes(34)


# ---------------------------------------------------------------------------------------------------------
# Bad text
# ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notation", "text", "message"),
    [
        ("chinese", "一万?", "tiles such as 一万东 at position 2, got '?'"),
        ("chinese", "一二", "a suit letter (万, 萬, 筒, 饼, 餅, 条, 條 or 索) at position 2, got the end"),
        ("chinese", "0万", "ranks 1 to 9 before 万 at position 0, got '0'"),
        ("chinese", "1m", "a suit letter (万, 萬, 筒, 饼, 餅, 条, 條 or 索) at position 1, got 'm'"),
        ("unicode", "🀇🀫", "tiles such as 🀇 at position 1, got '\\U0001f02b'"),
        ("unicode", "\ufe0f", "tiles such as 🀇 at position 0, got '\\ufe0f'"),
        ("botzone", "W1 W0", "tiles such as W1 J3 at position 3, got 'W'"),
        ("botzone", "J4", "tiles such as W1 J3 at position 0, got 'J'"),
        ("botzone", "w1", "tiles such as W1 J3 at position 0, got 'w'"),
        ("mjai", "1m ?", "tiles such as 1m E at position 3, got '?'"),
        ("mjai", "4mr", "tiles such as 1m E at position 2, got 'r'"),
        ("mjai", "123m", "tiles such as 1m E at position 0, got '1'"),
        ("ids", "136", "tiles such as 0 135 at position 0, got '1'"),
        ("ids", "-1", "tiles such as 0 135 at position 0, got '-'"),
        ("ids", "007", "tiles such as 0 135 at position 0, got '0'"),
        ("ids", "5 6 5", "each id at most once at position 4, got '5'"),
        ("auto", "🀇🀈?", "tiles such as 🀇 at position 2, got '?'"),
        ("auto", "W1 B1 X", "tiles such as W1 J3 at position 6, got 'X'"),
        ("auto", "123m 8z", "ranks 1 to 7 before z at position 5, got '8'"),
    ],
)
def test_unreadable_text(notation: str, text: str, message: str) -> None:
    for read in (tiles.kinds, tiles.counts):
        with pytest.raises(NotationError) as error:
            read(text, notation)
        assert str(error.value) == f"text must have {message}"
        assert error.value.position == int(message.split("position ")[1].split(",")[0])


def test_text_of_no_notation() -> None:
    with pytest.raises(NotationError) as error:
        tiles.kinds("hello", "auto")
    assert str(error.value) == "text must be mpsz, chinese, unicode, botzone or mjai, got 'hello'"


@pytest.mark.parametrize("notation", [*DOMAINS, "auto"])
@given(text=st.text(st.characters(categories=None)) | st.text("123459mpszx万东一🀇🀄\ufe0fW1JHEC05r [({"))
def test_any_text_is_read_or_refused(notation: str, text: str) -> None:
    for read in (tiles.kinds, tiles.counts):
        message = ""
        try:
            read(text, notation)
        except (NotationError, InvalidHandError) as error:
            message = str(error)
        assert message.isprintable()


@pytest.mark.parametrize("notation", [*DOMAINS, "auto"])
def test_ten_megabytes_are_refused(notation: str) -> None:
    with pytest.raises(NotationError, match=r"^text must be at most 255 characters long, got 10000000$"):
        tiles.kinds("1" * 10_000_000, notation)


@pytest.mark.parametrize("notation", [*DOMAINS, "auto"])
@pytest.mark.parametrize("value", [None, b"1m", 1, ["1m"]])
def test_what_is_no_text(notation: str, value: Any) -> None:
    for read in (tiles.kinds, tiles.counts):
        with pytest.raises(TypeError, match=f"^text must be a string, got {type(value).__name__}$"):
            read(value, notation)


def test_no_such_notation() -> None:
    message = "^notation must be one of mpsz, chinese, unicode, botzone, mjai, ids, got 'tenhou'$"
    with pytest.raises(ValueError, match=message):
        tiles.kinds("1m", "tenhou")
    with pytest.raises(ValueError, match=message):
        tiles.spell([0], "tenhou")
    with pytest.raises(ValueError, match=r"got 'auto'$"):
        tiles.spell([0], "auto")


@pytest.mark.parametrize("notation", DOMAINS)
def test_what_a_notation_cannot_write(notation: str) -> None:
    for kind in set(range(43)) - set(DOMAINS[notation]):
        message = f"^tile must be one that {notation} can write, got {tiles.name(kind)}$"
        with pytest.raises(NotationError, match=message):
            tiles.spell([kind], notation)
    for kind in (-1, 43):
        with pytest.raises(ValueError, match=f"^kind must be 0 to 42, got {kind}$"):
            tiles.spell([kind], notation)


def test_there_is_no_fifth_id() -> None:
    with pytest.raises(InvalidHandError, match=r"^tile 3p must appear at most 4 times, got 5$"):
        tiles.spell([11] * 5, "ids")


@pytest.mark.parametrize(
    ("notation", "text", "position"), [("botzone", "W1 H1", 3), ("chinese", "东百搭", 1), ("unicode", "🀢", 0)]
)
def test_counts_are_of_natural_tiles(notation: str, text: str, position: int) -> None:
    with pytest.raises(NotationError, match=r"^text must have natural tiles only .* at position") as error:
        tiles.counts(text, notation)
    assert error.value.position == position
