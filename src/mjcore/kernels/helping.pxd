# Kinds that lower how many tiles a hand of each form misses. See missing.pxd.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from mjcore.kernels.exhausted cimport may_matter
from mjcore.kernels.missing cimport (
    NEVER, Asked, distinct_pairs_missing, knitted_missing, look_at, orphans_missing, seven_pairs_missing, standard_missing,
    straight_missing, tiles_missing
)
from mjcore.kernels.knitted cimport KNITTED_BODY, ORDERS, without_body
from mjcore.kernels.classes cimport Groups, Tables, first_pair, groups_of, second_pair, tables_for
from mjcore.kernels.row cimport (
    COLUMN0, COLUMN1, COLUMN2, DRAGONS, ROW0, ROW1, ROW2, WINDS, Reader, Row, count, kinds, read
)
from mjcore.kernels.special cimport (
    DISTINCT_PAIRS, KNITTED, KNITTED_STRAIGHT, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS, orphan_kinds
)
from mjcore.kernels.suits cimport all_kinds, honour_kinds

cdef inline uint64_t lower(const uint8_t* costs, size_t cost, int least, int kind) noexcept nogil:
    return <uint64_t> (costs[cost] < least) << kind


cdef inline uint64_t helping_suit(
    const Tables* t, uint32_t row, uint32_t column, const uint16_t* pairs, size_t step, const uint8_t* costs,
    size_t cost_step, int least,
) noexcept nogil:
    """Kinds of a suit with which it costs less than `least`.

    A class of the suit makes a pair with the class beside it, `step` apart in `pairs`, and a pair costs something,
    `cost_step` apart in `costs`. One more tile adds a power of 5 to the suit's column or row.
    """
    cdef const uint8_t* by_column = t.suit + t.row[row]
    cdef const uint8_t* by_row = t.suit + t.column[column]
    cdef const uint16_t* columns = t.column + column
    cdef const uint32_t* rows = t.row + row
    return (
        lower(costs, pairs[by_column[columns[125]] * step] * cost_step, least, 0)
        | lower(costs, pairs[by_column[columns[25]] * step] * cost_step, least, 1)
        | lower(costs, pairs[by_column[columns[5]] * step] * cost_step, least, 2)
        | lower(costs, pairs[by_column[columns[1]] * step] * cost_step, least, 3)
        | lower(costs, pairs[by_row[rows[625]] * step] * cost_step, least, 4)
        | lower(costs, pairs[by_row[rows[125]] * step] * cost_step, least, 5)
        | lower(costs, pairs[by_row[rows[25]] * step] * cost_step, least, 6)
        | lower(costs, pairs[by_row[rows[5]] * step] * cost_step, least, 7)
        | lower(costs, pairs[by_row[rows[1]] * step] * cost_step, least, 8)
    )


cdef inline uint64_t helping_honours(
    const Tables* t, uint32_t winds, uint32_t dragons, const uint16_t* pairs, const uint8_t* costs, int least
) noexcept nogil:
    """The same of the honours."""
    cdef const uint8_t* with_winds = t.honours + t.dragons[dragons]
    cdef const uint8_t* with_dragons = t.honours + t.winds[winds]
    return (
        lower(costs, pairs[with_winds[t.winds[winds + 125]]], least, 0)
        | lower(costs, pairs[with_winds[t.winds[winds + 25]]], least, 1)
        | lower(costs, pairs[with_winds[t.winds[winds + 5]]], least, 2)
        | lower(costs, pairs[with_winds[t.winds[winds + 1]]], least, 3)
        | lower(costs, pairs[with_dragons[t.dragons[dragons + 125]]], least, 4)
        | lower(costs, pairs[with_dragons[t.dragons[dragons + 25]]], least, 5)
        | lower(costs, pairs[with_dragons[t.dragons[dragons + 5]]], least, 6)
    )


