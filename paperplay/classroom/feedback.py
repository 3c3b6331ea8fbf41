"""What each pupil gets back: their own sheet with friendly corrections."""

from __future__ import annotations

import io
from collections.abc import Iterator

from paperplay.classroom.gradebook import Gradebook, Result
from paperplay.classroom.labels import Labels
from paperplay.classroom.overview import rule_of
from paperplay.classroom.store import Pupil
from paperplay.classroom.task_feedback import task_feedback
from paperplay.classroom.words import dice_lines, labels_of
from paperplay.results.tables import verdict
from printkit.classroom.feedback_page import Feedback, PlaceNote, RowNote, draw_feedback
from printkit.classroom.progress_page import LessonBar, draw_progress
from printkit.pdf import PdfPen
from printkit.pen import Pen
from scanner.pictures import PX_PER_MM
from scanner.scan import Scan
from templates.daydream.layout import Layout
from templates.daydream.load import load_daydream
from templates.daydream.places import notes_at
from templates.game import SheetLayout
from templates.page import page_of
from templates.telling import problem_texts, title_of
from templates.wording import say

_QUALITY = 82
_AROUND_NAME = (2.0, 4.0)
"""How far beyond its field a name may be written, mm to the sides, and up and down."""
_IN_FIGURES = ("too-many-lines", "constellation-lines", "total")
"""Problems that are told in figures; of all others the rule is told."""


def feedback_pdf(
    book: Gradebook, lang: str, *, hide: bool = False, only: Pupil | None = None
) -> bytes:
    """Write a page for each pupil who has handed in, in the order of the list.

    With ``only``, the pages of one pupil alone. To hide names, numbers stand for them, and those
    on the sheets are covered.
    """
    labels = labels_of(book, lang, hide=hide)
    title = say("classroom.feedback.title", lang, name=book.group.name)
    pen = PdfPen(title, lang=lang, subject="Daydream", duplex="Simplex")
    for result in book.handed_in if only is None else [book.of(only)]:
        draw_pupil(pen, result, book, labels, lang)
    if not book.handed_in:
        pen.page(210, 297)
        pen.words(say("classroom.book.nothing", lang), (16, 24), size=5)
    return pen.data()


def draw_pupil(pen: Pen, result: Result, book: Gradebook, labels: Labels, lang: str) -> None:
    """Draw all pages of a pupil: the game, the tasks, and how the lessons have gone."""
    if result.scan and result.scan.game.has_seeds:
        draw_feedback(pen, _feedback(result, result.scan, book, labels, lang))
    for one in result.tasks:
        scan, title = one.best, labels.on_paper(result.pupil)
        photo = _covered(scan.flat, scan.layout) if labels.hide else scan.flat
        draw_feedback(pen, task_feedback(scan, title, book.group.name, photo, lang))
    bars = _bars(result.pupil.number, book)
    if len(bars) > 1:
        paper = page_of(result.counted[0].best.code.paper)
        about = say("classroom.feedback.progress", lang, name=book.group.name)
        draw_progress(pen, paper, labels.on_paper(result.pupil), about, bars)


def _bars(number: int, book: Gradebook) -> list[LessonBar]:
    """Give the lessons that a pupil was there in; games are measured by the pupil's own best."""
    there = [(lesson.name, lesson.reached[number]) for lesson in book.past
             if number in lesson.reached and lesson.reached[number].text]  # fmt: skip
    best = max([reached.points or 0 for _, reached in there], default=0)
    return [
        LessonBar(name, reached.text, reached.share if reached.points is None
                  else max(0, reached.points) / best if best else 0.0)
        for name, reached in there
    ]  # fmt: skip


