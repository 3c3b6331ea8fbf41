"""Persons with sheets of several pages, and games in which the fewest points win."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace

import pytest

from paperplay.commands import scan as scan_command
from paperplay.results.evening import evening_of
from paperplay.results.html import html_page
from paperplay.results.leaderboard import leaderboard
from paperplay.results.scan_text import as_text
from paperplay.results.tables import kept_table
from paperplay.web.pages.moment import winner_text
from scanner.scan import Doubt, Scan
from templates.load import code_for
from templates.own import shelf
from templates.own.judge import JUDGE
from templates.own.layout import laid_out
from templates.wording import say
from tests.own_sheets import sample, sheet_of

LONG = """
win = "lowest"
[[section]]
rounds = 60
columns = 1
fields = [ { id = "f", max = 9 } ]
[[section]]
new_page = true
fields = [ { id = "g", max = 9 } ]
"""


def scan_of(sheet, file, page, **fields):
    told = {key.replace("_", "."): value for key, value in fields.items()}
    board = JUDGE.board_from({"format": 1, "sheet": sheet.sheet, "fields": told})
    return Scan(file=file, paper=code_for(sheet.sheet, page=page), ink=board)


def test_pages_of_one_person_count_together_and_the_fewest_points_win(monkeypatch):
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})
    sheet = sheet_of(LONG)
    shelf.put(sheet)
    pages = len(shelf_pages(sheet))
    assert pages > 1
    scans = [
        scan_of(sheet, "a1.jpg", 1, f_1=5, f_2=4),
        scan_of(sheet, "b1.jpg", 1, f_1=1),
        scan_of(sheet, "a2.jpg", pages, g=3),
        scan_of(sheet, "b2.jpg", pages, g=2),
    ]
    evening = evening_of(scans, "en", ["Ida", "Tom"])
    (game,) = evening.games
    assert [(one.rank, one.name, one.points) for one in game.standings] == [
        (1, "Tom", 3), (2, "Ida", 12),
    ]  # fmt: skip


@pytest.mark.parametrize("answer", ["", ', answer = "a + 1"'])
def test_who_had_other_numbers_is_ranked_with_the_others(answer, monkeypatch):
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})
    field = f'fields = [ {{ id = "f", label = "{{a}} + 1 =", max = 99{answer} }} ]'
    sheet = sheet_of(f'[[section]]\nrounds = 1\nvariables = {{ a = "1..9" }}\n{field}')
    shelf.put(sheet)
    scans = []
    for variant, file in ((1, "a.jpg"), (2, "b.jpg")):
        told = {"format": 1, "sheet": sheet.sheet, "variant": variant, "fields": {"f.1": 3}}
        code = replace(code_for(sheet.sheet), variant=variant)
        scans.append(Scan(file=file, paper=code, ink=JUDGE.board_from(told)))
    (game,) = evening_of(scans, "en", ["Ida", "Tom"]).games
    assert {one.name for one in game.standings} == {"Ida", "Tom"}


def test_pages_that_were_not_photographed_are_told(monkeypatch):
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})
    for answer in ("", ", answer = 4"):
        sheet = sheet_of(LONG.replace('"g", max = 9', '"g", max = 9' + answer))
        shelf.put(sheet)
        layouts = shelf_pages(sheet)
        pages = [
            Scan(file=f"{page.number}.jpg", paper=code_for(sheet.sheet, page=page.number),
                 ink=JUDGE.board_of({name: None for name in page.places}, page))
            for page in layouts
        ]  # fmt: skip
        assert f"missing: {', '.join(str(n) for n in range(2, len(pages) + 1))}" in as_text(
            pages[0], "en"
        )
        assert "clearly" not in as_text(pages[0], "en")
        last = leaderboard(evening_of(pages[:-1], "en", ["Ida"]), "en")
        assert f"missing: {len(pages)}" in last
        assert "missing" not in leaderboard(evening_of(pages, "en", ["Ida"]), "en")


def test_nobody_has_won_while_pages_are_missing(monkeypatch):
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})
    sheet = sheet_of("players = 2" + LONG)
    shelf.put(sheet)
    pages = [
        Scan(file=f"{page.number}.jpg", paper=code_for(sheet.sheet, page=page.number),
             ink=JUDGE.board_of({name: 1 if name == "g.1" else None for name in page.places}, page))
        for page in laid_out(sheet, "a4", 2, "en")
    ]  # fmt: skip
    (some,) = evening_of(pages[1:], "en", ["Ida", "Tom"]).games
    assert some.lacks_pages
    assert winner_text(some, "en") == "Tom leads, 0 to 1."
    (whole,) = evening_of(pages, "en", ["Ida", "Tom"]).games
    assert not whole.lacks_pages
    assert winner_text(whole, "en") == "Tom wins, 0 to 1!"


def shelf_pages(sheet):
    return laid_out(sheet, "a4", 0, "en")


def test_a_table_is_ranked_by_the_sheets_own_order(monkeypatch):
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})
    sheet = sample("mini-golf")
    shelf.put(sheet)
    fields = {"hole.1.1": 5, "hole.1.2": 2, "hole.1.3": 3}
    data = {"format": 1, "sheet": sheet.sheet, "players": ["A", "B", "C"], "fields": fields}
    scan = Scan(file="g.jpg", paper=code_for(sheet.sheet, players=3), ink=JUDGE.board_from(data))
    (game,) = evening_of([scan], "en").games
    assert [(one.rank, one.name, one.points) for one in game.standings] == [
        (1, "B", 2), (2, "C", 3), (3, "A", 5),
    ]  # fmt: skip


def test_sums_wait_for_the_pages_that_they_are_made_of(monkeypatch):
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})
    paged = (
        LONG
        + """
