"""When I Dream's boards and scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from rules import when_i_dream
from templates.game import Value
from templates.score_sheet import ScoreSheetLayout
from templates.score_sheet_judge import Rules, ScoreSheetJudge
from templates.when_i_dream.layout import lay_out


def roles_meant(values: Mapping[str, Value], layout: ScoreSheetLayout) -> Mapping[str, Value]:
    """Take the dreamer out of the roles, among which it stands on paper."""
    meant = dict(values)
    for element, value in values.items():
        line, _, rest = element.partition(".role.")
        if rest and value == "dreamer":
            meant |= {f"{line}.dreamer": int(rest), element: None}
    return meant


JUDGE = ScoreSheetJudge(cast(Rules, when_i_dream), lay_out, roles_meant)
