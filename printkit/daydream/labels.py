"""The words of a sheet: title, fields, tiers, reminders, and the sum."""

from __future__ import annotations

from itertools import pairwise

from printkit import textbox
from printkit.daydream.examples import draw_examples
from printkit.daydream.legend import draw_legend
from printkit.pen import Pen
from printkit.shapes import line, rounded
from printkit.sheet_ink import SheetInk
from printkit.textbox import write
from printkit.title_picture import draw_beside_title
from templates.daydream.layout import Layout
from templates.daydream.names import sheet_title, tier_names
from templates.fresh_titles import fresh_title
from templates.geometry import Box
from templates.wording import say

SMALLEST = 2.83
"""8 pt: nothing on a sheet is smaller."""
_PARTS = {
    "constellation": "stars",
    "notes": "notes",
    "polaroids-difference": "polaroids",
    "polaroids-distinct": "polaroids",
    "moon-chain": "moon-chain",
    "frames": "frames",
}


def draw_labels(ink: SheetInk, layout: Layout, lang: str) -> None:
    """Write everything that does not change from copy to copy."""
    _write_title(ink, layout, lang)
    draw_line_field(ink, layout.name, say("rules.label.name", lang))
    draw_line_field(ink, layout.date, say("rules.label.date", lang))
    _write_tiers(ink, layout, lang)
    draw_examples(ink, layout, lang)
    draw_legend(ink, layout.texts["legend"], lang)
    _write_reminder(ink, layout, lang)
    _draw_sum(ink, layout, lang)
    draw_strip(ink, layout, lang)


def _room(box: Box) -> textbox.TextRoom:
    return textbox.TextRoom(box.left, box.top, *box.size)


def _write_title(ink: SheetInk, layout: Layout, lang: str) -> None:
    place = layout.texts["title"]
    letter, seed = layout.sheet.id.rpartition("/")[2], layout.sheet.seed
    if seed:
        place = draw_beside_title(ink, place, seed)
    title = textbox.TextRoom(place.left, place.top, place.size[0], 7.6)
    write(
        ink.pen,
        sheet_title(layout.sheet.id, lang),
        title,
        size=7.6,
        least=5.5,
        face="hand",
        middle=True,
        colour=ink.deep,
    )
    level = say(f"rules.label.{layout.design.level}", lang)
    own = [fresh_title(seed, lang)] if seed else []
    write_below_title(ink.pen, place, f"Daydream {letter}", level, *own)


def write_below_title(pen: Pen, place: Box, sheet: str, *parts: str) -> None:
    """Say which sheet this is; where there is little room, without what can be seen anyway."""
    versions = [(sheet, *parts), (sheet.removeprefix("Daydream "), *parts), (sheet, parts[-1])]
    told = [" · ".join(version) for version in versions]
    fits = [text for text in told if pen.width_of(text, 2.9) <= place.size[0]] or [told[-1]]
    pen.words(fits[0], (place.left + 0.2, place.bottom - 0.4), size=2.9)


def draw_line_field(ink: SheetInk, field: Box, label: str) -> None:
    """Draw a line to write on, and what belongs there."""
    rule = line(((field.left, field.bottom), (field.right, field.bottom)))
    ink.line(rule, "mist", width=0.35)
    ink.pen.words(label, (field.left, field.top + 1.4), size=SMALLEST)


def write_name(pen: Pen, field: Box, name: str) -> None:
    """Print a player's name on its line, smaller if it is long, cut off if nothing helps."""
    width, size = field.size[0] - 2, 5.6
    while pen.width_of(name, size, "hand") > width and size > 3:
        size -= 0.2
    while pen.width_of(name, size, "hand") > width:
        name = name.removesuffix("…")[:-1].rstrip() + "…"
    pen.words(name, (field.left + 1, field.bottom - 1.6), size=size, face="hand")


def _write_tiers(ink: SheetInk, layout: Layout, lang: str) -> None:
    """Write the solo box and the four tiers with their totals, as a strip or as a column."""
    place, solo = layout.texts["tiers"], layout.solo
    ink.pen.path(
        rounded(solo.left, solo.top, *solo.size, 0.8),
        fill="#ffffff", stroke=ink.line_of("mist"), width=0.35,
    )  # fmt: skip
    label = (solo.right + 1.6, solo.center[1] + 1.4)
    ink.pen.words(say("rules.label.solo", lang), label, size=4.4, face="hand", colour=ink.deep)
    tiers = layout.sheet.tiers
    limits = [f"{low}–{high - 1}" for low, high in pairwise(tiers)] + [f"{tiers[-1]}+"]
    named = list(zip(limits, tier_names(layout.sheet.id, lang), strict=True))
    if place.size[0] > 3 * place.size[1]:
        _write_tier_strip(ink, place, named)
        return
    top = solo.bottom + 1.8
    step = (place.bottom - top) / len(named)
    for k, (limit, name) in enumerate(named):
        y = top + k * step
        middle = y + step / 2
        ink.pen.words(limit, (place.left + 10.6, middle + 1.1), size=3.1, face="bold",
                      align="right", colour=ink.deep)  # fmt: skip
        room = textbox.TextRoom(place.left + 12, y, place.size[0] - 12, step)
        # A name that takes two lines is a little smaller, or it touches the rules around it.
        size = 3.1 if ink.pen.width_of(name, 3.1) <= room.width else SMALLEST
        write(ink.pen, name, room, size=size, least=SMALLEST, middle=True)
        if k:
            rule = line(((place.left, y), (place.right, y)))
            ink.line(rule, "mist", width=0.2)


