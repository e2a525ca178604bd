# One hand of 34 counts as C values; see row.h.
from libc.stddef cimport ptrdiff_t
from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef extern from "row.h" nogil:
    ctypedef struct Row "mj_row":
        uint64_t word[4]
        uint32_t nine[3]
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
    void write_kinds "mj_write_kinds"(uint64_t kinds, char* out, ptrdiff_t step)


cdef inline bint is_total(uint32_t tiles, uint32_t remainder) noexcept nogil:
    """Whether a hand may have so many tiles, wild ones included, with this remainder by 3."""
    return tiles <= 17 and tiles % 3 == remainder
