"""Par beside a scan: what was possible on the sheet with the dice that were rolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace

from paperplay.par_store import known_par
from scanner.scan import Scan
from templates.telling import title_of
from templates.wording import say


def with_par(scan: Scan, dice: str) -> Scan:
    """Add par to the scan of a game's sheet that has fresh ones; any other stays as it is."""
    if not scan.is_read or scan.has_task or not scan.game.has_seeds:
        return scan
    return replace(scan, par=known_par(scan.sheet, scan.code.seed, dice))


def own_par(scan: Scan, lang: str) -> str | None:
    """Compare one player's points, by the rules, with par."""
    if scan.par is None:
        return None
    total = scan.own_score.by_rules.total
    text = say("fresh.you-and-par", lang, total=total, par=scan.par.total)
    return f"{text}. {say('fresh.optimal', lang)}" if scan.par.optimal else text


def pars(scans: Sequence[Scan], lang: str) -> list[str]:
    """Name par of every sheet that was played, once each."""
    found = {(scan.sheet, scan.code.seed): scan.par for scan in scans if scan.par}
    return [
        say("fresh.par-of-sheet", lang, sheet=title_of(sheet, lang), seed=seed, **asdict(par))
        for (sheet, seed), par in found.items()
    ]
