"""The gradebook of a class, made of scans without photos."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import openpyxl
import pytest
from PIL import Image

from paperplay import cli
from paperplay.classroom.corrections import Corrections
from paperplay.classroom.export import (
    gradebook_csv,
    gradebook_html,
    gradebook_json,
    gradebook_xlsx,
)
from paperplay.classroom.gradebook import gradebook_of
from paperplay.classroom.group import group_for
from paperplay.classroom.overview import histogram, missed_rules
from paperplay.classroom.store import (
    ClassPar,
    Group,
    class_folder,
    drop_empty_folders,
    keep_class,
    notes_folder,
    par_key,
)
from paperplay.classroom.text import gradebook_text
from paperplay.reading.job import Part
from paperplay.reading.photo_files import Photo
from paperplay.reading.pool import Pool
from paperplay.results.night import read_night
from rules.daydream.problems import DaydreamCode
from rules.errors import HostError
from scanner.stages import Keep
from templates.daydream.load import load_sheet
from templates.languages import LANGUAGES
from templates.wording import say, words
from tests.named import at
from tests.scans import scan_of, unreadable

ROOT = Path(__file__).parents[2]
NAMES = ["Ida Müller", "Jörg Größe", "Zoé d’Alembert", "Åsa Sjöberg"]
GROUP = Group.of("7b", NAMES)
A = load_sheet("daydream/A")


def scan(copy, file="a.jpg", clouds="", *, sheet="A", review=(), task=None, mark=GROUP.mark,
         **marks):  # fmt: skip
    """A scan of a sheet with these digits in its first clouds."""
    digits = {f"c{n}": int(digit) for n, digit in enumerate(clouds, 1) if digit != "-"}
    data = {"format": 1, "sheet": f"daydream/{sheet}", "seed": 0, "clouds": digits, **marks}
    return scan_of(data, *((e, 1, 7) for e in review), file=file, copy=copy, mark=mark, task=task)


UNREAD = unreadable()
ROW = next(row for row in A.rows if row.clouds == ("c1", "c2", "c3", "c4"))


def book(*scans, group=GROUP, dice=None):
    return gradebook_of(scans, group, dice)


# ------------------------------------------------------------------ whose sheet it is


def test_sheets_are_matched_by_their_numbers():
    found = book(scan(3, clouds="12"), scan(1, clouds="34"))
    assert [result.status for result in found.results] == ["in", "missing", "in", "missing"]
    assert [pupil.name for pupil in found.missing] == [NAMES[1], NAMES[3]]
    text = gradebook_text(found, "en")
    assert "Handed in: 2 of 4." in text
    assert "Missing: Jörg Größe, Åsa Sjöberg." in text


def test_the_same_photo_twice_and_two_different_sheets():
    found = book(
        scan(1, "a.jpg", "123456"),
        scan(1, "b.jpg", "123456"),
        scan(2, "c.jpg", "123456"),
        scan(2, "d.jpg", "654321"),
    )
    first, second = found.results[:2]
    assert first.status == "in" and len(first.sheets[0].others) == 1
    assert second.status == "several" and second.scan.file == "c.jpg"
    text = gradebook_text(found, "en")
    assert "Ida Müller: sheet photographed twice. a.jpg and b.jpg complete each other" in text
    assert "Jörg Größe: 2 different sheets (c.jpg: 0, d.jpg: 0)." in text


def test_a_blank_sheet_does_not_count_before_a_filled_one():
    found = book(scan(1, "blank.jpg"), scan(1, "a.jpg", "1234"), scan(2, "spare.jpg"))
    assert [result.status for result in found.results[:2]] == ["several", "in"]
    assert found.results[0].scan.file == "a.jpg"


def test_numbers_that_nobody_has_and_sheets_of_another_kind():
    found = book(
        scan(1, "a.jpg", "12"),
        scan(9, "b.jpg", "34"),
        scan(0, "c.jpg", "56"),
        scan(1, "d.jpg", "78", sheet="D"),
        scan(2, "e.jpg", "78", sheet="BC"),
        UNREAD,
    )
    assert [result.status for result in found.results] == ["in", *["missing"] * 3]
    text = gradebook_text(found, "en")
    assert "b.jpg: nobody in this class has number 9." in text
    assert "c.jpg: this sheet has no number. Whose is it?" in text
    assert "d.jpg: another sheet (Coffee Break (D))." in text
    assert "e.jpg: another sheet" in text
    assert "blurred.jpg: The photo is blurred." in text


def test_neither_a_parallel_class_nor_a_spare_copy_is_taken_for_a_pupil():
    parallel = Group.of("7c", ["Nils", "Eva"])
    assert parallel.mark not in (0, GROUP.mark)
    found = book(
        scan(1, "a.jpg", "12"),
        scan(2, "parallel.jpg", "34", mark=parallel.mark),
        scan(3, "spare.jpg", "56", mark=0),
    )
    assert [result.status for result in found.results] == ["in", *["missing"] * 3]
    text = gradebook_text(found, "en")
    for photo, number in (("parallel.jpg", 2), ("spare.jpg", 3)):
        assert f"{photo}: this sheet with number {number} was not printed for this class." in text


def test_the_sheets_of_pupils_decide_which_kind_is_meant():
    strays = [scan(0, f"{n}.jpg", "12"[: 1 + n % 2] + str(n), sheet="D") for n in range(4)]
    assert book(*strays, scan(1, "a.jpg", "12")).sheet == "daydream/A"


def test_par_of_what_was_printed_is_said():
    group = replace(GROUP, pars={par_key("daydream/A", 0, "7b"): ClassPar(14, False)})
    one = scan(1, clouds="2425")
    assert "Par for these dice: 14." in gradebook_text(book(one, group=group, dice="7b"), "en")
    assert "Par" not in gradebook_text(book(one, group=group, dice="sun"), "en")
    assert "Par" not in gradebook_text(book(one, group=group), "en")


def test_an_empty_pile():
    found = book(UNREAD)
    assert found.sheet == "" and len(found.missing) == 4
    assert "Class 7b" in gradebook_text(found, "en")
    assert b"There is no sheet of this class" in gradebook_html(found, "en")


# ------------------------------------------------------------------ what is right and wrong


def test_rows_right_and_wrong():
    wrong = scan(1, clouds="1234", rows={ROW.id: "dot"})
    right = scan(2, clouds="1234", rows={ROW.id: "sun"})
    unmarked = scan(3, clouds="1134")
    found = book(wrong, right, unmarked)
    rows = [dict(result.rows) for result in found.results[:3]]
    assert [one.get("wrong", 0) for one in rows] == [1, 0, 1]
    assert [one.get("right", 0) for one in rows] == [0, 1, 0]
    assert {one.rule: one.pupils for one in missed_rules(found)} == {"row-sun": 1, "row-crossed": 1}


def test_the_rule_that_most_pupils_missed_comes_first():
    often = scan(1, clouds="1234", rows={row.id: "dot" for row in A.rows})
    found = book(often, scan(2, clouds="1134", total=9), scan(3, clouds="1134", total=9))
    rules = [(one.rule, one.pupils) for one in missed_rules(found)]
    assert rules[0][1] == rules[1][1] == 2
    assert {rules[0][0], rules[1][0]} == {"row-crossed", "total"}


def test_every_problem_is_a_rule_in_words():
    told = {key.removeprefix("classroom.rule.") for key in words("classroom")}
    from paperplay.classroom.overview import _RULES

    rows = {DaydreamCode.ROW_MARK.value, DaydreamCode.ROW_UNMARKED.value}
    assert {code.value for code in DaydreamCode} - rows == set(_RULES)
    assert set(_RULES.values()) | {"dice"} <= told


@pytest.mark.parametrize(
    ("points", "bars"),
    [
        ([], []),
        ([7], [("7", 1)]),
        ([3, 5, 5], [("3", 1), ("4", 0), ("5", 2)]),
        ([0, 12], [("0–1", 1), *[(f"{n}–{n + 1}", 0) for n in range(2, 12, 2)], ("12–13", 1)]),
        ([-3, 2], [("-3", 1), ("-2", 0), ("-1", 0), ("0", 0), ("1", 0), ("2", 1)]),
    ],
)
def test_histogram(points, bars):
    assert [(bar.range, bar.pupils) for bar in histogram(points)] == bars


def test_a_histogram_is_never_long_and_counts_everybody():
    rng = Random(1)
    for _ in range(50):
        points = [rng.randint(-20, 300) for _ in range(rng.randint(1, 40))]
        bars = histogram(points)
        assert len(bars) <= 13 and sum(bar.pupils for bar in bars) == len(points)


def test_numbers_that_were_not_rolled_are_named():
    # The rolls of "7b" begin with 2 4 | 2 5.
    found = book(
        scan(1, clouds="2425"), scan(2, clouds="2429"), scan(3, clouds="2429", review=["c4"]),
        dice="7b",
    )  # fmt: skip
    told = [result.dice and result.dice.wrong for result in found.results]
    assert told == [0, 1, 0, None]
    assert [result.status for result in found.results] == ["in", "review", "review", "missing"]
    text = gradebook_text(found, "en")
    # It may be misread: one question, and nothing that is held against anybody.
    asked = f"cloud {at('c4')}: 9 or 5? This number was not rolled: misread, or written so?"
    assert text.count("was not rolled") == 1 and asked in text
    assert "cannot come from" not in text and "Most sheets" not in text
    assert "dice" not in [one.rule for one in missed_rules(found)]


def test_if_most_sheets_do_not_fit_the_dice_nobody_is_asked_about_them():
    found = book(scan(1, clouds="9988"), scan(2, clouds="2425"), scan(3, clouds="7799"), dice="7b")
    text = gradebook_text(found, "en")
    assert "Most sheets do not fit the dice “7b”." in text
    assert "not rolled" not in text and "cannot come from" not in text


def test_what_the_teacher_vouches_for_is_said():
    one = replace(scan(1, clouds="2429"), key=1)
    said = Corrections(settled={1: {"c4": 9}})
    found = gradebook_of([one], GROUP, "7b", said)
    assert found.results[0].status == "in"
    told = f"One number cannot come from these rolls, even with the leaves: 9 (cloud {at('c4')})."
    assert told in gradebook_text(found, "en")
    assert "dice" in [rule.rule for rule in missed_rules(found)]
    assert (
        gradebook_of([one], GROUP, "7b", Corrections(settled={1: {"c4": 5}}))
        .results[0]
        .dice.possible
    )


# ------------------------------------------------------------------ how it is written down


def pile():
    """A bit of everything; one file is called like a pupil."""
    png = io.BytesIO()
    Image.fromarray(np.full((40, 300), 90, np.uint8)).save(png, "PNG")
    scans = [
        scan(1, "a.jpg", "2425", rows={ROW.id: "sun"}, review=["c1"]),
        scan(2, "b.jpg", "2429"),
        scan(2, "c.jpg", "2452"),
        scan(3, "Zoe-Foto.jpg", "2425"),
        scan(0, "d.jpg", "2477"),
        UNREAD,
    ]
    pictures = {"c1": png.getvalue(), "name": png.getvalue() + b"n"}
    return book(*(replace(one, pictures=pictures) for one in scans), dice="7b")


def sheets_of(data):
    loaded = openpyxl.load_workbook(io.BytesIO(data))
    return {
        page.title: [[cell.value for cell in line] for line in page.iter_rows()]
        for page in loaded.worksheets
    }


def test_csv_has_a_line_for_each_pupil():
    data = gradebook_csv(pile(), "de")
    assert data.startswith(b"\xef\xbb\xbf")
    lines = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    assert lines[0][:4] == ["Nr.", "Name", "Stand", "Punkte"]
    assert [line[:3] for line in lines[1:]] == [
        ["1", NAMES[0], "ansehen"], ["2", NAMES[1], "mehrere Bögen"],
        ["3", NAMES[2], "abgegeben"], ["4", NAMES[3], "fehlt"]]  # fmt: skip


def test_a_workbook_has_all_tables():
    pages = sheets_of(gradebook_xlsx(pile(), "en"))
    assert list(pages) == ["Gradebook", "Rows", "Review", "Points", "Rules"]
    assert len(pages["Gradebook"]) == 5
    assert len(pages["Rows"]) == 1 + 3 * len(A.rows)
    assert any("The photo is blurred." in str(line) for line in pages["Review"])
    assert sum(line[1] for line in pages["Points"][1:]) == 3


def test_a_name_is_never_a_formula():
    group = Group.of("7b", ["=cmd()", "Tom"])
    data = gradebook_csv(book(scan(1, clouds="12", mark=group.mark), group=group), "en")
    assert b"'=cmd()" in data


def test_json_is_one_line_that_a_program_can_read():
    text = gradebook_json(pile(), "en")
    data = json.loads(text)
    assert "\n" not in text
    assert data["missing"] == [4] and data["class"] == "7b"
    first, second = data["pupils"][:2]
    assert first["name"] == NAMES[0] and first["rows"][ROW.id] == "wrong"
    (slip,) = first["problems"]
    assert (slip["element"], slip["code"]) == (ROW.id, "row-mark") and slip["message"]
    (doubt,) = first["review"]
    assert doubt == {"element": "c1", "guess": 1, "or": 7, "why_code": "digit-doubtful",
                     "why": say("scan.why.digit-doubtful", "en"), "likely": [1, 7],
                     "risk": 0.0}  # fmt: skip
    assert second["dice"] == {"wrong": 1, "suspects": {"9": ["c4"]}, "counts_fit": True,
                              "vouched": False}  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_form_in_every_language(lang):
    found = pile()
    text = gradebook_text(found, lang)
    assert say("classroom.book.handed-in", lang, n=3, all=4) in text
    page = gradebook_html(found, lang).decode()
    assert f'<html lang="{lang}">' in page and "<script" not in page
    assert "http" not in re.sub(r'http-equiv="[^"]*"', "", page)


def test_pseudonyms_leave_no_name_anywhere():
    found = pile()
    everything = {
        "text": gradebook_text(found, "en", hide=True),
        "json": gradebook_json(found, "en", hide=True),
        "csv": gradebook_csv(found, "en", hide=True).decode("utf-8-sig"),
        "html": gradebook_html(found, "en", hide=True).decode(),
        "xlsx": str(sheets_of(gradebook_xlsx(found, "en", hide=True))),
    }
    for form, text in everything.items():
        for word in {word for name in NAMES for word in re.split(r"\W", name) if len(word) > 1}:
            assert word not in text, (form, word)
        assert "Zoe" not in text, form
    assert "No. 2: 2 different sheets (b.jpg: 0, c.jpg: 0)" in everything["text"]
    assert "Photo 4" in everything["csv"]


def test_the_picture_of_a_name_is_for_those_who_may_see_it():
    found = pile()
    assert gradebook_html(found, "en").count(b"<img") == 2
    assert gradebook_html(found, "en", hide=True).count(b"<img") == 1


# ------------------------------------------------------------------ which class is meant


def test_printed_numbers_count_however_the_list_has_changed(tmp_path):
    keep_class(GROUP)
    path = tmp_path / "7b.csv"
    path.write_text("\n".join(["Anna Neu", *reversed(NAMES)]), encoding="utf-8")
    group, new = group_for(str(path))
    assert group == GROUP and new == ["Anna Neu"]
    assert group_for("7b") == (GROUP, [])
    path.write_text("Nils\nEva\n")
    assert [pupil.name for pupil in group_for(str(path))[0].pupils] == ["Nils", "Eva"]


def test_a_list_need_not_be_kept(tmp_path):
    path = tmp_path / "8c.csv"
    path.write_text("Nils\nEva\n")
    assert group_for(str(path)) == (Group.of("8c", ["Nils", "Eva"]), [])


@pytest.mark.parametrize(
    ("word", "code"), [("9z", "class-unknown"), ("9z.csv", "class-list-missing")]
)
def test_a_class_that_there_is_not(word, code):
    with pytest.raises(HostError) as refused:
        group_for(word)
    assert refused.value.code == code


# ------------------------------------------------------------------ the samples


def test_the_gradebook_of_the_samples_is_the_one_in_the_manual(capsys):
    call = ["class", "scan", str(ROOT / "samples" / "7b.csv"), str(ROOT / "samples" / "class")]
    assert cli.main([*call, "--dice", "sun", "--lang", "en", "--workers", "1"]) == 0
    text = capsys.readouterr().out
    assert f"cloud {at('c6')}" in text  # a number that cannot have been rolled, or was misread
    assert text in (ROOT / "docs" / "classroom.md").read_text(encoding="utf-8")


# ------------------------------------------------------------------ stopped, and gone on


def test_the_notes_of_a_stopped_scan_are_kept_with_the_class(tmp_path):
    photos = [Photo(tmp_path / f"{n}.jpg", f"{n}.jpg") for n in range(3)]
    for photo in photos:
        photo.path.write_bytes(b"x")
    read = []

    class Place(Pool):
        def run(self, job, photo, *more):
            read.append(photo.name)
            return Part([[scan(1 + int(photo.name[0]), photo.name, "12")]])

    def stop(sheets):
        if sheets[0].code.copy == 2:
            raise KeyboardInterrupt

    notes = notes_folder("7b")
    call = (("x",), photos, Keep(), Place(0))
    with pytest.raises(KeyboardInterrupt):
        read_night(*call, stop, notes=notes)
    assert len(list(notes.iterdir())) == 1
    pile = []
    read_night(*call, pile.extend, notes=notes, resume=True)
    assert [one.code.copy for one in pile] == [1, 2, 3]
    assert read == ["0.jpg", "1.jpg", "2.jpg"], "nothing is read twice"
    drop_empty_folders("7b")
    assert not class_folder("7b").exists()
