"""All hands there are, counted by how far they are: through the class tables of the kernels.

A hand is four groups; what a group costs is all that its class says. So it is enough to count the states of
each class by how many tiles they hold, and to join the counts as the tables join the classes.
"""

from collections import Counter
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from mjcore import Form, shanten
from tables.distance import LARGEST_HAND, missing_tables
from tests.test_win import small_hands

Counts = NDArray[np.int64]  # (classes, tiles)
Table = NDArray[np.generic]

#: Hands of 14 tiles by the distance of the standard form, -1 first. In all there are 326,520,504,500.
CENSUS_OF_14 = (
    11_498_658,
    1_407_507_075,
    24_534_145_015,
    104_744_544_266,
    131_618_303_547,
    53_783_938_428,
    9_718_513_527,
    685_882_185,
    16_090_769,
    81_030,
)


@cache
def tables() -> dict[str, Table]:
    """The tables as the kernels have them, for natural tiles."""
    return missing_tables("FOUR", 4)


def tile_numbers(kinds: int) -> NDArray[np.intp]:
    """How many tiles each state of so many kinds holds."""
    return np.asarray(np.indices((5,) * kinds).sum(axis=0).ravel())


def by_class(classes: NDArray[np.intp], tiles: NDArray[np.intp]) -> Counts:
    """Count states by class and by their number of tiles."""
    few = tiles <= LARGEST_HAND
    counts = np.zeros((classes.max() + 1, LARGEST_HAND + 1), np.int64)
    np.add.at(counts, (classes[few], tiles[few]), 1)
    return counts


def suits() -> Counts:
    rows = tables()["FOUR_ROW"][: 5**5].astype(np.intp)
    columns = tables()["FOUR_COLUMN"][: 5**4].astype(np.intp)
    classes = tables()["FOUR_SUIT"].ravel()[rows[:, None] + columns]
    tiles = tile_numbers(5)[:, None] + tile_numbers(4)
    return by_class(classes.ravel().astype(np.intp), tiles.ravel())


def honours() -> Counts:
    winds = tables()["FOUR_WINDS"][: 5**4].astype(np.intp)
    dragons = tables()["FOUR_DRAGONS"][: 5**4 : 5].astype(np.intp)
    classes = tables()["FOUR_HONOURS"].ravel()[winds[:, None] + dragons]
    tiles = tile_numbers(4)[:, None] + tile_numbers(3)
    return by_class(classes.ravel().astype(np.intp), tiles.ravel())


def together(some: Counts, others: Counts, joined: Table) -> Counts:
    """Count pairs of groups by the class that they have together."""
    counts = np.zeros((int(joined.max()) + 1, LARGEST_HAND + 1), np.int64)
    for a, b in np.ndindex(LARGEST_HAND + 1, LARGEST_HAND + 1):
        if a + b <= LARGEST_HAND:
            pairs = np.multiply.outer(some[:, a], others[:, b])
            np.add.at(counts[:, a + b], joined.astype(np.intp), pairs)
    return counts


@cache
def halves() -> tuple[Counts, Counts]:
    suit = suits()
    return together(suit, suit, tables()["FOUR_FIRST"]), together(suit, honours(), tables()["FOUR_SECOND"])


def census(total: int) -> tuple[int, ...]:
    """Count the hands of so many tiles by distance, -1 first."""
    first, second = halves()
    missing = tables()["FOUR_MISSING"].reshape(6, len(first), len(second))[total // 3]
    found: Counter[int] = Counter()
    for tiles in range(total + 1):
        pairs = np.multiply.outer(first[:, tiles], second[:, total - tiles])
        for cost in np.unique(missing[pairs > 0]):
            found[int(cost)] += int(pairs[missing == cost].sum())
    return tuple(found[cost] for cost in range(max(found) + 1))


def all_hands(total: int) -> int:
    """Count the ways to take so many tiles of 34 kinds, at most four of each."""
    ways = [1] + [0] * total
    for _ in range(34):
        ways = [sum(ways[max(tiles - 4, 0) : tiles + 1]) for tiles in range(total + 1)]
    return ways[total]


def test_all_hands_of_fourteen_tiles() -> None:
    found = census(14)
    assert sum(found) == all_hands(14) == 326_520_504_500
    assert found[0] == 11_498_658
    assert found == CENSUS_OF_14


@pytest.mark.parametrize("total", [total for total in range(1, LARGEST_HAND + 1) if total % 3])
def test_no_hand_is_left_out(total: int) -> None:
    found = census(total)
    assert sum(found) == all_hands(total)
    assert (found[0] > 0) == (total % 3 == 2)


@pytest.mark.parametrize("total", [1, 2, 4, 5])
def test_small_hands_one_by_one(total: int) -> None:
    distances = shanten(small_hands(total), forms=Form.STANDARD)
    assert tuple(np.bincount(distances + 1)) == census(total)
