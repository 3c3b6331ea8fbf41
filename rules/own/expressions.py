"""The little language of sheet files: numbers, comparisons, a dozen functions, and no more.

Python's own parser reads it, and only what is named in ``language`` is understood. Everything
about an expression is checked (``checker``) before it is ever worked out. So it always comes to
an end soon, whoever wrote it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from rules.own.checker import Checker
from rules.own.language import (
    ARITHMETIC,
    COMPARED,
    EACH,
    FUNCTIONS,
    ROUND,
    SPECIAL,
    ExpressionError,
    Known,
    Result,
    Type,
    names_of,
    number,
    within,
)

LONGEST = 300
"""Characters of one expression."""
MOST_NODES = 120


class Scope(Protocol):
    """What names stand for on one board, for one player."""

    def value(self, name: str) -> Result:
        """Give what a name stands for."""

    def everyone(self, name: str) -> Sequence[Result]:
        """Give what it stands for, for each player."""

    def rank(self, name: str) -> int:
        """Give the player's place by it, from 1."""


@dataclass(frozen=True)
class Expression:
    """One that is understood."""

    text: str
    tree: ast.expr
    type: Type
    cost: int
    names: frozenset[str]
    waits_for: frozenset[str] = frozenset()
    """Single fields that it speaks of without asking whether they are filled."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def value(self, scope: Scope) -> Result:
        """Work it out."""
        return _value(self.tree, scope)

    def number(self, scope: Scope) -> int:
        """Work it out as a number; nothing counts 0."""
        return number(_value(self.tree, scope))


def parsed(text: str, known: Mapping[str, Known]) -> Expression:
    """Understand an expression whose names are known, or raise an ExpressionError."""
    tree = _tree(text)
    found = Checker(known)
    kind, _ = found.type_of(tree)
    return Expression(text, tree, kind, found.cost, frozenset(found.names), frozenset(found.waits))


def names_in(text: str) -> frozenset[str]:
    """Give every name that an expression speaks of, functions apart."""
    return names_of(_tree(text))


def _tree(text: str) -> ast.expr:
    if len(text) > LONGEST:
        raise ExpressionError("long", most=LONGEST)
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ExpressionError(_meant(text)) from None
    if sum(1 for _ in ast.walk(tree)) > MOST_NODES:
        raise ExpressionError("long", most=MOST_NODES)
    return tree


_TEXT = re.compile(r"'[^']*'" r'|"[^"]*"')
_SLIPS = (
    ("curly", re.compile("[“”„‟«»‘’‚]")),  # noqa: RUF001
    ("equals", re.compile("(?<![=!<>])=(?!=)")),
    ("words", re.compile(r"&|\||!(?!=)")),
    ("times", re.compile(r"[×·÷:]|\d\s*x\b|\w\s+x\s+\w")),  # noqa: RUF001
)


def _meant(text: str) -> str:
    """Guess what was meant by what cannot be parsed; the code of an ExpressionError."""
    bare = _TEXT.sub("", text)
    return next((code for code, slip in _SLIPS if slip.search(bare)), "syntax")


def _value(node: ast.expr, scope: Scope) -> Result:
    """Work out a checked expression."""
    match node:
        case ast.Constant(value=value):
            return value if isinstance(value, str) else number(value)  # type: ignore[arg-type]
        case ast.Name(id=name):
            return scope.value(name)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return tuple(_value(part, scope) for part in parts)
        case ast.BinOp(left=left, op=sign, right=right):
            a, b = number(_value(left, scope)), number(_value(right, scope))
            result = ARITHMETIC[type(sign)](a, b)
            return None if result is None else within(result)
        case ast.UnaryOp(op=sign, operand=operand):
            one = number(_value(operand, scope))
            if isinstance(sign, ast.Not):
                return int(not one)
            return -one if isinstance(sign, ast.USub) else one
        case ast.BoolOp(op=sign, values=parts):
            truths = (bool(number(_value(part, scope))) for part in parts)
            return int(all(truths) if isinstance(sign, ast.And) else any(truths))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _value(body if number(_value(test, scope)) else orelse, scope)
        case ast.Compare():
            return _compared(node, scope)
        case ast.Call():
            return _called(node, scope)
    raise AssertionError(f"{node!r} was not checked.")


def _compared(node: ast.Compare, scope: Scope) -> int:
    left = _value(node.left, scope)
    for sign, part in zip(node.ops, node.comparators, strict=True):
        right = _value(part, scope)
        if not COMPARED[type(sign)](left, right):
            return 0
        left = right
    return 1


def _called(node: ast.Call, scope: Scope) -> Result:
    assert isinstance(node.func, ast.Name)
    name = node.func.id
    if name in SPECIAL:
        return _special_value(name, node.args[0], scope)
    if name == EACH:
        return tuple(_each(node.args[0], scope))
    given = [_value(part, scope) for part in node.args]
    if name in ("min", "max", "sum") and not isinstance(given[0], tuple):
        given = [tuple(given)]
    result = FUNCTIONS[name].run(*given)
    return within(result) if isinstance(result, int) else result


class _Round:
    """What names stand for in one round."""

    def __init__(self, scope: Scope, number: int) -> None:
        self.scope, self.number = scope, number
        self.everyone, self.rank = scope.everyone, scope.rank

    def value(self, name: str) -> Result:
        value = self.number if name == ROUND else self.scope.value(name)
        return value[self.number - 1] if isinstance(value, tuple) else value


def _each(part: ast.expr, scope: Scope) -> Iterator[Result]:
    """Work out a part for each round."""
    values = (scope.value(name) for name in names_of(part) - {ROUND})
    rounds = max(len(value) for value in values if isinstance(value, tuple))
    for nth in range(1, rounds + 1):
        yield _value(part, _Round(scope, nth))


def _special_value(name: str, about: ast.expr, scope: Scope) -> Result:
    assert isinstance(about, ast.Name)
    if name == "everyone":
        found: list[Result] = []
        for each in scope.everyone(about.id):
            found += each if isinstance(each, tuple) else (each,)
        return tuple(found)
    if name == "rank":
        return scope.rank(about.id)
    value = scope.value(about.id)
    there = any(each is not None for each in value) if isinstance(value, tuple) else value
    is_filled = bool(there) if isinstance(value, tuple) else value is not None
    return int(is_filled if name == "filled" else not is_filled)
