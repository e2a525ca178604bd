# The forms without melds: seven pairs and thirteen orphans, of 14 tiles (13 that wait).
from libc.stdint cimport uint32_t, uint64_t

from mjcore.kernels.row cimport Row, count, kinds, odd

cdef enum:
    STANDARD = 1
    SEVEN_PAIRS = 2
    DISTINCT_PAIRS = 4
    THIRTEEN_ORPHANS = 8
    EVERY_FORM = 15

cdef enum:
    SUIT_BITS = 9

cdef inline uint64_t all_kinds() noexcept nogil:
    return (<uint64_t> 1 << 34) - 1


cdef inline uint64_t orphan_kinds() noexcept nogil:
    """Terminals and honours."""
    cdef uint64_t terminals = 1 << 0 | 1 << 8
    return terminals | terminals << SUIT_BITS | terminals << 2 * SUIT_BITS | <uint64_t> 127 << 3 * SUIT_BITS


cdef inline bint orphans_alone(Row row) noexcept nogil:
    return (row.word[0] | row.word[1] | row.word[2]) >> 8 == 0


cdef inline uint64_t three_or_more(Row row) noexcept nogil:
    return kinds(row, 2) | kinds(row, 1) & kinds(row, 0)


cdef inline uint64_t held_kinds(Row row) noexcept nogil:
    return kinds(row, 0) | kinds(row, 1) | kinds(row, 2)


cdef inline bint may_be_special(Row row, uint32_t wilds) noexcept nogil:
    """A cheap test that nearly all other hands fail."""
    return (odd(row) <= wilds) | orphans_alone(row)


cdef inline bint wins_special(Row row, uint32_t wilds, uint32_t forms) noexcept nogil:
    """Whether 14 tiles, `wilds` of them wild, are one of these forms."""
    if odd(row) <= wilds:
        if forms & SEVEN_PAIRS:
            return True
        if forms & DISTINCT_PAIRS and three_or_more(row) == 0:
            return True
    if forms & THIRTEEN_ORPHANS and orphans_alone(row):
        return 14 - wilds - count(held_kinds(row)) <= 1
    return False


cdef inline uint64_t waits_special(Row row, uint32_t wilds, uint32_t forms) noexcept nogil:
    """Kinds that complete 13 tiles, `wilds` of them wild, as one of these forms."""
    cdef uint64_t singles, held, waits = 0
    cdef uint32_t repeated
    if forms & (SEVEN_PAIRS | DISTINCT_PAIRS) and odd(row) <= wilds + 1:
        singles = kinds(row, 0)
        if forms & SEVEN_PAIRS:
            waits |= singles if odd(row) == wilds + 1 else all_kinds()
        if forms & DISTINCT_PAIRS and three_or_more(row) == 0:
            waits |= singles if odd(row) == wilds + 1 else all_kinds() & ~kinds(row, 1)
    if forms & THIRTEEN_ORPHANS and orphans_alone(row):
        held = held_kinds(row)
        repeated = 13 - wilds - count(held)
        if repeated == 0:
            waits |= orphan_kinds()
        elif repeated == 1:
            waits |= orphan_kinds() & ~held
    return waits
