"""Dreams' boards and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from rules import dreams
from templates.dreams.layout import lay_out
from templates.game import Value
from templates.score_sheet import ScoreSheetLayout
from templates.score_sheet_judge import Rules, ScoreSheetJudge


@dataclass(frozen=True)
class DreamsJudge(ScoreSheetJudge):
    """A game that may go on over several pages."""

    def join(self, pages: Sequence[dreams.DreamsBoard]) -> dreams.DreamsBoard:
        """Put the pages of one game together."""
        return dreams.join_pages(pages)


def votes_meant(values: Mapping[str, Value], layout: ScoreSheetLayout) -> Mapping[str, Value]:
    """Say votes as plain numbers; one of the wrong kind is none."""
    meant = dict(values)
    for element, marked in values.items():
        line, _, player = element.partition(".vote.")
        if player:
            meant[element] = vote_of(marked, int(player), values[f"{line}.mortal"])
    return meant


def vote_of(marked: Value, player: int, mortal: Value) -> int | None:
    """Give the number of a vote such as ``image 3``; None if it is not of the right kind.

    While nobody knows who is mortal, any number may be right.
    """
    if marked is None or isinstance(marked, int):
        return marked
    kind, _, number = str(marked).partition(" ")
    right = "image" if player == mortal else "player"
    return int(number) if mortal is None or kind == right else None


JUDGE = DreamsJudge(cast(Rules, dreams), lay_out, votes_meant)
