"""What a pupil gets back for a task: their sheet, what is right, and where the reasoning broke."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from printkit.classroom.feedback_page import Feedback, PlaceNote, RowNote
from scanner.scan import Scan
from templates.daydream.exercises import exercise_on
from templates.daydream.load import load_daydream
from templates.places import Place
from templates.telling import title_of
from templates.wording import begun, say

_BESIDE = 5.0
"""From the middle of a box to the ring around its row, in mm."""


def task_feedback(scan: Scan, title: str, group: str, photo: bytes, lang: str) -> Feedback:
    """Make the page of one task."""
    told = scan.game.tasks.marked_json(scan.board, scan.code, scan.doubtful, lang)
    wrong = {
        each["element"]: each
        for each in told["wrong"]
        if not any(f"{doubt}.".startswith(f"{each['element']}.") for doubt in told["unsure"])
    }
    hints = [f"{begun(each['message'])}." for each in wrong.values()]
    broke = [f"{begun(told['broke']['message'])}."] if told.get("broke") else []
    unsure = [say("classroom.feedback.unsure", lang)] if told["unsure"] else []
    key = "all" if told["right"] == told["of"] else "some"
    return Feedback(
        title=title,
        about=f"{group} · {_title(scan, told, lang)}",
        summary=say(f"classroom.feedback.task-{key}", lang, right=told["right"], n=told["of"]),
        points=f"{told['right']} / {told['of']}",
        page=scan.layout.page,
        photo=photo,
        rows=list(_rows(scan, wrong, told["unsure"])) if scan.game.has_seeds else [],
        places=[
            note
            for number, element in [
                *enumerate(wrong, start=1),
                *((0, element) for element in told["unsure"]),
            ]
            if not scan.game.has_seeds or scan.layout.places[element].is_digit  # rows have notes
            if (note := _note(scan.layout.places, element, number))
        ],
        hints=hints,
        remarks=[*broke, *unsure],
        more=say("classroom.feedback.more", lang),
    )


def _note(places: Mapping[str, Place], element: str, number: int) -> PlaceNote | None:
    """Ring an element, or all its parts in a row; None if it is on another page."""
    if element in places:
        area = places[element].area
        return PlaceNote(area.center, number, max(area.size) / 2)
    parts = [place.area for name, place in places.items() if name.startswith(f"{element}.")]
    if not parts:
        return None
    left, right = min(part.left for part in parts), max(part.right for part in parts)
    top, bottom = min(part.top for part in parts), max(part.bottom for part in parts)
    center = (left + right) / 2, (top + bottom) / 2
    return PlaceNote(center, number, (bottom - top) / 2 + _BESIDE, right - left)


def _title(scan: Scan, told: dict[str, Any], lang: str) -> str:
    """Name a task; what a teacher made has a title of its own."""
    if scan.game.shelf_in or scan.game.for_class:
        return title_of(scan.sheet, lang)
    return say("exercise.title", lang, task=told["task"])


def _rows(scan: Scan, wrong: dict[str, Any], unsure: list[str]) -> Iterator[RowNote]:
    """Note every row that was asked about."""
    layout = load_daydream(scan.sheet, paper=scan.code.paper, seed=scan.code.seed)
    exercise = exercise_on(scan.code)
    assert exercise is not None, "Only a task is marked here."
    numbers = {element: number for number, element in enumerate(wrong, start=1)}
    asked = (row for row in exercise.rows if not exercise.asks_numbers)
    for row in asked:
        if row in unsure:
            yield RowNote(layout.rows[row], "unsure")
        elif row in wrong:
            wanted = wrong[row]["should_be"]
            yield RowNote(layout.rows[row], "wrong", wanted, numbers[row])
        else:
            yield RowNote(layout.rows[row], "right")
