"""Several sheets of one game together: who won, and what cannot be true of all of them.

Frames are a race, so one sheet alone cannot tell who was first. Side by side, some circles
contradict each other; others are right only if something happened that no sheet shows,
and then the players have to be asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.daydream.board import DaydreamBoard, RewardMark
from rules.daydream.problems import STARTING_CLOUDS
from rules.daydream.score import DaydreamScore, score_of
from rules.daydream.sheet import Frame, Sheet
from rules.errors import HostError
from rules.ranks import by_strength

NUMBERS_A_TURN = 2


class Weight(StrEnum):
    """How sure a doubt is."""

    WRONG = "wrong"
    """The sheets cannot all be right."""
    ASK = "ask"
    """They may be right; the players know."""


class DoubtCode(StrEnum):
    """What several sheets can get wrong together."""

    FRAME_SHARED = "frame-shared"
    """Several circled a reward, which is right only if they filled the group in one turn."""
    FRAME_NOT_FIRST = "frame-not-first"
    """Several circled a reward, and at least one of them cannot have earned it."""
    FRAME_SKIPPED = "frame-skipped"
    """A lower reward is circled, the higher one by nobody."""
    FRAME_UNCLAIMED = "frame-unclaimed"
    """A group is full without a circle, though a reward is free."""
    TURNS = "turns"
    """One sheet has more numbers than another's turns can have given."""
    SOLO = "solo"
    """Solo is ticked among several players."""


@dataclass(frozen=True, slots=True)
class RankingDoubt:
    """Something that the sheets say only together."""

    element: str
    """The frame, or ``clouds`` or ``solo``."""
    code: DoubtCode
    weight: Weight
    players: tuple[int, ...]
    """Whose sheets are in doubt, by their place in what was given, from 0."""
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class RankedPlace:
    """One player's place in the ranking."""

    rank: int
    """From 1; equal players share it, and the next ones skip as many."""
    player: int
    """The place in what was given, from 0."""
    name: str | None
    score: DaydreamScore


