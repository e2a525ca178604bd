"""Which tiles bring the hand nearer, and how many of them are left: by definition."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mjcore import Form, InvalidHandError, corpora, is_win, left, shanten, useful, waits
from tests import hands, reference
from tests.hands import EVERY_FORM, Melded
from tests.reference import counts

FORM_SETS = [Form.STANDARD, Form.USUAL, Form.MCR, EVERY_FORM]
SINGLE_FORMS = list(Form)


def kinds_of(rows: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    return [tuple(np.flatnonzero(row).tolist()) for row in rows]


def waiting(rng: np.random.Generator, n: int, most_wilds: int) -> list[Melded]:
    """Hands of 3n + 1 tiles without melds, with melds, and near the special forms."""
    tiles, wilds = corpora.mixed(rng, n, most_wilds)
    natural = tiles.any(axis=1)
    mixed = corpora.without(rng, tiles[natural])
    special = corpora.without(rng, hands.special(rng, n // 40))
    some = rng.integers(0, most_wilds + 1, len(special)).astype(np.uint8)
    return [
        (mixed, wilds[natural], np.zeros_like(mixed)),
        (corpora.without(rng, special, some), some, np.zeros_like(special)),
        hands.melded(rng, n // 40, 1, most_wilds),
    ]


# By definition ------------------------------------------------------------------------------------


def drawn(tiles: corpora.Hands) -> corpora.Hands:
    """Each hand with one more of each kind: (n, 34, 34). Those with a fifth are no hands."""
    return np.asarray(tiles[:, None] + np.eye(34, dtype=np.uint8))


@pytest.mark.parametrize("forms", [*FORM_SETS, *SINGLE_FORMS[1:]])
@pytest.mark.parametrize("most_wilds", [0, 4])
def test_a_draw_of_a_useful_tile_brings_the_hand_nearer(forms: Form, most_wilds: int) -> None:
    rng = np.random.default_rng(900 + most_wilds)
    for tiles, wilds, held in waiting(rng, 20_000 if forms is EVERY_FORM else 3_000, most_wilds):
        now = shanten(tiles, wilds, forms=forms, held=held)
        with np.errstate(invalid="ignore"):
            after = shanten(drawn(tiles), wilds[:, None], forms=forms, held=held[:, None])
        expected = (tiles + held < 4) & (now >= 0)[:, None] & (after < now[:, None])
        found = useful(tiles, wilds, forms=forms, held=held)
        wrong = (found != expected).any(axis=1)
        assert not wrong.any(), (tiles[wrong][0], wilds[wrong][0], held[wrong][0])
        assert expected.any() or forms in (Form.KNITTED, Form.THIRTEEN_ORPHANS)


@pytest.mark.parametrize("forms", FORM_SETS)
@pytest.mark.parametrize("most_wilds", [0, 3])
def test_an_exchange_for_a_useful_tile_brings_the_hand_nearer(forms: Form, most_wilds: int) -> None:
    rng = np.random.default_rng(910 + most_wilds)
    tiles, wilds = corpora.mixed(rng, 1_500, most_wilds)
    natural = tiles.any(axis=1)
    tiles, wilds = tiles[natural], wilds[natural]
    now = shanten(tiles, wilds, forms=forms)
    nearest = np.full(tiles.shape, 127)
    for gone in range(34):
        fewer = tiles.copy()
        fewer[:, gone] -= fewer[:, gone] > 0
        with np.errstate(invalid="ignore"):
            after = shanten(drawn(fewer), wilds[:, None], forms=forms)
        possible = (tiles[:, gone, None] > 0) & (fewer < 4)
        nearest = np.minimum(nearest, np.where(possible, after, 127))
    expected = (tiles < 4) & (nearest < now[:, None])
    assert (useful(tiles, wilds, forms=forms) == expected).all()


@pytest.mark.parametrize("forms", [Form.USUAL, EVERY_FORM])
@pytest.mark.parametrize("remainder", [1, 2])
def test_reference(forms: Form, remainder: int) -> None:
    rng = np.random.default_rng(920 + remainder)
    tiles, wilds = corpora.mixed(rng, 24, 2)
    keep = tiles.any(axis=1)
    parts = [(corpora.without(rng, tiles[keep], 2 - remainder), wilds[keep], np.zeros_like(tiles[keep]))]
    parts.append(hands.melded(rng, 4, remainder))
    for hand, wild, held in zip(*map(np.concatenate, zip(*parts, strict=True)), strict=True):
        expected = reference.useful(hand.tolist(), int(wild), forms, held.tolist())
        assert useful(hand.tobytes(), int(wild), forms=forms, held=held.tobytes()) == expected


# What must hold -----------------------------------------------------------------------------------


@pytest.mark.parametrize("forms", [*FORM_SETS, *SINGLE_FORMS])
def test_waits_are_the_useful_tiles_of_a_hand_that_waits(forms: Form) -> None:
    rng = np.random.default_rng(930)
    for tiles, wilds, held in waiting(rng, 10_000, 3):
        ready = shanten(tiles, wilds, forms=forms, held=held) == 0
        asked: dict[str, Any] = {"forms": forms, "held": held[ready]}
        expected = waits(tiles[ready], wilds[ready], **asked)
        assert (useful(tiles[ready], wilds[ready], **asked) == expected).all()


def test_complete_hands_need_nothing() -> None:
    rng = np.random.default_rng(931)
    tiles, wilds = corpora.mixed(rng, 20_000)
    wins = is_win(tiles, wilds, forms=EVERY_FORM)
    assert not useful(tiles[wins], wilds[wins], forms=EVERY_FORM).any()
    assert useful(tiles[~wins], wilds[~wins], forms=EVERY_FORM).any(axis=1).all()
    assert useful(counts("123m456p789s11222z")) == ()


def test_rows_and_tuples_say_the_same() -> None:
    rng = np.random.default_rng(932)
    for tiles, wilds, held in waiting(rng, 2_000, 4):
        found = useful(tiles, wilds, held=held)
        assert found.dtype == np.bool_
        rows = zip(tiles, wilds.tolist(), held, strict=True)
        assert kinds_of(found) == [useful(bytes(row), wild, held=bytes(melds)) for row, wild, melds in rows]


# One hand -----------------------------------------------------------------------------------------

HAND = counts("123m456p78s11224z")


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, list, tuple])
def test_one_hand_in_every_dress(kind: type) -> None:
    found = useful(kind(HAND))
    assert found == (23, 26, 27, 28)
    assert {type(each) for each in found} == {int}


@pytest.mark.parametrize(
    ("text", "wilds", "forms", "melds", "expected"),
    [
        ("1111m", 0, Form.USUAL, "", "23456789m123456789p123456789s1234567z"),
        ("1111m", 0, Form.USUAL, "9999m", "2345678m123456789p123456789s1234567z"),
        ("1m", 0, Form.USUAL, "111m", "23456789m123456789p123456789s1234567z"),
        ("1m", 1, Form.USUAL, "", ""),
        ("13m456p789s11z", 0, Form.USUAL, "", "2m"),
        ("1234m", 1, Form.STANDARD, "", ""),
        ("14m", 0, Form.USUAL, "", "14m"),
        ("14m", 0, Form.USUAL, "111m", "4m"),
        ("1188m288p55s1111z", 0, Form.SEVEN_PAIRS, "", "2p"),
        ("19m19p19s1234567z", 0, Form.THIRTEEN_ORPHANS, "", "19m19p19s1234567z"),
        ("119m19p19s123456z", 0, Form.THIRTEEN_ORPHANS, "", "7z"),
        ("147m258p36s12345z", 0, Form.KNITTED, "", "9s67z"),
        ("147m258p36s11155z", 0, Form.KNITTED_STRAIGHT, "", "9s"),
        ("147m258p36s15z", 0, Form.KNITTED_STRAIGHT, "123m", "9s15z"),
    ],
)
def test_examples(text: str, wilds: int, forms: Form, melds: str, expected: str) -> None:
    found = useful(counts(text), wilds, forms=forms, held=counts(melds))
    assert found == reference.useful(counts(text), wilds, forms, counts(melds))
    assert found == tuple(np.flatnonzero(list(counts(expected))))


def test_what_is_no_hand() -> None:
    with pytest.raises(InvalidHandError, match="^tile 5m must appear at most 4 times, got 5$"):
        useful(counts("55555m123456789p"))
    with pytest.raises(InvalidHandError, match="^tile 1z must appear at most 4 times, got 2 and 3 in melds$"):
        useful(HAND, 1, held=counts("111z"))
    with pytest.raises(InvalidHandError, match=r"^tiles \+ wilds must be 1, 2, 4, .* or 17, got 13 \+ 2$"):
        useful(HAND, 2)
    with pytest.raises(TypeError, match="out must be left out"):
        useful(HAND, out=np.zeros(34, np.bool_))  # type: ignore[call-overload]


# left ---------------------------------------------------------------------------------------------


def test_left_counts_what_is_not_seen() -> None:
    hand, seen, held = counts("123m456p78s11222z"), counts("66s9s"), counts("777z")
    assert left(hand, seen, waits(hand)) == 5
    assert left(hand, bytes(34), range(34)) == 4 * 34 - 13
    assert left(hand, seen, range(34), held=held) == 4 * 34 - 13 - 3 - 3
    assert left(hand, seen, ()) == 0
    assert left(list(hand), tuple(seen), [33], held=held) == 1
    assert type(left(hand, seen, waits(hand))) is int


def test_left_of_arrays_is_left_of_each_row() -> None:
    rng = np.random.default_rng(940)
    tiles, _, held = hands.melded(rng, 30, 1)
    seen = np.minimum(4 - tiles - held, rng.integers(0, 3, tiles.shape)).astype(np.uint8)
    mask = useful(tiles, held=held)
    found = left(tiles, seen, mask, held=held)
    assert found.dtype == np.int16
    rows = zip(tiles, seen, kinds_of(mask), held, strict=True)
    assert found.tolist() == [
        left(bytes(hand), bytes(known), kinds, held=bytes(melds)) for hand, known, kinds, melds in rows
    ]
    assert (left(tiles, seen, mask) >= found).all()
    assert left(tiles[None], seen[0], mask).shape == (1, len(tiles))


def test_left_of_one_kind_too_many() -> None:
    hand, seen = counts("123m456p78s11222z"), counts("222z")
    with pytest.raises(InvalidHandError, match="^tile 2z must appear at most 4 times in .*, got 6$"):
        left(hand, seen, (28,))
    with pytest.raises(InvalidHandError, match="^tile 1z .* got 5$"):
        left(hand, bytes(34), (), held=counts("111z"))
    rows, known = np.frombuffer(hand, np.uint8)[None], np.frombuffer(seen, np.uint8)
    assert left(rows, known, np.arange(34) == 28).tolist() == [0]


@pytest.mark.parametrize("seen", [bytes(33), [0] * 35, None, "0" * 34, [None] * 34])
def test_left_of_what_is_no_hand(seen: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        left(HAND, seen, ())
    with pytest.raises((TypeError, ValueError)):
        left(seen, HAND, ())
