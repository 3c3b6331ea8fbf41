"""Results of ``scan --json``, settled by a person, taken up again by ``scan``."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path

import cv2
import pytest

from paperplay import cli
from scanner.scan_json import scan_json
from tests.paperplay.test_review import daydream
from tests.scans import scan_of, unreadable

SAMPLE = Path(__file__).parents[3] / "samples" / "photos" / "BAC.jpg"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAPERPLAY_LANG", "en")
    return tmp_path


def write(path, *scans):
    lines = [json.dumps(scan_json(scan, "en")) + "\n" for scan in scans]
    path.write_text("".join(lines), encoding="utf-8")


def settle(monkeypatch, answers, *words):
    monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
    return cli.main(["review", *words])


def test_what_was_settled_becomes_a_leaderboard_and_files(folder, monkeypatch, capsys):
    first = scan_of(daydream("BAC"), ("constellation.lines", 0, 4), file="a.jpg")
    second = scan_of(daydream("BAC", clouds={"c1": 2}), file="b.jpg")
    write(folder / "result.json", first, second)
    assert settle(monkeypatch, "4\n", "result.json") == 0
    assert "scan result.json" in capsys.readouterr().err
    exports = ["--csv", "e.csv", "--xlsx", "e.xlsx", "--html", "e.html", "--names", "Ida,Tom"]
    assert cli.main(["scan", "result.json", *exports]) == 0
    out, err = capsys.readouterr()
    assert "1. Ida" in out and "1. Tom" in out and err == ""
    assert "Lines on the constellation: 4 drawn" in out
    assert all((folder / name).stat().st_size for name in ("e.csv", "e.xlsx", "e.html"))


def test_a_result_goes_through_unchanged_and_joins_photos(folder, capsys):
    shutil.copy(SAMPLE, folder / "photo.jpg")
    assert cli.main(["scan", "photo.jpg", "--json"]) == 0
    read = capsys.readouterr().out
    (folder / "kept.jsonl").write_text(read, encoding="utf-8")
    other = scan_of(daydream("A", clouds={"c1": 5}), file="gone.jpg")
    write(folder / "more.json", other, unreadable("x.jpg"))
    assert cli.main(["scan", "kept.jsonl", "--json"]) == 0
    assert capsys.readouterr().out == read
    assert cli.main(["scan", "more.json", "photo.jpg", "--json", "--workers", "2"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["file"] for line in lines] == ["gone.jpg", "x.jpg", "photo.jpg"]
    assert cli.main(["scan", ".", "--json"]) == 0  # a folder is for photos alone
    assert [json.loads(line)["file"] for line in capsys.readouterr().out.splitlines()] == [
        "photo.jpg"
    ]


def test_marked_sheets_show_what_was_settled_if_the_photo_is_there(folder, capsys, monkeypatch):
    from scanner import marked

    seen = []
    draw = marked.marked_picture
    monkeypatch.setattr(
        marked, "marked_picture", lambda scan, *rest: seen.append(scan) or draw(scan, *rest)
    )
    shutil.copy(SAMPLE, folder / "photo.jpg")
    cli.main(["scan", "photo.jpg", "--json"])
    read = json.loads(capsys.readouterr().out)
    read["board"]["clouds"]["c1"] = (read["board"]["clouds"]["c1"] or 0) ^ 1
    gone = {**read, "file": "gone.jpg"}
    text = f"{json.dumps(read)}\n{json.dumps(gone)}\n"
    (folder / "result.json").write_text(text, encoding="utf-8")
    words = ["result.json", "--marked", "out", "--html", "e.html", "--workers", "1"]
    assert cli.main(["scan", *words]) == 0
    assert [path.name for path in (folder / "out").iterdir()] == ["photo-1.jpg"]
    assert cv2.imread("out/photo-1.jpg") is not None
    assert seen[0].values["c1"] == read["board"]["clouds"]["c1"]
    assert "gone.jpg is not beside the result" in capsys.readouterr().err
    assert "data:image" in (folder / "e.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["{", "[]", '{"format": 1}', "[" * 100_000])
def test_what_is_no_result_is_named_and_the_others_are_read(folder, text, capsys):
    (folder / "bad.json").write_text(text, encoding="utf-8")
    write(folder / "good.json", scan_of(daydream("A", clouds={"c1": 5}), file="a.jpg"))
    assert cli.main(["scan", "bad.json", "good.json"]) == 1
    out, err = capsys.readouterr()
    assert err.startswith("paperplay: bad.json, line 1: ") and "a.jpg" in out
