"""What a class has for longer than a lesson: a scale, levels by pupil, lessons that are kept."""

from __future__ import annotations

from dataclasses import replace

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from paperplay.classroom import export
from paperplay.classroom.alone import changing, in_hand
from paperplay.classroom.gradebook import gradebook_of
from paperplay.classroom.lesson import Lesson, keep_whole, kept_lesson, known_lessons
from paperplay.classroom.progress import progress_of
from paperplay.classroom.scale import Scale
from paperplay.classroom.store import keep_class
from paperplay.web.pages.class_now import group_of, lesson_name, now_of, path_of
from paperplay.web.pages.class_page import sent
from paperplay.web.server.rendering import go_to, lang_of, render
from paperplay.web.server.security import Access
from paperplay.web.server.visitors import field_of, open_to
from rules.daydream.puzzles.solver import LEVELS


@open_to(Access.HOST)
def set_scale(request: Request) -> Response:
    """Take the scale by which marks are given; an empty one takes it back."""
    scale = field_of(request, "scale").strip()
    if scale:
        Scale.of(scale)
    with changing():
        group = group_of(request.path_params["name"])
        keep_class(replace(group, scale=scale))
    return go_to(path_of(group.name))


@open_to(Access.HOST)
def set_levels(request: Request) -> Response:
    """Take how hard puzzles are for each pupil."""
    with changing():
        group = group_of(request.path_params["name"])
        told = {one.number: field_of(request, f"level-{one.number}") for one in group.pupils}
        pupils = tuple(
            replace(one, level=int(told[one.number]) if told[one.number] in _LEVELS else None)
            for one in group.pupils
        )
        keep_class(replace(group, pupils=pupils))
    return go_to(path_of(group.name))


@open_to(Access.HOST)
def keep_lesson(request: Request) -> Response:
    """Keep the present lesson as it is now, until the class is forgotten."""
    now = now_of(request, flat=True)
    if now.lesson is None:
        raise HTTPException(404)
    name = lesson_name(now.lesson)
    scans = tuple(scan for scan in now.scans if scan.is_read)
    begun = name.partition(" ")[0]
    with in_hand(now.group.name):
        keep_whole(Lesson(now.group.name, name, begun, now.book.dice, now.said, scans))
    return go_to(f"{path_of(now.group.name)}/progress")


@open_to(Access.HOST)
def progress_page(request: Request) -> Response:
    """Show what everybody has reached in the lessons that are kept."""
    group = group_of(request.path_params["name"])
    return render(request, "class_progress.html", group=group, path_=path_of(group.name),
                  past=progress_of(group))  # fmt: skip


@open_to(Access.HOST)
def kept_book(request: Request) -> Response:
    """Give the gradebook of a lesson that is kept."""
    group, word = group_of(request.path_params["name"]), request.path_params["lesson"]
    if word.casefold() not in known_lessons(group.name):
        raise HTTPException(404)
    lesson = kept_lesson(group.name, word)
    assert lesson is not None, "It is known."
    book = gradebook_of(lesson.scans, group, lesson.dice, lesson.corrections)
    data = export.gradebook_html(replace(book, scale=Scale.for_class(group)), lang_of(request))
    return sent(data, f"{group.name} {lesson.name}.html")


_LEVELS = set(map(str, LEVELS))
ROUTES = [
    Route("/class/{name}/scale", set_scale, methods=["POST"]),
    Route("/class/{name}/levels", set_levels, methods=["POST"]),
    Route("/class/{name}/keep", keep_lesson, methods=["POST"]),
    Route("/class/{name}/progress", progress_page),
    Route("/class/{name}/lessons/{lesson}", kept_book),
]
