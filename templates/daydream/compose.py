"""Panels side by side become one sheet: the topology that rules see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.daydream.sheet import (
    Cloud,
    Frame,
    Leaf,
    Moon,
    Note,
    Polaroid,
    PolaroidRule,
    Row,
    Sheet,
    ShelfObject,
    Symbol,
)
from templates.daydream.lattice import (
    CLOUDS,
    Cell,
    Lattice,
    Run,
    check_grid,
    parse_grid,
    side_by_side,
)
from templates.daydream.model import (
    FOLDER,
    Combination,
    Panel,
    PlacedObject,
    combinations,
    object_art,
    panel,
)
from templates.errors import TemplateError

REWARDS = (5, 2)
"""What the first and the second to fill a family of frames circle."""


@dataclass(frozen=True)
class Design:
    """A sheet before it is put on paper: its topology and which cell is which."""

    sheet: Sheet
    level: str
    extras: tuple[str, ...]
    shelf_sizes: tuple[int, ...]
    """How many objects stand on each shelf, from the top."""
    lattice: Lattice
    cell_of: Mapping[str, Cell]
    """Cloud and note ids to cells."""
    panel_of: Mapping[str, str]
    """The panel that a cloud belongs to."""
    runs: tuple[Run, ...]
    """The rows, in the order of the sheet's rows."""
    art: tuple[PlacedObject, ...]
    """The objects, in the order of the sheet's objects."""
    family_of: Mapping[Cell, int]
    """Which family of frames a cell belongs to, where frames are in play."""

    @property
    def shelves(self) -> int:
        """How many shelves there are."""
        return len(self.shelf_sizes)


def design_of(name: str) -> Design:
    """Compose the hand-made sheet of a combination such as ``BAC``."""
    combination = combinations()[name]
    panels = {letter: panel(letter) for letter in combination.panels}
    return compose(name, combination, panels, seed=0)


def compose(
    name: str, combination: Combination, panels: Mapping[str, Panel], *, seed: int
) -> Design:
    """Join panels into a sheet; it is a TemplateError if they do not fit together."""
    file = f"templates/{FOLDER}/sheets.toml, {name}"
    parts = [panels[letter] for letter in combination.panels]
    lattices = _lattices(combination.panels, parts)
    lattice = side_by_side(lattices)
    check_grid(lattice, file)
    extras = combination.extras
    cloud_ids = {cell: f"c{n}" for n, cell in enumerate(lattice.clouds, start=1)}
    runs = lattice.runs()
    shelves = _shelved(panels, combination)
    art = tuple(placed for shelf in shelves for placed in shelf)
    note_ids = {cell: f"n{n}" for n, cell in enumerate(lattice.notes, 1) if "notes" in extras}
    family_of = _families(parts, lattice, file) if "frames" in extras else {}
    sheet = Sheet(
        id=f"daydream/{name}",
        seed=seed,
        clouds=tuple(_clouds(lattice, cloud_ids, _symbols_in_play(extras))),
        rows=tuple(Row(f"r{n}", _ids(cloud_ids, run.cells)) for n, run in enumerate(runs, 1)),
        objects=_objects(art),
        leaves=_leaves(parts, combination),
        thorns=combination.thorns,
        tiers=combination.solo_tiers,
        polaroids=_polaroids(lattice, cloud_ids, extras, file),
        polaroid_rule=polaroid_rule(extras),
        constellation=_constellation(combination) if "constellation" in extras else None,
        notes=_notes(note_ids, lattice, cloud_ids),
        chain=_chain(combination) if "moon-chain" in extras else (),
        frames=_frames(family_of, lattice, cloud_ids),
    )
    return Design(
        sheet=sheet,
        level=combination.level,
        extras=extras,
        shelf_sizes=shelf_sizes([len(shelf) for shelf in shelves], bool(sheet.polaroids)),
        lattice=lattice,
        cell_of={name: cell for cell, name in (cloud_ids | note_ids).items()},
        panel_of=_panel_of(combination.panels, lattices, cloud_ids),
        runs=tuple(runs),
        art=art,
        family_of=family_of,
    )


def _ids(cloud_ids: Mapping[Cell, str], cells: Sequence[Cell]) -> tuple[str, ...]:
    return tuple(cloud_ids[cell] for cell in cells)


def _symbols_in_play(extras: Sequence[str]) -> set[Symbol]:
    if "polaroids-difference" in extras or "polaroids-distinct" in extras:
        return {"star", "moon"}
    stars: set[Symbol] = {"star"} if "constellation" in extras else set()
    moons: set[Symbol] = {"moon"} if "moon-chain" in extras else set()
    return stars | moons


def _clouds(
    lattice: Lattice, cloud_ids: Mapping[Cell, str], symbols: set[Symbol]
) -> Iterator[Cloud]:
    for cell, cloud in cloud_ids.items():
        symbol = CLOUDS[lattice.cells[cell]]
        touches = _ids(cloud_ids, lattice.beside(cell))
        yield Cloud(cloud, symbol if symbol in symbols else None, touches)


def _lattices(names: Sequence[str], parts: Sequence[Panel]) -> list[Lattice]:
    return [
        parse_grid(part.grid, f"templates/{FOLDER}/panels/{name}.toml")
        for name, part in zip(names, parts, strict=True)
    ]


