"""What may be printed but was hardly meant, and what would make a sheet better."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from rules.own.expressions import Expression
from rules.own.scope import known_names
from rules.own.sheet import Kind, OwnSheet, Section
from templates.languages import DEFAULT_LANGUAGE
from templates.own.flow import flow
from templates.own.rows import NoRoom

_MOST_COLUMNS = 4
_MOST_TRIED = 6
"""Sections: a file of many pages must not take long to check."""


@dataclass(frozen=True, slots=True)
class Alone:
    """The least or greatest of one single number: that of everybody was meant."""

    text: str
    name: str


@dataclass(frozen=True, slots=True)
class Fewer:
    """Lines side by side would save pages."""

    section: int
    """Its number, from 1."""
    columns: int
    pages: int


@dataclass(frozen=True, slots=True)
class Cramped:
    """A field may say what it has too few digits for."""

    field: str
    digits: int
    low: int
    high: int
    needs: int


@dataclass(frozen=True, slots=True)
class Nameless:
    """Fields of one section that nobody can tell apart on paper."""

    section: int
    """Its number, from 1."""
    fields: str


def nameless_in(sheet: OwnSheet) -> Iterator[Nameless]:
    """Find sections in which several fields have no label; options speak for themselves."""
    for number, section in enumerate(sheet.sections, 1):
        told = (each for each in section.fields if each.is_read and not each.options)
        bare = [each.id for each in told if not any(each.label.values())]
        if len(bare) > 1:
            yield Nameless(number, ", ".join(bare))


def cramped_in(sheet: OwnSheet) -> Iterator[Cramped]:
    """Find numbers whose least or greatest value needs more digits; a minus takes one's place."""
    for _, each in sheet.fields.values():
        needs = max(len(str(each.low)), len(str(each.high)))
        if each.kind is Kind.NUMBER and needs > each.digits:
            yield Cramped(each.id, each.digits, each.low, each.high, needs)


def alone_in(sheet: OwnSheet) -> Iterator[Alone]:
    """Find expressions that take the least of what is one number for each player."""
    known = known_names(sheet.sections)
    single = {name for name, each in known.items() if each.type == "number" and each.each}
    single |= set(sheet.scores)
    found = (_single(each.tree, single) for each in _expressions(sheet) if sheet.players)
    yield from dict.fromkeys(chain.from_iterable(found))


def _expressions(sheet: OwnSheet) -> Iterator[Expression]:
    yield from sheet.scores.values()
    yield from (check.that for check in sheet.checks)
    yield from sheet.ties
    yield from (each.equals for _, each in sheet.fields.values() if each.equals)


def _single(tree: ast.expr, single: set[str]) -> Iterator[Alone]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="min" | "max"), args=[ast.Name(id=name)]):
                if name in single:
                    yield Alone(ast.unparse(node), name)


def fewer_pages(sheet: OwnSheet, paper: str = "a4") -> Fewer | None:
    """Find a section whose lines would save a page if they stood side by side."""
    lang = (*sheet.languages, DEFAULT_LANGUAGE)[0]
    players = sheet.players[1] if sheet.players else 0

    def pages(sections: Sequence[Section]) -> int:
        try:
            made = flow(replace(sheet, sections=tuple(sections)), paper, players, lang, 0)
        except NoRoom:
            return 99
        return len(made.papers)

    now = pages(sheet.sections)
    lists = [n for n, each in enumerate(sheet.sections) if not (each.columns or each.for_each)]
    if now == 1 or not lists:
        return None
    for columns in range(2, _MOST_COLUMNS + 1):
        wide = [replace(each, columns=each.columns or columns) for each in sheet.sections]
        if pages(wide) >= now:
            continue  # if all of them together save no page, none does
        for number in lists[:_MOST_TRIED]:
            changed = [*sheet.sections[:number], wide[number], *sheet.sections[number + 1 :]]
            if (fewer := pages(changed)) < now:
                return Fewer(number + 1, columns, fewer)
    return None
