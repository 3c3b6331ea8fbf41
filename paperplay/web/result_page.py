"""Who won: the leaderboard, what is still open, and ways to take the result along."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from paperplay.evening.duplicates import Found
from paperplay.evening.games import Game, Place
from paperplay.evening.leaderboard import game_title, parts_text, twice_lines
from paperplay.evening.results import Evening, evening_of
from paperplay.web import evenings
from paperplay.web.evenings import EveningRow, date_of, title_of
from paperplay.web.pages import go_to, lang_of, render
from paperplay.web.reading import EXTRA
from paperplay.web.review_page import name_windows, sheet_of
from paperplay.web.security import Role
from paperplay.web.sheets import delete_evening, delete_everything, sheets_of
from paperplay.web.state import Link
from paperplay.web.store import Store
from paperplay.web.tapped_results import TappedResult, tapped_results, with_tapped
from paperplay.web.told import evening_told, told
from paperplay.web.who import open_to, state_of, visitor_of
from templates.wording import say

_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "html": "text/html; charset=utf-8",
    "pdf": "application/pdf",
    "png": "image/png",
    "jpg": "image/jpeg",
}


@open_to(Role.GUEST)
def result_page(request: Request) -> Response:
    """Show the evening that goes on, or an earlier one to the host."""
    store, lang = state_of(request).store, lang_of(request)
    evening = _evening(request)
    if evening is None:
        return render(request, "no_evening.html")
    result = evening_told(store, evening.id, lang)
    pages = _kept_pages(store, evening.id)
    return render(
        request,
        "result.html",
        evening=evening,
        title=title_of(evening, lang),
        date=date_of(evening, lang),
        games=[_game(game, pages, lang) for game in result.games],
        twice=twice_lines(result, lang),
        unread=result.unread,
        is_now="evening" not in request.path_params,
        tapped=[_tapped(each, lang) for each in tapped_results(store, evening.id, lang)],
    )


@open_to(Role.GUEST)
def export(request: Request) -> Response:
    """Give the result as a file."""
    store, lang = state_of(request).store, lang_of(request)
    evening = _evening(request)
    kind = request.path_params["kind"]
    if evening is None or kind not in ("csv", "xlsx", "html", "pdf", "png"):
        raise HTTPException(404)
    if kind in ("xlsx", "html"):
        result = with_pictures(store, evening.id, lang)
    else:
        result = evening_told(store, evening.id, lang)
    result = with_tapped(result, store, evening.id, lang)
    data = _writer(kind, title_of(evening, lang), date_of(evening, lang))(result, lang)
    return file_answer(data, kind, f"paperplay-{evening.started[:10]}")


@open_to(Role.GUEST)
def marked_sheet(request: Request) -> Response:
    """Give a sheet with its notes."""
    from paperplay.web.marked_sheet import marked

    row = sheet_of(request)
    store, lang = state_of(request).store, lang_of(request)
    kind = {"jpg": "JPEG", "pdf": "PDF"}.get(request.path_params["kind"])
    path = store.pages / (row.flat or "")
    if kind is None or row.flat is None or not path.is_file():
        raise HTTPException(404)
    data = marked(path, told(store, row, lang), lang, kind)
    return file_answer(data, request.path_params["kind"], f"paperplay-{row.id}")


@open_to(Role.HOST)
def delete_one(request: Request) -> Response:
    """Delete an evening with all its sheets and photos."""
    delete_evening(state_of(request).store, _number(request))
    return go_to("/")


@open_to(Role.HOST)
def delete_all(request: Request) -> Response:
    """Delete everything that the page remembers."""
    delete_everything(state_of(request).store)
    return go_to("/")


def with_pictures(store: Store, evening: int, lang: str) -> Evening:
    """Put an evening together with pictures of names and doubts, as far as photos are kept."""
    from paperplay.web.marked_sheet import name_pictures

    found = []
    for row in sheets_of(store, evening):
        scan = told(store, row, lang)
        path = store.pages / (row.flat or "")
        has_picture = row.flat is not None and path.is_file()
        found.append(Found(scan, name_pictures(path, scan) if has_picture else {}))
    return evening_of(found, lang)


def file_answer(data: bytes, kind: str, name: str) -> Response:
    """Give a file to keep; the page that is sent around brings its own style."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    return Response(data, media_type=_TYPES[kind], headers=headers)


