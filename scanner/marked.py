"""The flattened sheet with coloured notes on it: what is right, what is wrong, what to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import as_file, files
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from rules.daydream.extras import stars_wrong
from scanner.blank import PX_PER_MM
from scanner.daydream import centers_of
from scanner.pictures import Grey
from scanner.scan import Scan
from templates.daydream.layout import Layout
from templates.geometry import Box, Point
from templates.score_sheet import ScoreSheetLayout
from templates.wording import say, words

Colour = tuple[int, int, int]
GREEN: Colour = (30, 150, 70)
RED: Colour = (205, 45, 45)
ORANGE: Colour = (230, 125, 0)
_SEEN_THROUGH = 85
_LINE = 1.2
"""Width of the notes' lines, mm."""
_TEXT = 3.4
_GROUP_RIM = 4.6
"""From the middle of a group's outer places to the frame around it, mm."""


def marked_picture(scan: Scan, page: Grey, layout: Layout | ScoreSheetLayout) -> NDArray[np.uint8]:
    """Draw notes over a flattened page; the result is red, green, blue."""
    picture = Image.fromarray(page).convert("RGB")
    notes = ImageDraw.Draw(picture, "RGBA")
    if isinstance(layout, Layout) and scan.exercise is not None:
        _task(notes, scan.exercise, layout)
    elif isinstance(layout, Layout) and scan.score is not None:
        _rows(notes, scan.score, layout)
        _problems(notes, scan.board or {}, scan.score, layout)
    _doubts(notes, scan, layout)
    _total(notes, scan, page.shape[1])
    return np.asarray(picture)


def centers_on(layout: Layout | ScoreSheetLayout) -> Mapping[str, Point]:
    """Where each element of a scan is on the page of any game."""
    if isinstance(layout, Layout):
        return centers_of(layout)
    at: dict[str, Point] = {}
    for field in layout.digits:
        at[field.id] = field.center
    for box in layout.boxes:
        at[box.id] = box.center
    return at | {group: box.center for group, box in groups_on(layout).items()}


def groups_on(layout: Layout | ScoreSheetLayout) -> dict[str, Box]:
    """Give the box around all places of each group that one is chosen of."""
    if isinstance(layout, Layout):
        return {}
    places: dict[str, list[Point]] = {}
    for choice in layout.choices:
        places.setdefault(choice.group, []).append(choice.center)
    return {group: _around(points) for group, points in places.items()}


