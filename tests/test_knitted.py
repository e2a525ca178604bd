"""Honours and knitted tiles, and the knitted straight, against every literal reading of their wild tiles."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from numpy.typing import NDArray

from mjcore import Form, corpora, is_win, waits
from tests import reference

BODIES = corpora.KNITTED.astype(np.int8)
HONOURS = np.isin(np.arange(34), np.arange(27, 34))
FORMS = Form.KNITTED | Form.KNITTED_STRAIGHT


def hands(seed: int, n: int, wilds: int) -> NDArray[np.uint8]:
    """Winners and near misses of 14 and 11 tiles, of which `wilds` were taken away."""
    rng = np.random.default_rng(seed)
    part = n // 8
    whole = [
        corpora.knitted(rng, part),
        corpora.knitted_straights(rng, 2 * part),
        corpora.knitted_straights(rng, part, melds=0),
        corpora.exchanged(rng, corpora.knitted(rng, part)),
        corpora.exchanged(rng, corpora.knitted_straights(rng, 2 * part)),
    ]
    found = np.concatenate(whole)
    found = np.concatenate([found, corpora.deal(rng, n - len(found), 14)])
    found = found[(found <= 4).all(axis=1) & (found.sum(axis=1) >= wilds)]
    return corpora.without(rng, found, wilds)


def complete(tiles: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Which rows of natural tiles, five of a kind admitted, are one of the two forms."""
    totals = tiles.sum(axis=1)
    found = np.zeros(len(tiles), np.bool_)
    for body in BODIES:
        single = (tiles <= (body.astype(np.bool_) | HONOURS)).all(axis=1)
        found |= (totals == 14) & single
        straight = np.flatnonzero(np.isin(totals, (11, 14)) & (tiles >= body).all(axis=1))
        rest = tiles[straight] - body
        found[straight] |= standard(rest)
    return found


def standard(rest: NDArray[np.int8]) -> NDArray[np.bool_]:
    melds = (rest.sum(axis=1) - 2) // 3
    fits = (rest <= 4).all(axis=1)
    found = np.zeros(len(rest), np.bool_)
    found[fits] = reference.melds_needed(rest[fits].astype(np.uint8)) <= melds[fits]
    for row in np.flatnonzero(~fits):
        found[row] = reference.standard(rest[row].tolist(), int(rest[row].sum()))
    return found


@pytest.mark.parametrize(("wilds", "n"), [(0, 30_000), (1, 20_000), (2, 6_000)])
def test_every_substitution(wilds: int, n: int) -> None:
    tiles = hands(wilds, n, wilds)
    expected = np.zeros(len(tiles), np.bool_)
    for kinds in combinations_with_replacement(range(34), wilds):
        placed = tiles.astype(np.int8)
        for kind in kinds:
            placed[:, kind] += 1
        expected |= complete(placed)
    assert 0.4 < expected.mean() < 0.65
    np.testing.assert_array_equal(is_win(tiles, wilds, forms=FORMS), expected)


@pytest.mark.parametrize("wilds", [*range(9), 13, 14])
def test_against_the_reference(wilds: int) -> None:
    tiles = hands(100 + wilds, 240, wilds)
    assert len(tiles) > 100
    for form in (Form.KNITTED, Form.KNITTED_STRAIGHT):
        expected = [reference.is_win(row, wilds, form) for row in tiles.tolist()]
        assert is_win(tiles, wilds, forms=form).tolist() == expected
        assert [is_win(row, wilds, forms=form) for row in tiles.tolist()] == expected


@pytest.mark.parametrize("wilds", range(6))
def test_waits_are_the_tiles_that_complete(wilds: int) -> None:
    rng = np.random.default_rng(wilds)
    waiting = corpora.without(rng, hands(200 + wilds, 4_000, wilds))
    for form in (Form.KNITTED, Form.KNITTED_STRAIGHT, Form.MCR):
        found = waits(waiting, wilds, forms=form)
        assert found.any(axis=1).mean() > 0.1
        for kind in range(34):
            drawn = waiting.copy()
            drawn[:, kind] += 1
            free = waiting[:, kind] < 4
            expected = np.zeros(len(waiting), np.bool_)
            expected[free] = is_win(drawn[free], wilds, forms=form)
            np.testing.assert_array_equal(found[:, kind], expected)


def test_forms_are_asked_one_by_one() -> None:
    knitted = reference.counts("147m258p36s123567z")
    straight = reference.counts("147m258p369s11122z")
    assert [is_win(knitted, forms=form) for form in (Form.KNITTED, FORMS, Form.MCR)] == [True] * 3
    assert [is_win(straight, forms=form) for form in (Form.KNITTED_STRAIGHT, FORMS, Form.MCR)] == [True] * 3
    assert not is_win(knitted)
    assert not is_win(straight)
    assert not is_win(knitted, forms=Form.KNITTED_STRAIGHT)
    assert not is_win(straight, forms=Form.KNITTED)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("147m258p36s11122z", [26]),
        ("147m258p369s1112z", [28]),
        ("147m258p369s1122z", [27, 28]),
        ("147m258p369s1z", [27]),
        ("147m258p36s23567z", [26, 27, 30]),
        ("147m258p369s2256m", [3, 6]),
        ("147m258p369s4567m", [3, 6]),
    ],
)
def test_known_waits(text: str, expected: list[int]) -> None:
    assert list(waits(reference.counts(text), forms=FORMS)) == expected
