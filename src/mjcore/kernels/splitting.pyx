# cython: freethreading_compatible=True
# Design
# a) combining.pxd is the kernel: the splits of each suit (splits.pxd), combined to readings one after another.
# b) add_*: the readings of each form as Python values, into a list that is full at `room`. Each set is made once,
#    at import.
# c) decompose: the public function.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

import sys

from mjcore.kernels.arguments cimport WINNING, bad_hand, form_bits, one_hand, one_wilds
from mjcore.kernels.combining cimport (
    RANK_BITS, STEP_BITS, Combining, Split, begin_combining, end_combining, free_sets, next_reading
)
from mjcore.kernels.gufunc cimport KINDS
from mjcore.kernels.knitted cimport KNITTED_BODY, ORDERS, knitted_kinds
from mjcore.kernels.row cimport PORTABLE, WINNING_TOTALS, Row, count, is_total, read, three_or_more
from mjcore.kernels.special cimport (
    DISTINCT_PAIRS, KNITTED, KNITTED_STRAIGHT, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS, orphan_kinds
)
from mjcore.kernels.splits cimport HONOURS, OPTIONS_END, PAIRS, TILES, options_at, read_suits
from mjcore.kernels.suits cimport SUIT_KINDS

from mjcore.kernels.forms import Form
from mjcore.kernels.readings import Reading, Readings, Set, SetType

# The options of splits.pxd: what a set is, where it begins as seen from its lowest natural tile, which are wild.
cdef tuple SHAPES = (
    (SetType.PUNG, 0, 0b000), (SetType.PUNG, 0, 0b100), (SetType.PUNG, 0, 0b110),
    (SetType.CHOW, 0, 0b000),
    (SetType.CHOW, -1, 0b001), (SetType.CHOW, 0, 0b010), (SetType.CHOW, 0, 0b100),
    (SetType.CHOW, -2, 0b011), (SetType.CHOW, -1, 0b101), (SetType.CHOW, 0, 0b110),
    (SetType.PAIR, 0, 0b00), (SetType.PAIR, 0, 0b10),
)


cdef tuple shape_tiles(object type_, int start):
    """The kinds of a set that begins at `start`."""
    if type_ is SetType.CHOW:
        return start, start + 1, start + 2
    return (start,) * (2 if type_ is SetType.PAIR else 3)


cdef list known_sets():
    """Every set with at most two wild tiles, by its lowest natural tile and its option; None where there is none."""
    return [
        Set(type_, shape_tiles(type_, kind + start), wild)
        if options_at(kind % SUIT_KINDS, kind >= HONOURS * SUIT_KINDS, 2) >> option & 1 else None
        for kind in range(KINDS)
        for option, (type_, start, wild) in enumerate(SHAPES)
    ]


cdef list SETS = known_sets()


cdef object new = tuple.__new__
# Members of an enumeration are found slowly.
cdef object AS_STANDARD = Form.STANDARD, AS_SEVEN_PAIRS = Form.SEVEN_PAIRS, AS_DISTINCT_PAIRS = Form.DISTINCT_PAIRS
cdef object AS_ORPHANS = Form.THIRTEEN_ORPHANS, AS_KNITTED = Form.KNITTED, AS_STRAIGHT = Form.KNITTED_STRAIGHT


cdef inline object known_set(int kind, int option):
    """The set of an option; there must be one."""
    return SETS[kind * OPTIONS_END + option]


cdef object make(object form, object sets, object pair, uint32_t free):
    return new(Reading, (form, sets, pair, free))


cdef object add_laid(list sets, int suit, uint64_t laid):
    """Add the sets that are laid of a suit; the pair if it is one of them."""
    cdef object pair = None
    cdef int step, first, at = 0
    first = SUIT_KINDS * suit - 1
    while laid >> at:
        at += STEP_BITS
    while at:
        at -= STEP_BITS
        step = laid >> at & ((1 << STEP_BITS) - 1)
        found = known_set(first + (step & ((1 << RANK_BITS) - 1)), step >> RANK_BITS)
        if step >> RANK_BITS >= PAIRS:
            pair = found
        else:
            sets.append(found)
    return pair


cdef object combined(const Combining* all, object form, list before):
    """The reading that is come to, after sets that are none of it."""
    cdef list sets = before[:]
    cdef object pair = None, found
    cdef const Split* split
    cdef int suit
    for suit in range(4):
        split = &all.splits[all.split[suit]]
        if split.laid:
            found = add_laid(sets, suit, split.laid)
            if split.paired:
                pair = found
    return make(form, tuple(sets), pair, free_sets(all))


cdef int add_combined(list found, Py_ssize_t room, Combining* all, object form, list before) except -1:
    """Add the readings of what was begun, and end it."""
    try:
        while len(found) < room and next_reading(all):
            found.append(combined(all, form, before))
        if all.failed:
            raise MemoryError
    finally:
        end_combining(all)
    return 0


