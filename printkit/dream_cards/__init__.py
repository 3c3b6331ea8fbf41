"""The 72 dream cards of the game Dreams: scenes of our own, drawn from their numbers."""

from __future__ import annotations

from random import Random

from printkit.dream_cards.backgrounds import BACKGROUNDS
from printkit.dream_cards.brush import Brush
from printkit.dream_cards.outline import box, written
from printkit.dream_cards.palette import PALETTES, Ink
from printkit.dream_cards.scenes import Placed, Scene, load_scenes
from printkit.dream_cards.shadows import draw_shadow
from printkit.dream_cards.sky import LIGHTS, SIDE
from printkit.dream_cards.things import THINGS
from printkit.pen import Pen
from templates.languages import LANGUAGES

__all__ = ["CARDS", "LANGUAGES", "SIDE", "Placed", "Scene", "describe", "draw_card", "scene_of"]

CARDS = 72
"""How many cards there are; they are numbered from 1."""


def scene_of(number: int) -> Scene:
    """Say what stands where on a card, 1 to 72."""
    if not 1 <= number <= CARDS:
        raise ValueError(f"there is no dream card {number}: they go from 1 to {CARDS}")
    return load_scenes()[number - 1]


def describe(number: int, lang: str) -> str:
    """Tell in one line what is to be seen on a card."""
    return scene_of(number).words[lang]


def draw_card(pen: Pen, number: int, ink: Ink = "colour") -> None:
    """Draw a card's picture into the square of 70 mm at the pen's origin.

    The same number always gives the same strokes. Nothing reaches beyond the square; cut
    marks, numbers and backs belong to whoever lays the cards out on a page.
    """
    scene = scene_of(number)
    brush, light = Brush(pen, PALETTES[ink]), LIGHTS[scene.light]
    with pen.clipped(written(box(0, 0, SIDE, SIDE))):
        background = BACKGROUNDS[scene.background]
        background(brush, light, scene.horizon, Random(f"dream card {number}"))
        grids = [brush.part(*p.at, p.size, p.turn, p.mirror) for p in scene.things]
        for placed, grid in zip(scene.things, grids, strict=True):
            if placed.stands:
                draw_shadow(grid, placed.thing, scene.background, light)
        for placed, grid in zip(scene.things, grids, strict=True):
            THINGS[placed.thing](grid, Random(f"dream card {number}: {placed.thing}"))
