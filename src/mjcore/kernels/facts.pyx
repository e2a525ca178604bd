# cython: freethreading_compatible=True
# Design
# a) handfacts.pxd reads and checks a hand, formfacts.pxd reads it as each form: suitfacts.pxd lays one suit, and
#    joining.pxd joins the suits to rows.
# b) facts: one hand, rows as tuples. facts_many: a loop over structured rows, without the GIL, each hand copied
#    before it is looked at; its rows are turned into columns at the end.
# c) reading_of: a row of `facts` as a reading, made only for those rows that somebody looks at.
cimport numpy as cnp
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stddef cimport size_t
from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from mjcore.kernels.arguments cimport form_bits, one_hand, one_wilds
from mjcore.kernels.columns cimport COLUMNS_END
from mjcore.kernels.combining cimport RANK_BITS, STEP_BITS
from mjcore.kernels.distinct cimport close_group, record_at
from mjcore.kernels.formfacts cimport SHAPELESS_FORM, read_forms
from mjcore.kernels.gufunc cimport KINDS
from mjcore.kernels.handfacts cimport (
    BAD_COUNT, BAD_MELD, BAD_TILE, CONCEALED_KONG, LACKS_TILE, MOST_MELDS, MOST_TILES, NO_FAULT, NO_MELD, NOT_HELD,
    WILD_TILE, Fault, Hand, HandRecord, read_hand, share
)
from mjcore.kernels.knitted cimport KNITTED_BODY, ORDERS
from mjcore.kernels.row cimport PORTABLE, Row, read
from mjcore.kernels.joining cimport DISPLAY_EXTRA, OWNER_EXTRA, Work, begin_work, end_work, has_failed
from mjcore.kernels.special cimport KNITTED_STRAIGHT, SPECIAL, STANDARD
from mjcore.kernels.splits cimport HONOURS, options_at
from mjcore.kernels.splitting cimport add_laid, make, readings, straight_tiles
from mjcore.kernels.suits cimport SUIT_KINDS

import numpy as np

from mjcore.errors import InvalidHandError
from mjcore.kernels.dtypes import HAND_DTYPE
from mjcore.kernels.forms import Form
from mjcore.tiles import NAMES

cnp.import_array()

#: The form of a hand that is not complete: its natural tiles and melds in no sets.
SHAPELESS = SHAPELESS_FORM
#: The columns, in their order.
COLUMNS = (
    "kinds", "four", "suits", "before", "before2", "before3", "chows", "chows2", "chows3", "chows4", "chowkey",
    "pungs", "pungs2", "dark", "natural", "kongs_open", "kongs_dark", "pair", "free", "body", "form", "win", "wait",
    "sole", "sole_live", "open", "sets", "wilds", "shown3", "melded",
)

cdef enum:
    # What `facts` says of a row's reading: form, free sets, straight; then a word a suit, or the counts.
    HEAD_BYTES = 8
    LAID_BYTES = 40
    SPECIAL_BYTES = 42


cdef uint32_t column_bits(object columns) except? 0:
    number = columns.__index__() if hasattr(columns, "__index__") else -1
    if isinstance(columns, bool) or not 0 <= number < 1 << COLUMNS_END:
        raise ValueError(f"columns must be bits of facts.COLUMNS, got {columns!r}")
    return number


# ---- One hand


cdef object error(Fault fault, const Hand* hand, const HandRecord* record, uint32_t melds):
    """What is wrong with a hand, in words."""
    from mjcore.kernels.checks import count_fault

    cdef int kind
    if fault == BAD_TILE:
        return InvalidHandError(
            f"winning tile must be a kind from 0 to 33, 34 for a wild one or -1 for none, got {hand.tile}"
        )
    if fault == BAD_MELD:
        for kind in range(<int> melds):
            if record.melds[2 * kind] > CONCEALED_KONG:
                return InvalidHandError(f"meld must be of type 0 to 4, got {record.melds[2 * kind]}")
        listed = [(record.melds[2 * kind], record.melds[2 * kind + 1]) for kind in range(<int> melds)]
        return InvalidHandError(f"melds must be chows within a suit or kinds from 0 to 33, got {listed}")
    if fault == LACKS_TILE:
        return InvalidHandError("winning tile must be given beside 3n + 1 tiles, got none")
    if fault == NOT_HELD:
        name = "wild tile" if hand.tile == WILD_TILE else NAMES[hand.tile]
        return InvalidHandError(f"winning tile must be among 3n + 2 tiles, got {name}")
    if fault == BAD_COUNT:
        for kind in range(KINDS):
            if hand.counts[kind] + hand.held[kind] > 4:
                return InvalidHandError(count_fault(kind, hand.counts[kind], hand.held[kind]))
    return InvalidHandError(
        f"tiles + wilds must be 3n + 1 or 3n + 2 and with 3 * melds at most {MOST_TILES}, "
        f"got {hand.tiles - hand.wilds} + {hand.wilds} and {hand.melds} melds"
    )


