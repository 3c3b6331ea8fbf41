"""What sheets and solo tiers are called, in every language."""

from __future__ import annotations

from functools import cache

import msgspec

from templates.daydream.model import FOLDER, Words, check_words
from templates.files import convert, read_toml
from templates.games import shelved


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The names that belong to one combination."""

    name: Words
    tiers: tuple[Words, Words, Words, Words]


@cache
def _names() -> dict[str, Named]:
    file = f"{FOLDER}/names.toml"
    named = read_toml(file)
    found = {key: convert(named[key], Named, f"templates/{file}", key) for key in named}
    for key, one in found.items():
        for words in (one.name, *one.tiers):
            check_words(words, file, key)
    return found


def _combination(sheet: str) -> str:
    folder, _, name = sheet.rpartition("/")
    if folder == shelved().name:  # somebody's board with the rules of a combination
        from templates.board.daydream import combination_name

        return combination_name(sheet)
    return name


def sheet_title(sheet: str, lang: str) -> str:
    """Give the name of a sheet such as ``daydream/BAC``."""
    return _names()[_combination(sheet)].name[lang]


def tier_names(sheet: str, lang: str) -> tuple[str, ...]:
    """Give the names of a sheet's solo tiers, lowest first."""
    return tuple(tier[lang] for tier in _names()[_combination(sheet)].tiers)
