# The rows of one hand: the facts of its suits, found each for itself (suitfacts.pxd), joined suit after suit.
#
# What is joined is a record of masks (KINDS_JOINED, ..) that keeps no more than is wanted, so its records are few
# before they are many. A finished one becomes a row of the wanted columns for each thing that the winning tile
# may complete; rows are made distinct a last time, over all forms.
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

from mjcore.kernels.columns cimport (
    BODY, CHOWKEY, CHOWS1, COLUMNS_END, DARK, FORM, FOUR, FREE, KINDS_PRESENT, NATURAL, PAIR, PUNGS1, SUITS, WAIT
)
from mjcore.kernels.distinct cimport Distinct, add, begin_distinct, clear, free_distinct, record_at, spare
from mjcore.kernels.handfacts cimport WILD_TILE, Hand
from mjcore.kernels.knitted cimport KNITTED_BODY
from mjcore.kernels.splits cimport HONOURS, melds_need, need_of, needed_by
from mjcore.kernels.suitfacts cimport (
    DONE_AT, FACTS_WORD, LAID_WORD, LEVEL, NATURAL_AT, NO_MARK, OPTION_AT, PAIRED_AT, PAIR_AT, PUNGS_AT,
    SETS_WORD, SINGLE, TILES_WORD, USED_AT, WAIT_AT, WAY_KEY, WAY_WIDTH, WILD_MARK, Suit, find_ways, ranks_at,
    used_by, with_tiles
)
from mjcore.kernels.suits cimport PAIR_BIT, SUIT_KINDS

cdef enum:
    # The words of what is joined. Wait, pair, winning tile and wild tiles stand as in FACTS_WORD of a way.
    KINDS_JOINED
    FOUR_JOINED
    CHOWS_JOINED     # four words
    CHOWKEY_JOINED = 6
    PUNGS_JOINED     # two words
    DARK_JOINED = 9
    NATURAL_JOINED
    PAIR_JOINED
    STATE_JOINED
    JOINED_KEY
    LAID_JOINED = 13  # a word a suit, as in LAID_WORD
    JOINED_WIDTH = 17

cdef enum:
    CHOWS_KEYED_AT = 48  # in STATE_JOINED: how many chows the key has
    CHOW_BITS = 5
    STARTS = 7
    STATE_BITS = (1 << 38) - (1 << 27)
    # After the columns of a row: whose it is, or, for display, form, free sets, straight and laid sets.
    OWNER_EXTRA = 1
    DISPLAY_EXTRA = 5

# What is wanted, and room to find it.
cdef struct Work:
    uint32_t columns
    uint32_t places[COLUMNS_END]  # of the wanted columns
    uint32_t width                # their number
    uint32_t extra
    uint64_t owner
    uint64_t kept[3]              # see Suit
    uint64_t wanted[3]
    Distinct ways
    Distinct longer
    Distinct found
    Distinct* joined              # either of the two below
    Distinct* more
    Distinct one
    Distinct other
    Distinct rows

# One form of four melds and a pair in the making.
cdef struct Shape:
    uint64_t rest[4]      # the natural tiles by suit
    uint32_t wilds
    uint64_t form
    uint64_t body         # of a knitted straight, and those of its kinds that are wild
    uint64_t body_wild
    int mark              # the winning tile if it must complete something here, NO_MARK or WILD_MARK


cdef inline bint wants(const Work* work, int column) noexcept nogil:
    return work.columns >> column & 1


cdef inline uint64_t levels(uint32_t first, uint32_t end) noexcept nogil:
    """The bits of levels `first` to before `end`, counted from 0."""
    return ((<uint64_t> 1 << LEVEL * end) - 1) >> LEVEL * first << LEVEL * first


