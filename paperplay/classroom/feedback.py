"""What each pupil gets back: the own sheet with friendly corrections."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperplay.classroom.gradebook import Gradebook, Result
from paperplay.classroom.labels import Labels
from paperplay.classroom.overview import rule_of
from paperplay.classroom.words import dice_lines, labels_of
from paperplay.evening.tables import verdict
from paperplay.scan_text import title_of
from printkit.classroom.feedback_page import Feedback, PlaceNote, RowNote, draw_feedback
from printkit.pdf import PdfPen
from scanner.blank import PX_PER_MM
from scanner.daydream import centers_of
from scanner.pictures import Grey, Picture
from scanner.stages import Keep
from templates.daydream.layout import Layout
from templates.wording import say

_PX_PER_MM = 6.0
"""Fineness of the photo in print: about 150 dpi at its size on the page."""
_QUALITY = 72
_AROUND_NAME = (2.0, 4.0)
"""How far beyond its field a name may be written, mm to the sides, and up and down."""
_IN_FIGURES = ("too-many-lines", "constellation-lines", "total")
"""Problems that are told in figures; of all others the rule is told."""

Place = tuple[str, int, int]
"""A sheet's file, its page, and its place in that picture."""


@dataclass(frozen=True)
class _KeepPage(Keep):
    """Keeps flattened pages, with their layouts, by the sheet's place in the picture."""

    pages: dict[int, tuple[Grey, Layout]] = field(default_factory=dict)

    def result(self, picture: Picture, scan: Any, page: Any, layout: Any) -> None:
        """Keep the page as it was read, in even light."""
        self.pages[scan.index] = (page.grey, layout)


def feedback_pdf(
    book: Gradebook, photos: Mapping[str, Path], lang: str, *, hide: bool = False
) -> bytes:
    """Write a page for each pupil who has handed in, in the order of the list.

    Args:
        book: The gradebook.
        photos: Where each file is, by the name that it has in scans.
        lang: The pupils' language.
        hide: Whether numbers stand for names, and the names on the sheets are covered.
    """
    labels = labels_of(book, lang, hide=hide)
    title = say("classroom.feedback.title", lang, name=book.group.name)
    pen = PdfPen(title, lang=lang, subject="Daydream", duplex="Simplex")
    flat = _flat_photos(book, photos, hide=hide)
    for result in book.handed_in:
        found = flat.get(_place_of(result.scan or {}))
        if found is not None:
            draw_feedback(pen, _feedback(result, book, *found, labels, lang))
    if not flat:
        pen.page(210, 297)
        pen.words(say("classroom.book.nothing", lang), (16, 24), size=5)
    return pen.data()


def _flat_photos(
    book: Gradebook, photos: Mapping[str, Path], *, hide: bool
) -> dict[Place, tuple[bytes, Layout]]:
    """Flatten the sheets that count anew, each file once; none of it is kept on the disk."""
    from scanner.load import pictures
    from scanner.pictures import PhotoError
    from scanner.pipeline import read_picture

    wanted = {_place_of(result.scan or {}) for result in book.handed_in}
    flat: dict[Place, tuple[bytes, Layout]] = {}
    for file in dict.fromkeys(file for file, _, _ in sorted(wanted)):
        pages = {page for other, page, _ in wanted if other == file}
        try:
            for picture in pictures(photos[file], file):
                if picture.page not in pages:
                    continue
                keep = _KeepPage()
                read_picture(picture, keep=keep)
                for index, (grey, layout) in keep.pages.items():
                    place = file, picture.page, index
                    if place in wanted:
                        flat[place] = _jpeg(grey, layout, hide=hide), layout
        except PhotoError:
            continue  # the file is gone since it was read
    return flat


def _place_of(scan: Mapping[str, Any]) -> Place:
    return scan["file"], scan["page"], scan["index"]


def _feedback(
    result: Result, book: Gradebook, photo: bytes, layout: Layout, labels: Labels, lang: str
) -> Feedback:
    hints: list[str] = []
    rows = list(_row_notes(result, layout, hints, lang))
    places = list(_place_notes(result, layout, hints, lang))
    unsure = any(row.verdict == "unsure" for row in rows)
    return Feedback(
        title=labels.of(result.pupil),
        about=f"{book.group.name} · {title_of(book.sheet, lang)}",
        summary=_summary(rows, len(hints), lang),
        points=say("scan.result.points", lang, total=result.points),
        page=layout.page,
        photo=photo,
        rows=rows,
        places=places,
        hints=hints,
        remarks=[say("classroom.feedback.unsure", lang)] if unsure else [],
        more=say("classroom.feedback.more", lang),
    )


def _row_notes(result: Result, layout: Layout, hints: list[str], lang: str) -> Iterator[RowNote]:
    scan = result.scan or {}
    doubtful = {item["element"] for item in scan["review"]}
    for row in layout.sheet.rows:
        judged = scan["score"]["rows"][row.id]
        told = verdict(judged)
        symbols = layout.rows[row.id]
        if told == "unfinished":
            continue
        if doubtful & {row.id, *row.clouds}:
            yield RowNote(symbols, "unsure")
        elif told == "right":
            yield RowNote(symbols, "right")
        else:
            wanted = judged["should_be"]
            numbers = "–".join("·" if n is None else str(n) for n in judged["numbers"])
            key = f"classroom.feedback.row-{wanted or 'unfinished'}"
            hints.append(say(key, lang, numbers=numbers))
            yield RowNote(symbols, "wrong", wanted, len(hints))


def _place_notes(
    result: Result, layout: Layout, hints: list[str], lang: str
) -> Iterator[PlaceNote]:
    """Give all other slips: rings where there is a place for them."""
    scan = result.scan or {}
    at = centers_of(layout)
    doubtful = {item["element"] for item in scan["review"]}
    for problem in result.problems:
        element = problem["element"]
        if problem["code"].startswith("row-") or element in doubtful:
            continue
        rule = say(f"classroom.rule.{rule_of(problem, scan)}", lang)
        number = _hint(problem["message"] if problem["code"] in _IN_FIGURES else rule, hints)
        if element in at:
            yield PlaceNote(at[element], number)
    if result.dice is None:
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


def _jpeg(grey: Grey, layout: Layout, *, hide: bool) -> bytes:
    """Make a photo small enough to print for a class; a name to be hidden is not in it."""
    from PIL import Image

    picture = Image.fromarray(grey)
    if hide:
        name, (beside, above) = layout.name, _AROUND_NAME
        edges = (name.left - beside, name.top - above, name.right + beside, name.bottom + above)
        left, top, right, bottom = (round(edge * PX_PER_MM) for edge in edges)
        picture.paste(255, (max(0, left), max(0, top), right, bottom))
    scale = min(1.0, _PX_PER_MM / PX_PER_MM)
    size = round(picture.width * scale), round(picture.height * scale)
    out = io.BytesIO()
    picture.resize(size, Image.Resampling.LANCZOS).save(out, "JPEG", quality=_QUALITY)
    return out.getvalue()
