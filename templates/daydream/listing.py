"""What one has to know to choose a sheet: how hard it is, how long it takes, what is special."""

from __future__ import annotations

from templates.daydream.model import combinations
from templates.wording import say

MINUTES_A_PANEL = 15
"""About: a turn takes a minute, and a panel has clouds for some dozen turns."""


def about_sheet(sheet: str, lang: str) -> tuple[str, str, str]:
    """Say the level, the time and the extra rules of a sheet such as ``daydream/BAC``."""
    combination = combinations()[sheet.rpartition("/")[2]]
    extras = [say(f"listing.extra.{extra}", lang) for extra in combination.extras]
    return (
        say(f"rules.label.{combination.level}", lang),
        say("listing.time", lang, n=MINUTES_A_PANEL * len(combination.panels)),
        ", ".join(extras) or say("listing.plain", lang),
    )
