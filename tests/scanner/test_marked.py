"""The flattened sheet with coloured notes, and the pictures of the stages."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from paperplay import cli
from scanner.files.load import pictures
from scanner.marked import marked_picture
from scanner.notes import GREEN, ORANGE, RED, Notes
from scanner.page.blank import blank_page
from scanner.pictures import PX_PER_MM
from scanner.pipeline import read_picture
from scanner.scan import Doubt
from templates.daydream.load import load_daydream, load_sheet
from templates.daydream.places import notes_at
from tests.named import at
from tests.scanner.photos import filled
from tests.scans import scan_of

SHEET = load_sheet("daydream/A")
LAYOUT = load_daydream("daydream/A")
BOARD = {"format": 1, "sheet": "daydream/A", "seed": 0}
ROW = SHEET.rows[0]
FIRST = LAYOUT.clouds[ROW.clouds[0]].center
NUMBERS = {"dot": [1, 5, 2, 6], "sun": [1, 2, 3, 4], "crossed": [1, 1, 5, 2], None: []}
"""What is written in a row so that it should be marked so."""


def judged(mark, should_be):
    """A sheet with this mark at its first row, and numbers that ask for another."""
    clouds = dict(zip(ROW.clouds, NUMBERS[should_be], strict=False))
    found = scan_of({**BOARD, "clouds": clouds, "rows": {ROW.id: mark}})
    assert found.own_score.rows[ROW.id].should_be == should_be
    return found


def coloured(result, colour):
    """Where the notes are about this colour: a mask of the page."""
    page = blank_page(result.code)
    notes = marked_picture(result, page, "en").astype(int)
    assert notes.shape[1:] == (page.shape[1], 3) and len(notes) >= len(page)
    notes = notes[: len(page)]  # what is written stands below
    # A transparent note keeps the way from grey to its colour.
    tint = np.array(colour) - np.mean(colour)
    seen = notes - notes.mean(axis=2, keepdims=True)
    along = seen @ tint / np.linalg.norm(tint) ** 2
    across = np.linalg.norm(seen - along[..., None] * tint, axis=2)
    return (along > 0.15) & (across < 0.35 * along * np.linalg.norm(tint))


def near(mask, center, reach=8.0):
    """Whether there is any of it around a place of the page."""
    x, y = (round(c * PX_PER_MM) for c in center)
    r = round(reach * PX_PER_MM)
    return bool(mask[max(y - r, 0) : y + r, max(x - r, 0) : x + r].any())


def test_an_unjudged_sheet_has_its_score_alone():
    result = scan_of(BOARD)
    assert coloured(result, GREEN).sum() > 50
    assert not coloured(result, RED).any()
    assert not coloured(result, GREEN)[30 * PX_PER_MM :].any()


def test_rows_that_are_right_are_green():
    result = judged("dot", "dot")
    assert near(coloured(result, GREEN), FIRST)
    assert not coloured(result, RED).any()


@pytest.mark.parametrize(
    ("mark", "should_be", "wanted"),
    [("dot", "sun", "sun"), ("sun", "dot", "dot"), (None, "dot", "dot"), ("crossed", "sun", "sun")],
)
def test_wrong_rows_are_red_and_show_what_was_wanted(mark, should_be, wanted):
    red = coloured(judged(mark, should_be), RED)
    assert near(red, FIRST)
    assert near(red, getattr(LAYOUT.rows[ROW.id], wanted).center, 5.0)


@pytest.mark.parametrize(("mark", "should_be"), [("dot", "crossed"), ("sun", None)])
def test_both_symbols_show_what_is_wrong_with_both(mark, should_be):
    red = coloured(judged(mark, should_be), RED)
    symbols = LAYOUT.rows[ROW.id]
    assert near(red, symbols.dot.center, 5.0) and near(red, symbols.sun.center, 5.0)


@pytest.mark.parametrize(
    ("ink", "element"),
    [({"total": 9}, "total"), ({"thorns": 1}, "thorns"), ({"objects": {"o1": 2}}, "objects")],
)
def test_problems_get_a_red_ring(ink, element):
    found = scan_of({**BOARD, **ink})
    assert [problem.element for problem in found.score.problems] == [element]
    assert near(coloured(found, RED), notes_at(LAYOUT)[element])


SKY = load_daydream("daydream/BAC")
STARS = {s: at for s, at in zip(SKY.sheet.constellation, SKY.path, strict=True) if s is not None}


def red_on_the_sky(lines, circled):
    sky = {"lines": lines, "circled": circled}
    return coloured(scan_of({**BOARD, "sheet": "daydream/BAC", "constellation": sky}), RED)


def test_a_red_ring_is_on_the_star_that_was_forgotten():
    red = red_on_the_sky(len(SKY.path) - 1, [star for star in STARS if star != "s7"])
    # The lines were not earned, either, so that there is a ring where they end.
    assert near(red, STARS["s7"], 4.5) and near(red, SKY.path[-1], 4.5)
    assert not near(red, STARS["s4"], 4.5) and not near(red, STARS["s10"], 4.5)


def test_a_red_ring_is_where_the_lines_end_that_should_not():
    red = red_on_the_sky(2, [])
    assert near(red, SKY.path[2], 4.5)
    assert not near(red, SKY.path[-1], 4.5)


def test_doubts_are_orange_and_so_is_the_score():
    result = scan_of(BOARD, ("c3", 1, 7))
    orange = coloured(result, ORANGE)
    assert near(orange, LAYOUT.clouds["c3"].center)
    assert orange[: 25 * PX_PER_MM].any()
    assert not coloured(result, GREEN).any()


def test_a_doubt_about_nothing_is_told():
    result = scan_of(BOARD, ("c3", None, 7))
    assert near(coloured(result, ORANGE), LAYOUT.clouds["c3"].center)


# ---- what is said below


def below(found, lang="en"):
    """The strip under the page, grey."""
    page = blank_page(found.code)
    return marked_picture(found, page, lang)[len(page) :].mean(axis=2)


def said(monkeypatch, found, lang="en"):
    """The sentences that are listed, and whether each has a place."""
    told = []
    note = Notes.note

    def listen(self, text, colour, at, beside=0.0):
        told.append((text, at is not None))
        note(self, text, colour, at, beside)

    monkeypatch.setattr(Notes, "note", listen)
    marked_picture(found, blank_page(found.code), lang)
    return told


def test_notes_are_listed_in_words(monkeypatch):
    clouds = dict(zip(ROW.clouds, NUMBERS["sun"], strict=False))
    board = {**BOARD, "clouds": clouds, "rows": {ROW.id: "dot"}, "total": 9}
    order = "the numbers are in order, so only the sun should be circled."
    assert said(monkeypatch, scan_of(board, ("c9", 1, 7))) == [
        (f"Row {at(ROW.id)} (1-2-3-4): " + order, True),
        ("The written total is 9, but the sheet gives 0.", True),
        (f"Cloud {at('c9')}: 1 or 7? The digit is not clear.", True),
    ]


@pytest.mark.parametrize(
    ("sheet", "ink", "begins"),
    [
        ("EF", {"chain": {"m2": {"linked": True}}}, "Second moon: "),
        ("EDF", {"frames": {"f2": {"5": "circled"}}}, "Second group of frames: "),
        ("DA", {"polaroids": {"p1": {"value": 3}}}, "Polaroid over "),
        ("A", {"leaves": {"l6": "circled"}, "solo": True}, "Leaves gained: "),
    ],
)
def test_every_problem_has_a_place_on_the_sheet(monkeypatch, sheet, ink, begins):
    found = scan_of({**BOARD, "sheet": f"daydream/{sheet}", **ink})
    (one,) = [each for each in said(monkeypatch, found) if each[0].startswith(begins)]
    assert one[1]


def test_a_sheet_without_notes_is_as_high_as_its_page():
    assert below(scan_of(BOARD)).size == 0


def test_the_list_grows_with_what_is_said():
    one, two = (below(scan_of(BOARD, *doubts)) for doubts in ([("c3", 1, 7)], DOUBTS))
    assert 0 < len(one) < len(two)
    assert (one < 128).any() and (two < 128).any()


DOUBTS = [("c3", 1, 7), ("c4", 1, 7), ("c5", 1, 7)]


def score_sheet(sheet, *doubts):
    board = {"format": 1, "sheet": sheet, "players": [""] * 4, "rounds": []}
    return scan_of(board, *doubts)


@pytest.mark.parametrize("sheet", ["dreams/score", "when-i-dream/score"])
def test_score_sheets_are_marked_too(sheet):
    field = score_sheet(sheet).layout.digits[0]
    assert near(coloured(score_sheet(sheet, (field.id, 1, 7)), ORANGE), field.center)


def test_a_frame_is_around_all_choices_of_a_group():
    result = score_sheet("when-i-dream/score", ("r2.role.3", None, "nightmare"))
    rows, columns = np.nonzero(coloured(result, ORANGE))
    xs, ys = zip(
        *(each.center for each in result.layout.choices if each.group == "r2.role.3"), strict=True
    )
    left, right = columns.min() / PX_PER_MM, columns.max() / PX_PER_MM
    assert left < min(xs) - 3 and max(xs) + 3 < right and rows.max() / PX_PER_MM > max(ys) + 3
    assert (left + right) / 2 == pytest.approx((min(xs) + max(xs)) / 2, abs=1.0)


@pytest.mark.parametrize("sheet", ["BAC", "EDF"])
def test_every_element_of_a_sheet_has_its_place(sheet):
    """Else a person would be asked about something that is not shown."""
    (picture,) = pictures(filled(sheet, 2).photo(2), "a.jpg")
    (found,) = read_picture(picture)
    blank = np.full_like(blank_page(found.code), 255)
    nothing = marked_picture(replace(found, doubts=()), blank, "en")
    assert len(found.values) > 100 and found.values.keys() == found.confidence.keys()
    for element in found.values:
        one = replace(found, doubts=(Doubt(element, 1, 7, "mark-odd"),))
        shown = marked_picture(one, blank, "en")[: len(blank)] != nothing[: len(blank)]
        assert near(shown.any(axis=2), found.layout.places[element].at), element


# ---- the command's pictures


def test_marked_and_debug_write_pictures(tmp_path, capsys):
    photo = tmp_path / "table.photo.jpg"
    photo.write_bytes(filled("A", 2).photo(2))
    marked, stages = tmp_path / "new" / "marked", tmp_path / "stages"
    words = ["scan", str(photo), "--marked", str(marked), "--debug", str(stages)]
    assert cli.main(words) == 0
    assert [file.name for file in marked.iterdir()] == ["table.photo-1.jpg"]
    names = sorted(file.name for file in stages.iterdir())
    assert len(names) == 5
    for stage in ("found", "flat", "even", "ink", "marked"):
        (name,) = [name for name in names if stage in name]
        assert name.startswith("table.photo-1")
        assert cv2.imread(str(stages / name)).size > 1000


def test_an_unreadable_photo_leaves_no_marked_sheet(tmp_path, capsys):
    photo, marked = tmp_path / "white.png", tmp_path / "marked"
    photo.write_bytes(cv2.imencode(".png", np.full((300, 400), 255, np.uint8))[1].tobytes())
    assert cli.main(["scan", str(photo), "--marked", str(marked)]) == 1
    assert list(marked.iterdir()) == []
