"""Layouts, boards and scores of sheets that people make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules import values
from rules.errors import HostError
from rules.own import board as boards
from rules.own import score as scores
from rules.own.board import OwnBoard
from rules.own.expressions import Expression
from rules.own.score import OwnCode, OwnScore
from rules.own.sheet import Kind, OwnSheet, Slot, said
from rules.own.variants import NUMBER, drawn, filled_in, gaps_in
from rules.problem import Problem
from templates.game import Value
from templates.own import shelf
from templates.own.layout import OwnLayout, layout_of
from templates.several import listed
from templates.sheet_code import SheetCode
from templates.wording import say

Values = Mapping[str, Value]
_MOST_NAMED = 4
"""Of more elements than this only the fields are named."""


def known(sheet: str, version: int = 0) -> OwnSheet:
    """Give a sheet by its name; ``own-unknown`` or ``own-version`` if its file is not here."""
    found = shelf.named(sheet, version)
    if found is None:
        near = shelf.near(sheet)
        if version and near == sheet:
            raise HostError("own-version", field="version", value=f"{version:08x}", sheet=sheet)
        raise HostError("own-unknown", sheet=values.shown(sheet)[1:-1], did_you_mean=near)
    return found


class OwnJudge:
    """What ``templates.game.Judge`` and ``PersonJudge`` ask for."""

    def layout_of(self, code: SheetCode) -> OwnLayout:
        """Lay out the page that a code speaks of."""
        return layout_of(code)

    def title_of(self, sheet: str, lang: str) -> str:
        """Name a sheet."""
        return said(known(sheet).title, lang)

    def about(self, sheet: str, lang: str) -> tuple[str, ...]:
        """Say nothing more: the title has to do."""
        return ()

    def board_from(self, data: object) -> OwnBoard:
        """Read a board from untrusted JSON: of the version that it names, else of the newest."""
        fields = values.mapping(data, "")
        name = values.text(fields.get("sheet"), "sheet").casefold()
        version = fields.get("version")
        if version is None:
            return boards.board_from(data, known(name))
        try:
            number = int(values.text(version, "version", 8), 16)
        except ValueError:
            raise values.bad_value(version, "version", "text", high=8) from None
        return boards.board_from(data, known(name, number))

    def board_of(self, values: Values, layout: OwnLayout) -> OwnBoard:
        """Make the board on which a page's elements say this; other pages are untouched."""
        sheet = layout.own
        told = {slot.id: _told(slot, values) for slot in sheet.slots(layout.players).values()}
        return OwnBoard(
            sheet.sheet,
            sheet.fingerprint,
            ("",) * max(1, layout.players),
            told,
            layout.variant,
            for_table=sheet.players is not None,
            missing=layout.others,
        )

    def values_of(self, board: OwnBoard, layout: OwnLayout) -> dict[str, Value]:
        """Say what every element of a page shows."""
        shown: dict[str, Value] = {}
        for slot in layout.own.slots(layout.players).values():
            value = board.fields[slot.id]
            if slot.field.kind is Kind.TALLY:
                ticked = range(1, slot.field.boxes + 1)
                shown |= {f"{slot.id}.{n}": n <= int(value or 0) for n in ticked}
            elif slot.field.kind is Kind.SEVERAL:
                shown[slot.id] = True if value else None
            else:
                shown[slot.id] = value
        return {element: shown[element] for element in layout.places}

    def score_of(
        self, board: OwnBoard, layout: OwnLayout | None = None, *, unmarked: bool = False
    ) -> OwnScore:
        """Score a board; while pages are missing only what can be said without them."""
        sheet = known(board.sheet, board.version)
        whole = scores.score_of(board, sheet, unmarked=unmarked)
        if not board.missing:
            return whole
        here = {element.partition(".")[0] for element in layout.places} if layout else set()
        return replace(whole, problems=tuple(_within(whole.problems, sheet, here)))

    def score_json(self, score: OwnScore, lang: str) -> dict[str, Any]:
        """Give a score as scripts see it."""
        return score.as_json(lambda problem: self.problem_text(problem, score.sheet, 0, lang))

    def problem_text(self, problem: Problem, sheet: str, seed: int, lang: str) -> str:
        """Say what is wrong on a sheet, in its own words where it has any."""
        facts: dict[str, Any] = dict(problem.facts)
        if problem.code is OwnCode.CHECK:
            text = said(facts["say"], lang)
            return f"{facts['who']}: {text}" if facts["who"] else text
        if problem.code is OwnCode.PAGES:
            return say("own.problem.pages", lang, **facts)
        label = said(facts.pop("label"), lang) or problem.element
        if facts.get("who"):
            label = f"{label}, {facts['who']}"
        return say(f"own.problem.{problem.code}", lang, **{**facts, "label": label})

    def element_text(
        self, element: str, sheet: str, seed: int, lang: str, names: Sequence[str] = ()
    ) -> str:
        """Name an element by its field's label, its round and its player.

        ``seed`` is the variant of a worksheet, whose numbers are in its labels.
        """
        made = shelf.named(sheet)
        head, *steps = element.split(".")
        if made is None or head not in made.fields:
            return element
        section, field = made.fields[head]
        words, number = said(field.label, lang), 0
        if section.rounds and steps:
            number = int(steps.pop(0))
        if number > section.rounds:  # of a version from before an edit
            return element
        parts = [words or head]
        if number and (not words or "{" in words):
            parts = []
        if section.variables and gaps_in(words):
            numbers = drawn(section, seed)[number]
            numbers = {**numbers, NUMBER: number} if number else numbers
            parts = [filled_in(words, numbers).rstrip(" =")]
        elif number and section.round_labels:
            parts.append(said(section.round_labels[number - 1], lang))
        elif number:
            parts.append(say("score_sheets.element.round", lang, n=number))
        if section.for_each and steps:
            from templates.telling import player_name

            parts.append(player_name(names, int(steps.pop(0)), lang))
        return ", ".join([*parts, *steps])

    def elements_text(
        self, elements: Iterable[str], sheet: str, seed: int, lang: str, names: Sequence[str] = ()
    ) -> str:
        """Name a few elements one by one, more of them by the labels of their fields."""
        told = [self.element_text(each, sheet, seed, lang, names) for each in elements]
        if len(told) > _MOST_NAMED:
            told = [each.partition(", ")[0] for each in told]
        return listed(list(dict.fromkeys(told)), lang)

    def join(self, pages: Sequence[OwnBoard]) -> OwnBoard:
        """Put the pages of one sheet together."""
        return boards.joined(pages)

    def rank(
        self, given: Sequence[OwnBoard], counted: Sequence[scores.OwnScore] | None = None
    ) -> scores.Ranking:
        """Rank persons who each have a sheet."""
        return scores.rank(given, known(given[0].sheet, given[0].version), counted)

    def doubt_text(self, doubt: object, sheet: str, seed: int, lang: str) -> str:
        """Say nothing: sheets say nothing together."""
        return ""


