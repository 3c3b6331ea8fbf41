"""One back for all secret cards: a night sky dense enough to hide the front.

The pattern looks the same upside down, so that nobody can tell cards by how they lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from printkit.art import hatching
from printkit.book import Deck, Side, stamped
from printkit.pen import Pen
from printkit.shapes import box, crescent, rounded, star
from templates.geometry import Size
from templates.wording import say

_SPREAD = 4.0
"""The tint runs out over the cut by this much; the page or the bleed cuts it off."""


def secret_deck(part: str, size: Size, fronts: Sequence[Side], lang: str, ink: str) -> Deck:
    """Give cards that all have this back."""
    width, height = size
    back = stamped(f"back {width:g}x{height:g}", partial(draw_back, size=size, ink=ink))
    return Deck(say(f"print.part.{part}", lang), size, fronts, [back])


def draw_back(pen: Pen, size: Size, ink: str) -> None:
    """Draw the back of a secret card of this size."""
    width, height = size
    half = (width / 2, height / 2)
    whole = box(-half[0] - _SPREAD, -half[1] - _SPREAD, width + 2 * _SPREAD, height + 2 * _SPREAD)
    with pen.placed(half):  # around its middle, so that it is the same upside down
        if ink == "black":
            lines = " ".join(hatching(whole, 1.0, turn) for turn in (45, -45))
            pen.path(lines, stroke="#000000", width=0.15)
        else:
            pen.path(whole, fill="#3b4a86" if ink == "colour" else "#ccd3ea")
    _draw_sky(pen, size, ink)
    edge = {"colour": "#f4c453", "light": "#8c98c4", "black": "#000000"}[ink]
    inset = rounded(2.6, 2.6, width - 5.2, height - 5.2, 3)
    pen.path(inset, stroke=edge, width=0.5 if ink == "colour" else 0.3)


def _draw_sky(pen: Pen, size: Size, ink: str) -> None:
    width, height = size
    look = {
        "colour": ("#f6d584", "#7f8ec6"),
        "light": ("#f3f5fb", "#a5b0d6"),
        "black": ("#ffffff", "#ffffff"),
    }[ink]
    outline = "#000000" if ink == "black" else None
    columns, rows = max(3, round(width / 9) | 1), max(3, round(height / 9) | 1)
    step_x, step_y = (width - 8) / columns, (height - 8) / rows
    for row in range(rows):
        for column in range(columns):
            at = (4 + (column + 0.5) * step_x, 4 + (row + 0.5) * step_y)
            shape = star(0, 0, 1.5) if (row + column) % 2 else crescent(0, 0, 1.7)
            upside_down = row * columns + column > (rows * columns) // 2
            if row * columns + column == (rows * columns) // 2:
                pen.circle(at, 2.2, fill=look[0], stroke=outline)
                continue
            with pen.placed(at, turn=180.0 if upside_down else 0.0):
                pen.path(shape, fill=look[(row + column) % 2], stroke=outline, width=0.2)
