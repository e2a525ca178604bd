"""Every predicate of every ruleset, held to what ints and arrays agree about."""

import ast
from collections.abc import Callable, Iterator
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mjcore.kernels.facts import COLUMNS, facts_many
from mjcore.rules.registry import options, ruleset, rulesets
from mjcore.scoring import view
from mjcore.scoring.ruleset import Ruleset
from mjcore.scoring.view import only
from tests import wins
from tests.predicates import HELPERS, Walker, faults_of, predicates, sources

NAMES = [variant.name for variant in rulesets()]
SMALL = 0b111


def every(name: str) -> Iterator[Ruleset]:
    """A ruleset in all combinations of its options."""
    open_ones = [option for option in options(name) if isinstance(option.choices, tuple)]
    for chosen in product(*(option.choices for option in open_ones if isinstance(option.choices, tuple))):
        yield ruleset(name, **{option.name: choice for option, choice in zip(open_ones, chosen, strict=True)})


def different(name: str) -> dict[Callable[..., Any], str]:
    """All predicates of all combinations, each once, and what it is for."""
    return {test: label for rules in every(name) for label, test in predicates(rules)}


@pytest.mark.parametrize("name", NAMES)
def test_predicates_are_expressions(name: str) -> None:
    columns = ruleset(name).parameters
    found = different(name)
    assert all(sources(test) for test in found)
    wrong = {label: faults for test, label in found.items() if (faults := faults_of(test, columns))}
    assert wrong == {}
    if name == "mcr":
        assert len(found) > 82 + 7 + 3


# ---- The walker itself -----------------------------------------------------------------------------------


def one_suit(v: Any, suit: int) -> Any:
    """A predicate as predicates are."""
    kinds = v.kinds & suit
    return (kinds != 0) & only(v.kinds, suit)


def with_a_branch(v: Any) -> Any:
    if v.kinds:
        return v.pair
    return v.kinds


def with_a_loop(v: Any) -> Any:
    total = 0
    for _ in range(2):
        total += v.open
    return total


SCOPE = {
    **{helper.__name__: helper for helper in HELPERS},
    "one_suit": one_suit,
    "with_a_branch": with_a_branch,
    "with_a_loop": with_a_loop,
    "view": view,
    "np": np,
    "SMALL": SMALL,
    "MANY": [1, 2, 4],
    "TEXT": "text",
    "len": len,
}
FINE = [
    "lambda v: v.kinds & SMALL",
    "lambda v: (v.kinds & SMALL == 1) & (v.open > 2)",
    "lambda v: count(v.pungs) + count(v.chows)",
    "lambda v: count(v.pungs & SMALL) * (v.open == 0)",
    "lambda v: 3 * (v.body != 0) + count(v.chows) == 4",
    "lambda v: has(v.pair, MANY[1]) | all_of(v.kinds, 7)",
    "lambda v: v.pungs & v.pungs >> 9 & SMALL",
    "lambda v: in_a_row(v.pungs, 3) != 0",
    "lambda v: one_suit(v, SMALL) & (v.open == 0)",
    "lambda v: v.open - (v.open > 0) * 1",
    "lambda v: (v.flags & view.SELF_DRAW == 0) ^ (v.open == 0)",
]
# Each is wrong for the reason that it is named by.
WRONG = {
    "and": "lambda v: v.kinds and v.pair",
    "or": "lambda v: (v.open == 1) or (v.open == 2)",
    "not": "lambda v: not v.open",
    "if": "lambda v: 1 if v.open else 2",
    "chained": "lambda v: 1 < v.open < 3",
    "in": "lambda v: v.open in MANY",
    "is": "lambda v: v.open is SMALL",
    "~": "lambda v: ~v.kinds & SMALL",
    "-x": "lambda v: -v.open",
    "bool + bool": "lambda v: (v.open == 1) + (v.pair == 1)",
    "bool + helper": "lambda v: has(v.kinds, 1) + all_of(v.pungs, 3)",
    "bool + predicate": "lambda v: one_suit(v, 1) + one_suit(v, 2)",
    "bool - bool": "lambda v: (v.open == 1) - (v.pair == 1)",
    "bool & number": "lambda v: (v.open == 1) & count(v.kinds)",
    "number | bool": "lambda v: v.kinds | only(v.pungs, 1)",
    "predicate & number": "lambda v: one_suit(v, 1) & v.open",
    "shifted by a column": "lambda v: v.kinds >> v.open",
    "bool shifted": "lambda v: (v.open == 1) << 2",
    "power": "lambda v: v.open ** 2",
    "floor": "lambda v: v.open // 2",
    "division": "lambda v: v.open / 2",
    "remainder": "lambda v: v.open % 2",
    "float": "lambda v: v.open * 0.5",
    "text": "lambda v: v.open == 'one'",
    "unknown column": "lambda v: v.colour == 1",
    "unknown name": "lambda v: v.open == many",
    "no int": "lambda v: v.open == TEXT",
    "unknown helper": "lambda v: len(v.kinds)",
    "method": "lambda v: v.kinds.bit_count()",
    "NumPy": "lambda v: np.bitwise_count(v.kinds)",
    "keyword": "lambda v: in_a_row(v.pungs, length=3)",
    "the view as a value": "lambda v: has(v, 1)",
    "constant call": "lambda v: v.kinds & of_rank(1, 9)",
    "subscript by a column": "lambda v: MANY[v.open]",
    "slice": "lambda v: MANY[0:1]",
    "assignment": "lambda v: (found := v.kinds) & found",
    "comprehension": "lambda v: sum(kind for kind in MANY)",
    "lambda": "lambda v: (lambda: v.kinds)()",
    "branch in a predicate": "lambda v: with_a_branch(v) & 1",
    "loop in a predicate": "lambda v: with_a_loop(v) & 1",
    "column as a constant": "lambda v: one_suit(v, v.kinds)",
}


