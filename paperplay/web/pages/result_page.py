"""Who won: the leaderboard, what is still open, and ways to take the result along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from paperplay.results.evening import Evening, evening_of, writer_of
from paperplay.results.leaderboard import game_title, parts_text
from paperplay.results.scan_text import reason_text, task_text, tier_text
from paperplay.results.standings import Outcome, Standing
from paperplay.web.pages.counted import put_together, put_together_soon
from paperplay.web.pages.elements import name_boxes
from paperplay.web.pages.moment import question_of, settled_pairs, undecided_in, winner_text
from paperplay.web.rounds.tapped_results import TappedResult, tapped_results, with_tapped
from paperplay.web.server.rendering import go_to, lang_of, render
from paperplay.web.server.security import Access
from paperplay.web.server.state import Link
from paperplay.web.server.visitors import field_of, open_to, state_of, visitor_of
from paperplay.web.store import evenings
from paperplay.web.store.corrected import last_said
from paperplay.web.store.database import Store
from paperplay.web.store.evenings import EveningRow, date_of, title_of
from paperplay.web.store.sheets import (
    SheetRow,
    delete_evening,
    delete_everything,
    lines_of,
    sheets_of,
)
from paperplay.web.store.verdicts import Verdicts, in_words, keep_verdict, said_of
from scanner.scan import Scan
from templates.telling import problem_texts
from templates.wording import say

MOST_SHOWN = 100
"""Places of a game, and lines of a list, on one page."""
_SHARED = "frame-shared"
"""What is right only if several were first together."""
_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "html": "text/html; charset=utf-8",
    "pdf": "application/pdf",
    "png": "image/png",
}


@open_to(Access.GUEST)
def result_page(request: Request) -> Response:
    """Show the evening that goes on, or an earlier one to the host."""
    store, lang = state_of(request).store, lang_of(request)
    evening = _evening(request)
    if evening is None:
        return render(request, "no_evening.html")
    lines = lines_of(store, evening.id)
    said = said_of(store, evening.id)
    counted = put_together_soon(store, evening.id, lines, lang, said)
    result = counted.evening or Evening(())
    pages = {line.id for line in lines if line.flat}
    first = _first(request)
    is_now = "evening" not in request.path_params
    return render(
        request,
        "result.html",
        evening=evening,
        title=title_of(evening, lang),
        date=date_of(evening, lang),
        games=[
            _game(game, undecided_in(game, result), pages, lang, first)
            for game in result.games[:MOST_SHOWN]
        ],
        is_all=counted.is_all,
        sheets=len(lines),
        step=MOST_SHOWN,
        first=first,
        pairs=list(islice(settled_pairs(result, said, lang, store), MOST_SHOWN)),
        pages=pages,
        may_settle=visitor_of(request).is_host,
        may_undo=is_now and last_said(store, visitor_of(request).id, evening.id) is not None,
        unread=[
            (scan.key, scan.file, reason_text(scan, lang)) for scan in result.unread[:MOST_SHOWN]
        ],
        further=max(0, len(result.unread) - MOST_SHOWN),
        checks=[
            (scan.key, say("check.left-out", lang, place=scan.file))
            for scan in result.checks[:MOST_SHOWN]
        ],
        is_now=is_now,
        tapped=[_tapped(each, lang) for each in tapped_results(store, evening.id, lang)],
    )


@open_to(Access.HOST)
def settle(request: Request) -> Response:
    """Keep what the table says: one sheet or two, or that a remark is right so."""
    store, evening = state_of(request).store, _evening(request)
    if evening is not None:
        who = visitor_of(request).id
        keep_verdict(store, evening.id, field_of(request, "what"), field_of(request, "how"), who)
    return go_to("/result")


@open_to(Access.GUEST)
def export(request: Request) -> Response:
    """Give the result as a file."""
    store, lang = state_of(request).store, lang_of(request)
    evening = _evening(request)
    kind = request.path_params["kind"]
    if evening is None or kind not in ("csv", "xlsx", "html", "pdf", "png"):
        raise HTTPException(404)
    said = said_of(store, evening.id)
    if kind in ("xlsx", "html"):
        result = with_pictures(store, sheets_of(store, evening.id), lang, said)
    else:
        result = put_together(store, evening.id, lines_of(store, evening.id), lang, said)
    result = with_tapped(result, store, evening.id, lang)
    title, date = title_of(evening, lang), date_of(evening, lang)
    told = request.query_params.get("game", "")
    if told.isdecimal() and int(told[:6]) < len(result.games):  # the winner of one game
        game = result.games[int(told[:6])]
        title_won = winner_text(game, lang, undecided=bool(undecided_in(game, result)))
        result = replace(result, games=(game,))
        title, date = title_won or title, f"{title} · {date}"
    data = _writer(kind, title, date)(result, lang)
    return file_answer(data, kind, f"paperplay-{evening.started[:10]}")


@open_to(Access.HOST)
def delete_one(request: Request) -> Response:
    """Delete an evening with all its sheets and photos."""
    delete_evening(state_of(request).store, _number(request))
    return go_to("/")


@open_to(Access.HOST)
def delete_all(request: Request) -> Response:
    """Delete everything that the page remembers."""
    if field_of(request, "sure") != "yes":
        raise HTTPException(404)
    delete_everything(state_of(request).store)
    return go_to("/")


def with_pictures(store: Store, rows: Sequence[SheetRow], lang: str, verdicts: Verdicts) -> Evening:
    """Put an evening together with pictures of names and doubts, as far as photos are kept."""
    from paperplay.web.pages.marked_sheet import with_crops

    kept = {row.id: store.pages / row.flat for row in rows if row.flat and row.scan.is_read}
    return evening_of(
        [
            with_crops(kept[row.id], row.scan)
            if row.id in kept and kept[row.id].is_file()
            else row.scan
            for row in rows
        ],
        lang,
        said=in_words(verdicts),
    )


def file_answer(data: bytes, kind: str, name: str) -> Response:
    """Give a file to keep; the page that is sent around brings its own style."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    return Response(data, media_type=_TYPES[kind], headers=headers)


