"""What is cut out and folded: the bed whose headboard hides a term, and the sleep mask."""

from __future__ import annotations

from printkit.art import Art
from printkit.pen import Pen, Point
from printkit.shapes import box, crescent, ellipse, line, rounded, smooth, star
from printkit.textbox import TextRoom, write
from templates.cards import materials
from templates.page import Page
from templates.wording import say

CUT, FOLD = "#333333", "#555555"
_LEG = 15.0
_RISE = 11.0
"""Height of the pile that the headboard can stand behind."""
_ROOM = 2.0
"""Between a card and the bed's edge."""


def draw_bed(pen: Pen, page: Page, lang: str, ink: str) -> None:
    """Draw the bed: mattress, legs on three sides, and a headboard of two layers."""
    card_width, card_height = materials().size(materials().when_i_dream.term_card)
    width, height = card_width + 2 * _ROOM, card_height + 2 * _ROOM
    board = card_height / 2 + _ROOM
    x = page.width - 14 - _LEG - width
    y = (page.height - (2 * board + _RISE + height + _LEG)) / 2 + 2 * board + _RISE
    art = Art(pen, ink)
    _draw_mattress(art, x, y, width, height)
    _draw_headboard(art, x, y - _RISE - 2 * board, width, board)
    _draw_bed_lines(pen, x, y, width, height, board)
    below = _draw_steps(pen, x - _LEG - 16, lang)
    draw_assembled_bed(art, (21, page.height - 48), 0.82)
    draw_legend(pen, 18, below + 6, lang)


def _draw_bed_lines(
    pen: Pen, x: float, y: float, width: float, height: float, board: float
) -> None:
    top = y - _RISE
    cut = [
        (x, y), (x, top), (x + 3, top - 2 * board), (x + width - 3, top - 2 * board),
        (x + width, top), (x + width, y),
        (x + width + _LEG, y + 4), (x + width + _LEG, y + height - 4), (x + width, y + height),
        (x + width - 4, y + height + _LEG), (x + 4, y + height + _LEG), (x, y + height),
        (x - _LEG, y + height - 4), (x - _LEG, y + 4),
    ]  # fmt: skip
    pen.path(line(cut, closed=True), stroke=CUT, width=0.35)
    slant = 1.5
    folds = [
        ((x, y), (x + width, y)),
        ((x, top), (x + width, top)),
        ((x + slant, top - board), (x + width - slant, top - board)),
        ((x, y), (x, y + height)),
        ((x + width, y), (x + width, y + height)),
        ((x, y + height), (x + width, y + height)),
    ]
    pen.path(" ".join(map(line, folds)), stroke=FOLD, width=0.4, dash=(0.1, 1.2))
    pen.words("A", (x + width - 14, top - 2 * board + 13.5), size=6, face="bold", align="centre")
    for text, height_of in (("B", top - board / 2), ("C", y + height / 2)):
        pen.words(text, (x + width / 2, height_of), size=6, face="bold", align="centre")


def draw_assembled_bed(art: Art, at: Point, scale: float) -> None:
    """Show the bed with a pile of cards on it, from the front and above, in front of the origin."""

    def seen(across: float, back: float, up: float) -> Point:
        return (0.66 * across + 0.3 * back, -0.42 * back - 0.66 * up)

    def face(*corners: tuple[float, float, float]) -> str:
        return line((seen(*corner) for corner in corners), closed=True)

    with art.pen.placed(at, scale=scale):
        art.fill(face((0, 0, 0), (67, 0, 0), (63, 0, -15), (4, 0, -15)), "wood")
        art.fill(face((67, 0, 0), (67, 92, 0), (67, 88, -15), (67, 4, -15)), "wood")
        art.fill(face((0, 0, 0), (67, 0, 0), (67, 92, 0), (0, 92, 0)), "sky")
        art.fill(face((2, 2, 0), (65, 2, 0), (65, 2, 7), (2, 2, 7)), "white")
        art.fill(face((65, 2, 0), (65, 90, 0), (65, 90, 7), (65, 2, 7)), "white")
        for up in (2, 4, 6):
            edge = line((seen(2, 2, up), seen(65, 2, up), seen(65, 90, up)))
            art.line(edge, "white", width=0.25)
        art.fill(face((2, 2, 7), (65, 2, 7), (65, 90, 7), (2, 90, 7)), "moon")
        art.line(line((seen(20, 24, 7), seen(47, 24, 7))), "ink", width=1.4)
        art.fill(face((67, 46, 8), (67, 92, 10), (67, 92, 0), (67, 90, 0)), "wood")
        art.fill(face((0, 46, 8), (67, 46, 8), (67, 92, 10), (0, 92, 10)), "wood")
        art.fill(crescent(*seen(29, 69, 9), 6), "moon")
        art.fill(star(*seen(44, 72, 9), 3.4), "gold")


def _draw_mattress(art: Art, x: float, y: float, width: float, height: float) -> None:
    art.ground(box(x, y, width, height), "sky")
    art.line(rounded(x + _ROOM, y + _ROOM, width - 2 * _ROOM, height - 2 * _ROOM, 3), "dusk",
             width=0.25, dash=(1.5, 1.2))  # fmt: skip
    for side in (x - _LEG, x + width):
        for k in range(6):
            top = y + 8 + k * (height - 16) / 6
            art.line(line(((side + 4, top), (side + _LEG - 4, top))), "wood", width=0.3)
    art.line(line(((x + 10, y + height + 5), (x + width - 10, y + height + 5))), "wood", width=0.3)
    art.line(line(((x + 10, y + height + 9), (x + width - 10, y + height + 9))), "wood", width=0.3)
    for dx, dy in ((12, 22), (50, 34), (20, 58), (46, 74), (54, 56)):
        art.fill(star(x + dx, y + dy, 1.6), "gold", edge=0.15)


