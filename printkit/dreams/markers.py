"""The decks of Dreams: Gods and mortals with one back, image numbers, crescents and stars."""

from __future__ import annotations

from printkit.art import Art, hatching
from printkit.backs import draw_back
from printkit.book import Deck, Side
from printkit.dreams.players import draw_symbol
from printkit.pen import Pen
from printkit.shapes import box, crescent, ellipse, rays, rounded, star
from printkit.textbox import Box, write
from templates.cards import materials
from templates.wording import say


def marker_deck(lang: str, ink: str) -> Deck:
    """Give the Gods and mortal markers; from behind they are all the same."""
    game = materials().dreams
    size = materials().size(game.marker)
    fronts: list[Side] = []
    for image in range(1, game.images + 1):
        fronts += [_god_side(image, size, lang, ink)] * game.god_markers
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
            middle = (width / 2, 27)
            art.line(rays(*middle, 14, 18, 16), "gold", width=0.8)
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
            pen.words("?", (x + 12, y - 8), size=9, face="hand", align="centre")
            pen.words("?", (x - 12.4, y - 6), size=7, face="hand", align="centre")
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
    write(pen, say(f"print.marker.{name}", lang), Box(5, 45, width - 10, 7), size=6.4, least=4.5,
          face="hand", align="centre", middle=True)  # fmt: skip
    hint = say(f"print.marker.{name}-hint", lang, **facts)
    write(pen, hint, Box(5, 52.5, width - 10, 10), size=2.8, least=2.4, align="centre")


def _number_side(image: int, size: tuple[float, float], ink: str) -> Side:
    x, y = size[0] / 2, size[1] / 2

    def draw(pen: Pen) -> None:
        Art(pen, ink).fill(star(x, y, 9.2, 8, 0.78), "moon")
        pen.words(str(image), (x, y + 3.6), size=10, face="hand", align="centre")

    return draw


def token_deck(lang: str, ink: str) -> Deck:
    """Give the image numbers, and each player a crescent and three stars."""
    game = materials().dreams
    size = materials().size(game.sky_token)
    fronts = [_number_side(image, size, ink) for image in range(1, game.images + 1)]
    for player in game.colours:
        fronts.append(_crescent_side(player, size, ink))
        fronts += [_star_side(player, kind, size, ink) for kind in game.star_kinds]
    return Deck(say("print.part.tokens", lang), size, fronts, [])


def _crescent_side(player: str, size: tuple[float, float], ink: str) -> Side:
    def draw(pen: Pen) -> None:
        art = Art(pen, ink)
        art.fill(crescent(size[0] / 2 - 1, size[1] / 2, 8), "moon")
        draw_symbol(pen, player, (size[0] / 2 + 3.4, size[1] / 2), 3.2, ink)

    return draw


def _star_side(player: str, kind: str, size: tuple[float, float], ink: str) -> Side:
    x, y = size[0] / 2, size[1] / 2 + 0.6

    def draw(pen: Pen) -> None:
        shape = star(x, y, 9.2, 5, 0.58)
        if kind == "black":
            pen.path(shape, fill="#1b1b1f")
        elif kind == "grey" and ink == "colour":
            pen.path(shape, fill="#a3a5ad")
        pen.path(shape, stroke="#1b1b1f", width=0.4)
        if kind == "grey" and ink != "colour":
            with pen.clipped(shape):
                pen.path(hatching(shape, 0.9, 45), stroke="#1b1b1f", width=0.25)
        pen.circle((x, y), 4.1, fill="#ffffff", stroke="#1b1b1f", width=0.25)
        draw_symbol(pen, player, (x, y), 2.9, ink)

    return draw
