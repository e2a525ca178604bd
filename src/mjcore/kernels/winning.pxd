from libc.stdint cimport uint8_t, uint32_t

# 1 if the hand is complete, 0 if not, -1 if it is no hand. Reads 34 bytes.
cdef int wins(const uint8_t* counts, uint32_t wilds, uint32_t forms) noexcept nogil
