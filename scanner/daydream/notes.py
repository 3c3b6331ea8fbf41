"""What is right and wrong on a Daydream sheet, drawn on its marked picture."""

from __future__ import annotations

from typing import cast

from rules.daydream.board import DaydreamBoard
from rules.daydream.extras import stars_wrong
from scanner.notes import GREEN, RED, Notes
from scanner.scan import Scan
from templates.daydream.layout import Layout, Symbols
from templates.daydream.places import notes_at


def draw_notes(notes: Notes, scan: Scan, layout: Layout) -> None:
    """Draw through the rows, and show every other slip; of a task show the right answers."""
    if scan.has_task:
        _task(notes, scan, layout)
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
    _problems(notes, scan, layout)


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


def _task(notes: Notes, scan: Scan, layout: Layout) -> None:
    for wrong in scan.marking.corrections:
        if wrong.element in layout.rows:
            _wanted(notes, wrong.should_be, layout.rows[wrong.element])
            continue
        x, y = layout.clouds[wrong.element].center
        notes.ring((x, y), 6.0, RED)
        notes.words((x + 3.0, y - 3.4), str(wrong.should_be), RED, size=5.0)


def _problems(notes: Notes, scan: Scan, layout: Layout) -> None:
    at = notes_at(layout)
    sky = cast(DaydreamBoard, scan.board).constellation
    for problem in scan.score.problems:
        if sky and problem.code == "constellation-stars":
            forgotten, unearned = stars_wrong(layout.sheet, sky.lines, sky.circled)
            for star in forgotten + unearned:
                notes.ring(at[star], 4.2, RED)
        elif sky and problem.code == "constellation-lines":
            notes.ring(layout.path[sky.lines], 4.2, RED)
        elif problem.element in at and problem.element not in layout.rows:
            notes.ring(at[problem.element], 6.0, RED)
