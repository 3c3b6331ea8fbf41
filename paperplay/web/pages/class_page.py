"""A class for the host alone: who is missing, what is to be decided, the gradebook, live.

The class is the one that ``paperplay class`` keeps; a lesson is the present evening, and its
photos come in as all others do. Doubtful digits are settled in the table's queue.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paperplay.classroom import export, feedback, platforms
from paperplay.classroom.alone import changing, in_hand
from paperplay.classroom.corrections import NOBODY, Corrections
from paperplay.classroom.dice_question import NOT_ROLLED
from paperplay.classroom.gradebook import Gradebook
from paperplay.classroom.lesson import known_lessons
from paperplay.classroom.lists import ClassList, class_list
from paperplay.classroom.printing import listed_group, odd_lines
from paperplay.classroom.progress import progress_of
from paperplay.classroom.questions import Question, all_sheets, chosen, questions_of
from paperplay.classroom.store import Group, class_name, forget_class, keep_class, known_classes
from paperplay.classroom.words import attendance, labels_of, remarks, several_text, whose_text
from paperplay.web.pages.class_now import (
    Now,
    drop_said,
    group_of,
    key_of,
    lesson_name,
    now_of,
    path_of,
)
from paperplay.web.printing.class_par import ParSearch
from paperplay.web.printing.class_print import ON_SHEETS, PRINTED, printed_for, worksheets
from paperplay.web.server.rendering import go_to, lang_of, render
from paperplay.web.server.security import Access
from paperplay.web.server.state import Link, State
from paperplay.web.server.visitors import field_of, form_of, open_to, state_of
from paperplay.web.store import evenings
from rules.errors import HostError
from rules.puzzles.sheet import ALL_KINDS
from scanner.doubt_words import doubt_text
from templates.page import PAPERS
from templates.telling import value_text
from templates.wording import sentence

LINKS = [Link("/class", "web_class.link", Access.HOST)]
_WRITERS = {
    "csv": ("csv", export.gradebook_csv),
    "xlsx": ("xlsx", export.gradebook_xlsx),
    "html": ("html", export.gradebook_html),
    "moodle": ("csv", platforms.gradebook_moodle),
    "canvas": ("csv", platforms.gradebook_canvas),
    "feedback": ("pdf", feedback.feedback_pdf),
}
"""What can be taken along, and how such files end."""
_PAR, _ODD = "class-par", "class-odd"


def begin(state: State) -> Callable[[], None]:
    """Search for par while the server runs."""
    search = state.parts[_PAR] = ParSearch()
    return search.end


@open_to(Access.HOST)
def classes_page(request: Request) -> Response:
    """Show the classes that are kept, and take another list."""
    return _classes(request)


@open_to(Access.HOST)
def take_list(request: Request) -> Response:
    """Keep the class of a list; who is known keeps the number."""
    file = form_of(request).get("list")
    if not isinstance(file, UploadFile) or not file.filename:
        return go_to("/class")
    try:
        shown = file.filename.replace("\\", "/").rpartition("/")[2]
        name = class_name(shown)
        with TemporaryDirectory(dir=state_of(request).store.folder, prefix=".list-") as place:
            path = Path(place) / f"list{Path(shown).suffix.lower()}"
            path.write_bytes(file.file.read())
            listed = class_list(path)
        with changing():
            group = listed_group(name, listed)
            keep_class(group)
    except HostError as error:
        return _classes(request, error)
    _odd(request)[name] = (listed, shown)
    return go_to(path_of(name))


@open_to(Access.HOST)
def class_page(request: Request) -> Response:
    """Show how the lesson goes."""
    now, lang = now_of(request), lang_of(request)
    book, search = now.book, _par_search(request)
    search.begin(now.group)
    labels = labels_of(book, lang, hide=False)
    asked = [_facts(each, book, lang) for each in _decisions(book)]
    told = {each["told"] for each in asked}
    printed_dice = [key.split(" ", 2)[2] for key in now.group.pars]
    return render(
        request,
        "class.html",
        group=now.group,
        path_=path_of(now.group.name),
        version=_version(request, now.group.name),
        results=book.results,
        marks={result.pupil.number: book.mark_of(result) for result in book.results},
        searching=search.is_under_way(now.group),
        sheets=[(one.best.key, labels.photo(one.best)) for one in all_sheets(book)],
        lessons=known_lessons(now.group.name),
        kept_as=lesson_name(now.lesson) if now.lesson else "",
        attendance=attendance(book, labels, lang)[: None if book.handed_in else 1],
        asked=asked,
        doubts=sum(1 for each in questions_of(book) if _is_for_queue(each)),
        remarks=[line for line in remarks(book, labels, lang) if line not in told],
        odd=_told_odd(request, now.group),
        has_tasks=book.has_tasks,
        files=list(_WRITERS) if book.handed_in else [],
        printed=PRINTED,
        squares=ALL_KINDS,
        on_sheets=ON_SHEETS,
        made=worksheets(lang),
        papers=tuple(PAPERS),
        dice=book.dice or (printed_dice or [now.group.name])[0],
    )


@open_to(Access.HOST)
def class_version(request: Request) -> Response:
    """Say whether something has changed."""
    return JSONResponse({"version": _version(request, request.path_params["name"])})


@open_to(Access.HOST)
def decide(request: Request) -> Response:
    """Take what the teacher says about a sheet or a pupil."""
    now, store = now_of(request), state_of(request).store
    if now.lesson is None:
        raise HTTPException(404)
    said, pupil = now.said, field_of(request, "pupil")
    number = int(pupil) if pupil.isdecimal() and int(pupil) in now.group.by_number() else NOBODY
    if field_of(request, "do") in ("excuse", "unexcuse") and number:
        said = said.excuse(number, on=field_of(request, "do") == "excuse")
    elif field_of(request, "do") == "move":
        key = field_of(request, "sheet")
        for one in all_sheets(now.book):
            said = said.move(one, number) if str(one.best.key) == key else said
    else:
        said = _answered(request, now, number)
    store.remember(key_of(now.group.name, now.lesson), json.dumps(said.as_json()))
    return go_to(path_of(now.group.name))


@open_to(Access.HOST)
def class_file(request: Request) -> Response:
    """Give the gradebook, or everybody's feedback."""
    kind = request.path_params["kind"]
    if kind not in _WRITERS:
        raise HTTPException(404)
    ending, write = _WRITERS[kind]
    now = now_of(request, flat=kind == "feedback")
    book, name = now.book, now.group.name
    if kind in ("xlsx", "feedback") and known_lessons(name):
        book = replace(book, past=progress_of(now.group))
    word = request.query_params.get("pupil", "")
    pupil = next((one for one in now.group.pupils if str(one.number) == word), None)
    if kind == "feedback" and pupil is not None:
        data = feedback.feedback_pdf(book, lang_of(request), only=pupil)
        return sent(data, f"{name}-{pupil.number:03}.pdf")
    data = write(book, lang_of(request))
    return sent(data, f"{name}-{kind}.{ending}" if kind != ending else f"{name}.{ending}")


