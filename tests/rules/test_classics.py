"""Squares: what is made has one solution and its level, and is marked as it should be."""

from __future__ import annotations

from itertools import product

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from rules.puzzles.board import PuzzleBoard
from rules.puzzles.chances import DICE, QUESTIONS, Question, questions_of
from rules.puzzles.grid import RuleKind
from rules.puzzles.making import KINDS, puzzle_of
from rules.puzzles.marking import PuzzleSlip, broke_at, marking_of, way_of
from rules.puzzles.second_opinion import count_solutions, second_level
from rules.puzzles.sheet import ALL_KINDS, PuzzleSheet, element_of, levels_of, most_of
from rules.puzzles.solver import level_of, strike

QUICK = [
    (kind, level)
    for kind in KINDS
    for level in KINDS[kind].levels
    if kind != "sudoku9" or level in (1, 3)
]


@pytest.mark.parametrize(("kind", "level"), QUICK)
def test_a_puzzle_is_unique_and_of_its_level_by_both_solvers(kind, level):
    puzzle = puzzle_of(kind, level, 2)
    assert count_solutions(puzzle.grid, puzzle.given) == 1
    assert second_level(puzzle.grid, puzzle.given) == level == level_of(puzzle.grid, puzzle.given)
    assert all(puzzle.solution[cell] == number for cell, number in puzzle.given.items())


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(["sudoku6", "sudoku9", "cages"]))
def test_what_is_struck_is_in_no_solution(chance, kind):
    """Whatever else stands in the notes, some of them down to one number already."""
    puzzle = puzzle_of(kind, 3, 1)
    size, share = puzzle.grid.size, chance.choice([0.1, 0.2, 0.4])
    notes = [
        sum(1 << n for n in range(1, size + 1) if n == right or chance.random() < share)
        for right in puzzle.solution
    ]
    strike(puzzle.grid, notes)
    assert all(note >> right & 1 for note, right in zip(notes, puzzle.solution, strict=True))


def test_one_number_less_is_noticed():
    """The second solver can say no: without one of few numbers there are more solutions."""
    puzzle = puzzle_of("sudoku4", 2, 1)
    counts = [
        count_solutions(puzzle.grid, {c: n for c, n in puzzle.given.items() if c != cell})
        for cell in puzzle.given
    ]
    assert 2 in counts


def test_puzzles_are_the_same_for_ever():
    """These are on paper: another puzzle under the same number would be marked wrongly."""
    told = {kind: "".join(map(str, puzzle_of(kind, 2, 1).solution)) for kind in KINDS}
    given = {kind: sorted(puzzle_of(kind, 2, 1).given) for kind in KINDS}
    assert (told, given) == (SOLUTIONS, GIVEN)


sheets = st.builds(
    lambda kind, level, number, count, large, because: PuzzleSheet(
        kind,
        min(level, levels_of(kind)[-1]),
        number,
        min(count, most_of(kind, large=large)),
        large,
        because,
    ),
    st.sampled_from(ALL_KINDS),
    st.integers(1, 5),
    st.integers(1, 4095),
    st.integers(1, 4),
    st.booleans(),
    st.booleans(),
)


@given(sheets)
def test_a_code_says_what_is_on_the_sheet(sheet):
    assert 0 < sheet.variant < 1 << 20
    assert PuzzleSheet.of(sheet.kind, sheet.variant) == sheet


@pytest.mark.parametrize("variant", [0, 5, (1 << 20) - 1])
def test_a_number_without_a_sheet_is_refused(variant):
    with pytest.raises(ValueError, match="no sheet"):
        PuzzleSheet.of("sudoku4", variant)


def board_of(sheet, **changed):
    fields = {**sheet.answers, **{k.replace("_", "."): v for k, v in changed.items()}}
    return PuzzleBoard(sheet.kind, sheet.variant, "", fields)


@settings(max_examples=20)
@given(st.data())
def test_what_is_changed_is_marked_and_nothing_else(data):
    sheet = PuzzleSheet("sudoku6", 2, 3, 2)
    changed = data.draw(
        st.dictionaries(
            st.sampled_from(sorted(sheet.answers)), st.none() | st.integers(0, 9), max_size=6
        )
    )
    marking = marking_of(PuzzleBoard(sheet.kind, sheet.variant, "", {**sheet.answers, **changed}))
    slips = {each.element: each.slip for each in marking.corrections}
    assert slips == {
        e: PuzzleSlip.MISSING if value is None else PuzzleSlip.WRONG
        for e, value in changed.items()
        if value != sheet.answers[e]
    }
    assert marking.right == len(sheet.answers) - len(slips)


