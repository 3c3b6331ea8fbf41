"""People who look at the page: what they open and send."""

from __future__ import annotations

import re
import secrets
import time
from pathlib import Path

from starlette.testclient import TestClient

from paperplay.reading.photo_files import Photo
from paperplay.web.server.security import COOKIE
from paperplay.web.store import evenings
from paperplay.web.store.database import keep_file
from paperplay.web.store.sheets import add_sheets
from scanner.stages import Keep
from tests.paperplay.web import stand_in_reader
from tests.paperplay.web.stand_in_reader import photo

BASE = "http://127.0.0.1:8765"
HERE, THERE = ("127.0.0.1", 50000), ("192.168.1.30", 50000)
ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "samples" / "photos" / "BAC.jpg"


def new_guest(app, name=""):
    client = TestClient(app, base_url=BASE, client=THERE)
    answer = join(app, client, name=name)
    assert answer.status_code == 200, answer.text
    return client


def join(app, client, **fields):
    """Come in by the code that the table shows now."""
    path = f"/join/{app.state.shared.keys.join}"
    return client.post(path, data={"csrf": csrf(client, path), **fields})


def enter(app, path):
    client = TestClient(app, base_url=BASE, client=HERE)
    assert client.get(path).status_code == 200
    return client


def csrf(client, path="/"):
    """Give the token that stands in a page."""
    found = re.search(r'name="csrf" (?:value|content)="([^"]+)"', client.get(path).text)
    assert found, path
    return found[1]


def post(client, path, **fields):
    """Send a form as the page does."""
    return client.post(path, data={"csrf": csrf(client), **fields})


def upload(client, data=None, *, name="sheet.jpg", upload_id=None, player="", token=None):
    """Send a photo as the script does; give its id and the answer."""
    upload_id = upload_id or secrets.token_hex(16)
    answer = client.post(
        "/photos",
        data={"id": upload_id, "player": player},
        files={"photos": (name, photo() if data is None else data, "image/jpeg")},
        headers={"Accept": "application/json", "X-CSRF-Token": token or csrf(client)},
    )
    return upload_id, answer


def wait_for(client, upload_id, seconds=60.0):
    """Wait until a photo is read, and give what the page shows of it."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        state = client.get(f"/photos/{upload_id}").json()
        if not state["waiting"]:
            return state["html"]
        time.sleep(0.05)
    raise AssertionError("The photo was not read in time.")


def read_one(client, data=None, **more):
    """Have a photo read and give the number of its sheet."""
    upload_id, answer = upload(client, data, **more)
    assert answer.status_code == 202, answer.text
    return int(re.search(r'href="/sheets/(\d+)"', wait_for(client, upload_id))[1])


def put_sheet(app, client, data=None, *, player=""):
    """Put a sheet into the store as if it had been read just now, and give its number."""
    shared = app.state.shared
    evening = evenings.current(shared.store) or evenings.start(shared.store, "")
    owner = shared.keys.visitor(client.cookies[COOKIE]).id
    data = photo() if data is None else data
    name = keep_file(shared.store.photos, data, "jpg")
    upload_id = secrets.token_hex(16)
    with shared.store.change() as db:
        db.execute(
            "INSERT INTO uploads (id, evening, owner, shown, photo, player, state, received) "
            "VALUES (?, ?, ?, 'sheet.jpg', ?, ?, 'waiting', '')",
            (upload_id, evening.id, owner, name, player),
        )
    part = stand_in_reader.read(Photo(shared.store.photos / name, "sheet.jpg"), Keep(flat=True))
    add_sheets(shared.store, upload_id, part.pages[0], forget=shared.settings.forget_photos)
    row = shared.store.db.execute("SELECT id FROM sheets WHERE upload = ?", (upload_id,)).fetchone()
    return row["id"]
