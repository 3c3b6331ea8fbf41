"""Draws onto a printed sheet what a board says, as a player's pen would have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from practice.corrections import corrected
from practice.ink import PENS, Ink, InkPen, Picture
from practice.numbers import number_strokes
from practice.score_sheets import score_sheet_marks
from practice.strokes import Stroke, Writer

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Mark:
    """What the pen does in one place."""

    element: str
    """The element's name in a scan, such as ``c1``, ``p1.value`` or ``f1.5``."""
    strokes: list[Stroke]
    hard: bool = False
    """Whether a person would have to look twice: struck out, overwritten."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A page after the game."""

    image: Picture
    """Blue, green, red, as OpenCV has it."""
    hard: tuple[str, ...]
    """The elements that were corrected: to be read right or to be sent to review."""
    marked: tuple[str, ...]
    """Every element that the pen touched, in the order in which it did."""


def fill(
    page: Picture,
    layout: Json,
    board: Json,
    hand: Writer,
    pen: str | InkPen,
    px_per_mm: float,
    *,
    corrections: float = 0.0,
    strip: bool = False,
    jottings: Sequence[Stroke] = (),
) -> Filled:
    """Fill in a printed page.

    Args:
        page: The printed page, px_per_mm pixels to the mm.
        layout: What ``paperplay layout`` prints for this sheet.
        board: What the player did, as ``paperplay score`` takes it.
        hand: Who writes.
        pen: One of PENS, or a pen of one's own.
        px_per_mm: The page's scale.
        corrections: How often a digit in a cloud is struck out or overwritten, 0.0 to 1.0.
        strip: Whether the player has also written 0 to 9 into the strip.
        jottings: What else is written, outside all elements.
    """
    ink = Ink(page.shape[:2], PENS[pen] if isinstance(pen, str) else pen, px_per_mm, hand.rng)
    marks = list(marks_of(layout, board, hand, corrections=corrections, strip=strip))
    for mark in marks:
        ink.draw(mark.strokes)
    ink.draw(jottings)
    for name, field in names_on(layout, board):
        ink.write(name, field["center"], field["size"])
    return Filled(
        ink.over(page),
        tuple(mark.element for mark in marks if mark.hard),
        tuple(mark.element for mark in marks),
    )


def marks_of(
    layout: Json, board: Json, hand: Writer, *, corrections: float = 0.0, strip: bool = False
) -> list[Mark]:
    """Say what the pen draws, in some order and pressed more or less firmly."""
    if "choices" in layout:
        marks = [Mark(*each) for each in score_sheet_marks(layout, board, hand)]
    else:
        parts = (_clouds, _rows, _objects, _leaves, _thorns, _polaroids, _constellation)
        marks = [mark for part in parts for mark in part(layout, board, hand)]
        for part in (_notes, _chain, _frames, _fields):
            marks += part(layout, board, hand)
        if strip:
            marks += _strip(layout, hand)
    if corrections:
        marks = [_perhaps_corrected(mark, layout, board, hand, corrections) for mark in marks]
    order = hand.rng.permutation(len(marks))
    return [_pressed(marks[place], hand) for place in order]


def _pressed(mark: Mark, hand: Writer) -> Mark:
    """Press the pen more or less firmly."""
    firm = float(np.clip(hand.rng.normal(0.92, 0.08), 0.6, 1.0))
    strokes = [np.column_stack([stroke[:, :2], stroke[:, 2] * firm]) for stroke in mark.strokes]
    return Mark(mark.element, strokes, mark.hard)


def _perhaps_corrected(mark: Mark, layout: Json, board: Json, hand: Writer, often: float) -> Mark:
    places = {cloud["id"]: cloud for cloud in layout.get("clouds", ())}
    if mark.element not in places or hand.rng.random() >= often:
        return mark
    cloud = places[mark.element]
    value = board["clouds"][mark.element]
    return Mark(mark.element, corrected(value, cloud["center"], cloud["size"], hand), hard=True)


def names_on(layout: Json, board: Json) -> Iterator[tuple[str, Json]]:
    """Yield each name that is written down, and its field."""
    field = layout.get("fields", {}).get("name")
    if field and "center" in field:
        if board.get("name"):
            yield board["name"], field
    elif field:
        for number, name in enumerate(board.get("players", ()), 1):
            if name and str(number) in field:
                yield name, field[str(number)]


def _clouds(layout: Json, board: Json, hand: Writer) -> Iterator[Mark]:
    numbers = board.get("clouds", {})
    for cloud in layout["clouds"]:
        value = numbers.get(cloud["id"])
        if value is not None:
            yield Mark(cloud["id"], hand.digit(value, cloud["center"], cloud["size"]))


def _rows(layout: Json, board: Json, hand: Writer) -> Iterator[Mark]:
    for row in layout["rows"]:
        mark = board.get("rows", {}).get(row["id"])
        symbols = {"dot": ["dot"], "sun": ["sun"]}.get(mark, ["dot", "sun"] if mark else [])
        draw = _cross if mark == "crossed" else _circle
        strokes = [stroke for name in symbols for stroke in draw(row[name], hand)]
        if strokes:
            yield Mark(row["id"], strokes)


def _objects(layout: Json, board: Json, hand: Writer) -> Iterator[Mark]:
    for thing in layout["objects"]:
        lines = board.get("objects", {}).get(thing["id"], 0)
        points = [point["at"] for point in thing["points"]]
        if thing["closed"]:
            points.append(points[0])
        if lines:
            yield Mark(thing["id"], _lines(points[: lines + 1], hand))
    for bonus in layout["bonuses"]:
        mark = board.get("bonuses", {}).get(bonus["id"])
        sides = {"line": ["line"], "leaf": ["leaf"], "both": ["line", "leaf"]}.get(mark or "", [])
        if sides:
            yield Mark(bonus["id"], [s for side in sides for s in _circle(bonus[side], hand)])


