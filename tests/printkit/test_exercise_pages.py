"""What is printed for a task: what is given, nothing of the answer; and the key."""

from __future__ import annotations

import pytest

from printkit.daydream import draw_sheet
from printkit.daydream.exercise import card_room
from printkit.daydream.exercise_card import draw_answers, draw_card
from printkit.daydream.exercise_key import answers_text, draw_key
from printkit.sheet_ink import SheetInk
from rules.daydream.exercise import (
    CLOUDS,
    LEVELS,
    MISTAKES,
    MOST_TASK,
    SYMBOLS,
    deduction_form,
)
from templates.daydream.exercises import load_exercise, steps_of
from templates.daydream.load import load_daydream
from templates.daydream.regions import INNER
from templates.languages import LANGUAGES
from templates.sheet_code import SheetCode
from tests.named import at
from tests.note_pen import NotePen

SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")


FORMS = (*LEVELS, deduction_form(3))


class Words(NotePen):
    """Remembers every word with its place and colour, and how many shapes were drawn."""

    def __init__(self):
        super().__init__()
        self.said = []

    def words(self, text, at, **look):
        self.said.append((text, at, look))
        super().words(text, at, **look)


def page(name, level, task=1, **options):
    pen = Words()
    code = SheetCode(f"daydream/{name}", **options).with_exercise(level, task)
    draw_sheet(pen, load_daydream(code.sheet, paper=code.paper, seed=code.seed), code)
    return pen


def digits_in(pen, layout):
    """What is written large into each cloud."""
    found = {}
    for text, (x, y), look in pen.said:
        for cloud, box in layout.clouds.items():
            inside = abs(x - box.center[0]) < 0.1 and box.top < y < box.bottom
            if inside and look["size"] > 5:
                found[cloud] = int(text)
    return found


@pytest.mark.parametrize("level", FORMS)
def test_what_is_given_is_printed_and_no_more(level):
    exercise = load_exercise("daydream/A", 0, level, 1)
    given = {cloud: n for cloud, n in exercise.clouds.items() if n is not None}
    assert digits_in(page("A", level), load_daydream("A")) == given


@pytest.mark.parametrize("level", FORMS)
def test_the_key_has_all_answers(level):
    exercise = load_exercise("daydream/A", 0, level, 1)
    pen = Words()
    draw_key(pen, load_daydream("A"), level, 1, "en", "colour")
    assert digits_in(pen, load_daydream("A")) == exercise.numbers
    red = sum("#c2342f" in note for note in pen.notes)
    crossed = sum(exercise.solution(each) == "crossed" for each in exercise.asked)
    assert red == len(exercise.asked) + crossed


def test_no_scan_takes_a_key_for_a_sheet():
    key = Words()
    draw_key(key, load_daydream("A"), 1, 1, "en", "colour")
    sheet = page("A", 1)
    assert SheetCode("daydream/A").with_exercise(1, 1).printed in {said[0] for said in sheet.said}
    assert not any("#000000 even-odd" in note for note in key.notes)
    assert any("#000000 even-odd" in note for note in sheet.notes)


def test_the_answers_as_a_list():
    rows = answers_text(load_exercise("daydream/A", 0, SYMBOLS, 1), "de").split(" · ")
    assert [kind.partition(":")[0] for kind in rows] == ["Sonne", "Punkt", "durchgestrichen"]
    assert rows[1].startswith(f"Punkt: {at('r1')}, {at('r2')}, ")
    assert at("r3") in rows[2]
    clouds = load_exercise("daydream/BC", 0, CLOUDS, 1)
    first, second = (at(cloud, "BC") for cloud in clouds.asked[:2])
    assert answers_text(clouds, "fr").startswith(f"{first}\u00a0=\u00a08, {second}\u00a0=\u00a04, ")
    assert answers_text(load_exercise("daydream/EDF", 0, MISTAKES, 1), "fr") == (
        f"soleil\u00a0: {at('r1', 'EDF')}, {at('r8', 'EDF')}, {at('r35', 'EDF')} · "
        f"point\u00a0: {at('r28', 'EDF')}, {at('r30', 'EDF')}"
    )


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", SHEETS)
def test_the_words_fit_their_card_in_every_language(name, paper):
    layout = load_daydream(name, paper=paper)
    pen = Words()
    ink = SheetInk(pen, "colour")
    for lang in LANGUAGES:
        for level in FORMS:
            # Words that do not fit raise an error.
            draw_card(ink, card_room(layout), level, lang)
        for level in LEVELS:
            text = answers_text(load_exercise(layout.sheet.id, 0, level, MOST_TASK), lang)
            pen.said.clear()
            draw_answers(ink, card_room(layout), "?", [text])
            assert "".join(said[0] for said in pen.said[1:]).replace(" ", "") == text.replace(
                " ", ""
            )


def test_a_key_explains_the_first_steps_and_the_hardest():
    exercise = load_exercise("daydream/A", 0, deduction_form(3), 1)
    pen = Words()
    draw_key(pen, load_daydream("A"), deduction_form(3), 1, "en", "colour")
    told = " ".join(said[0] for said in pen.said)
    first = steps_of(exercise)[0]
    assert f"1. {at(first.cloud)} = {first.number}: the row leaves nothing else" in told
    assert "note what each row leaves, and look once more" in told


def test_a_flat_card_has_the_steps_that_find_room():
    pen = Words()
    draw_key(pen, load_daydream("BC"), deduction_form(1), 1, "de", "colour")
    told = " ".join(said[0] for said in pen.said)
    assert "Anderes lässt die Reihe nicht zu" in told


def test_rows_and_clouds_are_named_by_the_edges_of_the_grid():
    said = {text for text, _, _ in page("A", CLOUDS).said}
    asked = load_exercise("daydream/A", 0, CLOUDS, 1).asked
    assert {sign for cloud in asked for sign in at(cloud)} <= said


def test_a_task_leaves_the_sheet_for_games_alone():
    layout = load_daydream("BAC")
    bare = layout.for_task(SYMBOLS)
    assert (bare.sheet.objects, bare.sheet.notes, bare.notes, bare.strip) == ((), (), {}, ())
    assert layout.for_task(CLOUDS).strip == layout.strip
    assert load_daydream("BAC").sheet.objects
    assert bare.clouds == layout.clouds
    assert bare.rows == layout.rows


def test_copies_share_their_drawing_but_not_with_another_task():
    pen = NotePen()
    layout = load_daydream("A")
    for task, copy in ((1, 0), (1, 1), (2, 2)):
        draw_sheet(pen, layout, SheetCode("daydream/A", copy=copy).with_exercise(1, task))
    titles = [note for note in pen.notes if "Brain teaser" in note]
    assert ["Brain teaser 1" in note for note in titles] == [True, False]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", SHEETS)
def test_the_card_keeps_off_the_code_the_grid_and_the_tags(name, paper):
    layout = load_daydream(name, paper=paper)
    card, code = card_room(layout), layout.page.qr_boxes[1]
    assert card.right < code.left or card.top > code.bottom
    assert card.bottom < layout.sky.top or card.left > layout.sky.right
    assert card.right <= layout.page.width - INNER
