"""What a pupil wrote on a sheet of puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules import values
from rules.puzzles.sheet import CHANCES, PuzzleSheet

FORMAT = 1
_MOST_VARIANT = 1 << 20
_MOST_ANSWER = 99


@dataclass(frozen=True, slots=True)
class PuzzleBoard:
    """One sheet as the pen left it."""

    kind: str
    variant: int
    name: str
    fields: Mapping[str, int | None]
    """What was written, by element."""

    @property
    def sheet(self) -> str:
        """Its full name."""
        return f"puzzles/{self.kind}"

    @property
    def names(self) -> tuple[str, ...]:
        """Whose it is."""
        return (self.name,)

    def named(self, names: Sequence[str]) -> PuzzleBoard:
        """Give the same board with another name."""
        return replace(self, name=names[0])

    @property
    def asked(self) -> PuzzleSheet:
        """What is on the sheet."""
        return PuzzleSheet.of(self.kind, self.variant)

    def as_json(self) -> dict[str, object]:
        """Give the board as plain data, which ``board_from`` reads."""
        return {
            "format": FORMAT,
            "sheet": self.sheet,
            "name": self.name,
            "variant": self.variant,
            "fields": dict(self.fields),
        }


def board_from(data: object, kinds: Sequence[str]) -> PuzzleBoard:
    """Read a board from untrusted JSON."""
    known = ("format", "sheet", "name", "variant", "fields")
    board = values.mapping(data, "", known)
    values.format_number(board.get("format"), FORMAT)
    name = values.text(board.get("sheet"), "sheet").casefold()
    kind = name.rpartition("/")[2]
    if kind not in kinds:
        raise values.bad_value(name, "sheet", "choice", choices=kinds)
    variant = values.integer(board.get("variant"), "variant", 1, _MOST_VARIANT)
    try:
        asked = PuzzleSheet.of(kind, variant).answers
    except ValueError:
        raise values.bad_value(variant, "variant", "integer") from None
    fields = values.mapping(board.get("fields") or {}, "fields", asked)
    most = _MOST_ANSWER if kind == CHANCES else 9
    return PuzzleBoard(
        kind,
        variant,
        values.text(board.get("name") or "", "name"),
        {
            element: values.integer(
                fields.get(element), values.child("fields", element), 0, most, allow_none=True
            )
            for element in asked
        },
    )
