"""The board between the heaps: yellow for guessed, blue for missed, the bed in the middle."""

from __future__ import annotations

from printkit.art import Art
from printkit.pen import Pen
from printkit.shapes import box, cloud, crescent, ellipse, rays, rounded, star
from printkit.textbox import TextRoom, write
from templates.cards import materials
from templates.page import Page
from templates.wording import say

_EDGE = 9.0
_WORTH = 88.0
"""Width of the words below a heap."""


def draw_board(pen: Pen, page: Page, lang: str, ink: str) -> None:
    """Draw the board over a landscape page."""
    art = Art(pen, ink)
    wide, tall = page.width - 2 * _EDGE, page.height - 2 * _EDGE
    half = wide / 2
    with pen.clipped(rounded(_EDGE, _EDGE, wide, tall, 8)):
        art.ground(box(_EDGE, _EDGE, half, tall), "moon")
        art.ground(box(_EDGE + half, _EDGE, half, tall), "sky")
    art.line(rounded(_EDGE, _EDGE, wide, tall, 8), "dusk", width=0.6)
    _draw_day(art, page)
    _draw_night(art, page)
    middle = page.width / 2
    reach = (page.width / 2 - _EDGE) / 2 + 14
    for side, name in ((-1, "yellow"), (1, "blue")):
        _draw_heap(art, page, middle + side * reach, name, lang)
    _draw_bed_place(art, page, lang)


def _draw_heap(art: Art, page: Page, x: float, name: str, lang: str) -> None:
    """Draw a place for a heap; what its cards are worth stands below, where none will lie."""
    pen = art.pen
    width, height = materials().size(materials().when_i_dream.term_card)
    top = page.height / 2 - height / 2 - 3
    place = rounded(x - width / 2, top, width, height, 3)
    pen.path(place, fill="#ffffff")
    art.line(place, "dusk", width=0.5, dash=(2, 1.4))
    title = TextRoom(x - width / 2, top - 12.5, width, 11)
    write(pen, say(f"print.board.{name}", lang), title, size=9, least=6, face="hand",
          align="centre", middle=True)  # fmt: skip
    note = TextRoom(x - width / 2 + 6, top + 8, width - 12, height - 16)
    write(pen, say(f"print.board.{name}-note", lang), note, size=5, least=3.6, align="centre",
          middle=True)  # fmt: skip
    worth = TextRoom(x - _WORTH / 2, top + height + 3, _WORTH, 27)
    write(pen, say(f"print.board.{name}-worth", lang), worth, size=4.4, least=3.4, align="centre")


def _draw_bed_place(art: Art, page: Page, lang: str) -> None:
    x, y = page.width / 2, page.height / 2
    art.fill(cloud(x, y, 62, 78, 14), "white")
    art.limb(f"M {x - 17} {y - 20} L {x - 17} {y + 12} M {x + 17} {y - 12} L {x + 17} {y + 12}",
             "wood", 2)  # fmt: skip
    art.fill(rounded(x - 17, y - 4, 34, 12, 2), "wood")
    art.fill(rounded(x - 15.5, y - 9, 9, 6, 2.5), "white")
    art.fill(rounded(x - 8, y - 9.5, 25, 13, 3.5), "dusk")
    for dx, dy in ((-3, -5), (4, -2), (11, -5.5)):
        art.fill(star(x + dx, y + dy, 1.5), "gold", edge=0.15)
    label = TextRoom(x - 19, y + 14, 38, 17)
    write(art.pen, say("print.board.bed", lang), label, size=4, least=3.2, align="centre")


def _draw_day(art: Art, page: Page) -> None:
    x, y = _EDGE + 24, _EDGE + 21
    art.line(rays(x, y, 12.5, 16.5, 12), "gold", width=0.9)
    art.disc((x, y), 10, "sun")
    art.line(f"M {x - 4} {y - 1} C {x - 3} {y - 2.4} {x - 2} {y - 2.4} {x - 1.4} {y - 1} "
             f"M {x + 1.4} {y - 1} C {x + 2} {y - 2.4} {x + 3} {y - 2.4} {x + 4} {y - 1} "
             f"M {x - 3.4} {y + 3} C {x - 1.4} {y + 5} {x + 1.4} {y + 5} {x + 3.4} {y + 3}",
             "gold", width=0.6)  # fmt: skip
    art.fill(cloud(_EDGE + 54, _EDGE + 14, 22, 9, 9), "cloud")
    foot = page.height - _EDGE
    art.fill(cloud(_EDGE + 26, foot - 15, 34, 13, 11), "cloud")
    for x in (_EDGE + 60, _EDGE + 72, _EDGE + 83):
        art.limb(f"M {x} {foot - 1} L {x} {foot - 11}", "leaf", 0.8)
        for k, (dx, dy) in enumerate(
            ((0, -14.4), (2.6, -12.6), (1.6, -9.6), (-1.6, -9.6), (-2.6, -12.6))
        ):
            art.disc((x + dx, foot + dy), 1.5, "rose" if k % 2 else "coral", edge=0.2)
        art.disc((x, foot - 11.8), 1.4, "gold", edge=0.2)


def _draw_night(art: Art, page: Page) -> None:
    right, foot = page.width - _EDGE, page.height - _EDGE
    art.fill(crescent(right - 24, _EDGE + 21, 13), "moon")
    for dx, dy, r in ((-52, 13, 2.4), (-44, 29, 1.6), (-10, 38, 1.8), (-66, 9, 1.5), (-12, 10, 2)):
        art.fill(star(right + dx, _EDGE + dy, r), "gold", edge=0.2)
    with art.pen.clipped(rounded(_EDGE, _EDGE, page.width - 2 * _EDGE, page.height - 2 * _EDGE, 8)):
        art.fill(ellipse(right - 24, foot - 1, 32, 13), "dusk")
        art.fill(ellipse(right - 62, foot - 2, 22, 8), "night")
    for dx, dy in ((-86, -14), (-16, -22), (-48, -19)):
        art.fill(star(right + dx, foot + dy, 1.5), "gold", edge=0.2)
