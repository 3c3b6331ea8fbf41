"""The demonstration: from nothing to a score, and the pictures to prove it."""

from __future__ import annotations

import re

import cv2
import pytest

from paperplay import cli
from paperplay.commands import demo
from scanner import read_photo
from scanner.page import tesseract
from templates.languages import LANGUAGES
from templates.wording import say, words


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    """A small photo, a cache and a folder of its own."""
    monkeypatch.setattr(demo, "PHOTO_SIZE", (2016, 1512))
    monkeypatch.setenv("PAPERPLAY_CACHE", str(tmp_path / "cache"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def run(capsys, *words):
    status = cli.main(["demo", *words])
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def test_the_demo_shows_every_step_and_leaves_its_pictures(quick, capsys):
    status, out, err = run(capsys)
    assert (status, err) == (0, "")
    folder = quick / "paperplay-demo"
    assert sorted(file.name for file in folder.iterdir()) == [
        "marked.jpg",
        "photo.jpg",
        "sheet.pdf",
    ]
    assert (folder / "sheet.pdf").read_bytes().startswith(b"%PDF-")
    steps = re.findall(r"^  (\d)\. .+ \(\d+\.\d s\)$", out, re.M)
    assert steps == ["1", "2", "3", "4"]
    for name in demo.FILES.values():
        assert f"paperplay-demo/{name}" in out.replace("\\", "/")


def test_the_photo_is_a_photo_of_that_sheet(quick, capsys):
    _, out, _ = run(capsys)
    (scan,) = read_photo(quick / "paperplay-demo" / "photo.jpg")
    assert scan["board"]["sheet"] == "daydream/A"
    assert f"Points: {scan['score']['by_rules']['total']} " in out
    marked = cv2.imread(str(quick / "paperplay-demo" / "marked.jpg"))
    height, width, _ = marked.shape
    assert height / width == pytest.approx(297 / 210, abs=0.01)


def test_almost_everything_is_read_as_the_pen_left_it(capsys):
    _, out, _ = run(capsys)
    right, all_ = map(int, re.search(r"Read: (\d+) of (\d+)", out).groups())
    assert right >= all_ - 1 > 40


def test_the_comparison_notices_a_difference():
    board = {"sheet": "daydream/A", "name": "Ida", "clouds": {"c1": 3, "c2": None}, "total": 7}
    wrong = {"sheet": "daydream/A", "name": None, "clouds": {"c1": 5, "c2": None}, "total": 7}
    written, read = dict(demo.elements(board)), dict(demo.elements(wrong))
    assert len(written) == 3  # names stay pictures
    assert [e for e in written if written[e] != read[e]] == [".clouds.c1"]


@pytest.mark.parametrize(
    ("sheet", "lang", "short"),
    [("bac", "de", "BAC"), ("when-i-dream/score", "fr", "when-i-dream/score")],
)
def test_any_sheet_in_any_language(sheet, lang, short, quick, capsys):
    status, out, _ = run(capsys, "--sheet", sheet, "--lang", lang, "--out", "there")
    assert status == 0
    assert out.splitlines()[-1] == say("demo.next", lang, sheet=short)
    assert (quick / "there" / "marked.jpg").is_file()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_its_own_words(lang):
    texts = {key: text[lang] for key, text in words("demo").items() if key != "demo.step"}
    for other in set(LANGUAGES) - {lang}:
        assert all(text != words("demo")[key][other] for key, text in texts.items())


def test_it_needs_no_tesseract(monkeypatch, capsys):
    def refuse(*args, **more):
        raise AssertionError("Tesseract was called.")

    monkeypatch.setattr(tesseract, "read_line", refuse)
    assert run(capsys)[0] == 0


def test_pictures_are_opened_only_on_request(monkeypatch, capsys):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    run(capsys, "--sheet", "D")
    assert opened == []
    run(capsys, "--sheet", "D", "--open")
    assert [address.rpartition("/")[2] for address in opened] == list(demo.FILES.values())
    assert all(address.startswith("file:///") for address in opened)


def test_an_unknown_sheet_leaves_nothing_behind(quick, capsys):
    status, out, err = run(capsys, "--sheet", "BCA")
    assert (status, out) == (2, "")
    assert "BCA" in err
    assert list(quick.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(quick, capsys):
    (quick / "taken").write_text("a file")
    status, out, err = run(capsys, "--out", "taken")
    assert (status, out) == (2, "")
    assert "--out: taken is not a folder" in err


def test_without_a_wish_it_finds_a_place(quick, monkeypatch, capsys, tmp_path):
    (quick / "paperplay-demo").write_text("a file in the way")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    status, out, _ = run(capsys, "--sheet", "D")
    assert status == 0
    (folder,) = tmp_path.glob("paperplay-demo-*")
    assert str(folder / "marked.jpg") in out
    assert (folder / "marked.jpg").is_file()
