"""Par beside a scan: what was possible on the sheet with the dice that were rolled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paperplay.par_store import known_par
from templates.daydream.load import is_daydream
from templates.wording import say

Scan = Mapping[str, Any]


def with_par(scan: Scan, dice: str) -> Scan:
    """Add par to the scan of a Daydream sheet; any other stays as it is."""
    board = scan.get("board")
    if not board or "exercise" in scan or not is_daydream(board["sheet"]):
        return scan
    par = known_par(board["sheet"], board["seed"], dice)
    return {**scan, "par": {"dice": dice, "total": par.total, "optimal": par.optimal}}


def own_par(scan: Scan, lang: str) -> str | None:
    """Compare one player's points, by the rules, with par."""
    if "par" not in scan:
        return None
    text = say(
        "fresh.you-and-par",
        lang,
        total=scan["score"]["by_rules"]["total"],
        par=scan["par"]["total"],
    )
    return f"{text}. {say('fresh.optimal', lang)}" if scan["par"]["optimal"] else text


def pars(scans: Sequence[Scan], lang: str) -> list[str]:
    """Name par of every sheet that was played, once each."""
    from paperplay.scan_text import title_of

    found = {
        (scan["board"]["sheet"], scan["board"]["seed"]): scan["par"]
        for scan in scans
        if "par" in scan
    }
    return [
        say(
            "fresh.par-of-sheet",
            lang,
            sheet=title_of(sheet, lang),
            seed=seed,
            dice=par["dice"],
            total=par["total"],
        )
        for (sheet, seed), par in found.items()
    ]