def _writer(kind: str, title: str, date: str) -> Callable[[Evening, str], bytes]:
    if kind == "csv":
        from paperplay.evening.csv import csv_file

        return csv_file
    if kind == "xlsx":
        from paperplay.evening.xlsx import xlsx_file

        return xlsx_file
    if kind == "html":
        from paperplay.evening.html import html_page

        return html_page
    from paperplay.web.poster import poster_pdf, poster_png

    draw = poster_pdf if kind == "pdf" else poster_png
    return lambda evening, lang: draw(evening, title, date, lang)


def _evening(request: Request) -> EveningRow | None:
    """Find the evening that is meant; guests see the one that goes on and no other."""
    store = state_of(request).store
    now = evenings.current(store)
    if "evening" not in request.path_params:
        return now
    number = _number(request)
    if now is not None and number == now.id:
        return now
    found = evenings.evening(store, number) if visitor_of(request).is_host else None
    if found is None:
        raise HTTPException(404)
    return found


def _number(request: Request) -> int:
    return min(int(request.path_params["evening"]), 2**62)


def _kept_pages(store: Store, evening: int) -> set[int]:
    """Say of which sheets a picture is kept."""
    return {row.id for row in sheets_of(store, evening) if row.flat}


def _game(game: Game, pages: set[int], lang: str) -> dict[str, Any]:
    return {
        "title": game_title(game, lang),
        "places": [_place(game, place, pages, lang) for place in game.places],
        "remarks": game.remarks,
        "problems": [*game.problems, *_problems(game, lang)],
        "open": sum(len(scan["review"]) for scan in game.sheets),
    }


def _tapped(each: TappedResult, lang: str) -> dict[str, Any]:
    first = [place.name for place in each.game.places if place.rank == 1]
    return {
        "id": each.id,
        # The game's name alone: there is no sheet.
        "title": game_title(each.game, lang).partition(" · ")[0],
        "over": each.over,
        "first": ", ".join(first) if each.has_points else "",
        "places": each.game.places if each.has_points else (),
    }


def _place(game: Game, place: Place, pages: set[int], lang: str) -> dict[str, Any]:
    score = place.scan["score"]
    equal = [one for one in game.places if one.points == place.points]
    solo = score.get("solo")
    return {
        "rank": place.rank,
        "name": place.name,
        "points": place.points,
        "parts": parts_text(place, lang),
        "tie_break": place.tie_break if len(equal) > 1 else None,
        "tier": solo["name"] if solo else "",
        "sheet": place.scan["sheet_id"],
        "name_window": _name_window(place) if place.scan["sheet_id"] in pages else "",
        "size": place.scan[EXTRA]["size"],
        "doubts": len(place.scan["review"]) if "by_rules" in score else 0,
    }


def _name_window(place: Place) -> str:
    """Choose the part of the page that shows a name that nobody has typed yet."""
    nameless = "by_rules" in place.scan["score"] and not place.scan["board"].get("name")
    return next(iter(name_windows(place.scan)), "") if nameless else ""


def _problems(game: Game, lang: str) -> list[str]:
    return [
        say("cli.labelled", lang, label=place.name, value=problem["message"])
        for place in game.places
        if "by_rules" in place.scan["score"]
        for problem in place.scan["score"]["problems"]
    ]


LINKS = [Link("/result", "web.result.link")]
ROUTES = [
    Route("/result", result_page),
    Route("/evenings/{evening:int}", result_page),
    Route("/evenings/{evening:int}/result.{kind}", export),
    Route("/evenings/{evening:int}/delete", delete_one, methods=["POST"]),
    Route("/everything/delete", delete_all, methods=["POST"]),
    Route("/sheets/{sheet:int}/marked.{kind}", marked_sheet),
]
