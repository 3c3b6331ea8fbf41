"""Sheets by what they are called: a title in any language stands for the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import cast

from templates.fresh_titles import folded
from templates.game import PersonJudge
from templates.games import all_sheets, game_of, short_name
from templates.languages import LANGUAGES


def sheet_titled(title: str) -> str | None:
    """Give the short name of the sheet with a title; capitals and accents do not matter."""
    return _by_title().get(folded(title))


def about_sheet(sheet: str, lang: str) -> tuple[str, ...]:
    """Say what one has to know to choose a sheet; nothing of a game that has only one."""
    game = game_of(sheet)
    return () if game.for_table else cast(PersonJudge, game.judge).about(sheet, lang)


@cache
def _by_title() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for sheet in all_sheets():
        for lang in LANGUAGES:
            title = game_of(sheet).judge.title_of(sheet, lang)
            # With and without what stands in brackets behind it.
            found[folded(title)] = found[folded(title.partition(" (")[0])] = short_name(sheet)
    return found
