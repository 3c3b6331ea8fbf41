"""A lesson that is kept: settled, moved, excused, added to, forgotten."""

from __future__ import annotations

import csv
import io
import json
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import openpyxl
import pypdfium2
import pytest
from PIL import Image

from paperplay import cli
from paperplay.classroom import printing
from paperplay.classroom.alone import in_hand
from paperplay.classroom.corrections import NOBODY, Corrections
from paperplay.classroom.export import gradebook_csv, gradebook_json, gradebook_xlsx
from paperplay.classroom.feedback import feedback_pdf
from paperplay.classroom.gradebook import gradebook_of
from paperplay.classroom.group import dice_of
from paperplay.classroom.lesson import (
    kept_lesson,
    last_lesson,
    lessons_of,
    new_lesson,
    taken_up,
    with_photos,
)
from paperplay.classroom.lists import class_list
from paperplay.classroom.platforms import (
    gradebook_canvas,
    gradebook_moodle,
    lacks_ids,
    left_out,
)
from paperplay.classroom.progress import progress_of
from paperplay.classroom.questions import pupil_called, questions_of, sheet_called
from paperplay.classroom.scale import Scale, share_of
from paperplay.classroom.store import ClassPar, Group, class_folder, keep_class, kept_class, par_key
from paperplay.classroom.text import gradebook_text
from paperplay.reading.photo_files import Photo
from rules.dice import rolls
from rules.errors import HostError
from scanner import pipeline
from templates.daydream.element_names import grid_names
from tests.paperplay.test_gradebook import GROUP, NAMES, scan
from tests.scans import unreadable

ROOT = Path(__file__).parents[2]


def numbered(*scans):
    return [replace(one, key=key) for key, one in enumerate(scans, start=1)]


def statuses(book):
    return [result.status for result in book.results]


# ------------------------------------------------------------------ what a teacher says counts


def test_an_absent_pupil_gets_a_sheet_only_by_the_teachers_word():
    pile = numbered(scan(1, "a.jpg", "12"), scan(3, "spare.jpg", "34", mark=0))
    assert statuses(gradebook_of(pile, GROUP)) == ["in", "missing", "missing", "missing"]
    book = gradebook_of(pile, GROUP)
    said = Corrections().move(sheet_called("spare.jpg", book), 2)
    book = gradebook_of(pile, GROUP, corrections=said)
    assert statuses(book) == ["in", "in", "missing", "missing"] and not book.unknown


def test_a_sheet_moves_from_one_pupil_to_another():
    pile = numbered(scan(1, "a.jpg", "12"), scan(2, "b.jpg", "34"))
    said = Corrections().move(sheet_called("b.jpg", gradebook_of(pile, GROUP)), 4)
    book = gradebook_of(pile, GROUP, corrections=said)
    assert statuses(book) == ["in", "missing", "missing", "in"]
    assert book.results[3].scan.file == "b.jpg"


def test_of_several_sheets_the_chosen_one_counts():
    pile = numbered(scan(1, "a.jpg", "123456"), scan(1, "b.jpg", "654321"))
    book = gradebook_of(pile, GROUP)
    (question,) = questions_of(book)
    assert question.kind == "which"
    said = Corrections().move(question.sheets[1], 1).move(question.sheets[0], NOBODY)
    book = gradebook_of(pile, GROUP, corrections=said)
    assert book.results[0].status == "in" and book.results[0].scan.file == "b.jpg"
    assert "a.jpg: laid aside by you." in gradebook_text(book, "en")


def test_who_is_excused_is_not_missing_and_has_no_points():
    pile = numbered(scan(1, "a.jpg", "12"), scan(2, "b.jpg", "34"))
    book = gradebook_of(pile, GROUP, corrections=Corrections().excuse(3).excuse(2))
    assert statuses(book) == ["in", "excused", "excused", "missing"]
    assert [pupil.number for pupil in book.missing] == [4] and len(book.points) == 1
    back = Corrections().excuse(3).excuse(3, on=False)
    assert back == Corrections()


def test_answers_outlive_a_retaken_photo():
    first = scan(1, "a.jpg", "1234567", review=["c1"])
    said = Corrections().settle(gradebook_of(numbered(first), GROUP).results[0].sheets[0], "c1", 7)
    retaken = scan(1, "b.jpg", "1234567", review=["c1"])
    book = gradebook_of(numbered(first, retaken), GROUP, corrections=said)
    (sheet,) = book.results[0].sheets
    assert sheet.best.values["c1"] == 7 and not sheet.best.doubts


