"""Dreams: what a score sheet says, and what it is worth.

Where the rule book leaves it open: a vote for oneself earns nothing and casts no suspicion
(nobody *else* suspected that player); a round without its mortal earns nobody anything,
since no vote can be told from another; without its vision the mortal's vote earns nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from rules import score_sheet, values
from rules.problem import Problem, problem
from rules.score_sheet import TableCode, TableScore

SHEET = "dreams/score"
LEAST_PLAYERS, MOST_PLAYERS = 3, 6
IMAGES = 4
GOAL = 16
"""The game ends after the round in which someone has this many points."""
UNDETECTED, DECIPHERED = 3, 2
"""What the mortal earns."""
UNCOVERED, UNSUSPECTED = 2, 1
"""What a God earns."""
MOST_VOTE = 99
"""A vote that no player and no image has is a slip of the pen; a longer number is no vote."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One round: who was mortal, what was true, and who voted for what."""

    vision: int | None
    """The number of the true image."""
    mortal: int | None
    votes: tuple[int | None, ...]
    """A God's vote is a player's number, the mortal's the number of an image."""

    @property
    def is_empty(self) -> bool:
        """Whether no pen has touched the line."""
        return all(fact is None for fact in (self.vision, self.mortal, *self.votes))

    def as_json(self) -> dict[str, object]:
        """Give the round as plain data."""
        votes = score_sheet.by_number(self.votes)
        return {"vision": self.vision, "mortal": self.mortal, "votes": votes}


class DreamsBoard(score_sheet.ScoreBoard[Verdict]):
    """One game of Dreams."""

    SHEET = SHEET


def board_from(data: object) -> DreamsBoard:
    """Read a board from untrusted JSON; a HostError names the field that is wrong."""
    allowed = LEAST_PLAYERS, MOST_PLAYERS
    _, players, rounds, totals = score_sheet.read_board(data, SHEET, allowed, _round_from)
    return DreamsBoard(players, rounds, totals)


def join_pages(pages: Sequence[DreamsBoard]) -> DreamsBoard:
    """Put the pages of one game together, each with its rounds where they belong.

    A later page leaves the rounds of the earlier ones empty. Where two pages fill the same
    round or total, the later page is right, being the later word.

    Raises:
        HostError: ``bad-value``: the pages are for different numbers of players.
    """
    count = len(pages[0].players)
    for page in pages:
        if len(page.players) != count:
            raise values.bad_value(page.players, "players", "list", low=count, high=count)
    rounds = [
        next((each for each in reversed(same) if not each.is_empty), same[-1])
        for same in _together([page.rounds for page in pages])
    ]
    totals = [
        next((each for each in reversed(same) if each is not None), None)
        for same in zip(*(page.totals for page in pages), strict=True)
    ]
    names = [
        next((each for each in same if each), "")
        for same in zip(*(page.players for page in pages), strict=True)
    ]
    return DreamsBoard(tuple(names), tuple(rounds), tuple(totals))


def score_of(board: DreamsBoard) -> TableScore:
    """Say what a board is worth, who leads, and everything that is odd about it."""
    count = len(board.players)
    points = [points_of(each) for each in board.rounds]
    ended = _end_of(points, count)
    points[ended:] = [(0,) * count] * (len(points) - ended)
    totals = score_sheet.sums(points, count)
    empty = [each.is_empty for each in board.rounds]
    return TableScore(
        SHEET,
        tuple(points),
        totals,
        tuple(number for number, total in enumerate(totals, 1) if total == max(totals)),
        finished=max(totals) >= GOAL,
        problems=tuple(
            chain(
                score_sheet.gap_problems(empty),
                *(_vote_problems(board, place) for place in range(ended)),
                score_sheet.late_problems(empty, ended, "goal-reached", goal=GOAL),
                score_sheet.total_problems(board.players, board.totals, totals),
            )
        ),
    )


def points_of(one: Verdict) -> tuple[int, ...]:
    """Say what each player earns in a round."""
    if one.mortal is None:
        return (0,) * len(one.votes)
    suspected = {vote for voter, vote in enumerate(one.votes, 1) if voter not in (vote, one.mortal)}
    return tuple(
        _mortal_points(one, vote, player in suspected)
        if player == one.mortal
        else _god_points(one, vote, player in suspected)
        for player, vote in enumerate(one.votes, 1)
    )


def _round_from(data: object, field: str, players: int) -> Verdict:
    one = values.mapping(data, field, ("vision", "mortal", "votes"))

    def vote(value: object, place: str) -> int | None:
        return values.integer(value, place, 0, MOST_VOTE, allow_none=True)

    vision, mortal = values.child(field, "vision"), values.child(field, "mortal")
    return Verdict(
        values.integer(one.get("vision"), vision, 1, IMAGES, allow_none=True),
        values.integer(one.get("mortal"), mortal, 1, players, allow_none=True),
        score_sheet.read_for_each(one.get("votes"), values.child(field, "votes"), players, vote),
    )


def _together(pages: Sequence[Sequence[Verdict]]) -> Iterator[list[Verdict]]:
    """Yield what the pages say of each round."""
    for same in zip_longest(*pages):
        yield [each for each in same if each is not None]


def _mortal_points(one: Verdict, vote: int | None, suspected: bool) -> int:
    deciphered = vote is not None and vote == one.vision
    return (0 if suspected else UNDETECTED) + (DECIPHERED if deciphered else 0)


def _god_points(one: Verdict, vote: int | None, suspected: bool) -> int:
    return (0 if suspected else UNSUSPECTED) + (UNCOVERED if vote == one.mortal else 0)


def _end_of(points: Sequence[tuple[int, ...]], players: int) -> int:
    """Count the rounds up to the end of the game, or all of them."""
    for played in range(1, len(points) + 1):
        if max(score_sheet.sums(points[:played], players)) >= GOAL:
            return played
    return len(points)


def _vote_problems(board: DreamsBoard, place: int) -> Iterator[Problem]:
    one, line = board.rounds[place], f"r{place + 1}"
    if one.is_empty:
        return
    for name, fact in (("vision", one.vision), ("mortal", one.mortal)):
        if fact is None:
            yield problem(f"{line}.{name}", TableCode.VOTES, f"no-{name}", round=place + 1)
    for voter, vote in enumerate(one.votes, 1):
        reason, most = _vote_reason(one, voter, vote)
        if reason:
            facts = {"vote": vote, "most": most, "who": score_sheet.who(board.players, voter)}
            where = f"{line}.vote.{voter}"
            yield problem(where, TableCode.VOTES, reason, round=place + 1, **facts)


def _vote_reason(one: Verdict, voter: int, vote: int | None) -> tuple[str | None, int]:
    """Say what is wrong with a vote, if anything, and the highest number it may have."""
    players = len(one.votes)
    if one.mortal is None:
        # It may be a colour or an image: only what is neither is surely wrong.
        most = max(players, IMAGES)
        return ("no-vote" if vote is None else None if 1 <= vote <= most else "no-such-vote"), most
    most = IMAGES if voter == one.mortal else players
    if vote is None:
        return "no-vote", most
    if not 1 <= vote <= most:
        return ("no-such-image" if voter == one.mortal else "no-such-player"), most
    return ("own-vote" if vote == voter != one.mortal else None), most
