"""Layouts of sheets that people make: everything finds its place, on every paper."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from benchmarks.own_mutants import EVERYTHING
from rules.own.sheet import Kind
from templates.languages import LANGUAGES
from templates.load import code_for
from templates.own import shelf
from templates.own.faults import SheetFaults
from templates.own.layout import laid_out, layout_of
from templates.own.placing import out_of_place
from templates.score_sheet_check import Fault
from templates.wording import sentence
from tests.own_sheets import NAMES, sample, sheet_of


def elements_of(sheet, players):
    """Name everything that is read on all pages."""
    found = []
    for slot in sheet.slots(players).values():
        boxes = range(1, slot.field.boxes + 1) if slot.field.kind is Kind.TALLY else ()
        found += [f"{slot.id}.{n}" for n in boxes] or [slot.id]
    return found


def all_ways(sheet):
    players = range(sheet.players[0], sheet.players[1] + 1) if sheet.players else [0]
    return [(paper, count) for paper in ("a4", "letter") for count in players]


@pytest.mark.parametrize("name", [*NAMES, "everything"])
def test_every_element_is_on_exactly_one_page(name):
    sheet = sheet_of(EVERYTHING) if name == "everything" else sample(name)
    for paper, players in all_ways(sheet):
        pages = laid_out(sheet, paper, players, "en")
        placed = [element for page in pages for element in page.places]
        assert sorted(placed) == sorted(elements_of(sheet, players))


def test_a_long_table_goes_over_pages_with_its_names_on_each():
    text = 'players = 3\n[[section]]\nrounds = 50\nfields = [ { id = "points", max = 99 } ]'
    pages = laid_out(sheet_of(text), "a4", 3, "en")
    assert len(pages) > 1
    assert all(len(page.names) == 3 for page in pages)
    rounds = [each.id for page in pages for each in page.digits if each.id.endswith(".1")]
    assert rounds == [f"points.{number}.1" for number in range(1, 51)]
    assert [page.as_json()["pages"] for page in pages] == [len(pages)] * len(pages)


def test_a_page_on_which_nothing_is_read_is_not_missed():
    text = '[[section]]\nfields = [ { id = "a" } ]\n[[section]]\nnew_page = true\nfields = ['
    drawn = laid_out(sheet_of(text + '{ id = "s", kind = "space" } ]'), "a4", 0, "en")
    read = laid_out(sheet_of(text + '{ id = "b" } ]'), "a4", 0, "en")
    assert [page.others for page in drawn] == [(), (1,)]
    assert [page.others for page in read] == [(2,), (1,)]


def test_a_page_lies_on_its_side_where_that_helps():
    fields = ", ".join(f'{{ id = "f{n}", digits = 2, label = "F{n}" }}' for n in range(9))
    text = f"[[section]]\nrounds = 5\nfields = [ {fields} ]"
    (page,) = laid_out(sheet_of(text), "a4", 0, "en")
    assert page.page.is_wide
    (upright,) = laid_out(sample("five-dice"), "a4", 6, "en")
    assert not upright.page.is_wide


def test_numbers_that_are_drawn_stand_before_the_fields_of_their_column():
    fields = '{ id = "s", label = "{a} + {b} =", digits = 3 }, { id = "ok", kind = "box" }'
    rounds = 'rounds = 6\nvariables = { a = "10..99", b = "2..9" }'
    text = f"[[section]]\n{rounds}\nfields = [ {fields} ]"
    for variant in (0, 1):
        (page,) = laid_out(sheet_of(text), "a4", 0, "en", variant)
        sums = [each for each in page.texts if each.words.endswith(" =")]
        assert len({each.words for each in sums}) == 6 == len(page.digits)
        for words, place in zip(sums, page.digits, strict=True):
            assert words.area.right <= place.center[0] - place.size[0] / 2
            assert words.area.top < place.center[1] < words.area.bottom
        assert not [each for each in page.texts if "{" in each.words]


def test_a_table_of_players_has_the_tasks_before_its_columns():
    field = 'fields = [ { id = "s", label = "{a * b} : {b} =" } ]'
    text = 'players = 3\n[[section]]\nrounds = 5\nvariables = { a = "2..9", b = "2..9" }\n'
    (page,) = laid_out(sheet_of(text + field), "a4", 3, "en")
    tasks = [each for each in page.texts if " : " in each.words]
    assert len(tasks) == 5
    assert all(each.area.right <= page.columns[0].left for each in tasks)
    assert not [each for each in page.texts if "{" in each.words]


def test_boxes_in_two_lines_are_as_many_in_each():
    text = 'players = 4\n[[section]]\nfields = [ { id = "minutes", boxes = 6 } ]'
    (page,) = laid_out(sheet_of(text), "a4", 4, "en")
    heights = [box.center[1] for box in page.boxes[:6]]
    assert [heights.count(each) for each in sorted(set(heights))] == [3, 3]


TALL = '{ id = "a", kind = "space", height = 200 }'


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ('players = 10\n[[section]]\nrounds = 3\nfields = [ { id = "a", digits = 5 } ]',
         "own-no-room", "section 1"),
        (f'[[section]]\ntitle = "T"\n[[section]]\nfields = [ {TALL} ]\n', "", ""),
        (f'page = "landscape"\n[[section]]\ntitle = "T"\n[[section]]\nfields = [ {TALL} ]\n',
         "own-no-room", "section 2"),
        ('[[section]]\nfields = [ { id = "a", at = [10, 10] } ]', "own-edge", "a"),
        ('[[section]]\nfields = [ { id = "a", at = [200, 100] } ]', "own-edge", "a"),
        ('[[section]]\nfields = [ { id = "a", at = [60, 60] }, { id = "b", at = [62, 60] } ]',
         "own-overlap", "a"),
        ('[[section]]\nfields = [ { id = "a", at = [60, 60], rows = ["...", "..."], width = 20 } ]',
         "own-small", "a"),
    ],
)  # fmt: skip
def test_what_cannot_be_written_on_is_refused_with_its_place(text, code, place):
    sheet = sheet_of(text)
    if not code:
        laid_out(sheet, "a4", 0, "en")
        return
    with pytest.raises(SheetFaults) as refused:
        laid_out(sheet, "a4", sheet.players[0] if sheet.players else 0, "en")
    assert (refused.value.code, refused.value.facts["place"]) == (code, place)
    for lang in LANGUAGES:
        assert "{" not in sentence(refused.value, lang)


ROUND = """[[section]]
rounds = 10
fields = [
  { id = "bid", max = 10 }, { id = "won", max = 10 }, { id = "bonus", max = 99 },
  { id = "points", digits = 3, min = -200 },
]
"""


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("players = 5", "Of 5 players at most 3 fit side by side"),
        ('players = 5\npage = "landscape"', "Of 5 players at most 3 fit side by side"),
        ('players = 3\npage = "portrait"', 'take page = "portrait" out'),
        ('[[section]]\ntext = "x"\nnew_page = true\n' * 9, "at most 8 pages"),
    ],
)
def test_where_there_is_no_room_the_remedy_is_one_that_helps(head, said):
    sheet = sheet_of(f"{head}\n{ROUND}")
    with pytest.raises(SheetFaults) as refused:
        laid_out(sheet, "a4", sheet.players[0] if sheet.players else 0, "en")
    assert said in sentence(refused.value, "en")


def test_columns_of_many_fields_become_as_wide_as_they_need():
    (page,) = laid_out(sheet_of(f"players = [2, 3]\n{ROUND}"), "a4", 3, "en")
    assert page.page.is_wide
    assert min(field.size[0] for field in page.digits) >= 15.0


@pytest.mark.parametrize(
    ("players", "fields"),
    [
        (3, 'options = [1, 2] }, { id = "b", max = 999 }, { id = "c", max = 99'),
        (2, 'boxes = 18 }, { id = "b", kind = "box"'),
        (2, 'boxes = 14 }, { id = "b", max = 9999 }, { id = "c", max = 9999'),
        (2, 'max = 50 }, { id = "b", options = ["A", "B", "C"], several = true }, '
            '{ id = "c", min = -99, max = 99'),
    ],
)  # fmt: skip
def test_rows_are_as_high_as_the_lines_that_their_cells_break_into(players, fields):
    sheet = sheet_of(
        f'players = {players}\n[[section]]\nrounds = 9\nfields = [ {{ id = "a", {fields} }} ]'
    )
    for paper in ("a4", "letter"):
        pages = laid_out(sheet, paper, players, "en")
        assert len({name for page in pages for name in page.places}) == len(
            elements_of(sheet, players)
        )


def test_only_who_placed_something_is_told_to_move_it():
    sheet = sheet_of('[[section]]\nfields = [ { id = "a" }, { id = "b", at = [60, 60] } ]')
    for field, code in (("a", "own-crowded"), ("b", "own-overlap")):
        fault = Fault(f"{field}.1", "overlap", "", "", other="text Points")
        assert out_of_place(fault, sheet, "a4").code == code


BESIDE = """format = 1
title = "Logo"
[[section]]
picture = "logo.png"
height = 40
[[section]]
fields = [ { id = "a", at = [AT, 60] } ]
"""


@pytest.mark.parametrize(("at", "is_free"), [(100, False), (40, True)])
def test_no_pen_goes_where_a_picture_stands(at, is_free, tmp_path, monkeypatch):
    monkeypatch.setattr(shelf, "_known", {})
    Image.new("RGB", (40, 40), "red").save(tmp_path / "logo.png")
    (tmp_path / "logo.toml").write_text(BESIDE.replace("AT", str(at)))
    code = code_for(shelf.sheet_in(tmp_path / "logo.toml"))
    if is_free:
        assert layout_of(code).digits
        return
    with pytest.raises(SheetFaults) as refused:
        layout_of(code)
    facts = refused.value.facts
    assert (facts["file"], facts["line"], facts["other"]) == ("logo.toml", 7, "logo.png")


def test_a_page_with_fields_placed_by_hand_stands_upright_whatever_else_is_on_it():
    fields = ", ".join(f'{{ id = "f{n}", digits = 2, label = "F{n}" }}' for n in range(9))
    text = f"[[section]]\nrounds = 5\nfields = [ {fields} ]"
    by_hand = '\n[[section]]\nfields = [ { id = "a", at = [100, 240] } ]'
    with pytest.raises(SheetFaults) as refused:
        laid_out(sheet_of(text + by_hand), "a4", 0, "en")
    assert refused.value.code == "own-no-room"
    (page,) = laid_out(sheet_of(by_hand), "a4", 0, "en")
    assert not page.page.is_wide


def test_a_field_is_where_a_hand_put_it():
    text = '[[section]]\nfields = [ { id = "a", at = [100, 150], width = 30 } ]'
    (page,) = laid_out(sheet_of(text), "a4", 0, "en")
    (field,) = page.digits
    assert field.center[0] == 115
    assert 150 < field.center[1] < 160


KINDS = st.sampled_from(
    ["max = 9", "max = 99", "min = -99", "digits = 4", 'kind = "box"', "boxes = 5", "boxes = 12",
     'options = ["a", "b"]', 'options = [1, 2, 3, 4, 5]', 'kind = "space"', "points = 9",
     'options = { x = "Something long", y = "And this" }', 'rows = ["1..", "..2"]', 'kind = "name"',
     'several = true, options = ["x", "y", "z"]']
)  # fmt: skip
LABELS = st.sampled_from(["", "One", "A longer label", "A label with very many words " * 3])
FIELDS = st.lists(st.tuples(KINDS, LABELS), min_size=1, max_size=8)
HEADS = st.sampled_from(["", "rounds = 4", "rounds = 30", "once = true", 'title = "T"'])
SECTIONS = st.lists(st.tuples(HEADS, FIELDS), min_size=1, max_size=4)


@settings(max_examples=30)
@given(SECTIONS, st.sampled_from(["", "players = 2", "players = [2, 6]"]), st.booleans())
def test_whatever_is_wanted_is_laid_out_or_has_no_room(sections, players, letter):
    text, number = players + "\n", 0
    for head, fields in sections:
        text += f"[[section]]\n{head}\nfields = [\n"
        for kind, label in fields:
            number += 1
            text += f'  {{ id = "f{number}", label = "{label}", {kind} }},\n'
        text += "]\n"
    try:
        sheet = sheet_of(text)
    except SheetFaults as error:
        assert error.code in ("own-too-many", "own-too-costly")
        return
    count = sheet.players[1] if sheet.players else 0
    try:
        pages = laid_out(sheet, "letter" if letter else "a4", count, "en")
    except SheetFaults as error:
        assert error.code == "own-no-room", error.facts
        return
    placed = [element for page in pages for element in page.places]
    assert sorted(placed) == sorted(elements_of(sheet, count))
