"""What nobody is sure of, in words."""

from __future__ import annotations

from scanner.scan import CONTRADICTED, Doubt, Scan
from templates.telling import element_text, value_text, why_text
from templates.wording import say


def doubt_text(doubt: Doubt, scan: Scan, lang: str) -> str:
    """Say what a doubtful element may be, and why nobody knows."""
    return say(
        "scan.result.doubt",
        lang,
        element=element_text(doubt.element, scan.sheet, scan.code.seed, lang, scan.board.names),
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