cdef int add_standard(list found, Py_ssize_t room, const uint8_t* counts, uint32_t wilds) except -1:
    cdef Combining all
    cdef uint64_t suits[4]
    read_suits(counts, suits)
    if begin_combining(&all, suits, wilds):
        add_combined(found, room, &all, AS_STANDARD, [])
    return 0


cdef int add_kind(list sets, int kind, int whole, int halves) except -1:
    """Add pairs of a kind, and single tiles of it beside wild ones."""
    cdef int place
    for place in range(whole):
        sets.append(known_set(kind, PAIRS))
    for place in range(halves):
        sets.append(known_set(kind, PAIRS + 1))
    return 0


cdef int add_pairs_from(
    list found, Py_ssize_t room, const uint8_t* counts, int kind, int spare, object form, list before
) except -1:
    """Add the readings as pairs, of this kind on, of which up to `spare` may be split among wild tiles."""
    cdef list sets = before[:]
    cdef int split, pairs
    while kind < KINDS and not (counts[kind] >= 2 and spare):
        add_kind(sets, kind, counts[kind] // 2, counts[kind] % 2)
        kind += 1
    if kind == KINDS:
        found.append(make(form, tuple(sets), None, spare))
        return 0
    pairs = counts[kind] // 2
    for split in range(min(pairs, spare) + 1):
        before = sets[:]
        add_kind(before, kind, pairs - split, 2 * split + counts[kind] % 2)
        add_pairs_from(found, room, counts, kind + 1, spare - split, form, before)
        if len(found) >= room:
            break
    return 0


cdef int add_pairs(
    list found, Py_ssize_t room, const uint8_t* counts, Row row, uint32_t wilds, uint32_t forms
) except -1:
    if row.odd > wilds or len(found) >= room:
        return 0
    if forms & SEVEN_PAIRS:
        return add_pairs_from(found, room, counts, 0, (wilds - row.odd) // 2, AS_SEVEN_PAIRS, [])
    # Two alike must be one pair: the first way, and the only one.
    if not three_or_more(counts, PORTABLE):
        return add_pairs_from(found, len(found) + 1, counts, 0, (wilds - row.odd) // 2, AS_DISTINCT_PAIRS, [])
    return 0


cdef list single_tiles(uint64_t kinds):
    """The tiles that stand alone, as a list of at most one set."""
    tiles = tuple([kind for kind in range(KINDS) if kinds >> kind & 1])
    return [Set(SetType.SINGLES, tiles)] if tiles else []


cdef int add_orphans(list found, Py_ssize_t room, const uint8_t* counts, Row row, uint32_t wilds) except -1:
    cdef uint32_t repeated = row.total - count(row.present, PORTABLE)
    cdef int kind, half = 0 if repeated else 1
    if row.present & ~orphan_kinds() or repeated > 1:
        return 0
    for kind in range(KINDS):
        if counts[kind] and counts[kind] == 2 - half and len(found) < room:
            pair = SETS[kind * OPTIONS_END + PAIRS + half]
            sets = tuple(single_tiles(row.present & ~(<uint64_t> 1 << kind)))
            found.append(make(AS_ORPHANS, sets, pair, wilds - half))
    if not repeated and wilds >= 2 and len(found) < room:
        found.append(make(AS_ORPHANS, tuple(single_tiles(row.present)), None, wilds - 2))
    return 0


cdef int add_knitted(list found, Py_ssize_t room, Row row, uint32_t wilds) except -1:
    if row.odd == row.total and knitted_kinds(row.present) and len(found) < room:
        found.append(make(AS_KNITTED, tuple(single_tiles(row.present)), None, wilds))
    return 0


cdef list straight_tiles(uint64_t body, uint64_t wild):
    tiles = [kind for kind in range(KINDS) if body >> kind & 1]
    return [Set(SetType.STRAIGHT, tuple(tiles), sum([1 << i for i, kind in enumerate(tiles) if wild >> kind & 1]))]


cdef int add_straight(
    list found, Py_ssize_t room, const uint64_t* suits, uint32_t wilds, uint64_t body, uint64_t wild
) except -1:
    """Add the readings beside one straight; `wild` are those of its kinds for which wild tiles stand."""
    cdef Combining all
    cdef uint64_t rest[4]
    cdef uint32_t missing = count(wild, PORTABLE)
    cdef int kind
    if missing > wilds:
        return 0
    memcpy(rest, suits, sizeof(rest))
    for kind in range(HONOURS * SUIT_KINDS):
        if (body & ~wild) >> kind & 1:
            rest[kind // SUIT_KINDS] -= TILES[0][kind % SUIT_KINDS]
    if begin_combining(&all, rest, wilds - missing):
        add_combined(found, room, &all, AS_STRAIGHT, straight_tiles(body, wild) if wild != body else [])
    return 0


cdef int add_straights(list found, Py_ssize_t room, const uint8_t* counts, uint64_t held, uint32_t wilds) except -1:
    cdef uint64_t body, mine, spared
    cdef uint64_t suits[4]
    cdef uint32_t order
    read_suits(counts, suits)
    for order in range(ORDERS):
        body = KNITTED_BODY[order]
        if count(body & ~held, PORTABLE) > wilds:
            continue
        # Natural tiles may be spared for melds, a wild tile in the straight for each: all subsets, ascending.
        mine = body & held
        spared = 0
        while True:
            if spared != mine:
                add_straight(found, room, suits, wilds, body, body & ~held | spared)
            spared = (spared - mine) & mine
            if not spared or len(found) >= room:
                break
    # Nine wild tiles are a straight in any order.
    return add_straight(found, room, suits, wilds, KNITTED_BODY[0], KNITTED_BODY[0])


cdef list readings(const uint8_t* counts, Row row, uint32_t wilds, uint32_t forms, Py_ssize_t room):
    cdef list found = []
    cdef uint32_t tiles = row.total + wilds
    if forms & STANDARD:
        add_standard(found, room, counts, wilds)
    if tiles == 14 and forms & (SEVEN_PAIRS | DISTINCT_PAIRS):
        add_pairs(found, room, counts, row, wilds, forms)
    if tiles == 14 and forms & THIRTEEN_ORPHANS:
        add_orphans(found, room, counts, row, wilds)
    if tiles == 14 and forms & KNITTED:
        add_knitted(found, room, row, wilds)
    if (tiles == 14 or tiles == 11) and forms & KNITTED_STRAIGHT:
        add_straights(found, room, counts, row.present, wilds)
    return found


cdef Py_ssize_t checked_limit(object limit) except -1:
    if isinstance(limit, bool) or not (isinstance(limit, int) or hasattr(limit, "__index__")):
        raise TypeError(f"limit must be an int, got {type(limit).__name__}")
    number = limit.__index__()
    if number < 1:
        raise ValueError(f"limit must be at least 1, got {number}")
    return min(number, sys.maxsize - 1)


def decompose(counts, wilds=0, *, forms=Form.USUAL, limit=256):
    """Every reading of one complete hand: how its tiles make sets and a pair, and where wild tiles stand.

    Parameters
    ----------
    counts : bytes-like of 34, or list or tuple of 34 ints
        How many natural tiles of each kind are concealed, 0 to 4.
    wilds : int
        Wild tiles held besides. One stands for any kind, a fifth copy of it too.
    forms : Form
        The winning forms that count.
    limit : int
        The most readings that are wanted, at least 1.

    Returns
    -------
    Readings
        A tuple of `Reading`, empty if the hand is not complete. Its ``cut`` says whether there are more
        than `limit`; those that are there are the first ones.

    Raises
    ------
    InvalidHandError
        If the hand has more than four or fewer than no tiles of a kind, or tiles + wilds are not
        2, 5, 8, 11, 14 or 17.
    TypeError, ValueError
        If `counts` is an array or does not hold 34 integers, `wilds` or `limit` is no integer, or
        `limit` is below 1.

    Notes
    -----
    Readings differ in their form, or in how the natural tiles are shared out among sets and which places
    in them are left to wild tiles. Copies of a kind do not differ, nor do the places within a pung or a
    pair. Sets of wild tiles alone are not enumerated: `Reading.free` counts them, and a pair of two wild
    tiles is `Reading.free_pair`. Asked for `SEVEN_PAIRS`, the hand is not read as `DISTINCT_PAIRS`
    besides.

    The order is always the same: by form, as `Form` numbers them; then by the straight if there is
    one, its tiles, then those of its places that are wild; then by the sets and the pair, compared one
    by one as they are laid: by the lowest natural tile, pungs before chows before the pair, fewer
    wild tiles first, lower tiles first, wild tiles further to the left first. `Reading.sets` stand in this
    order. Orphans come by their pair, a free pair last.

    A hand without wild tiles takes about a microsecond. Eight wild tiles may have thousands of readings; the time
    goes with those that are returned, about half a microsecond each.

    Examples
    --------
    >>> from mjcore import decompose, tiles
    >>> print(decompose(tiles.counts("111222333m456p11z")))
    111m 222m 333m 456p 11z
    123m 123m 123m 456p 11z
    >>> print(decompose(tiles.counts("46m7z"), wilds=2))
    45x6m 77xz
    """
    cdef uint8_t buffer[KINDS]
    cdef uint32_t bits = form_bits(forms), wild
    cdef const uint8_t* hand = one_hand(counts, buffer)
    cdef Py_ssize_t most = checked_limit(limit)
    cdef uint32_t key[8]
    cdef Row row
    if hand == NULL:
        raise TypeError(
            f"counts must be one hand, 34 bytes or a list or tuple of 34 ints, got {type(counts).__name__}"
        )
    wild = one_wilds(wilds)
    row = read(hand, key, PORTABLE)
    if row.over or not is_total(row.total + wild, WINNING_TOTALS):
        raise bad_hand(hand, NULL, wilds, WINNING)
    found = readings(hand, row, wild, bits, most + 1)
    if len(found) <= most:
        return new(Readings, found)
    cut = new(Readings, found[:most])
    cut.cut = True
    return cut
