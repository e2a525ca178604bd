# The forms without melds: seven pairs and thirteen orphans, of 14 tiles (13 that wait).
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.kernels.row cimport Row, count, kinds

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


cdef inline uint64_t three_or_more(const uint8_t* counts) noexcept nogil:
    return kinds(counts, 2) | kinds(counts, 1) & kinds(counts, 0)


cdef inline uint64_t present(const uint8_t* counts) noexcept nogil:
    return kinds(counts, 0) | kinds(counts, 1) | kinds(counts, 2)


cdef inline bint may_be_special(Row row, uint32_t wilds) noexcept nogil:
    """A cheap test that nearly all hands of other forms fail."""
    return (row.odd <= wilds) | (not row.simples)


cdef inline bint wins_special(const uint8_t* counts, Row row, uint32_t wilds, uint32_t forms) noexcept nogil:
    """Whether 14 tiles, `wilds` of them wild, are one of these forms."""
    if row.odd <= wilds:
        if forms & SEVEN_PAIRS:
            return True
        if forms & DISTINCT_PAIRS and three_or_more(counts) == 0:
            return True
    if forms & THIRTEEN_ORPHANS and not row.simples:
        return row.total - count(present(counts)) <= 1
    return False


cdef inline uint64_t waits_special(const uint8_t* counts, Row row, uint32_t wilds, uint32_t forms) noexcept nogil:
    """Kinds that complete 13 tiles, `wilds` of them wild, as one of these forms."""
    cdef uint64_t singles, waits = 0
    cdef uint32_t repeated
    if forms & (SEVEN_PAIRS | DISTINCT_PAIRS) and row.odd <= wilds + 1:
        singles = kinds(counts, 0)
        if forms & SEVEN_PAIRS:
            waits |= singles if row.odd == wilds + 1 else all_kinds()
        if forms & DISTINCT_PAIRS and three_or_more(counts) == 0:
            waits |= singles if row.odd == wilds + 1 else all_kinds() & ~kinds(counts, 1)
    if forms & THIRTEEN_ORPHANS and not row.simples:
        repeated = row.total - count(present(counts))
        if repeated == 0:
            waits |= orphan_kinds()
        elif repeated == 1:
            waits |= orphan_kinds() & ~present(counts)
    return waits
