"""Which photos show the same sheet: they count once, and complete each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from scanner.joining import joined
from scanner.likeness import Likeness, likeness
from scanner.scan import Scan

Names = tuple[frozenset[str], ...]
"""Who sits at each seat, by all photos of a sheet; several if somebody said that they are one."""
Pair = frozenset[int]
"""Two scans by the numbers that a store keeps them under."""
MOST_ASKED = 1000
"""Pairs that may be one sheet: nobody answers more, and empty sheets are all alike."""


@dataclass(slots=True)
class Kept:
    """One sheet that counts, and the photos of it."""

    number: int
    """From 1, in the order of the photos."""
    best: Scan
    """The best photo, completed by the others."""
    others: list[Scan] = field(default_factory=list)
    perhaps: list[Scan] = field(default_factory=list)
    """Photos that may show the same sheet, and count as other ones until somebody has looked."""


def once_each(scans: Iterable[Scan], said: Mapping[Pair, bool] | None = None) -> list[Kept]:
    """Put together the photos of every sheet that was read, in the order in which they came up.

    The page that proves printer and phone is nobody's sheet and left out. ``said`` are pairs
    of which somebody knows whether they are one sheet.
    """
    piles = Piles(said)
    for scan in scans:
        piles.add(scan)
    return piles.kept()


class Piles:
    """Photos that are put together as they come in, one pile for each sheet."""

    def __init__(self, said: Mapping[Pair, bool] | None = None) -> None:
        """Begin without photos; ``said`` is what somebody knows about pairs of them."""
        from scanner.glances import Glances, Growing

        self._said = said or {}
        self._talked_about = {key for pair in self._said for key in pair}
        self._places: dict[int, list[int]] = {}
        self._scans: list[Scan] = []
        self._pile_of = Growing()
        self._piles: dict[int, list[int]] = {}
        self._names: dict[int, Names] = {}
        self._glances = Glances()
        self._whole: dict[tuple[int, ...], Kept] = {}
        self._asked = _Asked(self._said)

    def add(self, scan: Scan) -> None:
        """Lay a photo onto the pile of its sheet; one that shows two halves joins their piles."""
        if not scan.is_read or scan.is_check:
            return
        place = len(self._scans)
        first, *others = self._same(scan) or [place]
        pile = self._piles.setdefault(first, [])
        names = both_names(self._names.get(first, ()), names_of(scan))
        for other in others:
            self._pile_of.values[self._piles[other]] = first
            pile += self._piles.pop(other)
            names = both_names(names, self._names.pop(other))
        self._names[first] = names
        self._pile_of.add(first)
        pile.append(place)
        self._scans.append(scan)
        self._glances.add(scan)
        if scan.key in self._talked_about:
            self._places.setdefault(scan.key, []).append(place)

    def sheets(self) -> list[Kept]:
        """Give the sheets."""
        made = [self._kept(tuple(pile)) for pile in self._piles.values()]
        return [replace(one, number=n, perhaps=[]) for n, one in enumerate(made, start=1)]

    def kept(self) -> list[Kept]:
        """Give the sheets, with what has to be asked about them."""
        kept = self.sheets()
        for earlier, later in self._asked.pairs([one.best for one in kept]):
            kept[earlier].perhaps.append(kept[later].best)
        return kept

    def _same(self, scan: Scan) -> list[int]:
        """Find the piles of a photo's sheet; whoever says it is not theirs is believed.

        A photo without a name may look like those of several people: it is only the first one's.
        """
        told, pile_of = self._told(scan), self._pile_of.values
        ruled_out = {int(pile_of[place]) for place, is_one in told.items() if not is_one}
        found = {int(pile_of[place]) for place, is_one in told.items() if is_one} - ruled_out
        near = self._glances.near(scan, surely=True)
        for pile in ruled_out | found:
            near = near[pile_of[near] != pile]
        alike: set[int] = set()
        while len(near):
            pile = int(pile_of[near[0]])
            if _alike(self._scans[near[0]], scan, self._said) is Likeness.SAME:
                alike.add(pile)
                near = near[pile_of[near] != pile]
            else:
                near = near[1:]
        names = names_of(scan)
        for pile in sorted(found):
            names = both_names(names, self._names[pile])
        for pile in sorted(alike):
            if not are_others(names, self._names[pile]):
                names = both_names(names, self._names[pile])
                found.add(pile)
        return sorted(found)

    def _told(self, scan: Scan) -> dict[int, bool]:
        """Give the photos of which somebody knows whether they show the same sheet as this one."""
        if scan.key not in self._talked_about:
            return {}
        found: dict[int, bool] = {}
        for pair, is_one in self._said.items():
            if scan.key in pair:
                other = next((key for key in pair if key != scan.key), scan.key)
                same = (e for e in self._places.get(other, ()) if self._scans[e].code == scan.code)
                found |= dict.fromkeys(same, is_one)
        return found

    def _kept(self, pile: tuple[int, ...]) -> Kept:
        if pile not in self._whole:
            self._whole[pile] = _kept(0, [self._scans[place] for place in pile])
        return self._whole[pile]


class _Asked:
    """Sheets that may be one; what was compared before is not compared again."""

    def __init__(self, said: Mapping[Pair, bool]) -> None:
        self._said = said
        self._begin()

    def _begin(self) -> None:
        from scanner.glances import Glances

        self._seen: list[Scan] = []
        self._glances = Glances()
        self._found: list[tuple[int, int]] = []

    def pairs(self, scans: Sequence[Scan]) -> list[tuple[int, int]]:
        """Give the places of pairs that may show one sheet, as many as anybody would answer."""
        if any(one is not other for one, other in zip(self._seen, scans, strict=False)) or len(
            self._seen
        ) > len(scans):
            self._begin()
        for place, scan in enumerate(scans[len(self._seen) :], start=len(self._seen)):
            near = self._glances.near(scan) if len(self._found) < MOST_ASKED else ()
            for earlier in map(int, near):
                if len(self._found) >= MOST_ASKED:
                    break
                if _alike(scans[earlier], scan, self._said) is Likeness.PERHAPS:
                    self._found.append((earlier, place))
            self._seen.append(scan)
            self._glances.add(scan)
        return sorted(self._found)


def _alike(one: Scan, other: Scan, said: Mapping[Pair, bool]) -> Likeness:
    """Compare two photos; sheets of people with different names are never put together unasked."""
    told = said.get(pair_of(one, other)) if said else None
    if told is not None and one.code == other.code:  # different sheets are two, whoever says what
        return Likeness.SAME if told else Likeness.OTHER
    found = likeness(one, other)
    if found is not Likeness.SAME:
        return found
    return Likeness.PERHAPS if are_others(names_of(one), names_of(other)) else found


def names_of(scan: Scan) -> Names:
    """Give the name at each seat of a sheet, as one compares names."""
    return tuple(frozenset((name.casefold(),) if name else ()) for name in scan.board.names)


def both_names(one: Names, other: Names) -> Names:
    """Put the names of two photos together, seat by seat."""
    seats: Iterable[tuple[frozenset[str], frozenset[str]]]
    seats = zip_longest(one, other, fillvalue=frozenset())
    return tuple(mine | theirs for mine, theirs in seats)


def are_others(one: Names, other: Names) -> bool:
    """Say whether a seat has a name here, and another one there."""
    return any(a and b and not a & b for a, b in zip(one, other, strict=False))


def pair_of(one: Scan, other: Scan) -> Pair:
    """Name two scans in either order."""
    return frozenset((one.key, other.key))


def _kept(number: int, pile: list[Scan]) -> Kept:
    best, *others = sorted(pile, key=_quality, reverse=True)
    whole = best
    for other in others:
        whole = joined(whole, other)
    return Kept(number, whole, others)


def is_untouched(scan: Scan) -> bool:
    """Say whether a sheet is as it came from the printer; one with a task is handed in."""
    return scan.is_read and not (scan.doubts or scan.has_task or scan.touched)


def _quality(scan: Scan) -> tuple[int, float]:
    """Fewer doubts are better, then surer readings; the first of equal photos stays."""
    sure = scan.confidence.values()
    return -len(scan.doubts), round(sum(sure) / len(sure), 6) if sure else 0.0
