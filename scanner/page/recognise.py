"""Whether the print on a page is that of its code, and which sheet it is where codes are spoilt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from scanner.page.fit import Fit
from scanner.page.page_guess import fit_page
from scanner.page.rectify import laid, rectify, settled
from scanner.page.tags import SeenSheet
from scanner.page.warp import Warp
from scanner.pictures import Grey, PhotoError
from scanner.reader import is_sheet, layout_of, reader_for
from templates.games import all_sheets, game_of
from templates.languages import LANGUAGES
from templates.page import PAPERS, TURNS, Page
from templates.sheet_code import INKS, SheetCode

_CLEARLY = 0.08
"""By how much a poor photo of the right sheet still fits better than another sheet."""
_HOPELESS = 0.15
"""If less than this of the print of every sheet is found, no ink or language will help."""


def belongs(grey: Grey, code: SheetCode, page: Page, fit: Fit) -> bool:
    """Say whether the print of a page is that of its code.

    Where a photo is too poor to show it, the code's print must fit clearly better than others.
    """
    reader = reader_for(code)
    if fit.own >= reader.sure:
        return True
    others = [other for other in reader.others(code) if other != code]
    return all(
        fit.own > settled(grey, fit.warp, other).own + _CLEARLY
        for other in others
        if is_sheet(other) and layout_of(other).page == page
    )


def recognise(grey: Grey, seen: SeenSheet, guessed: Page) -> SheetCode:
    """Find the sheet, ink and language whose blank fits best, among all of that page's shape.

    Raises:
        PhotoError: ``unknown-code``; nothing fits, or print does not say enough.
    """

    def as_tags_say(code: SheetCode) -> Warp:
        page, start, _ = fit_page(seen.tags, layout_of(code).page)
        return laid(grey, seen, page, start)

    def best_of(codes: Iterable[SheetCode], lain: Callable[[SheetCode], Warp]) -> SheetCode:
        found = {code: settled(grey, lain(code), code).found for code in codes}
        best = max(found, key=lambda code: found[code])
        if found[best] < _HOPELESS:
            raise PhotoError("unknown-code")
        return best

    # Few or blurred tags do not even tell the paper; how many play on a score sheet is too
    # little print.
    sheets = [sheet for sheet in all_sheets() if not game_of(sheet).for_table]
    codes = [SheetCode(sheet, paper) for paper in PAPERS for sheet in sheets]
    shaped = [code for code in codes if layout_of(code).page.is_wide == guessed.is_wide]
    if not shaped:
        raise PhotoError("unknown-code")
    best = best_of(shaped, as_tags_say)
    # Few tags put a page that is cut off far aside, where only a large search finds its print.
    page, start, _ = fit_page(seen.tags, layout_of(best).page)
    warp = rectify(grey, seen, best, page, start).warp
    best = best_of((replace(best, ink=ink) for ink in INKS), lambda _: warp)
    best = best_of((replace(best, lang=lang) for lang in LANGUAGES), lambda _: warp)
    if not reader_for(best).is_shown(grey, warp, best):
        raise PhotoError("unknown-code")
    return replace(best, copy=(seen.turn - best.turn) % TURNS)
