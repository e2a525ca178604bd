# cython: freethreading_compatible=True
# Design
# a) A public function asks one_hand first: 34 counts as C bytes, or NULL where it was given arrays.
# b) One hand is answered without NumPy; what is wrong with it is put in words by checks.explain.
# c) Arrays are anything with a dtype and a shape; they are checked for these only and never converted.
# d) ask puts them to a gufunc. It turns aside for dask arrays, which need help with their chunks (lazy.py).
from cpython.bytes cimport PyBytes_AS_STRING
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from mjcore.kernels.row cimport PORTABLE, count

import operator
import sys

import numpy as np

from mjcore.errors import InvalidHandError

cdef dict modules = sys.modules


cdef const uint8_t* other_hand(object counts, str name, uint8_t* buffer) except? NULL:
    """The counts of one hand that are not 34 `bytes`, copied to `buffer`; NULL for arrays."""
    if type(counts) is bytes and len(counts) == KINDS:
        memcpy(buffer, PyBytes_AS_STRING(counts), KINDS)
        return buffer
    if isinstance(counts, (list, tuple)):
        # As a tuple of its own, which nothing that is called on the way can change.
        fill_from_ints(tuple(counts), name, buffer)
        return buffer
    if hasattr(counts, "dtype") and hasattr(counts, "shape"):
        return NULL
    fill_from_bytes(counts, name, buffer)
    return buffer


cdef int fill_from_ints(tuple counts, str name, uint8_t* buffer) except -1:
    cdef int kind
    cdef int overflow = 0
    cdef long number
    if len(counts) != KINDS:
        raise ValueError(f"{name} must have 34 entries, got {len(counts)}")
    for kind, value in enumerate(counts):
        if type(value) is not int:
            value = integer(value, name, kind)
        number = PyLong_AsLongAndOverflow(value, &overflow)
        if overflow or not 0 <= number <= 4:
            from mjcore.kernels.checks import count_fault

            raise InvalidHandError(count_fault(kind, value))
        buffer[kind] = <uint8_t> number
    return 0


cdef object integer(object value, str name, int kind):
    """An int by another name."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must hold integers, got {type(value).__name__} at index {kind}")
    return value.__index__()


cdef int fill_from_bytes(object counts, str name, uint8_t* buffer) except -1:
    try:
        view = memoryview(counts)
    except TypeError:
        raise TypeError(
            f"{name} must be 34 bytes, a list or tuple of 34 ints, or an integer array (..., 34), "
            f"got {type(counts).__name__}"
        ) from None
    if view.ndim != 1 or view.itemsize != 1:
        raise ValueError(f"{name} must be 34 bytes in a row, got shape {view.shape} of {view.itemsize} bytes each")
    if view.nbytes != KINDS:
        raise ValueError(f"{name} must be 34 bytes, got {view.nbytes}")
    copied = view.tobytes()
    memcpy(buffer, PyBytes_AS_STRING(copied), KINDS)
    return 0


cdef uint32_t other_wilds(object wilds) except? TOO_MANY:
    """What one_wilds could not take at once: a refusal, TOO_MANY, or an int by another name."""
    if isinstance(wilds, bool) or not hasattr(wilds, "__index__") or getattr(wilds, "ndim", 0):
        raise TypeError(f"wilds must be an int beside one hand, got {type(wilds).__name__}")
    number = wilds.__index__()
    if number < 0:
        raise InvalidHandError(f"wilds must be at least 0, got {number}")
    return min(number, TOO_MANY)


cdef uint32_t refused_forms(object forms) except? 0:
    raise ValueError(f"forms must join members of Form with |, got {forms!r}")


cdef object bad_hand(const uint8_t* counts, const uint8_t* held, object wilds, uint32_t remainder):
    """The error for one hand that a kernel refused."""
    from mjcore.kernels.checks import WAITING_TOTALS, WINNING_TOTALS, explain

    totals = {WAITING: WAITING_TOTALS, WINNING: WINNING_TOTALS, EITHER: (*WAITING_TOTALS, *WINNING_TOTALS)}
    return InvalidHandError(
        explain(
            tuple(counts[:KINDS]), operator.index(wilds), tuple(held[:KINDS]) if held else None,
            totals[remainder],
        )
    )


cdef int check_array(object counts, str name) except -1:
    """Refuse what has not the dtype or the shape of hands."""
    kind = getattr(getattr(counts, "dtype", None), "kind", None)
    if kind is None or kind not in "iu":
        raise TypeError(f"{name} must hold integers, got {described(counts)}")
    if not counts.shape or counts.shape[-1] != KINDS:
        raise ValueError(f"{name} must have 34 kinds along its last axis, got shape {tuple(counts.shape)}")
    return 0


cdef object array_wilds(object wilds):
    """Numbers of wild tiles beside arrays, as one of the types that the gufuncs take."""
    kind = getattr(getattr(wilds, "dtype", None), "kind", None)
    if kind is None and isinstance(wilds, int) and not isinstance(wilds, bool):
        return np.uint8(wilds if 0 <= wilds < TOO_MANY else TOO_MANY)
    if kind is None or kind not in "iu":
        raise TypeError(f"wilds must be an int or hold integers, got {described(wilds)}")
    return wilds


cdef object ask(object gufunc, tuple arguments, object out):
    """What a gufunc answers about arrays."""
    if "dask.array" in modules:
        from mjcore.kernels.lazy import ask_lazily, is_lazy

        if any([is_lazy(argument) for argument in (out, *arguments)]):
            return ask_lazily(gufunc, arguments, out)
    return gufunc(*arguments, out=out)


cdef object ask_with_held(object gufunc, object counts, object wilds, object held, uint32_t options, object out):
    """What a gufunc of counts, wild tiles, held tiles and options answers about arrays."""
    cdef uint8_t buffer[KINDS]
    check_array(counts, "counts")
    if held is None:
        held = np.zeros(KINDS, counts.dtype)
    elif not hasattr(held, "dtype"):
        held = np.array(list(one_held(held, buffer)[:KINDS]), np.uint8).astype(counts.dtype)
    check_array(held, "held")
    return ask(gufunc, (counts, array_wilds(wilds), held, np.uint16(options)), out)


cdef const uint8_t* one_held(object held, uint8_t* buffer) except? NULL:
    """The tiles in melds beside one hand; NULL if None."""
    cdef const uint8_t* melds
    if held is None:
        return NULL
    melds = other_hand(held, "held", buffer)
    if melds == NULL:
        raise TypeError(f"held must be 34 bytes or ints beside one hand, got {type(held).__name__}")
    return melds


cdef int refuse_out(object out) except -1:
    if out is not None:
        raise TypeError("out must be left out for one hand, its answer is returned")
    return 0


cdef object described(object argument):
    dtype = getattr(argument, "dtype", None)
    return type(argument).__name__ if dtype is None else f"dtype {dtype}"


cdef tuple kinds_of(uint64_t mask):
    """The kinds of a mask, ascending."""
    cdef tuple result = PyTuple_New(count(mask, PORTABLE))
    cdef Py_ssize_t index
    for index in range(count(mask, PORTABLE)):
        kind = <object> <int> count((mask & -mask) - 1, PORTABLE)
        mask &= mask - 1
        Py_INCREF(kind)
        PyTuple_SET_ITEM(result, index, kind)
    return result
