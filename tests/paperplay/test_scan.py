"""The command that reads photos: which files, what it prints, and how it ends."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from paperplay import cli
from paperplay.reading.photo_files import photos
from paperplay.results.scan_text import as_text
from scanner import pipeline
from scanner.pictures import PhotoError, Picture
from scanner.stages import Keep
from templates.daydream.load import load_sheet
from templates.languages import LANGUAGES
from templates.wording import sentence, words
from tests.named import at
from tests.scans import scan_of, unreadable

PICTURE = cv2.imencode(".png", np.full((30, 40), 200, np.uint8))[1].tobytes()
BOARD = {
    "format": 1, "sheet": "daydream/BAC", "seed": 0, "solo": True, "name": "Ida",
    "clouds": {"c1": 1, "c2": 2, "c3": 3}, "rows": {"r1": "dot"}, "thorns": 2,
    "objects": {"o1": 6}, "constellation": {"lines": 3, "circled": []},
}  # fmt: skip
DOUBT = ("c7", 1, 7)


def told(picture, index=1, board=BOARD, doubts=(DOUBT,)):
    """What the scanner reads."""
    return replace(scan_of(board, *doubts, file=picture.name), page=picture.page, index=index)


@pytest.fixture
def reads(monkeypatch):
    """Let a function stand in for the reading of a picture; note what it was called with."""
    calls = []

    def install(read=lambda picture: [told(picture)]):
        def read_picture(picture, keep):
            calls.append((picture.name, picture.page, keep))
            return read(picture)

        monkeypatch.setattr(pipeline, "read_picture", read_picture)
        return calls

    return install


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder that the call is made in, on a system that speaks English."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return tmp_path


def put(folder, *names, data=PICTURE):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def scan(capsys, *words):
    status = cli.main(["scan", *words])
    shown = capsys.readouterr()
    return status, shown.out, shown.err


# ------------------------------------------------------------------ which files


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["b.png"], ["b.png"]),
        (["b.png", "a.jpg"], ["b.png", "a.jpg"]),  # in the order of the call
        (["."], ["B.JPG", "a.jpg", "b.png", "unnamed"]),
        (["evening"], ["a.jpg", "c.heic"]),
        ([".", "evening"], ["B.JPG", "a.jpg", "b.png", "unnamed", "evening/a.jpg", "c.heic"]),
        (["*.jpg"], ["a.jpg"]),
        (["?.*g"], ["a.jpg", "b.png"]),
        (["**/*.jpg"], ["a.jpg", "evening/a.jpg", "d.jpg"]),  # by its path where two share a name
        (["b.png", "./b.png", "*.png"], ["b.png"]),  # each once
        (["notes.txt"], ["notes.txt"]),  # asked for, so it is read and refused
        (["more/[1].png"], ["[1].png"]),  # a name, not a pattern
    ],
)
def test_files_folders_and_patterns(folder, words, names):
    put(folder, "a.jpg", "b.png", "B.JPG", "unnamed", "evening/a.jpg", "evening/c.heic")
    put(folder, ".hidden.jpg", "evening/deeper/d.jpg", "more/[1].png")
    put(folder, "notes.txt", data=b"bring crisps")
    found, errors = photos(words)
    assert [photo.name for photo in found] == names
    assert not errors


def test_what_is_wrong_with_a_call_is_said_and_the_rest_is_read(folder, reads, capsys):
    reads()
    put(folder, "IMG_2041.jpg")
    (folder / "empty").mkdir()
    words = ["IMG_2042.jpg", "empty", "*.webp", "IMG_2041.jpg", "--json"]
    status, out, err = scan(capsys, *words)
    assert status == 2
    assert [json.loads(line)["file"] for line in out.splitlines()] == ["IMG_2041.jpg"]
    assert err.splitlines() == [
        "paperplay: IMG_2042.jpg: There is no such file. Did you mean IMG_2041.jpg? "
        "Check its name and folder.",
        "paperplay: There is no photo in the folder empty. Name the folder that has the photos.",
        "paperplay: No file fits the pattern *.webp. "
        "Check the folder and the ending, such as photos/*.jpg",
    ]


def test_a_name_that_would_upset_a_terminal_is_spelled_out(folder, reads, capsys):
    reads()
    put(folder, "a\x1b[2J.png")
    (folder / os.fsdecode(b"b\xff.png")).write_bytes(PICTURE)
    status, out, _ = scan(capsys, ".", "--json")
    assert status == 0
    names = [json.loads(line)["file"] for line in out.splitlines()]
    assert names == ["a\\x1b[2J.png", "b\\udcff.png"]


# ------------------------------------------------------------------ results


def test_every_sheet_is_a_line_of_json_and_comes_at_once(folder, reads, capsys):
    shown = []

    def read(picture):
        shown.append(capsys.readouterr().out)
        return [told(picture, 1), told(picture, 2)]

    reads(read)
    put(folder, "a.png", "b.png")
    status, out, err = scan(capsys, "a.png", "b.png", "--json")
    assert (status, err) == (0, "")
    first = [json.loads(line) for line in shown[1].splitlines()]
    last = [json.loads(line) for line in out.splitlines()]
    assert [(one["file"], one["index"]) for one in first + last] == [
        ("a.png", 1), ("a.png", 2), ("b.png", 1), ("b.png", 2)]  # fmt: skip


def test_wishes_are_handed_on(folder, reads, capsys):
    calls = reads()
    put(folder, "a.png")
    words = ["a.png", "--lang", "sv", "--marked", "out/marked", "--debug", "stages"]
    assert scan(capsys, *words)[0] == 0
    keep = Keep(Path("out/marked"), Path("stages"), lang="sv")
    assert calls == [("a.png", 1, keep)]
    assert (folder / "out/marked").is_dir() and (folder / "stages").is_dir()
    put(folder, "file")
    status, out, err = scan(capsys, "a.png", "--marked", "file")
    assert (status, out) == (2, "")
    assert "--marked: file is not a folder" in err


def test_one_bad_photo_is_a_result_and_the_others_are_read(folder, reads, capsys):
    reads()
    put(folder, "a.png", "d.png")
    put(folder, "b.jpg", data=b"")
    put(folder, "c.jpg", data=b"\xff\xd8\xff\xe0\0\x10JFIF")
    status, out, err = scan(capsys, ".", "--json")
    assert status == 1
    scans = [json.loads(line) for line in out.splitlines()]
    assert [(one["file"], one["status"]) for one in scans] == [
        ("a.png", "review"), ("b.jpg", "unreadable"), ("c.jpg", "unreadable"), ("d.png", "review"),
    ]  # fmt: skip
    assert scans[1]["reason"] == "The file is empty. Copy the photo from the phone once more."
    assert "board" not in scans[1]
    assert [line.partition(": The")[0] for line in err.splitlines()] == [
        "paperplay: b.jpg", "paperplay: c.jpg"]  # fmt: skip


def test_a_photo_without_a_sheet_ends_with_1_in_the_readers_language(folder, capsys):
    put(folder, "a.png")  # read by the scanner itself
    status, out, err = scan(capsys, "a.png", "--lang", "de")
    assert (status, out) == (1, "")
    assert err == f"paperplay: a.png: {sentence(PhotoError('no-sheet'), 'de')}\n"


def test_a_readable_result(folder, reads, capsys):
    reads()
    put(folder, "a.png")
    status, out, err = scan(capsys, "a.png")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "a.png: Evening Song (BAC), Ida",
        "  Points: 1 (objects 1, thorns -1, constellation 1)",
        "  Marked on the paper: 0",
        "  Solo: Off Key",
        "  Please look at:",
        f"    cloud {at('c7', 'BAC')}: 1 or 7? The digit is not clear.",
        "  Something on the sheet is not right:",
        f"    Row {at('r1', 'BAC')} (1-2-3): the numbers are in order, so only the sun should be "
        "circled.",
        "    Reached but not circled: first star in the constellation.",
    ]


def test_sheets_that_nobody_played_with_are_left_out_of_the_table(folder, reads, capsys):
    board = {"format": 1, "sheet": "daydream/A", "seed": 0}
    played = {**board, "clouds": {"c1": 4}, "name": "Ida"}
    boards = {"a.png": board, "b.png": played, "c.png": {**played, "seed": 5}}

    def read(picture):
        return [told(picture, board=boards[picture.name], doubts=())]

    reads(read)
    for name in boards:
        put(folder, name)
    status, out, err = scan(capsys, "a.png", "b.png", "c.png")
    assert (status, err) == (0, "paperplay: a.png: nothing is written on it, left out.\n")
    assert out.count("  1. Ida") == 2 and "  2. " not in out
    _, out, err = scan(capsys, "a.png", "b.png", "--json")
    assert (len(out.splitlines()), err) == (2, "")
    _, out, err = scan(capsys, "a.png")  # alone it is what was asked for
    assert (out.splitlines()[1], err) == ("  Points: 0", "")


def test_the_same_advice_for_pages_of_one_file_is_given_once(folder, reads, capsys):
    def read(picture):
        return [replace(unreadable(picture.name), index=n) for n in (1, 2, 3)]

    reads(read)
    put(folder, "a.png", "b.png")
    status, _, err = scan(capsys, "a.png", "b.png")
    assert status == 1
    assert err.splitlines() == [
        line
        for name in ("a.png", "b.png")
        for line in (
            f"paperplay: {name}, sheet 1: {sentence(unreadable().failure, 'en')}",
            f"paperplay: {name}: further pages with the same: 2.",
        )
    ]
    _, out, _ = scan(capsys, "a.png", "--json")
    assert len(out.splitlines()) == 3


def test_a_folder_of_folders_names_one_that_has_photos(folder, capsys):
    (folder / "evening" / "a").mkdir(parents=True)
    (folder / "evening" / "b").mkdir()
    put(folder / "evening" / "b", "1.png")
    status, _, err = scan(capsys, "evening")
    inner = Path("evening") / "b"
    assert status == 2 and "subfolders are not searched" in err and str(inner) in err


PAGE = Picture("evening.pdf", 3, (1, 1), lambda reduction: None)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clear_sheet_is_told_in_every_language(lang):
    board = {"format": 1, "sheet": "daydream/BAC", "seed": 0}
    text = as_text(told(PAGE, board=board, doubts=()), lang)
    head, worth, clear = text.splitlines()
    assert head.startswith("evening.pdf, ") and " 3" in head and "(BAC)" in head
    assert worth.endswith("0") and clear.strip() == words("scan")["scan.result.clear"][lang]


def test_a_score_sheet_names_its_players():
    votes = {"1": 2, "2": 1, "3": 2}
    board = {"format": 1, "sheet": "dreams/score", "players": ["Andrea", "", ""],
             "rounds": [{"vision": 3, "mortal": 3, "votes": votes}]}  # fmt: skip
    lines = as_text(told(PAGE, board=board, doubts=()), "en", several=True).splitlines()
    assert lines[:4] == [
        "evening.pdf, page 3, sheet 1: Dreams · Score sheet",
        "  Andrea: 0",
        "  Player 2: 0",
        "  Player 3: 3",
    ]


FIRST = load_sheet("DA").polaroids[0]


@pytest.mark.parametrize(
    ("element", "guess", "other", "said"),
    [
        ("r1", "dot", None, f"row {at('r1', 'BAC')}: dot or empty?"),
        ("l3", "filled", "circled", "third leaf: filled or circled?"),
        ("p1.value", 3, 8, f"polaroid over {at(FIRST.cloud, 'DA')}: 3 or 8?"),
        ("m2.linked", True, False, "second moon (number above): yes or no?"),
        ("f1.5", "crossed", None, "first group of frames, 5: crossed out or empty?"),
        ("constellation.lines", 12, 13, "constellation: 12 or 13?"),
        ("total", 17, 11, "total: 17 or 11?"),
        ("r1.vote.2", 1, None, "Round 1, guess, Player 2: 1 or empty?"),
        ("penalty.1.2", True, False, "penalty card, Player 1, 2: yes or no?"),
    ],
)
def test_doubts_are_told_in_plain_words(element, guess, other, said):
    own = {"p": "daydream/DA", "m": "daydream/EDF", "f": "daydream/EDF"}
    game = {"vote": "dreams/score", "penalty": "when-i-dream/score"}
    usual = own.get(element[0], "daydream/BAC")
    sheet = next((game[part] for part in element.split(".") if part in game), usual)
    players = {} if sheet == usual else {"players": [""] * 4, "rounds": []}
    board = {"format": 1, "sheet": sheet, **players}
    lines = as_text(told(PAGE, board=board, doubts=[(element, guess, other)]), "en").splitlines()
    assert f"    {said} The digit is not clear." in lines


def test_the_sample_is_read_as_it_was_written(capsys):
    sample = Path(__file__).parents[2] / "samples" / "photos" / "BAC.jpg"
    status, out, err = scan(capsys, str(sample), "--json")
    assert (status, err) == (0, "")
    read = json.loads(out)
    written = json.loads(sample.with_name("BAC.board.json").read_text(encoding="utf-8"))
    assert {**read["board"], "name": written["name"]} == written  # names stay pictures
    assert "constellation-stars" in {problem["code"] for problem in read["score"]["problems"]}


def test_a_link_in_a_folder_that_leads_nowhere_is_named(folder, reads, capsys):
    reads()
    (folder / "photos").mkdir()
    (folder / "photos" / "a.png").write_bytes(PICTURE)
    (folder / "photos" / "b.jpg").symlink_to("nowhere.jpg")
    assert cli.main(["scan", "photos"]) == 1
    assert "b.jpg: " in capsys.readouterr().err
