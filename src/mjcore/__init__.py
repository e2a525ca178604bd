"""Fast answers about mahjong hands: complete or not, and waiting for what; wild tiles included."""

from mjcore import tiles
from mjcore.errors import InvalidHandError, NotationError
from mjcore.hand import Hand, Meld, MeldType
from mjcore.kernels import Form, check, is_win, waits, waits_mask

__all__ = [
    "Form",
    "Hand",
    "InvalidHandError",
    "Meld",
    "MeldType",
    "NotationError",
    "check",
    "is_win",
    "tiles",
    "waits",
    "waits_mask",
]
