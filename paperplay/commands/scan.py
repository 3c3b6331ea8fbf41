"""Read photographed sheets and say who won."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperplay.commands import example
from paperplay.messages import complain, system_lang_option
from paperplay.output import (
    STANDARD_OUTPUT,
    check_not_read,
    check_output,
    make_folder,
    write_output,
)
from paperplay.page_options import check_dice
from paperplay.patience import patient
from paperplay.reading.kept import folders_beside, is_result, photo_of, scans_in
from paperplay.reading.photo_files import Photo, photos
from paperplay.sheet_names import sheets_option
from rules.errors import HostError
from templates.telling import printable
from templates.wording import say, sentence

if TYPE_CHECKING:
    from paperplay.results.evening import Evening
    from scanner.scan import Scan


@click.command(
    epilog=example(
        "paperplay scan samples/photos/BAC.jpg",
        'paperplay scan samples/photos --names "Ida,Tom" --html evening.html',
        "paperplay scan samples/photos --json",
    )
)
@click.argument("files", metavar="FILE|DIR...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one line per sheet.")
@click.option("--csv", metavar="FILE", help="Write the result as a table for any spreadsheet.")
@click.option("--xlsx", metavar="FILE", help="Write result, rows and doubts for Excel.")
@click.option("--html", metavar="FILE", help="Write the result as one page to send around.")
@click.option("--force", is_flag=True, help="Replace files that are there already.")
@click.option(
    "--names",
    metavar="NAMES|FILE",
    help='Names in the order of the sheets, or of the columns: "Ida,Tom", or a list.',
)
@click.option("--dice", metavar="SEED", help="Compare with par for the rolls of this seed.")
@click.option(
    "--marked",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write each sheet there, flat, with notes on what is right, wrong or unsure.",
)
@click.option(
    "--debug",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Keep the pictures of every stage there.",
)
@click.option("--workers", type=click.IntRange(1, 64), help="Processes; by default one per core.")
@click.option("--dask", metavar="SCHEDULER", help="Read on a Dask cluster, at tls://HOST:8786.")
@click.option("--resume", is_flag=True, help="Go on with the same call after it was stopped.")
@sheets_option
@system_lang_option(" and names; else the system's, with --json English.")
def command(
    files: tuple[str, ...],
    as_json: bool,
    names: str | None,
    dice: str | None,
    marked: Path | None,
    debug: Path | None,
    workers: int | None,
    dask: str | None,
    resume: bool,
    force: bool,
    lang: str,
    **exports: str | None,
) -> int:
    """Read photographed sheets and say who won.

    FILE is a photo (JPEG, PNG, WebP, HEIC, AVIF, TIFF), a PDF from a scanner, a film (MP4, MOV,
    WebM) of a pile that is leafed through, or a result.json that 'scan --json' printed and
    'review' settled; DIR a folder of photos; a pattern such as 'evening/*.jpg' works, too. A
    photo that cannot be read is named on standard error, and the others are still read. A call
    over many files that was stopped goes on with --resume.
    """
    from paperplay.reading.batch import on_this_machine
    from paperplay.reading.cluster import Cluster
    from paperplay.results.names import names_from
    from paperplay.results.night import read_night, wants_progress
    from scanner.stages import Keep

    check_dice(dice)
    if dask and (marked or debug):
        raise HostError("cluster-no-folders")
    wanted = checked_exports(exports, force=force)
    players = names_from(names) if names else []
    folders = marked and make_folder(marked, "--marked"), debug and make_folder(debug, "--debug")
    keep = Keep(*folders, lang=lang, crops=bool({"xlsx", "html"} & wanted.keys()))
    found, errors = found_photos(files, lang)
    if marked:
        _name_missing_photos(found, lang)
    check_not_read(wanted.values(), [*(photo.path for photo in found), names or ""])
    for folder in filter(None, folders):
        _check_free(folder, found, force=force or resume)
    progress = wants_progress(as_json=as_json)
    pile = _Pile(lang, as_json=as_json, keep=bool(wanted) or not as_json, dice=dice)
    place = Cluster(dask) if dask else on_this_machine(workers)
    read_night(files, found, keep, place, pile.add, resume=resume, progress=progress)
    pile.finish()
    pile.remember()
    if found and pile.keep:
        _tell(pile, players, wanted, force=force)
    return 2 if errors or pile.unkept else int(pile.unread)


class _Pile:
    """The sheets that were read so far; what can be said at once is said at once."""

    def __init__(self, lang: str, *, as_json: bool, keep: bool, dice: str | None) -> None:
        self.lang, self.as_json, self.keep, self.dice = lang, as_json, keep, dice
        self.found: list[Scan] = []
        self.unread = False
        self.unkept = False
        self.several = False
        """Whether the last picture has several sheets."""
        self._complaint: tuple[str, str] | None = None
        self._again = 0
        self._last: dict[str, Scan] = {}
        """The last of every kind of sheet."""

    def add(self, scans: Sequence[Scan]) -> None:
        """Take the sheets of one picture."""
        several = len(scans) > 1
        if self.dice is not None:
            from paperplay.results.scan_par import with_par

            with patient(self.lang):
                scans = [scan if scan.is_check else with_par(scan, self.dice) for scan in scans]
        for scan in scans:
            for file in scan.unkept:
                self.unkept = True
                complain(HostError("out-unwritable", file=printable(file)), self.lang)
            if scan.is_read:
                self.several = several
                self._last[scan.sheet] = scan
            else:
                self.unread = True
                self._complain(scan, several=several)
            if self.as_json:
                from scanner.scan_json import scan_json

                click.echo(json.dumps(scan_json(scan, self.lang), ensure_ascii=False))
        if self.keep:
            self.found += scans

    def _complain(self, scan: Scan, *, several: bool) -> None:
        """Say why a page was not read; the same of further pages of a file is only counted."""
        from paperplay.results.scan_text import place, reason_text

        what = scan.file, reason_text(scan, self.lang)
        if what == self._complaint:
            self._again += 1
            return
        self.finish()
        self._complaint = what
        where = place(scan, self.lang, several=several)
        said = what[1] if what[1].startswith(where) else f"{where}: {what[1]}"
        click.echo(f"paperplay: {said}", err=True)

    def remember(self) -> None:
        """Keep what a board showed last, now that all photos of this game are read."""
        if any(scan.code.fingerprint for scan in self._last.values()):
            from paperplay.teaching import remember

            remember(self._last.values())

    def finish(self) -> None:
        """Say of how many pages the last complaint is true, besides the one that it named."""
        if self._again and self._complaint:
            told = say("evening.run.same-again", self.lang, file=self._complaint[0], n=self._again)
            click.echo(f"paperplay: {told}", err=True)
        self._complaint, self._again = None, 0


def _tell(pile: _Pile, names: Sequence[str], wanted: Mapping[str, str], *, force: bool) -> None:
    """Show the result, and write it to where it was asked for."""
    from paperplay.results.evening import evening_of, writer_of

    lang = pile.lang
    found = _written_on(pile.found, lang)
    evening = evening_of(found, lang, names)
    for key, facts in _about_names(evening):
        click.echo(f"paperplay: {say(key, lang, **facts)}", err=True)
    try:
        if not pile.as_json:
            _show(found, evening, pile, names)
    finally:  # a file is written whatever becomes of standard output
        for kind, out in wanted.items():
            write_output(out, writer_of(kind)(evening, lang), force=force)


def _show(found: Sequence[Scan], evening: Evening, pile: _Pile, names: Sequence[str]) -> None:
    """Show who won, and below it what the page that proves printer and phone says."""
    from paperplay.results.scan_text import check_text

    read = [scan for scan in found if scan.is_read and not scan.is_check]
    blocks = [_text(read, evening, pile, names)] if read else []
    blocks += [check_text(scan, pile.lang) for scan in found if scan.is_check]
    if blocks:
        click.echo("\n\n".join(blocks))


def _text(read: Sequence[Scan], evening: Evening, pile: _Pile, names: Sequence[str]) -> str:
    from paperplay.results.leaderboard import leaderboard
    from paperplay.results.scan_par import own_par, pars
    from paperplay.results.scan_text import as_text
    from scanner.board.told import unproven_text

    lang = pile.lang
    if len(read) > 1:
        return "\n".join([leaderboard(evening, lang), *pars(read, lang)])
    text = as_text(_named(read[0], names), lang, several=pile.several)
    notes = own_par(read[0], lang), unproven_text(read[0].code, lang)
    return "\n  ".join([text, *filter(None, notes)])


def _written_on(found: Sequence[Scan], lang: str) -> Sequence[Scan]:
    """Leave out the sheets of a pile that nobody has played with, and say so."""
    from paperplay.results.duplicates import is_untouched
    from paperplay.results.scan_text import place

    if sum(scan.is_read and not scan.is_check for scan in found) < 2:
        return found
    written = []
    for scan in found:
        if is_untouched(scan):
            told = say("evening.run.untouched", lang, place=place(scan, lang))
            click.echo(f"paperplay: {told}", err=True)
        else:
            written.append(scan)
    return written


def _named(scan: Scan, names: Sequence[str]) -> Scan:
    """Name the players in the order of their columns; whoever has no name keeps what is there."""
    if not names:
        return scan
    printed = scan.board.names
    return replace(scan, ink=scan.board.named([*names, *printed[len(names) :]][: len(printed)]))


def _about_names(evening: Evening) -> list[tuple[str, dict[str, object]]]:
    """Say so if names and sheets do not come out even: somebody would get another's points."""
    if evening.names_left:
        return [("evening.run.names-left", {"names": list(evening.names_left)})]
    if evening.nameless:
        return [("evening.run.nameless", {"n": evening.nameless})]
    return []


