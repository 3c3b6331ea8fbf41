"""``paperplay sheet``: begin a file, check it, show it."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from paperplay.cli import main
from paperplay.commands.sheet_new import begun, samples
from templates.own import shelf
from templates.own.file import open_sheet


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("sample", samples())
def test_a_sample_is_a_beginning(sample, capsys):
    assert main(["sheet", "new", "mine", "--from", sample]) == 0
    assert open_sheet(shelf.Path("mine.toml")).name == "mine"
    assert main(["sheet", "check", "mine.toml"]) == 0
    assert "own/mine" in capsys.readouterr().out


@pytest.mark.parametrize(("players", "rounds"), [(0, 0), (0, 9), (3, 0), (4, 20)])
def test_what_is_begun_is_right(players, rounds, home):
    (home / "mine.toml").write_text(begun("mine", 'The "big" one', players, rounds))
    sheet = open_sheet(home / "mine.toml")
    assert (sheet.players is None) == (players == 0)
    assert main(["sheet", "check", "mine.toml"]) == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["new", "Not A Name"], "cannot be a name"),
        (["new", "mine", "--from", "five-dise"], "five-dice"),
        (["check", "none.toml"], "no file none.toml"),
        (["show", "none.toml"], "no file none.toml"),
        (["show", "none.toml", "--out", "x.jpg"], ".png"),
    ],
)
def test_a_wrong_call_is_told_what_to_do(words, told, capsys):
    assert main(["sheet", *words]) == 2
    assert told in capsys.readouterr().err


def test_a_file_is_not_written_over(capsys):
    assert main(["sheet", "new", "mine", "--title", "A", "--players", "2", "--rounds", "3"]) == 0
    assert main(["sheet", "new", "mine", "--title", "B", "--players", "2", "--rounds", "3"]) == 2


def test_every_fault_is_told_with_its_line(home, capsys):
    text = begun("mine", "Mine", 2, 5).replace("max", "mx").replace("sum(points)", "sun(points)")
    (home / "mine.toml").write_text(text)
    assert main(["sheet", "check", "mine.toml", "--lang", "de"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert all(f"Zeile {line}" in each for line, each in zip((10, 17), told, strict=True))


def test_words_that_do_not_fit_are_told(home, capsys):
    text = begun("mine", "Mine", 6, 0).replace("First line", "Ridiculously" * 12)
    (home / "mine.toml").write_text(text)
    assert main(["sheet", "check", "mine.toml"]) == 2
    assert "too long" in capsys.readouterr().err


def test_a_sheet_is_shown_again_when_its_file_changes(home):
    (home / "mine.toml").write_text(begun("mine", "Mine", 2, 5))
    call = [sys.executable, "-m", "paperplay", "sheet", "show", "mine.toml", "--watch"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(call, cwd=home, env=environment, stderr=subprocess.PIPE) as watching:
        try:
            first = picture_after(home / "mine.png", b"")
            (home / "mine.toml").write_text(begun("mine", "Another", 3, 5))
            assert picture_after(home / "mine.png", first) != first
        finally:
            watching.terminate()


def picture_after(path, before):
    """Wait for another picture than before."""
    for _ in range(600):
        if path.exists() and path.read_bytes() not in (b"", before):
            return path.read_bytes()
        time.sleep(0.1)
    raise AssertionError("There was no picture.")
