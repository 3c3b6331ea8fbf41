"""Boards of sheets that people make, filled in as somebody might have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from practice.boards import NAMES
from rules.own.board import board_from
from rules.own.scope import BoardScope
from rules.own.score import score_of
from rules.own.sheet import Kind, OwnSheet, Slot
from rules.own.variants import answers_of
from rules.problem import Problem
from templates.own.layout import OwnLayout

Json = dict[str, Any]
_TRIES = 400


def invented(layout: OwnLayout, rng: Random) -> Json:
    """Fill in a sheet so that its checks are met, as far as luck goes, and add up its sums."""
    sheet, players = layout.own, max(1, layout.players)
    names = rng.sample(NAMES, players)
    who: Json = {"players": names} if sheet.players else {"name": names[0]}
    base = {"format": 1, "sheet": sheet.sheet, "version": f"{sheet.fingerprint:08x}"}
    base |= who | ({"variant": layout.variant} if layout.variant else {})
    here = {element.partition(".")[0] for element in layout.places}
    slots = [s for s in sheet.slots(layout.players).values() if s.field.id in here]
    answers = answers_of(sheet, layout.players, layout.variant)
    fields = {slot.id: _any(slot, answers, rng) for slot in slots}
    for _ in range(_TRIES):
        problems = _problems({**base, "fields": fields}, sheet)
        odd = [s for s in slots if any(_is_about(each, s) for each in problems)]
        if not odd:
            break
        slot = rng.choice(odd)
        other = {**fields, slot.id: _any(slot, answers, rng)}
        if len(_problems({**base, "fields": other}, sheet)) <= len(problems):
            fields = other
    return _added_up({**base, "fields": fields}, sheet, slots)


def _problems(board: Json, sheet: OwnSheet) -> Sequence[Problem]:
    return score_of(board_from(board, sheet), sheet).problems


def _is_about(problem: Problem, slot: Slot) -> bool:
    """Whether another value there may mend a problem."""
    named = str(problem.facts.get("who", "")).partition(" ")[0]
    whose = not named or not slot.player or named == str(slot.player)
    return whose and problem.element.partition(".")[0] in (slot.field.id, slot.section.id)


def _any(slot: Slot, answers: Mapping[str, Any], rng: Random) -> Any:
    field = slot.field
    if slot.id in answers and rng.random() < 0.85:
        return answers[slot.id]
    match field.kind:
        case Kind.CHOICE:
            return rng.choice([option.value for option in field.options])
        case Kind.SEVERAL | Kind.BOX:
            return rng.random() < 0.4
        case Kind.TALLY:
            return rng.randint(0, field.boxes)
        case Kind.LINE:
            return rng.randint(0, field.segments)
        case Kind.GRID:
            return rng.randint(1, 9)
    if field.is_sum or rng.random() < 0.04:
        return None
    low = max(field.low, 1 - 10 ** (field.digits - 1))  # a minus takes the place of a digit
    return rng.randint(low, min(field.high, 10**field.digits - 1))


def _added_up(board: Json, sheet: OwnSheet, slots: list[Slot]) -> Json:
    made = board_from(board, sheet)
    scope = BoardScope(sheet, made, [0] * len(made.players))
    sums = {
        slot.id: slot.field.equals.number(scope.of(slot.player or 1))
        for slot in slots
        if slot.field.equals is not None
    }
    fitting = {
        name: value
        for name, value in sums.items()
        if len(str(value)) <= sheet.fields[name.partition(".")[0]][1].digits
    }
    return {**board, "fields": board["fields"] | fitting}
