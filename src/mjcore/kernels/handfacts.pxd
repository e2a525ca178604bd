# One hand with its melds and its winning tile, checked, and the facts that all of its rows share.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.kernels.columns cimport (
    BEFORE, BEFORE2, BEFORE3, COLUMNS_END, KONGS_DARK, KONGS_OPEN, MELDED, OPEN, SETS, SHOWN3, SOLE, SOLE_LIVE, WILDS, WIN
)
from mjcore.kernels.gufunc cimport KINDS
from mjcore.kernels.row cimport (
    BAD, PORTABLE, WINNING_TOTALS, Row, four_of, is_total, kinds, read, three_or_more
)
from mjcore.kernels.suitfacts cimport FACTS_WORD, NATURAL_AT, SETS_WORD, TILES_WORD, with_chow, with_pung, with_tiles
from mjcore.kernels.suits cimport SUIT_KINDS
from mjcore.kernels.waiting cimport waits_of

cdef enum:
    MOST_MELDS = 5
    MOST_TILES = 17
    NO_TILE = -1
    WILD_TILE = 34

cdef enum MeldCode:
    CHOW
    PUNG
    DIRECT_KONG
    ADDED_KONG
    CONCEALED_KONG
    NO_MELD = 255

# What is wrong with a hand.
cdef enum Fault:
    NO_FAULT
    BAD_TILE      # the winning tile is none
    BAD_MELD
    BAD_COUNT     # too many of a kind
    BAD_TOTAL
    LACKS_TILE    # one tile is missing and none is given
    NOT_HELD      # the winning tile is not among those of a whole hand

# As in dtypes.HAND_DTYPE.
cdef packed struct HandRecord:
    uint8_t counts[34]
    uint8_t wilds
    uint8_t melds[10]
    uint8_t flowers[15]

cdef struct Hand:
    uint8_t counts[34]      # concealed natural tiles, the winning one included
    uint8_t held[34]        # those of melds
    uint32_t wilds          # the winning tile included
    uint32_t melds
    int tile                # the winning one
    bint claimed
    uint32_t forms
    Row row
    uint32_t tiles          # natural and wild
    uint64_t kinds          # of natural tiles and melds
    uint64_t begun[4][3]    # the facts of the melds of each suit
    uint64_t values[COLUMNS_END]  # a row in the making; what all rows share stays as it is


cdef inline bint is_meld(uint8_t code, uint8_t kind) noexcept nogil:
    if code == CHOW:
        return kind < 3 * SUIT_KINDS and kind % SUIT_KINDS < 7
    return code <= CONCEALED_KONG and kind < KINDS


