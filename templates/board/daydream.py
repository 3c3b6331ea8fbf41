"""A taught board with Daydream's rules: marks become an ordinary layout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules.daydream.sheet import (
    Cloud,
    Frame,
    Leaf,
    Moon,
    Note,
    Polaroid,
    Row,
    Sheet,
    ShelfObject,
)
from rules.errors import HostError
from templates.board.grid import Grid, nearest
from templates.board.marks import BoxMark, DiscMark, Marks, ObjectMark
from templates.board.shelf import Board, known
from templates.daydream.compose import Design, polaroid_rule
from templates.daydream.lattice import Lattice, Run
from templates.daydream.layout import BonusPlace, Layout, ObjectPlace, Symbols, Thorn
from templates.daydream.model import Combination, combinations
from templates.geometry import Box, Disc, Point
from templates.places import around

NOWHERE = Box((0.0, 0.0), (0.0, 0.0))
"""The place of what a board does not have."""


@dataclass(frozen=True)
class BoardLayout(Layout):
    """What is where on a board that somebody owns."""

    @property
    def name_fields(self) -> Mapping[str, Box]:
        """Where the name is written, if anywhere."""
        return {} if self.name == NOWHERE else {"name": self.name}


def rules_known() -> list[str]:
    """Name the rules that a board may have, as its marks say it."""
    return [f"daydream/{name}" for name in combinations()]


def combination_of(board: Board) -> Combination:
    """Give the combination whose rules a board has; ``board-combination`` if there is none."""
    found = combinations().get(board.combination)
    if found is None:
        raise HostError("board-combination", game=board.marks.game, known=", ".join(combinations()))
    return found


def combination_name(sheet: str) -> str:
    """Name the combination whose rules the newest board of a name has."""
    return known(sheet).combination


def design_on(sheet: str, version: int = 0) -> Design:
    """Give the design of a version of a board; of the newest if that is not said."""
    return layout_on(known(sheet, version)).design


@lru_cache(maxsize=32)
def layout_on(board: Board) -> BoardLayout:
    """Lay out what was marked on a board; ``templates.board.check`` says what is missing."""
    marks = board.marks
    combination = combination_of(board)
    grid = grid_of(marks)
    sheet = _sheet(board, grid, combination)
    rows = {row.id for row in sheet.rows}
    things = {thing.id: mark for thing, mark in zip(sheet.objects, marks.objects, strict=True)}
    everything = [cloud.center for cloud in marks.clouds] or [(0.0, 0.0)]
    outlines = [point.at for thing in marks.objects for point in thing.points] or [(0.0, 0.0)]
    thorns = tuple(Thorn(f"t{n}", t.start, t.end) for n, t in enumerate(marks.thorns, 1))
    stems = [end for thorn in thorns for end in (thorn.start, thorn.end)]
    radii = [point.radius for point in marks.constellation if point.star]
    return BoardLayout(
        design=_design(sheet, grid, board, combination),
        page=board.page,
        pitch=grid.pitch if marks.clouds else (1.0, 1.0),
        sky=around(everything),
        grid=around(everything),
        sun_radius=1.3,
        clouds={f"c{n}": Box(c.center, c.size) for n, c in enumerate(marks.clouds, 1)},
        rows={
            f"r{n}": Symbols(_disc(row.dot), _disc(row.sun))
            for n, row in enumerate(marks.rows, 1)
            if row.dot and row.sun and f"r{n}" in rows
        },
        objects={id_: _placed(mark) for id_, mark in things.items()},
        shelves=(around(outlines),),
        bonuses={
            thing.bonus: BonusPlace(_disc(mark.line), _disc(mark.leaf))
            for thing in sheet.objects
            if thing.bonus and (mark := marks.bonuses[int(thing.bonus[1:]) - 1])
        },
        leaves={f"l{n}": Box(leaf.center, leaf.size) for n, leaf in enumerate(marks.leaves, 1)},
        plant=around(stems) if stems else NOWHERE,
        thorns=thorns,
        name=_box(marks.name),
        date=NOWHERE,
        solo=_box(marks.solo),
        total=_box(marks.total),
        texts={},
        polaroids={
            one.id: Box(own.center, own.size)
            for one in sheet.polaroids
            if (own := marks.polaroids[int(one.id[1:]) - 1])
        },
        path=tuple(point.at for point in marks.constellation) if sheet.constellation else (),
        star_radius=sum(radii) / len(radii) if radii else 0.0,
        notes={
            note.id: tuple(_disc(head) for head in mark.heads)
            for note, mark in zip(sheet.notes, marks.notes, strict=False)
        },
        chain={
            moon.id: Disc(mark.center, mark.radius)
            for moon, mark in zip(sheet.chain, marks.chain, strict=False)
        },
        links={
            moon.id: _disc(mark.link)
            for moon, mark in zip(sheet.chain, marks.chain, strict=False)
            if mark.link and moon.link is not None
        },
        rewards={
            frame.id: {each.value: Disc(each.center, each.radius) for each in mark.rewards}
            for frame, mark in zip(sheet.frames, marks.frames, strict=False)
        },
    )


def _disc(mark: DiscMark) -> Disc:
    return Disc(mark.center, mark.radius)


def _box(mark: BoxMark | None) -> Box:
    return Box(mark.center, mark.size) if mark else NOWHERE


def _placed(mark: ObjectMark) -> ObjectPlace:
    points = tuple(point.at for point in mark.points)
    box = around(points)
    return ObjectPlace("", (box.left, box.top), 1.0, points)


def grid_of(marks: Marks) -> Grid:
    """Give the clouds by their places."""
    return Grid({f"c{n}": cloud.center for n, cloud in enumerate(marks.clouds, 1)})


def rows_of(marks: Marks, grid: Grid) -> list[tuple[str, tuple[str, ...], bool]]:
    """Give each row whose symbols are marked: its id, its clouds, and whether it is upright."""
    found = []
    for n, row in enumerate(marks.rows, 1):
        if row.dot and row.sun:
            clouds, upright = grid.row_at(row.dot.center, row.sun.center)
            if row.clouds:
                clouds = tuple(each for each in row.clouds if each in grid.at)
                ends = [grid.at[each] for each in (clouds[0], clouds[-1])] if clouds else []
                upright = bool(ends) and _is_upright(*ends)
            if clouds:  # else the check says that nobody can tell whose symbols these are
                found.append((f"r{n}", clouds, upright))
    return found


def _is_upright(first: Point, last: Point) -> bool:
    return abs(last[1] - first[1]) > abs(last[0] - first[0])


def _sheet(board: Board, grid: Grid, combination: Combination) -> Sheet:
    marks, extras = board.marks, combination.extras
    symbols = {f"c{n}": cloud.symbol for n, cloud in enumerate(marks.clouds, 1)}
    rule = polaroid_rule(extras)
    return Sheet(
        id=board.sheet,
        seed=board.version,
        clouds=tuple(Cloud(id_, symbols[id_], grid.touches[id_]) for id_ in grid.at),
        rows=tuple(Row(id_, clouds) for id_, clouds, _ in rows_of(marks, grid)),
        objects=_objects(marks),
        leaves=tuple(Leaf(f"l{n}", leaf.circled) for n, leaf in enumerate(marks.leaves, 1)),
        thorns=len(marks.thorns),
        tiers=combination.solo_tiers,
        polaroids=polaroids_of(marks) if rule else (),
        polaroid_rule=rule,
        constellation=_sky(marks) if "constellation" in extras and marks.constellation else None,
        notes=notes_on(marks, grid) if "notes" in extras else (),
        chain=_chain(marks) if "moon-chain" in extras else (),
        frames=_frames(marks, grid) if "frames" in extras else (),
    )


def _objects(marks: Marks) -> tuple[ShelfObject, ...]:
    owners = bonus_owners(marks)
    return tuple(
        ShelfObject(
            id=f"o{n}",
            name=thing.name,
            # The first point is always a sun, and an open outline's last.
            suns=tuple(
                point.sun or place == 0 or (not thing.closed and place == len(thing.points) - 1)
                for place, point in enumerate(thing.points)
            ),
            closed=thing.closed,
            bonus=owners.get(f"o{n}"),
        )
        for n, thing in enumerate(marks.objects, 1)
    )


def bonus_owners(marks: Marks) -> dict[str, str]:
    """Give each object's bonus: that which names it, or is nearest."""
    places = {
        f"o{n}": [point.at for point in thing.points] for n, thing in enumerate(marks.objects, 1)
    }
    owners: dict[str, str] = {}
    for n, bonus in enumerate(marks.bonuses, 1):
        line, leaf = bonus.line.center, bonus.leaf.center
        middle = (line[0] + leaf[0]) / 2, (line[1] + leaf[1]) / 2
        owner = bonus.object or nearest(middle, places)
        if owner:
            owners[owner] = f"b{n}"
    return owners


