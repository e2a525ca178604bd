"""NEED and WAIT: what the win and waits kernels look up for a suit, and for the honours.

A suit is looked up by two halves: its row (ranks 5-9) and its column (ranks 1-4), each a
number in base 5. Rows, and columns, that say the same everywhere share one class. The honours are
two groups of four kinds (the dragons and a fourth that is always 0), each a column without a row.
"""

import numpy as np
from numpy.typing import NDArray

from tables.cover import Cover, cover

ROW_RANKS = (4, 5, 6, 7, 8)
COLUMN_RANKS = (0, 1, 2, 3)
PAIR_BIT = 6


def need_bytes(facts: Cover) -> NDArray[np.uint8]:
    """One byte a state: w0, and at bit 6 whether w1 is w0 - 1 rather than w0 + 2."""
    lower = facts.w1 + 1 == facts.w0
    if not (lower | (facts.w1 == facts.w0 + 2)).all() or facts.w0.max() >= 1 << PAIR_BIT:
        raise AssertionError("a state does not fit one byte")
    return np.asarray(facts.w0 | lower.astype(np.uint8) << PAIR_BIT, np.uint8)


def wait_masks(facts: Cover) -> NDArray[np.bool_]:
    """Which kinds bring the hand nearer when 0, 1, or more groups have the pair bit: (..., 3, kinds)."""
    lower = (facts.w1 + 1 == facts.w0)[..., None]
    either = facts.m0 | facts.m1
    return np.stack([either, np.where(lower, facts.m1, facts.m0), np.where(lower, either, facts.m0)], axis=-2)


def halves(flat: NDArray[np.generic]) -> NDArray[np.generic]:
    """Nine axes of counts, and any others behind them, as (row, column, ...)."""
    order = (*ROW_RANKS, *COLUMN_RANKS, *range(9, flat.ndim))
    return flat.transpose(order).reshape(5**5, 5**4, *flat.shape[9:])


def pack(masks: NDArray[np.bool_]) -> NDArray[np.uint16]:
    """Three masks of n kinds as 3n bits, the first kind of the first mask lowest."""
    bits = masks.reshape(*masks.shape[:-2], -1)
    return np.asarray((bits << np.arange(bits.shape[-1], dtype=np.uint16)).sum(-1, dtype=np.uint16))


def suit_tables() -> dict[str, NDArray[np.generic]]:
    """Compute the tables by name."""
    suit = cover(9, chows=True)
    honours = cover(4, chows=False)
    need = halves(need_bytes(suit))
    masks = wait_masks(suit)
    rows, first_row, row_class = np.unique(need, axis=0, return_index=True, return_inverse=True)
    _, first_column, column_class = np.unique(rows, axis=1, return_index=True, return_inverse=True)
    row_masks = halves(pack(masks[..., ROW_RANKS]))
    column_masks = halves(pack(masks[..., COLUMN_RANKS]))
    tables: dict[str, NDArray[np.generic]] = {
        "NEED": rows,
        "ROW_CLASS": (row_class * rows.shape[1]).astype(np.uint32),
        "COLUMN_CLASS": column_class.astype(np.uint8),
        "NEED_HONOURS": need_bytes(honours).ravel(),
        "WAIT_ROW": row_masks[:, first_column],
        "WAIT_COLUMN": column_masks[first_row],
        "WAIT_HONOURS": pack(wait_masks(honours)).ravel(),
    }
    if not (
        (tables["WAIT_ROW"][:, column_class] == row_masks).all()
        and (tables["WAIT_COLUMN"][row_class] == column_masks).all()
    ):
        raise AssertionError("states of one class differ in their masks")
    return tables
