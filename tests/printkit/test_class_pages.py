"""The pages of a class, as they are drawn."""

from __future__ import annotations

import pytest

from printkit.classroom.class_set import ClassOrder, draw_class
from printkit.classroom.feedback_page import Feedback, PlaceNote, RowNote, draw_feedback
from templates.daydream.load import load_daydream
from templates.languages import LANGUAGES
from templates.wording import say
from tests.note_pen import NotePen

LONG = "Maximiliana-Friederike von Hohenlohe-Größenwahn-Wojciechowska"
LAYOUT = load_daydream("daydream/A")


def class_of(count, *, name="Zoé Größe {n}", **more):
    pupils = [(n, name.format(n=n)) for n in range(1, count + 1)]
    given = {"dice": "7b", "par": 14, "best": False, "scan": "paperplay class scan 7b.csv photos/"}
    return ClassOrder("daydream/A", "7b", 77, pupils, **{**given, **more})


def notes_of(order):
    pen = NotePen(brief=True)
    draw_class(pen, order)
    return pen.notes


def pages_of(notes):
    return [n for n, line in enumerate(notes) if line.startswith("page ")]


def test_the_teachers_page_is_drawn_as_before(golden):
    notes = notes_of(class_of(3))
    golden("class-teacher.txt", "\n".join(notes[: pages_of(notes)[1]]) + "\n")


@pytest.mark.parametrize(
    ("pupils", "paper", "pages"),
    [(1, "a4", 1), (30, "a4", 1), (31, "a4", 2), (26, "letter", 1), (400, "a4", 11)],
)
def test_a_class_of_any_size_has_an_index(pupils, paper, pages):
    notes = notes_of(class_of(pupils, paper=paper))
    assert len(pages_of(notes)) == pages + pupils
    teacher = notes[: pages_of(notes)[pages]]
    assert sum('"Zoé Größe ' in line for line in teacher) == pupils


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_language_finds_room_even_for_long_words(lang, paper):
    order = class_of(
        2, name=LONG + "{n}", lang=lang, paper=paper, best=True, dice="twenty signs of dice",
        scan="paperplay class scan " + "'a very long path to the list'/" * 6 + "7b.csv photos/",
    )  # fmt: skip
    notes = "\n".join(notes_of(order)).replace("\u00a0", " ")
    assert say("classroom.teacher.best", lang, total=14).replace("\u00a0", " ") in notes


def test_numbers_stand_for_names_that_may_not_be_said():
    notes = "\n".join(notes_of(class_of(2, name="")))
    assert '"No. 2"' in notes and "Zoé" not in notes


def test_a_number_stands_for_letters_that_we_cannot_print():
    notes = "\n".join(notes_of(class_of(1, name="Ида")))
    assert '"No. 1"' in notes and "Ида" not in notes


# ------------------------------------------------------------------ feedback


def feedback(hints=("4–4: twice.", "Look here."), **more):
    rows = list(LAYOUT.rows.values())
    given = {
        "title": "Zoé", "about": "7b · A", "summary": "2 of 3 rows!", "points": "Points: 9",
        "page": LAYOUT.page, "photo": b"a photo", "hints": hints, "more": "… and {n} more",
        "rows": [RowNote(rows[0], "right"), RowNote(rows[1], "wrong", "crossed", 1),
                 RowNote(rows[2], "unsure"), RowNote(rows[3], "wrong", None, 2)],
        "places": [PlaceNote((50.0, 60.0), 1), PlaceNote((50.0, 60.0), 2)],
    }  # fmt: skip
    pen = NotePen(brief=True)
    draw_feedback(pen, Feedback(**{**given, **more}))
    return pen.notes


def test_feedback_is_drawn_as_before(golden):
    golden("class-feedback.txt", "\n".join(feedback()) + "\n")


def test_the_photo_is_as_large_as_the_hints_allow():
    def height(notes):
        (line,) = [line for line in notes if line.startswith("picture ")]
        return float(line.split()[5])

    few, many = feedback(("One.",)), feedback(("A long hint about a row. " * 4,) * 8)
    assert height(few) > height(many) > 160


@pytest.mark.parametrize("count", [0, 1, 5, 12, 60])
def test_hints_without_room_are_counted(count):
    notes = feedback(tuple(f"Hint {n}: " + "a few words more " * 6 for n in range(count)))
    text = "\n".join(notes)
    shown = sum(f"Hint {n}:" in text for n in range(count))
    assert shown == count or f"… and {count - shown} more" in text
    assert shown >= min(count, 8)
    # Nothing is written below the page.
    heights = [float(line.split('"')[0].split()[-1]) for line in notes if line.startswith("words ")]
    assert max(heights) < LAYOUT.page.height - 8
