"""What players also write on a Daydream sheet, though nobody reads it: date and sums."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from practice.numbers import number_strokes
from practice.strokes import Stroke, Writer
from rules.daydream.parse import board_from
from rules.daydream.score import score_of
from templates.daydream.layout import Layout
from templates.geometry import Box


def jottings(layout: Layout, board: Mapping[str, Any], hand: Writer) -> list[Stroke]:
    """Write some of what is optional: each player leaves out what seems needless."""
    strokes: list[Stroke] = []
    if hand.rng.random() < 0.6:
        strokes += _date(layout.date, hand)
    if board.get("total") is not None and hand.rng.random() < 0.6:
        strokes += _sum(layout, board, hand)
    return strokes


def _date(place: Box, hand: Writer) -> list[Stroke]:
    day, month = int(hand.rng.integers(1, 29)), int(hand.rng.integers(1, 13))
    (x, y), (width, height) = place.center, place.size
    strokes: list[Stroke] = []
    for number, share in ((day, -0.25), (month, 0.25)):
        at = [x + share * width, y - 0.5]
        field = {"center": at, "size": [0.42 * width, 0.6 * height], "digits": 2}
        strokes += number_strokes(number, field, hand)
    dot = [x + 0.02 * width, y + 0.2 * height]
    return strokes + hand.path([dot, [dot[0] + 0.2, dot[1] + 0.2]], lift=True)


def _sum(layout: Layout, board: Mapping[str, Any], hand: Writer) -> list[Stroke]:
    """Write each part's points above its line."""
    sheet, place = layout.sheet, layout.texts["sum"]
    parts = score_of(board_from(dict(board), sheet), sheet).parts
    numbers = [parts.objects, -parts.thorns]
    extras = ("constellation", "notes", "polaroids", "chain", "frames")
    numbers += [getattr(parts, extra) for extra in extras if getattr(sheet, extra)]
    step = place.size[0] / len(numbers)
    strokes: list[Stroke] = []
    for at, number in enumerate(numbers):
        center = [place.left + (at + 0.42) * step, place.top + 0.36 * place.size[1]]
        field = {"center": center, "size": [0.6 * step, 0.55 * place.size[1]], "digits": 2}
        strokes += number_strokes(number, field, hand)
    return strokes
