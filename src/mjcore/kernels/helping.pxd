# Kinds that lower how many tiles a hand of each form misses. See missing.pxd.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from mjcore.kernels.missing cimport (
    NEVER, Asked, distinct_pairs_missing, knitted_missing, orphans_missing, seven_pairs_missing, standard_missing,
    straight_missing, tiles_missing
)
from mjcore.kernels.knitted cimport KNITTED_BODY, ORDERS, without_body
from mjcore.kernels.classes cimport (
    Groups, Tables, first_pair, groups_of, honour_class, missing_of, second_pair, suit_class
)
from mjcore.kernels.row cimport (
    COLUMN0, COLUMN1, COLUMN2, DRAGONS, ROW0, ROW1, ROW2, WINDS, Reader, Row, count, kinds, present, read, two_or_more
)
from mjcore.kernels.special cimport (
    DISTINCT_PAIRS, KNITTED, KNITTED_STRAIGHT, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS, orphan_kinds
)
from mjcore.kernels.suits cimport all_kinds, honour_kinds

cdef enum:
    SUIT_KINDS = 9


cdef inline uint32_t weight(int digit) noexcept nogil:
    """What a tile adds to a key in base 5 that has so many digits behind it."""
    return 625 if digit == 4 else 125 if digit == 3 else 25 if digit == 2 else 5 if digit == 1 else 1


cdef inline uint32_t class_with(
    const Tables* t, uint32_t row, uint32_t column, int rank
) noexcept nogil:
    """The class of a suit with one more tile."""
    if rank < 4:
        return suit_class(t, row, column + weight(3 - rank))
    return suit_class(t, row + weight(8 - rank), column)


cdef inline uint64_t helping_melds(
    const Tables* t, const uint32_t* key, uint64_t four, uint32_t melds
) noexcept nogil:
    """Kinds that lower the tiles missing for so many melds and a pair, none of which there are `four`."""
    cdef Groups g = groups_of(t, key)
    cdef size_t first = first_pair(t, g.suit[0], g.suit[1]), second = second_pair(t, g.suit[2], g.honours)
    cdef size_t with_tile
    cdef int missing = missing_of(t, melds, first, second), rank
    cdef uint64_t helping = 0
    for rank in range(9):
        # A fifth tile would not fit its digit.
        if not four >> rank & 1:
            with_tile = first_pair(t, class_with(t, key[ROW0], key[COLUMN0], rank), g.suit[1])
            helping |= <uint64_t> (missing_of(t, melds, with_tile, second) < missing) << rank
        if not four >> SUIT_KINDS + rank & 1:
            with_tile = first_pair(t, g.suit[0], class_with(t, key[ROW1], key[COLUMN1], rank))
            helping |= <uint64_t> (missing_of(t, melds, with_tile, second) < missing) << SUIT_KINDS + rank
        if not four >> 2 * SUIT_KINDS + rank & 1:
            with_tile = second_pair(t, class_with(t, key[ROW2], key[COLUMN2], rank), g.honours)
            helping |= <uint64_t> (missing_of(t, melds, first, with_tile) < missing) << 2 * SUIT_KINDS + rank
    for rank in range(7):
        if not four >> 3 * SUIT_KINDS + rank & 1:
            if rank < 4:
                with_tile = honour_class(t, key[WINDS] + weight(3 - rank), key[DRAGONS])
            else:
                with_tile = honour_class(t, key[WINDS], key[DRAGONS] + weight(7 - rank))
            with_tile = second_pair(t, g.suit[2], with_tile)
            helping |= <uint64_t> (missing_of(t, melds, first, with_tile) < missing) << 3 * SUIT_KINDS + rank
    return helping


