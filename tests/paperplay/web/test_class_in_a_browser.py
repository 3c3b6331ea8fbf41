"""A class on a teacher's phone: who is missing, what is chosen, and what is printed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paperplay.classroom.store import Group, keep_class
from templates.languages import LANGUAGES
from tests.paperplay.web import browsing
from tests.paperplay.web.browsing import PHONE, expect, served_at
from tests.paperplay.web.stand_in_reader import known_scan
from tests.paperplay.web.test_browser import visit
from tests.paperplay.web.test_class import hand_in
from tests.paperplay.web.visits import csrf

pytestmark = pytest.mark.xdist_group("browser")

LONG_NAME = "Maximiliane Wolfeschlegelsteinhausenbergerdorff von und zu…"


@pytest.fixture(scope="module")
def browser():
    with browsing.browser() as running:
        yield running


@pytest.fixture
def group(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    made = Group.of("7b", ["Ida", LONG_NAME, "Zoé d’Alembert"])
    keep_class(made)
    return made


def test_a_phone_shows_who_is_missing_live_and_keeps_what_is_chosen(browser, app, host, group):
    hand_in(app, known_scan(), group, 9)  # nobody's: whose is it?
    keep_class(replace(group, scale="90=1,0=6"))
    host.post("/class/7b/decide", data={"csrf": csrf(host), "pupil": "2", "do": "excuse"})
    with served_at(app) as server:
        page = visit(browser, server)
        page.goto(f"{server.address}/class/7b")
        badges = page.locator(".pupils .badge")
        expect(badges).to_have_text(["missing", "excused", "missing"])
        for n in range(3):
            box = badges.nth(n).bounding_box()
            assert box["x"] + box["width"] <= PHONE["width"] and box["height"] < 30
        for lang in LANGUAGES:
            page.goto(f"{server.address}/class/7b?lang={lang}")
            room = "(e) => e.scrollWidth - e.clientWidth"
            assert page.locator(".wide").evaluate(room) == 0, lang
        page.goto(f"{server.address}/class/7b?lang=en")
        whose = page.get_by_label("Whose sheet is it?").first
        whose.select_option("3")
        printing = page.locator("#to-print")
        printing.get_by_label("What?").select_option("sudoku6")
        printing.get_by_label("I know because").check()
        hand_in(app, known_scan({"c1": 5}), group, 1)
        expect(badges.first).not_to_have_text("missing")
        expect(whose).to_have_value("3")
        expect(printing.get_by_label("What?")).to_have_value("sudoku6")
        expect(printing.get_by_label("I know because")).to_be_checked()
        page.get_by_role("button", name="That is so").first.click()
        expect(badges.nth(2)).not_to_have_text("missing")
        assert page.complaints == []
        page.context.close()


def test_only_what_goes_with_the_chosen_kind_is_shown(browser, app, host, group):
    with served_at(app) as server:
        page = visit(browser, server)
        page.goto(f"{server.address}/class/7b")
        form = page.locator("#to-print")
        labels = [
            "Dice of a game",
            "Spare sheets",
            "Daydream sheet",
            "Level",
            "Puzzles on a page",
            "I know because",
        ]
        for kind, shown in (
            ("BC", [True, True, False, False, False, False]),
            ("own/quiz", [False, True, False, False, False, False]),
            ("sudoku6", [False, False, False, True, True, True]),
            ("deduction", [False, False, True, True, False, True]),
            ("symbols", [False, False, True, False, False, False]),
        ):
            form.get_by_label("What?").select_option(kind)
            assert [form.get_by_label(one).is_visible() for one in labels] == shown, kind
        assert page.complaints == []
        page.context.close()