@dataclass(frozen=True, slots=True)
class Ranking:
    """Who won."""

    places: tuple[RankedPlace, ...]
    """The best first."""
    doubts: tuple[RankingDoubt, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The players on the first rank."""
        return tuple(place.player for place in self.places if place.rank == 1)


def rank(
    boards: Sequence[DaydreamBoard], sheet: Sheet, known: Sequence[DaydreamScore] | None = None
) -> Ranking:
    """Rank boards of one sheet, or ``mixed-sheets``: by total, then by lines on the next object.

    ``known`` are their scores, if they have been counted before.
    """
    for board in boards:
        if (board.sheet, board.seed) != (sheet.id, sheet.seed):
            first, other = f"{sheet.id} #{sheet.seed}", f"{board.sheet} #{board.seed}"
            raise HostError("mixed-sheets", first=first, other=other)
    scores = known or [score_of(board, sheet) for board in boards]
    strengths = [(score.by_rules.total, score.tie_break) for score in scores]
    return Ranking(
        tuple(
            RankedPlace(
                rank=rank,
                player=player,
                name=boards[player].name,
                score=scores[player],
            )
            for rank, player in by_strength(strengths)
        ),
        tuple(doubts_of(boards, sheet)),
    )


def doubts_of(boards: Sequence[DaydreamBoard], sheet: Sheet) -> Iterator[RankingDoubt]:
    """Yield what the sheets of one game contradict each other in.

    Solo sheets are games of their own: nobody races anybody there.
    """
    table = [player for player, board in enumerate(boards) if not board.solo]
    if len(table) < len(boards) and table:
        alone = [player for player, board in enumerate(boards) if board.solo]
        yield _doubt(boards, "solo", DoubtCode.SOLO, Weight.ASK, alone)
    if len(table) < 2:
        return
    yield from _turn_doubts(boards, table)
    for frame in sheet.frames:
        yield from _circle_doubts(boards, table, frame)
        yield from _free_doubts(boards, table, frame)


def turns_of(board: DaydreamBoard) -> tuple[int, int]:
    """Say how many turns a board can have taken, at least and at most.

    The start writes two numbers, and every turn after it one or two.
    """
    later = sum(number is not None for number in board.clouds.values()) - STARTING_CLOUDS
    return max(0, -(-later // NUMBERS_A_TURN)), max(0, later)


def _turn_doubts(boards: Sequence[DaydreamBoard], table: Sequence[int]) -> Iterator[RankingDoubt]:
    turns = {player: turns_of(boards[player]) for player in table}
    longest = max(table, key=lambda player: turns[player][0])
    shortest = min(table, key=lambda player: turns[player][1])
    least, most = turns[longest][0], turns[shortest][1]
    if least > most:
        pair = (longest, shortest)
        yield _doubt(boards, "clouds", DoubtCode.TURNS, Weight.WRONG, pair, least=least, most=most)


def _circle_doubts(
    boards: Sequence[DaydreamBoard], table: Sequence[int], frame: Frame
) -> Iterator[RankingDoubt]:
    """Look at circles that several players drew around the same reward."""
    for reward in frame.rewards:
        circled = [player for player in table if reward in _circled(boards[player], frame)]
        if len(circled) < 2:
            continue
        facts = {"frame": frame.id, "reward": reward}
        late = [player for player in circled if not _earned_one(boards[player], frame)]
        if late:
            yield _doubt(
                boards,
                frame.id,
                DoubtCode.FRAME_NOT_FIRST,
                Weight.WRONG,
                circled,
                late=[_label(boards, player) for player in late],
                **facts,
            )
        if len(circled) - len(late) > 1:
            both = sorted(set(circled) - set(late))
            yield _doubt(boards, frame.id, DoubtCode.FRAME_SHARED, Weight.ASK, both, **facts)


def _free_doubts(
    boards: Sequence[DaydreamBoard], table: Sequence[int], frame: Frame
) -> Iterator[RankingDoubt]:
    """Look at rewards that nobody circled, though somebody must have earned them."""
    taken = {reward for player in table for reward in _circled(boards[player], frame)}
    free = [reward for reward in frame.rewards if reward not in taken]
    if not free:
        return
    lower = [reward for reward in frame.rewards if reward in taken and reward < free[0]]
    if lower:
        circled = [player for player in table if lower[0] in _circled(boards[player], frame)]
        facts = {"frame": frame.id, "reward": lower[0], "higher": free[0]}
        yield _doubt(boards, frame.id, DoubtCode.FRAME_SKIPPED, Weight.WRONG, circled, **facts)
    owed = [
        player
        for player in table
        if _full(boards[player], frame) and not _circled(boards[player], frame)
    ]
    if owed:
        facts = {"frame": frame.id, "reward": free[0]}
        yield _doubt(boards, frame.id, DoubtCode.FRAME_UNCLAIMED, Weight.WRONG, owed, **facts)


def _circled(board: DaydreamBoard, frame: Frame) -> list[int]:
    return [reward for reward, mark in board.frames[frame.id].items() if mark is RewardMark.CIRCLED]


def _full(board: DaydreamBoard, frame: Frame) -> bool:
    return None not in board.numbers(frame.clouds)


def _earned_one(board: DaydreamBoard, frame: Frame) -> bool:
    """Say whether a board can have earned the only reward that it claims of a family."""
    return _full(board, frame) and len(_circled(board, frame)) == 1


def _label(boards: Sequence[DaydreamBoard], player: int) -> str:
    return boards[player].name or f"#{player + 1}"


def _doubt(
    boards: Sequence[DaydreamBoard],
    element: str,
    code: DoubtCode,
    weight: Weight,
    players: Sequence[int],
    **facts: object,
) -> RankingDoubt:
    labels = [_label(boards, player) for player in players]
    return RankingDoubt(element, code, weight, tuple(players), {"players": labels, **facts})
