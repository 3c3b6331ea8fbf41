"""Clouds and rows go by the letters and numbers at the edges of the grid, the rest by words."""

from __future__ import annotations

import re

import pytest

from rules.daydream.score import score_of
from templates.daydream.element_names import doubt_sentence, element_name, grid_names
from templates.daydream.grid_names import cloud_name, row_name
from templates.daydream.judge import JUDGE
from templates.daydream.load import load_daydream, load_design, load_sheet
from templates.languages import LANGUAGES
from templates.telling import question_text
from tests.rules.notation import from_line

SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")
ID = re.compile(r"\b[a-z][0-9]+\b")


@pytest.mark.parametrize(
    ("cells", "name"),
    [
        ([(0, 0), (1, 0), (2, 0)], "A1–C1"),
        ([(2, 3), (3, 3)], "C4–D4"),
        ([(2, 3), (2, 4), (2, 5)], "C4–C6"),
        ([(17, 9), (16, 9)], "R10–Q10"),
    ],
)
def test_rows_go_by_their_ends(cells, name):
    assert row_name(cells) == name
    assert cloud_name(cells[0]) == name.split("–")[0]


@pytest.mark.parametrize("seed", [0, 7, 999_999])
@pytest.mark.parametrize("name", SHEETS)
def test_names_say_where_a_cloud_stands(name, seed):
    design, layout = load_design(name, seed=seed), load_daydream(name, seed=seed)
    names = grid_names(f"daydream/{name}", seed)
    for one in design.sheet.clouds:
        for other in design.sheet.clouds:
            (x, y), (u, v) = (layout.clouds[each.id].center for each in (one, other))
            left, right = names[one.id], names[other.id]
            assert (left[0] < right[0]) == (x < u - 1)
            assert (int(left[1:]) < int(right[1:])) == (y < v - 1)
    assert len(set(names.values())) == len(names)
    for row in design.sheet.rows:
        assert names[row.id] == f"{names[row.clouds[0]]}–{names[row.clouds[-1]]}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", SHEETS)
def test_every_element_has_a_name_of_its_own(name, lang):
    sheet = f"daydream/{name}"
    places = load_daydream(name).places
    names = [element_name(element, sheet, 0, lang) for element in places]
    assert len(set(names)) == len(names)
    assert not [each for each in names if ID.search(each) or "{" in each]


@pytest.mark.parametrize(
    ("sheet", "element", "lang", "name"),
    [
        ("BAC", "s3", "en", "third star"),
        ("BAC", "s3", "de", "dritter Stern"),
        ("BAC", "s1", "fr", "première étoile"),
        ("BAC", "s12", "it", "dodicesima stella"),
        ("BAC", "l2", "sv", "andra bladet"),
        ("BAC", "l2", "de", "zweites Blatt"),
        ("EDF", "m2.value", "en", "second moon"),
        ("EDF", "m2.linked", "en", "second moon (number above)"),
        ("EDF", "f1.5", "en", "first group of frames, 5"),
        ("EDF", "f3.2", "de", "dritte Rahmengruppe, 2"),
        ("EDF", "constellation", "en", "constellation"),
        ("EDF", "x9", "en", "x9"),
    ],
)
def test_what_is_counted_goes_by_its_number_in_words(sheet, element, lang, name):
    assert element_name(element, f"daydream/{sheet}", 0, lang) == name


def test_a_polaroid_goes_by_its_cloud_and_an_object_by_what_it_shows():
    sheet = load_sheet("DA")
    first = sheet.polaroids[0]
    cloud = grid_names(sheet.id, 0)[first.cloud]
    assert element_name(f"{first.id}.value", sheet.id, 0, "en") == f"polaroid over {cloud}"
    assert (
        element_name(f"{first.id}.circled", sheet.id, 0, "en") == f"polaroid over {cloud} (circle)"
    )
    clover = next(each for each in load_sheet("EDF").objects if each.name == "clover")
    assert element_name(clover.id, "daydream/EDF", 0, "de") == "Kleeblatt"


def test_a_problem_names_its_row_and_its_numbers():
    sheet = load_sheet("A")
    board = from_line(f"A#0 clouds={'1' * len(sheet.clouds)}", sheet)
    score = score_of(board, sheet)
    told = JUDGE.score_json(score, "en")["problems"]
    row = sheet.rows[0]
    numbers = "-".join("1" for _ in row.clouds)
    assert told[0]["element"] == row.id
    assert told[0]["message"].startswith(
        f"Row {grid_names(sheet.id, 0)[row.id]} ({numbers}) is full"
    )


def test_sheets_of_one_game_name_frames_in_words():
    sheet = load_sheet("EDF")
    twos = ",".join("-o" for _ in sheet.frames)
    boards = [from_line(f"EDF#0 clouds={'1' * len(sheet.clouds)} frames={twos}", sheet)] * 2
    said = [doubt_sentence(each, sheet.id, 0, "en") for each in JUDGE.rank(boards).doubts]
    assert any(each.startswith("First group of frames: ") for each in said)
    assert not [each for each in said if ID.search(each)]


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("de", "Wolke C4, dritte Reihe von oben"),
        ("en", "cloud C4, third row from the top"),
        ("fr", "nuage C4, troisième ligne à partir du haut"),
        ("it", "nuvola C4, terza fila dall’alto"),
        ("sv", "moln C4, tredje raden uppifrån"),
    ],
)
def test_who_is_asked_is_told_where_to_look(lang, told):
    names = {name: element for element, name in grid_names("daydream/BAC", 0).items()}
    assert question_text(names["C4"], "daydream/BAC", 0, lang) == told


@pytest.mark.parametrize(
    ("element", "sheet", "told"),
    [
        ("r1", "daydream/BAC", "row B2–D2"),
        ("total", "daydream/BAC", "total"),
        ("total.1", "dreams/score", "total, Player 1"),
    ],
)
def test_whose_name_says_where_it_is_gets_nothing_more(element, sheet, told):
    assert question_text(element, sheet, 0, "en") == told
