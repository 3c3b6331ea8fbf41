"""The gradebook for learning platforms, whose imports take it as it is: Moodle and Canvas.

They know pupils by numbers and addresses, which are carried through from the class list.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from paperplay.classroom.gradebook import Gradebook, Result
from paperplay.classroom.store import Pupil
from paperplay.classroom.words import labels_of, title
from paperplay.results.tables import harmless
from templates.wording import say

_CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_EXCUSED = "EX"
"""What Canvas reads as excused."""
Cell = str | int


def gradebook_moodle(book: Gradebook, lang: str, *, hide: bool = False) -> bytes:
    """Write what stands in the list, and beside it points and what is not right."""
    labels = labels_of(book, lang, hide=hide)
    carried = list(dict.fromkeys(
        head for pupil in book.group.pupils for head in _carried(pupil, hide=hide)
    ))  # fmt: skip
    item = title(book, lang)
    head: list[Cell] = [*carried, say("classroom.column.name", lang), *_items(book, item, lang)]
    lines: list[list[Cell]] = [head]
    for result in book.results:
        known = _carried(result.pupil, hide=hide)
        whose = [known.get(each, "") for each in carried]
        lines.append([*whose, labels.of(result.pupil), *_marks(result, book, "")])
    return _written(lines)


def gradebook_canvas(book: Gradebook, lang: str, *, hide: bool = False) -> bytes:
    """Write the five columns that Canvas asks for, then the assignments."""
    labels = labels_of(book, lang, hide=hide)
    item = title(book, lang)
    most: list[Cell] = ["    Points Possible", "", "", "", "", *_possible(book)]
    lines: list[list[Cell]] = [[*_CANVAS, *_items(book, item, lang)], most]
    for result in book.results:
        known = {_plain(head): cell for head, cell in _carried(result.pupil, hide=hide).items()}
        whose = [known.get(_plain(head), "") for head in _CANVAS[1:]]
        lines.append([labels.of(result.pupil), *whose, *_marks(result, book, _EXCUSED)])
    return _written(lines)


def left_out(book: Gradebook) -> list[Pupil]:
    """Name those whose points are not handed on, since a doubt is open."""
    return [result.pupil for result in book.results if result.is_open]


def lacks_ids(book: Gradebook) -> bool:
    """Say whether a platform cannot know everybody: somebody has neither number nor address."""
    return not all(pupil.carried for pupil in book.group.pupils)


def _carried(pupil: Pupil, *, hide: bool) -> dict[str, str]:
    """Give what the list says; an address tells a name."""
    return {head: cell for head, cell in pupil.carried.items() if not (hide and "@" in cell)}


def _items(book: Gradebook, item: str, lang: str) -> list[str]:
    """Name what is marked: the game, the tasks, or both."""
    tasks = f"{item} · {say('classroom.column.task-right', lang)}"
    return [*([item] if book.sheet else []), *([tasks] if book.has_tasks else [])]


def _possible(book: Gradebook) -> list[Cell]:
    par = book.par
    best = par.total if par and par.total is not None else max(book.points, default=0)
    answers = [result.answers[1] for result in book.results if result.answers]
    return [*([best] if book.sheet else []), *([max(answers)] if answers else [])]


def _marks(result: Result, book: Gradebook, excused: str) -> list[Cell]:
    """Give points and right answers; nothing for who is missing, or while a doubt is open."""
    points: Cell = "" if result.points is None else result.points
    right: Cell = result.answers[0] if result.answers else ""
    if result.excused:
        points = right = excused
    elif result.is_open:
        points = right = ""
    return [*([points] if book.sheet else []), *([right] if book.has_tasks else [])]


def _plain(head: str) -> str:
    return "".join(re.findall(r"\w", head.casefold()))


def _written(lines: Sequence[Sequence[Cell]]) -> bytes:
    out = io.StringIO(newline="")
    # Canvas knows a line by its beginning with spaces.
    rows = ([harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in lines)
    csv.writer(out).writerows(rows)
    return out.getvalue().encode("utf-8")
