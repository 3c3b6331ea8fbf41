"""What a game is to everything around it: one record, which names the game's own modules.

The record itself is light. Whoever needs a game's rules, drawing or reader asks for them,
and only then is the module imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from rules.problem import Problem
    from templates.geometry import Box
    from templates.page import Page
    from templates.places import Place
    from templates.sheet_code import SheetCode

Value = int | str | bool | None
"""What an element on the paper can say."""


class Board(Protocol):
    """What the pen did to a sheet."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays; empty where nobody was named."""

    def named(self, names: Sequence[str]) -> Board:
        """Give the same board with these names."""

    def as_json(self) -> dict[str, Any]:
        """Give the board as scripts see it."""


Oddity = tuple[str, str, str]
"""Something that is odd about a board: the element, the code, and the facts."""


def oddities(problems: Iterable[Problem]) -> frozenset[Oddity]:
    """Give problems in a form in which they can be compared."""
    return frozenset([(each.element, each.code.value, str(each.facts)) for each in problems])


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules make of a board, as far as readings are weighed by it."""

    problems: frozenset[Oddity]
    totals: tuple[Value, ...]
    """Every total that people argue about, and whatever else is as grave."""
    gap: int = 0
    """How far totals lie apart that ought to be the same."""
    wanting: frozenset[str] = frozenset()
    """Elements that say too little: what was drawn elsewhere needs them to say more."""

    @classmethod
    def of(
        cls,
        problems: Iterable[Problem],
        totals: Iterable[Value],
        gap: int = 0,
        wanting: Iterable[str] = (),
    ) -> Verdict:
        """Take a verdict from what the rules say."""
        return cls(oddities(problems), tuple(totals), gap, frozenset(wanting))

    @property
    def contradicted(self) -> list[str]:
        """The elements with a written total that is none of these."""
        return sorted(element for element, code, _ in self.problems if code == "total")


class Score(Protocol):
    """What a board is worth."""

    @property
    def problems(self) -> Sequence[Any]:
        """Everything that is odd about the board."""


class Parts(Protocol):
    """Points by where they come from."""

    total: int

    def as_json(self) -> dict[str, int]:
        """Give the points as scripts see them."""


class RowVerdict(Protocol):
    """A row of numbers, how it is marked, and how it should be."""

    numbers: Sequence[int | None]
    mark: str | None
    should_be: str | None


class PersonScore(Score, Protocol):
    """What one player's own sheet is worth."""

    parts: Parts
    by_rules: Parts
    written: int | None
    tie_break: int | None
    tier: int | None
    rows: Mapping[str, RowVerdict]


class Marking(Protocol):
    """How a task went."""

    right: int
    of: int
    false_alarms: int
    corrections: Sequence[Any]


class SheetLayout(Protocol):
    """Where everything is on one page."""

    @property
    def page(self) -> Page:
        """The paper."""

    @property
    def name_fields(self) -> Mapping[str, Box]:
        """Where names are written, by element."""

    @property
    def places(self) -> Mapping[str, Place]:
        """Every element that can be read, and what it may say."""

    def as_json(self) -> dict[str, Any]:
        """Give the layout as scripts see it."""


class Judge(Protocol):
    """A game's layouts, boards and scores."""

    def layout_of(self, code: SheetCode) -> SheetLayout:
        """Lay out the sheet that a code speaks of."""

    def title_of(self, sheet: str, lang: str) -> str:
        """Name a sheet for people."""

    def board_from(self, data: object) -> Board:
        """Read a board from untrusted JSON, or raise a ``HostError`` that names the field."""

    def board_of(self, values: Mapping[str, Value], layout: Any) -> Board:
        """Make the board on which the elements say this."""

    def values_of(self, board: Any, layout: Any) -> dict[str, Value]:
        """Say what every element of a page shows on a board."""

    def score_of(self, board: Any, layout: Any = None) -> Score:
        """Score a board; one page of several for itself if its layout is given."""

    def score_json(self, score: Any, lang: str) -> dict[str, Any]:
        """Give a score as scripts see it, with sentences in a language."""

    def problem_text(self, problem: Any, sheet: str, seed: int, lang: str) -> str:
        """Say what is wrong on a sheet."""


class PersonJudge(Judge, Protocol):
    """The judge of a game in which each player has a sheet."""

    def element_text(self, element: str, sheet: str, seed: int, lang: str) -> str:
        """Name an element of a sheet for people."""

    def where_text(self, element: str, sheet: str, seed: int, lang: str) -> str:
        """Say where to look for an element; nothing where its name says that."""

    def elements_text(self, elements: Iterable[str], sheet: str, seed: int, lang: str) -> str:
        """Name many elements of a sheet in few words."""

    def about(self, sheet: str, lang: str) -> tuple[str, ...]:
        """Say what one has to know to choose a sheet: its level, its time, what is special."""


