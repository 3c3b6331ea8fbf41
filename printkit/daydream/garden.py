"""Leaves at the foot of the page, and the plant that takes thorns."""

from __future__ import annotations

from printkit.daydream.signs import leaf, leaf_veins
from printkit.shapes import ellipse, heart, line, pair, star
from printkit.sheet_ink import SheetInk
from templates.daydream.layout import Layout
from templates.geometry import Box


def draw_leaves(ink: SheetInk, layout: Layout) -> None:
    """Draw the leaves; some begin circled."""
    for one in layout.sheet.leaves:
        place = layout.leaves[one.id]
        ink.shape(leaf(place.center, place.size), "mint", width=0.35)
        ink.line(leaf_veins(place.center, place.size), "mint", width=0.25)
        if one.circled:
            x, y = place.center
            ring = ellipse(x, y, place.size[0] / 2 + 1.0, place.size[1] / 2 + 0.9)
            ink.line(ring, "sage", width=0.55)


def draw_plant(ink: SheetInk, layout: Layout) -> None:
    """Draw a potted plant; thorns go where the short dotted lines are."""
    plant = layout.plant
    x, pot_top = plant.center[0], plant.bottom - 10.5
    tip = plant.top + 1.6
    ink.line(line(((x, pot_top), (x, tip))), "sage", width=1.1)
    for thorn in layout.thorns:
        ink.line(line((thorn.start, thorn.end)), "sage", width=0.3, dash=(0.05, 0.75))
    # A small bud: a flower would hide the uppermost thorns.
    for dx in (-0.8, 0.8):
        ink.disc((x + dx, tip - 1), 1.1, "rose", width=0.25)
    ink.disc((x, tip - 1.5), 1.2, "rose", width=0.25)
    _draw_pot(ink, x, pot_top, plant.bottom, min(plant.size[0] - 1.5, 11) / 2)


def _draw_pot(ink: SheetInk, x: float, top: float, bottom: float, half: float) -> None:
    body = ((x - half + 1, top + 2), (x + half - 1, top + 2), (x + half - 2.4, bottom),
            (x - half + 2.4, bottom))  # fmt: skip
    rim = ((x - half, top), (x + half, top), (x + half, top + 2.4), (x - half, top + 2.4))
    for corners in (body, rim):
        ink.shape(line(corners, closed=True), "peach", width=0.3)
    ink.shape(heart(x, (top + bottom) / 2 + 1.3, 1.7), "white", width=0.25)


def draw_sleeping_moon(ink: SheetInk, room: Box) -> None:
    """Fill an empty corner with a moon in a nightcap."""
    x, y = room.center
    r = min(room.size[0] / 3.3, room.size[1] / 2.4, 14)
    for dx, dy, size in (
        (-1.5, -0.5, 0.14),
        (1.25, -0.75, 0.1),
        (1.35, 0.55, 0.13),
        (-1.2, 0.8, 0.09),
    ):
        ink.shape(star(x + dx * r, y + dy * r, size * r), "gold", width=0.2)
    ink.disc((x, y + 0.12 * r), 0.8 * r, "lemon", width=0.3)
    cap = (
        f"M {pair(x - 0.72 * r, y - 0.24 * r)} C {pair(x - 0.5 * r, y - 1.1 * r)} "
        f"{pair(x + 0.5 * r, y - 1.25 * r)} {pair(x + 1.05 * r, y - 0.55 * r)} "
        f"C {pair(x + 0.8 * r, y - 0.75 * r)} {pair(x + 0.66 * r, y - 0.6 * r)} "
        f"{pair(x + 0.72 * r, y - 0.24 * r)} "
        f"C {pair(x + 0.3 * r, y - 0.5 * r)} {pair(x - 0.3 * r, y - 0.5 * r)} "
        f"{pair(x - 0.72 * r, y - 0.24 * r)} Z"
    )
    ink.shape(cap, "sky", width=0.3)
    ink.disc((x + 1.08 * r, y - 0.46 * r), 0.14 * r, "white", width=0.3)
    for side in (-1, 1):
        eye = x + side * 0.3 * r
        lid = f"C {pair(eye - 0.06 * r, y + 0.24 * r)} {pair(eye + 0.06 * r, y + 0.24 * r)}"
        ink.line(
            f"M {pair(eye - 0.14 * r, y + 0.12 * r)} {lid} {pair(eye + 0.14 * r, y + 0.12 * r)}",
            "sand", width=0.4,
        )  # fmt: skip
        ink.spot((x + side * 0.46 * r, y + 0.38 * r), 0.1 * r, "rose")
    smile = f"C {pair(x - 0.08 * r, y + 0.56 * r)} {pair(x + 0.08 * r, y + 0.56 * r)}"
    ink.line(f"M {pair(x - 0.16 * r, y + 0.44 * r)} {smile} {pair(x + 0.16 * r, y + 0.44 * r)}",
             "sand", width=0.4)  # fmt: skip