cdef inline void add_meld(Hand* hand, uint8_t code, int kind) noexcept nogil:
    cdef uint64_t* begun = hand.begun[kind // SUIT_KINDS]
    cdef int rank = kind % SUIT_KINDS, copy
    if code == CHOW:
        begun[TILES_WORD] = with_tiles(begun[TILES_WORD], <uint64_t> 7 << rank)
        begun[SETS_WORD] = with_chow(begun[SETS_WORD], rank)
        hand.held[kind] += 1
        hand.held[kind + 1] += 1
        hand.held[kind + 2] += 1
    else:
        for copy in range(3 if code == PUNG else 4):
            begun[TILES_WORD] = with_tiles(begun[TILES_WORD], <uint64_t> 1 << rank)
            hand.held[kind] += 1
        begun[SETS_WORD] = with_pung(begun[SETS_WORD], rank)
        begun[FACTS_WORD] |= <uint64_t> 1 << NATURAL_AT + rank
    if code == CONCEALED_KONG:
        begun[FACTS_WORD] |= <uint64_t> 1 << rank
        hand.values[KONGS_DARK] |= <uint64_t> 1 << kind
    elif code >= DIRECT_KONG:
        hand.values[KONGS_OPEN] |= <uint64_t> 1 << kind
    hand.values[OPEN] += code != CONCEALED_KONG
    hand.values[MELDED] |= <uint64_t> (7 if code == CHOW else 1) << kind
    hand.melds += 1


cdef inline void forget_melds(Hand* hand) noexcept nogil:
    hand.melds = 0
    memset(hand.held, 0, sizeof(hand.held))
    memset(hand.begun, 0, sizeof(hand.begun))
    memset(hand.values, 0, sizeof(hand.values))


cdef inline Fault read_melds(Hand* hand, const uint8_t* melds, uint32_t most) noexcept nogil:
    cdef uint32_t place
    for place in range(most):
        if melds[2 * place] == NO_MELD:
            continue
        if not is_meld(melds[2 * place], melds[2 * place + 1]):
            return BAD_MELD
        add_meld(hand, melds[2 * place], melds[2 * place + 1])
    return NO_FAULT


cdef inline Fault join_tile(Hand* hand) noexcept nogil:
    """Let the winning tile be among the others."""
    cdef uint32_t key[8]
    hand.row = read(hand.counts, key, PORTABLE)
    if hand.row.over:
        return BAD_COUNT
    hand.tiles = hand.row.total + hand.wilds
    if hand.tiles % 3 == 1:
        if hand.tile == NO_TILE:
            return LACKS_TILE
        if hand.tile == WILD_TILE:
            hand.wilds += 1
        else:
            hand.counts[hand.tile] += 1
            hand.row = read(hand.counts, key, PORTABLE)
        hand.tiles += 1
    elif hand.tile != NO_TILE and not (hand.wilds if hand.tile == WILD_TILE else hand.counts[hand.tile]):
        return NOT_HELD
    return NO_FAULT


cdef inline Fault check_tiles(Hand* hand) noexcept nogil:
    if hand.row.over or (hand.melds and four_of(hand.counts, hand.held, PORTABLE) == BAD):
        return BAD_COUNT
    if not is_total(hand.tiles, WINNING_TOTALS) or hand.tiles + 3 * hand.melds > MOST_TILES:
        return BAD_TOTAL
    return NO_FAULT


cdef inline Fault read_hand(
    Hand* hand, const HandRecord* record, uint32_t melds, int tile, bint claimed, uint32_t forms
) noexcept nogil:
    """Read and check a hand, up to so many melds. What was read before it is forgotten; at first all must be 0."""
    cdef Fault fault
    if hand.melds:
        forget_melds(hand)
    memcpy(hand.counts, record.counts, KINDS)
    hand.wilds, hand.tile, hand.claimed, hand.forms = record.wilds, tile, claimed, forms
    if not NO_TILE <= tile <= WILD_TILE:
        return BAD_TILE
    fault = read_melds(hand, record.melds, melds)
    if fault == NO_FAULT:
        fault = join_tile(hand)
    return check_tiles(hand) if fault == NO_FAULT else fault


cdef inline uint64_t shown_thrice(const HandRecord* record, uint32_t melds) noexcept nogil:
    """Kinds of which exposed melds hold three or more."""
    cdef uint64_t once = 0, twice = 0, thrice = 0, tiles
    cdef uint32_t place
    for place in range(melds):
        tiles = <uint64_t> 1 << (record.melds[2 * place + 1] & 63)
        if record.melds[2 * place] == CHOW:
            tiles *= 7
            thrice |= twice & tiles
            twice |= once & tiles
            once |= tiles
        elif record.melds[2 * place] < CONCEALED_KONG:
            thrice |= tiles
    return thrice


cdef inline void share_waits(Hand* hand, const uint8_t* before) noexcept nogil:
    """Whether the hand waited for one kind alone."""
    cdef uint64_t waits = waits_of(before, NULL, hand.wilds - (hand.tile == WILD_TILE), 5, hand.forms)
    hand.values[SOLE] = waits != 0 and waits & (waits - 1) == 0
    waits &= ~(four_of(before, hand.held, PORTABLE) if hand.melds else kinds(before, 2, PORTABLE))
    hand.values[SOLE_LIVE] = waits != 0 and waits & (waits - 1) == 0


cdef inline void share(Hand* hand, const HandRecord* record, uint32_t melds, uint32_t columns) noexcept nogil:
    """The facts that are the same in all readings."""
    cdef uint8_t before[34]
    cdef uint32_t key[8]
    cdef Row row
    memcpy(before, hand.counts, KINDS)
    if 0 <= hand.tile < KINDS:
        before[hand.tile] -= 1
    row = read(before, key, PORTABLE)
    hand.kinds = hand.row.present
    hand.values[BEFORE] = row.present
    hand.values[BEFORE2] = row.paired
    hand.values[BEFORE3] = three_or_more(before, PORTABLE)
    hand.values[WIN], hand.values[SOLE], hand.values[SOLE_LIVE] = 0, 0, 0
    if hand.tile != NO_TILE:
        hand.values[WIN] = <uint64_t> 1 << hand.tile
        if columns & (1 << SOLE | 1 << SOLE_LIVE):
            share_waits(hand, before)
    hand.values[SETS] = hand.tiles // 3 + hand.melds
    hand.values[WILDS] = hand.wilds
    if hand.melds:
        hand.kinds |= hand.values[MELDED]
        hand.values[SHOWN3] = shown_thrice(record, melds)