def polaroids_of(marks: Marks) -> tuple[Polaroid, ...]:
    """Give each polaroid whose cloud is known."""
    grid = grid_of(marks)
    symbols = {f"c{n}": cloud.symbol for n, cloud in enumerate(marks.clouds, 1)}
    special = sorted((c for c, symbol in symbols.items() if symbol), key=lambda c: grid.at[c][0])
    found = []
    for n, mark in enumerate(marks.polaroids, 1):
        cloud = mark.cloud or (special[n - 1] if n <= len(special) else "")
        if side := symbols.get(cloud):
            found.append(Polaroid(f"p{n}", cloud, side))
    return tuple(found)


def _sky(marks: Marks) -> tuple[str | None, ...]:
    stars = iter(range(1, len(marks.constellation) + 1))
    return tuple(f"s{next(stars)}" if point.star else None for point in marks.constellation)


def notes_on(marks: Marks, grid: Grid) -> tuple[Note, ...]:
    """Give each note with its clouds."""
    found = []
    for n, mark in enumerate(marks.notes, 1):
        middle = around([head.center for head in mark.heads]).center
        named = tuple(cloud for cloud in mark.clouds if cloud in grid.at)
        found.append(Note(f"n{n}", named or grid.beside(middle), len(mark.heads)))
    return tuple(found)


