# What the public functions were given: one hand, or arrays of hands.
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.long cimport PyLong_AsLongAndOverflow
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from mjcore.kernels.gufunc cimport KINDS, TOO_MANY
from mjcore.kernels.special cimport EVERY_FORM

cdef enum:
    WAITING = 1  # remainder by 3 of the tiles of a hand that lacks one
    WINNING = 2  # ... and of a complete one
    EITHER = 3

cdef const uint8_t* other_hand(object counts, str name, uint8_t* buffer) except? NULL
cdef uint32_t other_wilds(object wilds) except? TOO_MANY
cdef uint32_t refused_forms(object forms) except? 0
cdef object bad_hand(const uint8_t* counts, const uint8_t* held, object wilds, uint32_t remainder)
cdef int check_array(object counts, str name) except -1
cdef object array_wilds(object wilds)
cdef const uint8_t* one_held(object held, uint8_t* buffer) except? NULL
cdef tuple kinds_of(uint64_t mask)
cdef int refuse_out(object out) except -1
cdef object ask_with_held(object gufunc, object counts, object wilds, object held, uint32_t options, object out)
cdef object ask(object gufunc, tuple arguments, object out)


cdef inline const uint8_t* one_hand(object counts, uint8_t* buffer) except? NULL:
    """The counts of one hand, in `buffer` unless they are `bytes`; NULL for arrays."""
    if type(counts) is bytes and PyBytes_GET_SIZE(counts) == KINDS:
        return <const uint8_t*> PyBytes_AS_STRING(counts)
    return other_hand(counts, "counts", buffer)


cdef inline uint32_t one_wilds(object wilds) except? TOO_MANY:
    """The number of wild tiles beside one hand; TOO_MANY stands for all that are too many."""
    cdef int overflow = 0
    cdef long number
    if type(wilds) is int:
        number = PyLong_AsLongAndOverflow(wilds, &overflow)
        if not overflow and 0 <= number < TOO_MANY:
            return <uint32_t> number
    return other_wilds(wilds)


cdef inline uint32_t form_bits(object forms) except? 0:
    cdef int overflow = 0
    cdef long bits
    if isinstance(forms, int) and type(forms) is not bool:
        bits = PyLong_AsLongAndOverflow(forms, &overflow)
        if not overflow and 0 < bits <= EVERY_FORM:
            return <uint32_t> bits
    return refused_forms(forms)
