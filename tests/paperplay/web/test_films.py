"""A film of a pile on the page: every sheet once, and no photo waits for it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from paperplay.web.server.app import create_app
from paperplay.web.server.server_settings import ServerSettings
from paperplay.web.uploads import intake
from tests.paperplay.web.stand_in_reader import photo
from tests.paperplay.web.visits import BASE, HERE, enter, new_guest, read_one, upload, wait_for
from tests.scanner.films import leafed_through
from tests.scanner.photos import filled

_BEGINS = b"\x1aE\xdf\xa3"


def film(**wishes):
    """A film for the reader that does what is written in it."""
    return _BEGINS + json.dumps(wishes).encode()


def statuses(app):
    found = app.state.shared.store.db.execute("SELECT status FROM sheets ORDER BY id")
    return [row["status"] for row in found]


def test_every_sheet_of_a_film_is_shown_once(tmp_path):
    path = tmp_path / "pile.mp4"
    leafed_through(path, [filled("A", 1).image, filled("A", 5, copy=7).image])
    app = create_app(ServerSettings(data=tmp_path / "page", port=0, warm=False))
    with TestClient(app, base_url=BASE, client=HERE):
        host = enter(app, f"/host/{app.state.shared.keys.host}")
        upload_id, answer = upload(host, path.read_bytes(), name="pile.mp4", player="Ida")
        assert answer.status_code == 202
        html = wait_for(host, upload_id, 120)
        assert "/sheets/1" in html and "/sheets/2" in html and "/sheets/3" not in html
        assert "Ida" not in html  # nobody knows whose of them Ida's is
        assert host.get("/sheets/2").status_code == 200
        cut = path.read_bytes()[:3000]
        html = wait_for(host, upload(host, cut, name="cut.mp4")[0], 60)
        assert statuses(app)[-1] == "unreadable" and "cut.mp4" in html


def test_a_photo_does_not_wait_for_a_film(app, host, tmp_path):
    end = tmp_path / "end"
    long, answer = upload(host, film(until=str(end)), name="pile.webm")
    assert answer.status_code == 202
    read_one(host)
    assert host.get(f"/photos/{long}").json()["waiting"]
    end.touch()
    wait_for(host, long)


def test_a_guest_has_one_film_under_way_and_the_host_a_few(app, host, guest, tmp_path):
    end = tmp_path / "end"
    waits = film(until=str(end))
    first, answer = upload(guest, waits)
    assert answer.status_code == 202
    assert upload(guest, waits)[1].status_code == 503
    assert upload(new_guest(app), waits)[1].status_code == 202
    told = [upload(host, waits)[1].status_code for _ in range(intake.MOST_FILMS)]
    # One is being read, and perhaps not yet when the second comes.
    assert told[: intake.MOST_FILMS - 2] == [202] * (intake.MOST_FILMS - 2) and told[-1] == 503
    assert upload(host, photo())[1].status_code == 202
    end.touch()
    wait_for(guest, first)


def test_a_film_is_taken_up_after_a_fall_and_given_up_if_it_takes_too_long(settings):
    app = create_app(replace(settings, film_seconds=4.0))
    with TestClient(app, base_url=BASE):
        host = enter(app, f"/host/{app.state.shared.keys.host}")
        upload_id, _ = upload(host, film(until="/nowhere/ever"))
    with TestClient(create_app(replace(settings, film_seconds=4.0)), base_url=BASE):
        wait_for(host, upload_id)
        assert statuses(app) == ["unreadable"]


@pytest.mark.parametrize(("data", "limit"), [(film(), 2), (photo(), 1)])
def test_what_is_too_large_is_said_with_its_limit(host, monkeypatch, data, limit):
    monkeypatch.setattr(intake, "MOST_FILM_BYTES", 2_000_000)
    monkeypatch.setattr(intake, "MOST_BYTES", 1_000_000)
    _, answer = upload(host, data.ljust(2_500_000))
    assert answer.status_code == 422 and f"{limit} MB" in answer.json()["told"]