cdef int fill_record(HandRecord* record, object counts, object wilds, bytes melds) except -1:
    """The hand as a record; the number of its melds."""
    cdef uint8_t buffer[KINDS]
    cdef const uint8_t* hand = one_hand(counts, buffer)
    cdef Py_ssize_t length = PyBytes_GET_SIZE(melds)
    if hand == NULL:
        raise TypeError(f"counts must be one hand, 34 bytes or 34 ints, got {type(counts).__name__}")
    if length % 2 or length > 2 * MOST_MELDS:
        raise InvalidHandError(f"melds must be two bytes each and at most {MOST_MELDS}, got {length} bytes")
    memcpy(record.counts, hand, KINDS)
    memcpy(record.melds, PyBytes_AS_STRING(melds), length)
    record.wilds = <uint8_t> one_wilds(wilds)
    return <int> (length // 2)


cdef bytes laid_bytes(const Hand* hand, const uint64_t* display):
    """What reading_of needs to know."""
    cdef uint8_t laid[SPECIAL_BYTES]
    memcpy(laid, display, LAID_BYTES)
    if laid[0] & SPECIAL:
        laid[1] = <uint8_t> hand.wilds
        memcpy(&laid[HEAD_BYTES], hand.counts, KINDS)
        return PyBytes_FromStringAndSize(<char*> laid, SPECIAL_BYTES)
    return PyBytes_FromStringAndSize(<char*> laid, LAID_BYTES)


cdef list as_tuples(const Hand* hand, const Work* work):
    cdef size_t row
    cdef uint32_t place
    cdef const uint64_t* words
    cdef list found = [], values
    for row in range(work.rows.count):
        words = record_at(&work.rows, row)
        values = [0] * (COLUMNS_END + 1)
        for place in range(work.width):
            values[work.places[place]] = words[place]
        values[COLUMNS_END] = laid_bytes(hand, words + work.width)
        found.append(tuple(values))
    return found


def facts(counts, wilds, bytes melds not None, int tile, bint claimed, forms, columns):
    """The facts of every reading of one complete hand.

    Parameters
    ----------
    counts : bytes-like of 34, or list or tuple of 34 ints
        How many natural tiles of each kind are concealed.
    wilds : int
        Wild tiles held besides.
    melds : bytes
        Two a meld, at most five melds: its type (0 chow, 1 pung, 2 direct kong, 3 added kong, 4 concealed kong)
        and its lowest kind.
    tile : int
        The winning tile: a kind, 34 for a wild tile, or -1 if the hand was dealt complete. It joins 3n + 1 tiles;
        it must be among 3n + 2.
    claimed : bool
        Whether it came from another player. Says nothing without a winning tile.
    forms : Form
        The winning forms that count.
    columns : int
        Which of `COLUMNS` are wanted: bit i for the one at place i.

    Returns
    -------
    list of tuple
        A row for each reading and each set that the winning tile may complete, distinct in the columns that
        are wanted, always in the same order; one row of the form `SHAPELESS` if the hand is not complete. A row
        has a value a column, 0 if it is not wanted, and at last the bytes from which `reading_of` makes the first
        reading that the row stands for.

    Raises
    ------
    InvalidHandError
        A meld is none, there are more than four of a kind, the totals are those of no hand, or the winning tile
        is missing.
    TypeError, ValueError
        An argument is of a wrong type, or `forms` or `columns` are unknown.

    Notes
    -----
    Kinds are masks of 34 bits. A wild tile counts as what it stands for; sets of wild tiles alone are nothing but
    `free`. Pairs, orphans, and honours and knitted tiles have one row of their natural tiles. A knitted
    straight of nine wild tiles is taken to be of the first order.

    Examples
    --------
    >>> from mjcore import Form, tiles
    >>> from mjcore.kernels.facts import COLUMNS, facts, reading_of
    >>> wait = 1 << COLUMNS.index("wait")
    >>> rows = facts(tiles.counts("123345m11z"), 0, b"", 2, True, Form.STANDARD, wait)
    >>> [(row[COLUMNS.index("wait")], str(reading_of(row[-1]))) for row in rows]
    [(1, '123m 345m 11z'), (8, '123m 345m 11z')]
    """
    cdef HandRecord record
    cdef Hand hand
    cdef Work work
    cdef uint32_t bits = form_bits(forms), wanted = column_bits(columns)
    cdef int most = fill_record(&record, counts, wilds, melds)
    cdef Fault fault
    memset(&hand, 0, sizeof(hand))
    fault = read_hand(&hand, &record, most, tile, claimed, bits)
    if NO_MELD in melds[::2]:
        fault = BAD_MELD
    if fault != NO_FAULT:
        raise error(fault, &hand, &record, most)
    begin_work(&work, wanted, DISPLAY_EXTRA)
    try:
        share(&hand, &record, most, wanted)
        read_forms(&hand, &work)
        if has_failed(&work):
            raise MemoryError
        return as_tuples(&hand, &work)
    finally:
        end_work(&work)


# ---- Readings for display


cdef object unknown(bytes laid):
    return ValueError(f"laid must be the last entry of a row of facts, got {laid!r}")


cdef list straight_before(const uint8_t* head, bytes laid):
    """The knitted straight of a reading, unless it is of wild tiles alone."""
    cdef uint64_t wild = 0, body
    cdef int kind, place = 0
    if not head[2]:
        return []
    if head[2] > ORDERS:
        raise unknown(laid)
    body = KNITTED_BODY[head[2] - 1]
    for kind in range(KINDS):
        if body >> kind & 1:
            wild |= <uint64_t> ((head[3] | head[4] << 8) >> place & 1) << kind
            place += 1
    return straight_tiles(body, wild)


cdef list special_reading(const uint8_t* head):
    """The reading of a form of single tiles and pairs, none of what is no such hand."""
    cdef uint32_t key[8]
    cdef Row row = read(&head[HEAD_BYTES], key, PORTABLE)
    return [] if row.over or row.total + head[1] != 14 else readings(&head[HEAD_BYTES], row, head[1], head[0], 1)


cdef bint is_laid(int suit, uint64_t laid):
    """Whether these are sets of a suit, as many as a hand may have."""
    cdef int rank, option
    if laid >> 64 - STEP_BITS:
        return False
    while laid:
        rank, option = (laid & ((1 << RANK_BITS) - 1)) - 1, laid >> RANK_BITS & 15
        laid >>= STEP_BITS
        if not 0 <= rank < (7 if suit == HONOURS else SUIT_KINDS):
            return False
        if not options_at(rank, suit == HONOURS, 2) >> option & 1:
            return False
    return True


def reading_of(bytes laid not None):
    """The reading that a row of `facts` stands for, the first of them.

    Parameters
    ----------
    laid : bytes
        The last entry of the row.

    Returns
    -------
    Reading or None
        None if the hand is not complete.

    Raises
    ------
    ValueError
        It is none.
    """
    cdef const uint8_t* head = <const uint8_t*> PyBytes_AS_STRING(laid)
    cdef Py_ssize_t length = PyBytes_GET_SIZE(laid)
    cdef list sets
    cdef object pair = None, found
    cdef uint64_t words[4]
    cdef int suit
    if length == LAID_BYTES and head[0] == SHAPELESS_FORM:
        return None
    if length == SPECIAL_BYTES and head[0] & SPECIAL and head[0] & (head[0] - 1) == 0:
        special = special_reading(head)
        if special:
            return special[0]
    if length != LAID_BYTES or (head[0] != STANDARD and head[0] != KNITTED_STRAIGHT):
        raise unknown(laid)
    memcpy(words, &head[HEAD_BYTES], sizeof(words))
    sets = straight_before(head, laid)
    for suit in range(4):
        if not is_laid(suit, words[suit]):
            raise unknown(laid)
        found = add_laid(sets, suit, words[suit])
        pair = pair if found is None else found
    return make(Form(head[0]), tuple(sets), pair, head[1])


# ---- Many hands

# A structured array and what goes with it, by rows.
cdef struct Batch:
    const char* hands
    const char* tiles
    const char* claimed
    char* bad
    Py_ssize_t hands_step
    Py_ssize_t tiles_step
    Py_ssize_t claimed_step
    Py_ssize_t length


cdef bint read_all(const Batch* batch, Work* work, uint32_t forms) noexcept nogil:
    """The rows of all hands; False if there is no memory for them."""
    cdef HandRecord record
    cdef Hand hand
    cdef Py_ssize_t index
    cdef int8_t tile
    cdef bint claimed
    memset(&hand, 0, sizeof(hand))
    for index in range(batch.length):
        memcpy(&record, batch.hands + index * batch.hands_step, sizeof(record))
        tile = (<const int8_t*> (batch.tiles + index * batch.tiles_step))[0]
        claimed = batch.claimed[index * batch.claimed_step] != 0
        batch.bad[index] = read_hand(&hand, &record, MOST_MELDS, tile, claimed, forms) != NO_FAULT
        if not batch.bad[index]:
            work.owner = index
            share(&hand, &record, MOST_MELDS, work.columns)
            read_forms(&hand, work)
            close_group(&work.rows)
            if has_failed(work):
                return False
    return True


cdef void write_columns(const Work* work, uint64_t* columns, int64_t* owners) noexcept nogil:
    cdef size_t count = work.rows.count, first, row
    cdef uint32_t place
    # A few rows at a time, which stay in the cache while their columns are written.
    for first in range(0, count, 64):
        for place in range(work.width):
            for row in range(first, min(first + 64, count)):
                columns[place * count + row] = record_at(&work.rows, row)[place]
        for row in range(first, min(first + 64, count)):
            owners[row] = record_at(&work.rows, row)[work.width]


cdef cnp.ndarray checked_array(object array, object dtype, str name, object length):
    if not isinstance(array, np.ndarray) or array.dtype != dtype:
        found = array.dtype if isinstance(array, np.ndarray) else type(array).__name__
        raise TypeError(f"{name} must be an array of {dtype}, got {found}")
    if array.ndim != 1 or (length is not None and len(array) != length):
        raise ValueError(f"{name} must be one-dimensional and as long as hands, got shape {array.shape}")
    return array


def facts_many(hands, tiles, claimed, forms, columns):
    """The facts of every reading of complete hands.

    Parameters
    ----------
    hands : array of HAND_DTYPE (n,)
        Flowers are not looked at.
    tiles : int8 array (n,)
    claimed : bool array (n,)
    forms : Form
    columns : int
        As for `facts`.

    Returns
    -------
    rows : uint64 array (number of wanted columns, number of rows)
        A row of the array for each wanted column.
    hand : int64 array (number of rows,)
        The index of the hand that a row is of, ascending.
    bad : bool array (n,)
        The hands that are none. They have no rows.

    Raises
    ------
    TypeError, ValueError
        An argument is of a wrong type or length, or `forms` or `columns` are unknown.

    Notes
    -----
    The rows of a hand are those of `facts`, in the same order, at least one a hand. The GIL is released.

    Examples
    --------
    >>> import numpy as np
    >>> from mjcore import Form
    >>> from mjcore.kernels.facts import COLUMNS, HAND_DTYPE, facts_many
    >>> hands = np.zeros(2, HAND_DTYPE)
    >>> hands["melds"]["type"] = 255
    >>> hands["counts"][0, :3], hands["counts"][0, 27] = 1, 2
    >>> tiles, claimed = np.array([2, 2], np.int8), np.zeros(2, bool)
    >>> facts_many(hands, tiles, claimed, Form.STANDARD, 1 << COLUMNS.index("wait"))
    (array([[1]], dtype=uint64), array([0]), array([False,  True]))
    """
    cdef uint32_t bits = form_bits(forms), wanted = column_bits(columns)
    cdef cnp.ndarray records = checked_array(hands, HAND_DTYPE, "hands", None)
    cdef cnp.ndarray winning = checked_array(tiles, np.dtype(np.int8), "tiles", len(hands))
    cdef cnp.ndarray claims = checked_array(claimed, np.dtype(np.bool_), "claimed", len(hands))
    cdef cnp.ndarray bad = np.zeros(len(hands), np.bool_), rows, owners
    cdef Batch batch
    cdef Work work
    cdef bint whole
    batch.length = records.shape[0]
    batch.hands, batch.hands_step = <const char*> cnp.PyArray_DATA(records), records.strides[0]
    batch.tiles, batch.tiles_step = <const char*> cnp.PyArray_DATA(winning), winning.strides[0]
    batch.claimed, batch.claimed_step = <const char*> cnp.PyArray_DATA(claims), claims.strides[0]
    batch.bad = <char*> cnp.PyArray_DATA(bad)
    begin_work(&work, wanted, OWNER_EXTRA)
    try:
        with nogil:
            whole = read_all(&batch, &work, bits)
        if not whole:
            raise MemoryError
        rows = np.empty((work.width, work.rows.count), np.uint64)
        owners = np.empty(work.rows.count, np.int64)
        with nogil:
            write_columns(&work, <uint64_t*> cnp.PyArray_DATA(rows), <int64_t*> cnp.PyArray_DATA(owners))
    finally:
        end_work(&work)
    return rows, owners, bad
