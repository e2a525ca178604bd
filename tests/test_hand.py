"""Melds and hands: what they accept, their text, their questions."""

import copy
import dataclasses
import doctest
import itertools
import json
import pickle
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore import Form, InvalidHandError, NotationError, hand, is_win, tiles, waits
from mjcore.hand import Hand, Meld, MeldType

KONGS = (MeldType.DIRECT_KONG, MeldType.ADDED_KONG, MeldType.CONCEALED_KONG)
FEEDERS = (None, 0, 1, 2, 3)


def every_meld() -> Iterator[Meld]:
    chows = [(kind, kind + 1, kind + 2) for suit in (0, 9, 18) for kind in range(suit, suit + 7)]
    for feeder in FEEDERS:
        for chow in chows:
            yield Meld(MeldType.CHOW, chow, feeder)
        for kind in range(34):
            yield Meld(MeldType.PUNG, (kind,) * 3, feeder)
            yield Meld(MeldType.DIRECT_KONG, (kind,) * 4, feeder)
            yield Meld(MeldType.ADDED_KONG, (kind,) * 4, feeder)
    for kind in range(34):
        yield Meld(MeldType.CONCEALED_KONG, (kind,) * 4)


MELDS = list(every_meld())


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """Hands of every size, drawn from one set of 34 kinds and 8 flowers, four of each."""
    left = Counter(dict.fromkeys(range(42), 4))
    melds: list[Meld] = []
    for meld in draw(st.lists(st.sampled_from(MELDS), max_size=5)):
        if Counter(meld.tiles) <= left:
            melds.append(meld)
            left -= Counter(meld.tiles)
    sizes = [size for size in range(1, 18 - 3 * len(melds)) if size % 3]
    size = draw(st.sampled_from(sizes))
    wilds = draw(st.integers(0, size))
    wall = draw(st.permutations(sorted(left.elements())))
    natural = Counter([kind for kind in wall if kind < 34][: size - wilds])
    aside = [kind for kind in (left - natural).elements() if kind >= 27]
    flowers = draw(st.sets(st.integers(0, len(aside) - 1), max_size=12))
    return Hand([natural[kind] for kind in range(34)], melds, wilds, [aside[index] for index in flowers])


def test_the_examples_of_the_docstrings_run() -> None:
    assert doctest.testmod(hand).failed == 0


# ---------------------------------------------------------------------------------------------------------
# Melds
# ---------------------------------------------------------------------------------------------------------


def test_every_meld_reads_back_from_its_text() -> None:
    for meld in MELDS:
        assert Meld.parse(str(meld)) == meld
        assert eval(repr(meld)) == meld
    assert len({str(meld) for meld in MELDS}) == len(set(MELDS)) == len(MELDS)


def test_no_other_tiles_make_a_meld() -> None:
    by_type = {meld_type: {meld.tiles for meld in MELDS if meld.type is meld_type} for meld_type in MeldType}
    for length in (3, 4):
        for kinds in itertools.combinations_with_replacement((*range(11), *range(24, 35), 41), length):
            for meld_type in MeldType:
                if kinds in by_type[meld_type]:
                    assert Meld(meld_type, kinds).tiles == kinds
                else:
                    with pytest.raises(InvalidHandError):
                        Meld(meld_type, kinds)


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("[123m]", Meld(MeldType.CHOW, (0, 1, 2))),
        ("[312m]", Meld(MeldType.CHOW, (0, 1, 2))),
        ("[123m<3]", Meld(MeldType.CHOW, (0, 1, 2), feeder=3)),
        ("[555z]", Meld(MeldType.PUNG, (31, 31, 31))),
        ("[5555p]", Meld(MeldType.DIRECT_KONG, (13, 13, 13, 13))),
        ("[5555p<2]", Meld(MeldType.DIRECT_KONG, (13, 13, 13, 13), feeder=2)),
        ("[555+5p]", Meld(MeldType.ADDED_KONG, (13, 13, 13, 13))),
        ("[555+5p<0]", Meld(MeldType.ADDED_KONG, (13, 13, 13, 13), feeder=0)),
        (" (1111s) ", Meld(MeldType.CONCEALED_KONG, (18, 18, 18, 18))),
    ],
)
def test_text_of_a_meld(text: str, meld: Meld) -> None:
    assert Meld.parse(text) == meld


