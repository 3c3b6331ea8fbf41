"""What a pile of scans says together: which sheets count, and who won which game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paperplay.classroom.exercise_marks import has_task, results_of_task, task_of
from paperplay.evening.duplicates import Found, Kept, once_each
from paperplay.evening.games import Game, game_of_score_sheets, ranked
from paperplay.evening.names import Names
from templates.load import is_daydream


@dataclass(frozen=True, slots=True)
class Twice:
    """A sheet that was photographed again; only the better photo counts."""

    name: str
    kept: Mapping[str, Any]
    other: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Evening:
    """Everything that one call has read."""

    games: tuple[Game, ...]
    """Each combination is a game of its own, in the order of its first sheet."""
    twice: tuple[Twice, ...] = ()
    unread: tuple[Mapping[str, Any], ...] = ()
    """Scans without a board."""
    names_left: tuple[str, ...] = ()
    """Names that were given and that no sheet was left for."""
    nameless: int = 0
    """How many players had to do without one, though names were given."""

    @property
    def sheets(self) -> int:
        """How many sheets count."""
        return sum(len(game.sheets) for game in self.games)


def evening_of(found: Iterable[Found], lang: str, names: Sequence[str] = ()) -> Evening:
    """Put scans together, given in the order of the photos.

    Args:
        found: Every scan as scripts see it, and its pictures.
        lang: Language of names and remarks.
        names: Players' names, in the order of the sheets.
    """
    every = list(found)
    kept = once_each([each for each in every if each.scan["status"] != "unreadable"])
    wanted = Names(names, lang)
    games = tuple(_games(kept, wanted, lang))
    return Evening(
        games=games,
        twice=tuple(_twice(kept, games)),
        unread=tuple(each.scan for each in every if each.scan["status"] == "unreadable"),
        names_left=wanted.left,
        nameless=wanted.nameless,
    )


def _games(kept: Sequence[Kept], wanted: Names, lang: str) -> Iterator[Game]:
    """Sort the sheets into games, and give out names in the order of the sheets."""
    stacks = _pages_joined([one for one in kept if not is_daydream(_sheet(one))])
    stack_of = {one.number: stack for stack in stacks for one in stack}
    piles: dict[object, list[Kept]] = {}
    names: dict[object, list[str]] = {}
    for one in kept:
        board = one.best.scan["board"]
        stack = stack_of.get(one.number)
        if stack is None:
            key: object = (board["sheet"], board.get("seed") or 0, task_of(one.best.scan))
            piles.setdefault(key, []).append(one)
            names.setdefault(key, []).append(wanted.of_sheet(one.best.scan, one.number))
        elif (key := stack[0].number) not in piles:
            piles[key] = stack
            names[key] = wanted.of_players(one.best.scan)
    for key, pile in piles.items():
        make = ranked if is_daydream(_sheet(pile[0])) else game_of_score_sheets
        if has_task(pile[0].best.scan):
            make = results_of_task
        yield make(pile, names[key], lang)


def _sheet(one: Kept) -> str:
    return str(one.best.scan["board"]["sheet"])


def _pages_joined(kept: Sequence[Kept]) -> list[list[Kept]]:
    """Put the pages of one game of a score sheet together."""
    if not kept:
        return []
    from scanner.game_pages import games_of
    from scanner.scan import Scan
    from templates.sheet_code import read_printed

    scans, by_scan = [], {}
    alone: list[list[Kept]] = []
    for one in kept:
        printed = one.best.scan.get("sheet_code")
        if not printed:
            alone.append([one])
            continue
        scan = Scan("", 1, 1, 0.0, board=one.best.scan["board"], code=read_printed(printed))
        scans.append(scan)
        by_scan[id(scan)] = one
    stacks = [[by_scan[id(scan)] for scan in game.scans] for game in games_of(scans, "en")]
    return sorted(stacks + alone, key=lambda stack: min(one.number for one in stack))


def _twice(kept: Sequence[Kept], games: Sequence[Game]) -> Iterator[Twice]:
    names = {id(place.scan): place.name for game in games for place in game.places}
    for one in kept:
        for other in one.others:
            yield Twice(names.get(id(one.best.scan), ""), one.best.scan, other.scan)
