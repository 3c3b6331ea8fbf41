"""Put a sheet's elements on the page: every position of a Daydream sheet comes from here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from templates.daydream.check import PEN
from templates.daydream.compose import Design
from templates.daydream.lattice import Run
from templates.daydream.layout import BonusPlace, Layout, ObjectPlace, Symbols, Thorn
from templates.daydream.model import PlacedObject, object_art, world
from templates.daydream.regions import Regions, regions_of
from templates.geometry import Box, Disc, Point, point

APART = 7.1
"""Between the centres of two symbols that are circled."""
NEAR_ROW = 6.4
"""The most between a row's last field and the nearer of its symbols."""
DOT_RADIUS = 2.0
SUN_RADIUS = 2.4
BONUS_RADIUS = 2.1
BONUS_ROOM = 8.4
"""Width that the bonuses add to an object's place on the shelf."""
HEAD_RADIUS = 1.5
STAR_RADIUS = 2.2
LINK_RADIUS = 2.1
REWARD_RADIUS = 2.6
BOARD = 2.0
"""Height of a shelf's board."""
LEAF = (6.0, 9.0)
POLAROID = (11.4, 10.6)


def arrange(design: Design, paper: str) -> Layout:
    """Lay a sheet out on a paper."""
    regions = regions_of(design, paper)
    objects, bonuses, shelves = _shelf(design, regions)
    chain, links = _chain(design, regions)
    return Layout(
        design=design,
        page=regions.page,
        pitch=regions.pitch,
        sky=regions.sky,
        grid=regions.grid,
        sun_radius=regions.sun,
        clouds={
            cloud.id: Box(_cell(regions, design.cell_of[cloud.id]), point(*regions.digit))
            for cloud in design.sheet.clouds
        },
        rows={
            row.id: _symbols(regions, run)
            for row, run in zip(design.sheet.rows, design.runs, strict=True)
        },
        objects=objects,
        shelves=shelves,
        bonuses=bonuses,
        leaves=_leaves(design, regions),
        plant=regions.plant,
        thorns=_thorns(design.sheet.thorns, regions.plant),
        name=regions.name,
        date=regions.date,
        solo=regions.solo,
        total=regions.total,
        texts=regions.texts,
        polaroids={
            one.id: Box(
                point(_cell(regions, design.cell_of[one.cloud])[0], regions.polaroid_line), POLAROID
            )
            for one in design.sheet.polaroids
        },
        path=_path(design, regions.extras),
        star_radius=STAR_RADIUS,
        notes={
            note.id: _heads(regions, design.cell_of[note.id], note.heads)
            for note in design.sheet.notes
        },
        chain=chain,
        links=links,
        rewards=_rewards(design, regions.rewards),
        strip=_strip(regions.digits),
    )


def _cell(regions: Regions, cell: tuple[int, int]) -> Point:
    """The middle of a cell of the grid."""
    grid, (across, down) = regions.grid, regions.pitch
    return point(grid.left + (cell[0] + 0.5) * across, grid.top + (cell[1] + 0.5) * down)


def _symbols(regions: Regions, run: Run) -> Symbols:
    """The two symbols of a row, in the middle of their cell or nearer to their row."""
    x, y = _cell(regions, run.symbols)
    half = APART / 2
    side = 1 if run.symbols < run.cells[0] else -1
    axis = int(run.upright)
    near = regions.pitch[axis] - regions.digit[axis] / 2 - half
    shift = side * max(0.0, near - NEAR_ROW)
    if run.upright:
        dot, sun = point(x, y + shift - half), point(x, y + shift + half)
    else:
        dot, sun = point(x + shift - half, y), point(x + shift + half, y)
    return Symbols(Disc(dot, DOT_RADIUS), Disc(sun, SUN_RADIUS))


def _heads(regions: Regions, cell: tuple[int, int], heads: int) -> tuple[Disc, ...]:
    x, y = _cell(regions, cell)
    if heads == 1:
        return (Disc(point(x - 0.8, y + 2.2), HEAD_RADIUS),)
    return (Disc(point(x - 3.0, y + 2.6), HEAD_RADIUS), Disc(point(x + 2.6, y + 1.8), HEAD_RADIUS))


def _shelf(
    design: Design, regions: Regions
) -> tuple[dict[str, ObjectPlace], dict[str, BonusPlace], tuple[Box, ...]]:
    objects: dict[str, ObjectPlace] = {}
    bonuses: dict[str, BonusPlace] = {}
    boards: list[Box] = []
    shelf = regions.shelf
    height = shelf.size[1] / design.shelves
    first = 0
    for level, count in enumerate(design.shelf_sizes):
        floor = shelf.top + (level + 1) * height - BOARD
        boards.append(Box.between(shelf.left, floor, shelf.right, floor + BOARD))
        numbers = range(first, first + count)
        end = shelf.right if level else regions.upmost_end
        lefts = _spread([design.art[n] for n in numbers], shelf.left, end, regions.object_scale)
        for n, left in zip(numbers, lefts, strict=True):
            thing = design.sheet.objects[n]
            place, right = _object(design.art[n], left, floor, regions.object_scale)
            objects[thing.id] = place
            if thing.bonus is not None:
                bonuses[thing.bonus] = _bonus(right, floor)
        first += count
    return objects, bonuses, tuple(boards)


