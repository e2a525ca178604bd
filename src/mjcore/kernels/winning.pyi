from typing import Any, SupportsIndex, overload

import numpy as np
from numpy.typing import NDArray

from mjcore.kernels.forms import Form

@overload
def is_win(
    counts: NDArray[np.integer[Any]],
    wilds: int | np.integer[Any] | NDArray[np.integer[Any]] = 0,
    *,
    forms: Form = ...,
    out: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]: ...
@overload
def is_win(
    counts: bytes | bytearray | memoryview | list[int] | tuple[int, ...],
    wilds: SupportsIndex = 0,
    *,
    forms: Form = ...,
    out: None = None,
) -> bool: ...
