"""A Daydream sheet, drawn from its layout."""

from __future__ import annotations

from printkit.daydream.accents import accent_of
from printkit.daydream.extras import draw_extras
from printkit.daydream.garden import draw_leaves, draw_plant
from printkit.daydream.labels import draw_labels, write_name
from printkit.daydream.shelf import draw_shelf
from printkit.daydream.sky import draw_sky
from printkit.furniture import draw_furniture
from printkit.pen import Pen
from printkit.sheet_ink import SheetInk
from templates.daydream.layout import Layout
from templates.sheet_code import SheetCode


def draw_sheet(pen: Pen, layout: Layout, code: SheetCode, name: str = "") -> None:
    """Draw one copy of a sheet, with its owner's name, on the page that has been begun.

    What all copies share is drawn once and shown again by reference.
    """
    if code.exercise is not None:
        # Here, because few sheets have a task on them.
        from printkit.daydream.exercise import draw_exercise

        draw_exercise(pen, layout, code, name)
        return
    page = layout.page
    kept = f"{code.sheet} {code.seed} {page.width:g}x{page.height:g} {code.lang} {code.ink}"
    with pen.stamp(kept) as new:
        if new:
            draw_blank(pen, layout, code.lang, code.ink)
    if code.is_check:
        from printkit.daydream.check_notice import draw_notice

        draw_notice(pen, layout, code)
    elif name:
        write_name(pen, layout.name, name)
    draw_furniture(pen, page, code)


def draw_blank(pen: Pen, layout: Layout, lang: str, ink: str) -> None:
    """Draw everything that all copies share."""
    sheet_ink = SheetInk(pen, ink, accent_of(layout.sheet.id))
    draw_shelf(sheet_ink, layout)
    draw_sky(sheet_ink, layout)
    draw_extras(sheet_ink, layout, lang)
    draw_leaves(sheet_ink, layout)
    draw_plant(sheet_ink, layout)
    draw_labels(sheet_ink, layout, lang)
