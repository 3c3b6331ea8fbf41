"""Pictures of Dreams' rules page, and its example."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.art import Art
from printkit.drawing import Picture
from printkit.dreams.markers import draw_god_sign, draw_mortal_sign
from printkit.dreams.players import draw_symbol
from printkit.dreams.tokens import draw_star
from printkit.pen import Point
from printkit.shapes import around, crescent, line, rays, rounded, star
from printkit.textbox import TextRoom, write
from templates.wording import say

_PEN = "#333333"


def _draw_picture_card(art: Art, x: float, y: float, side: float, kind: int) -> None:
    """Draw a small dream card: boat, tree, house or moon."""
    half = side / 2
    art.fill(rounded(x - half, y - half, side, side, 0.8), "sky" if kind % 3 else "moon")
    with art.pen.placed((x, y), scale=side / 10):
        if kind == 1:
            art.fill("M -3.6 1.4 L 3.6 1.4 L 2.2 3.6 L -2.2 3.6 Z", "wood")
            art.fill("M 0 1 L 0 -3.8 L 3 1 Z", "white")
        elif kind == 2:
            art.limb("M 0 3.8 L 0 0", "wood", 0.9)
            art.disc((0, -1.2), 2.6, "leaf")
        elif kind == 3:
            art.fill("M -2.6 3.6 L -2.6 -0.4 L 2.6 -0.4 L 2.6 3.6 Z", "rose")
            art.fill("M -3.4 -0.4 L 0 -3.6 L 3.4 -0.4 Z", "coral")
        else:
            art.fill(crescent(0.2, 0, 3), "gold")


def _draw_idea(art: Art) -> None:
    for kind, (x, y) in enumerate(((-5, -5), (5, -5), (-5, 5), (5, 5)), 1):
        _draw_picture_card(art, x, y, 9, kind)
    art.pen.circle((-5, 5), 6.2, stroke=_PEN, width=0.5)


def _draw_set_up(art: Art) -> None:
    art.fill(crescent(-6, -5.6, 4), "moon")
    draw_symbol(art.pen, "blue", (-4.2, -5.6), 1.7, art.ink)
    for k, kind in enumerate(("clear", "grey", "black")):
        with art.pen.placed((-10.6 + k * 7.2, 1.2)):
            draw_star(art.pen, "blue", kind, 8.4, art.ink)
    art.disc((5.6, -5), 5, "cloud")
    for k in range(6):
        art.line(line(((5.6, -5), around(5.6, -5, 5, k / 6))), "sky", width=0.2)
    art.fill(star(5.6, -5, 3, 5, 0.5), "gold", edge=0.2)


def _draw_dreams(art: Art) -> None:
    for kind, (x, y) in enumerate(((-5, -5), (5, -5), (-5, 5), (5, 5)), 1):
        _draw_picture_card(art, x, y, 8.6, kind)
        art.fill(star(x + 3.6, y - 3, 2.3, 8, 0.78), "moon", edge=0.2)
        art.pen.words(str(kind), (x + 3.6, y - 2), size=3, face="bold", align="centre")


def _draw_who(art: Art) -> None:
    with art.pen.placed((-5.2, -3), scale=0.36):
        draw_god_sign(art, (0, 0), "3")
    with art.pen.placed((5.4, 4.2), scale=0.36):
        draw_mortal_sign(art, (0, 0))


def _draw_sky(art: Art) -> None:
    art.fill(rounded(-10, -10, 20, 20, 2), "sky")
    places = (("blue", "black", -9, -8), ("red", "clear", 1.4, -7), ("green", "grey", -4, 0.6),
              ("yellow", "clear", 2, 1.6))  # fmt: skip
    for player, kind, x, y in places:
        with art.pen.placed((x, y)):
            draw_star(art.pen, player, kind, 7.4, art.ink)


def _draw_vote(art: Art) -> None:
    art.disc((0, 0), 10, "cloud")
    answers: tuple[tuple[str, Point], ...] = tuple(
        (name, around(0, 0, 7.6, k / 8))
        for k, name in enumerate(("red", "blue", "yellow", "green", "1", "2", "3", "4"))
    )
    for name, (x, y) in answers:
        if name.isdigit():
            art.pen.words(name, (x, y + 1.4), size=4.2, face="hand", align="centre")
        else:
            draw_symbol(art.pen, name, (x, y), 1.6, art.ink)
    with art.pen.placed((0, 0), turn=45):
        art.fill(star(0, 0, 5.2, 5, 0.5), "gold")
        art.fill(crescent(0.2, -2.8, 0.9), "night", edge=0.1)


def _draw_points(art: Art) -> None:
    art.limb("M -9 8 C -2 8 -6 0 1 0 C 6 0 4 -6 9 -7", "sand", 3)
    for x, y, number in ((-8.4, 8, "1"), (-3, 4.4, "2"), (2.6, -0.2, "3")):
        art.disc((x, y), 2.5, "cloud")
        art.pen.words(number, (x, y + 1.2), size=3.6, face="hand", align="centre")
    art.fill(crescent(3.2, -6.8, 3), "moon")
    draw_symbol(art.pen, "blue", (4.6, -6.8), 1.3, art.ink)


def _draw_end(art: Art) -> None:
    art.line(rays(0, 0, 8.4, 10.6, 16), "gold", width=0.6)
    art.fill(star(0, 0, 8.4, 12, 0.84), "gold")
    art.disc((0, 0), 6.2, "moon")
    art.pen.words("16", (0, 2.6), size=7.4, face="hand", align="centre")


PICTURES: Sequence[Picture] = (
    _draw_idea, _draw_set_up, _draw_dreams, _draw_who, _draw_sky, _draw_vote, _draw_points,
    _draw_end,
)  # fmt: skip

_EXAMPLE = (("blue", "2", "3"), ("red", "yellow", "1"), ("yellow", "green", "0"),
            ("green", "yellow", "0"))  # fmt: skip
"""Who votes for what, and the points; blue is the mortal, image 3 is true."""


def draw_example(art: Art, left: float, width: float, top: float, lang: str) -> None:
    """Show four votes and what each of them earns."""
    art.ground(rounded(left - 2, top, width + 4, 28, 3), "sky")
    text = TextRoom(left + 2, top + 1.5, width - 4, 9.5)
    write(art.pen, say("rules.dreams.example", lang), text, size=3.6, least=2.83, middle=True)
    step = width / len(_EXAMPLE)
    for k, (player, vote, points) in enumerate(_EXAMPLE):
        x, y = left + k * step + 2, top + 19.5
        draw_symbol(art.pen, player, (x + 4, y - 1.5), 3.4, art.ink)
        role = "mortal" if k == 0 else "god"
        art.pen.words(say(f"rules.dreams.role.{role}", lang), (x, y + 6.4), size=3.1)
        arrow = f"M {x + 9} {y - 1.5} L {x + 13.4} {y - 1.5} M {x + 12} {y - 2.8} "
        arrow += f"L {x + 13.5} {y - 1.5} L {x + 12} {y - 0.2}"
        art.pen.path(arrow, stroke=_PEN, width=0.4)
        if vote.isdigit():
            art.pen.path(rounded(x + 15.6, y - 5, 7, 7, 1.2), fill="#ffffff", stroke="#555555")
            art.pen.words(vote, (x + 19.1, y + 0.4), size=5.4, face="hand", align="centre")
        else:
            draw_symbol(art.pen, vote, (x + 19, y - 1.5), 2.8, art.ink)
        art.fill(star(x + 32, y - 1, 5.6, 5, 0.6), "moon" if points != "0" else "white")
        art.pen.words(points, (x + 32, y + 1), size=5.6, face="hand", align="centre")
