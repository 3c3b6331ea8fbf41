"""Makes the manual's pictures of Daydream: two sheets, a task, and how a photo is read.

    python -m samples.pictures

Needs ``samples/photos/BAC.jpg``: make the samples first.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from practice.pages import rendered
from printkit.order import Order
from printkit.press import printed
from samples.make import HERE
from scanner import scans_of
from scanner.stages import Keep

PICTURES = HERE.parent / "docs/pictures"
SHEETS = {
    "sheet-A.png": (Order("daydream/A"), 703),
    "sheet-BAC.png": (Order("daydream/BAC"), 994),
    "exercise-A.png": (Order("daydream/A", exercise=(1, 1)), 672),
}
"""What is printed, and how many pixels wide it is shown."""
STAGES = {
    "BAC-1-found.jpg": "scan-1-found.jpg",
    "BAC-1-2-flat.jpg": "scan-2-flat.jpg",
    "BAC-1-3-even.jpg": "scan-3-even.jpg",
    "BAC-1-4-ink.jpg": "scan-4-ink.jpg",
    "BAC-1-5-marked.jpg": "scan-marked.jpg",
}
STAGE_WIDTH = 700
QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 85]


def main() -> None:
    """Write them all."""
    for name, (order, width) in SHEETS.items():
        _write(PICTURES / name, rendered(printed(order), 8.0), width)
    photo = (HERE / "photos/BAC.jpg").read_bytes()
    _write(PICTURES / "scan-photo.jpg", _decoded(photo), STAGE_WIDTH)
    with TemporaryDirectory() as folder:
        list(scans_of(photo, "BAC.jpg", Keep(debug=Path(folder))))
        for stage, name in STAGES.items():
            _write(PICTURES / name, _decoded((Path(folder) / stage).read_bytes()), STAGE_WIDTH)


def _decoded(data: bytes) -> cv2.typing.MatLike:
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)


def _write(path: Path, picture: cv2.typing.MatLike, width: int) -> None:
    height = round(picture.shape[0] * width / picture.shape[1])
    small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(path.suffix, small, QUALITY if path.suffix == ".jpg" else [])
    path.write_bytes(data.tobytes())


if __name__ == "__main__":
    main()
