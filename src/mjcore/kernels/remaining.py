"""How many tiles are still to come."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

import numpy as np

from mjcore.errors import InvalidHandError
from mjcore.kernels.checks import integers
from mjcore.tiles import KINDS, NAMES, as_counts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    OneHand = bytes | bytearray | memoryview | list[int] | tuple[int, ...]
    Hands = NDArray[np.integer[Any]]

__all__ = ["left"]

COPIES = 4


@overload
def left(counts: OneHand, seen: OneHand, kinds: Iterable[int], *, held: OneHand | None = None) -> int: ...
@overload
def left(
    counts: Hands, seen: Hands, kinds: NDArray[np.bool_], *, held: Hands | None = None
) -> NDArray[np.int16]: ...
def left(counts: Any, seen: Any, kinds: Any, *, held: Any = None) -> Any:
    """Count the tiles of some kinds that the player cannot see.

    Parameters
    ----------
    counts : bytes-like of 34, list or tuple of 34 ints, or integer array (..., 34)
        The player's concealed tiles.
    seen : like counts
        Tiles visible outside the player's own hand and melds: discards, others' melds, indicators.
    kinds : iterable of int, or bool array (..., 34)
        The kinds to count, as `waits` and `useful` return them.
    held : like counts, optional
        The tiles of the player's own melds.

    Returns
    -------
    int, or int16 array (...)

    Raises
    ------
    InvalidHandError
        If one hand, its melds and what is seen hold more than four tiles of a kind. In arrays such a kind has
        none left.
    TypeError, ValueError
        If something does not hold integers, or not 34 of them; if one of the kinds is not 0 to 33.

    Examples
    --------
    >>> from mjcore import left, tiles, waits
    >>> hand, seen = tiles.counts("123m456p78s11222z"), tiles.counts("66s9s")
    >>> waits(hand), left(hand, seen, waits(hand))
    ((23, 26), 5)
    """
    if hasattr(counts, "dtype"):
        return _left_of_arrays(counts, seen, kinds, held)
    rows = [as_counts(row) for row in (counts, seen, bytes(KINDS) if held is None else held)]
    known = [sum(column) for column in zip(*rows, strict=True)]
    for kind, number in enumerate(known):
        if number > COPIES:
            raise InvalidHandError(
                f"tile {NAMES[kind]} must appear at most 4 times in hand, melds and seen tiles, got {number}"
            )
    return sum(COPIES - known[_natural(kind)] for kind in kinds)


def _natural(kind: SupportsIndex) -> int:
    number = index(kind)
    if isinstance(kind, bool | np.bool_) or not 0 <= number < KINDS:
        raise ValueError(f"kinds must be 0 to 33, got {kind!r}")
    return number


def _left_of_arrays(counts: Hands, seen: Any, kinds: Any, held: Any) -> NDArray[np.int16]:
    if getattr(kinds, "dtype", None) != np.bool_ or kinds.shape[-1:] != (KINDS,):
        raise TypeError("kinds must be a bool array (..., 34) beside arrays")
    known = np.zeros((), np.int16)
    for name, tiles in (("counts", counts), ("seen", seen), ("held", held)):
        if tiles is not None:
            array = integers(tiles, name, last_axis=KINDS)
            # A count that cannot be is as good as four: none of that kind is left.
            known = known + np.where((array < 0) | (array > COPIES), COPIES, array).astype(np.int16)
    return np.asarray((np.clip(COPIES - known, 0, COPIES) * kinds).sum(axis=-1, dtype=np.int16))
