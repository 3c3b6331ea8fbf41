"""A page that shows one pupil how the lessons have gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printkit.classroom.feedback_page import GREEN, GREY
from printkit.pen import Pen
from printkit.shapes import rounded
from printkit.textbox import TextRoom, write
from templates.page import Page

_SIDE, _TOP, _LINE = 16.0, 34.0, 11.0
_NAME, _FIGURE = 46.0, 34.0
_MOST = 20
"""Lessons on a page; of more, the last ones."""


@dataclass(frozen=True, slots=True)
class LessonBar:
    """One lesson: its name, what was reached in figures, and how long its bar is, 0 to 1."""

    name: str
    figure: str
    length: float | None


def draw_progress(
    pen: Pen, paper: Page, title: str, about: str, lessons: Sequence[LessonBar]
) -> None:
    """Draw a bar for each lesson."""
    pen.page(paper.width, paper.height)
    width = paper.width - 2 * _SIDE
    write(pen, title, TextRoom(_SIDE, 9, width * 0.66, 9), size=8, least=3, face="hand",
          middle=True, cut=True)  # fmt: skip
    write(pen, about, TextRoom(_SIDE, 19, width, 8), size=4.2, least=2.8, colour=GREY, cut=True)
    room = width - _NAME - _FIGURE
    for place, lesson in enumerate(lessons[-_MOST:]):
        y = _TOP + place * _LINE
        name = TextRoom(_SIDE, y, _NAME - 3, _LINE - 3)
        write(pen, lesson.name, name, size=4, least=2.2, middle=True, cut=True)
        x = _SIDE + _NAME
        pen.path(rounded(x, y + 1, room, _LINE - 5, 1.5), fill="#eef1f6")
        if lesson.length:
            pen.path(rounded(x, y + 1, max(3.0, room * lesson.length), _LINE - 5, 1.5), fill=GREEN)
        figure = TextRoom(x + room + 3, y, _FIGURE - 3, _LINE - 3)
        write(pen, lesson.figure, figure, size=4, least=2.2, middle=True, face="bold")
