# cython: freethreading_compatible=True
# Design
# a) completing: the kernel, one hand -> a mask of kinds. Melds and a pair ask NEED first: only
#    a hand whose need is one more than its wild tiles looks at WAIT (suits.pxd). Other forms add theirs.
# b) waits_rows: the same over rows, compiled once for each reader and kind of answer, as gufuncs.
# c) waits and waits_mask: the public functions; one hand goes to a, arrays to b.
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from numpy cimport PyUFuncGenericFunction, npy_intp

import numpy as np

from mjcore.kernels.arguments cimport (
    WAITING, array_wilds, ask, bad_hand, check_array, form_bits, one_hand, one_wilds
)
from mjcore.kernels.gufunc cimport FE_INVALID, KINDS, RowTypes, feraiseexcept, gather, in_place, make, row_wilds
from mjcore.kernels.knitted cimport waits_straight
from mjcore.kernels.row cimport (
    AVX2, PORTABLE, WAITING_TOTALS, Reader, Row, avx2_loop, count, is_total, kinds, portable_loop, read,
    write_kinds,
)
from mjcore.kernels.special cimport KNITTED_STRAIGHT, SPECIAL, STANDARD, waits_special
from mjcore.kernels.suits cimport completing_melds

from mjcore.kernels.forms import Form

cdef uint64_t BAD = <uint64_t> 1 << 63


cdef inline uint64_t four_of(const uint8_t* counts, const uint8_t* held, Reader reader) noexcept nogil:
    """Kinds of which hand and melds have four; BAD if they have more of one."""
    cdef uint8_t owned[KINDS]
    cdef int kind
    cdef bint over = False
    for kind in range(KINDS):
        over |= held[kind] > 4 or counts[kind] + held[kind] > 4
        owned[kind] = counts[kind] + held[kind]
    return BAD if over else kinds(owned, 2, reader)


cdef inline uint64_t completing(
    const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t copies, uint32_t forms, Reader reader
) noexcept nogil:
    """The kinds of which one more tile completes the hand; BAD if it is no hand."""
    cdef Row row = read(counts, reader)
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
        waits |= waits_straight(counts, row, wilds, reader)
    return waits & ~four if copies == 4 else waits


cdef uint64_t waits_of(
    const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t copies, uint32_t forms
) noexcept nogil:
    return completing(counts, held, wilds, copies, forms, PORTABLE)


cdef inline void waits_rows(
    char** args, npy_intp* dims, npy_intp* steps, void* data, bint as_mask, Reader reader
) noexcept nogil:
    cdef RowTypes types = (<const RowTypes*> data)[0]
    cdef char* counts = args[0]
    cdef char* wilds = args[1]
    cdef char* held = args[2]
    cdef char* out = args[5]
    cdef npy_intp counts_step = steps[0], wilds_step = steps[1], held_step = steps[2], out_step = steps[5]
    cdef npy_intp kind_step = steps[6], held_kind_step = steps[7], out_kind_step = 0 if as_mask else steps[8]
    cdef npy_intp rows = dims[0], kinds_ = dims[1]
    cdef bint as_bytes = in_place(types.counts, kind_step), invalid = False
    # The public functions pass one value of these for all rows.
    cdef uint32_t copies = (<const uint8_t*> args[3])[0] if rows else 0
    cdef uint32_t forms = (<const uint8_t*> args[4])[0] if rows else 0
    cdef uint8_t buffer[KINDS]
    cdef uint8_t held_buffer[KINDS]
    cdef const uint8_t* row = buffer
    cdef const uint8_t* melds = NULL
    cdef uint64_t answer = 0
    # Held tiles that are the same for every row are looked at once: mostly there are none.
    if rows and kinds_ == KINDS and held_step == 0:
        gather(types.counts, held, held_kind_step, held_buffer)
        melds = held_buffer if any_tile(held_buffer) else NULL
    while rows > 0:
        if kinds_ == KINDS:
            if held_step != 0:
                gather(types.counts, held, held_kind_step, held_buffer)
                melds = held_buffer
            if as_bytes:
                row = <const uint8_t*> counts
            else:
                gather(types.counts, counts, kind_step, buffer)
            answer = completing(row, melds, row_wilds(types.wilds, wilds), copies, forms, reader)
            if answer == BAD:
                invalid = True
                answer = 0
        if as_mask:
            (<uint64_t*> out)[0] = answer
        else:
            write_kinds(answer, out, out_kind_step, kinds_)
        counts += counts_step
        wilds += wilds_step
        held += held_step
        out += out_step
        rows -= 1
    if invalid:
        feraiseexcept(FE_INVALID)


