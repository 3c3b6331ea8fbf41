"""Tonight's sheets: choose, see the page as it will be printed, open the PDF."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paperplay.check_page import printed_check
from paperplay.page_options import LONGEST_DICE, with_new_dice
from paperplay.web.printing.fair_sheets import FairChecks, FreshSearch
from paperplay.web.printing.preview_press import Press
from paperplay.web.printing.print_order import (
    BACKS,
    MOST_COPIES,
    all_printable,
    form_of,
    order_of,
    printable_by_game,
    query_of,
)
from paperplay.web.server.rendering import go_to, lang_of, render
from paperplay.web.server.security import Access
from paperplay.web.server.state import Link, State
from paperplay.web.server.visitors import form_of as fields_of
from paperplay.web.server.visitors import open_to, state_of
from paperplay.web.store.database import now
from printkit.order import Order
from printkit.vocabulary import read_terms
from rules.errors import HostError
from templates.fresh_titles import fresh_title
from templates.games import all_sheets, game_of, shelved, short_name
from templates.load import MOST_SEED
from templates.page import PAPERS
from templates.sheet_code import INKS
from templates.telling import title_of
from templates.titles import about_sheet
from templates.wording import say, sentence, words

LINKS = [Link("/print", "web_print.link", Access.HOST)]
_PART, _SEARCH, _CHECKS = "press", "fresh-search", "fair-checks"
_MOST_WORDS = 60_000


def begin(state: State) -> Callable[[], None]:
    """Set up the press."""
    press = state.parts[_PART] = Press()
    state.parts[_SEARCH] = FreshSearch()
    state.parts[_CHECKS] = FairChecks()
    return press.close


@open_to(Access.HOST)
def print_page(request: Request) -> Response:
    """Show the form, and the page as it will be printed."""
    lang = lang_of(request)
    wrong: HostError | None = None
    try:
        order = _order(request)
    except HostError as error:
        order, wrong = _without(request, error), error
    pages = _press(request).pages(order)
    words = request.query_params.get("words", "")
    return render(
        request,
        "print.html",
        status=422 if wrong else 200,
        order=order,
        form=form_of(order, words),
        query=query_of(order, words),
        pages=pages,
        page=min(_page(request), pages),
        wrong=sentence(_as_labelled(wrong, lang), lang) if wrong else None,
        unfair=_unfair(request, order),
        groups={
            say("web_print.made", lang) if game == shelved().title else game: [
                (what, _listed(what, lang)) for what in group
            ]
            for game, group in printable_by_game().items()
        },
        title=_title(order.what, lang),
        fresh_title=fresh_title(order.seed, lang) if order.seed and _has_seed(order) else "",
        game=game_of(order.what),
        whole=order.what == game_of(order.what).name,
        papers=tuple(PAPERS),
        inks=INKS,
        backs=BACKS,
        most={"copies": MOST_COPIES, "seed": MOST_SEED, "dice": LONGEST_DICE},
    )


@open_to(Access.HOST)
def fairness(request: Request) -> Response:
    """Say whether a sheet plays fairly, as soon as that is known."""
    text = _unfair(request, _order(request))
    return JSONResponse({"known": text is not None, "text": text or ""})


@open_to(Access.HOST)
def preview(request: Request) -> Response:
    """Give a picture of one page."""
    picture = _press(request).picture(_order(request), _page(request))
    # The same address always shows the same page.
    return Response(
        picture, media_type="image/webp", headers={"Cache-Control": "private, max-age=600"}
    )


@open_to(Access.HOST)
def pdf(request: Request) -> Response:
    """Give the PDF, to be opened or saved."""
    order = with_new_dice(_order(request))
    name = order.what.replace("/", "-") + (f"-{order.seed}" if order.seed else "")
    kind = "attachment" if request.query_params.get("save") else "inline"
    headers = {"Content-Disposition": f'{kind}; filename="{name}.pdf"'}
    game = game_of(order.what)
    if game.shelf_in:
        game.shelf.keep(order.what)
    return Response(_press(request).pdf(order), media_type="application/pdf", headers=headers)


@open_to(Access.HOST)
def check_pdf(request: Request) -> Response:
    """Give the page that proves printer and phone, on the paper and in the ink of the form."""
    order = _order(request)
    data = printed_check(order.paper, order.lang, order.ink)
    headers = {"Content-Disposition": 'inline; filename="paperplay-check.pdf"'}
    return Response(data, media_type="application/pdf", headers=headers)


@open_to(Access.HOST)
def fresh(request: Request) -> Response:
    """Look for a sheet that nobody has seen, and that plays as fairly as the one drawn by hand."""
    form = {name: str(value) for name, value in fields_of(request).items()}
    order = order_of({**form, "seed": ""}, lang_of(request))
    if not _has_seed(order):
        raise HTTPException(404)
    token = _search(request).begin(order.what)
    return go_to(f"/print/fresh/{token}?{query_of(order)}")


@open_to(Access.HOST)
def fresh_found(request: Request) -> Response:
    """Show the sheet that was found, or that we are still looking."""
    order, token, search = _order(request), request.path_params["token"], _search(request)
    if search.is_looking(token):
        return render(request, "print_fresh.html", title=_title(order.what, lang_of(request)))
    return go_to(f"/print?{query_of(replace(order, seed=search.found(token)))}")


@open_to(Access.HOST)
def own_words(request: Request) -> Response:
    """Keep a vocabulary of one's own, pasted or as a file, for the cards of a game."""
    form = fields_of(request)
    terms = _terms(form.get("file"), str(form.get("terms") or "")[:_MOST_WORDS])
    text = json.dumps(terms, ensure_ascii=False)
    key = hashlib.sha256(text.encode()).hexdigest()[:16]
    with state_of(request).store.change() as db:
        db.execute("INSERT OR IGNORE INTO vocabularies VALUES (?, ?, ?)", (key, text, now()))
    usual = {
        name: str(value)
        for name, value in form.items()
        if name not in ("file", "terms", "csrf", "words") and isinstance(value, str)
    }
    return go_to(f"/print?{query_of(order_of(usual, lang_of(request), terms), key)}")


