"""A taught board, the whole way round: empty photos, marks, a game, a scan, a score."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from random import Random

import cv2
import msgspec
import numpy as np
import pypdfium2
import pytest

from benchmarks.boards_art import PX_PER_MM, draw_board
from benchmarks.boards_plan import plan_of
from benchmarks.boards_taps import taps_of
from paperplay.cli import main
from paperplay.commands.demo import elements
from paperplay.teaching import sides_in
from practice.boards import daydream_board
from practice.camera import photograph
from practice.pen import fill
from practice.strokes import Hand
from rules.errors import HostError
from scanner import read_photo
from scanner.board.blank import as_png, board_blank
from scanner.board.features import Features, features_of
from scanner.board.find import find_boards, likeliest, registered, with_beside
from scanner.board.flatten import fitted, surely, vouched
from scanner.board.hinged import PanelView, hinged
from scanner.board.likeness import is_repeating, likeness
from scanner.board.outline import corners_in, whole_size
from scanner.board.teach import agreed, teach, view_by
from scanner.page.fit import Fit
from scanner.page.tags import find_sheets, find_stickers
from scanner.page.warp import Warp, page_nodes
from templates.board import shelf
from templates.board.marks import Marks
from templates.geometry import Box
from templates.page import STICKERS
from templates.scores import score_json
from templates.tags import black_cells
from tests.document_calls import ROOT

SAMPLE = ROOT / "samples/board"
CORNERS = "1241,204 1032,1103 196,807 415,93"
EMPTY = [str(SAMPLE / f"empty-{n}.jpg") for n in (1, 2)]
TEACH = ["teach", "hills", *EMPTY, "--size", "214.55x230.01", "--corners", CORNERS]


@pytest.fixture(scope="module")
def taught(tmp_path_factory):
    """The data folder of somebody who has taught the sample."""
    folder = tmp_path_factory.mktemp("taught")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        assert main(TEACH) == 0
        assert main(["teach", "hills", "--marks", str(SAMPLE / "marks.json")]) == 0
    return folder


@pytest.fixture
def home(taught, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(taught))
    return taught


def game_on(number, seed, pen="blue"):
    """Photograph a game on one of the benchmark's boards."""
    plan = plan_of(number)
    board = daydream_board(plan.sheet, Random(seed))
    done = fill(draw_board(plan), plan.layout, board, Hand(seed), pen, PX_PER_MM)
    return photograph(done.image, seed, "good", (1600, 1200)).jpeg, board


def assert_told(scan, board):
    """Whatever was read wrongly is asked about."""
    asked = {doubt["element"] for doubt in scan["review"]}
    wrong = dict(elements(board)).items() ^ dict(elements(scan["board"])).items()
    assert {element for element, _ in wrong} <= asked
    assert len(asked) <= 8


def test_the_sample_is_read_back_and_scored(home):
    (scan,) = read_photo(SAMPLE / "game.jpg")
    assert scan["board"]["sheet"] == "own/hills"
    assert_told(scan, json.loads((SAMPLE / "board.json").read_text(encoding="utf-8")))
    assert score_json(scan["board"], "en") == scan["score"]
    assert scan["taught"]["confirmed"] == 0
    assert "0 of 20" in scan["taught"]["message"]


def test_another_game_is_read_back(home):
    photo, board = game_on(0, 11, "black")
    (scan,) = read_photo(photo)
    assert_told(scan, board)
    with pytest.raises(AssertionError):  # the comparison can fail
        assert_told(scan, game_on(0, 12)[1])


def test_a_scan_keeps_what_it_read_and_the_same_game_again_is_none_left(home, capsys):
    told = []
    for _ in range(2):
        main(["scan", str(SAMPLE / "game.jpg"), "--json", "--workers", "1"])
        told.append(json.loads(capsys.readouterr().out))
        board = told[-1]["board"]
        assert shelf.last_read("hills")["c1"] == board["clouds"]["c1"]
    assert told[0]["review"] == told[1]["review"]


