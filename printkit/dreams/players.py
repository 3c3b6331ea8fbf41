"""The six players: each a colour and a shape, told apart by any eye and in any ink."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from printkit.art import hatching
from printkit.pen import Pen, Point
from printkit.shapes import box, ellipse, heart, line, polygon


def _cross(x: float, y: float, r: float) -> str:
    w = r * 0.38
    corners = [(-w, -r), (w, -r), (w, -w), (r, -w), (r, w), (w, w), (w, r), (-w, r), (-w, w),
               (-r, w), (-r, -w), (-w, -w)]  # fmt: skip
    return line(((x + dx, y + dy) for dx, dy in corners), closed=True)


@dataclass(frozen=True, slots=True)
class PlayerLook:
    """What a player's things look like."""

    colour: str
    pale: str
    shape: Callable[[float, float, float], str]
    """Path around a centre, by a radius."""


PLAYERS: Mapping[str, PlayerLook] = {
    "red": PlayerLook("#d8504b", "#f3c6c3", lambda x, y, r: ellipse(x, y, 0.9 * r, 0.9 * r)),
    "blue": PlayerLook(
        "#3b70b5", "#c3d5ec", lambda x, y, r: box(x - 0.8 * r, y - 0.8 * r, 1.6 * r, 1.6 * r)
    ),
    "yellow": PlayerLook(
        "#f0c02f", "#fbebb9", lambda x, y, r: polygon(x, y + 0.15 * r, 1.05 * r, 3)
    ),
    "green": PlayerLook("#4f9f5a", "#c9e4cd", lambda x, y, r: polygon(x, y, 1.05 * r, 4)),
    "purple": PlayerLook("#8558ab", "#dccdea", lambda x, y, r: heart(x, y, 0.95 * r)),
    "orange": PlayerLook("#ea7f2c", "#fad8bd", _cross),
}


def draw_symbol(pen: Pen, name: str, at: Point, radius: float, ink: str) -> None:
    """Draw a player's shape in the player's colour; in black ink the shape alone tells."""
    player = PLAYERS[name]
    d = player.shape(*at, radius)
    if ink == "colour":
        pen.path(d, fill=player.colour, stroke="#333333", width=0.2)
    elif ink == "light":
        pen.path(d, fill=player.pale, stroke=player.colour, width=0.35)
    else:
        pen.path(d, fill="#ffffff")
        with pen.clipped(d):
            pen.path(hatching(d, 0.6, 45), stroke="#000000", width=0.12)
        pen.path(d, stroke="#000000", width=0.35)
