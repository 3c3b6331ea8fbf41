"""People at the table: names, a second phone, and coming in again."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from paperplay.web.server.security import COOKIE
from paperplay.web.store import evenings
from tests.paperplay.web.visits import BASE, THERE, csrf, join, new_guest, post, put_sheet


def test_a_name_given_at_the_door_leads_to_the_camera_and_stands_on_the_sheet(app, served):
    tom = TestClient(app, base_url=BASE, client=THERE)
    answer = join(app, tom, name="  Tom ", colour="3")
    assert answer.url.path == "/scan"
    assert 'value="Tom"' in answer.text
    page = new_guest(app, "Eva").get("/").text
    assert "colour-3" in page and "Tom" in page and "Eva" in page


def test_a_name_that_somebody_has_is_never_shared_in_silence(app, served):
    tom = new_guest(app, "Tom")
    number = put_sheet(app, tom)
    other = TestClient(app, base_url=BASE, client=THERE)
    answer = join(app, other, name="tom")
    assert "Tom is at the table already" in answer.text
    join(app, other, name="tom", same="yes")
    assert post(other, f"/sheets/{number}/names", name="x").status_code == 403
    ((phone, claim),) = app.state.shared.claims.items()
    assert claim.number in other.get("/").text and claim.number in tom.get("/").text
    eva = new_guest(app, "Eva")
    assert claim.number not in eva.get("/").text
    assert post(eva, "/claims", phone=phone, wanted="yes").status_code == 403
    assert post(other, "/claims", phone=phone, wanted="yes").status_code == 403
    post(tom, "/claims", phone=phone, wanted="yes")
    assert post(other, f"/sheets/{number}/names", name="Tom").status_code == 200


@pytest.mark.parametrize("wanted", ["no", "yes"])
def test_the_host_may_say_whose_a_second_phone_is(app, host, wanted):
    tom = new_guest(app, "Tom")
    number = put_sheet(app, tom)
    other = TestClient(app, base_url=BASE, client=THERE)
    join(app, other, name="Tom", same="yes")
    (phone,) = app.state.shared.claims
    post(host, "/claims", phone=phone, wanted=wanted)
    status = post(other, f"/sheets/{number}/names", name="Tom").status_code
    assert status == (200 if wanted == "yes" else 403)


def test_a_new_code_takes_nobodys_sheets_away(app, host):
    tom = new_guest(app, "Tom")
    number = put_sheet(app, tom)
    token = csrf(tom)
    post(host, "/share", wanted="new-key")
    assert tom.get("/").status_code == 403
    assert tom.post(f"/sheets/{number}/names", data={"csrf": token}).status_code == 403
    join(app, tom)
    assert post(tom, f"/sheets/{number}/names", name="Tom").status_code == 200
    assert "Tom" in tom.get("/").text


def test_a_forged_cookie_of_an_earlier_visit_is_nobodys(app, served):
    tom = new_guest(app, "Tom")
    number = put_sheet(app, tom)
    thief = TestClient(app, base_url=BASE, client=THERE)
    thief.cookies.set("known", tom.cookies[COOKIE].split(".")[1] + "." + "0" * 40)
    join(app, thief)
    assert post(thief, f"/sheets/{number}/names", name="x").status_code == 403


def test_a_link_in_a_chat_works_for_who_is_in_already(app, guest):
    path = f"/join/{app.state.shared.keys.join}"
    stranger = TestClient(app, base_url=BASE, client=THERE)
    page = stranger.get(path, headers={"sec-fetch-site": "cross-site"}).text
    assert 'content="0; url=?again"' in page
    assert "refresh" not in stranger.get(f"{path}?again").text
    token = csrf(stranger, path)
    assert guest.post(path, data={"csrf": token}).status_code == 200
    assert guest.get(path).url.path == "/"


def test_the_host_makes_a_phone_host_with_one_tap(app, host, served):
    tom = new_guest(app, "Tom")
    assert "Make host, too" in host.get("/").text and "Make host, too" not in tom.get("/").text
    person = app.state.shared.keys.visitor(tom.cookies[COOKIE]).id
    post(host, "/host/answer", phone=person, wanted="yes")
    assert tom.get("/backup").status_code == 200


def test_who_was_there_comes_along_to_the_next_evening(app, host):
    post(host, "/evenings", title="One")
    tom = new_guest(app, "Tom")
    post(host, "/evenings", title="Two")
    assert "Tom" not in host.get("/").text
    tom.get("/scan")
    assert "Tom" in host.get("/").text


def test_one_can_change_name_and_colour(app, guest):
    assert "Welcome" not in guest.get("/me").text
    assert post(guest, "/me", name="Ada", colour="7").status_code == 200
    assert "colour-7" in guest.get("/").text and "Ada" in guest.get("/").text
    post(guest, "/me", name="Ida", colour="99")
    assert "Ida" in guest.get("/").text and "Ada" not in guest.get("/").text


def test_deleting_everything_forgets_people(app, host):
    post(host, "/evenings")
    new_guest(app, "Tom")
    post(host, "/everything/delete", sure="yes")
    assert evenings.current(app.state.shared.store) is None
    assert "Tom" not in host.get("/").text
