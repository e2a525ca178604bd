from typing import SupportsIndex

from mjcore.kernels.forms import Form
from mjcore.kernels.readings import Readings

def decompose(
    counts: bytes | bytearray | memoryview | list[int] | tuple[int, ...],
    wilds: SupportsIndex = 0,
    *,
    forms: Form = ...,
    limit: SupportsIndex = 256,
) -> Readings: ...
