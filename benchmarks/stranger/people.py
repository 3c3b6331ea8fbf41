"""Who fills in the sheets of a group: with which pens, which hand and which habits."""

from __future__ import annotations

import numpy as np

from benchmarks.stranger.hands import Digits, Hand
from benchmarks.stranger.pen import Pen
from benchmarks.stranger.writing import STYLE, Style

PLAIN = ("ballpoint", "gel", "fineliner", "felt", "pencil2b")
NEAT = ("ballpoint", "ballpoint", "gel", "fineliner", "fountain", "pencil2b")
PENS = {
    "plain-good": NEAT,
    "plain-flatbed": NEAT,
    "odd-colours-and-pencil": (
        *("orange", "green", "pink", "lightblue", "pencilh", "pencilh"),
        *("pencil2b", "glitter", "red", "felt", "fountain"),
    ),
    "children": ("felt", "felt", "pencil2b", "green", "gel", "red", "lightblue", "ballpoint"),
    "scanner-apps-and-copies": PLAIN,
}
"""What is at hand in a group; in all others ``OTHERWISE``."""
OTHERWISE = (*("ballpoint", "ballpoint", "gel", "fineliner", "fountain"), "pencil2b", "felt")
SECOND = ("ballpoint", "gel", "pencil2b", "red")
SECOND_ODD = ("orange", "green", "pink", "lightblue", "pencilh", "ballpoint", "red", "pencil2b")
HANDS = ("mnist", "swiss", "unipen", "cheque")
SHARES = {
    "plain-good": (0.3, 0.4, 0.3, 0),
    "plain-flatbed": (0.3, 0.4, 0.3, 0),
    "hard-camera": (0.25, 0.35, 0.25, 0.15),
}
"""How often each kind of hand writes in a group; in all others ``SHARES_OTHERWISE``."""
SHARES_OTHERWISE = (0.28, 0.37, 0.27, 0.08)


def pens_for(group: str, rng: np.random.RandomState) -> dict[str, Pen]:
    """Choose pens for digits, lines and rings, mostly one for all."""
    odd = group == "odd-colours-and-pencil"
    digits = Pen(rng.choice(PENS.get(group, OTHERWISE)), rng)
    lines = rings = digits
    if rng.rand() < (0.5 if odd else 0.12):
        other = Pen(rng.choice(SECOND_ODD if odd else SECOND), rng)
        chance = rng.rand()
        if chance < 0.4:
            lines = other
        elif chance < 0.7:
            lines = rings = other
        else:
            rings = other
    return {"digits": digits, "lines": lines, "rings": rings}


def hand_for(group: str, half: int, digits: Digits, rng: np.random.RandomState) -> Hand:
    """Choose a writer."""
    kind = rng.choice(HANDS, p=SHARES.get(group, SHARES_OTHERWISE))
    return Hand(kind, half, digits, rng)


def style_for(group: str, rng: np.random.RandomState) -> Style:
    """Choose how large, shaky and far off somebody writes and marks."""
    style = dict(STYLE)
    style["size"] = rng.uniform(0.6, 0.82)
    style["jit"] = rng.uniform(0.3, 0.8)
    style["shaky"] = rng.uniform(0.02, 0.06)
    style["ringk"] = rng.uniform(1.1, 1.5)
    style["ringjit"] = rng.uniform(0.15, 0.5)
    style["strip"] = rng.rand() < 0.35
    style["open"] = rng.uniform(0, 0.25)
    style["flat"] = float(rng.rand() < 0.3)
    if group == "children":
        style.update(
            size=rng.uniform(0.85, 1.15),
            jit=rng.uniform(0.6, 1.2),
            shaky=rng.uniform(0.07, 0.13),
            ringk=rng.uniform(1.3, 1.9),
            ringjit=rng.uniform(0.4, 0.9),
            out=rng.uniform(0, 0.7),
            open=0.3,
        )
    if group == "ticks-and-underlines":
        style["tickp"] = rng.choice([0, 0, 0.3, 0.9])
        style["tickobj"] = rng.choice([0, 0.5, 0.9])
    if group == "corrections-and-struck-out":
        style["strikep"] = rng.uniform(0.05, 0.14)
    elif rng.rand() < 0.25:
        style["strikep"] = 0.012
    return style