cdef bint any_tile(const uint8_t* counts) noexcept nogil:
    cdef int kind
    cdef uint8_t joined = 0
    for kind in range(KINDS):
        joined |= counts[kind]
    return joined != 0


cdef portable_loop waits_portable(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    waits_rows(args, dims, steps, data, False, PORTABLE)


cdef avx2_loop waits_avx2(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    waits_rows(args, dims, steps, data, False, AVX2)


cdef portable_loop mask_portable(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    waits_rows(args, dims, steps, data, True, PORTABLE)


cdef avx2_loop mask_avx2(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    waits_rows(args, dims, steps, data, True, AVX2)


cdef object waits_gufunc = make(
    "waits", "Kinds that complete hands.", "(t),(),(t),(),()->(t)", "TWTBB", "?",
    <PyUFuncGenericFunction> waits_portable, <PyUFuncGenericFunction> waits_avx2,
)
cdef object waits_mask_gufunc = make(
    "waits_mask", "Kinds that complete hands, as bits.", "(t),(),(t),(),()->()", "TWTBB", "Q",
    <PyUFuncGenericFunction> mask_portable, <PyUFuncGenericFunction> mask_avx2,
)


cdef uint64_t of_one_hand(
    const uint8_t* hand, object wilds, uint32_t bits, object held, uint32_t most, object out
) except? 0:
    cdef uint8_t buffer[KINDS]
    cdef const uint8_t* melds = NULL
    cdef uint64_t mask
    if held is not None:
        melds = one_hand(held, buffer)
        if melds == NULL:
            raise TypeError(f"held must be 34 bytes or ints beside one hand, got {type(held).__name__}")
    if out is not None:
        raise TypeError("out must be left out for one hand, its answer is returned")
    mask = completing(hand, melds, one_wilds(wilds), most, bits, PORTABLE)
    if mask == BAD:
        raise bad_hand(hand, melds, wilds, WAITING)
    return mask


cdef object of_arrays(
    object gufunc, object counts, object wilds, uint32_t bits, object held, uint32_t most, object out
):
    check_array(counts, "counts")
    if held is None:
        held = np.zeros(KINDS, counts.dtype)
    elif isinstance(held, (bytes, bytearray, list, tuple)):
        held = np.array(list(held))
    check_array(held, "held")
    return ask(gufunc, (counts, array_wilds(wilds), held, np.uint8(most), np.uint8(bits)), out)


cdef uint32_t copies_of(object copies) except 0:
    if copies == 4:
        return 4
    if copies == 5:
        return 5
    raise ValueError(f"copies must be 4 or 5, got {copies!r}")


cdef tuple kinds_of(uint64_t mask):
    """The kinds of a mask, ascending."""
    cdef tuple result = PyTuple_New(count(mask, PORTABLE))
    cdef Py_ssize_t index
    for index in range(count(mask, PORTABLE)):
        kind = <object> <int> count((mask & -mask) - 1, PORTABLE)
        mask &= mask - 1
        Py_INCREF(kind)
        PyTuple_SET_ITEM(result, index, kind)
    return result


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
        return of_arrays(waits_gufunc, counts, wilds, bits, held, most, out)
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
        return of_arrays(waits_mask_gufunc, counts, wilds, bits, held, most, out)
    return of_one_hand(hand, wilds, bits, held, most, out)
