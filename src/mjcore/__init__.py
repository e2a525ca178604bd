"""The fastest mahjong hand core: complete, waiting, wild tiles included."""

from mjcore import tiles
from mjcore.errors import InvalidHandError, NotationError
from mjcore.kernels import Form, check, is_win, waits, waits_mask

__all__ = ["Form", "InvalidHandError", "NotationError", "check", "is_win", "tiles", "waits", "waits_mask"]
