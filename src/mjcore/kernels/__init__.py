"""Compiled answers to questions about 34 counts. No rule set is known here."""

from mjcore.kernels.about import info
from mjcore.kernels.checks import check
from mjcore.kernels.distance import discards, shanten
from mjcore.kernels.forms import Form
from mjcore.kernels.improving import useful
from mjcore.kernels.remaining import left
from mjcore.kernels.waiting import waits, waits_mask
from mjcore.kernels.winning import is_win

#: The distance of what has none: no hand, or none of the forms asked.
INVALID = 127

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
