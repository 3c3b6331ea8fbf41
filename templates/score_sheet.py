"""Score sheets: where everything is that a pen marks, and what is printed around it.

All lengths are millimetres from the top left of the page, x to the right, y down. A
game's own ``layout.py`` places its rounds; the types and the pieces here serve them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeVar

from templates.errors import TemplateError
from templates.game import Value
from templates.geometry import Box as Area
from templates.geometry import Point, Size
from templates.page import TAG, TAG_FROM_EDGE, TAG_QUIET, Page
from templates.places import YES_NO, Place, around, spot

FORMAT = 1
PEN_CIRCLE = 3.4
"""Radius of the circle that a pen draws around a choice; nothing else may lie inside."""
NAME_LABEL = 12.0
"""Room for the word before a person's name."""
FROM_EDGE = 8.0
"""Nothing that is read lies nearer to the paper's edge."""

T = TypeVar("T")
Marked = int | str | Mapping[str, int]
Align = Literal["left", "centre", "right"]
Range = tuple[float, float]
"""The least and the most that a length may be."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A symbol to be circled; at most one of its group."""

    id: str
    group: str
    value: Marked
    center: Point
    radius: float
    mark: str
    """What is printed in it: a number, a player's colour, or a key of ``marks`` in the words."""
    letter: str = ""
    """A sign of one's own instead."""

    @property
    def says(self) -> Value:
        """What circling it says: ``{"image": 3}`` becomes ``image 3``."""
        if isinstance(self.value, Mapping):
            ((kind, number),) = self.value.items()
            return f"{kind} {number}"
        return self.value

    @property
    def number(self) -> Value:
        """What the board holds for it: of ``{"image": 3}`` the number alone."""
        return next(iter(self.value.values())) if isinstance(self.value, Mapping) else self.value


@dataclass(frozen=True, slots=True)
class Digits:
    """A field for a number."""

    id: str
    center: Point
    size: Size
    digits: int
    """How many fit, a minus sign among them."""
    signed: bool = True
    """Whether the number may lie below zero."""


@dataclass(frozen=True, slots=True)
class TickBox:
    """A box to be ticked."""

    id: str
    center: Point
    size: Size


@dataclass(frozen=True, slots=True)
class Label:
    """A few printed words, or a number alone where ``key`` is ``number``."""

    key: str
    """The words are ``score_sheets.labels.KEY``."""
    at: Point
    """The middle of the line, half-way up; for other alignments its left or right end."""
    room: float
    """The width that it must not exceed."""
    size: float
    """Type size."""
    align: Align = "centre"
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Track:
    """Points that a pen joins, one line after the other."""

    id: str
    points: tuple[Point, ...]
    closed: bool = False

    @property
    def way(self) -> tuple[Point, ...]:
        """Every point that the pen comes to, the first one again at the end if it is closed."""
        return (*self.points, self.points[0]) if self.closed else self.points


@dataclass(frozen=True, slots=True)
class Text:
    """Words that somebody wrote, printed as they are."""

    words: str
    area: Area
    size: float
    """Type size; it shrinks where the words do not fit."""
    align: Align = "left"
    face: Literal["text", "bold", "hand"] = "text"
    top: bool = False
    """Whether it begins at the top of its area and not in the middle."""


@dataclass(frozen=True, slots=True)
class Token:
    """A player's colour, printed to show whose place this is; never marked."""

    player: int
    center: Point
    radius: float


