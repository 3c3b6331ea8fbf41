"""What people, disks and systems do to the command line: words, never a traceback."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from paperplay import output
from paperplay.cli import main
from paperplay.folders import data_folder
from paperplay.reading.photo_files import Photo
from paperplay.reading.resume import Journal
from paperplay.remembered import found_once
from paperplay.web.store.database import Store
from rules.errors import HostError
from tests.paperplay.stand_ins import found

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "samples" / "photos" / "BAC.jpg"
BOARD = ROOT / "samples" / "photos" / "BAC.board.json"
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has /dev/full")


def run(*words, out=subprocess.PIPE):
    """Run a call in a process of its own: its status and what it says to people."""
    call = [sys.executable, "-m", "paperplay", *map(str, words)]
    done = subprocess.run(call, stdout=out, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


# ---- names


def test_a_name_that_would_clear_the_terminal_is_spelt_out():
    status, said = run("sheet", "show", "\x1b[2J\u202e\n.toml")
    assert status == 2
    assert r"\x1b[2J\u202e\n.toml" in said and len(said.splitlines()) == 1


# ---- disks


@needs_full
@pytest.mark.parametrize(
    "words",
    [["layout", "A"], ["print", "A", "--out", "-"], ["score", BOARD], ["--help"]],
    ids=lambda words: str(words[0]),
)
def test_a_full_standard_output_is_said(words):
    with Path("/dev/full").open("w") as full:
        status, said = run(*words, out=full)
    assert status == 2
    assert "The result cannot be written" in said and len(said.splitlines()) == 1


CLASS = ["class", "scan", ROOT / "samples" / "7b.csv", ROOT / "samples" / "class" / "7b-1.jpg"]


@needs_full
@pytest.mark.parametrize("words", [["scan", SAMPLE], CLASS], ids=["scan", "class"])
def test_a_file_is_written_though_standard_output_is_full(words, tmp_path):
    page = tmp_path / "evening.html"
    with Path("/dev/full").open("w") as full:
        status, said = run(*words, "--html", page, out=full)
    assert status == 2 and page.stat().st_size > 1000
    assert "The result cannot be written" in said


@pytest.mark.parametrize("option", ["--marked", "--debug"])
def test_a_full_disk_costs_pictures_but_no_reading(option, tmp_path, monkeypatch, capsys):
    def full(path, data):
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert main(["scan", str(SAMPLE), "--json", "--workers", "1", option, str(tmp_path)]) == 2
    caught = capsys.readouterr()
    assert json.loads(caught.out)["board"]["sheet"] == "daydream/BAC"
    assert "BAC-1" in caught.err and "has room" in caught.err
    assert list(tmp_path.iterdir()) == []


def test_marked_sheets_are_not_overwritten_without_force(tmp_path, capsys):
    call = ["scan", str(SAMPLE), "--json", "--workers", "1", "--marked", str(tmp_path)]
    (tmp_path / "BAC-x-1.jpg").touch()  # of another photo
    assert main(call) == 0
    (tmp_path / "BAC-1.jpg").write_text("precious")
    assert main(call) == 2
    assert "--force" in capsys.readouterr().err
    assert (tmp_path / "BAC-1.jpg").read_text() == "precious"
    assert main([*call, "--force"]) == 0
    assert (tmp_path / "BAC-1.jpg").read_bytes().startswith(b"\xff\xd8")


@pytest.mark.parametrize("option", ["--marked", "--debug"])
def test_a_photo_is_never_overwritten_by_a_picture_of_another(option, tmp_path, capsys):
    taken = [tmp_path / name for name in ("a.jpg", "a-1.jpg", "a-1-1-found.jpg")]
    for file in taken:
        shutil.copy(SAMPLE, file)
    assert main(["scan", *map(str, taken), option, str(tmp_path), "--force"]) == 2
    assert "among what this call reads" in capsys.readouterr().err
    assert {file.read_bytes() for file in tmp_path.iterdir()} == {SAMPLE.read_bytes()}


def test_lists_of_names_are_never_overwritten_by_the_result(tmp_path, capsys):
    names = tmp_path / "7b.csv"
    names.write_text("Ida\nTom\n", "utf-8")
    made = ["class", "new", str(names), "--sheet", "A", "--out", str(tmp_path / "a.pdf")]
    assert main(made) == 0
    over = ["--csv", str(tmp_path / "." / "7b.csv"), "--force"]
    assert main(["scan", str(SAMPLE), "--names", str(names), *over]) == 2
    assert main(["class", "scan", str(names), str(SAMPLE), *over]) == 2
    assert capsys.readouterr().err.count("among what this call reads") == 2
    assert names.read_text("utf-8") == "Ida\nTom\n"


def test_a_marked_sheet_is_not_written_through_a_link(tmp_path):
    (tmp_path / "mine").write_text("precious")
    marked = tmp_path / "marked"
    marked.mkdir()
    (marked / "BAC-1.jpg").symlink_to(tmp_path / "mine")
    call = ["scan", str(SAMPLE), "--json", "--workers", "1", "--marked", str(marked), "--force"]
    assert main(call) == 0
    assert (tmp_path / "mine").read_text() == "precious"
    assert not (marked / "BAC-1.jpg").is_symlink()


# ---- streams and folders that are gone


@pytest.mark.skipif(os.name == "nt", reason="a shell's way to close streams")
@pytest.mark.parametrize(
    ("words", "closed", "status"),
    [
        (["layout", "A"], ">&-", 2),
        (["layout", "A"], "<&- >&- 2>&-", 2),
        (["score", "-"], "<&-", 0),
        (["score", "nowhere.json"], "2>&-", 2),
        (["print", "A", "--out", "{}/a.pdf"], "<&- 2>&-", 0),
    ],
)
def test_a_closed_stream_is_not_a_crash(words, closed, status, tmp_path):
    named = " ".join(words).format(tmp_path)
    call = f"{sys.executable} -m paperplay {named} {closed}"
    done = subprocess.run(["sh", "-c", call], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, "Traceback" in done.stderr) == (status, False)
    assert ("Bad file descriptor" in done.stderr) == (closed == ">&-")


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps the folder that one is in")
@pytest.mark.parametrize("words", [["scan", str(SAMPLE)], ["print", "A", "--out", "a.pdf"]])
def test_a_folder_that_is_gone_is_said(words, tmp_path, monkeypatch, capsys):
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    here.rmdir()
    assert main(words) == 2
    assert "is gone" in capsys.readouterr().err
    monkeypatch.chdir(tmp_path)


def test_an_empty_word_is_no_folder(tmp_path, monkeypatch, capsys):
    shutil.copy(SAMPLE, tmp_path / "a.jpg")
    monkeypatch.chdir(tmp_path)
    assert main(["scan", "", "--json"]) == 2
    caught = capsys.readouterr()
    assert not caught.out and "no such file" in caught.err


# ---- files that are none


@pytest.mark.parametrize("size", [(30_000, 1), (1, 30_000), (60_000, 3), (1, 1)])
@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_a_strip_holds_no_sheet(size, kind, tmp_path, capsys):
    Image.new("RGB", size, "white").save(tmp_path / f"strip.{kind}")
    assert main(["scan", str(tmp_path), "--json", "--workers", "1"]) == 1
    assert json.loads(capsys.readouterr().out)["code"] == "no-sheet"


def test_links_to_nothing_and_in_a_ring_are_called_links(tmp_path, capsys):
    (tmp_path / "one.jpg").symlink_to(tmp_path / "two.jpg")
    (tmp_path / "two.jpg").symlink_to(tmp_path / "one.jpg")
    (tmp_path / "lost.jpg").symlink_to(tmp_path / "nowhere.jpg")
    shutil.copy(SAMPLE, tmp_path / "real.jpg")
    names = ["one.jpg", "lost.jpg", "real.jpg"]
    assert main(["scan", *(str(tmp_path / name) for name in names), "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one.get("code", "") for one in lines] == ["photo-link", "photo-link", ""]
    assert main(["scan", str(tmp_path), "--json"]) == 1  # a folder's links are named as well


# ---- places that are none, options that do nothing


def test_a_device_is_never_replaced(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "is_file", lambda path: False)  # as a device says of itself
    device = tmp_path / "null"
    device.write_text("a device")
    with pytest.raises(HostError, match="out-device"):
        output.write_output(str(device), b"%PDF", force=True)
    assert device.read_text() == "a device"
    with pytest.raises(HostError, match="out-device"):
        output.check_output(os.devnull, force=True)


def test_a_pipe_with_a_name_is_written_to(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE)
    output.write_output(str(tmp_path / "pipe"), b"%PDF", force=False)
    assert reader.communicate()[0] == b"%PDF"
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("print A --out a.png", "a.pdf"),
        ("print A --out new/", "there is no folder new"),
        ("scan list.txt --csv table.xlsx", "table.csv"),
    ],
)
def test_what_cannot_be_meant_is_refused(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.txt").write_text("Mond\nStern\n")
    assert main(words.split()) == 2
    caught = capsys.readouterr()
    assert said in caught.err and caught.out == ""
    assert [each.name for each in tmp_path.iterdir()] == ["list.txt"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("print A --players 4 --out a.pdf", "--players"),
        ("print daydream --pages 2 --out a.pdf", "--pages"),
        ("print A --words list.txt --out a.pdf", "--words"),
        ("print dreams --words list.txt --out a.pdf", "--words"),
        ("print dreams/score --dice x --out a.pdf", "--dice"),
        ("print dreams --seed 3 --out a.pdf", "--seed"),
        ("print when-i-dream/score --seed 3 --out a.pdf", "--seed"),
        ("print A --bleed --out a.pdf", "--bleed"),
        ("print dreams/score --backs fold --out a.pdf", "--backs"),
        ("print A --back-shift 1,1 --out a.pdf", "--back-shift"),
        ("layout A --players 4", "--players"),
        ("layout A --page 2", "--page"),
        ("layout dreams/score --seed 3", "--seed"),
    ],
)
def test_an_option_that_changes_nothing_is_named(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("printkit.press.printed", lambda order: b"%PDF")
    (tmp_path / "list.txt").write_text("Mond\nStern\n")
    assert main(words.split()) == 0
    assert f"{said} changes nothing about" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        "print A --pages 1 --seed 0 --backs duplex-long --out a.pdf",
        "print dreams/score --players 4 --pages 2 --out a",
        "layout A --page 1",
    ],
)
def test_an_option_may_repeat_what_is_usual(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(words.split()) == 0


# ---- what is kept


@dataclass(frozen=True)
class Found:
    """What took long to find."""

    total: int


@pytest.mark.parametrize("spoilt", ["", "[]", "{}", None])
def test_spoilt_results_are_put_aside_and_worked_out_anew(spoilt, capsys):
    def found(total):
        return found_once("fair-seeds.json", "a", Found, lambda: Found(total)).total

    assert (found(17), found(18)) == (17, 17)
    file = data_folder() / "fair-seeds.json"
    spoilt = file.read_text().replace("17", "37") if spoilt is None else spoilt
    file.write_text(spoilt)
    assert found(19) == 19
    assert "put aside" in capsys.readouterr().err
    assert file.with_suffix(".json.spoilt").read_text() == spoilt
    assert found(20) == 19


def test_a_spoilt_note_of_a_stopped_call_is_read_anew(tmp_path):
    photos = [Photo(tmp_path / name, name) for name in ("1.jpg", "2.jpg")]
    for photo in photos:
        photo.path.touch()
    journal = Journal(tmp_path / "notes", go_on=False)
    for photo in photos:
        journal.add(photo, [[found(photo)]])
    journal.close(forget=False)
    notes = (tmp_path / "notes").read_bytes()
    (tmp_path / "notes").write_bytes(notes.replace(b"daydream/A", b"daydream/D", 1))
    again = Journal(tmp_path / "notes", go_on=True)
    assert [again.has(photo) for photo in photos] == [False, True]
    assert again.known(photos[0]) is None and again.known(photos[1])


@pytest.mark.parametrize("at", [0, 30_000])
def test_a_broken_database_is_said_and_left_as_it_is(at, tmp_path):
    store = Store(tmp_path)
    store.db.execute("CREATE TABLE much (text)")
    store.db.executemany("INSERT INTO much VALUES (?)", [("x" * 900,)] * 200)
    store.db.execute("CREATE INDEX more ON much (text)")
    store.close()
    data = bytearray(store.file.read_bytes())
    data[at:] = b"\x5a" * (len(data) - at)
    store.file.write_bytes(data)
    with pytest.raises(HostError, match="web-data-broken"):
        Store(tmp_path)
    assert store.file.read_bytes() == data


def test_ctrl_c_while_the_program_is_loaded_ends_it_quietly(tmp_path, monkeypatch):
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))
    ended = subprocess.run([sys.executable, "-P", "-m", "paperplay"], capture_output=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")
