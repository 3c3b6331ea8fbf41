"""Who gets in, and as whom."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from paperplay.web.store import evenings
from tests.paperplay.web.visits import BASE, THERE, enter, new_guest, post


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


def test_the_hosts_key_and_cookie_are_good_on_this_machine_alone(app, served, host):
    there = TestClient(app, base_url=BASE, client=THERE, cookies=host.cookies)
    assert there.get("/").status_code == 403
    assert there.get(f"/host/{app.state.shared.keys.host}").status_code == 403
    assert host.get("/").status_code == 200


def test_a_phone_is_host_after_a_tap_of_the_host(app, host, guest):
    post(guest, "/host/ask")
    ((phone, number),) = app.state.shared.asking.items()
    assert number in guest.get("/").text and number in host.get("/").text
    assert post(guest, "/host/answer", phone=phone, wanted="yes").status_code == 403
    post(host, "/host/answer", phone="another", wanted="yes")
    post(host, "/host/answer", phone=phone, wanted="no")
    assert post(guest, "/evenings").status_code == 403
    post(guest, "/host/ask")
    post(host, "/host/answer", phone=phone, wanted="yes")
    assert post(guest, "/evenings", title="Phone").status_code == 200
    assert guest.get("/backup").status_code == 200
    assert post(guest, "/host/new-key").status_code == 403, "rights are given at this machine"


def test_a_new_key_leaves_the_rights_with_this_browser_alone(app, host, guest, capsys):
    old = app.state.shared.keys.host
    other = enter(app, f"/host/{old}")
    post(guest, "/host/ask")
    post(host, "/host/answer", phone=next(iter(app.state.shared.asking)), wanted="yes")
    assert guest.get("/backup").status_code == 200
    assert post(host, "/host/new-key").status_code == 200
    assert old not in (now := capsys.readouterr().out) and "/host/" in now
    assert host.get("/backup").status_code == 200
    assert [each.get("/backup").status_code for each in (other, guest)] == [403, 403]
    assert other.get(f"/host/{old}").status_code == 403
    assert enter(app, f"/host/{app.state.shared.keys.host}")


def test_few_phones_ask_at_a_time(app, host, served):
    for _ in range(8):
        post(new_guest(app), "/host/ask")
    assert host.get("/").text.count('action="/host/answer"') == 5


def test_the_host_starts_an_evening(app, host):
    answer = post(host, "/evenings", title="  Bei   Ida ")
    assert answer.status_code == 200
    assert evenings.current(app.state.shared.store).title == "Bei Ida"


def test_a_guest_starts_none(app, guest):
    assert post(guest, "/evenings", title="x").status_code == 403
    assert evenings.current(app.state.shared.store) is None
