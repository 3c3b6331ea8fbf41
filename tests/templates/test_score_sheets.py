"""Score sheets: everything has room, ids are those promised, and every word is there."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from math import hypot

import pytest

from rules import dreams, when_i_dream
from rules.errors import HostError
from templates import score_sheet_check, score_sheet_judge
from templates.cards import materials
from templates.errors import TemplateError
from templates.files import parse_toml, read_text
from templates.languages import LANGUAGES
from templates.load import load_layout
from templates.score_sheet_check import check_score_sheet
from templates.wording import say, words
from tests.rules.score_lines import board_of_line

WHEN_I_DREAM, DREAMS = "when-i-dream/score", "dreams/score"
SHEETS = [
    (sheet, paper, players)
    for sheet, counts in ((WHEN_I_DREAM, range(4, 11)), (DREAMS, range(3, 7)))
    for paper in ("a4", "letter")
    for players in counts
]


def load(sheet, paper, players, page=1):
    return load_layout(sheet, paper=paper, players=players, page=page)


def edges(center, size):
    (x, y), (width, height) = center, size
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def solid_places(layout):
    """Rectangles that no pen may leave or enter: fields, boxes, names, tags and codes."""
    for each in (*layout.digits, *layout.boxes, *layout.names):
        yield edges(each.center, each.size)
    for tag in layout.page.tags:
        yield edges(tag.center, (13.0, 13.0))
    for box in layout.page.qr_boxes:
        yield edges(box.center, (26.4, 26.4))


def apart(one, other):
    """How far two rectangles are from each other; 0 where they touch or overlap."""
    beside = max(one[0] - other[2], other[0] - one[2], 0.0)
    above = max(one[1] - other[3], other[1] - one[3], 0.0)
    return hypot(beside, above), beside > 0 or above > 0


@pytest.mark.parametrize(("sheet", "paper", "players"), SHEETS)
def test_circles_have_room(sheet, paper, players):
    layout = load(sheet, paper, players)
    near = sorted(choice.center for choice in layout.choices)
    for index, (x, y) in enumerate(near):
        for other_x, other_y in near[index + 1 :]:
            if other_x - x > 7:
                break
            assert hypot(other_x - x, other_y - y) >= 7.0
    walls = list(solid_places(layout))
    for choice in layout.choices:
        assert 2.2 <= choice.radius <= 2.6
        x, y = choice.center
        for wall in walls:
            assert apart((x, y, x, y), wall)[0] >= 3.39


@pytest.mark.parametrize(("sheet", "paper", "players"), SHEETS)
def test_fields_have_room_and_overlap_nothing(sheet, paper, players):
    layout = load(sheet, paper, players)
    for one, other in combinations(solid_places(layout), 2):
        # Tag and QR code share an edge: each brings its own quiet zone.
        assert apart(one, other)[1] or apart(one, other)[0] == 0 == _shared(one, other)
    for one, other in combinations(layout.boxes, 2):
        assert hypot(one.center[0] - other.center[0], one.center[1] - other.center[1]) >= 7.0
    assert all(min(box.size) >= 4.5 for box in layout.boxes)
    for field in layout.digits:
        least = 9.5 if field.id.startswith("r") else 8.0
        assert field.size[0] >= least * field.digits
        assert field.size[1] >= 9.0


def _shared(one, other):
    """The area that two rectangles share."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return round(max(width, 0) * max(height, 0), 6)


@pytest.mark.parametrize(("sheet", "paper", "players"), SHEETS)
def test_nothing_that_is_read_is_near_the_edge(sheet, paper, players):
    layout = load(sheet, paper, players)
    places = [edges(choice.center, (6.8, 6.8)) for choice in layout.choices]
    places += [edges(e.center, e.size) for e in (*layout.digits, *layout.boxes, *layout.names)]
    assert min(min(left, top) for left, top, _, _ in places) >= 7.99
    assert max(right for _, _, right, _ in places) <= layout.page.width - 7.99
    assert max(bottom for _, _, _, bottom in places) <= layout.page.height - 7.99


