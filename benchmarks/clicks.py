"""Does the page hold up under three people who click on anything? Random clicks in real browsers.

    ./play bench clicks [--minutes 30] [--seed 1]

A host at a desk and two guests on phones click on whatever they see, type nonsense, go back,
and hand in a photo now and then. Nothing may answer with a status of 500 or more, no script may
fail, every photo that was taken has to be read in the end, and the page has to answer as at the
beginning. What deletes is left alone, so that a sheet that is gone is a sheet that was lost.
Needs Chromium. Exit status 1: something of this failed.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "samples" / "photos" / "BAC.jpg"
NONSENSE = ("", "Ida", "0", "-7", "99999999", "ß" * 30, "<b>x</b>", "'; --", "\u202eabc")
_CLICKABLE = (
    "main a[href^='/']:not([download]), header a[href^='/'], main button:not(.danger), summary, "
    "main input[type=radio], main input[type=checkbox], .languages a, svg a"
)
_PATIENCE = 120.0


@dataclass
class Clicked:
    """What came of it."""

    clicks: int = 0
    photos: set[str] = field(default_factory=set)
    """The ids of those that a browser was promised; it sends one again until it hears that."""
    faults: list[str] = field(default_factory=list)


def wander(running: Any, address: str, ways_in: list[str], seconds: float, seed: int) -> Clicked:
    """Click for some seconds as three people at once; ``ways_in`` are a host's and a guest's."""
    from playwright.sync_api import Error

    found, dice = Clicked(), random.Random(seed)
    host, guest = ways_in
    people = [_person(running, host, (1280, 800), found)]
    people += [_person(running, guest, (360, 740), found, name) for name in ("Eva", "Tom")]
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        page = dice.choice(people)
        # A click that comes too late, or is overtaken by another page, is no fault of the page's.
        with suppress(Error):
            _act(page, dice, address)
            found.clicks += 1
    _check_end(people[0], address, found)
    for page in people:
        page.context.close()
    return found


def _person(
    running: Any, way_in: str, size: tuple[int, int], found: Clicked, name: str = ""
) -> Any:
    context = running.new_context(viewport={"width": size[0], "height": size[1]})
    context.set_default_timeout(4000)
    page = context.new_page()
    page.on("pageerror", lambda error: found.faults.append(f"script: {error}"))
    page.on("response", lambda answer: _heard(answer, found))
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(way_in, timeout=30_000)
    if name:
        page.locator("input[name=name]").fill(name)
        page.locator("form button").first.click()
    return page


def _heard(answer: Any, found: Clicked) -> None:
    """Note failures, and the photos that the page has promised to read."""
    from playwright.sync_api import Error

    if answer.status >= 500 and answer.status not in (503, 507):
        found.faults.append(f"{answer.status} {answer.request.method} {answer.url}")
    if answer.status == 202 and answer.url.endswith("/photos"):
        with suppress(Error):  # whoever left before the promise was heard sends the photo again
            found.photos.add(answer.json()["id"])


def _act(page: Any, dice: random.Random, address: str) -> None:
    chance = dice.random()
    if chance < 0.04:
        page.goto(f"{address}/scan")
        page.locator("input[type=file]").last.set_input_files(SAMPLE)
        return
    if chance < 0.10:
        page.go_back()
        return
    if chance < 0.20:
        fields = page.locator("main input:not([type=hidden]):visible").all()
        texts = [each for each in fields if each.get_attribute("type") in (None, "text")]
        if texts:
            dice.choice(texts).fill(dice.choice(NONSENSE))
        return
    things = page.locator(_CLICKABLE).all()
    seen = [each for each in dice.sample(things, min(len(things), 12)) if each.is_visible()]
    if seen:
        seen[0].click(timeout=2000, no_wait_after=True)
    else:
        page.goto(address)


def _check_end(page: Any, address: str, found: Clicked) -> None:
    """See that the page answers as at the beginning, and that no photo was forgotten."""
    from playwright.sync_api import Error

    until = time.monotonic() + _PATIENCE
    left = set(found.photos)
    while left and time.monotonic() < until:
        with suppress(Error):
            left -= {each for each in left if _is_read(page, f"{address}/photos/{each}")}
            time.sleep(0.5)
    if left:
        found.faults.append(f"photos that were lost, or never read: {len(left)}")
    if page.goto(address, timeout=20_000).status != 200:
        found.faults.append("the page does not answer any more")


def _is_read(page: Any, photo: str) -> bool:
    """Say whether the host sees what has become of a photo, on whichever evening it came."""
    answer = page.request.get(photo)
    return answer.status == 200 and "sheet-card" in answer.json()["html"]


@contextmanager
def _served() -> Iterator[tuple[str, list[str]]]:
    """Serve the page in a folder of its own."""
    import uvicorn

    from paperplay.web.server.app import create_app
    from paperplay.web.server.server_settings import ServerSettings

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(ServerSettings(data=Path(folder) / "page", port=0, camera=True))
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        keys = app.state.shared.keys
        try:
            yield address, [f"{address}/host/{keys.host}", f"{address}/join/{keys.join}"]
        finally:
            server.should_exit = True
            thread.join(30)


def main() -> int:
    """Click, and say what happened."""
    from playwright.sync_api import sync_playwright

    from requirements.programs import BROWSERS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        print("There is no Chromium to click with; install it first.")
        return 2
    with _served() as (address, ways_in), sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path)
        found = wander(running, address, ways_in, 60 * options.minutes, options.seed)
        running.close()
    print(f"{found.clicks} clicks, {len(found.photos)} photos, {len(found.faults)} faults")
    for fault in found.faults[:40]:
        print(f"- {fault}")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
