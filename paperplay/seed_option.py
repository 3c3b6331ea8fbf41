"""The ``--seed`` of the commands: a fresh sheet's number or title, and nothing like it."""

from __future__ import annotations

from typing import Any

import click

from rules.errors import HostError
from rules.values import shown


class Seed(click.ParamType):
    """A whole number in plain digits, or a title; 1e3, +7 and other digits are refused."""

    name = "n|title"

    def __init__(self, low: int = 0) -> None:
        """Set the lowest seed that makes sense."""
        self._low = low

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read what was typed; ``bad-seed`` if it is none."""
        if isinstance(value, int):
            return value
        from templates.fresh_titles import seed_of_title
        from templates.load import MOST_SEED

        text = str(value)
        title = seed_of_title(text)
        if title is not None and not title[0]:
            text = str(title[1])
        digits = text.lstrip("0") or "0"
        # Compared by length first, since a number may be longer than Python reads.
        plain = text.isascii() and text.isdigit() and len(digits) <= len(str(MOST_SEED))
        if not plain or not self._low <= int(digits) <= MOST_SEED:
            raise HostError("bad-seed", value=shown(text)[1:-1], low=self._low, high=MOST_SEED)
        return int(digits)


SEED = Seed()
"""Any sheet's seed; 0 is the sheet drawn by hand."""
FRESH_SEED = Seed(1)