@pytest.mark.parametrize(("sheet", "paper", "players"), SHEETS)
def test_names_can_be_written_by_hand(sheet, paper, players):
    layout = load(sheet, paper, players)
    width = 30.0 if (sheet, players) == (WHEN_I_DREAM, 10) else 18.0
    assert len(layout.names) == players
    assert all(each.size[0] >= width and each.size[1] >= 8.0 for each in layout.names)


@pytest.mark.parametrize("players", range(4, 11))
def test_when_i_dream_has_all_that_a_game_needs(players):
    layout = load(WHEN_I_DREAM, "a4", players)
    groups: dict[str, list] = {}
    for choice in layout.choices:
        groups.setdefault(choice.group, []).append(choice.value)
    everybody = list(range(1, players + 1))
    assert layout.rounds == tuple(everybody)
    assert groups.keys() == {f"r{r}.dreamer" for r in everybody} | {
        f"r{r}.role.{p}" for r in everybody for p in everybody
    }
    assert groups["r2.dreamer"] == everybody
    assert groups["r2.role.3"] == ["fairy", "nightmare", "sandman"]
    wanted = {f"r{r}.{colour}" for r in everybody for colour in ("yellow", "blue")}
    assert {field.id for field in layout.digits} == wanted | {f"total.{p}" for p in everybody}
    boxes = {box.id for box in layout.boxes}
    assert {f"r{r}.recalled" for r in everybody} <= boxes
    for player in everybody:
        mine = {box for box in boxes if box.startswith(f"penalty.{player}.")}
        assert len(mine) >= (4 if players == 10 else 6)
        assert mine == {f"penalty.{player}.{k}" for k in range(1, len(mine) + 1)}


@pytest.mark.parametrize(("players", "rounds"), [(3, 11), (4, 8), (5, 6), (6, 6)])
def test_dreams_has_all_that_a_game_needs(players, rounds):
    layout = load(DREAMS, "letter", players)
    groups: dict[str, list] = {}
    for choice in layout.choices:
        groups.setdefault(choice.group, []).append(choice.value)
    everybody = list(range(1, players + 1))
    assert layout.rounds == tuple(range(1, rounds + 1))
    assert groups["r1.vision"] == [1, 2, 3, 4]
    assert groups["r1.mortal"] == everybody
    for player in everybody:
        others = [{"player": p} for p in everybody if p != player]
        assert groups[f"r{rounds}.vote.{player}"] == others + [{"image": i} for i in (1, 2, 3, 4)]
    assert len(groups) == rounds * (players + 2)
    assert [field.id for field in layout.digits] == [f"total.{p}" for p in everybody]
    assert not layout.boxes


@pytest.mark.parametrize(("sheet", "paper", "players"), SHEETS)
def test_ids_are_unique_and_follow_from_group_and_value(sheet, paper, players):
    layout = load(sheet, paper, players)
    ids = [each.id for each in (*layout.choices, *layout.digits, *layout.boxes)]
    assert len(set(ids)) == len(ids)
    for choice in layout.choices:
        value = choice.value
        text = "{0[0]}.{0[1]}".format(*value.items()) if isinstance(value, dict) else str(value)
        assert choice.id == f"{choice.group}.{text}"


def test_the_layout_is_the_promised_json():
    layout = load(DREAMS, "a4", 4).as_json()
    assert json.loads(json.dumps(layout)) == layout
    head = ("format", "sheet", "paper", "page", "players")
    assert [layout[key] for key in head] == [1, DREAMS, "a4", [297.0, 210.0], 4]
    choice = next(each for each in layout["choices"] if each["id"] == "r1.vision.3")
    assert choice.keys() == {"id", "group", "value", "center", "radius"}
    assert (choice["group"], choice["value"], choice["radius"]) == ("r1.vision", 3, 2.4)
    assert layout["digits"][0].keys() == {"id", "center", "size", "digits"}
    assert layout["fields"]["name"].keys() == {"1", "2", "3", "4"}
    box = load(WHEN_I_DREAM, "letter", 5).as_json()["boxes"][0]
    assert box.keys() == {"id", "center", "size"}
    assert box["id"] == "r1.recalled"


