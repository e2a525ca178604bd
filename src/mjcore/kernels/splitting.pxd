# A search for the ways to lay natural tiles in sets that wild tiles fill up.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.kernels.gufunc cimport KINDS
from mjcore.kernels.row cimport Row

cdef enum:
    MOST_SETS = 7
    # The options that there are for a set, by its lowest natural tile: see OPTIONS in splitting.pyx.
    PUNGS = 0
    CHOWS = 3
    PAIRS = 10
    OPTIONS_END = 12

# What is laid, and what is left. Natural and wild tiles together are 17 at most, so there is room for every set.
cdef struct Search:
    uint8_t rest[KINDS + 2]  # natural tiles, and room to look two kinds up from the last one
    int wilds
    int pairs  # that may still be laid
    int first_option  # PUNGS, or PAIRS for pairs alone
    bint begun
    int sets
    uint8_t kinds[MOST_SETS]  # the lowest natural tile of each set
    uint8_t options[MOST_SETS]

cdef void begin(Search* search, const uint8_t* counts, uint32_t wilds, int first_option, int pairs) noexcept nogil
cdef bint advance(Search* search) noexcept nogil

cdef list readings(const uint8_t* counts, Row row, uint32_t wilds, uint32_t forms, Py_ssize_t room)
cdef object known_set(int kind, int option)
cdef object make(object form, object sets, object pair, uint32_t free)
cdef list straight_tiles(uint64_t body, uint64_t wild)
