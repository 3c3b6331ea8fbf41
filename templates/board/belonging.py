"""What belongs to what on a board: as its owner says it, or as places suggest it."""

from __future__ import annotations

from collections.abc import Sequence

from templates.board.daydream import bonus_owners, grid_of, notes_on, polaroids_of, rows_of
from templates.board.marks import Marks


def belonging(marks: Marks) -> dict[str, dict[str, Sequence[str]]]:
    """Give the clouds of each row, note, frame and polaroid, and the object of each bonus.

    They go by the names and numbers that they have in the marks: ``rows``, ``"3"``.
    """
    grid = grid_of(marks)
    return {
        "rows": {id_[1:]: clouds for id_, clouds, _ in rows_of(marks, grid)},
        "notes": {note.id[1:]: note.clouds for note in notes_on(marks, grid)},
        "frames": {str(n): frame.clouds for n, frame in enumerate(marks.frames, 1)},
        "polaroids": {one.id[1:]: (one.cloud,) for one in polaroids_of(marks)},
        "bonuses": {bonus[1:]: (owner,) for owner, bonus in bonus_owners(marks).items()},
    }
