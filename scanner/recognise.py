"""Recognise a sheet whose codes are spoilt by what its print looks like."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from printkit.daydream.exercise import card_room
from scanner.marks import SeenSheet
from scanner.page_guess import Homography, page_for
from scanner.pictures import Grey, PhotoError
from scanner.rectify import rectify, share_found
from templates.geometry import Box
from templates.load import is_daydream, load_daydream
from templates.page import KINDS, TURNS, Page
from templates.sheet_code import INKS, LANGUAGES, SheetCode

_SHELVES = 0.1
"""At least this much of the upper shelves: a game's sheet has 0.2 to 1, one with a task none."""
_LOWEST_SHELF = 10.0
"""How far above the lowest shelf, which every sheet has, nothing of it is seen, mm."""
_ENOUGH = 0.5
"""At least this much of the grid must be where it is expected, or it is another, fresh one."""


def recognise(grey: Grey, seen: SeenSheet, page: Page, start: Homography) -> SheetCode:
    """Find the sheet, ink and language whose blank fits best, among all of that page's shape.

    Raises:
        PhotoError: ``unknown-code``; nothing fits, or print does not say enough.
    """

    def best_of(codes: Iterable[SheetCode]) -> SheetCode:
        return max(codes, key=lambda code: rectify(grey, seen, code, page, start).found)

    # How many play on a score sheet is too little print to tell.
    sheets = [kind for kind in filter(is_daydream, KINDS) if page_for(kind, page.paper) == page]
    best = best_of(SheetCode(sheet, paper=page.paper) for sheet in sheets)
    best = best_of(replace(best, ink=ink) for ink in INKS)
    best = best_of(replace(best, lang=lang) for lang in LANGUAGES)
    fit = rectify(grey, seen, best, page, start)
    layout = load_daydream(best.sheet, paper=best.paper)
    if share_found(grey, fit.warp, best, layout.grid) < _ENOUGH:
        raise PhotoError("unknown-code")
    # A sheet with a task has a card there, and which task it is only its code can say.
    card = card_room(layout)
    upper = Box.between(card.left, card.top, card.right, card.bottom - _LOWEST_SHELF)
    if share_found(grey, fit.warp, best, upper) < _SHELVES:
        raise PhotoError("unknown-code")
    return replace(best, copy=(seen.turn - best.turn) % TURNS)
