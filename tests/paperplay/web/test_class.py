"""A class on the page: its list, its sheets, who is missing, what is decided, and its gradebook."""

from __future__ import annotations

import csv
import io
import re
import secrets
from dataclasses import replace
from urllib.parse import quote

import pypdfium2
import pytest

from paperplay.classroom.lists import class_list
from paperplay.classroom.store import Group, keep_class, kept_class
from paperplay.web.store import evenings
from paperplay.web.store.database import keep_file
from paperplay.web.store.sheets import add_sheets
from rules.dice import rolls
from templates.languages import LANGUAGES
from tests.paperplay.web.stand_in_reader import known_scan, white_page, with_doubts
from tests.paperplay.web.test_pages import Checker
from tests.paperplay.web.visits import csrf, post


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def group():
    made = Group.of("7b", ["Ida", "Tom", "Zoé d’Alembert"])
    keep_class(made)
    return made


def hand_in(app, scan, group, number, mark=None):
    """Put a pupil's sheet into the store as if it had been read just now."""
    store = app.state.shared.store
    lesson = evenings.current(store) or evenings.start(store, "7b")
    code = replace(scan.code, copy=number, class_mark=group.mark if mark is None else mark)
    made = replace(scan, paper=code, file=f"{number}.jpg", flat=white_page())
    upload_id, name = secrets.token_hex(16), keep_file(store.photos, b"photo", "jpg")
    with store.change() as db:
        db.execute(
            "INSERT INTO uploads (id, evening, owner, shown, photo, player, state, received) "
            "VALUES (?, ?, 'host', ?, ?, '', 'waiting', '')",
            (upload_id, lesson.id, f"{number}.jpg", name),
        )
    add_sheets(store, upload_id, [made], forget=False)


def book(host, name="7b"):
    text = host.get(f"/class/{quote(name)}/book/csv?lang=en").content.decode("utf-8-sig")
    return {line["Name"]: line for line in csv.DictReader(io.StringIO(text), delimiter=",")}


def statuses(host):
    return {name: line["Status"] for name, line in book(host).items()}


def question(host):
    return re.search(r'name="question" value="([^"]+)"', host.get("/class/7b").text)[1]


def test_a_class_comes_from_its_list(host, app):
    data = b"Name\nIda\nTom\nIda\n"
    answer = host.post(
        "/class", data={"csrf": csrf(host)}, files={"list": ("8 a.csv", data, "text/csv")}
    )
    assert answer.status_code == 200
    assert answer.url.path == "/class/8%20a" or answer.url.path == "/class/8 a"
    assert [one.name for one in kept_class("8 a").pupils] == ["Ida", "Tom", "Ida (2)"]
    assert "8 a" in host.get("/class").text


@pytest.mark.parametrize(
    ("name", "data"), [("x.csv", b""), ("x.xlsx", b"PK\x03\x04 no"), ("..csv", b"Name\nIda\n")]
)
def test_a_list_that_is_none_is_refused_in_words(host, name, data):
    answer = host.post("/class", data={"csrf": csrf(host)}, files={"list": (name, data, "")})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "x" not in re.findall(r"<strong>(.*?)</strong>", host.get("/class").text)


def test_nobody_but_the_host_sees_a_class(guest, host, group):
    for path in ("/class", "/class/7b", "/class/7b/version", "/class/7b/book/csv"):
        assert guest.get(path).status_code == 403
    for path in ("/class", "/class/7b/decide", "/class/7b/print", "/class/7b/forget"):
        assert guest.post(path, data={"csrf": csrf(guest)}).status_code == 403
    assert "7b" not in guest.get("/").text


def test_who_is_missing_is_seen_live(host, app, group):
    seen = host.get("/class/7b/version").json()
    assert set(statuses(host).values()) == {"missing"}
    hand_in(app, known_scan(), group, 2)
    assert host.get("/class/7b/version").json() != seen
    assert statuses(host)["Tom"] in ("handed in", "look at it")
    assert statuses(host)["Ida"] == "missing"
    page = host.get("/class/7b?lang=en").text
    assert "Handed in: 1 of 3." in page
    assert "Missing: Ida, Zoé d’Alembert." in page


def test_a_doubtful_digit_is_in_the_queue_of_the_table(host, app, group):
    hand_in(app, with_doubts(replace(known_scan(), doubts=())), group, 1)
    assert statuses(host)["Ida"] == "look at it"
    assert 'href="/questions"' in host.get("/class/7b").text
    assert host.get("/questions").text.count("c17")


