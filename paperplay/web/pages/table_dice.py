"""Two dice for the whole table: shown large, the same on every screen, repeatable by a seed."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from itertools import islice

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paperplay.page_options import LONGEST_DICE
from paperplay.results.names import tidy
from paperplay.web.server.rendering import go_to, render
from paperplay.web.server.security import Access
from paperplay.web.server.state import Link
from paperplay.web.server.visitors import field_of, open_to, state_of, visitor_of
from paperplay.web.store import evenings
from paperplay.web.store.database import Store
from rules.dice import PIPS, Roll, rolls

LINKS = [Link("/dice", "web_dice.link")]
MOST_TURNS = 400
"""Far more than any sheet has clouds."""
BEFORE_START = -1
FOR_ALL = "dice-for-all"
"""The setting that says whether everyone may roll."""


@dataclass(frozen=True, slots=True)
class Strip:
    """The rolls of one game."""

    seed: str
    chosen: bool
    """Whether somebody named the seed."""
    turn: int = BEFORE_START

    @property
    def rolled(self) -> list[Roll]:
        """The rolls so far, the start first."""
        return list(islice(rolls(self.seed), self.turn + 1))

    @property
    def version(self) -> str:
        """Tell this state from every other without telling the seed."""
        return hashlib.sha256(f"shown {self.seed} {self.turn}".encode()).hexdigest()[:16]


@open_to(Access.GUEST)
def dice_page(request: Request) -> Response:
    """Show the dice as they lie."""
    strip = _strip(state_of(request).store)
    return render(
        request,
        "dice.html",
        strip=strip,
        rolled=strip.rolled if strip else [],
        pips=PIPS,
        most=LONGEST_DICE,
        may_roll=_may_roll(request),
        for_all=_is_for_all(request),
        version=_version(request, strip),
        ended=strip is not None and strip.turn >= MOST_TURNS,
    )


@open_to(Access.GUEST)
def version(request: Request) -> Response:
    """Say whether something has changed, for everyone who looks on."""
    return JSONResponse({"version": _version(request, _strip(state_of(request).store))})


def _version(request: Request, strip: Strip | None) -> str:
    """Tell what everyone sees from what they saw: the dice, and whether they may roll."""
    return f"{strip.version if strip else ''}{'-all' if _is_for_all(request) else ''}"


def _is_for_all(request: Request) -> bool:
    return state_of(request).store.setting(FOR_ALL) == "yes"


def _may_roll(request: Request) -> bool:
    """Say whether somebody may roll: the host, and everyone if the host has said so."""
    return visitor_of(request).is_host or _is_for_all(request)


@open_to(Access.HOST)
def let_all_roll(request: Request) -> Response:
    """Let everyone at the table roll, or the host alone."""
    state_of(request).store.remember(FOR_ALL, "yes" if field_of(request, "all") == "yes" else "no")
    return go_to("/dice")


@open_to(Access.GUEST)
def roll(request: Request) -> Response:
    """Go on to the next roll or back to the last one; ``from`` tells a double tap from two."""
    step = {"next": 1, "back": -1}.get(field_of(request, "do"))
    if not _may_roll(request):
        raise HTTPException(403)
    if step is None or (step < 0 and not visitor_of(request).is_host):
        raise HTTPException(404)
    store = state_of(request).store
    if step > 0 and _strip(store) is None:
        _take(store, "")
    _move(store, field_of(request, "from"), step)
    return go_to("/dice")


@open_to(Access.HOST)
def fresh_dice(request: Request) -> Response:
    """Take fresh dice: of a seed that a class shares, or of pure chance."""
    seed = tidy(field_of(request, "seed"))[:LONGEST_DICE]
    _take(state_of(request).store, seed)
    return go_to("/dice")


def _take(store: Store, seed: str) -> None:
    """Take dice that nobody has rolled yet; without a seed, of pure chance."""
    evening = evenings.current(store) or evenings.start(store, "")
    with store.change() as db:
        db.execute(
            "INSERT INTO dice VALUES (?1, ?2, ?3, ?4) ON CONFLICT (evening)"
            " DO UPDATE SET seed = ?2, chosen = ?3, turn = ?4",
            (evening.id, seed or secrets.token_hex(8), int(bool(seed)), BEFORE_START),
        )


def _strip(store: Store) -> Strip | None:
    evening = evenings.current(store)
    if evening is None:
        return None
    row = store.one("SELECT * FROM dice WHERE evening = ?", evening.id)
    return Strip(row["seed"], bool(row["chosen"]), row["turn"]) if row else None


def _move(store: Store, told: str, step: int) -> None:
    """Move on from the turn that was told, unless somebody has moved on meanwhile."""
    evening = evenings.current(store)
    if evening is None or not re.fullmatch(r"-1|[0-9]{1,3}", told):
        return
    with store.change() as db:
        db.execute(
            "UPDATE dice SET turn = max(?1, min(?2, turn + ?3)) WHERE evening = ?4 AND turn = ?5",
            (BEFORE_START, MOST_TURNS, step, evening.id, int(told)),
        )


ROUTES = [
    Route("/dice", dice_page),
    Route("/dice/version", version),
    Route("/dice/roll", roll, methods=["POST"]),
    Route("/dice/for-all", let_all_roll, methods=["POST"]),
    Route("/dice/begin", fresh_dice, methods=["POST"]),
]
