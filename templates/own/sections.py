"""Sections and fields of a sheet file: every value is checked, and a fault names its line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from rules.own.expressions import Expression, parsed
from rules.own.language import Known, Result
from rules.own.sheet import EMPTY, Field, Kind, Option, Section, Words
from rules.own.variants import NUMBER, Drawn, Named, gaps_in, is_rare
from rules.values import nearest
from templates.own.faults import Faults, Table
from templates.own.lines import Path

MOST_SECTIONS, MOST_FIELDS, MOST_ROUNDS = 40, 60, 60
MOST_OPTIONS, MOST_BOXES, MOST_POINTS, MOST_GRID = 12, 20, 40, 12
MOST_DIGITS = 5
MOST_NUMBER = 10**MOST_DIGITS - 1
LONGEST_TEXT = 600
_SECTION = ("id", "title", "text", "fields", "rounds", "once", "variables", "where", "columns",
            "new_page", "picture", "height")  # fmt: skip
_FIELD = ("id", "kind", "label", "digits", "min", "max", "options", "several", "boxes", "rows",
          "points", "closed", "height", "at", "page", "width", "equals", "answer", "solution",
          "worth")  # fmt: skip
_KINDS = tuple(kind.value for kind in Kind if kind is not Kind.SEVERAL)
_CALLED = {"tick": "box", "checkbox": "box", "check": "box", "bool": "box", "boolean": "box",
           "text": "space", "drawing": "space", "picture": "space", "string": "name",
           "int": "number", "integer": "number", "points": "number", "score": "number",
           "radio": "choice", "select": "choice", "options": "choice", "boxes": "tally",
           "count": "tally", "table": "grid", "lines": "line"}  # fmt: skip
"""What people may call a kind of field."""
PICTURE_NAME = re.compile(r"[\w\-. ]{1,60}")
_RANGE = re.compile(r"\s*(-?\d{1,6})\s*\.\.\s*(-?\d{1,6})\s*")
WHOLE_WIDTH = frozenset({Kind.GRID, Kind.LINE, Kind.SPACE, Kind.NAME})
_OWN_KEYS: Mapping[str, tuple[Kind, ...]] = {
    "digits": (Kind.NUMBER,),
    "min": (Kind.NUMBER,),
    "max": (Kind.NUMBER,),
    "equals": (Kind.NUMBER,),
    "options": (Kind.CHOICE,),
    "several": (Kind.CHOICE,),
    "boxes": (Kind.TALLY,),
    "rows": (Kind.GRID,),
    "solution": (Kind.GRID,),
    "points": (Kind.LINE,),
    "closed": (Kind.LINE,),
    "height": (Kind.LINE, Kind.SPACE),
}
"""Keys that only some kinds of fields have."""


Variables = Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Draft:
    """A field whose expressions are not read yet: they may speak of fields below it."""

    field: Field
    table: Table


@dataclass(frozen=True, slots=True)
class Part:
    """A section with its fields as drafts."""

    section: Section
    drafts: tuple[Draft, ...]
    table: Table


def read_sections(top: Table, faults: Faults, *, for_table: bool) -> list[Part]:
    """Read all sections."""
    parts = []
    for number, data in enumerate(top.listing("section", MOST_SECTIONS)):
        table = Table(data, ("section", number), faults, _SECTION)
        parts.append(_section(table, number, for_table))
    if not parts:
        faults.add("own-missing-key", (), key="section")
    return parts


def _section(table: Table, number: int, for_table: bool) -> Part:
    drafts = tuple(
        _field(Table(data, (*table.path, "fields", n), table.faults, _FIELD), table)
        for n, data in enumerate(table.listing("fields", MOST_FIELDS))
    )
    rounds, labels = _rounds(table)
    variables = dict(_variables(table))
    known = {name: Known("number") for name in variables}
    section = Section(
        id=table.name("id"),
        title=table.words("title"),
        text=table.words("text", LONGEST_TEXT),
        fields=tuple(draft.field for draft in drafts),
        rounds=rounds,
        round_labels=labels,
        for_each=for_table and not table.boolean("once"),
        variables=variables,
        where=table.expression("where", known) if variables else None,
        columns=table.integer("columns", 0, 0, 6),
        new_page=table.boolean("new_page"),
        picture=_picture(table),
        height=table.length("height", 20.0, 5.0, 120.0),
    )
    if any(d.field.kind in WHOLE_WIDTH for d in drafts):  # there is one for all players
        section = replace(section, for_each=False)
    for draft in drafts:
        if draft.field.at is not None and (section.rounds or section.for_each):
            table.faults.add("own-placed", (*draft.table.path, "at"))
    if is_rare(section):
        table.faults.add("own-where", (*table.path, "where"))
    if "where" in table and not variables:
        table.faults.add("own-missing-key", table.path, key="variables")
    return Part(section, drafts, table)


def _picture(table: Table) -> str:
    name = table.data.get("picture", "")
    if not isinstance(name, str) or (name and not PICTURE_NAME.fullmatch(name)):
        table.wrong(("picture",), name, "file-name")
        return ""
    return name


def _rounds(table: Table) -> tuple[int, tuple[Words, ...]]:
    value = table.data.get("rounds", 0)
    if isinstance(value, list):
        named = table.listing("rounds", MOST_ROUNDS)
        labels = tuple(table.words_in(each, ("rounds", n), 24) for n, each in enumerate(named))
        return len(labels), labels
    return table.integer("rounds", 0, 0, MOST_ROUNDS), ()


def _variables(table: Table) -> Iterator[tuple[str, tuple[int, int]]]:
    data = table.data.get("variables", {})
    if not isinstance(data, dict) or len(data) > 8:
        table.wrong(("variables",), data, "table")
        return
    for name, value in data.items():
        path: Path = ("variables", name)
        found = _RANGE.fullmatch(value) if isinstance(value, str) else None
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,11}", name):
            table.wrong(path, name, "id")
        elif found is None or int(found[1]) > int(found[2]):
            table.wrong(path, value, "range")
        else:
            yield name, (int(found[1]), int(found[2]))


def _field(table: Table, section: Table) -> Draft:
    table.require("id")
    kind = Kind(table.choice("kind", _usual_kind(table), _KINDS, _CALLED))
    for key, kinds in _OWN_KEYS.items():
        if key in table and kind not in kinds:
            table.faults.add("own-idle-key", (*table.path, key), key=key, kind=kind.value)
    low = table.integer("min", 0, -9999, 99_999)
    digits = table.integer("digits", _usual_digits(table, low), 1, MOST_DIGITS)
    field = Field(
        id=table.name("id"),
        kind=Kind.SEVERAL if table.boolean("several") and kind is Kind.CHOICE else kind,
        label=table.words("label", 200),
        digits=digits,
        low=low,
        high=table.integer("max", 10**digits - 1, low, 99_999),
        options=tuple(_options(table)) if kind is Kind.CHOICE else (),
        boxes=table.integer("boxes", 5, 1, MOST_BOXES),
        given=_rows(table, "rows") if kind is Kind.GRID else (),
        points=_points(table) if kind is Kind.LINE else (),
        closed=table.boolean("closed"),
        height=table.length("height", 0.0, 8.0, 200.0) if "height" in table else 0.0,
        at=_at(table),
        page=table.integer("page", 1, 1, 8),
        width=table.length("width", 0.0, 8.0, 250.0) if "width" in table else 0.0,
        solution=_rows(table, "solution") if "solution" in table else (),
        worth=table.integer("worth", 1, 0, 99),
        is_sum="equals" in table,
    )
    if kind is Kind.GRID and table.require("rows") and field.solution:
        _check_solution(table, field)
    return Draft(field, table)


def _usual_kind(table: Table) -> str:
    """Guess the kind by what else is said, so that few fields have to name it."""
    told = {"options": "choice", "boxes": "tally", "rows": "grid", "points": "line"}
    return next((kind for key, kind in told.items() if key in table), "number")


def _usual_digits(table: Table, low: int) -> int:
    most = table.data.get("max")
    if isinstance(most, bool) or not isinstance(most, int):
        return (2 if "equals" not in table else 3) + (low < 0)
    return max(len(str(abs(most))), len(str(low)) if low < 0 else 1)


def _options(table: Table) -> Iterator[Option]:
    if not table.require("options"):
        return
    data: Any = table.data["options"]
    if isinstance(data, dict):
        pairs = [(key, label, ("options", key)) for key, label in data.items()]
    else:
        pairs = [(v, v, ("options", n)) for n, v in enumerate(table.listing("options", 99))]
    if not 1 <= len(pairs) <= MOST_OPTIONS:
        table.faults.add("own-too-many", (*table.path, "options"), n=len(pairs), most=MOST_OPTIONS)
        return
    seen: set[str] = set()
    for value, label, path in pairs:
        is_number = type(value) is int and abs(value) <= MOST_NUMBER
        is_text = isinstance(value, str) and 0 < len(value) <= 40
        if not (is_number or is_text) or str(value) in seen or "." in str(value):
            table.wrong(path, value, "option")
        else:
            seen.add(str(value))
            is_bare = is_number and label is value
            yield Option(value, {"": str(value)} if is_bare else table.words_in(label, path))


def _rows(table: Table, key: str) -> tuple[str, ...]:
    rows = table.listing(key, MOST_GRID)
    for number, row in enumerate(rows):
        fits = isinstance(row, str) and len(row) == len(rows[0]) and 1 <= len(row) <= MOST_GRID
        if not fits or not set(row) <= set("0123456789" + EMPTY):
            table.wrong((key, number), row, "grid-row", most=MOST_GRID)
            return ()
    return tuple(rows)


def _check_solution(table: Table, field: Field) -> None:
    fits = [len(row) for row in field.given] == [len(row) for row in field.solution] and all(
        given in (EMPTY, right)
        for row, solved in zip(field.given, field.solution, strict=True)
        for given, right in zip(row, solved, strict=True)
    )
    if not fits:
        table.wrong(("solution",), list(field.solution), "solution")


def _points(table: Table) -> tuple[tuple[float, float], ...]:
    """Read the points of a line: how many, in a gentle wave, or where each of them is."""
    if not table.require("points"):
        return ()
    value = table.data["points"]
    if isinstance(value, int) and not isinstance(value, bool):
        count = table.integer("points", 2, 2, MOST_POINTS)
        return tuple((n / (count - 1), 0.2 + 0.6 * (n % 2)) for n in range(count))
    points = table.listing("points", MOST_POINTS)
    for number, each in enumerate(points):
        if not _is_pair(each, 1.0):
            table.wrong(("points", number), each, "point", high=1)
            return ()
    if len(points) < 2 or len({tuple(each) for each in points}) < len(points):
        table.wrong(("points",), list(points), "points")
        return ()
    return tuple((float(x), float(y)) for x, y in points)


def _at(table: Table) -> tuple[float, float] | None:
    value = table.data.get("at")
    if value is None:
        return None
    if not _is_pair(value, 300.0):
        table.wrong(("at",), value, "point", high=300)
        return None
    return float(value[0]), float(value[1])


def _is_pair(value: object, most: float) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(n, int | float) and not isinstance(n, bool) for n in value)
        and all(0 <= n <= most for n in value)
    )


def with_expressions(part: Part, known: Mapping[str, Known]) -> Section:
    """Read what the fields of a section should equal, and their answers."""
    own = {name: Known("number") for name in part.section.variables}
    fields = []
    for draft in part.drafts:
        table, field = draft.table, draft.field
        equals = table.expression("equals", known)
        if own:
            for lang, words in field.label.items():
                for gap in gaps_in(words):
                    path: Path = ("label", lang) if lang else ("label",)
                    table.expression_in(gap, path, {**own, NUMBER: Known("number")})
        if equals is not None and equals.type != "number":
            table.no_number(("equals",), equals.text)
        answer = _answer(draft, part.section.variables, part.section.where)
        fields.append(replace(field, equals=equals, answer=answer))
    return replace(part.section, fields=tuple(fields))


def _answer(draft: Draft, variables: Variables, where: Expression | None) -> Any:
    """Read an answer: an option, a list of options, true or false, or an expression."""
    table, field = draft.table, draft.field
    if "answer" not in table:
        return None
    value = table.data["answer"]
    options = [option.value for option in field.options]
    if field.kind is Kind.SEVERAL:
        chosen = value if isinstance(value, list) else [value]
        if any(each not in options for each in chosen):
            table.wrong(("answer",), value, "choice", choices=[str(each) for each in options])
            return None
        return parsed(f"({', '.join(repr(each) for each in chosen)},)", {})
    if field.kind is Kind.CHOICE and isinstance(value, str | int) and value in options:
        return parsed(repr(value), {})
    if field.kind is Kind.BOX and isinstance(value, bool):
        return parsed(str(int(value)), {})
    if options and isinstance(value, str) and not variables:
        named = [str(each) for each in options]
        near = nearest(value, named)
        table.wrong(("answer",), value, "choice", choices=named, did_you_mean=near)
        return None
    made = table.expression("answer", {name: Known("number") for name in variables})
    wanted = "text" if any(isinstance(option, str) for option in options) else "number"
    if made is None:
        return None
    if made.type != wanted or not field.is_read:
        table.wrong(("answer",), value, "expression")
        return made
    for numbers in _extremes(variables, where):
        _check_answer(table, field, made.value(Named(numbers)))
    return made


def _extremes(variables: Variables, where: Expression | None) -> Iterator[Drawn]:
    """Draw the least and the greatest numbers, one with another, as far as they are allowed."""
    for limits in product(*variables.values()):
        numbers = dict(zip(variables, limits, strict=True))
        if where is None or where.number(Named(numbers)):
            yield numbers


def _check_answer(table: Table, field: Field, answer: Result) -> None:
    """Refuse a solution that nobody could write."""
    options = [option.value for option in field.options]
    if options and answer not in options:
        table.wrong(("answer",), answer, "choice", choices=[str(each) for each in options])
    elif isinstance(answer, int) and not options:
        low, high = {
            Kind.NUMBER: (field.low, field.high),
            Kind.TALLY: (0, field.boxes),
            Kind.LINE: (0, field.segments),
        }.get(field.kind, (answer, answer))
        if not low <= answer <= high:
            table.wrong(("answer",), answer, "number", low=low, high=high)
