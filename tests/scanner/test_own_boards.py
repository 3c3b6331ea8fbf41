"""A taught board that is scored by a sheet that somebody made: marks, a game, a scan, a score."""

from __future__ import annotations

import json
from random import Random

import cv2
import numpy as np
import pytest

from paperplay.cli import main
from paperplay.commands.demo import elements
from practice.camera import photograph
from practice.own import invented
from practice.pen import fill
from practice.strokes import Hand
from scanner import read_photo
from templates.board import shelf
from templates.board.check import lacks_of
from templates.board.layout import layout_on
from templates.board.marks import marks_from
from templates.board.own import BOX, LINE, NUMBER, ruled, wanted
from templates.board.shelf import Board
from templates.own.shelf import named
from templates.scores import score_json

SIZE, SCALE = (216.0, 150.0), 8
INK = (70, 60, 60)


def marks_on(sheet):
    """Put every place of a sheet somewhere else than we would."""
    own = named(sheet)
    places, x, y = [], 18.0, 40.0
    for each in wanted(own, 0):
        step = 46.0 if each.kind == LINE else 24.0 if each.kind == NUMBER else 15.0
        if x + step > SIZE[0]:
            x, y = 18.0, y + 17.0
        place = {"id": each.id}
        if each.kind == LINE:
            ends = each.slot.field.points
            place["points"] = [{"at": [x + 36 * a, y - 6 + 12 * b]} for a, b in ends]
        else:
            place["center"] = [x + (4 if each.kind == NUMBER else 0), y]
            size = {NUMBER: [18.0, 11.0], BOX: [5.0, 5.0]}.get(each.kind)
            place |= {"size": size} if size else {"radius": 2.4}
        places.append(place)
        x += step
    return {"game": sheet, "places": places, "name": {"center": [150, 18], "size": [60, 9]}}


def drawn(marks):
    """Draw the board, as somebody else might have."""
    width, height = (round(side * SCALE) for side in SIZE)
    rng = np.random.default_rng(2)
    coarse = rng.integers(205, 250, (9, 13, 3)).astype(np.uint8)
    art = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    for x, y in rng.uniform(0, 1, (60, 2)) * (width, height):
        points = (rng.normal(0, 26, (5, 2)) + (x, y)).astype(np.int32)
        tone = [float(each) for each in rng.integers(170, 215, 3)]
        cv2.fillConvexPoly(art, cv2.convexHull(points), tone, cv2.LINE_AA)
    cv2.putText(art, "EVENING", (90, 190), cv2.FONT_HERSHEY_DUPLEX, 4, INK, 5, cv2.LINE_AA)
    for place in [*marks["places"], marks["name"]]:
        for point in place.get("points", ()):
            at = [round(each * SCALE) for each in point["at"]]
            cv2.circle(art, at, 7, INK, -1, cv2.LINE_AA)
        if "center" in place:
            x, y = (round(each * SCALE) for each in place["center"])
            wide, high = (round(each * SCALE / 2) + 4 for each in place.get("size", (5, 5)))
            if "size" in place:
                cv2.rectangle(art, (x - wide, y - high), (x + wide, y + high), (248,) * 3, -1)
                cv2.rectangle(art, (x - wide, y - high), (x + wide, y + high), INK, 3)
            else:
                cv2.putText(art, place["id"][-1], (x - 9, y + 9), 0, 0.9, INK, 2, cv2.LINE_AA)
    return art


@pytest.mark.parametrize("sheet", ["own/quiz", "own/river"])
def test_a_board_of_any_game_is_read_and_scored(sheet, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    told = marks_on(sheet)
    empty, marks = tmp_path / "empty.png", tmp_path / "marks.json"
    art = drawn(told)
    cv2.imwrite(str(empty), art)
    marks.write_text(json.dumps(told), encoding="utf-8")
    height, width = art.shape[:2]
    corners = f"0,0 {width},0 {width},{height} 0,{height}"
    size = "x".join(f"{side:g}" for side in SIZE)
    assert main(["teach", "evening", str(empty), "--size", size, "--corners", corners]) == 0
    assert main(["teach", "evening", "--marks", str(marks)]) == 0
    layout = layout_on(shelf.known("evening"))
    board = invented(layout, Random(5))
    filled = fill(art, layout.as_json(), board, Hand(3), "blue", SCALE)
    (scan,) = read_photo(photograph(filled.image, 4, "good", (2000, 1500)).jpeg)
    assert scan["board"]["sheet"] == sheet
    asked = {doubt["element"] for doubt in scan["review"]}
    wrong = dict(elements(board)).items() ^ dict(elements(scan["board"])).items()
    assert {element for element, _ in wrong} <= asked
    assert len(asked) < 0.4 * len(told["places"])
    assert score_json(scan["board"], "en") == scan["score"]
    assert scan["taught"]["confirmed"] == 0


def lacks(told):
    board = Board("evening", SIZE, "", marks=ruled(marks_from(told, "m")))
    return [(lack.code, *lack.facts.values()) for lack in lacks_of(board)]


def test_what_is_missing_of_an_own_sheet_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    told = marks_on("own/river")
    assert lacks(told) == []
    places = {place["id"]: place for place in told["places"]}
    line, points = next((id_, p["points"]) for id_, p in places.items() if "points" in p)
    assert lacks(told | {"places": told["places"][1:]}) == [("place", told["places"][0]["id"])]
    short = [{**p, "points": points[1:]} if p["id"] == line else p for p in told["places"]]
    assert lacks(told | {"places": short}) == [("line", line, len(points))]
    assert lacks(told | {"places": []})[-1] == ("places", len(places) - 8)
    stray = {"id": "nobody", "center": [20, 20]}
    assert lacks(told | {"places": [*told["places"], stray]}) == [("stray", "nobody")]
    beside = {**told["places"][0], "center": [300, 20]}
    assert lacks(told | {"places": [beside, *told["places"][1:]]}) == [("outside", "places")]
    assert lacks(told | {"game": "own/never-made"}) == [("sheet", "own/never-made")]
