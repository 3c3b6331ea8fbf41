"""What only a certain Daydream sheet shows: its grid, its shelves, a task's given numbers."""

from __future__ import annotations

from dataclasses import replace

import cv2

from rules.daydream.exercise import LEVELS
from scanner.page.blank import blank_page
from scanner.page.rectify import share_found
from scanner.page.warp import Warp
from scanner.pictures import PX_PER_MM, Grey
from templates.check_page import check_code
from templates.daydream.game import GAME
from templates.daydream.judge import JUDGE
from templates.daydream.load import load_daydream
from templates.geometry import Box
from templates.sheet_code import SheetCode

SURE = 0.85
"""From this share of its print on a sheet is what its code says: another has 0.81 at most."""
_SAME_NUMBER = 0.7
"""How alike a given number and its print are at least."""
_NUMBERS = 0.75
"""At least this share of a task's numbers; another task shares a third of them."""
_SHELVES = 0.1
"""At least this much of the upper shelves: a game's sheet has 0.2 to 1, one with a task none."""
_LOWEST_SHELF = 10.0
"""How far above the lowest shelf, which every sheet has, nothing of it is seen, mm."""
_NOTICE = 0.4
"""At least this much of the check page's notice: where a name is written there is none of it."""
_ENOUGH = 0.5
"""At least this much of the grid must be where it is expected, or it is another, fresh one."""


def others(code: SheetCode) -> list[SheetCode]:
    """Give the other sheets, another seed of this one, and tasks on it."""
    plain = replace(code, seed=0, variant=0)
    # The page that proves printers is the sheet itself, and somebody's game on it.
    same = code.sheet if code.is_check else None
    return [
        *(replace(plain, sheet=sheet) for sheet in GAME.sheets if sheet != same),
        replace(plain, seed=2 - code.seed % 2),
        *(replace(code, variant=0).with_exercise(level, 1) for level in LEVELS),
    ]


def task_fits(page: Grey, code: SheetCode) -> bool:
    """Say whether the numbers that a task gives are those on a flattened page, paper at 255."""
    from templates.daydream.exercises import exercise_on  # and with it how puzzles are solved

    exercise = exercise_on(code)
    if exercise is None:
        return True
    clouds, blank = JUDGE.layout_of(code).clouds, blank_page(code)
    given = [clouds[cloud] for cloud, number in exercise.clouds.items() if number is not None]
    alike = [_alike(page, blank, field) > _SAME_NUMBER for field in given]
    return sum(alike) >= _NUMBERS * len(given)


def is_shown(grey: Grey, warp: Warp, code: SheetCode) -> bool:
    """Say whether grid and shelves are those of a sheet drawn by hand, without a task."""
    from printkit.daydream.exercise import card_room  # slow, and seldom needed

    layout = load_daydream(code.sheet, paper=code.paper)
    if share_found(grey, warp, code, layout.grid) < _ENOUGH:
        return False
    # Without its code the page that proves printers would pass for somebody's game.
    check = check_code(code.paper, code.lang, code.ink)
    if code.sheet == check.sheet and share_found(grey, warp, check, layout.name) >= _NOTICE:
        return False
    # A sheet with a task has a card there, and which task it is only its code can say.
    card = card_room(layout)
    upper = Box.between(card.left, card.top, card.right, card.bottom - _LOWEST_SHELF)
    return share_found(grey, warp, code, upper) >= _SHELVES


def _alike(page: Grey, blank: Grey, field: Box) -> float:
    """How much a field looks like its blank, a little moved perhaps, up to 1."""
    left, top, right, bottom = (
        round(edge * PX_PER_MM) for edge in (field.left, field.top, field.right, field.bottom)
    )
    reach = round(0.6 * PX_PER_MM)
    around = page[top - reach : bottom + reach, left - reach : right + reach]
    match = cv2.matchTemplate(around, blank[top:bottom, left:right], cv2.TM_CCOEFF_NORMED)
    return float(match.max())
