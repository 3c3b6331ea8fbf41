"""What the pages of all tapped games show alike: players, points, totals, what is still open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paperplay.web.rounds.tapping import count_rounds, is_missing, page_for
from rules.problem import Problem
from rules.score_sheet import TableScore
from templates.game import Board
from templates.telling import player_name, problem_texts
from templates.wording import say, words

_TOPIC = "web_rounds"


@dataclass(frozen=True, slots=True)
class TapButton:
    """A button that sets something; pressed again it clears it."""

    text: str
    tap: str
    """``ELEMENT=VALUE``."""
    pressed: bool
    id: str
    """The same before and after a tap, so that the focus finds it again."""
    mark: str = ""
    """What is drawn beside the text, such as a player's colour."""


@dataclass(frozen=True, slots=True)
class TotalsLine:
    """One player in the table of totals."""

    number: int
    name: str
    rounds: Sequence[int | None]
    """The points of each round; None where it does not count yet."""
    total: int
    wins: bool
    penalties: int | None = None
    """None in a game without any."""
    mark: str = ""


def button(text: str, element: str, value: object, chosen: object, mark: str = "") -> TapButton:
    """Make a button for a value; the chosen one takes it back."""
    pressed = value == chosen
    after = "" if pressed else value
    return TapButton(text, f"{element}={after}", pressed, f"{element}-{value}", mark)


def lines_of(board: Board, score: TableScore, lang: str) -> list[TotalsLine]:
    """Make the table of totals, in the players' order."""
    counts = page_for(score.sheet).counts
    return [
        TotalsLine(
            number=number,
            name=player_name(board.names, number, lang),
            rounds=[
                points[number - 1] if counts(board, turn) else None
                for turn, points in enumerate(score.rounds, 1)
            ],
            total=score.totals[number - 1],
            wins=number in score.winners and any(score.totals),
            penalties=score.penalties[number - 1] if score.penalties else None,
        )
        for number in range(1, len(board.names) + 1)
    ]


def from_the_left(board: Board, player: int, lang: str) -> tuple[str, str]:
    """Name a player, and everybody else in the order around the table."""
    count = len(board.names)
    order = [(player - 1 + step) % count + 1 for step in range(count)]
    first, *others = [player_name(board.names, number, lang) for number in order]
    return first, ", ".join(others)


def open_points(
    score: TableScore, board: Board, number: int, lang: str
) -> tuple[list[str], list[str]]:
    """Say what is still to be tapped in a round, and what is wrong anywhere, in plain words."""
    missing = [each for each in score.problems if is_missing(each)]
    latest = count_rounds(board)
    here = [each for each in missing if each.facts["round"] == number]
    others = [each for each in missing if each.facts["round"] not in (number, latest)]
    wrong = [each for each in score.problems if not is_missing(each)]
    told = [_text(each, score.sheet, lang) for each in wrong + others]
    return list(_missing_texts(here, board, lang)), told


def _missing_texts(problems: Sequence[Problem], board: Board, lang: str) -> Iterator[str]:
    """Say each missing thing once, with all the players whom it concerns."""
    reasons: dict[str, list[str]] = {}
    for each in problems:
        player = each.element.rpartition(".")[2]
        names = reasons.setdefault(str(each.facts["reason"]), [])
        if player.isdecimal():
            names.append(player_name(board.names, int(player), lang))
    for reason, names in reasons.items():
        yield say(f"{_TOPIC}.missing.{reason}", lang, who=", ".join(names))


def _text(problem: Problem, sheet: str, lang: str) -> str:
    """Put a problem into words, of tapping where the sheet's own words speak of a pen."""
    key = f"{_TOPIC}.problem.{problem.facts.get('reason')}"
    if key in words(_TOPIC):
        return say(key, lang, **problem.facts)
    return problem_texts([problem], sheet, 0, lang)[0]
