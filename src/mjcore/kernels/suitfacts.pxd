# The facts of one suit: every way to lay its natural tiles in sets, as far as ways differ in what is wanted.
#
# A way is a record of words (TILES_WORD, ..): the multiplicities of kinds, of chows and of pungs as nine bits a level, the
# other facts, and the tiles left. Ways that have come to the same record with the same tiles left are one, so
# what is not wanted costs nothing, however many wild tiles there are.
from libc.stdint cimport uint32_t, uint64_t

from mjcore.kernels.combining cimport RANK_BITS, STEP_BITS
from mjcore.kernels.distinct cimport Distinct, add, clear, record_at, spare
from mjcore.kernels.splits cimport (
    ALL_OPTIONS, CHOWS, NO_PAIRS, OPTIONS, PAIRS, counts_of, holds, lowest_rank, may_complete, options_at, taken_by
)

cdef enum:
    # The words of a way. The sets laid (as in combining.Split) tell ways apart for the eye alone.
    TILES_WORD = 0
    SETS_WORD = 1   # chows, and above them pungs
    FACTS_WORD = 2
    REST_WORD = 3
    WAY_KEY = 4
    LAID_WORD = 4
    WAY_WIDTH = 5

cdef enum:
    LEVEL = 9       # bits of a level, one a rank: level n has the ranks that come n times or more
    PUNGS_AT = 45   # in SETS_WORD, above five levels of chows
    # In FACTS_WORD.
    NATURAL_AT = 9  # after the concealed pungs
    PAIR_AT = 18
    WAIT_AT = 27
    PAIRED_AT = 31
    DONE_AT = 32    # whether the winning tile has completed a set
    USED_AT = 33    # wild tiles
    OPTION_AT = 38  # the first option for further tiles of the same kind
    USED_BITS = 5
    # What the winning tile completes.
    EDGE = 1
    CLOSED = 2
    SINGLE = 4
    TWO_SIDED = 8

cdef enum:
    NO_MARK = -1
    WILD_MARK = -2

# What is to be laid.
cdef struct Suit:
    uint64_t rest        # the natural tiles
    uint64_t begun[3]    # the facts of melds, and of a knitted straight
    const uint64_t* kept    # the bits that matter while sets are laid, of each word
    const uint64_t* wanted  # ... and when all are
    int most             # wild tiles for this suit if the pair is elsewhere
    int most_paired      # ... and if it is here
    int mark             # the winning tile's rank if it must complete a set here, or NO_MARK, or WILD_MARK
    bint claimed
    bint honours


cdef inline uint64_t ranks_at(uint64_t word, int place) noexcept nogil:
    """Nine bits."""
    return word >> place & ((1 << LEVEL) - 1)


cdef inline uint64_t raised(uint64_t levels, uint64_t ranks, int above) noexcept nogil:
    """Levels with these ranks once more; there are `above` levels besides the first."""
    cdef uint64_t spread = 0
    cdef int level
    for level in range(above):
        spread |= ranks << LEVEL * level
    return levels | (levels & spread) << LEVEL | ranks


cdef inline uint64_t with_tiles(uint64_t tiles, uint64_t ranks) noexcept nogil:
    return raised(tiles, ranks, 3)


cdef inline uint64_t with_chow(uint64_t sets, int start) noexcept nogil:
    return raised(sets, <uint64_t> 1 << start, 4)


cdef inline uint64_t with_pung(uint64_t sets, int rank) noexcept nogil:
    return raised(sets, <uint64_t> 1 << PUNGS_AT + rank, 1)


cdef inline uint64_t chow_wait(int start, int place) noexcept nogil:
    """What the tile at this place completes, were the chow to lack it."""
    if place == 1:
        return CLOSED
    return EDGE if start == (0 if place else 6) else TWO_SIDED


cdef inline int used_by(const uint64_t* way) noexcept nogil:
    return way[FACTS_WORD] >> USED_AT & ((1 << USED_BITS) - 1)


cdef inline bint is_paired(const uint64_t* way) noexcept nogil:
    return way[FACTS_WORD] >> PAIRED_AT & 1


cdef inline bint is_done(const uint64_t* way) noexcept nogil:
    return way[FACTS_WORD] >> DONE_AT & 1


cdef inline void lay(const Suit* suit, uint64_t* way, int rank, int option) noexcept nogil:
    """Add the facts of a set, but for what the winning tile has to do with it."""
    cdef int start = rank - OPTIONS[option].below
    if option >= PAIRS:
        way[TILES_WORD] = with_tiles(with_tiles(way[TILES_WORD], <uint64_t> 1 << rank), <uint64_t> 1 << rank)
        way[FACTS_WORD] |= <uint64_t> 1 << PAIRED_AT | <uint64_t> 1 << PAIR_AT + rank
    elif option >= CHOWS:
        way[TILES_WORD] = with_tiles(way[TILES_WORD], <uint64_t> 7 << start)
        way[SETS_WORD] = with_chow(way[SETS_WORD], start)
    else:
        way[TILES_WORD] = with_tiles(with_tiles(way[TILES_WORD], <uint64_t> 1 << rank), <uint64_t> 1 << rank)
        way[TILES_WORD] = with_tiles(way[TILES_WORD], <uint64_t> 1 << rank)
        way[SETS_WORD] = with_pung(way[SETS_WORD], rank)
        way[FACTS_WORD] |= <uint64_t> (OPTIONS[option].wilds == 0) << NATURAL_AT + rank
    way[FACTS_WORD] += <uint64_t> OPTIONS[option].wilds << USED_AT
    way[TILES_WORD] &= suit.kept[0]
    way[SETS_WORD] &= suit.kept[1]