@open_to(Access.HOST)
def class_pages(request: Request) -> Response:
    """Print for every pupil: a game with the class's dice, puzzles, or a sheet of one's own."""
    form = {name: field_of(request, name) for name in form_of(request)}
    with changing():
        group = group_of(request.path_params["name"])
        group, pdf = printed_for(group, form, lang_of(request))
        keep_class(group)
    _par_search(request).begin(group)
    what = form.get("what", "").rpartition("/")[2]
    return sent(pdf, f"{group.name}-{what}.pdf")


@open_to(Access.HOST)
def class_forget(request: Request) -> Response:
    """Delete everything that is kept about a class."""
    if field_of(request, "sure") != "yes":
        raise HTTPException(404)
    name = group_of(request.path_params["name"]).name
    with changing(), in_hand(name):
        forget_class(name)
    _odd(request).pop(name, None)
    drop_said(state_of(request).store, name)
    return go_to("/class")


# ------------------------------------------------------------------ inside


def _par_search(request: Request) -> ParSearch:
    search: ParSearch = state_of(request).parts[_PAR]
    return search


def _odd(request: Request) -> dict[str, tuple[ClassList, str]]:
    """Give the lists that were taken since the server runs, and their files' names."""
    lists: dict[str, tuple[ClassList, str]] = state_of(request).parts.setdefault(_ODD, {})
    return lists


