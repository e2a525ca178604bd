# How many tiles a hand of each form misses, and which kinds it misses. Wild tiles are not yet taken off.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from mjcore.kernels.exhausted cimport may_matter, missing_exactly
from mjcore.kernels.knitted cimport KNITTED_BODY, ORDERS, without_body
from mjcore.kernels.classes cimport missing_melds
from mjcore.kernels.row cimport BAD, Reader, Row, count, four_of, is_total, kinds
from mjcore.kernels.special cimport (
    DISTINCT_PAIRS, KNITTED, KNITTED_STRAIGHT, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS, orphan_kinds
)
from mjcore.kernels.suits cimport honour_kinds

cdef enum:
    INVALID = 127
    NEVER = 99  # misses more tiles than any hand: no such form

# A hand whose distance is asked.
cdef struct Asked:
    const uint8_t* counts
    const uint8_t* melded  # the tiles in melds; NULL where they use up nothing
    const uint8_t* held    # the same; NULL where they change nothing
    uint64_t gone          # kinds of which no tile can be drawn, as far as that changes anything
    uint64_t four          # kinds of which hand and melds have four
    uint32_t wilds
    uint32_t melds


cdef inline void look_at(Asked* asked, const uint8_t* counts) noexcept nogil:
    """Ask about these counts beside the same melds."""
    asked.counts = counts
    asked.held = asked.melded if asked.melded != NULL and may_matter(counts, asked.melded, 0) else NULL


cdef inline bint prepare(
    Asked* asked, const uint8_t* counts, const uint8_t* held, uint32_t wilds, Row row, uint32_t totals, Reader reader
) noexcept nogil:
    """Fill `asked` for a hand; False if it is none."""
    cdef uint32_t tiles = row.total + wilds
    if row.over or not is_total(tiles, totals):
        return False
    asked.four = kinds(counts, 2, reader) if held == NULL else four_of(counts, held, reader)
    asked.wilds = wilds
    asked.melds = tiles // 3
    # A tile to be drawn may be wild once there are wild tiles: then melds use up nothing.
    asked.melded = NULL if wilds else held
    asked.gone = asked.four if asked.melded != NULL else 0
    look_at(asked, counts)
    return asked.four != BAD


cdef inline int standard_missing(const Asked* asked, const uint32_t* key) noexcept nogil:
    if asked.held != NULL:
        return missing_exactly(asked.counts, asked.held, asked.melds)
    return missing_melds(asked.wilds, key, asked.melds)


cdef inline int pairs_missing(uint32_t pairs, uint32_t singles) noexcept nogil:
    """A pair is one tile away from a single one, two from nothing."""
    cdef int lacking = 7 - <int> pairs
    return lacking + max(lacking - <int> singles, 0)


cdef inline int seven_pairs_missing(const Asked* asked, Row row, Reader reader) noexcept nogil:
    cdef uint32_t singles = row.odd
    if asked.gone:
        singles = count(kinds(asked.counts, 0, reader) & ~asked.gone, reader)
    return pairs_missing((row.total - row.odd) // 2, singles)


cdef inline int distinct_pairs_missing(const Asked* asked, Row row, Reader reader) noexcept nogil:
    cdef uint64_t singles = row.present & ~row.paired & ~asked.gone
    return pairs_missing(count(row.paired, reader), count(singles, reader))


cdef inline int orphans_missing(const Asked* asked, Row row, Reader reader) noexcept nogil:
    cdef uint64_t held = row.present & orphan_kinds()
    if orphan_kinds() & ~held & asked.gone:
        return NEVER
    return 14 - count(held, reader) - (row.paired & orphan_kinds() != 0)


cdef inline int knitted_missing(const Asked* asked, Row row, uint32_t order, Reader reader) noexcept nogil:
    cdef uint64_t order_kinds = KNITTED_BODY[order] | honour_kinds()
    cdef uint64_t held = row.present & order_kinds
    if count(held | order_kinds & ~asked.gone, reader) < 14:
        return NEVER
    return max(14 - <int> count(held, reader), 0)


cdef inline int straight_missing(const Asked* asked, Row row, uint32_t order, Reader reader) noexcept nogil:
    """The straight takes its tiles first: one that lacks there is missing, wherever the tile went."""
    cdef uint64_t gaps = KNITTED_BODY[order] & ~row.present
    cdef uint32_t rest[8]
    cdef uint8_t counts[34]
    cdef uint8_t owned[34]
    cdef int kind
    if gaps & asked.gone:
        return NEVER
    if asked.held == NULL:
        without_body(row.key, row.present, order, rest)
        return count(gaps, reader) + missing_melds(asked.wilds, rest, asked.melds - 3)
    memcpy(counts, asked.counts, 34)
    memcpy(owned, asked.held, 34)
    for kind in range(34):
        if KNITTED_BODY[order] >> kind & 1:
            owned[kind] += 1
            counts[kind] -= counts[kind] > 0
    return count(gaps, reader) + missing_exactly(counts, owned, asked.melds - 3)


cdef inline int otherwise_missing(const Asked* asked, Row row, uint32_t forms, Reader reader) noexcept nogil:
    """The fewest over all forms but melds and a pair."""
    cdef int least = NEVER
    cdef uint32_t order
    if asked.melds == 4:
        if forms & SEVEN_PAIRS:
            least = min(least, seven_pairs_missing(asked, row, reader))
        if forms & DISTINCT_PAIRS:
            least = min(least, distinct_pairs_missing(asked, row, reader))
        if forms & THIRTEEN_ORPHANS:
            least = min(least, orphans_missing(asked, row, reader))
        if forms & KNITTED:
            for order in range(ORDERS):
                least = min(least, knitted_missing(asked, row, order, reader))
    if forms & KNITTED_STRAIGHT and 3 <= asked.melds <= 4:
        for order in range(ORDERS):
            least = min(least, straight_missing(asked, row, order, reader))
    return least


cdef inline int tiles_missing(const Asked* asked, Row row, uint32_t forms, Reader reader) noexcept nogil:
    """The fewest over the forms; NEVER if none exists with so many tiles."""
    cdef int least = standard_missing(asked, row.key) if forms & STANDARD else NEVER
    return least if forms == STANDARD else min(least, otherwise_missing(asked, row, forms, reader))


cdef inline int shanten(const Asked* asked, int missing) noexcept nogil:
    """-1 if nothing is missing beyond the wild tiles."""
    return INVALID if missing >= NEVER else max(missing - <int> asked.wilds, 0) - 1
