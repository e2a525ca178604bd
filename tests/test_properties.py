"""What must hold for any hand, on examples that hypothesis makes up."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mjcore import INVALID, Form, InvalidHandError, discards, is_win, shanten, useful, waits, waits_mask
from tests import reference

FORMS = st.integers(1, 15).map(Form)
CHOWS = [(first, first + 1, first + 2) for first in range(27) if first % 9 < 7]
MELDS = [*CHOWS, *((kind,) * 3 for kind in range(34))]
PAIRS = [(kind,) * 2 for kind in range(34)]
SINGLES = [(kind,) for kind in range(34)]


@st.composite
def natural(draw: st.DrawFn, tiles: int) -> list[int]:
    """Draw a hand of natural tiles, by melds and pairs for the most part, so that wins are common."""
    hand = [0] * 34
    while missing := tiles - sum(hand):
        parts = MELDS if missing > 3 else PAIRS if missing > 1 else SINGLES
        parts = draw(st.sampled_from([parts, parts, SINGLES]))
        fitting = [part for part in parts if all(hand[kind] + part.count(kind) <= 4 for kind in part)]
        for kind in draw(st.sampled_from(fitting)):
            hand[kind] += 1
    return hand


@st.composite
def hands(draw: st.DrawFn, remainder: int) -> tuple[list[int], int]:
    """Draw a hand of 3n + `remainder` tiles, wild ones among them, and their number."""
    total = draw(st.sampled_from(range(remainder, 16 + remainder, 3)))
    wilds = min(total, draw(st.sampled_from([0, 0, 0, 1, 1, 2, 3, 4, 6, 9, 17])))
    return draw(natural(total - wilds)), wilds


def moved(hand: list[int], order: list[int]) -> list[int]:
    return [hand[kind] for kind in order]


@given(hands(2), FORMS)
def test_is_win_is_what_the_reference_says(asked: tuple[list[int], int], forms: Form) -> None:
    assert is_win(*asked, forms=forms) == reference.is_win(*asked, forms)


@given(hands(1), FORMS, st.sampled_from([4, 5]))
def test_waits_are_what_the_reference_says(asked: tuple[list[int], int], forms: Form, copies: int) -> None:
    found = waits(*asked, forms=forms, copies=copies)
    assert found == reference.waits(*asked, forms, copies=copies)
    assert waits_mask(*asked, forms=forms, copies=copies) == sum(1 << kind for kind in found)


@given(hands(2), st.permutations(range(3)), st.permutations(range(27, 34)), st.booleans())
def test_suits_may_be_exchanged_and_mirrored(
    asked: tuple[list[int], int], suits: list[int], honours: list[int], mirror: bool
) -> None:
    hand, wilds = asked
    order = [9 * suit + (8 - rank if mirror else rank) for suit in suits for rank in range(9)] + honours
    assert is_win(moved(hand, order), wilds) == is_win(hand, wilds)


@given(hands(1), st.permutations(range(3)), st.permutations(range(27, 34)))
def test_waits_move_with_the_suits(
    asked: tuple[list[int], int], suits: list[int], honours: list[int]
) -> None:
    hand, wilds = asked
    order = [9 * suit + rank for suit in suits for rank in range(9)] + honours
    assert [order[kind] for kind in waits(moved(hand, order), wilds)] == sorted(
        waits(hand, wilds), key=order.index
    )


@given(hands(2), st.data())
def test_a_wild_tile_is_as_good_as_any_tile(asked: tuple[list[int], int], data: st.DataObject) -> None:
    hand, wilds = asked
    assume(sum(hand) and is_win(hand, wilds))
    kind = data.draw(st.sampled_from([kind for kind in range(34) if hand[kind]]))
    hand[kind] -= 1
    assert is_win(hand, wilds + 1)


@given(hands(2), st.sampled_from(MELDS))
def test_one_more_meld_keeps_a_standard_win(asked: tuple[list[int], int], meld: tuple[int, ...]) -> None:
    hand, wilds = asked
    assume(sum(hand) + wilds <= 14 and is_win(hand, wilds, forms=Form.STANDARD))
    for kind in meld:
        hand[kind] += 1
    assume(max(hand) <= 4)
    assert is_win(hand, wilds, forms=Form.STANDARD)
    assert is_win(hand, wilds) or sum(hand) + wilds == 17


@given(hands(1), st.data())
def test_a_wait_completes_the_hand(asked: tuple[list[int], int], data: st.DataObject) -> None:
    hand, wilds = asked
    kinds = waits(hand, wilds)
    assume(kinds)
    hand[data.draw(st.sampled_from(kinds))] += 1
    assert is_win(hand, wilds)


@given(hands(2), st.data())
def test_a_complete_hand_waited_for_each_of_its_tiles(
    asked: tuple[list[int], int], data: st.DataObject
) -> None:
    hand, wilds = asked
    assume(sum(hand) and is_win(hand, wilds))
    kind = data.draw(st.sampled_from([kind for kind in range(34) if hand[kind]]))
    hand[kind] -= 1
    assert kind in waits(hand, wilds)


@given(hands(2), FORMS, FORMS)
def test_forms_add_up(asked: tuple[list[int], int], some: Form, others: Form) -> None:
    joined = is_win(*asked, forms=some | others)
    assert joined == (is_win(*asked, forms=some) or is_win(*asked, forms=others))


@given(hands(2), FORMS)
def test_distances_are_what_the_reference_says(asked: tuple[list[int], int], forms: Form) -> None:
    assert shanten(*asked, forms=forms) == reference.shanten(*asked, forms)


@given(hands(1), st.permutations(range(3)), st.permutations(range(27, 34)))
def test_useful_tiles_move_with_the_suits(
    asked: tuple[list[int], int], suits: list[int], honours: list[int]
) -> None:
    hand, wilds = asked
    order = [9 * suit + rank for suit in suits for rank in range(9)] + honours
    assert shanten(moved(hand, order), wilds) == shanten(hand, wilds)
    assert [order[kind] for kind in useful(moved(hand, order), wilds)] == sorted(
        useful(hand, wilds), key=order.index
    )


@given(hands(1), st.data())
def test_a_useful_tile_brings_the_hand_nearer_and_no_other_does(
    asked: tuple[list[int], int], data: st.DataObject
) -> None:
    hand, wilds = asked
    kind = data.draw(st.sampled_from([kind for kind in range(34) if hand[kind] < 4]))
    before, helps = shanten(hand, wilds), kind in useful(hand, wilds)
    hand[kind] += 1
    assert shanten(hand, wilds) == before - helps


@given(hands(2))
def test_the_best_discard_of_an_incomplete_hand_leaves_it_as_near_as_it_was(
    asked: tuple[list[int], int],
) -> None:
    assume(sum(asked[0]))
    assert min(discards(*asked)) == max(shanten(*asked), 0)


@given(hands(2), FORMS, FORMS)
def test_the_nearest_of_two_forms_counts(asked: tuple[list[int], int], some: Form, others: Form) -> None:
    nearest = min(shanten(*asked, forms=some), shanten(*asked, forms=others))
    assert shanten(*asked, forms=some | others) == nearest <= INVALID


@given(st.integers(9, 17), st.data())
def test_nine_wild_tiles_of_fourteen_complete_anything(wilds: int, data: st.DataObject) -> None:
    total = 14 if wilds <= 14 else 17
    assert is_win(data.draw(natural(total - wilds)), wilds, forms=Form.STANDARD)


@given(st.lists(hands(2), min_size=1, max_size=20), FORMS)
def test_an_array_answers_as_its_rows_do(asked: list[tuple[list[int], int]], forms: Form) -> None:
    rows = np.array([hand for hand, _ in asked])
    wilds = np.array([wild for _, wild in asked])
    assert is_win(rows, wilds, forms=forms).tolist() == [is_win(*one, forms=forms) for one in asked]


# Anything at all ------------------------------------------------------------------------------

WILD = st.one_of(st.integers(0, 20), st.integers())
ANY_COUNT = st.one_of(
    st.integers(0, 4), st.integers(), st.none(), st.floats(), st.booleans(), st.text(max_size=2)
)
ASK: list[Callable[..., object]] = [is_win, waits, waits_mask, shanten, useful, discards]


@pytest.mark.parametrize("ask", ASK)
@given(hand=st.one_of(st.binary(max_size=70), st.binary(min_size=34, max_size=34)), wilds=WILD)
def test_any_bytes_are_answered_or_refused(ask: Callable[..., object], hand: bytes, wilds: int) -> None:
    fine = len(hand) == 34 and max(hand) <= 4 and wilds >= 0
    try:
        ask(hand, wilds)
    except InvalidHandError:
        assert len(hand) == 34
    except ValueError:
        assert len(hand) != 34
    else:
        assert fine


@pytest.mark.parametrize("ask", ASK)
@given(
    hand=st.lists(ANY_COUNT, min_size=34, max_size=34),
    wilds=WILD,
)
def test_any_list_is_answered_or_refused(ask: Callable[..., object], hand: list[object], wilds: int) -> None:
    try:
        ask(hand, wilds)
    except (TypeError, ValueError):
        return
    assert all(type(count) is int and 0 <= count <= 4 for count in hand)


@pytest.mark.parametrize("dtype", ["u1", "i1", "i2", "i8", "u8"])
@given(data=st.data())
def test_any_array_is_answered_row_by_row(dtype: str, data: st.DataObject) -> None:
    bounds = np.iinfo(dtype)
    low, high = int(bounds.min), int(bounds.max)
    rows = np.array([hand for hand, _ in data.draw(st.lists(hands(2), min_size=3, max_size=9))]).astype(dtype)
    before = asked(rows)
    spoiled = data.draw(st.sets(st.integers(0, len(rows) - 1)))
    for row in spoiled:
        bad = data.draw(st.one_of(st.integers(5, high), st.integers(low, -1) if low else st.nothing()))
        rows[row, data.draw(st.integers(0, 33))] = bad
    for row, (old, new) in enumerate(zip(before, asked(rows), strict=True)):
        assert new == (False if row in spoiled else old)


def asked(rows: NDArray[np.integer]) -> list[bool]:
    with np.errstate(invalid="ignore"):
        return [bool(answer) for answer in is_win(rows)]
