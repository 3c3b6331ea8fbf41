"""What the person at the keyboard can put right."""

from __future__ import annotations

from collections.abc import Mapping


class HostError(Exception):
    """Something the host can put right. Shown in words, without a traceback.

    Code raises a code and facts; the sentences live in ``templates/words``.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: Mapping[str, object] = facts

    def __reduce__(self) -> tuple[object, ...]:
        """Let errors cross from one process to another."""
        return _again, (type(self), self.code, dict(self.facts))


def _again(kind: type[HostError], code: str, facts: dict[str, object]) -> HostError:
    error = kind.__new__(kind)
    HostError.__init__(error, code, **facts)
    return error