def _write_tier_strip(ink: SheetInk, place: Box, named: list[tuple[str, str]]) -> None:
    """Write the tiers side by side, like the steps of a stair."""
    step = place.size[0] / len(named)
    ink.shape(rounded(place.left, place.top, *place.size, 2.0), "wall", width=0.3)
    for k, (limit, name) in enumerate(named):
        x = place.left + (k + 0.5) * step
        ink.pen.words(limit, (x, place.top + 3.9), size=3.6, face="bold", align="centre",
                      colour=ink.deep)  # fmt: skip
        room = textbox.TextRoom(x - step / 2 + 0.8, place.top + 4.9, step - 1.6, 3.8)
        write(ink.pen, name, room, size=3.2, least=SMALLEST, align="centre", middle=True)
        if k:
            edge = x - step / 2
            ink.line(line(((edge, place.top + 1.6), (edge, place.bottom - 1.6))), "wall", width=0.3)


def _write_reminder(ink: SheetInk, layout: Layout, lang: str) -> None:
    """Write the extra rules: side by side in a band, else one below the other."""
    extras = {extra: say(f"rules.daydream.extra.{extra}", lang) for extra in layout.design.extras}
    if "solo-rule" in layout.texts:
        alone = say("sheets.solo-frames", lang)
        write(ink.pen, alone, _room(layout.texts["solo-rule"]), size=3.0, least=SMALLEST)
    if "star-rule" in layout.texts:
        stars = extras.pop("constellation")
        write(ink.pen, stars, _room(layout.texts["star-rule"]), size=3.1, least=SMALLEST)
    texts = list(extras.values())
    if not texts:
        return
    place = layout.texts["reminder"]
    if place.size[0] > 3 * place.size[1]:
        _write_columns(ink.pen, texts, place)
    else:
        write(ink.pen, "\n".join(texts), _room(place), size=3.3, least=SMALLEST)


def _write_columns(pen: Pen, texts: list[str], place: Box) -> None:
    """Write each text as a column of its own, the longer the wider, all in one size."""
    gap = 5.0
    wide = place.size[0] - gap * (len(texts) - 1)
    longest = [pen.width_of(text, 1) for text in texts]
    widths = [wide * each / sum(longest) for each in longest]
    size = min(
        textbox.fitting(pen, text, width, place.size[1], 3.1, SMALLEST)[0]
        for text, width in zip(texts, widths, strict=True)
    )
    left = place.left
    for text, width in zip(texts, widths, strict=True):
        write(pen, text, textbox.TextRoom(left, place.top, width, place.size[1]), size=size)
        left += width + gap


def _draw_sum(ink: SheetInk, layout: Layout, lang: str) -> None:
    """Prepare the sum: a short line for each part, and the box for the total."""
    place, total = layout.texts["sum"], layout.total
    extras = dict.fromkeys(_PARTS[extra] for extra in layout.design.extras)
    labels = [say(f"rules.label.{part}", lang) for part in ("objects", "thorns", *extras)]
    labels[1] += " ÷ 2"
    signs = ["−", *("+" for _ in extras), "="]
    step = place.size[0] / len(labels)
    rule_y = place.bottom - 3.9
    for k, (label, sign) in enumerate(zip(labels, signs, strict=True)):
        left = place.left + k * step
        ink.line(line(((left + 0.6, rule_y), (left + step - 3.4, rule_y))), "mist", width=0.35)
        room = textbox.TextRoom(left - 1.3, rule_y + 1.0, step - 0.2, 2.9)
        write(ink.pen, label, room, size=SMALLEST, align="centre")
        at = (left + step - 1.4, rule_y + 0.5)
        ink.pen.words(sign, at, size=4.6, face="hand", align="centre")
    ink.pen.path(
        rounded(total.left, total.top, *total.size, 1.3),
        fill="#ffffff", stroke=ink.line_of("sun"), width=0.6,
    )  # fmt: skip
    # On the edge of the box, where it takes no room from the numbers beside it.
    label, at = say("rules.label.total", lang), (total.left + 2.6, total.top + 0.45)
    width = ink.pen.width_of(label, 3.2, "bold")
    gap = line(((at[0] - 0.8, total.top), (at[0] + width + 0.8, total.top)))
    ink.pen.path(gap, stroke="#ffffff", width=1.0)
    ink.pen.words(label, at, size=3.2, face="bold", colour=ink.deep)


def draw_strip(ink: SheetInk, layout: Layout, lang: str) -> None:
    """Draw the boxes in which a player may show 0 to 9, and say what they are for."""
    for digit, place in enumerate(layout.strip):
        ink.line(rounded(place.left, place.top, *place.size, 0.8), "mist", width=0.25)
        above = (place.center[0], place.top - 0.35)
        ink.pen.words(str(digit), above, size=SMALLEST, align="centre")
    beside = layout.texts["strip"].right < layout.strip[0].left
    write(
        ink.pen,
        say("sheets.strip", lang),
        _room(layout.texts["strip"]),
        size=3.0,
        least=SMALLEST,
        align="right" if beside else "left",
        middle=True,
    )
