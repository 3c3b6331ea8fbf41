"""A gradebook as tables of plain values, in the form of an evening's."""

from __future__ import annotations

from collections.abc import Iterator

from paperplay.classroom.gradebook import Gradebook, Result
from paperplay.classroom.labels import Labels
from paperplay.classroom.overview import histogram, missed_rules
from paperplay.classroom.words import dice_lines
from paperplay.evening.duplicates import Kept
from paperplay.evening.tables import Cell, Table, verdict
from paperplay.scan_text import doubt_text, element_text, value_text
from templates.wording import say

_TOPIC = "classroom"


def results_table(book: Gradebook, labels: Labels, lang: str, *, details: bool = True) -> Table:
    """Give a line for each pupil, with or without what is wrong on the sheet."""
    columns = (
        *_who(labels),
        *("status", "points", "marked", "written", "right", "wrong", "unfinished", "photo"),
        *(("dice",) if details and book.dice is not None else ()),
        *(("problems", "doubts") if details else ()),
    )
    lines = [
        (*_named(result, labels), *_result(result, labels, lang))[: len(columns)]
        for result in book.results
    ]
    return Table("results", columns, tuple(lines), _TOPIC)


def rows_table(book: Gradebook, labels: Labels, lang: str) -> Table:
    """Give a line for every row of every pupil."""
    columns = (*_who(labels), "row", "numbers", "mark", "should-be", "verdict")
    lines = [line for result in book.handed_in for line in _rows(result, labels, lang)]
    return Table("rows", columns, tuple(lines), _TOPIC)


def review_table(book: Gradebook, labels: Labels, lang: str) -> Table:
    """Give a line for everything that a person should look at, with its picture."""
    columns = (*_who(labels), "element", "guess", "other", "why", "photo", "picture")
    lines: list[tuple[Cell, ...]] = []
    for result in book.handed_in:
        for sheet in result.sheets:
            lines += [(*_named(result, labels), *one) for one in _doubts(sheet, labels, lang)]
    nobody: tuple[Cell, ...] = (None,) * len(_who(labels))
    for sheet in book.unknown:
        # Somebody has written a name there, perhaps; it helps to know whose sheet it is.
        name = None if labels.hide else sheet.best.pictures.get("name")
        photo, number = labels.photo(sheet.best.scan), sheet.best.scan["copy"]
        why = say(f"classroom.book.{book.why_unknown(sheet)}", lang, photo=photo, number=number)
        lines.append((*nobody, None, None, None, why, photo, name))
    for scan in book.unread:
        lines.append((*nobody, None, None, None, scan["reason"], labels.photo(scan), None))
    return Table("review", columns, tuple(lines), _TOPIC)


def points_table(book: Gradebook) -> Table:
    """Give how many pupils have how many points."""
    points = [result.points for result in book.handed_in if result.points is not None]
    lines = [(bar.range, bar.pupils) for bar in histogram(points)]
    return Table("points", ("range", "pupils"), tuple(lines), _TOPIC)


def missed_table(book: Gradebook, lang: str) -> Table:
    """Give the rules that were missed."""
    lines = [
        (say(f"classroom.rule.{one.rule}", lang), one.pupils, one.times)
        for one in missed_rules(book)
    ]
    return Table("missed", ("rule", "pupils", "times"), tuple(lines), _TOPIC)


def _who(labels: Labels) -> tuple[str, ...]:
    return ("number",) if labels.hide else ("number", "name")


def _named(result: Result, labels: Labels) -> tuple[Cell, ...]:
    number = result.pupil.number
    return (number,) if labels.hide else (number, result.pupil.name)


def _result(result: Result, labels: Labels, lang: str) -> tuple[Cell, ...]:
    status = say(f"classroom.status.{result.status}", lang)
    dice = 0 if result.dice is None else 1
    if result.scan is None:
        return (status, *(None,) * 10)
    score, rows = result.scan["score"], result.rows
    told = "\n".join(dice_lines(result, lang)) or say("classroom.dice.fine", lang)
    return (
        status,
        result.points,
        score["total"],
        score.get("written"),
        *(rows[each] for each in ("right", "wrong", "unfinished")),
        labels.photo(result.scan),
        *(told,) * dice,
        "\n".join(problem["message"] for problem in result.problems),
        "\n".join(doubt_text(item, lang) for item in result.scan["review"]),
    )


def _rows(result: Result, labels: Labels, lang: str) -> Iterator[tuple[Cell, ...]]:
    for row, judged in (result.scan or {})["score"]["rows"].items():
        yield (
            *_named(result, labels),
            row,
            " ".join("–" if number is None else str(number) for number in judged["numbers"]),
            value_text(judged["mark"], lang),
            value_text(judged["should_be"], lang),
            say(f"evening.verdict.{verdict(judged)}", lang),
        )


def _doubts(sheet: Kept, labels: Labels, lang: str) -> Iterator[tuple[Cell, ...]]:
    for item in sheet.best.scan["review"]:
        yield (
            element_text(item["element"], lang),
            value_text(item["guess"], lang),
            value_text(item["or"], lang),
            item["why"],
            labels.photo(sheet.best.scan),
            sheet.best.pictures.get(item["element"]),
        )