def test_a_meld_is_a_value() -> None:
    meld = Meld("pung", np.array([33, 33, 33]), feeder=np.int64(1))  # type: ignore[arg-type]
    assert meld == Meld(MeldType.PUNG, [33] * 3, 1)
    assert repr(meld) == "Meld.parse('[777z<1]')"
    assert {type(kind) for kind in meld.tiles} == {type(meld.feeder)} == {int}
    assert pickle.loads(pickle.dumps(meld)) == copy.deepcopy(meld) == meld
    assert dataclasses.replace(meld, feeder=None) == Meld.parse("[777z]")
    with pytest.raises(dataclasses.FrozenInstanceError):
        meld.feeder = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("chow", (0, 1, 3)), InvalidHandError, "chow must be three in a row within a suit, got '124m'"),
        (("chow", (7, 8, 9)), InvalidHandError, "chow must be three in a row within a suit, got '89m1p'"),
        (("chow", (27, 28, 29)), InvalidHandError, "chow must be three in a row within a suit, got '123z'"),
        (("chow", ()), InvalidHandError, "chow must be three in a row within a suit, got ''"),
        (("pung", (0, 0)), InvalidHandError, "pung must be three alike, got '11m'"),
        (("pung", (34, 34, 34)), InvalidHandError, "tile must be a kind from 0 to 33, got 34"),
        (("direct_kong", (0, 0, 0)), InvalidHandError, "direct kong must be four alike, got '111m'"),
        (("added_kong", (0, 0, 0, 1)), InvalidHandError, "added kong must be four alike, got '1112m'"),
        (("concealed_kong", (0,) * 5), InvalidHandError, "concealed kong must be four alike, got '11111m'"),
        (("concealed_kong", (0,) * 4, 2), InvalidHandError, "concealed kong must have no feeder, got 2"),
        (("pung", (0,) * 3, 4), InvalidHandError, "feeder must be a seat from 0 to 3, got 4"),
        (("pung", (0,) * 3, -1), InvalidHandError, "feeder must be a seat from 0 to 3, got -1"),
        (("pung", (42,) * 3), InvalidHandError, "tile must be a kind from 0 to 33, got 42"),
        (("pung", (-1, 0, 0)), InvalidHandError, "tile must be a kind from 0 to 33, got -1"),
        (
            ("peng", (0,) * 3),
            ValueError,
            "type must be one of chow, pung, direct_kong, added_kong, concealed_kong, got 'peng'",
        ),
        (("pung", "111"), TypeError, "tile must be an integer, got str"),
        (("pung", (0,) * 3, 1.0), TypeError, "feeder must be an integer, got float"),
    ],
)
def test_what_is_no_meld(arguments: tuple[Any, ...], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        Meld(*arguments)


SUIT = "a suit letter (m, p, s, z or f)"

UNREADABLE_MELDS = [
    ("[", 1, "tiles such as 123m", "the end"),
    ("[]", 1, "tiles such as 123m", "']'"),
    ("[123", 4, SUIT, "the end"),
    ("[123m", 5, "]", "the end"),
    ("(1111s", 6, ")", "the end"),
    ("[123m)", 5, "]", "')'"),
    ("(1111s]", 6, ")", "']'"),
    ("[12 3m]", 3, SUIT, "' '"),
    ("[890p]", 3, "ranks 1 to 9 before p", "'0'"),
    ("[777+8z]", 5, "ranks 1 to 7 before z", "'8'"),
    ("[888+8z]", 1, "ranks 1 to 7 before z", "'8'"),
    ("[55+5p]", 3, SUIT, "'+'"),
    ("[555+p]", 5, "tiles such as 123m", "'p'"),
    ("[123m<]", 6, "a seat from 0 to 3", "']'"),
    ("[123m<", 6, "a seat from 0 to 3", "the end"),
    ("[123m<4]", 6, "a seat from 0 to 3", "'4'"),
    ("[123m<12]", 7, "]", "'2'"),
    ("(1111s<2)", 6, ")", "'<'"),
    ("(111+1s)", 4, SUIT, "'+'"),
]


@pytest.mark.parametrize("read", [Meld.parse, Hand.parse])
@pytest.mark.parametrize(("text", "position", "expected", "found"), UNREADABLE_MELDS)
def test_unreadable_melds(read: Any, text: str, position: int, expected: str, found: str) -> None:
    with pytest.raises(NotationError) as error:
        read(text)
    assert str(error.value) == f"text must have {expected} at position {position}, got {found}"
    assert error.value.position == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "text must have a meld such as [123m] or (1111s) at position 0, got the end"),
        ("123m", "text must have a meld such as [123m] or (1111s) at position 0, got '1'"),
        ("[123m] [456m]", "text must have nothing after the meld at position 7, got '['"),
    ],
)
def test_one_meld_is_read(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$"):
        Meld.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[124m]", "chow must be three in a row within a suit, got '124m'"),
        ("[11m]", "pung must be three alike, got '11m'"),
        ("[1234m]", "direct kong must be four alike, got '1234m'"),
        ("[555+55p]", "added kong must be four alike, got '55555p'"),
        ("(123m)", "concealed kong must be four alike, got '123m'"),
        ("[123f]", "tile must be a kind from 0 to 33, got 34"),
    ],
)
def test_text_whose_tiles_make_no_meld(text: str, message: str) -> None:
    with pytest.raises(InvalidHandError, match=f"^{re.escape(message)}$"):
        Meld.parse(text)


