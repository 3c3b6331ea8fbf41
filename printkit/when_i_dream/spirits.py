"""The three spirits: fairy, nightmare and sandman, drawn around their middle."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from printkit.art import Art
from printkit.pen import Point
from printkit.shapes import cloud, crescent, ellipse, smooth, star


def draw_fairy(art: Art) -> None:
    """A fairy with four wings and a wand, before the moon."""
    art.disc((0, -4), 22, "moon")
    for side in (-1, 1):
        with art.pen.placed((side * 2.5, 0), turn=side * 42):
            art.fill(ellipse(0, -12, 6.5, 12), "sky")
            art.line(smooth(((0, -2), (side * 0.8, -10), (0, -19))), "sky", width=0.25)
        with art.pen.placed((side * 2, 2), turn=side * 112):
            art.fill(ellipse(0, -9, 4.5, 8.5), "mint")
    for side in (-1, 1):
        art.limb(f"M {side * 2.2} 14 L {side * 2.6} 21", "skin", 1.5)
        art.fill(ellipse(side * 3.3, 21.8, 2, 1.1), "coral")
    art.limb("M -3.5 0 C -7 2 -9 5 -9.5 8", "skin", 1.5)
    art.limb("M 3.5 0 C 7 -1 10 -4 12 -7", "skin", 1.5)
    art.fill(
        "M 0 -4 C 5 -3 8 8 10.5 16 C 7 14.5 4.5 18 0 16 C -4.5 18 -7 14.5 -10.5 16 "
        "C -8 8 -5 -3 0 -4 Z",
        "rose",
    )
    art.line("M -4.4 5 C -2 6.6 2 6.6 4.4 5", "rose")
    _draw_fairy_head(art)
    art.limb("M 11 -4 L 15.5 -16", "wood", 0.7)
    art.fill(star(16, -18, 4), "gold")
    for x, y, r in ((-17, -17, 1.6), (22, -7, 1.2), (-20, 12, 1.2), (19, 15, 1.6), (8, -26, 1.1)):
        art.fill(star(x, y, r, 4, 0.35), "gold", edge=0.15)


def _draw_fairy_head(art: Art) -> None:
    art.disc((0, -16.8), 2.6, "wood")
    art.disc((0, -9.5), 5.6, "skin")
    art.fill(
        "M -5.8 -8 C -7 -17 7 -17 5.8 -8 C 4.6 -11.6 2 -12.6 -0.6 -12.4 "
        "C -3 -12.2 -5 -11 -5.8 -8 Z",
        "wood",
    )
    art.line("M -3.2 -9 C -2.6 -8.1 -1.6 -8.1 -1 -9 M 1 -9 C 1.6 -8.1 2.6 -8.1 3.2 -9", width=0.35)
    art.line("M -1.4 -6.4 C -0.6 -5.5 0.6 -5.5 1.4 -6.4", width=0.35)
    for side in (-1, 1):
        art.fill(ellipse(side * 3.4, -7, 1, 0.7), "rose", edge=0)


def draw_nightmare(art: Art) -> None:
    """A shaggy little monster with horns: more mischief than horror."""
    art.fill(crescent(-19.5, -18.5, 5.6), "moon")
    for side in (-1, 1):
        d = (
            f"M {side * 11} 2 C {side * 17} -10 {side * 24} -10 {side * 25} -4 "
            f"C {side * 22} -3 {side * 22} 0 {side * 22.5} 3 C {side * 19} 2 {side * 18} 5 "
            f"{side * 17.5} 8 C {side * 15} 6 {side * 13} 7 {side * 11} 9 Z"
        )
        art.fill(d, "dusk")
        art.fill(
            f"M {side * 5} -13 C {side * 6} -19 {side * 9} -22 {side * 13} -23 "
            f"C {side * 12} -18 {side * 12} -13 {side * 10} -9 Z",
            "sand",
        )
        art.fill(ellipse(side * 6.5, 19.5, 4.6, 2.4), "plum")
    art.fill(cloud(0, 3, 31, 34, 13), "plum")
    for side in (-1, 1):
        art.disc((side * 5.2, -3), 4.6, "white")
        art.disc((side * 4.4, -2.2), 2, "ink")
        art.disc((side * 4.4 - 0.6, -2.9), 0.6, "white", edge=0)
    art.line("M -9.5 -9 L -2.5 -7 M 9.5 -9 L 2.5 -7", width=0.9)
    art.fill("M -9 7 C -5 9.5 5 9.5 9 7 C 8 14 4 16 0 16 C -4 16 -8 14 -9 7 Z", "ink")
    art.fill("M -7 8 L -5 11.6 L -3.2 8.8 Z M 7 8 L 5 11.6 L 3.2 8.8 Z", "white", edge=0.15)
    art.fill("M -3.4 15 C -2 11.8 2 11.8 3.4 15 C 1.4 16.3 -1.4 16.3 -3.4 15 Z", "coral", edge=0.15)
    for x, y, r in ((18, -19, 1.6), (23, 12, 1.2), (-22, 9, 1.3), (-3, -25, 1.1)):
        art.fill(star(x, y, r, 4, 0.35), "gold", edge=0.15)


def draw_sandman(art: Art) -> None:
    """An old man with a nightcap, a beard and a sack of dream sand."""
    art.fill(cloud(0, 19, 46, 13, 12), "cloud")
    art.fill("M -6 -3 C -12 4 -13 14 -13 19 C -6 21.5 6 21.5 13 19 C 13 14 12 4 6 -3 Z", "night")
    for x, y in ((-7.5, 12), (-3, 16.5), (7.5, 8), (4, 16.5)):
        art.fill(star(x, y, 1.4), "gold", edge=0.15)
    art.fill("M 13 3 C 19 3 22 8 21 13 C 20 18 10 18 9 13 C 8.4 8.6 10 4.5 13 3 Z", "sand")
    art.limb("M 11.6 3.4 C 13 4.4 14.6 4.4 16 3.6", "wood", 0.7)
    art.fill("M 12 3 C 10 0.5 17 -0.5 15.6 3 Z", "sand")
    art.limb("M 7 3 C 10 5 12 5 14 3.2", "night", 2.6)
    art.disc((14.2, 3), 1.5, "skin")
    art.disc((0, -8), 6.2, "skin")
    art.fill(
        "M -6.4 -7 C -8.5 3 -4 11 0 12.5 C 4 11 8.5 3 6.4 -7 C 5 -4.5 2.4 -4.4 0 -5 "
        "C -2.4 -4.4 -5 -4.5 -6.4 -7 Z",
        "white",
    )
    art.line("M -1.8 -2.4 C -0.8 -1.6 0.8 -1.6 1.8 -2.4", width=0.35)
    art.disc((0, -6.2), 1.3, "rose", edge=0.2)
    art.line("M -4 -8.4 C -3.4 -7.6 -2.4 -7.6 -1.8 -8.4 M 1.8 -8.4 C 2.4 -7.6 3.4 -7.6 4 -8.4")
    art.fill(
        "M -6.6 -10 C -5 -20 6 -26 15 -20 C 9 -20 7 -15 6.6 -10 C 2.4 -12 -2.4 -12 -6.6 -10 Z",
        "dusk",
    )
    art.fill("M -7 -9 C -7.6 -12.6 7.6 -12.6 7 -9 C 2.4 -10.8 -2.4 -10.8 -7 -9 Z", "cloud")
    art.disc((15.6, -18.6), 2.2, "cloud")
    for x, y in _grains():
        art.disc((x, y), 0.6, "gold", edge=0.12)
    art.limb("M -7 3 C -11 4 -15 1 -17 -2", "night", 2.6)
    art.disc((-17.4, -2.6), 1.6, "skin")


def _grains() -> tuple[Point, ...]:
    return (
        (-19, -5), (-21, -2.5), (-20, 0.6), (-22.4, 3), (-19.6, 5), (-21.6, 7.6), (-23.4, 10),
        (-18.6, 9), (-20.6, 12), (-17.4, -6.6), (-22.6, -6),
    )  # fmt: skip


SPIRITS: Mapping[str, Callable[[Art], None]] = {
    "fairy": draw_fairy,
    "nightmare": draw_nightmare,
    "sandman": draw_sandman,
}
GROUNDS: Mapping[str, str] = {"fairy": "mint", "nightmare": "dusk", "sandman": "sand"}
"""The tone behind each spirit."""
