"""How a class has done from lesson to lesson, as far as its lessons are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from paperplay.classroom.gradebook import Gradebook, Result, gradebook_of
from paperplay.classroom.lesson import lessons_of
from paperplay.classroom.store import Group


@dataclass(frozen=True, slots=True)
class Reached:
    """What a pupil has reached in a lesson."""

    status: str
    points: int | None = None
    right: int | None = None
    """Of the answers to tasks."""
    of: int | None = None

    @property
    def text(self) -> str:
        """In figures: points, and answers as ``9/12``."""
        answers = [] if self.right is None else [f"{self.right}/{self.of}"]
        return " · ".join([*([] if self.points is None else [str(self.points)]), *answers])

    @property
    def share(self) -> float | None:
        """How many answers are right, from 0 to 1; None without a task."""
        return self.right / self.of if self.right is not None and self.of else None


@dataclass(frozen=True, slots=True)
class PastLesson:
    """A lesson by the numbers of pupils."""

    name: str
    reached: Mapping[int, Reached]


def progress_of(group: Group) -> tuple[PastLesson, ...]:
    """Give every lesson that is kept, the oldest first; doubts are counted as they were read."""
    lessons = lessons_of(group.name)
    books = [gradebook_of(one.scans, group, None, one.corrections) for one in lessons]
    return tuple(
        PastLesson(lesson.name, _reached(book)) for lesson, book in zip(lessons, books, strict=True)
    )


def _reached(book: Gradebook) -> dict[int, Reached]:
    return {result.pupil.number: reached_in(result) for result in book.results}


def reached_in(result: Result) -> Reached:
    """Give what a pupil has reached."""
    return Reached(result.status, result.points, *(result.answers or (None, None)))
