"""Score sheets: where everything is that a pen marks, and what is printed around it.

All lengths are millimetres from the top left of the page, x to the right, y down. A
game's own ``layout.py`` places its rounds; the types and the pieces here serve them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Literal, TypeVar

from rules import values
from templates.errors import TemplateError
from templates.geometry import Box as Area
from templates.geometry import Point, Size
from templates.page import (
    KINDS,
    TAG,
    TAG_FROM_EDGE,
    TAG_QUIET,
    Page,
    page_of,
)

FORMAT = 1
MOST_PAGES = 20
PEN_CIRCLE = 3.4
"""Radius of the circle that a pen draws around a choice; nothing else may lie inside."""
FROM_EDGE = 8.0
"""Nothing that is read lies nearer to the paper's edge."""
USUAL_PLAYERS = {"when-i-dream": 6, "dreams": 4}
"""For how many a score sheet is laid out and printed if nobody says."""

T = TypeVar("T")
Value = int | str | Mapping[str, int]
Align = Literal["left", "centre", "right"]
Range = tuple[float, float]
"""The least and the most that a length may be."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A symbol to be circled; at most one of its group."""

    id: str
    group: str
    value: Value
    center: Point
    radius: float
    mark: str
    """What is printed in it: a number, a player's colour, or a key of ``marks`` in the words."""


@dataclass(frozen=True, slots=True)
class Digits:
    """A field for a number."""

    id: str
    center: Point
    size: Size
    digits: int
    """How many fit, a minus sign among them."""


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
class Token:
    """A player's colour, printed to show whose place this is; never marked."""

    player: int
    center: Point
    radius: float


@dataclass(frozen=True, slots=True)
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
    """Room for print: ``title``, ``legend``, and ``notes`` where there is any."""

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
            "fields": {
                "name": {str(number): each.as_json() for number, each in enumerate(self.names, 1)}
            },
        }


@cache
def load_score_sheet(
    sheet: str, *, paper: str = "a4", players: int, page: int = 1
) -> ScoreSheetLayout:
    """Lay out one page of a score sheet.

    Args:
        sheet: ``when-i-dream/score`` or ``dreams/score``.
        paper: ``a4`` or ``letter``.
        players: How many play.
        page: Which page of one game; its rounds are numbered on.

    Raises:
        HostError: ``unknown-id``, ``unknown-paper`` or ``bad-value``, naming the option.
        TemplateError: The template does not make a proper sheet.
    """
    from templates.score_sheet_check import check_score_sheet  # it needs the types above

    known = [kind for kind in KINDS if kind.endswith("/score")]
    if sheet not in known:
        raise values.unknown_id(sheet, "sheet", known)
    game = import_module(f"templates.{sheet.removesuffix('/score').replace('-', '_')}.layout")
    values.integer(players, "players", game.LEAST_PLAYERS, game.MOST_PLAYERS)
    values.integer(page, "page", 1, game.MOST_PAGES)
    layout: ScoreSheetLayout = game.lay_out(page_of(paper, landscape=True), players, page)
    check_score_sheet(layout)
    return layout


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


def header_areas(page: Page) -> dict[str, Area]:
    """Give the room between the tags at the top: ``title`` at the left, ``legend`` at the right."""
    beside = TAG_FROM_EDGE + TAG / 2 + TAG_QUIET + 1.5
    middle = page.width / 2
    inner = TAG / 2 + TAG_QUIET + 1.5
    top, bottom = TAG_FROM_EDGE - TAG / 2, TAG_FROM_EDGE + TAG / 2
    code = page.qr_boxes[1]
    return {
        "title": Area.between(beside, top, middle - inner, bottom),
        "legend": Area.between(middle + inner, top, code.left - 1.5, code.bottom - 5.0),
    }


def notes_area(page: Page, above: float) -> dict[str, Area]:
    """Give the room left under the table, beside the QR code, if it is worth anything."""
    left = page.qr_boxes[0].right + 1.5
    right = page.width - TAG_FROM_EDGE - TAG / 2
    bottom = page.height - TAG_FROM_EDGE - TAG / 2 - TAG_QUIET
    return {"notes": Area.between(left, above + 3, right, bottom)} if bottom - above > 12 else {}


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
