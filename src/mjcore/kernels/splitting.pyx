# cython: freethreading_compatible=True
# Design
# a) Search, begin, advance: the kernel. It lays the lowest natural tile, then the next, in every set that it may
#    be in, each way once. NEED says at every step whether the wild tiles left are enough: hardly a step is
#    taken in vain, so nothing is remembered and the search may stop after any reading. Counts of one suit do too.
# b) add_*: the readings of each form as Python values, into a list that is full at `room`.
# c) decompose: the public function.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

import sys

from mjcore.kernels.arguments cimport WINNING, bad_hand, form_bits, one_hand, one_wilds
from mjcore.kernels.gufunc cimport KINDS
from mjcore.kernels.knitted cimport KNITTED_BODY, ORDERS, knitted_kinds
from mjcore.kernels.row cimport PORTABLE, WINNING_TOTALS, Row, count, is_total, read, three_or_more
from mjcore.kernels.special cimport (
    DISTINCT_PAIRS, KNITTED, KNITTED_STRAIGHT, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS, orphan_kinds
)
from mjcore.kernels.suits cimport PAIR_BIT, SUIT_KINDS, need_sum, needed

from mjcore.kernels.forms import Form
from mjcore.kernels.readings import Reading, Readings, Set, SetType

# A set by its lowest natural tile: how many tiles it takes of that kind and of the two above, how many wild
# tiles it takes, and how far it reaches below and above.
cdef struct Option:
    int taken[3]
    int wilds
    int below
    int above

# What a set is, where it begins as seen from its lowest natural tile, and which of its tiles are wild.
cdef tuple SHAPES = (
    (SetType.PUNG, 0, 0b000), (SetType.PUNG, 0, 0b100), (SetType.PUNG, 0, 0b110),
    (SetType.CHOW, 0, 0b000),
    (SetType.CHOW, -1, 0b001), (SetType.CHOW, 0, 0b010), (SetType.CHOW, 0, 0b100),
    (SetType.CHOW, -2, 0b011), (SetType.CHOW, -1, 0b101), (SetType.CHOW, 0, 0b110),
    (SetType.PAIR, 0, 0b00), (SetType.PAIR, 0, 0b10),
)
cdef Option[OPTIONS_END] OPTIONS


cdef tuple shape_tiles(object type_, int start):
    """The kinds of a set that begins at `start`."""
    if type_ is SetType.CHOW:
        return start, start + 1, start + 2
    return (start,) * (2 if type_ is SetType.PAIR else 3)


cdef Option as_option(object type_, object start, object wild):
    cdef Option option
    memset(&option, 0, sizeof(option))
    option.wilds = wild.bit_count()
    option.below = -start
    option.above = start + 2 if type_ is SetType.CHOW else 0
    for kind in Set(type_, shape_tiles(type_, start), wild).natural:
        option.taken[kind] += 1
    return option


cdef inline int below(int kind) noexcept nogil:
    """How many kinds a chow may reach below this one."""
    return kind % SUIT_KINDS if kind < 3 * SUIT_KINDS else 0


cdef inline int above(int kind) noexcept nogil:
    return SUIT_KINDS - 1 - kind % SUIT_KINDS if kind < 3 * SUIT_KINDS else 0


cdef list known_sets():
    """Every set with at most two wild tiles, by its lowest natural tile and its option; None where there is none."""
    return [
        Set(type_, shape_tiles(type_, kind + start), wild)
        if OPTIONS[option].below <= below(kind) and OPTIONS[option].above <= above(kind) else None
        for kind in range(KINDS)
        for option, (type_, start, wild) in enumerate(SHAPES)
    ]


for index, shape in enumerate(SHAPES):
    OPTIONS[index] = as_option(shape[0], shape[1], shape[2])
cdef list SETS = known_sets()


cdef void begin(Search* search, const uint8_t* counts, uint32_t wilds, int first_option, int pairs) noexcept nogil:
    memset(search, 0, sizeof(search[0]))
    memcpy(search.rest, counts, KINDS)
    search.wilds = wilds
    search.pairs = pairs
    search.first_option = first_option


cdef inline bint completable(Search* search) noexcept nogil:
    """Whether the wild tiles that are left are enough for the natural ones that are."""
    cdef uint32_t key[8]
    cdef Row row = read(search.rest, key, PORTABLE)
    cdef uint32_t sums
    if search.first_option == PAIRS:
        return <int> row.odd <= search.wilds
    sums = need_sum(row.key)
    return (needed(sums) if search.pairs else <int> (sums & ((1 << PAIR_BIT) - 1))) <= search.wilds


cdef inline void move(Search* search, int kind, int option, int sign) noexcept nogil:
    """Take the tiles of a set (sign 1), or give them back (-1)."""
    cdef int step
    for step in range(3):
        search.rest[kind + step] -= sign * OPTIONS[option].taken[step]
    search.wilds -= sign * OPTIONS[option].wilds
    search.pairs -= sign * (option >= PAIRS)
    search.sets += sign


cdef inline bint fits(Search* search, int kind, int option) noexcept nogil:
    cdef Option* shape = &OPTIONS[option]
    return (
        shape.wilds <= search.wilds and shape.below <= below(kind) and shape.above <= above(kind)
        and (option < PAIRS or search.pairs)
        and shape.taken[0] <= search.rest[kind]
        and shape.taken[1] <= search.rest[kind + 1]
        and shape.taken[2] <= search.rest[kind + 2]
    )


