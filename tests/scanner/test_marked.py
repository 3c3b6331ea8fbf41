"""The flattened sheet with coloured notes, and the pictures of the stages."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from paperplay import cli
from scanner.blank import PX_PER_MM, blank_page, layout_of
from scanner.load import pictures
from scanner.marked import GREEN, ORANGE, RED, marked_picture
from scanner.pipeline import read_picture
from scanner.reading import Reading
from scanner.scan import Doubt, Scan
from templates.sheet_code import SheetCode
from tests.scanner.photos import filled

CODE = SheetCode("daydream/A")
LAYOUT = layout_of(CODE)
ROWS = {row.id: {"numbers": [], "mark": None, "should_be": None} for row in LAYOUT.sheet.rows}


def scan(*, rows=None, problems=(), doubts=(), total=13):
    score = {
        "rows": ROWS | {row: {"numbers": [], **verdict} for row, verdict in (rows or {}).items()},
        "problems": [{"element": element} for element in problems],
        "by_rules": {"total": total},
    }
    return Scan("a.jpg", 1, 1, 0.1, board={}, score=score, doubts=doubts, code=CODE)


def doubt(element, guess=1, other=7):
    return Doubt(Reading(element, {guess: 0.6, other: 0.4}), "digit-doubtful")


def coloured(result, colour, layout=LAYOUT, code=CODE):
    """Where the notes are about this colour: a mask of the page."""
    page = blank_page(code)
    notes = marked_picture(result, page, layout).astype(int)
    assert notes.shape == (*page.shape, 3)
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


ROW = LAYOUT.sheet.rows[0]
FIRST = LAYOUT.clouds[ROW.clouds[0]].center


def test_an_unjudged_sheet_has_its_score_alone():
    result = scan()
    assert coloured(result, GREEN).sum() > 50
    assert not coloured(result, RED).any()
    assert not coloured(result, GREEN)[30 * PX_PER_MM :].any()


def test_rows_that_are_right_are_green():
    result = scan(rows={ROW.id: {"mark": "dot", "should_be": "dot"}})
    assert near(coloured(result, GREEN), FIRST)
    assert not coloured(result, RED).any()


@pytest.mark.parametrize(
    ("mark", "should_be", "wanted"),
    [("dot", "sun", "sun"), ("sun", "dot", "dot"), (None, "dot", "dot"), ("crossed", "sun", "sun")],
)
def test_wrong_rows_are_red_and_show_what_was_wanted(mark, should_be, wanted):
    red = coloured(scan(rows={ROW.id: {"mark": mark, "should_be": should_be}}), RED)
    assert near(red, FIRST)
    assert near(red, getattr(LAYOUT.rows[ROW.id], wanted).center, 5.0)


@pytest.mark.parametrize(("mark", "should_be"), [("dot", "crossed"), ("sun", None)])
def test_both_symbols_show_what_is_wrong_with_both(mark, should_be):
    red = coloured(scan(rows={ROW.id: {"mark": mark, "should_be": should_be}}), RED)
    symbols = LAYOUT.rows[ROW.id]
    assert near(red, symbols.dot.center, 5.0) and near(red, symbols.sun.center, 5.0)


@pytest.mark.parametrize("element", ["total", "thorns", "solo", "objects"])
def test_problems_get_a_red_ring(element):
    assert coloured(scan(problems=[element]), RED).any()


SKY_CODE = SheetCode("daydream/BAC")
SKY = layout_of(SKY_CODE)
STARS = {s: at for s, at in zip(SKY.sheet.constellation, SKY.path, strict=True) if s is not None}


def red_on_the_sky(code, lines, circled):
    score = {
        "rows": {row.id: {"mark": None, "should_be": None} for row in SKY.sheet.rows},
        "problems": [{"element": "constellation", "code": code}],
        "by_rules": {"total": 1},
    }
    sky = {"lines": lines, "circled": circled}
    result = replace(scan(), board={"constellation": sky}, score=score, code=SKY_CODE)
    return coloured(result, RED, SKY, SKY_CODE)


def test_a_red_ring_is_on_the_star_that_was_forgotten():
    circled = [star for star in STARS if star != "s7"]
    red = red_on_the_sky("constellation-stars", len(SKY.path) - 1, circled)
    assert near(red, STARS["s7"], 4.5)
    assert not near(red, STARS["s13"], 4.5)
    rows, columns = np.nonzero(red)
    middle = np.array([columns.mean(), rows.mean()]) / PX_PER_MM
    assert np.linalg.norm(middle - STARS["s7"]) < 0.5


def test_a_red_ring_is_where_the_lines_end_that_should_not():
    red = red_on_the_sky("constellation-lines", 3, [])
    rows, columns = np.nonzero(red)
    middle = np.array([columns.mean(), rows.mean()]) / PX_PER_MM
    assert np.linalg.norm(middle - SKY.path[3]) < 0.5


def test_a_problem_without_a_place_does_no_harm():
    assert not coloured(scan(problems=["no-such-thing"]), RED).any()


def test_doubts_are_orange_and_so_is_the_score():
    result = scan(doubts=[doubt("c3")])
    orange = coloured(result, ORANGE)
    assert near(orange, LAYOUT.clouds["c3"].center)
    assert orange[: 25 * PX_PER_MM].any()
    assert not coloured(result, GREEN).any()


def test_a_doubt_about_nothing_is_told():
    result = scan(doubts=[doubt("c3", None, 7)])
    assert near(coloured(result, ORANGE), LAYOUT.clouds["c3"].center)


@pytest.mark.parametrize("sheet", ["dreams/score", "when-i-dream/score"])
def test_score_sheets_are_marked_too(sheet):
    code = SheetCode(sheet, players=4)
    layout = layout_of(code)
    field = layout.digits[0]
    result = replace(scan(doubts=[doubt(field.id)]), score={"totals": {"1": 3}}, code=code)
    assert near(coloured(result, ORANGE, layout, code), field.center)


def test_a_frame_is_around_all_choices_of_a_group():
    code = SheetCode("when-i-dream/score", players=4)
    layout = layout_of(code)
    told = doubt("r2.role.3", None, "nightmare")
    result = replace(scan(doubts=[told]), score={"totals": {"1": 3}}, code=code)
    rows, columns = np.nonzero(coloured(result, ORANGE, layout, code))
    xs, ys = zip(
        *(each.center for each in layout.choices if each.group == "r2.role.3"), strict=True
    )
    left, right = columns.min() / PX_PER_MM, columns.max() / PX_PER_MM
    assert left < min(xs) - 3 and max(xs) + 3 < right and rows.max() / PX_PER_MM > max(ys) + 3
    assert (left + right) / 2 == pytest.approx((min(xs) + max(xs)) / 2, abs=1.0)


@pytest.mark.parametrize("sheet", ["BAC", "EDF"])
def test_every_doubt_of_a_sheet_has_its_place(sheet):
    """Else a person would be asked about something that is not shown."""
    written = filled(sheet, 2)
    (picture,) = pictures(written.photo(2), "a.jpg")
    (found,) = read_picture(picture)
    code = SheetCode(f"daydream/{sheet}")
    layout = layout_of(code)
    blank = np.full_like(blank_page(code), 255)
    unsure = [each for each in found.readings.items() if len(each[1].chances) > 1]
    assert len(unsure) > 100
    for element, reading in unsure:
        one = replace(found, doubts=[Doubt(reading, "mark-odd")], score=None)
        assert (marked_picture(one, blank, layout) < 250).any(), element


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
