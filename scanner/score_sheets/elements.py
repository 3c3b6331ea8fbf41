"""Read every group, field and box of a score sheet from the players' ink.

Nothing here belongs to one game: whatever a ``ScoreSheetLayout`` places can be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from scanner.marks.loops import with_loops
from scanner.marks.number_fields import NumberField, read_numbers
from scanner.marks.numbers import faint_area, ink_area
from scanner.marks.places import CIRCLED, CROSSED, NONE, read_places
from scanner.marks.plain_rings import with_plain_rings
from scanner.page.ink import InkPage
from scanner.pictures import PX_PER_MM, Floats, cut
from scanner.reading import Reading, normalised
from templates.game import Value
from templates.geometry import Box
from templates.score_sheet import Choice, ScoreSheetLayout, TickBox

_BOX_INK, _BOX_STEEPNESS = 0.75, 8.5
"""Ink, mm² of full darkness, from which a box is more likely ticked than not; and how sharply."""
_SEVERAL = 0.12
"""By how much a second mark is less likely in a group that wants one than at a place by itself."""

_LIKE_A_CIRCLE = 0.15
_MEANT, _SLIP = 0.85, 0.15
"""How likely a mark that might be a circle is meant as one, and how likely it is a slip."""
_STRAY = 0.4
"""How likely odd marks without any circle are no answer at all: a fold, a slip of the pen."""
_HABIT = 5
"""So many marks that are no circles make a habit."""


def read_score_sheet(page: InkPage, layout: ScoreSheetLayout) -> dict[str, Reading]:
    """Read a whole page: the chances of every group, field and box, each for itself."""
    readings = [
        *_groups(page, layout.choices),
        *read_numbers(page.clean, list(_fields(layout)), page.faint, page.pen),
        *_boxes(page, layout.boxes),
    ]
    return {reading.element: reading for reading in readings}


def _fields(layout: ScoreSheetLayout) -> Iterator[NumberField]:
    for field in layout.digits:
        yield NumberField(field.id, Box(field.center, field.size), field.digits, field.signed)


def _groups(page: InkPage, choices: Sequence[Choice]) -> Iterator[Reading]:
    centers = np.array([choice.center for choice in choices], np.float32) * PX_PER_MM - 0.5
    radii = np.array([(choice.radius, choice.radius) for choice in choices], np.float32)
    seen = read_places(
        page.soft, centers, radii * PX_PER_MM, faint=page.faint, printed=page.printed
    )
    boxes = [Box(each.center, (2 * each.radius, 2 * each.radius)) for each in choices]
    seen = with_loops(seen, page.ink, boxes, page.pen)
    middles = np.array([choice.center for choice in choices], np.float32)
    seen = with_plain_rings(seen, page.ink, middles, radii, page.pen)
    seen = as_circles(seen, [choice.group for choice in choices])
    members: dict[str, list[int]] = {}
    for place, choice in enumerate(choices):
        members.setdefault(choice.group, []).append(place)
    for group, places in members.items():
        yield group_reading(group, [choices[n].says for n in places], seen[places])


def as_circles(seen: Floats, groups: Sequence[str]) -> Floats:
    """Take ticks, crosses and dots for circles where a whole sheet has hardly anything else.

    What looks otherwise than most of them do, beside one that does, was struck out.
    """
    other = 1 - seen[:, NONE] - seen[:, CIRCLED]
    odd, circled = int((other > 0.5).sum()), int((seen[:, CIRCLED] > 0.5).sum())
    if odd < _HABIT or odd <= 4 * circled:
        return seen
    meant = np.zeros_like(seen)
    meant[:, NONE], meant[:, CIRCLED] = seen[:, NONE], 1 - seen[:, NONE]
    kinds = seen > 0.5
    usual = kinds[:, CROSSED + int(kinds[:, CROSSED:].sum(axis=0).argmax())]
    answered = {group for group, is_usual in zip(groups, usual, strict=True) if is_usual}
    struck = ~usual & [group in answered for group in groups]
    meant[struck] = seen[struck]
    return meant


def group_reading(group: str, values: Sequence[Value], seen: Floats) -> Reading:
    """Say which of a group's values is circled, or none, by the chances (n, 5) of its places."""
    seen = np.asarray(seen, np.float64)
    empty, circled = seen[:, NONE], seen[:, CIRCLED]
    # Of several places only this one is marked: what looks somewhat like a circle is meant as one.
    meant = np.where(circled >= _LIKE_A_CIRCLE, _MEANT * (1 - empty - circled), 0.0)
    alone = np.array([np.delete(empty, place).prod() for place in range(len(values))])
    proper: dict[Value, float] = {
        None: float(empty.prod() + (meant * alone).sum() / _MEANT * _SLIP)
    }
    proper |= dict(zip(values, ((circled + meant) * alone).tolist(), strict=True))
    odd = max(0.0, 1.0 - sum(proper.values()))
    if odd > 0.5:
        return Reading(group, normalised(_leaning(values, empty, circled)), why="mark-odd")
    share = _SEVERAL * odd / len(proper)
    return Reading(group, normalised({value: chance + share for value, chance in proper.items()}))


def _leaning(values: Sequence[Value], empty: Floats, circled: Floats) -> dict[Value, float]:
    """Weigh what two circles, or marks of another kind, lean to: a guess for a person, no more."""
    others = np.array([np.delete(1 - circled, place).prod() for place in range(len(values))])
    lean: dict[Value, float] = {
        None: max(float(empty.prod()), _STRAY * float((1 - circled).prod()))
    }
    return lean | dict(zip(values, ((1 - empty) * others + circled).tolist(), strict=True))


def _boxes(page: InkPage, boxes: Sequence[TickBox]) -> Iterator[Reading]:
    for box in boxes:
        place = Box(box.center, box.size)
        area = max(
            ink_area(cut(page.clean, place, -0.3), page.pen),
            faint_area(255 - cut(page.faint, place, -0.3)),
        )
        # Without any ink nobody ticked it, whatever would mend a total.
        chance = float(1 / (1 + np.exp(-_BOX_STEEPNESS * (area - _BOX_INK)))) if area else 0.0
        yield Reading(box.id, {False: 1 - chance, True: chance})