def test_a_foreign_sheet_is_booked_for_nobody_until_the_teacher_says_so(host, app, group):
    hand_in(app, replace(known_scan(), doubts=()), group, 1, mark=group.mark + 1)
    assert set(statuses(host).values()) == {"missing"}
    post(host, "/class/7b/decide", question=question(host), pupil="3")
    assert statuses(host)["Zoé d’Alembert"] == "handed in"
    assert statuses(host)["Ida"] == "missing"
    assert 'name="question"' not in host.get("/class/7b").text


def test_of_two_sheets_the_teacher_says_which_counts(host, app, group):
    hand_in(app, replace(known_scan(), doubts=()), group, 1)
    other = known_scan({f"c{n}": n * 3 % 10 for n in range(1, 30)})
    hand_in(app, replace(other, doubts=()), group, 1)
    assert statuses(host)["Ida"] == "several sheets"
    first = book(host)["Ida"]["Points"]
    post(host, "/class/7b/decide", question=question(host), answer="2")
    assert statuses(host)["Ida"] == "handed in"
    assert book(host)["Ida"]["Points"] != first


def test_an_excuse_is_kept_and_taken_back(host, app, group):
    hand_in(app, known_scan(), group, 1)
    post(host, "/class/7b/decide", pupil="2", do="excuse")
    assert statuses(host)["Tom"] == "excused"
    post(host, "/class/7b/decide", pupil="2", do="unexcuse")
    assert statuses(host)["Tom"] == "missing"
    post(host, "/class/7b/decide", pupil="2", do="excuse")
    evenings.start(app.state.shared.store, "7b")  # the next lesson knows nothing of it
    assert statuses(host)["Tom"] == "missing"


@pytest.mark.parametrize(
    ("kind", "begins"),
    [("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK"), ("html", b"<!doctype"), ("moodle", b""),
     ("canvas", b""), ("feedback", b"%PDF")],
)  # fmt: skip
def test_everything_can_be_taken_along(host, app, group, kind, begins):
    hand_in(app, known_scan(), group, 1)
    answer = host.get(f"/class/7b/book/{kind}")
    assert answer.status_code == 200
    assert answer.content.lower().startswith(begins.lower())
    assert answer.headers["content-disposition"].startswith("attachment")


@pytest.mark.parametrize(
    ("form", "pages"),
    [
        ({"what": "A", "dice": "sun"}, 4),
        ({"what": "sudoku4", "level": "2", "count": "4"}, 6),
        ({"what": "deduction", "level": "1", "hints": "yes"}, 5),
    ],
)
def test_a_class_is_printed_for(host, group, form, pages):
    answer = post(host, "/class/7b/print", **form)
    assert answer.headers["content-type"] == "application/pdf"
    assert len(pypdfium2.PdfDocument(answer.content)) == pages
    if "dice" in form:
        assert list(kept_class("7b").pars) == ["daydream/A 0 sun"]


@pytest.mark.parametrize(
    "form",
    [{"what": "X"}, {"what": "sudoku4", "level": "5"}, {"what": "cages", "number": "x"},
     {"what": "sudoku9", "count": "4"}, {"what": "sudoku6", "level": "0"}],
)  # fmt: skip
def test_what_cannot_be_printed_is_said(host, group, form):
    assert post(host, "/class/7b/print", **form).status_code == 422


def test_the_dice_of_the_class_go_to_the_wall(host, group):
    post(host, "/class/7b/print", what="A", dice="sun")
    seed = re.search(r'name="seed" value="([^"]+)"', host.get("/class/7b").text)[1]
    post(host, "/dice/begin", seed=seed)
    post(host, "/dice/roll", do="next", **{"from": "-1"})
    first, second = next(rolls("sun"))
    assert f": {first} and {second}" in host.get("/dice?lang=en").text


def test_a_class_is_forgotten(host, group):
    assert post(host, "/class/7b/forget").status_code == 404
    post(host, "/class/7b/forget", sure="yes")
    assert kept_class("7b") is None
    assert host.get("/class/7b").status_code == 404


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_are_sound_in_every_language(host, app, group, lang):
    hand_in(app, known_scan(), group, 1)
    hand_in(app, known_scan(), group, 9)
    for path in ("/class", "/class/7b"):
        checker = Checker()
        checker.feed(host.get(f"{path}?lang={lang}").text)
        assert checker.wrong == []
        assert checker.open == []


def test_a_list_keeps_its_levels_out_of_names(tmp_path):
    path = tmp_path / "5a.csv"
    path.write_text("Name;Level\nIda;2\nTom;hard\n", encoding="utf-8")
    listed = class_list(path)
    assert (listed.names, listed.levels) == (("Ida", "Tom"), {"Ida": 2})
    assert [(odd.line, odd.why, odd.name) for odd in listed.odd] == [(3, "level", "hard")]
