"""What surrounds a fresh grid: other objects in another order, another path, another chain."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from rules.daydream.plan import BOW_TIE, CLOVER
from templates.daydream.arrange import BONUS_ROOM
from templates.daydream.compose import Design, shelf_sizes
from templates.daydream.fresh_chance import Chance
from templates.daydream.model import PlacedObject, object_art, world
from templates.daydream.regions import regions_of
from templates.geometry import distance
from templates.page import PAPERS

KEEP = (CLOVER, BOW_TIE)
"""Objects with a meaning of their own; they stand where they stood, and on no other sheet."""
DRIFT = 9
"""How far objects change places: about half as many places."""
MORE_SUNS = {"daydream/D": 5, "daydream/BC": 3, "daydream/EF": 2}
"""Objects with one sun more than by hand, where fresh grids play more easily than the hand-made."""
STARS_APART = 7.2
GAP = 1.6
"""The least distance of two objects on the shelf."""


def fresh_objects(hand_made: Design, chance: Chance) -> tuple[PlacedObject, ...]:
    """Fill the shelf with other objects of the same lengths and suns.

    The order changes little by little, so that the objects that come early are about as
    long as on the hand-made sheet.
    """
    keep = "frames" in hand_made.extras
    room = _room(hand_made)
    while True:
        slots = _drifted(hand_made.art, chance, keep=keep)
        bonuses = _moved_bonuses(hand_made.art, chance)
        sunnier = chance.shuffled(range(len(slots)))[: MORE_SUNS.get(hand_made.sheet.id, 0)]
        taken: set[str] = set(KEEP)
        placed: list[PlacedObject] = []
        for n, slot in enumerate(slots):
            stays = keep and slot.object in KEEP
            new = slot.object if stays else _other(slot, taken, chance)
            taken.add(new)
            placed.append(PlacedObject(new, _suns(slot, new, more=n in sunnier), n in bonuses))
        if _fits(placed, hand_made, room):
            return tuple(placed)


def _drifted(art: Sequence[PlacedObject], chance: Chance, *, keep: bool) -> list[PlacedObject]:
    fixed = {n for n, slot in enumerate(art) if keep and slot.object in KEEP}
    places = [n for n in range(len(art)) if n not in fixed]
    moved = iter(sorted(places, key=lambda n: (2 * n + chance.below(2 * DRIFT), n)))
    return [art[n] if n in fixed else art[next(moved)] for n in range(len(art))]


def _moved_bonuses(art: Sequence[PlacedObject], chance: Chance) -> set[int]:
    """Let each bonus stay or go to the object before or after."""
    last = len(art) - 1
    bonuses: set[int] = set()
    for n, slot in enumerate(art):
        if slot.bonus:
            free = [m for m in (n - 1, n, n + 1) if 0 <= m <= last and m not in bonuses]
            bonuses.add(chance.choice(free))
    return bonuses


def _segments(name: str) -> int:
    return object_art()[name].segments


@cache
def _by_segments() -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for name in sorted(object_art()):
        found.setdefault(_segments(name), []).append(name)
    return found


def _other(slot: PlacedObject, taken: set[str], chance: Chance) -> str:
    alike = _by_segments()[_segments(slot.object)]
    return chance.choice([name for name in alike if name not in taken])


def _suns(slot: PlacedObject, new: str, *, more: bool) -> tuple[int, ...]:
    """Keep the suns, perhaps with one more in the middle of the longest way between two.

    An open outline ends on one more, where a closed one meets its first.
    """
    segments = _segments(new)
    suns = [n for n in slot.suns if n < segments]
    if more:
        length, start = max((b - a, -a) for a, b in pairwise([*suns, segments]))
        suns += [length // 2 - start] if length > 1 else []
    return (*sorted(suns), *(() if object_art()[new].closed else (segments,)))


def _room(hand_made: Design) -> list[tuple[float, float, float]]:
    """The width of the upmost shelf and of the others, and the scale of objects, on each paper."""
    regions = [regions_of(hand_made, paper) for paper in PAPERS]
    return [
        (one.upmost_end - one.shelf.left, one.shelf.size[0], one.object_scale) for one in regions
    ]


def _fits(
    placed: Sequence[PlacedObject], design: Design, room: Sequence[tuple[float, float, float]]
) -> bool:
    share = len(placed) / design.shelves
    even = [round((n + 1) * share) - round(n * share) for n in range(design.shelves)]
    first = 0
    for n, count in enumerate(shelf_sizes(even, bool(design.sheet.polaroids))):
        shelf = placed[first : first + count]
        first += count
        objects = sum(object_art()[one.object].size[0] for one in shelf)
        others = BONUS_ROOM * sum(one.bonus for one in shelf) + GAP * (len(shelf) + 1)
        if any(objects * each[2] + others > each[min(n, 1)] for each in room):
            return False
    return True


def fresh_path(path: str, chance: Chance) -> str:
    """Move some stars of the constellation by a point, where a circle around them has room."""
    points, at = list(path), world().constellation.points
    for n in [n for n, sign in enumerate(path) if sign == "*"]:
        to = n + chance.below(3) - 1
        if 1 < to < len(points) and all(
            distance(at[to], at[m]) > STARS_APART
            for m, sign in enumerate(points)
            if sign == "*" and m != n
        ):
            points[n], points[to] = ".", "*"
    return "".join(points)


def fresh_chain(chain: tuple[int, ...], chance: Chance) -> tuple[int, ...]:
    """Let two neighbours of a chain trade places, here and there.

    A large number does not come early: sheets with few moon clouds would reach it.
    """
    links = list(chain)
    for n in range(len(links) - 1):
        if not chance.below(3) and abs(links[n] - links[n + 1]) <= 1:
            links[n], links[n + 1] = links[n + 1], links[n]
    return tuple(links)