cdef inline void keep(const Suit* suit, Distinct* ways, const uint64_t* way, uint64_t facts) noexcept nogil:
    cdef uint64_t* kept = spare(ways)
    if kept == NULL:
        return
    kept[TILES_WORD], kept[SETS_WORD] = way[TILES_WORD], way[SETS_WORD]
    kept[FACTS_WORD] = (way[FACTS_WORD] | facts) & suit.kept[2]
    kept[REST_WORD], kept[LAID_WORD] = way[REST_WORD], way[LAID_WORD]
    add(ways)


cdef inline bint takes_mark(const Suit* suit, int rank, int option) noexcept nogil:
    """Whether the winning tile may complete this set."""
    cdef int place = suit.mark - rank
    if suit.mark == WILD_MARK:
        return OPTIONS[option].wilds != 0
    return 0 <= place and place < 3 and OPTIONS[option].taken[place] != 0


cdef inline void complete(
    const Suit* suit, Distinct* ways, const uint64_t* way, int rank, int option
) noexcept nogil:
    """Keep the ways in which the winning tile completes this set."""
    cdef uint64_t done = <uint64_t> 1 << DONE_AT
    cdef int place, start = rank - OPTIONS[option].below
    if option >= PAIRS:
        keep(suit, ways, way, done | <uint64_t> SINGLE << WAIT_AT)
    elif option < CHOWS:
        keep(suit, ways, way, done if suit.claimed else done | <uint64_t> 1 << rank)
    elif suit.mark >= 0:
        keep(suit, ways, way, done | chow_wait(start, suit.mark - start) << WAIT_AT)
    else:
        for place in range(3):
            if OPTIONS[option].wild >> place & 1:
                keep(suit, ways, way, done | chow_wait(start, place) << WAIT_AT)


cdef inline void lay_each(const Suit* suit, Distinct* ways, uint64_t* way, int rank, int option) noexcept nogil:
    """Keep a way to which a set was added: with the winning tile in it, and without."""
    cdef bint open = suit.mark != NO_MARK and not is_done(way)
    if open and takes_mark(suit, rank, option):
        complete(suit, ways, way, rank, option)
    # The winning tile must still be there if it has completed nothing yet.
    if not open or suit.mark < 0 or way[REST_WORD] >> 4 * suit.mark & 7:
        keep(suit, ways, way, <uint64_t> 1 << rank if option < CHOWS else 0)


cdef inline void extend(const Suit* suit, Distinct* ways, const uint64_t* way) noexcept nogil:
    """Lay the lowest natural tile in every set that it may be in."""
    cdef int rank = lowest_rank(way[REST_WORD]), first = way[FACTS_WORD] >> OPTION_AT
    cdef int used = used_by(way), most = max(suit.most, suit.most_paired) - used
    cdef bint paired = is_paired(way)
    cdef uint32_t options = options_at(rank, suit.honours, most) & (NO_PAIRS if paired else ALL_OPTIONS)
    cdef uint64_t longer[WAY_WIDTH]
    cdef uint64_t taken
    cdef int option = first
    while options >> option:
        taken = taken_by(option, rank, suit.honours)
        if (
            options >> option & 1 and holds(way[REST_WORD], taken)
            and may_complete(
                way[REST_WORD] - taken, suit.honours, used + OPTIONS[option].wilds, paired or option >= PAIRS,
                suit.most, suit.most_paired,
            )
        ):
            longer[TILES_WORD], longer[SETS_WORD] = way[TILES_WORD], way[SETS_WORD]
            longer[FACTS_WORD] = way[FACTS_WORD] & ((<uint64_t> 1 << OPTION_AT) - 1)
            longer[REST_WORD] = way[REST_WORD] - taken
            longer[LAID_WORD] = way[LAID_WORD] << STEP_BITS | option << RANK_BITS | rank + 1
            lay(suit, longer, rank, option)
            # Sets that begin with tiles of one kind are laid in the order of their options: each way once.
            if longer[REST_WORD] >> 4 * rank & 7:
                longer[FACTS_WORD] |= <uint64_t> option << OPTION_AT
            lay_each(suit, ways, longer, rank, option)
        option += 1


cdef inline void finish(const Suit* suit, Distinct* found, const uint64_t* way) noexcept nogil:
    """Keep of a way without natural tiles left what is wanted in the end."""
    cdef uint64_t* kept = spare(found)
    cdef int word
    if kept == NULL or (suit.mark >= 0 and not is_done(way)):
        return
    for word in range(3):
        kept[word] = way[word] & suit.wanted[word]
    kept[REST_WORD], kept[LAID_WORD] = 0, way[LAID_WORD]
    add(found)


cdef inline void find_ways(
    const Suit* suit, Distinct* found, Distinct* ways, Distinct* longer
) noexcept nogil:
    """Every way to lay a suit, to `found`; the others are room to work in."""
    cdef uint64_t* begun
    cdef Distinct* swapped
    cdef size_t place
    cdef int word
    clear(found)
    clear(ways)
    begun = spare(ways)
    if begun == NULL:
        return
    for word in range(3):
        begun[word] = suit.begun[word] & suit.kept[word]
    begun[REST_WORD], begun[LAID_WORD] = suit.rest, 0
    add(ways)
    while ways.count:
        clear(longer)
        for place in range(ways.count):
            if counts_of(record_at(ways, place)[REST_WORD]):
                extend(suit, longer, record_at(ways, place))
            else:
                finish(suit, found, record_at(ways, place))
        swapped = ways
        ways = longer
        longer = swapped
