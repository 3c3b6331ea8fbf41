"""Recognise a sheet whose codes are spoilt by what its print looks like."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2

from printkit.daydream.exercise import card_room
from rules.daydream.exercise import LEVELS
from rules.errors import HostError
from scanner.blank import PX_PER_MM, blank_page, layout_of
from scanner.marks import SeenSheet
from scanner.page_guess import Homography, fit_page, page_for
from scanner.pictures import Grey, PhotoError
from scanner.rectify import Fit, rectify, share_found
from templates.daydream.layout import Layout
from templates.exercises import exercise_on
from templates.geometry import Box
from templates.load import is_daydream, load_daydream
from templates.page import KINDS, PAPERS, TURNS, Page, page_of
from templates.sheet_code import INKS, LANGUAGES, SheetCode

_SURE, _SURE_SCORE_SHEET = 0.85, 0.7
"""From this share of its own print on a sheet is what its code says.

Another Daydream sheet has 0.81 at most, another score sheet 0.5; much ink hides print.
"""
_CLEARLY = 0.08
"""By how much a poor photo of the right sheet still fits better than another sheet."""
_SAME_NUMBER = 0.7
"""How alike a given number and its print are at least."""
_NUMBERS = 0.75
"""At least this share of a task's numbers; another task shares a third of them."""
_SHELVES = 0.1
"""At least this much of the upper shelves: a game's sheet has 0.2 to 1, one with a task none."""
_LOWEST_SHELF = 10.0
"""How far above the lowest shelf, which every sheet has, nothing of it is seen, mm."""
_ENOUGH = 0.5
"""At least this much of the grid must be where it is expected, or it is another, fresh one."""


def belongs(
    grey: Grey, seen: SeenSheet, code: SheetCode, page: Page, start: Homography, fit: Fit
) -> bool:
    """Say whether the print of a page is that of its code.

    Where a photo is too poor to show it, the code's print must fit clearly better than others.
    """
    if fit.own >= (_SURE if is_daydream(code.sheet) else _SURE_SCORE_SHEET):
        return True
    return all(
        fit.own > rectify(grey, seen, other, page, start).own + _CLEARLY
        for other in _others(code, page)
    )


def task_fits(page: Grey, code: SheetCode) -> bool:
    """Say whether the numbers that a task gives are those on the page.

    Args:
        page: Flattened, paper at 255.
        code: What the sheet says about itself.
    """
    exercise, layout = exercise_on(code), layout_of(code)
    if exercise is None or not isinstance(layout, Layout):
        return True
    given = [
        layout.clouds[cloud] for cloud, number in exercise.clouds.items() if number is not None
    ]
    blank = blank_page(code)
    alike = [_alike(page, blank, field) > _SAME_NUMBER for field in given]
    return sum(alike) >= _NUMBERS * len(given)


def _alike(page: Grey, blank: Grey, field: Box) -> float:
    """How much a field looks like its blank, a little moved perhaps, up to 1."""
    left, top, right, bottom = (
        round(edge * PX_PER_MM) for edge in (field.left, field.top, field.right, field.bottom)
    )
    reach = round(0.6 * PX_PER_MM)
    around = page[top - reach : bottom + reach, left - reach : right + reach]
    match = cv2.matchTemplate(around, blank[top:bottom, left:right], cv2.TM_CCOEFF_NORMED)
    return float(match.max())


def _others(code: SheetCode, page: Page) -> list[SheetCode]:
    """Sheets for the same page with another print: one of them may be what lies there."""
    if is_daydream(code.sheet):
        plain = replace(code, seed=0, variant=0)
        others = [replace(plain, sheet=sheet) for sheet in _sheets(page)]
        others += [replace(plain, seed=2 - code.seed % 2)]
        others += [replace(code, variant=0).with_exercise(level, 1) for level in LEVELS]
    else:
        others = [replace(code, players=code.players + step) for step in (-1, 1)]
    return [other for other in others if other != code and _is_sheet(other)]


def _is_sheet(code: SheetCode) -> bool:
    try:
        return bool(layout_of(code))
    except HostError:
        return False


def _sheets(page: Page) -> list[str]:
    """Name the sheets for such a page; how many play on a score sheet is too little print."""
    return [kind for kind in filter(is_daydream, KINDS) if page_for(kind, page.paper) == page]


def recognise(grey: Grey, seen: SeenSheet, guessed: Page) -> SheetCode:
    """Find the sheet, ink and language whose blank fits best, among all of that page's shape.

    Raises:
        PhotoError: ``unknown-code``; nothing fits, or print does not say enough.
    """
    wide = guessed.width > guessed.height
    pages = {paper: page_of(paper, landscape=wide) for paper in PAPERS}

    def fit_of(code: SheetCode) -> Fit:
        page, start, _ = fit_page(seen.tags, pages[code.paper])
        return rectify(grey, seen, code, page, start)

    def best_of(codes: Iterable[SheetCode]) -> SheetCode:
        return max(codes, key=lambda code: fit_of(code).found)

    # Few or blurred tags do not even tell the paper.
    best = best_of(
        SheetCode(sheet, paper) for paper, page in pages.items() for sheet in _sheets(page)
    )
    best = best_of(replace(best, ink=ink) for ink in INKS)
    best = best_of(replace(best, lang=lang) for lang in LANGUAGES)
    fit = fit_of(best)
    layout = load_daydream(best.sheet, paper=best.paper)
    if share_found(grey, fit.warp, best, layout.grid) < _ENOUGH:
        raise PhotoError("unknown-code")
    # A sheet with a task has a card there, and which task it is only its code can say.
    card = card_room(layout)
    upper = Box.between(card.left, card.top, card.right, card.bottom - _LOWEST_SHELF)
    if share_found(grey, fit.warp, best, upper) < _SHELVES:
        raise PhotoError("unknown-code")
    return replace(best, copy=(seen.turn - best.turn) % TURNS)
