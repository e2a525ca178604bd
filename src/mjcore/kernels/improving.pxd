from libc.stdint cimport uint8_t, uint32_t, uint64_t

# The kinds of which one more tile brings the hand nearer, as bits; bit 63 if it is no hand.
# Reads 34 bytes; of `held` too, which may be NULL.
cdef uint64_t useful_of(
    const uint8_t* counts, const uint8_t* held, uint32_t wilds, uint32_t forms
) noexcept nogil
