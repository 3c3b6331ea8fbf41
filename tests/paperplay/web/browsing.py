"""A real browser, and a server that it can talk to."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
import uvicorn

from requirements.programs import BROWSERS, has_libatomic, how_to_get_a_browser

PHONE = {"width": 360, "height": 740}
LONG = 60
"""Seconds that anything may take on a machine that is busy with something else."""
DESK = {"width": 1280, "height": 800}


def chromium() -> str:
    """Find the browser; a person without one skips these tests, CI never does."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None or not has_libatomic():
        if os.environ.get("CI"):
            pytest.fail("No Chromium in CI: install it, the page must be tried in a browser.")
        pytest.skip(f"No browser to try the page in. {how_to_get_a_browser()}")
    return found


def expect(locator):
    """Wait for what is expected of a part of the page, as long as it takes here."""
    from playwright.sync_api import expect as expected

    expected.set_options(timeout=LONG * 1000)
    return expected(locator)


def caught(page, held):
    """Wait until a request was held on its way, and give it."""
    until = time.monotonic() + LONG
    while not held:
        assert time.monotonic() < until, "The request did not come."
        page.wait_for_timeout(20)
    return held[0]


@contextmanager
def browser(*more: str) -> Iterator:
    """Run a browser without a window, with more options of its own."""
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        options = ["--disable-dev-shm-usage", *more]
        running = playwright.chromium.launch(
            executable_path=path, args=options, timeout=LONG * 1000
        )
        try:
            yield running
        finally:
            running.close()


@contextmanager
def served_at(app) -> Iterator[SimpleNamespace]:
    """Serve a page on a free port: its address, and the host's way in."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + LONG
    while not server.started:
        assert time.monotonic() < until, "The server did not start."
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    keys = app.state.shared.keys
    try:
        yield SimpleNamespace(
            address=address, host=f"{address}/host/{keys.host}", join=f"{address}/join/{keys.join}"
        )
    finally:
        server.should_exit = True
        thread.join(30)