class MadeJudge(Judge, Protocol):
    """The judge of sheets that people make."""

    def element_text(
        self, element: str, sheet: str, seed: int, lang: str, names: Sequence[str] = ()
    ) -> str:
        """Name an element of a sheet for people; players have these names."""

    def elements_text(
        self, elements: Iterable[str], sheet: str, seed: int, lang: str, names: Sequence[str] = ()
    ) -> str:
        """Name many elements in few words."""


class Tasks(Protocol):
    """What a game knows of the tasks on its sheets."""

    def marking_of(self, board: Any, code: SheetCode) -> Marking:
        """Mark a sheet with a task."""

    def marked_json(
        self, board: Any, code: SheetCode, doubtful: Sequence[str], lang: str
    ) -> dict[str, Any]:
        """Mark a sheet and give the result as scripts see it."""

    def count_text(self, marking: Any, code: SheetCode, lang: str) -> str:
        """Say how many answers are right, or how many mistakes were found."""


class Shelf(Protocol):
    """Finds the sheets that people make."""

    def record_of(self, sheet: str) -> Game | None:
        """Give the record of a sheet by its full name; None if there is none."""

    def sheet_printed(self, fingerprint: int) -> str | None:
        """Name the sheet whose code bears a fingerprint; None if it is not here."""

    def fingerprint_of(self, sheet: str) -> int:
        """Give the fingerprint of the newest sheet of a name."""

    def sheets(self) -> tuple[str, ...]:
        """Name every sheet that was printed here."""

    def near(self, sheet: str) -> str | None:
        """Name the sheet that was probably meant by a name that there is not."""

    def sheet_in(self, path: Path) -> str:
        """Read a sheet file and name the sheet, which is then known in this run."""

    def keep(self, sheet: str) -> None:
        """Keep a sheet that is printed, so that its paper is read from now on."""


@dataclass(frozen=True)
class Players:
    """How many play a game."""

    fewest: int
    most: int
    usual: int
    """For how many a score sheet is printed if nobody says."""


@dataclass(frozen=True)
class Game:
    """One game."""

    name: str
    """As commands take it."""
    title: str
    number: int
    """Its number in the codes on paper, for ever."""
    sheets: tuple[str, ...]
    """The full names of the sheets that can be read back. Only append: codes count them.

    None in a game whose sheets come and go; they stand on its shelf.
    """
    judge_in: str
    """The module with its ``JUDGE``."""
    drawing_in: str = "printkit.score_sheets"
    """The module with its ``DRAWING`` (printkit/drawing.py)."""
    reader_in: str = "scanner.score_sheets.reader"
    """The module with its ``reader_for`` (scanner/reader.py)."""
    shelf_in: str | None = None
    """The module that finds sheets which people make (templates/own/shelf.py), if they can.

    Codes bear the fingerprint of their files, and each of them has a record of its own.
    """
    players: Players | None = None
    """Of a game whose table shares one score sheet; None where each player has a sheet."""
    pages: int = 1
    """How many pages one game's score sheet may have."""
    tasks_in: str | None = None
    """The module that knows the tasks on its sheets, if there are any."""
    rounds_in: str | None = None
    """The module that shows rounds to tap; None shows them plainly."""
    practice_in: str | None = None
    """The module that invents games on it (``invented``), for demonstrations and tests."""
    has_parts: bool = False
    """Whether there are cards and boards to cut out, so that the whole game is printed."""
    has_seeds: bool = False
    """Whether fresh sheets can be made, simulated and played in class."""
    has_terms: bool = False
    """Whether a vocabulary of one's own can be printed."""
    for_class: bool = False
    """Whether its sheets are puzzles for a class: all are tasks, and nobody plays on them."""

    @property
    def for_table(self) -> bool:
        """Whether one sheet is everybody's; else each player has a sheet."""
        return self.players is not None

    @property
    def is_whole(self) -> bool:
        """Whether the whole game can be printed, with its rules."""
        return self.has_parts or (len(self.sheets) > 1 and not self.for_class)

    @property
    def has_pages(self) -> bool:
        """Whether people choose how many pages a game has; a sheet that they made says it."""
        return self.pages > 1 and not self.shelf_in

    @property
    def words(self) -> str:
        """The topic of its own words: the folder that they stand in."""
        return self.judge_in.split(".")[1]

    @property
    def judge(self) -> Judge:
        """Its layouts, boards and scores."""
        return cast(Judge, import_module(self.judge_in).JUDGE)

    @property
    def shelf(self) -> Shelf:
        """Where its sheets are found that people make."""
        assert self.shelf_in, f"{self.name} has no shelf."
        return cast(Shelf, import_module(self.shelf_in))

    @property
    def tasks(self) -> Tasks:
        """What it knows of the tasks on its sheets."""
        assert self.tasks_in, f"{self.name} has no tasks."
        return cast(Tasks, import_module(self.tasks_in))
