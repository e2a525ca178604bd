"""How far is the hand: against the fewest tiles missing over all targets, and by what must hold."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from mjcore import INVALID, Form, InvalidHandError, corpora, discards, is_win, shanten, useful, waits
from tests import hands, reference
from tests.hands import COMPLETE, EVERY_FORM, WAITING
from tests.reference import counts
from tests.test_win import small_hands

SINGLE_FORMS = list(Form)
FORM_SETS = [Form.STANDARD, Form.USUAL, Form.MCR, EVERY_FORM]


def agree(tiles: corpora.Hands, wilds: NDArray[np.uint8] | int, forms: Form, held: corpora.Hands) -> None:
    """Hold arrays and single hands against the reference."""
    found = shanten(tiles, wilds, forms=forms, held=held)
    assert found.dtype == np.int8
    each_wilds = np.broadcast_to(wilds, len(tiles)).tolist()
    each_held = np.broadcast_to(held, tiles.shape)
    for hand, wild, melds, answer in zip(tiles, each_wilds, each_held, found.tolist(), strict=True):
        expected = reference.shanten(hand.tolist(), wild, forms, melds.tolist())
        assert answer == expected, (hand, wild, melds)
        assert shanten(hand.tobytes(), wild, forms=forms, held=melds.tobytes()) == expected


NO_MELDS = np.zeros(34, np.uint8)


# Against every target -----------------------------------------------------------------------------


@pytest.mark.parametrize("total", [*WAITING, *COMPLETE])
def test_hands_of_every_kind_and_size(total: int) -> None:
    rng = np.random.default_rng(total)
    agree(hands.sized(rng, 25, total, 0), 0, Form.USUAL, NO_MELDS)


@pytest.mark.parametrize("wilds", [1, 2, 3, 4, 6, 9])
def test_wild_tiles_of_every_number(wilds: int) -> None:
    rng = np.random.default_rng(100 + wilds)
    for total in (total for total in (*WAITING, *COMPLETE) if wilds <= total < 16):
        agree(hands.sized(rng, 2, total, wilds), wilds, Form.USUAL, NO_MELDS)


@pytest.mark.parametrize("form", SINGLE_FORMS)
@pytest.mark.parametrize("total", [10, 11, 13, 14])
def test_each_form(form: Form, total: int) -> None:
    rng = np.random.default_rng(200 + total)
    tiles = corpora.without(rng, hands.special(rng, 20), 14 - total)
    agree(tiles, 0, form, NO_MELDS)
    for wilds in (1, 4):
        agree(corpora.without(rng, tiles[::3], wilds), wilds, form, NO_MELDS)


@pytest.mark.parametrize("forms", FORM_SETS)
@pytest.mark.parametrize("remainder", [1, 2])
def test_melds_use_copies_up(forms: Form, remainder: int) -> None:
    rng = np.random.default_rng(300 + remainder)
    tiles, _, held = hands.melded(rng, 30, remainder)
    agree(tiles, 0, forms, held)
    some, wilds, melds = hands.melded(rng, 4, remainder, 4)
    agree(some, wilds, forms, melds)
    assert (shanten(tiles, held=held) != shanten(tiles)).any()


@pytest.mark.parametrize("forms", SINGLE_FORMS[1:])
def test_melds_beside_fourteen_tiles(forms: Form) -> None:
    """A fifth meld is set down, of tiles that the form would need."""
    rng = np.random.default_rng(400)
    tiles = hands.special(rng, 15)
    held = np.minimum(4 - tiles, 4 * (rng.random(tiles.shape) < 0.1)).astype(np.uint8)
    held += (tiles + held < 4) & (rng.random(tiles.shape) < 0.2)
    agree(tiles, 0, forms, held)
    agree(corpora.without(rng, tiles), 0, forms, held)


def test_melds_of_nearly_all_kinds() -> None:
    """Melds hold no more than five kinds or so, but whoever plays without a suit may say so by `held`."""
    rng = np.random.default_rng(500)
    for total in WAITING:
        tiles = corpora.deal(rng, 10, total, np.arange(12))
        held = np.where(tiles > 0, rng.integers(0, 5 - tiles), 4).astype(np.uint8)
        for more in range(6):
            held[:, rng.permutation(34)[:more]] = 0
            agree(tiles, 0, Form.USUAL, held)


# Against exchanges --------------------------------------------------------------------------------


def exchanges(hand: list[int], wilds: int) -> int:
    """Exchange as few tiles as possible until the hand wins, for wild ones: those are as good as any."""
    extra = int((sum(hand) + wilds) % 3 == 1)
    tiles = [kind for kind, count in enumerate(hand) for _ in range(count)]
    for number in range(len(tiles) + 1):
        for gone in set(combinations(tiles, number)):
            rest = [count - gone.count(kind) for kind, count in enumerate(hand)]
            if reference.is_win(rest, wilds + number + extra):
                return number - 1 + extra
    raise AssertionError("wild tiles alone win")


@pytest.mark.parametrize("wilds", [1, 2, 3, 5, 8])
def test_wild_tiles_by_exchanges(wilds: int) -> None:
    rng = np.random.default_rng(600 + wilds)
    for total in (total for total in (4, 5, 7, 8, 13, 14) if wilds < total <= wilds + 7):
        for hand in hands.sized(rng, 5, total, wilds).tolist():
            assert shanten(hand, wilds) == exchanges(hand, wilds), hand


def natural_exchanges(hand: list[int]) -> int:
    """The same with natural tiles, of which there are four of a kind."""
    extra = int(sum(hand) % 3 == 1)
    tiles = [kind for kind, count in enumerate(hand) for _ in range(count)]
    for number in range(3):
        for gone in set(combinations(tiles, number)):
            rest = [count - gone.count(kind) for kind, count in enumerate(hand)]
            for full in reference.substitutions(rest, number + extra):
                if max(full) <= 4 and reference.is_win(full):
                    return number - 1 + extra
    return 2 + extra


@pytest.mark.parametrize("total", [1, 2, 4])
def test_natural_tiles_by_exchanges(total: int) -> None:
    rng = np.random.default_rng(700 + total)
    rows = hands.sized(rng, 2, total, 0).tolist()
    for hand in rows + [list(counts(text)) for text in ("1111m", "1111z", "2222p", "1114s") if total == 4]:
        expected = natural_exchanges(hand)
        assert shanten(hand) == expected if expected < 3 else shanten(hand) >= 2, hand


# What must hold -----------------------------------------------------------------------------------


def mixtures(n: int) -> Iterator[tuple[corpora.Hands, NDArray[np.uint8], corpora.Hands]]:
    """Hands of all sizes without melds, and hands with melds; all of 3n + 2 tiles."""
    rng = np.random.default_rng(800)
    yield *corpora.mixed(rng, n), np.zeros((n, 34), np.uint8)
    yield *corpora.mixed(rng, n, 0), np.zeros((n, 34), np.uint8)
    yield hands.melded(rng, n // 50, 2)
    yield hands.melded(rng, n // 50, 2, 3)


@pytest.mark.parametrize("forms", [*SINGLE_FORMS, *FORM_SETS])
def test_complete_is_what_wins(forms: Form) -> None:
    for tiles, wilds, held in mixtures(20_000):
        complete = shanten(tiles, wilds, forms=forms, held=held) == -1
        assert (complete == is_win(tiles, wilds, forms=forms)).all()
    special = hands.special(np.random.default_rng(801), 1_000)
    assert ((shanten(special, forms=forms) == -1) == is_win(special, forms=forms)).all()


@pytest.mark.parametrize("forms", [*SINGLE_FORMS, *FORM_SETS])
def test_waiting_is_what_has_waits(forms: Form) -> None:
    """Of natural tiles such as are left; with wild tiles the one to come may be wild."""
    rng = np.random.default_rng(802)
    for tiles, wilds, held in mixtures(20_000):
        natural = tiles.any(axis=1)
        tiles, wilds, held = corpora.without(rng, tiles[natural]), wilds[natural], held[natural]
        found = shanten(tiles, wilds, forms=forms, held=held) == 0
        waiting = waits(tiles, wilds, forms=forms, held=held).any(axis=1)
        wild = is_win(tiles, wilds + 1, forms=forms)
        assert (found == np.where(wilds > 0, wild, waiting)).all()


def test_waiting_where_melds_hold_the_waits() -> None:
    rng = np.random.default_rng(803)
    tiles, _, held = hands.melded(rng, 2_000, 1)
    ready = np.asarray(waits(tiles, copies=5).any(axis=1))
    used_up = np.asarray(ready & ~waits(tiles, held=held).any(axis=1))
    assert used_up.sum() > 20
    assert (shanten(tiles[ready], held=held[ready]) == used_up[ready]).all()


@pytest.mark.parametrize("forms", FORM_SETS)
def test_a_discard_takes_the_hand_no_more_than_one_step_back(forms: Form) -> None:
    for tiles, wilds, held in mixtures(10_000):
        before = shanten(tiles, wilds, forms=forms, held=held)[:, None]
        after = discards(tiles, wilds, forms=forms, held=held).astype(int)
        steps = (after - np.maximum(before, 0))[tiles > 0]
        assert set(np.unique(steps)) <= {0, 1}
        assert (after[tiles == 0] == INVALID).all()


@pytest.mark.parametrize("forms", FORM_SETS)
def test_a_wild_tile_for_a_natural_one_never_takes_it_back(forms: Form) -> None:
    for tiles, wilds, held in mixtures(10_000):
        natural = tiles.any(axis=1)
        tiles, wilds, held = tiles[natural], wilds[natural], held[natural]
        before = shanten(tiles, wilds, forms=forms, held=held)
        exchanged = corpora.without(np.random.default_rng(804), tiles)
        assert (shanten(exchanged, wilds + 1, forms=forms, held=held) <= before).all()


@pytest.mark.parametrize("forms", FORM_SETS)
def test_suits_and_honours_may_change_places(forms: Form) -> None:
    rng = np.random.default_rng(805)
    for tiles, wilds, held in mixtures(10_000):
        before = shanten(tiles, wilds, forms=forms, held=held)
        for _ in range(3):
            suits = [np.arange(9)[:: rng.choice([1, -1])] + 9 * suit for suit in rng.permutation(3)]
            if Form.KNITTED_STRAIGHT in forms:
                suits = [np.sort(suit) for suit in suits]
            order = np.concatenate([*suits, rng.permutation(hands.HONOURS)])
            after = shanten(tiles[:, order], wilds, forms=forms, held=held[:, order])
            assert (after == before).all()


@pytest.mark.parametrize("some", SINGLE_FORMS)
def test_the_nearest_form_counts(some: Form) -> None:
    tiles = hands.special(np.random.default_rng(806), 500)
    for others in SINGLE_FORMS:
        nearest = np.minimum(shanten(tiles, forms=some), shanten(tiles, forms=others))
        assert (shanten(tiles, forms=some | others) == nearest).all()


def test_every_hand_of_up_to_four_tiles() -> None:
    for tiles in (1, 2, 4):
        rows = small_hands(tiles)
        found = shanten(rows)
        assert ((found == -1) == (is_win(rows) if tiles == 2 else False)).all()
        sample = np.random.default_rng(tiles).permutation(len(rows))[:600]
        assert found[sample].tolist() == [reference.shanten(row) for row in rows[sample].tolist()]


# One hand -----------------------------------------------------------------------------------------

READY = counts("123m456p789s1122z")


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, list, tuple])
def test_one_hand_in_every_dress(kind: type) -> None:
    assert shanten(kind(READY)) == 0
    assert shanten(kind(counts("123m456p789s11222z"))) == -1
    assert type(shanten(kind(READY))) is int


@pytest.mark.parametrize(
    ("text", "wilds", "forms", "melds", "expected"),
    [
        ("147m147p147s1234z", 0, Form.STANDARD, "", 8),
        ("19m19p19s1234567z", 0, Form.STANDARD, "", 8),
        ("1111m", 0, Form.USUAL, "", 1),
        ("1111m", 1, Form.USUAL, "", -1),
        ("1111m1z", 0, Form.USUAL, "", 0),
        ("13m456p789s11z", 0, Form.USUAL, "", 0),
        ("13m456p789s11z", 0, Form.USUAL, "2222m", 1),
        ("13m456p789s11z", 0, Form.USUAL, "222m", 0),
        ("1m", 0, Form.USUAL, "111m", 1),
        ("1m", 0, Form.USUAL, "11m", 0),
        ("", 1, Form.USUAL, "1111m", 0),
        ("", 2, Form.USUAL, "", -1),
        ("1111222233334z", 0, Form.DISTINCT_PAIRS, "", 6),
        ("1111222233334z", 0, Form.SEVEN_PAIRS, "", 0),
        ("1112223334445z", 0, Form.SEVEN_PAIRS, "", 2),
        ("23455m345p45678s", 0, Form.THIRTEEN_ORPHANS, "", 13),
        ("147m258p369s1234z", 0, Form.KNITTED, "", 0),
        ("147m258p369s1134z", 0, Form.KNITTED, "", 1),
        ("147m258p369s12m55z", 0, Form.KNITTED_STRAIGHT, "", 0),
        ("147m258p369s5z", 0, Form.KNITTED_STRAIGHT, "123m", 0),
        ("47m258p369s55z", 0, Form.KNITTED_STRAIGHT, "1111m", 5),
    ],
)
def test_examples(text: str, wilds: int, forms: Form, melds: str, expected: int) -> None:
    assert shanten(counts(text), wilds, forms=forms, held=counts(melds)) == expected


@pytest.mark.parametrize("form", SINGLE_FORMS[1:])
def test_no_form_with_so_many_tiles(form: Form) -> None:
    fitting = (10, 11, 13, 14) if form is Form.KNITTED_STRAIGHT else (13, 14)
    for total in (*WAITING, *COMPLETE):
        hand = corpora.deal(np.random.default_rng(total), 1, total)
        with np.errstate(invalid="raise"):
            assert (shanten(hand, forms=form)[0] == INVALID) == (total not in fitting)
        assert (shanten(bytes(hand[0]), forms=form) == INVALID) == (total not in fitting)


# What is no hand ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "tile"), [("55555m123456789p", "5m"), ("77777z123456789p", "7z")])
def test_five_of_a_kind_names_the_tile(text: str, tile: str) -> None:
    with pytest.raises(InvalidHandError, match=f"^tile {tile} must appear at most 4 times, got 5$"):
        shanten(counts(text))


def test_too_many_of_a_kind_with_melds_name_the_tile() -> None:
    message = "^tile 1z must appear at most 4 times, got 2 and 3 in melds$"
    for wilds in (0, 3):
        with pytest.raises(InvalidHandError, match=message):
            shanten(READY, wilds, held=counts("111z"))
    with pytest.raises(InvalidHandError, match="^tile 5p must appear at most 4 times, got 1 and 5 in melds$"):
        shanten(READY, held=counts("55555p"))


@pytest.mark.parametrize(
    ("text", "wilds"), [("", 0), ("123m", 0), ("11m", 1), ("1m", 17), ("", 18), ("11m", 18), ("", 200)]
)
def test_wrong_total_names_the_totals(text: str, wilds: int) -> None:
    hand = counts(text)
    totals = r"1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16 or 17"
    message = rf"^tiles \+ wilds must be {totals}, got {sum(hand)} \+ {wilds}$"
    with pytest.raises(InvalidHandError, match=message):
        shanten(hand, wilds)


@pytest.mark.parametrize("forms", [0, -1, 2 * max(Form), 1 << 40, None, "STANDARD", 1.0])
def test_unknown_forms(forms: object) -> None:
    for hand in (READY, np.frombuffer(READY, np.uint8)):
        with pytest.raises((TypeError, ValueError)):
            shanten(hand, forms=forms)  # type: ignore[call-overload]


@pytest.mark.parametrize("held", [bytes(33), [0] * 35, "0" * 34, 0, [None] * 34, np.zeros(34)])
def test_what_is_no_held(held: object) -> None:
    for hand in (READY, np.frombuffer(READY, np.uint8)):
        with pytest.raises((TypeError, ValueError)):
            shanten(hand, held=held)  # type: ignore[call-overload]


# Both readers -------------------------------------------------------------------------------------


def digest() -> str:
    """Sum up what all distances, useful tiles and discards are."""
    summed = hashlib.sha256()
    for forms in FORM_SETS:
        for tiles, wilds, held in mixtures(2_000):
            for ask in (shanten, useful, discards):
                summed.update(ask(tiles, wilds, forms=forms, held=held).tobytes())
    return summed.hexdigest()


def test_both_readers_say_the_same() -> None:
    script = "from tests.test_shanten import digest; print(digest())"
    found = [
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=Path(__file__).parents[1],
            env={**os.environ, "MJCORE_PORTABLE": portable},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for portable in "01"
    ]
    assert found[0] == found[1]
