"""Pictures of Daydream's rules page, and its three examples."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.art import Art
from printkit.dice_page import draw_die
from printkit.drawing import Picture
from printkit.pen import Point
from printkit.shapes import around, cloud, crescent, line, rays, rounded, smooth, star
from printkit.textbox import TextRoom, write
from templates.wording import say

PEN = "#333333"
"""What a player has drawn."""
EXAMPLES = (("4567", "sun"), ("3625", "dot"), ("2552", "crossed"))
_HOUSE: Sequence[tuple[float, float, bool]] = (
    (-7, 9, True), (-7, 4.5, False), (-7, 0, False), (-9.5, -1, True), (-5, -5, False),
    (0, -9, True), (5, -5, False), (9.5, -1, True), (7, 0, False), (7, 4.5, False), (7, 9, False),
    (0, 9, False),
)  # fmt: skip
"""A house to be drawn: its points, and which of them are suns."""


def draw_cloud(art: Art, x: float, y: float, digit: str = "", size: float = 9.6) -> None:
    """Draw a cloud, with a number if it is filled."""
    art.fill(cloud(x, y, size * 1.06, size, 9), "cloud" if digit else "white")
    if digit:
        at = (x, y + size * 0.25)
        art.pen.words(digit, at, size=size * 0.68, face="hand", align="centre")


def draw_sun(art: Art, at: Point, radius: float) -> None:
    """Draw a sun with its rays."""
    art.line(rays(*at, radius * 1.25, radius * 1.9, 8), "gold", width=radius * 0.3)
    art.disc(at, radius, "sun")


def draw_house(art: Art, lines: int) -> None:
    """Draw the house around the origin with its first lines done."""
    points = [(x, y) for x, y, _ in _HOUSE]
    art.line(line(points, closed=True), "dusk", width=0.25, dash=(0.2, 0.9))
    if lines:
        ends = [*points, points[0]][: lines + 1]
        art.pen.path(line(ends), stroke=PEN, width=0.7)
    for x, y, is_sun in _HOUSE:
        if is_sun:
            draw_sun(art, (x, y), 1.0)
        else:
            art.disc((x, y), 0.55, "dusk", edge=0)


def _draw_idea(art: Art) -> None:
    art.fill(crescent(-6, -5, 5), "moon")
    art.fill(star(6.5, -7.5, 2), "gold", edge=0.2)
    art.fill(star(1.5, -3, 1.2), "gold", edge=0.2)
    draw_cloud(art, 2.5, 4.5, "7", 12)
    draw_cloud(art, -6.5, 6.5, "3", 8)


def _draw_begin(art: Art) -> None:
    draw_die(art, 3, -4.6, -6, 7.4)
    draw_die(art, 5, 5, -5, 7.4)
    draw_cloud(art, -6, 6, "3", 9)
    draw_cloud(art, 6.4, 6.4, "5", 9)


def _draw_turn(art: Art) -> None:
    """A filled cloud with the four places next to it."""
    for dx, dy in ((0, -7.2), (7.2, 0), (0, 7.2), (-7.2, 0)):
        draw_cloud(art, dx, dy, "", 6.6)
        art.pen.words("?", (dx, dy + 1.5), size=4.4, face="hand", align="centre")
    draw_cloud(art, 0, 0, "3", 7.6)


def draw_leaf(art: Art, at: Point, *, ringed: bool = False, filled: bool = False) -> None:
    """Draw a leaf as the game goes on: free, circled, coloured in."""
    x, y = at
    shape = f"M {x} {y - 3.6} C {x + 3} {y - 1.4} {x + 2.4} {y + 2} {x} {y + 3.4} "
    shape += f"C {x - 2.4} {y + 2} {x - 3} {y - 1.4} {x} {y - 3.6} Z"
    art.fill(shape, "leaf" if filled else "white")
    if filled:
        art.pen.path(shape, fill="#4f8a5b" if art.ink != "black" else "#555555")
    art.line(f"M {x} {y - 2.6} L {x} {y + 4.6}", "leaf", width=0.35)
    if ringed:
        art.pen.circle((x, y), 4.9, stroke=PEN, width=0.45)


def _draw_leaves(art: Art) -> None:
    draw_leaf(art, (-6.6, -5.5), ringed=True)
    arrow = "M -1.2 -5.5 L 1.6 -5.5 M 0.6 -6.6 L 1.7 -5.5 L 0.6 -4.4"
    art.pen.path(arrow, stroke=PEN, width=0.4)
    draw_leaf(art, (6.8, -5.5), ringed=True, filled=True)
    draw_die(art, 6, -7.2, 6, 6.8)
    art.pen.words("+1", (-0.8, 7.6), size=4.6, face="hand", align="centre")
    draw_cloud(art, 7, 6, "7", 7.6)


def _draw_row(art: Art) -> None:
    """A row across and one down, each with its signs at the end."""
    for x, y, digit in ((-7, -7, "4"), (-1.1, -7, "5"), (4.8, -7, "6"), (-7, -1.1, "2"),
                        (-7, 4.8, "7")):  # fmt: skip
        draw_cloud(art, x, y, digit, 6.2)
    draw_sun(art, (9.9, -7), 0.9)
    art.pen.circle((9.9, -7), 2.1, stroke=PEN, width=0.4)
    art.disc((-7, 9.8), 0.9, "dusk")
    art.pen.circle((-7, 9.8), 1.9, stroke=PEN, width=0.4)


def _draw_object(art: Art) -> None:
    draw_house(art, 8)


def _draw_end(art: Art) -> None:
    """A shelf with things that are finished."""
    art.limb("M -10 6 L 10 6", "wood", 1.4)
    art.fill("M -8 5 L -8 -2 L -2.6 -2 L -2.6 5 Z", "rose")
    art.line("M -2.6 -1 C 0.4 -1 0.4 3.4 -2.6 3.4", "rose", width=0.7)
    art.line(smooth(((-6.5, -3.4), (-5.7, -5), (-6.5, -6.6))), "dusk", width=0.4)
    art.line(smooth(((-4.2, -3.4), (-3.4, -5), (-4.2, -6.6))), "dusk", width=0.4)
    art.fill("M 2.6 5 L 2 -0.4 L 9 -0.4 L 8.4 5 Z", "coral")
    for turn in (-0.09, 0, 0.09):
        x, y = around(5.5, -0.6, 6.4, turn)
        art.limb(line(((5.5, -0.6), (x, y))), "leaf", 0.7)
        art.disc((x, y), 1.3, "gold", edge=0.2)


def _draw_alone(art: Art) -> None:
    """A plant with thorns."""
    art.fill("M -4.4 3 L 4.4 3 L 3 10 L -3 10 Z", "coral")
    art.limb("M 0 3 C -0.8 -1 0.8 -5 0 -9", "leaf", 1.2)
    for y, side in ((1, 1), (-2.6, -1), (-6, 1)):
        art.pen.path(f"M 0 {y} L {side * 5} {y - 2.2}", stroke=PEN, width=0.55)
    art.fill("M 0 -9 C 3 -9 4 -6.6 4.2 -4.4 C 1.6 -5 0 -6.4 0 -9 Z", "leaf")
    art.fill("M 0 -3 C -3 -3.4 -4.6 -1 -5 1 C -2 1 -0.4 -0.6 0 -3 Z", "leaf")
    art.disc((0, -9.4), 1.4, "rose")


PICTURES: Sequence[Picture] = (
    _draw_idea, _draw_begin, _draw_turn, _draw_leaves, _draw_row, _draw_object, _draw_end,
    _draw_alone,
)  # fmt: skip


def draw_examples(art: Art, left: float, width: float, top: float, lang: str) -> None:
    """Show a run, different numbers and a pair, with the mark and the lines that each row earns."""
    step = width / len(EXAMPLES)
    drawn = {"sun": len(_HOUSE), "dot": 4, "crossed": 0}
    for k, (digits, mark) in enumerate(EXAMPLES):
        x = left + k * step + 2
        art.ground(rounded(x - 3, top - 1.5, step - 2, 39, 3), "sky" if k % 2 else "moon")
        for place, digit in enumerate(digits):
            draw_cloud(art, x + 5 + place * 8.4, top + 6, digit, 8.6)
        _draw_mark(art, x + 39.4, top + 6, mark)
        with art.pen.placed((x + 11, top + 24.5)):
            draw_house(art, drawn[mark])
        room = TextRoom(x + 23.4, top + 13, step - 31, 23)
        text = say(f"rules.daydream.example.{mark}", lang)
        write(art.pen, text, room, size=3.4, least=2.83, middle=True)


def _draw_mark(art: Art, x: float, y: float, mark: str) -> None:
    """Draw a row's dot and sun, and what the pen does to them."""
    art.disc((x, y), 1.5, "dusk")
    sun = x + 7.4
    draw_sun(art, (sun, y), 1.5)
    if mark == "crossed":
        for at in (x, sun):
            cross = f"M {at - 2.6:.2f} {y - 2.6:.2f} L {at + 2.6:.2f} {y + 2.6:.2f} "
            cross += f"M {at + 2.6:.2f} {y - 2.6:.2f} L {at - 2.6:.2f} {y + 2.6:.2f}"
            art.pen.path(cross, stroke=PEN, width=0.5)
    else:
        art.pen.circle((sun if mark == "sun" else x, y), 3.4, stroke=PEN, width=0.5)
