"""Sheets that people make, on the page: handed in, listed, shown and printed."""

from __future__ import annotations

import re

import pytest

from templates.own import shelf
from tests.own_sheets import SAMPLES

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
    page = hand_in(host, GAME.replace(b"rounds", b"runds"))
    assert page.status_code in (400, 422)
    assert "runds" in page.text
    assert not shelf.kept_in().exists()


def test_samples_are_listed_and_a_worksheet_has_variants(host):
    page = host.get("/print", params={"what": "own/times-tables"}).text
    assert 'name="each"' in page
    assert all(f'value="own/{path.stem}"' in page for path in SAMPLES.glob("*.toml"))
