"""Words in boxes: broken into lines, made smaller where they must be, never let out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from printkit.pen import Align, Pen

LEADING = 1.25
"""From base line to base line, as a multiple of the type size."""


class TextOverflow(ValueError):
    """A text of ours does not fit its box: the drawing has to change."""


@dataclass(frozen=True, slots=True)
class TextRoom:
    """A place for words, by its top left corner."""

    x: float
    y: float
    width: float
    height: float


def wrap(pen: Pen, text: str, width: float, size: float, face: str = "text") -> list[str]:
    """Break a text into lines at its spaces; a word wider than the line is a TextOverflow."""
    lines: list[str] = []
    # French sets a space before some signs, which must not begin a line.
    kept = re.sub(r"(?<=«) | (?=[:;!?»])", "\u00a0", text.replace("\u202f", "\u00a0"))
    for part in kept.split("\n"):
        current = ""
        for word in part.split(" "):
            longer = f"{current} {word}" if current else word
            if pen.width_of(longer, size, face) <= width:
                current = longer
                continue
            if current:
                lines.append(current)
            if pen.width_of(word, size, face) > width:
                raise TextOverflow(f"{word!r} is wider than {width:.1f} mm at size {size}")
            current = word
        lines.append(current)
    return lines


def parted(pen: Pen, text: str, width: float, size: float, face: str = "text") -> str:
    """Part words that are wider than a line, which names may be: no text of ours is."""
    words: list[str] = []
    for word in text.split(" "):
        left = word
        while len(left) > 1 and pen.width_of(left, size, face) > width:
            fits = next(
                n for n in range(len(left) - 1, 0, -1)
                if n == 1 or pen.width_of(left[:n], size, face) <= width
            )  # fmt: skip
            words.append(left[:fits])
            left = left[fits:]
        words.append(left)
    return " ".join(words)


def fitting(
    pen: Pen, text: str, width: float, height: float, size: float, least: float, face: str = "text"
) -> tuple[float, list[str]]:
    """Find the largest type size, and its lines, with which a text fits a box; or TextOverflow."""
    wanted = size
    while True:
        try:
            lines = wrap(pen, text, width, wanted, face)
            if (len(lines) - 1) * wanted * LEADING + wanted <= height + 0.01:
                return wanted, lines
        except TextOverflow:
            if wanted <= least:
                raise
        if wanted <= least:
            raise TextOverflow(f"{text!r} does not fit {width:.1f} x {height:.1f} mm")
        wanted = max(least, wanted - 0.1)


def write(
    pen: Pen,
    text: str,
    box: TextRoom,
    *,
    size: float,
    least: float | None = None,
    face: str = "text",
    align: Align = "left",
    middle: bool = False,
    colour: str = "#000000",
    cut: bool = False,
) -> float:
    """Write a text into a box and give the y at which it ends.

    Args:
        pen: Draws it.
        text: What to write; a line break is kept.
        box: Where; the text stands at its top unless ``middle``.
        size: The type size, mm.
        least: The size down to which it may shrink; as ``size`` if left out.
        face: Which letters.
        align: Where the lines stand in the box.
        middle: Whether the lines stand in the middle of the box's height.
        colour: Of the words.
        cut: Whether to cut off what no size fits: names are not ours to make shorter.
    """
    while cut and len(text) > 1 and not _fits(pen, text, box, least or size, face):
        text = text.removesuffix("…")[:-1].rstrip() + "…"
    used, lines = fitting(pen, text, box.width, box.height, size, least or size, face)
    if align == "centre":
        lines = _balanced(pen, text, lines, box.width, used, face)
    tall = (len(lines) - 1) * used * LEADING + used
    top = box.y + (box.height - tall) / 2 if middle else box.y
    x = box.x + {"left": 0.0, "centre": box.width / 2, "right": box.width}[align]
    for k, each in enumerate(lines):
        # The base line stands about four fifths down a line of its type size.
        baseline = top + used * 0.8 + k * used * LEADING
        pen.words(each, (x, baseline), size=used, face=face, align=align, colour=colour)
    return top + tall


def _fits(pen: Pen, text: str, box: TextRoom, size: float, face: str) -> bool:
    try:
        fitting(pen, text, box.width, box.height, size, size, face)
    except TextOverflow:
        return False
    return True


def _balanced(
    pen: Pen, text: str, lines: list[str], width: float, size: float, face: str
) -> list[str]:
    """Break into as many lines of like length, so that no word is left alone."""
    try:
        while len(lines) > 1 and width > size:
            width -= size / 2
            narrower = wrap(pen, text, width, size, face)
            if len(narrower) > len(lines):
                break
            lines = narrower
    except TextOverflow:
        pass
    return lines