cdef inline void choose_masks(Work* work) noexcept nogil:
    cdef uint64_t state = <uint64_t> 1 << PAIRED_AT | <uint64_t> 1 << DONE_AT | <uint64_t> 31 << USED_AT
    cdef uint32_t level
    if wants(work, KINDS_PRESENT):
        work.wanted[TILES_WORD] |= levels(0, 1)
    if wants(work, FOUR):
        work.wanted[TILES_WORD] |= levels(3, 4)
    for level in range(4):
        if wants(work, CHOWS1 + level):
            work.wanted[SETS_WORD] |= levels(level, level + 1)
    if wants(work, CHOWKEY):
        work.wanted[SETS_WORD] |= levels(0, 5)
    for level in range(2):
        if wants(work, PUNGS1 + level):
            work.wanted[SETS_WORD] |= levels(5 + level, 6 + level)
    state |= levels(0, 1) * wants(work, DARK)
    state |= levels(1, 2) * wants(work, NATURAL)
    state |= levels(2, 3) * wants(work, PAIR)
    work.wanted[FACTS_WORD] = state | <uint64_t> 15 << WAIT_AT if wants(work, WAIT) else state
    choose_kept(work)


cdef inline void choose_kept(Work* work) noexcept nogil:
    """To know how often something comes in the end, all levels below must be kept."""
    cdef uint32_t level
    for level in range(5):
        if work.wanted[TILES_WORD] & levels(level, 5):
            work.kept[TILES_WORD] |= levels(level, level + 1)
        if work.wanted[SETS_WORD] & levels(level, 5):
            work.kept[SETS_WORD] |= levels(level, level + 1)
    if work.wanted[SETS_WORD] & levels(5, 7):
        work.kept[SETS_WORD] |= levels(5, 6)
    if work.wanted[SETS_WORD] & levels(6, 7):
        work.kept[SETS_WORD] |= levels(6, 7)
    work.kept[FACTS_WORD] = work.wanted[FACTS_WORD] | <uint64_t> 15 << OPTION_AT


cdef inline void begin_work(Work* work, uint32_t columns, uint32_t extra) noexcept nogil:
    cdef uint32_t column
    memset(work, 0, sizeof(work[0]))
    work.columns = columns
    work.extra = extra
    for column in range(COLUMNS_END):
        if wants(work, column):
            work.places[work.width] = column
            work.width += 1
    choose_masks(work)
    begin_distinct(&work.ways, WAY_WIDTH, WAY_KEY)
    begin_distinct(&work.longer, WAY_WIDTH, WAY_KEY)
    begin_distinct(&work.found, WAY_WIDTH, WAY_KEY)
    begin_distinct(&work.one, JOINED_WIDTH, JOINED_KEY)
    begin_distinct(&work.other, JOINED_WIDTH, JOINED_KEY)
    work.joined, work.more = &work.one, &work.other
    begin_distinct(&work.rows, work.width + extra, work.width)


cdef inline void end_work(Work* work) noexcept nogil:
    free_distinct(&work.ways)
    free_distinct(&work.longer)
    free_distinct(&work.found)
    free_distinct(&work.one)
    free_distinct(&work.other)
    free_distinct(&work.rows)


cdef inline bint has_failed(const Work* work) noexcept nogil:
    return (
        work.ways.failed or work.longer.failed or work.found.failed or work.one.failed or work.other.failed
        or work.rows.failed
    )


# ---- Rows


cdef inline uint64_t suits_of(uint64_t present_kinds) noexcept nogil:
    cdef uint64_t suits = 0
    cdef int suit
    for suit in range(3):
        suits |= <uint64_t> (ranks_at(present_kinds, SUIT_KINDS * suit) != 0) << suit
    suits |= <uint64_t> ((present_kinds >> 27 & 15) != 0) << 3
    return suits | <uint64_t> ((present_kinds >> 31 & 7) != 0) << 4


cdef inline void add_row(Work* work, const uint64_t* row, uint64_t display, const uint64_t* laid) noexcept nogil:
    """Add a row of all columns as one of those that are wanted."""
    cdef uint64_t* chosen = spare(&work.rows)
    cdef uint32_t place
    if chosen == NULL:
        return
    for place in range(work.width):
        chosen[place] = row[work.places[place]]
    chosen[work.width] = work.owner
    if work.extra == DISPLAY_EXTRA:
        chosen[work.width] = display
        memset(&chosen[work.width + 1], 0, 32)
        if laid != NULL:
            memcpy(&chosen[work.width + 1], laid, 32)
    add(&work.rows)


