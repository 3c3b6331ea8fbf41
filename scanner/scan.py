"""The result of reading one sheet, as scripts and people see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scanner.reading import Reading
from templates.sheet_code import SheetCode
from templates.wording import say

FORMAT = 1


@dataclass(frozen=True)
class Doubt:
    """An element that a person should look at."""

    reading: Reading
    why: str
    """A key of ``scan.why``."""

    def as_json(self, lang: str) -> dict[str, Any]:
        """Give the doubt as scripts see it."""
        return {
            "element": self.reading.element,
            "guess": self.reading.guess,
            "or": self.reading.runner_up,
            "why": say(f"scan.why.{self.why}", lang),
            "why_code": self.why,
        }


@dataclass(frozen=True)
class Scan:
    """One sheet of one picture, read or not."""

    file: str
    page: int
    index: int
    """Which sheet of the picture, from 1, in reading order."""
    seconds: float
    lang: str = "en"
    board: Mapping[str, Any] | None = None
    score: Mapping[str, Any] | None = None
    readings: Mapping[str, Reading] = field(default_factory=dict)
    doubts: Sequence[Doubt] = ()
    reason: str = ""
    """Why the sheet could not be read, and what to do."""
    reason_code: str = ""
    reason_facts: Mapping[str, object] = field(default_factory=dict)
    """What the reason speaks of, for whoever says it in another language."""
    code: SheetCode | None = None
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """Where they were asked for: PNG of name fields and of doubtful elements, by element."""

    @property
    def status(self) -> str:
        """``ok``, ``review`` or ``unreadable``."""
        if self.board is None:
            return "unreadable"
        return "review" if self.doubts else "ok"

    def as_json(self) -> dict[str, Any]:
        """Give the scan as scripts see it."""
        shared = {"format": FORMAT, "file": self.file, "page": self.page, "status": self.status}
        place = {"index": self.index, "seconds": round(self.seconds, 3)}
        if self.board is None:
            return {**shared, "reason": self.reason, "code": self.reason_code, **place}
        return {
            **shared,
            "board": dict(self.board),
            "score": self.score,
            "confidence": {e: round(r.confidence, 4) for e, r in self.readings.items()},
            "review": [doubt.as_json(self.lang) for doubt in self.doubts],
            "copy": self.code.copy if self.code else 0,
            "sheet_code": self.code.printed if self.code else None,
            **({"exercise": self.exercise} if self.exercise else {}),
            **place,
        }

    @cached_property
    def exercise(self) -> dict[str, Any] | None:
        """How the task went, where the sheet has one on it."""
        if self.board is None or self.code is None or self.code.exercise is None:
            return None
        from scanner.exercise_reader import marked

        doubtful = [doubt.reading.element for doubt in self.doubts]
        return marked(self.board, self.code, doubtful, self.lang)