def test_the_first_contradiction_is_found_in_the_order_of_the_solution():
    sheet = PuzzleSheet("sudoku6", 2, 3)
    puzzle = sheet.puzzles[0]
    first, later = (element_of(1, puzzle, way_of(puzzle).steps[n].cell) for n in (0, -1))
    board = board_of(sheet)
    assert broke_at(board, ()) is None

    def wrong(element):
        return sheet.answers[element] % 6 + 1

    both = PuzzleBoard(sheet.kind, sheet.variant, "",
                       {**board.fields, first: wrong(first), later: wrong(later)})  # fmt: skip
    broke = broke_at(both, ())
    assert (broke.element, broke.rule.is_house) == (first, True)
    assert broke_at(both, [first]).element == later
    assert broke_at(both, [first, later]) is None


def test_a_wrong_number_that_nothing_contradicts_yet_is_named_itself():
    sheet = PuzzleSheet("cages", 3, 1)
    puzzle = sheet.puzzles[0]
    empty = dict.fromkeys(sheet.answers)
    found = set()
    for cell, number in product(puzzle.asked, range(1, 6)):
        element = element_of(1, puzzle, cell)
        if number != puzzle.solution[cell]:
            board = PuzzleBoard(sheet.kind, sheet.variant, "", {**empty, element: number})
            broke = broke_at(board, ())
            assert broke.element == element
            found.add(broke.code)
    assert "cell" in found
    assert RuleKind.CAGE in found


@pytest.mark.parametrize(
    ("row", "mark", "leaf", "answer"),
    [
        ((3, None, 5), "sun", False, 11),  # a four on one die, or on both
        ((4, None), "sun", False, 20),  # a three or a five
        ((None, None, 3), "sun", False, 4),  # 1-2 and 5-4, in either order
        ((None, None, 3), "dot", False, 20),  # different, no three: one order is never a run
        ((2, None, 4), "sun", True, 27),  # a two, a three or a four
    ],
)
def test_chances(row, mark, leaf, answer):
    assert Question(row, mark, leaf).answer == answer


@pytest.mark.parametrize("level", levels_of("chances"))
def test_questions_are_counted_anew_by_hand(level):
    """Every roll is written down and changed with a leaf in turn: a second way to count."""
    for question in questions_of(level, 3):
        met = 0
        for roll in product(DICE, DICE):
            dice = [roll]
            if question.leaf:
                dice += [(roll[0] + a, roll[1] + b) for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            met += any(_is_as_wanted(question, way) for pair in dice for way in (pair, pair[::-1]))
        assert met == question.answer
        assert 0 < met <= 36
    assert len(set(questions_of(level, 3))) == QUESTIONS


def _is_as_wanted(question, dice):
    row, dice = list(question.row), list(dice)
    while None in row:
        row[row.index(None)] = dice.pop(0)
    ordered = sorted(row) in (row, row[::-1]) and max(row) - min(row) == len(row) - 1
    different = len(set(row)) == len(row)
    return different and ordered == (question.mark == "sun")


SOLUTIONS = {
    "sudoku9": "547196328931728645628435917219657834376849251854312769783561492162974583495283176",
    "sudoku4": "1342421321343421",
    "sudoku6": "215634634512342165156423563241421356",
    "cages": "2435141532532141542332145",
    "futoshiki": "4532121435132543451252143",
}
GIVEN = {
    "sudoku9": [
        0,
        12,
        14,
        15,
        16,
        21,
        22,
        26,
        29,
        30,
        31,
        36,
        37,
        40,
        45,
        48,
        52,
        59,
        62,
        63,
        70,
        72,
    ],
    "sudoku4": [5, 6, 10, 14, 15],
    "sudoku6": [0, 4, 8, 13, 15, 17, 19, 22, 23, 27, 28],
    "cages": [],
    "futoshiki": [4, 7, 13, 15],
}
