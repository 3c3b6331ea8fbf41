"""Games that are scored by tapping, in the store: each tap is kept, and can be taken back."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from paperplay.web.rounds.tapping import board_from, new_board, sheet_of, tapped
from paperplay.web.rounds.timer import Timer
from paperplay.web.store.database import Store, now
from rules.errors import HostError
from templates.game import Board

MOST_GAMES, MOST_OF_A_GUEST = 200, 20
"""Of one evening; more are a mistake, or mischief."""
MOST_TAPS = 5000
"""Of one game that can be taken back."""


@dataclass(frozen=True, slots=True)
class TappedGame:
    """One game."""

    id: int
    evening: int
    owner: str
    board: Board
    version: int
    """Grows with every change, the timer's among them."""
    started: str
    timer: Timer = Timer()
    taps: int = 0
    """How many can be taken back."""

    @property
    def sheet(self) -> str:
        """Name the score sheet that this board belongs to."""
        return sheet_of(self.board)

    @property
    def players(self) -> list[str]:
        """Name the players in their order."""
        return list(self.board.names)


def begin(
    store: Store,
    evening: int,
    sheet: str,
    names: Sequence[str],
    owner: str,
    *,
    most: int = MOST_GAMES,
) -> int:
    """Begin a game and give its number; ``bad-value`` for its players, or ``too-many-games``.

    So many games, at the ``most``, an owner has: one guest cannot use up the others'.
    """
    board = new_board(sheet, names)
    with store.change() as db:
        count = "SELECT count(*) FROM score_games WHERE evening = ? AND deleted IS NULL"
        own = db.execute(f"{count} AND owner = ?", (evening, owner)).fetchone()[0]
        every = db.execute(count, (evening,)).fetchone()[0]
        if own >= most or (most < MOST_GAMES and every >= MOST_GAMES):
            raise HostError("too-many-games", most=own)
        done = db.execute(
            "INSERT INTO score_games (evening, owner, board, started, changed)"
            " VALUES (?, ?, ?, ?4, ?4)",
            (evening, owner, json.dumps(board.as_json()), now()),
        )
        return int(done.lastrowid or 0)


def games_of(store: Store, evening: int) -> list[TappedGame]:
    """List an evening's games, the latest first."""
    rows = store.db.execute(
        f"{_SELECT} WHERE evening = ? AND deleted IS NULL ORDER BY id DESC", (evening,)
    )
    return [_game(row) for row in rows]


def game(store: Store, number: int) -> TappedGame | None:
    """Give one game; None if there is none, or if it was deleted."""
    row = store.one(f"{_SELECT} WHERE id = ? AND deleted IS NULL", number)
    return _game(row) if row else None


def tap(store: Store, number: int, element: str, value: str, who: str) -> None:
    """Keep a tap and the board that it gives; nothing is changed if it cannot become so."""
    with store.change() as db:
        before = _board_text(db, number)
        after = tapped(board_from(json.loads(before)), element, value)
        db.execute(
            "INSERT INTO taps (game, element, value, before, who, at) VALUES (?, ?, ?, ?, ?, ?)",
            (number, element, value, before, who, now()),
        )
        db.execute(
            "DELETE FROM taps WHERE game = ?1 AND id NOT IN"
            " (SELECT id FROM taps WHERE game = ?1 ORDER BY id DESC LIMIT ?2)",
            (number, MOST_TAPS),
        )
        _put_board(db, number, json.dumps(after.as_json()))


def take_back(store: Store, number: int) -> None:
    """Take the last tap back, if there is one."""
    with store.change() as db:
        last = db.execute(
            "SELECT id, before FROM taps WHERE game = ? ORDER BY id DESC LIMIT 1", (number,)
        ).fetchone()
        if last:
            db.execute("DELETE FROM taps WHERE id = ?", (last["id"],))
            _put_board(db, number, last["before"])


def turn_timer(store: Store, number: int, turn: Callable[[Timer, int], Timer]) -> None:
    """Start, pause or wind up the timer of a game."""
    with store.change() as db:
        row = db.execute("SELECT * FROM timers WHERE game = ?", (number,)).fetchone()
        before = Timer(row["remaining"], row["started"]) if row else Timer()
        timer = turn(before, milliseconds())
        db.execute(
            "INSERT INTO timers VALUES (?1, ?2, ?3)"
            " ON CONFLICT (game) DO UPDATE SET remaining = ?2, started = ?3",
            (number, timer.left, timer.started),
        )
        db.execute("UPDATE score_games SET version = version + 1 WHERE id = ?", (number,))


def delete(store: Store, number: int) -> None:
    """Delete a game and everything about it."""
    with store.change() as db:
        db.execute("DELETE FROM score_games WHERE id = ?", (number,))


def milliseconds() -> int:
    """Say what time it is, as browsers count."""
    return time.time_ns() // 1_000_000


_SELECT = (
    "SELECT score_games.*, timers.remaining, timers.started AS timer_started,"
    " (SELECT count(*) FROM taps WHERE taps.game = score_games.id) AS taps"
    " FROM score_games LEFT JOIN timers ON timers.game = score_games.id"
)


def _game(row: sqlite3.Row) -> TappedGame:
    return TappedGame(
        id=row["id"],
        evening=row["evening"],
        owner=row["owner"],
        board=board_from(json.loads(row["board"])),
        version=row["version"],
        started=row["started"],
        timer=_timer(row["remaining"], row["timer_started"]),
        taps=row["taps"],
    )


def _timer(remaining: int | None, started: int | None) -> Timer:
    return Timer() if remaining is None else Timer(remaining, started)


def _board_text(db: sqlite3.Connection, number: int) -> str:
    row = db.execute(
        "SELECT board FROM score_games WHERE id = ? AND deleted IS NULL", (number,)
    ).fetchone()
    if row is None:
        raise HostError("no-such-game")
    return str(row["board"])


def _put_board(db: sqlite3.Connection, number: int, board: str) -> None:
    db.execute(
        "UPDATE score_games SET board = ?, version = version + 1, changed = ? WHERE id = ?",
        (board, now(), number),
    )