def test_further_pages_number_their_rounds_on():
    first, second = load(DREAMS, "a4", 6), load(DREAMS, "a4", 6, page=2)
    assert second.rounds == tuple(range(7, 13))
    assert [each.center for each in first.choices] == [each.center for each in second.choices]
    assert second.choices[0].group == "r7.mortal"
    assert second.as_json()["page_number"] == 2
    numbers = [label.number for label in second.labels if label.number is not None]
    assert numbers == list(second.rounds)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"sheet": WHEN_I_DREAM, "players": 3}, "players"),
        ({"sheet": WHEN_I_DREAM, "players": 11}, "players"),
        ({"sheet": DREAMS, "players": 7}, "players"),
        ({"sheet": DREAMS, "players": 4, "page": 0}, "page"),
        ({"sheet": DREAMS, "players": 4, "page": 21}, "page"),
        ({"sheet": WHEN_I_DREAM, "players": 4, "page": 2}, "page"),  # a game is one page
    ],
)
def test_sheets_that_do_not_exist_are_refused(options, field):
    with pytest.raises(HostError) as caught:
        load_layout(**options)
    assert caught.value.facts["field"] == field


def test_an_unknown_sheet_is_refused_and_the_nearest_is_named():
    with pytest.raises(HostError) as caught:
        load_layout("dream/score", players=4)
    assert (caught.value.code, caught.value.facts["did_you_mean"]) == ("unknown-sheet", DREAMS)


def test_an_unknown_paper_is_refused():
    with pytest.raises(HostError) as caught:
        load(DREAMS, "a5", 4)
    assert caught.value.code == "unknown-paper"


def moved(layout, by):
    """The same sheet with one element of a kind moved."""
    kind, place, shift = by
    each = list(getattr(layout, kind))
    x, y = each[place].center
    each[place] = replace(each[place], center=(x + shift[0], y + shift[1]))
    return replace(layout, **{kind: tuple(each)})


@pytest.mark.parametrize(
    "by",
    [
        ("choices", 0, (0.0, 4.0)),
        ("choices", 0, (-60.0, 0.0)),
        ("digits", 0, (4.0, 0.0)),
        ("digits", -1, (0.0, 14.0)),  # to the edge of the paper
        ("boxes", -1, (-2.0, 0.0)),
        ("names", 0, (0.0, 4.0)),
        ("names", 0, (0.0, -20.0)),
    ],
)
def test_an_element_out_of_place_is_refused(by):
    layout = load(WHEN_I_DREAM, "a4", 10)
    check_score_sheet(layout)
    with pytest.raises(TemplateError) as caught:
        check_score_sheet(moved(layout, by))
    assert caught.value.facts["file"] == "templates/when_i_dream/score.toml"
    assert "10 players on a4" in caught.value.facts["place"]


def test_what_is_printed_keeps_clear_of_what_is_read():
    for sheet, paper, players in SHEETS:
        layout = load(sheet, paper, players)
        assert {"title", "legend"} <= layout.areas.keys()
        assert len(layout.bands) == len(layout.rounds)
        assert len(layout.columns) == players
        assert [*score_sheet_check.printed_places(layout)]
        check_score_sheet(layout)


@pytest.mark.parametrize(("sheet", "paper", "players"), SHEETS)
def test_points_of_a_round_keep_clear_of_what_is_read(sheet, paper, players):
    """A number written there must not touch a ring around a symbol."""
    layout = load(sheet, paper, players)
    crowded = sheet == WHEN_I_DREAM and (players > 8 or (players, paper) == (8, "letter"))
    assert len(layout.points) == (0 if crowded else players * len(layout.rounds))
    for room in layout.points.values():
        assert room.size[0] >= 5.8 and room.size[1] >= 6.0
        for x, y in (choice.center for choice in layout.choices):
            assert apart((x, y, x, y), edges(room.center, room.size))[0] >= 3.5


