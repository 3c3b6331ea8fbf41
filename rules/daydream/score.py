"""What a board is worth: as it is marked, and as its numbers say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from rules.daydream import extras
from rules.daydream.board import FORMAT, DaydreamBoard, RowMark
from rules.daydream.problems import problems_of
from rules.daydream.rows import should_be
from rules.daydream.sheet import Sheet
from rules.problem import Problem

THORNS_FOR_AN_OBJECT = 2


@dataclass(frozen=True, slots=True)
class DaydreamParts:
    """The points of a board by where they come from."""

    objects: int
    thorns: int
    """What the thorns take away: negative or 0."""
    constellation: int
    notes: int
    polaroids: int
    chain: int
    frames: int

    @property
    def total(self) -> int:
        """All points together."""
        extras = self.constellation + self.notes + self.polaroids + self.chain + self.frames
        return self.objects + self.thorns + extras

    def as_json(self) -> dict[str, int]:
        """Give the parts as plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class RowScore:
    """How one row is judged."""

    numbers: tuple[int | None, ...]
    mark: RowMark | None
    should_be: RowMark | None

    def as_json(self) -> dict[str, object]:
        """Give the row as plain data."""
        return {
            "numbers": list(self.numbers),
            "mark": self.mark and self.mark.value,
            "should_be": self.should_be and self.should_be.value,
        }


@dataclass(frozen=True, slots=True)
class DaydreamScore:
    """What a board is worth, and everything that is odd about it."""

    sheet: str
    seed: int
    parts: DaydreamParts
    """By the marks as they stand on the paper."""
    by_rules: DaydreamParts
    """By the numbers wherever they decide; sheets are ranked by this."""
    written: int | None
    tie_break: int
    """Segments on the first unfinished object."""
    tier: int | None
    """From 1 to 4 on a solo board."""
    rows: Mapping[str, RowScore]
    problems: tuple[Problem, ...]

    def as_json(
        self, tier_names: Sequence[str], message_of: Callable[[Problem], str]
    ) -> dict[str, object]:
        """Give the score in the form that programs may rely on.

        Args:
            tier_names: The sheet's four solo tiers in the reader's language, lowest first.
            message_of: Puts a problem into the reader's words.
        """
        return {
            "format": FORMAT,
            "sheet": self.sheet,
            "parts": self.parts.as_json(),
            "total": self.parts.total,
            "by_rules": {"parts": self.by_rules.as_json(), "total": self.by_rules.total},
            "written": self.written,
            "tie_break": self.tie_break,
            "solo": self.tier and {"tier": self.tier, "name": tier_names[self.tier - 1]},
            "rows": {id_: row.as_json() for id_, row in self.rows.items()},
            "problems": [
                {"element": each.element, "code": each.code.value, "message": message_of(each)}
                for each in self.problems
            ],
        }


def score_of(board: DaydreamBoard, sheet: Sheet) -> DaydreamScore:
    """Count a board's points and name all its problems; nothing on it is an error."""
    marked, decided = parts_as_marked(board, sheet), parts_by_rules(board, sheet)
    return DaydreamScore(
        sheet=sheet.id,
        seed=sheet.seed,
        parts=marked,
        by_rules=decided,
        written=board.total,
        tie_break=tie_break_of(board, sheet),
        tier=tier_of(decided.total, sheet) if board.solo else None,
        rows={
            row.id: RowScore(board.numbers(row.clouds), board.rows[row.id], should_be(board, row))
            for row in sheet.rows
        },
        problems=problems_of(board, sheet, (marked.total, decided.total)),
    )


def parts_as_marked(board: DaydreamBoard, sheet: Sheet) -> DaydreamParts:
    """Count the marks as they stand on the paper, right or wrong."""
    return DaydreamParts(**{part: count(board, sheet) for part, count in AS_MARKED.items()})


def parts_by_rules(board: DaydreamBoard, sheet: Sheet) -> DaydreamParts:
    """Count what the numbers decide wherever they decide it; the rest as it is drawn."""
    return DaydreamParts(**{part: count(board, sheet) for part, count in BY_RULES.items()})


def finished_objects(board: DaydreamBoard, sheet: Sheet) -> int:
    """Count the objects that are drawn completely, wherever they stand."""
    drawn = board.objects
    return sum([drawn[id_] >= segments for id_, segments in sheet.segments_of.items()])


def thorn_points(board: DaydreamBoard, sheet: Sheet) -> int:
    """Count what thorns take away; they hurt in solo games only."""
    return -objects_lost(board.thorns, finished_objects(board, sheet)) if board.solo else 0


def objects_lost(thorns: int, objects: int) -> int:
    """Count how many of the objects thorns take away; an odd thorn takes none."""
    return min(thorns // THORNS_FOR_AN_OBJECT, objects)


def tie_break_of(board: DaydreamBoard, sheet: Sheet) -> int:
    """Count the segments on the first unfinished object."""
    for thing in sheet.objects:
        if board.objects[thing.id] < thing.segments:
            return board.objects[thing.id]
    return 0


def tier_of(total: int, sheet: Sheet) -> int:
    """Look up a solo total, from 1 to 4; below zero it counts as the lowest."""
    return max(1, sum(total >= lowest for lowest in sheet.tiers))


AS_MARKED: Mapping[str, Callable[[DaydreamBoard, Sheet], int]] = {
    "objects": finished_objects,
    "thorns": thorn_points,
    "constellation": extras.stars_circled,
    "notes": extras.heads_filled,
    "polaroids": extras.polaroids_as_marked,
    "chain": extras.moons_linked,
    "frames": extras.rewards_circled,
}
"""How each part is counted by the marks as they stand; all of them look at nothing else."""
BY_RULES: Mapping[str, Callable[[DaydreamBoard, Sheet], int]] = {
    **AS_MARKED,
    "constellation": extras.stars_earned,
    "notes": extras.heads_right,
    "polaroids": extras.polaroids_by_rules,
    "chain": extras.moons_joined,
}
"""The same by the numbers, in clouds or in the chain, wherever they decide."""
