# Knitted tiles: a straight of nine beside melds and a pair, and the nine kinds of each of its six orders.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.kernels.row cimport (
    COLUMN0, COLUMN1, COLUMN2, DRAGONS, ROW0, ROW1, ROW2, WINDS, Reader, Row, count
)
from mjcore.kernels.suits cimport completing_melds, honour_kinds, need_sum, needed

cdef extern from "knitted_tables.h" nogil:
    const uint64_t KNITTED_BODY[]
    const uint8_t KNITTED_START[]
    const uint32_t KNITTED_USED[]
    const uint32_t KNITTED_USED_COLUMNS

cdef enum:
    ORDERS = 6
    TRIPLE = 0b1001001


cdef inline uint32_t used_of(uint64_t held, uint32_t order, uint32_t suit) noexcept nogil:
    """What the tiles of one suit in the straight add to the suit's keys."""
    cdef uint32_t start = KNITTED_START[3 * order + suit]
    return KNITTED_USED[start * KNITTED_USED_COLUMNS + (held >> 9 * suit + start & TRIPLE)]


cdef inline void without_body(const uint32_t* key, uint64_t held, uint32_t order, uint32_t* rest) noexcept nogil:
    """The keys of the tiles that are left when the straight has taken one of each of its kinds held."""
    cdef uint32_t used0 = used_of(held, order, 0), used1 = used_of(held, order, 1), used2 = used_of(held, order, 2)
    rest[ROW0] = key[ROW0] - (used0 & 0xffff)
    rest[ROW1] = key[ROW1] - (used1 & 0xffff)
    rest[ROW2] = key[ROW2] - (used2 & 0xffff)
    rest[COLUMN0] = key[COLUMN0] - (used0 >> 16)
    rest[COLUMN1] = key[COLUMN1] - (used1 >> 16)
    rest[COLUMN2] = key[COLUMN2] - (used2 >> 16)
    rest[WINDS] = key[WINDS]
    rest[DRAGONS] = key[DRAGONS]


cdef inline uint32_t fewest_gaps(uint64_t held, Reader reader) noexcept nogil:
    """How many kinds the straight lacks that lacks fewest."""
    cdef uint32_t order, fewest = 9
    for order in range(ORDERS):
        fewest = min(fewest, count(KNITTED_BODY[order] & ~held, reader))
    return fewest


cdef inline bint wins_straight(Row row, uint32_t wilds, Reader reader) noexcept nogil:
    """Whether 14 or 11 tiles, `wilds` of them wild, hold a knitted straight beside a pair and at most one meld."""
    cdef uint64_t held = row.present
    cdef uint32_t order, missing
    cdef uint32_t rest[8]
    if fewest_gaps(held, reader) > wilds:
        return False
    for order in range(ORDERS):
        # A tile of the straight is best in the straight: a wild tile could take either place.
        missing = count(KNITTED_BODY[order] & ~held, reader)
        if missing <= wilds:
            without_body(row.key, held, order, rest)
            if needed(need_sum(rest)) <= <int> (wilds - missing):
                return True
    return False


cdef inline uint64_t waits_straight(Row row, uint32_t wilds, Reader reader) noexcept nogil:
    """Kinds that complete 13 or 10 tiles, `wilds` of them wild, so that wins_straight says yes."""
    cdef uint64_t held = row.present, gaps, waits = 0
    cdef uint32_t order, missing
    cdef uint32_t rest[8]
    if fewest_gaps(held, reader) > wilds + 1:
        return 0
    for order in range(ORDERS):
        gaps = KNITTED_BODY[order] & ~held
        missing = count(gaps, reader)
        if missing <= wilds + 1:
            without_body(row.key, held, order, rest)
            if needed(need_sum(rest)) + <int> missing <= <int> wilds + 1:
                waits |= gaps
            if missing <= wilds:
                waits |= completing_melds(rest, wilds - missing)
    return waits


cdef inline uint64_t knitted_kinds(uint64_t held) noexcept nogil:
    """Honours and knitted tiles of every order that has all the kinds held; 0 if none does."""
    cdef uint64_t order_kinds, found = 0
    cdef uint32_t order
    for order in range(ORDERS):
        order_kinds = KNITTED_BODY[order] | honour_kinds()
        if held & ~order_kinds == 0:
            found |= order_kinds
    return found