def _panel_of(
    names: Sequence[str], lattices: Sequence[Lattice], cloud_ids: Mapping[Cell, str]
) -> dict[str, str]:
    owner = [name for name, lattice in zip(names, lattices, strict=True)
             for _ in range(lattice.columns)]  # fmt: skip
    return {cloud: owner[cell[0]] for cell, cloud in cloud_ids.items()}


def _shelved(panels: Mapping[str, Panel], combination: Combination) -> list[list[PlacedObject]]:
    """Put the panels' shelves side by side: the top shelves from left to right, then the next."""
    order, shelves = combination.shelf_of or combination.panels, combination.shelves
    groups = [*(panels[letter].objects for letter in order), combination.objects]
    return [
        [placed for objects in groups for placed in _share(objects, shelf, shelves)]
        for shelf in range(shelves)
    ]


def shelf_sizes(even: Sequence[int], polaroids: bool) -> tuple[int, ...]:
    """Let a short upmost shelf, as sheets with polaroids have it, take no more than the next."""
    return (*sorted(even[:2]), *even[2:]) if polaroids else tuple(even)


def _share(objects: Sequence[PlacedObject], part: int, parts: int) -> Sequence[PlacedObject]:
    share = len(objects) / parts
    return objects[round(part * share) : round((part + 1) * share)]


def _objects(art: Sequence[PlacedObject]) -> tuple[ShelfObject, ...]:
    objects: list[ShelfObject] = []
    bonuses = 0
    for n, placed in enumerate(art, start=1):
        bonuses += placed.bonus
        drawing = object_art()[placed.object]
        objects.append(
            ShelfObject(
                id=f"o{n}",
                name=placed.object,
                suns=tuple(i in placed.suns for i in range(len(drawing.points))),
                closed=drawing.closed,
                bonus=f"b{bonuses}" if placed.bonus else None,
            )
        )
    return tuple(objects)


def _leaves(parts: Sequence[Panel], combination: Combination) -> tuple[Leaf, ...]:
    count = sum(part.leaves for part in parts) + combination.leaves
    circled = sum(part.circled for part in parts) + combination.circled
    return tuple(Leaf(f"l{n}", n <= circled) for n in range(1, count + 1))


def polaroid_rule(extras: Sequence[str]) -> PolaroidRule | None:
    """Say what polaroids are worth where these are in play."""
    if "polaroids-difference" in extras:
        return "difference"
    return "distinct" if "polaroids-distinct" in extras else None


def _polaroids(
    lattice: Lattice, cloud_ids: Mapping[Cell, str], extras: Sequence[str], file: str
) -> tuple[Polaroid, ...]:
    if polaroid_rule(extras) is None:
        return ()
    cells = sorted(cell for cell in lattice.clouds if CLOUDS[lattice.cells[cell]])
    if len({x for x, _ in cells}) != len(cells):
        raise TemplateError(
            file,
            "polaroids",
            "two star or moon clouds stand in one column.",
            "Give each polaroid a column of its own.",
        )
    polaroids: list[Polaroid] = []
    for n, cell in enumerate(cells, start=1):
        side = CLOUDS[lattice.cells[cell]]
        assert side is not None
        polaroids.append(Polaroid(f"p{n}", cloud_ids[cell], side))
    return tuple(polaroids)


def _constellation(combination: Combination) -> tuple[str | None, ...]:
    stars = iter(range(1, len(combination.constellation) + 1))
    return tuple(f"s{next(stars)}" if sign == "*" else None for sign in combination.constellation)


def _notes(
    note_ids: Mapping[Cell, str], lattice: Lattice, cloud_ids: Mapping[Cell, str]
) -> tuple[Note, ...]:
    touched = {note: _ids(cloud_ids, lattice.beside(cell)) for cell, note in note_ids.items()}
    return tuple(
        Note(note, clouds, 1 if len(clouds) == 2 else 2) for note, clouds in touched.items()
    )


def _chain(combination: Combination) -> tuple[Moon, ...]:
    links = (None, *combination.chain)
    return tuple(Moon(f"m{n}", link) for n, link in enumerate(links, start=1))


def _families(parts: Sequence[Panel], lattice: Lattice, file: str) -> dict[Cell, int]:
    family_of: dict[Cell, int] = {}
    offset = 0
    for part in parts:
        lines = [line.split() for line in part.frames]
        for y, signs in enumerate(lines):
            for x, sign in enumerate(signs):
                if sign != ".":
                    family_of[x + offset, y] = int(sign)
        offset += len(part.grid[0].split())
    for cell in lattice.clouds:
        if cell not in family_of:
            raise TemplateError(
                file,
                f"frames, line {cell[1] + 1}, cell {cell[0] + 1}",
                "this cloud belongs to no family of frames.",
                "Give its cell the number of a family in the panel's frames.",
            )
    return family_of


def _frames(
    family_of: Mapping[Cell, int], lattice: Lattice, cloud_ids: Mapping[Cell, str]
) -> tuple[Frame, ...]:
    return tuple(
        Frame(f"f{n}", _ids(cloud_ids, [c for c in lattice.clouds if family_of[c] == n]), REWARDS)
        for n in sorted(set(family_of.values()))
    )
