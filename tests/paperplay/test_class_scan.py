"""A class from paper to gradebook: printed, played, photographed, scanned, forgotten."""

from __future__ import annotations

import json
from functools import partial

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from paperplay import cli
from paperplay.classroom import printing
from paperplay.classroom.store import (
    class_folder,
    kept_class,
)
from paperplay.folders import data_folder
from practice.boards import table_boards
from practice.camera import photograph
from practice.pages import rendered
from practice.pen import fill
from practice.strokes import Hand
from rules.daydream.exercise import deduction_form
from rules.daydream.par import par_of
from scanner import pipeline
from templates.daydream.exercises import load_exercise
from templates.daydream.load import load_daydream, load_sheet
from templates.scores import score_json
from templates.sheet_code import SheetCode

NAMES = ["Ida Müller", "Jörg Größe", "Zoé d’Alembert", "Åsa Sjöberg"]
A = load_sheet("daydream/A")
PX = 7.0
quick_par = partial(par_of, effort=20_000)
"""A search of a moment."""


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    """A class of five: printed by the command, played with the same dice, photographed."""
    folder = tmp_path_factory.mktemp("lesson")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(printing, "par_of", quick_par)
        patch.setenv("XDG_DATA_HOME", str(folder / "data"))
        (folder / "7b.csv").write_text("\n".join(["Name", *NAMES, "Łukasz Niedbał"]), "utf-8-sig")
        call = ["class", "new", str(folder / "7b.csv"), "--sheet", "A", "--dice", "autumn"]
        assert cli.main([*call, "--out", str(folder / "7b.pdf")]) == 0
    pdf = (folder / "7b.pdf").read_bytes()
    layout = load_daydream("daydream/A")
    boards = table_boards(layout.sheet, ["careful", "careless", "careful", "careless"], "autumn")
    boards = [{**board, "name": None} for board in boards]
    wrong = next(row for row, mark in boards[1]["rows"].items() if mark == "dot")
    boards[1]["rows"] = {**boards[1]["rows"], wrong: "crossed"}
    (folder / "photos").mkdir()
    for number, board in enumerate(boards, start=1):
        page = rendered(pdf, PX, number)
        filled = fill(page, layout.as_json(), board, Hand(number), "blue", PX)
        photo = photograph(filled.image, number, "good", (1700, 2260))
        (folder / "photos" / f"IMG_{number}.jpg").write_bytes(photo.jpeg)
    return folder, boards, wrong


@pytest.fixture
def there(lesson, monkeypatch):
    folder, *_ = lesson
    monkeypatch.setattr(printing, "par_of", quick_par)
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    monkeypatch.chdir(folder)
    return lesson


def words_on(pdf, page):
    return pypdfium2.PdfDocument(pdf)[page].get_textpage().get_text_bounded()


def test_the_class_set(there):
    folder, *_ = there
    pdf = (folder / "7b.pdf").read_bytes()
    assert len(pypdfium2.PdfDocument(pdf)) == 1 + 5
    teacher = words_on(pdf, 0)
    for said in (*NAMES, "Łukasz Niedbał", "Par for these dice:", "dice autumn"):
        assert said in teacher
    assert "class scan" in teacher and "--dice autumn" in teacher
    for number, name in enumerate(NAMES, start=1):
        assert name in words_on(pdf, number)
        code = SheetCode("daydream/A", copy=number, class_mark=kept_class("7b").mark).printed
        assert code in words_on(pdf, number) and code in teacher


