"""Persons with sheets of several pages, and games in which the fewest points win."""

from __future__ import annotations

from paperplay.results.evening import evening_of
from scanner.scan import Scan
from templates.load import code_for
from templates.own import shelf
from templates.own.judge import JUDGE
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


def shelf_pages(sheet):
    from templates.own.layout import laid_out

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
