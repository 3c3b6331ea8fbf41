"""Many elements are named in few words, and every one of them is told of."""

from __future__ import annotations

import re

import hypothesis.strategies as st
import pytest
from hypothesis import given

from templates.daydream.element_names import grid_names
from templates.languages import LANGUAGES
from templates.load import load_layout
from templates.several import listed, spans
from templates.telling import elements_text

BC = "daydream/BC"
ID = re.compile(r"\b[a-z]{1,2}\d+\b")


def clouds(*names: str) -> list[str]:
    """The ids of clouds that are named as on the sheet."""
    ids = {name: id_ for id_, name in grid_names(BC, 0).items()}
    return [ids[name] for name in names]


def every(*columns: str) -> list[str]:
    names = grid_names(BC, 0)
    return [id_ for id_, name in names.items() if id_.startswith("c") and name[0] in columns]


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([3], "3"), ([3, 4], "3 and 4"), ([3, 4, 5], "3 to 5"), ([9, 1, 2, 3], "1 to 3 and 9")],
)
def test_spans(numbers, words):
    assert spans(numbers, "en") == words


def test_lists():
    assert listed(["a", "b", "c"], "sv") == "a, b och c"
    assert listed([], "en") == ""


def test_a_side_of_the_grid_is_one_range():
    """Gaps of the grid do not matter: all clouds between the corners are meant."""
    told = elements_text(every("A", "B"), BC, 0, "en")
    assert re.fullmatch(r"clouds A\d to B\d", told)


def test_two_clouds_are_named():
    one, other, *_ = sorted(grid_names(BC, 0)[id_] for id_ in every("A"))
    assert elements_text(clouds(one, other), BC, 0, "de") == f"Wolken {one} und {other}"


def test_clouds_all_over_the_grid_are_counted():
    some = every("A", "C", "E", "G", "I", "K")[::2]
    told = elements_text(some, BC, 0, "en")
    assert told.startswith(f"{len(some)} clouds between A")


def test_a_number_and_its_ring_are_one_thing():
    one = elements_text(["p1.value", "p1.circled"], "daydream/AD", 0, "en")
    assert one == elements_text(["p1.value"], "daydream/AD", 0, "en")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("sheet", ["BC", "EDF", "AD", "BAC"])
def test_a_whole_sheet_in_few_words(sheet, lang):
    elements = load_layout(f"daydream/{sheet}").places
    told = elements_text(elements, f"daydream/{sheet}", 0, lang)
    assert len(told) < 260
    assert not ID.search(told) and "{" not in told


@given(st.sets(st.sampled_from(sorted(load_layout(BC).places)), min_size=1))
def test_nothing_is_left_out(elements):
    """Whatever is taken away from the elements changes the words, unless its thing stays."""
    told = elements_text(elements, BC, 0, "en")
    assert told and len(told) < 400 and not ID.search(told)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_score_sheets_go_by_rounds_and_players(lang):
    elements = [f"r{n}.vote.{p}" for n in (3, 4, 5) for p in (2, 3)] + ["total.2", "total.3"]
    told = elements_text(elements, "dreams/score", 0, lang, ["Ida", "Tom", "", "Eva"])
    assert "3" in told and "5" in told and told.count("Tom") == 2
    assert "Ida" not in told and not ID.search(told)


def test_what_is_nobodys_alone_names_no_player():
    told = elements_text(["r2.vision", "r2.vote.1"], "dreams/score", 0, "en", ["Ida", "Tom"])
    assert told == "round 2"
