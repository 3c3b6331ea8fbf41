"""The page as an application: its topics, its static files, and what it says when it refuses."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

import printkit
from paperplay.web.server.rendering import lang_of, render
from paperplay.web.server.security import Guard, TooLarge, keys_of
from paperplay.web.server.server_settings import ServerSettings
from paperplay.web.server.state import Link, State
from paperplay.web.store.database import Store
from paperplay.web.uploads.quota import Busy
from rules.errors import HostError
from templates.wording import say, sentence

STATIC = Path(__file__).parents[1] / "static"
FONTS = Path(printkit.__file__).with_name("fonts")
MOST_BYTES = 4_000_000
"""Of one request."""
LARGER = {"/photos": 130_000_000, "/boards": 130_000_000, "/backup/restore": 20_000_000_000}
"""A few large photos; years of evenings, with all their photos."""
PACKED = (
    *DEFAULT_EXCLUDED_CONTENT_TYPES,
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
)
"""What would not become smaller."""
RETRY = "2"
"""Seconds after which a busy server may be asked again."""
_LOG = logging.getLogger(__name__)
__all__ = ["Link", "create_app"]
TOPICS = (
    "pages.start_page",
    "pages.join_page",
    "server.sharing",
    "uploads.scan_page",
    "uploads.camera_page",
    "pages.review_page",
    "pages.sheet_pictures",
    "pages.queue_page",
    "pages.result_page",
    "printing.print_page",
    "printing.made_sheets",
    "pages.boards_page",
    "rounds.rounds_page",
    "pages.table_dice",
    "pages.class_page",
    "pages.class_lessons",
    "pages.history_page",
    "pages.backup_page",
    "pages.training_export",
)
"""Modules of ``paperplay.web``, in the order of their links. Each has ``ROUTES``, a list of Route;
it may have ``LINKS``, a list of Link, and ``begin(state)``, which is called when the server
starts and may give a function to call when it ends."""


def create_app(settings: ServerSettings) -> Starlette:
    """Make the page for a data folder."""
    store = Store(settings.data)
    state = State(settings, store, keys_of(store))
    topics = [import_module(f"paperplay.web.{name}") for name in TOPICS]
    state.parts["links"] = [link for topic in topics for link in getattr(topic, "LINKS", ())]
    routes: list[BaseRoute] = [route for topic in topics for route in topic.ROUTES]
    app = Starlette(
        routes=[
            *routes,
            Mount("/static", _Static(directory=STATIC)),
            Mount("/fonts", _Static(directory=FONTS)),
        ],
        middleware=[
            Middleware(Guard, most_bytes=MOST_BYTES, larger=LARGER),
            Middleware(GZipMiddleware, compresslevel=6, exclude_content_types=PACKED),
        ],
        exception_handlers={
            HTTPException: _refused,
            HostError: _mendable,
            TooLarge: _too_large,
            Busy: _busy,
            OSError: _no_room,
            sqlite3.IntegrityError: _deleted,
            sqlite3.DatabaseError: _no_room,
            ClientDisconnect: _gone,
        },
        lifespan=_lifespan(state, topics),
    )
    app.state.shared = state
    return app


def _lifespan(
    state: State, topics: list[ModuleType]
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        ends = [topic.begin(state) for topic in topics if hasattr(topic, "begin")]
        try:
            yield
        finally:
            for end in reversed(ends):
                if end is not None:
                    end()

    return lifespan


class _Static(StaticFiles):
    """Our own files; browsers ask again whether they have changed."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response


def _refused(request: Request, error: Exception) -> Response:
    """Say in words why there is no page, or why something may not be done."""
    assert isinstance(error, HTTPException)
    ours = request.url.path.startswith(("/static", "/fonts"))
    if ours or error.status_code not in (403, 404, 405):
        return PlainTextResponse(str(error.detail), error.status_code, headers=error.headers)
    reason = "forbidden" if error.status_code == 403 else "missing"
    if "json" in request.headers.get("accept", ""):
        words = (say(f"web.refused.{key}", lang_of(request)) for key in ("who", "who-do"))
        return _told(request, " ".join(words), error.status_code)
    return render(request, "refused.html", status=error.status_code, reason=reason)


def _mendable(request: Request, error: Exception) -> Response:
    assert isinstance(error, HostError)
    faults = getattr(error, "all", (error,))  # a sheet file may be wrong in several places
    return _told(request, "\n".join(sentence(each, lang_of(request)) for each in faults), 422)


def _busy(request: Request, error: Exception) -> Response:
    """Ask to come back in a moment; the script does so by itself."""
    answer = _told(request, say("web.scan.busy", lang_of(request)), 503)
    answer.headers["Retry-After"] = RETRY
    return answer


def _no_room(request: Request, error: Exception) -> Response:
    """Say that the machine is at its end: its disk, its file handles."""
    _LOG.warning("A request failed: %r", error)
    reason = getattr(error, "strerror", None) or str(error)
    told = sentence(HostError("web-no-room", reason=reason), lang_of(request))
    return _told(request, told, 507)


def _deleted(request: Request, error: Exception) -> Response:
    """Say that what somebody writes to is gone: another has deleted it at this moment."""
    _LOG.warning("A request came too late: %r", error)
    return _refused(request, HTTPException(404))


def _told(request: Request, told: str, status: int) -> Response:
    if request.headers.get("accept", "").startswith("application/json"):
        return JSONResponse({"told": told}, status)
    return render(request, "refused.html", status=status, reason="error", told=told)


def _gone(request: Request, error: Exception) -> Response:
    """Nobody hears it any more; but it is no fault of ours either."""
    return PlainTextResponse("gone", 400)


def _too_large(request: Request, error: Exception) -> Response:
    return PlainTextResponse("too large", 413)
