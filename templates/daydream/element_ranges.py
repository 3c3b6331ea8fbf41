"""Many elements of a Daydream sheet in few words: by ranges of the grid, or by their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import combinations_with_replacement

from templates.daydream.compose import Design
from templates.daydream.element_names import element_name
from templates.daydream.grid_names import cloud_name
from templates.daydream.lattice import Cell
from templates.daydream.load import load_design
from templates.several import listed, span, spans
from templates.wording import say

_IN_ORDER = ("stars", "moons", "leaves", "frames")
_WHOLE = ("constellation", "thorns", "solo", "total")
_MOST_NAMED = 2
"""Other things are counted if they are more than this."""
_MOST_BLOCKS = 3
"""Clouds that make more blocks than this are told of by what is around them all."""

Block = tuple[Cell, Cell]
"""The first and the last cell of a part of the grid."""


def elements_name(elements: Iterable[str], sheet: str, seed: int, lang: str) -> str:
    """Name many elements at once: ``clouds G1 to G4, 3 objects and the total``."""
    design = load_design(sheet, seed=seed)
    # A number and its ring, or its link, are one thing.
    left = dict.fromkeys(element.partition(".")[0] for element in elements)
    parts: list[str] = []
    for kind, ids in _kinds(design).items():
        found = [id_ for id_ in ids if id_ in left]
        left = {id_: None for id_ in left if id_ not in found}
        if kind == "clouds" and len(found) > 1:
            parts.append(_clouds(found, design, lang))
        elif kind in _IN_ORDER and len(found) > 1:
            names = spans((ids.index(id_) + 1 for id_ in found), lang)
            parts.append(say(f"elements.several.{kind}", lang, names=names))
        elif len(found) > _MOST_NAMED:
            parts.append(say(f"elements.counted.{kind}", lang, n=len(found)))
        else:
            parts += [element_name(id_, sheet, seed, lang) for id_ in found]
    parts += [say(f"elements.whole.{one}", lang) for one in _WHOLE if one in left]
    return listed([*parts, *(one for one in left if one not in _WHOLE)], lang)


def _kinds(design: Design) -> Mapping[str, Sequence[str]]:
    """Everything of which there are several, in the order in which it is told."""
    sheet = design.sheet
    return {
        "clouds": [cloud.id for cloud in sheet.clouds],
        "rows": [row.id for row in sheet.rows],
        "objects": [thing.id for thing in sheet.objects],
        "bonuses": list(sheet.bonus_ids),
        "polaroids": [polaroid.id for polaroid in sheet.polaroids],
        "notes": [note.id for note in sheet.notes],
        "stars": list(sheet.stars),
        "moons": [moon.id for moon in sheet.chain],
        "leaves": [leaf.id for leaf in sheet.leaves],
        "frames": [frame.id for frame in sheet.frames],
    }


def _clouds(found: Sequence[str], design: Design, lang: str) -> str:
    """Name clouds by the blocks of the grid that they fill."""
    wanted = {design.cell_of[id_] for id_ in found}
    others = {design.cell_of[cloud.id] for cloud in design.sheet.clouds} - wanted
    blocks = list(_blocks(wanted, others))
    if len(blocks) > _MOST_BLOCKS:
        first, last = map(cloud_name, _around(wanted))
        return say("elements.scattered.clouds", lang, n=len(found), first=first, last=last)
    names = [name for block in blocks for name in _block(block, _inside(block, wanted), lang)]
    return say("elements.several.clouds", lang, names=listed(names, lang))


def _block(block: Block, held: Set[Cell], lang: str) -> list[str]:
    """Name a block by its corners; two clouds are not worth a "to"."""
    if len(held) == 2:
        return [cloud_name(cell) for cell in sorted(held)]
    return [span(cloud_name(block[0]), cloud_name(block[1]), lang)]


def _blocks(wanted: Set[Cell], others: Set[Cell]) -> Iterator[Block]:
    """Divide cells into blocks that hold none of the others, the largest first."""
    left = set(wanted)
    while left:
        corners = [*combinations_with_replacement(sorted(left), 2), sorted(left)]
        whole = [block for block in map(_around, corners) if not _inside(block, others)]
        best = min(whole, key=lambda block: (-len(_inside(block, left)), block))
        held = _inside(best, left)
        yield _around(held)
        left -= held


def _around(cells: Iterable[Cell]) -> Block:
    columns, lines = zip(*cells, strict=True)
    return (min(columns), min(lines)), (max(columns), max(lines))


def _inside(block: Block, cells: Iterable[Cell]) -> set[Cell]:
    (left, top), (right, bottom) = block
    return {cell for cell in cells if left <= cell[0] <= right and top <= cell[1] <= bottom}
