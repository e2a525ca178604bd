"""Kernels read and write what they were given and nothing beside it.

Arrays lie here against pages that must not be touched: one byte too many ends the process, which is
therefore another one. A build with MJCORE_SANITIZE=1 runs these tests and others in continuous integration.
"""

import ctypes
import mmap
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import reduce
from itertools import product
from operator import or_
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mjcore import Form, is_win
from mjcore.kernels import winning
from tests.test_arrays import ALL_QUESTIONS, INTEGERS, Question, answers

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="protects pages by mprotect")

ROOT = Path(__file__).parents[1]
EVERY_FORM = reduce(or_, Form)
PAGE = mmap.PAGESIZE
KEPT: list[mmap.mmap] = []

Fence = Callable[[NDArray[Any]], NDArray[Any]]


def fenced(array: NDArray[Any], at_end: bool) -> NDArray[Any]:
    """Copy an array to the very end, or the beginning, of pages between two that must not be touched."""
    length = -(-max(array.nbytes, 1) // PAGE) * PAGE
    pages = mmap.mmap(-1, length + 2 * PAGE)
    KEPT.append(pages)
    address = ctypes.addressof(ctypes.c_char.from_buffer(pages))
    for guard in (address, address + PAGE + length):
        if ctypes.CDLL(None).mprotect(ctypes.c_void_p(guard), ctypes.c_size_t(PAGE), 0):
            raise OSError("mprotect failed")
    offset = PAGE + (length - array.nbytes if at_end else 0)
    copy = np.frombuffer(pages, array.dtype, array.size, offset).reshape(array.shape)
    copy[...] = array
    return copy


def at_end(array: NDArray[Any]) -> NDArray[Any]:
    return fenced(array, True)


def at_beginning(array: NDArray[Any]) -> NDArray[Any]:
    return fenced(array, False)


FENCES = [at_end, at_beginning]


# What runs in the other process -------------------------------------------------------------------


def keywords(question: Question, held: NDArray[Any]) -> dict[str, Any]:
    return {} if question is is_win else {"held": held}


def agree(found: object, expected: object) -> None:
    if not np.array_equal(found, expected):  # type: ignore[arg-type]
        raise AssertionError(f"{found} is not {expected}")


def arrays_at_fences(rows: int, forms: Form) -> None:
    """Every question about rows of every type, with wild tiles, melds and `out` at fences too."""
    for question, dtype, fence in product(ALL_QUESTIONS, INTEGERS, FENCES):
        hands, wilds, _ = (array[:rows] for array in answers(question))
        held = np.roll(hands, 1, axis=0) // 3
        with np.errstate(invalid="ignore"):
            expected = question(hands, wilds, forms=forms, **keywords(question, held))
        for wilds_dtype in ("u1", dtype):
            given = fence(hands.astype(dtype)), fence(wilds.astype(wilds_dtype))
            out = fence(np.zeros_like(expected))
            with np.errstate(invalid="ignore"):
                question(*given, forms=forms, out=out, **keywords(question, fence(held.astype(dtype))))
            agree(out, expected)


def layouts_at_fences() -> None:
    """Rows apart, rows and kinds backwards, kinds apart: the outermost count lies at the fence."""
    for question, dtype, fence in product(ALL_QUESTIONS, ("u1", "i2", "i8"), FENCES):
        hands, wilds, expected = answers(question)
        kinds_first = fence(hands.T.astype(dtype)).T
        spaced = fence(np.repeat(hands, 2, axis=0).astype(dtype))[1 if fence is at_end else 0 :: 2]
        backwards = fence(hands[::-1, ::-1].astype(dtype))[::-1, ::-1]
        for given in (kinds_first, spaced, backwards):
            out = fence(np.zeros(expected.T.shape, expected.dtype)).T
            question(given, wilds, out=out)
            agree(out, expected)


def one_hand_at_fences() -> None:
    for question, fence in product(ALL_QUESTIONS, FENCES):
        hands, wilds, _ = answers(question)
        none = memoryview(fence(np.zeros(34, np.uint8)))
        for hand, wild in zip(hands[:20], wilds[:20].tolist(), strict=True):
            given = memoryview(fence(hand))
            expected = question(bytes(hand), wild, forms=EVERY_FORM)
            agree(question(given, wild, forms=EVERY_FORM, **keywords(question, none)), expected)  # type: ignore[arg-type]


class Gufunc:
    """Stands for an array of hands, to get hold of the gufunc that a question asks."""

    dtype = np.dtype(np.uint8)
    shape = (34,)

    def __array_ufunc__(self, gufunc: np.ufunc, method: str, *inputs: Any, **_: Any) -> Any:
        return gufunc, inputs


def other_lengths_at_fences() -> None:
    """Lazy arrays may try a gufunc on hands of one kind: it answers all alike and touches nothing else."""
    for question, fence, length in product(ALL_QUESTIONS, FENCES, (0, 1, 33, 35)):
        gufunc, (_, *others) = question(Gufunc())
        others = [np.zeros(length, np.uint8) if np.ndim(other) else other for other in others]
        found = gufunc(fence(np.zeros((3, length), np.uint8)), *others)
        agree(found, np.full_like(found, found.flat[0] if found.size else 0))


def touch(beyond: int) -> None:
    """Read the byte so many places from the last one of an array at a fence."""
    ctypes.string_at(at_end(np.zeros(34, np.uint8)).ctypes.data + 33 + beyond, 1)


# Tests --------------------------------------------------------------------------------------------


def run(call: str, reader: str) -> subprocess.CompletedProcess[str]:
    script = (
        f"import faulthandler; faulthandler.enable()\nfrom tests.test_memory import *\n{call}\nprint('done')"
    )
    environment = {**os.environ, "MJCORE_PORTABLE": "1" if reader == "portable" else "0"}
    command = [sys.executable, "-X", "faulthandler", "-W", "error", "-c", script]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("reader", ["portable", "avx2"])
@pytest.mark.parametrize(
    "call",
    [
        "arrays_at_fences(1, EVERY_FORM)",
        "arrays_at_fences(60, EVERY_FORM)",
        "arrays_at_fences(60, Form.USUAL)",
        "layouts_at_fences()",
        "one_hand_at_fences()",
        "other_lengths_at_fences()",
        "touch(0)",
    ],
)
def test_nothing_beside_an_array_is_touched(call: str, reader: str) -> None:
    ended = run(call, reader)
    assert ended.stdout == "done\n", ended.stderr
    assert ended.returncode == 0


def test_a_fence_holds() -> None:
    ended = run("touch(1)", "avx2")
    assert ended.returncode != 0
    assert "egmentation" in ended.stderr or "SEGV" in ended.stderr


def states(first: int, kinds: int) -> Iterator[NDArray[np.uint8]]:
    """All hands of kinds that stand together, in blocks."""
    numbers = np.arange(5**kinds)
    for block in np.array_split(numbers, 8):
        hands = np.zeros((len(block), 34), np.uint8)
        hands[:, first : first + kinds] = block[:, None] // 5 ** np.arange(kinds) % 5
        yield hands


@pytest.mark.parametrize("question", ALL_QUESTIONS)
@pytest.mark.parametrize(("first", "kinds"), [(0, 9), (9, 9), (18, 9), (27, 7)])
def test_every_state_of_a_group_stays_inside_the_tables(question: Question, first: int, kinds: int) -> None:
    """Answers are compared elsewhere. Here a sanitizer looks on."""
    for hands in states(first, kinds):
        tiles = hands.sum(axis=1, dtype=np.int64)
        for wilds in (0, 1, 2, np.maximum(13 - tiles, 0), np.maximum(14 - tiles, 0)):
            with np.errstate(invalid="ignore"):
                question(hands, wilds, forms=EVERY_FORM)


@pytest.mark.skipif(os.environ.get("MJCORE_SANITIZE") != "1", reason="for builds with sanitizers")
def test_the_sanitizers_are_there() -> None:
    built = Path(winning.__file__).read_bytes()
    assert b"__asan_report_load" in built
    assert b"__ubsan_handle" in built