def checked_exports(exports: Mapping[str, str | None], *, force: bool) -> dict[str, str]:
    """Refuse a place that cannot be written to before any photo is read."""
    wanted = {kind: out for kind, out in exports.items() if out}
    for kind, out in wanted.items():
        if out == STANDARD_OUTPUT:
            raise HostError("out-not-pipe", option=f"--{kind}")
        check_output(out, force=force, kind={"feedback": "pdf"}.get(kind, kind))
    return wanted


def _name_missing_photos(found: Sequence[Photo], lang: str) -> None:
    """Say of which sheets of a result there will be no marked picture."""
    for result in (photo.path for photo in found if is_result(photo.path)):
        with suppress(HostError):  # which is said when it is read
            gone = [s.file for s in scans_in(result) if not photo_of(s, folders_beside(result))]
            for file in dict.fromkeys(gone):
                told = say("evening.run.no-photo", lang, file=printable(file))
                click.echo(f"paperplay: {told}", err=True)


def found_photos(words: Sequence[str], lang: str) -> tuple[list[Photo], list[HostError]]:
    """Find the files that a call names, and say which of its words are wrong."""
    found, errors = photos(words)
    for error in errors:
        file = error.facts.get("file")
        where = f"{file}: " if file else ""
        click.echo(f"paperplay: {where}{sentence(error, lang)}", err=True)
    return found, errors


def _check_free(folder: Path, found: Sequence[Photo], *, force: bool) -> None:
    """Refuse to write over one of these photos, or over pictures that were kept before."""
    from scanner.stages import stem_of

    stems = "|".join(re.escape(stem_of(photo.name)) for photo in found)
    name = re.compile(rf"({stems})(-p\d+)?-\d+(-.*)?\.jpg", re.IGNORECASE)
    kept = [file for file in sorted(folder.iterdir()) if name.fullmatch(file.name)]
    check_not_read(kept, [photo.path for photo in found])
    if kept and not force:
        raise HostError("out-exists", file=printable(str(kept[0])))
