"""Puzzles the whole way round: print, pen, camera, scan, marking."""

from __future__ import annotations

from random import Random

import pytest

from practice.camera import photograph
from practice.invented import invented
from practice.pages import rendered
from practice.pen import fill
from practice.strokes import Hand
from printkit.puzzles.class_set import PuzzlePrint, printed_puzzles
from rules.puzzles.sheet import PuzzleSheet
from scanner import read_photo
from templates.puzzles.judge import JUDGE
from templates.sheet_code import SheetCode

PX_PER_MM = 8.0


def code_of(asked, copy=0):
    return SheetCode(f"puzzles/{asked.kind}", copy=copy, variant=asked.variant)


def photo_of(code, board, seed):
    """Photograph a sheet on which a pupil wrote what a board says."""
    layout = JUDGE.layout_of(code).as_json()
    page = rendered(printed_puzzles(PuzzlePrint("", [(code, "")]), key=False), PX_PER_MM, 0)
    filled = fill(page, layout, board, Hand(seed), "blue", PX_PER_MM)
    return photograph(filled.image, seed, "good", (2000, 1500)).jpeg


@pytest.mark.parametrize(
    "asked",
    [
        PuzzleSheet("sudoku9", 3, 1),
        PuzzleSheet("sudoku6", 2, 4, count=4, because=True),
        PuzzleSheet("cages", 2, 3, count=2),
        PuzzleSheet("futoshiki", 4, 9, large=True),
        PuzzleSheet("chances", 2, 5),
    ],
    ids=lambda asked: asked.kind,
)
def test_a_sheet_is_read_back_and_marked(asked):
    board = invented(JUDGE.layout_of(code_of(asked)), f"puzzles/{asked.kind}", Random(3))
    (scan,) = read_photo(photo_of(code_of(asked), board, 5))
    assert scan["status"] in ("ok", "review")
    unsure = {item["element"] for item in scan["review"]}
    read = scan["board"]["fields"]
    assert {e for e, value in board["fields"].items() if read[e] != value} <= unsure
    assert len(unsure) <= 3
    wrong = {each["element"]: each for each in scan["exercise"]["wrong"]}
    for element, right in asked.answers.items():
        if element not in unsure:
            assert (element in wrong) == (board["fields"][element] != right)
    missing = {e for e, each in wrong.items() if each["code"] == "missing"} - unsure
    assert missing == {e for e, value in board["fields"].items() if value is None} - unsure
    assert scan["exercise"]["kind"] == asked.kind
    assert scan["exercise"]["level"] == asked.level


@pytest.mark.parametrize("number", [1, 2])
def test_the_solution_is_not_asked_what_a_pupil_wrote(number):
    """Somebody who writes a three everywhere is read so, right or wrong."""
    sheet = PuzzleSheet("sudoku4", 2, number)
    fields = dict.fromkeys(sheet.answers, 3)
    board = {"format": 1, "sheet": "puzzles/sudoku4", "variant": sheet.variant,
             "name": "", "fields": fields}  # fmt: skip
    (scan,) = read_photo(photo_of(code_of(sheet), board, 8))
    sure = set(fields) - {item["element"] for item in scan["review"]}
    assert len(sure) >= len(fields) - 2
    assert {scan["board"]["fields"][element] for element in sure} == {3}
    assert scan["exercise"]["right"] <= 3
    assert len(scan["exercise"]["wrong"]) == scan["exercise"]["of"] - scan["exercise"]["right"]
