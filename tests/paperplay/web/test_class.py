"""A class on the page: its list, its sheets, who is missing, what is decided, and its gradebook."""

from __future__ import annotations

import csv
import html
import io
import re
import secrets
import time
from dataclasses import replace
from urllib.parse import quote

import pypdfium2
import pytest

from paperplay.classroom.gradebook import gradebook_of
from paperplay.classroom.lesson import kept_lesson, known_lessons
from paperplay.classroom.lists import class_list
from paperplay.classroom.store import ClassPar, Group, class_file, keep_class, kept_class
from paperplay.web.printing import class_par
from paperplay.web.store import evenings
from paperplay.web.store.database import keep_file
from paperplay.web.store.sheets import add_sheets
from rules.dice import rolls
from rules.errors import HostError
from templates.languages import LANGUAGES
from templates.wording import sentence
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


def test_what_is_odd_about_a_list_is_said_at_once(host):
    data = "Name;Level\nIda;2\nIda;9\nΆννα;1\n".encode()
    answer = host.post(
        "/class", data={"csrf": csrf(host)}, files={"list": ("8b.csv", data, "text/csv")}
    )
    told = re.compile(r"Odd about the list: 3</summary><ul>(.*?)</ul>")
    odd = told.search(answer.text)[1].split("</li>")
    assert [any(part in line for line in odd) for part in ("Ida (2)", "9", "Άννα")] == [True] * 3
    assert told.search(host.get("/class/8b").text)
    host.post("/class", data={"csrf": csrf(host)},
              files={"list": ("8b.csv", b"Name\nIda\n", "text/csv")})  # fmt: skip
    assert "Odd about the list" not in host.get("/class/8b").text


@pytest.mark.parametrize(
    ("name", "data"), [("x.csv", b""), ("x.xlsx", b"PK\x03\x04 no"), ("..csv", b"Name\nIda\n")]
)
def test_a_list_that_is_none_is_refused_in_words(host, name, data):
    answer = host.post("/class", data={"csrf": csrf(host)}, files={"list": (name, data, "")})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "x" not in re.findall(r"<strong>(.*?)</strong>", host.get("/class").text)


def test_nobody_but_the_host_sees_a_class(guest, host, group):
    for path in ("/class", "/class/7b", "/class/7b/version", "/class/7b/book/csv",
                 "/class/7b/progress", "/class/7b/lessons/x"):  # fmt: skip
        assert guest.get(path).status_code == 403
    for path in ("/class", "/class/7b/decide", "/class/7b/print", "/class/7b/forget",
                 "/class/7b/scale", "/class/7b/levels", "/class/7b/keep"):  # fmt: skip
        assert guest.post(path, data={"csrf": csrf(guest)}).status_code == 403
    assert "/class" not in guest.get("/").text  # a token may have any letters


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


def test_the_host_alone_reads_whose_sheet_a_question_is_about(host, app, guest, group):
    hand_in(app, with_doubts(replace(known_scan(), doubts=())), group, 1)
    assert "<h1>Ida</h1>" in host.get("/questions").text
    assert "<h1>Ida</h1>" in host.get("/sheets/1").text
    assert "Ida" not in guest.get("/sheets/1").text
    class_file("7b").write_text("spoilt")
    assert "<h1>Ida</h1>" not in host.get("/questions").text


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


def test_a_class_is_forgotten(host, app, group):
    store = app.state.shared.store
    keep_class(Group.of("7b x", ["Eva"]))
    hand_in(app, known_scan(), group, 1)
    for name in ("7b", "7b x"):
        post(host, f"/class/{quote(name)}/decide", pupil="1", do="excuse")
    assert post(host, "/class/7b/forget").status_code == 404
    post(host, "/class/7b/forget", sure="yes")
    assert kept_class("7b") is None
    said = [row[0] for row in store.db.execute("SELECT name FROM settings")]
    assert [key[:12] for key in said if key.startswith("class ")] == ["class 7b x 1"]
    assert host.get("/class/7b").status_code == 404


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_are_sound_in_every_language(host, app, group, lang):
    hand_in(app, known_scan(), group, 1)
    hand_in(app, known_scan(), group, 9)
    post(host, "/class/7b/scale", scale="50=1,0=2")
    post(host, "/class/7b/keep")
    for path in ("/class", "/class/7b", "/class/7b/progress"):
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


