"""How far the hand is after each discard, and which discard is best."""

import numpy as np
import pytest
from numpy.typing import NDArray

from mjcore import (
    INVALID,
    Form,
    Hand,
    InvalidHandError,
    best_discards,
    corpora,
    discards,
    left,
    shanten,
    useful,
)
from tests import hands, reference
from tests.hands import EVERY_FORM
from tests.reference import counts

FORM_SETS = [Form.STANDARD, Form.USUAL, Form.MCR, EVERY_FORM]
SINGLE_FORMS = list(Form)


def by_definition(
    tiles: corpora.Hands, wilds: NDArray[np.uint8], forms: Form, held: corpora.Hands
) -> NDArray[np.int8]:
    """Take each tile out and ask again."""
    expected = np.full(tiles.shape, INVALID, np.int8)
    for kind in range(34):
        rows = tiles[:, kind] > 0
        rest = tiles[rows]
        rest[:, kind] -= 1
        expected[rows, kind] = shanten(rest, wilds[rows], forms=forms, held=held[rows])
    return expected


@pytest.mark.parametrize("forms", [*FORM_SETS, *SINGLE_FORMS])
def test_a_discard_leaves_the_hand_as_far_as_it_then_is(forms: Form) -> None:
    rng = np.random.default_rng(1000)
    special = hands.special(rng, 200)
    melds = np.minimum(4 - special, rng.integers(0, 4, special.shape) * (rng.random(special.shape) < 0.1))
    parts = [
        (*corpora.mixed(rng, 5_000), np.zeros((5_000, 34), np.uint8)),
        (special, np.zeros(len(special), np.uint8), melds.astype(np.uint8)),
        hands.melded(rng, 100, 2),
        hands.melded(rng, 100, 2, 4),
    ]
    for tiles, wilds, held in parts:
        found = discards(tiles, wilds, forms=forms, held=held)
        assert found.dtype == np.int8
        wrong = (found != by_definition(tiles, wilds, forms, held)).any(axis=1)
        assert not wrong.any(), (tiles[wrong][0], wilds[wrong][0], held[wrong][0])


def test_a_tile_discarded_may_be_drawn_again() -> None:
    hand, held = counts("147m258p369s11m"), counts("111m")
    hand = bytes([hand[0] - 2, *hand[1:27], 2, *hand[28:]])
    found = discards(hand, forms=Form.KNITTED_STRAIGHT, held=held)
    assert found[0] == 0
    assert list(found) == reference.discards(hand, 0, Form.KNITTED_STRAIGHT, held)


@pytest.mark.parametrize("forms", [Form.USUAL, EVERY_FORM])
def test_reference(forms: Form) -> None:
    rng = np.random.default_rng(1001)
    tiles, _, held = hands.melded(rng, 8, 2)
    for hand, melds in zip(tiles, held, strict=True):
        expected = reference.discards(hand.tolist(), 0, forms, melds.tolist())
        assert list(discards(bytes(hand), forms=forms, held=bytes(melds))) == expected


# One hand -----------------------------------------------------------------------------------------

HAND = counts("123m456p789s11224z")


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, list, tuple])
def test_one_hand_in_every_dress(kind: type) -> None:
    found = discards(kind(HAND))
    assert type(found) is tuple
    assert {type(distance) for distance in found} == {int}
    assert list(found) == discards(np.frombuffer(HAND, np.uint8)).tolist()
    assert list(found) == reference.discards(HAND)


def test_no_form_with_so_many_tiles() -> None:
    assert discards(counts("11m"), forms=Form.SEVEN_PAIRS) == (INVALID,) * 34
    assert discards(bytes(34), 2) == (INVALID,) * 34


def test_what_is_no_hand() -> None:
    with pytest.raises(InvalidHandError, match="^tile 5m must appear at most 4 times, got 5$"):
        discards(counts("55555m123456789p"))
    with pytest.raises(InvalidHandError, match="^tile 1z must appear at most 4 times, got 2 and 3 in melds$"):
        discards(HAND, held=counts("111z"))
    message = r"^tiles \+ wilds must be 2, 5, 8, 11, 14 or 17, got 14 \+ 2$"
    with pytest.raises(InvalidHandError, match=message):
        discards(HAND, 2)
    with pytest.raises(TypeError, match="out must be left out"):
        discards(HAND, out=np.zeros(34, np.int8))  # type: ignore[call-overload]


# best_discards ------------------------------------------------------------------------------------


HANDS = [
    "12233344445556s",
    "34568m235p368s",
    "8m6699p11345s3344z",
    "13m456p78s1z[222m]",
    "13579m1357p77zxxx",
    "1mx[555z]",
]


@pytest.mark.parametrize("text", HANDS)
@pytest.mark.parametrize("forms", [Form.USUAL, Form.STANDARD])
def test_best_discards_say_what_they_leave(text: str, forms: Form) -> None:
    hand, seen = Hand.parse(text), counts("4z")
    found = best_discards(hand, seen, forms=forms)
    assert sorted(each.tile for each in found) == np.flatnonzero(list(hand.counts)).tolist()
    for each in found:
        rest = reference.minus(hand.counts, [each.tile])
        assert each.shanten == shanten(rest, hand.wilds, forms=forms, held=hand.held)
        assert each.useful == useful(rest, hand.wilds, forms=forms, held=hand.held)
        assert each.left == left(hand.counts, seen, each.useful, held=hand.held)


@pytest.mark.parametrize("text", HANDS)
def test_best_discards_come_first(text: str) -> None:
    found = best_discards(Hand.parse(text))
    order = [(each.shanten, -each.left, each.tile) for each in found]
    assert order == sorted(order)


def test_discards_as_good_as_each_other_stand_by_kind() -> None:
    first = best_discards(Hand.parse("123m456p789s11567z"))[:3]
    assert [each.tile for each in first] == [31, 32, 33]
    assert {(each.shanten, each.left) for each in first} == {(1, 8)}


def test_what_is_seen_changes_the_order() -> None:
    hand = Hand.parse("123m456p789s11567z")
    for seen, tile in (("55z", 31), ("66z", 32), ("777z", 33)):
        assert best_discards(hand, counts(seen))[0].tile == tile


def test_a_tile_that_is_discarded_is_not_left() -> None:
    found = best_discards(Hand.parse("123m456p789s11122z"))
    (each,) = [each for each in found if each.tile == 27]
    assert each == (27, 0, (27, 28), 1 + 2)


@pytest.mark.parametrize("text", ["123m456p789s1122z", "1m", "xx1m1m"])
def test_nothing_to_discard(text: str) -> None:
    hand = Hand.parse(text)
    with pytest.raises(InvalidHandError, match=r"^tiles \+ wilds must be 2, 5, .* or 17, got"):
        best_discards(hand)


def test_more_seen_than_there_are() -> None:
    with pytest.raises(InvalidHandError, match="^tile 1m must appear at most 4 times in .*, got 5$"):
        best_discards(Hand.parse("123m456p789s11224z"), counts("1111m"))


def test_wild_tiles_alone_leave_nothing_to_discard() -> None:
    assert best_discards(Hand.parse("xx")) == ()
