"""Predicates made into one program.

A predicate has no branches, so one run of it on symbols shows the whole expression. `Program` runs all
predicates of a ruleset that way and writes them down as one function of the columns: once for ints, once for
arrays. What several of them use is computed once. What a predicate must not do is refused here, when a
ruleset is made.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

__all__ = ["Predicate", "Program"]

Predicate = Callable[[Any], Any]

_COMPARING = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_BITWISE = {"and": "&", "or": "|", "xor": "^"}
_COUNTING = {"add": "+", "sub": "-", "mul": "*", "lshift": "<<", "rshift": ">>"}


class Symbol:
    """A column, or what was made of columns."""

    __slots__ = ("is_bool", "operands", "operator", "program", "uses")
    __hash__ = object.__hash__

    def __init__(self, program: "Program", operator: str, operands: tuple[Any, ...], is_bool: bool) -> None:
        self.program, self.operator, self.operands, self.is_bool = program, operator, operands, is_bool
        self.uses = 0

    def __bool__(self) -> bool:
        raise TypeError("a predicate must be one expression without and, or, not, if and chained comparisons")

    def __invert__(self) -> "Symbol":
        raise TypeError("a predicate must not use ~: ints and arrays disagree about it")

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **_: Any) -> "Symbol":
        if ufunc is not np.bitwise_count or method != "__call__":
            raise TypeError(f"a predicate must not call NumPy, got {ufunc.__name__}")
        return self.program.join("count", (self,))


def _method(sign: str, swapped: bool = False) -> Callable[[Symbol, Any], Symbol]:
    def operate(self: Symbol, other: Any) -> Symbol:
        return self.program.join(sign, (other, self) if swapped else (self, other))

    return operate


for _name, _sign in (_COMPARING | _BITWISE | _COUNTING).items():
    setattr(Symbol, f"__{_name}__", _method(_sign))
    if _name not in _COMPARING:
        setattr(Symbol, f"__r{_name}__", _method(_sign, swapped=True))


class _View:
    """Stands for a view while predicates run on symbols."""

    def __init__(self, program: "Program") -> None:
        self._program = program

    def __getattr__(self, name: str) -> Symbol:
        return self._program.column(name)


def _is_bool(value: object) -> bool:
    return value.is_bool if isinstance(value, Symbol) else isinstance(value, bool)


class Program:
    """Every predicate of a ruleset as one function.

    Parameters
    ----------
    predicates : iterable of callable
        Functions of a view, each one expression.
    columns : sequence of str
        What a view has.

    Attributes
    ----------
    read : frozenset of str
        The columns that the predicates read.
    one : callable
        Takes all columns in order as ints; returns a list with what each predicate says.
    many : callable
        Takes an array to fill, a row for each predicate, and all columns in order as arrays of uint64; those
        that no predicate reads may be None. What a predicate says must fit the array: 0 to 255 in a ruleset.

    Raises
    ------
    TypeError
        A predicate is no expression that ints and arrays agree about.
    ValueError
        A predicate reads what a view does not have.

    Examples
    --------
    >>> program = Program([lambda v: v.a & 3, lambda v: (v.a & 3 == 1) & (v.b > 2)], ["a", "b"])
    >>> program.one(5, 3)
    [1, True]
    """

    def __init__(self, predicates: Iterable[Predicate], columns: Sequence[str]) -> None:
        self._columns = columns
        self._symbols: dict[tuple[Any, ...], Symbol] = {}
        view = _View(self)
        results = [predicate(view) for predicate in predicates]
        self.read = frozenset(symbol.operator for symbol in self._symbols.values() if not symbol.operands)
        for used in (results, *(symbol.operands for symbol in self._symbols.values())):
            for operand in used:
                if isinstance(operand, Symbol):
                    operand.uses += 1
        self.one: Callable[..., list[Any]] = self._compiled(results, "{}.bit_count()", for_arrays=False)
        self.many: Callable[..., None] = self._compiled(results, "bitwise_count({})", for_arrays=True)

    def column(self, name: str) -> Symbol:
        if name not in self._columns:
            raise ValueError(f"a predicate must read {', '.join(self._columns)}, got {name}")
        return self.join(name, ())

    def join(self, operator: str, operands: tuple[Any, ...]) -> Symbol:
        """The symbol of an operation, always the same for the same one."""
        key = (operator, *(id(part) if isinstance(part, Symbol) else (type(part), part) for part in operands))
        if key not in self._symbols:
            is_bool = self._checked(operator, operands)
            self._symbols[key] = Symbol(self, operator, operands, is_bool)
        return self._symbols[key]

    def _checked(self, operator: str, operands: Sequence[Any]) -> bool:
        """Whether the result is a bool."""
        bools = [_is_bool(operand) for operand in operands]
        if operator in ("+", "-", "*") and all(bools):
            raise TypeError(f"a predicate must not {operator} two bools: ints and arrays disagree about it")
        if operator in ("<<", ">>") and isinstance(operands[1], Symbol):
            raise TypeError(f"a predicate must {operator} by a constant")
        if operator in _BITWISE.values() and any(bools) and not all(bools):
            raise TypeError(f"a predicate must not {operator} a bool and a number: True & 2 is 0")
        return operator in _COMPARING.values() or (operator in _BITWISE.values() and all(bools))

    def _compiled(self, results: Sequence[Any], counting: str, for_arrays: bool) -> Callable[..., Any]:
        lines: list[str] = []
        names: dict[Symbol, str] = {}
        texts = []
        for place, result in enumerate(results):
            texts.append(_text(result, counting, names, lines))
            if for_arrays:
                lines.append(f"out[{place}] = {texts[-1]}")
        if not for_arrays:
            lines.append(f"return [{', '.join(texts)}]")
        parameters = [*(["out"] if for_arrays else []), *self._columns]
        found: dict[str, Any] = {"bitwise_count": np.bitwise_count}
        exec("\n ".join([f"def program({', '.join(parameters)}):", *lines]), found)
        program: Callable[..., Any] = found["program"]
        return program


def _text(value: Any, counting: str, names: dict[Symbol, str], lines: list[str]) -> str:
    """An expression as text. What is used again becomes a line of its own."""
    if not isinstance(value, Symbol):
        return repr(value)
    if not value.operands:
        return value.operator
    if value in names:
        return names[value]
    operands = [_text(operand, counting, names, lines) for operand in value.operands]
    text = counting.format(*operands) if value.operator == "count" else f" {value.operator} ".join(operands)
    if value.uses < 2:
        return f"({text})"
    names[value] = f"_{len(names)}"
    lines.append(f"{names[value]} = {text}")
    return names[value]
