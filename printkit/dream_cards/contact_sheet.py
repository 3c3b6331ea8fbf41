"""Many dream cards on one page, to look them over and to try how well they are recognised."""

from __future__ import annotations

from collections.abc import Mapping

from printkit.dream_cards import draw_card
from printkit.dream_cards.palette import PALETTES, Ink
from printkit.dream_cards.sky import SIDE
from printkit.pen import Pen

_STEP = SIDE + 6.0
_LABEL = 4.0


def sheet_size(count: int, columns: int) -> tuple[float, float]:
    """Say how wide and high a sheet of so many cards is, in mm."""
    return columns * _STEP, -(-count // columns) * _STEP


def draw_contact_sheet(
    pen: Pen, cards: Mapping[str, int], *, columns: int = 6, ink: Ink = "colour"
) -> None:
    """Draw cards row by row on a page of their own.

    Args:
        pen: Where to draw; a page of ``sheet_size`` is begun.
        cards: Card numbers by the label that is written under each, in order.
        columns: Cards in a row.
        ink: How they are inked.
    """
    pen.page(*sheet_size(len(cards), columns))
    frame = f"M 0 0 L {SIDE} 0 L {SIDE} {SIDE} L 0 {SIDE} Z"
    for i, (label, number) in enumerate(cards.items()):
        with pen.placed((i % columns * _STEP + 3, i // columns * _STEP + 1)):
            draw_card(pen, number, ink)
            pen.path(frame, stroke=PALETTES[ink].outline, width=0.2)
            pen.words(label, (SIDE / 2, SIDE + 4.2), size=_LABEL, align="centre")
