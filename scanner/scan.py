"""The result of reading one sheet: values and codes; the words are put in at the edge."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import cast

from rules.errors import HostError
from rules.problem import Problem
from rules.score_sheet import TableScore
from scanner.alike import MISTAKEN, is_alike, is_written_so
from scanner.quality import PhotoQuality
from scanner.unseen import UNSEEN
from templates.game import Board, Game, Marking, PersonScore, Score, SheetLayout, Value
from templates.games import game_of
from templates.places import is_same
from templates.sheet_code import SheetCode

UNCLEAR = "digit-doubtful"
"""Why a digit is asked about whose ink is not clear."""
LEANS = 0.8
"""A digit whose chance is smaller is a coin flip, which no hand settles."""
CONTRADICTED = "total-contradicts"
"""Why a written total is asked about that the sheet contradicts."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """An element that a person should look at."""

    element: str
    guess: Value
    other: Value
    """The second most likely value."""
    why: str
    """A key of ``scan.why``, or words in a scan that is not ours."""
    likely: tuple[Value, ...] = ()
    """Everything that it may well be, the guess first."""
    stake: float = 0.0
    """The chance that a total is wrong because of it."""
    where: str = ""
    """Of an unseen element: the side that is cut off, or what hides it (``missing.PLACES``)."""
    shape: str = ""
    """How a digit is written, to be compared with others of its hand (``scanner.alike``)."""

    def is_like(self, other: Doubt) -> bool:
        """Whether two digits of one hand look the same and were read so."""
        return (
            self.guess is not None
            and self.guess == other.guess
            and UNSEEN not in (self.why, other.why)
            and is_alike(self.shape, other.shape)
        )


@dataclass(frozen=True, slots=True)
class DicePar:
    """What was possible on the sheet with the dice that were rolled."""

    dice: str
    total: int
    optimal: bool


@dataclass(frozen=True)
class Scan:
    """One sheet of one picture, read or not."""

    file: str = ""
    page: int = 1
    index: int = 1
    """Which sheet of the picture, from 1, in reading order."""
    seconds: float = 0.0
    failure: HostError | None = None
    """Why the sheet could not be read."""
    paper: SheetCode | None = None
    """What the sheet says about itself, if it was read."""
    ink: Board | None = None
    """What the pen did to it, if it was read."""
    confidence: Mapping[str, float] = field(default_factory=dict)
    doubts: tuple[Doubt, ...] = ()
    rest: float = 0.0
    """The chance that a total is wrong because of what is not in doubt."""
    photo: PhotoQuality | None = None
    """How good the photo is, where that was measured."""
    par: DicePar | None = None
    at: float | None = None
    """In a film, the second of the frame that was read."""
    joined: tuple[str, ...] = ()
    """Other photos of the same sheet that completed it."""
    pictures: Mapping[str, bytes] = field(default_factory=dict, compare=False)
    """Where they were asked for: PNG of name fields and of doubtful elements, by element."""
    key: int = field(default=0, compare=False)
    """The number that a store keeps it under."""
    flat: bytes = field(default=b"", compare=False)
    """Where it was asked for: the flattened page as JPEG."""
    shapes: Mapping[str, str] = field(default_factory=dict, compare=False)
    """How digits are written that were read surely, by element; no text keeps them."""
    unkept: tuple[str, ...] = field(default=(), compare=False)
    """Pictures that were asked for and could not be written."""

    @property
    def is_read(self) -> bool:
        """Whether there is a board."""
        return self.ink is not None

    @property
    def status(self) -> str:
        """``ok``, ``review`` or ``unreadable``."""
        if self.ink is None:
            return "unreadable"
        return "review" if self.doubts else "ok"

    @property
    def code(self) -> SheetCode:
        """What the sheet says about itself."""
        assert self.paper is not None, "Only a sheet that was read has a code."
        return self.paper

    @property
    def board(self) -> Board:
        """What the pen did to it."""
        assert self.ink is not None, "Only a sheet that was read has a board."
        return self.ink

    @property
    def sheet(self) -> str:
        """Its full name, such as ``daydream/BAC``."""
        return self.code.sheet

    @property
    def game(self) -> Game:
        """The game that it belongs to."""
        return game_of(self.sheet)

    @property
    def layout(self) -> SheetLayout:
        """Where everything is on it."""
        return self.game.judge.layout_of(self.code)

    @cached_property
    def values(self) -> Mapping[str, Value]:
        """What every element shows."""
        return self.game.judge.values_of(self.board, self.layout)

    @cached_property
    def touched(self) -> Mapping[str, Value]:
        """What every element shows that a pen has touched."""
        places = self.layout.places
        return {e: value for e, value in self.values.items() if value != places[e].blank}

    @cached_property
    def digits(self) -> frozenset[tuple[str, Value]]:
        """The numbers that were written, and where."""
        places = self.layout.places
        return frozenset(item for item in self.touched.items() if places[item[0]].is_digit)

    @cached_property
    def score(self) -> Score:
        """What the board is worth."""
        return self.game.judge.score_of(self.board, self.layout)

    @property
    def own_score(self) -> PersonScore:
        """What a player's own sheet is worth."""
        return cast(PersonScore, self.score)

    @property
    def table_score(self) -> TableScore:
        """What a table's sheet is worth."""
        return cast(TableScore, self.score)

    @property
    def has_task(self) -> bool:
        """Whether there is a task on it instead of a game."""
        return self.paper is not None and self.paper.has_task

    @property
    def is_check(self) -> bool:
        """Whether it is the page that proves printer and phone, which nobody has played on."""
        return self.paper is not None and self.paper.is_check

    @cached_property
    def marking(self) -> Marking:
        """How its task went."""
        return self.game.tasks.marking_of(self.board, self.code)

    @property
    def doubtful(self) -> list[str]:
        """The elements that a person should look at."""
        return [doubt.element for doubt in self.doubts]

    @property
    def risk(self) -> float:
        """The chance that a total is wrong, before anybody has looked."""
        return 1 - (1 - self.rest) * prod(1 - doubt.stake for doubt in self.doubts)

    def contradiction(self, element: str) -> Problem | None:
        """Give what the sheet says against the total that is written in an element."""
        problems: Iterable[Problem] = () if self.has_task else self.score.problems
        return next((p for p in problems if p.element == element and p.code == "total"), None)

    @property
    def unseen(self) -> list[str]:
        """The elements whose place the photo does not show; a person should look at them, too."""
        return [doubt.element for doubt in self.doubts if doubt.why == UNSEEN]

    @property
    def writer(self) -> str:
        """Who filled it in, if there is but one name; "" where nobody knows."""
        names = self.board.names if self.ink is not None and not self.game.for_table else ()
        return names[0].strip().casefold() if len(names) == 1 else ""

    def settled(self, element: str, value: Value, apart: Collection[str] = ()) -> Scan:
        """Give the scan once somebody has said what an element shows, doubtful or not.

        What was said about a digit counts for all doubtful ones of this hand that look the same,
        but for those that somebody told ``apart``.

        Raises:
            HostError: The sheet has no such element, or it cannot show this.
        """
        asked = next((doubt for doubt in self.doubts if doubt.element == element), None)
        settled = self._with(element, value)
        return settled.heard(asked, value, apart) if asked else settled

    def told(self, element: str, value: Value, apart: Collection[str] = ()) -> Scan:
        """Give the scan once somebody has said it of another photo of the same sheet."""
        is_known = element not in self.doubtful and is_same(self.values[element], value)
        return self if is_known else self.settled(element, value, apart)

    def heard(self, answered: Doubt, value: Value, apart: Collection[str] = ()) -> Scan:
        """Give the scan once a digit of this hand, here or on another sheet, is known."""
        if isinstance(value, bool) or not isinstance(value, int):
            return self
        scan = self
        for doubt in self.doubts:
            place = self.layout.places[doubt.element]
            is_meant = doubt.is_like(answered) and doubt.element not in apart
            if is_meant and value in doubt.likely and place.allows(value):
                scan = scan._known(doubt, value)
        return scan

    def by_hand(self, known: Sequence[tuple[int, str]]) -> Scan:
        """Give the scan once digits are known that this hand wrote elsewhere, and their shapes.

        They settle what was only unclear: not what the rules speak against, and no coin flip.
        """
        scan = self
        for doubt in self.doubts:
            guess, leans = doubt.guess, self.confidence.get(doubt.element, 0.0) >= LEANS
            if doubt.why != UNCLEAR or not leans or not isinstance(guess, int):
                continue
            if is_written_so(guess, doubt.shape, known):
                scan = scan._known(doubt, guess)
        return scan

    def _known(self, doubt: Doubt, value: Value) -> Scan:
        """Give the scan once a digit is known by others of its hand."""
        known = self._with(doubt.element, value)
        sure = {**known.confidence, doubt.element: 1 - MISTAKEN}
        rest = 1 - (1 - known.rest) * (1 - min(doubt.stake, MISTAKEN))
        return replace(known, confidence=sure, rest=rest)

    def _with(self, element: str, value: Value) -> Scan:
        if element not in self.values:
            raise HostError("review-element", element=element[:40])
        judge = self.game.judge
        try:
            made = judge.board_of({**self.values, element: value}, self.layout)
        except KeyError:  # a mark that there is not
            raise HostError("review-answer", answer=str(value)[:40]) from None
        settled = replace(
            self,
            # A person may type anything, so the rules read it as they read files.
            ink=judge.board_from(made.named(self.board.names).as_json()),
            confidence={**self.confidence, element: 1.0},
            doubts=tuple(doubt for doubt in self.doubts if doubt.element != element),
        )
        return replace(settled, doubts=tuple(settled._still_doubtful()))

    def _still_doubtful(self) -> Iterator[Doubt]:
        """Leave out totals that are no longer contradicted, now that another doubt is settled."""
        for doubt in self.doubts:
            if doubt.why != CONTRADICTED or self.contradiction(doubt.element):
                yield doubt