# ---------------------------------------------------------------------------------------------------------
# Hands
# ---------------------------------------------------------------------------------------------------------


@given(hands())
def test_every_hand_reads_back_from_its_text(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert eval(repr(hand)) == hand
    assert hash(Hand.parse(str(hand))) == hash(hand)


@given(hands())
def test_the_longest_text_fits(hand: Hand) -> None:
    assert len(str(hand)) <= 255


@given(hands())
def test_a_hand_is_a_value(hand: Hand) -> None:
    assert pickle.loads(pickle.dumps(hand)) == copy.deepcopy(hand) == dataclasses.replace(hand) == hand
    with pytest.raises(dataclasses.FrozenInstanceError):
        hand.wilds = 2  # type: ignore[misc]


@given(hands())
def test_held_counts_the_tiles_laid_down(hand: Hand) -> None:
    held = Counter(kind for meld in hand.melds for kind in meld.tiles) + Counter(hand.flowers)
    assert hand.held == bytes(held[kind] for kind in range(34))


@given(hands(), st.sampled_from([Form.STANDARD, Form.SEVEN_PAIRS, Form.USUAL]), st.sampled_from([4, 5]))
def test_questions_are_those_of_the_kernels(hand: Hand, forms: Form, copies: Any) -> None:
    if (sum(hand.counts) + hand.wilds) % 3 == 2:
        assert hand.is_win(forms) is is_win(hand.counts, hand.wilds, forms=forms)
        with pytest.raises(InvalidHandError, match=r"^tiles \+ wilds must be "):
            hand.waits(forms, copies)
    else:
        found = waits(hand.counts, hand.wilds, forms=forms, held=hand.held, copies=copies)
        assert hand.waits(forms, copies) == found
        with pytest.raises(InvalidHandError, match=r"^tiles \+ wilds must be "):
            hand.is_win(forms)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1112345678999m", "1112345678999m"),
        ("7z 1m [555z] x 3m", "13m7zx[555z]"),
        ("xx", "xx"),
        ("2f{71z}1f{2z} 5m", "5m{127z}12f"),
        ("[777z<2](1111s)[555+5p]11m", "11m[777z<2](1111s)[555+5p]"),
    ],
)
def test_text_of_a_hand(text: str, canonical: str) -> None:
    assert str(Hand.parse(text)) == canonical
    assert repr(Hand.parse(text)) == f"Hand.parse('{canonical}')"


def test_parts_of_a_hand() -> None:
    found = Hand.parse("1m x {1z} 8f (1111s) x 1m [123m<3] 8f")
    assert found.counts == tiles.counts("11m")
    assert found.wilds == 2
    assert found.melds == (Meld.parse("(1111s)"), Meld.parse("[123m<3]"))
    assert found.flowers == (27, 41, 41)
    assert Hand(found.counts) == Hand(list(found.counts)) == Hand(np.array(list(found.counts)))  # type: ignore[arg-type]
    assert hash(Hand(bytearray(found.counts))) == hash(Hand(found.counts))


