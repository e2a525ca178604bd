"""Kinds, their names, and MPSZ text."""

import doctest
import re
import time
import unicodedata
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore import InvalidHandError, NotationError, tiles
from mjcore.hand import Hand

KINDS = range(43)
COUNTS = st.lists(st.integers(0, 4), min_size=34, max_size=34).map(bytes)

RANKS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
UNICODE_NAMES = (
    *(f"{rank} OF {suit}" for suit in ("CHARACTERS", "CIRCLES", "BAMBOOS") for rank in RANKS),
    *("EAST WIND", "SOUTH WIND", "WEST WIND", "NORTH WIND"),
    *("WHITE DRAGON", "GREEN DRAGON", "RED DRAGON"),
    *("SPRING", "SUMMER", "AUTUMN", "WINTER", "PLUM", "ORCHID", "BAMBOO", "CHRYSANTHEMUM"),
    "JOKER",
)


def test_the_examples_of_the_docstrings_run() -> None:
    assert doctest.testmod(tiles).failed == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_and_its_name_are_inverse(kind: int) -> None:
    assert tiles.kind(tiles.name(kind)) == kind


def test_names_follow_the_order_of_the_kinds() -> None:
    named = ("1m", "9m", "1p", "9p", "1s", "9s", "1z", "4z", "5z", "6z", "7z", "1f", "8f")
    assert [tiles.kind(name) for name in named] == [0, 8, 9, 17, 18, 26, 27, 30, 31, 32, 33, 34, 41]


@pytest.mark.parametrize("kind", KINDS)
def test_a_glyph_is_the_character_that_unicode_names_so(kind: int) -> None:
    assert unicodedata.name(tiles.glyph(kind)) == f"MAHJONG TILE {UNICODE_NAMES[kind]}"


@pytest.mark.parametrize(
    ("members", "names"),
    [
        (tiles.CHARACTERS, "123456789m"),
        (tiles.DOTS, "123456789p"),
        (tiles.BAMBOO, "123456789s"),
        (tiles.WINDS, "1234z"),
        (tiles.DRAGONS, "567z"),
        (tiles.HONOURS, "1234567z"),
        (tiles.TERMINALS, "19m19p19s"),
        (tiles.ORPHANS, "19m19p19s1234567z"),
    ],
)
def test_sets_have_one_bit_for_each_member(members: int, names: str) -> None:
    assert members == sum(1 << kind for kind in range(34) if tiles.counts(names)[kind])


@pytest.mark.parametrize("kind", [-1, 43, 10**30])
def test_no_such_kind(kind: int) -> None:
    for function in (tiles.name, tiles.glyph):
        with pytest.raises(ValueError, match=f"^kind must be 0 to 42, got {kind}$"):
            function(kind)


@pytest.mark.parametrize("name", ["", "m5", "5", "0m", "8z", "9f", "X", "55m", "5M", "\ud800"])
def test_no_such_name(name: str) -> None:
    with pytest.raises(NotationError) as error:
        tiles.kind(name)
    assert str(error.value) == f"name must be a tile such as 5m, 7z or 1f, got {name!a}"


def test_a_long_name_is_shown_in_part() -> None:
    with pytest.raises(NotationError, match=r"got '(5m){20}'\.\.\.$"):
        tiles.kind("5m" * 5_000_000)


@given(COUNTS)
def test_counts_and_text_are_inverse(counts: bytes) -> None:
    assert tiles.counts(tiles.text(counts)) == counts


@given(COUNTS, st.randoms())
def test_order_and_spaces_do_not_matter(counts: bytes, random: Random) -> None:
    names = [name for name, count in zip(tiles.NAMES, counts, strict=False) for _ in range(count)]
    some = names[:60]
    shuffled = random.sample(some, len(some))
    assert tiles.counts("  ".join(shuffled)) == tiles.counts("".join(some))


@given(st.lists(st.sampled_from(KINDS)))
def test_what_is_spelt_reads_back_in_order(kinds: list[int]) -> None:
    assert tiles.kinds(tiles.spell(kinds[:60])) == kinds[:60]


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("", ""),
        ("   ", ""),
        ("123m456p77z", "123m456p77z"),
        ("7z1m 7z  23m", "123m77z"),
        ("1m1m1m1m", "1111m"),
    ],
)
def test_text_is_canonical(text: str, counted: str) -> None:
    assert tiles.text(tiles.counts(text)) == counted


SUIT = "a suit letter (m, p, s, z or f)"
NATURAL = "natural tiles only (Hand.parse reads flowers and wild tiles)"

# Text, position, what was expected, what was found there.
UNREADABLE = [
    ("12z9", 4, SUIT, "the end"),
    ("0m", 0, "ranks 1 to 9 before m", "'0'"),
    ("120m", 2, "ranks 1 to 9 before m", "'0'"),
    ("5m 8z", 3, "ranks 1 to 7 before z", "'8'"),
    ("19f", 1, "ranks 1 to 8 before f", "'9'"),
    ("123", 3, SUIT, "the end"),
    ("12 m", 2, SUIT, "' '"),
    ("12b", 2, SUIT, "'b'"),
    ("12M", 2, SUIT, "'M'"),
    ("m", 0, "tiles such as 123m", "'m'"),
    ("1m\t2m", 2, "tiles such as 123m", r"'\t'"),
    ("123m]", 4, "tiles such as 123m", "']'"),
    ("123m)", 4, "tiles such as 123m", "')'"),
    ("\ud800", 0, "tiles such as 123m", r"'\ud800'"),
    ("1m\0", 2, "tiles such as 123m", r"'\x00'"),
    ("\N{FULLWIDTH DIGIT ONE}m", 0, "tiles such as 123m", r"'\uff11'"),
    ("\N{ARABIC-INDIC DIGIT ONE}m", 0, "tiles such as 123m", r"'\u0661'"),
]


