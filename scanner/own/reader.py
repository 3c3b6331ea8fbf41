"""How sheets that people make are read: as all score sheets, and lines besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np

from scanner.marks.lines import in_order, line_chances, prefix_chances
from scanner.page.ink import InkPage
from scanner.reader import SheetReader, for_others
from scanner.reading import Reading
from scanner.score_sheets.elements import read_score_sheet
from templates.game import Value, Verdict
from templates.own.judge import JUDGE
from templates.own.layout import OwnLayout
from templates.sheet_code import SheetCode


def reader_for(code: SheetCode) -> SheetReader:
    """Give the reader of a page."""
    return _READER


def read(page: InkPage, layout: OwnLayout) -> dict[str, Reading]:
    """Read every group, field, box and line of a page."""
    return {**read_score_sheet(page, layout), **dict(_lines(page, layout))}


def _lines(page: InkPage, layout: OwnLayout) -> Iterator[tuple[str, Reading]]:
    ways = [list(pairwise(track.way)) for track in layout.lines]
    together = [segment for way in ways for segment in way]
    if not together:
        return
    if page.lines:  # a line of which nobody can say whether it is drawn may well be
        chances = np.nan_to_num(page.lines(together), nan=0.5)
    else:
        chances = line_chances(page.ink, together, page.excess, page.pen)
    ends = np.cumsum([len(way) for way in ways])
    for track, inked in zip(layout.lines, np.split(chances, ends[:-1]), strict=True):
        why = "" if in_order(inked) else "line-doubtful"
        yield track.id, Reading(track.id, prefix_chances(inked), why=why, doubt="line-doubtful")


def verdict(values: Mapping[str, Value], layout: OwnLayout) -> Verdict:
    """Say what the sheet's own checks make of it; sums that are missing are odd as well.

    Nobody's answer is read by its solution: a wrong one is no less likely than a right one, and
    one that may be misread is asked about whether that would change its marks or not.
    """
    score = JUDGE.score_of(JUDGE.board_of(values, layout), layout, unmarked=True)
    told = Verdict.of(score.problems, [*score.totals, *_answers(values, layout)])
    missing = {(element, "missing", "") for element in _missing_sums(values, layout)}
    return replace(told, problems=told.problems | missing)


def _answers(values: Mapping[str, Value], layout: OwnLayout) -> Iterator[Value]:
    for element, value in values.items():
        if layout.own.fields[element.partition(".")[0]][1].has_answer:
            yield value


def _missing_sums(values: Mapping[str, Value], layout: OwnLayout) -> Iterator[str]:
    """Name the sums that nobody wrote though others did: people add up all or none."""
    fields: dict[str, list[str]] = {}
    for each in layout.digits:
        fields.setdefault(each.id.partition(".")[0], []).append(each.id)
    for name, elements in fields.items():
        if layout.own.fields[name][1].is_sum:
            missing = [element for element in elements if values[element] is None]
            if len(missing) < len(elements):
                yield from missing


def _others(code: SheetCode) -> list[SheetCode]:
    """Give the codes of the same sheet for more and fewer players, and of another variant."""
    others = for_others(code) if code.players else []
    return [*others, replace(code, variant=code.variant + 1)] if code.variant else others


_READER = SheetReader(read, lambda layout: partial(verdict, layout=layout), others=_others)
