"""The call: who won, written to where it was asked for."""

from __future__ import annotations

import shutil
from pathlib import Path

from paperplay import cli

SAMPLE = Path(__file__).parents[2] / "samples" / "photos" / "BAC.jpg"


def test_the_call_shows_a_leaderboard_and_writes_what_was_asked_for(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    shutil.copy(SAMPLE, tmp_path / "a.jpg")
    shutil.copy(SAMPLE, tmp_path / "b.jpg")
    words = ["scan", "a.jpg", "b.jpg", "--names", "Ida", "--csv", "a.csv"]
    assert cli.main([*words, "--xlsx", "a.xlsx", "--html", "a.html"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "  1. Ida   45  Gegenstände 25" in shown.out
    assert "Ida: Bogen zweimal fotografiert. a.jpg und b.jpg ergänzen sich" in shown.out
    files = {path.name for path in tmp_path.iterdir()}
    assert files == {"a.jpg", "b.jpg", "a.csv", "a.xlsx", "a.html"}
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert page.count("<img") == 1 + page.count(
        "<td>siebter Stern"
    )  # the name, and what is doubtful
    assert cli.main(words) == 2  # nothing is overwritten unasked
    assert cli.main([*words, "--force"]) == 0
    assert cli.main(["scan", "a.jpg", "--csv", "-"]) == 2


def test_a_single_sheet_takes_the_name_from_the_call(tmp_path, monkeypatch, capsys):
    words = ["scan", str(SAMPLE), "--names", "Ida,Tom", "--lang", "en"]
    assert cli.main(words) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("BAC.jpg: Evening Song (BAC), Ida\n")
    assert shown.err == "paperplay: More names than players; left over: Tom. Is the order right?\n"
