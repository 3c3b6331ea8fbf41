"""The two minutes of a night: a clock that stands or runs, and that a reload does not disturb.

Moments are milliseconds since 1970, as browsers count them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

NIGHT_MS = 120_000


@dataclass(frozen=True, slots=True)
class Timer:
    """What is left of a night."""

    left: int = NIGHT_MS
    """Milliseconds that were left when it last stood still."""
    started: int | None = None
    """When it was set going; None while it stands."""

    @property
    def runs(self) -> bool:
        """Whether it has been set going; it may have run out meanwhile."""
        return self.started is not None

    def left_at(self, now: int) -> int:
        """Say what is left, never less than nothing."""
        spent = 0 if self.started is None else max(0, now - self.started)
        return max(0, self.left - spent)

    def start(self, now: int) -> Timer:
        """Set it going; one that runs goes on, and one that has run out begins anew."""
        if self.runs and self.left_at(now):
            return self
        return Timer(self.left_at(now) or NIGHT_MS, now)

    def pause(self, now: int) -> Timer:
        """Let it stand."""
        return replace(self, left=self.left_at(now), started=None)

    def reset(self, now: int) -> Timer:
        """Wind it up again."""
        return Timer()


def shown(left: int) -> str:
    """Write what is left as minutes and seconds, a begun second as a whole one."""
    seconds = -(-left // 1000)
    return f"{seconds // 60}:{seconds % 60:02d}"
