import re
from dataclasses import replace
from itertools import combinations, permutations
from math import dist
from pathlib import Path
from random import Random

import numpy as np
import pypdfium2
import pytest

from printkit.dream_cards import CARDS, LANGUAGES, SIDE, describe, draw_card, scene_of
from printkit.dream_cards.backgrounds import BACKGROUNDS
from printkit.dream_cards.brush import Brush, PictureFrame
from printkit.dream_cards.outline import bounds_of, limb, oval, parsed, points, smooth, written
from printkit.dream_cards.palette import COLOURS, PALETTES, luminance_of, mix
from printkit.dream_cards.scenes import load_scenes
from printkit.dream_cards.sky import LIGHTS
from printkit.dream_cards.things import THINGS
from printkit.pdf import PdfPen
from tests.note_pen import NotePen

NUMBERS = range(1, CARDS + 1)
INKS = ("colour", "light", "black")
BEAMS = {"lighthouse"}  # light may run off the card

# What the English line calls a thing, where it is not simply its name.
CALLED = {
    "big_star": "star",
    "carousel": "merry-go-round",
    "chess_knight": "chess knight",
    "dice": "die",
    "glasses": "pair of glasses",
    "hat": "top hat",
    "lamp_post": "street lamp",
    "magic_wand": "magic wand",
    "mountain": "peaks",
    "paper_boat": "paper boat",
    "playing_card": "playing card",
    "spinning_top": "spinning top",
    "table_lamp": "lamp",
    "teacup": "cup of tea",
    "teddy": "teddy bear",
}


def notes_of(number, ink):
    pen = NotePen()
    draw_card(pen, number, ink)
    return pen.notes


def pdf_of(numbers, ink):
    pen = PdfPen("dream cards")
    for number in numbers:
        pen.page(SIDE, SIDE)
        draw_card(pen, number, ink)
    return pen.data()


def brightness_of(number, ink):
    """Mean brightness of a card, 0 to 1, from a rendering of 8 pixels to the mm."""
    page = pypdfium2.PdfDocument(pdf_of([number], ink))[0]
    return (
        float(np.asarray(page.render(scale=8 * 25.4 / 72, grayscale=True).to_numpy()).mean()) / 255
    )


def reach_of(number, placed):
    """How far one thing reaches on its card: left, top, right, bottom."""
    pen = NotePen()
    grid = Brush(pen, PALETTES["colour"]).part(*placed.at, placed.size, placed.turn, placed.mirror)
    THINGS[placed.thing](grid, Random(f"dream card {number}: {placed.thing}"))
    reach = [
        bounds_of(parsed(d)) for d in re.findall(r"^path .*?(M .*)$", "\n".join(pen.notes), re.M)
    ]
    return (
        min(r.left for r in reach),
        min(r.top for r in reach),
        max(r.right for r in reach),
        max(r.bottom for r in reach),
    )


def test_there_are_72_cards():
    assert len(load_scenes()) == CARDS == 72


@pytest.mark.parametrize("number", [0, 73, -1])
def test_another_number_is_refused_by_name(number):
    with pytest.raises(ValueError, match=f"no dream card {number}"):
        draw_card(NotePen(), number)


@pytest.mark.parametrize("ink", INKS)
def test_the_same_number_gives_the_same_strokes(ink):
    for number in (1, 30, 72):
        assert notes_of(number, ink) == notes_of(number, ink)


def test_every_card_is_its_own_drawing_in_every_ink():
    drawings = {tuple(notes_of(number, ink)) for number in NUMBERS for ink in INKS}
    assert len(drawings) == CARDS * len(INKS)


def test_nothing_is_drawn_outside_the_square():
    for number in NUMBERS:
        first, *rest = notes_of(number, "colour")
        assert first.startswith("clipped M 0.00 0.00 L 70.00 0.00 L 70.00 70.00 L 0.00 70.00 Z")
        assert all(line.startswith(" ") for line in rest[:-1]), number


@pytest.mark.parametrize("number", NUMBERS)
def test_things_are_on_the_card_as_a_whole(number):
    for placed in scene_of(number).things:
        if placed.thing not in BEAMS:
            left, top, right, bottom = reach_of(number, placed)
            assert min(left, top) > 0, placed
            assert max(right, bottom) < SIDE, placed


def test_a_thing_at_the_edge_would_be_noticed():
    placed = replace(scene_of(2).things[0], at=(60, 35))
    assert reach_of(2, placed)[2] > SIDE


@pytest.mark.parametrize("number", NUMBERS)
def test_two_to_four_things_stand_well_apart(number):
    scene = scene_of(number)
    assert 2 <= len(scene.things) <= 4
    for first, second in combinations(scene.things, 2):
        assert dist(first.at, second.at) >= 20, (first, second)


def test_no_two_cards_have_their_things_at_the_same_places():
    for one, other in combinations(NUMBERS, 2):
        here = [placed.at for placed in scene_of(one).things]
        there = [placed.at for placed in scene_of(other).things]
        if len(here) == len(there):
            nearest = min(
                max(dist(a, b) for a, b in zip(here, order, strict=True))
                for order in permutations(there)
            )
            assert nearest > 6, (one, other)


def test_two_cards_share_at_most_one_thing():
    sets = [{placed.thing for placed in scene.things} for scene in load_scenes()]
    for (one, first), (other, second) in combinations(enumerate(sets, 1), 2):
        assert len(first & second) <= 1, (one, other)


