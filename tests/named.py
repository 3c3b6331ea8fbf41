"""What people call a cloud or a row, wherever the templates put it."""

from __future__ import annotations

from templates.daydream.element_names import grid_names


def at(element, sheet="A", seed=0):
    """Name a cloud or a row by the letters and numbers at the edges of the grid."""
    return grid_names(f"daydream/{sheet}", seed)[element]