cdef inline uint64_t helping_melds(const Tables* t, const uint32_t* key, uint32_t melds) noexcept nogil:
    """Kinds that lower the tiles missing for so many melds and a pair; says nothing of kinds with four tiles."""
    cdef Groups g = groups_of(t, key)
    cdef size_t first = first_pair(t, g.suit[0], g.suit[1]), second = second_pair(t, g.suit[2], g.honours)
    cdef const uint8_t* costs = t.missing + melds * t.firsts * t.seconds
    cdef const uint8_t* by_second = costs + first * t.seconds
    cdef const uint8_t* by_first = costs + second
    cdef const uint16_t* seconds = t.second + g.suit[2] * t.honour_classes
    cdef int least = by_second[second]
    return (
        helping_suit(t, key[ROW0], key[COLUMN0], t.first + g.suit[1], t.suits, by_first, t.seconds, least)
        | helping_suit(t, key[ROW1], key[COLUMN1], t.first + g.suit[0] * t.suits, 1, by_first, t.seconds, least) << 9
        | helping_suit(t, key[ROW2], key[COLUMN2], t.second + g.honours, t.honour_classes, by_second, 1, least) << 18
        | helping_honours(t, key[WINDS], key[DRAGONS], seconds, by_second, least) << 27
    )


cdef inline uint64_t helping_by_drawing(const Asked* asked, Row row, uint32_t forms, int missing, Reader reader) noexcept nogil:
    """By definition: each kind is drawn, and only where melds matter then is the answer slow."""
    cdef Asked after = asked[0]
    cdef uint8_t counts[34]
    cdef uint32_t key[8]
    cdef uint64_t helping = 0
    cdef int kind
    memcpy(counts, asked.counts, 34)
    for kind in range(34):
        if not asked.four >> kind & 1:
            counts[kind] += 1
            after.gone = asked.gone | <uint64_t> (counts[kind] + asked.melded[kind] == 4) << kind
            look_at(&after, counts)
            row = read(counts, key, reader)
            helping |= <uint64_t> (tiles_missing(&after, row, forms, reader) < missing) << kind
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
    cdef uint64_t held = row.present, two = row.paired, helping = 0
    cdef uint64_t odd = kinds(asked.counts, 0, reader), kinds_
    cdef uint32_t order
    if forms & SEVEN_PAIRS and seven_pairs_missing(asked, row, reader) == missing:
        helping |= helping_pairs((row.total - row.odd) // 2, odd & ~asked.gone, all_kinds() & ~odd, reader)
    if forms & DISTINCT_PAIRS and distinct_pairs_missing(asked, row, reader) == missing:
        helping |= helping_pairs(count(two, reader), odd & ~two & ~asked.gone, all_kinds() & ~held, reader)
    if forms & THIRTEEN_ORPHANS and orphans_missing(asked, row, reader) == missing:
        helping |= orphan_kinds() & ~held
        if two & orphan_kinds() == 0:
            helping |= orphan_kinds()
    if forms & KNITTED:
        for order in range(ORDERS):
            kinds_ = KNITTED_BODY[order] | honour_kinds()
            if knitted_missing(asked, row, order, reader) == missing and missing > 0:
                helping |= kinds_ & ~held
    return helping


cdef inline uint64_t helping_straight(const Asked* asked, Row row, int missing, Reader reader) noexcept nogil:
    """Kinds that help a knitted straight which misses so few tiles."""
    cdef uint64_t held = row.present, helping = 0
    cdef uint32_t rest[8]
    cdef uint32_t order
    for order in range(ORDERS):
        if straight_missing(asked, row, order, reader) == missing:
            without_body(row.key, held, order, rest)
            helping |= KNITTED_BODY[order] & ~held
            helping |= helping_melds(tables_for(asked.wilds), rest, asked.melds - 3)
    return helping


cdef inline uint64_t helping(const Asked* asked, Row row, uint32_t forms, Reader reader) noexcept nogil:
    """Kinds that lower the fewest tiles missing over the forms; none if the hand is complete."""
    cdef int missing = tiles_missing(asked, row, forms, reader)
    cdef uint64_t result = 0
    if missing <= <int> asked.wilds or missing >= NEVER:
        return 0
    if asked.melded != NULL and may_matter(asked.counts, asked.melded, 1):
        return helping_by_drawing(asked, row, forms, missing, reader)
    if forms & STANDARD and standard_missing(asked, row.key) == missing:
        result = helping_melds(tables_for(asked.wilds), row.key, asked.melds)
    if asked.melds == 4 and forms & ~(STANDARD | KNITTED_STRAIGHT):
        result |= helping_special(asked, row, forms, missing, reader)
    if forms & KNITTED_STRAIGHT and 3 <= asked.melds <= 4:
        result |= helping_straight(asked, row, missing, reader)
    return result & ~asked.four
