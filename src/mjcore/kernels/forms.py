"""The shapes that a winning hand may have."""

from enum import IntFlag

__all__ = ["Form"]


class Form(IntFlag):
    """Winning forms, joined with ``|``.

    All but `STANDARD` and `KNITTED_STRAIGHT` exist with 14 concealed tiles only.
    """

    #: Melds and one pair.
    STANDARD = 1
    #: Seven pairs; four alike count as two pairs.
    SEVEN_PAIRS = 2
    #: Seven pairs of seven different kinds.
    DISTINCT_PAIRS = 4
    #: One of each terminal and honour, and one of them again.
    THIRTEEN_ORPHANS = 8
    #: Honours and knitted tiles: 14 of the seven honours and the nine of a knitted straight, all different.
    KNITTED = 16
    #: 1-4-7, 2-5-8 and 3-6-9 of three suits beside a pair and one meld, which may be exposed.
    KNITTED_STRAIGHT = 32
    #: What most rules accept.
    USUAL = STANDARD | SEVEN_PAIRS | THIRTEEN_ORPHANS
    #: What MCR accepts.
    MCR = USUAL | KNITTED | KNITTED_STRAIGHT