def _spread(shelf: Sequence[PlacedObject], left: float, right: float, scale: float) -> list[float]:
    """Where the objects of one shelf begin, with even gaps between them."""
    widths = [
        object_art()[placed.object].size[0] * scale + BONUS_ROOM * placed.bonus for placed in shelf
    ]
    gap = (right - left - sum(widths)) / (len(widths) + 1)
    lefts: list[float] = []
    left += gap
    for width in widths:
        lefts.append(left)
        left += width + gap
    return lefts


def _object(
    placed: PlacedObject, left: float, floor: float, scale: float
) -> tuple[ObjectPlace, float]:
    """An object that stands on its board, and where it ends on the right."""
    art = object_art()[placed.object]
    origin = point(left, floor - art.size[1] * scale)
    points = tuple(point(origin[0] + x * scale, origin[1] + y * scale) for x, y in art.points)
    return ObjectPlace(placed.object, origin, scale, points), left + art.size[0] * scale


def _bonus(left: float, floor: float) -> BonusPlace:
    x = left + BONUS_ROOM / 2
    return BonusPlace(
        line=Disc(point(x, floor - 3.8 - APART), BONUS_RADIUS),
        leaf=Disc(point(x, floor - 3.8), BONUS_RADIUS),
    )


def _leaves(design: Design, regions: Regions) -> dict[str, Box]:
    leaves, room = design.sheet.leaves, regions.leaves
    step = min(regions.leaf_pitch, room.size[0] / len(leaves))
    return {
        leaf.id: Box(point(room.left + (n + 0.5) * step, room.center[1]), LEAF)
        for n, leaf in enumerate(leaves)
    }


def _thorns(count: int, plant: Box) -> tuple[Thorn, ...]:
    """Thorns in pairs along the stem, from the pot upwards."""
    pot = 12.0
    step = (plant.size[1] - pot - 2.0) / ((count + 1) // 2)
    thorns: list[Thorn] = []
    for n in range(count):
        y = plant.bottom - pot - (n // 2 + (n % 2) / 2) * step - 1.0
        side = -1 if n % 2 else 1
        x = plant.center[0]
        start, end = point(x + side * 0.8, y), point(x + side * 5.0, y - 1.8)
        thorns.append(Thorn(f"t{n + 1}", start, end))
    return tuple(thorns)


def _path(design: Design, room: Box) -> tuple[Point, ...]:
    """The figure of the constellation."""
    if design.sheet.constellation is None:
        return ()
    return tuple(point(room.left + x, room.top + y) for x, y in world().constellation.points)


def _chain(design: Design, regions: Regions) -> tuple[dict[str, Disc], dict[str, Disc]]:
    """Moons to the left and right in turn, from the top, with a number between each two."""
    if not design.sheet.chain:
        return {}, {}
    room = regions.extras
    radius = regions.moon
    across = room.size[0] - 2 * radius
    apart = 2 * radius + 2 * (LINK_RADIUS + PEN) + 0.2
    down = sqrt(apart**2 - across**2)
    moons: dict[str, Disc] = {}
    links: dict[str, Disc] = {}
    above: Point | None = None
    for n, moon in enumerate(design.sheet.chain):
        x = room.left + radius + (across if n % 2 else 0.0)
        here = point(x, room.top + radius + 1.0 + n * down)
        moons[moon.id] = Disc(here, radius)
        if above is not None:
            middle = point((above[0] + here[0]) / 2, (above[1] + here[1]) / 2)
            links[moon.id] = Disc(middle, LINK_RADIUS)
        above = here
    return moons, links


def _rewards(design: Design, room: Box) -> Mapping[str, Mapping[int, Disc]]:
    frames = design.sheet.frames
    if not frames:
        return {}
    step = room.size[0] / len(frames)
    return {
        frame.id: {
            value: Disc(
                point(room.left + (n + 0.5) * step + (place - 0.5) * (APART + 0.1), room.center[1]),
                REWARD_RADIUS,
            )
            for place, value in enumerate(frame.rewards)
        }
        for n, frame in enumerate(frames)
    }


def _strip(room: Box) -> tuple[Box, ...]:
    step = room.size[0] / 10
    return tuple(
        Box(point(room.left + (n + 0.5) * step, room.center[1]), point(step - 0.8, room.size[1]))
        for n in range(10)
    )