def test_tasks_reach_the_gradebook():
    pile = numbered(
        scan(1, "a.jpg", "12"),
        scan(1, "task.jpg", "4444", task=(1, 3)),
        scan(2, "again.jpg", "4444", task=(1, 3)),
        scan(3, "foreign.jpg", "4444", task=(1, 3), mark=GROUP.mark + 1),
    )
    book = gradebook_of(pile, GROUP)
    right, of = book.results[0].answers
    assert of == 12 and 0 <= right <= of
    assert book.results[1].points is None and book.results[1].status == "in"
    assert [one.best.file for one in book.unknown] == ["foreign.jpg"]
    assert f"tasks: {right} of 12 right" in gradebook_text(book, "en")


@pytest.mark.parametrize(
    ("word", "number"), [("2", 2), ("Jörg Größe", 2), ("jörg", 2), ("ÅSA SJÖBERG", 4)]
)
def test_pupils_are_called_by_number_or_name(word, number):
    assert pupil_called(word, GROUP).number == number


@pytest.mark.parametrize("word", ["", "9", "Eva", "0"])
def test_nobody_is_guessed(word):
    with pytest.raises(HostError, match="class-pupil"):
        pupil_called(word, GROUP)


def test_several_of_one_name_are_told():
    twins = Group.of("7b", ["Ida Müller", "Ida Maier", "Tom"])
    with pytest.raises(HostError) as refused:
        pupil_called("ida", twins)
    assert refused.value.code == "class-pupils"
    assert refused.value.facts["known"] == ["1 Ida Müller", "2 Ida Maier"]


# ------------------------------------------------------------------ what is kept


def photo(folder, name, content=b"x"):
    path = folder / name
    path.write_bytes(content)
    return Photo(path, name)


def test_a_lesson_comes_back_as_it_was_kept(tmp_path):
    read = [replace(scan(1, "a.jpg", "12", review=["c1"]), pictures={"c1": b"png"}, flat=b"jpg"),
            unreadable()]  # fmt: skip
    with taken_up(GROUP, "monday", "sun") as begun:
        lesson = with_photos(begun, read, [photo(tmp_path, "a.jpg")])
    lesson = with_photos(lesson, [scan(2, "b.jpg", "34")], [photo(tmp_path, "b.jpg", b"y")])
    again = kept_lesson("7b", "Monday")
    assert again == lesson and again.dice == "sun"
    assert [(one.key, one.file) for one in again.scans] == [(1, "a.jpg"), (2, "b.jpg")]
    assert again.scans[0].pictures == {"c1": b"png"} and again.scans[0].flat == b"jpg"
    assert len(again.photos) == 2


def test_lessons_come_in_the_order_of_their_days():
    for name, day in (("b", 3), ("a", 17), ("c", 10)):
        with_photos(new_lesson("7b", name, date(2026, 11, day)), [], [])
    assert [lesson.name for lesson in lessons_of("7b")] == ["b", "c", "a"]
    assert last_lesson("7b").name == "a" and last_lesson("7b", "c").name == "c"
    with pytest.raises(HostError, match="lesson-unknown"):
        last_lesson("7b", "d")


