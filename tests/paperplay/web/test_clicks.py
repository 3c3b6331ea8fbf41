"""A little of what ``./play bench clicks`` does for half an hour."""

from __future__ import annotations

import pytest

from benchmarks.clicks import wander
from tests.paperplay.web import browsing
from tests.paperplay.web.browsing import served_at


@pytest.mark.xdist_group("browser")
def test_three_people_click_on_anything(app, monkeypatch, tmp_path):
    from tests.paperplay.web.stand_in_reader import photo

    sheet = tmp_path / "sheet.jpg"
    sheet.write_bytes(photo())
    monkeypatch.setattr("benchmarks.clicks.SAMPLE", sheet)
    with browsing.browser() as running, served_at(app) as server:
        app.state.shared.parts["fair-checks"].judge = lambda sheet, seed: True
        found = wander(running, server.address, [server.host, server.join], 60.0, 4)
    assert found.faults == []
    assert found.clicks > 10
