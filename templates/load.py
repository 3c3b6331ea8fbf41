"""Find a sheet by its name and lay it out: where everyone else begins."""

from __future__ import annotations

from rules import values
from templates.game import SheetLayout
from templates.games import game_of, sheet_name, shelved
from templates.languages import DEFAULT_LANGUAGE
from templates.page import page_of
from templates.sheet_code import SheetCode

MOST_SEED = 999_999


def load_layout(
    sheet: str,
    *,
    paper: str = "a4",
    seed: int = 0,
    players: int | None = None,
    page: int = 1,
    lang: str = DEFAULT_LANGUAGE,
    variant: int = 0,
) -> SheetLayout:
    """Lay out any sheet that can be read back; players and page are for score sheets.

    Raises:
        HostError: ``unknown-sheet``, ``unknown-paper`` or ``bad-value``, naming the option.
        TemplateError: The template does not make a proper sheet.
    """
    code = code_for(
        sheet, paper=paper, seed=seed, players=players, page=page, lang=lang, variant=variant
    )
    return game_of(code.sheet).judge.layout_of(code)


def code_for(
    sheet: str,
    *,
    paper: str = "a4",
    seed: int = 0,
    players: int | None = None,
    page: int = 1,
    lang: str = DEFAULT_LANGUAGE,
    variant: int = 0,
) -> SheetCode:
    """Give the code of a plain sheet, once everything about it is checked."""
    full = sheet_name(sheet)
    game = game_of(full)
    page_of(paper)  # knows all papers
    values.integer(seed, "seed", 0, MOST_SEED)
    count = 0
    if game.players is not None:
        count = game.players.usual if players is None else players
        values.integer(count, "players", game.players.fewest, game.players.most)
    if game.players is not None or game.shelf_in:
        values.integer(page, "page", 1, game.pages)
    if game.name == shelved().name:
        made = shelved().shelf.fingerprint_of(full)
        return SheetCode(
            full, paper, lang, players=count, page=page, variant=variant, fingerprint=made
        )
    if game.players is None:
        return SheetCode(full, paper, seed=seed)
    return SheetCode(full, paper, players=count, page=page)