def _press(request: Request) -> Press:
    return cast(Press, state_of(request).parts[_PART])


def _search(request: Request) -> FreshSearch:
    return cast(FreshSearch, state_of(request).parts[_SEARCH])


def _unfair(request: Request, order: Order) -> str | None:
    """Warn of a sheet that does not play fairly; None while that is being found out."""
    if not _has_seed(order) or not order.seed:
        return ""
    checks: FairChecks = state_of(request).parts[_CHECKS]
    fair = checks.ask(order.what, order.seed)
    if fair is None:
        return None
    return "" if fair else say("web_print.unfair", lang_of(request), n=order.seed)


def _order(request: Request) -> Order:
    form = dict(request.query_params)
    return order_of(form, lang_of(request), _kept_terms(request, form.get("words", "")))


def _without(request: Request, error: HostError) -> Order:
    """Give what is left of an order without the field that was refused."""
    told = {**request.query_params}
    told.pop(str(error.facts.get("field", "")), None)
    try:
        return order_of(told, lang_of(request))
    except HostError:
        return Order(_what(request), lang=lang_of(request))


def _as_labelled(error: HostError, lang: str) -> HostError:
    """Name the refused field as the form does."""
    key = f"web_print.{error.facts.get('field')}"
    if key not in words("web_print"):
        return error
    return HostError(error.code, **{**error.facts, "field": say(key, lang).rstrip(" ?")})


def _what(request: Request) -> str:
    told = request.query_params.get("what")
    known = all_printable()
    return told if told in known else known[0]


def _page(request: Request) -> int:
    told = request.query_params.get("page", "")
    return max(1, int(told)) if told.isdecimal() and len(told) < 5 else 1


def _has_seed(order: Order) -> bool:
    """Say whether this is a sheet of which there are fresh ones."""
    game = game_of(order.what)
    return game.has_seeds and order.what in game.sheets


def _title(what: str, lang: str) -> str:
    """Name what can be printed, as a host would."""
    game = game_of(what)
    if what == game.name:
        own = f"web_print.whole-{game.name}"
        return say(own if own in words("web_print") else "web_print.whole", lang, game=game.title)
    if game.shelf_in:
        return title_of(what, lang)
    if game.for_table:
        return say("web_print.score-sheet", lang, game=game.title)
    short = short_name(what)
    return f"{short} · {title_of(what, lang).removesuffix(f' ({short})')}"


def _listed(what: str, lang: str) -> str:
    """Name it with what one has to know to choose it."""
    about = about_sheet(what, lang) if what in all_sheets() else ()
    return " · ".join((_title(what, lang), *about))


def _kept_terms(request: Request, key: str) -> Sequence[str] | None:
    if not key:
        return None
    row = state_of(request).store.one("SELECT terms FROM vocabularies WHERE id = ?", key[:64])
    return [str(term) for term in json.loads(row["terms"])] if row else None


def _terms(file: object, text: str) -> list[str]:
    """Read terms from an uploaded file, or from what was pasted; ``words-kind`` and the like."""
    data, ending = text.encode(), ".txt"
    if isinstance(file, UploadFile) and file.filename:
        data = file.file.read(1_000_001)
        ending = ".csv" if file.filename.lower().endswith(".csv") else ".txt"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"words{ending}"
        path.write_bytes(data)
        return read_terms(path)


ROUTES = [
    Route("/print", print_page),
    Route("/print/fairness", fairness),
    Route("/print/preview.webp", preview),
    Route("/print/sheet.pdf", pdf),
    Route("/print/check.pdf", check_pdf),
    Route("/print/fresh", fresh, methods=["POST"]),
    Route("/print/fresh/{token}", fresh_found),
    Route("/print/words", own_words, methods=["POST"]),
]
