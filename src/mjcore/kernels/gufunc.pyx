# cython: freethreading_compatible=True
# Design
# a) A loop is written once, for rows of bytes; rows of other integer types are gathered into 34 bytes first.
# b) One entry a pair of types (counts, wild tiles): NumPy takes the first that casts safely, so that no array
#    is converted as a whole, except for its byte order. `T` and `W` below stand for the two types.
# c) Loops never raise: a bad row gets an answer of its own and the floating-point flag that NumPy reports.
# d) A kernel reads a row once for its keys, since the array may be written to meanwhile; those that look again are
#    given a copy.
# e) Core dimensions are symbolic, since lazy arrays try a gufunc on size-1 cores: loops test for 34.
# f) What was chosen when this was built, and which loops were chosen when it was loaded, says BUILD (about.py).
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport malloc

cimport numpy as cnp
from numpy cimport PyUFuncGenericFunction, npy_intp

from mjcore.kernels.row cimport avx2_void, has_avx2, portable_void

import numpy as np

cnp.import_array()
cnp.import_ufunc()

ctypedef fused count_t:
    int8_t
    uint8_t
    int16_t
    uint16_t
    int32_t
    uint32_t
    int64_t
    uint64_t

cdef extern from *:
    """
    #include "table_sizes.h"
    #define MJ_QUOTED(x) #x
    #define MJ_TEXT(x) MJ_QUOTED(x)
    #if defined(__clang__)
    #define MJ_COMPILER __VERSION__
    #elif defined(__GNUC__)
    #define MJ_COMPILER "GCC " __VERSION__
    #elif defined(_MSC_VER)
    #define MJ_COMPILER "MSVC " MJ_TEXT(_MSC_FULL_VER)
    #else
    #define MJ_COMPILER "unknown"
    #endif
    """
    const char* MJ_TABLE_SIZES
    const char* MJ_COMPILER
    const unsigned int CYTHON_HEX_VERSION

COUNT_TYPES = "BbHhIiQq"
WILDS_TYPES = "BqQ"
KEPT = []  # what NumPy points into
BUILD = {
    "reader": "avx2" if has_avx2() else "portable",
    "compiler": MJ_COMPILER.decode(),
    "cython": ".".join([str(CYTHON_HEX_VERSION >> shift & 255) for shift in (24, 16, 8)]),
    "tables": MJ_TABLE_SIZES.decode(),
}


cdef inline uint8_t one_count(count_t value) noexcept nogil:
    return <uint8_t> value if 0 <= value <= 4 else TOO_MANY


cdef inline void copy_counts(const count_t* row, npy_intp step, uint8_t* buffer) noexcept nogil:
    cdef int kind
    cdef uint64_t joined = 0
    if step == sizeof(count_t):
        # Small numbers, as all are but for bad rows, are what their lowest bytes say: no branch, many at a time.
        for kind in range(KINDS):
            joined |= <uint64_t> row[kind]
            buffer[kind] = <uint8_t> row[kind]
        if joined > 7:
            for kind in range(KINDS):
                buffer[kind] = one_count(row[kind])
    else:
        for kind in range(KINDS):
            buffer[kind] = one_count((<const count_t*> (<const char*> row + kind * step))[0])


cdef inline void gather_row(int width, const char* row, npy_intp step, uint8_t* buffer) noexcept nogil:
    if width == -1:
        copy_counts(<const int8_t*> row, step, buffer)
    elif width == 1:
        copy_counts(<const uint8_t*> row, step, buffer)
    elif width == -2:
        copy_counts(<const int16_t*> row, step, buffer)
    elif width == 2:
        copy_counts(<const uint16_t*> row, step, buffer)
    elif width == -4:
        copy_counts(<const int32_t*> row, step, buffer)
    elif width == 4:
        copy_counts(<const uint32_t*> row, step, buffer)
    elif width == -8:
        copy_counts(<const int64_t*> row, step, buffer)
    else:
        copy_counts(<const uint64_t*> row, step, buffer)


cdef portable_void gather_portable(int width, const char* row, npy_intp step, uint8_t* buffer) noexcept nogil:
    gather_row(width, row, step, buffer)


cdef avx2_void gather_avx2(int width, const char* row, npy_intp step, uint8_t* buffer) noexcept nogil:
    gather_row(width, row, step, buffer)


ctypedef void (*Gather)(int width, const char* row, npy_intp step, uint8_t* buffer) noexcept nogil
cdef Gather chosen = <Gather> gather_avx2 if has_avx2() else <Gather> gather_portable


cdef void gather(int width, const char* row, npy_intp step, uint8_t* buffer) noexcept nogil:
    """Copy 34 counts to bytes; what is no small number becomes TOO_MANY."""
    chosen(width, row, step, buffer)


cdef int width(str character):
    """Bytes of an integer type, negative where it is signed."""
    dtype = np.dtype(character)
    return dtype.itemsize if dtype.kind == "u" else -dtype.itemsize


cdef object make(
    str name, str doc, str signature, str inputs, str output,
    PyUFuncGenericFunction portable, PyUFuncGenericFunction avx2,
):
    """Build a gufunc of which one loop serves every pair of integer types of counts and wild tiles.

    `inputs` has a type character for each argument, T for the type of the counts and W for that of
    the wild tiles. What is allocated here lives as long as the process, as NumPy requires.
    """
    pairs = [(counts, wilds) for wilds in WILDS_TYPES for counts in COUNT_TYPES]
    cdef PyUFuncGenericFunction loop = avx2 if has_avx2() else portable
    cdef int index, entries = len(pairs), arguments = len(inputs)
    cdef PyUFuncGenericFunction* loops = <PyUFuncGenericFunction*> malloc(entries * sizeof(PyUFuncGenericFunction))
    cdef RowTypes* types = <RowTypes*> malloc(entries * sizeof(RowTypes))
    cdef void** data = <void**> malloc(entries * sizeof(void*))
    if not (loops and types and data):
        raise MemoryError
    numbers = []
    for index, (counts, wilds) in enumerate(pairs):
        loops[index] = loop
        types[index] = RowTypes(width(counts), width(wilds))
        data[index] = &types[index]
        characters = inputs.replace("T", counts).replace("W", wilds) + output
        numbers += [np.dtype(character).num for character in characters]
    kept = bytes(numbers), name.encode(), doc.encode(), signature.encode()
    KEPT.append(kept)
    return cnp.PyUFunc_FromFuncAndDataAndSignature(
        loops, data, kept[0], entries, arguments, 1, cnp.PyUFunc_None, kept[1], kept[2], 0, kept[3]
    )