cdef inline int lay(Search* search, int kind, int option) noexcept nogil:
    """Lay the first set from `option` on with which the hand can be completed; OPTIONS_END if there is none."""
    while option < OPTIONS_END:
        if fits(search, kind, option):
            search.kinds[search.sets] = kind
            search.options[search.sets] = option
            move(search, kind, option, 1)
            if completable(search):
                return option
            move(search, kind, option, -1)
        option += 1
    return OPTIONS_END


cdef inline int take_back(Search* search) noexcept nogil:
    """Take the last set back; the option that comes after it."""
    cdef int last = search.sets - 1, option = search.options[last]
    move(search, search.kinds[last], option, -1)
    return option + 1


cdef inline int lowest(Search* search) noexcept nogil:
    """The lowest natural tile that is left, KINDS if none is."""
    cdef int kind = search.kinds[search.sets - 1] if search.sets else 0
    while kind < KINDS and not search.rest[kind]:
        kind += 1
    return kind


cdef bint advance(Search* search) noexcept nogil:
    """Lay the next reading; False if there is no other."""
    cdef int kind, option = search.first_option
    if search.begun:
        if not search.sets:
            return False
        option = take_back(search)
    search.begun = True
    kind = lowest(search)
    while kind < KINDS:
        option = lay(search, kind, option)
        if option < OPTIONS_END:
            # Sets that begin with tiles of one kind are laid in the order of their options: each way once.
            if not search.rest[kind]:
                option = search.first_option
        elif search.sets:
            option = take_back(search)
        else:
            return False
        kind = lowest(search)
    return True


cdef object new = tuple.__new__
# Members of an enumeration are found slowly.
cdef object AS_STANDARD = Form.STANDARD, AS_SEVEN_PAIRS = Form.SEVEN_PAIRS, AS_DISTINCT_PAIRS = Form.DISTINCT_PAIRS
cdef object AS_ORPHANS = Form.THIRTEEN_ORPHANS, AS_KNITTED = Form.KNITTED, AS_STRAIGHT = Form.KNITTED_STRAIGHT


cdef object make(object form, object sets, object pair, uint32_t free):
    return new(Reading, (form, sets, pair, free))


cdef object laid(Search* search, object form, list before):
    """The reading that a search has come to, after sets that it does not know of."""
    cdef list sets = before[:]
    cdef object pair = None, found
    cdef int place
    for place in range(search.sets):
        found = SETS[search.kinds[place] * OPTIONS_END + search.options[place]]
        if search.options[place] >= PAIRS and search.first_option != PAIRS:
            pair = found
        else:
            sets.append(found)
    if search.first_option == PAIRS:
        return make(form, tuple(sets), None, search.wilds // 2)
    return make(form, tuple(sets), pair, (search.wilds - 2 * search.pairs) // 3)


cdef int add_all(list found, Py_ssize_t room, Search* search, object form, list before) except -1:
    while len(found) < room and advance(search):
        found.append(laid(search, form, before))
    return 0


cdef int add_standard(list found, Py_ssize_t room, const uint8_t* counts, uint32_t wilds) except -1:
    cdef Search search
    begin(&search, counts, wilds, PUNGS, 1)
    return add_all(found, room, &search, AS_STANDARD, [])


cdef int add_pairs(
    list found, Py_ssize_t room, const uint8_t* counts, Row row, uint32_t wilds, uint32_t forms
) except -1:
    cdef Search search
    if row.odd > wilds:
        return 0
    begin(&search, counts, wilds, PAIRS, MOST_SETS)
    if forms & SEVEN_PAIRS:
        return add_all(found, room, &search, AS_SEVEN_PAIRS, [])
    # Two alike must be one pair: the first way, and the only one.
    if not three_or_more(counts, PORTABLE):
        return add_all(found, min(room, len(found) + 1), &search, AS_DISTINCT_PAIRS, [])
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
    list found, Py_ssize_t room, const uint8_t* counts, uint32_t wilds, uint64_t body, uint64_t wild
) except -1:
    """Add the readings beside one straight; `wild` are those of its kinds for which wild tiles stand."""
    cdef Search search
    cdef uint32_t missing = count(wild, PORTABLE)
    cdef int kind
    if missing > wilds:
        return 0
    begin(&search, counts, wilds - missing, PUNGS, 1)
    for kind in range(KINDS):
        search.rest[kind] -= (body & ~wild) >> kind & 1
    if not completable(&search):
        return 0
    return add_all(found, room, &search, AS_STRAIGHT, straight_tiles(body, wild) if wild != body else [])


cdef int add_straights(list found, Py_ssize_t room, const uint8_t* counts, uint64_t held, uint32_t wilds) except -1:
    cdef uint64_t body, mine, spared
    cdef uint32_t order
    for order in range(ORDERS):
        body = KNITTED_BODY[order]
        if count(body & ~held, PORTABLE) > wilds:
            continue
        # Natural tiles may be spared for melds, a wild tile in the straight for each: all subsets, ascending.
        mine = body & held
        spared = 0
        while True:
            if spared != mine:
                add_straight(found, room, counts, wilds, body, body & ~held | spared)
            spared = (spared - mine) & mine
            if not spared or len(found) >= room:
                break
    # Nine wild tiles are a straight in any order.
    return add_straight(found, room, counts, wilds, KNITTED_BODY[0], KNITTED_BODY[0])


cdef list readings(const uint8_t* counts, Row row, uint32_t wilds, uint32_t forms, Py_ssize_t room):
    cdef list found = []
    cdef uint32_t tiles = row.total + wilds
    if forms & STANDARD and needed(need_sum(row.key)) <= <int> wilds:
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
