"""Who won, and what can be taken along."""

from __future__ import annotations

import csv
import io

import pytest
from PIL import Image

from paperplay.results.evening import Evening
from paperplay.results.standings import Outcome, Standing
from paperplay.web.pages.poster import poster_pdf
from paperplay.web.store import evenings
from templates.languages import LANGUAGES
from tests.paperplay.web.stand_in_reader import known_scan, photo
from tests.paperplay.web.visits import post, put_sheet


@pytest.fixture
def night(app, host):
    """Two players: Tom has other numbers in some clouds, and one object less."""
    post(host, "/evenings", title="Bei Ida")
    ida = put_sheet(app, host, photo(clear=True), player="Ida")
    clouds = known_scan().board.clouds
    others = {c: (n + 1) % 10 for c, n in clouds.items() if n is not None}
    tom = put_sheet(app, host, photo(clouds=others), player="Tom")
    post(host, f"/sheets/{tom}/corrections", element="o1", value="0")
    return {"Ida": ida, "Tom": tom}


def test_the_leaderboard_ranks_with_parts_and_what_is_open(host, night):
    page = host.get("/result").text
    assert page.index("Ida</a>") < page.index("Tom</a>")
    assert "objects" in page and "To look at: 2" in page
    assert f'href="/sheets/{night["Tom"]}"' in page


def test_the_name_on_the_sheet_is_shown_until_somebody_has_typed_it(app, host):
    number = put_sheet(app, host, photo(clear=True))
    page = host.get("/result").text
    assert page.count("name-crop") == 1
    assert f'href="/sheets/{number}/page.jpg"' in page
    post(host, f"/sheets/{number}/names", name="Ida")
    assert "name-crop" not in host.get("/result").text


def test_what_could_not_be_read_is_no_sheet(app, host, night):
    put_sheet(app, host, photo(dark=True))
    assert "Sheets so far: 2" in host.get("/").text
    assert "sheets: 2," in host.get("/backup").text
    assert "Sheets: 2" in host.get("/history").text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_is_there_in_every_language(app, host, night, lang):
    put_sheet(app, host, photo(dark=True))
    for path in ("/", "/scan", "/result", "/sheets/1", "/sheets/2", "/sheets/3", "/nothing"):
        answer = host.get(f"{path}?lang={lang}")
        assert f'<html lang="{lang}">' in answer.text
        assert answer.headers["Content-Language"] == lang


def test_the_language_is_remembered_and_else_the_browsers(host):
    assert '<html lang="sv">' in host.get("/", headers={"Accept-Language": "no,sv;q=0.8"}).text
    host.get("/?lang=fr")
    assert '<html lang="fr">' in host.get("/", headers={"Accept-Language": "sv"}).text
    assert '<html lang="fr">' in host.get("/?lang=xx").text


def test_the_result_is_exported(host, night):
    from openpyxl import load_workbook

    answer = host.get("/evenings/1/result.csv")
    assert 'filename="paperplay-' in answer.headers["Content-Disposition"]
    lines = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [line[2] for line in lines[1:]] == ["Ida", "Tom"]
    book = load_workbook(io.BytesIO(host.get("/evenings/1/result.xlsx").content))
    assert [cell.value for cell in book.worksheets[0]["C"]][1:] == ["Ida", "Tom"]
    assert book.worksheets[0]._images  # the names as they were written
    assert b"Ida" in host.get("/evenings/1/result.html").content


def test_the_result_is_a_picture_and_a_page(host, night):
    pdf = host.get("/evenings/1/result.pdf")
    assert pdf.content.startswith(b"%PDF") and pdf.headers["Content-Type"] == "application/pdf"
    with Image.open(io.BytesIO(host.get("/evenings/1/result.png").content)) as picture:
        assert picture.format == "PNG" and picture.width > 900


def test_a_poster_takes_any_name():
    scan = known_scan()
    people = tuple(Standing(n, name, 7, scan) for n, name in enumerate(("李小龍 🎲", "x" * 60), 1))
    game = Outcome("daydream/BAC", 0, people, (scan,))
    assert poster_pdf(Evening((game,)), "Ünlü 🎉" * 20, "16.11.2026", "de").startswith(b"%PDF")
    assert poster_pdf(Evening(()), "x", "y", "en").startswith(b"%PDF")


def test_a_sheet_with_its_notes_is_taken_along(host, night):
    with Image.open(io.BytesIO(host.get("/sheets/1/marked.jpg").content)) as picture:
        assert picture.format == "JPEG"
        colours = picture.convert("RGB").getcolors(maxcolors=1 << 24)
        assert len(colours) > 50  # notes in green and red on the white page
    assert host.get("/sheets/1/marked.pdf").content.startswith(b"%PDF")
    assert host.get("/sheets/1/marked.exe").status_code == 404
    assert host.get("/evenings/1/result.exe").status_code == 404


def test_an_evening_is_deleted_with_all_that_belongs_to_it(app, host, night):
    store = app.state.shared.store
    post(host, "/evenings", title="Second")
    kept = put_sheet(app, host)
    post(host, "/evenings/1/delete")
    assert [row["id"] for row in store.db.execute("SELECT id FROM sheets")] == [kept]
    assert len(list(store.photos.iterdir())) == len(list(store.pages.iterdir())) == 1
    assert evenings.current(store).title == "Second"


def test_everything_is_deleted_for_good(app, host, night):
    store = app.state.shared.store
    post(host, "/everything/delete")
    for table in ("evenings", "uploads", "sheets", "corrections"):
        assert not store.db.execute(f"SELECT * FROM {table}").fetchall(), table
    assert not list(store.photos.iterdir()) and not list(store.pages.iterdir())
    for path in store.folder.glob("paperplay.db*"):
        assert b"Bei Ida" not in path.read_bytes() and b"Tom" not in path.read_bytes()
    assert host.get("/result").status_code == 200


def test_without_an_evening_there_is_a_way_on(host, guest):
    for client in (host, guest):
        assert "/scan" in client.get("/result").text
        assert client.get("/").status_code == client.get("/scan").status_code == 200
