# The forms of 14 tiles without melds: pairs, thirteen orphans, honours and knitted tiles. For 13 tiles, their waits.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.kernels.knitted cimport knitted_kinds
from mjcore.kernels.row cimport Reader, Row, count, kinds, three_or_more
from mjcore.kernels.suits cimport all_kinds, for_melds, honour_kinds

cdef enum:
    STANDARD = 1
    SEVEN_PAIRS = 2
    DISTINCT_PAIRS = 4
    THIRTEEN_ORPHANS = 8
    KNITTED = 16
    KNITTED_STRAIGHT = 32
    EVERY_FORM = 63
    USUAL = STANDARD | SEVEN_PAIRS | THIRTEEN_ORPHANS
    SPECIAL = SEVEN_PAIRS | DISTINCT_PAIRS | THIRTEEN_ORPHANS | KNITTED


cdef inline uint64_t orphan_kinds() noexcept nogil:
    """Terminals and honours."""
    cdef uint64_t terminals = 1 << 0 | 1 << 8
    return terminals | terminals << 9 | terminals << 18 | honour_kinds()


cdef inline bint may_be_special(Row row, uint32_t sums, uint32_t wilds) noexcept nogil:
    """A cheap test that nearly all hands fail.

    No two orphans or knitted tiles are of one meld, so each needs two wild tiles; only a pair needs but one.
    """
    return (row.odd <= wilds) | (for_melds(sums) + 3 >= 2 * row.total)


cdef inline bint wins_special(
    const uint8_t* counts, Row row, uint32_t wilds, uint32_t forms, Reader reader
) noexcept nogil:
    """Whether 14 tiles, `wilds` of them wild, are one of these forms."""
    if row.odd <= wilds:
        if forms & SEVEN_PAIRS:
            return True
        if forms & DISTINCT_PAIRS and three_or_more(counts, reader) == 0:
            return True
    if forms & THIRTEEN_ORPHANS and row.present & ~orphan_kinds() == 0:
        if row.total - count(row.present, reader) <= 1:
            return True
    return forms & KNITTED and row.odd == row.total and knitted_kinds(row.present) != 0


cdef inline uint64_t waits_special(
    const uint8_t* counts, Row row, uint32_t wilds, uint32_t forms, Reader reader
) noexcept nogil:
    """Kinds that complete 13 tiles, `wilds` of them wild, as one of these forms."""
    cdef uint64_t singles, waits = 0
    cdef uint32_t repeated
    if forms & (SEVEN_PAIRS | DISTINCT_PAIRS) and row.odd <= wilds + 1:
        singles = kinds(counts, 0, reader)
        if forms & SEVEN_PAIRS:
            waits |= singles if row.odd == wilds + 1 else all_kinds()
        if forms & DISTINCT_PAIRS and three_or_more(counts, reader) == 0:
            waits |= singles if row.odd == wilds + 1 else all_kinds() & ~kinds(counts, 1, reader)
    if forms & THIRTEEN_ORPHANS and row.present & ~orphan_kinds() == 0:
        repeated = row.total - count(row.present, reader)
        if repeated == 0:
            waits |= orphan_kinds()
        elif repeated == 1:
            waits |= orphan_kinds() & ~row.present
    if forms & KNITTED and row.odd == row.total:
        waits |= knitted_kinds(row.present) & ~row.present
    return waits
