"""A taught board that is scored by a sheet that somebody made: marks become that sheet's layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import msgspec

from rules.errors import HostError
from rules.own.sheet import Kind, OwnSheet, Slot
from templates.board.marks import Marks, PlaceMark
from templates.board.shelf import Board, named, with_fingerprint
from templates.geometry import Box
from templates.own import shelf
from templates.own.judge import OwnJudge
from templates.own.layout import OwnLayout
from templates.score_sheet import Choice, Digits, TickBox, Track
from templates.sheet_code import SheetCode

NUMBER, RING, BOX, LINE = "number", "ring", "box", "line"


@dataclass(frozen=True)
class Wanted:
    """A place that has to be marked."""

    id: str
    kind: str
    slot: Slot
    value: int | str = ""
    """What circling it says."""


def ruled(marks: Marks) -> Marks:
    """Say which version of its own sheet marks mean, and how many players it is for."""
    sheet = shelf.named(marks.game) if marks.game.startswith("own/") else None
    if sheet is None:
        return marks
    version, players = f"{sheet.fingerprint:08x}", marks.players
    if sheet.players:
        fewest, most, usual = sheet.players
        players = min(max(players or usual, fewest), most)
    return msgspec.structs.replace(marks, version=version, players=players)


def keep_rules(marks: Marks) -> None:
    """Keep the sheet that marks mean: files change and go."""
    if marks.version:
        shelf.keep(marks.game)


def sheet_of(board: Board) -> OwnSheet | None:
    """Give the sheet whose score counts; None if its file is not here."""
    marks = board.marks
    if not board.is_own:
        return None
    return shelf.named(marks.game, int(marks.version, 16) if marks.version else 0)


def wanted(sheet: OwnSheet, players: int) -> Iterator[Wanted]:
    """Name everything that has to be marked, in the order of the sheet."""
    for slot in sheet.slots(players).values():
        match slot.field.kind:
            case Kind.NUMBER | Kind.GRID:
                yield Wanted(slot.id, NUMBER, slot)
            case Kind.CHOICE:
                for option in slot.field.options:
                    yield Wanted(f"{slot.id}.{option.value}", RING, slot, option.value)
            case Kind.SEVERAL:
                yield Wanted(slot.id, RING, slot)
            case Kind.TALLY:
                for number in range(1, slot.field.boxes + 1):
                    yield Wanted(f"{slot.id}.{number}", BOX, slot)
            case Kind.BOX:
                yield Wanted(slot.id, BOX, slot)
            case Kind.LINE:
                yield Wanted(slot.id, LINE, slot)


def is_whole(mark: PlaceMark, place: Wanted) -> bool:
    """Whether a mark says all that has to be known of a place."""
    if place.kind == LINE:
        return len(mark.points) == len(place.slot.field.points)
    return mark.center is not None and (place.kind == RING or mark.size is not None)


@lru_cache(maxsize=32)
def layout_on(board: Board) -> OwnLayout:
    """Lay out what was marked; ``templates.board.check`` says what is missing."""
    sheet = sheet_of(board)
    if sheet is None:
        raise HostError("own-unknown", sheet=board.marks.game, did_you_mean=None)
    marks = {mark.id: mark for mark in board.marks.places}
    places = [(each, marks[each.id]) for each in wanted(sheet, board.marks.players)
              if each.id in marks and is_whole(marks[each.id], each)]  # fmt: skip
    name = board.marks.name
    plain = OwnLayout(
        board.sheet, board.page, board.marks.players, 1, (), (), (), (), (),
        fingerprint=sheet.fingerprint, person=None,
        spaces={"name": Box(name.center, name.size)} if name else {},
    )  # fmt: skip
    return replace(
        plain,
        choices=tuple(_choice(each, mark) for each, mark in places if each.kind == RING),
        digits=tuple(_digits(each, mark) for each, mark in places if each.kind == NUMBER),
        boxes=tuple(
            TickBox(each.id, mark.center, mark.size)
            for each, mark in places
            if each.kind == BOX and mark.center and mark.size
        ),
        lines=tuple(
            Track(each.id, tuple(point.at for point in mark.points), each.slot.field.closed)
            for each, mark in places
            if each.kind == LINE
        ),
    )


def _choice(place: Wanted, mark: PlaceMark) -> Choice:
    assert mark.center is not None, "It is whole."
    if place.slot.field.kind is Kind.SEVERAL:
        return Choice(place.id, place.id, True, mark.center, mark.radius, "")
    return Choice(place.id, place.slot.id, place.value, mark.center, mark.radius, "")


def _digits(place: Wanted, mark: PlaceMark) -> Digits:
    assert mark.center is not None and mark.size is not None, "It is whole."
    field = place.slot.field
    digits = 1 if field.kind is Kind.GRID else field.digits
    signed = field.kind is Kind.NUMBER and field.low < 0
    return Digits(place.id, mark.center, mark.size, digits, signed)


class OwnBoardJudge(OwnJudge):
    """The judge of sheets that people make, on somebody else's print."""

    def layout_of(self, code: SheetCode) -> OwnLayout:
        """Lay out the board that a code speaks of; ``board-unknown`` if it is not here."""
        board = with_fingerprint(code.fingerprint)
        if board is None or not board.is_own:
            raise HostError("board-unknown", name=code.sheet)
        return layout_on(board)

    def title_of(self, sheet: str, lang: str) -> str:
        """Name a board, and the sheet whose score it has."""
        board = named(sheet)
        title = super().title_of(_ruling(sheet), lang)
        return title if board is None else f"{board.name} ({title})"

    def element_text(
        self, element: str, sheet: str, seed: int, lang: str, names: Sequence[str] = ()
    ) -> str:
        """Name an element as its sheet does."""
        return super().element_text(element, _ruling(sheet), seed, lang, names)

    def elements_text(
        self, elements: Iterable[str], sheet: str, seed: int, lang: str, names: Sequence[str] = ()
    ) -> str:
        """Name a few elements as their sheet does."""
        return super().elements_text(elements, _ruling(sheet), seed, lang, names)


def _ruling(sheet: str) -> str:
    """Name the sheet whose score a board has."""
    board = named(sheet)
    return board.marks.game if board is not None and board.is_own else sheet


JUDGE = OwnBoardJudge()
