"""What is right and wrong on a Daydream sheet, drawn on its marked picture."""

from __future__ import annotations

from typing import cast

from rules.daydream.board import DaydreamBoard
from rules.daydream.extras import stars_wrong
from rules.problem import Problem
from scanner.notes import GREEN, RED, Notes
from scanner.scan import Scan
from templates.daydream.layout import Layout, Symbols
from templates.daydream.places import notes_at
from templates.geometry import Point
from templates.telling import problem_texts
from templates.wording import begun

_RING = 4.8
_ROW = 4.6
"""From a row's sun to its note's number."""


def draw_notes(notes: Notes, scan: Scan, layout: Layout, lang: str) -> None:
    """Draw through the rows, and show every other slip; of a task show the right answers."""
    if scan.has_task:
        _task(notes, scan, layout, lang)
        return
    for row in layout.sheet.rows:
        verdict = scan.own_score.rows[row.id]
        if verdict.mark is None and verdict.should_be is None:
            continue
        right = verdict.mark == verdict.should_be
        first, last = layout.clouds[row.clouds[0]].center, layout.clouds[row.clouds[-1]].center
        notes.through(first, last, GREEN if right else RED)
        if not right:
            _wanted(notes, verdict.should_be, layout.rows[row.id])
    _problems(notes, scan, layout, lang)


def _wanted(notes: Notes, mark: object, symbols: Symbols) -> None:
    """Draw in red what should have been drawn."""
    dot, sun = symbols.dot.center, symbols.sun.center
    if mark == "crossed":
        notes.cross(dot)
        notes.cross(sun)
    elif mark is None:
        notes.ring(dot, 4.2, RED, dashed=True)
        notes.ring(sun, 4.2, RED, dashed=True)
    else:
        notes.ring(dot if mark == "dot" else sun, 3.9, RED)


def _task(notes: Notes, scan: Scan, layout: Layout, lang: str) -> None:
    told = scan.game.tasks.marked_json(scan.board, scan.code, scan.doubtful, lang)["wrong"]
    for wrong, said in zip(scan.marking.corrections, told, strict=True):
        text = begun(said["message"])
        if wrong.element in layout.rows:
            symbols = layout.rows[wrong.element]
            _wanted(notes, wrong.should_be, symbols)
            notes.note(text, RED, symbols.sun.center, beside=_ROW)
            continue
        x, y = layout.clouds[wrong.element].center
        notes.ring((x, y), 6.0, RED)
        notes.words((x + 3.0, y - 3.4), str(wrong.should_be), RED, size=5.0)
        notes.note(text, RED, (x, y), beside=-6.0)


def _problems(notes: Notes, scan: Scan, layout: Layout, lang: str) -> None:
    problems = scan.score.problems
    told = problem_texts(problems, scan.sheet, scan.code.seed, lang)
    for problem, text in zip(problems, told, strict=True):
        rings = _rings(problem, scan, layout)
        for at in rings:
            notes.ring(at, _RING, RED)
        if problem.element in layout.rows:
            notes.note(text, RED, layout.rows[problem.element].sun.center, beside=_ROW)
        else:
            notes.note(text, RED, rings[0] if rings else None, beside=_RING)


def _rings(problem: Problem, scan: Scan, layout: Layout) -> list[Point]:
    """Say where a slip is shown by rings; rows show theirs otherwise."""
    at = notes_at(layout)
    sky = cast(DaydreamBoard, scan.board).constellation
    if sky and problem.code == "constellation-stars":
        forgotten, unearned = stars_wrong(layout.sheet, sky.lines, sky.circled)
        return [at[star] for star in forgotten + unearned]
    if sky and problem.code == "constellation-lines":
        return [layout.path[sky.lines]]
    here = problem.element in at and problem.element not in layout.rows
    return [at[problem.element]] if here else []
