"""An evening: which sheets count, who won, how it is told and written down."""

from __future__ import annotations

import csv
import io
import json
import re

import cv2
import numpy as np
import openpyxl
import pytest

from paperplay.messages import system_language
from paperplay.results.csv import csv_file
from paperplay.results.duplicates import is_untouched, once_each
from paperplay.results.evening import evening_of
from paperplay.results.html import html_page
from paperplay.results.leaderboard import leaderboard
from paperplay.results.names import names_from
from paperplay.results.tables import review_table, rows_table
from paperplay.results.xlsx import xlsx_file
from rules.errors import HostError
from scanner.likeness import Likeness, likeness
from templates.daydream.exercises import load_exercise
from templates.daydream.load import load_sheet
from templates.languages import LANGUAGES
from tests.named import at
from tests.scans import scan_of, unreadable

PNG = cv2.imencode(".png", np.full((40, 300), 90, np.uint8))[1].tobytes()


def board_of(line):
    """The board of a short line: its first clouds and objects, the rest untouched."""
    name, *parts = line.split()
    sheet, _, seed = name.partition("#")
    given = dict(part.split("=") for part in parts)
    digits = enumerate(given.get("clouds", ""), start=1)
    lines = enumerate(given.get("objects", "0").split(","), start=1)
    data = {
        "format": 1,
        "sheet": f"daydream/{sheet}",
        "seed": int(seed),
        "name": given.get("name"),
        "clouds": {f"c{n}": int(digit) for n, digit in digits if digit != "-"},
        "objects": {f"o{n}": int(count) for n, count in lines},
        "total": int(given["total"]) if "total" in given else None,
    }
    return data


def scan(line, file="a.jpg", *, review=(), **more):
    """A scan of that board."""
    return scan_of(board_of(line), *((e, 1, 7) for e in review), file=file, **more)


def evening(*scans, lang="en", names=()):
    return evening_of(scans, lang, names)


# ------------------------------------------------------------------ who won


def test_sheets_are_ranked_by_the_rules_and_ties_by_the_next_object():
    night = evening(
        scan("A#0 clouds=1 objects=4", "a.jpg"),
        scan("A#0 clouds=2 objects=4,2", "b.jpg"),
        scan("A#0 clouds=3 objects=3", "c.jpg"),
        scan("A#0 clouds=4 objects=4,2", "d.jpg"),
        names=["Ida", "Tom", "Eva", "Åsa"],
    )
    (game,) = night.games
    assert [(one.rank, one.name) for one in game.standings] == [
        (1, "Tom"), (1, "Åsa"), (3, "Ida"), (4, "Eva")]  # fmt: skip
    assert game.standings[0].points == game.standings[2].points > game.standings[3].points


def test_combinations_are_ranked_apart_in_the_order_of_their_sheets():
    night = evening(scan("BC#0 clouds=1"), scan("A#0 clouds=2"), scan("BC#0 clouds=3"))
    assert [(game.sheet, len(game.standings)) for game in night.games] == [
        ("daydream/BC", 2), ("daydream/A", 1)]  # fmt: skip


def test_frames_are_checked_across_the_players():
    sheet = load_sheet("daydream/EDF")
    frame = sheet.frames[0]
    scans = []
    for digit in "12":
        clouds = {cloud: int(digit) for cloud in frame.clouds}
        frames = {frame.id: {str(frame.rewards[0]): "circled"}}
        scans.append(scan_of({**board_of("EDF#0"), "clouds": clouds, "frames": frames}))
    (game,) = evening(*scans, names=["Ida", "Tom"]).games
    assert any("Ida, Tom have all circled the" in remark for remark in game.remarks)