def test_a_board_that_was_not_taught_is_refused(home):
    (scan,) = read_photo(game_on(2, 11)[0])
    assert scan["status"] == "unreadable"
    assert scan["code"] in ("no-sheet", "board-unsure")


def test_a_board_on_which_something_is_to_be_marked_is_named(home, tmp_path, monkeypatch):
    board = shelf.known("hills")
    blank, total = shelf.blank_of(board), msgspec.structs.replace(board.marks, total=None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for marks in (Marks(), total):
        shelf.keep(replace(board, marks=marks), blank)
        (scan,) = read_photo(SAMPLE / "game.jpg")
        assert scan["code"] == "board-unmarked"
        assert "hills" in scan["reason"]
    (scan,) = read_photo(game_on(2, 11)[0])
    assert scan["code"] == "no-sheet"


def test_without_boards_nothing_is_looked_for(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("scanner.board.find.features_of", None)
    (scan,) = read_photo(SAMPLE / "game.jpg")
    assert scan["code"] == "no-sheet"


def test_printed_sheets_are_never_taken_for_boards(home, monkeypatch):
    monkeypatch.setattr("scanner.board.find.find_boards", None)
    (scan,) = read_photo(ROOT / "samples/daydream/photo.jpg")
    assert scan["board"]["sheet"] == "daydream/A"
    assert "taught" not in scan


def test_a_board_is_listed_not_printed_and_not_anothers_name(home, tmp_path, capsys):
    assert main(["teach"]) == 0
    assert "hills: 215 × 230 mm" in capsys.readouterr().out
    assert main(["print", "own/hills", "--out", str(tmp_path / "x.pdf")]) == 2
    assert "not printed" in capsys.readouterr().err
    assert main(["teach", "five-dice", *TEACH[2:]]) == 2
    assert "own sheet already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["hills", EMPTY[0]], "no size"),
        (["hills", EMPTY[0], "--size", "nanx200"], "no size"),
        (["hills", EMPTY[0], "--size", "200x200", "--fold", "5"], "no size"),
        (["hills", EMPTY[0], "--size", "200x200", "--corners", "1,2 3"], "corners"),
        (["hills", EMPTY[0], "--size", "200x200", "--corners", "0,0 9,9 9,0 0,9"], "corners"),
        (["hills", *EMPTY * 5, "--size", "200x200"], "too many"),
        (["../hills", EMPTY[0], "--size", "200x200"], "No board can be called"),
        (["moors"], "no board moors"),
        (["hills", str(SAMPLE / "marks.json"), "--size", "200x200"], "marks.json"),
    ],
)
def test_what_is_wrong_is_said(arguments, told, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["teach", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_photos_of_another_board_do_not_count(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    other = tmp_path / "other.jpg"
    other.write_bytes(photograph(draw_board(plan_of(2)), 3, "good", (1600, 1200)).jpeg)
    call = ["teach", "hills", EMPTY[0], str(other), *TEACH[4:]]
    assert main(call) == 2
    assert "same board" in capsys.readouterr().err
    assert shelf.boards() == []


def test_a_picture_of_another_size_is_never_opened(home):
    board = shelf.known("hills")
    assert board_blank(board).shape == (1380, 1287)
    _, large = cv2.imencode(".png", np.zeros((3000, 3000), np.uint8))
    swapped = shelf.draft(board, large.tobytes())
    try:
        with pytest.raises(HostError, match="board-blank"):
            board_blank(swapped)
    finally:
        shelf.drop(swapped)


def test_what_photos_agree_on_has_no_glare():
    rng = np.random.default_rng(3)
    coarse = rng.integers(40, 230, (40, 60)).astype(np.uint8)
    flat = cv2.resize(coarse, (480, 320), interpolation=cv2.INTER_NEAREST)
    shining = [flat.copy() for _ in range(3)]
    for n, each in enumerate(shining):
        each[40 : 40 + 80, 150 * n : 150 * n + 80] = 255
    blank, unclear = agreed(shining)
    # Tones may be stretched, but alike everywhere.
    stretched = float(np.median(blank / np.maximum(flat, 1.0)))
    assert np.mean(np.abs(blank - stretched * flat) > 25) < 0.03
    assert unclear == ()
    assert len(agreed([flat, 255 - flat])[1]) > 10


def test_a_grid_that_repeats_itself_is_known_by_it():
    cell = np.full((96, 96), 240, np.uint8)
    cv2.rectangle(cell, (14, 20), (80, 70), 60, 3)
    cv2.circle(cell, (30, 40), 8, 90, -1)
    repeated = np.tile(cell, (8, 10))
    drawn = cv2.cvtColor(draw_board(plan_of(0)), cv2.COLOR_BGR2GRAY)
    assert likeness(repeated) > 0.3 > likeness(drawn[::2, ::2].copy())


def grid_photo(ink, seed, size=(1600, 1200), stuck=()):
    """Photograph a grid of equal cells, with a title or stickers; perhaps written on."""
    cells, step, pixels = (10, 8), 16, 8
    width, height = (step * count + 28 for count in cells)
    art = np.full((height * pixels, width * pixels, 3), 246, np.uint8)
    for x in range(cells[0]):
        for y in range(cells[1]):
            left, top = ((14 + step * each + 2) * pixels for each in (x, y))
            cv2.rectangle(art, (left, top), (left + 96, top + 96), (70, 70, 70), 4, cv2.LINE_AA)
    if not stuck:
        grey = (60, 60, 60)
        cv2.putText(art, "GAME", (170, 85), cv2.FONT_HERSHEY_DUPLEX, 3, grey, 4, cv2.LINE_AA)
    for number, (x, y) in zip(STICKERS, stuck, strict=False):
        art[y * 8 : y * 8 + 144, x * 8 : x * 8 + 144] = 255
        cells = np.array(black_cells(number)).repeat(12, 0).repeat(12, 1)
        art[y * 8 + 24 : y * 8 + 120, x * 8 + 24 : x * 8 + 120][cells] = 0
    rng = Random(seed)
    for _ in range(ink):
        at = rng.randrange(200, art.shape[1] - 200), rng.randrange(200, art.shape[0] - 200)
        cv2.circle(art, at, rng.randrange(20, 45), (120, 20, 20), 7, cv2.LINE_AA)
    photo = photograph(art, seed, "good", size)
    ends = np.array([[(0, 0), (width, 0), (width, height), (0, height)]], float) * pixels
    corners = cv2.perspectiveTransform(ends, photo.homography)[0]
    grey = cv2.imdecode(np.frombuffer(photo.jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    return grey, corners, (float(width), float(height))


def test_of_many_boards_the_likeliest_are_looked_for_first(monkeypatch):
    rng = np.random.default_rng(5)

    def looks(count):
        found = rng.random((count, 128)).astype(np.float32)
        return found / np.linalg.norm(found, axis=1, keepdims=True)

    known = [shelf.Board(name=f"board-{n}", size=(200.0, 200.0), blank=str(n)) for n in range(12)]
    common = looks(60)  # what all boards have, such as symbols
    of = {each: np.concatenate([common, looks(60)]) for each in known}
    monkeypatch.setattr(
        "scanner.board.find.board_features",
        lambda each: Features(np.zeros((120, 2)), of[each], of[each]),
    )
    for wanted in (known[3], known[11]):
        noisy = of[wanted] + rng.normal(0, 0.02, (120, 128)).astype(np.float32)
        noisy = noisy.astype(np.float32)
        photo = Features(np.zeros((120, 2)), noisy, noisy)
        found = likeliest(photo, known)
        assert found[0] == wanted
        assert 1 < len(found) < len(known)
    assert list(likeliest(photo, known[:3])) == known[:3]


def test_a_grid_is_never_laid_one_cell_aside(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    first, corners, size = grid_photo(0, "empty")
    plain = shelf.Board(name="grid", size=size, blank="")
    learned = teach([first], plain, [(float(x), float(y)) for x, y in corners])
    assert is_repeating(learned.board)
    ruled = replace(learned.board, marks=Marks(game="daydream/A"))
    board = shelf.keep(ruled, as_png(learned.blank))
    grey, corners, _ = grid_photo(25, "game")
    photo = features_of(grey)
    found = registered(photo, board)
    aside = found.view.plane @ np.array([[1, 0, 16], [0, 1, 0], [0, 0, 1.0]])
    shifted = replace(found, view=PanelView(aside, planes=(aside,)), beside=())
    flat = np.array([(0, 0), (size[0], 0), size, (0, size[1])])
    for each in (found, with_beside(photo, shifted)):
        away = np.linalg.norm(surely(grey, each)[1].warp.at(flat) - corners, axis=1)
        assert away.max() / found.scale < 2
    # A look aside that finds its way back is no other place.
    back = replace(found, beside=(*with_beside(photo, found).beside, replace(found, beside=())))
    assert surely(grey, back)[1].own > 0.9
    # Whoever looks nowhere else would take it for what it is not.
    alone = fitted(grey, shifted).warp.at(flat)
    assert np.linalg.norm(alone - corners, axis=1).max() / found.scale > 10


STUCK = [(1, 1), (168, 2), (1, 136)]
"""Where stickers are, mm."""


def test_stickers_settle_what_print_alone_leaves_open(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    empty = [grid_photo(0, f"empty {n}", stuck=STUCK) for n in range(3)]
    first, corners, size = empty[0]
    plain = shelf.Board(name="grid", size=size, blank="")
    photos = [photo for photo, _, _ in empty]
    learned = teach(photos, plain, [(float(x), float(y)) for x, y in corners])
    assert (learned.stickers, learned.refused, learned.board.photos) == (3, (), 3)
    ruled = replace(learned.board, marks=Marks(game="daydream/A"))
    monkeypatch.setattr("scanner.board.find.is_readable", lambda board: True)
    board = shelf.keep(ruled, as_png(learned.blank))
    flat = np.array([(0, 0), (size[0], 0), size, (0, size[1])])
    for seed in range(3):
        grey, corners, _ = grid_photo(25, f"game {seed}", stuck=STUCK)
        (found,) = find_boards(grey)
        assert not found.beside
        away = np.linalg.norm(surely(grey, found)[1].warp.at(flat) - corners, axis=1)
        assert away.max() / found.scale < 1.5
    # One alone does not say how it lies, nor do others: somebody moved them.
    for stuck in (STUCK[:1], [(17, 1), (168, 2), (1, 136)]):
        assert find_boards(grid_photo(25, "game", stuck=stuck)[0]) == []
    assert find_boards(grid_photo(25, "game")[0]) == []
    assert board.likeness > 0.3


def test_stickers_are_printed_as_they_are_found(tmp_path, capsys):
    out = tmp_path / "stickers.pdf"
    assert main(["teach", "--stickers", str(out)]) == 0
    with closing(pypdfium2.PdfDocument(out)) as document:
        assert len(document) == 1
        page = document[0].render(scale=6 * 25.4 / 72, grayscale=True).to_numpy()
    page = page.reshape(page.shape[:2])
    # A page holds a set for each of several boards, and a board bears one.
    assert find_stickers(page) == {}
    assert find_sheets(page) == []
    line = page[: 62 * 6]
    found = find_stickers(np.ascontiguousarray(line))
    assert sorted(found) == list(STICKERS)
    for corners in found.values():
        assert np.ptp(corners, axis=0) == pytest.approx((72, 72), abs=1.5)
    assert main(["teach", "--stickers", str(out)]) == 2


def test_the_panels_that_a_combination_shows_are_a_board_of_their_own(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    plan = plan_of(4)
    art = draw_board(plan)
    flat, marks = tmp_path / "flat.png", tmp_path / "marks.json"
    cv2.imwrite(str(flat), art)
    marks.write_text(json.dumps(taps_of(plan)), encoding="utf-8")
    height, width = art.shape[:2]
    ends = [round(fold * PX_PER_MM) for fold in (0, *plan.folds)] + [width]
    corners = [f"{x},0" for x in ends] + [f"{x},{height}" for x in ends[::-1]]
    size = "x".join(f"{side:g}" for side in plan.size)
    folds = [part for fold in plan.folds for part in ("--fold", f"{fold:.2f}")]
    call = ["teach", "big", str(flat), "--size", size, *folds, "--corners", " ".join(corners)]
    assert main(call) == 0
    assert main(["teach", "big", "--marks", str(marks)]) == 0
    assert main(["teach", "quiet", "--of", "big", "--panels", "2", "--game", "daydream/A"]) == 0
    assert main(["teach", "odd", "--of", "big", "--panels", "2,4"]) == 2
    assert "--panels 2,3" in capsys.readouterr().err
    quiet, big = shelf.known("quiet"), shelf.known("big")
    left, right = big.panels[1]
    assert quiet.size == (pytest.approx(right - left, abs=0.01), plan.size[1])
    inside = [c for c in big.marks.clouds if left < c.center[0] < right]
    assert [c.center[0] + left for c in quiet.marks.clouds] == pytest.approx(
        [c.center[0] for c in inside], abs=0.02
    )
    cut = round(left * 6), round(right * 6)
    assert (
        np.abs(
            board_blank(quiet)[:, 9:-9].astype(int)
            - board_blank(big)[:, cut[0] : cut[0] + board_blank(quiet).shape[1]][:, 9:-9]
        ).mean()
        < 6
    )
    monkeypatch.setattr("scanner.board.find.is_readable", lambda board: True)
    panel = art[:, round(left * PX_PER_MM) : round(right * PX_PER_MM)]
    for shown, name in ((art, "big"), (panel, "quiet")):
        photo = photograph(np.ascontiguousarray(shown), 5, "good", (2000, 1500)).jpeg
        grey = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_GRAYSCALE)
        found = find_boards(grey)
        assert surely(grey, found[0])[0].board.name == name
        assert len(found) == 1


def test_corners_are_found_on_a_plain_table():
    table = np.full((900, 1200), 60, np.uint8)
    corners = [(210, 160), (1000, 120), (1060, 760), (180, 800)]
    cv2.fillPoly(table, [np.array(corners, np.int32)], 225, cv2.LINE_AA)
    assert np.abs(np.array(corners_in(table, (400.0, 320.0))) - corners).max() < 6
    with pytest.raises(HostError, match="board-sides"):  # the board lies on its side
        corners_in(table, (320.0, 400.0))
    with pytest.raises(HostError, match="board-outline"):
        corners_in(np.full((900, 1200), 128, np.uint8), (400.0, 320.0))


@pytest.mark.parametrize("folds", [(), (80.0,), (70.0, 130.0)])
@pytest.mark.parametrize("bulge", [-0.06, 0.0, 0.03])
def test_panels_and_lens_are_found_from_some_places_and_hold_everywhere(folds, bulge):
    rng = np.random.default_rng(len(folds))
    size, photo = (200.0, 150.0), (1600, 1200)
    first = np.array([[6.0, 0.4, 150], [-0.3, 6.2, 120], [0.0004, 0.0002, 1]])
    planes = [first]
    for fold in folds:
        turn = rng.normal(0, 1, 3) * [0.2, 0.2, 0.0004]
        planes.append(planes[-1] + np.outer(turn, [1, 0, -fold]))
    middle, reach = np.array(photo) / 2, np.hypot(*photo) / 2
    truth = PanelView(first, bulge, middle, reach, folds, tuple(planes))
    places = rng.uniform(0.15, 0.85, (150, 2)) * size
    seen = truth.seen(places) + rng.normal(0, 0.3, (150, 2))
    seen[::5] += rng.normal(0, 80, (30, 2))  # mistaken for others
    found = hinged(folds, places, seen, photo)
    everywhere = np.array([(x, y) for x in np.linspace(0, 200, 9) for y in (0, 75, 150)])
    assert np.abs(found.seen(everywhere) - truth.seen(everywhere)).max() < 2.5
    for fold in folds:  # panels meet there
        beside = np.array([(fold - 1e-6, 90.0), (fold + 1e-6, 90.0)])
        assert np.ptp(found.seen(beside), axis=0).max() < 0.01


def test_nothing_is_believed_far_outside_of_all_print_that_was_found():
    page = shelf.Board(name="bare", size=(200.0, 160.0), blank="").page
    lying = np.array([(20, 20), (120, 20), (20, 140), (120, 140)], float)
    known = np.zeros(page_nodes(page).shape[:2], bool)
    known[0, 0] = True
    fit = vouched(Fit(Warp(page, page_nodes(page)), 0.1, 1.0, doubtful=known, lying=lying))
    sure = [(70, 80), (120, 80), (20, 158), (138, 80), (60, 2)]
    unsure = [(150, 20), (199, 1), (160, 150), (1, 1)]
    assert not any(fit.unsure(Box(place, (0.1, 0.1))) for place in sure)
    assert all(fit.unsure(Box(place, (0.1, 0.1))) for place in unsure)


def test_a_newspaper_around_a_board_does_not_take_all_features():
    rng = np.random.default_rng(1)
    page = rng.integers(0, 2, (400, 400)).astype(np.uint8) * 255
    page = cv2.resize(page, (1200, 1200), interpolation=cv2.INTER_NEAREST)
    pale = cv2.resize(rng.integers(120, 150, (40, 40)).astype(np.uint8), (400, 400))
    page[400:800, 400:800] = pale
    bare = np.full_like(page, 135)
    bare[400:800, 400:800] = pale

    def on_it(picture):
        at = features_of(picture).at
        return ((at > 420) & (at < 780)).all(axis=1).sum()

    assert on_it(page) > 0.8 * on_it(bare) > 40


@pytest.mark.parametrize("folds", [0, 2])
@pytest.mark.parametrize("tilt", [0, 12, 25])
def test_one_side_is_enough_if_a_photo_shows_both(tilt, folds):
    width, height, photo = 280.0, 210.0, (4032, 3024)
    along = np.linspace(0, width, folds + 2)
    flat = [*((x, 0.0) for x in along), *((x, height) for x in along[::-1])]
    turn, _ = cv2.Rodrigues(np.radians([tilt, tilt / 2, 8.0]))
    space = np.array([(x - 140, y - 105, 0.0) for x, y in flat]) @ turn.T + (0, 0, 400)
    seen = space[:, :2] / space[:, 2:] * 0.75 * 4032 + np.array(photo) / 2
    corners = [(float(x), float(y)) for x, y in seen]
    assert whole_size((280.0, 0.0), corners, photo)[1] == pytest.approx(210, rel=0.02)
    assert whole_size((0.0, 210.0), corners, photo)[0] == pytest.approx(280, rel=0.02)


@pytest.mark.parametrize(
    ("told", "size"),
    [
        ("300x210", (300, 210)),
        ("300 × 210", (300, 210)),
        ("300x", (300, 0)),
        ("x210", (0, 210)),
        ("a4", (210, 297)),
        ("A3-wide", (420, 297)),
        ("letter", (215.9, 279.4)),
    ],
)
def test_sizes_are_told_in_many_ways(told, size):
    assert sides_in(told) == size


def test_a_board_is_taught_by_one_measured_side(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    call = ["teach", "hills", EMPTY[0], "--size", "214.55x", "--corners", CORNERS]
    assert main(call) == 0
    width, height = shelf.known("hills").size
    assert width == 214.55
    # This camera is simpler than a lens.
    assert height == pytest.approx(230.01, rel=0.04)
    assert main(["teach", "moors", EMPTY[0], "--size", "x"]) == 2
    assert "no size" in capsys.readouterr().err


def test_each_panel_lies_between_its_corners():
    board = shelf.Board(name="a", size=(200.0, 100.0), blank="", folds=(80.0,))
    corners = [(10, 10), (300, 40), (700, 20), (690, 400), (310, 380), (20, 420)]
    seen = view_by(corners, board).seen(np.array([(0, 0), (79.999, 0), (200, 100), (0, 100)]))
    assert np.allclose(seen, [(10, 10), (300, 40), (690, 400), (20, 420)], atol=0.1)
