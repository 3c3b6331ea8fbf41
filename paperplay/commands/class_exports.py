"""The files that a gradebook can be written to: the same for every command that has one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from paperplay.messages import complain
from rules.errors import HostError
from templates.wording import say

if TYPE_CHECKING:
    from paperplay.classroom.gradebook import Gradebook

F = TypeVar("F", bound=Callable[..., Any])
_OPTIONS = {
    "csv": "Write the gradebook as a table for any spreadsheet.",
    "xlsx": "Write gradebook, rows, doubts, rules and progress for Excel.",
    "html": "Write the gradebook as one page for a browser.",
    "moodle": "Write points with the list's ids and addresses, for Moodle.",
    "canvas": "Write points with the list's ids, for Canvas.",
    "feedback": "Write a page for each pupil, as a PDF to print.",
}
_KINDS = {"feedback": "pdf", "moodle": "csv", "canvas": "csv"}
EACH = "feedback_each"


def export_options(command: F) -> F:
    """Give a command the options of all files."""
    each = click.option(
        "--feedback-each", metavar="DIR", help="Write the pages of each pupil as a PDF there."
    )
    command = each(command)
    told = "Give marks: 90=1,75=2,60=3,45=4,20=5,0=6 says from which percentage on."
    command = click.option("--scale", metavar="SCALE", help=told)(command)
    for name, told in reversed(_OPTIONS.items()):
        command = click.option(f"--{name}", metavar="FILE", help=told)(command)
    return command


def checked_files(exports: Mapping[str, str | None], *, force: bool) -> dict[str, str]:
    """Refuse a place that cannot be written to before any photo is read."""
    from paperplay.output import STANDARD_OUTPUT, check_output, make_folder

    wanted = {kind: out for kind, out in exports.items() if out}
    for kind, out in wanted.items():
        if kind == EACH:
            make_folder(Path(out), "--feedback-each")
            continue
        if out == STANDARD_OUTPUT:
            raise HostError("out-not-pipe", option=f"--{kind}")
        check_output(out, force=force, kind=_KINDS.get(kind, kind))
    return wanted


def give_book(
    book: Gradebook, wanted: Mapping[str, str], lang: str, *, as_json: bool, hide: bool, force: bool
) -> None:
    """Show a gradebook, and write what was asked for, also where nobody can be shown anything."""
    try:
        tell_book(book, lang, as_json=as_json, hide=hide)
    finally:
        write_book(book, wanted, lang, hide=hide, force=force)


def tell_book(book: Gradebook, lang: str, *, as_json: bool, hide: bool) -> None:
    """Show a gradebook."""
    if as_json:
        from paperplay.classroom.export import gradebook_json

        click.echo(gradebook_json(book, lang, hide=hide))
    else:
        from paperplay.classroom.text import gradebook_text

        click.echo(gradebook_text(book, lang, hide=hide))


def write_book(
    book: Gradebook, wanted: Mapping[str, str], lang: str, *, hide: bool, force: bool
) -> None:
    """Write what was asked for, and nothing else."""
    from paperplay.output import write_output
    from templates.games import game_of

    for kind, out in wanted.items():
        if kind in ("feedback", EACH) and book.sheet and game_of(book.sheet).shelf_in:
            complain(HostError("option-idle", option="--feedback", sheet=book.sheet), lang)
        elif kind == EACH:
            _write_each(book, Path(out), lang, hide=hide, force=force)
        else:
            write_output(out, _data(kind, book, lang, hide=hide), force=force)


def _data(kind: str, book: Gradebook, lang: str, *, hide: bool) -> bytes:
    from paperplay.classroom import export, feedback, platforms
    from paperplay.classroom.words import labels_of

    if kind == "feedback":
        return feedback.feedback_pdf(book, lang, hide=hide)
    if kind in ("moodle", "canvas"):
        if platforms.lacks_ids(book):
            click.echo(f"paperplay: {say('classroom.book.no-ids', lang)}", err=True)
        if open_ones := platforms.left_out(book):
            names = ", ".join(map(labels_of(book, lang, hide=hide).of, open_ones))
            told = say("classroom.book.left-out", lang, names=names)
            click.echo(f"paperplay: {told}", err=True)
        write = platforms.gradebook_moodle if kind == "moodle" else platforms.gradebook_canvas
        return write(book, lang, hide=hide)
    data: bytes = getattr(export, f"gradebook_{kind}")(book, lang, hide=hide)
    return data


def _write_each(book: Gradebook, folder: Path, lang: str, *, hide: bool, force: bool) -> None:
    from paperplay.classroom.feedback import feedback_pdf
    from paperplay.output import check_output, write_output

    files = []
    for result in book.handed_in:
        name = "" if hide else "".join(c for c in result.pupil.name if c.isalnum() or c in " -’'")
        file = str(folder / f"{result.pupil.number:03} {name}".strip()) + ".pdf"
        check_output(file, force=force, kind="pdf")
        files.append((file, result.pupil))
    for file, pupil in files:
        write_output(file, feedback_pdf(book, lang, hide=hide, only=pupil), force=force)
