"""Fresh sheets: like the hand-made ones in every rule of shape, new in everything else."""

import hashlib
import json
import time
from dataclasses import asdict
from statistics import median

import pytest

from templates.daydream.arrange import arrange
from templates.daydream.check import check_layout
from templates.daydream.compose import design_of
from templates.daydream.fresh import fresh_design
from templates.daydream.fresh_board import FreshBoard, numbered
from templates.daydream.fresh_chance import Chance
from templates.daydream.fresh_stock import WANTED, stock
from templates.daydream.lattice import parse_grid
from templates.daydream.load import load_sheet
from templates.load import load_layout

SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")
SEEDS = range(1, 26)


@pytest.fixture(scope="module", params=SHEETS)
def designs(request):
    """The hand-made sheet of a combination and 25 fresh ones."""
    return design_of(request.param), [fresh_design(request.param, seed) for seed in SEEDS]


def reached_from_first(sheet):
    reached, frontier = {"c1"}, ["c1"]
    while frontier:
        for beside in sheet.cloud_by_id[frontier.pop()].touches:
            if beside not in reached:
                reached.add(beside)
                frontier.append(beside)
    return reached


def test_every_cloud_is_in_a_row_and_the_grid_hangs_together(designs):
    for one in designs[1]:
        clouds = {cloud.id for cloud in one.sheet.clouds}
        assert {cloud for row in one.sheet.rows for cloud in row.clouds} == clouds
        assert reached_from_first(one.sheet) == clouds


def test_rows_have_2_to_7_clouds_and_no_row_counts_twice(designs):
    for one in designs[1]:
        assert all(2 <= len(row.clouds) <= 7 for row in one.sheet.rows)
        assert len({row.clouds for row in one.sheet.rows}) == len(one.sheet.rows)


def test_as_many_clouds_and_rows_as_by_hand(designs):
    hand_made, fresh = designs
    cells = sum(len(row.clouds) for row in hand_made.sheet.rows)
    for one in fresh:
        assert len(one.sheet.clouds) == len(hand_made.sheet.clouds)
        assert len(one.sheet.rows) == len(hand_made.sheet.rows)
        assert abs(sum(len(row.clouds) for row in one.sheet.rows) - cells) <= 4


def test_every_sheet_can_be_printed_and_read_on_both_papers(designs):
    for one in designs[1]:
        for paper in ("a4", "letter"):
            check_layout(arrange(one, paper))


def test_the_combination_s_elements_are_there(designs):
    hand_made, fresh = designs
    for one in fresh:
        assert one.sheet.seed in SEEDS
        assert len(one.sheet.notes) == len(hand_made.sheet.notes)
        assert len(one.sheet.leaves) == len(hand_made.sheet.leaves)
        for symbol in ("star", "moon"):
            count = len(hand_made.sheet.clouds_with(symbol))
            assert len(one.sheet.clouds_with(symbol)) == count
        assert [p.side for p in one.sheet.polaroids] == [p.side for p in hand_made.sheet.polaroids]
        assert len(one.sheet.stars) == len(hand_made.sheet.stars)
        links = [
            sorted(moon.link or 0 for moon in sheet.chain) for sheet in (one.sheet, hand_made.sheet)
        ]
        assert links[0] == links[1]


def test_stars_and_moons_do_not_touch(designs):
    for one in designs[1]:
        marked = {cloud.id for cloud in one.sheet.clouds if cloud.symbol}
        for cloud in one.sheet.clouds:
            assert not cloud.symbol or not marked & set(cloud.touches)


def test_the_shelf_has_other_objects_of_the_same_lengths(designs):
    hand_made, fresh = designs
    segments = sorted(thing.segments for thing in hand_made.sheet.objects)
    bonuses = len(hand_made.sheet.bonus_ids)
    for one in fresh:
        names = [thing.name for thing in one.sheet.objects]
        assert len(set(names)) == len(names)
        assert names != [thing.name for thing in hand_made.sheet.objects]
        assert sorted(thing.segments for thing in one.sheet.objects) == segments
        assert len(one.sheet.bonus_ids) == bonuses
        for thing in one.sheet.objects:
            assert thing.suns[0] and (thing.closed or thing.suns[-1])


def test_no_two_sheets_are_alike(designs):
    hand_made, fresh = designs
    grids = {tuple(sorted(one.lattice.cells.items())) for one in (hand_made, *fresh)}
    assert len(grids) == len(fresh) + 1


@pytest.mark.parametrize("seed", range(1, 11))
def test_notes_and_frames_are_of_both_kinds(seed):
    notes = load_sheet("BAC", seed=seed).notes
    assert {note.heads for note in notes} == {1, 2}
    frames = load_sheet("EDF", seed=seed).frames
    assert len(frames) == 3
    names = [thing.name for thing in load_sheet("EDF", seed=seed).objects]
    hand_made = [thing.name for thing in load_sheet("EDF").objects]
    for kept in ("clover", "bow_tie"):
        assert names.index(kept) == hand_made.index(kept)


def fingerprint(sheet):
    return hashlib.sha256(json.dumps(asdict(sheet), sort_keys=True).encode()).hexdigest()[:16]


def test_a_seed_gives_the_same_sheet_for_ever(golden):
    seeds = (1, 2, 77, 4096, 999_999)
    table = [f"{name:<4}{seed:>7}  {fingerprint(load_sheet(name, seed=seed))}"
             for name in SHEETS for seed in seeds]  # fmt: skip
    assert len(set(table)) == len(table)
    golden("fresh-seeds.txt", "\n".join(table))


def test_a_sheet_is_there_at_once():
    stock()
    spent = []
    for seed in range(2000, 2011):
        began = time.process_time()
        load_layout("BAC", seed=seed)
        spent.append(time.process_time() - began)
    assert median(spent) < 0.05


def test_the_stock_holds_what_was_wanted():
    assert {kind: len(panels) for kind, panels in stock().items()} == {
        kind: count for kind, (count, _) in WANTED.items()
    }
    for kind, (_, wanted) in WANTED.items():
        assert all(FreshBoard(panel).faults(wanted) == 0 for panel in stock()[kind])


@pytest.mark.parametrize(
    "lines",
    [
        ["> o o .", "> o o <"],  # symbols at both ends
        ["> o o .", ". . . o"],  # a cloud in no row
        ["> o o v", ". . . v", ". . . o", ". . . o"],  # symbols above each other
        ["> o o .", ". . . .", "> o o ."],  # in two parts
        ["> o . .", ". o . .", ". ^ . ."],  # a row of one
    ],
)
def test_the_board_sees_a_broken_grid(lines):
    lattice = parse_grid(lines, "test")
    rows = [[numbered(lattice.cells[x, y]) for x in range(4)] for y in range(lattice.lines)]
    board = FreshBoard(rows)
    assert board.faults(board.measures(), enough=1000) >= 4


def test_chance_is_the_same_on_every_machine():
    chance = Chance("a name")
    assert [chance.below(100) for _ in range(6)] == [76, 79, 98, 90, 5, 98]
    assert sorted(chance.shuffled(range(9))) == list(range(9))
