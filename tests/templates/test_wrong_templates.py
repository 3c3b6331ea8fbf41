"""A slip in a template stops the work and points at the place."""

import msgspec
import pytest

from templates.daydream.arrange import arrange
from templates.daydream.check import check_layout
from templates.daydream.compose import compose, design_of
from templates.daydream.lattice import check_grid, parse_grid
from templates.daydream.model import Combination, Panel, check_words, combinations, panel
from templates.errors import TemplateError
from templates.files import convert, parse_toml
from templates.geometry import Box


def refusal_of(call, *args, **kwargs):
    with pytest.raises(TemplateError) as refusal:
        call(*args, **kwargs)
    return str(refusal.value)


def plain_panel(**changes):
    known = msgspec.to_builtins(panel("A"))
    return known | changes


def test_an_unknown_setting_is_named_with_the_one_that_was_meant():
    said = refusal_of(convert, plain_panel(leafs=3), Panel, "templates/daydream/panels/A.toml")
    assert "templates/daydream/panels/A.toml" in said
    assert '"leafs" is not a known setting. Did you mean "leaves"?' in said


def test_an_unknown_setting_inside_a_list_is_found():
    data = plain_panel(objects=[{"object": "mug", "sun": [0]}])
    said = refusal_of(convert, data, Panel, "A.toml")
    assert 'objects[0]: "sun" is not a known setting. Did you mean "suns"?' in said


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"leaves": "many"}, "leaves"),
        ({"grid": 3}, "grid"),
        ({"objects": [{"object": 7}]}, "objects[0].object"),
    ],
)
def test_a_value_of_the_wrong_kind_is_named(change, words):
    assert words in refusal_of(convert, plain_panel(**change), Panel, "A.toml")


def test_a_missing_setting_is_named():
    data = plain_panel()
    del data["leaves"]
    assert '"leaves" is missing.' in refusal_of(convert, data, Panel, "A.toml")


@pytest.mark.parametrize(
    ("change", "wrong"),
    [({"sv": None}, "mug: has no text in sv."), ({"no": "kopp"}, "mug: has no.")],
)
def test_a_text_is_there_in_every_language_and_no_other(change, wrong):
    mug = {"de": "Tasse", "en": "mug", "fr": "tasse", "it": "tazza", "sv": "mugg"} | change
    texts = {lang: text for lang, text in mug.items() if text}
    assert wrong in refusal_of(check_words, texts, "objects.toml", "mug")


def test_broken_toml_is_refused_with_its_line():
    assert "line 2" in refusal_of(parse_toml, "a = 1\nb = = 2\n", "x.toml")


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["> o o", "o o"], "line 2: 2 cells where line 1 has 3"),
        (["> o x"], 'cell 3: "x" is not a sign'),
        (["> o ."], "cell 1: these symbols belong to a row of 1 clouds"),
        (["> . ."], "a row of 0 clouds"),
        (["> o o <"], "this row has symbols at line 1, cell 1 already"),
        (["> o o", ". . o"], "cell 3: this cloud is in no row"),
        (["> o o n"], "this note touches fewer than two clouds"),
        (["> o o o o o o o o"], "a row of 8 clouds"),
    ],
)
def test_a_grid_that_cannot_be_played_is_refused(lines, words):
    def load():
        check_grid(parse_grid(lines, "A.toml"), "A.toml")

    said = refusal_of(load)
    assert said.startswith("A.toml, grid, ")
    assert words in said


def test_polaroids_need_columns_of_their_own():
    crowded = convert(plain_panel(grid=["v v", "* o", "* o"]), Panel, "A.toml")
    both = {"A": crowded, "D": panel("D")}
    assert "two star or moon clouds stand in one column" in refusal_of(
        compose, "AD", combinations()["AD"], both, seed=0
    )


def test_a_cloud_without_a_family_of_frames_is_named():
    bare = convert(msgspec.to_builtins(panel("E")) | {"frames": []}, Panel, "E.toml")
    panels = {"E": bare, "D": panel("D"), "F": panel("F")}
    said = refusal_of(compose, "EDF", combinations()["EDF"], panels, seed=0)
    assert "this cloud belongs to no family of frames" in said


def test_an_unknown_extra_is_refused():
    data = msgspec.to_builtins(combinations()["A"]) | {"extras": ["stars"]}
    assert "extras[0]" in refusal_of(convert, data, Combination, "sheets.toml", "A")


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (lambda box: Box((3.0, 100.0), box.size), "too near to the paper's edge"),
        (lambda box: Box((58.0, box.center[1]), box.size), "it overlaps"),
        (lambda box: Box(box.center, (5.0, 5.0)), "too small for a digit"),
    ],
)
def test_a_cloud_in_a_wrong_place_is_refused(move, words):
    layout = arrange(design_of("A"), "a4")
    layout.clouds["c1"] = move(layout.clouds["c1"])  # type: ignore[index]
    said = refusal_of(check_layout, layout)
    assert "daydream/A on a4, c1" in said
    assert words in said
