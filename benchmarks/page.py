"""Is the page as quick, as light and as easy as it should be? Real browsers, a real server.

    ./play bench page [--phones 30] [--uploads 100] [--axe axe.min.js] [--times]

A guest on a phone joins, photographs and answers; every tap on the page is counted, and the clock
runs from a tap to what is seen after it. Then come the pages' bytes, all pages in five languages at
320 pixels, and many phones that hand in photos at the same time.
``--axe`` names the file of the npm package axe-core, which looks at pages with content. Times by
the clock say something on a machine that has nothing else to do; its load stands beside them, and
``--times`` measures them alone.
Needs Chromium. Exit status 1: a bar was missed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("OMP_NUM_THREADS", "1")

from benchmarks.attack_page import Server
from benchmarks.clicks import SAMPLE
from templates.languages import LANGUAGES

MOST_TAPS, ANSWER, RESULT, WEIGHT = 4, 0.3, 1.5, 150_000
"""Taps from the QR code to one's own score; seconds; bytes."""
SHUTTER = 2
"""Taps in the phone's own camera: release, and take it."""
PHONE, SMALL = {"width": 360, "height": 740}, {"width": 320, "height": 640}
PHOTOS = 8
"""Photos whose result is waited for."""
STROKES = 60
"""Of a pen, across a sheet, so that there is something to ask."""
GUEST = ("/", "/me", "/scan", "/questions", "/result", "/rounds", "/dice", "/passport")
HOST = (
    *GUEST, "/print", "/class", "/class/7b", "/class/7b/progress", "/boards", "/boards/hills",
    "/history", "/history/player?name=Tom", "/evenings/1", "/backup",
)  # fmt: skip
LIST, BOARD = SAMPLE.parents[1] / "7b.csv", SAMPLE.parents[1] / "board"
_WIDE = (4000, 3000)
"""Pixels of a phone's photo."""
_PATIENCE = 300.0


class Measured:
    """A table of what was wanted and what was reached."""

    def __init__(self) -> None:
        self.missed = 0
        print("| what | wanted | reached |\n| --- | --- | --- |")

    def add(self, what: str, wanted: str, reached: str, *, met: bool) -> None:
        """Print a line."""
        self.missed += not met
        print(f"| {what} | {wanted} | {reached}{'' if met else ': missed'} |", flush=True)


def photos(count: int, strokes: int = 0) -> Iterator[bytes]:
    """Make photos of one sheet as large as a phone's; strokes of a pen make them doubtful."""
    import cv2
    import numpy as np

    cv2.setNumThreads(1)
    plain = cv2.resize(cv2.imread(str(SAMPLE)), _WIDE, interpolation=cv2.INTER_CUBIC)
    for number in range(count):
        rng, photo = np.random.default_rng(number), plain.copy()
        for _ in range(strokes):
            middle = rng.uniform(0.3, 0.7, 2) * _WIDE
            reach = rng.normal(0, 0.008 * _WIDE[0], 2)
            ends = [tuple(map(int, middle + side * reach)) for side in (-1, 1)]
            cv2.line(photo, *ends, (70, 60, 60), 6, cv2.LINE_AA)
        yield cv2.imencode(".jpg", photo)[1].tobytes()


def visit(running: Any, address: str, size: dict[str, int]) -> Any:
    """Open the page in a browser of its own."""
    context = running.new_context(viewport=size, locale="en-GB")
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(address)
    return page


def as_guest(running: Any, address: str, name: str, size: dict[str, int]) -> Any:
    """Join by the QR code: a name, and one tap."""
    page = visit(running, address, size)
    page.locator("input[name=name]").fill(name)
    page.locator("main form button").first.click()
    page.wait_for_url("**/scan")
    return page


def hand_in(page: Any, data: bytes) -> float:
    """Take a photo, and give the seconds until its sheet is there."""
    before = page.locator(".sheet-card").count()
    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        file.write(data)
        file.flush()
        began = time.monotonic()
        page.locator("#camera").set_input_files(file.name)
        # At every frame: a locator looks only now and then.
        page.wait_for_function(
            "shown => document.querySelectorAll('.sheet-card').length > shown", arg=before
        )
        return time.monotonic() - began


def answers(page: Any, address: str) -> list[float]:
    """Answer questions, each by one tap; give the seconds until the next one is there."""
    page.goto(f"{address}/questions")
    took = []
    while page.url.endswith("/questions") or "single=" in page.url:
        shown = page.locator("#score").inner_text()
        tap = page.locator("#editor button.big, #editor .choices button").first
        if not tap.count():
            break
        began = time.monotonic()
        tap.click()
        page.wait_for_function(
            "shown => document.querySelector('#score')?.innerText !== shown", arg=shown
        )
        took.append(time.monotonic() - began)
    return took


