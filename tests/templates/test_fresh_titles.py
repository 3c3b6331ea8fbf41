"""A fresh sheet's title and its seed are one to one, and every title has a picture."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.dream_cards.things import THINGS
from printkit.title_picture import draw_title_picture
from templates.fresh_titles import fresh_title, noun_of, seed_of_title
from templates.games import all_sheets, short_name
from templates.geometry import Box
from templates.languages import LANGUAGES
from templates.telling import title_of
from templates.titles import sheet_titled
from templates.wording import words
from tests.note_pen import NotePen

SEEDS = st.integers(0, 999_999)


@given(SEEDS, st.sampled_from(LANGUAGES))
def test_a_title_leads_back_to_its_seed(seed, lang):
    title = fresh_title(seed, lang)
    assert seed_of_title(title) == ("", seed)
    assert seed_of_title(f" bac  {title.upper()} ") == ("bac", seed)


@given(SEEDS)
def test_neighbours_have_other_nouns(seed):
    assert noun_of(seed) != noun_of((seed + 1) % 1_000_000)


def test_titles_stay_the_same():
    kept = {1: "Teddy 9122", 2: "Rabbit 6415", 3: "Airship 3708", 999_999: "Carousel 4536"}
    assert {seed: fresh_title(seed, "en") for seed in kept} == kept
    assert fresh_title(2474, "de") == "Fuchs 4711" and fresh_title(2474, "sv") == "Räv 4711"


def test_a_hundred_nouns_are_drawn_and_mean_one_thing_in_all_languages():
    nouns = [key.removeprefix("nouns.") for key in words("nouns")]
    assert len(nouns) == 100 and set(nouns) <= set(THINGS)
    for noun in nouns:
        for lang in LANGUAGES:
            word = words("nouns")[f"nouns.{noun}"][lang]
            assert len(word) <= 14 and " " not in word
            found = seed_of_title(f"{word} 0000")
            assert found is not None and noun_of(found[1]) == noun, word


@pytest.mark.parametrize(
    "text", ["", "Fox", "4711", "Fox 471", "Fox 47111", "Fax 4711", "Fox ٤٧١١"]
)
def test_what_is_no_title(text):
    assert seed_of_title(text) is None


def test_accents_and_capitals_do_not_matter():
    assert seed_of_title("rav 4711") == seed_of_title("RÄV 4711") == ("", 2474)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sheets_go_by_their_titles(lang):
    for sheet in all_sheets():
        title = title_of(sheet, lang)
        assert sheet_titled(title) == short_name(sheet)
        assert sheet_titled(title.partition(" (")[0].upper()) == short_name(sheet)
    assert sheet_titled("A") is None and sheet_titled("") is None


class Reach(NotePen):
    """Remembers where paths go."""

    def __init__(self):
        super().__init__()
        self.xs, self.ys = [], []

    def path(self, d, **look):
        numbers = [float(each) for each in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", d)]
        self.xs += numbers[::2]
        self.ys += numbers[1::2]
        super().path(d, **look)


def test_every_picture_fills_its_box_and_stays_inside():
    box = Box((50.0, 20.0), (11.0, 11.0))
    drawn = set()
    for place in range(100):
        seed = seed_of_title(f"{words('nouns')[list(words('nouns'))[place]]['en']} 0001")[1]
        pen = Reach()
        draw_title_picture(pen, seed, box)
        drawn.add("\n".join(pen.notes))
        # Control points of curves, and shadows that are clipped, may lie a little outside.
        assert box.left - 2 < min(pen.xs) and max(pen.xs) < box.right + 2, noun_of(seed)
        assert box.top - 2 < min(pen.ys) and max(pen.ys) < box.bottom + 2, noun_of(seed)
        assert max(max(pen.xs) - min(pen.xs), max(pen.ys) - min(pen.ys)) > 7, noun_of(seed)
    assert len(drawn) == 100
