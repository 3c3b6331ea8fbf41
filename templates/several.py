"""Several things in few words: ``3 to 6 and 9``, ``clouds G1 to G4 and the total``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from templates.wording import say


def listed(parts: Sequence[str], lang: str) -> str:
    """Put parts into a list, with "and" before the last one."""
    if len(parts) < 2:
        return "".join(parts)
    return say("elements.list.and", lang, first=", ".join(parts[:-1]), last=parts[-1])


def span(first: str, last: str, lang: str) -> str:
    """Name everything from one to another."""
    return first if first == last else say("elements.list.to", lang, first=first, last=last)


def spans(numbers: Iterable[int], lang: str) -> str:
    """Name numbers by the runs that they make."""
    runs: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return listed([part for run in runs for part in _run(*run, lang)], lang)


def _run(first: int, last: int, lang: str) -> list[str]:
    """Name a run; two are not worth a "to"."""
    if last - first == 1:
        return [str(first), str(last)]
    return [span(str(first), str(last), lang)]
