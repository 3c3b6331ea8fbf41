"""Run one call of ``paperplay scan``: read every file, remember it, hand it on in order."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import click

from paperplay.reading.batch import Workplace, read_all
from paperplay.reading.job import Pages
from paperplay.reading.photo_files import Photo
from paperplay.reading.resume import journal_of
from scanner.scan import Scan
from scanner.stages import Keep
from templates.wording import say


def read_night(
    words: Sequence[str],
    photos: Sequence[Photo],
    keep: Keep,
    place: Workplace,
    take: Callable[[list[Scan]], None],
    *,
    resume: bool = False,
    progress: bool = False,
    notes: Path | None = None,
) -> None:
    """Hand on the sheets of every picture, in the order of the files.

    Finished files are noted as they come, in the folder ``notes`` if there is one. A stopped
    call says how it goes on; one that is through leaves no notes behind.
    """
    if len(photos) < 2:
        for sheets in read_all(photos, keep, place):
            take(sheets)
        return
    journal = journal_of(words, keep, go_on=resume, folder=notes)
    known = sum(map(journal.has, photos))
    counted = {"done": known, "all": len(photos)}
    if known:
        click.echo(f"paperplay: {say('evening.run.resumed', keep.lang, **counted)}", err=True)
    through = False
    try:
        with _bar(counted, keep.lang, shown=progress) as advance:

            def finished(photo: Photo, pages: Pages) -> None:
                journal.add(photo, pages)
                advance()

            reads = read_all(photos, keep, place, known=journal.known, finished=finished)
            # Closed here, so that files under way are finished before they are counted.
            with closing(reads):
                for sheets in reads:
                    take(sheets)
        through = True
    except KeyboardInterrupt:
        counted["done"] = journal.count
        click.echo(f"paperplay: {say('evening.run.stopped', keep.lang, **counted)}", err=True)
        raise
    finally:
        journal.close(forget=through)


@contextmanager
def _bar(counted: Mapping[str, int], lang: str, *, shown: bool) -> Iterator[Callable[[], None]]:
    """Show a live bar on standard error, and never on standard output."""
    if not shown:
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns: list[Any] = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    with Progress(
        *columns, Remaining(), console=Console(stderr=True), redirect_stdout=False, transient=True
    ) as bar:
        told = say("evening.run.progress", lang)
        task = bar.add_task(told, completed=counted["done"], total=counted["all"])
        yield lambda: bar.advance(task)


def wants_progress(*, as_json: bool) -> bool:
    """Say whether a bar helps: a person looks on, and it does not run into the results."""
    return sys.stderr.isatty() and not (as_json and sys.stdout.isatty())
