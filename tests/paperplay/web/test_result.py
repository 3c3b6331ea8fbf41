"""Who won, and what can be taken along."""

from __future__ import annotations

import csv
import io
import re

import pytest
from PIL import Image

from paperplay.results.evening import Evening
from paperplay.results.standings import Outcome, Standing
from paperplay.web.pages.poster import poster_pdf
from paperplay.web.store import evenings
from paperplay.web.store.verdicts import said_of
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
    name = f"/sheets/{number}/name/1.webp"
    assert f'src="{name}"' in page
    assert len(host.get(name).content) < 5000 < len(host.get(f"/sheets/{number}/page.jpg").content)
    assert host.get(f"/sheets/{number}/name/2.webp").status_code == 404
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
    assert post(host, "/everything/delete").status_code == 404  # without "I am sure"
    assert store.db.execute("SELECT * FROM sheets").fetchall()
    post(host, "/everything/delete", sure="yes")
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


def test_the_winner_is_said_in_one_sentence_once_nothing_is_open(app, host, night):
    page = host.get("/result").text
    points = [int(n) for n in re.findall(r'class="points">(-?\d+)', page)]
    assert f"Ida leads, {points[0]} to {points[1]}." in page
    post(host, f"/sheets/{night['Tom']}/accept")
    assert f"Ida wins, {points[0]} to {points[1]}!" in host.get("/result").text


def test_equal_players_share_the_win(app, host):
    one, two = (put_sheet(app, host, photo(clear=True), player=name) for name in ("Ida", "Tom"))
    post(host, "/result/settle", what=f"pair {one} {two}", how="two")
    page = host.get("/result").text
    assert "Ida &amp; Tom share the win" in page and "Final" in page


def test_sheets_of_two_people_are_never_put_together_unasked(app, host):
    one = put_sheet(app, host, photo(clear=True), player="Ida")
    two = put_sheet(app, host, photo(clear=True), player="Tom")
    page = host.get("/result").text
    assert "Do the photos of Ida and Tom show the same sheet?" in page
    # While nobody knows, nobody has won.
    assert "Final" not in page and "share the win" not in page
    assert page.count('class="rank"') == 2
    what = f"pair {one} {two}"
    post(host, "/result/settle", what=what, how="one")
    page = host.get("/result").text
    assert page.count('class="rank"') == 1 and "These are two sheets" in page
    post(host, "/result/settle", what=what, how="two")
    page = host.get("/result").text
    assert page.count('class="rank"') == 2 and "show the same sheet?" not in page
    told = page.partition("because you said so")[2]
    assert told.index(">Ida</a>") < told.index(">Tom</a>"), "it is said which two"
    post(host, "/result/settle", what=what, how="back")
    assert "show the same sheet?" in host.get("/result").text


def test_one_persons_photos_are_put_together_until_somebody_says_otherwise(app, host):
    one, two = (put_sheet(app, host, photo(clear=True), player="Ida") for _ in range(2))
    assert host.get("/result").text.count('class="rank"') == 1
    post(host, "/result/settle", what=f"pair {one} {two}", how="two")
    assert host.get("/result").text.count('class="rank"') == 2


@pytest.mark.parametrize(
    ("what", "how"),
    [("pair 1 x", "one"), ("", "two"), ("pair 1 2", "three"), ("x" * 300, "right")],
)
def test_a_verdict_that_makes_no_sense_is_not_kept(app, host, night, what, how):
    assert post(host, "/result/settle", what=what, how=how).status_code == 200
    assert said_of(app.state.shared.store, 1) == ()


def test_only_the_host_settles(app, host, night, guest):
    what = f"pair {night['Ida']} {night['Tom']}"
    assert post(guest, "/result/settle", what=what, how="one").status_code == 403
    assert "result/settle" not in guest.get("/result").text


@pytest.mark.parametrize(("size", "longest"), [("small", 200), ("middle", 480), ("view", 891)])
def test_a_sheet_is_sent_as_large_as_it_is_shown(host, night, size, longest):
    answer = host.get(f"/sheets/{night['Ida']}/{size}.webp")
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert (picture.format, max(picture.size)) == ("WEBP", longest)
    assert host.get(f"/sheets/{night['Ida']}/huge.webp").status_code == 404


def test_a_question_shows_its_place_alone(host, night):
    page = host.get(f"/sheets/{night['Tom']}").text
    source, wide, high = re.search(
        r'class="crop" src="([^"]+)" width="(\d+)" height="(\d+)"', page
    ).groups()
    with Image.open(io.BytesIO(host.get(source).content)) as picture:
        assert picture.size == (int(wide), int(high)) < (400, 300)
    assert "<img" in page and 'src="/sheets/2/page.jpg"' not in page
    assert host.get(f"/sheets/{night['Tom']}/at/c99.webp").status_code == 404
