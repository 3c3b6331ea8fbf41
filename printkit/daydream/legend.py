"""What the small signs of a sheet mean, in a corner that is free."""

from __future__ import annotations

from collections.abc import Callable

from printkit.daydream.signs import draw_sun, leaf, leaf_veins
from printkit.pen import Pen, Point
from printkit.shapes import ellipse, line
from printkit.sheet_ink import SheetInk
from printkit.textbox import LEADING, TextOverflow, wrap
from templates.geometry import Box
from templates.wording import say

_LARGEST, _LEAST = 3.1, 2.83
_ICON = 6.0
_AIR, _MOST_AIR = 0.9, 3.0
"""Between two signs of the legend, at least and at most."""


def draw_legend(ink: SheetInk, room: Box, lang: str) -> None:
    """Draw three signs and say what they mean."""
    signs: tuple[tuple[str, Callable[[SheetInk, Point], None]], ...] = (
        ("leaf", _draw_leaf),
        ("thorn", _draw_thorn),
        ("bonus", _draw_bonus),
    )
    texts = [say(f"sheets.legend.{name}", lang) for name, _ in signs]
    size, wrapped = _fitted(ink.pen, texts, room)
    spare = room.size[1] - sum(_height(lines, size) for lines in wrapped)
    air = min(spare / (len(wrapped) - 1), _MOST_AIR)
    y = room.top
    for (_, draw), lines in zip(signs, wrapped, strict=True):
        height = _height(lines, size)
        draw(ink, (room.left + 2.2, y + height / 2))
        top = y + (height - (len(lines) - 1) * size * LEADING - size) / 2
        for k, text in enumerate(lines):
            at = (room.left + _ICON, top + size * 0.8 + k * size * LEADING)
            ink.pen.words(text, at, size=size)
        y += height + air


def _height(lines: list[str], size: float) -> float:
    return max(2.9, (len(lines) - 1) * size * LEADING + size)


def _fitted(pen: Pen, texts: list[str], room: Box) -> tuple[float, list[list[str]]]:
    """Break the texts into lines at the largest size at which all of them have room."""
    size = _LARGEST
    while size > _LEAST - 0.01:
        wrapped = [wrap(pen, text, room.size[0] - _ICON, size) for text in texts]
        if sum(_height(lines, size) + _AIR for lines in wrapped) - _AIR <= room.size[1]:
            return size, wrapped
        size -= 0.1
    raise TextOverflow(f"the legend does not fit {room.size[0]:.1f} x {room.size[1]:.1f} mm")


def _draw_leaf(ink: SheetInk, at: Point) -> None:
    size = (1.7, 2.5)
    ink.shape(leaf(at, size), "mint", width=0.25)
    ink.line(leaf_veins(at, size), "mint", width=0.2)
    ink.line(ellipse(*at, 1.45, 1.6), "sage", width=0.35)


def _draw_thorn(ink: SheetInk, at: Point) -> None:
    x, y = at
    ink.line(line(((x, y + 1.6), (x, y - 1.6))), "sage", width=0.7)
    ink.line(line(((x, y + 0.4), (x + 1.9, y - 0.7))), "sage", width=0.45)


def _draw_bonus(ink: SheetInk, at: Point) -> None:
    x, y = at
    ink.line(line(((x - 2.1, y + 1.0), (x - 1.0, y))), "mist", width=0.4)
    draw_sun(ink, (x - 0.6, y - 0.5), 1.2)
    ink.line(line(((x + 0.7, y + 1.5), (x + 0.7, y - 1.5))), "mist", width=0.25)
    ink.shape(leaf((x + 2.0, y), (1.4, 2.2)), "sage", width=0.25)
