"""Draws the small set of crops that the tests read: every shape of our own, and what is none.

python -m training.drawn tests/scanner/crops
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from training.paper import Grey, draw_strokes, photograph
from training.shapes import own_digit, scribble, side_by_side, struck_out, variants

_SEED = 44


def draw_set() -> dict[str, Grey]:
    """Draw every variant of every digit twice, and some that are no single digit."""
    rng = np.random.default_rng(_SEED)
    cv2.setRNGSeed(_SEED)
    crops: dict[str, Grey] = {}
    for digit in range(10):
        for variant in range(variants(digit)):
            for copy in range(2):
                strokes = own_digit(digit, rng, variant, shake=0.025)
                ink = draw_strokes(strokes, rng)
                crops[f"{digit}-shape{variant}-{copy}"] = photograph(
                    ink, rng, print_share=0.3, spread=0.12
                )
    for copy in range(4):
        first, second = own_digit(3 + copy, rng), own_digit(8 - copy, rng)
        crops[f"none-struck-{copy}"] = photograph(
            draw_strokes(struck_out(first, 3 + copy, rng), rng), rng
        )
        crops[f"none-two-{copy}"] = photograph(
            draw_strokes(side_by_side(first, second, rng), rng), rng
        )
        crops[f"none-scribble-{copy}"] = photograph(draw_strokes(scribble(rng), rng), rng)
        crops[f"none-empty-{copy}"] = photograph(None, rng, print_share=1.0)
    return crops


def main() -> None:
    """Write the set into the folder that is named on the command line."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, crop in draw_set().items():
        cv2.imwrite(str(folder / f"{name}.png"), crop)


if __name__ == "__main__":
    main()
