"""What the hand waits for: against the reference, and against `is_win` of every hand one tile on."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from mjcore import Form, InvalidHandError, corpora, is_win, waits, waits_mask
from tests import reference
from tests.reference import counts
from tests.test_win import PADDINGS, group_states, padded, small_hands, wilds_for

BITS = np.uint64(1) << np.arange(34, dtype=np.uint64)


def waiting_hands(
    rng: np.random.Generator, n: int, most_wilds: int = 8
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Hands one tile short of the mixed ones: about half of them wait for something."""
    hands, wilds = corpora.mixed(rng, n, most_wilds)
    natural = hands.sum(axis=1) > 0
    return corpora.without(rng, hands[natural]), wilds[natural]


def completed(
    hands: NDArray[np.uint8], wilds: NDArray[np.uint8] | int, forms: Form = Form.USUAL
) -> NDArray[np.bool_]:
    """Draw each kind of which there is a fifth of none, and ask whether the hand is complete."""
    answer = np.zeros(hands.shape, np.bool_)
    for kind in range(34):
        rows = hands[:, kind] < 4
        after = hands[rows]
        after[:, kind] += 1
        answer[rows, kind] = is_win(after, np.broadcast_to(wilds, len(hands))[rows], forms=forms)
    return answer


def as_kinds(answer: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    return [tuple(np.flatnonzero(row).tolist()) for row in answer]


# Everything small -------------------------------------------------------------------------------


@pytest.mark.parametrize("padding", PADDINGS[:3])
@pytest.mark.parametrize("group", reference.GROUPS)
def test_every_state_of_a_group(group: slice, padding: str) -> None:
    """With 0, 1 and 2 pairs beside it: what helps depends on how many groups could give the pair."""
    hands = padded(group_states(group), padding, group)
    tiles = hands.sum(axis=1, dtype=np.int16)
    needed = np.empty((34, len(hands)), np.int16)
    empty = [kind for g in reference.GROUPS if not hands[:, g].any() for kind in range(34)[g]]
    for kind in (*(kind for kind in range(34) if kind not in empty), empty[0]):
        after = np.minimum(hands + np.eye(34, dtype=np.uint8)[kind], 4)
        needed[kind] = np.where(hands[:, kind] < 4, reference.melds_needed(after), reference.FAR)
    needed[empty] = needed[empty[0]]  # one tile alone in its suit is like any other
    for rows, wilds in wilds_for(hands, 1):
        expected = (3 * needed[:, rows] + 2 <= tiles[rows] + wilds + 1).T
        wrong = (waits(hands[rows], wilds, forms=Form.STANDARD) != expected).any(axis=1)
        assert not wrong.any(), (hands[rows][wrong][0], wilds)


@pytest.mark.parametrize("tiles", [0, 1, 2, 3, 4])
def test_every_hand_of_up_to_four_tiles(tiles: int) -> None:
    hands = small_hands(tiles)
    for total in (1, 4):
        if tiles <= total:
            found = waits(hands, total - tiles)
            assert (found == completed(hands, total - tiles)).all()
            assert found.any()


# Hands of all sizes -----------------------------------------------------------------------------


@pytest.mark.parametrize("copies", [4, 5])
def test_seeded_hands_against_the_reference(copies: int) -> None:
    hands, wilds = waiting_hands(np.random.default_rng(4), 10_000)
    rows = list(zip(hands.tolist(), wilds.tolist(), strict=True))
    expected = [reference.waits(*row, copies=copies) for row in rows]
    assert 0.2 < np.mean([bool(kinds) for kinds in expected]) < 0.8
    assert as_kinds(waits(hands, wilds, copies=copies)) == expected
    assert [waits(*row, copies=copies) for row in rows] == expected


@pytest.mark.parametrize("forms", [Form(bits) for bits in range(1, 16)])
def test_waits_are_the_tiles_after_which_it_is_complete(forms: Form) -> None:
    rng = np.random.default_rng(5)
    hands, wilds = waiting_hands(rng, 20_000)
    short = [corpora.without(rng, corpora.pairs(rng, 3_000)), corpora.without(rng, corpora.orphans(rng, 500))]
    hands = np.concatenate([hands, *short])
    wilds = np.concatenate([wilds, np.zeros(3_500, np.uint8)])
    expected = completed(hands, wilds, forms)
    assert (waits(hands, wilds, forms=forms) == expected).all()
    assert 0.01 < expected.any(axis=1).mean() < 0.99


@pytest.mark.parametrize("forms", [Form.STANDARD, Form.USUAL, Form.DISTINCT_PAIRS])
def test_nine_to_sixteen_wild_tiles(forms: Form) -> None:
    rng = np.random.default_rng(6)
    for wilds in range(9, 17):
        for total in range(10, 17, 3):
            if wilds <= total:
                hands = corpora.deal(rng, 30, total - wilds)
                expected = [reference.waits(hand, wilds, forms) for hand in hands.tolist()]
                assert as_kinds(waits(hands, wilds, forms=forms)) == expected


@pytest.mark.parametrize("copies", [4, 5])
def test_melds_hold_copies_too(copies: int) -> None:
    rng = np.random.default_rng(7)
    all_tiles = corpora.winners(rng, 3_000, 4, kinds=corpora.CHARACTERS)
    hands = corpora.without(rng, all_tiles, 4)
    held = all_tiles - hands
    expected = [
        reference.waits(hand, 0, Form.USUAL, melds, copies)
        for hand, melds in zip(hands.tolist(), held.tolist(), strict=True)
    ]
    found = waits(hands, held=held, copies=copies)
    assert as_kinds(found) == expected
    one_by_one = [
        waits(bytes(hand), held=bytes(melds), copies=copies) for hand, melds in zip(hands, held, strict=True)
    ]
    assert one_by_one == expected
    assert (found != waits(hands, copies=copies)).any() == (copies == 4)


def test_masks_and_rows_and_tuples_say_the_same() -> None:
    hands, wilds = waiting_hands(np.random.default_rng(8), 5_000)
    found = waits(hands, wilds)
    masks = waits_mask(hands, wilds)
    assert found.dtype == np.bool_
    assert masks.dtype == np.uint64
    assert (masks == np.where(found, BITS, np.uint64(0)).sum(axis=1, dtype=np.uint64)).all()
    for hand, wild, mask in zip(hands, wilds.tolist(), masks.tolist(), strict=True):
        assert waits_mask(bytes(hand), wild) == mask


# One hand ---------------------------------------------------------------------------------------

NINE_GATES = counts("1112345678999m")


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, list, tuple])
def test_one_hand_in_every_dress(kind: type) -> None:
    assert waits(kind(NINE_GATES)) == tuple(range(9))
    assert waits_mask(kind(NINE_GATES)) == 0b1_1111_1111
    assert waits(kind(counts("147m147p147s1234z"))) == ()


