"""Pictures of When I Dream's rules page, and its example."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.art import Art
from printkit.drawing import Picture
from printkit.shapes import cloud, crescent, line, rays, rounded, star
from printkit.textbox import TextRoom, write
from printkit.when_i_dream.spirits import SPIRITS
from templates.wording import say

_PEN = "#333333"


def draw_sleeper(art: Art) -> None:
    """The dreamer: a head on a pillow, eyes covered by the mask, 22 mm wide."""
    art.fill(rounded(-11, -2, 22, 12, 4), "sky")
    art.disc((0, -1), 7, "skin")
    art.fill("M -7.2 -2 C -9 -12 9 -12 7.2 -2 C 4 -7 -4 -7 -7.2 -2 Z", "wood")
    art.fill(rounded(-6.4, -3.6, 12.8, 5, 2.4), "dusk")
    for side in (-1, 1):
        x = side * 3
        art.line(f"M {x - 1.6} -1.4 C {x - 0.8} -0.2 {x + 0.8} -0.2 {x + 1.6} -1.4", "white")
    art.line("M -1.6 3.4 C -0.6 4.4 0.6 4.4 1.6 3.4", width=0.4)


def _draw_idea(art: Art) -> None:
    art.fill(crescent(-6.6, -6, 4.4), "moon")
    art.line(rays(6.4, -6, 4.2, 5.8, 10), "gold", width=0.5)
    art.disc((6.4, -6), 3.2, "sun")
    with art.pen.placed((0, 4.6), scale=0.62):
        draw_sleeper(art)


def draw_card(art: Art, x: float, y: float, tone: str, turn: float = 0.0) -> None:
    """Draw a small dream card."""
    with art.pen.placed((x, y), turn=turn):
        art.fill(rounded(-3, -4.2, 6, 8.4, 0.9), tone)
        art.line("M -1.8 2 L 1.8 2", "ink", width=0.5)
        art.line("M -1.8 -2 L 1.8 -2", "ink", width=0.5)


def draw_bed_with_pile(art: Art) -> None:
    """The bed seen from the front and above: the pile on it, the headboard over one term."""
    art.fill("M -10 10 L -7 -4 L 7 -4 L 10 10 Z", "sky")
    art.limb("M -10 10 L -10 12 M 10 10 L 10 12", "wood", 1)
    for k in range(4):
        y = 7.4 - k * 0.8
        art.fill(f"M -6 {y} L -4.4 {y - 11} L 4.4 {y - 11} L 6 {y} Z", "white")
    art.line("M -3 2.4 L 3 2.4", "ink", width=0.8)
    art.fill("M -7.6 -1.6 L -6.4 -10 C -6 -12.4 6 -12.4 6.4 -10 L 7.6 -1.6 Z", "wood")
    art.fill(crescent(-0.6, -6.4, 2.4), "moon")


def _draw_set_up(art: Art) -> None:
    with art.pen.placed((0, 0.4), scale=0.86):
        draw_bed_with_pile(art)


def _draw_spirits(art: Art) -> None:
    for name, x, y in (("fairy", -5.6, -5), ("nightmare", 5.6, -5), ("sandman", 0, 6)):
        with art.pen.placed((x, y), scale=0.22):
            SPIRITS[name](art)


def _draw_asleep(art: Art) -> None:
    """The top card goes underneath, turned."""
    for k in range(4):
        art.fill(rounded(-9.5, 2 - k * 1.5, 11, 3, 0.6), "white")
    art.pen.path("M 2.6 -2.4 C 9 -5 10.4 4 3.6 4.6 M 5.4 2.8 L 3.4 4.7 L 5.8 6", stroke=_PEN,
                 width=0.6)  # fmt: skip
    art.fill(rounded(-9.5, 5.6, 11, 3, 0.6), "moon")
    with art.pen.placed((-4, -7.6), scale=0.5):
        art.fill(rounded(-10, -4, 20, 8, 3.8), "dusk")
        for side in (-1, 1):
            x = side * 5
            lid = f"M {x - 2.4} -0.6 C {x - 1.2} 1.4 {x + 1.2} 1.4 {x + 2.4} -0.6"
            art.line(lid, "white", width=0.9)


def _draw_clues(art: Art) -> None:
    art.fill(cloud(-4.4, -5, 12, 8, 9), "cloud")
    art.fill(cloud(4.6, 1.4, 12, 8, 9), "moon")
    art.fill(cloud(-4, 7.4, 12, 7, 9), "mint")
    for x, y in ((-4.4, -5), (4.6, 1.4), (-4, 7.4)):
        art.line(f"M {x - 2.6} {y} L {x + 2.6} {y}", "ink", width=0.7)


def _draw_guess(art: Art) -> None:
    """Yellow and blue cards, fanned out."""
    for k, turn in enumerate((-24, -4, 16)):
        draw_card(art, -7.4 + k * 2.6, -4.6, "gold", turn)
    for k, turn in enumerate((-14, 12)):
        draw_card(art, 3 + k * 3.6, 5.4, "dusk", turn)


def _draw_day(art: Art) -> None:
    art.line(rays(-5.4, -5.4, 4.6, 6.2, 10), "gold", width=0.5)
    art.disc((-5.4, -5.4), 3.5, "sun")
    draw_card(art, -6, 6, "gold")
    draw_card(art, 1.4, 6, "gold", 90)
    art.pen.path("M 2 -2.6 C 6 -3.4 8.4 -0.6 8.4 3.2 M 6.8 1.8 L 8.4 3.6 L 9.8 1.6", stroke=_PEN,
                 width=0.5)  # fmt: skip


def _draw_points(art: Art) -> None:
    for x, y, value, tone in ((-5, -4, "1", "moon"), (5, -2, "5", "rose"), (-1, 6.4, "10", "sky")):
        art.fill(star(x, y, 5.4, 5, 0.6), tone)
        art.pen.words(value, (x, y + 1.5), size=4.2, face="hand", align="centre")


def _draw_next(art: Art) -> None:
    """Cards go back under the pile, turned and flipped."""
    for k in range(3):
        art.fill(rounded(-4, -7 + 1.6 * k, 12, 3, 0.6), "white")
    draw_card(art, -6.4, 5.6, "gold", -70)
    draw_card(art, 1.6, 6.6, "dusk", 110)
    art.pen.path("M 5 4.4 C 8.6 3.6 9.4 1.4 8.6 -0.4 M 7.4 0.9 L 8.6 -0.7 L 10 0.6", stroke=_PEN,
                 width=0.5)  # fmt: skip


PICTURES: Sequence[Picture] = (
    _draw_idea, _draw_set_up, _draw_spirits, _draw_asleep, _draw_clues, _draw_guess, _draw_day,
    _draw_points, _draw_next,
)  # fmt: skip

_EXAMPLE = (("fairy", "3"), ("dreamer", "3 + 2"), ("nightmare", "2"), ("sandman", "3"))


def draw_example(art: Art, left: float, width: float, top: float, lang: str) -> None:
    """Show three yellow and two blue cards, and what each role earns for them."""
    art.ground(rounded(left - 2, top, width + 4, 27, 3), "sky")
    text = TextRoom(left + 2, top + 1.5, width - 4, 5)
    write(art.pen, say("rules.when-i-dream.example", lang), text, size=3.6, least=2.83, middle=True)
    for k in range(3):
        draw_card(art, left + 4.5 + k * 6.6, top + 17, "gold")
    for k in range(2):
        draw_card(art, left + 25.5 + k * 6.6, top + 17, "dusk")
    art.line(line(((left + 38, top + 9), (left + 38, top + 25))), "dusk", width=0.3)
    step = (width - 39) / len(_EXAMPLE)
    for k, (role, points) in enumerate(_EXAMPLE):
        x = left + 39 + k * step
        draw = SPIRITS.get(role, draw_sleeper)
        with art.pen.placed((x + 8.5, top + 16.6), scale=0.32 if role in SPIRITS else 0.64):
            draw(art)
        art.pen.words(points, (x + 17.6, top + 15.6), size=6.4, face="hand")
        name = TextRoom(x + 17.6, top + 17.4, step - 18, 7)
        write(art.pen, say(f"rules.when-i-dream.role.{role}", lang), name, size=3.1, least=2.83)