@pytest.mark.parametrize("file", ["lesson.json", "read.jsonl"])
@pytest.mark.parametrize("harm", ["changed", "lost", "cut"])
def test_a_spoilt_lesson_is_an_error(tmp_path, file, harm):
    with taken_up(GROUP, "x", None) as begun:
        lesson = with_photos(begun, [scan(1, "a.jpg", "12")], [photo(tmp_path, "a.jpg")])
    path = lesson.folder / file
    data = path.read_bytes()
    if harm == "lost":
        path.unlink()
    elif harm == "cut":
        path.write_bytes(data[: len(data) // 2])
    else:
        at = data.index(b"12") if b"12" in data else data.index(b"20")
        path.write_bytes(data[:at] + b"3" + data[at + 1 :])
    with pytest.raises(HostError, match="lesson-spoilt"):
        kept_lesson("7b", "x")


def test_a_lost_class_file_is_an_error_where_lessons_are_kept(tmp_path):
    with taken_up(GROUP, "x", None) as begun:
        with_photos(begun, [scan(1, "a.jpg", "12")], [photo(tmp_path, "a.jpg")])
    (class_folder("7b") / "class.json").unlink()
    with pytest.raises(HostError, match="class-spoilt"):
        kept_class("7b")


def test_another_class_of_the_same_name_is_not_mixed_up():
    keep_class(GROUP)
    with pytest.raises(HostError, match="class-other"):
        taken_up(Group.of("7b", ["Nils", "Eva"]), None, None).__enter__()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows holds no folder")
def test_one_call_at_a_time_works_on_the_lessons_of_a_class(capsys):
    with taken_up(GROUP, "x", None):
        with pytest.raises(HostError, match="class-in-use"):
            taken_up(GROUP, "y", None).__enter__()
        for verb in ("forget", "review"):
            assert cli.main(["class", verb, "7b", "--lang", "en"]) == 2
            assert "Another call is at work" in capsys.readouterr().err
        with in_hand("8c"):
            pass  # another class
    with taken_up(GROUP, "y", None):
        pass


def test_what_others_keep_while_par_is_searched_for_stays(tmp_path, monkeypatch):
    def searched(*_):
        keep_class(replace(kept_class("7b"), last=77))
        return ClassPar(5, True)

    monkeypatch.setattr(printing, "par_for", searched)
    names = tmp_path / "7b.csv"
    names.write_text("Ida\nZoe\n")
    new = ["class", "new", str(names), "--sheet", "A", "--out", str(tmp_path / "7b.pdf")]
    assert cli.main(new) == 0
    group = kept_class("7b")
    assert group.last == 77 and list(group.pars.values()) == [ClassPar(5, True)]


def test_the_printed_dice_are_known():
    pars = {par_key("daydream/A", 0, "two words"): ClassPar(9, False)}
    group = replace(GROUP, pars=pars)
    ours, theirs = scan(1, clouds="12"), scan(1, clouds="12", mark=0)
    assert dice_of([ours], group) == "two words"
    assert dice_of([theirs], group) is None
    several = replace(group, pars={**pars, par_key("daydream/A", 0, "other"): ClassPar(9, False)})
    assert dice_of([ours], several) is None  # it fits both, or neither
    for dice in ("two words", "other"):
        start = "".join(map(str, next(rolls(dice))))
        assert dice_of([scan(1, clouds=start), ours], several) == dice


# ------------------------------------------------------------------ weeks, and what is given back


def lesson_of(tmp_path, name, day, *scans):
    photos = [photo(tmp_path, one.file, (name + one.file).encode()) for one in scans]
    return with_photos(new_lesson("7b", name, date(2026, 11, day)), list(scans), photos)


JPEG = io.BytesIO()
Image.new("L", (400, 560), 255).save(JPEG, "JPEG")


def test_progress_over_weeks_is_a_sheet_and_a_page(tmp_path):
    keep_class(GROUP)
    task = replace(scan(1, "t.jpg", "4444", task=(1, 3)), flat=JPEG.getvalue())
    lesson_of(tmp_path, "first", 3, scan(1, "a.jpg", "12"), scan(2, "b.jpg", "34"))
    last = lesson_of(tmp_path, "second", 10, task)
    past = progress_of(GROUP)
    assert [one.name for one in past] == ["first", "second"]
    right, of = last.scans[0].marking.right, last.scans[0].marking.of
    assert past[0].reached[1].text == "0" and past[1].reached[1].text == f"{right}/{of}"
    assert past[1].reached[2].status == "missing" and not past[1].reached[2].text
    book = replace(gradebook_of(last.scans, GROUP), past=past)
    page = openpyxl.load_workbook(io.BytesIO(gradebook_xlsx(book, "en")))["Progress"]
    lines = [[cell.value for cell in line] for line in page.iter_rows()]
    assert lines[0] == ["No.", "Name", "first", "second"]
    assert lines[1][2:] == [0, f"{right}/{of}"] and lines[3][2:] == [None, None]
    pdf = pypdfium2.PdfDocument(feedback_pdf(book, "en"))
    assert len(pdf) == 2, "One for the task, and one for the weeks."
    words = [page.get_textpage().get_text_bounded() for page in pdf]
    assert f"Right: {right} of {of}." in words[0]
    assert "your lessons so far" in words[1] and f"{right}/{of}" in words[1]
    alone = replace(book, past=past[1:])
    assert len(pypdfium2.PdfDocument(feedback_pdf(alone, "en"))) == 1


def test_marks_by_a_scale():
    scale = Scale.of("90=1, 75=2,50 = 3, 0=6")
    assert [scale.mark_for(share) for share in (1, 0.9, 0.899, 0.5, 0.1)] == [*"11236"]
    assert share_of(7, 14, None) == 0.5 and share_of(20, 14, None) == 1.0
    assert share_of(7, 14, (10, 10)) == 0.75 and share_of(None, None, (3, 4)) == 0.75
    assert share_of(7, None, (3, 4)) is None and share_of(None, None, None) is None
    pars = {par_key("daydream/A", 0, "7b"): ClassPar(10, True)}
    pile = numbered(scan(1, "a.jpg", "24"), scan(2, "b.jpg", "24", review=["c1"]))
    book = replace(gradebook_of(pile, replace(GROUP, pars=pars), "7b"), scale=scale)
    # Nobody is marked while a doubt is open.
    assert [book.mark_of(result) for result in book.results] == ["6", "", "", ""]
    grades = [one["grade"] for one in json.loads(gradebook_json(book, "en"))["pupils"]]
    assert grades == ["6", None, None, None]
    lines = gradebook_csv(book, "en").decode("utf-8-sig").splitlines()
    assert lines[0].startswith("No.,Name,Grade,Status") and lines[1].startswith("1,Ida Müller,6,")
    for wrong in ("", "90", "x=1", "101=1", "50=1,50=2", "50="):
        with pytest.raises(HostError, match="class-scale"):
            Scale.of(wrong)


CARRIED = {
    NAMES[0]: {"ID number": "17", "Email address": "ida@school.example"},
    NAMES[1]: {"ID number": "=2", "Email address": "jg@school.example"},
}


def rows_of(data):
    return list(csv.reader(io.StringIO(data.decode("utf-8"))))


def test_moodle_takes_ids_and_points():
    group = GROUP.carrying(CARRIED)
    pile = numbered(scan(1, "a.jpg", "12"), scan(2, "b.jpg", "34"))
    book = gradebook_of(pile, group, corrections=Corrections().excuse(2))
    head, first, second, third, _ = rows_of(gradebook_moodle(book, "en"))
    assert head == ["ID number", "Email address", "Name", "Class 7b: Quiet Morning (A)"]
    assert first == ["17", "ida@school.example", NAMES[0], "0"]
    assert second == ["'=2", "jg@school.example", NAMES[1], ""] and third[:2] == ["", ""]
    assert lacks_ids(book)
    hidden = gradebook_moodle(book, "en", hide=True).decode()
    assert "17" in hidden and "@" not in hidden and "Ida" not in hidden


def test_canvas_has_its_five_columns_and_excuses():
    canvas = {name: {"SIS User ID": str(n), "ID": str(100 + n)} for n, name in enumerate(NAMES)}
    pile = numbered(scan(1, "a.jpg", "12"), scan(1, "t.jpg", "4444", task=(1, 3)))
    said = Corrections().excuse(2)
    book = gradebook_of(pile, GROUP.carrying(canvas), corrections=said)
    lines = rows_of(gradebook_canvas(book, "en"))
    assert lines[0][:5] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    right, of = book.results[0].answers
    assert lines[1] == ["    Points Possible", "", "", "", "", "0", str(of)]
    assert lines[2] == [NAMES[0], "100", "0", "", "", "0", str(right)]
    assert lines[3][5:] == ["EX", "EX"] and lines[4][5:] == ["", ""]
    assert not lacks_ids(book)


def test_ids_and_addresses_are_carried_from_the_list_and_kept(tmp_path):
    path = tmp_path / "7b.csv"
    head = "First name,Surname,ID number,Email address,Town"
    lines = [head, "Ida,Müller,17,ida@school.example,Bern", "Tom,Ek,,,Bern"]
    path.write_text("\n".join(lines), encoding="utf-8")
    listed = class_list(path)
    assert listed.names == ("Ida Müller", "Tom Ek")
    assert listed.carried == {"Ida Müller": CARRIED[NAMES[0]]}
    group = Group.of("7b", listed.names).carrying(listed.carried)
    keep_class(group)
    kept = kept_class("7b")
    assert kept.pupils[0].carried == CARRIED[NAMES[0]] and not kept.pupils[1].carried
    assert kept.renewed(("Eva Ek", "Ida Müller")).pupils[1].carried == CARRIED[NAMES[0]]


def test_levels_are_kept_until_a_list_says_others():
    group = Group.of("7b", ["Ida", "Tom"]).carrying({}, {"Ida": 4})
    keep_class(group)
    kept = kept_class("7b")
    assert [one.level for one in kept.pupils] == [4, None]
    assert kept.carrying({}).pupils[0].level == kept.renewed(("Eva", "Ida")).pupils[1].level == 4
    assert [one.level for one in kept.carrying({}, {"Tom": 2}).pupils] == [None, 2]


def test_points_in_doubt_are_not_handed_on_to_a_platform():
    open_one = scan(2, "b.jpg", "34", review=["c1"])
    book = gradebook_of(numbered(scan(1, "a.jpg", "12"), open_one), GROUP)
    assert book.results[1].status == "review" and book.results[1].points is not None
    assert [row[-1] for row in rows_of(gradebook_moodle(book, "en"))[1:3]] == ["0", ""]
    assert [row[-1] for row in rows_of(gradebook_canvas(book, "en"))[2:4]] == ["0", ""]
    assert [one.number for one in left_out(book)] == [2]


def test_canvas_counts_from_par_where_it_is_known():
    pars = {"daydream/A 0 sun": ClassPar(15, best=True)}
    book = gradebook_of(numbered(scan(1, "a.jpg", "12")), replace(GROUP, pars=pars), "sun")
    assert rows_of(gradebook_canvas(book, "en"))[1][-1] == "15"


# ------------------------------------------------------------------ from the command line


@pytest.fixture
def sample(tmp_path, monkeypatch):
    """The class of the samples, kept, and what was read of it."""
    monkeypatch.chdir(tmp_path)
    read = []
    read_picture = pipeline.read_picture
    monkeypatch.setattr(
        pipeline, "read_picture", lambda *args: read.append(args[0].name) or read_picture(*args)
    )
    photos = sorted((ROOT / "samples" / "class").glob("*.jpg"))
    call = ["class", "scan", str(ROOT / "samples" / "7b.csv"), "--dice", "sun", "--keep"]
    assert cli.main([*call, "--workers", "1", *map(str, photos[:2])]) == 0
    return read, call, photos


def test_only_new_photos_are_read(sample, capsys):
    read, call, photos = sample
    assert len(read) == 2
    assert cli.main([*call, "--workers", "1", "--json", *map(str, photos)]) == 0
    assert len(read) == len(photos), "The first two were not read again."
    data = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert data["missing"] == [3]


def test_review_settles_moves_and_excuses(sample, capsys, monkeypatch):
    _, call, photos = sample
    assert cli.main([*call, "--workers", "1", *map(str, photos)]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("99\n" + "\n" * 30))
    capsys.readouterr()
    assert cli.main(["class", "review", "7b", "--crops", "crops", "--json"]) == 0
    shown = capsys.readouterr()
    assert "Still open: 0." in shown.err and list(Path("crops").glob("doubt.*.png"))
    (fourth,) = [one for one in json.loads(shown.out)["pupils"] if one["number"] == 4]
    assert fourth["review"] == [] and fourth["status"] == "in"
    assert last_lesson("7b").corrections.settled, "Answers are kept."
    file = photos[0].name
    moved = ["class", "review", "7b", "--move", file, "Zoé", "--excuse", "1", "--json"]
    each = ["--feedback-each", "pages", "--moodle", "m.csv"]
    assert cli.main([*moved, "--csv", "g.csv", "--feedback", "f.pdf", *each]) == 0
    assert sorted(path.name for path in Path("pages").iterdir()) == [
        "002 Jörg Größe.pdf", "003 Zoé d’Alembert.pdf", "004 Åsa Sjöberg.pdf"]  # fmt: skip
    pupils = {one["number"]: one for one in json.loads(capsys.readouterr().out)["pupils"]}
    assert pupils[1]["status"] == "excused" and pupils[3]["photos"] == [file]
    assert "excused" in Path("g.csv").read_text("utf-8")
    corrected = ["class", "review", "7b", "--set", file, "C3", "0", "--lang", "en"]
    before = {scan.file: scan.values for scan in last_lesson("7b").scans}[file]
    (place,) = [e for e, name in grid_names("daydream/A", 0).items() if name == "C3"]
    assert before[place] not in (None, 0), "It was read otherwise, and not asked about."
    assert cli.main(corrected) == 0
    assert {place: 0} in last_lesson("7b").corrections.settled.values()
    for place, value in (("Z9", "1"), ("C3", "77"), ("C3", "often")):
        assert cli.main(["class", "review", "7b", "--set", file, place, value]) == 2
    assert cli.main(["class", "review", "7b", "--move", file, "Nemo"]) == 2
    assert cli.main(["class", "review", "7b", "--move", "nothing.jpg", "1"]) == 2
    assert cli.main(["class", "forget", "7b"]) == 0
    assert not class_folder("7b").exists()
    assert cli.main(["class", "review", "7b"]) == 2


def test_without_keep_nothing_is_kept(tmp_path, monkeypatch):
    photos = sorted((ROOT / "samples" / "class").glob("*.jpg"))
    call = ["class", "scan", str(ROOT / "samples" / "7b.csv"), str(photos[0])]
    assert cli.main([*call, "--workers", "1"]) == 0
    assert not class_folder("7b").exists()
