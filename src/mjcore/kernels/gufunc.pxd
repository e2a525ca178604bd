# Generalised ufuncs over hands: how a loop reads its rows, whatever their integer type.
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from numpy cimport PyUFuncGenericFunction, npy_intp

cdef enum:
    KINDS = 34
    TOO_MANY = 255

# What NumPy passes to a loop as its data: the widths of counts and wild tiles in bytes, negative if signed.
cdef struct RowTypes:
    int counts
    int wilds

cdef extern from "<fenv.h>" nogil:
    int FE_INVALID
    int feraiseexcept(int flags)

cdef void gather(int width, const char* row, npy_intp step, uint8_t* buffer) noexcept nogil

cdef object make(
    str name, str doc, str signature, str inputs, str output,
    PyUFuncGenericFunction portable, PyUFuncGenericFunction avx2,
)


cdef inline bint in_place(int width, npy_intp step) noexcept nogil:
    """Whether the 34 counts of a row are bytes side by side."""
    return step == 1 and (width == 1 or width == -1)


cdef inline uint32_t row_wilds(int width, const char* wilds) noexcept nogil:
    """Number of wild tiles of a row, TOO_MANY where it does not fit."""
    if width == 1:
        return (<const uint8_t*> wilds)[0]
    # A negative int64 read as uint64 is huge: too many as well.
    cdef uint64_t number = (<const uint64_t*> wilds)[0]
    return <uint32_t> number if number < TOO_MANY else TOO_MANY
