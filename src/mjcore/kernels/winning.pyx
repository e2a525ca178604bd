# cython: freethreading_compatible=True
# Design
# a) complete: the kernel, one hand. Four melds and a pair ask one table (suits.pxd), other forms
#    are masks (special.pxd), a knitted straight is taken off before the same table is asked (knitted.pxd).
# b) win_rows: the same over rows, compiled once for each reader, as a gufunc.
# c) is_win: the public function; one hand goes to a, arrays to b.
from libc.stdint cimport uint8_t, uint32_t
from numpy cimport PyUFuncGenericFunction, npy_bool, npy_intp

import numpy as np

from mjcore.kernels.arguments cimport (
    array_wilds, ask, bad_hand, check_array, form_bits, one_hand, one_wilds, refuse_out, WINNING
)
from mjcore.kernels.gufunc cimport (
    FE_INVALID, KINDS, Rows, advance, begin, feraiseexcept, make, row_counts, row_wilds
)
from mjcore.kernels.knitted cimport wins_straight
from mjcore.kernels.row cimport (
    AVX2, PORTABLE, WINNING_TOTALS, Reader, Row, avx2_void, has_avx2, is_total, portable_void, read
)
from mjcore.kernels.special cimport KNITTED_STRAIGHT, SPECIAL, STANDARD, USUAL, may_be_special, wins_special
from mjcore.kernels.suits cimport need_sum, needed

from mjcore.kernels.forms import Form

ctypedef void (*AnswerOne)(const uint8_t*, uint32_t, uint32_t, int*) noexcept nogil


cdef inline int complete(const uint8_t* counts, uint32_t wilds, uint32_t forms, Reader reader) noexcept nogil:
    """1 if the hand is complete, 0 if not, -1 if it is no hand."""
    cdef uint32_t key[8]
    cdef Row row = read(counts, key, reader)
    cdef uint32_t tiles = row.total + wilds, sums
    cdef int answer
    if row.over or not is_total(tiles, WINNING_TOTALS):
        return -1
    # The remainder is right, so wild tiles left over are melds of their own. No branch on the answer: it would
    # be guessed wrong for every other hand where half of them win.
    sums = need_sum(row.key)
    answer = forms & STANDARD and needed(sums) <= <int> wilds
    if tiles == 14 and forms & SPECIAL and may_be_special(row, sums, wilds):
        answer |= wins_special(counts, row, wilds, forms, reader)
    if forms & KNITTED_STRAIGHT and (tiles == 14 or tiles == 11):
        answer |= wins_straight(row, wilds, reader)
    return answer


cdef portable_void one_portable(const uint8_t* counts, uint32_t wilds, uint32_t forms, int* answer) noexcept nogil:
    answer[0] = complete(counts, wilds, forms, PORTABLE)


cdef avx2_void one_avx2(const uint8_t* counts, uint32_t wilds, uint32_t forms, int* answer) noexcept nogil:
    answer[0] = complete(counts, wilds, forms, AVX2)


cdef AnswerOne answer_one = <AnswerOne> one_avx2 if has_avx2() else <AnswerOne> one_portable


cdef int wins(const uint8_t* counts, uint32_t wilds, uint32_t forms) noexcept nogil:
    cdef int answer
    answer_one(counts, wilds, forms, &answer)
    return answer


cdef inline void each_win(Rows rows, uint32_t forms, bint usual, Reader reader) noexcept nogil:
    cdef uint8_t buffer[KINDS]
    cdef int answer = 0, joined = 0
    while rows.left > 0:
        if usual or rows.kinds == KINDS:
            answer = complete(row_counts(&rows, usual, buffer), row_wilds(&rows, usual), forms, reader)
            joined |= answer
        (<npy_bool*> rows.out)[0] = answer > 0
        advance(&rows)
    if joined < 0:
        feraiseexcept(FE_INVALID)


cdef inline void win_rows(char** args, npy_intp* dims, npy_intp* steps, void* data, Reader reader) noexcept nogil:
    cdef Rows rows = begin(args, dims, steps, data, False, False, 0)
    if rows.usual and rows.options == USUAL:
        each_win(rows, USUAL, True, reader)
    elif rows.usual:
        each_win(rows, rows.options, True, reader)
    else:
        each_win(rows, rows.options, False, reader)


cdef portable_void win_portable(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    win_rows(args, dims, steps, data, PORTABLE)


cdef avx2_void win_avx2(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    win_rows(args, dims, steps, data, AVX2)


cdef object win_gufunc = make(
    "is_win", "Whether hands are complete.", "(t),(),()->()", "TWH", "?",
    <PyUFuncGenericFunction> win_portable, <PyUFuncGenericFunction> win_avx2,
)


def is_win(counts, wilds=0, *, forms=Form.USUAL, out=None):
    """Whether hands are complete.

    Parameters
    ----------
    counts : bytes-like of 34, list or tuple of 34 ints, or integer array (..., 34)
        How many natural tiles of each kind are concealed, 0 to 4.
    wilds : int or integer array (...)
        Wild tiles held besides. One stands for any kind, a fifth copy of it too.
    forms : Form
        The winning forms that count.
    out : bool array (...), optional
        Where to put the answers for an array.

    Returns
    -------
    bool, or bool array (...)

    Raises
    ------
    InvalidHandError
        If one hand has more than four or fewer than no tiles of a kind, or tiles + wilds are not
        2, 5, 8, 11, 14 or 17. An array never raises for a row: the row is False and NumPy's
        *invalid* flag is set, by default a RuntimeWarning.
    TypeError, ValueError
        If `counts` or `wilds` do not hold integers, or the last axis is not 34.

    Notes
    -----
    How many melds are missing follows from the total, so exposed melds are simply left out. One
    hand as ``bytes`` takes tens of nanoseconds; an array a few for each hand, without the GIL.

    Examples
    --------
    >>> from mjcore import is_win, tiles
    >>> is_win(tiles.counts("123m456p789s11222z"))
    True
    >>> is_win(tiles.counts("123m456p79s1122z"), wilds=2)
    True
    >>> import numpy as np
    >>> hands = np.zeros((2, 34), np.uint8)
    >>> hands[0, 33], hands[1, :2] = 2, 1
    >>> is_win(hands)
    array([ True, False])
    """
    cdef uint8_t buffer[KINDS]
    cdef uint32_t bits = form_bits(forms)
    cdef const uint8_t* hand = one_hand(counts, buffer)
    cdef int answer
    if hand == NULL:
        check_array(counts, "counts")
        return ask(win_gufunc, (counts, array_wilds(wilds), np.uint16(bits)), out)
    refuse_out(out)
    answer = wins(hand, one_wilds(wilds), bits)
    if answer < 0:
        raise bad_hand(hand, NULL, wilds, WINNING)
    return answer == 1