def _draw_headboard(art: Art, x: float, y: float, width: float, board: float) -> None:
    art.fill(rounded(x + 6, y + 3, width - 12, board - 6, 8), "wood")
    art.fill(rounded(x + 10, y + 7, width - 20, board - 14, 6), "sand")
    art.fill(crescent(x + width / 2 - 11, y + board / 2, 9), "moon")
    art.fill(star(x + width / 2 + 6, y + board / 2 - 5, 4.5), "gold")
    art.fill(star(x + width / 2 + 14, y + board / 2 + 5, 3), "gold")


def _draw_steps(pen: Pen, right: float, lang: str) -> float:
    """Write how the bed is made, and give the y below it."""
    left = 18.0
    width = right - left
    y = write(pen, say("print.bed.title", lang), TextRoom(left, 22, width, 20), size=8, least=6,
              face="hand")  # fmt: skip
    y += 5
    for number in range(1, 6):
        pen.words(str(number), (left, y + 3.4), size=6, face="hand")
        place = TextRoom(left + 6, y, width - 6, 40)
        y = write(pen, say(f"print.bed.step-{number}", lang), place, size=3.8) + 4
    return y


def draw_legend(pen: Pen, x: float, y: float, lang: str, *, fold: bool = True) -> None:
    """Say which line is cut and, if there is one, which is folded."""
    pen.path(line(((x, y), (x + 12, y))), stroke=CUT, width=0.35)
    pen.words(say("print.legend.cut", lang), (x + 15, y + 1.1), size=3.2)
    if not fold:
        return
    pen.path(line(((x, y + 6), (x + 12, y + 6))), stroke=FOLD, width=0.4, dash=(0.1, 1.2))
    pen.words(say("print.legend.fold", lang), (x + 15, y + 7.1), size=3.2)


def draw_mask(pen: Pen, page: Page, lang: str, ink: str) -> None:
    """Draw a sleep mask to cut out, with closed eyes."""
    art = Art(pen, ink)
    width, height = materials().when_i_dream.mask
    with pen.placed((page.width / 2, page.height / 2 - 14)):
        _draw_mask_shape(art, width / 2, height / 2)
    y = page.height / 2 - 14 + height / 2 + 10
    steps = TextRoom(page.width / 2 - 95, y, 190, 24)
    write(pen, say("print.mask.steps", lang), steps, size=3.8, least=3.2, align="centre")
    title = TextRoom(page.width / 2 - 90, 18, 180, 12)
    write(pen, say("print.part.mask", lang), title, size=9, face="hand", align="centre")
    draw_legend(pen, page.width / 2 - 95, page.height - 22, lang, fold=False)


def _draw_mask_shape(art: Art, rx: float, ry: float) -> None:
    points = [
        (0, -0.78 * ry), (0.5 * rx, -ry), (0.9 * rx, -0.62 * ry), (rx, 0), (0.86 * rx, 0.66 * ry),
        (0.52 * rx, ry), (0.22 * rx, 0.78 * ry), (0, 0.3 * ry), (-0.22 * rx, 0.78 * ry),
        (-0.52 * rx, ry), (-0.86 * rx, 0.66 * ry), (-rx, 0), (-0.9 * rx, -0.62 * ry),
        (-0.5 * rx, -ry),
    ]  # fmt: skip
    shape = smooth(points, closed=True)
    art.fill(shape, "dusk", edge=0)
    inner = smooth([(x * 0.94, y * 0.92) for x, y in points], closed=True)
    art.line(inner, "sky", width=0.5, dash=(2, 1.6))
    for side in (-1, 1):
        _draw_eye(art, side * 0.48 * rx, 0.08 * ry)
        art.disc((side * 0.93 * rx, 0), 2.2, "white", edge=0)
        art.pen.circle((side * 0.93 * rx, 0), 2.2, stroke=CUT, width=0.35)
    art.fill(crescent(0, -0.42 * ry, 5), "moon")
    for x, y, r in ((-0.62, -0.66, 2.6), (0.62, -0.66, 2.6), (-0.2, -0.6, 1.8), (0.2, -0.6, 1.8),
                    (-0.84, -0.3, 1.6), (0.84, -0.3, 1.6)):  # fmt: skip
        art.fill(star(x * rx, y * ry, r), "gold", edge=0.2)
    art.pen.path(shape, stroke=CUT, width=0.35)


def _draw_eye(art: Art, x: float, y: float) -> None:
    art.fill(ellipse(x, y + 3, 21, 15), "sky", edge=0)
    lid = f"M {x - 16} {y} C {x - 8} {y + 10} {x + 8} {y + 10} {x + 16} {y}"
    art.line(lid, "ink", width=1.3)
    lashes = [((x + dx, y + dy), (x + dx * 1.28, y + dy + 5)) for dx, dy in
              ((-12, 4.4), (-6.2, 6.9), (0, 7.6), (6.2, 6.9), (12, 4.4))]  # fmt: skip
    art.line(" ".join(map(line, lashes)), "ink", width=0.9)
