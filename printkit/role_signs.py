"""The signs that are circled on When I Dream's score sheet: small figures with a letter."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from printkit.pen import Point
from printkit.shapes import ellipse, pair, rounded
from printkit.sheet_ink import SheetInk

Sign = Callable[[SheetInk, float, float], None]


def _dreamer(ink: SheetInk, x: float, y: float) -> None:
    """A pillow."""
    ink.shape(rounded(x - 3.1, y - 2.1, 6.2, 4.2, 1.5), "sky", width=0.25)
    ink.disc((x, y), 1.95, "white", width=0.2)


def _fairy(ink: SheetInk, x: float, y: float) -> None:
    """Four wings."""
    for side in (-1, 1):
        ink.shape(ellipse(x + side * 1.9, y - 1.0, 1.25, 1.5), "mint", width=0.25)
        ink.shape(ellipse(x + side * 1.7, y + 1.4, 1.1, 0.9), "mint", width=0.25)
    ink.disc((x, y), 1.95, "mint", width=0.25)


def _nightmare(ink: SheetInk, x: float, y: float) -> None:
    """Two horns."""
    for side in (-1, 1):
        horn = (
            f"M {pair(x + side * 0.7, y - 1.6)} C {pair(x + side * 1.1, y - 2.4)} "
            f"{pair(x + side * 1.6, y - 2.8)} {pair(x + side * 2.4, y - 2.9)} "
            f"C {pair(x + side * 2.3, y - 2.0)} {pair(x + side * 2.2, y - 1.2)} "
            f"{pair(x + side * 1.8, y - 0.6)} Z"
        )
        ink.shape(horn, "lilac", width=0.25)
        ink.shape(ellipse(x + side * 1.1, y + 2.1, 0.9, 0.55), "lilac", width=0.25)
    ink.disc((x, y), 2.05, "lilac", width=0.25)


def _sandman(ink: SheetInk, x: float, y: float) -> None:
    """A nightcap."""
    cap = (
        f"M {pair(x - 1.9, y - 0.9)} C {pair(x - 1.5, y - 3.0)} {pair(x + 0.8, y - 3.7)} "
        f"{pair(x + 2.5, y - 2.3)} C {pair(x + 1.7, y - 2.4)} {pair(x + 1.7, y - 1.6)} "
        f"{pair(x + 1.9, y - 0.9)} Z"
    )
    ink.shape(cap, "sand", width=0.25)
    ink.disc((x + 2.5, y - 2.0), 0.6, "white", width=0.25)
    ink.disc((x, y + 0.1), 2.0, "lemon", width=0.25)


SIGNS: Mapping[str, Sign] = {
    "dreamer": _dreamer,
    "fairy": _fairy,
    "nightmare": _nightmare,
    "sandman": _sandman,
}


def draw_role(ink: SheetInk, mark: str, at: Point, letter: str) -> None:
    """Draw a role's sign, no wider than the circle that a pen draws around it."""
    SIGNS[mark](ink, *at)
    ink.letter(letter, at, 3.3)
