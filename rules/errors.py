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
