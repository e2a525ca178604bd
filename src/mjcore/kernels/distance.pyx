# cython: freethreading_compatible=True
# Design
# a) missing.pxd says how many tiles each form misses: melds and a pair by composed classes (classes.pxd), or
#    exactly where tiles in the player's own melds change that (exhausted.pxd); other forms by masks.
# b) distance_of and distances_after answer for one hand.
# c) shanten_rows and discards_rows: the same over rows, compiled once for each reader, as gufuncs.
# d) shanten and discards: the public functions; one hand goes to b, arrays to c.
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy
from numpy cimport PyUFuncGenericFunction, npy_intp

from mjcore.kernels.arguments cimport (
    EITHER, WINNING, ask_with_held, bad_hand, form_bits, one_hand, one_held, one_wilds, refuse_out
)
from mjcore.kernels.missing cimport INVALID, Asked, look_at, prepare, tiles_missing
from mjcore.kernels.missing cimport shanten as shanten_from
from mjcore.kernels.gufunc cimport (
    FE_INVALID, KINDS, Rows, advance, begin, feraiseexcept, make, row_counts, row_held, row_wilds
)
from mjcore.kernels.special cimport EVERY_FORM, USUAL
from mjcore.kernels.row cimport (
    AVX2, PORTABLE, WAITING_TOTALS, WINNING_TOTALS, Reader, Row, avx2_void, has_avx2, portable_void, read
)

from mjcore.kernels.forms import Form

ctypedef void (*AnswerOne)(const uint8_t*, const uint8_t*, uint32_t, uint32_t, int*) noexcept nogil

cdef enum:
    BAD_HAND = -2


cdef inline int distance_of(
    const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t forms, Reader reader
) noexcept nogil:
    """The shanten of a hand; BAD_HAND if it is none."""
    cdef uint32_t key[8]
    cdef Row row = read(counts, key, reader)
    cdef Asked asked
    if not prepare(&asked, counts, held, wilds, row, WAITING_TOTALS | WINNING_TOTALS, reader):
        return BAD_HAND
    return shanten_from(&asked, tiles_missing(&asked, row, forms, reader))


cdef inline bint distances_after(
    const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t forms, int8_t* distances, Reader reader
) noexcept nogil:
    """The shanten after the discard of each kind, INVALID where there is none to discard; False if it is no hand."""
    cdef uint32_t key[8]
    cdef Row row = read(counts, key, reader)
    cdef Asked asked
    cdef uint8_t rest[KINDS]
    cdef uint64_t gone
    cdef int kind
    if not prepare(&asked, counts, held, wilds, row, WINNING_TOTALS, reader):
        return False
    memcpy(rest, counts, KINDS)
    gone = asked.gone
    for kind in range(KINDS):
        distances[kind] = INVALID
        if counts[kind]:
            rest[kind] -= 1
            # What was discarded might be drawn again.
            asked.gone = gone & ~(<uint64_t> 1 << kind)
            look_at(&asked, rest)
            row = read(rest, key, reader)
            distances[kind] = shanten_from(&asked, tiles_missing(&asked, row, forms, reader))
            rest[kind] += 1
    return True


cdef portable_void one_portable(
    const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t forms, int* distance
) noexcept nogil:
    distance[0] = distance_of(counts, held, wilds, forms, PORTABLE)


cdef avx2_void one_avx2(
    const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t forms, int* distance
) noexcept nogil:
    distance[0] = distance_of(counts, held, wilds, forms, AVX2)


cdef AnswerOne answer_one = <AnswerOne> one_avx2 if has_avx2() else <AnswerOne> one_portable


cdef int shanten_of(const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t forms) noexcept nogil:
    cdef int distance
    answer_one(counts, held, wilds, forms, &distance)
    return INVALID if distance == BAD_HAND else distance


cdef inline void each_shanten(Rows rows, uint32_t forms, bint usual, Reader reader) noexcept nogil:
    cdef uint8_t buffer[KINDS]
    cdef uint8_t held[KINDS]
    cdef int distance = INVALID
    cdef bint invalid = False
    while rows.left > 0:
        if usual or rows.kinds == KINDS:
            distance = distance_of(
                row_counts(&rows, usual, buffer), row_held(&rows, usual, held), row_wilds(&rows, usual),
                forms, reader,
            )
            if distance == BAD_HAND:
                invalid = True
                distance = INVALID
        (<int8_t*> rows.out)[0] = distance
        advance(&rows)
    if invalid:
        feraiseexcept(FE_INVALID)


cdef inline void shanten_rows(
    char** args, npy_intp* dims, npy_intp* steps, void* data, Reader reader
) noexcept nogil:
    cdef Rows rows = begin(args, dims, steps, data, True, False, 0)
    if rows.usual and rows.options == USUAL:
        each_shanten(rows, USUAL, True, reader)
    elif rows.usual:
        each_shanten(rows, rows.options, True, reader)
    else:
        each_shanten(rows, rows.options, False, reader)


cdef inline void discards_rows(
    char** args, npy_intp* dims, npy_intp* steps, void* data, Reader reader
) noexcept nogil:
    cdef Rows rows = begin(args, dims, steps, data, True, True, EVERY_FORM)
    cdef uint8_t buffer[KINDS]
    cdef uint8_t held[KINDS]
    cdef int8_t distances[KINDS]
    cdef bint good = False, invalid = False
    cdef npy_intp kind
    while rows.left > 0:
        if rows.kinds == KINDS:
            good = distances_after(
                row_counts(&rows, False, buffer), row_held(&rows, False, held), row_wilds(&rows, False),
                rows.options, distances, reader,
            )
            invalid |= not good
        for kind in range(rows.kinds):
            (<int8_t*> (rows.out + kind * rows.out_kind_step))[0] = distances[kind] if good else INVALID
        advance(&rows)
    if invalid:
        feraiseexcept(FE_INVALID)


