"""What is wrong with a hand, in words; and `check`, which looks for it in arrays."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from mjcore.errors import InvalidHandError
from mjcore.kernels.lazy import is_lazy
from mjcore.tiles import KINDS, NAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["WAITING_TOTALS", "WINNING_TOTALS", "check"]

WINNING_TOTALS = (2, 5, 8, 11, 14, 17)
WAITING_TOTALS = (1, 4, 7, 10, 13, 16)
ROWS_AT_ONCE = 1 << 16

Counts = TypeVar("Counts")


def count_fault(kind: int, count: int, held: int = 0) -> str:
    """Say what is wrong with the count of one kind."""
    limit = "at least 0" if count < 0 or held < 0 else "at most 4"
    melds = f" and {held} in melds" if held else ""
    return f"tile {NAMES[kind]} must appear {limit} times, got {count}{melds}"


def explain(
    counts: Sequence[int], wilds: int, held: Sequence[int] | None, totals: Collection[int]
) -> str | None:
    """Say what is wrong with one hand, None if nothing is."""
    for kind, (count, in_melds) in enumerate(zip(counts, held or (0,) * KINDS, strict=True)):
        if count < 0 or in_melds < 0 or count + in_melds > 4:
            return count_fault(kind, count, in_melds)
    if wilds < 0:
        return f"wilds must be at least 0, got {wilds}"
    if sum(counts) + wilds not in totals:
        *others, last = map(str, sorted(totals))
        words = f"{', '.join(others)} or {last}" if others else last
        return f"tiles + wilds must be {words}, got {sum(counts)} + {wilds}"
    return None


def check(
    counts: Counts,
    wilds: Any = 0,
    *,
    held: Any = None,
    totals: Collection[int] = (*WAITING_TOTALS, *WINNING_TOTALS),
) -> Counts:
    """Raise the error that names the first bad hand; return `counts` as they came if there is none.

    A dask array is not computed for that: what is returned is a dask array too, and computing it
    raises the error of the first bad hand that turns up.

    Parameters
    ----------
    counts : bytes-like of 34, list or tuple of 34 ints, or integer array (..., 34)
        How many natural tiles of each kind are concealed.
    wilds : int or integer array (...)
        Wild tiles held besides.
    held : like counts, optional
        How many tiles of each kind lie in the player's own melds.
    totals : collection of int
        What tiles + wilds may be: `WINNING_TOTALS`, `WAITING_TOTALS` or, by default, both.

    Raises
    ------
    InvalidHandError
        If a kind has fewer than no tiles or, `held` included, more than four; if there are fewer
        than no wild tiles; if tiles + wilds are not among `totals`. For arrays the sentence begins
        with the index of the row.
    TypeError, ValueError
        If something does not hold integers, a last axis is not 34, or the chunks of a dask array
        are of unknown sizes.

    Examples
    --------
    >>> import numpy as np
    >>> from mjcore import check
    >>> hands = np.zeros((2, 34), int)
    >>> hands[:, 13] = 2, 5
    >>> check(hands)
    Traceback (most recent call last):
    mjcore.errors.InvalidHandError: row 1: tile 5p must appear at most 4 times, got 5
    """
    hands = integers(counts, "counts", last_axis=KINDS)
    melds = np.zeros(KINDS, np.uint8) if held is None else integers(held, "held", last_axis=KINDS)
    wild = integers(wilds, "wilds")
    if is_lazy(hands) or is_lazy(melds) or is_lazy(wild):
        return cast("Counts", _check_lazily(hands, melds, wild, totals))
    _check_rows(hands, melds, wild, totals)
    return counts


def _check_lazily(hands: Any, melds: Any, wild: Any, totals: Collection[int]) -> Any:
    import dask.array as da

    arrays = [da.asarray(array) for array in (hands, melds, wild)]
    if any(math.isnan(length) for array in arrays for length in array.shape):
        raise ValueError("counts, held and wilds must have chunks of known sizes: see compute_chunk_sizes()")
    arrays = [array.rechunk({-1: -1}) for array in da.broadcast_arrays(*arrays[:2], arrays[2][..., None])]
    return da.map_blocks(_checked_block, *arrays, totals=totals, dtype=hands.dtype, meta=arrays[0]._meta)


def _checked_block(
    hands: NDArray[Any],
    melds: NDArray[Any],
    wild: NDArray[Any],
    totals: Collection[int],
    block_info: dict[int | None, dict[str, Any]],
) -> NDArray[Any]:
    """Check one block of a dask array. Its rows are named by their place in the whole array."""
    first = [start for start, _ in block_info[None]["array-location"][:-1]]
    _check_rows(hands, melds, wild[..., 0], totals, first)
    return hands


def _check_rows(
    hands: NDArray[Any],
    melds: NDArray[Any],
    wild: NDArray[Any],
    totals: Collection[int],
    first: Sequence[int] | None = None,
) -> None:
    """Look for bad rows; `first` is the index by which the error is to name the first row."""
    shape = np.broadcast_shapes(hands.shape[:-1], melds.shape[:-1], wild.shape)
    hands = np.broadcast_to(hands, (*shape, KINDS))
    melds = np.broadcast_to(melds, (*shape, KINDS))
    wild = np.broadcast_to(wild, shape)
    for index in np.ndindex(shape[:-1]):
        for start in range(0, shape[-1] if shape else 1, ROWS_AT_ONCE):
            block = (*index, slice(start, start + ROWS_AT_ONCE)) if shape else ()
            bad = _bad_rows(hands[block], melds[block], wild[block], totals)
            if bad.any():
                row = (*index, start + int(bad.argmax())) if shape else ()
                fault = explain(hands[row].tolist(), int(wild[row]), melds[row].tolist(), totals)
                place = [str(start + step) for start, step in zip(first or (0,) * len(row), row, strict=True)]
                raise InvalidHandError(f"row {', '.join(place)}: {fault}" if row else fault)


def integers(values: Any, name: str, last_axis: int | None = None) -> NDArray[Any]:
    if isinstance(values, (bytes, bytearray, memoryview)):
        values = list(values)
    array = values if is_lazy(values) else np.asarray(values)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must hold integers, got dtype {array.dtype}")
    if last_axis and array.shape[-1:] != (last_axis,):
        raise ValueError(f"{name} must have {last_axis} kinds along its last axis, got shape {array.shape}")
    return array


def _bad_rows(
    hands: NDArray[Any], melds: NDArray[Any], wild: NDArray[Any], totals: Collection[int]
) -> NDArray[np.bool_]:
    owned, held = _capped(hands), _capped(melds)
    wild_tiles = np.where((wild < 0) | (wild > max(totals)), max(totals) + 1, wild).astype(np.int64)
    tiles = owned.sum(axis=-1, dtype=np.int64) + wild_tiles
    return (owned + held > 4).any(axis=-1) | ~np.isin(tiles, list(totals))


def _capped(counts: NDArray[Any]) -> NDArray[np.uint8]:
    """Counts as bytes, 5 for all that cannot be."""
    return np.where((counts < 0) | (counts > 4), 5, counts).astype(np.uint8)