@dataclass(frozen=True)
class ScoreSheetLayout:
    """One page of a score sheet."""

    sheet: str
    page: Page
    players: int
    number: int
    """Which page of the game this is, from 1."""
    rounds: tuple[int, ...]
    """The numbers of the rounds on this page."""
    choices: tuple[Choice, ...]
    digits: tuple[Digits, ...]
    boxes: tuple[TickBox, ...]
    names: tuple[Area, ...]
    """A place for each player's name."""
    labels: tuple[Label, ...] = ()
    tokens: tuple[Token, ...] = ()
    bands: tuple[Area, ...] = ()
    """One for each round: a tint that leads the eye along it."""
    columns: tuple[Area, ...] = ()
    """One for each player, from the first round to the last."""
    areas: Mapping[str, Area] = field(default_factory=dict)
    """Room for print: ``title``, ``legend``, ``reminder``, and ``notes`` where there is any."""
    points: Mapping[str, Area] = field(default_factory=dict)
    """By round and player, ``r1.2``: where the points of a round may be noted; never read."""
    lines: tuple[Track, ...] = ()
    texts: tuple[Text, ...] = ()
    spaces: Mapping[str, Area] = field(default_factory=dict)
    """Free room for a pen, kept as a picture."""

    @property
    def name_fields(self) -> Mapping[str, Area]:
        """Where names are written."""
        return {f"name.{number}": area for number, area in enumerate(self.names, start=1)}

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Every group, field and box that can be read."""
        groups: dict[str, list[Choice]] = {}
        for choice in self.choices:
            groups.setdefault(choice.group, []).append(choice)
        return {
            **{group: _group_place(choices) for group, choices in groups.items()},
            **{
                each.id: Place(
                    each.center,
                    Area(each.center, each.size),
                    digits=each.digits,
                    signed=each.signed,
                )
                for each in self.digits
            },
            **{box.id: spot(box.center, YES_NO) for box in self.boxes},
            **{track.id: _track_place(track) for track in self.lines},
        }

    def as_json(self) -> dict[str, object]:
        """Give the layout as plain data, as ``paperplay layout`` prints it."""
        return {
            "format": FORMAT,
            "sheet": self.sheet,
            "paper": self.page.paper,
            "page": [self.page.width, self.page.height],
            "players": self.players,
            "page_number": self.number,
            "rounds": list(self.rounds),
            "choices": [_choice_json(each) for each in self.choices],
            "digits": [_placed(each) | {"digits": each.digits} for each in self.digits],
            "boxes": [_placed(each) for each in self.boxes],
            "lines": [
                {"id": each.id, "points": [list(p) for p in each.points], "closed": each.closed}
                for each in self.lines
            ],
            "fields": {
                "name": {str(number): each.as_json() for number, each in enumerate(self.names, 1)},
                "points": {name: each.as_json() for name, each in self.points.items()},
            },
        }


def for_players(settings: Mapping[str, T], players: int, file: str, place: str) -> T:
    """Pick what a template says for this many players, or say that it is missing."""
    if str(players) not in settings:
        wrong = f"it says nothing for {players} players."
        raise TemplateError(file, place, wrong, f"Add {players} to {place}.")
    return settings[str(players)]


def between(limits: Range, stretch: float) -> float:
    """Give the length that is this far from the least, 0.0, to the most, 1.0."""
    return limits[0] + stretch * (limits[1] - limits[0])


def stretch_of(room: float, length_at: Callable[[float], float]) -> float:
    """Say how generous a table may be, 0.0 to 1.0, so that its length fits the room."""
    tight, wide = length_at(0.0), length_at(1.0)
    return min(1.0, max(0.0, (room - tight) / (wide - tight)))


def header_areas(page: Page, *, reminder: bool = False) -> dict[str, Area]:
    """Give the room at the top: ``title``, ``legend``, and a ``reminder`` where there is one."""
    beside = TAG_FROM_EDGE + TAG / 2 + TAG_QUIET + 1.5
    middle = page.width / 2
    inner = TAG / 2 + TAG_QUIET + 1.5
    top, bottom = TAG_FROM_EDGE - TAG / 2, TAG_FROM_EDGE + TAG / 2
    code = page.qr_boxes[1]
    areas = {
        "title": Area.between(beside, top, middle - inner, bottom),
        "legend": Area.between(middle + inner, top, code.left - 1.5, code.bottom - 5.0),
    }
    below = Area.between(21.0, bottom + 2.0, middle + inner - 3.0, code.bottom - 1.4)
    return {**areas, "reminder": below} if reminder else areas


def person_area(page: Page) -> Area:
    """Give the room for a person's name, at the top beside the middle tag."""
    left = page.width / 2 + TAG / 2 + TAG_QUIET + 1.5 + NAME_LABEL
    top, bottom = TAG_FROM_EDGE - TAG / 2, TAG_FROM_EDGE + TAG / 2
    return Area.between(left, top, page.qr_boxes[1].left - 1.0, bottom)


def notes_area(page: Page, above: float) -> dict[str, Area]:
    """Give the room left under the table, beside the QR code, if it is worth anything."""
    left = page.qr_boxes[0].right + 1.5
    right = page.width - TAG_FROM_EDGE - TAG / 2
    bottom = page.height - TAG_FROM_EDGE - TAG / 2 - TAG_QUIET
    return {"notes": Area.between(left, above + 3, right, bottom)} if bottom - above > 20 else {}


def _group_place(choices: Sequence[Choice]) -> Place:
    area = around([choice.center for choice in choices])
    spots: dict[str, tuple[Point, ...]] = {}
    for choice in choices:
        spots[str(choice.number)] = (*spots.get(str(choice.number), ()), choice.center)
    may_be = dict.fromkeys(choice.number for choice in choices)
    return Place(area.center, area, (None, *may_be), spots=spots)


def _track_place(track: Track) -> Place:
    area = around(track.points)
    return Place(area.center, area, tuple(range(len(track.way))))


def _placed(each: Digits | TickBox) -> dict[str, object]:
    return {"id": each.id, "center": list(each.center), "size": list(each.size)}


def _choice_json(each: Choice) -> dict[str, object]:
    value = dict(each.value) if isinstance(each.value, Mapping) else each.value
    return {
        "id": each.id,
        "group": each.group,
        "value": value,
        "center": list(each.center),
        "radius": each.radius,
    }