def test_a_score_sheet_is_a_game_of_its_own_with_all_its_players():
    board = {
        "format": 1, "sheet": "dreams/score", "players": [""] * 4,
        "rounds": [{"vision": 3, "mortal": 3, "votes": {"1": 2, "2": 1, "3": 2, "4": 1}}],
        "totals": {},
    }  # fmt: skip
    one = scan_of(board)
    night = evening(scan("A#0 clouds=5"), one, names=["Ida", "Andrea", "Peter", "Jörg"])
    daydream, game = night.games
    assert [place.name for place in daydream.standings] == ["Ida"]
    named = zip(["Andrea", "Peter", "Jörg", "Player 4"], one.table_score.totals, strict=True)
    assert {place.name: place.points for place in game.standings} == dict(named)
    assert game.standings[0].rank == 1 and night.nameless == 1


def test_doubts_of_a_score_sheet_are_told_in_words_in_every_export():
    board = {
        "format": 1, "sheet": "when-i-dream/score", "players": ["", "", "", "Åsa"],
        "rounds": [{"dreamer": 1, "yellow": 3, "blue": 2, "roles": {"2": "fairy"}}],
    }  # fmt: skip
    doubts = [("r1.role.4", None, "nightmare"), ("penalty.2.1", False, True)]
    night = evening(scan_of(board, *doubts), lang="de")
    role, penalty = "Runde 1, Rolle, Åsa", "Strafkarte, Spieler 2, 1"
    assert f"{role}: leer oder Nachtalb?" in leaderboard(night, "de")
    lines = list(csv.DictReader(io.StringIO(csv_file(night, "de").decode("utf-8-sig"))))
    assert all(f"{role}: leer oder Nachtalb?" in line["Anzusehen"] for line in lines)
    assert [line[2] for line in review_table(night, "de").lines] == [role, penalty]


def answered(task, right, file):
    """A scan of a task that has as many right answers, the others missing."""
    rows = {row: mark and mark.value for row, mark in task.rows.items()}
    rows |= {row: task.solution(row).value for row in task.asked[:right]}
    board = {**board_of("A#0"), "clouds": task.clouds, "rows": rows}
    return scan_of(board, file=file, task=(task.form, task.task))


@pytest.mark.parametrize(("level", "told"), [(1, "2 of 12 right"), (3, "2 of 5 mistakes found")])
def test_tasks_are_counted_and_not_ranked(level, told):
    task = load_exercise("daydream/A", 0, level, 2)
    scans = answered(task, 2, "a.jpg"), answered(task, 3, "b.jpg")
    night = evening(*scans, names=["Ida", "Tom"])
    text = leaderboard(night, "en").splitlines()
    assert text[1:3] == [f"  Ida  {told}", f"  Tom  {told.replace('2 of', '3 of')}"]
    lines = list(csv.DictReader(io.StringIO(csv_file(night, "en").decode("utf-8-sig"))))
    assert [(line["Rank"], line["Points"], line["As marked"]) for line in lines] == [
        ("", "3", ""), ("", "2", "")]  # fmt: skip
    assert f"Brain teaser 2, level {level}: {told}, " in html_page(night, "en").decode()


@pytest.mark.parametrize("sheet", ["A", "BAC", "EDF"])
def test_a_sheet_as_it_was_printed_is_known(sheet):
    assert is_untouched(scan(f"{sheet}#0"))
    assert not is_untouched(scan(f"{sheet}#0 clouds=0"))
    assert not is_untouched(scan(f"{sheet}#0", review=["c1"]))
    assert not is_untouched(scan("A#0", task=(1, 1)))


def test_a_score_sheet_as_it_was_printed_is_known():
    board = {"format": 1, "sheet": "when-i-dream/score", "players": [""] * 4, "rounds": []}
    assert is_untouched(scan_of({**board, "penalties": {"1": 0}, "totals": {}}))
    assert not is_untouched(scan_of({**board, "totals": {"2": 7}}))


# ------------------------------------------------------------------ the same sheet twice


