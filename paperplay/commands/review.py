"""Settle what the scanner was not sure of, one after the other."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paperplay.commands import example
from paperplay.messages import system_lang_option
from paperplay.output import STANDARD_OUTPUT, check_output, write_output
from paperplay.reading.kept import folders_beside, photo_of, scans_in
from paperplay.results.scan_text import place
from paperplay.sheet_names import sheets_option
from rules.errors import HostError
from scanner.doubt_words import doubt_text, missing_text
from scanner.missing import missing_of
from scanner.scan import Doubt, Scan
from templates.game import Value
from templates.telling import printable, title_of, value_of, value_text
from templates.wording import say, sentence

if TYPE_CHECKING:
    from paperplay.results.duplicates import Kept

SKIP, STOP = "s", "q"


@click.command(
    epilog=example(
        "paperplay scan samples/photos --json > result.json && "
        "paperplay review result.json --out checked.json && paperplay scan checked.json"
    )
)
@click.argument("result", metavar="RESULT.json")
@click.option("--out", metavar="FILE", help="Write the settled result there, not over RESULT.json.")
@click.option("--force", is_flag=True, help="Replace the file of --out if it is there already.")
@click.option(
    "--crops",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Save a picture of each doubtful element there, if the photos are at hand.",
)
@click.option(
    "--photos",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where the photos are; else beside RESULT.json or in this folder.",
)
@sheets_option
@system_lang_option(" and names; else the system's.")
def command(
    result: str, out: str | None, force: bool, crops: Path | None, photos: Path | None, lang: str
) -> int:
    """Settle the doubtful elements of a scan, one after the other, and score it anew.

    RESULT.json is what 'scan --json' printed. For each doubt press Enter if the
    guess is right, or type what the sheet says (a number, a word such as 'sun', '-' for
    nothing); s skips it, q stops. What was answered is kept. Then 'scan' takes the file as it
    takes photos, and says who won.
    """
    from scanner.scan_json import scan_json

    if out and out != STANDARD_OUTPUT:
        check_output(out, force=force)
    scans = list(scans_in(Path(result)))
    folders = [photos] if photos else folders_beside(Path(result))
    pictures = _Pictures(crops, folders) if crops else None
    changed = _ask_all(scans, lang, pictures)
    left = sum(len(one.best.doubts) for one in _sheets(scans))
    click.echo(say("evening.review.done", lang, settled=changed, left=left), err=True)
    if out or changed:
        lines = (json.dumps(scan_json(scan, lang), ensure_ascii=False) for scan in scans)
        data = "".join(f"{line}\n" for line in lines)
        write_output(out or result, data.encode(), force=force or not out)
    if out != STANDARD_OUTPUT:
        click.echo(say("evening.review.next", lang, file=shlex.quote(out or result)), err=True)
    return int(not all(scan.is_read for scan in scans))


def _ask_all(scans: list[Scan], lang: str, pictures: _Pictures | None) -> int:
    """Ask about every doubt of every sheet; the scans of its photos are replaced.

    What one photo of a sheet shows is not asked about another.
    """
    changed = 0
    for one in _sheets(scans):
        photos = [scan.key for scan in (one.best, *one.others)]
        sheet = one.best
        if sheet.doubts:
            facts = {"place": place(sheet, lang), "sheet": title_of(sheet.sheet, lang)}
            click.echo(say("scan.result.head", lang, **facts), err=True)
            for missing in missing_of(sheet):
                click.echo(f"  {missing_text(missing, sheet, lang)}", err=True)
        for doubt in one.best.doubts:
            if doubt.element not in sheet.doubtful:
                continue  # another answer has settled it
            for photo in photos:
                if pictures and doubt.element in scans[photo].doubtful:
                    pictures.save(scans[photo], doubt.element)
            while True:
                answer = _answer(doubt, sheet, lang)
                if answer == STOP:
                    return changed
                if answer == SKIP:
                    break
                try:
                    value = value_of(answer, doubt.guess)
                    sheet = sheet.settled(doubt.element, value)
                except HostError as error:
                    click.echo(f"  {sentence(error, lang)}", err=True)
                    continue
                for photo in photos:
                    scans[photo] = scans[photo].told(doubt.element, value)
                _tell_the_others(scans, photos, doubt, value)
                changed += 1
                _tell_points(sheet, lang)
                break
    return changed


def _sheets(scans: list[Scan]) -> list[Kept]:
    """Put the photos of each sheet together; their keys are their places in the list."""
    from paperplay.results.duplicates import once_each

    return once_each(replace(scan, key=place) for place, scan in enumerate(scans))


def _tell_the_others(scans: list[Scan], photos: list[int], doubt: Doubt, value: Value) -> None:
    """Let an answer count for what the same person has written on other sheets."""
    writer = scans[photos[0]].writer
    for other, scan in enumerate(scans):
        if writer and other not in photos and scan.writer == writer:
            scans[other] = scan.heard(doubt, value)


def _answer(doubt: Doubt, scan: Scan, lang: str) -> str:
    """Ask one question; the end of the input and Ctrl-C stop as ``q`` does."""
    click.echo(f"  {doubt_text(doubt, scan, lang)}", err=True)
    guess = value_text(doubt.guess, lang)
    click.echo("  " + say("evening.review.ask", lang, guess=guess) + " ", err=True, nl=False)
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        line = ""
    return line.strip() if line else STOP


def _tell_points(scan: Scan, lang: str) -> None:
    if not scan.game.for_table:
        total = scan.own_score.by_rules.total
        click.echo("  " + say("scan.result.by-rules", lang, total=total), err=True)


class _Pictures:
    """Saves pictures of doubtful elements, cut from the photos anew."""

    def __init__(self, folder: Path, photos: list[Path]) -> None:
        self._folder, self._photos = folder, photos
        self._file = ""
        self._cut: dict[tuple[int, int], Mapping[str, bytes]] = {}

    def save(self, scan: Scan, element: str) -> None:
        """Save one element's picture and say where; a photo that is gone is no hindrance."""
        if scan.file != self._file:
            self._file, self._cut = scan.file, self._read(scan)
        png = self._cut.get((scan.page, scan.index), {}).get(element)
        if png is None:
            return
        stem = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in self._file)
        path = self._folder / f"{stem}-{scan.page}-{scan.index}-{element}.png"
        self._folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png)
        click.echo(f"  {printable(str(path))}", err=True)

    def _read(self, scan: Scan) -> dict[tuple[int, int], Mapping[str, bytes]]:
        from scanner import scans_of
        from scanner.stages import Keep

        photo = photo_of(scan, self._photos)
        found = scans_of(photo, scan.file, Keep(crops=True)) if photo else ()
        return {(each.page, each.index): each.pictures for each in found}
