# The rows of a hand, form by form: melds and a pair, the forms without melds, knitted straights.
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.kernels.columns cimport BODY, DARK, FORM, FOUR, FREE, KINDS_PRESENT, PAIR, SUITS, WAIT
from mjcore.kernels.gufunc cimport KINDS
from mjcore.kernels.handfacts cimport NO_TILE, WILD_TILE, Hand
from mjcore.kernels.joining cimport (
    JOINED_WIDTH, Shape, Work, add_row, join, read_shape, suits_of, wants, write_joined
)
from mjcore.kernels.knitted cimport KNITTED_BODY, ORDERS, knitted_kinds
from mjcore.kernels.row cimport PORTABLE, count, four_of, three_or_more
from mjcore.kernels.special cimport (
    DISTINCT_PAIRS, KNITTED, KNITTED_STRAIGHT, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS, orphan_kinds
)
from mjcore.kernels.splits cimport TILES, read_suits
from mjcore.kernels.suitfacts cimport LAID_WORD, NO_MARK, SINGLE, WAY_WIDTH, WILD_MARK
from mjcore.kernels.suits cimport SUIT_KINDS

cdef enum:
    SHAPELESS_FORM = 64  # beside those of special.pxd


cdef inline int mark_of(const Hand* hand, const Work* work) noexcept nogil:
    """The winning tile if it matters what it completes."""
    if hand.tile == NO_TILE or not (wants(work, WAIT) or (wants(work, DARK) and hand.claimed)):
        return NO_MARK
    return WILD_MARK if hand.tile == WILD_TILE else hand.tile


cdef inline void write_melds(Hand* hand, const Work* work) noexcept nogil:
    """The columns of melds beside tiles that are laid in no sets."""
    cdef uint64_t way[WAY_WIDTH]
    cdef uint64_t joined[JOINED_WIDTH]
    cdef int place
    memset(joined, 0, sizeof(joined))
    for place in range(4 if hand.melds else 0):
        memcpy(way, hand.begun[place], sizeof(hand.begun[place]))
        way[LAID_WORD] = 0
        join(work, joined, way, place, joined)
    write_joined(joined, hand.values)


cdef inline void read_special(
    Hand* hand, Work* work, uint64_t form, uint64_t wait, uint32_t free_sets
) noexcept nogil:
    """The one row of tiles that are in no sets: singles and pairs, or no form at all."""
    cdef uint64_t* row = hand.values
    write_melds(hand, work)
    row[KINDS_PRESENT] = hand.kinds
    row[FOUR] = four_of(hand.counts, hand.held, PORTABLE)
    row[SUITS] = suits_of(hand.kinds)
    row[FORM], row[FREE], row[PAIR], row[BODY] = form, free_sets, 0, 0
    row[WAIT] = wait if hand.tile != NO_TILE else 0
    add_row(work, row, form, NULL)


cdef inline void read_specials(Hand* hand, Work* work) noexcept nogil:
    cdef uint64_t held = hand.row.present
    cdef uint32_t repeated = hand.row.total - count(held, PORTABLE)
    if hand.forms & (SEVEN_PAIRS | DISTINCT_PAIRS) and hand.row.odd <= hand.wilds:
        if hand.forms & SEVEN_PAIRS:
            read_special(hand, work, SEVEN_PAIRS, SINGLE, (hand.wilds - hand.row.odd) // 2)
        elif not three_or_more(hand.counts, PORTABLE):
            read_special(hand, work, DISTINCT_PAIRS, SINGLE, (hand.wilds - hand.row.odd) // 2)
    if hand.forms & THIRTEEN_ORPHANS and held & ~orphan_kinds() == 0 and repeated <= 1:
        read_special(hand, work, THIRTEEN_ORPHANS, 0, hand.wilds - (0 if repeated else 1 if held else 2))
    if hand.forms & KNITTED and hand.row.odd == hand.row.total and knitted_kinds(held):
        read_special(hand, work, KNITTED, 0, hand.wilds)


cdef inline void read_straight(
    Hand* hand, Work* work, const uint64_t* suits, uint64_t body, uint64_t wild
) noexcept nogil:
    """The rows beside one knitted straight; `wild` are those of its kinds for which wild tiles stand."""
    cdef Shape shape
    cdef uint64_t natural = body & ~wild
    cdef int kind, mark = mark_of(hand, work)
    memcpy(shape.rest, suits, sizeof(shape.rest))
    for kind in range(KINDS):
        if natural >> kind & 1:
            shape.rest[kind // SUIT_KINDS] -= TILES[0][kind % SUIT_KINDS]
    shape.wilds = hand.wilds - count(wild, PORTABLE)
    shape.form, shape.body, shape.body_wild = KNITTED_STRAIGHT, body, wild
    if mark >= 0 and natural >> mark & 1 or mark == WILD_MARK and wild:
        shape.mark = NO_MARK
        read_shape(hand, work, &shape)
    shape.mark = mark
    if mark < 0 or hand.counts[mark] > (natural >> mark & 1):
        if mark != WILD_MARK or shape.wilds:
            read_shape(hand, work, &shape)


cdef inline void read_straights(Hand* hand, Work* work, const uint64_t* suits) noexcept nogil:
    cdef uint64_t held = hand.row.present, body, mine, spared
    cdef uint32_t order
    for order in range(ORDERS):
        body = KNITTED_BODY[order]
        if count(body & ~held, PORTABLE) > hand.wilds:
            continue
        # Natural tiles may be spared for melds, a wild tile in the straight for each: all subsets, ascending.
        mine = body & held
        spared = 0
        while True:
            if spared != mine and count(body & ~held | spared, PORTABLE) <= hand.wilds:
                read_straight(hand, work, suits, body, body & ~held | spared)
            spared = (spared - mine) & mine
            if not spared:
                break
    # Nine wild tiles are a straight in any order.
    if hand.wilds >= 9:
        read_straight(hand, work, suits, KNITTED_BODY[0], KNITTED_BODY[0])


cdef inline void read_forms(Hand* hand, Work* work) noexcept nogil:
    """All rows of a hand."""
    cdef Shape shape
    read_suits(&hand.counts[0], shape.rest)
    if hand.forms & STANDARD:
        shape.wilds, shape.form, shape.body, shape.body_wild = hand.wilds, STANDARD, 0, 0
        shape.mark = mark_of(hand, work)
        read_shape(hand, work, &shape)
    if hand.tiles == 14:
        read_specials(hand, work)
    if hand.forms & KNITTED_STRAIGHT and (hand.tiles == 14 or hand.tiles == 11):
        read_straights(hand, work, shape.rest)
    if work.rows.count == work.rows.first:
        read_special(hand, work, SHAPELESS_FORM, 0, 0)