def test_one_hand_gives_plain_integers() -> None:
    assert {type(kind) for kind in waits(NINE_GATES)} == {int}
    assert type(waits_mask(NINE_GATES)) is int


def test_wild_tiles_alone_wait_for_everything() -> None:
    for wilds in (1, 4, 7, 10, 13, 16):
        assert waits(bytes(34), wilds) == tuple(range(34))


@pytest.mark.parametrize("ask", [waits, waits_mask])
@pytest.mark.parametrize(("text", "wilds"), [("11m", 0), ("123m", 0), ("", 0), ("1m", 1), ("", 19)])
def test_wrong_total_names_the_totals(ask: Callable[..., object], text: str, wilds: int) -> None:
    hand = counts(text)
    message = rf"^tiles \+ wilds must be 1, 4, 7, 10, 13 or 16, got {sum(hand)} \+ {wilds}$"
    with pytest.raises(InvalidHandError, match=message):
        ask(hand, wilds)


def test_too_many_of_a_kind_with_melds_name_the_tile() -> None:
    with pytest.raises(InvalidHandError, match="^tile 1m must appear at most 4 times, got 3 and 2 in melds$"):
        waits(NINE_GATES, held=counts("11m"))
    with pytest.raises(InvalidHandError, match="^tile 5p must appear at most 4 times, got 0 and 5 in melds$"):
        waits(NINE_GATES, held=counts("55555p"))


@pytest.mark.parametrize("copies", [0, 3, 6, -1, 255, 260, None, "4"])
def test_unknown_copies(copies: object) -> None:
    for hand in (NINE_GATES, np.frombuffer(NINE_GATES, np.uint8)):
        with pytest.raises((TypeError, ValueError), match="copies must be 4 or 5"):
            waits(hand, copies=copies)  # type: ignore[call-overload]


@pytest.mark.parametrize("held", [bytes(33), [0] * 35, "0" * 34, 0, [None] * 34, np.zeros(34)])
def test_what_is_no_held(held: object) -> None:
    for hand in (NINE_GATES, np.frombuffer(NINE_GATES, np.uint8)):
        with pytest.raises((TypeError, ValueError)):
            waits(hand, held=held)  # type: ignore[call-overload]
