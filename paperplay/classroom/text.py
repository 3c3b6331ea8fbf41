"""The gradebook as a teacher reads it on a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from paperplay.classroom.gradebook import Gradebook, Result
from paperplay.classroom.labels import Labels
from paperplay.classroom.overview import histogram
from paperplay.classroom.words import (
    answers_text,
    attendance,
    labels_of,
    middle_line,
    missed_lines,
    remarks,
    slip_lines,
    task_slips,
    title,
)
from scanner.doubt_words import doubt_texts
from templates.wording import say

_WIDEST = 30
"""Signs of the longest bar."""


def gradebook_text(book: Gradebook, lang: str, *, hide: bool = False) -> str:
    """Tell who has what, what is wrong, and how the class has done."""
    labels = labels_of(book, lang, hide=hide)
    blocks = [
        [title(book, lang), *attendance(book, labels, lang)],
        list(_lines(book, labels, lang)),
        [f"  {line}" for result in book.handed_in for line in details(result, labels, lang)],
        list(_picture(book, lang)),
        list(remarks(book, labels, lang)),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _lines(book: Gradebook, labels: Labels, lang: str) -> Iterator[str]:
    widest = max(len(labels.of(result.pupil)) for result in book.results)
    for result in book.results:
        number = "" if labels.hide else f"{result.pupil.number:>3}. "
        line = f"  {number}{labels.of(result.pupil):<{widest}}  "
        status = say(f"classroom.status.{result.status}", lang)
        if not result.is_in:
            yield line + status
            continue
        told = [answers_text(result, lang)] if result.tasks else []
        if result.points is not None:
            rows = say("classroom.book.rows", lang, **{"right": 0, "wrong": 0, **result.rows})
            told.insert(0, f"{result.points:>3}  {rows}" if result.rows else f"{result.points:>3}")
        yield line + "  ".join(told if result.status == "in" else [*told, f"({status})"])


def details(result: Result, labels: Labels, lang: str) -> Iterator[str]:
    """Tell what is wrong with a pupil's sheets and what to look at; nothing if all is well."""
    for one in result.counted:
        scan = one.best
        wrong = task_slips(scan, lang) if scan.has_task else slip_lines(result, lang)
        if wrong or scan.doubts:
            yield f"{labels.of(result.pupil)} ({labels.photo(scan)})"
            yield from (f"  {line}" for line in wrong)
        if scan.doubts:
            yield "  " + say("scan.result.review", lang)
            yield from (f"    {doubt}" for doubt in doubt_texts(scan, lang))


def _picture(book: Gradebook, lang: str) -> Iterator[str]:
    if not book.points:
        return
    yield say("classroom.book.spread", lang)
    bars = histogram(book.points)
    most, widest = max(bar.pupils for bar in bars), max(len(bar.range) for bar in bars)
    for bar in bars:
        length = round(bar.pupils * min(1, _WIDEST / most))
        yield f"  {bar.range:>{widest}}  {'█' * length} {bar.pupils or ''}".rstrip()
    yield "  " + middle_line(book, lang)
    missed = missed_lines(book, lang)
    if missed:
        yield say("classroom.book.missed", lang)
        yield from (f"  {line}" for line in missed)
