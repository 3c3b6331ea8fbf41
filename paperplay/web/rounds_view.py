"""What the pages of both games show alike: players, points, totals, and what is still open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paperplay.web.tapping import counts, is_missing
from rules.score_sheet import Problem, Score
from templates.scores import message_of
from templates.wording import say, words

_TOPIC = "web_rounds"


@dataclass(frozen=True, slots=True)
class Choice:
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
class Line:
    """One player in the table of totals."""

    number: int
    name: str
    rounds: Sequence[int | None]
    """The points of each round; None where it does not count yet."""
    total: int
    wins: bool
    penalties: int = 0
    mark: str = ""


def choice(text: str, element: str, value: object, chosen: object, mark: str = "") -> Choice:
    """Make a button for a value; the chosen one takes it back."""
    pressed = value == chosen
    after = "" if pressed else value
    return Choice(text, f"{element}={after}", pressed, f"{element}-{value}", mark)


def name_of(board: Mapping[str, Any], number: int, lang: str) -> str:
    """Name a player, if need be by the number."""
    name = str(board["players"][number - 1])
    return name or say("scan.result.player", lang, number=number)


def lines_of(board: Mapping[str, Any], score: Score, lang: str) -> list[Line]:
    """Make the table of totals, in the players' order."""
    return [
        Line(
            number=number,
            name=name_of(board, number, lang),
            rounds=[
                points[number - 1] if counts(board, turn) else None
                for turn, points in enumerate(score.rounds, 1)
            ],
            total=score.totals[number - 1],
            wins=number in score.winners and any(score.totals),
            penalties=score.penalties[number - 1] if score.penalties else 0,
        )
        for number in range(1, len(board["players"]) + 1)
    ]


def open_points(
    score: Score, board: Mapping[str, Any], number: int, lang: str
) -> tuple[list[str], list[str]]:
    """Say what is still to be tapped in a round, and what is wrong anywhere, in plain words."""
    missing = [each for each in score.problems if is_missing(each)]
    latest = len(board["rounds"])
    here = [each for each in missing if each.facts["round"] == number]
    others = [each for each in missing if each.facts["round"] not in (number, latest)]
    wrong = [each for each in score.problems if not is_missing(each)]
    return list(_missing_texts(here, board, lang)), [_text(each, lang) for each in wrong + others]


def _missing_texts(
    problems: Sequence[Problem], board: Mapping[str, Any], lang: str
) -> Iterator[str]:
    """Say each missing thing once, with all the players whom it concerns."""
    reasons: dict[str, list[str]] = {}
    for each in problems:
        player = each.element.rpartition(".")[2]
        names = reasons.setdefault(str(each.facts["reason"]), [])
        if player.isdecimal():
            names.append(name_of(board, int(player), lang))
    for reason, names in reasons.items():
        yield say(f"{_TOPIC}.missing.{reason}", lang, who=", ".join(names))


def _text(problem: Problem, lang: str) -> str:
    """Put a problem into words, of tapping where the sheet's own words speak of a pen."""
    key = f"{_TOPIC}.problem.{problem.facts.get('reason')}"
    return say(key, lang, **problem.facts) if key in words(_TOPIC) else message_of(problem, lang)
