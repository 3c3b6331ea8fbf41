"""Keep pictures of what the scanner did: the marked sheet, and every stage on request."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from scanner.scan import Scan

if TYPE_CHECKING:
    from cv2.typing import MatLike

    from scanner.page.ink import InkPage
    from scanner.pictures import Grey, Picture
    from scanner.pipeline import Found

_NOTES, _FLAT = 88, 82
"""Qualities of the pictures."""


@dataclass(frozen=True)
class Keep:
    """Where pictures go; None keeps none."""

    marked: Path | None = None
    debug: Path | None = None
    crops: bool = False
    """Whether scans carry pictures of names and doubts with them."""
    flat: bool = False
    """Whether scans carry the flattened page with them, or a picture of what is wrong."""
    lang: str = "en"
    """Language of the notes."""
    unkept: list[str] = field(default_factory=list, compare=False)
    """Files that could not be written: the reading is worth more than its pictures."""

    def photo(self, picture: Picture, grey: Grey, sheets: Sequence[Found]) -> None:
        """Keep the photo with the tags that were found."""
        if self.debug is None:
            return
        import cv2
        import numpy as np

        from scanner.page.tags import SeenSheet

        shown = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
        for found in sheets:
            sheet = found if isinstance(found, SeenSheet) else found.seen
            for tag in sheet.tags:
                outline = tag.corners.round().astype(np.int32).reshape(-1, 1, 2)
                cv2.polylines(shown, [outline], True, (0, 140, 255), 4)
        self._write(self.debug, f"{_stem(picture)}-1-found", shown)

    def page(self, picture: Picture, index: int, flat: Grey, page: InkPage) -> None:
        """Keep the flattened page, its even light and the player's ink."""
        if self.debug is None:
            return
        for name, stage in (("2-flat", flat), ("3-even", page.grey), ("4-ink", page.clean)):
            self._write(self.debug, f"{_stem(picture)}-{index}-{name}", stage)

    def result(self, picture: Picture, scan: Scan, page: InkPage) -> Scan:
        """Keep the sheet with its notes, and let the scan carry what is asked for."""
        if self.marked is not None or self.debug is not None:
            import cv2

            from scanner.marked import marked_picture

            notes = cv2.cvtColor(marked_picture(scan, page.grey, self.lang), cv2.COLOR_RGB2BGR)
            if self.marked is not None:
                self._write(self.marked, f"{_stem(picture)}-{scan.index}", notes)
            if self.debug is not None:
                self._write(self.debug, f"{_stem(picture)}-{scan.index}-5-marked", notes)
        if self.crops:
            from scanner.crops import crops_of

            scan = replace(scan, pictures=crops_of(scan, page.grey))
        return replace(scan, flat=_jpeg(page.grey, _FLAT)) if self.flat else scan

    def failure(
        self,
        picture: Picture,
        scan: Scan,
        grey: Grey | None = None,
        found: Found | None = None,
    ) -> Scan:
        """Let a scan without a board carry a picture of what is wrong with the photo."""
        assert scan.failure is not None
        # What was not even opened is not opened a second time.
        if not self.flat or (grey is None and scan.failure.code != "no-sheet"):
            return scan
        from scanner.page.tags import SeenSheet
        from scanner.trouble import LONGEST, trouble_picture

        try:
            if grey is None:
                wanted = max(picture.size) // LONGEST
                grey = picture.decode(max(n for n in (1, 2, 4, 8) if n <= max(wanted, 1)))
            seen = found if found is None or isinstance(found, SeenSheet) else found.seen
            shown = trouble_picture(grey, seen, scan.failure.code)
        except Exception:  # the reason is worth more than its picture
            return scan
        return replace(scan, flat=_jpeg(shown, _FLAT))

    def _write(self, folder: Path, name: str, picture: MatLike) -> None:
        file = folder / f"{name}.jpg"
        try:
            file.unlink(missing_ok=True)  # else it would be written through a link
            file.write_bytes(_jpeg(picture, _NOTES))
        except OSError:
            self.unkept.append(str(file))
            with suppress(OSError):  # half a picture is none
                file.unlink()


def _stem(picture: Picture) -> str:
    """A file name from a picture's name: never a path."""
    return stem_of(picture.name) + (f"-p{picture.page}" if picture.page > 1 else "")


def stem_of(name: str) -> str:
    """Give what the names of a photo's marked sheets begin with."""
    stem = "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in name)
    return Path(stem).stem or "photo"


def _jpeg(picture: MatLike, quality: int) -> bytes:
    import cv2

    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes() if done else b""
