"""The eight sheets keep the promises that printer, player and scanner rely on."""

import json
from itertools import combinations

import pytest

from rules.errors import HostError
from templates.daydream.check import circles
from templates.daydream.load import load_sheet
from templates.games import sheet_name
from templates.geometry import Box, distance
from templates.load import load_layout

SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")
EVERY_PAGE = [(sheet, paper) for sheet in SHEETS for paper in ("a4", "letter")]


@pytest.fixture(params=EVERY_PAGE, ids=lambda page: "-".join(page))
def page(request):
    sheet, paper = request.param
    return load_layout(sheet, paper=paper).as_json()


def boxes(page):
    for cloud in (*page["clouds"], *page["polaroids"], *page["leaves"], *page["strip"]):
        yield Box(tuple(cloud["center"]), tuple(cloud["size"]))


def test_single_panels_are_upright_and_wider_sheets_lie(page):
    width, height = page["page"]
    panels = {cloud["panel"] for cloud in page["clouds"]}
    assert (width < height) == (len(panels) == 1)


def test_a_digit_has_room(page):
    panels = {cloud["panel"] for cloud in page["clouds"]}
    least = (9.5, 9.0) if len(panels) == 3 else (11.0, 10.0)
    for place in (*page["clouds"], *page["polaroids"]):
        assert place["size"][0] >= least[0] and place["size"][1] >= least[1]
    for moon in page["chain"]:
        assert 2 * moon["radius"] >= least[0]


def test_nothing_that_is_read_stands_near_the_edge(page):
    width, height = page["page"]
    for box in boxes(page):
        assert box.left >= 8 and box.top >= 8
        assert box.right <= width - 8 and box.bottom <= height - 8
    for thing in page["objects"]:
        for point in thing["points"]:
            x, y = point["at"]
            assert 8 <= x <= width - 8 and 8 <= y <= height - 8


def test_fields_do_not_overlap(page):
    for one, other in combinations(list(boxes(page)), 2):
        assert not one.overlaps(other)


@pytest.mark.parametrize(("sheet", "paper"), EVERY_PAGE)
def test_circled_symbols_stand_apart(sheet, paper):
    layout = load_layout(sheet, paper=paper)
    for (one, a), (other, b) in combinations(circles(layout), 2):
        assert distance(a.center, b.center) >= 7, (one, other)


def test_points_of_an_object_stand_apart(page):
    for thing in page["objects"]:
        for a, b in combinations([tuple(point["at"]) for point in thing["points"]], 2):
            assert distance(a, b) >= 4


def test_objects_have_3_to_8_lines_and_begin_and_end_on_suns(page):
    for thing in page["objects"]:
        suns = [point["sun"] for point in thing["points"]]
        assert 3 <= (len(suns) if thing["closed"] else len(suns) - 1) <= 8
        assert suns[0]
        assert thing["closed"] or suns[-1]


def test_objects_are_drawn_from_left_to_right_top_shelf_first(page):
    lefts = [min(point["at"][0] for point in thing["points"]) for thing in page["objects"]]
    tops = [min(point["at"][1] for point in thing["points"]) for thing in page["objects"]]
    for n, (before, after) in enumerate(zip(lefts, lefts[1:], strict=False)):
        assert after > before or tops[n + 1] > tops[n]


def test_rows_are_straight_and_have_2_to_7_clouds(page):
    center = {cloud["id"]: cloud["center"] for cloud in page["clouds"]}
    for row in page["rows"]:
        assert 2 <= len(row["clouds"]) <= 7
        xs = {center[cloud][0] for cloud in row["clouds"]}
        ys = {center[cloud][1] for cloud in row["clouds"]}
        assert len(xs) == 1 or len(ys) == 1
        for symbol in (row["dot"], row["sun"]):
            x, y = symbol["center"]
            ends = [center[row["clouds"][0]], center[row["clouds"][-1]]]
            assert min(abs(x - e[0]) + abs(y - e[1]) for e in ends) < 30


def test_every_cloud_is_in_a_row_and_the_grid_is_connected(page):
    touches = {cloud["id"]: cloud["touches"] for cloud in page["clouds"]}
    assert set(touches) == {cloud for row in page["rows"] for cloud in row["clouds"]}
    reached, frontier = {"c1"}, ["c1"]
    while frontier:
        for beside in touches[frontier.pop()]:
            if beside not in reached:
                reached.add(beside)
                frontier.append(beside)
    assert reached == set(touches)