# ------------------------------------------------------------------ for longer than a lesson


def settled_scan(numbers=None):
    return replace(known_scan(numbers) if numbers else known_scan(), doubts=())


def test_par_is_searched_for_after_printing_and_marks_follow(host, app, group, monkeypatch):
    monkeypatch.setattr(class_par.Pool, "run", lambda self, job, *args: ClassPar(10, best=True))
    sheet = known_scan().sheet.rpartition("/")[2]
    post(host, "/class/7b/print", what=sheet, dice="two words")
    (key,) = kept_class("7b").pars
    for _ in range(100):
        if kept_class("7b").pars[key].total is not None:
            break
        time.sleep(0.02)
    assert kept_class("7b").pars == {key: ClassPar(10, best=True)}
    assert "Grade" not in book(host).get("Ida", {})
    post(host, "/class/7b/scale", scale="50=good,0=there")
    assert "Par for these dice: 10" not in host.get("/class/7b?lang=en").text  # nobody is in
    hand_in(app, settled_scan(), group, 1)
    assert "Par for these dice: 10" in host.get("/class/7b?lang=en").text
    marks = {name: line["Grade"] for name, line in book(host).items()}
    assert marks["Tom"] == "" and (
        marks["Ida"] in ("good", "there") or statuses(host)["Ida"] != "handed in"
    )
    post(host, "/class/7b/scale", scale="")
    assert "Grade" not in book(host)["Ida"]


def test_a_scale_that_is_none_is_refused_and_the_old_one_stays(host, group):
    post(host, "/class/7b/scale", scale="90=A,0=B")
    assert post(host, "/class/7b/scale", scale="ninety").status_code == 422
    assert kept_class("7b").scale == "90=A,0=B"


def test_levels_by_pupil_come_from_the_list_or_the_page_and_are_printed(host):
    data = b"Name;Level\nIda;2\nTom;\n"
    host.post("/class", data={"csrf": csrf(host)}, files={"list": ("8a.csv", data, "text/csv")})
    assert [one.level for one in kept_class("8a").pupils] == [2, None]
    post(host, "/class/8a/levels", **{"level-1": "", "level-2": "2", "level-9": "4"})
    assert [one.level for one in kept_class("8a").pupils] == [None, 2]
    pdf = pypdfium2.PdfDocument(post(host, "/class/8a/print", what="sudoku4", level="1").content)
    told = [pdf[n].get_textpage().get_text_range() for n in range(2)]
    assert ["level 1" in told[0], "level 2" in told[1]] == [True, True]


def test_one_pupils_sheet_and_spares_are_printed(host, group):
    one = post(host, "/class/7b/print", what="A", dice="sun", only="2").content
    assert len(pypdfium2.PdfDocument(one)) == 1 and not kept_class("7b").pars
    more = post(host, "/class/7b/print", what="A", dice="sun", spares="2").content
    assert len(pypdfium2.PdfDocument(more)) == 1 + 3 + 2 and kept_class("7b").last == 5


def test_puzzles_on_the_grid_of_any_sheet_are_printed_with_strips(host, group):
    asked = {"what": "deduction", "sheet": "BC", "level": "2"}
    plain = post(host, "/class/7b/print", **asked).content
    strips = post(host, "/class/7b/print", **asked, hints="yes", because="yes").content
    tasks = post(host, "/class/7b/print", what="mistakes", sheet="D", because="yes").content
    pages = [len(pypdfium2.PdfDocument(pdf)) for pdf in (plain, strips, tasks)]
    assert pages == [4, 6, 4]


