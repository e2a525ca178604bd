# One suit (or the honours) in one word, and the sets that its lowest natural tile may be in.
#
# The lowest 36 bits are the counts, four bits each; above them stand the two keys by which NEED is asked. To
# take tiles is to subtract one word, and to ask whether wild tiles complete what is left is a lookup.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from mjcore.kernels.suits cimport NEED_HONOURS, PAIR_BIT, SUIT_KINDS, suit_need

cdef extern from *:
    """
    #include "row.h"

    typedef struct { uint8_t taken[3], wilds, below, above, wild; } mj_option;

    /* Pungs, chows and pairs with none, one and two wild tiles. */
    static const mj_option MJ_OPTIONS[12] = {
        {{3, 0, 0}, 0, 0, 0, 0}, {{2, 0, 0}, 1, 0, 0, 4}, {{1, 0, 0}, 2, 0, 0, 6},
        {{1, 1, 1}, 0, 0, 2, 0},
        {{1, 1, 0}, 1, 1, 1, 1}, {{1, 0, 1}, 1, 0, 2, 2}, {{1, 1, 0}, 1, 0, 2, 4},
        {{1, 0, 0}, 2, 2, 0, 3}, {{1, 0, 0}, 2, 1, 1, 5}, {{1, 0, 0}, 2, 0, 2, 6},
        {{2, 0, 0}, 0, 0, 0, 0}, {{1, 0, 0}, 1, 0, 0, 2},
    };
    /* The options that stay within the suit, by rank; then those that take no, one, or more wild tiles. */
    static const uint16_t MJ_WITHIN[9] = {0xe6f, 0xf7f, 0xfff, 0xfff, 0xfff, 0xfff, 0xfff, 0xd97, 0xc87};
    static const uint16_t MJ_WITH_WILDS[3] = {0x409, 0xc7b, 0xfff};

    #define MJ_TILE(rank, key, place) (UINT64_C(1) << 4 * (rank) | UINT64_C(key) << (place))
    static const uint64_t MJ_TILES[2][12] = {
        {MJ_TILE(0, 125, 48), MJ_TILE(1, 25, 48), MJ_TILE(2, 5, 48), MJ_TILE(3, 1, 48),
         MJ_TILE(4, 625, 36), MJ_TILE(5, 125, 36), MJ_TILE(6, 25, 36), MJ_TILE(7, 5, 36), MJ_TILE(8, 1, 36)},
        {MJ_TILE(0, 125, 48), MJ_TILE(1, 25, 48), MJ_TILE(2, 5, 48), MJ_TILE(3, 1, 48),
         MJ_TILE(4, 125, 36), MJ_TILE(5, 25, 36), MJ_TILE(6, 5, 36)},
    };

    /* The place of the lowest bit; there must be one. */
    static inline int mj_lowest(uint64_t word) {
    #if defined(__GNUC__)
        return __builtin_ctzll(word);
    #else
        return (int)mj_count_portable((word & (0 - word)) - 1);
    #endif
    }
    """
    # A set by its lowest natural tile: how many tiles it takes of that kind and of the two above, how many wild
    # tiles it takes, how far it reaches below and above, and which of its tiles are wild.
    ctypedef struct Option "mj_option":
        uint8_t taken[3]
        uint8_t wilds
        uint8_t below
        uint8_t above
        uint8_t wild
    const Option OPTIONS "MJ_OPTIONS"[]
    const uint16_t WITHIN "MJ_WITHIN"[]
    const uint16_t WITH_WILDS "MJ_WITH_WILDS"[]
    const uint64_t TILES "MJ_TILES"[2][12]
    int lowest_bit "mj_lowest"(uint64_t word) nogil

cdef enum:
    # The options that there are for a set.
    PUNGS = 0
    CHOWS = 3
    PAIRS = 10
    OPTIONS_END = 12
    ALL_OPTIONS = (1 << OPTIONS_END) - 1
    NO_PAIRS = (1 << PAIRS) - 1
    HONOURS = 3  # their place among the suits
    NO_CHOWS = 0xc07

cdef enum:
    LOW_KEY = 36   # of row or dragons
    HIGH_KEY = 48  # of column or winds
    LOW_KEY_BITS = 12


cdef inline uint64_t counts_of(uint64_t suit) noexcept nogil:
    return suit & ((<uint64_t> 1 << LOW_KEY) - 1)


cdef inline void read_suits(const uint8_t* counts, uint64_t* suits) noexcept nogil:
    """The words of the four suits of a hand."""
    cdef int suit, rank
    for suit in range(4):
        suits[suit] = 0
        for rank in range(7 if suit == HONOURS else SUIT_KINDS):
            suits[suit] += counts[SUIT_KINDS * suit + rank] * TILES[suit == HONOURS][rank]


cdef inline uint32_t need_of(uint64_t suit, bint honours) noexcept nogil:
    """As a byte of NEED: wild tiles for melds alone, and whether a pair saves one."""
    cdef uint32_t low = suit >> LOW_KEY & ((1 << LOW_KEY_BITS) - 1), high = suit >> HIGH_KEY
    if honours:
        return NEED_HONOURS[high] + NEED_HONOURS[low]
    return suit_need(low, high)


cdef inline int melds_need(uint32_t need) noexcept nogil:
    return need & ((1 << PAIR_BIT) - 1)


cdef inline int needed_by(int melds, bint has_pair) noexcept nogil:
    """Wild tiles for suits that need so many for melds, one of them with the pair if that saves a tile."""
    return melds - 1 if has_pair else melds + 2


cdef inline bint may_complete(
    uint64_t rest, bint honours, int used, bint paired, int most, int most_paired
) noexcept nogil:
    """Whether what is left of a suit can be laid, `used` wild tiles included with at most so many.

    It is `most_paired` with the pair in this suit, which may be laid already, `most` without.
    """
    cdef uint32_t need = need_of(rest, honours)
    cdef int melds = melds_need(need)
    if paired:
        return used + melds <= most_paired
    return used + melds <= most or used + needed_by(melds, need >> PAIR_BIT) <= most_paired


cdef inline int lowest_rank(uint64_t suit) noexcept nogil:
    """The rank of the lowest natural tile; there must be one."""
    return lowest_bit(suit) >> 2


cdef inline uint64_t taken_by(int option, int rank, bint honours) noexcept nogil:
    """The tiles of a set, to be subtracted."""
    cdef const Option* shape = &OPTIONS[option]
    cdef const uint64_t* tiles = &TILES[honours][rank]
    return shape.taken[0] * tiles[0] + shape.taken[1] * tiles[1] + shape.taken[2] * tiles[2]


cdef inline bint holds(uint64_t suit, uint64_t taken) noexcept nogil:
    """Whether a suit has all of these tiles."""
    cdef uint64_t guards = <uint64_t> 0x888888888
    return (((counts_of(suit) | guards) - counts_of(taken)) & guards) == guards


cdef inline uint32_t options_at(int rank, bint honours, int wilds) noexcept nogil:
    """The options for the lowest natural tile, as bits, with so many wild tiles."""
    return (NO_CHOWS if honours else WITHIN[rank]) & WITH_WILDS[min(wilds, 2)]
