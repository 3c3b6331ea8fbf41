"""The page that proves printer and phone: printed, told, and in no ranking."""

from __future__ import annotations

import pypdfium2
import pytest

from paperplay import cli
from paperplay.check_page import draw_check
from paperplay.classroom.gradebook import gradebook_of
from paperplay.results.duplicates import once_each
from paperplay.results.evening import evening_of
from paperplay.results.leaderboard import leaderboard
from paperplay.results.scan_text import as_text
from scanner import pipeline
from templates.check_page import check_code
from templates.languages import LANGUAGES
from templates.sheet_code import INKS
from tests.note_pen import NotePen
from tests.paperplay.test_gradebook import GROUP
from tests.paperplay.test_scan import PICTURE
from tests.scanner.test_check_page import scan as check_scan
from tests.scans import scan_of

PLAYED = {
    "format": 1, "sheet": "daydream/BAC", "seed": 0, "solo": False, "name": "Ida",
    "clouds": {"c1": 1, "c2": 2, "c3": 3}, "objects": {"o1": 6},
}  # fmt: skip


def test_the_page_is_drawn_as_before(golden):
    pen = NotePen(brief=True)
    draw_check(pen, check_code())
    golden("check-page.txt", "\n".join(pen.notes))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_prints_one_page_that_says_what_it_is(tmp_path, lang):
    out, n = tmp_path / "check.pdf", LANGUAGES.index(lang)
    paper, ink = ("a4", "letter")[n % 2], INKS[n % 3]
    call = ["print", "Check", "--paper", paper, "--lang", lang, "--ink", ink]
    assert cli.main([*call, "--out", str(out)]) == 0
    document = pypdfium2.PdfDocument(out.read_bytes())
    assert len(document) == 1
    text = document[0].get_textpage().get_text_range()
    assert check_code(paper, lang, ink).printed in text
    starts = {
        "de": "Testseite",
        "en": "Test page",
        "fr": "Page d",
        "it": "Pagina",
        "sv": "Testsida",
    }
    assert starts[lang] in text


def test_an_option_that_it_does_not_have_is_named(tmp_path, capsys):
    out = str(tmp_path / "check.pdf")
    assert cli.main(["print", "check", "--copies", "3", "--out", out]) == 0
    assert "--copies" in capsys.readouterr().err


def test_it_counts_for_nobody():
    ida, check = scan_of(PLAYED, file="ida.jpg"), check_scan()
    assert [kept.best for kept in once_each([check, ida, check])] == [ida]
    evening = evening_of([check, ida], "en", ["Ida"])
    assert [one.name for one in evening.games[0].standings] == ["Ida"]
    assert "test page" not in leaderboard(evening, "en")
    assert not evening_of([check], "en").games


def test_it_is_in_no_gradebook():
    book = gradebook_of([check_scan()], GROUP)
    assert not (book.handed_in or book.unknown or book.others or book.unread)


def test_a_scan_tells_the_verdict_instead_of_points():
    text = as_text(check_scan("c3"), "en")
    assert text.startswith("a.jpg: test page\n  Digits right: 68 of 69; asked about: 1")
    assert "Please look at" not in text and "Points" not in text
    assert text.splitlines()[-1].strip().startswith("paperplay check 1, a4")


def test_in_a_pile_it_is_told_below_the_leaderboard(tmp_path, monkeypatch, capsys):
    found = {"1.jpg": check_scan(), "2.jpg": scan_of(PLAYED, file="2.jpg")}
    monkeypatch.setattr(pipeline, "read_picture", lambda picture, keep: [found[picture.name]])
    for name in found:
        (tmp_path / name).write_bytes(PICTURE)
    call = ["scan", str(tmp_path), "--names", "Ida", "--workers", "1", "--lang", "en"]
    assert cli.main(call) == 0
    told = capsys.readouterr().out
    assert told.index("Evening Song") < told.index("a.jpg: test page")
    assert "Ida" in told.split("test page")[0]
