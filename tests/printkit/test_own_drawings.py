"""How sheets that people make are drawn."""

from __future__ import annotations

import pytest

from printkit.order import Order
from printkit.own.cut_words import cut_words
from printkit.own.drawing import code_of
from printkit.own.picture import picture_of
from printkit.press import draw_order
from printkit.tinted import lightness
from templates.own import shelf
from templates.own.judge import JUDGE, known
from tests.note_pen import NotePen
from tests.own_sheets import NAMES, SAMPLES, sample, sheet_of
from tests.printkit.boxes import BoxPen
from tests.printkit.test_sheets import LIGHT_ENOUGH


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_drawn_as_before(golden, name):
    sheet = shelf.sheet_in(SAMPLES / f"{name}.toml")
    pen = NotePen(brief=True)
    draw_order(pen, Order(sheet, variant=7 if known(sheet).has_variants else 0))
    golden(f"own-{name}.txt", "\n".join(pen.notes))


@pytest.mark.parametrize("ink", ["colour", "light", "black"])
@pytest.mark.parametrize("name", NAMES)
def test_guides_are_lighter_than_any_pen(name, ink):
    sheet = known(shelf.put(sample(name)))
    code = code_of(sheet, Order(sheet.sheet, ink=ink))
    layout = JUDGE.layout_of(code)
    pen = BoxPen()
    pen.page(layout.page.width, layout.page.height)
    from printkit.score_sheets import draw_blank

    draw_blank(pen, layout, "en", ink)
    colours = {c for shape in pen.pages[0].shapes for c in (shape.fill, shape.stroke) if c}
    assert all(lightness(colour) >= LIGHT_ENOUGH for colour in colours)


def test_every_copy_has_another_variant_and_its_number_is_in_the_code():
    sheet = known(shelf.put(sample("times-tables")))
    order = Order(sheet.sheet, copies=3, each=True, variant=5)
    assert [code_of(sheet, order, copy).variant for copy in range(3)] == [5, 6, 7]
    pen = NotePen(brief=True)
    draw_order(pen, order)
    tasks = {note for note in pen.notes if " · " in note and "=" in note}
    assert len(tasks) > 40  # of three times 28 hardly any are the same


def test_a_sheet_without_variables_has_no_variants():
    sheet = known(shelf.put(sample("quiz")))
    assert code_of(sheet, Order(sheet.sheet, each=True), copy=2).variant == 0


def test_words_that_do_not_fit_are_cut_and_named():
    long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik" * 2
    sheet = sheet_of(f'players = 4\n[[section]]\nfields = [ {{ id = "a", label = "{long}" }} ]')
    layout = JUDGE.layout_of(code_of(known(shelf.put(sheet)), Order(sheet.sheet)))
    (fault,) = cut_words(sheet, [layout], None)
    assert fault.code == "own-text-long" and fault.facts["text"] == long[:40]


def test_a_page_is_shown_as_a_picture():
    sheet = known(shelf.put(sample("river")))
    code = code_of(sheet, Order(sheet.sheet))
    assert picture_of(code, JUDGE.layout_of(code)).startswith(b"\x89PNG")
