from typing import Any, SupportsIndex, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from mjcore.kernels.forms import Form

_Counts: TypeAlias = bytes | bytearray | memoryview | list[int] | tuple[int, ...]
_Integers: TypeAlias = NDArray[np.integer[Any]]

@overload
def shanten(
    counts: _Integers,
    wilds: int | np.integer[Any] | _Integers = 0,
    *,
    forms: Form = ...,
    held: _Integers | _Counts | None = None,
    out: NDArray[np.int8] | None = None,
) -> NDArray[np.int8]: ...
@overload
def shanten(
    counts: _Counts,
    wilds: SupportsIndex = 0,
    *,
    forms: Form = ...,
    held: _Counts | None = None,
    out: None = None,
) -> int: ...
@overload
def discards(
    counts: _Integers,
    wilds: int | np.integer[Any] | _Integers = 0,
    *,
    forms: Form = ...,
    held: _Integers | _Counts | None = None,
    out: NDArray[np.int8] | None = None,
) -> NDArray[np.int8]: ...
@overload
def discards(
    counts: _Counts,
    wilds: SupportsIndex = 0,
    *,
    forms: Form = ...,
    held: _Counts | None = None,
    out: None = None,
) -> tuple[int, ...]: ...