def _around(points: Sequence[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    center = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return Box(center, (max(xs) - min(xs), max(ys) - min(ys)))


def _rows(notes: ImageDraw.ImageDraw, score: Mapping[str, Any], layout: Layout) -> None:
    """Draw through each judged row, and show what a wrong one should have had."""
    for row in layout.sheet.rows:
        verdict = score["rows"][row.id]
        if verdict["mark"] is None and verdict["should_be"] is None:
            continue
        right = verdict["mark"] == verdict["should_be"]
        first, last = layout.clouds[row.clouds[0]].center, layout.clouds[row.clouds[-1]].center
        colour = (*(GREEN if right else RED), _SEEN_THROUGH)
        notes.line([_px(first), _px(last)], fill=colour, width=round(_LINE * PX_PER_MM))
        if not right:
            _wanted(notes, verdict["should_be"], layout.rows[row.id].dot.center,
                    layout.rows[row.id].sun.center)  # fmt: skip


def _wanted(notes: ImageDraw.ImageDraw, mark: str | None, dot: Point, sun: Point) -> None:
    """Draw in red what should have been drawn."""
    if mark == "crossed":
        _cross(notes, dot)
        _cross(notes, sun)
    elif mark is None:
        _ring(notes, dot, 4.2, RED, dashed=True)
        _ring(notes, sun, 4.2, RED, dashed=True)
    else:
        _ring(notes, dot if mark == "dot" else sun, 3.9, RED)


def _task(notes: ImageDraw.ImageDraw, task: Mapping[str, Any], layout: Layout) -> None:
    """Show at each wrong answer of a task what the right one is."""
    for wrong in task["wrong"]:
        element = wrong["element"]
        if element in layout.rows:
            symbols = layout.rows[element]
            _wanted(notes, wrong["should_be"], symbols.dot.center, symbols.sun.center)
            continue
        x, y = layout.clouds[element].center
        _ring(notes, (x, y), 6.0, RED)
        _words(notes, (x + 3.0, y - 3.4), str(wrong["should_be"]), RED, size=5.0)


def _problems(
    notes: ImageDraw.ImageDraw,
    board: Mapping[str, Any],
    score: Mapping[str, Any],
    layout: Layout,
) -> None:
    at = centers_of(layout)
    for problem in score["problems"]:
        if problem.get("code") == "constellation-stars":
            for star in _wrong_stars(board, layout):
                _ring(notes, at[star], 4.2, RED)
        elif problem.get("code") == "constellation-lines":
            _ring(notes, layout.path[board["constellation"]["lines"]], 4.2, RED)
        elif problem["element"] in at and problem["element"] not in layout.rows:
            _ring(notes, at[problem["element"]], 6.0, RED)


def _wrong_stars(board: Mapping[str, Any], layout: Layout) -> tuple[str, ...]:
    """Name the stars that should be circled or should not."""
    sky = board["constellation"]
    forgotten, unearned = stars_wrong(layout.sheet, sky["lines"], sky["circled"])
    return forgotten + unearned


def _doubts(notes: ImageDraw.ImageDraw, scan: Scan, layout: Layout | ScoreSheetLayout) -> None:
    at, groups = centers_on(layout), groups_on(layout)
    for doubt in scan.doubts:
        element = doubt.reading.element
        if element not in at:
            continue
        (x, y), (width, height) = at[element], (13.2, 13.2)
        if element in groups:
            width, height = (side + 2 * _GROUP_RIM for side in groups[element].size)
            _frame(notes, (x, y), (width, height), ORANGE)
        else:
            _ring(notes, (x, y), width / 2, ORANGE)
        values = doubt.reading.guess, doubt.reading.runner_up
        text = " / ".join(_told(value, scan.lang) for value in values) + " ?"
        left = x - notes.textlength(text, font=_font(_TEXT)) / PX_PER_MM / 2
        _words(notes, (left, y - height / 2 - 1.0), text, ORANGE)


def _told(value: object, lang: str) -> str:
    role = f"score_sheets.marks.{value}.name"
    if role in words("score_sheets"):
        return say(role, lang)
    return "–" if value is None else str(value)


def _total(notes: ImageDraw.ImageDraw, scan: Scan, width: int) -> None:
    """Write the score at the top, between the title and the middle tag."""
    if scan.score is None or "by_rules" not in scan.score:
        return
    text = say("scan.result.points", scan.lang, total=scan.score["by_rules"]["total"])
    if scan.exercise is not None:
        text = f"{scan.exercise['right']} / {scan.exercise['of']}"
    colour = ORANGE if scan.doubts else GREEN
    right = width / PX_PER_MM / 2 - 9.0
    left = right - notes.textlength(text, font=_font(6.0)) / PX_PER_MM
    _words(notes, (left, 14.0), text, colour, size=6.0)


def _ring(
    notes: ImageDraw.ImageDraw, at: Point, radius: float, colour: Colour, *, dashed: bool = False
) -> None:
    (x, y), r = _px(at), radius * PX_PER_MM
    box = (x - r, y - r, x + r, y + r)
    arcs = [(a, a + 25) for a in range(0, 360, 45)] if dashed else [(0, 360)]
    for start, end in arcs:
        notes.arc(box, start, end, fill=(*colour, 225), width=5)


def _frame(notes: ImageDraw.ImageDraw, at: Point, size: Point, colour: Colour) -> None:
    """Draw around places that stand in a row."""
    (x, y), (w, h) = _px(at), _px(size)
    box = (x - w / 2, y - h / 2, x + w / 2, y + h / 2)
    notes.rounded_rectangle(box, radius=_GROUP_RIM * PX_PER_MM, outline=(*colour, 225), width=5)


def _cross(notes: ImageDraw.ImageDraw, at: Point, radius: float = 2.6) -> None:
    (x, y), r = _px(at), radius * PX_PER_MM
    for way in (-1, 1):
        notes.line([(x - r, y - way * r), (x + r, y + way * r)], fill=(*RED, 225), width=5)


def _words(
    notes: ImageDraw.ImageDraw, at: Point, text: str, colour: Colour, size: float = _TEXT
) -> None:
    white = (255, 255, 255)
    notes.text(_px(at), text, fill=colour, font=_font(size), anchor="lm", stroke_width=3,
               stroke_fill=white)  # fmt: skip


def _px(at: Point) -> tuple[float, float]:
    return at[0] * PX_PER_MM, at[1] * PX_PER_MM


@cache
def _font(size: float) -> ImageFont.FreeTypeFont:
    name = files("printkit").joinpath("fonts", "AtkinsonHyperlegibleNext-Bold.ttf")
    with as_file(name) as path:
        return ImageFont.truetype(str(path), round(size * PX_PER_MM))