def _told(slot: Slot, values: Values) -> Value:
    """Say what a board has for something, by the elements of one page."""
    match slot.field.kind:
        case Kind.TALLY:
            return sum(bool(values.get(f"{slot.id}.{n}")) for n in range(1, slot.field.boxes + 1))
        case Kind.SEVERAL | Kind.BOX:
            return bool(values.get(slot.id))
        case Kind.LINE:
            return values.get(slot.id) or 0
    return values.get(slot.id)


def _within(problems: Sequence[Problem], sheet: OwnSheet, here: set[str]) -> Iterator[Problem]:
    """Yield the problems that only speak of these fields."""
    for problem in problems:
        head = problem.element.partition(".")[0]
        if problem.code in (OwnCode.RANGE, OwnCode.PAGES):
            yield problem
        elif problem.code is OwnCode.TOTAL:
            equals = sheet.fields[head][1].equals
            if equals is not None and _fields_of(equals, sheet) <= here:
                yield problem
        else:
            said_by = [c for c in sheet.checks if c.say == problem.facts["say"]]
            if all(_fields_of(check.that, sheet) <= here for check in said_by):
                yield problem


def _fields_of(expression: Expression, sheet: OwnSheet) -> set[str]:
    """Name the fields that an expression speaks of, those of its sections and scores among them."""
    found: set[str] = set()
    sections = {section.id: section for section in sheet.sections}
    for name in expression.names:
        if name in sheet.scores:
            found |= _fields_of(sheet.scores[name], sheet)
        elif name in sections:
            found |= {each.id for each in sections[name].fields if each.is_read}
        elif name in sheet.fields:
            found.add(name)
    return found


JUDGE = OwnJudge()
