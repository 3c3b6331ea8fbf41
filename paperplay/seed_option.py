"""The ``--seed`` of the commands: a sheet's number, and nothing that merely looks like one."""

from __future__ import annotations

from typing import Any

import click

from rules.errors import HostError
from rules.values import shown


class Seed(click.ParamType):
    """A whole number in plain digits; 1e3, +7 and digits of other scripts are refused."""

    name = "integer"

    def __init__(self, low: int = 0) -> None:
        """Set the lowest seed that makes sense."""
        self._low = low

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read what was typed; ``bad-seed`` if it is none."""
        if isinstance(value, int):
            return value
        from templates.load import MOST_SEED

        text = str(value)
        digits = text.lstrip("0") or "0"
        # Compared by length first, since a number may be longer than Python reads.
        plain = text.isascii() and text.isdigit() and len(digits) <= len(str(MOST_SEED))
        if not plain or not self._low <= int(digits) <= MOST_SEED:
            raise HostError("bad-seed", value=shown(text)[1:-1], low=self._low, high=MOST_SEED)
        return int(digits)


SEED = Seed()
"""Any sheet's seed; 0 is the sheet drawn by hand."""
FRESH_SEED = Seed(1)
