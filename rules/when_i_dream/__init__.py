"""When I Dream: what a score sheet says, and what it is worth.

Where the rule book leaves it open: a count of cards that nobody wrote earns nothing to
those who score by it; whoever dreamed twice, or dreamed and has a role as well, earns the
dreamer's points and is reported; the game is over once everybody has dreamed in a round
with a count, and rounds after that do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from rules import score_sheet
from rules.problem import Problem, problem
from rules.score_sheet import TableCode, TableScore
from rules.when_i_dream.board import SHEET, Night, Role, WhenIDreamBoard, board_from

__all__ = ["MIX", "SHEET", "Night", "Role", "WhenIDreamBoard", "board_from", "score_of"]

RECALL_BONUS = 2
BALANCE_BONUS = 2
MIX: dict[int, dict[Role, int]] = {
    players: dict(zip(Role, cards, strict=True))
    for players, cards in {
        4: (1, 1, 2),
        5: (2, 1, 2),
        6: (3, 2, 1),
        7: (3, 2, 2),
        8: (4, 3, 1),
        9: (4, 3, 2),
        10: (5, 4, 1),
    }.items()
}
"""The role cards by number of players: one for each but the dreamer, and one nobody sees."""


def score_of(board: WhenIDreamBoard) -> TableScore:
    """Say what a board is worth, who leads, and everything that is odd about it."""
    count = len(board.players)
    ended = _end_of(board)
    points = tuple(
        points_of(each) if place < ended else (0,) * count
        for place, each in enumerate(board.rounds)
    )
    empty = [each.is_empty for each in board.rounds]
    earned = score_sheet.sums(points, count)
    totals = tuple(a - b for a, b in zip(earned, board.penalties, strict=True))
    return TableScore(
        SHEET,
        points,
        totals,
        _winners(totals, board.penalties),
        finished=_everybody_dreamed(board.rounds, count),
        problems=tuple(
            chain(
                score_sheet.gap_problems(empty),
                _dreamer_problems(board, ended),
                *(_role_problems(board, place) for place in range(ended)),
                score_sheet.late_problems(empty, ended, "everybody-dreamed"),
                score_sheet.total_problems(board.players, board.totals, totals),
            )
        ),
        penalties=board.penalties,
    )


def points_of(one: Night) -> tuple[int, ...]:
    """Say what each player earns in a round."""
    by_role = {
        Role.FAIRY: one.yellow or 0,
        Role.NIGHTMARE: one.blue or 0,
        Role.SANDMAN: sandman_points(one.yellow, one.blue),
        None: 0,
    }
    return tuple(
        dreamer_points(one) if number == one.dreamer else by_role[role]
        for number, role in enumerate(one.roles, 1)
    )


def dreamer_points(one: Night) -> int:
    """Count the yellow cards, and the bonus if there was anything to recall."""
    yellow = one.yellow or 0
    return yellow + (RECALL_BONUS if one.recalled and yellow else 0)


def sandman_points(yellow: int | None, blue: int | None) -> int:
    """Reward balance: equal piles most of all, one card apart still well."""
    if yellow is None or blue is None:
        return 0
    if yellow == blue:
        return yellow + BALANCE_BONUS
    return max(yellow, blue) if abs(yellow - blue) == 1 else min(yellow, blue)


def _everybody_dreamed(rounds: tuple[Night, ...], players: int) -> bool:
    """Whether each player has dreamed; a round without a count is still being played."""
    counted = (each for each in rounds if each.yellow is not None or each.blue is not None)
    return len({each.dreamer for each in counted} - {None}) == players


def _end_of(board: WhenIDreamBoard) -> int:
    """Count the rounds up to the end of the game, or all of them."""
    for played in range(1, len(board.rounds) + 1):
        if _everybody_dreamed(board.rounds[:played], len(board.players)):
            return played
    return len(board.rounds)


def _winners(totals: tuple[int, ...], penalties: tuple[int, ...]) -> tuple[int, ...]:
    """Most points, then fewest penalty cards; who is still level shares."""
    ranks = [(total, -cards) for total, cards in zip(totals, penalties, strict=True)]
    return tuple(number for number, rank in enumerate(ranks, 1) if rank == max(ranks))


def _dreamer_problems(board: WhenIDreamBoard, ended: int) -> Iterator[Problem]:
    first_dream: dict[int, int] = {}
    for number, one in enumerate(board.rounds[:ended], 1):
        if one.is_empty:
            continue
        where, code = f"r{number}.dreamer", TableCode.ROLES
        if one.dreamer is None:
            yield problem(where, code, "no-dreamer", round=number)
        elif one.dreamer in first_dream:
            first, who = first_dream[one.dreamer], score_sheet.who(board.players, one.dreamer)
            yield problem(where, code, "dreamed-twice", round=number, first=first, who=who)
        else:
            first_dream[one.dreamer] = number


def _role_problems(board: WhenIDreamBoard, place: int) -> Iterator[Problem]:
    one, line = board.rounds[place], f"r{place + 1}"
    if one.is_empty:
        return
    for colour, count in (("yellow", one.yellow), ("blue", one.blue)):
        if count is None:
            yield problem(f"{line}.{colour}", TableCode.ROLES, f"no-{colour}", round=place + 1)
    # Without a dreamer one role is rightly missing, and nobody can say whose.
    nobody_knows_who = one.dreamer is None and one.roles.count(None) == 1
    for player, role in enumerate(one.roles, 1):
        dreams = player == one.dreamer
        if (role is None) != dreams and not (role is None and nobody_knows_who):
            reason = "dreamer-with-role" if dreams else "no-role"
            where, who = f"{line}.role.{player}", score_sheet.who(board.players, player)
            yield problem(where, TableCode.ROLES, reason, round=place + 1, who=who)
    yield from _mix_problems(board, place)


def _mix_problems(board: WhenIDreamBoard, place: int) -> Iterator[Problem]:
    """Yield each role that occurs more often than there are cards for it.

    One card of the mix stays face down, so any role may be one short.
    """
    one, mix = board.rounds[place], MIX[len(board.players)]
    dealt = Counter(role for number, role in enumerate(one.roles, 1) if number != one.dreamer)
    for role, cards in mix.items():
        if dealt[role] > cards:
            facts = {"count": dealt[role], "most": cards, "players": len(board.players)}
            reason, number = f"too-many-{role}", place + 1
            yield problem(f"r{number}", TableCode.ROLES, reason, round=number, **facts)
