"""Keep pictures of what the scanner did: the marked sheet, and every stage on request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.ink import InkPage
from scanner.marks import SeenSheet
from scanner.outline import Outlined
from scanner.pictures import Grey, Picture
from scanner.scan import Scan
from templates.daydream.layout import Layout
from templates.score_sheet import ScoreSheetLayout


@dataclass(frozen=True)
class Keep:
    """Where pictures go; None keeps none."""

    marked: Path | None = None
    debug: Path | None = None
    crops: bool = False
    """Whether scans carry pictures of names and doubts with them."""

    def photo(self, picture: Picture, grey: Grey, sheets: Sequence[SeenSheet | Outlined]) -> None:
        """Keep the photo with the tags that were found."""
        if self.debug is None:
            return
        shown = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
        for found in sheets:
            sheet = found.seen if isinstance(found, Outlined) else found
            for tag in sheet.tags:
                outline = tag.corners.round().astype(np.int32).reshape(-1, 1, 2)
                cv2.polylines(shown, [outline], True, (0, 140, 255), 4)
        _write(self.debug, f"{_stem(picture)}-1-found", shown)

    def page(self, picture: Picture, index: int, flat: Grey, page: InkPage) -> None:
        """Keep the flattened page, its even light and the player's ink."""
        if self.debug is None:
            return
        for name, stage in (("2-flat", flat), ("3-even", page.grey), ("4-ink", page.clean)):
            _write(self.debug, f"{_stem(picture)}-{index}-{name}", stage)

    def result(
        self, picture: Picture, scan: Scan, page: InkPage, layout: Layout | ScoreSheetLayout
    ) -> None:
        """Keep the sheet with its notes."""
        if self.marked is None and self.debug is None:
            return
        from scanner.marked import marked_picture

        notes = cv2.cvtColor(marked_picture(scan, page.grey, layout), cv2.COLOR_RGB2BGR)
        if self.marked is not None:
            _write(self.marked, f"{_stem(picture)}-{scan.index}", notes)
        if self.debug is not None:
            _write(self.debug, f"{_stem(picture)}-{scan.index}-5-marked", notes)


def _stem(picture: Picture) -> str:
    """A file name from a picture's name: never a path."""
    stem = "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in picture.name)
    return f"{Path(stem).stem or 'photo'}" + (f"-p{picture.page}" if picture.page > 1 else "")


def _write(folder: Path, name: str, picture: NDArray[np.uint8]) -> None:
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
    if done:
        (folder / f"{name}.jpg").write_bytes(data.tobytes())
