"""A board as a page: as large as it is, and without tags and codes."""

from __future__ import annotations

from dataclasses import dataclass

from templates.geometry import Box, Point
from templates.page import Page, TagPlace


@dataclass(frozen=True, slots=True)
class BoardPage(Page):
    """The flat picture of a board."""

    folds: tuple[float, ...] = ()

    @property
    def creases(self) -> tuple[float, ...]:
        """Its folds: what is printed there wears off."""
        return self.folds

    @property
    def tags(self) -> tuple[TagPlace, ...]:
        """None."""
        return ()

    @property
    def qr_boxes(self) -> tuple[Box, ...]:  # type: ignore[override]
        """None."""
        return ()

    @property
    def code_at(self) -> Point:
        """Nowhere."""
        return (-1000.0, -1000.0)
