"""Tasks that were scanned: their marking in words, and the sheets of one task as one result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paperplay.evening.duplicates import Kept
from paperplay.evening.games import Game, Place
from templates.sheet_code import read_printed
from templates.wording import say

Scan = Mapping[str, Any]
"""A scan as scripts see it; one of a task has a field ``exercise``."""


def has_task(scan: Scan) -> bool:
    """Say whether a scanned sheet has a task on it."""
    return "exercise" in scan


def marked_again(scan: Scan, lang: str) -> dict[str, Any]:
    """Mark the task of a scan as its board now stands, in a language."""
    from scanner.exercise_reader import marked

    doubtful = [item["element"] for item in scan["review"]]
    found = marked(scan["board"], read_printed(scan["sheet_code"]), doubtful, lang)
    assert found is not None, "Only a sheet with a task is asked for."
    return found


def marking_text(scan: Scan, lang: str) -> str:
    """Say in one line how a task went."""
    task = scan["exercise"]
    return say(
        "exercise.result.head", lang, task=task["task"], level=task["level"], text=task["message"]
    )


def count_text(scan: Scan, lang: str) -> str:
    """Say how many answers are right, or how many mistakes were found."""
    from rules.daydream.exercise import MISTAKES

    task = scan["exercise"]
    kind = "found" if task["level"] == MISTAKES else "right"
    return say(f"exercise.result.{kind}", lang, right=task["right"], of=task["of"])


def task_of(scan: Scan) -> object:
    """Tell tasks apart; None for a sheet without one."""
    return (scan["exercise"]["level"], scan["exercise"]["task"]) if has_task(scan) else None


def results_of_task(kept: Sequence[Kept], names: Sequence[str], lang: str) -> Game:
    """Put the sheets of one task into the order of their right answers."""
    first = kept[0].best.scan["board"]
    return Game(
        sheet=first["sheet"],
        seed=first.get("seed") or 0,
        places=tuple(_places(kept, names)),
        sheets=tuple(one.best.scan for one in kept),
        pictures=tuple(one.best.pictures for one in kept),
    )


def _places(kept: Sequence[Kept], names: Sequence[str]) -> Iterator[Place]:
    pupils = list(zip(kept, names, strict=True))
    worth = [_worth(one.best.scan) for one, _ in pupils]
    for place in sorted(range(len(pupils)), key=lambda each: worth[each], reverse=True):
        one, name = pupils[place]
        yield Place(
            rank=1 + sum(other > worth[place] for other in worth),
            name=name,
            points=one.best.scan["exercise"]["right"],
            scan=one.best.scan,
            pictures=one.best.pictures,
            name_picture=one.best.pictures.get("name"),
        )


def _worth(scan: Scan) -> tuple[int, int]:
    """More right answers are better, then fewer false alarms."""
    return scan["exercise"]["right"], -scan["exercise"]["false_alarms"]
