"""Compiled answers to questions about 34 counts. No rule set is known here."""

from typing import TYPE_CHECKING

from mjcore.deferred import deferred
from mjcore.kernels.forms import Form
from mjcore.kernels.waiting import waits, waits_mask
from mjcore.kernels.winning import is_win

if TYPE_CHECKING:
    from mjcore.kernels.about import info
    from mjcore.kernels.checks import check
    from mjcore.kernels.distance import discards, shanten
    from mjcore.kernels.improving import useful
    from mjcore.kernels.remaining import left

__all__ = [
    "INVALID",
    "Form",
    "check",
    "discards",
    "info",
    "is_win",
    "left",
    "shanten",
    "useful",
    "waits",
    "waits_mask",
]

#: The distance of what has none: no hand, or none of the forms asked.
INVALID = 127

__getattr__ = deferred(
    globals(),
    {
        "check": "mjcore.kernels.checks",
        "discards": "mjcore.kernels.distance",
        "info": "mjcore.kernels.about",
        "left": "mjcore.kernels.remaining",
        "shanten": "mjcore.kernels.distance",
        "useful": "mjcore.kernels.improving",
    },
)
