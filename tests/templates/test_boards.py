"""Boards that people teach: marks that may be anybody's, what is missing, and how they are kept."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import given

from benchmarks.boards_plan import plan_of
from benchmarks.boards_taps import taps_of
from rules.errors import HostError
from templates.board import shelf
from templates.board.check import Lack, lack_text, lacks_of
from templates.board.daydream import grid_of, layout_on, rows_of
from templates.board.marks import marks_from, plain_of, read_marks
from templates.board.shelf import Board
from templates.languages import LANGUAGES

PLANS = range(8)
"""One of each combination."""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def board_of(number, change=None):
    plan = plan_of(number)
    told = taps_of(plan)
    if change:
        change(told)
    marks = marks_from(told, "taps")
    return Board(name=plan.name, size=plan.size, blank="", folds=plan.folds, marks=marks)


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b"{", ""),
        (b"\xff\xfe", ""),
        (b"[" * 100_000, ""),
        (b"{" + b'"a":{' * 50_000, ""),
        (b" " * 400_001, ""),
        (b'{"format": 2}', "format"),
        (b'{"clouds": 3}', "clouds"),
        (b'{"cloud": []}', ""),
        (b'{"game": "daydream/../A"}', "game"),
        (b"clouds = [{ center = [nan, 3], size = [10, 9] }]", "clouds[0].center[0]"),
        (b"clouds = [{ center = [inf, 3], size = [10, 9] }]", "clouds[0].center[0]"),
        (b"clouds = [{ center = [1, 3], size = [10, 0] }]", "clouds[0].size[1]"),
        (b'{"objects": [{"points": []}]}', "objects[0].points"),
        (b'{"objects": [{"points": [{"at": [1, 1]}], "name": "<b>"}]}', "objects[0].name"),
    ],
)
def test_a_marks_file_that_is_wrong_is_refused_with_the_place(data, where):
    with pytest.raises(HostError) as error:
        read_marks(data, "m.json")
    assert error.value.code == "board-marks"
    assert error.value.facts["where"] == where


def test_there_are_bounds_for_how_much_is_marked():
    cloud = {"center": [1, 1], "size": [9, 9]}
    assert len(marks_from({"clouds": [cloud] * 400}, "").clouds) == 400
    with pytest.raises(HostError):
        marks_from({"clouds": [cloud] * 401}, "")
    with pytest.raises(HostError):
        marks_from({"objects": [{"points": [{"at": [1, 1]}] * 61}]}, "")


@pytest.mark.parametrize("number", PLANS)
def test_marks_are_what_they_were_as_plain_data(number):
    marks = board_of(number).marks
    assert marks_from(json.loads(json.dumps(plain_of(marks))), "") == marks


@pytest.mark.parametrize("number", PLANS)
def test_a_marked_board_has_the_topology_of_its_combination(number):
    board, truth = board_of(number), plan_of(number).sheet
    assert lacks_of(board) == []
    sheet = layout_on(board).sheet
    assert [row.clouds for row in sheet.rows] == [row.clouds for row in truth.rows]
    touches = {cloud.id: set(cloud.touches) for cloud in truth.clouds}
    assert {cloud.id: set(cloud.touches) for cloud in sheet.clouds} == touches
    assert sheet.polaroids == truth.polaroids
    assert [(o.suns, o.closed, o.bonus) for o in sheet.objects] == [
        (o.suns, o.closed, o.bonus) for o in truth.objects
    ]
    assert (sheet.leaves, sheet.thorns, sheet.tiers) == (truth.leaves, truth.thorns, truth.tiers)


@pytest.mark.parametrize("number", PLANS)
def test_a_row_finds_its_clouds_or_says_that_it_cannot(number):
    def unsaid(told):
        for row in told["rows"]:
            del row["clouds"]

    board = board_of(number, unsaid)
    truth = {row.id: row.clouds for row in plan_of(number).sheet.rows}
    found = {id_: clouds for id_, clouds, _ in rows_of(board.marks, grid_of(board.marks))}
    assert found.items() <= truth.items()
    unclear = {f"r{lack.facts['n']}" for lack in lacks_of(board) if lack.code == "whose"}
    assert unclear == truth.keys() - found.keys()


LEAF_AT = round(plan_of(4).layout["leaves"][0]["center"][0])


def told_of(change, number=4):
    return [(lack.code, lack.facts) for lack in lacks_of(board_of(number, change))]


@pytest.mark.parametrize(
    ("change", "lack"),
    [
        (lambda told: told["rows"][3].pop("sun"), ("sun", {"n": 4})),
        (lambda told: told["rows"][0].pop("dot"), ("dot", {"n": 1})),
        (lambda told: told.pop("total"), ("total", {})),
        (lambda told: told.pop("notes"), ("part", {"part": "notes", "game": "BAC"})),
        (lambda told: told.pop("objects"), ("objects", {})),
        (lambda told: told["objects"][1].update(points=[{"at": [9, 9]}]), ("points", {"n": 2})),
        (lambda told: told["leaves"][0].update(center=[1000, 9]), ("outside", {"part": "leaves"})),
        (lambda told: told.update(clouds=[]), ("clouds", {})),
        (
            lambda told: (
                told["leaves"][1].update(center=[told["leaves"][0]["center"][0] + 1, 77])
                or told["leaves"][0].update(center=[told["leaves"][0]["center"][0], 77])
            ),
            ("twice", {"part": "leaves", "x": LEAF_AT, "y": 77}),
        ),
        (lambda told: told.update(game=""), ("game", {})),
        (lambda told: told.update(game="daydream/FED"), ("game", {})),
    ],
)
def test_what_is_missing_is_named(change, lack):
    assert lack in told_of(change)


def test_a_polaroid_of_no_cloud_is_named():
    def change(told):
        told["polaroids"][1]["cloud"] = "c99"

    assert ("polaroid", {"n": 2}) in told_of(change, 3)


def test_a_board_is_kept_and_the_newest_is_found():
    first = shelf.keep(board_of(0), b"picture")
    assert shelf.boards() == [first]
    second = shelf.keep(replace(first, photos=4), b"picture")
    folder = first.folder.parent
    assert {path.name for path in folder.iterdir()} == {first.folder.name, second.folder.name}
    assert shelf.named("own/other-0", first.version) == first
    assert shelf.with_fingerprint(second.fingerprint) == second
    assert shelf.blank_of(second) == b"picture"


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told | {"size": [1e9, 200]},
        lambda told: told | {"size": [float("nan"), 200]},
        lambda told: told | {"folds": [10.0]},
        lambda told: told | {"name": "../../etc"},
        lambda told: told | {"format": 2},
        lambda told: told | {"marks": {"clouds": 7}},
        lambda told: {},
        lambda told: [],
    ],
)
def test_a_hostile_board_is_left_out(change):
    board = shelf.keep(board_of(0), b"picture")
    told = json.loads((board.folder / shelf.FILE).read_bytes())
    shutil.rmtree(board.folder)
    data = json.dumps(change(told)).encode()
    folder = board.folder.parent / f"{shelf.fingerprint_of(data):08x}"
    folder.mkdir()
    (folder / shelf.FILE).write_bytes(data)
    assert shelf.boards() == []


def test_a_board_that_was_changed_is_left_out():
    board = shelf.keep(board_of(0), b"picture")
    file = board.folder / shelf.FILE
    file.write_bytes(file.read_bytes().replace(b'"photos": 0', b'"photos": 9'))
    assert shelf.named(board.name) is None
    assert shelf.with_fingerprint(board.fingerprint) is None


def test_a_picture_that_was_changed_is_refused():
    board = shelf.keep(board_of(0), b"picture")
    (board.folder / shelf.BLANK).write_bytes(b"another")
    with pytest.raises(HostError, match="board-blank"):
        shelf.blank_of(board)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
def test_a_pipe_in_place_of_a_file_is_not_waited_for():
    board = shelf.keep(board_of(0), b"picture")
    for file in (board.folder / shelf.BLANK, board.folder.parent / shelf.CONFIRMED):
        file.unlink(missing_ok=True)
        os.mkfifo(file)
    with pytest.raises(HostError, match="board-blank"):
        shelf.blank_of(board)
    assert shelf.confirmed(board.name) == 0
    (board.folder / shelf.FILE).unlink()
    os.mkfifo(board.folder / shelf.FILE)
    assert shelf.boards() == []


@given(st.text(max_size=12))
def test_a_name_is_never_a_path(name):
    try:
        plain = shelf.checked_name(name)
    except HostError as error:
        assert error.code == "board-name"
    else:
        assert plain.replace("-", "").isalnum()
        assert plain.isascii()


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b'{"confirmed": -1}', b'{"confirmed": "9"}', b"[" * 999]
)
def test_photos_are_counted_and_a_broken_count_is_none(data):
    board = shelf.keep(board_of(0), b"picture")
    assert shelf.confirm(board.name, 19) == 19
    assert not shelf.is_proven(board.name)
    assert shelf.confirm(board.name) == 20
    assert shelf.is_proven(board.name)
    (shelf.kept_in() / board.name / shelf.CONFIRMED).write_bytes(data)
    assert shelf.confirmed(board.name) == 0


def test_whoever_teaches_or_marks_anew_counts_anew():
    board = shelf.keep(board_of(0), b"picture")
    assert shelf.confirm(board.name, 20) == 20
    assert shelf.is_proven(board.name)
    other = shelf.keep(replace(board, photos=3), b"another picture")
    assert shelf.named(board.name) == other
    assert not shelf.is_proven(board.name)
    assert shelf.confirm(board.name) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_parts_are_called_by_their_names_in_every_language(lang):
    names = [name for name in marks_from({}, "").__struct_fields__]
    parts = [name for name in names if name not in ("format", "game", "version", "players")]
    told = {lack_text(Lack("outside", {"part": part}), lang) for part in parts}
    assert len(told) == len(parts) == 15
    de = lack_text(Lack("part", {"part": "chain", "game": "EF"}), "de")
    assert de == "EF spielt auch mit diesem, doch davon ist nichts markiert: Mondkette."


@pytest.mark.parametrize("data", [b"", b"[]", b'{"version": 3}', b'{"values": {}}', b"[" * 999])
def test_what_was_read_last_is_kept_for_this_version_alone(data):
    board = shelf.keep(board_of(0), b"picture")
    assert shelf.last_read(board.name) == {}
    shelf.remember(board.fingerprint, {"c1": 3, "r1": None, "solo": False})
    assert shelf.last_read(board.name) == {"c1": 3, "r1": None, "solo": False}
    shelf.keep(replace(board, photos=3), b"another picture")
    assert shelf.last_read(board.name) == {}
    shelf.remember(board.fingerprint + 1, {"c1": 4})  # nobody's: nothing happens
    (shelf.kept_in() / board.name / shelf.LAST).write_bytes(data)
    assert shelf.last_read(board.name) == {}