def walked(text: str) -> list[str]:
    expression = ast.parse(text, mode="eval").body
    assert isinstance(expression, ast.Lambda)
    return Walker(SCOPE, ruleset("mcr").parameters).faults(expression)


@pytest.mark.parametrize("text", FINE)
def test_what_is_fine(text: str) -> None:
    assert walked(text) == []


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_what_is_wrong(text: str) -> None:
    assert walked(text) != []


# ---- The same for ints and for arrays --------------------------------------------------------------------


def views(rules: Ruleset, seed: int, n: int) -> dict[str, NDArray[np.uint64]]:
    """Columns of rows of random wins, with circumstances of any kind."""
    rng = np.random.default_rng(seed)
    won = wins.won(rng, n)
    rows, _, _ = facts_many(
        won.hands,
        won.wins["tile"],
        won.wins["source"] > 0,
        rules.form_bits,
        (1 << len(COLUMNS)) - 1,
    )
    columns = dict(zip(COLUMNS, rows, strict=True))
    size = rows.shape[1]
    columns["flags"] = rng.integers(0, 64, size, np.uint64) | view.DEALT * rng.integers(0, 2, size, np.uint64)
    columns["seat"], columns["prevalent"] = np.uint64(1) << rng.integers(27, 31, (2, size), np.uint64)
    columns["flowers"] = rng.integers(0, 1 << 60, size, np.uint64)
    for lookup in rules.lookups:
        found = [lookup.function(key) for key in columns[lookup.column].tolist()]
        columns[lookup.name] = np.array(found, np.uint64)
    return columns


@pytest.mark.parametrize("name", NAMES)
def test_arrays_as_ints(name: str) -> None:
    columns = views(ruleset(name), 17, 2_000)
    many = SimpleNamespace(**columns)
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    ones = [SimpleNamespace(**dict(zip(columns, row, strict=True))) for row in rows]
    for test, label in different(name).items():
        found = np.broadcast_to(np.asarray(test(many)), len(ones))
        np.testing.assert_array_equal(found.astype(np.int64), [int(test(one)) for one in ones], label)
