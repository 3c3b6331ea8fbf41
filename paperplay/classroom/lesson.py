"""A lesson that is kept: what was read, and what its teacher said about it.

Kept only if the teacher asks for it, in the class's own folder, so that it is forgotten with it.
Photos are known by their content, so that nothing is read twice. What was read is never changed:
answers lie beside it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from paperplay.classroom.alone import changing, in_hand
from paperplay.classroom.corrections import Corrections
from paperplay.classroom.store import (
    LESSONS,
    Group,
    class_folder,
    class_name,
    keep_class,
    kept_class,
)
from paperplay.reading.job import note_of, noted
from paperplay.reading.photo_files import Photo
from paperplay.reading.resume import checked_line, summed_line
from paperplay.remembered import checksum
from rules.errors import HostError
from rules.values import nearest
from scanner.scan import Scan
from templates.telling import printable

FORMAT = 1
_ABOUT, _READ = "lesson.json", "read.jsonl"


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson of a class."""

    group: str
    name: str
    begun: str
    """The day of its first photo, such as 2026-11-18."""
    dice: str | None = None
    corrections: Corrections = Corrections()
    scans: tuple[Scan, ...] = ()
    """Everything that was read, each with its number as key."""
    photos: frozenset[str] = frozenset()
    """The content of the photos, as digests."""

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return lessons_folder(self.group) / self.name.casefold()


def lessons_folder(group: str) -> Path:
    """Say where the lessons of a class are kept."""
    return class_folder(group) / LESSONS


def known_lessons(group: str) -> list[str]:
    """Name the lessons that are kept."""
    try:
        folders = [path for path in lessons_folder(group).iterdir() if path.is_dir()]
    except OSError:
        return []
    return sorted(path.name for path in folders if not path.name.startswith("."))


def lessons_of(group: str) -> list[Lesson]:
    """Load every lesson of a class, the oldest first."""
    found = [lesson for name in known_lessons(group) if (lesson := kept_lesson(group, name))]
    return sorted(found, key=lambda lesson: (lesson.begun, lesson.name))


def last_lesson(group: str, name: str | None = None) -> Lesson:
    """Load a lesson, by default the last one; ``lesson-unknown`` if there is none."""
    known = known_lessons(group)
    if name is None and known:
        return lessons_of(group)[-1]
    found = kept_lesson(group, name) if name is not None else None
    if found is None:
        facts = {"known": known or ["–"], "did_you_mean": nearest((name or "").casefold(), known)}
        raise HostError("lesson-unknown", name=name or "–", group=group, **facts)
    return found


def new_lesson(group: str, name: str | None = None, day: date | None = None) -> Lesson:
    """Take up a lesson that is kept, or begin one; without a name it is called like the day."""
    today = (day or date.today()).isoformat()
    called = class_name(name) if name is not None else today
    return kept_lesson(group, called) or Lesson(group, called, today)


@contextmanager
def taken_up(group: Group, name: str | None, dice: str | None) -> Iterator[Lesson]:
    """Take up or begin a lesson of a class, which is kept from now on, and have it in hand.

    Raises:
        HostError: ``class-other`` if another class is kept under its name, ``class-in-use``.
    """
    with changing():
        kept = kept_class(group.name)
        if kept is None:
            keep_class(group)
        elif kept.mark != group.mark:
            raise HostError("class-other", name=group.name)
    with in_hand(group.name):
        lesson = new_lesson(group.name, name)
        yield replace(lesson, dice=dice or lesson.dice)


def kept_lesson(group: str, name: str) -> Lesson | None:
    """Load a lesson; None if it is not kept, ``lesson-spoilt`` if it cannot be trusted."""
    lesson = Lesson(group, class_name(name), "")
    try:
        data = json.loads((lesson.folder / _ABOUT).read_text(encoding="utf-8"))
        if data.pop("sum") != checksum(data) or data["format"] != FORMAT:
            raise ValueError(name)
        lines = (lesson.folder / _READ).read_bytes().splitlines(keepends=True)
        notes = [checked_line(line) for line in lines]
        sheets = [noted(each) for note in notes for each in note["sheets"]]
        if len(sheets) < data["sheets"]:  # more, if a call was stopped before it said so
            raise ValueError(name)
        return replace(
            lesson,
            name=str(data["name"]),
            begun=str(data["begun"]),
            dice=data["dice"],
            corrections=Corrections.from_json(data["corrections"]),
            scans=tuple(replace(scan, key=key) for key, scan in enumerate(sheets, start=1)),
            photos=frozenset(str(note["photo"]) for note in notes),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, HostError):
        if not lesson.folder.is_dir():
            return None
        shown = printable(str(lesson.folder))
        raise HostError("lesson-spoilt", name=name, folder=shown) from None