def _writer(kind: str, title: str, date: str) -> Callable[[Evening, str], bytes]:
    if kind not in ("pdf", "png"):
        return writer_of(kind)
    from paperplay.web.pages.poster import poster_pdf, poster_png

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


def _first(request: Request) -> int:
    """Say from which place on games are shown, counted from 0."""
    told = request.query_params.get("from", "")
    wanted = int(told) if told.isdecimal() and len(told) < 10 else 1
    return max(0, wanted - 1) // MOST_SHOWN * MOST_SHOWN


def _game(
    game: Outcome,
    undecided: Sequence[tuple[Scan, Scan]],
    pages: set[int],
    lang: str,
    first: int,
) -> dict[str, Any]:
    count = len(game.standings)
    first = first if first < count else 0
    shown = game.standings[first : first + MOST_SHOWN]
    points = Counter(one.points for one in game.standings)
    return {
        "title": game_title(game, lang),
        "places": [_place(one, pages, lang, tied=points[one.points] > 1) for one in shown],
        "first": first,
        "count": count,
        "asked": [
            (text, what, "together" if f" {_SHARED} " in what else "right")
            for text, what in zip(game.remarks, game.remark_keys, strict=True)
        ],
        "settled": game.settled,
        "pairs": [question_of(pair, lang) for pair in undecided],
        "problems": [*game.problems, *_problems(game, shown, lang)],
        "open": sum(len(scan.doubts) for scan in game.scans),
        "lacks_pages": game.lacks_pages,
        "moment": winner_text(game, lang, undecided=bool(undecided)),
    }


def _tapped(each: TappedResult, lang: str) -> dict[str, Any]:
    places = each.outcome.standings if each.has_points else ()
    return {
        "id": each.id,
        "title": each.title,
        "over": each.over,
        "first": ", ".join(one.name for one in places if one.rank == 1),
        "places": places,
    }


def _place(one: Standing, pages: set[int], lang: str, *, tied: bool) -> dict[str, Any]:
    scan = one.scan
    own = not scan.game.for_table
    names = scan.board.names
    nameless = scan.key in pages and not any(names[one.player - 1 : one.player])
    return {
        "rank": one.rank,
        "name": one.name,
        "points": one.points,
        "parts": parts_text(one.parts, lang),
        "tie_break": one.tie_break if tied else None,
        "tier": tier_text(scan, lang),
        "sheet": scan.key,
        # What is written there is shown until somebody has typed the name.
        "named_at": one.player if nameless and one.player <= len(name_boxes(scan)) else 0,
        "has_picture": own and scan.key in pages,
        "doubts": len(scan.doubts) if own else 0,
    }


def _problems(game: Outcome, shown: Sequence[Standing], lang: str) -> Iterator[str]:
    """Say what is wrong with the players' own sheets, or how their tasks went."""
    for one in shown:
        if one.scan.game.for_table:
            return
        told = problem_texts(one.scan.score.problems, game.sheet, game.seed, lang)
        for text in [task_text(one.scan, lang)] if game.has_task else told:
            yield say("cli.labelled", lang, label=one.name, value=text)


LINKS = [Link("/result", "web.result.link")]
ROUTES = [
    Route("/result", result_page),
    Route("/result/settle", settle, methods=["POST"]),
    Route("/evenings/{evening:int}", result_page),
    Route("/evenings/{evening:int}/result.{kind}", export),
    Route("/evenings/{evening:int}/delete", delete_one, methods=["POST"]),
    Route("/everything/delete", delete_all, methods=["POST"]),
]
