"""The shelf: boards, the things on them, and the bonuses beside."""

from __future__ import annotations

from math import hypot

from printkit.daydream.signs import draw_dot, draw_sun, leaf, leaf_veins
from printkit.pen import Point
from printkit.shapes import line, pair, rounded
from printkit.sheet_ink import SheetInk
from templates.daydream.layout import BonusPlace, Layout, ObjectPlace
from templates.daydream.model import object_art
from templates.geometry import Box, Disc


def draw_shelf(ink: SheetInk, layout: Layout) -> None:
    """Draw the shelf with everything that stands on it."""
    _draw_wall(ink, layout)
    for board in layout.shelves:
        draw_board(ink, board)
    for thing in layout.sheet.objects:
        place = layout.objects[thing.id]
        draw_picture(ink, place)
        _draw_outline(ink, place.points, thing.suns, thing.closed, layout.sun_radius)
    for bonus in layout.bonuses.values():
        _draw_bonus(ink, bonus)


def _draw_wall(ink: SheetInk, layout: Layout) -> None:
    first, last = layout.shelves[0], layout.shelves[-1]
    height = first.top - _top_of_things(layout)
    top = first.top - height
    wall = (first.left, top - 0.6, first.size[0], last.bottom - top + 1.4)
    ink.ground(rounded(*wall, 2), "wall")
    if ink.ink == "colour":
        stripes = [
            ((x, top), (x, last.bottom))
            for x in (first.left + 4 + 8 * k for k in range(int((first.size[0] - 4) / 8)))
        ]
        ink.line(" ".join(line(ends) for ends in stripes), "wall", width=0.2)
    code = layout.page.qr_boxes[1]
    if code.bottom > wall[1] and code.left < first.right:
        ink.pen.path(rounded(code.left, code.top, *code.size, 0.1), fill="#ffffff")


def _top_of_things(layout: Layout) -> float:
    count = layout.design.shelf_sizes[0]
    first = [layout.objects[thing.id] for thing in layout.sheet.objects[:count]]
    return min(place.origin[1] for place in first)


def draw_board(ink: SheetInk, board: Box) -> None:
    """Draw one board of the shelf."""
    ink.shape(rounded(board.left, board.top, *board.size, 0.5), "wood", width=0.3)
    edge = board.bottom - 0.25
    ink.pen.path(line(((board.left, edge), (board.right, edge))), stroke=ink.edge, width=0.5)


def draw_picture(ink: SheetInk, place: ObjectPlace) -> None:
    """Draw a thing without the points of its outline."""
    with ink.pen.placed(place.origin, scale=place.scale):
        for piece in object_art()[place.art].picture:
            width = piece.width / place.scale
            if piece.line:
                ink.line(piece.d, piece.tint, width=width)
            else:
                ink.shape(piece.d, piece.tint, width=0.16)


def _draw_outline(
    ink: SheetInk,
    points: tuple[Point, ...],
    suns: tuple[bool, ...],
    closed: bool,
    sun_radius: float,
) -> None:
    """Draw the dots that the pen joins, and a faint trail from each to the next."""
    ink.line(line(points, closed=closed), "mist", width=0.3, dash=(0.05, 0.9))
    _draw_start(ink, points[0], points[1])
    for at, sun in zip(points, suns, strict=True):
        if sun:
            draw_sun(ink, at, sun_radius)
        else:
            draw_dot(ink, at, 0.75)


def _draw_start(ink: SheetInk, first: Point, second: Point) -> None:
    """Draw a small arrow head that shows where an outline begins and which way it goes."""
    length = hypot(second[0] - first[0], second[1] - first[1])
    ux, uy = (second[0] - first[0]) / length, (second[1] - first[1]) / length
    x, y = first[0] + 2.9 * ux, first[1] + 2.9 * uy
    tip = pair(x + 0.9 * ux, y + 0.9 * uy)
    d = f"M {tip} L {pair(x - 0.6 * uy, y + 0.6 * ux)} L {pair(x + 0.6 * uy, y - 0.6 * ux)} Z"
    ink.shape(d, "sun", width=0.2)


def _draw_bonus(ink: SheetInk, bonus: BonusPlace) -> None:
    """Draw the two bonuses as a small hanging tag: a line to a sun, or a leaf."""
    (x, y), (_, foot) = bonus.line.center, bonus.leaf.center
    ink.line(f"M {pair(x - 1.6, (y + foot) / 2)} L {pair(x + 1.6, (y + foot) / 2)}", "mist",
             width=0.25)  # fmt: skip
    _draw_line_bonus(ink, bonus.line)
    size = (bonus.leaf.radius * 1.5, bonus.leaf.radius * 1.9)
    ink.shape(leaf(bonus.leaf.center, size), "sage", width=0.25)
    ink.line(leaf_veins(bonus.leaf.center, size), "sage", width=0.2)


def _draw_line_bonus(ink: SheetInk, place: Disc) -> None:
    x, y = place.center
    ink.line(f"M {pair(x - 1.9, y + 1.3)} L {pair(x + 0.3, y - 0.2)}", "mist", width=0.5)
    ink.spot((x - 1.9, y + 1.3), 0.5, "mist")
    draw_sun(ink, (x + 0.9, y - 0.6), 1.4)