def digest_of(photo: Photo) -> str:
    """Give what tells the content of a photo from every other; empty if it cannot be read."""
    try:
        return hashlib.sha256(photo.path.read_bytes()).hexdigest()
    except OSError:
        return ""


def with_photos(lesson: Lesson, read: Sequence[Scan], photos: Iterable[Photo]) -> Lesson:
    """Add what was read of some photos, and keep it; a photo that failed is not kept."""
    digests = {photo.name: digest_of(photo) for photo in photos}
    by_photo: dict[str, list[Scan]] = {}
    for scan in read:
        if scan.is_read and not scan.is_check:
            by_photo.setdefault(scan.file, []).append(scan)
    lines = b"".join(
        summed_line({"photo": digests[name], "sheets": list(map(note_of, sheets))})
        for name, sheets in by_photo.items()
    )
    good = [scan for sheets in by_photo.values() for scan in sheets]
    first = len(lesson.scans) + 1
    new = tuple(replace(scan, key=key) for key, scan in enumerate(good, start=first))
    added = replace(
        lesson,
        scans=(*lesson.scans, *new),
        photos=lesson.photos | {digests[name] for name in by_photo},
    )
    try:
        if not lesson.folder.is_dir():
            lesson.folder.mkdir(parents=True, mode=0o700)
            _write(lesson.folder / _READ, b"")
        _write(lesson.folder / _READ, (lesson.folder / _READ).read_bytes() + lines)
    except OSError:
        raise HostError("class-not-kept", folder=printable(str(lesson.folder))) from None
    keep_answers(added)
    return added


def keep_whole(lesson: Lesson) -> Lesson:
    """Keep a lesson with all that was read, in place of what was kept of it before."""
    places = {scan.key: place for place, scan in enumerate(lesson.scans, start=1)}
    lesson = replace(
        lesson,
        corrections=lesson.corrections.renumbered(places),
        scans=tuple(replace(scan, key=places[scan.key]) for scan in lesson.scans),
    )
    lines = [
        summed_line({"photo": f"page {scan.key}", "sheets": [note_of(scan)]})
        for scan in lesson.scans
    ]
    fresh = lesson.folder.with_name(f".{lesson.folder.name}")
    try:
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True, mode=0o700)
        _write(fresh / _READ, b"".join(lines))
        _write(fresh / _ABOUT, _about(lesson))
        shutil.rmtree(lesson.folder, ignore_errors=True)
        fresh.rename(lesson.folder)
    except OSError:
        raise HostError("class-not-kept", folder=printable(str(lesson.folder))) from None
    return lesson


def keep_answers(lesson: Lesson) -> None:
    """Keep what was said about a lesson; ``class-not-kept`` if that fails."""
    try:
        _write(lesson.folder / _ABOUT, _about(lesson))
    except OSError:
        raise HostError("class-not-kept", folder=printable(str(lesson.folder))) from None


def _about(lesson: Lesson) -> bytes:
    data: Mapping[str, Any] = {
        "format": FORMAT,
        "name": lesson.name,
        "begun": lesson.begun,
        "dice": lesson.dice,
        "sheets": len(lesson.scans),
        "corrections": lesson.corrections.as_json(),
    }
    return json.dumps({**data, "sum": checksum(data)}, ensure_ascii=False, indent=1).encode()


def _write(path: Path, data: bytes) -> None:
    """Replace a file as a whole, for this user's eyes alone."""
    half_written = path.with_suffix(".new")
    handle = os.open(half_written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    half_written.replace(path)