def _lines(points: list[Any], hand: Writer) -> list[Stroke]:
    """Draw a way in pieces, as rows are completed one after the other."""
    strokes: list[Stroke] = []
    at = 0
    while at < len(points) - 1:
        piece = int(hand.rng.integers(1, 5))
        lift = bool(hand.rng.random() < 0.6)
        strokes += hand.path(points[at : at + piece + 1], lift=lift)
        at += piece
    return strokes


def _leaves(layout: Json, board: Json, hand: Writer) -> Iterator[Mark]:
    for leaf in layout["leaves"]:
        mark = board.get("leaves", {}).get(leaf["id"])
        center, (width, height) = leaf["center"], leaf["size"]
        strokes: list[Stroke] = []
        if mark and not leaf["circled"]:
            strokes += hand.circle(center, (width, height))
        if mark == "filled":
            strokes += hand.scribble(center, (0.7 * width, 0.7 * height))
        if strokes:
            yield Mark(leaf["id"], strokes)


def _thorns(layout: Json, board: Json, hand: Writer) -> Iterator[Mark]:
    for thorn in layout["thorns"][: board.get("thorns", 0)]:
        yield Mark(thorn["id"], hand.path([thorn["from"], thorn["to"]], lift=True))


def _polaroids(layout: Json, board: Json, hand: Writer) -> Iterator[Mark]:
    for polaroid in layout["polaroids"]:
        mark = board.get("polaroids", {}).get(polaroid["id"]) or {}
        center, size = polaroid["center"], polaroid["size"]
        if mark.get("value") is not None:
            yield Mark(f"{polaroid['id']}.value", hand.digit(mark["value"], center, size))
        if mark.get("circled"):
            yield Mark(f"{polaroid['id']}.circled", hand.circle(center, size))


def _constellation(layout: Json, board: Json, hand: Writer) -> Iterator[Mark]:
    sky, drawn = layout["constellation"], board.get("constellation")
    if not sky or not drawn:
        return
    points = sky["points"]
    if drawn.get("lines"):
        way = [point["at"] for point in points[: drawn["lines"] + 1]]
        yield Mark("constellation.lines", _lines(way, hand))
    for point in points:
        star = point["star"]
        if star and star["id"] in drawn.get("circled", ()):
            yield Mark(star["id"], _circle({"center": point["at"], **star}, hand))


def _notes(layout: Json, board: Json, hand: Writer) -> Iterator[Mark]:
    for note in layout["notes"]:
        strokes: list[Stroke] = []
        for head in note["heads"][: board.get("notes", {}).get(note["id"], 0)]:
            strokes += hand.scribble(head["center"], (2 * head["radius"], 2 * head["radius"]))
        if strokes:
            yield Mark(note["id"], strokes)


def _chain(layout: Json, board: Json, hand: Writer) -> Iterator[Mark]:
    above: Json | None = None
    for moon in layout["chain"]:
        mark = board.get("chain", {}).get(moon["id"]) or {}
        inside = 1.5 * moon["radius"]
        if mark.get("value") is not None:
            strokes = hand.digit(mark["value"], moon["center"], (inside, inside))
            yield Mark(f"{moon['id']}.value", strokes)
        if mark.get("linked") and above is not None:
            join = _join(above, moon, hand)
            yield Mark(f"{moon['id']}.linked", join + _circle(moon["link"], hand))
        above = moon


def _join(above: Json, moon: Json, hand: Writer) -> list[Stroke]:
    """Join two moons: past the number between them, or on both sides of it."""
    a, b = np.array(above["center"], float), np.array(moon["center"], float)
    along = (b - a) / np.hypot(*(b - a))
    a, b = a + along * above["radius"], b - along * moon["radius"]
    if hand.rng.random() < 0.4:
        beside = np.array([-along[1], along[0]]) * moon["link"]["radius"] * 1.4
        beside *= 1 if hand.rng.random() < 0.5 else -1
        return hand.path([a + beside, b + beside], lift=True)
    middle, room = np.array(moon["link"]["center"], float), moon["link"]["radius"] * 1.1
    return hand.path([a, middle - along * room], lift=True) + hand.path(
        [middle + along * room, b], lift=True
    )


def _frames(layout: Json, board: Json, hand: Writer) -> Iterator[Mark]:
    for frame in layout["frames"]:
        marks = board.get("frames", {}).get(frame["id"]) or {}
        for reward in frame["rewards"]:
            mark = marks.get(str(reward["value"]))
            if mark:
                draw = _circle if mark == "circled" else _cross
                yield Mark(f"{frame['id']}.{reward['value']}", draw(reward, hand))


def _fields(layout: Json, board: Json, hand: Writer) -> Iterator[Mark]:
    fields = layout["fields"]
    if board.get("solo"):
        yield Mark("solo", hand.tick(fields["solo"]["center"], fields["solo"]["size"]))
    if board.get("total") is not None:
        yield Mark("total", number_strokes(board["total"], fields["total"], hand))


def _strip(layout: Json, hand: Writer) -> Iterator[Mark]:
    for box in layout["strip"]:
        yield Mark(f"strip.{box['digit']}", hand.digit(box["digit"], box["center"], box["size"]))


def _circle(place: Json, hand: Writer) -> list[Stroke]:
    return hand.circle(place["center"], (2 * place["radius"], 2 * place["radius"]))


def _cross(place: Json, hand: Writer) -> list[Stroke]:
    return hand.cross(place["center"], place["radius"])
