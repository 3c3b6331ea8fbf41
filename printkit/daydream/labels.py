"""The words of a sheet: title, fields, tiers, reminders, tracker, and the sum."""

from __future__ import annotations

from printkit import textbox
from printkit.daydream.garden import draw_sleeping_moon
from printkit.daydream.legend import draw_legend, is_flat, legend_room
from printkit.imposition import MARGIN
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

_SMALL = 2.3
_WIDE = 40.0
"""Width of a reminder from which on the legend stands below it."""
_LEGEND = 14.0
"""Height that it needs there."""
_SPARE = 19.0
"""Free height below both from which on a picture fills it."""
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
    _write_reminder(ink, layout, lang)
    _draw_tracker(ink, layout.texts["tracker"], lang)
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
    )
    level = say(f"rules.label.{layout.design.level}", lang)
    fresh = f" · {fresh_title(seed, lang)}" if seed else ""
    below = (place.left + 0.2, place.bottom - 0.4)
    ink.pen.words(f"Daydream {letter} · {level}{fresh}", below, size=2.7)


def draw_line_field(ink: SheetInk, field: Box, label: str) -> None:
    """Draw a line to write on, and what belongs there."""
    rule = line(((field.left, field.bottom), (field.right, field.bottom)))
    ink.line(rule, "mist", width=0.35)
    ink.pen.words(label, (field.left, field.top + 1.2), size=_SMALL)


def write_name(pen: Pen, field: Box, name: str) -> None:
    """Print a player's name on its line, smaller if it is long, cut off if nothing helps."""
    width, size = field.size[0] - 2, 5.6
    while pen.width_of(name, size, "hand") > width and size > 3:
        size -= 0.2
    while pen.width_of(name, size, "hand") > width:
        name = name.removesuffix("…")[:-1].rstrip() + "…"
    pen.words(name, (field.left + 1, field.bottom - 1.6), size=size, face="hand")


def _write_tiers(ink: SheetInk, layout: Layout, lang: str) -> None:
    """Write the solo box and the four tiers with their totals."""
    place, solo = layout.texts["tiers"], layout.solo
    ink.pen.path(
        rounded(solo.left, solo.top, *solo.size, 0.8),
        fill="#ffffff", stroke=ink.line_of("mist"), width=0.35,
    )  # fmt: skip
    label = (solo.right + 1.6, solo.center[1] + 1.3)
    ink.pen.words(say("rules.label.solo", lang), label, size=3.8, face="hand")
    names, tiers = tier_names(layout.sheet.id, lang), layout.sheet.tiers
    top = solo.bottom + 2.2
    step = min(7.6, (place.bottom - top) / 4)
    for k, name in enumerate(names):
        y = top + k * step
        limit = f"{tiers[k]}–{tiers[k + 1] - 1}" if k < 3 else f"{tiers[k]}+"
        ink.pen.words(limit, (place.left + 9, y + 2.6), size=2.9, face="bold", align="right")
        room = textbox.TextRoom(place.left + 10.4, y + 0.2, place.size[0] - 10.4, step - 0.4)
        write(ink.pen, name, room, size=2.9, least=2.1)


def _write_reminder(ink: SheetInk, layout: Layout, lang: str) -> None:
    """Write the row rule and the extra rules, and below or elsewhere what the signs mean."""
    place = layout.texts["reminder"]
    texts = [say("rules.daydream.row-reminder", lang)]
    texts += [say(f"rules.daydream.extra.{extra}", lang) for extra in layout.design.extras]
    if is_flat(place):
        _write_columns(ink.pen, texts, place)
        draw_legend(ink, legend_room(layout), lang)
        return
    text = "\n".join(f"• {each}" if len(texts) > 1 else each for each in texts)
    if place.size[0] < _WIDE:
        write(ink.pen, text, _room(place), size=3.2, least=2.05)
        draw_legend(ink, legend_room(layout), lang)
        return
    above = textbox.TextRoom(place.left, place.top, place.size[0], place.size[1] - _LEGEND)
    end = write(ink.pen, text, above, size=3.2, least=2.05) + 2.5
    end = draw_legend(ink, Box.between(place.left, end, place.right, place.bottom), lang)
    if place.bottom - end > _SPARE:
        draw_sleeping_moon(ink, Box.between(place.left, end + 1, place.right, place.bottom - 1))


