"""What a pile of scans says together: which sheets count, and who won which game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pkgutil import resolve_name

from paperplay.results.duplicates import Kept, Pair, Piles, once_each
from paperplay.results.names import Names
from paperplay.results.standings import Outcome, outcome_of, stacks_of, with_pages
from scanner.scan import Scan


@dataclass(frozen=True, slots=True)
class Twice:
    """A sheet that was photographed again: its better photo, and the other one."""

    name: str
    kept: Scan
    other: Scan


@dataclass(frozen=True)
class Said:
    """What the players have said about their sheets."""

    pairs: Mapping[Pair, bool] = field(default_factory=dict)
    """Photos that show one sheet, or two."""
    right: frozenset[str] = frozenset()
    """Remarks that need no answer any more."""


NOTHING_SAID = Said()


@dataclass(frozen=True, slots=True)
class Evening:
    """Everything that one call has read."""

    games: tuple[Outcome, ...]
    """Each combination is a game of its own, in the order of its first sheet."""
    twice: tuple[Twice, ...] = ()
    perhaps: tuple[tuple[Scan, Scan], ...] = ()
    """Photos that may show one sheet, and too little of it to be sure."""
    unread: tuple[Scan, ...] = ()
    """Scans without a board."""
    checks: tuple[Scan, ...] = ()
    """Pages that prove printer and phone."""
    names_left: tuple[str, ...] = ()
    """Names that were given and that no sheet was left for."""
    nameless: int = 0
    """How many players had to do without one, though names were given."""

    @property
    def sheets(self) -> int:
        """How many sheets count."""
        return sum(len(game.scans) for game in self.games)


def evening_of(
    found: Iterable[Scan],
    lang: str,
    names: Sequence[str] = (),
    said: Said = NOTHING_SAID,
    piles: Piles | None = None,
) -> Evening:
    """Put scans together, given in the order of the photos; names in the order of the sheets.

    ``piles`` are those of the scans, if they have been put together before.
    """
    every = list(found)
    kept = with_pages(piles.kept() if piles else once_each(every, said.pairs))
    wanted = Names(names, lang)
    games = tuple(game.without(said.right) for game in _games(kept, wanted, lang))
    return Evening(
        games=games,
        twice=tuple(_twice(kept, games)),
        perhaps=tuple((one.best, other) for one in kept for other in one.perhaps),
        unread=tuple(scan for scan in every if not scan.is_read),
        checks=tuple(scan for scan in every if scan.is_check),
        names_left=wanted.left,
        nameless=wanted.nameless,
    )


def writer_of(kind: str) -> Callable[[Evening, str], bytes]:
    """Give what writes an evening as a file: ``csv``, ``xlsx`` or ``html``."""
    writers = {"csv": "csv_file", "xlsx": "xlsx_file", "html": "html_page"}
    writer: Callable[[Evening, str], bytes] = resolve_name(
        f"paperplay.results.{kind}:{writers[kind]}"
    )
    return writer


def _games(kept: Sequence[Kept], wanted: Names, lang: str) -> Iterator[Outcome]:
    """Sort the sheets into games, and give out names in the order of the sheets."""
    stacks = stacks_of([one for one in kept if one.best.game.for_table])
    stack_of = {one.number: stack for stack in stacks for one in stack}
    piles: dict[object, list[Kept]] = {}
    names: dict[object, list[str]] = {}
    for one in kept:
        stack = stack_of.get(one.number)
        if stack is None:
            code = one.best.code
            # Other numbers on a sheet that people make do not make it another game.
            key: object = (code.sheet, code.seed, 0 if code.fingerprint else code.variant)
            piles.setdefault(key, []).append(one)
            names.setdefault(key, []).append(wanted.of_sheet(one.best, one.number))
        elif (key := stack[0].number) not in piles:
            piles[key] = stack
            names[key] = wanted.of_players(one.best)
    for key, pile in piles.items():
        yield outcome_of(pile, names[key], lang)


def _twice(kept: Sequence[Kept], games: Sequence[Outcome]) -> Iterator[Twice]:
    owners: dict[int, list[str]] = {}
    for game in games:
        for standing in game.standings:
            owners.setdefault(id(standing.scan), []).append(standing.name)
    for one in kept:
        names = owners.get(id(one.best), [])
        for other in one.others:  # whose a sheet is, is empty where it is everybody's
            yield Twice(names[0] if len(names) == 1 else "", one.best, other)