def test_wilds_join_those_of_the_text() -> None:
    assert Hand.parse("11mx", wilds=1) == Hand.parse("11mxx")
    with pytest.raises(NotationError, match=r"at position 4, got the end$"):
        Hand.parse("12z9", wilds=2)


@pytest.mark.parametrize("text", ["11m[555z]", "1m(5555p)[123s][456s][777z][888m]", "1m", "xx", "x" * 17])
def test_hands_of_every_size(text: str) -> None:
    assert str(Hand.parse(text)) == text


ZERO = bytes(34)
PUNG = Meld.parse("[111m]")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "tiles + wilds must be 3n + 1 or 3n + 2, got 0 + 0"),
        ("12mx", "tiles + wilds must be 3n + 1 or 3n + 2, got 2 + 1"),
        ("[111m]", "tiles + wilds must be 3n + 1 or 3n + 2, got 0 + 0"),
        ("x" * 19, "tiles + wilds + 3 * melds must be at most 17, got 0 + 19 + 3 * 0"),
        ("1123456789m123456789p", "tiles + wilds + 3 * melds must be at most 17, got 19 + 0 + 3 * 0"),
        ("1234567891234m[111z]xxx", "tiles + wilds + 3 * melds must be at most 17, got 13 + 3 + 3 * 1"),
        ("1m[111z][222z][333z][444z][555z][666z]", "melds must be at most 5, got 6"),
        ("55555m", "tile 5m must appear at most 4 times, got 5"),
        ("55m[555m]", "tile 5m must appear at most 4 times, got 5"),
        ("5m(5555m)", "tile 5m must appear at most 4 times, got 5"),
        ("1m[123m][123m][123m][123m]", "tile 1m must appear at most 4 times, got 5"),
        ("1z{1111z}", "tile 1z must appear at most 4 times, got 5"),
        ("1m11111f", "tile 1f must appear at most 4 times, got 5"),
        ("1m" + "1" * 250 + "f", "tile 1f must appear at most 4 times, got 250"),
    ],
)
def test_text_that_is_no_hand(text: str, message: str) -> None:
    with pytest.raises(InvalidHandError, match=f"^{re.escape(message)}$"):
        Hand.parse(text)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((ZERO, (), -1), InvalidHandError, "wilds must be at least 0, got -1"),
        ((ZERO, (), 10**30), InvalidHandError, "tiles + wilds + 3 * melds must be at most 17, got 0 + 1"),
        ((ZERO, (), 1.0), TypeError, "wilds must be an integer, got float"),
        ((ZERO, (), None), TypeError, "wilds must be an integer, got NoneType"),
        ((ZERO, ("[111m]",), 1), TypeError, "melds must hold Meld, got str"),
        ((ZERO, (PUNG, PUNG), 1), InvalidHandError, "tile 1m must appear at most 4 times, got 6"),
        ((ZERO, (), 1, (26,)), InvalidHandError, "flower must be a kind from 27 to 41, got 26"),
        ((ZERO, (), 1, (42,)), InvalidHandError, "flower must be a kind from 27 to 41, got 42"),
        ((ZERO, (), 1, "1"), TypeError, "flower must be an integer, got str"),
        ((bytes(33),), ValueError, "counts must have 34 entries, got 33"),
    ],
)
def test_what_is_no_hand(arguments: tuple[Any, ...], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        Hand(*arguments)


@pytest.mark.parametrize(
    ("text", "position", "expected", "found"),
    [
        ("1m{5m}", 4, "honours (z) in braces", "'m'"),
        ("1m{1f}", 4, "honours (z) in braces", "'f'"),
        ("1m{}", 3, "tiles such as 123m", "'}'"),
        ("1m{5z", 5, "}", "the end"),
        ("1m{5z]", 5, "}", "']'"),
        ("1m}", 2, "tiles such as 123m", "'}'"),
    ],
)
def test_unreadable_flowers(text: str, position: int, expected: str, found: str) -> None:
    with pytest.raises(NotationError) as error:
        Hand.parse(text)
    assert str(error.value) == f"text must have {expected} at position {position}, got {found}"
    assert error.value.position == position


# ---------------------------------------------------------------------------------------------------------
# Gold
# ---------------------------------------------------------------------------------------------------------


@given(hands(), st.integers(0, 33))
def test_gold_tiles_are_set_aside_as_wild_tiles(hand: Hand, kind: int) -> None:
    found = hand.with_gold(kind)
    assert found.counts[kind] == 0
    assert found.wilds == hand.wilds + hand.counts[kind]
    assert sum(found.counts) + found.wilds == sum(hand.counts) + hand.wilds
    assert (found.melds, found.flowers) == (hand.melds, hand.flowers)
    assert found.with_gold(kind) == found
    assert (found == hand) == (hand.counts[kind] == 0)


def test_gold_makes_a_win() -> None:
    hand = Hand.parse("134m55s[123p]")
    assert not hand.is_win()
    assert hand.with_gold(tiles.kind("1m")).is_win()
    assert Hand.parse("1m[123m]{1z}1f").with_gold(27) == Hand.parse("1m[123m]{1z}1f")


@pytest.mark.parametrize("kind", [-1, 34, 42, 10**30])
def test_no_such_gold(kind: int) -> None:
    with pytest.raises(ValueError, match=f"^kind must be 0 to 33, got {kind}$"):
        Hand.parse("1m").with_gold(kind)


@pytest.mark.parametrize("kind", [None, "1m", 1.0, True])
def test_gold_that_is_no_kind(kind: Any) -> None:
    with pytest.raises(TypeError, match=f"^kind must be an integer, got {type(kind).__name__}$"):
        Hand.parse("1m").with_gold(kind)


# ---------------------------------------------------------------------------------------------------------
# Dicts
# ---------------------------------------------------------------------------------------------------------


def test_every_meld_reads_back_from_its_dict() -> None:
    for meld in MELDS:
        assert Meld.from_dict(json.loads(json.dumps(meld.to_dict()))) == meld


@given(hands())
def test_every_hand_reads_back_from_its_dict(hand: Hand) -> None:
    found = Hand.from_dict(json.loads(json.dumps(hand.to_dict())))
    assert found == hand
    assert hash(found) == hash(hand)


def test_dicts_have_plain_types() -> None:
    assert Hand.parse("1mx[777z<2]1f{1z}").to_dict() == {
        "counts": [1] + [0] * 33,
        "melds": [{"type": "pung", "tiles": [33, 33, 33], "feeder": 2}],
        "wilds": 1,
        "flowers": [27, 34],
    }
    assert type(Meld.parse("[777z]").to_dict()["type"]) is str


def test_what_has_a_default_may_be_missing() -> None:
    assert Hand.from_dict({"counts": [1] + [0] * 33}) == Hand.parse("1m")
    assert Meld.from_dict({"type": "chow", "tiles": (2, 1, 0)}) == Meld.parse("[123m]")


ONE = [1] + [0] * 33


@pytest.mark.parametrize(
    ("read", "data", "error", "message"),
    [
        (Hand.from_dict, [], TypeError, "hand must be a dict, got list"),
        (Hand.from_dict, None, TypeError, "hand must be a dict, got NoneType"),
        (Hand.from_dict, {}, InvalidHandError, "hand must have the key counts, got none"),
        (Hand.from_dict, {"wilds": 1}, InvalidHandError, "hand must have the key counts, got wilds"),
        (
            Hand.from_dict,
            {"counts": ONE, "wild": 1},
            InvalidHandError,
            "hand must have no key but counts, melds, wilds, flowers, got 'wild'",
        ),
        (Hand.from_dict, {1: ONE}, InvalidHandError, "melds, wilds, flowers, got '1'"),
        (Hand.from_dict, {"\ud800" * 50: 1}, InvalidHandError, r"got '(\\ud800){40}'\.\.\."),
        (Hand.from_dict, {"counts": "1" * 34}, TypeError, "counts must be a list, got str"),
        (
            Hand.from_dict,
            {"counts": dict.fromkeys(range(34), 1)},
            TypeError,
            "counts must be a list, got dict",
        ),
        (Hand.from_dict, {"counts": [1]}, ValueError, "counts must have 34 entries, got 1"),
        (Hand.from_dict, {"counts": [1.0] * 34}, TypeError, "count must be an integer, got float"),
        (Hand.from_dict, {"counts": [True] * 34}, TypeError, "count must be an integer, got bool"),
        (
            Hand.from_dict,
            {"counts": [5] + [0] * 33},
            InvalidHandError,
            "tile 1m must appear at most 4 times, got 5",
        ),
        (Hand.from_dict, {"counts": ONE, "wilds": None}, TypeError, "wilds must be an integer, got NoneType"),
        (Hand.from_dict, {"counts": ONE, "wilds": "1"}, TypeError, "wilds must be an integer, got str"),
        (Hand.from_dict, {"counts": ONE, "wilds": -1}, InvalidHandError, "wilds must be at least 0, got -1"),
        (Hand.from_dict, {"counts": ONE, "flowers": {}}, TypeError, "flowers must be a list, got dict"),
        (
            Hand.from_dict,
            {"counts": ONE, "flowers": [0]},
            InvalidHandError,
            "flower must be a kind from 27 to 41, got 0",
        ),
        (Hand.from_dict, {"counts": ONE, "melds": "[123m]"}, TypeError, "melds must be a list, got str"),
        (Hand.from_dict, {"counts": ONE, "melds": ["[123m]"]}, TypeError, "meld must be a dict, got str"),
        (
            Hand.from_dict,
            {"counts": ONE, "melds": [{}]},
            InvalidHandError,
            "meld must have the key type, got none",
        ),
        (Meld.from_dict, {"type": "pung"}, InvalidHandError, "meld must have the key tiles, got type"),
        (Meld.from_dict, {"type": 1, "tiles": [0] * 3}, TypeError, "type must be a string, got int"),
        (Meld.from_dict, {"type": [], "tiles": [0] * 3}, TypeError, "type must be a string, got list"),
        (
            Meld.from_dict,
            {"type": "x" * 50, "tiles": [0] * 3},
            ValueError,
            r"type must be one of chow, pung, direct_kong, added_kong, concealed_kong, got 'x{40}'\.\.\.",
        ),
        (Meld.from_dict, {"type": "pung", "tiles": "111m"}, TypeError, "tiles must be a list, got str"),
        (
            Meld.from_dict,
            {"type": "pung", "tiles": ["1m"] * 3},
            TypeError,
            "tile must be an integer, got str",
        ),
        (
            Meld.from_dict,
            {"type": "pung", "tiles": [0, 0]},
            InvalidHandError,
            "pung must be three alike, got '11m'",
        ),
        (
            Meld.from_dict,
            {"type": "pung", "tiles": [0] * 3, "feeder": "1"},
            TypeError,
            "feeder must be an integer, got str",
        ),
        (
            Meld.from_dict,
            {"type": "pung", "tiles": [0] * 3, "feeder": 4},
            InvalidHandError,
            "feeder must be a seat from 0 to 3, got 4",
        ),
    ],
)
def test_dicts_that_are_no_hand(read: Any, data: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"{message}$") as raised:
        read(data)
    assert type(raised.value) is error
    assert str(raised.value).isprintable()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([*MeldType]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["counts", "melds", "wilds", "flowers", "type", "tiles", "feeder"]), inner
        )
    ),
    max_leaves=20,
)


@given(JSON, JSON)
def test_any_json_is_read_or_refused(data: object, other: object) -> None:
    for found in (data, {"counts": ONE, "melds": data, "flowers": other}, {"type": data, "tiles": other}):
        for read in (Hand.from_dict, Meld.from_dict):
            message = ""
            try:
                read(found)
            except (ValueError, TypeError) as error:
                message = str(error)
            assert message.isprintable()


def test_honours_that_are_flowers_cannot_be_drawn() -> None:
    assert Hand.parse("123m456p789s1122z").waits() == (27, 28)
    assert Hand.parse("123m456p789s1122z{11z}").waits() == (28,)
    assert Hand.parse("123m456p789s1122z{1z}").waits() == (27, 28)
