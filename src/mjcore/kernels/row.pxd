# One hand of 34 counts as C values; see row.h.
from libc.stddef cimport ptrdiff_t
from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef extern from "row.h" nogil:
    ctypedef struct Row "mj_row":
        uint64_t word[4]
        uint32_t nine[2]
    ctypedef struct Keys "mj_keys":
        uint32_t row[3]
        uint32_t column[3]
        uint32_t winds
        uint32_t dragons
    Row read "mj_read"(const uint8_t* counts)
    Row add "mj_add"(Row a, Row b)
    bint over "mj_over"(Row row)
    uint32_t total "mj_total"(Row row)
    Keys make_keys "mj_make_keys"(Row row)
    uint32_t odd "mj_odd"(Row row)
    uint64_t kinds "mj_kinds"(Row row, int place)
    uint32_t count "mj_count"(uint64_t kinds)
    void write_kinds "mj_write_kinds"(uint64_t kinds, char* out, ptrdiff_t step, ptrdiff_t length)


cdef enum:
    WAITING_TOTALS = 1 << 1 | 1 << 4 | 1 << 7 | 1 << 10 | 1 << 13 | 1 << 16
    WINNING_TOTALS = WAITING_TOTALS << 1


cdef inline bint is_total(uint32_t tiles, uint32_t totals) noexcept nogil:
    """Whether so many tiles, wild ones included, are one of the totals."""
    return tiles < 32 and totals >> tiles & 1
