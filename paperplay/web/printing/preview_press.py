"""Prints and previews for the page: drawn one after the other in a thread of their own, and kept.

One thread, because pdfium must not be called from two; a short queue, so that impatient
fingers cannot pile up work; a store of a bounded size, so that a preview costs its drawing once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from io import BytesIO
from threading import Lock
from typing import TypeVar

from printkit.order import Order
from rules.errors import HostError

MOST_WAITING = 12
MOST_KEPT = 48_000_000
"""Bytes of finished prints and pictures."""
LARGEST_SIDE = 1000
"""Pixels of a preview's longer side: enough to see what it is, and light; the PDF has all of it."""
_QUALITY = 50
SECONDS = 60

T = TypeVar("T")


@dataclass
class Press:
    """Draws orders."""

    _thread: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, thread_name_prefix="press")
    )
    _lock: Lock = field(default_factory=Lock)
    _waiting: int = 0
    _kept: OrderedDict[object, bytes] = field(default_factory=OrderedDict)

    def pdf(self, order: Order) -> bytes:
        """Print an order; a HostError says ``press-busy`` or what is wrong with it."""
        return self._in_turn(lambda: self._pdf(order))

    def picture(self, order: Order, page: int) -> bytes:
        """Show a page of an order as a WebP; a page that there is not shows the last one."""
        return self._in_turn(lambda: self._picture(order, page))

    def pages(self, order: Order) -> int:
        """Count the pages of an order."""
        return self._in_turn(lambda: _pages(self._pdf(order)))

    def close(self) -> None:
        """Take no more orders."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _in_turn(self, work: Callable[[], T]) -> T:
        with self._lock:
            if self._waiting >= MOST_WAITING:
                raise HostError("press-busy")
            self._waiting += 1
        try:
            return self._thread.submit(work).result(SECONDS)
        except TimeoutError:
            raise HostError("press-busy") from None
        finally:
            with self._lock:
                self._waiting -= 1

    def _pdf(self, order: Order) -> bytes:
        from printkit.press import printed

        return self._keep(("pdf", order), lambda: printed(order))

    def _picture(self, order: Order, page: int) -> bytes:
        return self._keep(("webp", order, page), lambda: _webp(self._pdf(order), page))

    def _keep(self, key: object, make: Callable[[], bytes]) -> bytes:
        """Make something once; only the press's own thread comes here."""
        if key not in self._kept:
            self._kept[key] = make()
            while sum(map(len, self._kept.values())) > MOST_KEPT and len(self._kept) > 1:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]


def _pages(pdf: bytes) -> int:
    import pypdfium2

    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return len(document)


def _webp(pdf: bytes, page: int) -> bytes:
    import pypdfium2

    with closing(pypdfium2.PdfDocument(pdf)) as document:
        place = max(0, min(page, len(document)) - 1)
        scale = LARGEST_SIDE / max(document.get_page_size(place))
        picture = document[place].render(scale=scale).to_pil().convert("RGB")
    data = BytesIO()
    picture.save(data, "WEBP", quality=_QUALITY, method=4)
    return data.getvalue()
