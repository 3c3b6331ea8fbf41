"""Everything that a person should look at on a board. Nothing here is an error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import chain

from rules.daydream import extras
from rules.daydream.board import BonusMark, DaydreamBoard, LeafMark, RewardMark
from rules.daydream.lines import most_segments
from rules.daydream.plan import CLOVER
from rules.daydream.rows import should_be, wrong_rows
from rules.daydream.sheet import Sheet
from rules.problem import Problem

STARTING_CLOUDS = 2
_LEAVES_FOR: Mapping[int | None, int] = {0: 1, 7: 1, 8: 2, 9: 3}
"""How many leaves bend a die of 1 to 6 as far as this number, at least."""


class DaydreamCode(StrEnum):
    """What can be wrong with a board that can be read."""

    ROW_MARK = "row-mark"
    ROW_UNMARKED = "row-unmarked"
    TOO_MANY_LINES = "too-many-lines"
    OBJECT_ORDER = "object-order"
    CONSTELLATION_LINES = "constellation-lines"
    CONSTELLATION_STARS = "constellation-stars"
    NOTE_HEADS = "note-heads"
    POLAROID_NUMBER = "polaroid-number"
    POLAROID_CIRCLES = "polaroid-circles"
    CHAIN_NUMBERS = "chain-numbers"
    CHAIN_LINK = "chain-link"
    CHAIN_GAP = "chain-gap"
    FRAME_UNFILLED = "frame-unfilled"
    FRAME_BOTH = "frame-both"
    THORNS_NOT_SOLO = "thorns-not-solo"
    BONUS_UNEARNED = "bonus-unearned"
    BONUS_BOTH = "bonus-both"
    LEAVES = "leaves"
    FRAME_ORDER = "frame-order"
    CLOUD_ISOLATED = "cloud-isolated"
    TOTAL = "total"


def problems_of(board: DaydreamBoard, sheet: Sheet, totals: tuple[int, int]) -> tuple[Problem, ...]:
    """Name every problem of a board with these totals, as marked and by the rules."""
    parts = chain.from_iterable(part(board, sheet) for part in PARTS)
    return (*parts, *total_problems(board.total, totals))


def filled_groups(board: DaydreamBoard, sheet: Sheet) -> int:
    """Count the groups of filled clouds that hang together."""
    filled = frozenset([cloud for cloud, number in board.clouds.items() if number is not None])
    return _groups(filled, sheet.neighbours)


@lru_cache(maxsize=64)  # judging a photo asks about the same few boards again and again
def _groups(filled: frozenset[str], neighbours: tuple[tuple[str, tuple[str, ...]], ...]) -> int:
    unseen, touches = set(filled), dict(neighbours)
    groups = 0
    while unseen:
        groups += 1
        reached = [unseen.pop()]
        while reached:
            beside = unseen.intersection(touches[reached.pop()])
            unseen -= beside
            reached += beside
    return groups


def begun_too_early(board: DaydreamBoard, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield each object begun while an earlier one is unfinished, with the earliest such."""
    unfinished: str | None = None
    for id_, segments in sheet.segments_of.items():
        drawn = board.objects[id_]
        if unfinished is not None and drawn:
            yield id_, unfinished
        if unfinished is None and drawn < segments:
            unfinished = id_


def _problem(
    element: str, code: DaydreamCode, reason: str | None = None, **facts: object
) -> Problem:
    return Problem(element, code, {"reason": reason, "element": element, **facts})


def _cloud_problems(board: DaydreamBoard, sheet: Sheet) -> Iterator[Problem]:
    groups = filled_groups(board, sheet)
    if groups > STARTING_CLOUDS:
        yield _problem("clouds", DaydreamCode.CLOUD_ISOLATED, groups=groups)


def _row_problems(board: DaydreamBoard, sheet: Sheet) -> Iterator[Problem]:
    for row in wrong_rows(board, sheet):
        mark, right = board.rows[row.id], should_be(board, row)
        numbers = "-".join("·" if each is None else str(each) for each in board.numbers(row.clouds))
        code = DaydreamCode.ROW_UNMARKED if mark is None else DaydreamCode.ROW_MARK
        yield _problem(row.id, code, right.value if right else "unfinished", numbers=numbers)


