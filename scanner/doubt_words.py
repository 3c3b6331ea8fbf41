"""What nobody is sure of, in words."""

from __future__ import annotations

from scanner.missing import Missing, is_lost, missing_of
from scanner.scan import CONTRADICTED, Doubt, Scan
from templates.telling import element_text, elements_text, value_text, why_text
from templates.wording import say


def doubt_texts(scan: Scan, lang: str) -> list[str]:
    """Say what is doubtful on a sheet; a sentence for each place that the photo does not show."""
    told = [missing_text(missing, scan, lang) for missing in missing_of(scan)]
    return told + [doubt_text(doubt, scan, lang) for doubt in scan.doubts if not is_lost(doubt)]


def missing_text(missing: Missing, scan: Scan, lang: str) -> str:
    """Say what a photo does not show: the side that is cut off, what was there, what to do."""
    facts = scan.sheet, scan.code.drawn_by, lang, scan.board.names
    what = say(f"scan.missing.{missing.where}", lang, what=elements_text(missing.elements, *facts))
    return f"{what} {say('scan.missing-do', lang)}"


def doubt_text(doubt: Doubt, scan: Scan, lang: str) -> str:
    """Say what a doubtful element may be, and why nobody knows."""
    return say(
        "scan.result.doubt",
        lang,
        element=element_text(doubt.element, scan.sheet, scan.code.drawn_by, lang, scan.board.names),
        guess=value_text(doubt.guess, lang),
        other=value_text(doubt.other, lang),
        why=why_asked(doubt, scan, lang),
    )


def why_asked(doubt: Doubt, scan: Scan, lang: str) -> str:
    """Say why an element is doubtful; of a contradicted total, what stands against what."""
    found = scan.contradiction(doubt.element) if doubt.why == CONTRADICTED else None
    if found is None:
        return why_text(doubt.why, lang)
    return scan.game.judge.problem_text(found, scan.sheet, scan.code.seed, lang)
