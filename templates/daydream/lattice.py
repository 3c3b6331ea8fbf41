"""The grid of a panel as text, and the rows that follow from it.

A grid is a list of lines, one character a cell, blanks between them:

    o  cloud     *  cloud with a star     )  cloud with a moon
    .  gap       n  gap with a note
    >  symbols of the row that begins to the right     <  … that ends to the left
    v  symbols of the column that begins below         ^  … that ends above

Panels that stand side by side form one grid: their lines are joined.
A run of clouds is a row if symbols stand at one of its ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from templates.errors import TemplateError

Cell = tuple[int, int]
"""Column and line, from the top left."""

CLOUDS: Mapping[str, Literal["star", "moon"] | None] = {"o": None, "*": "star", ")": "moon"}
GAPS = ".n"
STEPS: Mapping[str, Cell] = {">": (1, 0), "<": (-1, 0), "v": (0, 1), "^": (0, -1)}
"""From the symbols' cell to the nearest cloud of their row."""


@dataclass(frozen=True, slots=True)
class Run:
    """A row of clouds and the cell in which its two symbols stand."""

    cells: tuple[Cell, ...]
    symbols: Cell
    upright: bool


@dataclass(frozen=True, slots=True)
class Lattice:
    """A grid of cells: what stands in each."""

    cells: Mapping[Cell, str]
    columns: int
    lines: int

    @property
    def clouds(self) -> list[Cell]:
        """The clouds in reading order."""
        return sorted((c for c, sign in self.cells.items() if sign in CLOUDS), key=reading_order)

    @property
    def notes(self) -> list[Cell]:
        """The gaps that hold a note, in reading order."""
        return sorted((c for c, sign in self.cells.items() if sign == "n"), key=reading_order)

    def is_cloud(self, cell: Cell) -> bool:
        """Say whether a cloud stands there."""
        return self.cells.get(cell, ".") in CLOUDS

    def beside(self, cell: Cell) -> list[Cell]:
        """The clouds directly above, left of, right of and below a cell."""
        x, y = cell
        return [c for c in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) if self.is_cloud(c)]

    def runs(self) -> list[Run]:
        """The rows in reading order of their first cloud, across before down."""
        found = [self._run(cell, sign) for cell, sign in self.cells.items() if sign in STEPS]
        return sorted(found, key=_first_cloud)

    def _run(self, cell: Cell, sign: str) -> Run:
        cells = tuple(self._follow(cell, STEPS[sign]))
        if sign in "<^":
            cells = cells[::-1]
        return Run(cells, cell, sign in "v^")

    def _follow(self, cell: Cell, step: Cell) -> Iterator[Cell]:
        here = (cell[0] + step[0], cell[1] + step[1])
        while self.is_cloud(here):
            yield here
            here = (here[0] + step[0], here[1] + step[1])


def _first_cloud(run: Run) -> tuple[int, int, bool]:
    line, column = reading_order(run.cells[0] if run.cells else run.symbols)
    return line, column, run.upright


def reading_order(cell: Cell) -> tuple[int, int]:
    """Sort key: line by line, each from the left."""
    return cell[1], cell[0]


def parse_grid(lines: Sequence[str], file: str) -> Lattice:
    """Read a grid; raise TemplateError where a line or a sign is wrong."""
    rows = [line.split() for line in lines]
    cells: dict[Cell, str] = {}
    for y, signs in enumerate(rows):
        if len(signs) != len(rows[0]):
            raise TemplateError(
                file,
                f"grid, line {y + 1}",
                f"{len(signs)} cells where line 1 has {len(rows[0])}.",
                "Give every line the same number of cells, with blanks between them.",
            )
        for x, sign in enumerate(signs):
            if sign not in CLOUDS and sign not in STEPS and sign not in GAPS:
                raise TemplateError(
                    file,
                    f"grid, line {y + 1}, cell {x + 1}",
                    f'"{sign}" is not a sign of a grid.',
                    "Use o * ) . n > < v ^.",
                )
            cells[x, y] = sign
    return Lattice(cells, len(rows[0]) if rows else 0, len(rows))


def side_by_side(lattices: Sequence[Lattice]) -> Lattice:
    """Join grids from left to right into one."""
    cells: dict[Cell, str] = {}
    offset = 0
    for lattice in lattices:
        cells |= {(x + offset, y): sign for (x, y), sign in lattice.cells.items()}
        offset += lattice.columns
    return Lattice(cells, offset, max((one.lines for one in lattices), default=0))


def check_grid(lattice: Lattice, file: str) -> None:
    """Refuse a grid that cannot be played: raise TemplateError with the place."""
    runs = lattice.runs()
    seen: dict[tuple[Cell, ...], Cell] = {}
    for run in runs:
        place = f"grid, line {run.symbols[1] + 1}, cell {run.symbols[0] + 1}"
        if not 2 <= len(run.cells) <= 7:
            raise TemplateError(
                file,
                place,
                f"these symbols belong to a row of {len(run.cells)} clouds.",
                "Rows have 2 to 7 clouds: turn the sign round or move it.",
            )
        if run.cells in seen:
            other = seen[run.cells]
            raise TemplateError(
                file,
                place,
                f"this row has symbols at line {other[1] + 1}, cell {other[0] + 1} already.",
                "Keep the symbols at one end of the row.",
            )
        seen[run.cells] = run.symbols
    in_rows = {cell for run in runs for cell in run.cells}
    for cell in lattice.clouds:
        if cell not in in_rows:
            raise TemplateError(
                file,
                f"grid, line {cell[1] + 1}, cell {cell[0] + 1}",
                "this cloud is in no row.",
                "Put symbols at an end of its row or column.",
            )
    for cell in lattice.notes:
        if len(lattice.beside(cell)) < 2:
            raise TemplateError(
                file,
                f"grid, line {cell[1] + 1}, cell {cell[0] + 1}",
                "this note touches fewer than two clouds.",
                "Move it into a gap between clouds.",
            )
