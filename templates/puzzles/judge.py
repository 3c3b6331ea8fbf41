"""Layouts, boards and scores of puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from rules.own.score import TOTAL, OwnScore
from rules.problem import Problem
from rules.puzzles.board import PuzzleBoard, board_from
from rules.puzzles.marking import marking_of
from templates.game import Value
from templates.puzzles.game import KINDS
from templates.puzzles.layout import PuzzleLayout, layout_of
from templates.puzzles.names import element_name
from templates.several import listed
from templates.sheet_code import SheetCode
from templates.wording import say


class PuzzleJudge:
    """What ``templates.game.PersonJudge`` asks for."""

    def layout_of(self, code: SheetCode) -> PuzzleLayout:
        """Lay out the sheet that a code speaks of."""
        return layout_of(code)

    def title_of(self, sheet: str, lang: str) -> str:
        """Name a kind of puzzles."""
        return say(f"puzzles.title.{sheet.rpartition('/')[2]}", lang)

    def about(self, sheet: str, lang: str) -> tuple[str, ...]:
        """Say nothing more: the title has to do."""
        return ()

    def board_from(self, data: object) -> PuzzleBoard:
        """Read a board from untrusted JSON."""
        return board_from(data, KINDS)

    def board_of(self, values: Mapping[str, Value], layout: PuzzleLayout) -> PuzzleBoard:
        """Make the board on which the elements say this."""
        asked = layout.asked
        written = {each.id: cast("int | None", values.get(each.id)) for each in layout.digits}
        return PuzzleBoard(asked.kind, asked.variant, "", written)

    def values_of(self, board: PuzzleBoard, layout: PuzzleLayout) -> dict[str, Value]:
        """Say what every element shows."""
        return {element: board.fields.get(element) for element in layout.places}

    def score_of(self, board: PuzzleBoard, layout: PuzzleLayout | None = None) -> OwnScore:
        """Count the right answers."""
        right = marking_of(board).right
        return OwnScore(board.sheet, ({TOTAL: right},), ((right,),), finished=True, problems=())

    def score_json(self, score: OwnScore, lang: str) -> dict[str, Any]:
        """Give a score as scripts see it."""
        return score.as_json(lambda problem: self.problem_text(problem, score.sheet, 0, lang))

    def problem_text(self, problem: Problem, sheet: str, seed: int, lang: str) -> str:
        """Say nothing: pupils are here to make mistakes, so that none is a problem."""
        return ""

    def element_text(self, element: str, sheet: str, seed: int, lang: str) -> str:
        """Name a cell or a question."""
        return element_name(element, lang)

    def where_text(self, element: str, sheet: str, seed: int, lang: str) -> str:
        """Say nothing: the names say it."""
        return ""

    def elements_text(self, elements: Iterable[str], sheet: str, seed: int, lang: str) -> str:
        """Name many of them."""
        return listed([element_name(each, lang) for each in elements], lang)

    def doubt_text(self, doubt: object, sheet: str, seed: int, lang: str) -> str:
        """Say nothing: answers say nothing together."""
        return ""


JUDGE = PuzzleJudge()
