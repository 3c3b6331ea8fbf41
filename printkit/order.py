"""What somebody wants to have printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from printkit.book import Backs


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed."""

    what: str
    """A game, or the full name of a sheet."""
    lang: str = "en"
    paper: str = "a4"
    ink: str = "colour"
    copies: int = 1
    """Of every sheet that is written on; cards and boards come once."""
    names: Sequence[str] = ()
    """Whose copies these are, one after the other; the further copies bear no name."""
    seed: int = 0
    players: int | None = None
    pages: int = 1
    """Of a score sheet."""
    dice: str | None = None
    """The seed of the rolls, where a strip of dice is wanted."""
    terms: Sequence[str] | None = None
    """A vocabulary of one's own instead of our terms."""
    bleed: bool = False
    backs: Backs = "duplex-long"
    back_shift: tuple[float, float] = (0.0, 0.0)
    variant: int = 0
    """Of a worksheet whose numbers are drawn."""
    each: bool = False
    """Whether every copy has the next variant."""
    version: int = 0
    """The fingerprint of a sheet that somebody made, so that an edit is another order."""
    exercise: tuple[int, int] | None = None
    """Level and number of a task, where a Daydream sheet is to carry one."""
    key: Literal["last", "none", "only"] = "last"
    """Where a task's answer key goes: after the copies, nowhere, or it comes alone."""
