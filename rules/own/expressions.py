"""The little language of sheet files: numbers, comparisons, a dozen functions, and no more.

Python's own parser reads it, and only what is named here is understood. Everything about an
expression is checked before it is ever worked out: its names, its kinds, and what it costs.
So it always comes to an end soon, whoever wrote it. An empty field counts as 0 in a sum and
is left out of lists; dividing by 0 gives nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

LONGEST = 300
"""Characters of one expression."""
MOST_NODES = 120
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


class ExpressionError(ValueError):
    """An expression says something that cannot be understood; a code and facts."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code, self.facts = code, facts


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
        return _number(_value(self.tree, scope))


def parsed(text: str, known: Mapping[str, Known]) -> Expression:
    """Understand an expression whose names are known, or raise an ExpressionError."""
    tree = _tree(text)
    found = _Checker(known)
    kind, _ = found.type_of(tree)
    return Expression(text, tree, kind, found.cost, frozenset(found.names), frozenset(found.waits))


def names_in(text: str) -> frozenset[str]:
    """Give every name that an expression speaks of, functions apart."""
    nodes = list(ast.walk(_tree(text)))
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    return frozenset(n.id for n in nodes if isinstance(n, ast.Name) and id(n) not in called)


def _tree(text: str) -> ast.expr:
    if len(text) > LONGEST:
        raise ExpressionError("long", most=LONGEST)
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ExpressionError("syntax") from None
    if sum(1 for _ in ast.walk(tree)) > MOST_NODES:
        raise ExpressionError("long", most=MOST_NODES)
    return tree


Shape = tuple[Type, int]
"""A type, and of a list its length."""


@dataclass(frozen=True, slots=True)
class Function:
    """What a function takes and gives."""

    takes: tuple[Type, ...]
    gives: Type
    run: Callable[..., Result]
    fewest: int | None = None
    """How many of its arguments have to be there, if not all of them."""


class _Checker:
    """Walks through an expression and refuses what is not part of the language."""

    def __init__(self, known: Mapping[str, Known]) -> None:
        self.known, self.cost = known, 0
        self.names: set[str] = set()
        self.waits: set[str] = set()

    def type_of(self, node: ast.expr) -> Shape:
        self.cost += 1
        found = getattr(self, f"_{type(node).__name__.lower()}", None)
        if found is None:
            raise ExpressionError("unknown-sign", sign=_shown(node))
        shape: Shape = found(node)
        return shape

    def _number_of(self, *nodes: ast.expr) -> Shape:
        for node in nodes:
            self._expect(node, "number")
        return "number", 1

    def _expect(self, node: ast.expr, wanted: Type) -> int:
        kind, length = self.type_of(node)
        if kind != wanted:
            raise ExpressionError("type", part=_shown(node), wanted=wanted, found=kind)
        return length

    def _constant(self, node: ast.Constant) -> Shape:
        if isinstance(node.value, bool) or (
            isinstance(node.value, int) and abs(node.value) <= LARGEST
        ):
            return "number", 1
        if isinstance(node.value, str):
            return "text", 1
        raise ExpressionError("unknown-sign", sign=_shown(node))

    def _name(self, node: ast.Name, *, waits: bool = True) -> Shape:
        known = self._known(node)
        self.cost += known.cost
        if known.waits and waits:
            self.waits.add(node.id)
        return known.type, known.length

    def _known(self, node: ast.Name) -> Known:
        if node.id not in self.known:
            raise ExpressionError("unknown-name", name=node.id[:40], known=tuple(self.known))
        self.names.add(node.id)
        return self.known[node.id]

    def _tuple(self, node: ast.Tuple | ast.List) -> Shape:
        for each in node.elts:
            if self.type_of(each)[0] == "list":
                raise ExpressionError("type", part=_shown(each), wanted="number", found="list")
        return "list", len(node.elts)

    _list = _tuple

    def _binop(self, node: ast.BinOp) -> Shape:
        if isinstance(node.op, ast.Div):
            raise ExpressionError("divide", sign="/")
        if type(node.op) not in _ARITHMETIC:
            raise ExpressionError("unknown-sign", sign=_shown(node))
        return self._number_of(node.left, node.right)

    def _unaryop(self, node: ast.UnaryOp) -> Shape:
        if not isinstance(node.op, ast.USub | ast.UAdd | ast.Not):
            raise ExpressionError("unknown-sign", sign=_shown(node))
        return self._number_of(node.operand)

    def _boolop(self, node: ast.BoolOp) -> Shape:
        return self._number_of(*node.values)

    def _ifexp(self, node: ast.IfExp) -> Shape:
        self._number_of(node.test)
        kind, length = self.type_of(node.body)
        return kind, max(length, self._expect(node.orelse, kind))

    def _compare(self, node: ast.Compare) -> Shape:
        left = self.type_of(node.left)[0]
        for sign, right in zip(node.ops, node.comparators, strict=True):
            kind, length = self.type_of(right)
            self.cost += length
            if isinstance(sign, ast.In | ast.NotIn):
                if kind != "list" or left == "list":
                    raise ExpressionError("type", part=_shown(right), wanted="list", found=kind)
            elif type(sign) not in _COMPARED:
                raise ExpressionError("unknown-sign", sign=_shown(node))
            elif kind != left or (kind != "number" and not isinstance(sign, ast.Eq | ast.NotEq)):
                raise ExpressionError("type", part=_shown(right), wanted=left, found=kind)
            left = kind
        return "number", 1

    def _call(self, node: ast.Call) -> Shape:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if node.keywords or not (name in FUNCTIONS or name in SPECIAL):
            raise ExpressionError(
                "unknown-function", name=name or _shown(node), known=(*FUNCTIONS, *SPECIAL)
            )
        if name in SPECIAL:
            return self._special(name, node)
        if name in ("min", "max", "sum") and (
            len(node.args) > 1 or (node.args and not self._is_list(node.args[0]))
        ):
            return self._number_of(*node.args)
        function = FUNCTIONS[name]
        fewest = len(function.takes) if function.fewest is None else function.fewest
        if not fewest <= len(node.args) <= len(function.takes):
            raise ExpressionError("arguments", name=name, n=len(function.takes))
        length = 1
        for wanted, given in zip(function.takes, node.args, strict=False):
            kind, size = self.type_of(given)
            if kind != wanted and not (name == "count" and wanted == "number" and kind == "text"):
                raise ExpressionError("type", part=_shown(given), wanted=wanted, found=kind)
            length = max(length, size)
        self.cost += 2 * length
        return function.gives, length

    def _is_list(self, node: ast.expr) -> bool:
        """Look at a type without counting its cost twice."""
        return _Checker(self.known).type_of(node)[0] == "list"

    def _special(self, name: str, node: ast.Call) -> Shape:
        """Check a function that is about a name, not about what it stands for."""
        given = node.args[0] if len(node.args) == 1 else None
        if not isinstance(given, ast.Name):
            raise ExpressionError("argument-name", name=name)
        if name in ("filled", "empty"):
            self._name(given, waits=False)
            return "number", 1
        known = self._known(given)
        if not known.each or known.type not in ("number", "list")[: 2 if name == "everyone" else 1]:
            raise ExpressionError("argument-player", name=name, part=given.id)
        self.cost += 16 * known.cost
        return ("list", 15 * known.length) if name == "everyone" else ("number", 1)


