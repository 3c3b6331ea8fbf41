"""Why a person is asked, in words."""

from __future__ import annotations

from scanner.scan import CONTRADICTED, Doubt, Scan
from templates.telling import why_text


def why_asked(doubt: Doubt, scan: Scan, lang: str) -> str:
    """Say why an element is doubtful; of a contradicted total, what stands against what."""
    found = scan.contradiction(doubt.element) if doubt.why == CONTRADICTED else None
    return scan.game.judge.problem_text(found, lang) if found else why_text(doubt.why, lang)
