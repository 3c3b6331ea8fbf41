"""Small mistakes that could be made in a Python file: each changes one place of its text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_ORDER: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_ASSERTIONS = ("strict", "maxsize")
"""Settings of calls that say what is true anyway, or how much is kept."""
_NO_LINE = "yield from ()"
"""Stands for a yield that was dropped: the function goes on being a generator."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mistake."""

    path: str
    line: int
    before: str
    after: str
    begin: int
    """From which byte of the file on; ``end`` is the first byte that stays."""
    end: int

    def source(self, text: bytes) -> bytes:
        """Give the file with the mistake in it."""
        return text[: self.begin] + self.after.encode() + text[self.end :]

    def __str__(self) -> str:
        """Say where it is and what is changed, on one line."""
        before, after = (" ".join(text.split()) for text in (self.before, self.after))
        return f"{self.path}:{self.line}  {before}  →  {after}"


def mutants_of(path: str, text: bytes) -> Iterator[Mutant]:
    """Give every mistake that is known here, in the order of the lines."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node, after in _changes(ast.parse(text)):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        yield Mutant(path, node.lineno, text[begin:end].decode(), after, begin, end)


def _changes(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Go through everything that is run; types, docstrings and assertions are not."""
    for name, field in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for node in field if isinstance(field, list) else [field]:
            if not isinstance(node, ast.AST) or isinstance(node, ast.Assert | ast.JoinedStr):
                continue
            if isinstance(node, ast.keyword) and node.arg in _ASSERTIONS:
                continue
            if isinstance(node, ast.expr):
                yield from ((node, f"({ast.unparse(new)})") for new in _expressions(node))
            elif isinstance(node, ast.stmt):
                yield from ((node, new) for new in _statements(node))
            if isinstance(node, ast.If | ast.IfExp | ast.While):
                yield node.test, f"(not ({ast.unparse(node.test)}))"
            if isinstance(node, ast.comprehension):
                yield from ((test, "True") for test in node.ifs)
            yield from _changes(node)


def _statements(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            yield _NO_LINE
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield "pass"
        case ast.Return(value=None):
            yield "pass"
        case ast.Return(value=ast.Constant(value=bool() | None)):
            return
        case ast.Return(value=ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not())):
            yield "return True"
            yield "return False"
        case ast.Return():
            yield "return None"


def _expressions(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare():
            for place, op in enumerate(node.ops):
                for other in _ORDER[type(op)]:
                    ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                    yield ast.Compare(node.left, ops, node.comparators)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _SUMS:
            yield ast.BinOp(left, _SUMS[type(op)](), right)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in _CALLS:
            yield ast.Call(ast.Name(_CALLS[name]), args, keywords)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Constant(value=float(value)):
            yield ast.Constant(value * 1.5)
