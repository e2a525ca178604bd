from libc.stdint cimport uint8_t, uint32_t

# Tiles missing less one, -1 if complete; 127 if none of the forms exists with so many tiles, or if it is no hand.
# Reads 34 bytes; of `held` too, which may be NULL.
cdef int shanten_of(const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t forms) noexcept nogil
