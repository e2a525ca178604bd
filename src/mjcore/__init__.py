"""Fast answers about mahjong hands: complete, waiting for what, how far, worth what; wild tiles included."""

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
    from mjcore.rules import ruleset, rulesets
    from mjcore.scoring.batch import (
        DTYPE_VERSION,
        HAND_DTYPE,
        WIN_DTYPE,
        as_hands,
        as_wins,
        hand_array,
        win_array,
    )
    from mjcore.scoring.score import Score
    from mjcore.scoring.table import Table
    from mjcore.wins import Flag, Source, Win

__all__ = [
    "DTYPE_VERSION",
    "HAND_DTYPE",
    "INVALID",
    "WIN_DTYPE",
    "Discard",
    "Flag",
    "Form",
    "Hand",
    "InvalidHandError",
    "Meld",
    "MeldType",
    "NotationError",
    "Reading",
    "Readings",
    "Score",
    "Set",
    "SetType",
    "Source",
    "Table",
    "Win",
    "as_hands",
    "as_wins",
    "best_discards",
    "check",
    "decompose",
    "discards",
    "hand_array",
    "is_win",
    "left",
    "ruleset",
    "rulesets",
    "shanten",
    "tiles",
    "useful",
    "waits",
    "waits_mask",
    "win_array",
]

_MODULES = {
    "DTYPE_VERSION": "mjcore.scoring.batch",
    "HAND_DTYPE": "mjcore.scoring.batch",
    "WIN_DTYPE": "mjcore.scoring.batch",
    "Discard": "mjcore.advice",
    "Flag": "mjcore.wins",
    "Hand": "mjcore.hand",
    "Meld": "mjcore.hand",
    "MeldType": "mjcore.hand",
    "Reading": "mjcore.kernels.readings",
    "Readings": "mjcore.kernels.readings",
    "Score": "mjcore.scoring.score",
    "Set": "mjcore.kernels.readings",
    "SetType": "mjcore.kernels.readings",
    "Source": "mjcore.wins",
    "Table": "mjcore.scoring.table",
    "Win": "mjcore.wins",
    "best_discards": "mjcore.advice",
    "check": "mjcore.kernels",
    "decompose": "mjcore.kernels.splitting",
    "discards": "mjcore.kernels",
    "as_hands": "mjcore.scoring.batch",
    "as_wins": "mjcore.scoring.batch",
    "hand_array": "mjcore.scoring.batch",
    "left": "mjcore.kernels",
    "ruleset": "mjcore.rules",
    "rulesets": "mjcore.rules",
    "shanten": "mjcore.kernels",
    "useful": "mjcore.kernels",
    "win_array": "mjcore.scoring.batch",
}
__getattr__ = deferred(globals(), _MODULES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
