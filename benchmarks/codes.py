"""How often each QR code of a sheet is read after two messengers have made a photo small.

Run from the project's folder: ``python -m benchmarks.codes --sheets 40``
"""

from __future__ import annotations

from dataclasses import replace

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from printkit.daydream import draw_blank
from printkit.furniture import draw_furniture
from printkit.pdf import PdfPen
from scanner.page.identify import QR_PX_PER_MM, qr_at
from scanner.page.page_guess import guess_page
from scanner.page.tags import find_sheets
from scanner.pictures import PhotoError
from templates.daydream.load import load_daydream
from templates.sheet_code import SheetCode

Picture = NDArray[np.uint8]
PRINT = 12.0
"""Of the page before the photo, px per mm."""
SCALES = (4.0, 3.0, 2.5, 2.25, 2.0)
"""Of what arrives, px per mm."""
QUALITIES = (60, 50)
"""Of the two messengers' JPEGs."""
_BAC = SheetCode("daydream/BAC", lang="de", seed=999_999, copy=29)
CODES = {
    "A": SheetCode("daydream/A"),
    "BAC, fresh": _BAC,
    "BAC, longest code": replace(_BAC, players=15, page=32, class_mark=8191, variant=2**24 - 1),
}


def page_of(code: SheetCode) -> Picture:
    """Print a sheet, whatever its code says besides; in grey."""
    import pypdfium2

    layout = load_daydream(code.sheet, paper=code.paper, seed=code.seed)
    pen = PdfPen("codes")
    pen.page(layout.page.width, layout.page.height)
    draw_blank(pen, layout, code.lang, code.ink)
    draw_furniture(pen, layout.page, code)
    drawn = pypdfium2.PdfDocument(pen.data())[0].render(scale=PRINT * 25.4 / 72, grayscale=True)
    return np.ascontiguousarray(drawn.to_numpy().squeeze())


def received(page: Picture, scale: float, rng: np.random.Generator) -> Picture:
    """Photograph a page by hand, tilted, blurred, noisy, and send it on twice."""
    height, width = page.shape
    reach = 2 * scale / PRINT
    size = round(width * reach * 1.1), round(height * reach * 1.1)
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    tilted = corners * reach + 0.05 * np.array([width, height]) * reach
    tilted += rng.uniform(-0.025, 0.025, (4, 2)) * width * reach
    soft = cv2.GaussianBlur(page, (0, 0), 0.4 * PRINT / (2 * scale))
    place = cv2.getPerspectiveTransform(corners, tilted.astype(np.float32))
    photo = cv2.warpPerspective(soft, place, size, borderValue=120)
    photo = cv2.GaussianBlur(photo, (0, 0), float(rng.uniform(0.6, 1.4)))
    light = photo * rng.uniform(0.6, 0.9) + 15 + rng.normal(0, 4, photo.shape)
    sent = np.clip(light, 0, 255).astype(np.uint8)
    sent = cv2.resize(sent, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    for quality in QUALITIES:
        _, data = cv2.imencode(".jpg", sent, [cv2.IMWRITE_JPEG_QUALITY, quality])
        sent = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
    return np.asarray(sent, np.uint8)


def read(photo: Picture) -> tuple[bool, bool]:
    """Say whether the lower and the upper QR code can be read by themselves."""
    try:
        (seen,) = find_sheets(photo)
        page, homography = guess_page(seen)
    except (PhotoError, ValueError):
        return False, False
    lower, upper = (
        any(qr_at(photo, homography, box, scale) for scale in QR_PX_PER_MM) for box in page.qr_boxes
    )
    return lower, upper


@click.command()
@click.option("--sheets", default=40, show_default=True, help="Photos for each figure.")
def main(sheets: int) -> None:
    """Print how many of 100 lower and upper QR codes are read, and how many sheets are known."""
    click.echo("| px/mm | " + " | ".join(CODES) + " |\n| --- |" + " --- |" * len(CODES))
    pages = {name: page_of(code) for name, code in CODES.items()}
    for scale in SCALES:
        cells = []
        for name, page in pages.items():
            rng = np.random.default_rng(list(f"{name} {scale}".encode()))
            found = np.array([read(received(page, scale, rng)) for _ in range(sheets)])
            shares = (*found.mean(axis=0), found.any(axis=1).mean())
            cells.append(" / ".join(f"{100 * share:.0f}" for share in shares))
        click.echo(f"| {scale:g} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
