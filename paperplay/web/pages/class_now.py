"""A class in the present lesson: the evening's sheets, sorted, and what was said about them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request

from paperplay.classroom.corrections import Corrections
from paperplay.classroom.gradebook import Gradebook, gradebook_of
from paperplay.classroom.group import dice_of
from paperplay.classroom.scale import Scale
from paperplay.classroom.store import Group, class_name, kept_class
from paperplay.web.server.visitors import state_of
from paperplay.web.store import evenings
from paperplay.web.store.database import Store
from paperplay.web.store.evenings import EveningRow
from paperplay.web.store.sheets import sheets_of
from scanner.scan import Scan


@dataclass(frozen=True, slots=True)
class Now:
    """A class in the present lesson."""

    group: Group
    lesson: EveningRow | None
    said: Corrections
    book: Gradebook
    scans: tuple[Scan, ...] = ()
    """All that was read."""


def path_of(name: str) -> str:
    """Say where a class has its page."""
    return f"/class/{quote(name, safe='')}"


def group_of(name: str) -> Group:
    """Load a class; there is no page of one that is not kept."""
    group = kept_class(class_name(name))
    if group is None:
        raise HTTPException(404)
    return group


def now_of(request: Request, *, flat: bool = False) -> Now:
    """Sort the present evening's sheets; with their flattened pages, if they are to be shown."""
    store, group = state_of(request).store, group_of(request.path_params["name"])
    lesson = evenings.current(store)
    if lesson is None:
        return Now(group, None, Corrections(), gradebook_of((), group))
    kept = store.setting(key_of(group.name, lesson))
    said = Corrections.from_json(json.loads(kept)) if kept else Corrections()
    scans = tuple(_scans(store, lesson, flat=flat))
    book = gradebook_of(scans, group, dice_of(scans, group), said)
    return Now(group, lesson, said, replace(book, scale=Scale.for_class(group)), scans)


def _scans(store: Store, lesson: EveningRow, *, flat: bool) -> Iterator[Scan]:
    for row in sheets_of(store, lesson.id):
        scan, path = row.scan, store.pages / (row.flat or "")
        if not scan.is_check:
            yield replace(scan, flat=path.read_bytes()) if flat and path.is_file() else scan


def key_of(name: str, lesson: EveningRow) -> str:
    """Name what was said in a lesson; numbers of evenings come again when one is deleted."""
    return f"class {name.casefold()} {lesson.id} {lesson.started}"


def drop_said(store: Store, name: str) -> None:
    """Forget what was said in all lessons of a class."""
    begin = f"class {name.casefold()}"
    with store.change() as db:
        for (key,) in db.execute("SELECT name FROM settings").fetchall():
            if key.rsplit(" ", 2)[0] == begin:  # before the number and beginning of an evening
                db.execute("DELETE FROM settings WHERE name = ?", (key,))


def lesson_name(lesson: EveningRow) -> str:
    """Call a lesson that is kept by the moment it began, where the host is."""
    return datetime.fromisoformat(lesson.started).astimezone().strftime("%Y-%m-%d %H-%M")