def weight(page: Any, address: str) -> int:
    """Load a page for the first time, and give its bytes."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda each: sizes.append(int(each["encodedDataLength"])))
    page.goto(address, wait_until="networkidle" if "/dice" not in address else "load")
    page.wait_for_timeout(300)
    session.detach()
    return sum(sizes)


def unfolded(page: Any, address: str, paths: list[str]) -> Iterator[str]:
    """Open pages in all languages, with everything on them unfolded."""
    for lang in LANGUAGES:
        for path in paths:
            page.goto(f"{address}{path}{'&' if '?' in path else '?'}lang={lang}")
            page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
            yield f"{path} {lang}"


def too_wide(page: Any, address: str, paths: list[str]) -> list[str]:
    """Name the pages and languages that have to be scrolled sideways."""
    width = "document.documentElement.scrollWidth"
    opened = unfolded(page, address, paths)
    return [shown for shown in opened if page.evaluate(width) > SMALL["width"]]


def axe(page: Any, script: str, address: str, paths: list[str]) -> list[str]:
    """Name what axe finds on pages."""
    found = []
    for shown in unfolded(page, address, paths):
        page.evaluate(script)  # in the page's world, which its policy does not bind
        for each in page.evaluate("axe.run().then((found) => found.violations)"):
            place = each["nodes"][0]["target"][0]
            found.append(f"{shown}: {each['id']} ({len(each['nodes'])}, {place})")
    return found


def crowd(server: Server, address: str, phones: int, uploads: int) -> tuple[float, float, int]:
    """Let phones hand in photos at once.

    Returns:
        The seconds until all are taken, and until all are read, and how many are lost.
    """
    data = SAMPLE.read_bytes()
    guests = [_Phone(server, address, f"Guest {number}") for number in range(phones)]
    known = _read(server)
    began = time.monotonic()
    with ThreadPoolExecutor(uploads) as pool:
        sent = [
            pool.submit(guests[number % phones].upload, data, "p.jpg", f"{number:024x}")
            for number in range(uploads)
        ]
        promised = sum(each.result() == 202 for each in sent)
    told = time.monotonic() - began
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and server.rows(
        "SELECT 1 FROM uploads WHERE state = 'waiting' LIMIT 1"
    ):
        time.sleep(0.5)
    lost = uploads - promised + max(0, uploads - (_read(server) - known))
    return told, time.monotonic() - began, lost


def _read(server: Server) -> int:
    """Count the photos on which a sheet was read."""
    count = (
        "SELECT count(*) FROM uploads WHERE state = 'done' AND EXISTS "
        "(SELECT 1 FROM sheets WHERE upload = uploads.id AND status <> 'unreadable')"
    )
    return int(server.rows(count)[0][0])


class _Phone(Server):
    """A guest who talks to a server that runs already."""

    def __init__(self, server: Server, address: str, name: str) -> None:
        self.port, self.data, self.cookie, self.token = server.port, server.data, "", ""
        path = address.partition(str(server.port))[2]
        self._take_token(path)
        form = f"csrf={self.token}&name={name.replace(' ', '+')}".encode()
        self.ask("POST", path, form, "application/x-www-form-urlencoded")
        self._take_token("/scan")

    def _take_token(self, path: str) -> None:
        found = re.search(rb'name="csrf" content="([^"]+)"', self.ask("GET", path)[1])
        self.token = found[1].decode() if found else ""

    def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "", **headers: str
    ) -> tuple[int, bytes]:
        """Send one request as the script does."""
        return super().ask(method, path, body, kind, **{"Accept": "application/json", **headers})


def measure(running: Any, server: Server, options: argparse.Namespace) -> int:
    """Measure everything, and give how many bars were missed."""
    address = f"http://127.0.0.1:{server.port}"
    (key,) = server.rows("SELECT value FROM settings WHERE name = 'join-key'")[0]
    join = f"{address}/join/{key}"
    server.enter("At Ida's")
    table = Measured()

    tom = as_guest(running, join, "Tom", PHONE)
    taps = 1  # "Join in"; the name is typed
    hand_in(tom, next(photos(1)))
    taps += 1  # "Camera"
    score = tom.locator(".sheet-card .points").first.inner_text()
    taps += SHUTTER
    table.add(
        "taps from the QR code to one's own score", f"≤ {MOST_TAPS} and a name",
        f"{taps} (2 on the page, {SHUTTER} in the phone's camera; {score.split()[0]} points)",
        met=taps <= MOST_TAPS,
    )  # fmt: skip
    took = [hand_in(tom, data) for data in photos(PHOTOS)]
    _clock(table, "from the photo (12 megapixels) to its result", took, RESULT)

    eva = as_guest(running, join, "Eva", PHONE)
    hand_in(eva, next(photos(1, STROKES)))
    took = answers(eva, address)
    _clock(table, "from a tap on an answer to the next question", took, ANSWER)
    if options.times:
        return table.missed
    for name, data in zip(("Ida", "Nils"), photos(2, STROKES), strict=True):
        hand_in(as_guest(running, join, name, PHONE), data)  # so that there are questions

    host = visit(running, f"{address}{server.key}", PHONE)
    sheet = server.rows("SELECT max(id) FROM sheets WHERE status = 'review'")[0][0] or 1
    _begin_a_game(host, address)
    _take_a_class(host, address)
    _teach_a_board()
    unread = _hand_in_nothing(host, address)
    paths = [*HOST, f"/sheets/{sheet}", "/sheets/1", unread, "/rounds/1", "/nothing"]
    weights = {path: weight(host, f"{address}{path}") for path in paths}
    path, most = max(weights.items(), key=lambda each: each[1])
    table.add(
        "bytes of the heaviest page, nothing kept by the browser", f"≤ {WEIGHT // 1000} KB",
        f"{most / 1000:.0f} KB ({path})",
        met=most <= WEIGHT,
    )  # fmt: skip

    host.set_viewport_size(SMALL)
    wide = too_wide(host, address, paths)
    what = f"pages wider than 320 px, {len(paths)} pages in {len(LANGUAGES)} languages"
    table.add(what, "0", f"{len(wide)} {' '.join(wide[:6])}".strip(), met=not wide)
    if options.axe:
        found = axe(host, Path(options.axe).read_text("utf-8"), address, paths)
        guest = axe(eva, Path(options.axe).read_text("utf-8"), address, [*GUEST, "/sheets/1"])
        told = "; ".join(dict.fromkeys(found + guest))
        pages = f"{len(paths)} pages of the host and {len(GUEST) + 1} of a guest"
        what = f"findings of axe, {pages} in {len(LANGUAGES)} languages"
        table.add(what, "0", f"{len(found + guest)} {told}".strip(), met=not found + guest)

    if options.uploads:
        told_in, done_in, lost = crowd(server, join, options.phones, options.uploads)
        table.add(
            f"{options.phones} phones, {options.uploads} uploads at once", "all answered",
            f"{options.uploads - lost} of {options.uploads}; taken within {told_in:.0f} s, "
            f"read within {done_in:.0f} s",
            met=not lost,
        )  # fmt: skip
    faults = server.faults()
    table.add("the server afterwards", "runs", "; ".join(faults) or "runs", met=not faults)
    return table.missed


def _begin_a_game(page: Any, address: str) -> None:
    page.goto(f"{address}/rounds")
    page.locator("textarea").fill("Tom\nEva\nIda\nNils")
    page.locator("main form button").last.click()
    page.wait_for_url("**/rounds/*")


def _take_a_class(page: Any, address: str) -> None:
    page.goto(f"{address}/class")
    page.locator("main input[type=file]").set_input_files(LIST)
    page.locator("main form button").last.click()
    page.wait_for_url("**/class/7b*")


def _teach_a_board() -> None:
    """Have a board on the shelf, whose page shows its picture."""
    import cv2

    from paperplay.teaching import learned, planned, points_in

    photos = [
        cv2.imread(str(each), cv2.IMREAD_GRAYSCALE) for each in sorted(BOARD.glob("empty-*.jpg"))
    ]
    corners = points_in("1241,204 1032,1103 196,807 415,93")
    learned(planned("hills", (214.55, 230.01), ()), photos, corners)


def _hand_in_nothing(page: Any, address: str) -> str:
    """Hand in a photo of no sheet, and give the address of what is said about it."""
    import cv2
    import numpy as np

    page.goto(f"{address}/scan")
    hand_in(page, cv2.imencode(".jpg", np.full((900, 1200), 120, np.uint8))[1].tobytes())
    told = page.locator("[data-instead]").first.get_attribute("data-instead")
    return f"/sheets/{told}"


def _clock(table: Measured, what: str, took: list[float], most: float) -> None:
    middle = statistics.median(took)
    table.add(
        f"{what}, {len(took)} times", f"≤ {most} s",
        f"{middle:.2f} s (slowest {max(took):.2f} s; load {os.getloadavg()[0]:.1f})",
        met=middle <= most,
    )  # fmt: skip


def main() -> int:
    """Measure, and say whether the bars were met."""
    from playwright.sync_api import sync_playwright

    from requirements.programs import BROWSERS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=30)
    parser.add_argument("--uploads", type=int, default=100, help="0: none")
    parser.add_argument("--axe", help="axe.min.js of the npm package axe-core")
    parser.add_argument("--times", action="store_true", help="only taps, and times by the clock")
    options = parser.parse_args()
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        print("There is no Chromium to look with; install it first.")
        return 2
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        # Classes lie in the home folder, and nobody's own 7b shall be changed.
        os.environ |= {"HOME": name, "XDG_DATA_HOME": str(folder / "home")}
        server = Server(folder, folder / "data")
        running = playwright.chromium.launch(executable_path=path)
        try:
            return 1 if measure(running, server, options) else 0
        finally:
            running.close()
            server.stop(signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
