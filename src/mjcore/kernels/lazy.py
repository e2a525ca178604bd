"""Arrays that are yet to be computed: dask's, known without importing dask."""

from __future__ import annotations

import sys
from typing import Any

__all__ = ["ask_lazily", "is_lazy"]


def is_lazy(values: object) -> bool:
    """Tell whether these are a dask array; there is none before dask is imported."""
    return isinstance(values, getattr(sys.modules.get("dask.array"), "Array", ()))


def ask_lazily(gufunc: Any, arguments: tuple[Any, ...], out: object) -> Any:
    """Put a gufunc into a graph, whatever the chunks of its arguments.

    The type of the answer is told, so that nothing is tried out for it.
    """
    from dask.array import apply_gufunc

    if out is not None:
        raise TypeError("out must be left out for dask arrays, their answer is computed later")
    answer = gufunc.types[0].split("->")[1]
    return apply_gufunc(gufunc, gufunc.signature, *arguments, output_dtypes=answer, allow_rechunk=True)