def test_the_better_photo_of_a_sheet_counts_and_it_is_said():
    worse = scan("A#0 clouds=123456789", "bad.jpg", review=["c1", "c2"])
    better = scan("A#0 clouds=723456789", "good.jpg", review=["c1"])
    night = evening(worse, better, names=["Ida"])
    (game,) = night.games
    assert [place.scan.file for place in game.standings] == ["good.jpg"]
    assert not night.names_left
    told = leaderboard(night, "en")
    assert "Ida: sheet photographed twice. good.jpg and bad.jpg complete each other" in told


def test_of_two_equal_photos_the_surer_one_counts_else_the_first():
    clouds = "A#0 clouds=123456"
    first, second = scan(clouds, "1.jpg"), scan(clouds, "2.jpg", sure=0.999)
    assert once_each([first, second])[0].best.file == "2.jpg"
    again = scan(clouds, "3.jpg")
    assert once_each([first, again])[0].best.file == "1.jpg"


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (scan("A#0 clouds=123456789 objects=4"), True),
        (scan("A#0 clouds=123456780 objects=4"), True),  # one digit was read otherwise
        (scan("A#0 clouds=321654987 objects=4"), False),  # a photocopy that another player filled
        (scan("A#0 clouds=123456789 objects=4", copy=1), False),
        (scan("A#5 clouds=123456789 objects=4"), False),
        (scan("D#0 clouds=123456789 objects=4"), False),
    ],
)
def test_a_sheet_is_known_again_by_its_number_and_its_ink(other, same):
    assert (likeness(scan("A#0 clouds=123456789 objects=4"), other) is Likeness.SAME) is same
    assert (likeness(other, scan("A#0 clouds=123456789 objects=4")) is Likeness.SAME) is same


def test_zeros_are_ink_where_a_player_wrote_them():
    assert likeness(scan("A#0 clouds=0000"), scan("A#0 clouds=-----0000")) is not Likeness.SAME


# ------------------------------------------------------------------ names


def test_sheets_without_a_name_go_by_their_number():
    night = evening(scan("A#0 clouds=1"), scan("A#0 clouds=2 name=Eva"), lang="sv")
    assert {one.name for one in night.games[0].standings} == {"Ark 1", "Eva"}


