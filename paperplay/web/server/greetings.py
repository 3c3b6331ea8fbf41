"""How an encrypted connection begins: many that never greet must not keep others out for long."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any
from weakref import WeakSet

GREETED_WITHIN = 10.0
"""Seconds that a browser may take for it."""
MOST_GREETING = 64
"""Connections that are at it at the same time; whoever comes then is turned away."""


class Greetings(ssl.SSLContext):
    """Encrypts connections, and knows how many of them have only begun."""

    _begun: WeakSet[ssl.SSLObject]

    def wrap_bio(self, *args: Any, **more: Any) -> ssl.SSLObject:
        """Begin a connection.

        Raises:
            ConnectionAbortedError: Too many others have begun one and not come to an end.
        """
        for each in [one for one in self._begun if one.version() is not None]:
            self._begun.discard(each)
        if len(self._begun) >= MOST_GREETING:
            raise ConnectionAbortedError
        made = super().wrap_bio(*args, **more)
        self._begun.add(made)
        return made


def greetings(certificate: Path) -> Greetings:
    """Prepare encrypted connections with a certificate and its key."""
    made = Greetings(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(certificate)
    made._begun = WeakSet()
    return made
