"""Pens that are seldom at hand when a scanner is tuned, and often at a table."""

from __future__ import annotations

from benchmarks.ink import NIBS, Nib

ODD: dict[str, Nib] = {
    "orange": Nib((0.62, 0.24, 0.03), 0.55, 0.08, skip=0.15),
    "yellow-ochre": Nib((0.55, 0.16, 0.07), 0.6, 0.08, skip=0.15),
    "pink": Nib((0.18, 0.38, 0.04), 0.55, 0.08, skip=0.15),
    "light-blue": Nib((0.05, 0.18, 0.40), 0.55, 0.08, skip=0.15),
    "light-green": Nib((0.35, 0.09, 0.33), 0.55, 0.08, skip=0.15),
    "soft-pencil": Nib((0.55, 0.56, 0.57), 0.55, 0.14, skip=0.1, tooth=0.65),
    "faint-pencil": Nib((0.15, 0.155, 0.16), 0.42, 0.12, skip=0.12, tooth=0.8),
    "hard-pencil": Nib((0.20, 0.205, 0.21), 0.26, 0.07, skip=0.12, tooth=0.7),
    "thick-felt": Nib((1.0, 0.95, 0.75), 1.9, 0.12),
    "thick-blue-felt": Nib((0.35, 0.95, 1.1), 1.7, 0.12),
    "whiteboard": Nib((1.1, 1.05, 1.0), 1.6, 0.16, skip=0.22),
    "whiteboard-green": Nib((0.85, 0.4, 1.0), 1.5, 0.16, skip=0.25),
    "crayon": Nib((0.75, 0.5, 0.2), 1.0, 0.2, skip=0.2, tooth=0.6),
    "grey-ballpoint": Nib((0.34, 0.35, 0.34), 0.34, 0.06, skip=0.35),
}
EVERY = {**NIBS, **ODD}
LIGHT = ("orange", "yellow-ochre", "pink", "light-blue", "light-green")
USUAL = ("blue", "black", "green", "red")
