"""Hands as rows of a structured array, for questions about many of them."""

import numpy as np

from mjcore.tiles import KINDS

__all__ = ["HAND_DTYPE", "MELD_DTYPE", "NO_MELD"]

#: `type` where there is no meld.
NO_MELD = 255

#: A meld. type : 0 chow, 1 pung, 2 direct kong, 3 added kong, 4 concealed kong, 255 none. kind : its lowest.
MELD_DTYPE = np.dtype([("type", "u1"), ("kind", "u1")])

#: A hand of 60 bytes. counts : concealed natural tiles by kind. wilds : concealed wild tiles. melds : in the
#: order in which they were set down. flowers : how many are set aside of kinds 27 to 41.
HAND_DTYPE = np.dtype(
    [("counts", "u1", KINDS), ("wilds", "u1"), ("melds", MELD_DTYPE, 5), ("flowers", "u1", 15)]
)
