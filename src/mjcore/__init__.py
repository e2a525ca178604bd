"""Fast answers about mahjong hands: complete or not, and waiting for what; wild tiles included."""

from typing import TYPE_CHECKING

from mjcore import tiles
from mjcore.errors import InvalidHandError, NotationError
from mjcore.kernels import (
    INVALID,
    Form,
    check,
    discards,
    is_win,
    left,
    shanten,
    useful,
    waits,
    waits_mask,
)

if TYPE_CHECKING:
    from mjcore.advice import Discard, best_discards
    from mjcore.hand import Hand, Meld, MeldType
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

# Loaded when first asked for: building these classes takes longer than all the rest.
_LAZY = {
    "Discard": "mjcore.advice",
    "Hand": "mjcore.hand",
    "Meld": "mjcore.hand",
    "MeldType": "mjcore.hand",
    "Reading": "mjcore.kernels.readings",
    "Readings": "mjcore.kernels.readings",
    "Set": "mjcore.kernels.readings",
    "SetType": "mjcore.kernels.readings",
    "best_discards": "mjcore.advice",
    "decompose": "mjcore.kernels.splitting",
}


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
