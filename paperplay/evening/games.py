"""One game of an evening: its players in the order of their points, and what to ask them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from paperplay.evening.duplicates import Kept
from rules.daydream.parse import board_from
from rules.daydream.ranking import rank
from templates.load import load_sheet
from templates.scores import doubt_message


@dataclass(frozen=True, slots=True)
class Place:
    """One player's result."""

    rank: int
    """From 1; equal players share it."""
    name: str
    points: int
    """By the rules."""
    scan: Mapping[str, Any]
    """The sheet, or the first page of a game's score sheet."""
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """Of the doubtful elements, by element."""
    name_picture: bytes | None = None
    tie_break: int | None = None
    """Lines on the next object; None where a game has no such thing."""
    parts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """Sheets that are ranked together."""

    sheet: str
    seed: int
    places: tuple[Place, ...]
    """The best first."""
    sheets: tuple[Mapping[str, Any], ...]
    """The scans that count, in the order of the photos."""
    pictures: tuple[Mapping[str, bytes], ...]
    """Of each of the sheets."""
    problems: tuple[str, ...] = ()
    """What is wrong with the sheet of the whole table, in words."""
    remarks: tuple[str, ...] = ()
    """What the sheets say only together, in words."""

    def name_of(self, scan: Mapping[str, Any]) -> str:
        """Name whose sheet it is; empty where it is everybody's."""
        owners = [place.name for place in self.places if place.scan is scan]
        return owners[0] if len(owners) == 1 else ""


def ranked(kept: Sequence[Kept], names: Sequence[str], lang: str) -> Game:
    """Rank the Daydream sheets of one combination and look across them."""
    first = kept[0].best.scan["board"]
    sheet = load_sheet(first["sheet"], seed=first.get("seed") or 0)
    boards = [
        replace(board_from(one.best.scan["board"], sheet), name=name)
        for one, name in zip(kept, names, strict=True)
    ]
    ranking = rank(boards, sheet)
    places = []
    for place in ranking.places:
        best = kept[place.player].best
        places.append(
            Place(
                rank=place.rank,
                name=names[place.player],
                points=place.score.by_rules.total,
                scan=best.scan,
                pictures=best.pictures,
                name_picture=best.pictures.get("name"),
                tie_break=place.score.tie_break,
                parts=best.scan["score"]["by_rules"]["parts"],
            )
        )
    return Game(
        sheet=sheet.id,
        seed=sheet.seed,
        places=tuple(places),
        sheets=tuple(one.best.scan for one in kept),
        pictures=tuple(one.best.pictures for one in kept),
        remarks=tuple(doubt_message(doubt, lang) for doubt in ranking.doubts),
    )


def game_of_score_sheets(pages: Sequence[Kept], names: Sequence[str], lang: str) -> Game:
    """Rank the players of one score sheet, whose pages count together."""
    first = pages[0].best
    score = _together(pages, lang)
    winners = {str(winner) for winner in score.get("winners", ())}
    totals: Mapping[str, int] = score["totals"]
    strength = {player: (player in winners, total) for player, total in totals.items()}
    order = sorted(totals, key=lambda player: strength[player], reverse=True)
    places = tuple(
        Place(
            rank=1 + sum(other > strength[player] for other in strength.values()),
            name=names[int(player) - 1],
            points=totals[player],
            scan=first.scan,
            name_picture=first.pictures.get(f"name.{player}"),
        )
        for player in order
    )
    return Game(
        sheet=first.scan["board"]["sheet"],
        seed=0,
        places=places,
        sheets=tuple(page.best.scan for page in pages),
        pictures=tuple(page.best.pictures for page in pages),
        problems=tuple(problem["message"] for problem in score["problems"]),
    )


def _together(pages: Sequence[Kept], lang: str) -> Mapping[str, Any]:
    """Score the pages of one game as one board."""
    if len(pages) == 1:
        score: Mapping[str, Any] = pages[0].best.scan["score"]
        return score
    from scanner.game_pages import game_of
    from scanner.scan import Scan
    from templates.sheet_code import read_printed

    scans = [
        Scan("", 1, 1, 0.0, board=scan["board"], code=read_printed(scan["sheet_code"]))
        for scan in (page.best.scan for page in pages)
    ]
    return game_of(scans, lang).score
