"""What past evenings add up to: who won them, and what each player has reached."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from paperplay.web.pages.past_sheets import SHEETS, PastSheet, each_once, results_of, same
from paperplay.web.rounds.tapped_games import TappedGame, games_of
from paperplay.web.rounds.tapping import board_from, is_over, score_of
from paperplay.web.store.database import Store, moment
from paperplay.web.store.hands import wish
from paperplay.web.store.sheets import delete_sheet, drop_pictures, row_of, text_of, vacuum
from scanner.scan import Scan
from scanner.scan_json import scan_from
from templates.game import Board


@dataclass(frozen=True, slots=True)
class Stamp:
    """A combination in a player's passport."""

    sheet: str
    best: PastSheet | None
    """The best sheet that the player has filled."""
    tier: int
    """The highest solo tier; 0 if the combination was never played alone."""
    played: int


@dataclass(frozen=True, slots=True)
class Passport:
    """What one player has reached on the eight combinations."""

    name: str
    stamps: tuple[Stamp, ...]
    evenings: int

    @property
    def count(self) -> int:
        """How many combinations the player has played."""
        return sum(stamp.best is not None for stamp in self.stamps)


@dataclass(frozen=True, slots=True)
class Won:
    """Who won a game of an evening."""

    sheet: str
    names: tuple[str, ...]
    points: int


def passports(results: Iterable[PastSheet]) -> list[Passport]:
    """Give every named player's passport, the fullest first."""
    by_name: dict[str, list[PastSheet]] = {}
    for result in each_once(results):
        if result.name and not result.is_open:
            by_name.setdefault(same(result.name), []).append(result)
    found = [passport(own) for own in by_name.values()]
    return sorted(found, key=lambda each: (-each.count, each.name.casefold()))


def passport(results: Sequence[PastSheet]) -> Passport:
    """Put one player's results into a passport; the name is spelt as it was last."""
    own = [each for each in each_once(results) if not each.is_open]
    return Passport(
        own[-1].name if own else "",
        tuple(_stamp(sheet, [each for each in own if each.sheet == sheet]) for sheet in SHEETS),
        len({each.evening for each in own}),
    )


def winners_of(store: Store, evening: int, results: Sequence[PastSheet] | None = None) -> list[Won]:
    """Say who won which game of an evening: filled sheets first, then what was tapped."""
    own = results_of(store, evening) if results is None else results
    return [*_sheet_winners(own), *_tapped_winners(games_of(store, evening))]


def forget_player(store: Store, name: str) -> None:
    """Delete everything about a player: own sheets, and the name wherever else it stands.

    A photo of a score sheet shows all names, so that it goes as well; its points stay.
    """
    wanted = same(name)
    if not wanted:
        return
    rows = store.db.execute("SELECT * FROM sheets WHERE deleted IS NULL").fetchall()
    named = [row for row in rows if _is_named(row_of(row).scan, wanted)]
    for row in named:
        if not row_of(row).scan.game.for_table:
            delete_sheet(store, row["id"])
    for row in store.db.execute("SELECT id, name FROM people").fetchall():
        if same(row["name"]) == wanted:
            wish(store, row["id"], kept=False)
    with store.change() as db:
        for row in db.execute("SELECT id, player FROM uploads WHERE player <> ''").fetchall():
            if same(row["player"]) == wanted:
                db.execute("UPDATE uploads SET player = '' WHERE id = ?", (row["id"],))
        for row in named:
            _forget_on_sheet(db, row, wanted)
            drop_pictures(store, db, row["upload"])
        _forget_in_games(db, wanted)
    vacuum(store)


def _stamp(sheet: str, own: Sequence[PastSheet]) -> Stamp:
    # Of equal results the first one counts: that is when it was reached.
    best = max(own, key=lambda each: (each.total, each.tie_break), default=None)
    return Stamp(sheet, best, max((each.tier or 0 for each in own), default=0), len(own))


def _tapped_winners(tapped: Iterable[TappedGame]) -> Iterator[Won]:
    for game in reversed(list(tapped)):
        score = score_of(game.board)
        if is_over(score):
            names = tuple(game.players[winner - 1] for winner in score.winners)
            yield Won(game.sheet, names, max(score.totals))


def _sheet_winners(results: Sequence[PastSheet]) -> Iterator[Won]:
    games: dict[tuple[str, int], list[PastSheet]] = {}
    for each in each_once(results):
        if each.tier is None:
            games.setdefault((each.sheet, each.seed), []).append(each)
    for (sheet, _), players in games.items():
        best = max((each.total, each.tie_break) for each in players)
        first = [each for each in players if (each.total, each.tie_break) == best]
        is_settled = all(each.name for each in first) and not any(e.is_open for e in players)
        if len(players) > 1 and is_settled:
            yield Won(sheet, tuple(each.name for each in first), best[0])


def _forget_in_games(db: sqlite3.Connection, wanted: str) -> None:
    for table, column in (("score_games", "board"), ("taps", "before")):
        for row in db.execute(f"SELECT id, {column} AS board FROM {table}").fetchall():
            board = board_from(json.loads(row["board"]))
            if (after := _without(board, wanted)) != board:
                text = json.dumps(after.as_json(), ensure_ascii=False)
                db.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (text, row["id"]))


def _forget_on_sheet(db: sqlite3.Connection, row: sqlite3.Row, wanted: str) -> None:
    """Take a name off a photographed score sheet; one that was deleted says nothing any more."""
    for column in ("scanned", "now"):
        scan = scan_from(json.loads(row[column]))
        text = text_of(replace(scan, ink=_without(scan.board, wanted)))
        db.execute(
            f"UPDATE sheets SET {column} = ?, changed = ? WHERE id = ? AND deleted IS NULL",
            (text, moment(), row["id"]),
        )


def _is_named(scan: Scan, wanted: str) -> bool:
    return scan.is_read and any(same(name) == wanted for name in scan.board.names)


def _without(board: Board, wanted: str) -> Board:
    return board.named(["" if same(name) == wanted else name for name in board.names])
