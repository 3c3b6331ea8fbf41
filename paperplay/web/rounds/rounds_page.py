"""Games scored by tapping: rounds, points, totals, and a timer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paperplay.results.names import names_in
from paperplay.web.rounds import tapped_games
from paperplay.web.rounds.tapped_games import (
    MOST_GAMES,
    MOST_OF_A_GUEST,
    TappedGame,
    milliseconds,
)
from paperplay.web.rounds.tapping import (
    NEXT_ROUND,
    count_rounds,
    games_to_tap,
    is_over,
    may_go_on,
    page_for,
    score_of,
)
from paperplay.web.rounds.timer import NIGHT_MS, Timer, shown
from paperplay.web.server.rendering import go_to, lang_of, render
from paperplay.web.server.security import Access
from paperplay.web.server.state import Link
from paperplay.web.server.visitors import field_of, form_of, open_to, state_of, visitor_of
from paperplay.web.store import evenings
from paperplay.web.store.database import Store
from paperplay.web.store.evenings import EveningRow
from paperplay.web.store.people import names_at_the_table
from rules.errors import HostError
from templates.games import game_of
from templates.wording import sentence

LINKS = [Link("/rounds", "web_rounds.link")]
_TIMER = {"start": Timer.start, "pause": Timer.pause, "reset": Timer.reset}


@open_to(Access.GUEST)
def all_games(request: Request) -> Response:
    """List the games of the evening, and begin another."""
    return _list(request)


@open_to(Access.GUEST)
def begin_game(request: Request) -> Response:
    """Begin a game with the names that were typed, one per line."""
    store, visitor = state_of(request).store, visitor_of(request)
    evening = evenings.current(store) or (evenings.start(store, "") if visitor.is_host else None)
    if evening is None:
        raise HTTPException(404)
    told = form_of(request).get("names", "")
    text = told[:2000] if isinstance(told, str) else ""
    names = names_in(text)
    try:
        _check_count(_sheet(request), names)
        number = tapped_games.begin(
            store,
            evening.id,
            _sheet(request),
            names,
            visitor.id,
            most=MOST_GAMES if visitor.is_host else MOST_OF_A_GUEST,
        )
    except HostError as error:
        return _list(request, error, names=names)
    return go_to(f"/rounds/{number}")


@open_to(Access.GUEST)
def one_game(request: Request) -> Response:
    """Show a game at one of its rounds."""
    return _page(request, _game(request))


@open_to(Access.GUEST)
def version(request: Request) -> Response:
    """Say whether a game has changed, for phones that only look on."""
    return JSONResponse({"version": _game(request).version})


@open_to(Access.GUEST)
def tap(request: Request) -> Response:
    """Keep one tap: ``tap`` is ``ELEMENT=VALUE``, or the value is typed into ``number``."""
    found = _own_game(request)
    element, _, value = field_of(request, "tap").partition("=")
    value = field_of(request, "number") or value
    store = state_of(request).store
    try:
        tapped_games.tap(store, found.id, element, value, visitor_of(request).id)
    except HostError as error:
        return _page(request, found, error)
    if element == NEXT_ROUND:
        tapped_games.turn_timer(store, found.id, Timer.reset)
    after = _game(request)
    shows = count_rounds(after.board) if element == NEXT_ROUND else _round(request, after)
    return go_to(f"/rounds/{found.id}?round={shows}")


@open_to(Access.GUEST)
def undo(request: Request) -> Response:
    """Take the last tap back."""
    found = _own_game(request)
    tapped_games.take_back(state_of(request).store, found.id)
    return go_to(f"/rounds/{found.id}?round={_round(request, _game(request))}")


@open_to(Access.GUEST)
def timer(request: Request) -> Response:
    """Start, pause or wind up the timer."""
    found = _own_game(request)
    turn = _TIMER.get(field_of(request, "do"))
    if turn is None:
        raise HTTPException(404)
    tapped_games.turn_timer(state_of(request).store, found.id, turn)
    return go_to(f"/rounds/{found.id}?round={_round(request, found)}")


@open_to(Access.GUEST)
def board_json(request: Request) -> Response:
    """Give the board in the form that ``paperplay score`` reads."""
    found = _game(request)
    name = f"{game_of(found.sheet).name}-{found.id}.json"
    text = json.dumps(found.board.as_json(), ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


@open_to(Access.GUEST)
def delete(request: Request) -> Response:
    """Delete a game."""
    tapped_games.delete(state_of(request).store, _own_game(request).id)
    return go_to("/rounds")


def _list(
    request: Request, error: HostError | None = None, names: list[str] | None = None
) -> Response:
    store = state_of(request).store
    evening = evenings.current(store)
    games = tapped_games.games_of(store, evening.id) if evening else []
    known = names if names is not None else _probable_names(store, games, evening)
    return render(
        request,
        "rounds.html",
        status=422 if error else 200,
        evening=evening,
        games=[_summary(each) for each in games],
        names="\n".join(known),
        sheet=_sheet(request),
        to_tap=games_to_tap(),
        wrong=sentence(error, lang_of(request)) if error else None,
    )


def _probable_names(
    store: Store, games: Sequence[TappedGame], evening: EveningRow | None
) -> list[str]:
    """Give those who played last, or who is at the table."""
    if games:
        return list(games[0].players)
    return names_at_the_table(store, evening.id if evening else None)


def _page(request: Request, found: TappedGame, error: HostError | None = None) -> Response:
    lang, number = lang_of(request), _round(request, found)
    score = score_of(found.board)
    left = found.timer.left_at(milliseconds())
    page = page_for(found.sheet)
    return render(
        request,
        page.TEMPLATE,
        status=422 if error else 200,
        game=found,
        title=game_of(found.sheet).title,
        may_tap=visitor_of(request).may_change(found.owner),
        number=number,
        rounds=count_rounds(found.board),
        may_go_on=may_go_on(found.board, score),
        over=is_over(score),
        view=page.view_of(found.board, score, number, lang),
        left=left,
        left_shown=shown(left),
        runs=found.timer.runs and left > 0,
        night=NIGHT_MS,
        wrong=sentence(error, lang) if error else None,
    )


def _summary(found: TappedGame) -> dict[str, Any]:
    score = score_of(found.board)
    winners = [found.players[number - 1] for number in score.winners]
    return {
        "game": found,
        "title": game_of(found.sheet).title,
        "rounds": count_rounds(found.board),
        "over": is_over(score),
        "winners": winners if any(score.totals) else [],
        "most": max(score.totals),
    }


def _check_count(sheet: str, names: list[str]) -> None:
    """Refuse too few or too many names in the words of whoever types them."""
    for game in games_to_tap():
        if sheet in game.sheets and game.players:
            low, high = game.players.fewest, game.players.most
            if not low <= len(names) <= high:
                raise HostError("names-count", game=game.title, low=low, high=high, n=len(names))


def _sheet(request: Request) -> str:
    return field_of(request, "sheet") or games_to_tap()[0].sheets[0]


def _game(request: Request) -> TappedGame:
    """Find the game that an address names; guests find only this evening's."""
    store, visitor = state_of(request).store, visitor_of(request)
    found = tapped_games.game(store, request.path_params["number"])
    evening = evenings.current(store)
    if found is None or not (visitor.is_host or (evening and evening.id == found.evening)):
        raise HTTPException(404)
    return found


def _own_game(request: Request) -> TappedGame:
    """Find a game that the visitor may change."""
    found = _game(request)
    if not visitor_of(request).may_change(found.owner):
        raise HTTPException(403)
    return found


def _round(request: Request, found: TappedGame) -> int:
    """Say which round to show: the one asked for, else the latest."""
    asked = field_of(request, "round") or request.query_params.get("round", "")
    most = count_rounds(found.board)
    return min(max(1, int(asked)), most) if asked.isdecimal() and len(asked) < 5 else most


ROUTES = [
    Route("/rounds", all_games),
    Route("/rounds/begin", begin_game, methods=["POST"]),
    Route("/rounds/{number:int}", one_game),
    Route("/rounds/{number:int}/version", version),
    Route("/rounds/{number:int}/board.json", board_json),
    Route("/rounds/{number:int}/tap", tap, methods=["POST"]),
    Route("/rounds/{number:int}/undo", undo, methods=["POST"]),
    Route("/rounds/{number:int}/timer", timer, methods=["POST"]),
    Route("/rounds/{number:int}/delete", delete, methods=["POST"]),
]
