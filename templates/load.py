"""Find a sheet by its name and lay it out: where everyone else begins."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache

from rules import values
from rules.daydream.sheet import Sheet
from rules.errors import HostError
from templates.daydream.arrange import arrange
from templates.daydream.check import check_layout
from templates.daydream.compose import Design, design_of
from templates.daydream.fresh import fresh_design
from templates.daydream.layout import Layout
from templates.page import KINDS
from templates.score_sheet import USUAL_PLAYERS, ScoreSheetLayout, load_score_sheet

DAYDREAM = "daydream/"
MOST_SEED = 999_999


def sheet_name(name: str) -> str:
    """Give a sheet's full name: case does not matter, and ``A`` means ``daydream/A``.

    Raises:
        HostError: ``unknown-sheet``.
    """
    by_name = {kind.casefold(): kind for kind in KINDS}
    by_name |= {
        kind.removeprefix(DAYDREAM).casefold(): kind for kind in KINDS if kind.startswith(DAYDREAM)
    }
    wanted = name.strip().casefold()
    if wanted in by_name:
        return by_name[wanted]
    near = get_close_matches(wanted, by_name, n=1, cutoff=0.5)
    raise HostError(
        "unknown-sheet",
        sheet=name[:60],
        did_you_mean=by_name[near[0]] if near else None,
        known=", ".join(kind.removeprefix(DAYDREAM) for kind in KINDS),
    )


def is_daydream(sheet: str) -> bool:
    """Say whether a full sheet name is one of Daydream's."""
    return sheet.startswith(DAYDREAM)


@cache
def _design(sheet: str, seed: int) -> Design:
    values.integer(seed, "seed", 0, MOST_SEED)
    name = sheet.removeprefix(DAYDREAM)
    return fresh_design(name, seed) if seed else design_of(name)


def load_sheet(sheet: str, *, seed: int = 0) -> Sheet:
    """Load what rules need of a Daydream sheet, without laying it out.

    Raises:
        HostError: ``unknown-sheet``, or ``bad-value`` for a seed out of range.
    """
    return _design(sheet_name(sheet), seed).sheet


@cache
def load_daydream(sheet: str, *, paper: str = "a4", seed: int = 0) -> Layout:
    """Lay out a Daydream sheet and check that it can be printed and read.

    Raises:
        HostError: ``unknown-sheet``, ``unknown-paper``, or ``bad-value`` for the seed.
        TemplateError: The templates do not make a proper sheet.
    """
    layout = arrange(_design(sheet_name(sheet), seed), paper)
    check_layout(layout)
    return layout


def load_layout(
    sheet: str,
    *,
    paper: str = "a4",
    seed: int = 0,
    players: int | None = None,
    page: int = 1,
) -> Layout | ScoreSheetLayout:
    """Lay out any sheet that can be read back; players and page are for score sheets."""
    full = sheet_name(sheet)
    if is_daydream(full):
        return load_daydream(full, paper=paper, seed=seed)
    count = USUAL_PLAYERS[full.partition("/")[0]] if players is None else players
    return load_score_sheet(full, paper=paper, players=count, page=page)
