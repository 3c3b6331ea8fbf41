"""Refuse a score sheet that could not be written on or read back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import Literal

from templates.errors import TemplateError
from templates.geometry import Box, Disc, Shape, box_around, distance, overlapping
from templates.page import CODE_LENGTH, CODE_LINE, CODE_SIZE
from templates.score_sheet import FROM_EDGE, PEN_CIRCLE, Label, ScoreSheetLayout

CIRCLES_APART = 7.0
"""Between the centres of symbols that are circled, and of boxes that are ticked."""
SMALLEST_DIGIT, SMALLEST_DIGITS = (10.0, 9.0), (16.0, 9.0)
"""The least field for one digit, and for two."""
SMALLEST_BOX = 4.5
POINT = 1.2
"""Room around a point that lines are drawn to."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is out of place."""

    place: str
    kind: Literal["edge", "small", "overlap"]
    wrong: str
    remedy: str
    other: str = ""
    """What it is too near to."""


def check_score_sheet(layout: ScoreSheetLayout) -> None:
    """Raise TemplateError for the first thing that is out of place."""
    file = f"templates/{layout.sheet.partition('/')[0].replace('-', '_')}/score.toml"
    where = f"{layout.players} players on {layout.page.paper}"
    for each in faults_of(layout):
        raise TemplateError(file, f"{where}, {each.place}", each.wrong, each.remedy)


def faults_of(layout: ScoreSheetLayout) -> Iterator[Fault]:
    """Find everything that is out of place."""
    yield from _outside(layout)
    yield from _small(layout)
    yield from _crowded(layout)
    yield from _overlapping(layout)


def read_places(layout: ScoreSheetLayout) -> Iterator[tuple[str, Shape]]:
    """Yield every place that is written on, with the room that a pen needs."""
    for choice in layout.choices:
        yield choice.id, Disc(choice.center, PEN_CIRCLE)
    for field in layout.digits:
        yield field.id, Box(field.center, field.size)
    for box in layout.boxes:
        yield box.id, Box(box.center, box.size)
    for number, name in enumerate(layout.names, 1):
        yield f"name.{number}", name
    for place, room in (*layout.points.items(), *layout.spaces.items()):
        yield f"points {place}", room
    for track in layout.lines:
        for number, point in enumerate(track.points, 1):
            yield f"point {number} of {track.id}", Disc(point, POINT)


def printed_places(layout: ScoreSheetLayout) -> Iterator[tuple[str, Shape]]:
    """Yield what is printed and must be kept clear of pens."""
    yield from layout.page.furniture()
    x, y = layout.page.code_at
    yield "printed code", Box.between(x, y - CODE_LINE - CODE_SIZE, x + CODE_LENGTH, y + 1.0)
    for token in layout.tokens:
        yield f"token of player {token.player}", Disc(token.center, token.radius)
    yield from layout.areas.items()
    for label in layout.labels:
        which = "" if label.number is None else f" {label.number}"
        yield f"label {label.key}{which}", label_box(label)
    for text in layout.texts:
        yield f"text {text.words[:24]}", text.area


def label_box(label: Label) -> Box:
    """Give the room of a label."""
    shift = {"left": label.room / 2, "centre": 0.0, "right": -label.room / 2}[label.align]
    return Box((label.at[0] + shift, label.at[1]), (label.room, label.size))


def _outside(layout: ScoreSheetLayout) -> Iterator[Fault]:
    right, bottom = layout.page.width - FROM_EDGE, layout.page.height - FROM_EDGE
    for name, shape in read_places(layout):
        box = box_around(shape)
        # A hundredth is lost by rounding.
        if min(box.left, box.top) < FROM_EDGE - 0.01 or box.right > right or box.bottom > bottom:
            wrong = "it is too near to the paper's edge."
            yield Fault(name, "edge", wrong, f"Keep {FROM_EDGE} mm free.")


def _small(layout: ScoreSheetLayout) -> Iterator[Fault]:
    for field in layout.digits:
        smallest = SMALLEST_DIGIT if field.digits == 1 else SMALLEST_DIGITS
        if any(a < b for a, b in zip(field.size, smallest, strict=True)):
            wrong = f"its field is {field.size}."
            yield Fault(field.id, "small", wrong, f"Give it {smallest} mm.")
    for box in layout.boxes:
        if min(box.size) < SMALLEST_BOX:
            wrong = f"the box is {box.size}."
            yield Fault(box.id, "small", wrong, f"Give it {SMALLEST_BOX} mm.")


def _crowded(layout: ScoreSheetLayout) -> Iterator[Fault]:
    room = (CIRCLES_APART, CIRCLES_APART)
    for kind in (layout.choices, layout.boxes):
        for first, second in overlapping([Box(each.center, room) for each in kind]):
            apart = distance(kind[first].center, kind[second].center)
            if apart < CIRCLES_APART:
                other = kind[second].id
                wrong, remedy = f"{other} is {apart:.2f} mm away.", f"Keep {CIRCLES_APART} mm."
                yield Fault(kind[first].id, "overlap", wrong, remedy, other)


def _overlapping(layout: ScoreSheetLayout) -> Iterator[Fault]:
    shapes = [*read_places(layout), *printed_places(layout)]
    for first, second in overlapping([box_around(shape) for _, shape in shapes]):
        (name, one), (other_name, other) = shapes[first], shapes[second]
        if _overlap(one, other):
            wrong = f"it overlaps {other_name}."
            yield Fault(name, "overlap", wrong, "Move them apart.", other_name)


def _overlap(one: Shape, other: Shape) -> bool:
    """Say whether two shapes share more than an edge, a hundredth's rounding allowed."""
    if isinstance(one, Disc) and isinstance(other, Disc):
        return distance(one.center, other.center) < one.radius + other.radius - 0.01
    if isinstance(one, Box) and isinstance(other, Box):
        smaller = Box(one.center, (one.size[0] - 0.02, one.size[1] - 0.02))
        return smaller.overlaps(other)
    disc, box = (one, other) if isinstance(one, Disc) else (other, one)
    assert isinstance(disc, Disc) and isinstance(box, Box)
    (x, y), (width, height) = disc.center, box.size
    beside = max(abs(x - box.center[0]) - width / 2, 0.0)
    above = max(abs(y - box.center[1]) - height / 2, 0.0)
    return hypot(beside, above) < disc.radius - 0.01
