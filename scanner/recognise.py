"""Recognise a sheet whose codes are spoilt: by its tags and by what its print looks like."""

from __future__ import annotations

from printkit.daydream.exercise import card_room
from scanner.marks import SeenSheet
from scanner.page_guess import Homography
from scanner.pictures import Grey, PhotoError
from scanner.rectify import rectify, share_found
from templates.daydream.load import is_daydream, load_daydream
from templates.geometry import Box
from templates.page import Page
from templates.sheet_code import INKS, LANGUAGES, SheetCode

_SHELVES = 0.1
"""At least this much of the upper shelves: a game's sheet has 0.2 to 1, one with a task none."""
_LOWEST_SHELF = 10.0
"""How far above the lowest shelf, which every sheet has, nothing of it is seen, mm."""
_ENOUGH = 0.5
"""At least this much of the grid must be where it is expected, or it is another, fresh one."""


def recognise(grey: Grey, seen: SeenSheet, page: Page, start: Homography) -> SheetCode:
    """Find the ink and language whose blank fits best; the tags name the sheet.

    Raises:
        PhotoError: ``unknown-code``; nothing fits, or the tags do not say enough.
    """
    # How many play is not in the tags, so that score sheets stay unknown.
    if not is_daydream(seen.sheet):
        raise PhotoError("unknown-code")
    code = SheetCode(seen.sheet, paper=page.paper, copy=seen.turn)
    by_ink = [_with(code, ink=ink) for ink in INKS]
    best = max(by_ink, key=lambda one: _likeness(grey, seen, one, page, start))
    by_language = [_with(best, lang=lang) for lang in LANGUAGES]
    best = max(by_language, key=lambda one: _likeness(grey, seen, one, page, start))
    fit = rectify(grey, seen, best, page, start)
    layout = load_daydream(best.sheet, paper=best.paper)
    if share_found(grey, fit.warp, best, layout.grid) < _ENOUGH:
        raise PhotoError("unknown-code")
    # A sheet with a task has a card there, and which task it is only its code can say.
    card = card_room(layout)
    upper = Box.between(card.left, card.top, card.right, card.bottom - _LOWEST_SHELF)
    if share_found(grey, fit.warp, best, upper) < _SHELVES:
        raise PhotoError("unknown-code")
    return best


def _with(code: SheetCode, *, ink: str | None = None, lang: str | None = None) -> SheetCode:
    return SheetCode(
        code.sheet, paper=code.paper, lang=lang or code.lang, ink=ink or code.ink, copy=code.copy
    )


def _likeness(grey: Grey, seen: SeenSheet, code: SheetCode, page: Page, start: Homography) -> float:
    """The share of the print that is found where this blank has it."""
    return rectify(grey, seen, code, page, start).found
