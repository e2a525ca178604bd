"""Knitted tiles: 1-4-7 of one suit, 2-5-8 of another, 3-6-9 of the third, in six orders."""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from tables.suits import COLUMN_RANKS, ROW_RANKS

ORDERS = tuple(permutations(range(3)))
TRIPLE = 0b1001001  # ranks 1, 4 and 7, as bits


def digit(rank: int, ranks: tuple[int, ...]) -> int:
    """What one tile of a rank adds to the key in base 5 that these ranks make."""
    return int(5 ** (len(ranks) - 1 - ranks.index(rank))) if rank in ranks else 0


def knitted_tables() -> dict[str, NDArray[np.generic]]:
    """Compute the tables by name.

    `KNITTED_BODY` has the nine kinds of each order as bits, `KNITTED_START` for each order and suit the
    first rank of its three. `KNITTED_USED` says for each first rank, and each of the 0b1001001 subsets of
    its three ranks shifted down by it, what they add to the suit's row key, and 16 bits higher to its
    column key.
    """
    used = np.zeros((3, TRIPLE + 1), np.uint32)
    for start in range(3):
        for subset in range(TRIPLE + 1):
            ranks = [start + place for place in range(7) if subset & TRIPLE & 1 << place]
            row = sum(digit(rank, ROW_RANKS) for rank in ranks)
            column = sum(digit(rank, COLUMN_RANKS) for rank in ranks)
            used[start, subset] = row | column << 16
    bodies = [sum(TRIPLE << start << 9 * suit for suit, start in enumerate(order)) for order in ORDERS]
    return {
        "KNITTED_BODY": np.array(bodies, np.uint64),
        "KNITTED_START": np.array(ORDERS, np.uint8),
        "KNITTED_USED": used,
    }
