"""``paperplay sheet``: begin a file, check it, show it."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest
from PIL import Image

from paperplay.cli import main
from paperplay.commands.sheet_new import begun, samples
from templates.languages import LANGUAGES
from templates.own import shelf
from templates.own.checking import checked
from templates.own.file import open_sheet


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(shelf, "_known", {})
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("sample", [*samples(), "kniffel-like"])
def test_a_sample_is_a_beginning(sample, capsys):
    assert main(["sheet", "new", "mine", "--from", sample]) == 0
    assert open_sheet(shelf.Path("mine.toml")).name == "mine"
    assert main(["sheet", "check", "mine.toml"]) == 0
    assert "own/mine" in capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("players", "rounds"), [(0, 0), (0, 9), (3, 0), (4, 20)])
def test_what_is_begun_is_right(players, rounds, lang, home):
    (home / "mine.toml").write_text(begun("mine", 'The "big" one', players, rounds, lang))
    sheet = open_sheet(home / "mine.toml")
    assert (sheet.players is None) == (players == 0)
    assert ("# [2, " in (home / "mine.toml").read_text("utf-8")) == (players > 2)
    assert main(["sheet", "check", "mine.toml"]) == 0


@pytest.mark.parametrize(
    ("typed", "players"), [("4", (4, 4, 4)), ("3-5", (3, 5, 4)), ("2..8", (2, 8, 4)), ("0", None)]
)
def test_a_table_may_have_from_so_many_to_so_many(typed, players, home):
    call = ["sheet", "new", "mine", "--title", "Mine", "--rounds", "3", "--players", typed]
    assert main(call) == 0
    assert open_sheet(home / "mine.toml").players == players


@pytest.mark.parametrize("typed", ["5-3", "0-3", "3-11", "11", "three"])
def test_other_numbers_of_players_are_refused(typed, home, capsys):
    assert main(["sheet", "new", "mine", "--players", typed]) == 2
    assert "--players" in capsys.readouterr().err
    assert not (home / "mine.toml").exists()


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
            second = picture_after(home / "mine.png", first)
            shown = begun("mine", "Another", 3, 5) + '[[section]]\npicture = "logo.png"\n'
            (home / "mine.toml").write_text(shown)  # its picture comes later
            Image.new("RGB", (40, 20), "red").save(home / "logo.png")
            third = picture_after(home / "mine.png", second)
            Image.new("RGB", (40, 40), "blue").save(home / "logo.png")
            picture_after(home / "mine.png", third)
        finally:
            watching.terminate()


def picture_after(path, before):
    """Wait for another picture than before."""
    for _ in range(600):
        if path.exists() and path.read_bytes() not in (b"", before):
            return path.read_bytes()
        time.sleep(0.1)
    raise AssertionError("There was no picture.")


def test_papers_are_named_where_they_take_different_numbers_of_pages(home, capsys):
    rounds = 'format = 1\ntitle = "Long"\n[[section]]\ncolumns = 1\nrounds = ROUNDS\n'
    fields = 'fields = [ { id = "a", max = 9 } ]\n'
    told = []
    for number in (3, 22, 60):
        shelf.Path("long.toml").write_text(rounds.replace("ROUNDS", str(number)) + fields)
        assert main(["sheet", "check", "long.toml"]) == 0
        told.append(capsys.readouterr().out.partition("pages: ")[2].strip())
    assert told == ["1.", "1 (a4), 2 (letter).", "3."]


CHEESE = """format = 1
title = "Cheese"
players = [2, 6]

[[section]]
rounds = ["Feta", "Brie"]
fields = [
  { id = "mark", label = "Mark", max = 9 },
  { id = "milk", label = "Milk", options = ["cow", "goat", "sheep"] },
]

[score]
total = "sum(mark) + 3 * count(milk, 'cow')"
"""


@pytest.mark.parametrize(
    ("call", "status", "made"),
    [
        (["sheet", "check"], 2, None),
        (["sheet", "show", "--out", "cheese.png"], 0, "cheese.png"),
        (["print", "--out", "cheese.pdf"], 2, None),
    ],
)
def test_a_legend_that_would_be_cut_is_told_by_every_command(call, status, made, home, capsys):
    long = "sheepfromthemountains"
    (home / "cheese.toml").write_text(CHEESE.replace("sheep", long))
    assert main([*call, "cheese.toml"]) == status
    told = capsys.readouterr().err
    line = "cheese.toml, line 9: what the letters to circle stand for is too long"
    assert told.count(
        line
    ) == 1 and "(“Milk: a\u00a0cow, b\u00a0goat, c\u00a0sheep”)" in told.replace(long, "sheep")
    assert "single letters" in told.splitlines()[0]
    assert not (home / "cheese.pdf").exists() and (made is None or (home / made).exists())


@pytest.mark.parametrize("label", ['label = "Milk", ', ""])
def test_what_letters_stand_for_is_printed_above_the_columns_of_rounds(label, home):
    alone = CHEESE.replace('  { id = "mark", label = "Mark", max = 9 },\n', "")
    alone = alone.replace("sum(mark) + ", "").replace('label = "Milk", ', label)
    for text in (CHEESE, alone):
        (home / "cheese.toml").write_text(text)
        assert main(["sheet", "check", "cheese.toml"]) == 0
        found = checked(home / "cheese.toml").layouts
        told = [[t.words for t in page.texts if "b\u00a0goat" in t.words] for _, page in found]
        assert [len(each) for each in told] == [page.players for _, page in found]


def test_letters_with_their_meaning_in_about_fit(home):
    letters = CHEESE.replace('["cow", "goat", "sheep"]', '["C", "G", "S"]').replace("'cow'", "'C'")
    (home / "cheese.toml").write_text(letters)
    assert main(["sheet", "check", "cheese.toml"]) == 0
    assert main(["print", "cheese.toml", "--out", "cheese.pdf"]) == 0


def test_a_longer_label_makes_room_for_what_letters_stand_for(home, capsys):
    text = CHEESE.replace('rounds = ["Feta", "Brie"]\n', "").replace("sum(mark)", "mark")
    text = text.replace("3 * count(milk, 'cow')", "3 * (milk == 'cow')")
    (home / "cheese.toml").write_text(text.replace("[2, 6]", "4"))
    assert main(["sheet", "check", "cheese.toml"]) == 2
    told = capsys.readouterr().err
    assert "cheese.toml, line 8" in told and "Give a field a longer label" in told
    (home / "cheese.toml").write_text(
        text.replace("[2, 6]", "4").replace('"Milk"', '"Milk from a"')
    )
    assert main(["sheet", "check", "cheese.toml"]) == 0


POOREST = """format = 1
title = "Society"
players = [3, 5]

