"""What a board of a sheet that somebody made is worth, and what is odd about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.own.board import OwnBoard
from rules.own.language import Result
from rules.own.scope import RIGHT, BoardScope, speaks_of
from rules.own.sheet import Check, Kind, OwnSheet, Slot, slot_id
from rules.own.variants import answers_of
from rules.problem import Problem, problem
from rules.ranks import by_strength
from rules.score_sheet import by_number, who

FORMAT = 1
TOTAL = "total"
"""The score that decides."""


class OwnCode(StrEnum):
    """What can be wrong with a board that can be read."""

    TOTAL = "total"
    RANGE = "range"
    CHECK = "check"
    PAGES = "pages"


@dataclass(frozen=True, slots=True)
class OwnParts:
    """A person's points; what they are made of has names of its own."""

    total: int

    def as_json(self) -> dict[str, int]:
        """Give no parts that we have words for."""
        return {}


@dataclass(frozen=True, slots=True)
class OwnScore:
    """What a board is worth; it serves tables and persons alike."""

    sheet: str
    scores: tuple[Mapping[str, int], ...]
    """Each player's named points."""
    strengths: tuple[tuple[int, ...], ...]
    """By which players are ranked: the greatest wins."""
    finished: bool
    problems: tuple[Problem, ...]
    written: int | None = None
    tie_break: int | None = None
    tier: int | None = None
    penalties: None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """Each player's points."""
        return tuple(each[TOTAL] for each in self.scores)

    @property
    def winners(self) -> tuple[int, ...]:
        """The numbers of those who are first."""
        best = max(self.strengths)
        return tuple(n for n, each in enumerate(self.strengths, 1) if each == best)

    @property
    def parts(self) -> OwnParts:
        """A person's points."""
        return OwnParts(self.totals[0])

    @property
    def by_rules(self) -> OwnParts:
        """The same: there is no other way to count them."""
        return self.parts

    @property
    def rows(self) -> Mapping[str, object]:
        """No rows."""
        return {}

    @property
    def rounds(self) -> tuple[tuple[int, ...], ...]:
        """No points by rounds."""
        return ()

    def as_json(self, message_of: Callable[[Problem], str]) -> dict[str, object]:
        """Give the score as plain data; ``message_of`` puts a problem into words."""
        return {
            "format": FORMAT,
            "sheet": self.sheet,
            "total": self.totals[self.winners[0] - 1],
            "totals": by_number(self.totals),
            "scores": by_number([dict(each) for each in self.scores]),
            "winners": list(self.winners),
            "finished": self.finished,
            "problems": [
                {"element": each.element, "code": each.code.value, "message": message_of(each)}
                for each in self.problems
            ],
        }


@dataclass(frozen=True, slots=True)
class Marked:
    """How a worksheet went."""

    right: int
    """By what each answer is worth."""
    of: int
    corrections: tuple[tuple[str, Result, Result], ...]
    """What is wrong: its id, what was written, and what is right."""
    false_alarms: int = 0
    missing: tuple[int, ...] = ()
    """Pages that nobody has looked at; what stands there counts as not answered."""


def score_of(board: OwnBoard, sheet: OwnSheet, *, unmarked: bool = False) -> OwnScore:
    """Say what a board is worth, who leads, and everything that is odd about it.

    Args:
        board: What the pen did.
        sheet: What it was done to.
        unmarked: Leave the solutions out, and whatever ought to fit the number of right answers.
    """
    players = range(1, len(board.players) + 1)
    marks = marked(board, sheet) if sheet.has_answers and not unmarked else None
    scope = BoardScope(sheet, board, [marks.right if marks else 0] * len(players))
    scores = tuple(
        {name: each.number(scope.of(player)) for name, each in sheet.scores.items()}
        for player in players
    )
    sign = -1 if sheet.lowest_wins else 1
    strengths = tuple(
        (sign * scores[player - 1][TOTAL], *(tie.number(scope.of(player)) for tie in sheet.ties))
        for player in players
    )
    slots = sheet.slots(len(board.players)).values()
    wanted = [s for s in slots if s.field.kind in (Kind.NUMBER, Kind.CHOICE, Kind.GRID)]
    filled = (board.fields[s.id] is not None for s in wanted if s.field.equals is None)
    finished = not board.missing and all(filled)
    problems = tuple(_problems(board, sheet, scope, unmarked))
    return OwnScore(sheet.sheet, scores, strengths, finished, problems)