def test_touching_means_next_to_each_other(page):
    center = {cloud["id"]: cloud["center"] for cloud in page["clouds"]}
    xs = sorted({x for x, _ in center.values()})
    ys = sorted({y for _, y in center.values()})
    across = min(b - a for a, b in zip(xs, xs[1:], strict=False))
    down = min(b - a for a, b in zip(ys, ys[1:], strict=False))
    for cloud in page["clouds"]:
        for other, (x, y) in center.items():
            dx, dy = abs(x - cloud["center"][0]), abs(y - cloud["center"][1])
            beside = (dx < 1.2 * across and dy < 0.1) or (dy < 1.2 * down and dx < 0.1)
            assert (other in cloud["touches"]) == (beside and other != cloud["id"])


EXTRAS = {
    "A": set(),
    "D": set(),
    "BC": {"constellation"},
    "EF": {"chain"},
    "AD": {"polaroids"},
    "DA": {"polaroids"},
    "BAC": {"constellation", "notes"},
    "EDF": {"chain", "frames"},
}


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_combination_has_just_its_extras(sheet):
    page = load_layout(sheet).as_json()
    parts = ("constellation", "chain", "polaroids", "notes", "frames")
    assert {part for part in parts if page[part]} == EXTRAS[sheet]
    symbols = {cloud["symbol"] for cloud in page["clouds"]} - {None}
    wanted = {"star"} if "constellation" in EXTRAS[sheet] else set()
    wanted |= {"moon"} if "chain" in EXTRAS[sheet] else set()
    wanted |= {"star", "moon"} if "polaroids" in EXTRAS[sheet] else set()
    assert symbols == wanted


def test_rows_run_across_the_borders_of_panels():
    page = load_layout("BAC").as_json()
    panel = {cloud["id"]: cloud["panel"] for cloud in page["clouds"]}
    assert any(len({panel[cloud] for cloud in row["clouds"]}) == 2 for row in page["rows"])


@pytest.mark.parametrize(("sheet", "left"), [("AD", "star"), ("DA", "moon")])
def test_polaroids_hang_above_their_clouds_three_a_side(sheet, left):
    page = load_layout(sheet).as_json()
    center = {cloud["id"]: cloud["center"] for cloud in page["clouds"]}
    sides = [one["side"] for one in page["polaroids"]]
    right = {"star": "moon", "moon": "star"}[left]
    assert sides == [left] * 3 + [right] * 3
    for one in page["polaroids"]:
        assert one["center"][0] == center[one["cloud"]][0]
        assert one["center"][1] < min(y for _, y in center.values())


def test_the_top_tier_is_within_reach():
    for sheet in ("A", "D"):
        topology = load_sheet(sheet)
        assert len(topology.objects) >= topology.tiers[3]


def test_notes_have_one_head_for_two_clouds_and_two_for_more():
    page = load_layout("BAC").as_json()
    assert {len(note["clouds"]) for note in page["notes"]} > {2}
    for note in page["notes"]:
        assert len(note["heads"]) == (1 if len(note["clouds"]) == 2 else 2)


def test_frames_divide_the_clouds_into_three_families():
    page = load_layout("EDF").as_json()
    clouds = [cloud for frame in page["frames"] for cloud in frame["clouds"]]
    assert len(page["frames"]) == 3
    assert sorted(clouds) == sorted(cloud["id"] for cloud in page["clouds"])
    names = [thing["name"] for thing in page["objects"]]
    assert "clover" in names and "bow_tie" in names


def test_a_layout_is_plain_json(page):
    assert json.loads(json.dumps(page)) == page


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("A", "daydream/A"),
        ("bac", "daydream/BAC"),
        ("Daydream/eDf", "daydream/EDF"),
        ("DREAMS/SCORE", "dreams/score"),
    ],
)
def test_sheet_names_are_forgiving(given, meant):
    assert sheet_name(given) == meant


@pytest.mark.parametrize("name", ["", "G", "daydream", "daydream/ABC", "A" * 5000, "a/../b"])
def test_other_names_are_refused(name):
    with pytest.raises(HostError) as refusal:
        sheet_name(name)
    assert refusal.value.code == "unknown-sheet"
    assert len(str(refusal.value.facts["sheet"])) <= 60


@pytest.mark.parametrize("seed", [-1, 1_000_000])
def test_a_seed_out_of_range_is_refused(seed):
    with pytest.raises(HostError) as refusal:
        load_sheet("A", seed=seed)
    assert refusal.value.code == "bad-value"
