"""Sheets that people make, on the page: handed in, listed, shown and printed."""

from __future__ import annotations

import re
from io import BytesIO
from random import Random

import pytest
from PIL import Image
from starlette.testclient import TestClient

from paperplay.web.server.app import create_app
from paperplay.web.server.server_settings import ServerSettings
from practice.camera import photograph
from practice.own import invented
from practice.pages import rendered
from practice.pen import fill
from practice.strokes import Hand
from printkit.order import Order
from printkit.own.drawing import code_of
from templates.own import shelf
from templates.own.judge import JUDGE, known
from tests.own_sheets import SAMPLES
from tests.paperplay.web.visits import BASE, HERE, enter, read_one

GAME = b"""format = 1
name = "bowling"
title = "Bowling night"
players = [2, 4]
[[section]]
rounds = 10
fields = [ { id = "pins", max = 30 } ]
"""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})


def hand_in(host, data):
    page = host.get("/print").text
    csrf = re.search('name="csrf" (?:value|content)="([^"]+)"', page)[1]
    files = {"file": ("any name.toml", data, "text/plain")}
    return host.post("/print/made", data={"csrf": csrf}, files=files)


def test_a_file_becomes_a_sheet_of_the_page(host):
    page = hand_in(host, GAME)
    assert page.status_code == 200, page.text
    assert "Bowling night" in page.text
    assert page.url.query.decode() == "what=own/bowling"
    assert shelf.named("own/bowling") is not None
    pdf = host.get("/print/sheet.pdf", params={"what": "own/bowling", "players": "3"})
    assert pdf.content.startswith(b"%PDF")
    assert (shelf.kept_in() / "bowling").is_dir()


def test_a_fault_is_told_and_nothing_is_kept(host):
    page = hand_in(host, GAME.replace(b"rounds", b"runds").replace(b"max = 30", b"mx = 30"))
    assert page.status_code in (400, 422)
    assert "any name.toml, line 6" in page.text and "runds" in page.text
    assert "any name.toml, line 7" in page.text and "mx" in page.text
    assert not shelf.kept_in().exists()


def test_samples_are_listed_and_a_worksheet_has_variants(host):
    page = host.get("/print", params={"what": "own/times-tables"}).text
    assert 'name="each"' in page
    assert all(f'value="own/{path.stem}"' in page for path in SAMPLES.glob("*.toml"))


def test_pictures_come_with_the_file(host):
    page = host.get("/print").text
    csrf = re.search('name="csrf" (?:value|content)="([^"]+)"', page)[1]
    logo = BytesIO()
    Image.new("RGB", (30, 20), "red").save(logo, "PNG")
    shown = GAME + b'[[section]]\npicture = "logo.png"\n'
    sheet = ("file", ("game.toml", shown, "text/plain"))
    pictures = [("file", (name, logo.getvalue(), "image/png")) for name in ("logo.png", "..")]
    alone = host.post("/print/made", data={"csrf": csrf}, files=[sheet])
    assert alone.status_code in (400, 422) and "logo.png" in alone.text
    page = host.post("/print/made", data={"csrf": csrf}, files=[*pictures, sheet])
    assert page.status_code == 200, page.text
    assert shelf.named("own/bowling").pictures == {"logo.png": logo.getvalue()}
    without = host.post("/print/made", data={"csrf": csrf}, files=pictures)
    assert without.status_code in (400, 404, 422) and ".toml" in without.text


SOCIETY = b"""format = 1
name = "society"
title = "High Society"
players = [3, 5]
tie = "money"
[[section]]
fields = [
  { id = "status", label = "Status", max = 99 },
  { id = "money", label = "Money", max = 99 },
]
[score]
total = "0 if money == min(everyone(money)) else status"
"""


def test_from_a_file_to_the_winner(tmp_path):
    """The whole way on the page, with the real reader: the poorest cannot win."""
    app = create_app(ServerSettings(data=tmp_path / "page", port=0, warm=False))
    with TestClient(app, base_url=BASE, client=HERE):
        host = enter(app, f"/host/{app.state.shared.keys.host}")
        hand_in(host, SOCIETY)
        pdf = host.get("/print/sheet.pdf", params={"what": "own/society", "players": "3"}).content
        order = Order("own/society", players=3)
        layout = JUDGE.layout_of(code_of(known("own/society"), order))
        written = {"status.1": 38, "money.1": 12, "status.2": 80, "money.2": 5}
        written |= {"status.3": 38, "money.3": 24}
        board = {**invented(layout, Random(1)), "fields": written}
        page = fill(rendered(pdf, 8.0, 0), layout.as_json(), board, Hand(2), "blue", 8.0)
        photo = photograph(page.image, 4, "good", (1800, 1400)).jpeg
        number = read_one(host, photo)
        sheet = host.get(f"/sheets/{number}").text
        assert "Final." in sheet and "Money, Player 2" in sheet
        result = re.sub(r"(<[^>]+>|\s)+", " ", host.get("/result").text)
        assert "Player 3 wins: 38 points each, but ahead in the tie-break." in result
        assert "1 Player 3 38 points 2 Player 1 38 points 3 Player 2 0 points" in result
