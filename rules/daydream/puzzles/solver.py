"""Solves a puzzle as a person does, and says how: its level is the hardest step that it needs.

1. One row: its numbers and its symbol leave one number for a cloud.
2. Two rows: what each leaves for the cloud where they cross, together.
3. Notes: what all rows leave is written down at every cloud, and the rows look once more.
4. Notes that go on from row to row, however far.
5. A supposition: a number with which some row has no way left in the end cannot be.

Every step only ever takes possibilities away, so that the order does not matter: what a level
solves, it solves in any order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.daydream.board import RowMark
from rules.daydream.puzzles.notes import ALL, is_settled, left_by, numbers_in
from rules.daydream.sheet import Row

ONE_ROW, TWO_ROWS, NOTES, LONG_NOTES, SUPPOSITION = LEVELS = (1, 2, 3, 4, 5)
_ROUNDS = {ONE_ROW: 0, TWO_ROWS: 1, NOTES: 2}
"""How often all rows look, at the levels at which that is limited."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something that follows."""

    level: int
    cloud: str
    number: int
    """The one that it is; of a supposition, one that it cannot be."""
    rows: tuple[str, ...]
    """The rows that say so; of a supposition, the row that has no way left."""


@dataclass(frozen=True, slots=True)
class Way:
    """How far the steps of a level lead."""

    steps: tuple[Step, ...]
    is_solved: bool


class Contradiction(Exception):
    """A row that no numbers fit."""

    def __init__(self, row: str) -> None:
        super().__init__(row)
        self.row = row


class Grid:
    """The rows of a puzzle with their symbols."""

    def __init__(self, rows: Sequence[Row], marks: Mapping[str, RowMark]) -> None:
        """Know which rows go through which clouds."""
        self.rows = tuple(rows)
        self.marks = marks
        self.through: dict[str, list[Row]] = {}
        for row in rows:
            for cloud in row.clouds:
                self.through.setdefault(cloud, []).append(row)

    def left(self, row: Row, notes: Mapping[str, int]) -> dict[str, int]:
        """Say what a row leaves for its clouds; raises Contradiction if that is nothing."""
        found = left_by(self.marks[row.id], tuple(notes[cloud] for cloud in row.clouds))
        if 0 in found:
            raise Contradiction(row.id)
        return dict(zip(row.clouds, found, strict=True))

    def settled(
        self, notes: Mapping[str, int], rows: Sequence[Row], until: str = ""
    ) -> dict[str, int]:
        """Let rows look, and all that their notes change something for, until nothing does.

        Or until a cloud is settled: what follows for the others is of no interest then.
        """
        now, waiting, queued = dict(notes), deque(rows), {row.id for row in rows}
        marks = self.marks
        while waiting:
            row = waiting.popleft()
            queued.discard(row.id)
            before = tuple([now[cloud] for cloud in row.clouds])
            found = left_by(marks[row.id], before)
            if found == before:
                continue
            if 0 in found:
                raise Contradiction(row.id)
            for cloud, old, note in zip(row.clouds, before, found, strict=True):
                if note != old:
                    now[cloud] = note
                    if cloud == until and is_settled(note):
                        return now
                    for each in self.through[cloud]:
                        if each.id not in queued:
                            queued.add(each.id)
                            waiting.append(each)
        return now

    def is_tied(self, cloud: str, numbers: Mapping[str, int]) -> bool:
        """Say whether its rows leave one number for a cloud if all the others are known."""
        note = ALL
        for row in self.through[cloud]:
            ways = tuple([ALL if each == cloud else 1 << numbers[each] for each in row.clouds])
            note &= left_by(self.marks[row.id], ways)[row.clouds.index(cloud)]
        return is_settled(note)

    def has_circle(self, notes: Mapping[str, int], cloud: str) -> bool:
        """Say whether rows that cross in open clouds come back to one, from a cloud on.

        Where they do not, no supposition ever fails that settled notes allow.
        """
        rows, clouds, waiting = set[str](), {cloud}, [cloud]
        while waiting:
            for row in self.through[waiting.pop()]:
                if row.id not in rows:
                    rows.add(row.id)
                    fresh = [c for c in row.clouds if c not in clouds and not is_settled(notes[c])]
                    clouds.update(fresh)
                    waiting += fresh
        return sum(len(self.through[each]) - 1 for each in clouds) >= len(rows)

    def noted(self, given: Mapping[str, int]) -> dict[str, int]:
        """Say what notes that go on without limit leave beside the given numbers."""
        return self.settled(self.unsettled(given), self.rows)

    def unsettled(self, given: Mapping[str, int]) -> dict[str, int]:
        """Note the given numbers, and that everything is possible elsewhere."""
        return {cloud: 1 << given[cloud] if cloud in given else ALL for cloud in self.through}

    def fails(self, notes: Mapping[str, int], cloud: str, number: int) -> str | None:
        """Suppose a number; name a row that has no way left then, or None."""
        try:
            self.settled({**notes, cloud: 1 << number}, self.through[cloud])
        except Contradiction as found:
            return found.row
        return None


