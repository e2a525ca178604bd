from typing import Any, SupportsIndex, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from mjcore.kernels.forms import Form

_Counts: TypeAlias = bytes | bytearray | memoryview | list[int] | tuple[int, ...]
_Integers: TypeAlias = NDArray[np.integer[Any]]

@overload
def waits(
    counts: _Integers,
    wilds: int | np.integer[Any] | _Integers = 0,
    *,
    forms: Form = ...,
    held: _Integers | _Counts | None = None,
    copies: int = 4,
    out: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]: ...
@overload
def waits(
    counts: _Counts,
    wilds: SupportsIndex = 0,
    *,
    forms: Form = ...,
    held: _Counts | None = None,
    copies: int = 4,
    out: None = None,
) -> tuple[int, ...]: ...
@overload
def waits_mask(
    counts: _Integers,
    wilds: int | np.integer[Any] | _Integers = 0,
    *,
    forms: Form = ...,
    held: _Integers | _Counts | None = None,
    copies: int = 4,
    out: NDArray[np.uint64] | None = None,
) -> NDArray[np.uint64]: ...
@overload
def waits_mask(
    counts: _Counts,
    wilds: SupportsIndex = 0,
    *,
    forms: Form = ...,
    held: _Counts | None = None,
    copies: int = 4,
    out: None = None,
) -> int: ...
