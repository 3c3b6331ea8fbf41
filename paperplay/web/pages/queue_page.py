"""One queue for the whole table: every doubtful element, the most doubtful first.

Digits of one hand that look alike are asked about together, as a wall of tiles. What a photo does
not show is one matter, too, and comes last: another photo answers all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from paperplay.web.pages.elements import label, question, shape_of
from paperplay.web.pages.review_page import keep_answers, own_sheet, value_given
from paperplay.web.pages.sheet_card import card_of
from paperplay.web.pages.whole_sheets import Whole, open_sheets, whole_of
from paperplay.web.server.rendering import go_to, lang_of, render
from paperplay.web.server.security import Access, Visitor
from paperplay.web.server.state import Link
from paperplay.web.server.visitors import field_of, form_of, open_to, state_of, visitor_of
from paperplay.web.store import evenings
from paperplay.web.store.database import Store
from paperplay.web.store.sheets import SheetRow, count_doubts, sheet
from scanner.missing import is_lost
from scanner.scan import Doubt, Scan
from scanner.unseen import UNSEEN
from templates.game import Value
from templates.places import is_same
from templates.telling import value_text

LEAST_TILES = 3
"""Fewer digits that look alike are asked about one by one."""
MANY = 1000
"""Doubts that nobody counts on the fingers: their number is taken as it is written down."""


@dataclass(frozen=True, slots=True)
class Item:
    """What is asked about at once: one element, digits that look alike, or what is not shown."""

    whole: Whole
    doubts: tuple[Doubt, ...]
    is_lost: bool = False
    """Whether it is what the photo does not show."""

    @property
    def row(self) -> SheetRow:
        """The photo that counts."""
        return self.whole.rows[0]

    @property
    def count(self) -> int:
        """How many questions it is."""
        return 1 if self.is_lost else len(self.doubts)

    @property
    def stake(self) -> float:
        """The chance that a total is wrong because of it."""
        return sum(doubt.stake for doubt in self.doubts)

    @property
    def key(self) -> str:
        """Name it in an address."""
        return f"{self.row.id}.{self.doubts[0].element}"


def queue_of(store: Store, visitor: Visitor, single: str = "") -> list[Item]:
    """List what somebody can say something about, the most doubtful first."""
    now = evenings.current(store)
    items = [
        item
        for whole in (open_sheets(store, now.id) if now else ())
        for item in _items(whole, whole.doubts_for(visitor), alone=str(whole.rows[0].id) == single)
    ]
    return sorted(items, key=lambda item: (item.is_lost, -item.stake))


def open_questions(store: Store, visitor: Visitor) -> int:
    """Count what somebody can say something about."""
    now = evenings.current(store)
    if now is None or not visitor.is_in:
        return 0
    doubts = count_doubts(store, now.id, None if visitor.is_host else visitor.id)
    if doubts > MANY:  # as many as that need not be put together to be counted
        return doubts
    return sum(item.count for item in queue_of(store, visitor))


def _items(whole: Whole, asked: Sequence[Doubt], *, alone: bool) -> Iterator[Item]:
    """Put digits of a sheet together that were all read as the same one, and what is lost."""
    scan = whole.scan
    lost = tuple(doubt for doubt in asked if is_lost(doubt))
    if not alone and len(lost) >= LEAST_TILES:
        yield Item(whole, lost, is_lost=True)
        asked = [doubt for doubt in asked if doubt not in lost]
    doubts = sorted(asked, key=lambda doubt: _alike(scan, doubt))
    for kind, group in groupby(doubts, key=lambda doubt: _alike(scan, doubt)):
        alike = tuple(group)
        if kind and not alone and len(alike) >= LEAST_TILES:
            yield Item(whole, alike)
        else:
            yield from (Item(whole, (doubt,)) for doubt in alike)


def _alike(scan: Scan, doubt: Doubt) -> str:
    """Give what is alike; nothing for what is looked at by itself."""
    place = scan.layout.places[doubt.element]
    if not place.is_digit or doubt.guess is None or doubt.why == UNSEEN:
        return ""
    return str(doubt.guess)


@open_to(Access.GUEST)
def queue_page(request: Request) -> Response:
    """Ask what is most doubtful on the whole table."""
    store, lang, visitor = state_of(request).store, lang_of(request), visitor_of(request)
    single = request.query_params.get("single", "")
    items = queue_of(store, visitor, single)
    told = request.query_params.get("at", "")
    item = next((each for each in items if each.key == told), items[0] if items else None)
    facts: dict[str, Any] = {"left": sum(each.count for each in items), "item": None}
    if item is not None:
        scan = item.whole.scan
        element = item.doubts[0].element
        pictures = [item.whole.shown_by(doubt) for doubt in item.doubts]
        tiles = [(d.element, label(scan, d.element, lang), shape_of(scan, d.element), shown[:1])
                 for d, shown in zip(item.doubts, pictures, strict=True)]  # fmt: skip
        facts |= {
            "item": item,
            "card": card_of(item.row, lang, visitor, scan),
            "size": (scan.layout.page.width, scan.layout.page.height),
            "question": question(scan, element, lang),
            "pictures": pictures[0],
            "tiles": tiles if len(tiles) > 1 and not item.is_lost else [],
            "guess": value_text(item.doubts[0].guess, lang),
            "lit": [scan.layout.places[doubt.element].area.center for doubt in item.doubts],
        }
    return render(request, "queue.html", single=single, **facts)


@open_to(Access.GUEST)
def answer(request: Request) -> Response:
    """Keep an answer, and ask the next question; after the last one say who won."""
    row = _asked_sheet(request)
    if row is not None:
        keep_answers(request, row, [(field_of(request, "element"), value_given(request))])
    return _next(request, field_of(request, "single"))


@open_to(Access.GUEST)
def answer_wall(request: Request) -> Response:
    """Keep that all digits are what they were taken for but those that were tapped."""
    row, odd = _asked_sheet(request), form_of(request).getlist("odd")
    if row is None:
        return _next(request, "")
    said = form_of(request).getlist("element")
    guess: Value = value_given(request)
    answers: list[tuple[str, Value]] = [
        (doubt.element, doubt.guess)
        for doubt in whole_of(state_of(request).store, row).scan.doubts
        if doubt.element in said and doubt.element not in odd and is_same(doubt.guess, guess)
    ]
    if answers:
        keep_answers(request, row, answers)
    return _next(request, str(row.id) if odd else "")


def _asked_sheet(request: Request) -> SheetRow | None:
    """Find the sheet that was asked about; somebody may have deleted it meanwhile."""
    told = field_of(request, "sheet", 18)
    if not told.isdecimal() or sheet(state_of(request).store, int(told)) is None:
        return None
    request.path_params["sheet"] = told
    return own_sheet(request)


def _next(request: Request, single: str) -> Response:
    if not open_questions(state_of(request).store, visitor_of(request)):
        return go_to("/result")
    return go_to(f"/questions?single={single}" if single.isdecimal() else "/questions")


LINKS = [Link("/questions", "web.queue.link")]
ROUTES = [
    Route("/questions", queue_page),
    Route("/questions/answer", answer, methods=["POST"]),
    Route("/questions/wall", answer_wall, methods=["POST"]),
]
