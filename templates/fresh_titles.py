"""The titles of fresh sheets, one to one with their seeds: a noun and four digits, ``Fox 4711``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from templates.languages import LANGUAGES
from templates.wording import words

_NUMBERS = 10_000
_SEEDS = 1_000_000
_FACTOR, _SHIFT = 617_293, 271_829
"""Neighbouring seeds have nothing in common in their titles. A printed title keeps its meaning:
never change them."""
_TITLE = re.compile(r"(?:(?P<sheet>.*\S)\s+)?(?P<noun>\S+)\s+(?P<number>\d{4})", re.ASCII)


def noun_of(seed: int) -> str:
    """Give the noun of a seed: the name of its drawing."""
    return _nouns()[_mixed(seed) // _NUMBERS]


def fresh_title(seed: int, lang: str) -> str:
    """Give the title of a fresh sheet, such as ``Fox 4711``."""
    return f"{words('nouns')[f'nouns.{noun_of(seed)}'][lang]} {_mixed(seed) % _NUMBERS:04}"


def seed_of_title(text: str) -> tuple[str, int] | None:
    """Read a title in any language, and what stands before it; None if it ends in no title."""
    found = _TITLE.fullmatch(text.strip())
    place = _places().get(folded(found["noun"])) if found else None
    if found is None or place is None:
        return None
    mixed = place * _NUMBERS + int(found["number"])
    seed = (mixed - _SHIFT) * pow(_FACTOR, -1, _SEEDS) % _SEEDS
    return found["sheet"] or "", seed


def folded(text: str) -> str:
    """Write words as people type them in a hurry: no capitals, accents or fine signs."""
    plain = text.casefold().replace("œ", "oe").replace("’", "'").replace("·", " ")
    letters = unicodedata.normalize("NFKD", plain)
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


def _mixed(seed: int) -> int:
    return (seed * _FACTOR + _SHIFT) % _SEEDS


@cache
def _nouns() -> tuple[str, ...]:
    return tuple(key.removeprefix("nouns.") for key in words("nouns"))


@cache
def _places() -> Mapping[str, int]:
    return {
        folded(words("nouns")[f"nouns.{noun}"][lang]): place
        for place, noun in enumerate(_nouns())
        for lang in LANGUAGES
    }
