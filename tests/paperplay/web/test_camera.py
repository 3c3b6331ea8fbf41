"""The camera that helps: a door with a certificate, hints for frames, and a fake camera."""

from __future__ import annotations

import asyncio
import io
import os
import shutil
import ssl
import urllib.request
from contextlib import contextmanager
from dataclasses import replace

import cv2
import numpy as np
import pytest
from PIL import Image

from paperplay.web.server.app import create_app
from paperplay.web.server.certificate import certificate_for
from paperplay.web.server.greetings import greetings
from paperplay.web.server.sharing import Door
from rules.errors import HostError
from tests.paperplay.web import browsing
from tests.paperplay.web.browsing import PHONE, served_at
from tests.paperplay.web.stand_in_reader import READ
from tests.paperplay.web.visits import SAMPLE, csrf, enter

needs_openssl = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl makes it")


@pytest.fixture
def settings(settings):
    return replace(settings, camera=True)


def frame(width=960, quality=70):
    photo = cv2.imread(str(SAMPLE))
    scale = width / max(photo.shape)
    made = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", made, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def of_many_scans():
    """A small picture whose last scan is there thousands of times."""
    made = io.BytesIO()
    Image.new("L", (64, 64), 128).save(made, "JPEG", progressive=True)
    data = made.getvalue()
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * 5000 + data[-2:]


def look(client, data, width="4032", **headers):
    return client.post(
        "/camera/look",
        data={"width": width},
        files={"frame": ("frame.jpg", data, "image/jpeg")},
        headers={"Accept": "application/json", "X-CSRF-Token": csrf(client), **headers},
    )


def test_a_frame_is_answered_with_what_it_shows(guest):
    seen = look(guest, frame()).json()
    assert (seen["hint"], seen["text"]) == ("good", "Good, hold still …")
    assert len(seen["corners"]) == 8
    assert [len(code) for code in seen["codes"]] == [4, 4]
    assert look(guest, frame(), **{"Accept-Language": "de"}).json()["text"].startswith("Gut so")


@pytest.mark.parametrize(
    ("data", "width"),
    [
        (b"", "4032"),
        (b"GIF89a", "4032"),
        (b"\xff\xd8\xff" + b"x" * 200, "4032"),
        (frame()[:3000], "4032"),
        (frame(2000), "4032"),
        (frame() + b"\0" * 400_000, "4032"),
        (frame(), "wide"),
        (of_many_scans(), "4032"),
    ],
)
def test_what_is_no_small_frame_is_refused(guest, data, width):
    assert look(guest, data, width).status_code == 400


def test_strangers_have_no_camera_and_pages_without_one_do_not_answer(settings, served):
    assert served.post("/camera/look").status_code == 403
    plain = create_app(replace(settings, camera=False, data=settings.data / "plain"))
    from starlette.testclient import TestClient

    with TestClient(plain, base_url="http://127.0.0.1"):
        host = enter(plain, f"/host/{plain.state.shared.keys.host}")
        assert look(host, frame()).status_code == 404
        assert "live-camera" not in host.get("/scan").text


@needs_openssl
def test_the_certificate_is_kept_and_nobody_else_reads_its_key(tmp_path):
    file = certificate_for(tmp_path, "192.168.1.7")
    assert file.stat().st_mode & 0o077 == 0
    before = file.read_bytes()
    assert certificate_for(tmp_path, "192.168.1.7").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize("harm", ["empty", "cut", "noise", "later"])
