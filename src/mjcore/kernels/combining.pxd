# Every way to lay a hand in sets and a pair: the splits of each suit, combined suit after suit.
#
# A suit's splits are searched set by set; NEED says at every step whether the wild tiles left are enough, so hardly
# a step is taken in vain. Which splits fit depends on no more of the suits before than the wild tiles that they
# leave and whether they have the pair: for each of these there is a list, which is searched no further than
# somebody asks. So a hand may have thousands of readings and the first of them cost little.
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from mjcore.kernels.splits cimport (
    ALL_OPTIONS, HONOURS, NO_PAIRS, OPTIONS, OPTIONS_END, PAIRS, counts_of, holds, lowest_rank, may_complete, melds_need,
    need_of, needed_by, options_at, taken_by
)
from mjcore.kernels.suits cimport PAIR_BIT

cdef enum:
    STEP_BITS = 8     # of a set in what is laid: its option, and its lowest natural rank from 1 on
    RANK_BITS = 4
    MOST_WILDS = 17
    MOST_LISTS = 4 * 2 * (MOST_WILDS + 1)
    FIRST_SPLITS = 24

# One way to lay a suit.
cdef struct Split:
    uint64_t laid    # its sets, a byte each, the last one lowest
    uint32_t next    # the place of the next one in its list, 0 if it is not known yet
    uint8_t used     # wild tiles
    bint paired      # whether one of the sets is the pair

# A search for the splits of a suit, and the list of those found.
cdef struct Splitting:
    uint64_t rest        # natural tiles that are left
    Split now
    int most             # wild tiles for it if the pair is elsewhere
    int most_paired      # ... and if it is here
    bint honours
    bint begun
    bint ended
    uint32_t first
    uint32_t last

cdef struct Combining:
    uint64_t suits[4]
    int later_melds[4]   # wild tiles that the suits after this one need for melds
    bint later_pairs[4]  # whether a pair saves them one
    uint8_t listed[4][2][MOST_WILDS + 1]  # 1 + the place of a list, by suit, pair laid before, and wild tiles left
    Splitting lists[MOST_LISTS]
    uint32_t list_count
    Split first_splits[FIRST_SPLITS]
    Split* splits        # place 0 is none
    uint32_t split_count
    uint32_t room
    # The reading that is come to: of each suit its list and split, and what was left for it.
    uint32_t list[4]
    uint32_t split[4]
    int left[5]
    bint paired[5]
    bint begun
    bint failed          # no memory


# ---- One suit


cdef inline void move(Splitting* search, int rank, int option, int sign) noexcept nogil:
    """Take the tiles of a set (sign 1), or give them back (-1)."""
    search.rest -= sign * <int64_t> taken_by(option, rank, search.honours)
    search.now.used += sign * OPTIONS[option].wilds
    search.now.paired ^= option >= PAIRS


cdef inline int lay_first(Splitting* search, int rank, int option) noexcept nogil:
    """Lay the first set from `option` on with which the suit can be completed; OPTIONS_END if there is none."""
    cdef int used = search.now.used
    cdef uint32_t options = options_at(rank, search.honours, max(search.most, search.most_paired) - used)
    cdef uint64_t taken
    options &= NO_PAIRS if search.now.paired else ALL_OPTIONS
    while options >> option:
        taken = taken_by(option, rank, search.honours)
        if (
            options >> option & 1 and holds(search.rest, taken)
            and may_complete(
                search.rest - taken, search.honours, used + OPTIONS[option].wilds,
                search.now.paired or option >= PAIRS, search.most, search.most_paired,
            )
        ):
            move(search, rank, option, 1)
            search.now.laid = search.now.laid << STEP_BITS | option << RANK_BITS | rank + 1
            return option
        option += 1
    return OPTIONS_END


cdef inline int take_back(Splitting* search) noexcept nogil:
    """Take the last set back; the option that comes after it."""
    cdef int option = search.now.laid >> RANK_BITS & 15, rank = (search.now.laid & 15) - 1
    search.now.laid >>= STEP_BITS
    move(search, rank, option, -1)
    return option + 1


cdef inline bint advance(Splitting* search) noexcept nogil:
    """Lay the next split; False if there is no other."""
    cdef int rank, option = 0
    if search.begun:
        if not search.now.laid:
            return False
        option = take_back(search)
    search.begun = True
    while counts_of(search.rest):
        rank = lowest_rank(search.rest)
        option = lay_first(search, rank, option)
        if option < OPTIONS_END:
            # Sets that begin with tiles of one kind are laid in the order of their options: each way once.
            if not search.rest >> 4 * rank & 15:
                option = 0
        elif search.now.laid:
            option = take_back(search)
        else:
            return False
    return True


