"""One queue for the whole table: every doubtful element, the most doubtful first.

Digits of one hand that look alike are asked about together, as a wall of tiles, from however many
sheets they are. What a photo does not show is one matter, too, and comes last: another photo
answers all of it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import quote

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
from paperplay.web.store.corrected import new_tap
from paperplay.web.store.database import Store
from paperplay.web.store.odd import apart_in, set_apart
from paperplay.web.store.sheets import SheetRow, count_doubts, sheet
from scanner.joining import DIFFER
from scanner.missing import is_lost
from scanner.scan import Doubt, Scan
from scanner.unseen import UNSEEN
from templates.game import Value
from templates.places import is_same
from templates.telling import title_of, value_text

LEAST_TILES = 3
"""Fewer digits that look alike are asked about one by one."""
MOST_TILES = 12
"""As many as somebody looks at before tapping."""
MANY = 1000
"""Doubts that nobody counts on the fingers: their number is taken as it is written down."""

Asked = tuple[Whole, Doubt]
Hand = tuple[str, str] | int
"""Whose hand it is; a sheet without a name is a hand of its own."""


@dataclass(frozen=True, slots=True)
class Item:
    """What is asked about at once: one element, digits that look alike, or what is not shown."""

    asked: tuple[Asked, ...]
    is_lost: bool = False
    """Whether it is what the photo does not show."""
    is_odd: bool = False
    """Whether somebody said that it is not what it was read as."""

    @property
    def whole(self) -> Whole:
        """The sheet that is looked at, the first one of several."""
        return self.asked[0][0]

    @property
    def row(self) -> SheetRow:
        """The photo that counts."""
        return self.whole.rows[0]

    @property
    def count(self) -> int:
        """How many questions it is."""
        return 1 if self.is_lost else len(self.asked)

    @property
    def stake(self) -> float:
        """The chance that a total is wrong because of it."""
        return sum(doubt.stake for _, doubt in self.asked)

    @property
    def keys(self) -> list[str]:
        """Name its places in an address."""
        return [f"{whole.rows[0].id}.{doubt.element}" for whole, doubt in self.asked]


def queue_of(store: Store, visitor: Visitor, single: str = "") -> list[Item]:
    """List what somebody can say something about, the most doubtful first."""
    now = evenings.current(store)
    if now is None:
        return []
    row = sheet(store, int(single)) if single.isdecimal() else None
    asked = [
        (whole, doubt)
        for whole in open_sheets(store, now.id)
        for doubt in whole.doubts_for(visitor)
    ]
    items = _items(asked, apart_in(store, now.id), _hand(row) if row else None)
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


def _items(
    asked: Sequence[Asked], odd: Collection[tuple[int, str]], alone: Hand | None
) -> Iterator[Item]:
    """Put together what a photo does not show, and digits of a hand that were read as the same."""
    walls: defaultdict[tuple[Hand, str], list[Asked]] = defaultdict(list)
    for _, group in groupby(asked, key=lambda each: each[0].rows[0].id):
        doubts = list(group)
        row = doubts[0][0].rows[0]
        hand = _hand(row)
        lost = [each for each in doubts if is_lost(each[1]) and hand != alone]
        if len(lost) >= LEAST_TILES:
            yield Item(tuple(lost), is_lost=True)
            doubts = [each for each in doubts if each not in lost]
        for each in doubts:
            kind = _alike(each[0].scan, each[1])
            if kind and hand != alone and (row.id, each[1].element) not in odd:
                walls[hand, kind].append(each)
            else:
                yield Item((each,), is_odd=(row.id, each[1].element) in odd)
    for wall in walls.values():
        for start in range(0, len(wall), MOST_TILES):
            some = tuple(wall[start : start + MOST_TILES])
            yield from [Item(some)] if len(some) >= LEAST_TILES else [Item((e,)) for e in some]


def _hand(row: SheetRow) -> Hand:
    writer = row.scan.writer
    return (row.owner, writer) if writer else row.id


def _alike(scan: Scan, doubt: Doubt) -> str:
    """Give what is alike; nothing for what is looked at by itself."""
    place = scan.layout.places[doubt.element]
    if not place.is_digit or doubt.guess is None or doubt.why in (UNSEEN, DIFFER):
        return ""
    return str(doubt.guess)


@open_to(Access.GUEST)
def queue_page(request: Request) -> Response:
    """Ask what is most doubtful on the whole table."""
    store, lang, visitor = state_of(request).store, lang_of(request), visitor_of(request)
    single = request.query_params.get("single", "")[:18]
    items = queue_of(store, visitor, single)
    told = request.query_params.get("at", "")
    item = next((each for each in items if told in each.keys), items[0] if items else None)
    facts: dict[str, Any] = {"left": sum(each.count for each in items), "item": None, "sheets": []}
    if item is not None:
        scan = item.whole.scan
        doubt = item.asked[0][1]
        is_wall = len(item.asked) > 1 and not item.is_lost
        facts |= {
            "item": item,
            "card": card_of(item.row, lang, visitor, scan),
            "question": question(scan, doubt.element, lang, is_odd=item.is_odd),
            "pictures": item.whole.shown_by(doubt),
            "tiles": list(_tiles(item, lang)) if is_wall else [],
            "guess": (json.dumps(doubt.guess), value_text(doubt.guess, lang)),
            "sheets": _lit(item),
        }
    return render(request, "queue.html", single=single, **facts)


def _tiles(item: Item, lang: str) -> Iterator[dict[str, Any]]:
    """Give each place of a wall with its picture; its sheet's name where there are several."""
    several = len({key.partition(".")[0] for key in item.keys}) > 1
    for key, (whole, doubt) in zip(item.keys, item.asked, strict=True):
        scan = whole.scan
        yield {
            "key": key,
            "element": doubt.element,
            "name": label(scan, doubt.element, lang),
            "sheet": title_of(scan.sheet, lang) if several else "",
            "shape": shape_of(scan, doubt.element),
            "photos": whole.shown_by(doubt)[:1],
        }


