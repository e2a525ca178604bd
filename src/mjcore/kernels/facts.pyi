from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from mjcore.kernels.dtypes import HAND_DTYPE as HAND_DTYPE
from mjcore.kernels.forms import Form
from mjcore.kernels.readings import Reading

COLUMNS: tuple[str, ...]
SHAPELESS: int

def facts(
    counts: bytes | bytearray | memoryview | list[int] | tuple[int, ...],
    wilds: SupportsIndex,
    melds: bytes,
    tile: int,
    claimed: bool,
    forms: Form | int,
    columns: SupportsIndex,
) -> list[tuple[Any, ...]]: ...
def facts_many(
    hands: NDArray[np.void],
    tiles: NDArray[np.int8],
    claimed: NDArray[np.bool_],
    forms: Form | int,
    columns: SupportsIndex,
) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.bool_]]: ...
def reading_of(laid: bytes) -> Reading | None: ...
