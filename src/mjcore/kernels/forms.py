"""The shapes that a winning hand may have."""

from enum import IntFlag

__all__ = ["Form"]


class Form(IntFlag):
    """Winning forms, joined with ``|``.

    All but `STANDARD` exist with 14 concealed tiles only.
    """

    #: Melds and one pair.
    STANDARD = 1
    #: Seven pairs; four alike count as two pairs.
    SEVEN_PAIRS = 2
    #: Seven pairs of seven different kinds.
    DISTINCT_PAIRS = 4
    #: One of each terminal and honour, and one of them again.
    THIRTEEN_ORPHANS = 8
    #: What most rules accept.
    USUAL = STANDARD | SEVEN_PAIRS | THIRTEEN_ORPHANS
