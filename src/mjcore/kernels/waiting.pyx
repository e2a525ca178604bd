# cython: freethreading_compatible=True
# Design
# a) completing: the kernel, one hand -> a mask of kinds. Melds and a pair ask NEED first: only
#    a hand whose need is one more than its wild tiles looks at WAIT (suits.pxd). Other forms add theirs.
# b) waits_rows: the same over rows, compiled once for each reader and kind of answer, as gufuncs.
# c) waits and waits_mask: the public functions; one hand goes to a, arrays to b.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from numpy cimport PyUFuncGenericFunction, npy_intp

from mjcore.kernels.arguments cimport (
    WAITING, ask_with_held, bad_hand, form_bits, kinds_of, one_hand, one_held, one_wilds, refuse_out
)
from mjcore.kernels.gufunc cimport (
    FE_INVALID, KINDS, Rows, advance, begin, feraiseexcept, make, row_counts, row_held, row_wilds
)
from mjcore.kernels.knitted cimport waits_straight
from mjcore.kernels.row cimport (
    AVX2, BAD, PORTABLE, WAITING_TOTALS, Reader, Row, avx2_void, four_of, has_avx2, is_total, kinds,
    portable_void, read, write_kinds,
)
from mjcore.kernels.special cimport EVERY_FORM, KNITTED_STRAIGHT, SPECIAL, STANDARD, USUAL, waits_special
from mjcore.kernels.suits cimport completing_melds

from mjcore.kernels.forms import Form

ctypedef void (*AnswerOne)(const uint8_t*, const uint8_t*, uint32_t, uint32_t, uint32_t, uint64_t*) noexcept nogil

cdef enum:
    COPIES_SHIFT = 8  # a loop's options are forms, and above them copies


cdef inline uint64_t completing(
    const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t copies, uint32_t forms, Reader reader
) noexcept nogil:
    """The kinds of which one more tile completes the hand; BAD if it is no hand."""
    cdef uint32_t key[8]
    cdef Row row = read(counts, key, reader)
    cdef uint32_t tiles = row.total + wilds
    cdef uint64_t four, waits = 0
    if row.over or not is_total(tiles, WAITING_TOTALS):
        return BAD
    four = kinds(counts, 2, reader) if held == NULL else four_of(counts, held, reader)
    if four == BAD:
        return BAD
    if forms & STANDARD:
        waits = completing_melds(row.key, wilds)
    if tiles == 13 and forms & SPECIAL:
        waits |= waits_special(counts, row, wilds, forms, reader)
    if forms & KNITTED_STRAIGHT and (tiles == 13 or tiles == 10):
        waits |= waits_straight(row, wilds, reader)
    return waits & ~four if copies == 4 else waits


cdef portable_void one_portable(
    const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t copies, uint32_t forms, uint64_t* waits
) noexcept nogil:
    waits[0] = completing(counts, held, wilds, copies, forms, PORTABLE)


cdef avx2_void one_avx2(
    const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t copies, uint32_t forms, uint64_t* waits
) noexcept nogil:
    waits[0] = completing(counts, held, wilds, copies, forms, AVX2)


cdef AnswerOne answer_one = <AnswerOne> one_avx2 if has_avx2() else <AnswerOne> one_portable


cdef uint64_t waits_of(
    const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t copies, uint32_t forms
) noexcept nogil:
    cdef uint64_t waits
    answer_one(counts, held, wilds, copies, forms, &waits)
    return waits


cdef inline void each_waits(Rows rows, uint32_t forms, bint as_mask, bint usual, Reader reader) noexcept nogil:
    cdef uint32_t copies = rows.options >> COPIES_SHIFT
    cdef uint8_t buffer[KINDS]
    cdef uint8_t held[KINDS]
    cdef bint invalid = False
    cdef uint64_t answer = 0
    while rows.left > 0:
        if usual or rows.kinds == KINDS:
            answer = completing(
                row_counts(&rows, usual, buffer), row_held(&rows, usual, held), row_wilds(&rows, usual),
                copies, forms, reader,
            )
            if answer == BAD:
                invalid = True
                answer = 0
        if as_mask:
            (<uint64_t*> rows.out)[0] = answer
        else:
            write_kinds(answer, rows.out, rows.out_kind_step, rows.kinds)
        advance(&rows)
    if invalid:
        feraiseexcept(FE_INVALID)


cdef inline void waits_rows(
    char** args, npy_intp* dims, npy_intp* steps, void* data, bint as_mask, Reader reader
) noexcept nogil:
    cdef Rows rows = begin(args, dims, steps, data, True, not as_mask, 0)
    cdef uint32_t forms = rows.options & EVERY_FORM
    if rows.usual and forms == USUAL:
        each_waits(rows, USUAL, as_mask, True, reader)
    elif rows.usual:
        each_waits(rows, forms, as_mask, True, reader)
    else:
        each_waits(rows, forms, as_mask, False, reader)


