"""What a pupil gets back for a task: their sheet, what is right, and where the reasoning broke."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from printkit.classroom.feedback_page import Feedback, PlaceNote, RowNote
from scanner.scan import Scan
from templates.daydream.exercises import exercise_on
from templates.daydream.load import load_daydream
from templates.telling import title_of
from templates.wording import begun, say


def task_feedback(scan: Scan, title: str, group: str, photo: bytes, lang: str) -> Feedback:
    """Make the page of one task."""
    told = scan.game.tasks.marked_json(scan.board, scan.code, scan.doubtful, lang)
    areas = {element: place.area for element, place in scan.layout.places.items()}
    wrong = {
        each["element"]: each for each in told["wrong"] if each["element"] not in told["unsure"]
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
            PlaceNote(areas[element].center, number, max(areas[element].size) / 2)
            for number, element in [
                *enumerate(wrong, start=1),
                *((0, element) for element in told["unsure"]),
            ]
            if not scan.game.has_seeds or scan.layout.places[element].is_digit  # rows have notes
        ],
        hints=hints,
        remarks=[*broke, *unsure],
        more=say("classroom.feedback.more", lang),
    )


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
