"""A gradebook as tables of plain values, in the form of an evening's."""

from __future__ import annotations

from collections.abc import Iterator

from paperplay.classroom.gradebook import Gradebook, Result
from paperplay.classroom.labels import Labels
from paperplay.classroom.overview import histogram, missed_rules
from paperplay.classroom.progress import PastLesson
from paperplay.classroom.words import dice_lines, task_lines, whose_text
from paperplay.results.duplicates import Kept
from paperplay.results.scan_text import reason_text
from paperplay.results.tables import Table, TableCell, doubt_cells, row_lines
from scanner.doubt_words import doubt_texts
from templates.telling import problem_texts
from templates.wording import say

_TOPIC = "classroom"


def results_table(book: Gradebook, labels: Labels, lang: str, *, details: bool = True) -> Table:
    """Give a line for each pupil, with or without what is wrong on the sheet."""
    columns = (
        *_who(labels),
        *(("grade",) if book.scale else ()),
        *("status", "points", "marked", "written", "right", "wrong", "unfinished", "photo"),
        *(("task-right", "task-of") if book.has_tasks else ()),
        *(("dice",) if details and book.dice is not None else ()),
        *(("problems", "doubts") if details else ()),
    )
    lines = [
        (*_named(result, labels), *_result(result, book, labels, lang))[: len(columns)]
        for result in book.results
    ]
    return Table("results", columns, tuple(lines), _TOPIC)


def rows_table(book: Gradebook, labels: Labels, lang: str) -> Table:
    """Give a line for every row of every pupil."""
    columns = (*_who(labels), "row", "numbers", "mark", "should-be", "verdict")
    lines = [
        (*_named(result, labels), *line)
        for result in book.played
        if result.scan
        for line in row_lines(result.scan, lang)
    ]
    return Table("rows", columns, tuple(lines), _TOPIC)


def review_table(book: Gradebook, labels: Labels, lang: str) -> Table:
    """Give a line for everything that a person should look at, with its picture."""
    columns = (*_who(labels), "element", "guess", "other", "why", "photo", "picture")
    lines: list[tuple[TableCell, ...]] = []
    for result in book.handed_in:
        for sheet in (*result.sheets, *result.tasks, *result.again):
            lines += [(*_named(result, labels), *one) for one in _doubts(sheet, labels, lang)]
    nobody: tuple[TableCell, ...] = (None,) * len(_who(labels))
    for sheet in book.unknown:
        # Somebody has written a name there, perhaps; it helps to know whose sheet it is.
        name = None if labels.hide else sheet.best.pictures.get("name")
        why = whose_text(sheet, book, labels, lang)
        lines.append((*nobody, None, None, None, why, labels.photo(sheet.best), name))
    for scan in book.unread:
        why = reason_text(scan, lang)
        lines.append((*nobody, None, None, None, why, labels.photo(scan), None))
    return Table("review", columns, tuple(lines), _TOPIC)


def points_table(book: Gradebook) -> Table:
    """Give how many pupils have how many points."""
    lines = [(bar.range, bar.pupils) for bar in histogram(book.points)]
    return Table("points", ("range", "pupils"), tuple(lines), _TOPIC)


def progress_table(book: Gradebook, labels: Labels) -> Table:
    """Give a line for each pupil and a column for each lesson that is kept."""
    lines = [
        (*_named(result, labels), *(_reached(lesson, result) for lesson in book.past))
        for result in book.results
    ]
    heads = tuple(lesson.name for lesson in book.past)
    return Table("progress", _who(labels), tuple(lines), _TOPIC, heads)


def _reached(lesson: PastLesson, result: Result) -> TableCell:
    """Give points as a number; what has tasks in it as words."""
    found = lesson.reached.get(result.pupil.number)
    if found is None:
        return None
    return found.points if found.right is None else found.text


def missed_table(book: Gradebook, lang: str) -> Table:
    """Give the rules that were missed."""
    lines = [
        (say(f"classroom.rule.{one.rule}", lang), one.pupils, one.times)
        for one in missed_rules(book)
    ]
    return Table("missed", ("rule", "pupils", "times"), tuple(lines), _TOPIC)


def _who(labels: Labels) -> tuple[str, ...]:
    return ("number",) if labels.hide else ("number", "name")


def _named(result: Result, labels: Labels) -> tuple[TableCell, ...]:
    number = result.pupil.number
    return (number,) if labels.hide else (number, result.pupil.name)


def _result(result: Result, book: Gradebook, labels: Labels, lang: str) -> tuple[TableCell, ...]:
    status = say(f"classroom.status.{result.status}", lang)
    game: tuple[TableCell, ...] = (None,) * 6
    problems = task_lines(result, lang)
    if result.scan is not None:
        score, rows, code = result.scan.own_score, result.rows, result.scan.code
        counts = (rows[each] for each in ("right", "wrong", "unfinished"))
        game = (result.points, score.parts.total, score.written, *counts)
        problems = [*problem_texts(result.problems, code.sheet, code.seed, lang), *problems]
    scans = [one.best for one in result.counted]
    doubts = [told for scan in scans for told in doubt_texts(scan, lang)]
    return (
        *((book.mark_of(result),) if book.scale else ()),
        status,
        *game,
        ", ".join(map(labels.photo, scans)) or None,
        *((result.answers or (None, None)) if book.has_tasks else ()),
        *(() if book.dice is None else (_dice_cell(result, lang),)),
        "\n".join(problems),
        "\n".join(doubts),
    )


def _dice_cell(result: Result, lang: str) -> str | None:
    if result.dice is None or result.scan is None:
        return None
    fine = "fine" if result.dice.possible else "asked"
    return "\n".join(dice_lines(result, lang)) or say(f"classroom.dice.{fine}", lang)


def _doubts(sheet: Kept, labels: Labels, lang: str) -> Iterator[tuple[TableCell, ...]]:
    scan = sheet.best
    for doubt in scan.doubts:
        picture = scan.pictures.get(doubt.element)
        yield (*doubt_cells(doubt, scan, lang), labels.photo(scan), picture)
