"""What elements and their values are called, and what can be chosen for one of them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from scanner.doubt_words import why_asked
from scanner.pictures import PX_PER_MM
from scanner.scan import Scan
from templates.game import Value
from templates.geometry import Box, Point
from templates.places import Place, is_same
from templates.telling import element_text, question_text, value_text
from templates.wording import say

_LEAST = (26.0, 18.0)
"""Width and height of the picture of a small element, mm."""
_RIM = (14.0, 10.0)


@dataclass(frozen=True, slots=True)
class AnswerButton:
    """A value to choose, as a button shows it."""

    value: str
    """As JSON."""
    text: str
    key: str
    """The digit on a keyboard that chooses it; empty for others."""
    now: bool
    """Whether it is what the sheet says now."""


@dataclass(frozen=True, slots=True)
class Question:
    """One element that somebody looks at."""

    element: str
    label: str
    shape: tuple[int, int]
    """Width and height of the part of the page that shows it, in pixels."""
    value: str
    why: str
    """Empty if it is not in doubt."""
    likely: tuple[AnswerButton, ...]
    others: tuple[AnswerButton, ...]
    digits: int | None
    """For a number that is typed: how many digits it may have."""
    typed: str
    turn: AnswerButton | None
    """What a mark becomes when it is tapped."""


def question(scan: Scan, element: str, lang: str, *, is_odd: bool = False) -> Question:
    """Ask about an element of a scan; an odd one is not what it was read as."""
    now, place = scan.values[element], scan.layout.places[element]
    doubt = next((each for each in scan.doubts if each.element == element), None)
    listed = sorted(place.may_be, key=_order)
    likely = list(doubt.likely or (doubt.guess, doubt.other)) if doubt else []
    if is_odd:
        likely = [*(value for value in likely if not is_same(value, now)), now]
    if listed and not likely:
        likely = [now]
    others = [value for value in listed if not _among(value, likely)]
    others.sort(key=lambda value: value is None)  # the digits in a row, then "empty"
    is_mark = listed and not all(isinstance(v, int) and not isinstance(v, bool) for v in listed[1:])
    return Question(
        element=element,
        label=question_text(element, *_about(scan, lang)),
        shape=shape_of(scan, element),
        value=value_text(now, lang),
        why=why_asked(doubt, scan, lang) if doubt else "",
        likely=tuple(_answer(value, likely[0] if is_odd else now, lang) for value in likely),
        others=tuple(_answer(value, now, lang) for value in others),
        digits=None if listed else place.digits,
        typed="" if now is None else str(now),
        turn=_answer(_next(listed, now), now, lang) if is_mark else None,
    )


def label(scan: Scan, element: str, lang: str) -> str:
    """Name an element as a person would."""
    return element_text(element, *_about(scan, lang))


def _about(scan: Scan, lang: str) -> tuple[str, int, str, Sequence[str]]:
    return scan.sheet, scan.code.drawn_by, lang, scan.board.names


def around(scan: Scan, element: str) -> Box:
    """Choose the part of the page that shows an element, kept inside the page."""
    width, height = scan.layout.page.width, scan.layout.page.height
    area = scan.layout.places[element].area
    w = min(width, max(_LEAST[0], area.size[0] + _RIM[0]))
    h = min(height, max(_LEAST[1], area.size[1] + _RIM[1]))
    x = min(max(w / 2, area.center[0]), width - w / 2)
    y = min(max(h / 2, area.center[1]), height - h / 2)
    return Box((x, y), (w, h))


def name_boxes(scan: Scan) -> list[Box]:
    """Choose the parts of the page that show the names, with a little around them."""
    fields = scan.layout.name_fields.values()
    return [Box(box.center, (box.size[0] + 2, box.size[1] + 2)) for box in fields]


def shape_of(scan: Scan, element: str) -> tuple[int, int]:
    """Give width and height of the picture of an element, in pixels."""
    box = around(scan, element)
    return round(box.size[0] * PX_PER_MM), round(box.size[1] * PX_PER_MM)


@dataclass(frozen=True, slots=True)
class DrawnReading:
    """A reading as it is drawn over the page."""

    element: str
    places: tuple[Point, ...]
    """Where it is drawn, mm."""
    shape: str
    """``ring``, ``disc``, ``cross``, ``text``, or ``nothing``."""
    text: str
    beside: Point
    """From the middle to where the text begins: in a large field its corner, off the writing."""
    state: str
    """``doubt``, ``said`` by a person, or ``read``."""
    label: str


def drawn_readings(scan: Scan, said: Collection[str], lang: str) -> Iterator[DrawnReading]:
    """Give every reading where it was read; ``said`` are the elements that were corrected."""
    doubts = set(scan.doubtful)
    for element, place in scan.layout.places.items():
        value = scan.values[element]
        state = "doubt" if element in doubts else "said" if element in said else "read"
        text = value_text(value, lang)
        spots = place.spots.get(str(value))
        shape = "ring" if spots and value != "crossed" else _shape(value, place)
        told = say("cli.labelled", lang, label=label(scan, element, lang), value=text)
        wide, high = place.area.size
        beside = (2.4, 4.2) if place.may_be else (wide / 2 - 2.6, high / 2 - 0.6)
        yield DrawnReading(
            element,
            tuple((round(x, 1), round(y, 1)) for x, y in spots or (place.area.center,)),
            shape,
            text if shape == "text" else "",
            beside,
            state,
            told,
        )


def _shape(value: Value, place: Place) -> str:
    if value is None or value is False:
        return "nothing"
    if is_same(value, 0) and place.may_be and not place.is_digit:
        return "nothing"  # no line, no note: nothing was drawn there
    if value is True or value == "circled":
        return "ring"
    return {"crossed": "cross", "filled": "disc"}.get(str(value), "text")


def _order(value: Value) -> tuple[int, int]:
    """Nothing comes first, numbers by their size, words as they are listed."""
    if value is None or isinstance(value, bool):
        return 0, int(bool(value))
    return (1, value) if isinstance(value, int) else (2, 0)


def _answer(value: Value, now: Value, lang: str) -> AnswerButton:
    is_digit = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 9
    key = str(value) if is_digit else ""
    return AnswerButton(json.dumps(value), value_text(value, lang), key, is_same(value, now))


def _among(value: Value, others: Sequence[Value]) -> bool:
    return any(is_same(value, other) for other in others)


def _next(listed: Sequence[Value], now: Value) -> Value:
    at = next((n for n, value in enumerate(listed) if is_same(value, now)), -1)
    return listed[(at + 1) % len(listed)]
