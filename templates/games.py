"""All games: a folder of ``templates`` that has a ``game.py`` is one."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path

from rules.errors import HostError
from templates.game import Game


@cache
def games() -> Mapping[str, Game]:
    """Give every game by its name, in the order of their numbers."""
    folders = [path.parent.name for path in Path(__file__).parent.glob("*/game.py")]
    found: list[Game] = [import_module(f"templates.{folder}.game").GAME for folder in folders]
    return {game.name: game for game in sorted(found, key=lambda game: game.number)}


def all_sheets() -> tuple[str, ...]:
    """Name every sheet that is played on and can be read back; puzzles are a class's own."""
    played = (game for game in games().values() if not game.for_class)
    return tuple(sheet for game in played for sheet in game.sheets)


SHEETS_A_GAME = 64
"""Room for a game's sheets in their numbers."""


def sheet_number(sheet: str) -> int:
    """Give the number that stands for a sheet in its code, below 4,096."""
    game = game_of(sheet)
    return SHEETS_A_GAME * game.number + game.sheets.index(sheet)


def sheet_numbered(number: int) -> str:
    """Name the sheet with a number; it is a KeyError if there is none."""
    known = (sheet for game in games().values() for sheet in game.sheets)
    return {sheet_number(sheet): sheet for sheet in known}[number]


@cache
def shelved() -> Game:
    """Give the game whose sheets people make."""
    return next(game for game in games().values() if game.shelf_in)


def sheets_of(game: Game) -> tuple[str, ...]:
    """Name a game's sheets, those among them that people made."""
    return game.shelf.sheets() if game.shelf_in and not game.sheets else game.sheets


def game_of(what: str) -> Game:
    """Give the game of a full sheet name, or of the game's own name.

    Raises:
        HostError: ``unknown-sheet``, or ``own-unknown`` for one that somebody made elsewhere.
    """
    game = games().get(what.partition("/")[0])
    if game is not None and game.shelf_in and what != game.name:
        game = game.shelf.record_of(what)
    if game is None or what not in (game.name, *game.sheets):
        if what.startswith(f"{shelved().name}/"):
            near = shelved().shelf.near(what)
            raise HostError("own-unknown", sheet=what[:60], did_you_mean=near)
        raise HostError("unknown-sheet", sheet=what[:60], did_you_mean=None, known=_known())
    return game


def sheet_name(name: str) -> str:
    """Give a sheet's full name, ``daydream/A`` for ``A`` or ``a``; else ``unknown-sheet``."""
    by_name = {short_name(sheet).casefold(): sheet for sheet in all_sheets()}
    by_name |= {sheet.casefold(): sheet for sheet in all_sheets()}
    wanted = name.strip().casefold()
    if wanted in by_name:
        return by_name[wanted]
    if wanted.startswith(f"{shelved().name}/"):
        return game_of(wanted).sheets[0]
    near = get_close_matches(wanted, by_name, n=1, cutoff=0.5)
    nearest = by_name[near[0]] if near else shelved().shelf.near(wanted)
    raise HostError("unknown-sheet", sheet=name[:60], did_you_mean=nearest, known=_known())


def short_name(sheet: str) -> str:
    """Give the shortest name of a sheet: the game is left out where each player has a sheet."""
    game, _, part = sheet.partition("/")
    return sheet if games()[game].for_table or games()[game].shelf_in else part


def _known() -> str:
    return ", ".join(short_name(sheet) for sheet in all_sheets())
