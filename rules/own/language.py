"""What the little language of sheet files has: kinds of values, functions and signs.

An empty field counts as 0 in a sum and is left out of lists; dividing by 0 gives nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

LARGEST = 10**9
"""Numbers end here, above and below zero."""

Type = Literal["number", "text", "list"]
Result = int | str | tuple[Any, ...] | None


@dataclass(frozen=True, slots=True)
class Known:
    """What a name stands for."""

    type: Type
    length: int = 1
    """Of a list."""
    cost: int = 1
    """What it takes to work it out."""
    each: bool = False
    """Whether every player has one."""
    waits: bool = False
    """Whether it is a single field, which may be empty."""
    options: tuple[int | str, ...] = ()
    """Of a choice: everything that it can be."""
    per_round: Type | None = None
    """Of a list with a value for each round: what one of them is."""


class ExpressionError(ValueError):
    """An expression says something that cannot be understood; a code and facts."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code, self.facts = code, facts


@dataclass(frozen=True, slots=True)
class Function:
    """What a function takes and gives."""

    takes: tuple[Type, ...]
    gives: Type
    run: Callable[..., Result]
    fewest: int | None = None
    """How many of its arguments have to be there, if not all of them."""


def shown(node: ast.AST) -> str:
    """Write a part of an expression for people."""
    try:
        return ast.unparse(node)[:40]
    except (ValueError, RecursionError):
        return type(node).__name__


def names_of(tree: ast.AST) -> frozenset[str]:
    """Give every name that a part of an expression speaks of, functions apart."""
    nodes = list(ast.walk(tree))
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    return frozenset(n.id for n in nodes if isinstance(n, ast.Name) and id(n) not in called)


def number(value: Result) -> int:
    """Give a value as a number; nothing counts 0."""
    return int(value) if isinstance(value, int) else 0


def within(value: int) -> int:
    """Keep a number to its limits."""
    return max(-LARGEST, min(LARGEST, value))


def _there(values: Iterable[Result]) -> list[int]:
    return [int(each) for each in values if isinstance(each, int)]


def _best(n: int, values: Sequence[Result]) -> int:
    return sum(sorted(_there(values), reverse=True)[: max(0, n)])


def _worst(n: int, values: Sequence[Result]) -> int:
    return sum(sorted(_there(values))[: max(0, n)])


def _count(values: Sequence[Result], what: Result = None) -> int:
    return sum(each == what if what is not None else each is not None for each in values)


def _run(values: Sequence[Result]) -> int:
    """Give the length of the longest run of numbers that follow one another: 3, 4, 5."""
    there, longest = set(_there(values)), 0
    for number in there:
        if number - 1 not in there:
            length = 1
            while number + length in there:
                length += 1
            longest = max(longest, length)
    return longest


FUNCTIONS: Mapping[str, Function] = {
    "sum": Function(("list",), "number", lambda values: sum(_there(values))),
    "min": Function(("list",), "number", lambda values: min(_there(values), default=None)),
    "max": Function(("list",), "number", lambda values: max(_there(values), default=None)),
    "best": Function(("number", "list"), "number", lambda n, v: _best(number(n), v)),
    "worst": Function(("number", "list"), "number", lambda n, v: _worst(number(n), v)),
    "count": Function(("list", "number"), "number", _count, fewest=1),
    "unique": Function(("list",), "number", lambda values: len({*values} - {None})),
    "run": Function(("list",), "number", _run),
    "first": Function(("list",), "number", lambda values: next(iter(_there(values)), None)),
    "last": Function(("list",), "number", lambda values: next(iter(_there(values)[::-1]), None)),
    "abs": Function(("number",), "number", lambda n: abs(number(n))),
}
SPECIAL = ("filled", "empty", "everyone", "rank")
"""Functions that take a name."""
EACH = "each"
"""The function that works out an expression once for each round, and gives the list."""
ROUND = "n"
"""In there, the number of the round."""


def _floor(a: int, b: int) -> int | None:
    return a // b if b else None


def _rest(a: int, b: int) -> int | None:
    return a % b if b else None


ARITHMETIC: Mapping[type[ast.operator], Callable[[int, int], int | None]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: _floor,
    ast.Mod: _rest,
}
COMPARED: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: number(a) < number(b),
    ast.LtE: lambda a, b: number(a) <= number(b),
    ast.Gt: lambda a, b: number(a) > number(b),
    ast.GtE: lambda a, b: number(a) >= number(b),
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
