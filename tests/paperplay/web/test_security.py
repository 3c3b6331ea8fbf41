"""On a shared network: what strangers, other sites and strange bytes get."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from paperplay.web.server import app as web_app
from paperplay.web.server.security import COOKIE, Access, Guard, Visitor, is_own_name
from paperplay.web.store import evenings
from tests.paperplay.web.stand_in_reader import photo
from tests.paperplay.web.visits import BASE, HERE, csrf, enter, new_guest, post, put_sheet, upload

HTML = Path(web_app.__file__).parents[1] / "html"
XSS = "\"><script>alert(1)</script>'<img src=x onerror=alert(1)>"


def pages(client, number):
    return [client.get(path) for path in ("/", "/scan", "/result", f"/sheets/{number}")]


# ------------------------------------------------------------------ headers


@pytest.mark.parametrize(
    "path",
    ["/", "/nothing", "/static/style.css", "/static/nothing", "/fonts/PatrickHand-Regular.ttf"],
)
def test_every_answer_has_the_headers(served, path):
    headers = served.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy and "*" not in policy and "http" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] in ("no-store", "no-cache")


def test_the_cookie_is_for_us_alone(app, served):
    answer = served.get(f"/host/{app.state.shared.keys.host}", follow_redirects=False)
    cookie = answer.headers["Set-Cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    assert app.state.shared.keys.host.lower() not in cookie


def test_no_page_has_script_or_style_inside():
    pages = sorted(HTML.glob("*.html"))
    assert pages
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*\bsrc=)", text), path.name
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text), path.name
        assert "|safe" not in text and "autoescape" not in text, path.name
        assert not re.search(r"(src|href)=\"(https?:)?//", text), path.name


# ------------------------------------------------------------------ who is who


@pytest.mark.parametrize(
    "cookie",
    ["", "host", "host.abc", "host.abc.0", "guest.a.b.c", "host..", "ä.b.c", "nobody.x.y"],
)
def test_a_made_up_cookie_is_nobodys(app, cookie):
    assert app.state.shared.keys.visitor(cookie).role is Access.NOBODY


def test_a_guest_cannot_make_a_host_of_itself(app, guest):
    keys = app.state.shared.keys
    mine = guest.cookies[COOKIE]
    assert keys.visitor(mine).role is Access.GUEST
    assert keys.visitor("host" + mine.removeprefix("guest")).role is Access.NOBODY
    assert keys.visitor(keys.cookie(Visitor(Access.HOST, "x"))).is_host


def test_a_new_join_key_sends_the_guests_out(app, host, guest):
    old = app.state.shared.keys.join
    assert guest.get("/").status_code == 200
    post(host, "/share", wanted="new-key")
    assert guest.get("/").status_code == 403
    assert guest.get(f"/join/{old}").status_code == 403
    assert new_guest(app).get("/").status_code == 200
    assert host.get("/").status_code == 200


@pytest.mark.parametrize(
    "path", ["/evenings", "/evenings/1/delete", "/everything/delete", "/share"]
)
def test_guests_do_not_do_what_hosts_do(app, host, guest, path):
    put_sheet(app, host)
    assert post(guest, path, wanted="open", title="x").status_code == 403
    assert evenings.current(app.state.shared.store).id == 1


@pytest.mark.parametrize(
    "path",
    ["/scan", "/result", "/sheets/1", "/sheets/1/page.jpg", "/sheets/1/at/c1.webp",
     "/sheets/1/view.webp", "/evenings/1/result.csv",
     "/share/qr.svg", "/sheets/1/marked.jpg", "/photos/aaaaaaaaaaaaaaaaaaaa"],
)  # fmt: skip
def test_nobody_sees_nothing(app, served, host, path):
    put_sheet(app, host)
    answer = served.get(path)
    assert answer.status_code == 403
    assert app.state.shared.keys.join not in answer.text


def test_guests_see_the_present_evening_alone(app, host, guest):
    number = put_sheet(app, host)
    assert guest.get(f"/sheets/{number}").status_code == 200
    post(host, "/evenings", title="Next")
    for path in (f"/sheets/{number}", f"/sheets/{number}/page.jpg", f"/sheets/{number}/view.webp",
                 f"/sheets/{number}/at/c1.webp", "/evenings/1",
                 "/evenings/1/result.csv"):  # fmt: skip
        assert guest.get(path).status_code == 404, path
        assert host.get(path).status_code == 200, path


# ------------------------------------------------------------------ other sites


@pytest.mark.parametrize("token", ["", "wrong", "ä"])
def test_without_the_pages_token_nothing_changes(app, host, token):
    answer = host.post("/evenings", data={"title": "x", "csrf": token})
    assert answer.status_code == 403
    assert evenings.current(app.state.shared.store) is None


def test_anothers_token_is_no_use(app, host, guest):
    assert host.post("/evenings", data={"csrf": csrf(guest)}).status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_site_sends_is_refused(app, host, site):
    answer = host.post("/evenings", data={"csrf": csrf(host)}, headers={"Sec-Fetch-Site": site})
    assert answer.status_code == 403


def test_a_photo_needs_the_token_too(app, host):
    _, answer = upload(host, token="wrong")
    assert answer.status_code == 403
    assert not list(app.state.shared.store.photos.iterdir())


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("127.0.0.1:8765", True),
        ("localhost:8765", True),
        ("192.168.1.20:8765", True),
        ("[::1]:8765", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example:8765", False),
        ("", False),
    ],
)
def test_only_our_own_names_are_answered(name, ours):
    assert is_own_name(name) is ours


def test_a_strangers_name_for_us_is_refused(app, served):
    with_name = TestClient(app, base_url="http://rebound.example")
    assert with_name.get("/").status_code == 421


# ------------------------------------------------------------------ strange bytes


@pytest.mark.parametrize(
    "path",
    ["/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/app.py", "/static//etc/passwd",
     "/fonts/..%5c..%5capp.py", "/fonts/", "/static/", "/static"],
)  # fmt: skip
def test_no_path_leads_out_and_no_folder_is_listed(served, path):
    answer = served.get(path)
    assert answer.status_code == 404 or answer.status_code == 405
    assert "import" not in answer.text and "PatrickHand" not in answer.text


def test_names_and_titles_are_text(app, host):
    post(host, "/evenings", title=XSS)
    number = put_sheet(app, host, player=XSS)
    post(host, f"/sheets/{number}/names", name=XSS)
    for answer in pages(host, number):
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text and "<img src=x" not in answer.text
    assert "&lt;script&gt;" in host.get("/").text
    page = host.get("/evenings/1/result.html").text
    assert "<script>alert" not in page


def test_a_file_name_is_text(host):
    _, answer = upload(host, b"no photo", name=f"{XSS}.jpg")
    assert answer.headers["Content-Type"] == "application/json"
    upload_id, _ = upload(host, photo(dark=True), name="<b>x.jpg")
    from tests.paperplay.web.visits import wait_for

    assert "&lt;b&gt;x.jpg" in wait_for(host, upload_id)


@pytest.mark.parametrize("asked", ["?at=%3Cscript%3E", "?said=%3Cscript%3E", "?lang=%3Cscript%3E"])
def test_nothing_of_an_address_gets_into_a_page(app, host, asked):
    number = put_sheet(app, host)
    answer = host.get(f"/sheets/{number}{asked}")
    assert answer.status_code == 200 and "<script>" not in answer.text


@pytest.mark.parametrize("number", ["9" * 16, "9" * 5000, "-1", "%d9%a3"])
@pytest.mark.parametrize("path", ["/sheets/{}", "/evenings/{}/result.csv", "/rounds/{}/board.json"])
def test_a_number_that_no_line_has_is_nothing(host, path, number):
    assert host.get(path.format(number)).status_code == 404


@pytest.mark.parametrize("charset", ["undefined", "punycode", "idna", "utf-7", "unicode_escape"])
def test_a_form_in_an_odd_encoding_is_refused(host, charset):
    part = b'--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n+2AA-\r\n--b--\r\n'
    kind = f"multipart/form-data; boundary=b; charset={charset}"
    headers = {"Content-Type": kind, "X-CSRF-Token": csrf(host)}
    assert host.post("/evenings", content=part, headers=headers).status_code == 400


def test_what_another_deletes_at_the_same_moment_is_gone_not_a_full_disk(app, host, monkeypatch):
    store = app.state.shared.store
    gone = evenings.start(store, "gone")
    with store.change() as db:
        db.execute("DELETE FROM evenings")
    monkeypatch.setattr(evenings, "current", lambda store: gone)
    answer = post(host, "/rounds/begin", sheet="dreams/score", names="Ida\nTom\nEva\nNils")
    assert answer.status_code == 404
    assert "Perhaps it was deleted" in answer.text


def test_a_body_that_says_it_is_too_large_is_not_read(host):
    headers = {"Content-Length": str(10**12)}
    assert host.post("/photos", content=b"x", headers=headers).status_code == 413
    assert host.post("/photos", content=b"x", headers={"Content-Length": "x"}).status_code == 413


def test_a_body_without_end_is_cut_off(app, host):
    guarded = Guard(app, most_bytes=1000)
    small = TestClient(guarded, base_url=BASE, cookies=host.cookies, client=HERE)
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = small.post("/evenings", content=iter([b"a=" + b"x" * 600] * 3), headers=headers)
    assert answer.status_code == 413


def test_the_keys_stay_when_the_server_starts_again(app, settings, served):
    again = web_app.create_app(settings)
    assert again.state.shared.keys == app.state.shared.keys
    host = enter(app, f"/host/{app.state.shared.keys.host}")
    assert again.state.shared.keys.visitor(host.cookies[COOKIE]).is_host
