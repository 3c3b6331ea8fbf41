"""Run one call of ``paperplay scan``: read every file, remember it, hand it on in order."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import click

from paperplay.evening.duplicates import Found
from paperplay.reading.batch import Runner
from paperplay.reading.job import Wishes
from paperplay.reading.resume import Journal, journal_of
from paperplay.scan_files import Photo
from templates.wording import DEFAULT_LANGUAGE, LANGUAGES, say


def system_language(environ: Mapping[str, str] = os.environ) -> str:
    """Find the language that the reader's system speaks, if it is one of ours."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(variable):
            spoken = environ[variable][:2].lower()
            return spoken if spoken in LANGUAGES else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE


def read_night(
    words: Sequence[str],
    photos: Sequence[Photo],
    wishes: Wishes,
    runner: Runner,
    take: Callable[[list[Found]], None],
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
        for read in runner(photos, wishes, lambda photo, pages: None):
            for sheets in read.pages:
                take(sheets)
        return
    journal = journal_of(words, wishes, go_on=resume, folder=notes)
    through = False
    try:
        # Closed here, so that files under way are finished before they are counted.
        with (
            _bar(len(photos), wishes.lang) if progress else nullcontext(_nothing) as advance,
            closing(_in_order(photos, wishes, runner, journal, advance)) as every,
        ):
            for sheets in every:
                take(sheets)
        through = True
    except KeyboardInterrupt:
        done = {"done": journal.count, "all": len(photos)}
        click.echo(f"paperplay: {say('evening.run.stopped', wishes.lang, **done)}", err=True)
        raise
    finally:
        journal.close(forget=through)


def _in_order(
    photos: Sequence[Photo],
    wishes: Wishes,
    runner: Runner,
    journal: Journal,
    advance: Callable[[], None],
) -> Generator[list[Found], None, None]:
    left = [photo for photo in photos if not journal.has(photo)]
    if len(left) < len(photos):
        done = {"done": len(photos) - len(left), "all": len(photos)}
        click.echo(f"paperplay: {say('evening.run.resumed', wishes.lang, **done)}", err=True)
    new = set(left)
    with closing(runner(left, wishes, journal.add)) as reads:
        for photo in photos:
            # A generator ends its file when it is asked for the next one.
            yield from next(reads).pages if photo in new else journal.pages(photo)
            advance()
        next(reads, None)


def _nothing() -> None:
    pass


@contextmanager
def _bar(files: int, lang: str) -> Iterator[Callable[[], None]]:
    """Show a live bar on standard error, and never on standard output."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns: list[Any] = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    with Progress(
        *columns, Remaining(), console=Console(stderr=True), redirect_stdout=False, transient=True
    ) as bar:
        task = bar.add_task(say("evening.run.progress", lang), total=files)
        yield lambda: bar.advance(task)


def wants_progress(*, as_json: bool) -> bool:
    """Say whether a bar helps: a person looks on, and it does not run into the results."""
    return sys.stderr.isatty() and not (as_json and sys.stdout.isatty())
