"""What a pupil gets back for a task: their sheet, what is right, and where the reasoning broke."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from printkit.classroom.feedback_page import Feedback, PlaceNote, RowNote
from scanner.scan import Scan
from templates.daydream.exercises import exercise_on
from templates.daydream.layout import Layout
from templates.daydream.load import load_daydream
from templates.wording import begun, say


def task_feedback(scan: Scan, title: str, group: str, photo: bytes, lang: str) -> Feedback:
    """Make the page of one task."""
    told = scan.game.tasks.marked_json(scan.board, scan.code, scan.doubtful, lang)
    layout = load_daydream(scan.sheet, paper=scan.code.paper, seed=scan.code.seed)
    wrong = {
        each["element"]: each for each in told["wrong"] if each["element"] not in told["unsure"]
    }
    hints = [f"{begun(each['message'])}." for each in wrong.values()]
    broke = [f"{begun(told['broke']['message'])}."] if told["broke"] else []
    unsure = [say("classroom.feedback.unsure", lang)] if told["unsure"] else []
    key = "all" if told["right"] == told["of"] else "some"
    return Feedback(
        title=title,
        about=f"{group} · {say('exercise.title', lang, task=told['task'])}",
        summary=say(f"classroom.feedback.task-{key}", lang, right=told["right"], n=told["of"]),
        points=f"{told['right']} / {told['of']}",
        page=layout.page,
        photo=photo,
        rows=list(_rows(scan, layout, wrong, told["unsure"])),
        places=[
            PlaceNote(layout.clouds[cloud].center, number, max(layout.clouds[cloud].size) / 2)
            for number, cloud in enumerate(wrong, start=1)
            if cloud in layout.clouds
        ],
        hints=hints,
        remarks=[*broke, *unsure],
        more=say("classroom.feedback.more", lang),
    )


def _rows(
    scan: Scan, layout: Layout, wrong: dict[str, Any], unsure: list[str]
) -> Iterator[RowNote]:
    """Note every row that was asked about."""
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
