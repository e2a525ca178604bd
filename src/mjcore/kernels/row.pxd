# One hand of 34 counts as numbers; see row.h.
from libc.stddef cimport ptrdiff_t
from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef extern from "row.h" nogil:
    enum:
        ROW0 "MJ_ROW0"
        ROW1 "MJ_ROW1"
        ROW2 "MJ_ROW2"
        COLUMN0 "MJ_COLUMN0"
        COLUMN1 "MJ_COLUMN1"
        COLUMN2 "MJ_COLUMN2"
        WINDS "MJ_WINDS"
        DRAGONS "MJ_DRAGONS"
    const uint64_t BAD "MJ_BAD"  # an answer for what is no hand
    ctypedef struct Row "mj_row":
        const uint32_t* key
        uint32_t total
        uint32_t odd
        uint64_t present
        uint64_t paired
        bint over
    # What answers exists twice; what it calls is compiled into it, with its reader and its instructions.
    ctypedef void portable_void "MJ_FLATTEN void"
    ctypedef void avx2_void "MJ_FLATTEN MJ_AVX2 void"
    bint has_avx2 "mj_has_avx2"()
    Row read_portable "mj_read_portable"(const uint8_t* counts, uint32_t* key)
    Row read_avx2 "mj_read_avx2"(const uint8_t* counts, uint32_t* key)
    uint64_t kinds_portable "mj_kinds_portable"(const uint8_t* counts, int place)
    uint64_t kinds_avx2 "mj_kinds_avx2"(const uint8_t* counts, int place)
    uint32_t count_portable "mj_count_portable"(uint64_t kinds)
    uint32_t count_avx2 "mj_count_avx2"(uint64_t kinds)
    void write_kinds "mj_write_kinds"(uint64_t kinds, char* out, ptrdiff_t step, ptrdiff_t length)

cdef enum Reader:
    PORTABLE
    AVX2

cdef enum:
    WAITING_TOTALS = 1 << 1 | 1 << 4 | 1 << 7 | 1 << 10 | 1 << 13 | 1 << 16
    WINNING_TOTALS = WAITING_TOTALS << 1


cdef inline Row read(const uint8_t* counts, uint32_t* key, Reader reader) noexcept nogil:
    """Read a row, with its keys in `key`. `reader` is a constant wherever this is compiled in."""
    return read_avx2(counts, key) if reader == AVX2 else read_portable(counts, key)


cdef inline uint64_t kinds(const uint8_t* counts, int place, Reader reader) noexcept nogil:
    """The kinds of which bit `place` of the count is set."""
    return kinds_avx2(counts, place) if reader == AVX2 else kinds_portable(counts, place)


cdef inline uint64_t three_or_more(const uint8_t* counts, Reader reader) noexcept nogil:
    return kinds(counts, 2, reader) | kinds(counts, 1, reader) & kinds(counts, 0, reader)


cdef inline uint32_t count(uint64_t kinds, Reader reader) noexcept nogil:
    """How many kinds there are."""
    return count_avx2(kinds) if reader == AVX2 else count_portable(kinds)


cdef inline uint64_t four_of(const uint8_t* counts, const uint8_t* held, Reader reader) noexcept nogil:
    """Kinds of which hand and melds have four; BAD if they have more of one."""
    cdef uint8_t owned[34]
    cdef int kind
    cdef bint over = False
    for kind in range(34):
        over |= held[kind] > 4 or counts[kind] + held[kind] > 4
        owned[kind] = counts[kind] + held[kind]
    return BAD if over else kinds(owned, 2, reader)


cdef inline bint is_total(uint32_t tiles, uint32_t totals) noexcept nogil:
    """Whether so many tiles, wild ones included, are one of the totals."""
    return tiles < 32 and totals >> tiles & 1
