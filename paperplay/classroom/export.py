"""The gradebook as files: for a spreadsheet, for a browser, for a program."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from html import escape
from typing import Any

from paperplay.classroom.gradebook import Gradebook, Result
from paperplay.classroom.labels import Labels
from paperplay.classroom.overview import histogram, missed_rules
from paperplay.classroom.tables import (
    missed_table,
    points_table,
    progress_table,
    results_table,
    review_table,
    rows_table,
)
from paperplay.classroom.words import (
    attendance,
    labels_of,
    middle_line,
    missed_lines,
    remarks,
    slip_lines,
    task_lines,
    title,
)
from paperplay.results.csv import table_file
from paperplay.results.duplicates import Kept
from paperplay.results.html import list_part, table_part, whole_page
from paperplay.results.tables import verdict
from paperplay.results.xlsx import workbook
from scanner.scan import Scan
from scanner.scan_json import scan_json
from templates.wording import say

FORMAT = 1
_STYLE = """
body { max-width: 76rem; }
.bars { display: grid; grid-template-columns: max-content 1fr; gap: .2rem .6rem; max-width: 30rem; }
.bars b { font-weight: 400; text-align: right; font-variant-numeric: tabular-nums; }
.bars i { display: block; font-style: normal; background: #8fb3e0; color: #10203a;
  min-width: 1.4rem; padding: 0 .4rem; border-radius: 3px; }
.bars i.none { background: none; }
h3 { font-size: 1rem; margin: .8rem 0 0; } h3 + ul { margin: .2rem 0; }
@media print { body { max-width: none; } td { font-size: .8rem; } }
"""


def gradebook_csv(book: Gradebook, lang: str, *, hide: bool = False) -> bytes:
    """Write a line for each pupil."""
    return table_file(results_table(book, labels_of(book, lang, hide=hide), lang), lang)


def gradebook_xlsx(book: Gradebook, lang: str, *, hide: bool = False) -> bytes:
    """Write the gradebook, every row of every pupil, doubts, and the class's picture."""
    labels = labels_of(book, lang, hide=hide)
    tables = [
        results_table(book, labels, lang),
        rows_table(book, labels, lang),
        review_table(book, labels, lang),
        points_table(book),
        missed_table(book, lang),
        *([progress_table(book, labels)] if book.past else []),
    ]
    return workbook(tables, lang)


def gradebook_html(book: Gradebook, lang: str, *, hide: bool = False) -> bytes:
    """Write one page that holds everything and loads nothing."""
    labels = labels_of(book, lang, hide=hide)
    body = [f"<p>{escape(line)}</p>" for line in attendance(book, labels, lang)]
    if not book.handed_in:
        body.append(f"<p>{escape(say('classroom.book.nothing', lang))}</p>")
    body += table_part(results_table(book, labels, lang, details=False), lang)
    body += _picture(book, lang)
    body += _wrong(book, labels, lang)
    more = list(remarks(book, labels, lang))
    if more:
        body += [f"<h2>{escape(say('classroom.book.also', lang))}</h2>", list_part(more)]
    review = review_table(book, labels, lang)
    if review.lines:
        body += table_part(review, lang)
    return whole_page(title(book, lang), body, lang, _STYLE)


def _wrong(book: Gradebook, labels: Labels, lang: str) -> Iterator[str]:
    """Tell by pupil what is not right; what to look at has a table of its own."""
    said = [
        (result, [*slip_lines(result, lang), *task_lines(result, lang)])
        for result in book.handed_in
    ]
    if any(lines for _, lines in said):
        yield f"<h2>{escape(say('classroom.column.problems', lang))}</h2>"
    for result, lines in said:
        if lines:
            yield f"<h3>{escape(labels.of(result.pupil))}</h3>{list_part(lines)}"


def _picture(book: Gradebook, lang: str) -> Iterator[str]:
    if not book.points:
        return
    yield f"<h2>{escape(say('classroom.book.spread', lang))}</h2>"
    bars = histogram(book.points)
    most = max(bar.pupils for bar in bars)
    cells = [
        f"<b>{bar.range}</b>"
        + (
            f'<i style="width:{round(90 * bar.pupils / most)}%">{bar.pupils}</i>'
            if bar.pupils
            else '<i class="none"></i>'
        )
        for bar in bars
    ]
    yield f'<div class="bars">{"".join(cells)}</div>'
    yield f"<p>{escape(middle_line(book, lang))}</p>"
    missed = missed_lines(book, lang)
    if missed:
        yield f"<h2>{escape(say('classroom.book.missed', lang))}</h2>"
        yield list_part(missed)


def gradebook_json(book: Gradebook, lang: str, *, hide: bool = False) -> str:
    """Write the gradebook for a program, as one line."""
    labels = labels_of(book, lang, hide=hide)
    data = {
        "format": FORMAT,
        "class": book.group.name,
        "sheet": book.sheet or None,
        "seed": book.seed,
        "dice": book.dice,
        "pupils": [_pupil(result, book, labels, lang) for result in book.results],
        "missing": [pupil.number for pupil in book.missing],
        "points": [{"from": bar.low, "to": bar.high, "pupils": bar.pupils}
                   for bar in histogram(book.points)],
        "missed": [asdict(one) for one in missed_rules(book)],
        "remarks": list(remarks(book, labels, lang)),
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False)


def task_json(scan: Scan, lang: str) -> dict[str, Any]:
    """Give one task of a pupil for a program."""
    told = scan_json(scan, lang)
    return {**told["exercise"], "sheet": scan.sheet, "seed": scan.code.seed,
            "review": told["review"]}  # fmt: skip


def _pupil(result: Result, book: Gradebook, labels: Labels, lang: str) -> dict[str, Any]:
    data: dict[str, Any] = {"number": result.pupil.number}
    if not labels.hide:
        data["name"] = result.pupil.name
    data["status"] = result.status
    if book.scale is not None:
        data["grade"] = book.mark_of(result) or None
    if result.answers is not None:
        data["tasks"] = [task_json(one.best, lang) for one in result.tasks]
    if result.scan is None:
        return data
    score, told = result.scan.own_score, scan_json(result.scan, lang)
    data |= {
        "points": result.points,
        "marked": score.parts.total,
        "written": score.written,
        "rows": {row: verdict(judged) for row, judged in score.rows.items()},
        "problems": told["score"]["problems"],
        "review": told["review"],
        "photos": [labels.photo(sheet.best) for sheet in result.sheets],
        **_joined(result.sheets[0], labels),
    }
    if result.dice is not None:
        data["dice"] = {
            "wrong": result.dice.wrong,
            "suspects": {str(n): list(clouds) for n, clouds in result.dice.suspects.items()},
            "counts_fit": result.dice.counts_fit,
            "vouched": result.vouched,
        }
    return data


def _joined(one: Kept, labels: Labels) -> dict[str, list[str]]:
    """Name the other photos that completed a sheet."""
    return {"joined": [labels.photo(other) for other in one.others]} if one.others else {}
