"""One game of an evening: its players in the order of their points, and what to ask them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

from paperplay.results.duplicates import Kept
from rules.problem import Problem
from rules.ranks import by_strength
from rules.score_sheet import TableScore
from scanner.scan import Scan
from templates.sheet_code import SheetCode
from templates.telling import problem_texts
from templates.wording import say


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's result."""

    rank: int
    """From 1; equal players share it."""
    name: str
    points: int
    """By the rules."""
    scan: Scan
    """The sheet, or the first page of a game's score sheet."""
    name_picture: bytes | None = None
    tie_break: int | None = None
    """Lines on the next object; None where a game has no such thing."""
    parts: Mapping[str, int] = field(default_factory=dict)
    player: int = 1
    """Which of the sheet's players."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Sheets that are ranked together."""

    sheet: str
    seed: int
    standings: tuple[Standing, ...]
    """The best first."""
    scans: tuple[Scan, ...]
    """The sheets that count, in the order of the photos."""
    problems: tuple[str, ...] = ()
    """What is wrong with the sheet of the whole table, in words."""
    remarks: tuple[str, ...] = ()
    """What the sheets say only together, in words."""
    remark_keys: tuple[str, ...] = ()
    """A name for each remark, by which players can say that it is right so."""
    settled: tuple[tuple[str, str], ...] = ()
    """The remarks of which they said so, and their names."""
    lacks_pages: bool = False
    """Whether pages of a sheet were not photographed yet."""

    @property
    def has_task(self) -> bool:
        """Whether these are tasks of pupils, who are not ranked."""
        return self.scans[0].has_task

    def without(self, right: Collection[str]) -> Outcome:
        """Set the remarks aside that players have answered."""
        every = list(zip(self.remarks, self.remark_keys, strict=True))
        remarks, keys = (tuple(each[n] for each in every if each[1] not in right) for n in (0, 1))
        settled = tuple(each for each in every if each[1] in right)
        return replace(self, remarks=remarks, remark_keys=keys, settled=settled)

    def name_of(self, scan: Scan) -> str:
        """Name whose sheet it is; empty where it is everybody's."""
        owners = [standing.name for standing in self.standings if standing.scan is scan]
        return owners[0] if len(owners) == 1 else ""


def outcome_of(pile: Sequence[Kept], names: Sequence[str], lang: str) -> Outcome:
    """Rank a pile of sheets that belong together."""
    first = pile[0].best
    if first.game.for_table:
        return outcome_of_table([one.best for one in pile], names, lang)
    return _outcome_of_tasks(pile, names) if first.has_task else _ranked(pile, names, lang)


def _ranked(pile: Sequence[Kept], names: Sequence[str], lang: str) -> Outcome:
    """Rank the players' own sheets and look across them."""
    scans = [one.best for one in pile]
    judge: Any = scans[0].game.judge
    boards = [scan.board.named([name]) for scan, name in zip(scans, names, strict=True)]
    ranking = judge.rank(boards, [scan.score for scan in scans])
    standings = tuple(
        Standing(
            rank=place.rank,
            name=names[place.player],
            points=place.score.by_rules.total,
            scan=scans[place.player],
            name_picture=scans[place.player].pictures.get("name"),
            tie_break=place.score.tie_break,
            parts=place.score.by_rules.as_json(),
        )
        for place in ranking.places
    )
    code = scans[0].code
    remarks = [judge.doubt_text(each, code.sheet, code.seed, lang) for each in ranking.doubts]
    keys = [
        f"{code.sheet} {code.seed} {each.element} {each.code} {_keys(scans, each.players)}"
        for each in ranking.doubts
    ]
    lacks = any(_lacks_pages(scan.score.problems) for scan in scans)
    return Outcome(code.sheet, code.seed, standings, tuple(scans), (), tuple(remarks), tuple(keys),
                   lacks_pages=lacks)  # fmt: skip


def _lacks_pages(problems: Sequence[Problem]) -> bool:
    return any(problem.code == "pages" for problem in problems)


def _keys(scans: Sequence[Scan], players: Sequence[int]) -> str:
    return ",".join(str(key) for key in sorted(scans[player].key for player in players))


