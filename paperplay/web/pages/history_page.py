"""Past evenings, and each player's passport: the best of every combination, the solo ladder."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from paperplay.web.pages.passport import (
    Passport,
    Stamp,
    forget_player,
    passport,
    passports,
    winners_of,
)
from paperplay.web.pages.past_sheets import PastSheet, results_of, same
from paperplay.web.server.rendering import go_to, lang_of, render
from paperplay.web.server.security import Access
from paperplay.web.server.state import Link
from paperplay.web.server.visitors import field_of, open_to, state_of, visitor_of
from paperplay.web.store import evenings
from paperplay.web.store.database import Store
from paperplay.web.store.evenings import EveningRow, date_of, title_of
from paperplay.web.store.people import person
from paperplay.web.store.sheets import count_read, delete_evening
from templates.games import game_of, short_name
from templates.telling import title_of as sheet_title
from templates.wording import say

LINKS = [Link("/history", "web_history.link", Access.HOST)]
MOST_SHOWN = 100
"""Evenings on one page; the older ones are on the next."""


@open_to(Access.HOST)
def history_page(request: Request) -> Response:
    """Show past evenings and the players."""
    store, lang = state_of(request).store, lang_of(request)
    before = request.query_params.get("before", "")
    last = int(before) if before.isdecimal() and len(before) < 12 else 1 << 60
    rows = store.db.execute(
        "SELECT * FROM evenings WHERE id < ? ORDER BY id DESC LIMIT ?", (last, MOST_SHOWN + 1)
    ).fetchall()
    shown = [EveningRow(**row) for row in rows[:MOST_SHOWN]]
    results = results_of(store)
    by_evening: dict[int, list[PastSheet]] = {}
    for result in results:
        by_evening.setdefault(result.evening, []).append(result)
    return render(
        request,
        "history.html",
        evenings=[_evening(store, each, by_evening.get(each.id, []), lang) for each in shown],
        older=shown[-1].id if len(rows) > MOST_SHOWN else None,
        players=[_player(each, lang) for each in passports(results)],
    )


@open_to(Access.HOST)
def player_page(request: Request) -> Response:
    """Show a player's passport."""
    store, lang = state_of(request).store, lang_of(request)
    wanted = same(request.query_params.get("name", ""))
    own = [
        each
        for each in results_of(store)
        if each.name and same(each.name) == wanted and not each.is_open
    ]
    if not own:
        raise HTTPException(404)
    return render(request, "history_player.html", player=_player(passport(own), lang))


@open_to(Access.GUEST)
def own_passport(request: Request) -> Response:
    """Show guests their own passport: what they handed in themselves, and what is on the table."""
    store, visitor = state_of(request).store, visitor_of(request)
    me, now = person(store, visitor.id), evenings.current(store)
    if me is None:
        return go_to("/history" if visitor.is_host else "/me")
    own = [
        each
        for each in results_of(store)
        if same(each.name) == same(me.name)
        and (me.id in each.owners or (now and each.evening == now.id))
    ]
    player = _player(replace(passport(own), name=me.name), lang_of(request))
    return render(request, "history_player.html", player=player, now=now.id if now else 0)


@open_to(Access.HOST)
def forget_one(request: Request) -> Response:
    """Delete everything about a player."""
    name = field_of(request, "name")
    if not name or field_of(request, "sure") != "yes":
        raise HTTPException(404)
    forget_player(state_of(request).store, name)
    return go_to("/history")


@open_to(Access.HOST)
def forget_evening(request: Request) -> Response:
    """Delete an evening with everything that belongs to it."""
    number = request.path_params["number"]
    if field_of(request, "sure") != "yes":
        raise HTTPException(404)
    delete_evening(state_of(request).store, number)
    return go_to("/history")


def _evening(
    store: Store, evening: EveningRow, results: list[PastSheet], lang: str
) -> dict[str, Any]:
    games = store.db.execute(
        "SELECT count(*) FROM score_games WHERE evening = ? AND deleted IS NULL", (evening.id,)
    ).fetchone()[0]
    won = [
        say(
            "web_history.won",
            lang,
            what=_won_title(each.sheet, lang),
            who=", ".join(name or "?" for name in each.names),
            points=each.points,
        )
        for each in winners_of(store, evening.id, results)
    ]
    return {
        "id": evening.id,
        "title": title_of(evening, lang),
        "date": date_of(evening, lang),
        "sheets": count_read(store, evening.id),
        "games": games,
        "won": won,
    }


def _player(one: Passport, lang: str) -> dict[str, Any]:
    return {
        "name": one.name,
        "count": one.count,
        "evenings": one.evenings,
        "stamps": [_stamp(stamp, lang) for stamp in one.stamps],
    }


def _won_title(sheet: str, lang: str) -> str:
    """Name what was won: a sheet, or a game whose table shares one."""
    game = game_of(sheet)
    return game.title if game.for_table else sheet_title(sheet, lang)


def _stamp(stamp: Stamp, lang: str) -> dict[str, Any]:
    best, code = stamp.best, short_name(stamp.sheet)
    judge: Any = game_of(stamp.sheet).judge
    return {
        "code": code,
        "title": sheet_title(stamp.sheet, lang).removesuffix(f" ({code})"),
        "points": best.total if best else None,
        "sheet": best.id if best else None,
        "evening": best.evening if best else None,
        "day": date_of(EveningRow(best.evening, "", best.day), lang) if best else "",
        "played": stamp.played,
        "tier": stamp.tier,
        "tiers": judge.tiers_of(stamp.sheet, lang),
    }


ROUTES = [
    Route("/history", history_page),
    Route("/history/player", player_page),
    Route("/passport", own_passport),
    Route("/history/player/delete", forget_one, methods=["POST"]),
    Route("/history/evening/{number:int}/delete", forget_evening, methods=["POST"]),
]
