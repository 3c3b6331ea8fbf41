"""The small picture beside a fresh sheet's title: the animal or thing that it is called after."""

from __future__ import annotations

from random import Random
from typing import cast

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.palette import PALETTES, Ink
from printkit.dream_cards.things import THINGS
from printkit.pen import Pen
from printkit.sheet_ink import SheetInk
from templates.fresh_titles import noun_of
from templates.geometry import Box

_GAP = 1.2


def draw_beside_title(ink: SheetInk, place: Box, seed: int) -> Box:
    """Draw the picture at the left end of a title's room, and give the room that is left."""
    side = place.size[1]
    middle = (place.left + side / 2, place.center[1])
    draw_title_picture(ink.pen, seed, Box(middle, (side, side)), cast(Ink, ink.ink))
    return Box.between(place.left + side + _GAP, place.top, place.right, place.bottom)


def draw_title_picture(pen: Pen, seed: int, box: Box, ink: Ink = "colour") -> None:
    """Draw it as large as a box allows. It is made of dark lines: keep it off where a pen goes."""
    noun = noun_of(seed)
    size = min(box.size)
    brush = Brush(pen, PALETTES[ink]).part(*box.center, size)
    THINGS[noun](brush, Random(f"title {noun}"))
