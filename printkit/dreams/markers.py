"""The markers of Dreams: gods and mortals, with one back."""

from __future__ import annotations

from functools import partial

from printkit.art import Art
from printkit.backs import secret_deck
from printkit.book import Deck, Side, stamped
from printkit.pen import Pen, Point
from printkit.shapes import box, ellipse, rays, rounded
from printkit.textbox import TextRoom, write
from templates.cards import materials
from templates.geometry import Size
from templates.wording import say


def marker_deck(players: int, lang: str, ink: str) -> Deck:
    """Give god markers for all players but one, and mortal markers; their backs are the same."""
    game = materials().dreams
    size = materials().size(game.marker)
    fronts: list[Side] = []
    for image in range(1, game.images + 1):
        god = partial(_draw_god, image=image, size=size, lang=lang, ink=ink)
        fronts += [stamped(f"god {image}", god)] * (players - 1)
    mortal = partial(_draw_mortal, size=size, lang=lang, ink=ink)
    fronts += [stamped("mortal", mortal)] * game.mortal_markers
    return secret_deck("markers", size, fronts, lang, ink)


def _draw_god(pen: Pen, image: int, size: Size, lang: str, ink: str) -> None:
    art = Art(pen, ink)
    _draw_card(art, size, "moon")
    draw_god_sign(art, (size[0] / 2, 24.5), str(image))
    _write_below(pen, "god", size, lang, image=image)


def draw_god_sign(art: Art, at: Point, image: str) -> None:
    """Draw a god's sun with the number of the true vision, 35 mm wide."""
    x, y = at
    art.line(rays(x, y, 14, 17.5, 16), "gold", width=0.8)
    art.disc((x, y), 12.5, "sun")
    art.pen.words(image, (x, y + 6.6), size=19, face="hand", align="centre")


def _draw_mortal(pen: Pen, size: Size, lang: str, ink: str) -> None:
    art = Art(pen, ink)
    _draw_card(art, size, "sky")
    draw_mortal_sign(art, (size[0] / 2, 27))
    _write_below(pen, "mortal", size, lang)


def draw_mortal_sign(art: Art, at: Point) -> None:
    """Draw the mortal, who knows nothing, 35 mm wide."""
    (x, y), pen = at, art.pen
    art.disc((x, y), 15, "dusk")
    with pen.clipped(ellipse(x, y, 15, 15)):
        art.fill(ellipse(x, y + 15, 12, 11), "plum")
        art.disc((x, y - 2), 7, "skin")
        art.fill(
            f"M {x - 7.2} {y - 1} C {x - 9} {y - 13} {x + 9} {y - 13} {x + 7.2} {y - 1} "
            f"C {x + 4} {y - 6} {x - 4} {y - 6} {x - 7.2} {y - 1} Z",
            "wood",
        )
    for eye in (x - 3.4, x + 3.4):
        art.line(f"M {eye} {y - 1.4} L {eye} {y - 0.8}", "ink", width=1)
    art.line(ellipse(x, y + 2, 0.9, 0.7), "ink", width=0.4)
    for dx, dy, size_of in ((12.6, -11, 9), (-12.8, -8.4, 7)):
        art.disc((x + dx, y + dy), size_of * 0.52, "cloud", edge=0.2)
        foot = (x + dx, y + dy + size_of * 0.34)
        pen.words("?", foot, size=size_of, face="hand", align="centre")


def _draw_card(art: Art, size: Size, tone: str) -> None:
    width, height = size
    art.ground(box(-4, -4, width + 8, height + 8), tone)
    art.fill(rounded(2.8, 2.8, width - 5.6, height - 5.6, 3), "white")


def _write_below(pen: Pen, name: str, size: Size, lang: str, **facts: object) -> None:
    width, _ = size
    title, room = say(f"print.marker.{name}", lang), TextRoom(5, 45, width - 10, 7)
    write(pen, title, room, size=6.4, least=4.5, face="hand", align="centre", middle=True)
    hint = say(f"print.marker.{name}-hint", lang, **facts)
    write(pen, hint, TextRoom(4.4, 52.2, width - 8.8, 11), size=3.4, least=2.83, align="centre")