def _chain(marks: Marks) -> tuple[Moon, ...]:
    return tuple(
        Moon(f"m{n}", moon.value if n > 1 and moon.link else None)
        for n, moon in enumerate(marks.chain, 1)
    )


def _frames(marks: Marks, grid: Grid) -> tuple[Frame, ...]:
    return tuple(
        Frame(
            f"f{n}",
            tuple(cloud for cloud in mark.clouds if cloud in grid.at),
            tuple(reward.value for reward in mark.rewards),
        )
        for n, mark in enumerate(marks.frames, 1)
    )


def _design(sheet: Sheet, grid: Grid, board: Board, combination: Combination) -> Design:
    signs = {None: "o", "star": "*", "moon": ")"}
    cells = {grid.cells[cloud.id]: signs[cloud.symbol] for cloud in sheet.clouds}
    rows = rows_of(board.marks, grid)
    runs = tuple(
        Run(tuple(grid.cells[cloud] for cloud in clouds), (0, 0), upright)
        for _, clouds, upright in rows
    )
    notes = {
        note.id: grid.cell(around([head.center for head in mark.heads]).center)
        for note, mark in zip(sheet.notes, board.marks.notes, strict=False)
    }
    panels = {f"c{n}": cloud.panel for n, cloud in enumerate(board.marks.clouds, 1)}
    return Design(
        sheet=sheet,
        level=combination.level,
        extras=combination.extras,
        shelf_sizes=(len(sheet.objects),),
        lattice=Lattice(cells, *(_length(cells, axis) for axis in (0, 1))),
        cell_of={**grid.cells, **notes},
        panel_of=panels,
        runs=runs,
        art=(),
        family_of={},
    )


def _length(cells: Iterable[tuple[int, int]], axis: int) -> int:
    return max((cell[axis] for cell in cells), default=-1) + 1