def _told_odd(request: Request, group: Group) -> list[str]:
    """Say what was odd about a class's list, as long as it is that list's."""
    listed, file = _odd(request).get(group.name, (None, ""))
    if listed is None or not set(listed.names) <= {pupil.name for pupil in group.pupils}:
        return []
    return list(odd_lines(listed, group, file, lang_of(request), hide=False))


def _classes(request: Request, error: HostError | None = None) -> Response:
    return render(
        request,
        "classes.html",
        status=422 if error else 200,
        wrong=sentence(error, lang_of(request)) if error else None,
        classes=[(name, path_of(name)) for name in known_classes()],
    )


def _version(request: Request, name: str) -> str:
    store = state_of(request).store
    lesson, group = evenings.current(store), group_of(name)
    state: list[object] = [group, known_lessons(name), _par_search(request).is_under_way(group)]
    if lesson is not None:
        sheets = store.one(
            "SELECT count(*), sum(id), max(changed), sum(length(now)) FROM sheets"
            " WHERE evening = ? AND deleted IS NULL",
            lesson.id,
        )
        state += [*(sheets or ()), store.setting(key_of(name, lesson)), lesson.id]
    return hashlib.sha256(repr(state).encode()).hexdigest()[:16]


def _is_for_queue(question: Question) -> bool:
    return question.doubt is not None and question.doubt.why != NOT_ROLLED


def _decisions(book: Gradebook) -> list[Question]:
    """Give what is not asked in the table's queue."""
    return [each for each in questions_of(book) if not _is_for_queue(each)]


def _facts(question: Question, book: Gradebook, lang: str) -> dict[str, Any]:
    """Say what is asked, and what may be answered."""
    labels = labels_of(book, lang, hide=False)
    facts: dict[str, Any] = {"id": question.id, "kind": question.kind, "answers": [],
                             "sheets": [one.best.key for one in question.sheets]}  # fmt: skip
    if question.doubt is not None and question.pupil is not None:
        doubt = question.doubt
        told = f"{question.pupil.name}: {doubt_text(doubt, question.scan, lang)}"
        facts["answers"] = [(str(n), value_text(n, lang)) for n in doubt.likely]
    elif question.pupil is not None:
        told = several_text(question.pupil, question.sheets, labels, lang)
        facts["answers"] = [
            (str(place), f"{place}. {labels.photo(one.best)}")
            for place, one in enumerate(question.sheets, 1)
        ]
    else:
        told = whose_text(question.sheets[0], book, labels, lang)
    return facts | {"told": told}


def _answered(request: Request, now: Now, number: int) -> Corrections:
    """Take the answer to a question; one that is not asked any more changes nothing."""
    asked = {each.id: each for each in _decisions(now.book)}
    question = asked.get(field_of(request, "question"))
    answer = field_of(request, "answer")
    if question is None:
        return now.said
    if question.kind == "whose":
        return now.said.move(question.sheets[0], number)
    if not answer.isdecimal():
        raise HTTPException(404)
    if question.kind == "which":
        return chosen(now.said, question, int(answer))
    assert question.doubt is not None, "There are three kinds of questions."
    if int(answer) not in question.doubt.likely:
        raise HTTPException(404)
    return now.said.settle(question.sheets[0], question.doubt.element, int(answer))


def sent(data: bytes, name: str) -> Response:
    """Give a file to be saved."""
    kinds = {"pdf": "application/pdf", "csv": "text/csv", "html": "text/html; charset=utf-8"}
    kind = kinds.get(name.rpartition(".")[2], "application/octet-stream")
    shown = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    return Response(data, media_type=kind, headers={"Content-Disposition": shown})


ROUTES = [
    Route("/class", classes_page),
    Route("/class", take_list, methods=["POST"]),
    Route("/class/{name}", class_page),
    Route("/class/{name}/version", class_version),
    Route("/class/{name}/decide", decide, methods=["POST"]),
    Route("/class/{name}/print", class_pages, methods=["POST"]),
    Route("/class/{name}/forget", class_forget, methods=["POST"]),
    Route("/class/{name}/book/{kind}", class_file),
]
