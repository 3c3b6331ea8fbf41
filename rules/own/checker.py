"""Checks an expression before it is ever worked out: its names, its kinds, and what it costs."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, pairwise

from rules.own.language import (
    ARITHMETIC,
    COMPARED,
    EACH,
    FUNCTIONS,
    LARGEST,
    ROUND,
    SPECIAL,
    ExpressionError,
    Known,
    Type,
    names_of,
    shown,
)

Shape = tuple[Type, int]
"""A type, and of a list its length."""


class Checker:
    """Walks through an expression and refuses what is not part of the language."""

    def __init__(self, known: Mapping[str, Known]) -> None:
        """Take what names stand for."""
        self.known, self.cost = known, 0
        self.names: set[str] = set()
        self.waits: set[str] = set()

    def type_of(self, node: ast.expr) -> Shape:
        """Say what a part of the expression is, or refuse it."""
        self.cost += 1
        found = getattr(self, f"_{type(node).__name__.lower()}", None)
        if found is None:
            raise ExpressionError("unknown-sign", sign=shown(node))
        shape: Shape = found(node)
        return shape

    def _number_of(self, *nodes: ast.expr) -> Shape:
        for node in nodes:
            self._expect(node, "number")
        return "number", 1

    def _expect(self, node: ast.expr, wanted: Type) -> int:
        kind, length = self.type_of(node)
        if kind != wanted:
            raise ExpressionError("type", part=shown(node), wanted=wanted, found=kind)
        return length

    def _constant(self, node: ast.Constant) -> Shape:
        if isinstance(node.value, bool) or (
            isinstance(node.value, int) and abs(node.value) <= LARGEST
        ):
            return "number", 1
        if isinstance(node.value, str):
            return "text", 1
        raise ExpressionError("unknown-sign", sign=shown(node))

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
                raise ExpressionError("type", part=shown(each), wanted="number", found="list")
        return "list", len(node.elts)

    _list = _tuple

    def _binop(self, node: ast.BinOp) -> Shape:
        if isinstance(node.op, ast.Div):
            raise ExpressionError("divide", sign="/")
        if isinstance(node.op, ast.Pow):
            raise ExpressionError("power", sign=shown(node))
        if type(node.op) not in ARITHMETIC:
            raise ExpressionError("unknown-sign", sign=shown(node))
        return self._number_of(node.left, node.right)

    def _subscript(self, node: ast.Subscript) -> Shape:
        raise ExpressionError("one-round", sign=shown(node))

    def _unaryop(self, node: ast.UnaryOp) -> Shape:
        if not isinstance(node.op, ast.USub | ast.UAdd | ast.Not):
            raise ExpressionError("unknown-sign", sign=shown(node))
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
                    raise ExpressionError("type", part=shown(right), wanted="list", found=kind)
            elif type(sign) not in COMPARED:
                raise ExpressionError("unknown-sign", sign=shown(node))
            elif left == "list" and kind == "text":
                raise ExpressionError("list-text", part=shown(node), list=shown(node.left))
            elif kind != left or (kind != "number" and not isinstance(sign, ast.Eq | ast.NotEq)):
                raise ExpressionError("type", part=shown(right), wanted=left, found=kind)
            left = kind
        for one, other in pairwise((node.left, *node.comparators)):
            self._check_options(one, other)
            self._check_options(other, one)
        return "number", 1

    def _check_options(self, choice: ast.expr, texts: ast.expr) -> None:
        """Refuse a text that a choice is compared with and can never be."""
        options = self._options(choice)
        for each in texts.elts if isinstance(texts, ast.Tuple | ast.List) else (texts,):
            text = each.value if isinstance(each, ast.Constant) else None
            if options and isinstance(text, str) and text not in options:
                raise ExpressionError("option", name=text[:40], known=options)

    def _options(self, node: ast.expr) -> tuple[int | str, ...]:
        """Give everything that a choice, or a list of choices, can be; nothing for all else."""
        match node:
            case ast.Name(id=name):
                return self.known[name].options
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                every = [self._options(part) for part in parts]
                return tuple(dict.fromkeys(chain(*every))) if all(every) else ()
            case ast.Call(func=ast.Name(id="everyone"), args=[about]):
                return self._options(about)
        return ()

    def _call(self, node: ast.Call) -> Shape:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if node.keywords:
            raise ExpressionError("equals", part=shown(node))
        if name == EACH:
            return self._each(node)
        if name not in FUNCTIONS and name not in SPECIAL:
            raise ExpressionError(
                "unknown-function", name=name or shown(node), known=(*FUNCTIONS, *SPECIAL, EACH)
            )
        if name in SPECIAL:
            return self._special(name, node)
        if name in ("min", "max", "sum") and node.args:
            alone = len(node.args) == 1
            return self._list_or_number(node.args[0]) if alone else self._number_of(*node.args)
        function = FUNCTIONS[name]
        fewest = len(function.takes) if function.fewest is None else function.fewest
        if not fewest <= len(node.args) <= len(function.takes):
            raise ExpressionError("arguments", name=name, n=len(function.takes))
        length = 1
        for wanted, given in zip(function.takes, node.args, strict=False):
            kind, size = self.type_of(given)
            if kind != wanted and not (name == "count" and wanted == "number" and kind == "text"):
                raise ExpressionError("type", part=shown(given), wanted=wanted, found=kind)
            length = max(length, size)
        if name == "count" and len(node.args) > 1:
            self._check_options(*node.args)
        self.cost += 2 * length
        return function.gives, length

    def _each(self, node: ast.Call) -> Shape:
        """Check what is worked out for each round: names of rounds stand for one of them there."""
        used = names_of(node) & self.known.keys() - {ROUND}
        lists = {name: self.known[name] for name in used if self.known[name].type == "list"}
        once = {
            name: replace(known, type=known.per_round, length=1, cost=1, each=False)
            for name, known in lists.items()
            if known.per_round
        }
        lengths = {known.length for known in lists.values()}
        if len(node.args) != 1 or len(lengths) != 1 or len(once) < len(lists):
            raise ExpressionError("each", part=shown(node))
        inside = Checker({**self.known, **once, ROUND: Known("number")})
        inside._expect(node.args[0], "number")
        self.names |= inside.names - {ROUND}
        self.waits |= inside.waits
        length = lengths.pop()
        self.cost += inside.cost * length
        return "list", length

    def _list_or_number(self, node: ast.expr) -> Shape:
        """Check what is summed up; it is looked at once, as each may hold another of its kind."""
        kind, length = self.type_of(node)
        if kind == "text":
            raise ExpressionError("type", part=shown(node), wanted="number", found=kind)
        self.cost += 2 * length if kind == "list" else 0
        return "number", length

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
