"""Run the page: on this machine alone at first, and say where it is."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from datetime import UTC, datetime, timedelta

import click
import uvicorn
from starlette.applications import Starlette

from paperplay.messages import complain
from paperplay.web.server.app import create_app
from paperplay.web.server.connections import LOOPBACK, config_of
from paperplay.web.server.security import with_new_join_key
from paperplay.web.server.server_settings import ServerSettings
from paperplay.web.server.sharing import bound, camera_address, doors_of, join_address
from paperplay.web.server.state import State
from paperplay.web.store import evenings
from rules.errors import HostError
from templates.wording import say

_SAME_NIGHT = timedelta(hours=18)


def run(settings: ServerSettings, lang: str, *, browser: bool) -> None:
    """Serve until Ctrl-C is pressed; ``web-port-taken``, or what is wrong with the data folder."""
    listening = bound(LOOPBACK, settings.port)
    app = create_app(settings)
    state: State = app.state.shared
    renew_join_key(state)
    server = uvicorn.Server(config_of(app, timeout_graceful_shutdown=3))
    port = listening.getsockname()[1]

    async def serve() -> None:
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.02)
        if not serving.done():
            await announce(app, state, port, lang, browser=browser)
        await serving

    # Ctrl-C is the ordinary end.
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve())


def renew_join_key(state: State) -> None:
    """Change the lock for a new night; within one, phones stay in after a restart."""
    last = evenings.current(state.store)
    begun = datetime.fromisoformat(last.started) if last else None
    if begun is None or datetime.now(UTC) - begun > _SAME_NIGHT:
        state.keys = with_new_join_key(state.store, state.keys)


async def announce(app: Starlette, state: State, port: int, lang: str, *, browser: bool) -> None:
    """Say where the page is, in the terminal and by the browser itself."""
    page = f"http://{LOOPBACK}:{port}/"
    own = f"{page}host/{state.keys.host}"
    # The key does not stand beside the QR code, which the whole table looks at.
    click.echo(say("web.serve.here", lang, address=page if browser else own))
    if state.settings.lan:
        try:
            for door in doors_of(state):
                await door.open(app)
        except HostError as error:
            complain(error, lang)
    address = join_address(state)
    if address:
        click.echo(say("web.serve.table", lang, address=address))
        if camera := camera_address(state):
            click.echo(say("web.serve.camera", lang, address=camera))
        if browser:
            show_qr(address)
    elif not state.settings.lan:
        click.echo(say("web.serve.alone", lang))
    click.echo(say("web.serve.data", lang, folder=state.settings.data))
    click.echo(say("web.serve.end", lang))
    sys.stdout.flush()
    if browser:
        # Some browsers keep their caller waiting.
        threading.Thread(target=open_browser, args=(own, lang), daemon=True).start()


def open_browser(address: str, lang: str) -> None:
    """Show the page to the host; without a browser, say where it is."""
    import webbrowser

    if not webbrowser.open(address):
        click.echo(say("web.serve.here", lang, address=address))


def show_qr(address: str) -> None:
    """Draw the QR code in the terminal, in half lines where it can."""
    import io

    import segno

    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out=drawn, border=2, compact=True)
    with contextlib.suppress(UnicodeEncodeError):
        click.echo(drawn.getvalue())
