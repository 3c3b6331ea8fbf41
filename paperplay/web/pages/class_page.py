"""A class for the host alone: who is missing, what is to be decided, the gradebook, live.

The class is the one that ``paperplay class`` keeps; a lesson is the present evening, and its
photos come in as all others do. Doubtful digits are settled in the table's queue.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
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
from paperplay.classroom.corrections import NOBODY, Corrections
from paperplay.classroom.dice_question import NOT_ROLLED
from paperplay.classroom.gradebook import Gradebook, gradebook_of
from paperplay.classroom.group import dice_of
from paperplay.classroom.lists import class_list
from paperplay.classroom.printing import printed_group
from paperplay.classroom.questions import Question, chosen, questions_of
from paperplay.classroom.store import (
    Group,
    class_name,
    forget_class,
    keep_class,
    kept_class,
    known_classes,
)
from paperplay.classroom.words import attendance, labels_of, remarks, several_text, whose_text
from paperplay.web.printing.class_print import KINDS, PRINTED, printed_for
from paperplay.web.server.rendering import go_to, lang_of, render
from paperplay.web.server.security import Access
from paperplay.web.server.state import Link
from paperplay.web.server.visitors import field_of, form_of, open_to, state_of
from paperplay.web.store import evenings
from paperplay.web.store.database import Store
from paperplay.web.store.evenings import EveningRow
from paperplay.web.store.sheets import sheets_of
from rules.errors import HostError
from scanner.doubt_words import doubt_text
from scanner.scan import Scan
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


@dataclass(frozen=True, slots=True)
class Now:
    """A class in the present lesson."""

    group: Group
    lesson: EveningRow | None
    said: Corrections
    book: Gradebook


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
        keep_class(printed_group(name, listed, lang_of(request), hide=True))
    except HostError as error:
        return _classes(request, error)
    return go_to(_path(name))


@open_to(Access.HOST)
def class_page(request: Request) -> Response:
    """Show how the lesson goes."""
    now, lang = _now(request), lang_of(request)
    book = now.book
    labels = labels_of(book, lang, hide=False)
    printed_dice = [key.rpartition(" ")[2] for key in now.group.pars]
    return render(
        request,
        "class.html",
        group=now.group,
        path_=_path(now.group.name),
        version=_version(request, now.group.name),
        results=book.results,
        attendance=attendance(book, labels, lang),
        asked=[_facts(each, book, lang) for each in _decisions(book)],
        doubts=sum(1 for each in questions_of(book) if _is_for_queue(each)),
        remarks=list(remarks(book, labels, lang)),
        has_tasks=book.has_tasks,
        files=list(_WRITERS) if book.handed_in else [],
        printed=PRINTED,
        kinds=KINDS,
        dice=book.dice or (printed_dice or [now.group.name])[0],
    )


@open_to(Access.HOST)
def class_version(request: Request) -> Response:
    """Say whether something has changed."""
    return JSONResponse({"version": _version(request, request.path_params["name"])})


@open_to(Access.HOST)
def decide(request: Request) -> Response:
    """Take what the teacher says about a sheet or a pupil."""
    now, store = _now(request), state_of(request).store
    if now.lesson is None:
        raise HTTPException(404)
    said, pupil = now.said, field_of(request, "pupil")
    number = int(pupil) if pupil.isdecimal() and int(pupil) in now.group.by_number() else NOBODY
    if field_of(request, "do") in ("excuse", "unexcuse") and number:
        said = said.excuse(number, on=field_of(request, "do") == "excuse")
    else:
        said = _answered(request, now, number)
    store.remember(_key(now.group.name, now.lesson), json.dumps(said.as_json()))
    return go_to(_path(now.group.name))


@open_to(Access.HOST)
def class_file(request: Request) -> Response:
    """Give the gradebook, or everybody's feedback."""
    kind = request.path_params["kind"]
    if kind not in _WRITERS:
        raise HTTPException(404)
    ending, write = _WRITERS[kind]
    now = _now(request, flat=kind == "feedback")
    data = write(now.book, lang_of(request))
    return _sent(data, f"{now.group.name}-{kind}.{ending}" if kind != ending
                 else f"{now.group.name}.{ending}")  # fmt: skip


@open_to(Access.HOST)
def class_pages(request: Request) -> Response:
    """Print for every pupil: a game with the class's dice, or puzzles."""
    form = {name: field_of(request, name) for name in form_of(request)}
    group = _group(request.path_params["name"])
    group, pdf = printed_for(group, form, lang_of(request))
    keep_class(group)
    return _sent(pdf, f"{group.name}-{form.get('what', '')}.pdf")


@open_to(Access.HOST)
def class_forget(request: Request) -> Response:
    """Delete everything that is kept about a class."""
    if field_of(request, "sure") != "yes":
        raise HTTPException(404)
    forget_class(_group(request.path_params["name"]).name)
    return go_to("/class")


# ------------------------------------------------------------------ inside


def _classes(request: Request, error: HostError | None = None) -> Response:
    return render(
        request,
        "classes.html",
        status=422 if error else 200,
        wrong=sentence(error, lang_of(request)) if error else None,
        classes=[(name, _path(name)) for name in known_classes()],
    )


def _path(name: str) -> str:
    return f"/class/{quote(name, safe='')}"


def _group(name: str) -> Group:
    group = kept_class(class_name(name))
    if group is None:
        raise HTTPException(404)
    return group


def _now(request: Request, *, flat: bool = False) -> Now:
    """Sort the present evening's sheets; with their flattened pages, if they are to be shown."""
    store, group = state_of(request).store, _group(request.path_params["name"])
    lesson = evenings.current(store)
    if lesson is None:
        return Now(group, None, Corrections(), gradebook_of((), group))
    kept = store.setting(_key(group.name, lesson))
    said = Corrections.from_json(json.loads(kept)) if kept else Corrections()
    scans = list(_scans(store, lesson, flat=flat))
    return Now(group, lesson, said, gradebook_of(scans, group, dice_of(scans, group), said))


def _scans(store: Store, lesson: EveningRow, *, flat: bool) -> Iterator[Scan]:
    for row in sheets_of(store, lesson.id):
        scan, path = row.scan, store.pages / (row.flat or "")
        if not scan.is_check:
            yield replace(scan, flat=path.read_bytes()) if flat and path.is_file() else scan


def _key(name: str, lesson: EveningRow) -> str:
    """Name what was said in a lesson; numbers of evenings come again when one is deleted."""
    return f"class {name.casefold()} {lesson.id} {lesson.started}"


def _version(request: Request, name: str) -> str:
    store = state_of(request).store
    lesson, group = evenings.current(store), _group(name)
    state: list[object] = [group]
    if lesson is not None:
        sheets = store.one(
            "SELECT count(*), sum(id), max(changed), sum(length(now)) FROM sheets"
            " WHERE evening = ? AND deleted IS NULL",
            lesson.id,
        )
        state += [*(sheets or ()), store.setting(_key(name, lesson)), lesson.id]
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


def _sent(data: bytes, name: str) -> Response:
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