def test_everything_that_can_be_drawn_is_used():
    scenes = load_scenes()
    assert {placed.thing for scene in scenes for placed in scene.things} == set(THINGS)
    assert {scene.background for scene in scenes} == set(BACKGROUNDS)
    assert {scene.light for scene in scenes} == set(LIGHTS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_is_told_in_one_line_of_its_own(lang):
    lines = [describe(number, lang) for number in NUMBERS]
    assert len(set(lines)) == CARDS
    for line in lines:
        assert 50 <= len(line) <= 150, line
        assert line[0].isupper(), line
        assert line.endswith("."), line
        assert "\n" not in line


def test_languages_do_not_repeat_each_other():
    for number in NUMBERS:
        assert len({describe(number, lang) for lang in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("number", NUMBERS)
def test_the_english_line_names_every_thing(number):
    line = describe(number, "en").lower()
    for placed in scene_of(number).things:
        name = CALLED.get(placed.thing, placed.thing)
        assert re.search(rf"\b{name}\b", line), (placed.thing, line)


@pytest.mark.parametrize("number", NUMBERS)
def test_black_ink_stays_lines_and_light_ink_stays_pale(number):
    assert brightness_of(number, "black") > 1 - 0.12
    assert brightness_of(number, "light") > 0.85


def test_the_brightness_limits_would_catch_full_colour():
    assert brightness_of(5, "colour") < 0.6


@pytest.mark.parametrize(("ink", "kilobytes"), [("colour", 6), ("light", 6), ("black", 9)])
def test_a_card_is_small(ink, kilobytes):
    size = len(pdf_of(NUMBERS, ink)) / CARDS
    assert size < kilobytes * 1024


def test_black_ink_knows_only_black_and_white():
    used = set(re.findall(r"#[0-9a-f]{6}", "\n".join(notes_of(31, "black"))))
    assert used == {"#000000", "#ffffff"}


def test_light_ink_has_no_dark_colour_but_its_lines():
    used = set(re.findall(r"#[0-9a-f]{6}", "\n".join(notes_of(31, "light"))))
    assert min(luminance_of(colour) for colour in used) > 0.4


@pytest.mark.parametrize("role", COLOURS)
def test_only_dark_colours_are_hatched_and_only_in_black(role):
    assert PALETTES["colour"].hatch_of(role) is None
    assert PALETTES["light"].hatch_of(role) is None
    hatched = PALETTES["black"].hatch_of(role) is not None
    assert hatched == (luminance_of(COLOURS[role]) <= 0.6 and role != "ink")


@pytest.mark.parametrize(
    ("first", "second", "share", "mixed"),
    [
        ("#000000", "#ffffff", 0.0, "#000000"),
        ("#000000", "#ffffff", 1.0, "#ffffff"),
        ("#204060", "#406080", 0.5, "#305070"),
    ],
)
def test_mix(first, second, share, mixed):
    assert mix(first, second, share) == mixed


def test_quadratic_curves_become_cubic():
    assert written(parsed("M 0 0 Q 3 3 6 0 Z")) == "M 0 0 C 2 2 4 2 6 0 Z"


def test_a_letter_may_be_left_out():
    assert written(parsed("M 1 2 3 4 L 5 6 7 8")) == "M 1 2 L 3 4 L 5 6 L 7 8"


def test_points_know_their_sharp_corners():
    assert points("4,58 88.5,-38!") == [(4, 58, False), (88.5, -38, True)]


def test_a_sharp_corner_has_no_lean():
    soft, sharp = (parsed(written(smooth(f"0,0 10,0{mark} 10,10"))) for mark in ("", "!"))
    assert soft[1][1][1] != (10, 0)
    assert sharp[1][1][1] == (10, 0)


def test_a_limb_is_as_wide_as_asked_for():
    heights = {round(ends[-1][1], 6) for _, ends in limb("0,0 10,0 20,0", 6, 6) if ends}
    assert heights == {-3, 3}


def test_a_turned_oval_keeps_its_centre():
    bounds = bounds_of(oval(10, 20, 8, 4, 90))
    assert ((bounds.left + bounds.right) / 2, (bounds.top + bounds.bottom) / 2) == pytest.approx(
        (10, 20)
    )
    assert bounds.right - bounds.left == pytest.approx(8)


def test_a_frame_turns_clockwise_and_mirrors():
    frame = PictureFrame().holding(35, 35, 50, 90, mirror=False)
    assert frame.place((100, 50)) == pytest.approx((35, 60))
    mirrored = PictureFrame().holding(35, 35, 50, 0, mirror=True)
    assert mirrored.place((100, 50)) == pytest.approx((10, 35))


def test_the_manual_tells_every_card_as_it_is():
    manual = (Path(__file__).parents[2] / "docs" / "dream-cards.md").read_text("utf-8")
    for number in NUMBERS:
        assert f"\n{number}. {describe(number, 'en')}\n" in manual
    assert f"{len(THINGS)} things" in manual


def test_the_manual_s_examples_run():
    manual = (Path(__file__).parents[2] / "docs" / "dream-cards.md").read_text("utf-8")
    examples = re.findall(r"```python\n(.*?)```", manual, re.S)
    assert len(examples) == 2
    for example in examples:
        names = {}
        exec(example, names)
        assert names["pdf"].startswith(b"%PDF")


@pytest.mark.parametrize("number", NUMBERS)
def test_what_stands_reaches_the_ground_and_what_floats_does_not_lie_under_it(number):
    scene = scene_of(number)
    for placed in scene.things:
        bottom = reach_of(number, placed)[3]
        if placed.stands:
            assert bottom > scene.horizon, placed
        else:
            assert bottom < scene.horizon + 8, placed
