"""What elements and their values are called, and what can be chosen for one of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from paperplay.evening.settle import Value
from paperplay.scan_text import element_text, value_text
from paperplay.web.reading import EXTRA
from templates.daydream.load import is_daydream
from templates.wording import say, words

_ON_SCORE_SHEET = re.compile(r"(?:r(\d+)\.)?([a-z]+)(?:\.(\d+))?(?:\.(\d+))?")
_LEAST = (26.0, 18.0)
"""Width and height of the picture of a small element, mm."""
_RIM = (14.0, 10.0)


@dataclass(frozen=True, slots=True)
class Choice:
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
    window: str
    """The part of the page that shows it, as an SVG's ``viewBox``."""
    value: str
    why: str
    """Empty if it is not in doubt."""
    likely: tuple[Choice, ...]
    others: tuple[Choice, ...]
    digits: int | None
    """For a number that is typed: how many digits it may have."""
    typed: str
    turn: Choice | None
    """What a mark becomes when it is tapped."""


def question(scan: Mapping[str, Any], element: str, lang: str) -> Question:
    """Ask about an element of a scan that was put into words."""
    facts = scan[EXTRA]
    now: Value = facts["values"][element]
    domain = facts["may_be"][element]
    doubt = next((item for item in scan["review"] if item["element"] == element), None)
    listed: list[Value] = domain if isinstance(domain, list) else []
    likely: list[Value] = list(facts["likely"].get(element, ())) if doubt else []
    if listed and not likely:
        likely = [now]
    others = [value for value in listed if not _among(value, likely)]
    others.sort(key=lambda value: value is None)  # the digits in a row, then "empty"
    is_mark = listed and not all(isinstance(v, int) and not isinstance(v, bool) for v in listed[1:])
    return Question(
        element=element,
        label=label(scan, element, lang),
        window=window(facts, element),
        value=value_text(now, lang),
        why=doubt["why"] if doubt else "",
        likely=tuple(_choice(value, now, lang) for value in likely),
        others=tuple(_choice(value, now, lang) for value in others),
        digits=None if listed else int(domain),
        typed="" if now is None else str(now),
        turn=_choice(_next(listed, now), now, lang) if is_mark else None,
    )


def label(scan: Mapping[str, Any], element: str, lang: str) -> str:
    """Name an element as a person would."""
    if is_daydream(scan["board"]["sheet"]):
        return element_text(element, lang)
    found = _ON_SCORE_SHEET.fullmatch(element)
    if not found or f"web.element.{found[2]}" not in words("web"):
        return element
    parts = [say("web.element.round", lang, n=found[1])] if found[1] else []
    parts.append(say(f"web.element.{found[2]}", lang))
    if found[3]:
        players = scan["board"].get("players") or []
        number = int(found[3])
        name = players[number - 1] if number <= len(players) else None
        parts.append(name or say("scan.result.player", lang, number=number))
    if found[4]:
        parts.append(found[4])
    return ", ".join(parts)


def window(facts: Mapping[str, Any], element: str) -> str:
    """Choose the part of the page that shows an element, kept inside the page."""
    width, height = facts["size"]
    x, y, wide, high = facts["at"].get(element, (width / 2, height / 2, width, height))
    w = min(width, max(_LEAST[0], wide + _RIM[0]))
    h = min(height, max(_LEAST[1], high + _RIM[1]))
    left = min(max(0.0, x - w / 2), width - w)
    top = min(max(0.0, y - h / 2), height - h)
    return f"{left:.1f} {top:.1f} {w:.1f} {h:.1f}"


@dataclass(frozen=True, slots=True)
class Mark:
    """A reading as it is drawn over the page."""

    element: str
    places: tuple[tuple[float, float], ...]
    """Where it is drawn, mm."""
    shape: str
    """``ring``, ``disc``, ``cross``, ``text``, or ``nothing``."""
    text: str
    beside: tuple[float, float]
    """From the middle to where the text begins: in a large field its corner, off the writing."""
    state: str
    """``doubt``, ``said`` by a person, or ``read``."""
    label: str


def marks(scan: Mapping[str, Any], lang: str) -> Iterator[Mark]:
    """Give every reading where it was read."""
    facts = scan[EXTRA]
    doubts = {item["element"] for item in scan["review"]}
    said = set(facts.get("said", ()))
    for element, (x, y, wide, high) in facts["at"].items():
        value = facts["values"].get(element)
        state = "doubt" if element in doubts else "said" if element in said else "read"
        text = value_text(value, lang)
        spots = facts["spots"].get(element, {}).get(str(value))
        places = tuple((a, b) for a, b in spots) if spots else ((x, y),)
        shape = "ring" if spots and value != "crossed" else _shape(value, element)
        told = say("cli.labelled", lang, label=label(scan, element, lang), value=text)
        is_field = not isinstance(facts["may_be"].get(element), list)
        beside = (wide / 2 - 2.6, high / 2 - 0.6) if is_field else (2.4, 4.2)
        text = text if shape == "text" else ""
        yield Mark(element, places, shape, text, beside, state, told)


def _shape(value: Value, element: str) -> str:
    if value is None or value is False:
        return "nothing"
    if value == 0 and not isinstance(value, bool) and not _is_digit(element):
        return "nothing"  # no line, no note: nothing was drawn there
    if value is True or value == "circled":
        return "ring"
    return {"crossed": "cross", "filled": "disc"}.get(str(value), "text")


def _is_digit(element: str) -> bool:
    """Say whether a zero was written there."""
    return element[0] == "c" and element[1:].isdigit() or element.endswith(".value")


def _choice(value: Value, now: Value, lang: str) -> Choice:
    is_digit = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 9
    same = value == now and type(value) is type(now)
    return Choice(json.dumps(value), value_text(value, lang), str(value) if is_digit else "", same)


def _among(value: Value, others: list[Value]) -> bool:
    return any(value == other and type(value) is type(other) for other in others)


def _next(listed: list[Value], now: Value) -> Value:
    at = next((n for n, value in enumerate(listed) if _among(value, [now])), -1)
    return listed[(at + 1) % len(listed)]
