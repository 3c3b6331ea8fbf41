"""The decks of When I Dream: spirits, terms and point markers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from hashlib import sha256

from printkit.art import Art
from printkit.backs import secret_deck
from printkit.book import Deck, Side, stamped
from printkit.pen import Pen
from printkit.shapes import box, crescent, line, rounded, star
from printkit.textbox import TextOverflow, TextRoom, write
from printkit.when_i_dream.spirits import GROUNDS, SPIRITS
from rules.errors import HostError
from templates.cards import materials
from templates.geometry import Size
from templates.wording import say

_LEAST_TERM = 4.6
_POINT_TONES = {"1": "moon", "5": "rose", "10": "sky"}


def spirit_deck(counts: dict[str, int], lang: str, ink: str) -> Deck:
    """Give the spirit cards, all with one back."""
    size = materials().size(materials().when_i_dream.spirit_card)
    names = [name for name in SPIRITS for _ in range(counts[name])]
    draw = {name: partial(_draw_spirit, name=name, size=size, lang=lang, ink=ink) for name in names}
    fronts = [stamped(f"spirit {name}", draw[name]) for name in names]
    return secret_deck("spirits", size, fronts, lang, ink)


def _draw_spirit(pen: Pen, name: str, size: Size, lang: str, ink: str) -> None:
    width, height = size
    art = Art(pen, ink)
    art.ground(box(-4, -4, width + 8, height + 8), GROUNDS[name])
    art.fill(rounded(3.5, 3.5, width - 7, height - 7, 3), "white")
    with pen.placed((width / 2, 28.4), scale=0.86):
        SPIRITS[name](art)
    title, room = say(f"print.spirit.{name}", lang), TextRoom(6, 50.5, width - 12, 8.5)
    write(pen, title, room, size=7.6, least=5.5, face="hand", align="centre", middle=True)
    hint, room = say(f"print.spirit.{name}-hint", lang), TextRoom(6, 60, width - 12, 22.5)
    write(pen, hint, room, size=4.5, least=3.8, align="centre", middle=True)


def joined(spirits: Deck, terms: Deck, ink: str, places: int) -> Deck:
    """Print both decks on the same pages, and fill the last one with cards to write on."""
    fronts = [*spirits.fronts, *terms.fronts]
    backs = [*(spirits.back_of(card) for card in range(len(spirits.fronts))), *terms.backs]
    blank = _term_side([""] * materials().when_i_dream.terms_per_side, terms.size, ink)
    free = [blank] * (-len(fronts) % places)
    further = ((len(spirits.fronts), terms.name),)
    return Deck(spirits.name, spirits.size, [*fronts, *free], [*backs, *free], further=further)


def shuffled(terms: Sequence[str], lang: str, seed: int) -> list[str]:
    """Bring terms into an order that depends on the seed alone, on every machine."""
    return sorted(terms, key=lambda term: sha256(f"{lang} {seed} {term}".encode()).digest())


def term_deck(terms: Sequence[str], lang: str, ink: str) -> Deck:
    """Deal terms to cards: two a side, both sides used; what is left over stays blank."""
    game = materials().when_i_dream
    size = materials().size(game.term_card)
    per_side = game.terms_per_side
    sides = [[*pair, *[""] * (per_side - len(pair))] for pair in _dealt(terms, per_side)]
    if len(sides) % 2:
        sides.append([""] * per_side)
    drawn = [_term_side(pair, size, ink) for pair in sides]
    return Deck(say("print.part.terms", lang), size, drawn[::2], drawn[1::2])


def _dealt(terms: Sequence[str], size: int) -> list[Sequence[str]]:
    return [terms[first : first + size] for first in range(0, len(terms), size)]


def _term_side(pair: Sequence[str], size: Size, ink: str) -> Side:
    width, height = size
    ground = stamped("term card", lambda pen: _draw_term_ground(Art(pen, ink), size))

    def draw(pen: Pen) -> None:
        ground(pen)
        for term, left, turn in zip(pair, (0, width), (0, 180), strict=True):
            with pen.placed((left, height / 2), turn=turn):
                _draw_term(pen, term, width, height / 2)

    return draw


def _draw_term_ground(art: Art, size: Size) -> None:
    width, height = size
    art.ground(box(-4, -4, width + 8, height / 2 + 4), "sky")
    art.ground(box(-4, height / 2, width + 8, height / 2 + 4), "moon")
    art.fill(rounded(3.5, 3.5, width - 7, height - 7, 4), "white", edge=0.2)
    middle = height / 2
    art.line(line(((8, middle), (width - 8, middle))), "dusk", width=0.3, dash=(0.1, 1.2))
    art.fill(crescent(width / 2, middle, 2.6), "moon")
    for x, y, turn in ((8, 8, 0), (width - 8, height - 8, 180)):
        with art.pen.placed((x, y), turn=turn):
            art.fill(star(0, 0, 1.8), "gold", edge=0.15)
    for x, y in ((width - 8, 8), (8, height - 8)):
        art.fill(crescent(x, y, 1.8), "sky", edge=0.15)


def _draw_term(pen: Pen, term: str, width: float, height: float) -> None:
    if not term:
        rule = line(((12, height * 0.62), (width - 12, height * 0.62)))
        pen.path(rule, stroke="#999999", width=0.25, dash=(0.1, 1))
        return
    place = TextRoom(6, 8, width - 12, height - 18)
    try:
        write(pen, term, place, size=9.4, least=_LEAST_TERM, face="hand", align="centre",
              middle=True)  # fmt: skip
    except TextOverflow:
        raise HostError("word-too-long", word=term) from None


def point_deck(lang: str, ink: str) -> Deck:
    """Give the point markers; their backs stay white."""
    game = materials().when_i_dream
    size = materials().size(game.point_marker)
    fronts = [
        stamped(f"point {value}", partial(_draw_point, value=value, size=size, ink=ink))
        for value, count in game.point_markers.items()
        for _ in range(count)
    ]
    name, hint = say("print.part.points", lang), say("print.points.hint", lang)
    return Deck(name, size, fronts, [], hint)


def _draw_point(pen: Pen, value: str, size: Size, ink: str) -> None:
    x, y = size[0] / 2, size[1] / 2
    Art(pen, ink).fill(star(x, y + 0.5, 8.6, 5, 0.6), _POINT_TONES[value])
    pen.words(value, (x, y + 3), size=7, face="hand", align="centre")
