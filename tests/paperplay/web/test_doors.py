"""Who gets in, and as whom."""

from __future__ import annotations

import pytest

from paperplay.web.store import evenings
from tests.paperplay.web.visits import post


def test_without_a_key_nobody_gets_in(served):
    answer = served.get("/")
    assert answer.status_code == 403
    assert "QR" in answer.text


@pytest.mark.parametrize("path", ["/host/wrong", "/join/wrong", "/join/%C3%A4"])
def test_a_wrong_key_opens_nothing(served, path):
    assert served.get(path).status_code == 403
    assert not served.cookies


def test_the_join_key_makes_nobody_a_host(app, served):
    assert served.get(f"/host/{app.state.shared.keys.join}").status_code == 403


def test_the_host_starts_an_evening(app, host):
    answer = post(host, "/evenings", title="  Bei   Ida ")
    assert answer.status_code == 200
    assert evenings.current(app.state.shared.store).title == "Bei Ida"


def test_a_guest_starts_none(app, guest):
    assert post(guest, "/evenings", title="x").status_code == 403
    assert evenings.current(app.state.shared.store) is None
