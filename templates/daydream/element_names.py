"""Every element of a Daydream sheet as people call it: ``cloud C4``, ``third star``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from rules.daydream.ranking import RankingDoubt
from rules.problem import Problem
from templates.daydream.compose import Design
from templates.daydream.grid_names import cloud_name, row_name
from templates.daydream.load import load_design
from templates.daydream.model import object_art
from templates.wording import begun, problem_text, say

_NAMED = ("element", "cloud", "moon", "unfinished", "frame", "forgotten", "unearned")
"""The facts of a problem that are elements, or several of them."""


@cache
def grid_names(sheet: str, seed: int) -> Mapping[str, str]:
    """Name clouds, notes and rows without saying what they are: ``C4``, ``C4–F4``."""
    design = load_design(sheet, seed=seed)
    clouds = {id_: cloud_name(cell) for id_, cell in design.cell_of.items()}
    rows = zip(design.sheet.rows, design.runs, strict=True)
    return clouds | {row.id: row_name(run.cells) for row, run in rows}


def element_name(element: str, sheet: str, seed: int, lang: str) -> str:
    """Name an element of a scan or a problem; one that there is not goes by its id."""
    names = _names(sheet, seed, lang)
    whole, _, part = element.partition(".")
    if element in names or whole not in names:
        return names.get(element, element)
    if part in ("circled", "linked"):
        return say(f"elements.part.{part}", lang, name=names[whole])
    if part.isdecimal():
        return say("elements.part.reward", lang, name=names[whole], reward=part)
    return names[whole]


def element_where(element: str, sheet: str, seed: int, lang: str) -> str:
    """Say in which row of clouds, counted from the top, a cloud stands; nothing of the rest."""
    design = load_design(sheet, seed=seed)
    line_of = {cloud.id: design.cell_of[cloud.id][1] for cloud in design.sheet.clouds}
    if element not in line_of:
        return ""
    number = sorted(set(line_of.values())).index(line_of[element]) + 1
    return say("elements.where.row", lang, ordinal=say(f"elements.ordinal.{number}", lang))


def problem_sentence(problem: Problem, sheet: str, seed: int, lang: str) -> str:
    """Say what is wrong on a board, with names for all elements that are spoken of.

    Sentences about rows and clouds say what they are, so that these go by letters and numbers.
    """
    facts = _named_facts(problem.facts, sheet, seed, lang)
    return begun(problem_text("problems", replace(problem, facts=facts), lang))


def doubt_sentence(doubt: RankingDoubt, sheet: str, seed: int, lang: str) -> str:
    """Say what the sheets of one game contradict each other in."""
    facts = _named_facts(doubt.facts, sheet, seed, lang)
    return begun(say(f"problems.ranking.{doubt.code}", lang, **facts))


def _named_facts(
    facts: Mapping[str, object], sheet: str, seed: int, lang: str
) -> Mapping[str, object]:
    names = {**_names(sheet, seed, lang), **_rows_and_clouds(sheet, seed)}
    named = {
        fact: tuple(names.get(each, each) for each in told)
        if isinstance(told, tuple)
        else names.get(str(told), told)
        for fact, told in facts.items()
        if fact in _NAMED
    }
    return {**facts, **named}


def _rows_and_clouds(sheet: str, seed: int) -> Mapping[str, str]:
    notes = {note.id for note in load_design(sheet, seed=seed).sheet.notes}
    return {id_: name for id_, name in grid_names(sheet, seed).items() if id_ not in notes}


@cache
def _names(sheet: str, seed: int, lang: str) -> Mapping[str, str]:
    return dict(_named(load_design(sheet, seed=seed), grid_names(sheet, seed), lang))


def _named(design: Design, bare: Mapping[str, str], lang: str) -> Iterator[tuple[str, str]]:
    sheet = design.sheet
    parts = {
        "cloud": [cloud.id for cloud in sheet.clouds],
        "row": [row.id for row in sheet.rows],
        "note": [note.id for note in sheet.notes],
    }
    for kind, ids in parts.items():
        yield from ((id_, say(f"elements.{kind}", lang, name=bare[id_])) for id_ in ids)
    for number, thing in enumerate(sheet.objects, start=1):
        art = object_art().get(thing.name)
        name = art.name[lang] if art else thing.name or say("elements.object", lang, n=number)
        yield thing.id, name
        if thing.bonus is not None:
            yield thing.bonus, say("elements.bonus", lang, name=name)
    for polaroid in sheet.polaroids:
        yield polaroid.id, say("elements.polaroid", lang, name=bare[polaroid.cloud])
    yield from _counted("leaf", (leaf.id for leaf in sheet.leaves), lang)
    yield from _counted("star", sheet.stars, lang)
    yield from _counted("moon", (moon.id for moon in sheet.chain), lang)
    yield from _counted("frame", (frame.id for frame in sheet.frames), lang)
    for whole in ("constellation", "thorns", "solo", "total"):
        yield whole, say(f"elements.{whole}", lang)


def _counted(kind: str, ids: Iterable[str], lang: str) -> Iterator[tuple[str, str]]:
    for number, id_ in enumerate(ids, start=1):
        ordinal = say(f"elements.ordinal.{number}", lang)
        yield id_, say(f"elements.{kind}", lang, ordinal=ordinal)
