# Generalised ufuncs over hands: how a loop reads its rows, whatever their integer type.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy
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


cdef inline uint32_t read_wilds(int width, const char* wilds) noexcept nogil:
    """Number of wild tiles of a row, TOO_MANY where it does not fit."""
    if width == 1:
        return (<const uint8_t*> wilds)[0]
    # A negative int64 read as uint64 is huge: too many as well.
    cdef uint64_t number = (<const uint64_t*> wilds)[0]
    return <uint32_t> number if number < TOO_MANY else TOO_MANY


cdef inline bint any_tile(const uint8_t* counts) noexcept nogil:
    cdef int kind
    cdef uint8_t joined = 0
    for kind in range(KINDS):
        joined |= counts[kind]
    return joined != 0


# Where a loop stands. Its arguments are counts, wild tiles, held tiles if they matter, and options.
cdef struct Rows:
    RowTypes types
    const char* counts
    const char* wilds
    const char* held
    char* out
    npy_intp counts_step, wilds_step, held_step, out_step  # from row to row
    npy_intp count_step, held_count_step, out_kind_step    # from kind to kind
    npy_intp left    # rows to go
    npy_intp kinds   # 34, or the rows are no hands
    uint32_t options
    bint as_bytes    # counts are bytes side by side, to be read where they lie
    bint no_melds    # no row has held tiles
    bint copied      # rows are copied first, for kernels that look twice: others might write meanwhile
    bint usual       # bytes that need no copy, and a byte of wild tiles a row: loops exist once more for these alone


cdef inline Rows begin(
    char** args, npy_intp* dims, npy_intp* steps, void* data, bint with_held, bint by_kind, uint32_t copied
) noexcept nogil:
    """Start a loop; `by_kind` if its answers have a value a kind, `copied` the options with which rows are copied."""
    cdef Rows rows
    cdef int options = 3 if with_held else 2, out = options + 1
    cdef uint8_t buffer[KINDS]
    rows.types = (<const RowTypes*> data)[0]
    rows.left, rows.kinds = dims[0], dims[1]
    rows.counts, rows.wilds, rows.out = args[0], args[1], args[out]
    rows.counts_step, rows.wilds_step, rows.out_step = steps[0], steps[1], steps[out]
    rows.count_step = steps[out + 1]
    rows.as_bytes = rows.count_step == 1 and (rows.types.counts == 1 or rows.types.counts == -1)
    rows.held, rows.held_step, rows.held_count_step = NULL, 0, 0
    rows.no_melds = True
    if with_held:
        rows.held, rows.held_step, rows.held_count_step = args[2], steps[2], steps[out + 2]
        rows.no_melds = rows.held_step == 0
        if rows.no_melds and rows.left and rows.kinds == KINDS:
            gather(rows.types.counts, rows.held, rows.held_count_step, buffer)
            rows.no_melds = not any_tile(buffer)
    rows.out_kind_step = steps[out + (3 if with_held else 2)] if by_kind else 0
    # The public functions pass one value of options for all rows.
    rows.options = (<const uint16_t*> args[options])[0] if rows.left else 0
    rows.copied = rows.options & copied != 0
    rows.usual = (
        rows.as_bytes and rows.no_melds and not rows.copied and rows.types.wilds == 1 and rows.kinds == KINDS
    )
    return rows


cdef inline const uint8_t* row_counts(const Rows* rows, bint usual, uint8_t* buffer) noexcept nogil:
    """The 34 counts of this row: where they lie, or in `buffer`."""
    if usual or rows.as_bytes and not rows.copied:
        return <const uint8_t*> rows.counts
    if rows.as_bytes:
        memcpy(buffer, rows.counts, KINDS)
        return buffer
    gather(rows.types.counts, rows.counts, rows.count_step, buffer)
    return buffer


cdef inline const uint8_t* row_held(const Rows* rows, bint usual, uint8_t* buffer) noexcept nogil:
    """The 34 held tiles of this row in `buffer`; NULL if there are none in any row."""
    if usual or rows.no_melds:
        return NULL
    gather(rows.types.counts, rows.held, rows.held_count_step, buffer)
    return buffer


cdef inline uint32_t row_wilds(const Rows* rows, bint usual) noexcept nogil:
    return read_wilds(1 if usual else rows.types.wilds, rows.wilds)


cdef inline void advance(Rows* rows) noexcept nogil:
    rows.counts += rows.counts_step
    rows.wilds += rows.wilds_step
    rows.held += rows.held_step
    rows.out += rows.out_step
    rows.left -= 1
