"""Daydream's layouts, boards and scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rules import values
from rules.daydream.board import (
    BonusMark,
    ConstellationInk,
    DaydreamBoard,
    LeafMark,
    MoonInk,
    PolaroidInk,
    RewardMark,
    RowMark,
)
from rules.daydream.parse import HIGHEST_SEED, board_from
from rules.daydream.ranking import Ranking, RankingDoubt, rank
from rules.daydream.score import DaydreamScore, score_of
from rules.daydream.sheet import Sheet
from rules.errors import HostError
from rules.problem import Problem
from templates.check_page import check_sheet
from templates.daydream.element_names import (
    doubt_sentence,
    element_name,
    element_where,
    problem_sentence,
)
from templates.daydream.element_ranges import elements_name
from templates.daydream.layout import Layout
from templates.daydream.listing import about_sheet
from templates.daydream.load import load_daydream, load_sheet
from templates.daydream.names import sheet_title, tier_names
from templates.game import Value
from templates.sheet_code import SheetCode

Says = Mapping[str, Any]
"""What every element says."""
_ROWS: Mapping[Any, RowMark | None] = {None: None} | {mark.value: mark for mark in RowMark}
_BONUSES: Mapping[Any, BonusMark | None] = {None: None} | {mark.value: mark for mark in BonusMark}
_LEAVES: Mapping[Any, LeafMark | None] = {None: None} | {mark.value: mark for mark in LeafMark}
_REWARDS: Mapping[Any, RewardMark | None] = {None: None} | {mark.value: mark for mark in RewardMark}


class DaydreamJudge:
    """What ``templates.game.Judge`` asks for."""

    def layout_of(self, code: SheetCode) -> Layout:
        """Lay out the sheet that a code speaks of; one with a task has its grid alone."""
        layout = load_daydream(code.sheet, paper=code.paper, seed=code.seed)
        known = code.is_check and code.sheet == check_sheet()
        if code.variant and not known:
            from templates.daydream.exercises import exercise_on

            if exercise_on(code) is None:
                raise HostError("unknown-code")
        return layout.for_task(code.exercise[0]) if code.exercise else layout

    def title_of(self, sheet: str, lang: str) -> str:
        """Name a sheet and its combination."""
        return f"{sheet_title(sheet, lang)} ({sheet.rpartition('/')[2]})"

    def about(self, sheet: str, lang: str) -> tuple[str, ...]:
        """Say what one has to know to choose a sheet."""
        return about_sheet(sheet, lang)

    def board_from(self, data: object) -> DaydreamBoard:
        """Read a board from untrusted JSON."""
        fields = values.mapping(data, "board")
        seed = values.integer(fields.get("seed"), "seed", 0, HIGHEST_SEED, allow_none=True)
        return board_from(data, load_sheet(str(fields.get("sheet")), seed=seed or 0))

    def board_of(self, values: Mapping[str, Value], layout: Layout) -> DaydreamBoard:
        """Make the board on which the elements say this."""
        return _board_of(values, layout.sheet)

    def values_of(self, board: DaydreamBoard, layout: Layout) -> dict[str, Value]:
        """Say what every element shows; a board that was kept as JSON has more than a task has."""
        shown = _values_of(board, layout.sheet)
        return {element: value for element, value in shown.items() if element in layout.places}

    def score_of(self, board: DaydreamBoard, layout: Layout | None = None) -> DaydreamScore:
        """Score a board."""
        return score_of(board, layout.sheet if layout else _sheet_of(board))

    def score_json(self, score: DaydreamScore, lang: str) -> dict[str, Any]:
        """Give a score as scripts see it."""
        names = tier_names(score.sheet, lang)
        sheet, seed = score.sheet, score.seed
        return score.as_json(names, lambda problem: self.problem_text(problem, sheet, seed, lang))

    def problem_text(self, problem: Problem, sheet: str, seed: int, lang: str) -> str:
        """Say what is wrong."""
        return problem_sentence(problem, sheet, seed, lang)

    def doubt_text(self, doubt: RankingDoubt, sheet: str, seed: int, lang: str) -> str:
        """Say what the sheets of one game contradict each other in."""
        return doubt_sentence(doubt, sheet, seed, lang)

    def element_text(self, element: str, sheet: str, seed: int, lang: str) -> str:
        """Name an element."""
        return element_name(element, sheet, seed, lang)

    def where_text(self, element: str, sheet: str, seed: int, lang: str) -> str:
        """Say in which row of clouds a cloud stands."""
        return element_where(element, sheet, seed, lang)

    def elements_text(self, elements: Iterable[str], sheet: str, seed: int, lang: str) -> str:
        """Name many elements in few words."""
        return elements_name(elements, sheet, seed, lang)

    def tiers_of(self, sheet: str, lang: str) -> Sequence[str]:
        """Name what can be reached alone, the lowest tier first."""
        return tier_names(sheet, lang)

    def rank(
        self, boards: Sequence[DaydreamBoard], known: Sequence[DaydreamScore] | None = None
    ) -> Ranking:
        """Rank the sheets of one game and look across them."""
        return rank(boards, _sheet_of(boards[0]), known)


JUDGE = DaydreamJudge()


def _sheet_of(board: DaydreamBoard) -> Sheet:
    return load_sheet(board.sheet, seed=board.seed)


def _board_of(values: Mapping[str, Value], sheet: Sheet) -> DaydreamBoard:
    """Put values together without the checks that a board from outside needs."""
    fields = {field: made(values, sheet) for field, made in FIELDS.items()}
    return DaydreamBoard(sheet=sheet.id, seed=sheet.seed, name=None, **fields)


def _sky(say: Says, sheet: Sheet) -> ConstellationInk | None:
    if sheet.constellation is None:
        return None
    circled = tuple(star for star in sheet.stars if say[star])
    return ConstellationInk(say["constellation.lines"], circled)


FIELDS: Mapping[str, Callable[[Says, Sheet], Any]] = {
    "solo": lambda say, sheet: say["solo"],
    "clouds": lambda say, sheet: {cloud.id: say[cloud.id] for cloud in sheet.clouds},
    "rows": lambda say, sheet: {row.id: _ROWS[say[row.id]] for row in sheet.rows},
    "objects": lambda say, sheet: {thing.id: say[thing.id] for thing in sheet.objects},
    "bonuses": lambda say, sheet: {bonus: _BONUSES[say[bonus]] for bonus in sheet.bonus_ids},
    "leaves": lambda say, sheet: {leaf.id: _LEAVES[say[leaf.id]] for leaf in sheet.leaves},
    "thorns": lambda say, sheet: say["thorns"],
    "polaroids": lambda say, sheet: {
        one.id: PolaroidInk(say[f"{one.id}.value"], say[f"{one.id}.circled"])
        for one in sheet.polaroids
    },
    "constellation": _sky,
    "notes": lambda say, sheet: {note.id: say[note.id] for note in sheet.notes},
    "chain": lambda say, sheet: {
        moon.id: MoonInk(say[f"{moon.id}.value"], say[f"{moon.id}.linked"]) for moon in sheet.chain
    },
    "frames": lambda say, sheet: {
        frame.id: {value: _REWARDS[say[f"{frame.id}.{value}"]] for value in frame.rewards}
        for frame in sheet.frames
    },
    "total": lambda say, sheet: say["total"],
}
"""How each field of a board is made of what the elements say."""


def _values_of(board: DaydreamBoard, sheet: Sheet) -> Mapping[str, Value]:
    found: dict[str, Value] = {"solo": board.solo, "thorns": board.thorns, "total": board.total}
    found |= {**board.clouds, **board.objects, **board.notes}
    for marks in (board.rows, board.bonuses, board.leaves):
        found |= {element: mark and mark.value for element, mark in marks.items()}
    for polaroid, ink in board.polaroids.items():
        found |= {f"{polaroid}.value": ink.value, f"{polaroid}.circled": ink.circled}
    if board.constellation is not None:
        found["constellation.lines"] = board.constellation.lines
        found |= {star: star in board.constellation.circled for star in sheet.stars}
    for moon, chained in board.chain.items():
        found |= {f"{moon}.value": chained.value, f"{moon}.linked": chained.linked}
    for frame, rewards in board.frames.items():
        found |= {f"{frame}.{value}": mark and mark.value for value, mark in rewards.items()}
    return found
