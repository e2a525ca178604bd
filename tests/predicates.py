"""What a predicate may be: one expression that Python ints and uint64 arrays agree about."""

import ast
import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from mjcore.scoring import view

Function = ast.Lambda | ast.FunctionDef

CONDITIONS = (view.has, view.all_of, view.only)
HELPERS = {getattr(view, name) for name in view.__all__ if inspect.isfunction(getattr(view, name))}
BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor)
SHIFTS = (ast.LShift, ast.RShift)
ADDING = (ast.Add, ast.Sub)
COMPARING = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


@cache
def functions(path: str) -> tuple[Function, ...]:
    """All functions of a file."""
    tree = ast.parse(Path(path).read_text("utf-8"))
    return tuple(node for node in ast.walk(tree) if isinstance(node, Function))


def sources(function: Callable[..., Any]) -> list[Function]:
    """Where a function is written: all that begin in its line."""
    code = function.__code__
    return [node for node in functions(code.co_filename) if node.lineno == code.co_firstlineno]


def faults_of(predicate: Callable[..., Any], columns: Collection[str]) -> list[str]:
    """What is wrong with a predicate, and with those that it is made of."""
    return [
        fault for node in sources(predicate) for fault in Walker(predicate.__globals__, columns).faults(node)
    ]


class Walker:
    """Walks one function; its first parameter is the view, all others are constants.

    Parameters
    ----------
    names : mapping
        What the module of the function knows.
    columns : collection of str
        What a view has.
    """

    def __init__(self, names: Mapping[str, Any], columns: Collection[str]) -> None:
        self.names, self.columns = names, columns
        self.found: list[str] = []
        self.view = ""
        #: Local names: whether they depend on the view, and whether they are conditions.
        self.locals: dict[str, tuple[bool, bool]] = {}

    def faults(self, function: Function) -> list[str]:
        self.walk(function)
        return self.found

    def walk(self, function: Function) -> bool:
        """Note what is wrong; say whether the result is a condition."""
        view_name, *others = [argument.arg for argument in function.args.args]
        self.view, self.locals = view_name, dict.fromkeys(others, (False, False))
        if isinstance(function, ast.Lambda):
            return self.expression(function.body)[1]
        *before, last = function.body
        for statement in before:
            if is_docstring(statement):
                continue
            if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
                self.fault(statement)
            else:
                self.locals[statement.targets[0].id] = self.expression(statement.value)
        if not isinstance(last, ast.Return) or last.value is None:
            self.fault(last)
            return False
        return self.expression(last.value)[1]

    def fault(self, node: ast.AST, why: str = "") -> tuple[bool, bool]:
        self.found.append(f"{ast.unparse(node)}{': ' if why else ''}{why}")
        return True, False

    def expression(self, node: ast.expr) -> tuple[bool, bool]:
        """Whether it depends on the view, and whether it is a condition."""
        match node:
            case ast.Constant(value=int()):
                return False, isinstance(node.value, bool)
            case ast.Name():
                return self.name(node)
            case ast.Attribute() | ast.Subscript():
                return self.part(node)
            case ast.Compare(ops=[operator], comparators=[other]) if isinstance(operator, COMPARING):
                return self.expression(node.left)[0] | self.expression(other)[0], True
            case ast.Compare():
                return self.fault(node, "a chained comparison, or one by identity")
            case ast.BinOp():
                return self.operation(node)
            case ast.Call(func=ast.Name(), keywords=[]):
                return self.call(node)
        return self.fault(node, type(node).__name__)

    def name(self, node: ast.Name) -> tuple[bool, bool]:
        if node.id in self.locals:
            return self.locals[node.id]
        if not isinstance(self.names.get(node.id), int):
            return self.fault(node, "no constant")
        return False, isinstance(self.names[node.id], bool)

    def part(self, node: ast.Attribute | ast.Subscript) -> tuple[bool, bool]:
        """A column; a constant of a module; a constant out of several."""
        match node:
            case ast.Attribute(value=ast.Name(id=self.view)):
                return (True, False) if node.attr in self.columns else self.fault(node, "no column")
            case ast.Attribute(value=ast.Name(id=module)) if isinstance(self.names.get(module), ModuleType):
                constant = getattr(self.names[module], node.attr, None)
                return (False, False) if isinstance(constant, int) else self.fault(node, "no constant")
            case ast.Subscript(value=ast.Name(id=several), slice=ast.Constant(value=int())):
                constants = self.names.get(several)
                if isinstance(constants, list | tuple) and all(isinstance(one, int) for one in constants):
                    return False, False
        return self.fault(node, "no column and no constant")

    def operation(self, node: ast.BinOp) -> tuple[bool, bool]:
        (depends, is_condition), (other_depends, other_is_condition) = map(
            self.expression, (node.left, node.right)
        )
        conditions = is_condition + other_is_condition
        if isinstance(node.op, BITWISE):
            if conditions == 1:
                return self.fault(node, "a condition and a number")
        elif isinstance(node.op, SHIFTS):
            if other_depends or conditions:
                return self.fault(node, "shifted by what is no constant, or a condition shifted")
        elif isinstance(node.op, ADDING):
            if conditions == 2:
                return self.fault(node, "two conditions added")
        elif not isinstance(node.op, ast.Mult):
            return self.fault(node, type(node.op).__name__)
        return depends | other_depends, conditions == 2 and isinstance(node.op, BITWISE)

    def call(self, node: ast.Call) -> tuple[bool, bool]:
        assert isinstance(node.func, ast.Name)
        function = self.names.get(node.func.id)
        takes_view = [isinstance(argument, ast.Name) and argument.id == self.view for argument in node.args]
        if any(takes_view):
            misplaced = takes_view.index(True) or sum(takes_view) > 1
            if misplaced or not inspect.isfunction(function) or function in HELPERS:
                return self.fault(node, "no predicate")
            for argument in node.args[1:]:
                if self.expression(argument)[0]:
                    self.fault(node, "a predicate takes the view and constants")
            return True, self.predicate(function)
        depends = [self.expression(argument)[0] for argument in node.args]
        if function not in HELPERS:
            return self.fault(node, "no helper")
        if not any(depends):
            return self.fault(node, "a constant is to be computed once")
        return True, function in CONDITIONS

    def predicate(self, function: Callable[..., Any]) -> bool:
        """Walk a predicate that is used in this one."""
        answers = []
        for source in sources(function):
            walker = Walker(function.__globals__, self.columns)
            answers.append(walker.walk(source))
            self.found += walker.found
        return all(answers)


def is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def predicates(rules: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Everything that a ruleset asks of a view."""
    yield from ((fan.id, fan.test) for fan in rules.fans if fan.test is not None)
    yield from ((remark.text, remark.test) for remark in rules.errors + rules.notes)
