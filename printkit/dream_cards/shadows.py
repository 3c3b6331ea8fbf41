"""The shadow under a thing that stands, so that one sees that it does not float."""

from __future__ import annotations

from printkit.dream_cards.brush import Brush
from printkit.dream_cards.outline import oval
from printkit.dream_cards.sky import Light

COLOURS_ON = {
    "chequered": "dusk",
    "city": "slate",
    "clouds": "sky",
    "desert": "wood",
    "forest": "leaf",
    "hills": "leaf",
    "room": "wood",
    "snow": "sky",
    "space": "slate",
    "stage": "brown",
    "underwater": "deep",
}
"""What a shadow looks like on each ground; there is none on the water."""

_FEET = {
    "bed": 92,
    "bottle": 70,
    "bridge": 80,
    "paper_boat": 88,
    "pyramid": 92,
    "suitcase": 90,
    "swan": 86,
    "teapot": 90,
    "turtle": 88,
}
"""Where a thing ends at the bottom of its grid, if not near 96."""


def draw_shadow(grid: Brush, thing: str, background: str, light: Light) -> None:
    """Draw the shadow of a thing on its grid, before the thing itself."""
    if background not in COLOURS_ON:
        return
    feet = _FEET.get(thing, 96)
    if grid.palette.hatches:
        grid.line(f"M 14 {feet} L 92 {feet} M 30 {feet + 2} L 84 {feet + 2}", width=0.5)
        return
    spot = oval(52, feet, 40, 4.5)
    grid.wash(spot, COLOURS_ON[background], towards=light.tint, share=0.3)