cdef inline void write_joined(const uint64_t* joined, uint64_t* row) noexcept nogil:
    row[KINDS_PRESENT], row[FOUR] = joined[KINDS_JOINED], joined[FOUR_JOINED]
    memcpy(&row[CHOWS1], &joined[CHOWS_JOINED], 7 * sizeof(uint64_t))
    row[DARK], row[NATURAL] = joined[DARK_JOINED], joined[NATURAL_JOINED]


cdef inline uint64_t as_display(const Shape* shape, uint64_t left) noexcept nogil:
    """The form, the free sets, and of a straight its order from 1 on and which of its nine tiles are wild."""
    cdef uint64_t order = 0, wild = 0, kind, place = 0
    if shape.body and shape.body != shape.body_wild:
        while KNITTED_BODY[order] != shape.body:
            order += 1
        order += 1
        for kind in range(27):
            if shape.body >> kind & 1:
                wild |= (shape.body_wild >> kind & 1) << place
                place += 1
    return shape.form | left << 8 | order << 16 | wild << 24


cdef inline void finish(Hand* hand, Work* work, const Shape* shape, const uint64_t* joined) noexcept nogil:
    """The rows of a record in which all suits are joined."""
    cdef uint64_t* row = hand.values
    cdef uint64_t state = joined[STATE_JOINED]
    cdef int left = <int> shape.wilds - <int> (state >> USED_AT & 31)
    cdef bint paired = state >> PAIRED_AT & 1, done = state >> DONE_AT & 1
    cdef uint64_t free_sets = (left - (0 if paired else 2)) // 3, display = as_display(shape, free_sets)
    write_joined(joined, row)
    row[PAIR] = joined[PAIR_JOINED] if paired else <uint64_t> 1 << WILD_TILE
    row[SUITS] = suits_of(hand.kinds | shape.body)
    row[FREE], row[BODY], row[FORM], row[WAIT] = free_sets, shape.body, shape.form, state >> WAIT_AT & 15
    if done or shape.mark == NO_MARK:
        add_row(work, row, display, &joined[LAID_JOINED])
    elif shape.mark == WILD_MARK:
        if free_sets:
            add_row(work, row, display, &joined[LAID_JOINED])
        if not paired:
            row[WAIT] = SINGLE
            add_row(work, row, display, &joined[LAID_JOINED])


# ---- Joining suits


cdef inline uint64_t chowkey_of(uint64_t sets, int suit, uint64_t* chows) noexcept nogil:
    """The chows of a suit, 5 bits each, ascending, and how many they are."""
    cdef uint64_t key = 0, at = 0
    cdef int start, level
    for start in range(STARTS):
        for level in range(5):
            if not sets >> LEVEL * level + start & 1:
                break
            key |= <uint64_t> (STARTS * suit + start + 1) << at
            at += CHOW_BITS
    chows[0] = at // CHOW_BITS
    return key


cdef inline void join(
    const Work* work, const uint64_t* joined, const uint64_t* way, int suit, uint64_t* more
) noexcept nogil:
    """What is joined and one suit more, to `more`, which may be `joined`."""
    cdef uint64_t sets = way[SETS_WORD], facts = way[FACTS_WORD], chows
    cdef int at = SUIT_KINDS * suit, level
    memmove(more, joined, JOINED_WIDTH * sizeof(uint64_t))
    more[KINDS_JOINED] |= ranks_at(way[TILES_WORD], 0) << at
    more[FOUR_JOINED] |= ranks_at(way[TILES_WORD], 3 * LEVEL) << at
    if sets:
        for level in range(4):
            more[CHOWS_JOINED + level] |= ranks_at(sets, LEVEL * level) << at
        more[PUNGS_JOINED] |= ranks_at(sets, PUNGS_AT) << at
        more[PUNGS_JOINED + 1] |= ranks_at(sets, PUNGS_AT + LEVEL) << at
    more[DARK_JOINED] |= ranks_at(facts, 0) << at
    more[NATURAL_JOINED] |= ranks_at(facts, NATURAL_AT) << at
    more[PAIR_JOINED] |= ranks_at(facts, PAIR_AT) << at
    more[STATE_JOINED] += facts & STATE_BITS
    if wants(work, CHOWKEY) and sets & levels(0, 1):
        more[CHOWKEY_JOINED] |= chowkey_of(sets, suit, &chows) << (more[STATE_JOINED] >> CHOWS_KEYED_AT) * CHOW_BITS
        more[STATE_JOINED] += chows << CHOWS_KEYED_AT
    more[LAID_JOINED + suit] = way[LAID_WORD]


