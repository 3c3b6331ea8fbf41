"""What is said about every photo of a taught board: how often it was proven."""

from __future__ import annotations

from typing import Any

from templates.sheet_code import SheetCode
from templates.wording import say


def taught_json(code: SheetCode, lang: str) -> dict[str, Any]:
    """Say how many photos of a board were confirmed; nothing of our own sheets."""
    if not code.fingerprint:
        return {}
    from templates.board.shelf import ENOUGH_CONFIRMED, confirmed, with_fingerprint

    board = with_fingerprint(code.fingerprint)
    if board is None:
        return {}
    facts = {"confirmed": confirmed(board.name), "of": ENOUGH_CONFIRMED}
    return {"taught": {**facts, "message": unproven_text(code, lang)}}


def unproven_text(code: SheetCode, lang: str) -> str | None:
    """Say that a board is not proven yet; None if it is, or is no taught board."""
    if not code.fingerprint:
        return None
    from templates.board.shelf import ENOUGH_CONFIRMED, confirmed, with_fingerprint

    board = with_fingerprint(code.fingerprint)
    count = confirmed(board.name) if board else ENOUGH_CONFIRMED
    if board is None or count >= ENOUGH_CONFIRMED:
        return None
    return say("boards.unproven", lang, name=board.name, confirmed=count, of=ENOUGH_CONFIRMED)
