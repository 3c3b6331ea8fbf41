"""The markers of Dreams: gods and mortals, with one back."""

from __future__ import annotations

from printkit.art import Art
from printkit.backs import draw_back
from printkit.book import Deck, Side
from printkit.pen import Pen
from printkit.shapes import box, ellipse, rays, rounded
from printkit.textbox import TextRoom, write
from templates.cards import materials
from templates.wording import say


def marker_deck(players: int, lang: str, ink: str) -> Deck:
    """Give god markers for all players but one, and mortal markers; their backs are the same."""
    game = materials().dreams
    size = materials().size(game.marker)
    fronts: list[Side] = []
    for image in range(1, game.images + 1):
        fronts += [_god_side(image, size, lang, ink)] * (players - 1)
    fronts += [_mortal_side(size, lang, ink)] * game.mortal_markers
    return Deck(
        say("print.part.markers", lang), size, fronts, [lambda pen: draw_back(pen, size, ink)]
    )


def _god_side(image: int, size: tuple[float, float], lang: str, ink: str) -> Side:
    width, height = size

    def draw(pen: Pen) -> None:
        with pen.stamp(f"god {image}") as new:
            if not new:
                return
            art = Art(pen, ink)
            _draw_card(art, size, "moon")
            middle = (width / 2, 24.5)
            art.line(rays(*middle, 14, 17.5, 16), "gold", width=0.8)
            art.disc(middle, 12.5, "sun")
            pen.words(
                str(image), (middle[0], middle[1] + 6.6), size=19, face="hand", align="centre"
            )
            _write_below(pen, "god", size, lang, image=image)

    return draw


def _mortal_side(size: tuple[float, float], lang: str, ink: str) -> Side:
    width, height = size

    def draw(pen: Pen) -> None:
        with pen.stamp("mortal") as new:
            if not new:
                return
            art = Art(pen, ink)
            _draw_card(art, size, "sky")
            x, y = width / 2, 27
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
                at = (x + dx, y + dy + size_of * 0.34)
                pen.words("?", at, size=size_of, face="hand", align="centre")
            _write_below(pen, "mortal", size, lang)

    return draw


def _draw_card(art: Art, size: tuple[float, float], tone: str) -> None:
    width, height = size
    art.ground(box(-4, -4, width + 8, height + 8), tone)
    art.fill(rounded(2.8, 2.8, width - 5.6, height - 5.6, 3), "white")


def _write_below(
    pen: Pen, name: str, size: tuple[float, float], lang: str, **facts: object
) -> None:
    width, _ = size
    title, room = say(f"print.marker.{name}", lang), TextRoom(5, 45, width - 10, 7)
    write(pen, title, room, size=6.4, least=4.5, face="hand", align="centre", middle=True)
    hint = say(f"print.marker.{name}-hint", lang, **facts)
    write(pen, hint, TextRoom(5, 52.5, width - 10, 10), size=2.8, least=2.4, align="centre")