def outcome_of_table(pages: Sequence[Scan], names: Sequence[str], lang: str) -> Outcome:
    """Rank the players of one score sheet, whose pages count together."""
    first = pages[0]
    called = [
        "" if name == say("scan.result.player", lang, number=number) else name
        for number, name in enumerate(names, start=1)
    ]
    score = score_together([replace(page, ink=page.board.named(called)) for page in pages])
    standings = tuple(
        Standing(
            rank=rank,
            name=names[player],
            points=score.totals[player],
            scan=first,
            name_picture=first.pictures.get(f"name.{player + 1}"),
            player=player + 1,
        )
        for rank, player in by_strength(score.strengths)
    )
    problems = tuple(problem_texts(score.problems, first.sheet, 0, lang))
    lacks = _lacks_pages(score.problems)
    return Outcome(first.sheet, 0, standings, tuple(pages), problems, lacks_pages=lacks)


def score_together(pages: Sequence[Scan]) -> TableScore:
    """Score the pages of one game as one board."""
    if len(pages) == 1:
        return pages[0].table_score
    judge: Any = pages[0].game.judge
    in_order = sorted(pages, key=lambda page: page.code.page)
    whole: TableScore = judge.score_of(judge.join([page.board for page in in_order]))
    return whole


def stacks_of(kept: Sequence[Kept]) -> list[list[Kept]]:
    """Put the pages of one table's game together.

    Pages belong together if they were printed together: the same sheet for as many players
    with the same copy number. A page that is there already, and says something else, is the
    page of another game: somebody has printed the same copy twice.
    """
    stacks: list[dict[int, Kept]] = []
    printed: dict[SheetCode, list[dict[int, Kept]]] = {}
    taken: Counter[SheetCode] = Counter()
    for one in kept:
        code = one.best.code
        together = printed.setdefault(replace(code, page=1), [])
        # They are filled in order, so that the first so many of them have this page.
        if taken[code] < len(together) and one.best.game.pages > 1:
            together[taken[code]][code.page] = one
        else:
            stacks.append({code.page: one})
            together.append(stacks[-1])
        taken[code] += 1
    return [[stack[page] for page in sorted(stack)] for stack in stacks]


def with_pages(kept: Sequence[Kept]) -> list[Kept]:
    """Put the pages of each person's own sheet together; all other sheets stay as they are."""
    paged = [one for one in kept if one.best.game.shelf_in and not one.best.game.for_table]
    stacks = [stack for stack in stacks_of(paged) if len(stack) > 1]
    whole = {min(one.number for one in stack): _together(stack) for stack in stacks}
    further = {one.number for stack in stacks for one in stack} - whole.keys()
    return [whole.get(one.number, one) for one in kept if one.number not in further]


def _together(stack: Sequence[Kept]) -> Kept:
    """Give the pages of one sheet as if they were one photo."""
    scans = [one.best for one in stack]
    judge: Any = scans[0].game.judge
    best = replace(
        scans[0],
        ink=judge.join([scan.board for scan in scans]),
        confidence={e: sure for scan in scans for e, sure in scan.confidence.items()},
        doubts=tuple(doubt for scan in scans for doubt in scan.doubts),
        rest=1 - prod(1 - scan.rest for scan in scans),
        pictures={e: png for scan in reversed(scans) for e, png in scan.pictures.items()},
    )
    others = [other for one in stack for other in one.others]
    return Kept(min(one.number for one in stack), best, others)


def _outcome_of_tasks(pile: Sequence[Kept], names: Sequence[str]) -> Outcome:
    """Put the sheets of one task into the order of their right answers."""
    scans = [one.best for one in pile]
    # More right answers are better, then fewer false alarms.
    worth = [(scan.marking.right, -scan.marking.false_alarms) for scan in scans]
    standings = tuple(
        Standing(
            rank=rank,
            name=names[pupil],
            points=scans[pupil].marking.right,
            scan=scans[pupil],
            name_picture=scans[pupil].pictures.get("name"),
        )
        for rank, pupil in by_strength(worth)
    )
    return Outcome(scans[0].sheet, scans[0].code.seed, standings, tuple(scans))
