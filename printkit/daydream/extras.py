"""What a combination adds: polaroids, constellation, moon chain and the rewards of frames."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from printkit.daydream.signs import draw_dot, draw_frame
from printkit.shapes import crescent, line, pair, rounded, smooth, star
from printkit.sheet_ink import SheetInk
from templates.daydream.layout import Layout
from templates.daydream.model import world
from templates.geometry import Box, Disc
from templates.wording import say


def draw_extras(ink: SheetInk, layout: Layout, lang: str) -> None:
    """Draw whatever the sheet has of them."""
    for one in layout.sheet.polaroids:
        _draw_polaroid(ink, layout.polaroids[one.id], one.side)
    if layout.path:
        _draw_constellation(ink, layout, lang)
    if layout.chain:
        _draw_chain(ink, layout)
    lefts = sorted(disc.center[0] for pair in layout.rewards.values() for disc in pair.values())
    room = min((b - a for a, b in pairwise(lefts[::2])), default=20.0)
    for family, frame in enumerate(layout.sheet.frames, start=1):
        _draw_rewards(ink, family, layout.rewards[frame.id], min(15.8, room - 0.9))


def _draw_polaroid(ink: SheetInk, field: Box, side: str) -> None:
    """Draw a photo on a string; its picture is the field."""
    x, y, (w, h) = field.left, field.top, field.size
    ink.shape(rounded(x - 0.8, y - 0.6, w + 1.6, h + 1.4, 0.8), "mist", width=0.35)
    ink.pen.path(rounded(x, y, w, h, 0.4), fill="#ffffff", stroke=ink.line_of("mist"), width=0.15)
    sign = (x + w - 1.7, y + h - 1.7)
    ink.faint(star(*sign, 1.4) if side == "star" else crescent(*sign, 1.3), "gold")
    ink.shape(rounded(x + w / 2 - 0.6, y - 1.5, 1.2, 1.7, 0.4), "sand", width=0.25)


def _draw_constellation(ink: SheetInk, layout: Layout, lang: str) -> None:
    """Draw the figure, the dashed path from its start at the bottom right, and its stars."""
    figure = world().constellation
    ink.ground(smooth(layout.path[: figure.outline + 1], closed=True), "dusk")
    (x, y), (from_x, from_y), (eye_x, eye_y) = layout.path[0], figure.points[0], figure.eye
    lid = (x + eye_x - from_x, y + eye_y - from_y)
    ink.line(_lid(*lid), "lilac", width=0.45)
    ink.line(line(layout.path), "lilac", width=0.35, dash=(0.9, 0.7))
    stars = layout.sheet.constellation or ()
    for at, name in zip(layout.path, stars, strict=True):
        if name is None:
            draw_dot(ink, at, 0.65)
        else:
            ink.shape(star(*at, layout.star_radius), "gold", width=0.3)
    ink.pen.circle((x, y), 1.6, stroke=ink.line_of("lilac"), width=0.4)
    at = (x + 5.0, y + 4.7)
    ink.pen.words(say("sheets.start", lang), at, size=3.2, face="hand", align="right",
                  colour=ink.deep)  # fmt: skip


def _lid(x: float, y: float) -> str:
    """Give a closed eye."""
    bend = f"{pair(x - 0.8, y + 1.2)} {pair(x + 0.8, y + 1.2)}"
    return f"M {pair(x - 1.5, y)} C {bend} {pair(x + 1.5, y)}"


def _draw_chain(ink: SheetInk, layout: Layout) -> None:
    """Draw the moons on their string and the numbers between them."""
    places = [layout.chain[moon.id] for moon in layout.sheet.chain]
    ink.line(line([place.center for place in places]), "mist", width=0.35, dash=(0.05, 0.9))
    for place in places:
        x, y = place.center
        ink.disc(place.center, place.radius, "white" if ink.ink == "colour" else "lilac", width=0.4)
        ink.faint(crescent(x + place.radius * 0.55, y - place.radius * 0.55, 1.2), "gold")
    for moon in layout.sheet.chain:
        if moon.id in layout.links:
            link = layout.links[moon.id]
            ink.pen.circle(link.center, link.radius, fill="#ffffff")
            ink.number(str(moon.link), link.center, 4.2)


def _draw_rewards(ink: SheetInk, family: int, rewards: Mapping[int, Disc], width: float) -> None:
    """Draw the family's frame around its two numbers."""
    xs = [disc.center[0] for disc in rewards.values()]
    around = Box(((min(xs) + max(xs)) / 2, next(iter(rewards.values())).center[1]), (width, 9.0))
    draw_frame(ink, family, around)
    for value, disc in rewards.items():
        ink.number(str(value), disc.center, disc.radius * 2)
