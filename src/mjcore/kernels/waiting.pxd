from libc.stdint cimport uint8_t, uint32_t, uint64_t

# The kinds that complete the hand, bit 63 if it is no hand. Reads 34 bytes; of `held` too, which may be NULL.
cdef uint64_t waits_of(
    const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t copies, uint32_t forms
) noexcept nogil