def _lit(item: Item) -> list[dict[str, Any]]:
    """Give the sheets with the places that are asked about."""
    found: dict[int, dict[str, Any]] = {}
    for whole, doubt in item.asked:
        row, layout = whole.rows[0], whole.scan.layout
        if row.flat is None:
            continue
        size = (layout.page.width, layout.page.height)
        facts = {"id": row.id, "size": size, "first": doubt.element, "places": []}
        shown = found.setdefault(row.id, facts)
        shown["places"].append(layout.places[doubt.element].area.center)
    return list(found.values())


@open_to(Access.GUEST)
def answer(request: Request) -> Response:
    """Keep an answer, and ask the next question; after the last one say who won."""
    row = _asked_sheet(request, field_of(request, "sheet", 18))
    if row is not None:
        keep_answers(request, row, [(field_of(request, "element"), value_given(request))])
    single = field_of(request, "single", 18)
    return _next(request, f"?single={single}" if single.isdecimal() else "")


@open_to(Access.GUEST)
def answer_wall(request: Request) -> Response:
    """Keep that all digits are what they were taken for but those that were tapped."""
    store, guess = state_of(request).store, value_given(request)
    said = [key for key in form_of(request).getlist("place") if isinstance(key, str)]
    odd = [key for key in form_of(request).getlist("odd") if key in said]
    answers: list[tuple[SheetRow, list[tuple[str, Value]]]] = []
    apart: list[tuple[int, str]] = []
    for number in dict.fromkeys(key.partition(".")[0] for key in said[:MOST_TILES]):
        row = _asked_sheet(request, number[:18])
        if row is None:
            continue
        whole = whole_of(store, row)
        shown = [
            doubt
            for doubt in whole.scan.doubts
            if f"{number}.{doubt.element}" in said and is_same(doubt.guess, guess)
        ]
        told = [d.element for d in shown if f"{number}.{d.element}" not in odd]
        answers.append((row, [(element, guess) for element in told]))
        apart += [(r.id, d.element) for r in whole.rows for d in shown if d.element not in told]
    if any(told for _, told in answers):
        tap = new_tap()
        set_apart(store, apart, tap)
        for row, each in answers:
            if each:
                keep_answers(request, row, each, tap)
    elif answers:  # every tile was tapped: nothing is said yet, and they are asked about singly
        return _next(request, f"?single={answers[0][0].id}")
    return _next(request, f"?at={quote(str(odd[0])[:80])}" if odd else "")


def _asked_sheet(request: Request, told: str) -> SheetRow | None:
    """Find the sheet that was asked about; somebody may have deleted it meanwhile."""
    if not told.isdecimal() or sheet(state_of(request).store, int(told)) is None:
        return None
    request.path_params["sheet"] = told
    return own_sheet(request)


def _next(request: Request, which: str) -> Response:
    if not open_questions(state_of(request).store, visitor_of(request)):
        return go_to("/result")
    return go_to(f"/questions{which}")


LINKS = [Link("/questions", "web.queue.link")]
ROUTES = [
    Route("/questions", queue_page),
    Route("/questions/answer", answer, methods=["POST"]),
    Route("/questions/wall", answer_wall, methods=["POST"]),
]
