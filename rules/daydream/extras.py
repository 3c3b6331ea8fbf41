"""What constellation, notes, polaroids, moon chain and frames are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from rules.daydream.board import DaydreamBoard, RewardMark
from rules.daydream.rows import runs
from rules.daydream.sheet import Note, Sheet


def stars_circled(board: DaydreamBoard, sheet: Sheet) -> int:
    """Count the stars that are circled."""
    return len(board.constellation.circled) if board.constellation else 0


def stars_earned(board: DaydreamBoard, sheet: Sheet) -> int:
    """Count the stars that the star clouds' lines reach."""
    return len(stars_reached(sheet, star_lines(board, sheet)))


def star_lines(board: DaydreamBoard, sheet: Sheet) -> int:
    """Count the lines that the star clouds give, up to the path's end."""
    if sheet.constellation is None:
        return 0
    numbers = board.numbers(sheet.clouds_with("star"))
    return min(sum(number or 0 for number in numbers), sheet.path_lines)


def stars_reached(sheet: Sheet, lines: int) -> tuple[str, ...]:
    """Name the stars that a number of lines touch; without a line not even the first point."""
    path = (sheet.constellation or ())[: lines + 1] if lines else ()
    return tuple(star for star in path if star is not None)


def stars_wrong(
    sheet: Sheet, lines: int, circled: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Name the stars that are reached but not circled, and those circled but not reached."""
    reached = stars_reached(sheet, lines)
    return (
        tuple(star for star in reached if star not in circled),
        tuple(star for star in circled if star not in reached),
    )


def heads_filled(board: DaydreamBoard, sheet: Sheet) -> int:
    """Count the heads of all notes that are filled."""
    return sum(board.notes.values())


def heads_right(board: DaydreamBoard, sheet: Sheet) -> int:
    """Count the heads that the clouds around all notes fill."""
    return sum(heads_earned(board, note) for note in sheet.notes)


def heads_earned(board: DaydreamBoard, note: Note) -> int:
    """Count the heads that the clouds around a note fill."""
    return heads_for(board.numbers(note.clouds), note.heads)


def heads_for(numbers: Sequence[int | None], heads: int) -> int:
    """Count how many of a note's heads the numbers around it fill.

    Two clouds fill the one head of a single note. Around a double note two equal
    numbers fill one head, and only all of them equal fill both.
    """
    return _heads(tuple(numbers), heads)


@lru_cache(maxsize=4096)  # as for rows
def _heads(numbers: tuple[int | None, ...], heads: int) -> int:
    counts = Counter(number for number in numbers if number is not None)
    most_alike = max(counts.values(), default=0)
    if most_alike == len(numbers):
        return heads
    return 1 if most_alike >= 2 else 0


def polaroids_as_marked(board: DaydreamBoard, sheet: Sheet) -> int:
    """Count the polaroids by what stands in them and by their circles."""
    inks = [board.polaroids[polaroid.id] for polaroid in sheet.polaroids]
    numbers = [ink.value for ink in inks]
    if sheet.polaroid_rule == "difference":
        return _difference(numbers, sheet)
    circled = sum(ink.circled and ink.value is not None for ink in inks)
    return circled * (2 if runs(numbers) else 1)


def polaroids_by_rules(board: DaydreamBoard, sheet: Sheet) -> int:
    """Count the polaroids by the numbers in their clouds."""
    return polaroids_for(board.numbers(tuple(one.cloud for one in sheet.polaroids)), sheet)


def polaroids_for(numbers: Sequence[int | None], sheet: Sheet) -> int:
    """Count the polaroids if these numbers stand in their clouds, from left to right."""
    if sheet.polaroid_rule == "difference":
        return _difference(numbers, sheet)
    different = len({number for number in numbers if number is not None})
    return different * (2 if runs(numbers) else 1)


def moons_linked(board: DaydreamBoard, sheet: Sheet) -> int:
    """Count the moons that are linked."""
    return sum(moon.link or 0 for moon in sheet.chain if board.chain[moon.id].linked)


def moons_joined(board: DaydreamBoard, sheet: Sheet) -> int:
    """Count the moons that their numbers link."""
    joined = joined_moons(board, sheet)
    return sum(moon.link or 0 for moon in sheet.chain if moon.id in joined)


def joined_moons(board: DaydreamBoard, sheet: Sheet) -> frozenset[str]:
    """Name the moons whose number equals the number in the moon above."""
    joined = set()
    above: int | None = None
    for moon in sheet.chain:
        value = board.chain[moon.id].value
        if value is not None and value == above:
            joined.add(moon.id)
        above = value
    return frozenset(joined)


def rewards_circled(board: DaydreamBoard, sheet: Sheet) -> int:
    """Add up the circled rewards of all frames."""
    return sum(
        value
        for rewards in board.frames.values()
        for value, mark in rewards.items()
        if mark is RewardMark.CIRCLED
    )


def _difference(numbers: Sequence[int | None], sheet: Sheet) -> int:
    """Take the moon side from the star side; an empty place counts as 0."""
    return sum(
        (number or 0) * (1 if polaroid.side == "star" else -1)
        for polaroid, number in zip(sheet.polaroids, numbers, strict=True)
    )