def test_the_gradebook_of_photos_and_a_pile(there, capsys):
    folder, boards, wrong = there
    pile = [Image.open(folder / "photos" / f"IMG_{n}.jpg").convert("L") for n in (2, 3)]
    pile[0].save(folder / "pile.pdf", save_all=True, append_images=pile[1:], resolution=200)
    again = (folder / "photos" / "IMG_1.jpg").read_bytes()
    (folder / "once more.jpg").write_bytes(again)
    photos = ["photos/IMG_1.jpg", "pile.pdf", "photos/IMG_4.jpg", "once more.jpg"]
    exports = ["--csv", "g.csv", "--xlsx", "g.xlsx", "--html", "g.html", "--feedback", "f.pdf"]
    call = ["class", "scan", "7b.csv", *photos, "--dice", "autumn", "--json", *exports]
    assert cli.main([*call, "--force", "--workers", "1"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in data["pupils"]] == [*NAMES, "Łukasz Niedbał"]
    assert data["missing"] == [5]
    for pupil, board in zip(data["pupils"], boards, strict=False):
        truth = score_json(board, "en")["by_rules"]["total"]
        assert pupil["points"] == truth or pupil["review"]
        assert pupil["dice"]["wrong"] == 0
    assert data["pupils"][1]["rows"][wrong] == "wrong"
    assert any("Ida Müller: sheet photographed twice." in said for said in data["remarks"])
    assert all((folder / name).stat().st_size for name in ("g.csv", "g.xlsx", "g.html"))
    feedback = (folder / "f.pdf").read_bytes()
    assert len(pypdfium2.PdfDocument(feedback)) == 4
    assert NAMES[0] in words_on(feedback, 0) and "Wonderful" in words_on(feedback, 0)
    assert "Circle the dot." in words_on(feedback, 1)
    assert not (class_folder("7b") / "unfinished").exists()


def test_feedback_without_names(there, capsys):
    folder, *_ = there
    call = ["class", "scan", "7b", "photos/IMG_1.jpg", "--pseudonyms", "--feedback", "h.pdf"]
    assert cli.main([*call, "--force"]) == 0
    text = capsys.readouterr().out
    assert "No. 1" in text and not any(name in text for name in NAMES)
    pdf = pypdfium2.PdfDocument((folder / "h.pdf").read_bytes())
    said = pdf[0].get_textpage().get_text_bounded()
    assert "No. 1" in said and "Müller" not in said
    # The name is not below something white in the picture: it is not in it.
    (picture,) = [one for one in pdf[0].get_objects() if one.type == 3]
    seen = np.asarray(picture.get_bitmap().to_pil().convert("L"))
    layout = load_daydream("daydream/A")
    scale = seen.shape[1] / layout.page.width
    name = layout.name
    field = seen[round(name.top * scale) : round(name.bottom * scale),
                 round(name.left * scale) : round(name.right * scale)]  # fmt: skip
    assert field.min() > 240


def test_a_photo_is_read_once_also_for_feedback(there, monkeypatch):
    read = []
    read_picture = pipeline.read_picture
    monkeypatch.setattr(
        pipeline, "read_picture", lambda *args: read.append(args[0].name) or read_picture(*args)
    )
    call = ["class", "scan", "7b", "photos/IMG_1.jpg", "photos/IMG_2.jpg", "--workers", "1"]
    assert cli.main([*call, "--feedback", "once.pdf", "--html", "once.html"]) == 0
    assert read == ["IMG_1.jpg", "IMG_2.jpg"]


def test_a_teachers_page_is_not_taken_for_a_sheet(there, capsys):
    folder, *_ = there
    page = rendered((folder / "7b.pdf").read_bytes(), PX, 0)
    (folder / "teacher.jpg").write_bytes(photograph(page, 5, "good", (1700, 2260)).jpeg)
    assert cli.main(["class", "scan", "7b.csv", "teacher.jpg"]) == 1
    assert "Handed in: 0 of 5." in capsys.readouterr().out


def test_numbers_only_on_paper(there, capsys):
    folder, *_ = there
    call = ["class", "new", "7b.csv", "--sheet", "A", "--pseudonyms", "--lang", "de"]
    assert cli.main([*call, "--out", "numbers.pdf", "--force"]) == 0
    document = pypdfium2.PdfDocument((folder / "numbers.pdf").read_bytes())
    assert f"numbers.pdf: {len(document)} Seiten.\n" in capsys.readouterr().err
    text = " ".join(page.get_textpage().get_text_bounded() for page in document)
    titles = [entry.get_title() for entry in document.get_toc()]
    assert "Nr. 4" in text and "Nr. 4" in titles
    for name in NAMES:
        assert name not in text and name not in titles and name.split()[1] not in text


def test_who_has_letters_that_we_lack_goes_by_the_number_on_paper(there, capsys):
    folder, *_ = there
    names = ["Ида", "Tom", "Nguyễn Thị Hương", "Ελένη", "Çağrı Işık", "محمد"]
    (folder / "8a.csv").write_text("Name\n" + "\n".join(names), encoding="utf-8")
    call = ["class", "new", "8a.csv", "--sheet", "A", "--out", "8a.pdf"]
    assert cli.main(call) == 0
    said = capsys.readouterr().err
    assert "Ида (No. 1), Nguyễn Thị Hương (No. 3), Ελένη (No. 4), محمد (No. 6)." in said
    pdf = (folder / "8a.pdf").read_bytes()
    assert [pupil.name for pupil in kept_class("8a").pupils] == names
    for number, shown in enumerate(["No. 1", "Tom", "No. 3", "No. 4", "Çağrı Işık", "No. 6"], 1):
        assert shown in words_on(pdf, number)


def test_sheets_are_printed_before_par_is_searched_for(there, monkeypatch, capsys):
    folder, *_ = there
    (folder / "9c.csv").write_text("Name\nIda\nTom\n", encoding="utf-8")
    call = ["class", "new", "9c.csv", "--sheet", "A", "--out", "9c.pdf", "--spares", "2"]

    def stopped(*args, **kwargs):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(printing, "par_of", stopped)
        assert cli.main(call) != 0
    pdf = (folder / "9c.pdf").read_bytes()
    assert len(pypdfium2.PdfDocument(pdf)) == 1 + 2 + 2
    assert "Par for" not in words_on(pdf, 0) and "No. 4" in words_on(pdf, 4)
    assert kept_class("9c").last == 4, "Nobody gets the number of a spare sheet."
    code = SheetCode("daydream/A", copy=4, class_mark=kept_class("9c").mark)
    assert code.printed in words_on(pdf, 4)
    assert cli.main([*call[:-2], "--force"]) == 0
    assert "Par for" in words_on((folder / "9c.pdf").read_bytes(), 0)


def test_one_sheet_is_printed_again(there):
    folder, *_ = there
    call = ["class", "new", "7b.csv", "--sheet", "A", "--dice", "autumn", "--out", "again.pdf"]
    assert cli.main([*call, "--reprint", "Zoé"]) == 0
    pdf = (folder / "again.pdf").read_bytes()
    assert len(pypdfium2.PdfDocument(pdf)) == 1
    code = SheetCode("daydream/A", copy=3, class_mark=kept_class("7b").mark).printed
    assert NAMES[2] in words_on(pdf, 0) and code in words_on(pdf, 0)
    assert cli.main([*call, "--force", "--reprint", "Nobody"]) == 2


def test_a_puzzle_for_each_pupil_all_the_way_to_the_gradebook(there, capsys):
    folder, *_ = there
    call = ["class", "puzzle", "deduction", "--level", "2", "--each", "7b.csv"]
    assert cli.main([*call, "--out", "p.pdf", "--key", "k.pdf", "--number", "41"]) == 0
    pdf, key = (folder / "p.pdf").read_bytes(), (folder / "k.pdf").read_bytes()
    assert len(pypdfium2.PdfDocument(pdf)) == 5
    assert NAMES[1] in words_on(pdf, 1) and "Brain teaser 42" in words_on(pdf, 1)
    assert NAMES[1] in words_on(key, 0) and "Brain teaser 42" in words_on(key, 0)
    exercise = load_exercise("daydream/A", 0, deduction_form(2), 42)
    solved = {c: exercise.numbers[c] for c in exercise.asked}
    first, *_ = exercise.asked
    solved[first] = solved[first] % 6 + 1
    page = rendered(pdf, PX, 1)
    layout = load_daydream("daydream/A").as_json()
    filled = fill(page, layout, {"clouds": solved, "rows": {}}, Hand(3), "blue", PX)
    photo = photograph(filled.image, 8, "good", (1700, 2260))
    (folder / "puzzle.jpg").write_bytes(photo.jpeg)
    capsys.readouterr()
    scan = ["class", "scan", "7b", "puzzle.jpg", "photos/IMG_1.jpg", "--dice", "autumn", "--json"]
    assert cli.main([*scan, "--workers", "1", "--feedback", "pf.pdf"]) == 0
    pupils = json.loads(capsys.readouterr().out)["pupils"]
    (task,) = pupils[1]["tasks"]
    assert (task["kind"], task["level"], task["variant"]) == ("deduction", 2, 42)
    unsure = set(task["unsure"])
    assert task["of"] - task["right"] <= 1 + len(unsure)
    assert first in unsure or [each["element"] for each in task["wrong"]] == [first]
    assert pupils[0]["points"] is not None and "tasks" not in pupils[0]
    assert len(pypdfium2.PdfDocument((folder / "pf.pdf").read_bytes())) == 2


def test_what_is_wrong_with_a_call_is_said_before_any_work(there, capsys):
    folder, *_ = there
    calls = {
        ("new", "7b.csv", "--sheet", "Z", "--out", "x.pdf"): "no sheet",
        ("new", "7b.csv", "--sheet", "dreams/score", "--out", "x.pdf"): "",
        (
            "new",
            "none.csv",
            "--sheet",
            "A",
            "--out",
            "x.pdf",
        ): "The list none.csv cannot be opened.",
        ("new", "7b.csv", "--sheet", "A", "--out", "7b.pdf"): "7b.pdf",
        ("new", "7b.csv", "--sheet", "A", "--out", "x.pdf", "--dice", ""): "",
        ("scan", "none.csv", "photos"): "The list none.csv cannot be opened.",
        ("scan", "7b.csv", "nowhere"): "",
        ("scan", "7b.csv", "photos/IMG_1.jpg", "--csv", "7b.pdf"): "7b.pdf",
        ("forget", "9z"): "Nothing is kept about a class “9z”. Classes that are kept: ",
        ("forget", "../7b/.."): "will not do as the name of a class",
    }
    for words_of_call, said in calls.items():
        assert cli.main(["class", *words_of_call]) == 2, words_of_call
        shown = capsys.readouterr()
        assert shown.err.startswith("paperplay: ") and said in shown.err
    assert not (folder / "x.pdf").exists()


def test_halves_of_a_pupils_sheet_are_joined_and_named(there, capsys):
    folder, boards, _ = there
    photo = Image.open(folder / "photos" / "IMG_1.jpg")
    wide, high = photo.size
    photo.crop((0, 0, wide, round(0.62 * high))).save(folder / "one.jpg", quality=95)
    photo.crop((0, round(0.38 * high), wide, high)).save(folder / "two.jpg", quality=95)
    assert cli.main(["class", "scan", "7b", "one.jpg", "two.jpg", "--json"]) == 0
    (first, *_) = json.loads(capsys.readouterr().out)["pupils"]
    assert sorted([*first["photos"], *first["joined"]]) == ["one.jpg", "two.jpg"]
    assert first["points"] == score_json(boards[0], "en")["by_rules"]["total"]


def test_forgetting_leaves_nothing(there, capsys):
    folder, *_ = there
    notes = class_folder("7b") / "unfinished"
    notes.mkdir(parents=True)
    (notes / "x.jsonl").write_text("{}")
    assert cli.main(["class", "forget", "7b.csv"]) == 0
    said = capsys.readouterr().out
    assert "class.json" in said and "unfinished/x.jsonl" in said
    left = [path for path in data_folder().rglob("*") if path.is_file()]
    assert not any("Müller" in path.read_text("utf-8", "replace") for path in left)
    assert not class_folder("7b").exists()
    assert cli.main(["class", "forget", "7b"]) == 2