def _order_problems(board: DaydreamBoard, sheet: Sheet) -> Iterator[Problem]:
    for begun, unfinished in begun_too_early(board, sheet):
        yield _problem(begun, DaydreamCode.OBJECT_ORDER, unfinished=unfinished)


def line_problems(board: DaydreamBoard, sheet: Sheet) -> Iterator[Problem]:
    """Compare the lines with the most that can have been earned; it takes far longer than the rest.

    With objects out of order it is not judged.
    """
    if any(begun_too_early(board, sheet)):
        return
    drawn = sum(board.objects.values())
    most = most_segments(board, sheet, enough=drawn)
    if drawn > most:
        yield _problem("objects", DaydreamCode.TOO_MANY_LINES, drawn=drawn, most=most)


def _bonus_problems(board: DaydreamBoard, sheet: Sheet) -> Iterator[Problem]:
    for thing in sheet.objects:
        if thing.bonus is None or board.bonuses[thing.bonus] is None:
            continue
        if board.objects[thing.id] < thing.segments:
            yield _problem(thing.bonus, DaydreamCode.BONUS_UNEARNED)
        if board.bonuses[thing.bonus] is BonusMark.BOTH:
            yield _problem(thing.bonus, DaydreamCode.BONUS_BOTH)


def _leaf_problems(board: DaydreamBoard, sheet: Sheet) -> Iterator[Problem]:
    """Compare the leaves with the numbers that they bent and, in solo, with where they came from.

    The two numbers of the start are written as rolled, so none of them needs a leaf. A sheet
    with a task has no leaves to judge.
    """
    if not sheet.leaves:
        return
    filled = sum([mark is LeafMark.FILLED for mark in board.leaves.values()])
    needed = sum([_LEAVES_FOR.get(number, 0) for number in board.clouds.values()])
    gained = sum([board.leaves[leaf.id] is not None for leaf in sheet.leaves if not leaf.circled])
    chosen = sum([mark in (BonusMark.LEAF, BonusMark.BOTH) for mark in board.bonuses.values()])
    # Once all thorns are drawn, a skipped die leaves no trace.
    judged = board.solo and board.thorns < sheet.thorns
    few, many = filled < needed, judged and gained > board.thorns + chosen
    if few or many:
        reason = "both" if few and many else "few" if few else "many"
        facts = {"filled": filled, "needed": needed, "gained": gained, "thorns": board.thorns}
        yield _problem("leaves", DaydreamCode.LEAVES, reason, **facts, bonuses=chosen)


def _constellation_problems(board: DaydreamBoard, sheet: Sheet) -> Iterator[Problem]:
    sky = board.constellation
    if sky is None:
        return
    right = extras.star_lines(board, sheet)
    if sky.lines != right:
        yield _problem(
            "constellation", DaydreamCode.CONSTELLATION_LINES, drawn=sky.lines, right=right
        )
    forgotten, unearned = extras.stars_wrong(sheet, sky.lines, sky.circled)
    if forgotten or unearned:
        reason = "both" if forgotten and unearned else "forgotten" if forgotten else "unearned"
        yield _problem(
            "constellation",
            DaydreamCode.CONSTELLATION_STARS,
            reason,
            forgotten=forgotten,
            unearned=unearned,
        )


def _note_problems(board: DaydreamBoard, sheet: Sheet) -> Iterator[Problem]:
    for note in sheet.notes:
        filled, right = board.notes[note.id], extras.heads_earned(board, note)
        if filled != right:
            yield _problem(note.id, DaydreamCode.NOTE_HEADS, filled=filled, right=right)


def _polaroid_problems(board: DaydreamBoard, sheet: Sheet) -> Iterator[Problem]:
    for polaroid in sheet.polaroids:
        copied, number = board.polaroids[polaroid.id].value, board.clouds[polaroid.cloud]
        if copied != number:
            reason = "missing" if copied is None else "alone" if number is None else "differs"
            yield _problem(
                polaroid.id,
                DaydreamCode.POLAROID_NUMBER,
                reason,
                copied=copied,
                number=number,
                cloud=polaroid.cloud,
            )


def circle_problems(board: DaydreamBoard, sheet: Sheet) -> Iterator[Problem]:
    """Compare the circled polaroids with the numbers that stand in all of them."""
    if sheet.polaroid_rule != "distinct":
        return
    circled = [ink.value for ink in board.polaroids.values() if ink.circled]
    different = {ink.value for ink in board.polaroids.values()} - {None}
    if len(circled) != len(different) or set(circled) != different:
        yield _problem(
            "polaroids",
            DaydreamCode.POLAROID_CIRCLES,
            circled=len(circled),
            different=len(different),
        )


