"""The page that proves printer and phone, in the browser."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paperplay.web.pages.past_sheets import results_of
from paperplay.web.store import evenings
from paperplay.web.store.sheets import add_sheets
from templates.languages import LANGUAGES
from tests.paperplay.web.played import add_sheet, picture
from tests.scanner.test_check_page import scan as check_scan


@pytest.fixture
def checked(app, host):
    """A photo of the page that was handed in, beside a player's."""
    store = app.state.shared.store
    evening = evenings.start(store, "")
    add_sheet(store, "Ida")
    with store.change() as db:
        db.execute(
            "INSERT INTO uploads (id, evening, owner, shown, photo, player, state, received)"
            " VALUES ('upload-check', ?, 'someone', 'a.jpg', 'a.jpg', '', 'waiting', '')",
            (evening.id,),
        )
    add_sheets(store, "upload-check", [replace(check_scan(), flat=picture())], forget=False)
    row = store.one("SELECT id FROM sheets WHERE upload = ?", "upload-check")
    return row["id"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_offered_where_one_prints_and_at_the_start(host, lang):
    assert "/print#check" in host.get(f"/?lang={lang}").text
    page = host.get(f"/print?lang={lang}&paper=letter&ink=black").text
    assert f'href="/print/check.pdf?in={lang}&amp;paper=letter&amp;ink=black"' in page


def test_it_is_printed_on_the_paper_of_the_form(host):
    answer = host.get("/print/check.pdf?in=fr&paper=letter&ink=black")
    assert answer.status_code == 200 and answer.content.startswith(b"%PDF")
    assert answer.headers["Content-Type"] == "application/pdf"


def test_its_page_shows_the_verdict_and_asks_nothing(host, checked):
    page = host.get(f"/sheets/{checked}").text
    assert "Digits right: 69 of 69; asked about: 0" in page
    assert "paperplay check 1, a4" in page
    assert "/corrections" not in page and "Ready" in page


def test_it_is_named_beside_the_result_and_counts_nowhere(app, host, checked):
    page = host.get("/result").text
    assert f'href="/sheets/{checked}">a.jpg: the test page, left out.' in page
    assert page.count('class="rank"') == 1
    assert "Sheets so far: 1" in host.get("/").text
    assert b"BAC" not in host.get("/evenings/1/result.csv").content
    past = results_of(app.state.shared.store)
    assert [each.sheet for each in past] == ["daydream/A"]