def solve(grid: Grid, given: Mapping[str, int], level: int = SUPPOSITION) -> Way:
    """Go as far as the steps up to a level lead, always by the easiest step that there is."""
    work = _Work(grid, given)
    try:
        while not work.is_done and work.step(level):
            pass
        work.check()
    except Contradiction:
        return Way(tuple(work.steps), False)
    return Way(tuple(work.steps), work.is_done)


def follows(grid: Grid, given: Mapping[str, int], level: int, cloud: str) -> bool:
    """Say whether the steps up to a level lead to a cloud's number.

    Where that number is all that is missing for them to solve the puzzle, they do without it.
    No step is told of, so that from notes without limit on it is quick.
    """
    if level < LONG_NOTES:
        return solve(grid, given, level).is_solved
    nearest = [*grid.through[cloud], *grid.rows]
    notes = grid.settled(grid.unsettled(given), nearest, until=cloud)
    if level >= SUPPOSITION and not grid.has_circle(notes, cloud):
        return is_settled(notes[cloud])
    while not is_settled(notes[cloud]):
        struck = _struck(grid, notes, cloud) if level >= SUPPOSITION else None
        if struck is None:
            return False
        notes = struck
    return True


def _struck(grid: Grid, notes: Mapping[str, int], first: str) -> dict[str, int] | None:
    """Strike a number that fails, if there is one, and what follows; one cloud is tried first."""
    for cloud in sorted(notes, key=lambda each: (each != first, notes[each].bit_count())):
        for number in numbers_in(notes[cloud]) if not is_settled(notes[cloud]) else ():
            if grid.fails(notes, cloud, number) is not None:
                struck = {**notes, cloud: notes[cloud] & ~(1 << number)}
                return grid.settled(struck, grid.through[cloud], until=first)
    return None


def level_of(grid: Grid, given: Mapping[str, int]) -> int | None:
    """Say which level a puzzle has; None if no step leads to its end."""
    return next((level for level in LEVELS if solve(grid, given, level).is_solved), None)


class _Work:
    """A puzzle under way: what is written or struck at each cloud."""

    def __init__(self, grid: Grid, given: Mapping[str, int]) -> None:
        self.grid = grid
        self.steps: list[Step] = []
        self._open = [cloud for cloud in grid.through if cloud not in given]
        self._notes = grid.unsettled(given)
        self._fresh = list(grid.rows)

    @property
    def is_done(self) -> bool:
        return not self._open

    def check(self) -> None:
        """Raise Contradiction if what is written does not fit a row."""
        for row in self.grid.rows:
            self.grid.left(row, self._notes)

    def step(self, level: int) -> bool:
        """Take the easiest step; False if there is none up to this level."""
        return (
            self._look_at_one_row()
            or (level >= TWO_ROWS and self._look_around(level))
            or (level >= SUPPOSITION and self._suppose())
        )

    def _write(self, step: Step) -> bool:
        self.steps.append(step)
        self._notes[step.cloud] = 1 << step.number
        self._open.remove(step.cloud)
        self._fresh += [row for row in self.grid.through[step.cloud] if row not in self._fresh]
        return True

    def _look_at_one_row(self) -> bool:
        while self._fresh:
            row = self._fresh[0]
            for cloud, note in self.grid.left(row, self._notes).items():
                if cloud in self._open and is_settled(note):
                    return self._write(Step(ONE_ROW, cloud, numbers_in(note)[0], (row.id,)))
            self._fresh.pop(0)
        return False

    def _look_around(self, level: int) -> bool:
        """Let all rows look at once, then again at what they have left, until a cloud is settled.

        The notes are thrown away again, so that each step says how many looks it takes.
        """
        now, rounds = dict(self._notes), 0
        while rounds < _ROUNDS.get(level, rounds + 1):
            rounds += 1
            after = dict(now)
            for row in self.grid.rows:
                for cloud, note in self.grid.left(row, now).items():
                    after[cloud] &= note
                    if not after[cloud]:
                        raise Contradiction(row.id)
            for cloud in self._open:
                if is_settled(after[cloud]):
                    rows = tuple(row.id for row in self.grid.through[cloud])
                    number = numbers_in(after[cloud])[0]
                    return self._write(Step(min(rounds + 1, LONG_NOTES), cloud, number, rows))
            if after == now:
                return False
            now = after
        return False

    def _suppose(self) -> bool:
        """Strike a number that fails; clouds with the fewest ways left are tried first."""
        notes = self.grid.settled(self._notes, self.grid.rows)
        for cloud in sorted(self._open, key=lambda each: notes[each].bit_count()):
            for number in numbers_in(notes[cloud]):
                row = self.grid.fails(notes, cloud, number)
                if row is not None:
                    self.steps.append(Step(SUPPOSITION, cloud, number, (row,)))
                    self._notes[cloud] &= ~(1 << number)
                    self._fresh += self.grid.through[cloud]
                    if is_settled(self._notes[cloud]):
                        last = numbers_in(self._notes[cloud])[0]
                        rows = tuple(each.id for each in self.grid.through[cloud])
                        self._write(Step(SUPPOSITION, cloud, last, rows))
                    return True
        return False
