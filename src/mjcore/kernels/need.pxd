# How many wild tiles a hand needs: the sum of one byte a group. See tables/suits.py.
from libc.stdint cimport uint8_t, uint32_t

from mjcore.kernels.row cimport Keys

cdef extern from "tables.h" nogil:
    const uint8_t NEED[]
    const uint8_t NEED_ROW[]
    const uint8_t NEED_COLUMN[]
    const uint8_t NEED_HONOURS[]
    const uint32_t NEED_COLUMNS

cdef enum:
    PAIR_BIT = 6


cdef inline uint32_t need_sum(Keys keys) noexcept nogil:
    """Sum of the groups' bytes: wild tiles for melds alone, and above them the groups with the pair bit."""
    cdef uint32_t suit, sums = NEED_HONOURS[keys.winds] + NEED_HONOURS[keys.dragons]
    for suit in range(3):
        sums += NEED[NEED_ROW[keys.row[suit]] * NEED_COLUMNS + NEED_COLUMN[keys.column[suit]]]
    return sums


cdef inline int needed(uint32_t sums) noexcept nogil:
    """Wild tiles for melds and one pair."""
    cdef int melds = sums & ((1 << PAIR_BIT) - 1)
    return melds - 1 if sums >> PAIR_BIT else melds + 2
