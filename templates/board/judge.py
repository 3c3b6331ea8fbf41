"""Layouts, boards and scores of taught boards that have Daydream's rules."""

from __future__ import annotations

from rules.errors import HostError
from templates.board.daydream import BoardLayout, layout_on
from templates.board.shelf import known, with_fingerprint
from templates.daydream.judge import DaydreamJudge
from templates.daydream.listing import about_sheet
from templates.sheet_code import SheetCode


class BoardJudge(DaydreamJudge):
    """Daydream's judge, on somebody else's print."""

    def layout_of(self, code: SheetCode) -> BoardLayout:
        """Lay out the board that a code speaks of; ``board-unknown`` if it is not here."""
        board = with_fingerprint(code.fingerprint)
        if board is None or not board.is_daydream:
            raise HostError("board-unknown", name=code.sheet)
        return layout_on(board)

    def title_of(self, sheet: str, lang: str) -> str:
        """Name a board, and the combination whose rules it has."""
        board = known(sheet)
        return f"{board.name} ({board.combination})"

    def about(self, sheet: str, lang: str) -> tuple[str, ...]:
        """Say what one has to know of the rules that it has."""
        return about_sheet(known(sheet).combination, lang)


JUDGE = BoardJudge()
