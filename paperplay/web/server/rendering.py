"""Fill pages: in the visitor's language, every text escaped, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from paperplay.web.server.visitors import state_of, visitor_of
from templates.languages import DEFAULT_LANGUAGE, LANGUAGES
from templates.wording import say

HTML = Path(__file__).parents[1] / "html"
LANGUAGE_COOKIE = "lang"
NAMES = {"de": "Deutsch", "en": "English", "fr": "Français", "it": "Italiano", "sv": "Svenska"}
_YEAR = 365 * 24 * 3600


def render(request: Request, page: str, /, *, status: int = 200, **facts: Any) -> Response:
    """Fill a page of the folder ``html``.

    Pages extend ``base.html``, which has the blocks ``title``, ``main`` and ``script``. They
    know ``lang``, ``t("web.key", n=3)`` for texts, ``csrf`` for the hidden field of a form,
    ``visitor``, and the given facts.
    """
    known = page_facts(request)
    lang = known["lang"]
    html = environment().get_template(page).render(known | facts)
    response = HTMLResponse(html, status, headers={"Content-Language": lang})
    if request.query_params.get("lang") == lang:
        response.set_cookie(LANGUAGE_COOKIE, lang, max_age=_YEAR, httponly=True, samesite="strict")
    return response


def page_facts(request: Request) -> dict[str, Any]:
    """Gather what every page knows."""
    lang = lang_of(request)
    visitor = visitor_of(request)
    return {
        "lang": lang,
        "languages": NAMES,
        "t": lambda key, /, **facts: say(key, lang, **facts),
        "visitor": visitor,
        "csrf": state_of(request).keys.csrf(visitor),
        "path": request.url.path,
        "links": state_of(request).parts.get("links", ()),
    }


def lang_of(request: Request) -> str:
    """Find the language of a visitor: chosen, remembered, or asked for by the browser."""
    told = [request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE)]
    for asked in request.headers.get("accept-language", "").split(","):
        told.append(asked.partition(";")[0].strip()[:2].lower())
    told += [state_of(request).settings.lang, DEFAULT_LANGUAGE]
    return next(lang for lang in told if lang in LANGUAGES)


def go_to(path: str) -> Response:
    """Send the browser to one of our pages after something was changed."""
    return RedirectResponse(path, 303)


def zip_answer(folder: Path, name: str, write: Callable[[IO[bytes]], object]) -> Response:
    """Give a file that is written into a folder, sent, and gone again."""
    with NamedTemporaryFile(dir=folder, prefix=".sent-", delete=False) as file:
        path = Path(file.name)
        try:
            write(file)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    gone = BackgroundTask(path.unlink, missing_ok=True)
    return FileResponse(path, media_type="application/zip", filename=name, background=gone)


@cache
def environment() -> Environment:
    """Make the one environment that pages are filled in."""
    return Environment(
        loader=FileSystemLoader(HTML),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
