"""Photos on their way in: each once, none lost, and nothing that hurts the server."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import struct
import threading
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from paperplay.reading.job import read_part
from paperplay.reading.photo_files import Photo
from paperplay.web.server.app import create_app
from paperplay.web.server.security import COOKIE
from paperplay.web.store import evenings
from paperplay.web.uploads import intake, quota
from paperplay.web.uploads.scan_page import shown_name
from scanner.stages import Keep
from tests.paperplay.web.running import until
from tests.paperplay.web.stand_in_reader import photo
from tests.paperplay.web.visits import (
    BASE,
    csrf,
    enter,
    new_guest,
    post,
    read_one,
    upload,
    wait_for,
)


def rows(app, table):
    return app.state.shared.store.db.execute(f"SELECT * FROM {table} ORDER BY rowid").fetchall()


def test_a_photo_is_read_and_its_sheet_shown(host):
    upload_id, answer = upload(host, player="Ida")
    assert answer.status_code == 202
    html = wait_for(host, upload_id)
    assert "Ida" in html and "/sheets/1" in html


def test_what_is_wrong_with_a_photo_is_said_in_the_visitors_language(host):
    upload_id, _ = upload(host, photo(dark=True))
    wait_for(host, upload_id)
    answer = host.get(f"/photos/{upload_id}", headers={"Accept-Language": "de"})
    assert "Geh einen Schritt zurück" in answer.text
    assert host.get("/sheets/1", headers={"Accept-Language": "de"}).status_code == 200


def test_the_same_upload_twice_is_one(app, host):
    upload_id, first = upload(host)
    _, again = upload(host, upload_id=upload_id)
    assert (first.status_code, again.status_code) == (202, 202)
    wait_for(host, upload_id)
    _, later = upload(host, upload_id=upload_id)
    assert later.status_code == 202
    assert len(rows(app, "uploads")) == len(rows(app, "sheets")) == 1
    assert len(list(app.state.shared.store.photos.iterdir())) == 1


def test_nobody_takes_anothers_upload(app, host, guest):
    upload_id, _ = upload(host)
    _, answer = upload(guest, upload_id=upload_id)
    assert answer.status_code == 409
    assert guest.get(f"/photos/{upload_id}").status_code == 404


def test_thirty_phones_at_once_are_all_served_each_exactly_once(app, served):
    phones = [new_guest(app) for _ in range(30)]
    tokens = [csrf(phone) for phone in phones]
    together = threading.Barrier(len(phones))

    def send(number):
        together.wait()
        upload_id = f"{number:032x}"
        # Every phone sends twice, as one does that has not heard the first answer.
        answers = [
            upload(phones[number], photo(phone=number), upload_id=upload_id, token=tokens[number],
                   name=f"{number}.jpg")[1].status_code
            for _ in range(2)
        ]  # fmt: skip
        return upload_id, answers

    with ThreadPoolExecutor(len(phones)) as pool:
        sent = list(pool.map(send, range(len(phones))))
    assert {code for _, answers in sent for code in answers} == {202}
    for (upload_id, _), phone in zip(sent, phones, strict=True):
        assert "/sheets/" in wait_for(phone, upload_id, seconds=60)
    sheets = rows(app, "sheets")
    assert sorted(json.loads(row["now"])["file"] for row in sheets) == sorted(
        f"{number}.jpg" for number in range(30)
    )
    assert len({row["owner"] for row in sheets}) == 30


def test_a_full_queue_asks_to_come_back(settings):
    app = create_app(replace(settings, waiting=2))
    with TestClient(app, base_url=BASE):
        host = enter(app, f"/host/{app.state.shared.keys.host}")
        answers = [upload(host, photo(seconds=0.3)) for _ in range(5)]
        refused = [answer for _, answer in answers if answer.status_code == 503]
        assert refused and all(answer.headers["Retry-After"] for answer in refused)
        for upload_id, answer in answers:
            while answer.status_code == 503:
                time.sleep(0.1)
                _, answer = upload(host, photo(seconds=0.3), upload_id=upload_id)
            wait_for(host, upload_id)
        assert len(rows(app, "sheets")) == 5


def test_a_guest_cannot_fill_the_disk(settings):
    app = create_app(replace(settings, each=2))
    with TestClient(app, base_url=BASE):
        guest, host = new_guest(app), enter(app, f"/host/{app.state.shared.keys.host}")
        assert [upload(guest)[1].status_code for _ in range(3)] == [202, 202, 422]
        assert [upload(host)[1].status_code for _ in range(3)] == [202, 202, 202]
        assert upload(new_guest(app))[1].status_code == 202


def unread(app, client, size):
    """Send a photo's headers alone and give the answer's status; nobody may ask for the rest."""

    async def receive():
        raise AssertionError("The body was asked for.")

    async def send(message):
        sent.append(message)

    sent = []
    told = {"host": "127.0.0.1", "content-length": str(size), "accept": "application/json"}
    told["cookie"] = f"{COOKIE}={client.cookies.get(COOKIE)}"
    headers = [(name.encode(), value.encode()) for name, value in told.items()]
    scope = {"type": "http", "method": "POST", "path": "/photos", "headers": headers}
    scope |= {"query_string": b"", "client": ("10.0.0.7", 5000), "http_version": "1.1"}
    asyncio.run(app(scope, receive, send))
    return sent[0]["status"]


def test_new_joins_bring_no_new_room_and_nothing_is_read_for_nothing(settings, monkeypatch):
    app = create_app(replace(settings, bytes_each=2500))
    with TestClient(app, base_url=BASE, client=("127.0.0.1", 1)) as stranger:
        big = photo(more="x" * 1200)
        joins = [new_guest(app) for _ in range(5)]
        sent = [upload(guest, big)[1].status_code for guest in joins for _ in range(2)]
        assert sent[:3] == [202, 422, 202] and sent.count(202) == 5  # three times one guest's
        assert unread(app, stranger, 100) == 403
        assert unread(app, joins[0], 2501) == 422
        assert unread(app, joins[0], 10**12) == 413
        monkeypatch.setattr(quota, "SPARE", 10**15)
        assert unread(app, joins[4], 10) == 422
        monkeypatch.undo()
        monkeypatch.setitem(quota._UNDER_WAY, "all", 5)
        assert unread(app, joins[4], 10) == 503


def test_a_stranger_leaves_nothing_on_the_disk(served):
    data = {"x": "y" * 20_000}
    assert served.post("/join/wrong", data=data).status_code == 413
    assert served.post("/join/wrong", content=iter([b"x"] * 9)).status_code == 413


@pytest.mark.parametrize(
    "error",
    [OSError(28, "No space left on device"), sqlite3.OperationalError("database or disk is full")],
)
def test_a_full_disk_is_said_and_keeps_no_half(app, host, guest, monkeypatch, error):
    def full(*args):
        raise error

    evenings.start(app.state.shared.store, "")
    with monkeypatch.context() as broken:
        if isinstance(error, OSError):
            broken.setattr(os, "fsync", full)
        else:
            broken.setattr(app.state.shared.store, "change", full)
        _, answer = upload(guest)
        assert answer.status_code == 507 and "Make room on its disk" in answer.json()["told"]
        form = {"csrf": csrf(host), "id": "f" * 24}
        page = host.post("/photos", data=form, files={"photos": ("1.jpg", photo(), "image/jpeg")})
        assert page.status_code == 507 and "Make room on its disk" in page.text
    assert not list(app.state.shared.store.photos.iterdir())
    assert read_one(guest) == 1


def test_a_photo_is_refused_that_could_be_kept_but_not_read(app, host, monkeypatch):
    data = photo()
    usage = SimpleNamespace(free=len(data) + quota.ROOM_TO_READ - 1)
    monkeypatch.setattr(quota.shutil, "disk_usage", lambda path: usage)
    _, answer = upload(host, data)
    assert answer.status_code == 507 and "Make room on its disk" in answer.json()["told"]
    assert not list(app.state.shared.store.photos.iterdir())
    usage.free += 1
    assert wait_for(host, upload(host, data)[0])


def test_a_photo_that_kills_its_reader_harms_no_other(app, host):
    ids = [upload(host, data)[0] for data in (photo(crash=True), photo(), photo())]
    told = [wait_for(host, upload_id) for upload_id in ids]
    assert "cut off more than once" in told[0]
    assert [row["status"] for row in rows(app, "sheets")] == ["unreadable", "review", "review"]


def test_a_full_disk_is_waited_for(app, host, monkeypatch):
    real, failures = intake.add_sheets, [OSError(28, "full"), sqlite3.OperationalError("full")]

    def add_sheets(*args, **more):
        if failures:
            raise failures.pop()
        real(*args, **more)

    monkeypatch.setattr(intake, "add_sheets", add_sheets)
    monkeypatch.setattr(intake, "_PATIENCE", 0.1)
    assert read_one(host) == 1
    assert not failures
    assert [row["tries"] for row in rows(app, "uploads")] == [1], "it was read once"


def test_a_mistake_of_ours_is_an_answer_and_ends_no_reading(app, host, monkeypatch):
    real = intake.add_sheets

    def add_sheets(store, upload, found, **more):
        if found[0].flat and not rows(app, "sheets"):
            raise KeyError("page")
        real(store, upload, found, **more)

    monkeypatch.setattr(intake, "add_sheets", add_sheets)
    upload_id, _ = upload(host)
    assert "made a mistake while reading (KeyError)" in wait_for(host, upload_id)
    assert read_one(host) == 2
    assert [row["status"] for row in rows(app, "sheets")] == ["unreadable", "review"]


def test_a_photo_that_cannot_even_be_refused_keeps_no_other_waiting(app, host, monkeypatch):
    real, first = intake.add_sheets, []

    def add_sheets(store, upload, found, **more):
        first.append(upload)
        if upload == first[0]:
            raise sqlite3.DatabaseError("malformed")
        real(store, upload, found, **more)

    monkeypatch.setattr(intake, "add_sheets", add_sheets)
    monkeypatch.setattr(intake, "_PATIENCE", 0.1)
    upload(host)
    assert read_one(host) == 1


def test_a_photo_that_takes_too_long_is_given_up(settings):
    app = create_app(replace(settings, seconds=2.0))
    with TestClient(app, base_url=BASE):
        host = enter(app, f"/host/{app.state.shared.keys.host}")
        upload_id, _ = upload(host, photo(seconds=300))
        wait_for(host, upload_id)
        assert rows(app, "sheets")[-1]["status"] == "unreadable"
        # The next one is read, however busy this machine is.
        app.state.shared.parts["intake"]._photos.pool._seconds = 60.0
        assert read_one(host) == 2


@pytest.mark.parametrize(
    "data",
    [
        b"<html>",
        b"MZ\x90\0",
        b"GIF89a",
        b"\0" * 64,
        b"<svg xmlns='x' onload='alert(1)'/>",
    ],
)
def test_what_is_no_photo_is_refused_by_its_content(app, host, data):
    _, answer = upload(host, data, name="photo.jpg")
    assert answer.status_code == 422
    assert "picture" in answer.json()["told"] or "photo" in answer.json()["told"]
    assert not rows(app, "uploads") and not list(app.state.shared.store.photos.iterdir())


def test_an_empty_file_is_said(app, host):
    _, answer = upload(host, b"", name="photo.jpg")
    assert answer.status_code == 422 and "empty" in answer.json()["told"]
    assert not rows(app, "uploads")


def test_a_bomb_is_refused_before_it_is_decoded(tmp_path):
    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0)
    pixels = zlib.compress(b"\0" * 10_000_000)
    bomb = (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    )
    path = tmp_path / "bomb.png"
    path.write_bytes(bomb)
    ((result,),) = read_part(Photo(path, "bomb.png"), Keep(flat=True)).pages
    assert result.failure.code == "photo-too-many-pixels"


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\ida\\a.jpg", "a.jpg"),
        ("", "photo"),
        (None, "photo"),
        ("..", ".."),
        ("a\0b\n.jpg", "a\\x00b .jpg"),
        ("x" * 500, "x" * 60),
    ],
)
def test_a_file_name_is_only_shown(told, shown):
    assert shown_name(told) == shown


def test_file_names_are_never_paths(app, host):
    read_one(host, name="../../../evil.jpg")
    store = app.state.shared.store
    (kept,) = store.photos.iterdir()
    assert kept.suffix == ".jpg" and len(kept.stem) == 32
    assert not [path for path in store.folder.parent.rglob("evil*")]


@pytest.mark.parametrize("upload_id", ["", "short", "../../../../../../x/y", "a" * 65, "ä" * 20])
def test_an_id_is_letters_and_digits(app, host, upload_id):
    _, answer = upload(host, upload_id=upload_id or " ")
    assert answer.status_code == 400


def test_a_plain_form_sends_several_photos_at_once(app, host):
    token = csrf(host)
    files = [("photos", ("1.jpg", photo(), "image/jpeg")), ("photos", ("2.jpg", photo(), ""))]
    form = {"csrf": token, "id": "f" * 24, "player": "Ida"}
    for _ in range(2):  # pressed twice
        answer = host.post("/photos", data=form, files=files)
        assert answer.status_code == 200 and answer.url.path == "/scan"
    assert [row["shown"] for row in rows(app, "uploads")] == ["1.jpg", "2.jpg"]
    assert {row["player"] for row in rows(app, "uploads")} == {"Ida"}


def test_photos_are_forgotten_when_nothing_is_open(settings):
    app = create_app(replace(settings, forget_photos=True))
    with TestClient(app, base_url=BASE):
        host = enter(app, f"/host/{app.state.shared.keys.host}")
        store = app.state.shared.store
        read_one(host, photo(clear=True))
        # The sheet is shown first, and its pictures go then.
        until(lambda: not [*store.photos.iterdir(), *store.pages.iterdir()])
        number = read_one(host)
        assert list(store.photos.iterdir()) and list(store.pages.iterdir())
        post(host, f"/sheets/{number}/accept")
        assert not list(store.photos.iterdir()) and not list(store.pages.iterdir())
        assert host.get(f"/sheets/{number}").status_code == 200


def test_a_phone_that_is_out_is_told_so_and_not_that_its_wifi_is_bad(app, host, guest):
    token = csrf(guest)
    post(host, "/share", wanted="new-key")
    _, answer = upload(guest, token=token)
    assert answer.status_code == 403
    assert "QR code" in answer.json()["told"]


def test_several_photos_keep_the_name(app, host):
    for client, kind in ((new_guest(app, "Tom"), "guest"), (host, "host")):
        files = [("photos", (f"{n}.jpg", photo(), "image/jpeg")) for n in range(2)]
        fields = {"id": "x" * 16 + kind, "player": "Tom", "csrf": csrf(client)}
        assert client.post("/photos", data=fields, files=files).status_code == 200
        rows = app.state.shared.store.db.execute(
            "SELECT player FROM uploads WHERE id LIKE ?", (f"{fields['id']}-%",)
        ).fetchall()
        assert [row["player"] for row in rows] == ["Tom", "Tom"]


def test_who_waits_for_a_photo_hears_at_once_that_it_is_read(app, host, tmp_path, monkeypatch):
    monkeypatch.setattr("paperplay.web.uploads.intake.HELD", 30)
    begun = tmp_path / "begun"
    upload_id, _ = upload(host, photo(until=str(begun)))
    threading.Timer(0.3, begun.touch).start()
    assert not host.get(f"/photos/{upload_id}?wait").json()["waiting"]


def test_only_a_few_are_kept_waiting_and_no_longer_than_a_moment(app, host, tmp_path, monkeypatch):
    monkeypatch.setattr("paperplay.web.uploads.intake.HELD", 0.2)
    upload_id, _ = upload(host, photo(until=str(tmp_path / "never")))
    assert host.get(f"/photos/{upload_id}?wait").json()["waiting"]
    monkeypatch.setattr("paperplay.web.uploads.intake.HELD", 600)
    monkeypatch.setattr("paperplay.web.uploads.intake.MOST_HELD", 0)
    assert host.get(f"/photos/{upload_id}?wait").json()["waiting"]
    (tmp_path / "never").touch()