def _feedback(result: Result, scan: Scan, book: Gradebook, labels: Labels, lang: str) -> Feedback:
    layout = load_daydream(scan.sheet, paper=scan.code.paper, seed=scan.code.seed)
    hints: list[str] = []
    rows = list(_row_notes(scan, layout, hints, lang))
    places = list(_place_notes(result, scan, layout, hints, lang))
    unsure = any(row.verdict == "unsure" for row in rows)
    return Feedback(
        title=labels.on_paper(result.pupil),
        about=f"{book.group.name} · {title_of(book.sheet, lang)}",
        summary=_summary(rows, len(hints), lang),
        points=say("scan.result.points", lang, total=result.points),
        page=layout.page,
        photo=_covered(scan.flat, layout) if labels.hide else scan.flat,
        rows=rows,
        places=places,
        hints=hints,
        remarks=[say("classroom.feedback.unsure", lang)] if unsure else [],
        more=say("classroom.feedback.more", lang),
    )


def _row_notes(scan: Scan, layout: Layout, hints: list[str], lang: str) -> Iterator[RowNote]:
    for row in layout.sheet.rows:
        judged = scan.own_score.rows[row.id]
        told = verdict(judged)
        symbols = layout.rows[row.id]
        if told == "unfinished":
            continue
        if {row.id, *row.clouds} & set(scan.doubtful):
            yield RowNote(symbols, "unsure")
        elif told == "right":
            yield RowNote(symbols, "right")
        else:
            wanted = judged.should_be
            numbers = "–".join("·" if n is None else str(n) for n in judged.numbers)
            key = f"classroom.feedback.row-{wanted or 'unfinished'}"
            hints.append(say(key, lang, numbers=numbers))
            yield RowNote(symbols, "wrong", wanted, len(hints))


def _place_notes(
    result: Result, scan: Scan, layout: Layout, hints: list[str], lang: str
) -> Iterator[PlaceNote]:
    """Give all other slips: rings where there is a place for them."""
    at = notes_at(layout)
    told = problem_texts(result.problems, scan.sheet, scan.code.seed, lang)
    for problem, text in zip(result.problems, told, strict=True):
        if problem.code.startswith("row-") or problem.element in scan.doubtful:
            continue
        rule = say(f"classroom.rule.{rule_of(problem, result)}", lang)
        number = _hint(text if problem.code in _IN_FIGURES else rule, hints)
        if problem.element in at:
            yield PlaceNote(at[problem.element], number)
    if result.dice is None or not result.vouched:
        return
    suspects = [cloud for clouds in result.dice.suspects.values() for cloud in clouds]
    if len(suspects) == 1:
        number = _hint(say("classroom.rule.dice", lang), hints)
        cloud = layout.clouds[suspects[0]]
        yield PlaceNote(cloud.center, number, max(cloud.size) / 2)
    elif suspects:
        _hint(dice_lines(result, lang)[0], hints)


def _hint(text: str, hints: list[str]) -> int:
    """Add a hint, unless it is given already, and say its number."""
    if text not in hints:
        hints.append(text)
    return hints.index(text) + 1


def _summary(rows: list[RowNote], hints: int, lang: str) -> str:
    right = sum(row.verdict == "right" for row in rows)
    judged = right + sum(row.verdict == "wrong" for row in rows)
    if not judged:
        key = "none"
    elif right == judged:
        key = "rows" if hints else "all" if right == len(rows) else "sure"
    else:
        key = "most" if right >= 0.7 * judged else "some"
    return say(f"classroom.feedback.{key}", lang, right=right, n=judged)


def _covered(jpeg: bytes, layout: SheetLayout) -> bytes:
    """Take names out of a picture: they are not below something white, but gone."""
    from PIL import Image

    picture = Image.open(io.BytesIO(jpeg))
    beside, above = _AROUND_NAME
    for name in layout.name_fields.values():
        edges = (name.left - beside, name.top - above, name.right + beside, name.bottom + above)
        left, top, right, bottom = (round(edge * PX_PER_MM) for edge in edges)
        picture.paste(255, (max(0, left), max(0, top), right, bottom))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=_QUALITY)
    return out.getvalue()
