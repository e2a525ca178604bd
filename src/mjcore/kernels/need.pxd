# How many wild tiles a hand needs: the sum of one byte a group. See tables/suits.py.
from libc.stdint cimport uint8_t, uint32_t

from mjcore.kernels.row cimport COLUMN0, COLUMN1, COLUMN2, DRAGONS, ROW0, ROW1, ROW2, WINDS

cdef extern from "tables.h" nogil:
    const uint8_t NEED[]
    const uint8_t NEED_ROW[]
    const uint8_t NEED_COLUMN[]
    const uint8_t NEED_HONOURS[]
    const uint32_t NEED_COLUMNS

cdef enum:
    PAIR_BIT = 6


cdef inline uint32_t suit_need(uint32_t row, uint32_t column) noexcept nogil:
    return NEED[NEED_ROW[row] * NEED_COLUMNS + NEED_COLUMN[column]]


cdef inline uint32_t need_sum(const uint32_t* key) noexcept nogil:
    """Sum of the groups' bytes: wild tiles for melds alone, and above them the groups with the pair bit."""
    return (
        suit_need(key[ROW0], key[COLUMN0]) + suit_need(key[ROW1], key[COLUMN1])
        + suit_need(key[ROW2], key[COLUMN2]) + NEED_HONOURS[key[WINDS]] + NEED_HONOURS[key[DRAGONS]]
    )


cdef inline int needed(uint32_t sums) noexcept nogil:
    """Wild tiles for melds and one pair."""
    cdef int melds = sums & ((1 << PAIR_BIT) - 1)
    return melds - 1 if sums >> PAIR_BIT else melds + 2