@pytest.mark.parametrize("read", [tiles.counts, Hand.parse])
@pytest.mark.parametrize(("text", "position", "expected", "found"), UNREADABLE)
def test_unreadable_text(
    read: Callable[[str], object], text: str, position: int, expected: str, found: str
) -> None:
    with pytest.raises(NotationError) as error:
        read(text)
    assert str(error.value) == f"text must have {expected} at position {position}, got {found}"
    assert error.value.position == position


@pytest.mark.parametrize(
    ("text", "position", "expected", "found"),
    [
        ("123mx", 4, NATURAL, "x"),
        ("12m 3f", 4, NATURAL, "3"),
        ("1m[123m]", 2, "tiles such as 123m", "["),
        ("(1111s)", 0, "tiles such as 123m", "("),
        ("12m {1z}", 4, "tiles such as 123m", "{"),
    ],
)
def test_counts_are_of_natural_tiles(text: str, position: int, expected: str, found: str) -> None:
    with pytest.raises(NotationError) as error:
        tiles.counts(text)
    assert str(error.value) == f"text must have {expected} at position {position}, got '{found}'"
    assert error.value.position == position


@pytest.mark.parametrize("read", [tiles.counts, Hand.parse])
@pytest.mark.parametrize("character", ["1", "m", "[", " ", "\ud800", "1m"])
def test_ten_megabytes_are_refused_at_once(read: Callable[[str], object], character: str) -> None:
    text = character * (10_000_000 // len(character))
    start = time.perf_counter()
    with pytest.raises(NotationError, match=r"^text must be at most 255 characters long, got 10000000$"):
        read(text)
    assert time.perf_counter() - start < 0.1


@pytest.mark.parametrize("value", [None, b"1m", 1, ["1m"]])
@pytest.mark.parametrize(
    ("read", "subject"), [(tiles.counts, "text"), (Hand.parse, "text"), (tiles.kind, "name")]
)
def test_what_is_no_text(read: Callable[[Any], object], subject: str, value: object) -> None:
    with pytest.raises(TypeError, match=f"^{subject} must be a string, got {type(value).__name__}$"):
        read(value)


@given(st.text(alphabet=st.characters(categories=None)) | st.text("123456789mpszfx[](){}+<0 "))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (tiles.counts, Hand.parse):
        message = ""
        try:
            read(text)
        except (NotationError, InvalidHandError) as error:
            message = str(error)
        assert message.isprintable()


@pytest.mark.parametrize("text", ["55555m", "555m55m", "1m55555m", "5m" * 5])
def test_five_of_a_kind(text: str) -> None:
    with pytest.raises(InvalidHandError, match=r"^tile 5m must appear at most 4 times, got 5$"):
        tiles.counts(text)


def test_a_count_may_be_as_large_as_a_text_can_be_long() -> None:
    with pytest.raises(InvalidHandError, match=r"^tile 1z must appear at most 4 times, got 254$"):
        tiles.counts("1" * 254 + "z")


@pytest.mark.parametrize("make", [bytes, bytearray, list, tuple, np.array, lambda c: memoryview(bytes(c))])
def test_counts_come_in_many_types(make: Callable[[list[int]], Any]) -> None:
    counts = [3, 1] + [0] * 31 + [4]
    assert tiles.as_counts(make(counts)) == bytes(counts)
    assert type(tiles.as_counts(make(counts))) is bytes


@pytest.mark.parametrize(
    ("counts", "error", "message"),
    [
        ([0] * 4 + [5] + [0] * 29, InvalidHandError, "tile 5m must appear at most 4 times, got 5"),
        (bytes([0] * 33 + [200]), InvalidHandError, "tile 7z must appear at most 4 times, got 200"),
        ([0] * 9 + [-1] + [0] * 24, InvalidHandError, "tile 1p must appear at least 0 times, got -1"),
        (bytes(33), ValueError, "counts must have 34 entries, got 33"),
        ([0] * 35, ValueError, "counts must have 34 entries, got 35"),
        (np.zeros((34, 34), int), TypeError, "count must be an integer, got ndarray"),
        ([0.0] * 34, TypeError, "count must be an integer, got float"),
        ([True] * 34, TypeError, "count must be an integer, got bool"),
        ("1" * 34, TypeError, "count must be an integer, got str"),
        (None, TypeError, "counts must be 34 integers, got NoneType"),
    ],
)
def test_what_are_no_counts(counts: Any, error: type[Exception], message: str) -> None:
    for function in (tiles.as_counts, tiles.text, Hand):
        with pytest.raises(error, match=f"^{re.escape(message)}$"):
            function(counts)
