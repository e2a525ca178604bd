"""Compiled answers to questions about 34 counts. No rule set is known here."""

from mjcore.kernels.checks import check
from mjcore.kernels.forms import Form
from mjcore.kernels.waiting import waits, waits_mask
from mjcore.kernels.winning import is_win

__all__ = ["Form", "check", "is_win", "waits", "waits_mask"]
