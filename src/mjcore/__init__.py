"""Fast answers about mahjong hands: complete or not, waiting for what, how far; wild tiles included."""

from typing import TYPE_CHECKING

from mjcore import tiles
from mjcore.deferred import deferred
from mjcore.errors import InvalidHandError, NotationError
from mjcore.kernels import INVALID, Form, is_win, waits, waits_mask

if TYPE_CHECKING:
    from mjcore.advice import Discard, best_discards
    from mjcore.hand import Hand, Meld, MeldType
    from mjcore.kernels import check, discards, left, shanten, useful
    from mjcore.kernels.readings import Reading, Readings, Set, SetType
    from mjcore.kernels.splitting import decompose

__all__ = [
    "INVALID",
    "Discard",
    "Form",
    "Hand",
    "InvalidHandError",
    "Meld",
    "MeldType",
    "NotationError",
    "Reading",
    "Readings",
    "Set",
    "SetType",
    "best_discards",
    "check",
    "decompose",
    "discards",
    "is_win",
    "left",
    "shanten",
    "tiles",
    "useful",
    "waits",
    "waits_mask",
]

_MODULES = {
    "Discard": "mjcore.advice",
    "Hand": "mjcore.hand",
    "Meld": "mjcore.hand",
    "MeldType": "mjcore.hand",
    "Reading": "mjcore.kernels.readings",
    "Readings": "mjcore.kernels.readings",
    "Set": "mjcore.kernels.readings",
    "SetType": "mjcore.kernels.readings",
    "best_discards": "mjcore.advice",
    "check": "mjcore.kernels",
    "decompose": "mjcore.kernels.splitting",
    "discards": "mjcore.kernels",
    "left": "mjcore.kernels",
    "shanten": "mjcore.kernels",
    "useful": "mjcore.kernels",
}
__getattr__ = deferred(globals(), _MODULES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