[[section]]
fields = [ { id = "status", label = "Status", max = 99 }, { id = "money", max = 99 } ]

[score]
total = "0 if money == min(money) else status"
"""


def test_what_is_one_players_own_is_noted(home, capsys):
    (home / "society.toml").write_text(POOREST)
    assert main(["sheet", "check", "society.toml"]) == 0
    assert "min(money) is this player’s own number only" in capsys.readouterr().err
    for meant in ("min(everyone(money))", "max(money, 3)"):
        (home / "society.toml").write_text(POOREST.replace("min(money)", meant))
        assert main(["sheet", "check", "society.toml"]) == 0
        assert not capsys.readouterr().err


LONG = """format = 1
title = "Long"
[[section]]
rounds = 8
fields = [ { id = "a", label = "A", max = 9 } ]
[[section]]
rounds = 8
fields = [ { id = "b", label = "B", max = 9 } ]
"""


def test_lines_that_would_save_a_page_side_by_side_are_noted(home, capsys):
    (home / "long.toml").write_text(LONG.replace("8", "9", 1) + LONG[LONG.rindex("[[") :]
                                    .replace('"b"', '"c"'))  # fmt: skip
    assert main(["sheet", "check", "long.toml"]) == 0
    told = capsys.readouterr()
    assert "pages: 2" in told.out
    assert "columns = 2 in section 1" in told.err and "pages then: 1" in told.err
    assert main(["sheet", "show", "long.toml"]) == 0
    assert "page 1 of 2" in capsys.readouterr().err
    text = (home / "long.toml").read_text()
    (home / "long.toml").write_text(text.replace("rounds = 9", "rounds = 9\ncolumns = 2"))
    assert main(["sheet", "check", "long.toml"]) == 0
    told = capsys.readouterr()
    assert "pages: 1" in told.out and not told.err


KING = """format = 1
title = "King"
players = 3
[[section]]
rounds = 10
fields = [
  { id = "bid", max = 10 }, { id = "won", max = 10 }, { id = "bonus", max = 99 },
  { id = "points", digits = 4 },
]
"""


def test_what_fits_on_one_paper_alone_is_told_and_is_no_fault(home, capsys):
    (home / "king.toml").write_text(KING)
    assert main(["sheet", "check", "king.toml"]) == 0
    told = capsys.readouterr()
    assert "pages: 1" in told.out
    assert "fits on no page (letter)" in told.err
    assert main(["print", "king.toml", "--out", "king.pdf"]) == 0
    capsys.readouterr()
    assert main(["print", "king.toml", "--paper", "letter", "--out", "letter.pdf"]) == 2
    assert "fits on no page (letter)" in capsys.readouterr().err
    assert not (home / "letter.pdf").exists()
    (home / "king.toml").write_text(KING.replace("players = 3", "players = 5"))
    assert main(["sheet", "check", "king.toml"]) == 2


@pytest.mark.parametrize(
    ("limits", "needs"),
    [
        ("digits = 3, min = -200", 4),
        ("digits = 2, max = 100", 3),
        ("digits = 3, min = -99", None),
        ("min = -200", 4),
        ("max = 999, min = -99", None),
    ],
)
def test_a_number_that_its_digits_cannot_hold_is_noted(limits, needs, home, capsys):
    text = 'format = 1\ntitle = "T"\n[[section]]\nfields = [ { id = "points", LIMITS } ]\n'
    (home / "t.toml").write_text(text.replace("LIMITS", limits))
    assert main(["sheet", "check", "t.toml"]) == 0
    told = capsys.readouterr().err
    assert (f"digits = {needs} is enough" in told) == (needs is not None)
    assert needs is not None or not told


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ('{ id = "phase" }, { id = "cards" }', "Section 1: phase, cards have no label"),
        ('{ id = "phase", label = "Phase" }, { id = "cards" }', ""),
        ('{ id = "phase", label = "Phase" }, { id = "hand", kind = "space" }', ""),
        ('{ id = "points" }, { id = "who", options = ["A", "B"] }', ""),
    ],
)
def test_columns_that_nobody_can_tell_apart_are_noted(fields, told, home, capsys):
    text = 'format = 1\ntitle = "T"\n[[section]]\nrounds = 3\nfields = [ FIELDS ]\n'
    (home / "t.toml").write_text(text.replace("FIELDS", fields))
    assert main(["sheet", "check", "t.toml"]) == 0
    found = capsys.readouterr().err
    assert told in found and bool(found) == bool(told)