def marked(board: OwnBoard, sheet: OwnSheet) -> Marked:
    """Compare a worksheet with its solutions; a field with several counts as a whole."""
    answers = answers_of(sheet, len(board.players), board.variant)
    slots = sheet.slots(len(board.players))
    wrong = tuple(
        (name, board.fields[name], answer)
        for name, answer in answers.items()
        if board.fields[name] != answer
    )
    whole = {name: _whole(slots[name]) for name in answers}
    missed = {whole[name] for name, _, _ in wrong}
    worth = {whole[name]: slots[name].field.worth for name in answers}
    right = sum(points for name, points in worth.items() if name not in missed)
    return Marked(right, sum(worth.values()), wrong, missing=board.missing)


def _whole(slot: Slot) -> str:
    return slot_id(slot.field.id, slot.round, slot.player)


def _problems(
    board: OwnBoard, sheet: OwnSheet, scope: BoardScope, unmarked: bool
) -> Iterator[Problem]:
    if board.missing and not unmarked:
        yield problem("pages", OwnCode.PAGES, pages=board.missing)
    for slot in sheet.slots(len(board.players)).values():
        field, value = slot.field, board.fields[slot.id]
        facts: dict[str, Any]
        if field.kind is not Kind.NUMBER or value is None:
            continue
        name = who(board.players, slot.player) if slot.player else ""
        if field.equals is not None:
            if unmarked and speaks_of(field.equals, RIGHT, sheet):
                continue
            counted = field.equals.number(scope.of(slot.player or 1))
            if value != counted:
                facts = {"written": value, "counted": counted, "who": name}
                yield problem(slot.id, OwnCode.TOTAL, label=field.label, **facts)
        elif not field.low <= int(value) <= field.high:
            facts = {"value": value, "low": field.low, "high": field.high, "who": name}
            yield problem(slot.id, OwnCode.RANGE, label=field.label, **facts)
    for check in sheet.checks:
        if unmarked and speaks_of(check.that, RIGHT, sheet):
            continue
        for player in range(1, len(board.players) + 1) if check.for_each else (1,):
            if not _holds(check, scope, player):
                where = check.at
                if check.for_each and where in sheet.fields and not sheet.fields[where][0].rounds:
                    where = slot_id(where, 0, player)
                name = who(board.players, player) if check.for_each and board.for_table else ""
                yield problem(where, OwnCode.CHECK, say=check.say, who=name)


def _holds(check: Check, scope: BoardScope, player: int) -> bool:
    """Say whether a check is met; it waits until the single fields that it names are filled."""
    of_player = scope.of(player)
    if any(of_player.value(name) is None for name in check.that.waits_for):
        return True
    return bool(check.that.number(of_player))


@dataclass(frozen=True, slots=True)
class Place:
    """One person's place."""

    rank: int
    player: int
    """The place in what was given, from 0."""
    name: str
    score: OwnScore


@dataclass(frozen=True, slots=True)
class Ranking:
    """Who won, of persons who each have a sheet."""

    places: tuple[Place, ...]
    doubts: tuple[object, ...] = ()


def rank(
    boards: Sequence[OwnBoard], sheet: OwnSheet, known: Sequence[OwnScore] | None = None
) -> Ranking:
    """Rank several persons' sheets; ``known`` are their scores, if they were counted before."""
    scores = known or [score_of(board, sheet) for board in boards]
    strengths = [score.strengths[0] for score in scores]
    return Ranking(
        tuple(Place(rank, n, boards[n].names[0], scores[n]) for rank, n in by_strength(strengths))
    )
