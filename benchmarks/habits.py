"""Habits of players: what they write with, and how they mark what the rules want circled.

A habit may change the board before it is written (what the pen then does is the truth), the
hand, the pens and the marks. Marks that stand for something keep their meaning: a tick on a
star is a circled star, a line struck out is no line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.filling import (
    SCORES,
    Filling,
    Habit,
    Json,
    Rng,
    is_digit,
    is_point,
    is_way,
)
from benchmarks.hands import RealHand
from benchmarks.odd_marks import (
    cancelled,
    filled_in,
    large_ring,
    ring_around,
    struck,
    tick_beside,
    underline,
)
from benchmarks.paper_camera import Way
from benchmarks.pens import LIGHT, USUAL
from practice.pen import Mark
from practice.strokes import Stroke

POINTED = ("BC", "EF", "DA", "EDF")
"""Sheets on which stars, links, polaroids or rewards are circled for points."""


def light_lines(filling: Filling) -> None:
    """Draw lines, and sometimes rings, in a light colour."""
    light = str(filling.rng.choice(LIGHT, p=[0.5, 0.15, 0.1, 0.15, 0.1]))
    rings = filling.rng.random() < 0.3
    for mark in filling.marks:
        if is_way(mark) or (rings and not is_digit(mark)):
            filling.pens[mark.element] = light


def pencil_lines(filling: Filling) -> None:
    """Digits in ink and lines in pencil, or the other way round."""
    pencil = str(filling.rng.choice(["pencil", "hard-pencil", "soft-pencil"]))
    swapped = filling.rng.random() < 0.25
    for mark in filling.marks:
        if is_digit(mark) == swapped:
            filling.pens[mark.element] = pencil


def other_pen(filling: Filling) -> None:
    """Go on with another pen in the middle of the game."""
    other = str(filling.rng.choice([*USUAL, "pencil", "felt", "orange", "grey-ballpoint"]))
    start = int(len(filling.marks) * filling.rng.uniform(0.25, 0.75))
    for mark in filling.marks[start:]:
        filling.pens[mark.element] = other


def rubbed_out(filling: Filling) -> None:
    """Write digits, rings and lines, rub them out, and write others or none."""
    hand, board = filling.hand, filling.board
    written = [cloud for cloud, value in board["clouds"].items() if value is not None]
    chosen = filling.some(written, 2, 6) | filling.some(set(board["clouds"]) - set(written), 0, 2)
    for cloud in filling.layout["clouds"]:
        if cloud["id"] in chosen:
            wrong = int(filling.rng.integers(0, 7))
            filling.rubbed.append(hand.digit(wrong, cloud["center"], cloud["size"]))
    rows = filling.some(board["rows"], 0, 3)
    for row in filling.layout["rows"]:
        if row["id"] in rows:
            place = row["dot" if filling.rng.random() < 0.5 else "sun"]
            filling.rubbed.append(hand.circle(place["center"], [2 * place["radius"]] * 2))
    filling.rubbed += [strokes for _, strokes in _further_lines(filling, 0.5)]


def struck_lines(filling: Filling) -> None:
    """Draw lines too many and strike them out."""
    lines = _further_lines(filling, 1.0)
    for _, strokes in lines:
        filling.more += [strokes, struck(strokes, filling.hand)]


def _further_lines(filling: Filling, chance: float) -> list[tuple[str, list[Stroke]]]:
    """Draw one to three lines beyond those that were really drawn."""
    drawn = []
    ways = [(thing["id"], [p["at"] for p in thing["points"]], thing["closed"],
             filling.board["objects"].get(thing["id"], 0))
            for thing in filling.layout["objects"]]  # fmt: skip
    open_ways = [way for way in ways if way[3] < len(way[1]) - (0 if way[2] else 1)][:2]
    for id_, points, closed, lines in open_ways:
        if filling.rng.random() < chance:
            way = [*points, points[0]] if closed else points
            more = int(filling.rng.integers(1, 4))
            drawn.append((id_, filling.hand.path(way[lines : lines + more + 1], lift=True)))
            if filling.rng.random() < 0.6:
                break
    return drawn


def struck_rings(filling: Filling) -> None:
    """Ring a wrong symbol, strike it out and ring the right one."""
    hand, rng, rows = filling.hand, filling.rng, filling.board["rows"]
    chosen = filling.some([row for row in rows if rows[row] in ("dot", "sun")], 1, 3)
    chosen |= filling.some([row for row in rows if not rows[row]], 0, 1)
    for row in filling.layout["rows"]:
        mark = filling.board["rows"].get(row["id"])
        wrong = {"dot": "sun", "sun": "dot", None: str(rng.choice(["dot", "sun"]))}.get(mark)
        if wrong and row["id"] in chosen:
            place = row[wrong]
            filling.more.append(cancelled(place["center"], [2 * place["radius"]] * 2, hand))


def ringed_together(filling: Filling) -> None:
    """One ring around both symbols of a row."""
    rows = {row["id"]: row for row in filling.layout["rows"]}
    for place, mark in enumerate(filling.marks):
        if filling.board["rows"].get(mark.element) == "both":
            row = rows[mark.element]
            strokes = ring_around(row["dot"]["center"], row["sun"]["center"], filling.hand)
            filling.marks[place] = Mark(mark.element, strokes, hard=True)


def some_both(board: Json, layout: Mapping[str, Any], rng: Rng) -> None:
    """Mark both symbols of a few rows."""
    marked = [row for row, mark in board["rows"].items() if mark in ("dot", "sun")]
    for row in rng.permutation(marked)[: int(rng.integers(1, 4))]:
        board["rows"][str(row)] = "both"


def ticked_points(filling: Filling) -> None:
    """Tick what should be circled."""
    filling.redraw(is_point, tick_beside)


def underlined_points(filling: Filling) -> None:
    """Underline what should be circled."""
    filling.redraw(is_point, underline)


def coloured_points(filling: Filling) -> None:
    """Colour in what should be circled: stars, links, rewards, and the symbols of rows."""
    filling.redraw(lambda mark: is_point(mark) and mark.element[0] != "p", filled_in)
    rows = {row["id"]: row for row in filling.layout["rows"]}
    for place, mark in enumerate(filling.marks):
        said = filling.board["rows"].get(mark.element)
        if said in ("dot", "sun"):
            spot = rows[mark.element][said]
            strokes = filled_in(spot["center"], spot["radius"], filling.hand)
            filling.marks[place] = Mark(mark.element, strokes, hard=True)


def ticked_choices(filling: Filling) -> None:
    """Tick what should be circled on a score sheet."""
    groups = {choice["group"] for choice in filling.layout["choices"]}
    filling.redraw(
        lambda mark: mark.element in groups,
        lambda center, radius, hand: tick_beside(center, radius, hand, (-0.2, 0.2)),
    )


def big_choices(filling: Filling) -> None:
    """Ring with far too large circles on a score sheet."""
    groups = {choice["group"] for choice in filling.layout["choices"]}
    filling.redraw(
        lambda mark: mark.element in groups,
        lambda center, radius, hand: large_ring(center, [1.3 * radius] * 2, hand),
    )


def ticked_objects(filling: Filling) -> None:
    """Also tick every object that is finished."""
    for thing in filling.layout["objects"]:
        points = np.array([point["at"] for point in thing["points"]])
        lines = len(points) if thing["closed"] else len(points) - 1
        if filling.board["objects"].get(thing["id"], 0) >= lines:
            radius = float(np.ptp(points, axis=0).max()) / 3
            strokes = tick_beside(points.mean(0), radius, filling.hand)
            filling.more.append(strokes)


def big_rings(filling: Filling) -> None:
    """Ring with far too large circles."""
    rows = {row["id"]: row for row in filling.layout["rows"]}
    for place, mark in enumerate(filling.marks):
        said = filling.board["rows"].get(mark.element)
        if said in ("dot", "sun"):
            spot = rows[mark.element][said]
            strokes = large_ring(spot["center"], [1.7 * spot["radius"]] * 2, filling.hand)
            filling.marks[place] = Mark(mark.element, strokes)
    filling.redraw(
        lambda mark: is_point(mark) and mark.element[0] in "sf",
        lambda center, radius, hand: large_ring(center, [1.6 * radius] * 2, hand),
    )


def rings_on_polaroids(filling: Filling) -> None:
    """Ring polaroids in many ways: the digit, the whole picture, twice, with a box, open."""

    def how(center: Any, radius: float, hand: RealHand) -> list[Stroke]:
        way = int(hand.rng.integers(5))
        size = 2 * radius * np.array([(0.72, 1.1, 1.3, 0.95, 0.85)[way]] * 2)
        strokes = hand.circle(center, size)
        if way == 2:
            strokes += hand.circle(center, size * 0.92)
        if way == 3:
            box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]]) * size / 2
            strokes = hand.path(box + center, lift=False)
        if way == 4:
            strokes = [stroke[: int(len(stroke) * 0.85)] for stroke in strokes]
        return strokes

    filling.redraw(lambda mark: mark.element.endswith(".circled"), how)


def outside(filling: Filling) -> None:
    """Write digits partly outside of their clouds."""
    clouds = {cloud["id"]: cloud for cloud in filling.layout["clouds"]}
    for place, mark in enumerate(filling.marks):
        if mark.element in clouds and filling.rng.random() < 0.6:
            cloud = clouds[mark.element]
            off = filling.rng.normal(0, 0.16, 2) * cloud["size"]
            size = np.array(cloud["size"]) * filling.rng.uniform(0.9, 1.2)
            value = filling.board["clouds"][mark.element]
            strokes = filling.hand.digit(value, np.array(cloud["center"]) + off, size)
            filling.marks[place] = Mark(mark.element, strokes, hard=True)


def corrected(filling: Filling) -> None:
    """Strike digits out and write the right one beside, smaller, or out in a gap; write over."""
    from practice.corrections import corrected as put_right

    clouds = {cloud["id"]: cloud for cloud in filling.layout["clouds"]}
    chosen = filling.some([m.element for m in filling.marks if m.element in clouds], 1, 5)
    for place, mark in enumerate(filling.marks):
        if mark.element in chosen:
            cloud = clouds[mark.element]
            value = filling.board["clouds"][mark.element]
            strokes = put_right(value, cloud["center"], cloud["size"], filling.hand)
            filling.marks[place] = Mark(mark.element, strokes, hard=True)


def shaky(hand: RealHand) -> None:
    """A child of six: large, unsure, leaning."""
    hand.height = float(hand.rng.uniform(8.5, 12))
    hand.steady = float(hand.rng.uniform(-4.5, -1.5))
    hand.upright = float(hand.rng.normal(0, 0.09))


def _uneven(rng: Rng) -> Way:
    return Way("flat", hard=bool(rng.random() < 0.4), shadow=float(rng.uniform(0.45, 0.75)))


HABITS: dict[str, Habit] = {
    "lines-in-orange": Habit(light_lines),
    "ink-and-pencil": Habit(pencil_lines),
    "pen-changed": Habit(other_pen, (*USUAL, "felt")),
    "pencil-faint": Habit(pens=("faint-pencil",)),
    "pencil-hard-uneven-light": Habit(pens=("hard-pencil",), way=_uneven),
    "pencil-rubbed-out": Habit(rubbed_out, ("pencil", "soft-pencil")),
    "thick-felt": Habit(pens=("thick-felt", "thick-blue-felt")),
    "whiteboard": Habit(pens=("whiteboard", "whiteboard-green"), sheen=True),
    "points-ticked": Habit(ticked_points, sheets=POINTED),
    "points-underlined": Habit(underlined_points, sheets=POINTED),
    "points-coloured": Habit(coloured_points),
    "objects-ticked": Habit(ticked_objects),
    "ring-around-both": Habit(ringed_together, board=some_both),
    "rings-large": Habit(big_rings),
    "polaroids-circled": Habit(rings_on_polaroids, sheets=("DA",)),
    "lines-struck-out": Habit(struck_lines),
    "circles-struck-out": Habit(struck_rings),
    "corrections": Habit(corrected),
    "digits-outside": Habit(outside),
    "children": Habit(outside, ("felt", "crayon", "pencil", "blue"), hand=shaky),
}
SCORE_HABITS: dict[str, Habit] = {
    "score-pens": Habit(other_pen, (*LIGHT, *USUAL, "pencil", "faint-pencil"), sheets=SCORES),
    "score-ticked": Habit(ticked_choices, sheets=SCORES),
    "score-rings-large": Habit(big_choices, sheets=SCORES),
}