cdef inline void join_suit(Work* work, const Shape* shape, int suit, int melds, bint has_pair) noexcept nogil:
    """Join what was found of a suit; the suits after it need wild tiles for melds, and may have a pair."""
    cdef Distinct* swapped
    cdef size_t one, other
    cdef const uint64_t* joined
    cdef const uint64_t* way
    cdef int used
    cdef uint64_t both
    cdef uint64_t* more
    clear(work.more)
    for one in range(work.joined.count):
        for other in range(work.found.count):
            joined, way = record_at(work.joined, one), record_at(&work.found, other)
            both = joined[STATE_JOINED] & way[FACTS_WORD]
            if both >> PAIRED_AT & 1 or both >> DONE_AT & 1:
                continue
            used = (joined[STATE_JOINED] >> USED_AT & 31) + used_by(way)
            both = (joined[STATE_JOINED] | way[FACTS_WORD]) >> PAIRED_AT & 1
            if used + (melds if both else needed_by(melds, has_pair)) <= <int> shape.wilds:
                more = spare(work.more)
                if more == NULL:
                    return
                join(work, joined, way, suit, more)
                add(work.more)
    swapped = work.joined
    work.joined = work.more
    work.more = swapped


cdef inline void begin_suit(
    Suit* suit, const Hand* hand, const Work* work, const Shape* shape, int place
) noexcept nogil:
    cdef uint64_t body = ranks_at(shape.body, SUIT_KINDS * place) if place < HONOURS else 0
    cdef int rank = shape.mark - SUIT_KINDS * place
    memcpy(suit.begun, hand.begun[place], sizeof(suit.begun))
    suit.kept, suit.wanted = work.kept, work.wanted
    suit.begun[TILES_WORD] = with_tiles(suit.begun[TILES_WORD], body)
    suit.rest = shape.rest[place]
    suit.claimed = hand.claimed
    suit.honours = place == HONOURS
    suit.mark = WILD_MARK if shape.mark == WILD_MARK else NO_MARK
    if shape.mark >= 0 and shape.mark // SUIT_KINDS == place:
        suit.mark = rank


cdef inline void read_shape(Hand* hand, Work* work, const Shape* shape) noexcept nogil:
    """The rows of melds and a pair."""
    cdef uint64_t* none
    cdef uint32_t need[4]
    cdef Suit suit
    cdef int place, melds = 0, pairs = 0, wilds = shape.wilds
    cdef int later, later_pairs  # of the suits that are still to come
    cdef size_t row
    for place in range(4):
        need[place] = need_of(shape.rest[place], place == HONOURS)
        melds += melds_need(need[place])
        pairs += need[place] >> PAIR_BIT != 0
    if needed_by(melds, pairs) > wilds:
        return
    clear(work.joined)
    none = spare(work.joined)
    if none == NULL:
        return
    memset(none, 0, JOINED_WIDTH * sizeof(uint64_t))
    add(work.joined)
    later, later_pairs = melds, pairs
    for place in range(4):
        later -= melds_need(need[place])
        later_pairs -= need[place] >> PAIR_BIT != 0
        begin_suit(&suit, hand, work, shape, place)
        if not (suit.rest or suit.begun[TILES_WORD]):
            continue
        suit.most_paired = wilds - (melds - melds_need(need[place]))
        suit.most = wilds - needed_by(
            melds - melds_need(need[place]), pairs - (need[place] >> PAIR_BIT != 0)
        )
        find_ways(&suit, &work.found, &work.ways, &work.longer)
        join_suit(work, shape, place, later, later_pairs)
    for row in range(work.joined.count):
        finish(hand, work, shape, record_at(work.joined, row))