cdef portable_void waits_portable(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    waits_rows(args, dims, steps, data, False, PORTABLE)


cdef avx2_void waits_avx2(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    waits_rows(args, dims, steps, data, False, AVX2)


cdef portable_void mask_portable(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    waits_rows(args, dims, steps, data, True, PORTABLE)


cdef avx2_void mask_avx2(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    waits_rows(args, dims, steps, data, True, AVX2)


cdef object waits_gufunc = make(
    "waits", "Kinds that complete hands.", "(t),(),(t),()->(t)", "TWTH", "?",
    <PyUFuncGenericFunction> waits_portable, <PyUFuncGenericFunction> waits_avx2,
)
cdef object waits_mask_gufunc = make(
    "waits_mask", "Kinds that complete hands, as bits.", "(t),(),(t),()->()", "TWTH", "Q",
    <PyUFuncGenericFunction> mask_portable, <PyUFuncGenericFunction> mask_avx2,
)


cdef uint64_t of_one_hand(
    const uint8_t* hand, object wilds, uint32_t bits, object held, uint32_t most, object out
) except? 0:
    cdef uint8_t buffer[KINDS]
    cdef const uint8_t* melds = one_held(held, buffer)
    cdef uint64_t mask
    refuse_out(out)
    mask = waits_of(hand, melds, one_wilds(wilds), most, bits)
    if mask == BAD:
        raise bad_hand(hand, melds, wilds, WAITING)
    return mask


cdef uint32_t copies_of(object copies) except 0:
    if copies == 4:
        return 4
    if copies == 5:
        return 5
    raise ValueError(f"copies must be 4 or 5, got {copies!r}")


def waits(counts, wilds=0, *, forms=Form.USUAL, held=None, copies=4, out=None):
    """Kinds of which one more tile completes a hand.

    Parameters
    ----------
    counts : bytes-like of 34, list or tuple of 34 ints, or integer array (..., 34)
        How many natural tiles of each kind are concealed, 0 to 4.
    wilds : int or integer array (...)
        Wild tiles held besides. One stands for any kind, a fifth copy of it too.
    forms : Form
        The winning forms that count.
    held : like counts, optional
        How many tiles of each kind lie in the player's own melds.
    copies : 4 or 5
        With 4, a kind of which the player has four tiles already, `held` included, is no wait;
        with 5 it is one where a fifth tile would complete the hand.
    out : bool array (..., 34), optional
        Where to put the answers for an array.

    Returns
    -------
    tuple of int, or bool array (..., 34)
        The kinds in ascending order; for arrays True at each of them.

    Raises
    ------
    InvalidHandError
        If one hand has more than four tiles of a kind, `held` included, fewer than none, or
        tiles + wilds are not 1, 4, 7, 10, 13 or 16. An array never raises for a row: the row waits
        for nothing and NumPy's *invalid* flag is set, by default a RuntimeWarning.
    TypeError, ValueError
        If `counts`, `held` or `wilds` do not hold integers, or a last axis is not 34.

    Notes
    -----
    Tiles seen elsewhere do not matter. One hand as ``bytes`` takes tens of nanoseconds; an array
    some ten for each hand that waits, less for others, without the GIL.

    Examples
    --------
    >>> from mjcore import tiles, waits
    >>> waits(tiles.counts("1112345678999m"))
    (0, 1, 2, 3, 4, 5, 6, 7, 8)
    >>> waits(tiles.counts("13m456p789s11z"), held=tiles.counts("2222m"))
    ()
    """
    cdef uint8_t buffer[KINDS]
    cdef uint32_t bits = form_bits(forms)
    cdef uint32_t most = copies_of(copies)
    cdef const uint8_t* hand = one_hand(counts, buffer)
    if hand == NULL:
        return ask_with_held(waits_gufunc, counts, wilds, held, bits | most << COPIES_SHIFT, out)
    return kinds_of(of_one_hand(hand, wilds, bits, held, most, out))


def waits_mask(counts, wilds=0, *, forms=Form.USUAL, held=None, copies=4, out=None):
    """Kinds of which one more tile completes a hand, as bits: bit k for kind k.

    As `waits` in all else.

    Returns
    -------
    int, or uint64 array (...)

    Examples
    --------
    >>> from mjcore import tiles, waits_mask
    >>> bin(waits_mask(tiles.counts("12m33m")))
    '0b100'
    """
    cdef uint8_t buffer[KINDS]
    cdef uint32_t bits = form_bits(forms)
    cdef uint32_t most = copies_of(copies)
    cdef const uint8_t* hand = one_hand(counts, buffer)
    if hand == NULL:
        return ask_with_held(waits_mask_gufunc, counts, wilds, held, bits | most << COPIES_SHIFT, out)
    return of_one_hand(hand, wilds, bits, held, most, out)