def test_small_games_have_room_for_a_reminder():
    assert "notes" in load(WHEN_I_DREAM, "a4", 4).areas
    assert "notes" not in load(WHEN_I_DREAM, "a4", 10).areas


@pytest.mark.parametrize(
    ("game", "old", "new", "words_of_error"),
    [
        ("dreams", "[players.6]", "[players.7]", "nothing for 6 players"),
        ("dreams", "radius = 2.4", "radios = 2.4", 'Did you mean "radius"'),
        ("dreams", "across = [7.03, 9.0]", "across = [6.5, 6.6]", "mm away"),
        ("when_i_dream", '10 = "zigzag"', '10 = "spiral"', "rounds.block"),
        ("when_i_dream", "zigzag = 4.0", "zigzag = 6.0", "mm away"),
        ("when_i_dream", "count = 19.0", 'count = "wide"', "rounds.count"),
        ("when_i_dream", "[total]", "[sum]", "total"),
    ],
)
def test_a_wrong_template_is_refused_with_its_place(monkeypatch, game, old, new, words_of_error):
    text = read_text(f"{game}/score.toml")
    assert old in text
    broken = parse_toml(text.replace(old, new), "broken")
    reader = "dreams.layout" if game == "dreams" else "when_i_dream.settings"
    monkeypatch.setattr(f"templates.{reader}.read_toml", lambda path: broken)
    score_sheet_judge._laid_out.cache_clear()
    with pytest.raises(TemplateError) as caught:
        load_layout(
            f"{game.replace('_', '-')}/score", paper="letter", players=6 if game == "dreams" else 10
        )
    assert words_of_error in str(caught.value)
    assert f"templates/{game}/score.toml" in str(caught.value)
    score_sheet_judge._laid_out.cache_clear()


BOARDS = [
    "when-i-dream/score A,B,C,D | - 1:1 ff-- | 2 -:- nnfn | - | 2 1:1 s-ss | ! 1 0 0 0 | = 9 - - -",
    "when-i-dream/score A,,C,D | 1 1:1 -fns | 2 1:1 f-ns | 3 1:1 fn-s | 4 1:1 fns- | 1 1:1 -fns",
    "dreams/score A,B,C,D | -:- - - - 9 | - | 2:1 9 2 9 - | -:1 1 2 3 3 | = 9 - - -",
    "dreams/score A,B,C,D | " + " | ".join(["2:1 2 3 4 3"] * 5),
]


def _problems():
    for line in BOARDS:
        rules = when_i_dream if line.startswith("when") else dreams
        yield from rules.score_of(board_of_line(line)).problems


def test_every_problem_has_its_sentence_and_every_sentence_its_problem():
    reached = {f"score_sheets.problems.{p.code}.{p.facts['reason']}" for p in _problems()}
    assert reached == {key for key in words("score_sheets") if ".problems." in key}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_problem_can_be_said(lang):
    for problem in _problems():
        key = f"score_sheets.problems.{problem.code}.{problem.facts['reason']}"
        sentence = say(key, lang, **problem.facts)
        assert "{" not in sentence
        assert sentence.endswith(".")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_label_and_mark_has_words(lang):
    for sheet, paper, players in SHEETS:
        layout = load(sheet, paper, players)
        for label in layout.labels:
            assert label.key == "number" or say(f"score_sheets.labels.{label.key}", lang)
        for choice in layout.choices:
            known = sheet == WHEN_I_DREAM and say(f"score_sheets.marks.{choice.mark}.letter", lang)
            assert known or choice.mark in ("1", "2", "3", "4", *materials().dreams.colours)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_four_letters_differ(lang):
    marks = ("dreamer", "fairy", "nightmare", "sandman")
    assert len({say(f"score_sheets.marks.{mark}.letter", lang) for mark in marks}) == 4
