"""The page that proves printer and phone: a sheet on which a known game is printed."""

from __future__ import annotations

from functools import cache
from typing import Any

from templates.files import read_toml
from templates.game import Board
from templates.games import game_of
from templates.sheet_code import CHECK, SheetCode


def check_code(paper: str = "a4", lang: str = "en", ink: str = "colour") -> SheetCode:
    """Give the code of the page on a paper, in a language and an ink."""
    return SheetCode(check_sheet(), paper, lang, ink, variant=CHECK)


def check_sheet() -> str:
    """Name the sheet that the page is made of."""
    return str(_known()["sheet"])


@cache
def check_board() -> Board:
    """Give what is printed on it: the truth that a reading is compared with."""
    return game_of(check_sheet()).judge.board_from(_known())


@cache
def _known() -> dict[str, Any]:
    return read_toml("check_page.toml")