cdef portable_void shanten_portable(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    shanten_rows(args, dims, steps, data, PORTABLE)


cdef avx2_void shanten_avx2(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    shanten_rows(args, dims, steps, data, AVX2)


cdef portable_void discards_portable(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    discards_rows(args, dims, steps, data, PORTABLE)


cdef avx2_void discards_avx2(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    discards_rows(args, dims, steps, data, AVX2)


cdef object shanten_gufunc = make(
    "shanten", "How far hands are.", "(t),(),(t),()->()", "TWTH", "b",
    <PyUFuncGenericFunction> shanten_portable, <PyUFuncGenericFunction> shanten_avx2,
)
cdef object discards_gufunc = make(
    "discards", "How far hands are after each discard.", "(t),(),(t),()->(t)", "TWTH", "b",
    <PyUFuncGenericFunction> discards_portable, <PyUFuncGenericFunction> discards_avx2,
)


def shanten(counts, wilds=0, *, forms=Form.USUAL, held=None, out=None):
    """How many tiles a hand is away from waiting: the fewest exchanges over the forms.

    Parameters
    ----------
    counts : bytes-like of 34, list or tuple of 34 ints, or integer array (..., 34)
        How many natural tiles of each kind are concealed, 0 to 4.
    wilds : int or integer array (...)
        Wild tiles held besides. One stands for any kind, a fifth copy of it too, and with them a
        tile yet to be drawn may be wild as well; without them no more than four of a kind can be had.
    forms : Form
        The winning forms that count.
    held : like counts, optional
        How many tiles of each kind lie in the player's own melds: they cannot be drawn.
    out : int8 array (...), optional
        Where to put the answers for an array.

    Returns
    -------
    int, or int8 array (...)
        -1 complete, 0 waiting, 1 one tile from waiting, and so on. `INVALID`, which is 127, if none of
        the forms exists with so many tiles, and in arrays for a row that is no hand.

    Raises
    ------
    InvalidHandError
        If one hand has more than four tiles of a kind, `held` included, fewer than none, or
        tiles + wilds are 0, 3, 6 ... or more than 17. An array never raises for a row: NumPy's *invalid*
        flag is set, by default a RuntimeWarning.
    TypeError, ValueError
        If `counts`, `held` or `wilds` do not hold integers, or a last axis is not 34.

    Notes
    -----
    One hand as ``bytes`` takes tens of nanoseconds; an array some ten for each hand, without the GIL.
    Where held tiles are ones that the hand needs, an exact search of some tens of microseconds answers.

    Examples
    --------
    >>> from mjcore import shanten, tiles
    >>> shanten(tiles.counts("123m456p789s1122z")), shanten(tiles.counts("159m159p159s1234z"))
    (0, 3)
    >>> shanten(tiles.counts("159m159p159s12z"), wilds=2)
    3
    >>> shanten(tiles.counts("13m456p789s11z")), shanten(tiles.counts("13m456p789s11z"), held=tiles.counts("2222m"))
    (0, 1)
    """
    cdef uint8_t buffer[KINDS]
    cdef uint8_t held_buffer[KINDS]
    cdef uint32_t bits = form_bits(forms)
    cdef const uint8_t* hand = one_hand(counts, buffer)
    cdef const uint8_t* melds
    cdef int distance
    if hand == NULL:
        return ask_with_held(shanten_gufunc, counts, wilds, held, bits, out)
    melds = one_held(held, held_buffer)
    refuse_out(out)
    answer_one(hand, melds, one_wilds(wilds), bits, &distance)
    if distance == BAD_HAND:
        raise bad_hand(hand, melds, wilds, EITHER)
    return distance


def discards(counts, wilds=0, *, forms=Form.USUAL, held=None, out=None):
    """How far a hand is after each of its discards.

    Parameters are those of `shanten`, but that tiles + wilds are 2, 5, 8, 11, 14 or 17, and that `out` is an
    int8 array (..., 34).

    Returns
    -------
    tuple of 34 int, or int8 array (..., 34)
        The shanten of what is left after one tile of each kind is discarded; `INVALID`, which is 127, for
        kinds of which there is none.

    Raises
    ------
    InvalidHandError, TypeError, ValueError
        As `shanten` does.

    Examples
    --------
    >>> from mjcore import discards, tiles
    >>> after = discards(tiles.counts("123m456p789s11224z"))
    >>> after[tiles.kind("4z")], after[tiles.kind("1z")], after[tiles.kind("9m")]
    (0, 1, 127)
    """
    cdef uint8_t buffer[KINDS]
    cdef uint8_t held_buffer[KINDS]
    cdef int8_t distances[KINDS]
    cdef uint32_t bits = form_bits(forms)
    cdef const uint8_t* hand = one_hand(counts, buffer)
    cdef const uint8_t* melds
    cdef int kind
    if hand == NULL:
        return ask_with_held(discards_gufunc, counts, wilds, held, bits, out)
    melds = one_held(held, held_buffer)
    refuse_out(out)
    if not distances_after(hand, melds, one_wilds(wilds), bits, distances, PORTABLE):
        raise bad_hand(hand, melds, wilds, WINNING)
    return tuple([distances[kind] for kind in range(KINDS)])
