"""What a teacher has to decide about a gradebook, one question after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from paperplay.classroom.corrections import NOBODY, Corrections
from paperplay.classroom.gradebook import Gradebook
from paperplay.classroom.store import Group, Pupil
from paperplay.classroom.words import different_sheets
from paperplay.results.duplicates import Kept
from rules.errors import HostError
from scanner.scan import Doubt, Scan
from templates.telling import element_text

_OF_A_GRID = re.compile("[A-Za-z][0-9]+")
"""What may be a place by the letters and numbers at the edges; some ids look the same."""


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to be decided."""

    kind: Literal["doubt", "which", "whose"]
    sheets: tuple[Kept, ...]
    """The sheet that it is about; of several that one pupil has handed in, all."""
    pupil: Pupil | None = None
    doubt: Doubt | None = None

    @property
    def scan(self) -> Scan:
        """The sheet to look at."""
        return self.sheets[0].best

    @property
    def id(self) -> str:
        """Tell it from every other question of a lesson."""
        keys = "-".join(str(one.best.key) for one in self.sheets)
        return ".".join([self.kind, keys, *([self.doubt.element] if self.doubt else [])])


def questions_of(book: Gradebook) -> Iterator[Question]:
    """Ask first which sheets count and whose they are, then what stands on those that count."""
    for result in book.results:
        if not result.excused:
            for several in different_sheets(result):
                yield Question("which", several, result.pupil)
    for one in book.unknown:
        yield Question("whose", (one,))
    for result in book.handed_in:
        for one in result.counted:
            for doubt in one.best.doubts:
                yield Question("doubt", (one,), result.pupil, doubt)


def chosen(said: Corrections, question: Question, place: int) -> Corrections:
    """Let one of several sheets count, from 1; the others are laid aside."""
    assert question.pupil is not None, "Somebody has handed them in."
    for number, one in enumerate(question.sheets, start=1):
        said = said.move(one, question.pupil.number if number == place else NOBODY)
    return said


def pupil_called(word: str, group: Group) -> Pupil:
    """Find a pupil by number or name, whole or its beginning.

    Raises:
        HostError: ``class-pupil`` if it is nobody, ``class-pupils`` if it may be several.
    """
    word = word.strip()
    if word.isdecimal():
        found = [pupil for pupil in group.pupils if pupil.number == int(word)]
    else:
        said = word.casefold()
        begun = [pupil for pupil in group.pupils if said and pupil.name.casefold().startswith(said)]
        found = [pupil for pupil in begun if pupil.name.casefold() == said] or begun
    facts = {"word": word[:60], "name": group.name}
    if not found:
        raise HostError("class-pupil", known=_told(group.pupils), **facts)
    if len(found) > 1:
        raise HostError("class-pupils", known=_told(found), **facts)
    return found[0]


def _told(pupils: Sequence[Pupil]) -> list[str]:
    return [f"{pupil.number} {pupil.name}" for pupil in pupils]


def place_called(word: str, scan: Scan, lang: str) -> str:
    """Find an element as people call it: ``cloud C3``, or ``C3`` alone, which is no id.

    Other words may be the id that a file or ``--json`` calls it by, such as ``points.3``.
    """
    told = _plain(word)
    for element in scan.values:
        name = element_text(element, scan.sheet, scan.code.drawn_by, lang, scan.board.names)
        if told in (_plain(name), _plain(name.partition(" ")[2])):
            return element
    if word in scan.values and not _OF_A_GRID.fullmatch(word):
        return word
    raise HostError("class-place", element=word[:40], photo=scan.file)


def _plain(word: str) -> str:
    return " ".join(word.casefold().replace("–", "-").split())


def all_sheets(book: Gradebook) -> list[Kept]:
    """Give every sheet of a lesson, whoever's it is."""
    kept = [one for r in book.results for one in (*r.sheets, *r.tasks, *r.again)]
    return [*kept, *book.unknown, *book.others, *book.aside]


def sheet_called(word: str, book: Gradebook) -> Kept:
    """Find a sheet by its photo, ``photo.jpg``, or ``photo.jpg:2:1`` for page and place."""
    kept = all_sheets(book)

    def names(one: Kept) -> Iterator[str]:
        for scan in (one.best, *one.others):
            yield scan.file
            yield f"{scan.file}:{scan.page}:{scan.index}"

    found = [one for one in kept if word in names(one)]
    if len(found) != 1:
        known = [f"{one.best.file}:{one.best.page}:{one.best.index}" for one in kept]
        raise HostError("class-photo", word=word[:60], known=known)
    return found[0]
