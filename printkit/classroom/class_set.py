"""Sheets for a class: one for each pupil, and the teacher's page before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from printkit.book import Book
from printkit.classroom.teacher_page import TeacherPage, draw_teacher_pages
from printkit.daydream import draw_sheet
from printkit.faces import face_of
from printkit.pdf import PdfPen
from printkit.pen import Pen
from templates.daydream.load import load_daydream
from templates.daydream.names import sheet_title
from templates.sheet_code import SheetCode
from templates.wording import say


@dataclass(frozen=True, slots=True)
class ClassOrder:
    """What is to be printed for a class."""

    what: str
    """The full name of a Daydream sheet."""
    group: str
    """What the class is called."""
    mark: int
    """Stands in the code of all its sheets."""
    pupils: Sequence[tuple[int, str]]
    """Numbers and names; empty names where the sheets bear numbers alone."""
    dice: str
    """The seed of the rolls."""
    par: int | None
    """None while it has not been searched for."""
    best: bool
    """Whether no game can have more points than par."""
    scan: str
    """The call that reads the sheets."""
    lang: str = "en"
    paper: str = "a4"
    ink: str = "colour"
    seed: int = 0
    spares: Sequence[int] = ()
    """Numbers of further sheets, which nobody has."""
    has_page: bool = True
    """Whether the teacher's page comes first."""

    @property
    def title(self) -> str:
        """What the sheet is called."""
        return f"Daydream {self.what.rpartition('/')[2]} · {sheet_title(self.what, self.lang)}"

    def code_of(self, number: int) -> SheetCode:
        """Give what a pupil's sheet says about itself."""
        kind = (self.what, self.paper, self.lang, self.ink, self.seed)
        return SheetCode(*kind, copy=number, class_mark=self.mark)


def printed_class(order: ClassOrder) -> bytes:
    """Draw a class set and give its PDF; who has letters that we lack goes by the number."""
    pen = PdfPen(
        f"{order.title} · {order.group}", lang=order.lang, subject="Daydream", duplex="Simplex"
    )
    draw_class(pen, order)
    return pen.data()


def draw_class(pen: Pen, order: ClassOrder) -> None:
    """Draw all pages."""
    book = Book(pen, order.paper)
    if order.has_page:
        _draw_page(book, order)
    layout = load_daydream(order.what, paper=order.paper, seed=order.seed)
    for number, name in [*order.pupils, *((number, "") for number in order.spares)]:
        shown = printed_name(name) or say("classroom.number", order.lang, number=number)
        sheet = partial(draw_sheet, layout=layout, code=order.code_of(number), name=shown)
        book.sheet(layout.page, sheet, bookmark=shown)


def _draw_page(book: Book, order: ClassOrder) -> None:
    key = f"classroom.teacher.{'best' if order.best else 'par'}"
    page = TeacherPage(
        title=say("classroom.teacher.title", order.lang, name=order.group),
        sheet=f"{order.title} · {order.seed}" if order.seed else order.title,
        dice=order.dice,
        par="" if order.par is None else say(key, order.lang, total=order.par),
        scan=order.scan,
        pupils=[(number, printed_name(name), order.code_of(number))
                for number, name in order.pupils],
    )  # fmt: skip
    draw_teacher_pages(book, page, order.lang, order.ink)


def printed_name(name: str) -> str:
    """Give a name if all its letters can be printed, and else nothing: a number stands for it."""
    faces = [face_of(face).widths for face in ("hand", "text", "bold")]
    return name if all(sign in face for sign in name for face in faces) else ""
