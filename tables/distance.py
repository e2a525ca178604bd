"""How many tiles are missing for so many melds and a pair or none: classes of suits and their composition.

A state of a group of kinds has twelve costs: the fewest tiles to add for 0 to 5 melds, without and with a
pair. States with equal costs are one class. The costs of two groups together are the least sums over the ways
to share melds and pair among them; so pairs of classes have classes too, and two of these the answer.

Tables come twice. Natural tiles stop at four of a kind; once there are wild tiles a target may hold more.
"""

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tables.suits import COLUMN_RANKS, ROW_RANKS

MELDS = 5
COSTS = 2 * (MELDS + 1)
FAR = 31  # more tiles than any hand misses; five bits
LARGEST_HAND = 17

Costs = NDArray[np.uint8]  # (..., 2, 6): pair, melds
Table = NDArray[np.generic]


class Classes(NamedTuple):
    """The class of each state, and the costs of each class."""

    of_state: NDArray[np.intp]
    costs: Costs


def state_costs(kinds: int, *, chows: bool, copies: int) -> Costs:
    """Costs of every state: (5, ..., 5, 2, 6).

    `copies` is the most that a target may hold of one kind.
    """
    # best[pair][melds][a][b]: a and b chows began one and two kinds before, so both reach this one.
    # Three equal chows are three pungs, so two of a kind are enough.
    best = {(0, 0, 0, 0): np.zeros((), np.uint8)}
    counts = np.arange(5)
    for kind in range(kinds):
        starts = range(3) if chows and kind < kinds - 2 else range(1)
        step: dict[tuple[int, int, int, int], NDArray[np.uint8]] = {}
        for (pair, melds, a, b), before in best.items():
            for start, pungs, new_pair in product(starts, range(3), range(2 - pair)):
                target = a + b + start + 3 * pungs + 2 * new_pair
                state = (pair + new_pair, melds + start + pungs, start, a)
                if target > copies or state[1] > MELDS:
                    continue
                missing = np.maximum(target - counts, 0).astype(np.uint8)
                cost = before[..., None] + missing
                step[state] = np.minimum(step[state], cost) if state in step else cost
        best = step
    far = np.full((5,) * kinds, FAR, np.uint8)
    costs = [[best.get((pair, melds, 0, 0), far) for melds in range(MELDS + 1)] for pair in range(2)]
    return np.moveaxis(np.array(costs), (0, 1), (-2, -1))


def classes(costs: Costs) -> Classes:
    """Group states by their costs."""
    flat = costs.reshape(-1, COSTS).astype(np.uint64)
    packed = (flat << np.arange(0, 5 * COSTS, 5, dtype=np.uint64)).sum(axis=1, dtype=np.uint64)
    _, first, of_state = np.unique(packed, return_index=True, return_inverse=True)
    return Classes(of_state.reshape(costs.shape[:-2]), costs.reshape(-1, 2, MELDS + 1)[first])


def together(a: Costs, b: Costs) -> Costs:
    """Costs of each class of `a` beside each of `b`: (len(a), len(b), 2, 6)."""
    both = np.full((len(a), len(b), 2, MELDS + 1), FAR, np.uint8)
    for (pair_a, melds_a), (pair_b, melds_b) in product(np.ndindex(2, MELDS + 1), repeat=2):
        pair, melds = pair_a + pair_b, melds_a + melds_b
        if pair < 2 and melds <= MELDS:
            cost = a[:, None, pair_a, melds_a] + b[None, :, pair_b, melds_b]
            both[:, :, pair, melds] = np.minimum(both[:, :, pair, melds], cost)
    return both


def missing(a: Costs, b: Costs) -> NDArray[np.uint8]:
    """Tiles missing for 0 to 5 melds and a pair, of each class of `a` beside each of `b`: (6, a, b)."""
    return np.moveaxis(together(a, b)[:, :, 1], -1, 0)


def by_key(values: NDArray[np.intp], digits: int, dtype: type[np.unsignedinteger]) -> Table:
    """A table by keys in base 5, longer by the step of the first digit: a fifth tile stays within it."""
    return np.pad(values, (0, 5 ** (digits - 1))).astype(dtype)


def missing_tables(prefix: str, copies: int) -> dict[str, Table]:
    """Compute the tables for targets of at most `copies` of a kind, by name."""
    suits = classes(state_costs(9, chows=True, copies=copies))
    winds = classes(state_costs(4, chows=False, copies=copies))
    dragons = classes(state_costs(3, chows=False, copies=copies))
    honours = classes(together(winds.costs, dragons.costs))
    first = classes(together(suits.costs, suits.costs))
    second = classes(together(suits.costs, honours.costs))
    by_halves = suits.of_state.transpose(*ROW_RANKS, *COLUMN_RANKS).reshape(5**5, 5**4)
    rows, row_class = np.unique(by_halves, axis=0, return_inverse=True)
    table, column_class = np.unique(rows, axis=1, return_inverse=True)
    return {
        f"{prefix}_SUIT": table.astype(np.uint8),
        f"{prefix}_ROW": by_key(row_class * table.shape[1], 5, np.uint32),
        f"{prefix}_COLUMN": by_key(column_class, 4, np.uint16),
        f"{prefix}_HONOURS": honours.of_state.astype(np.uint8),
        f"{prefix}_WINDS": by_key(winds.of_state.ravel() * len(dragons.costs), 4, np.uint16),
        # The fourth digit of the dragons' key is always 0.
        f"{prefix}_DRAGONS": by_key(np.repeat(dragons.of_state.ravel(), 5), 4, np.uint8),
        f"{prefix}_FIRST": first.of_state.astype(np.uint16),
        f"{prefix}_SECOND": second.of_state.astype(np.uint16),
        f"{prefix}_MISSING": missing(first.costs, second.costs).reshape(-1, len(second.costs)),
    }


def distance_tables() -> dict[str, Table]:
    """Compute all by name: FOUR without wild tiles, MORE with them."""
    return missing_tables("FOUR", 4) | missing_tables("MORE", LARGEST_HAND)
