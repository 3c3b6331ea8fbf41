"""Tasks all the way round: printed, worked on, photographed, read and marked."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import pytest

from paperplay.cli import main
from practice.camera import photograph
from practice.pages import blank_page
from practice.pen import fill
from practice.strokes import Hand
from printkit.order import Order
from rules.daydream.board import RowMark
from rules.daydream.exercise import CLOUDS, LEVELS, MISTAKES, SYMBOLS, deduction_form
from rules.daydream.exercise_marking import marking_of
from rules.daydream.puzzles.breaks import broke_at
from scanner import read_photo, scans_of
from scanner.files.load import pictures
from scanner.likeness import Likeness, likeness
from scanner.pictures import PX_PER_MM
from scanner.pipeline import read_picture
from scanner.reader import is_sheet, reader_for
from scanner.scan import Doubt
from scanner.scan_json import scan_json
from scanner.stages import Keep
from templates.daydream.exercises import load_exercise
from templates.daydream.load import load_daydream
from templates.sheet_code import SheetCode
from tests.scanner.pupils import answered, worked_on

HARD = deduction_form(4)
FORMS = (*LEVELS, HARD)
SHEET = {SYMBOLS: "EDF", CLOUDS: "A", MISTAKES: "BC", HARD: "A"}
LOOK = {
    SYMBOLS: {"lang": "de", "ink": "black"},
    CLOUDS: {"lang": "fr", "paper": "letter"},
    MISTAKES: {"lang": "sv", "ink": "colour"},
    HARD: {"lang": "it", "ink": "light"},
}
PEN = {SYMBOLS: None, CLOUDS: "blue", MISTAKES: "pencil", HARD: "blue"}
SIZE = (2688, 2016)


@pytest.fixture(scope="module")
def photos():
    orders = {
        level: Order(f"daydream/{SHEET[level]}", exercise=(level, 3), key="none", **LOOK[level])
        for level in FORMS
    }
    return {
        level: worked_on(order, 11 + level, slips=0.3, pen=PEN[level], size=SIZE)
        for level, order in orders.items()
    }


@pytest.fixture(scope="module")
def scans(photos):
    return {level: next(scans_of(photo.jpeg)) for level, photo in photos.items()}


def differing(scan, board):
    """Elements that were read otherwise than they stand on the sheet."""
    truth = board.as_json()
    return {
        element
        for part in ("clouds", "rows")
        for element, value in truth[part].items()
        if scan.board.as_json()[part][element] != value
    }


@pytest.mark.parametrize("level", FORMS)
def test_what_a_pupil_wrote_is_read_and_marked(photos, scans, level):
    photo, scan = photos[level], scans[level]
    asked = set(scan.doubtful)
    assert differing(scan, photo.board) <= asked
    marking = marking_of(photo.board, photo.exercise)
    told = scan_json(scan, "en")["exercise"]
    assert (told["level"], told["task"], told["of"]) == (photo.exercise.level, 3, marking.of)
    assert (told["kind"], told["variant"]) == (photo.exercise.kind, 3)
    expected = [(each.element, each.slip.value) for each in marking.corrections]
    read = [(each["element"], each["code"]) for each in told["wrong"]]
    assert [each for each in read if each[0] not in asked] == [
        each for each in expected if each[0] not in asked
    ]
    assert abs(told["right"] - marking.right) <= len(asked)
    # A pupil without a slip would make this test blind.
    assert 0 < marking.right < marking.of


@pytest.mark.parametrize("level", FORMS)
def test_the_comparison_can_fail(photos, scans, level):
    photo, scan = photos[level], scans[level]
    other = answered(photo.exercise, Random("somebody else"), 0.5)
    assert differing(scan, other) - set(scan.doubtful)


@pytest.mark.parametrize("level", FORMS)
def test_few_doubts(scans, level):
    assert len(scans[level].doubts) <= 2


def test_what_is_printed_is_known(scans, photos):
    board, exercise = scans[SYMBOLS].board, photos[SYMBOLS].exercise
    assert board.clouds == dict(exercise.clouds)
    assert set(scans[CLOUDS].board.rows.values()) == {RowMark.SUN}


def test_where_a_pupils_reasoning_broke_is_told(photos, scans):
    photo, scan = photos[HARD], scans[HARD]
    expected = broke_at(photo.board, photo.exercise, scan.doubtful)
    told = scan_json(scan, "en")["exercise"]
    assert (
        told["broke"]["element"] == expected.element and told["broke"]["message"] in told["message"]
    )
    assert scan_json(scans[CLOUDS], "en")["exercise"]["broke"] is None


def test_the_same_named_task_photographed_twice_is_one_sheet(scans):
    scan = scans[HARD]
    named = replace(scan, paper=replace(scan.code, class_mark=7, copy=3))
    assert likeness(named, named) is Likeness.SAME
    assert likeness(scan, named) is not Likeness.SAME


def test_photocopies_of_a_task_are_not_one_sheet(scans):
    # Two pupils may have the same answers on copies with the same number.
    assert likeness(scans[SYMBOLS], scans[SYMBOLS]) is not Likeness.SAME


def test_the_marking_is_told(photos, scans, tmp_path, capsys):
    (tmp_path / "one.jpg").write_bytes(photos[SYMBOLS].jpeg)
    assert main(["scan", str(tmp_path / "one.jpg"), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    told = scan_json(scans[SYMBOLS], "en")["exercise"]["message"]
    assert f"Brain teaser 3, level 1: {told}" in said
    assert "points" not in said


def test_a_pile_of_tasks_is_told_pupil_by_pupil(photos, scans, tmp_path, capsys):
    for name in ("one", "two"):
        (tmp_path / f"{name}.jpg").write_bytes(photos[CLOUDS].jpeg)
    call = ["scan", str(tmp_path), "--names", "Ida,Tom", "--lang", "de", "--workers", "1"]
    assert main(call) == 0
    said = capsys.readouterr().out
    right = scans[CLOUDS].marking.right
    for name in ("Ida", "Tom"):
        assert f"  {name}  {right} von " in said
    assert "  1. " not in said
    assert said.count("Denkaufgabe 3, Stufe 2: ") == 2


def test_a_doubt_that_is_settled_changes_the_marking(scans, photos):
    scan = scans[SYMBOLS]
    row = next(
        each for each in photos[SYMBOLS].exercise.asked
        if each not in {wrong.element for wrong in scan.marking.corrections}
        and scan.values[each] != "sun"
    )  # fmt: skip
    doubt = Doubt(row, scan.values[row], "sun", "mark-odd")
    done = replace(scan, doubts=(doubt,)).settled(row, "sun")
    assert done.marking.right == scan.marking.right - 1
    assert row in {wrong.element for wrong in done.marking.corrections}
    assert done.status == "ok"
    assert {each.code for each in done.score.problems} <= {"row-mark", "row-unmarked"}


def test_wrong_answers_are_shown_on_the_marked_sheet(photos, tmp_path):
    (picture,) = pictures(photos[CLOUDS].jpeg)
    read_picture(picture, Keep(tmp_path))
    (file,) = tmp_path.iterdir()
    seen = cv2.imread(str(file)).astype(int)
    red = (seen[:, :, 2] - seen[:, :, 0] > 90) & (seen[:, :, 2] - seen[:, :, 1] > 90)
    layout = load_daydream("A", paper="letter")
    marking = marking_of(photos[CLOUDS].board, photos[CLOUDS].exercise)
    wrong = {each.element for each in marking.corrections}
    assert wrong
    for cloud, box in layout.clouds.items():
        (left, top), (right, bottom) = (
            (round(x * PX_PER_MM), round(y * PX_PER_MM))
            for x, y in ((box.left, box.top), (box.right, box.bottom))
        )
        assert (red[top:bottom, left:right].sum() > 100) == (cloud in wrong)


@pytest.mark.parametrize("level", LEVELS)
def test_a_task_whose_codes_are_spoilt_is_not_taken_for_a_game(photos, level, monkeypatch):
    monkeypatch.setattr("scanner.pipeline.identify", lambda *_: None)
    (scan,) = read_photo(photos[level].jpeg)
    assert scan["status"] == "unreadable"
    assert scan["code"] == "unknown-code"


def test_a_printed_circle_that_is_struck_out_gives_way_to_the_other():
    exercise, layout, hand = (
        load_exercise("daydream/D", 0, MISTAKES, 5),
        load_daydream("D"),
        Hand(3),
    )
    swapped = [row for row in exercise.asked if RowMark.CROSSED not in
               (exercise.rows[row], exercise.marks[row])]  # fmt: skip
    struck = [getattr(layout.rows[row], exercise.rows[row].value) for row in swapped]
    strokes = [stroke for at in struck for stroke in hand.cross(at.center, at.radius)]
    rows = {row: exercise.marks[row].value for row in swapped}
    page = blank_page(Order("daydream/D", exercise=(MISTAKES, 5), key="none"), 8.0)
    filled = fill(page, layout.as_json(), {"rows": rows}, hand, "blue", 8.0, jottings=strokes)
    (scan,) = read_photo(photograph(filled.image, 3, "good", SIZE).jpeg)
    assert len(swapped) == 3
    assert scan["exercise"]["right"] == 3
    assert {row: scan["board"]["rows"][row] for row in swapped} == rows
    assert scan["exercise"]["unsure"] == []


def test_of_a_deduction_only_what_is_no_number_of_a_die_is_odd():
    form = deduction_form(3)
    task = load_exercise("daydream/A", 0, form, 5)
    code = SheetCode("daydream/A", "a4", "en", "colour").with_exercise(form, 5)
    judge = reader_for(code).judging(load_daydream("daydream/A").for_task(form))
    cloud, *_ = task.asked
    right = {name: None for name in load_daydream("daydream/A").clouds} | dict(task.numbers)
    verdicts = {number: judge(right | {cloud: number}) for number in (None, *range(10))}
    assert {n for n, v in verdicts.items() if v.problems} == {0, 7, 8, 9}
    # The solution has no say: no number of the die, and nothing at all, is like another.
    assert len({verdicts[n] for n in (None, *range(1, 7))}) == 1


def test_a_code_of_a_task_that_there_cannot_be_is_refused():
    assert is_sheet(SheetCode("daydream/BC").with_exercise(CLOUDS, 1))
    assert not is_sheet(SheetCode("daydream/BC", seed=2).with_exercise(CLOUDS, 1))
