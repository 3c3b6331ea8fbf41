"""Sheets by what they are called: a title in any language stands for the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from templates.fresh_titles import folded
from templates.games import all_sheets, game_of, short_name
from templates.languages import LANGUAGES


def sheet_titled(title: str) -> str | None:
    """Give the short name of the sheet with a title; capitals and accents do not matter."""
    return _by_title().get(folded(title))


@cache
def _by_title() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for sheet in all_sheets():
        for lang in LANGUAGES:
            title = game_of(sheet).judge.title_of(sheet, lang)
            # With and without what stands in brackets behind it.
            found[folded(title)] = found[folded(title.partition(" (")[0])] = short_name(sheet)
    return found
