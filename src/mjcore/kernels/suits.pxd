# NEED and WAIT: how many wild tiles a hand needs, and which kinds lower that. See tables/suits.py.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from mjcore.kernels.row cimport COLUMN0, COLUMN1, COLUMN2, DRAGONS, ROW0, ROW1, ROW2, WINDS

cdef extern from "suit_tables.h" nogil:
    const uint8_t NEED[]
    const uint32_t ROW_CLASS[]  # where the class of a row begins in NEED and in WAIT_COLUMN
    const uint8_t COLUMN_CLASS[]
    const uint8_t NEED_HONOURS[]
    const uint16_t WAIT_ROW[]
    const uint16_t WAIT_COLUMN[]
    const uint16_t WAIT_HONOURS[]
    const size_t WAIT_ROW_COLUMNS

cdef enum:
    PAIR_BIT = 6
    COLUMN_KINDS = 4
    ROW_KINDS = 5
    SUIT_KINDS = 9


cdef inline uint64_t all_kinds() noexcept nogil:
    return (<uint64_t> 1 << 34) - 1


cdef inline uint64_t honour_kinds() noexcept nogil:
    return <uint64_t> 127 << 3 * SUIT_KINDS


cdef inline uint32_t suit_need(uint32_t row, uint32_t column) noexcept nogil:
    return NEED[ROW_CLASS[row] + column]


cdef inline uint32_t need_sum(const uint32_t* key) noexcept nogil:
    """Sum of the groups' bytes: wild tiles for melds alone, and above them the groups with the pair bit."""
    return (
        suit_need(key[ROW0], key[COLUMN0]) + suit_need(key[ROW1], key[COLUMN1])
        + suit_need(key[ROW2], key[COLUMN2]) + NEED_HONOURS[key[WINDS]] + NEED_HONOURS[key[DRAGONS]]
    )


cdef inline uint32_t for_melds(uint32_t sums) noexcept nogil:
    """Wild tiles for melds alone."""
    return sums & ((1 << PAIR_BIT) - 1)


cdef inline int needed(uint32_t sums) noexcept nogil:
    """Wild tiles for melds and one pair."""
    cdef int melds = for_melds(sums)
    return melds - 1 if sums >> PAIR_BIT else melds + 2


cdef inline uint64_t suit_lowering(uint32_t row, uint32_t column, uint32_t mask) noexcept nogil:
    """Kinds of a suit that lower the need, by the mask for 0, 1, or more groups with the pair bit."""
    cdef uint64_t low = WAIT_COLUMN[ROW_CLASS[row] + column] >> COLUMN_KINDS * mask & 15
    cdef uint64_t high = WAIT_ROW[<size_t> row * WAIT_ROW_COLUMNS + COLUMN_CLASS[column]] >> ROW_KINDS * mask & 31
    return low | high << COLUMN_KINDS


cdef inline uint64_t lowering(const uint32_t* key, uint32_t sums) noexcept nogil:
    """Kinds that lower the need of a hand with this need_sum."""
    cdef uint32_t mask = min(sums >> PAIR_BIT, <uint32_t> 2)
    return (
        suit_lowering(key[ROW0], key[COLUMN0], mask)
        | suit_lowering(key[ROW1], key[COLUMN1], mask) << SUIT_KINDS
        | suit_lowering(key[ROW2], key[COLUMN2], mask) << 2 * SUIT_KINDS
        | <uint64_t> (WAIT_HONOURS[key[WINDS]] >> COLUMN_KINDS * mask & 15) << 3 * SUIT_KINDS
        | <uint64_t> (WAIT_HONOURS[key[DRAGONS]] >> COLUMN_KINDS * mask & 7) << 3 * SUIT_KINDS + COLUMN_KINDS
    )


cdef inline uint64_t completing_melds(const uint32_t* key, int wilds) noexcept nogil:
    """Kinds that complete melds and a pair; the tiles must leave a remainder of 1 by 3, wild ones included."""
    cdef uint32_t sums = need_sum(key)
    cdef int missing = needed(sums) - wilds
    if missing == 1:
        return lowering(key, sums)
    return all_kinds() if missing < 1 else 0
