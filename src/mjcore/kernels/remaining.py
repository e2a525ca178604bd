"""How many tiles are still to come."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from mjcore.errors import InvalidHandError
from mjcore.tiles import KINDS, NAMES, as_counts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    OneHand = bytes | bytearray | list[int] | tuple[int, ...]
    Hands = NDArray[np.integer[Any]]

__all__ = ["left"]

COPIES = 4


@overload
def left(counts: OneHand, seen: OneHand, mask: Iterable[int], *, held: OneHand | None = None) -> int: ...
@overload
def left(
    counts: Hands, seen: Hands, mask: NDArray[np.bool_], *, held: Hands | None = None
) -> NDArray[np.int16]: ...
def left(counts: Any, seen: Any, mask: Any, *, held: Any = None) -> Any:
    """Count the tiles of some kinds that the player cannot see.

    Parameters
    ----------
    counts : bytes-like of 34, list or tuple of 34 ints, or integer array (..., 34)
        The player's concealed tiles.
    seen : like counts
        Tiles visible outside the player's own hand and melds: discards, others' melds, indicators.
    mask : iterable of kinds, or bool array (..., 34)
        The kinds to count, such as `waits` and `useful` return.
    held : like counts, optional
        The tiles of the player's own melds.

    Returns
    -------
    int, or int16 array (...)

    Raises
    ------
    InvalidHandError
        If hand, melds and what is seen hold more than four tiles of a kind (one hand; in arrays such a kind
        has none left).
    TypeError, ValueError
        If something holds no integers, or not 34 kinds.

    Examples
    --------
    >>> from mjcore import left, tiles, waits
    >>> hand, seen = tiles.counts("123m456p78s11222z"), tiles.counts("66s9s")
    >>> waits(hand), left(hand, seen, waits(hand))
    ((23, 26), 5)
    """
    if hasattr(counts, "dtype"):
        known = counts.astype(np.int16) + seen
        known = known if held is None else known + held
        return (np.clip(COPIES - known, 0, COPIES) * mask).sum(axis=-1, dtype=np.int16)
    rows = [as_counts(row) for row in (counts, seen, bytes(KINDS) if held is None else held)]
    known = [sum(column) for column in zip(*rows, strict=True)]
    for kind, number in enumerate(known):
        if number > COPIES:
            raise InvalidHandError(
                f"tile {NAMES[kind]} must appear at most 4 times in hand, melds and seen tiles, got {number}"
            )
    return sum(COPIES - known[kind] for kind in mask)