def test_a_certificate_that_cannot_be_used_is_made_anew(tmp_path, harm):
    file = certificate_for(tmp_path, "192.168.1.7")
    good = file.read_bytes()
    cut = good[: len(good) // 2]
    harms = {"empty": b"", "cut": cut, "noise": bytes(range(256)), "later": good}
    file.write_bytes(harms[harm])
    if harm == "later":
        os.utime(file, (2**31, 2**31))
    assert certificate_for(tmp_path, "192.168.1.7").read_bytes() not in (good, harms[harm])
    greetings(file)


def test_without_openssl_it_is_said_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(HostError, match="web-no-openssl"):
        certificate_for(tmp_path, "192.168.1.7")


@needs_openssl
def test_the_second_door_speaks_https(app, tmp_path, monkeypatch):
    monkeypatch.setattr("paperplay.web.server.sharing.local_address", lambda: "127.0.0.1")

    async def visit():
        door = Door(0, tmp_path)
        await door.open(app)
        trusted = ssl.create_default_context(cafile=str(next(tmp_path.glob("*.pem"))))

        def get():
            try:
                return urllib.request.urlopen(f"{door.address}/", context=trusted).status
            except urllib.error.HTTPError as error:
                return error.code

        status = await asyncio.to_thread(get)
        await door.shut()
        return door, status

    _, status = asyncio.run(visit())
    assert status == 403, "the page answers, and asks who one is"


@needs_openssl
def test_connections_that_never_greet_are_few_and_short(app, tmp_path, monkeypatch):
    monkeypatch.setattr("paperplay.web.server.sharing.local_address", lambda: "127.0.0.1")
    monkeypatch.setattr("paperplay.web.server.sharing.GREETED_WITHIN", 2.0)
    monkeypatch.setattr("paperplay.web.server.greetings.MOST_GREETING", 5)

    async def ended(line):
        try:
            return await asyncio.wait_for(line[0].read(), 60) == b""
        except ConnectionError:
            return True

    async def visit():
        door = Door(0, tmp_path)
        await door.open(app)
        port = int(door.address.rpartition(":")[2])
        begun = door._server._secret._begun
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
        while len(begun) < 5:
            await asyncio.sleep(0.02)
        turned_away = await asyncio.open_connection("127.0.0.1", port)
        ends = [asyncio.create_task(ended(line)) for line in (turned_away, *silent)]
        first, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        assert ends[0] in first, "it is not even waited for"
        assert all(await asyncio.gather(*ends))
        # Their time is up, so that whoever greets is heard again.
        trusted = ssl.create_default_context(cafile=str(next(tmp_path.glob("*.pem"))))
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trusted)
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        status = await asyncio.wait_for(reader.readline(), 60)
        writer.close()
        for _, line in (turned_away, *silent):
            line.close()
        await door.shut()
        return status

    assert asyncio.run(visit()).startswith(b"HTTP/1.1 4")


@contextmanager
def filming(settings, film):
    """Open the camera that helps on a phone that films this."""
    app = create_app(replace(settings, read=READ))
    fake = [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]
    with browsing.browser(*fake) as browser, served_at(app) as server:
        page = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
        page.goto(server.host)
        page.goto(f"{server.address}/scan")
        page.get_by_role("button", name="Camera that helps").click()
        yield page


@pytest.mark.xdist_group("browser")
def test_the_next_photo_is_taken_when_another_sheet_comes_into_the_picture(settings, tmp_path):
    film = tmp_path / "sheets.mjpeg"
    table = cv2.imencode(".jpg", np.full((1440, 1920, 3), 120, np.uint8))[1].tobytes()
    film.write_bytes(frame(1920, 80) * 120 + table * 60)  # four seconds and two, again and again
    with filming(settings, film) as page:
        page.locator("#uploads > li").nth(1).wait_for(timeout=60_000)


@pytest.mark.xdist_group("browser")
def test_the_photo_is_taken_by_itself(settings, tmp_path):
    film = tmp_path / "sheet.mjpeg"
    film.write_bytes(frame(1920, 90) * 3)
    with filming(settings, film) as page:
        page.locator("#live-camera [role=status]", has_text="Taken").wait_for(timeout=60_000)
        page.locator("#uploads .upload").first.wait_for()
        assert page.locator(".lens circle").count() == 8
        assert page.locator("#uploads > li").count() == 1, "once, not with every frame"