cdef inline uint64_t helping_exactly(const Asked* asked, Row row, uint32_t forms, int missing, Reader reader) noexcept nogil:
    """By definition: each kind is drawn."""
    cdef Asked after = asked[0]
    cdef uint8_t counts[34]
    cdef uint64_t helping = 0
    cdef int kind
    memcpy(counts, asked.counts, 34)
    after.counts = counts
    for kind in range(34):
        if not asked.four >> kind & 1:
            counts[kind] += 1
            if counts[kind] + asked.held[kind] == 4:
                after.gone |= <uint64_t> 1 << kind
            row = read(counts, reader)
            helping |= <uint64_t> (tiles_missing(&after, row, forms, reader) < missing) << kind
            after.gone = asked.gone
            counts[kind] -= 1
    return helping


cdef inline uint64_t helping_pairs(uint32_t pairs, uint64_t singles, uint64_t others, Reader reader) noexcept nogil:
    """Singles make pairs; other kinds help where there are too few singles."""
    cdef int lacking = 7 - <int> pairs
    if lacking <= 0:
        return 0
    return singles | others if lacking > <int> count(singles, reader) else singles


cdef inline uint64_t helping_special(const Asked* asked, Row row, uint32_t forms, int missing, Reader reader) noexcept nogil:
    """Kinds that help one of the forms of 14 tiles without melds which miss so few tiles."""
    cdef uint64_t held = present(asked.counts, reader), two = two_or_more(asked.counts, reader), helping = 0
    cdef uint64_t odd = kinds(asked.counts, 0, reader), kinds_
    cdef uint32_t order
    if forms & SEVEN_PAIRS and seven_pairs_missing(asked, row, reader) == missing:
        helping |= helping_pairs((row.total - row.odd) // 2, odd & ~asked.gone, all_kinds() & ~odd, reader)
    if forms & DISTINCT_PAIRS and distinct_pairs_missing(asked, reader) == missing:
        helping |= helping_pairs(count(two, reader), odd & ~two & ~asked.gone, all_kinds() & ~held, reader)
    if forms & THIRTEEN_ORPHANS and orphans_missing(asked, reader) == missing:
        helping |= orphan_kinds() & ~held
        if two & orphan_kinds() == 0:
            helping |= orphan_kinds()
    if forms & KNITTED:
        for order in range(ORDERS):
            kinds_ = KNITTED_BODY[order] | honour_kinds()
            if knitted_missing(asked, order, reader) == missing and missing > 0:
                helping |= kinds_ & ~held
    return helping


cdef inline uint64_t helping_straight(const Asked* asked, Row row, int missing, Reader reader) noexcept nogil:
    """Kinds that help a knitted straight which misses so few tiles."""
    cdef uint64_t held = present(asked.counts, reader), helping = 0
    cdef uint32_t rest[8]
    cdef uint32_t order
    for order in range(ORDERS):
        if straight_missing(asked, row, order, reader) == missing:
            without_body(row.key, held, order, rest)
            helping |= KNITTED_BODY[order] & ~held
            helping |= helping_melds(asked.tables, rest, asked.four, asked.melds - 3)
    return helping


cdef inline uint64_t helping(const Asked* asked, Row row, uint32_t forms, Reader reader) noexcept nogil:
    """Kinds that lower the fewest tiles missing over the forms; none if the hand is complete."""
    cdef int missing = tiles_missing(asked, row, forms, reader)
    cdef uint64_t result = 0
    if missing <= <int> asked.wilds or missing >= NEVER:
        return 0
    if asked.held != NULL:
        return helping_exactly(asked, row, forms, missing, reader)
    if forms & STANDARD and standard_missing(asked, row.key) == missing:
        result = helping_melds(asked.tables, row.key, asked.four, asked.melds)
    if asked.melds == 4 and forms & ~(STANDARD | KNITTED_STRAIGHT):
        result |= helping_special(asked, row, forms, missing, reader)
    if forms & KNITTED_STRAIGHT and 3 <= asked.melds <= 4:
        result |= helping_straight(asked, row, missing, reader)
    return result & ~asked.four