def _shown(node: ast.AST) -> str:
    try:
        return ast.unparse(node)[:40]
    except (ValueError, RecursionError):
        return type(node).__name__


def _number(value: Result) -> int:
    return int(value) if isinstance(value, int) else 0


def _within(number: int) -> int:
    return max(-LARGEST, min(LARGEST, number))


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
    "best": Function(("number", "list"), "number", lambda n, v: _best(_number(n), v)),
    "worst": Function(("number", "list"), "number", lambda n, v: _worst(_number(n), v)),
    "count": Function(("list", "number"), "number", _count, fewest=1),
    "unique": Function(("list",), "number", lambda values: len({*values} - {None})),
    "run": Function(("list",), "number", _run),
    "first": Function(("list",), "number", lambda values: next(iter(_there(values)), None)),
    "last": Function(("list",), "number", lambda values: next(iter(_there(values)[::-1]), None)),
    "abs": Function(("number",), "number", lambda n: abs(_number(n))),
}
SPECIAL = ("filled", "empty", "everyone", "rank")
"""Functions that take a name."""


def _floor(a: int, b: int) -> int | None:
    return a // b if b else None


def _rest(a: int, b: int) -> int | None:
    return a % b if b else None


_ARITHMETIC: Mapping[type[ast.operator], Callable[[int, int], int | None]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: _floor,
    ast.Mod: _rest,
}
_COMPARED: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: _number(a) < _number(b),
    ast.LtE: lambda a, b: _number(a) <= _number(b),
    ast.Gt: lambda a, b: _number(a) > _number(b),
    ast.GtE: lambda a, b: _number(a) >= _number(b),
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}


def _value(node: ast.expr, scope: Scope) -> Result:
    """Work out a checked expression."""
    match node:
        case ast.Constant(value=value):
            return value if isinstance(value, str) else _number(value)  # type: ignore[arg-type]
        case ast.Name(id=name):
            return scope.value(name)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return tuple(_value(part, scope) for part in parts)
        case ast.BinOp(left=left, op=sign, right=right):
            a, b = _number(_value(left, scope)), _number(_value(right, scope))
            result = _ARITHMETIC[type(sign)](a, b)
            return None if result is None else _within(result)
        case ast.UnaryOp(op=sign, operand=operand):
            number = _number(_value(operand, scope))
            if isinstance(sign, ast.Not):
                return int(not number)
            return -number if isinstance(sign, ast.USub) else number
        case ast.BoolOp(op=sign, values=parts):
            truths = (bool(_number(_value(part, scope))) for part in parts)
            return int(all(truths) if isinstance(sign, ast.And) else any(truths))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _value(body if _number(_value(test, scope)) else orelse, scope)
        case ast.Compare():
            return _compared(node, scope)
        case ast.Call():
            return _called(node, scope)
    raise AssertionError(f"{node!r} was not checked.")


def _compared(node: ast.Compare, scope: Scope) -> int:
    left = _value(node.left, scope)
    for sign, part in zip(node.ops, node.comparators, strict=True):
        right = _value(part, scope)
        if not _COMPARED[type(sign)](left, right):
            return 0
        left = right
    return 1


def _called(node: ast.Call, scope: Scope) -> Result:
    assert isinstance(node.func, ast.Name)
    name = node.func.id
    if name in SPECIAL:
        return _special_value(name, node.args[0], scope)
    given = [_value(part, scope) for part in node.args]
    if name in ("min", "max", "sum") and not isinstance(given[0], tuple):
        given = [tuple(given)]
    result = FUNCTIONS[name].run(*given)
    return _within(result) if isinstance(result, int) else result


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
