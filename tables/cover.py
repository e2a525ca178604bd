"""How many melds it takes to cover the tiles of one suit, for every state of a suit.

A state is a tuple of counts, one a rank. Melds cover it when every tile lies in one of them; what
the melds hold beyond the tiles are wild tiles. Fewest melds means fewest wild tiles, since
wild tiles = 3 * melds (+ 2 for a pair) - tiles. A wild tile may be a fifth copy.
"""

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

COPIES = 5  # counts 0-4
RANKS = 9
FAR = np.uint8(100)


class Cover(NamedTuple):
    """Facts of every state of a group of kinds, one axis a kind, counts 0-4 along each.

    `w0` and `w1` are the fewest wild tiles that turn the state into melds, and into melds and a
    pair. `m0` and `m1` (one more axis at the end) tell for each kind whether one more tile of it
    lowers `w0`, `w1`; otherwise it raises them by two.
    """

    w0: NDArray[np.uint8]
    w1: NDArray[np.uint8]
    m0: NDArray[np.bool_]
    m1: NDArray[np.bool_]


def fewest_melds(kinds: int, *, chows: bool) -> NDArray[np.uint8]:
    """Fewest melds that cover each state, without and with one pair beside them.

    Returns shape (2, 6, ..., 6): counts go to 5, so that one more tile than four can be asked for.
    """
    # best[pair][a][b]: a and b chows began one and two kinds before, so both reach this one.
    # Three equal chows are three pungs, so two of a kind are enough.
    best = {(0, 0, 0): np.zeros((), np.uint8)}
    counts = np.arange(COPIES + 1)
    for kind in range(kinds):
        starts = range(3) if chows and kind < kinds - 2 else range(1)
        step: dict[tuple[int, int, int], NDArray[np.uint8]] = {}
        for (pair, a, b), before in best.items():
            for start, new_pair in product(starts, range(2 - pair)):
                uncovered = np.maximum(counts - a - b - start - 2 * new_pair, 0)
                melds = (before[..., None] + (start + (uncovered + 2) // 3).astype(np.uint8)).astype(np.uint8)
                state = (pair + new_pair, start, a)
                step[state] = np.minimum(step[state], melds) if state in step else melds
        best = step
    return np.stack([np.minimum.reduce([v for (q, *_), v in best.items() if q == pair]) for pair in (0, 1)])


def cover(kinds: int, *, chows: bool) -> Cover:
    """Compute the facts of every state of `kinds` kinds."""
    melds = fewest_melds(kinds, chows=chows)
    up_to_four = (slice(COPIES),) * kinds
    tiles = sum(np.ix_(*[np.arange(COPIES, dtype=np.uint8)] * kinds), np.uint8(0))
    now = melds[(slice(None), *up_to_four)]
    lowers = np.zeros((*now.shape, kinds), np.bool_)
    for kind in range(kinds):
        after = list(up_to_four)
        after[kind] = slice(1, COPIES + 1)
        lowers[..., kind] = melds[(slice(None), *after)] == now
    w0 = (3 * now[0] - tiles).astype(np.uint8)
    w1 = (3 * now[1] + 2 - tiles).astype(np.uint8)
    return Cover(w0, w1, lowers[0], lowers[1])
