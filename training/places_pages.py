"""Fills whole sheets at random, photographs them flat, and cuts out what the reader will see.

    python -m training.places_pages --pages 900 --seed 1 --out FOLDER/train.npz

The print, its subtraction and the light are the scanner's own; hands, pens and cameras are
drawn here, apart from those of ``practice``, which stay unseen for the check.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from scanner.marks.places import INSIDE, NONE, darkest_pen, sample_rings
from scanner.page.blank import PX_PER_MM, blank_page, layout_of
from scanner.page.ink import even_light
from scanner.page.shown_print import Print
from templates.languages import LANGUAGES
from templates.sheet_code import INKS, SheetCode
from training.places_camera import photograph_flat
from training.places_marks import Chances, Points, sure
from training.places_sheet import Filling, fill_sheet
from training.shapes import Rng

SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")
_VISIBLE = 16
"""Less ink than this, out of 255, is lost in the noise."""
Grey = np.ndarray


@dataclass
class Gathered:
    """Everything that training needs, one entry for each place."""

    rings: list[Grey] = field(default_factory=list)
    pen: list[float] = field(default_factory=list)
    radii: list[Points] = field(default_factory=list)
    busy: list[bool] = field(default_factory=list)
    chances: list[Grey] = field(default_factory=list)
    kind: list[str] = field(default_factory=list)

    def save(self, path: Path) -> None:
        """Keep them in one file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(
            path,
            rings=np.concatenate(self.rings),
            pen=np.array(self.pen, np.float32),
            radii=np.array(self.radii, np.float32),
            busy=np.array(self.busy, bool),
            chances=np.array(self.chances, np.float32),
            kind=np.array(self.kind),
        )


def main() -> None:
    """Read the arguments and draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--held-out", action="store_true", help="draw as training never does")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(args.seed)
    gathered = Gathered()
    code = some_code(rng)
    for page in range(args.pages):
        if page % 6 == 0:  # drawing a blank takes longer than filling it
            code = some_code(rng)
        one_page(code, rng, gathered, held_out=args.held_out)
    gathered.save(args.out)
    print(len(gathered.pen), "places")


def some_code(rng: Rng) -> SheetCode:
    """Pick a sheet, rarely of one of the other two games."""
    ink, lang = str(rng.choice(INKS)), str(rng.choice(LANGUAGES))
    if rng.random() < 0.1:
        name, players = ("when-i-dream/score", 5) if rng.random() < 0.5 else ("dreams/score", 4)
        return SheetCode(name, lang=lang, ink=ink, players=players)
    paper = str(rng.choice(["a4", "letter"]))
    return SheetCode(f"daydream/{rng.choice(SHEETS)}", paper=paper, lang=lang, ink=ink)


def one_page(code: SheetCode, rng: Rng, gathered: Gathered, *, held_out: bool) -> None:
    """Fill and photograph one sheet and keep what is seen at its places."""
    filling = fill_sheet(_layout(code), rng, held_out=held_out)
    blank = blank_page(code)
    misfit = float(rng.choice([0.03, 0.1, 0.2, 0.35], p=[0.4, 0.35, 0.17, 0.08]))
    flat = photograph_flat(blank, filling.strokes, misfit, rng)
    ink = np.asarray(cv2.blur(_added(flat, blank, misfit, rng), (3, 3)), np.uint8)
    keep(ink, filling, rng, gathered)


def _added(flat: Grey, blank: Grey, misfit: float, rng: Rng) -> Grey:
    """Take the print away as the scanner does, with more or less tolerance than it has now."""
    print_ = Print(blank)
    even = even_light(flat, print_)
    reach = (1 if misfit < 0.08 else 2 if misfit < 0.15 else 3) + int(rng.choice([0, 0, 0, 1, 2]))
    blur = print_.blur_in(even)
    darkest = print_.expected(print_.tones_in(even, blur), blur, reach)
    return np.asarray(cv2.subtract(darkest, even), np.uint8)


def keep(ink: Grey, filling: Filling, rng: Rng, gathered: Gathered) -> None:
    """Sample the rings of every place, a little beside where it should be."""
    radii = np.array([place.half for place in filling.places], np.float32)
    centers = np.array([place.center for place in filling.places], np.float32)
    astray = np.clip(rng.normal(0, 0.1, 2) + rng.normal(0, 0.06, centers.shape), -0.5, 0.5)
    seen = sample_rings(ink, (centers + astray) * PX_PER_MM - 0.5, radii * PX_PER_MM)
    gathered.rings.append(np.round(seen).astype(np.uint8))
    gathered.pen += [darkest_pen(ink)] * len(radii)
    gathered.radii += list(radii)
    gathered.busy += [place.busy for place in filling.places]
    gathered.chances += [
        as_seen(place.chances, one) for place, one in zip(filling.places, seen, strict=True)
    ]
    gathered.kind += [place.kind for place in filling.places]


def as_seen(chances: Chances, rings: Grey) -> Chances:
    """Doubt a mark of which nothing is left once the print is taken away."""
    if chances[NONE] or rings[:, : INSIDE + 3].max() > _VISIBLE:
        return chances
    return (chances + sure(NONE)) / 2


@cache
def _layout(code: SheetCode) -> dict[str, object]:
    return layout_of(code).as_json()


if __name__ == "__main__":
    main()
