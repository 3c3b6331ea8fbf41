"""Put the pages of one game together: each was scanned for itself, they count as one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scanner.blank import layout_of
from scanner.games import reader_of
from scanner.scan import Scan
from templates.sheet_code import SheetCode


@dataclass(frozen=True)
class Game:
    """One game's pages, in their order, and what they say together."""

    scans: tuple[Scan, ...]
    board: Mapping[str, Any]
    score: Mapping[str, Any]


def games_of(scans: Iterable[Scan], lang: str) -> list[Game]:
    """Give every game whose sheets can be read, in the order of its first page.

    Pages belong together if they were printed together: the same sheet for as many players
    with the same copy number. A page that is there already, and says something else, is the
    page of another game: somebody has printed the same copy twice.
    """
    stacks: list[dict[int, Scan]] = []
    for scan in scans:
        if scan.board is None or scan.code is None:
            continue
        stack = next((each for each in stacks if _belongs(scan, each)), None)
        if stack is None:
            stacks.append({scan.code.page: scan})
        else:
            stack[scan.code.page] = scan
    return [game_of([stack[page] for page in sorted(stack)], lang) for stack in stacks]


def game_of(pages: Sequence[Scan], lang: str) -> Game:
    """Score pages of one game, given in their order, together."""
    boards = [dict(page.board or {}) for page in pages]
    first = pages[0].code
    assert first is not None, "A sheet that was read has a code."
    reader, layout = reader_of(first.sheet), layout_of(first)
    board = reader.join(boards) if reader.join and len(boards) > 1 else boards[0]
    return Game(tuple(pages), board, reader.score(board, layout, lang))


def _belongs(scan: Scan, stack: Mapping[int, Scan]) -> bool:
    code = scan.code
    assert code is not None
    if reader_of(code.sheet).join is None:
        return False
    same = all(_game(code) == _game(each.code) for each in stack.values() if each.code)
    return same and (code.page not in stack or stack[code.page].board == scan.board)


def _game(code: SheetCode) -> SheetCode:
    """Give what the codes of all pages of a game have in common."""
    return replace(code, page=1)
