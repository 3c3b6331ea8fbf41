"""What past evenings add up to: who won them, and what each player has reached."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paperplay.evening.names import tidy
from paperplay.web.sheets import delete_sheet, drop_pictures, vacuum
from paperplay.web.store import Store, now
from paperplay.web.tapping import is_over, score_of
from templates.daydream.load import is_daydream
from templates.page import KINDS

SHEETS = tuple(filter(is_daydream, KINDS))
"""The eight combinations, from easy to hard."""


@dataclass(frozen=True, slots=True)
class Result:
    """One finished Daydream sheet."""

    id: int
    evening: int
    name: str
    sheet: str
    seed: int
    total: int
    """By the rules."""
    tie_break: int
    tier: int | None
    """Reached alone; None for a sheet played with others."""
    day: str
    """When the evening began, UTC."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A combination in a player's passport."""

    sheet: str
    best: Result | None
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


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands that is scored by tapping."""

    id: int
    over: bool
    won: Won
    """The leaders, while it is not over."""


def same(name: str) -> str:
    """Give what two spellings of one name have in common."""
    return tidy(name).casefold()


def results_of(store: Store, evening: int | None = None) -> list[Result]:
    """Give the finished Daydream sheets, of one evening or of all."""
    rows = store.db.execute(
        "SELECT sheets.id, evening, name, started,"
        " json_extract(now, '$.board.sheet') AS sheet,"
        " json_extract(now, '$.board.seed') AS seed,"
        " json_extract(now, '$.score.by_rules.total') AS total,"
        " json_extract(now, '$.score.tie_break') AS tie_break,"
        " json_extract(now, '$.score.solo.tier') AS tier"
        " FROM sheets JOIN evenings ON evenings.id = evening"
        f" WHERE status = 'ok' AND deleted IS NULL {'' if evening is None else 'AND evening = ?'}"
        " ORDER BY sheets.id",
        () if evening is None else (evening,),
    )
    return [_result(row) for row in rows if is_daydream(row["sheet"])]


def passports(results: Iterable[Result]) -> list[Passport]:
    """Give every named player's passport, the fullest first."""
    by_name: dict[str, list[Result]] = {}
    for result in once_each(results):
        if result.name:
            by_name.setdefault(same(result.name), []).append(result)
    found = [passport(own) for own in by_name.values()]
    return sorted(found, key=lambda each: (-each.count, each.name.casefold()))


def once_each(results: Iterable[Result]) -> list[Result]:
    """Leave out sheets that were photographed again: the same player, evening and result."""
    found: dict[object, Result] = {}
    for each in results:
        told = (each.evening, same(each.name), each.sheet, each.seed, each.total, each.tie_break)
        found.setdefault((*told, each.tier) if each.name else each.id, each)
    return list(found.values())


def passport(results: Sequence[Result]) -> Passport:
    """Put one player's results into a passport; the name is spelt as it was last."""
    own = once_each(results)
    return Passport(
        own[-1].name if own else "",
        tuple(_stamp(sheet, [each for each in own if each.sheet == sheet]) for sheet in SHEETS),
        len({each.evening for each in own}),
    )


def winners_of(store: Store, evening: int, results: Sequence[Result] | None = None) -> list[Won]:
    """Say who won which game of an evening: filled sheets first, then what was tapped.

    Args:
        store: Where it is remembered.
        evening: Its number.
        results: The evening's sheets, if they are at hand.
    """
    own = results_of(store, evening) if results is None else results
    tapped = [each.won for each in standings_of(store, evening) if each.over]
    return [*_sheet_winners(own), *tapped]


def standings_of(store: Store, evening: int) -> list[Standing]:
    """Say who leads or has won the games of an evening that are scored by tapping."""
    rows = store.db.execute(
        "SELECT id, board FROM score_games WHERE evening = ? AND deleted IS NULL ORDER BY id",
        (evening,),
    )
    return [_standing(row["id"], json.loads(row["board"])) for row in rows]


def forget_player(store: Store, name: str) -> None:
    """Delete everything about a player: own sheets, and the name wherever else it stands.

    A photo of a score sheet shows all names, so that it goes as well; its points stay.
    """
    wanted = same(name)
    if not wanted:
        return
    rows = store.db.execute("SELECT id, name FROM sheets WHERE deleted IS NULL").fetchall()
    for row in rows:
        if same(row["name"]) == wanted:
            delete_sheet(store, row["id"])
    with store.change() as db:
        for row in db.execute("SELECT id, player FROM uploads WHERE player <> ''").fetchall():
            if same(row["player"]) == wanted:
                db.execute("UPDATE uploads SET player = '' WHERE id = ?", (row["id"],))
        _forget_in_games(db, wanted)
        for row in db.execute("SELECT * FROM sheets WHERE deleted IS NULL").fetchall():
            if _forget_on_sheet(db, row, wanted):
                drop_pictures(store, db, row["upload"])
    vacuum(store)


def _result(row: sqlite3.Row) -> Result:
    return Result(
        id=row["id"],
        evening=row["evening"],
        name=row["name"],
        sheet=row["sheet"],
        seed=row["seed"] or 0,
        total=row["total"],
        tie_break=row["tie_break"],
        tier=row["tier"],
        day=row["started"],
    )


def _stamp(sheet: str, own: Sequence[Result]) -> Stamp:
    # Of equal results the first one counts: that is when it was reached.
    best = max(own, key=lambda each: (each.total, each.tie_break), default=None)
    return Stamp(sheet, best, max((each.tier or 0 for each in own), default=0), len(own))


def _standing(number: int, board: Mapping[str, Any]) -> Standing:
    score = score_of(board)
    names = tuple(board["players"][winner - 1] for winner in score.winners)
    return Standing(number, is_over(score), Won(board["sheet"], names, max(score.totals)))


def _sheet_winners(results: Sequence[Result]) -> Iterator[Won]:
    games: dict[tuple[str, int], list[Result]] = {}
    for each in once_each(results):
        if each.tier is None:
            games.setdefault((each.sheet, each.seed), []).append(each)
    for (sheet, _), players in games.items():
        best = max((each.total, each.tie_break) for each in players)
        first = [each for each in players if (each.total, each.tie_break) == best]
        if len(players) > 1 and all(each.name for each in first):
            yield Won(sheet, tuple(each.name for each in first), best[0])


def _forget_in_games(db: sqlite3.Connection, wanted: str) -> None:
    for table, column in (("score_games", "board"), ("taps", "before")):
        for row in db.execute(f"SELECT id, {column} AS board FROM {table}").fetchall():
            board = json.loads(row["board"])
            if _forget_among(board, wanted):
                text = json.dumps(board, ensure_ascii=False)
                db.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (text, row["id"]))


def _forget_on_sheet(db: sqlite3.Connection, row: sqlite3.Row, wanted: str) -> bool:
    """Take a name off a photographed score sheet; say whether it was there."""
    found = False
    for column in ("scanned", "now"):
        scan = json.loads(row[column])
        if "board" in scan and _forget_among(scan["board"], wanted):
            found = True
            text = json.dumps(scan, ensure_ascii=False)
            db.execute(
                f"UPDATE sheets SET {column} = ?, version = version + 1, changed = ? WHERE id = ?",
                (text, now(), row["id"]),
            )
    return found


def _forget_among(board: dict[str, object], wanted: str) -> bool:
    players = board.get("players")
    if not isinstance(players, list):
        return False
    kept = ["" if name and same(str(name)) == wanted else name for name in players]
    changed = kept != players
    board["players"] = kept
    return changed