def test_names_come_from_the_call_or_a_file(tmp_path):
    assert names_from(" Ida, ,Jo\u0308rg ") == ["Ida", "Jörg"]
    for text in ("Ida\r\nTom, the tall\r\n\r\n", "\ufeffIda\nTom, the tall"):
        (tmp_path / "names.txt").write_text(text, encoding="utf-8", newline="")
        assert names_from(str(tmp_path / "names.txt")) == ["Ida", "Tom, the tall"]
    (tmp_path / "names.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(HostError) as error:
        names_from(str(tmp_path / "names.txt"))
    assert error.value.code == "names-unreadable"


@pytest.mark.parametrize("told", ["nofile.txt", "names.CSV", "lists/names"])
def test_a_list_of_names_that_is_not_there_is_no_name(told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(HostError) as error:
        names_from(told)
    assert (error.value.code, error.value.facts["file"]) == ("names-missing", told)
    assert names_from("Dr. No") == ["Dr. No"]


def test_names_that_are_left_over_or_missing_are_counted():
    assert evening(scan("A#0 clouds=1"), names=["Ida", "Tom"]).names_left == ("Tom",)
    night = evening(scan("A#0 clouds=1"), scan("A#0 clouds=2"), names=["Ida"])
    assert (night.names_left, night.nameless) == ((), 1)


def test_the_systems_language_is_spoken_if_it_is_ours():
    assert system_language({"LANG": "sv_SE.UTF-8"}) == "sv"
    assert system_language({"LC_ALL": "C", "LANG": "sv_SE.UTF-8"}) == "en"
    assert system_language({"LANG": "nl_NL"}) == system_language({}) == "en"


# ------------------------------------------------------------------ exports

PNGS = {"name": PNG, "c1": PNG}
RISKY = ["=1+1", "+49", "-5", "@me", "<script>alert(1)</script>", "Jörg & Ida"]


@pytest.fixture
def night():
    """Six players with awkward names, a doubt and a photo that failed."""
    sheets = [
        scan(f"A#0 clouds={n}--{n} objects={min(n, 4)},{max(0, n - 4)}", f"{n}.jpg", pictures=PNGS)
        for n in range(1, 6)
    ]
    last = scan("A#0 clouds=987 objects=4,4 total=3", "6.jpg", review=["c1"], pictures=PNGS)
    return evening(*sheets, last, unreadable("7.jpg"), names=RISKY)


def test_csv_has_a_line_a_player_and_no_formula(night):
    data = csv_file(night, "en")
    assert data.startswith(b"\xef\xbb\xbf")
    lines = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert [line["Rank"] for line in lines] == ["1", "2", "3", "4", "5", "6"]
    names = {line["Name"] for line in lines}
    assert names == {"'=1+1", "'+49", "'-5", "'@me", *RISKY[4:]}
    assert lines[0]["Name"] == "Jörg & Ida" and lines[0]["What is not right"]
    assert f"cloud {at('c1')}: 1 or 7?" in lines[0]["To look at"]
    assert all(line["Photo"].endswith(".jpg") and "/" not in line["Photo"] for line in lines)


def test_xlsx_has_three_sheets_with_header_filter_and_pictures(night):
    book = openpyxl.load_workbook(io.BytesIO(xlsx_file(night, "de")))
    assert book.sheetnames == ["Ergebnis", "Reihen", "Ansehen"]
    results, rows, review = (book[name] for name in book.sheetnames)
    for sheet in book:
        assert sheet.freeze_panes == "A2" and sheet.auto_filter.ref.startswith("A1:")
        assert sheet.column_dimensions["A"].width > 8
        assert not any(cell.data_type == "f" for line in sheet.iter_rows() for cell in line)
    assert [cell.value for cell in results[1]][:4] == ["Spiel", "Platz", "Name", "Punkte"]
    assert {line[2].value for line in results.iter_rows(min_row=2)} >= {"'=1+1", "Jörg & Ida"}
    assert isinstance(results["D2"].value, int)
    assert len(results._images) == 6 and len(review._images) == 1
    assert rows.max_row == 1 + len(rows_table(night, "de").lines)
    assert review.max_row == 3 and "unscharf" in str([cell.value for cell in review[3]])


def test_every_row_of_every_player_has_a_verdict():
    row = load_sheet("daydream/A").rows[0]
    clouds = {cloud: n for n, cloud in enumerate(row.clouds, start=1)}
    wrong = scan_of({**board_of("A#0"), "clouds": clouds, "rows": {row.id: "crossed"}})
    lines = rows_table(evening(wrong, names=["Ida"]), "en").lines
    assert len(lines) == len(load_sheet("daydream/A").rows)
    numbers = " ".join(str(n) for n in clouds.values())
    assert lines[0][1:7] == ("Ida", f"row {at(row.id)}", numbers, "crossed out", "sun", "wrong")
    assert {line[6] for line in lines[1:]} == {"unfinished"}


def test_html_is_one_page_that_escapes_loads_and_runs_nothing(night):
    page = html_page(night, "fr").decode()
    assert "<script" not in page and "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "Jörg &amp; Ida" in page and '<html lang="fr">' in page
    assert not re.search(r'(src|href)="(?!data:image/png;base64,)', page)
    assert "url(" not in page and "prefers-color-scheme: dark" in page
    assert page.count("<img") == 7
    assert "7.jpg" in page and "La photo est floue." in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_tells_the_whole_evening(lang, night):
    assert leaderboard(night, lang).count("\n") > 8
    assert json.dumps([each.header(lang) for each in (review_table(night, lang),)])
    assert xlsx_file(night, lang) and html_page(night, lang) and csv_file(night, lang)
