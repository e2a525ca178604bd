# Readings as Python values.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.kernels.row cimport Row

# The readings of a hand, as many as there is room for.
cdef list readings(const uint8_t* counts, Row row, uint32_t wilds, uint32_t forms, Py_ssize_t room)
# The sets of a suit that are laid as in combining.Split, added to `sets`; the pair if it is one of them.
cdef object add_laid(list sets, int suit, uint64_t laid)
cdef object make(object form, object sets, object pair, uint32_t free)
cdef list straight_tiles(uint64_t body, uint64_t wild)