def _chain_problems(board: DaydreamBoard, sheet: Sheet) -> Iterator[Problem]:
    values = [board.chain[moon.id].value for moon in sheet.chain]
    last_filled = max((at for at, value in enumerate(values) if value is not None), default=0)
    if None in values[:last_filled]:
        gap = sheet.chain[values.index(None)].id
        yield _problem("chain", DaydreamCode.CHAIN_GAP, moon=gap)
    if sheet.chain:
        yield from _chain_number_problems(board, sheet)
    joined = extras.joined_moons(board, sheet)
    for moon in sheet.chain:
        if board.chain[moon.id].linked != (moon.id in joined):
            yield _problem(
                moon.id, DaydreamCode.CHAIN_LINK, "missing" if moon.id in joined else "wrong"
            )


def _chain_number_problems(board: DaydreamBoard, sheet: Sheet) -> Iterator[Problem]:
    """Compare the chain with the moon clouds; numbers beyond the last moon are lost."""
    copied = _written(board.chain[moon.id].value for moon in sheet.chain)
    given = _written(board.numbers(sheet.clouds_with("moon")))
    room = min(given.total(), len(sheet.chain))
    if copied.total() != room or copied - given:
        yield _problem(
            "chain", DaydreamCode.CHAIN_NUMBERS, copied=_listed(copied), given=_listed(given)
        )


def _frame_problems(board: DaydreamBoard, sheet: Sheet) -> Iterator[Problem]:
    clover = next((thing.id for thing in sheet.objects if thing.name == CLOVER), None)
    fives_last = board.solo and clover is not None and not board.objects[clover]
    for frame in sheet.frames:
        marks = board.frames[frame.id]
        circled = [value for value in frame.rewards if marks[value] is RewardMark.CIRCLED]
        empty = board.numbers(frame.clouds).count(None)
        if circled and empty:
            reward = "+".join(map(str, circled))
            yield _problem(frame.id, DaydreamCode.FRAME_UNFILLED, reward=reward, empty=empty)
        if len(circled) > 1:
            yield _problem(frame.id, DaydreamCode.FRAME_BOTH)
        if fives_last and set(circled) - {frame.rewards[0]}:
            yield _problem(frame.id, DaydreamCode.FRAME_ORDER)


def _thorn_problems(board: DaydreamBoard, sheet: Sheet) -> Iterator[Problem]:
    if board.thorns and not board.solo:
        yield _problem("thorns", DaydreamCode.THORNS_NOT_SOLO, thorns=board.thorns)


def total_problems(written: int | None, totals: tuple[int, int]) -> Iterator[Problem]:
    """Compare the number at the bottom with the totals, as marked and by the rules."""
    if written is not None and written not in totals:
        marked, decided = totals
        yield _problem(
            "total",
            DaydreamCode.TOTAL,
            "same" if marked == decided else "differs",
            written=written,
            marked=marked,
            decided=decided,
        )


def _written(numbers: Iterator[int | None] | tuple[int | None, ...]) -> Counter[int]:
    return Counter(number for number in numbers if number is not None)


def _listed(numbers: Counter[int]) -> str:
    return " ".join(str(number) for number in sorted(numbers.elements())) or "–"


PARTS: Mapping[Callable[[DaydreamBoard, Sheet], Iterator[Problem]], tuple[str, ...]] = {
    _cloud_problems: ("clouds",),
    _row_problems: ("rows", "clouds"),
    _order_problems: ("objects",),
    line_problems: ("objects", "clouds", "bonuses"),
    _bonus_problems: ("bonuses", "objects"),
    _leaf_problems: ("leaves", "clouds", "bonuses", "solo", "thorns"),
    _constellation_problems: ("constellation", "clouds"),
    _note_problems: ("notes", "clouds"),
    _polaroid_problems: ("polaroids", "clouds"),
    circle_problems: ("polaroids",),
    _chain_problems: ("chain", "clouds"),
    _frame_problems: ("frames", "clouds", "objects", "solo"),
    _thorn_problems: ("thorns", "solo"),
}
"""What is judged, total apart, and at which fields of a board it looks.

A sheet that has nothing of the first field has nothing to judge there.
"""