def _write_columns(pen: Pen, texts: list[str], place: Box) -> None:
    """Write each text as a column of its own, the longer the wider, all in one size."""
    gap = 5.0
    wide = place.size[0] - gap * (len(texts) - 1)
    longest = [pen.width_of(text, 1) for text in texts]
    widths = [wide * each / sum(longest) for each in longest]
    size = min(
        textbox.fitting(pen, text, width, place.size[1] - 1.4, 3.0, 2.0)[0]
        for text, width in zip(texts, widths, strict=True)
    )
    left = place.left
    for text, width in zip(texts, widths, strict=True):
        write(pen, text, textbox.TextRoom(left, place.top + 0.6, width, place.size[1]), size=size)
        left += width + gap


def _draw_tracker(ink: SheetInk, place: Box, lang: str) -> None:
    """Draw boxes in which each skipped die is ticked off."""
    label = textbox.TextRoom(place.left, place.top, place.size[0], 2.9)
    write(ink.pen, say("rules.label.skipped-dice", lang), label, size=2.6, least=1.9)
    side, gap = 2.7, 0.8
    columns = int((place.size[0] + gap) // (side + gap))
    rows = max(1, min(3, int((place.size[1] - 3.4 + gap) // (side + gap))))
    boxes = " ".join(
        rounded(
            place.left + column * (side + gap),
            place.top + 3.6 + row * (side + gap),
            side,
            side,
            0.6,
        )
        for row in range(rows)
        for column in range(columns)
    )
    ink.pen.path(boxes, stroke=ink.line_of("mist"), width=0.2)


def _draw_sum(ink: SheetInk, layout: Layout, lang: str) -> None:
    """Prepare the sum: a short line for each part, and the box for the total."""
    place, total = layout.texts["sum"], layout.total
    parts = ["objects", *dict.fromkeys(_PARTS[extra] for extra in layout.design.extras)]
    step = place.size[0] / len(parts)
    rule_y = place.bottom - 3.6
    for k, part in enumerate(parts):
        left = place.left + k * step
        rule = line(((left + 1, rule_y), (left + step - 4.2, rule_y)))
        ink.line(rule, "mist", width=0.35)
        room = textbox.TextRoom(left, rule_y + 0.9, step - 3.2, 2.6)
        write(ink.pen, say(f"rules.label.{part}", lang), room, size=2.5, least=1.7, align="centre")
        sign = "+" if k < len(parts) - 1 else "="
        ink.pen.words(
            sign, (left + step - 1.8, rule_y - 0.6), size=4.6, face="hand", align="centre"
        )
    ink.pen.path(
        rounded(total.left, total.top, *total.size, 1.6),
        fill="#ffffff", stroke=ink.line_of("sun"), width=0.6,
    )  # fmt: skip
    label = (total.left - 1.2, total.top + 2.2)
    ink.pen.words(say("rules.label.total", lang), label, size=2.7, face="bold", align="right")


def draw_strip(ink: SheetInk, layout: Layout, lang: str) -> None:
    """Draw the boxes in which a player may show 0 to 9."""
    for digit, place in enumerate(layout.strip):
        ink.line(rounded(place.left, place.top, *place.size, 0.8), "mist", width=0.25)
        above = (place.center[0], place.top - 0.4)
        ink.pen.words(str(digit), above, size=2.3, align="centre")
    if "strip" in layout.texts:
        room = _room(layout.texts["strip"])
        write(ink.pen, say("rules.label.write-digits", lang), room, size=2.6, least=2, middle=True)
        return
    short = say("rules.label.write-digits-short", lang)
    last = layout.strip[-1]
    width = layout.page.width - MARGIN - last.right - 1.6
    room = textbox.TextRoom(last.right + 1.6, last.top, width, last.size[1])
    write(ink.pen, short, room, size=2.4, least=2, middle=True)
