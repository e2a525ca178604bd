# cython: freethreading_compatible=True
# Design
# a) helping.pxd says which kinds lower the distance: for melds and a pair each kind is added to its suit's key and
#    the classes composed again; other forms by masks; by drawing where tiles in melds matter.
# b) useful_rows: the same over rows, compiled once for each reader, as a gufunc.
# c) useful: the public function; one hand goes to a, arrays to b.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from numpy cimport PyUFuncGenericFunction, npy_intp

from mjcore.kernels.arguments cimport (
    EITHER, ask_with_held, bad_hand, form_bits, kinds_of, one_hand, one_held, one_wilds, refuse_out
)
from mjcore.kernels.missing cimport Asked, prepare
from mjcore.kernels.gufunc cimport (
    FE_INVALID, KINDS, Rows, advance, begin, feraiseexcept, make, row_counts, row_held, row_wilds
)
from mjcore.kernels.helping cimport helping
from mjcore.kernels.special cimport EVERY_FORM
from mjcore.kernels.row cimport (
    AVX2, BAD, PORTABLE, WAITING_TOTALS, WINNING_TOTALS, Reader, Row, avx2_void, portable_void, read, write_kinds
)

from mjcore.kernels.forms import Form


cdef inline uint64_t helping_hand(
    const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t forms, Reader reader
) noexcept nogil:
    """Kinds that bring a hand nearer; BAD if it is none."""
    cdef uint32_t key[8]
    cdef Row row = read(counts, key, reader)
    cdef Asked asked
    if not prepare(&asked, counts, held, wilds, row, WAITING_TOTALS | WINNING_TOTALS, reader):
        return BAD
    return helping(&asked, row, forms, reader)


cdef uint64_t useful_of(
    const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t forms
) noexcept nogil:
    return helping_hand(counts, held, wilds, forms, PORTABLE)


cdef inline void useful_rows(
    char** args, npy_intp* dims, npy_intp* steps, void* data, Reader reader
) noexcept nogil:
    cdef Rows rows = begin(args, dims, steps, data, True, True, EVERY_FORM)
    cdef uint8_t buffer[KINDS]
    cdef uint8_t held[KINDS]
    cdef bint invalid = False
    cdef uint64_t answer = 0
    while rows.left > 0:
        if rows.kinds == KINDS:
            answer = helping_hand(
                row_counts(&rows, False, buffer), row_held(&rows, False, held), row_wilds(&rows, False),
                rows.options, reader,
            )
            if answer == BAD:
                invalid = True
                answer = 0
        write_kinds(answer, rows.out, rows.out_kind_step, rows.kinds)
        advance(&rows)
    if invalid:
        feraiseexcept(FE_INVALID)


cdef portable_void useful_portable(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    useful_rows(args, dims, steps, data, PORTABLE)


cdef avx2_void useful_avx2(char** args, npy_intp* dims, npy_intp* steps, void* data) noexcept nogil:
    useful_rows(args, dims, steps, data, AVX2)


cdef object useful_gufunc = make(
    "useful", "Kinds that bring hands nearer.", "(t),(),(t),()->(t)", "TWTH", "?",
    <PyUFuncGenericFunction> useful_portable, <PyUFuncGenericFunction> useful_avx2,
)


def useful(counts, wilds=0, *, forms=Form.USUAL, held=None, out=None):
    """Kinds of which one more tile lowers the shanten.

    Parameters are those of `shanten`, but that `out` is a bool array (..., 34). With 2, 5, 8, 11, 14 or 17
    tiles + wilds these are the kinds that would bring the hand nearer if one tile were exchanged for them.

    Returns
    -------
    tuple of int, or bool array (..., 34)
        The kinds in ascending order; for arrays True at each of them. A kind of which the player has
        four tiles, `held` included, is never one. None at all for a complete hand.

    Raises
    ------
    InvalidHandError, TypeError, ValueError
        As `shanten` does; in arrays a row that is no hand has no useful kind.

    Notes
    -----
    One hand as ``bytes`` takes some hundred nanoseconds; an array some fifty for each hand, without the GIL.

    Examples
    --------
    >>> from mjcore import tiles, useful
    >>> [tiles.name(kind) for kind in useful(tiles.counts("123m456p78s11224z"))]
    ['6s', '9s', '1z', '2z']
    """
    cdef uint8_t buffer[KINDS]
    cdef uint8_t held_buffer[KINDS]
    cdef uint32_t bits = form_bits(forms)
    cdef const uint8_t* hand = one_hand(counts, buffer)
    cdef const uint8_t* melds
    cdef uint64_t mask
    if hand == NULL:
        return ask_with_held(useful_gufunc, counts, wilds, held, bits, out)
    melds = one_held(held, held_buffer)
    refuse_out(out)
    mask = helping_hand(hand, melds, one_wilds(wilds), bits, PORTABLE)
    if mask == BAD:
        raise bad_hand(hand, melds, wilds, EITHER)
    return kinds_of(mask)
