"""Predicates as one program: the same for ints and arrays, and nothing on which the two disagree."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from mjcore.scoring.program import Program
from mjcore.scoring.view import (
    all_of,
    count,
    field,
    has,
    in_a_row,
    in_order,
    in_three_suits,
    less,
    of_rank,
    only,
)

COLUMNS = ("a", "b")
FINE = [
    lambda v: v.a & 3,
    lambda v: (v.a & 3 == 1) & (v.b > 2),
    lambda v: count(v.a) + count(v.b) * (count(v.a) < 3),
    lambda v: has(v.a, 6) | has(v.b, v.a) | (v.a == v.b),
    lambda v: all_of(v.a, 5) ^ only(v.b, 7),
    lambda v: count(less(v.a, v.b)),
    lambda v: field(v.a, 2, 3),
    lambda v: in_a_row(v.a, 3) != 0,
    lambda v: in_a_row(v.a, 3, 2) != 0,
    lambda v: in_order(v.a) != 0,
    lambda v: in_order(v.a, 2) != 0,
    lambda v: in_three_suits(v.a) != 0,
    lambda v: 3 * (v.b != 0) + 1 - (v.a <= 2),
    lambda v: (v.a >= 4) & (v.b < 9) & (1 << 33 | v.a != 7),
    lambda v: 0,
]
WRONG = {
    "~": lambda v: ~v.a,
    "and": lambda v: v.a and v.b,
    "or": lambda v: v.a or v.b,
    "not": lambda v: not v.a,
    "if": lambda v: 1 if v.a else 0,
    "chained comparison": lambda v: 1 < v.a < 3,
    "bool + bool": lambda v: (v.a == 1) + (v.b == 1),
    "bool - bool": lambda v: (v.a == 1) - (v.b == 1),
    "bool * bool": lambda v: (v.a == 1) * (v.b == 1),
    "shift by a column": lambda v: v.a >> v.b,
    "bool & number": lambda v: (v.a == 1) & v.b,
    "number | bool": lambda v: v.a | has(v.b, 1),
    "NumPy": lambda v: np.add(v.a, v.b),
    "max": lambda v: max(v.a, v.b),
    "float": lambda v: v.a / 2,
}


def rows() -> Any:
    rng = np.random.default_rng(5)
    small, masks = rng.integers(0, 16, (2, 500)), rng.integers(0, 1 << 34, (2, 500))
    # Few kinds missing, so that runs and triples are there.
    crowded = masks | rng.integers(0, 1 << 34, (2, 500)) | rng.integers(0, 1 << 34, (2, 500))
    return np.concatenate([small, masks, crowded], axis=1).astype(np.uint64)


@pytest.mark.parametrize("predicate", FINE)
def test_ints_and_arrays_agree_with_the_predicate_itself(predicate: Any) -> None:
    program = Program([predicate], COLUMNS)
    columns = rows()
    out = np.empty((1, columns.shape[1]), np.uint64)
    program.many(out, *columns)
    for place, (a, b) in enumerate(columns.T.tolist()):
        view = SimpleNamespace(a=a, b=b)
        assert program.one(a, b) == [predicate(view)]
        assert out[0, place] == predicate(view)


@pytest.mark.parametrize("kind", WRONG)
def test_what_ints_and_arrays_disagree_about_is_refused(kind: Any) -> None:
    with pytest.raises(TypeError):
        Program([WRONG[kind]], COLUMNS)


def test_a_refusal_says_what_is_wrong() -> None:
    with pytest.raises(TypeError, match="a predicate must be one expression without and, or, not, if"):
        Program([WRONG["and"]], COLUMNS)


def test_unknown_columns_are_named() -> None:
    with pytest.raises(ValueError, match="a predicate must read a, b, got c"):
        Program([lambda v: v.c], COLUMNS)


def test_it_says_what_is_read() -> None:
    assert Program([lambda v: v.b == 2], COLUMNS).read == {"b"}


def test_what_is_common_is_computed_once() -> Any:
    calls = []

    def counted(v: Any) -> Any:
        calls.append(1)
        return count(v.a) + 1

    Program([counted, counted], COLUMNS)
    program = Program([lambda v: count(v.a & 7) == 1, lambda v: count(v.a & 7) == 2], COLUMNS)
    assert program.one.__code__.co_names.count("bit_count") == 1
    assert sum(name.startswith("_") for name in program.one.__code__.co_varnames) == 1


def helpers_by_definition(mask: Any, length: Any, step: Any) -> Any:
    return [
        9 * suit + rank
        for suit in range(3)
        for rank in range(9)
        if all(rank + step * i < 9 and mask >> 9 * suit + rank + step * i & 1 for i in range(length))
    ]


@pytest.mark.parametrize(("length", "step"), [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (7, 1)])
def test_in_a_row(length: Any, step: Any) -> None:
    for mask in rows()[0].tolist():
        expected = sum(1 << kind for kind in helpers_by_definition(mask, length, step))
        assert in_a_row(mask, length, step) == expected


def test_three_suits_and_order() -> None:
    for mask in rows()[0].tolist():
        ranks = [{rank for rank in range(9) if mask >> 9 * suit + rank & 1} for suit in range(3)]
        assert in_three_suits(mask) == sum(1 << rank for rank in ranks[0] & ranks[1] & ranks[2])
        order = {
            rank
            for rank in range(7)
            for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
            if rank in ranks[a] and rank + 1 in ranks[b] and rank + 2 in ranks[c]
        }
        assert in_order(mask) == sum(1 << rank for rank in order)


def test_of_rank() -> None:
    assert of_rank(1, 9) == sum(1 << kind for kind in (0, 8, 9, 17, 18, 26))
