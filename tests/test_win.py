"""Is the hand complete: every suit state, every small hand, and many of all sizes."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

import numpy as np
import pytest
from numpy.typing import NDArray

from mjcore import Form, InvalidHandError, corpora, is_win
from tests import reference
from tests.reference import counts

PADDINGS = ("", "11z", "11z22z", "11z22z33z")
ALL_FORMS = [Form.STANDARD, Form.SEVEN_PAIRS, Form.DISTINCT_PAIRS, Form.THIRTEEN_ORPHANS, Form.USUAL]


def small_hands(tiles: int) -> NDArray[np.uint8]:
    """Every hand of so many natural tiles."""
    kinds = np.array(list(combinations_with_replacement(range(34), tiles)), dtype=np.intp)
    hands = np.zeros((len(kinds), 34), np.uint8)
    for column in kinds.T:
        hands[np.arange(len(kinds)), column] += 1
    return hands[(hands <= 4).all(axis=1)]


def group_states(group: slice) -> NDArray[np.uint8]:
    """Every state of one suit or of the honours that a hand of 17 tiles can hold."""
    ranks = group.stop - group.start
    states = np.indices((5,) * ranks, dtype=np.uint8).reshape(ranks, -1).T
    states = states[states.sum(axis=1, dtype=np.uint8) <= 17]
    hands = np.zeros((len(states), 34), np.uint8)
    hands[:, group] = states
    return hands


def padded(hands: NDArray[np.uint8], padding: str, group: slice) -> NDArray[np.uint8]:
    """Lay pairs beside a state: of honours, or of bamboo where the state is one of honours."""
    if group == reference.GROUPS[3]:
        padding = padding.replace("z", "s")
    return hands + np.frombuffer(counts(padding), np.uint8)


def wilds_for(hands: NDArray[np.uint8], remainder: int) -> Iterator[tuple[NDArray[np.intp], int]]:
    """Every number of wild tiles, with the rows that it brings to 3n + `remainder`, at most 17."""
    tiles = hands.sum(axis=1, dtype=np.uint8)
    for wilds in range(18):
        rows = np.flatnonzero(((tiles + wilds) % 3 == remainder) & (tiles + wilds <= 15 + remainder))
        yield rows, wilds


# The reference itself ---------------------------------------------------------------------------


@pytest.mark.parametrize("form", ALL_FORMS)
@pytest.mark.parametrize("wilds", [1, 2])
def test_reference_is_what_substitution_says(form: Form, wilds: int) -> None:
    rng = np.random.default_rng(21)
    hands = corpora.without(rng, corpora.mixed(rng, 60, most_wilds=0)[0], wilds)
    hands = np.concatenate([hands, corpora.without(rng, corpora.pairs(rng, 10), wilds)])
    hands = np.concatenate([hands, corpora.without(rng, corpora.orphans(rng, 10), wilds)])
    answers = []
    for hand in hands.tolist():
        literal = any(reference.is_win(full, 0, form) for full in reference.substitutions(hand, wilds))
        assert reference.is_win(hand, wilds, form) == literal, hand
        answers.append(literal)
    assert 0 < sum(answers) < len(answers)


def test_reference_tables_say_what_the_recursion_says() -> None:
    hands, wilds = corpora.mixed(np.random.default_rng(22), 20_000)
    total = hands.sum(axis=1) + wilds
    tables = 3 * reference.melds_needed(hands) + 2 <= total
    recursion = [
        reference.is_win(*hand, Form.STANDARD) for hand in zip(hands.tolist(), wilds.tolist(), strict=True)
    ]
    assert tables.tolist() == recursion


# Everything small -------------------------------------------------------------------------------


@pytest.mark.parametrize("group", reference.GROUPS)
def test_every_state_of_a_group(group: slice) -> None:
    """With 0 to 3 pairs beside it, and every number of wild tiles, so that no state has slack."""
    states = group_states(group)
    for padding in PADDINGS:
        hands = padded(states, padding, group)
        needed = reference.melds_needed(hands)
        tiles = hands.sum(axis=1, dtype=np.int16)
        for rows, wilds in wilds_for(hands, 2):
            expected = 3 * needed[rows] + 2 <= tiles[rows] + wilds
            wrong = is_win(hands[rows], wilds, forms=Form.STANDARD) != expected
            assert not wrong.any(), (hands[rows][wrong][0], wilds)


@pytest.mark.parametrize("tiles", [0, 1, 2, 3, 4, 5])
def test_every_hand_of_up_to_five_tiles(tiles: int) -> None:
    hands = small_hands(tiles)
    assert len(hands) == [1, 34, 595, 7140, 66_045, 501_908][tiles]
    rows = hands.tolist()
    for total in (2, 5):
        if tiles <= total:
            expected = [reference.is_win(row, total - tiles) for row in rows]
            assert is_win(hands, total - tiles).tolist() == expected
            assert any(expected)


# Hands of all sizes -----------------------------------------------------------------------------


def test_seeded_hands_of_all_sizes() -> None:
    hands, wilds = corpora.mixed(np.random.default_rng(1), 200_000)
    rows = list(zip(hands.tolist(), wilds.tolist(), strict=True))
    expected = np.array([reference.is_win(*row) for row in rows])
    assert 0.2 < expected.mean() < 0.8
    found = is_win(hands, wilds)
    assert not (found != expected).any(), rows[int((found != expected).argmax())]


@pytest.mark.parametrize("forms", [Form(bits) for bits in range(1, 16)])
def test_every_set_of_forms(forms: Form) -> None:
    rng = np.random.default_rng(2)
    complete = [corpora.pairs(rng, 2_000), corpora.orphans(rng, 500), corpora.winners(rng, 1_000)]
    hands = np.concatenate(complete)
    hands = np.concatenate([hands, corpora.exchanged(rng, hands)])
    wilds = rng.integers(0, 9, len(hands)).astype(np.uint8) * (rng.random(len(hands)) < 0.5)
    hands = corpora.without(rng, hands, wilds)
    rows = list(zip(hands.tolist(), wilds.tolist(), strict=True))
    expected = [reference.is_win(*row, forms) for row in rows]
    assert 0.05 < np.mean(expected) < 0.99
    assert is_win(hands, wilds, forms=forms).tolist() == expected
    assert [is_win(*row, forms=forms) for row in rows] == expected


@pytest.mark.parametrize("forms", ALL_FORMS)
def test_nine_to_seventeen_wild_tiles(forms: Form) -> None:
    rng = np.random.default_rng(3)
    natural, wilds = [], []
    for many in range(9, 18):
        for total in range(max(11, many + (2 - many) % 3), 18, 3):
            natural += [corpora.deal(rng, 100, total - many), corpora.quads(rng, 100, total - many)]
            wilds += [many] * 200
    hands = np.concatenate(natural)
    rows = list(zip(hands.tolist(), wilds, strict=True))
    expected = [reference.is_win(*row, forms) for row in rows]
    assert is_win(hands, np.array(wilds, np.uint8), forms=forms).tolist() == expected
    assert [is_win(*row, forms=forms) for row in rows] == expected


# One hand ---------------------------------------------------------------------------------------

COMPLETE = counts("123456789m11122z")


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, list, tuple])
def test_one_hand_in_every_dress(kind: type) -> None:
    assert is_win(kind(COMPLETE)) is True
    assert is_win(kind(counts("123456789m11123z"))) is False


@pytest.mark.parametrize("wilds", [0, 1, 3])
def test_wild_count_of_numpy_is_taken(wilds: int) -> None:
    hand = list(COMPLETE)
    hand[27] -= wilds
    assert is_win(hand, np.int64(wilds)) is True


@pytest.mark.parametrize(("text", "tile"), [("55555m123456789p", "5m"), ("77777z123456789p", "7z")])
def test_five_of_a_kind_names_the_tile(text: str, tile: str) -> None:
    with pytest.raises(InvalidHandError, match=f"^tile {tile} must appear at most 4 times, got 5$"):
        is_win(counts(text))


@pytest.mark.parametrize("bad", [200, 255])
def test_absurd_count_names_tile_and_count(bad: int) -> None:
    hand = bytearray(COMPLETE)
    hand[18] = bad
    with pytest.raises(InvalidHandError, match=f"1s.*got {bad}"):
        is_win(bytes(hand))


@pytest.mark.parametrize("bad", [-1, -200, 5, 200, 10**6, 2**40, 2**70, -(2**70), 256, 260])
def test_absurd_count_in_a_list(bad: int) -> None:
    with pytest.raises(InvalidHandError, match=f"9p.*got {bad}"):
        is_win([*COMPLETE[:17], bad, *COMPLETE[18:]])


@pytest.mark.parametrize(
    ("text", "wilds"), [("1m", 0), ("123m", 0), ("123m1z", 0), ("", 0), ("11m", 1), ("11m", 18), ("", 200)]
)
def test_wrong_total_names_the_totals(text: str, wilds: int) -> None:
    hand = counts(text)
    message = rf"^tiles \+ wilds must be 2, 5, 8, 11, 14 or 17, got {sum(hand)} \+ {wilds}$"
    with pytest.raises(InvalidHandError, match=message):
        is_win(hand, wilds)


@pytest.mark.parametrize("wilds", [-1, -3, 2**40, 2**70, -(2**70), 256, 258])
def test_absurd_wild_count_of_one_hand(wilds: int) -> None:
    with pytest.raises(ValueError, match=r"wild|2, 5"):
        is_win(COMPLETE, wilds)


@pytest.mark.parametrize("length", [0, 1, 33, 35, 10_000])
def test_wrong_length_names_it(length: int) -> None:
    for hand in (bytes(length), [0] * length, (0,) * length, bytearray(length)):
        with pytest.raises(ValueError, match=rf"34.*\b{length}\b"):
            is_win(hand)


@pytest.mark.parametrize(
    "hand", [None, "1" * 34, 34, 2.0, [None] * 34, ["0"] * 34, [0.0] * 34, {}, object(), [[0] * 34] * 2]
)
def test_what_is_no_hand_at_all(hand: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        is_win(hand)  # type: ignore[call-overload]


@pytest.mark.parametrize("wilds", [None, "1", 1.0, [1], 1.5])
def test_what_is_no_wild_count(wilds: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        is_win(COMPLETE, wilds)  # type: ignore[call-overload]


@pytest.mark.parametrize("forms", [0, -1, 2 * max(Form), 1 << 40, None, "STANDARD", 1.0])
def test_unknown_forms(forms: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        is_win(COMPLETE, forms=forms)  # type: ignore[call-overload]