def test_a_worksheet_of_ones_own_is_printed_with_everybodys_answers(host, group):
    page = host.get("/class/7b?lang=en").text
    assert 'value="own/times-tables">Times tables<' in page
    assert "own/five-dice" not in page, "A table shares it."
    answer = post(host, "/class/7b/print", what="own/times-tables", spares="1")
    assert "filename*=UTF-8''7b-times-tables.pdf" in answer.headers["content-disposition"]
    pdf = pypdfium2.PdfDocument(answer.content)
    told = [page.get_textpage().get_text_bounded() for page in pdf]
    assert len(told) == 4 + 2 and kept_class("7b").last == 4
    assert ["Tom" in told[1], "No. 4" in told[3], "Tom" in told[4]] == [True] * 3
    one = post(host, "/class/7b/print", what="own/times-tables", only="2").content
    assert len(pypdfium2.PdfDocument(one)) == 2
    river = post(host, "/class/7b/print", what="own/river").content
    assert len(pypdfium2.PdfDocument(river)) == 3, "It has no answers."
    assert post(host, "/class/7b/print", what="own/five-dice").status_code == 422


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_level_that_a_sheet_cannot_have_is_said_with_another_sheet(host, group, lang):
    host.get(f"/class/7b?lang={lang}")
    answer = post(host, "/class/7b/print", what="deduction", sheet="EF", level="5")
    assert answer.status_code == 422
    sheet, levels = {"sheet": "EF", "seed": 0}, {"level": 5, "hardest": 4, "other": "BC"}
    refused = HostError("puzzle-too-hard", **sheet, **levels)
    assert sentence(refused, lang) in html.unescape(answer.text)


def test_what_is_asked_is_not_said_once_more(host, app, group):
    hand_in(app, settled_scan(), group, 9)
    told = re.findall(r"<p[^>]*>(9\.jpg.*?)</p>", host.get("/class/7b?lang=en").text)
    assert len(told) == 1 and "9" in told[0]


def test_a_sheet_that_is_booked_moves_to_somebody_else(host, app, group):
    hand_in(app, settled_scan(), group, 1)
    sheet = re.search(r'id="move-sheet"><option value="(\d+)"', host.get("/class/7b").text)[1]
    post(host, "/class/7b/decide", do="move", sheet=sheet, pupil="2")
    assert (statuses(host)["Ida"], statuses(host)["Tom"] != "missing") == ("missing", True)
    post(host, "/class/7b/decide", do="move", sheet=sheet, pupil="0")
    assert set(statuses(host).values()) == {"missing"}
    post(host, "/class/7b/decide", do="move", sheet=sheet, pupil="1")
    assert statuses(host)["Ida"] != "missing"


def test_a_lesson_is_kept_with_what_was_said_and_shown_as_progress(host, app, group):
    store = app.state.shared.store
    hand_in(app, settled_scan(), group, 9)  # nobody's, until the teacher says whose
    hand_in(app, settled_scan({f"c{n}": n * 3 % 10 for n in range(1, 30)}), group, 2)
    post(host, "/class/7b/decide", question=question(host), pupil="1")
    post(host, "/class/7b/decide", pupil="3", do="excuse")
    assert not known_lessons("7b")
    post(host, "/class/7b/keep")
    (name,) = known_lessons("7b")
    kept = kept_lesson("7b", name)
    now = book(host)
    again = gradebook_of(kept.scans, group, kept.dice, kept.corrections)
    assert [str(one.points or "") for one in again.results] == [
        one["Points"] for one in now.values()
    ]
    assert [one.status for one in again.results][2] == "excused" and kept.scans[0].flat
    post(host, "/class/7b/decide", pupil="3", do="unexcuse")
    post(host, "/class/7b/keep")  # in place of the first one
    assert known_lessons("7b") == [name] and not kept_lesson("7b", name).corrections.excused
    evenings.start(store, "7b")
    page = host.get("/class/7b/progress").text
    assert name in page and f">{now['Ida']['Points']}" in page
    assert host.get(f"/class/7b/lessons/{quote(name)}").content.lower().startswith(b"<!doctype")
    assert host.get("/class/7b/lessons/other").status_code == 404
    post(host, "/class/7b/forget", sure="yes")
    assert not known_lessons("7b")


def test_each_pupil_has_a_file_of_feedback(host, app, group):
    hand_in(app, settled_scan(), group, 1)
    hand_in(app, settled_scan({f"c{n}": n * 3 % 10 for n in range(1, 30)}), group, 2)
    everybody = host.get("/class/7b/book/feedback").content
    one = host.get("/class/7b/book/feedback?pupil=2").content
    assert len(pypdfium2.PdfDocument(everybody)) == 2 * len(pypdfium2.PdfDocument(one))