[[section]]
new_page = true
fields = [ { id = "sum", max = 999, equals = "total" } ]
"""
    )
    for text in ("players = 2" + paged, paged):
        sheet = sheet_of(text)
        shelf.put(sheet)
        *_, before, last = laid_out(sheet, "a4", 2 if sheet.players else 0, "en")
        scans = [
            Scan(file=f"{page.number}.jpg", paper=code_for(sheet.sheet, page=page.number),
                 ink=JUDGE.board_of(dict.fromkeys(page.places, 5), page))
            for page in (before, last)
        ]  # fmt: skip
        told = leaderboard(evening_of(scans, "en", ["Ida", "Tom"]), "en")
        assert "Pages are missing: 1, 2" in told
        assert "adds up" not in told


def test_free_spaces_are_kept_as_pictures(monkeypatch):
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})
    sheet = sheet_of('[[section]]\nfields = [ { id = "a" },'
                     ' { id = "b", kind = "space", label = "Draw & <b>" } ]')  # fmt: skip
    shelf.put(sheet)
    scan = scan_of(sheet, "a.jpg", 1, a=3)
    doubt = Doubt("a", 3, 8, "digit-doubtful")
    pictures = {"name": b"N", "a": b"A", "b": b"B"}
    evening = evening_of([replace(scan, pictures=pictures, doubts=(doubt,))], "en", ["Ida"])
    assert [line[1:] for line in kept_table(evening, "en").lines] == [
        ("Ida", "Draw & <b>", "a.jpg", b"B")
    ]
    page = html_page(evening, "en").decode()
    assert "Draw &amp; &lt;b&gt;" in page and b64encode(b"B").decode() in page
    plain = evening_of([replace(scan, pictures={"name": b"N"})], "en", ["Ida"])
    assert 'class="kept"' not in html_page(plain, "en").decode()


TABLE = """
players = [2, 6]
[[section]]
rounds = 2
fields = [ { id = "points", label = "Points", max = 13 } ]
[[section]]
fields = [ { id = "sum", label = "Total", digits = 3, equals = "total" } ]
[score]
total = "sum(points)"
"""


def test_fewer_names_than_columns_are_kept_and_problems_use_them(monkeypatch):
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.setattr(shelf, "_found", {})
    sheet = sheet_of(TABLE)
    shelf.put(sheet)
    fields = {"points.1.1": 3, "points.1.2": 5, "points.2.3": 15, "sum.2": 61}
    board = JUDGE.board_from(
        {"format": 1, "sheet": sheet.sheet, "players": ["", "", ""], "fields": fields}
    )
    scan = Scan(file="a.jpg", paper=code_for(sheet.sheet, players=3), ink=board)
    names = ["Ida", "Tom"]
    text = as_text(scan_command._named(scan, names), "en")
    assert "Ida: 3\n  Tom: 5\n  Player 3: 15\n" in text
    evening = evening_of([scan], "en", names)
    wrong = [
        "Points, 3: 15 is not between 0 and 13.",
        "Total, 2 (Tom): 61 is written, but it adds up to 5.",
    ]
    assert list(evening.games[0].problems) == wrong and all(each in text for each in wrong)
    ((key, facts),) = scan_command._about_names(evening)
    assert say(key, "en", **facts) == "Fewer names than players; without a name: 1."