# ---- Lists of splits


cdef inline bint make_room(Combining* all) noexcept nogil:
    cdef Split* splits
    if all.splits == all.first_splits:
        splits = <Split*> malloc(2 * all.room * sizeof(Split))
        if splits != NULL:
            memcpy(splits, all.first_splits, sizeof(all.first_splits))
    else:
        splits = <Split*> realloc(all.splits, 2 * all.room * sizeof(Split))
    if splits == NULL:
        all.failed = True
        return False
    all.splits = splits
    all.room *= 2
    return True


cdef inline uint32_t find_split(Combining* all, Splitting* list) noexcept nogil:
    """Search the next split of a list; 0 if there is none, or no memory for it."""
    if list.ended or not advance(list):
        list.ended = True
        return 0
    if all.split_count == all.room and not make_room(all):
        return 0
    all.splits[all.split_count] = list.now
    if list.last:
        all.splits[list.last].next = all.split_count
    else:
        list.first = all.split_count
    list.last = all.split_count
    all.split_count += 1
    return list.last


cdef inline uint32_t next_split(Combining* all, int suit) noexcept nogil:
    """The split of a suit after the one that it is come to."""
    cdef Splitting* list = &all.lists[all.list[suit]]
    cdef uint32_t split = all.splits[all.split[suit]].next if all.split[suit] else list.first
    return split if split else find_split(all, list)


cdef inline void begin_list(Combining* all, int suit) noexcept nogil:
    cdef Splitting* list = &all.lists[all.list_count]
    cdef int left = all.left[suit], melds = all.later_melds[suit]
    memset(list, 0, sizeof(list[0]))
    list.rest = all.suits[suit]
    list.honours = suit == HONOURS
    list.most_paired = -1 if all.paired[suit] else left - melds
    list.most = left - (melds if all.paired[suit] else needed_by(melds, all.later_pairs[suit]))
    all.list_count += 1


cdef inline void enter(Combining* all, int suit) noexcept nogil:
    """Come to before the first split of a suit that fits what the suits before have left."""
    cdef uint8_t* listed = &all.listed[suit][all.paired[suit]][all.left[suit]]
    if not listed[0]:
        begin_list(all, suit)
        listed[0] = <uint8_t> all.list_count
    all.list[suit] = listed[0] - 1
    all.split[suit] = 0


# ---- Readings


cdef inline bint begin_combining(Combining* all, const uint64_t* suits, int wilds) noexcept nogil:
    """Begin with these tiles; False if they cannot be laid in sets and a pair."""
    cdef uint32_t need
    cdef int suit, melds = 0
    cdef bint pairs = False
    for suit in range(3, -1, -1):
        need = need_of(suits[suit], suit == HONOURS)
        all.later_melds[suit], all.later_pairs[suit] = melds, pairs
        melds += melds_need(need)
        pairs |= need >> PAIR_BIT != 0
    if needed_by(melds, pairs) > wilds:
        return False
    memcpy(all.suits, suits, sizeof(all.suits))
    memset(all.listed, 0, sizeof(all.listed))
    all.list_count = 0
    all.splits, all.room, all.split_count = all.first_splits, FIRST_SPLITS, 1
    all.left[0], all.paired[0] = wilds, False
    all.begun = all.failed = False
    return True


cdef inline void end_combining(Combining* all) noexcept nogil:
    if all.splits != all.first_splits:
        free(all.splits)


cdef inline bint next_reading(Combining* all) noexcept nogil:
    """Come to the next reading; False if there is no other, or no memory for it."""
    cdef int suit = 3
    if not all.begun:
        all.begun = True
        suit = 0
        enter(all, 0)
    while True:
        all.split[suit] = next_split(all, suit)
        if all.split[suit] == 0:
            if suit == 0:
                return False
            suit -= 1
        elif suit == 3:
            return True
        else:
            all.left[suit + 1] = all.left[suit] - all.splits[all.split[suit]].used
            all.paired[suit + 1] = all.paired[suit] or all.splits[all.split[suit]].paired
            suit += 1
            enter(all, suit)


cdef inline uint32_t free_sets(const Combining* all) noexcept nogil:
    """Sets of wild tiles alone beside the reading that is come to."""
    cdef int left = all.left[3] - all.splits[all.split[3]].used
    cdef bint paired = all.paired[3] or all.splits[all.split[3]].paired
    return (left - (0 if paired else 2)) // 3
