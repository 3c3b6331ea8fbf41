"""Bad input, faults and load: does everything hold, and is nothing lost, twice or wrong?

    ./play bench attacks [--files 20000] [--kills 100] [--minutes 60] [--only malformed] [--first 1]

Groups: malformed (pictures and PDFs through ``scan``), films (likewise), boards (``score``),
class (lists, class files, ``review``), web (uploads), forms (odd values on every page), kills
(batch, server, worker), disks (full, read-only, devices), codes (QR codes of other sheets), traps
(files by hand, two pages on one folder), fuzz (our parsers, guided by coverage), load (a large
batch, evening and class). Each must end with status 0, 1 or 2, without a traceback, below 700 MB
and 5 s of processor time for each file (1 s more for each further page), with no wrong reading
that nobody is asked about, and leave nothing behind. Prints a table, then each failure with how
to repeat it: a case ``--first N`` comes again with ``--only GROUP --first N --files 1``.
Everything runs on this machine, in a folder for temporary files, as processes of its own.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.attack_tools import Place, Tally, left_over, warm_up

GROUPS = (
    *("malformed", "films", "boards", "class", "web", "forms"),
    *("kills", "disks", "codes", "traps", "fuzz", "load"),
)
SHARES = {
    "malformed": 0.28,
    "films": 0.02,
    "boards": 0.6,
    "class": 0.05,
    "web": 0.05,
    "forms": 0.05,
}
"""How ``--files`` is shared out if all groups run."""


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="bench attacks", description=__doc__.partition("\n")[0])
    parser.add_argument("--files", type=int, default=20_000, help="malformed files and boards")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--sheets", type=int, default=200, help="with lying codes")
    parser.add_argument("--photos", type=int, default=1000, help="in one batch")
    parser.add_argument("--minutes", type=float, default=60, help="for all groups together")
    parser.add_argument("--only", choices=GROUPS, action="append", help="may be given again")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    return parser.parse_args()


def attack_of(group: str, given: argparse.Namespace) -> Callable[[Tally, Place], None]:
    """Find the attacks of a group; each module is loaded only if it is wanted."""
    from benchmarks import attack_faults, attack_files, attack_load, attack_page
    from benchmarks.attack_codes import attack_codes
    from benchmarks.attack_forms import attack_forms
    from benchmarks.attack_fuzz import attack_fuzz
    from benchmarks.attack_traps import attack_traps

    share = SHARES.get(group, 1) if len(given.only or GROUPS) > 1 else 1
    files, first = max(1, round(given.files * share)), given.first
    attacks: dict[str, Callable[[Tally, Place], None]] = {
        "malformed": lambda tally, place: attack_files.attack_scan(tally, place, first, files),
        "films": lambda tally, place: attack_files.attack_films(tally, place, first, files),
        "boards": lambda tally, place: attack_files.attack_boards(tally, place, first, files),
        "class": lambda tally, place: attack_files.attack_class(tally, place, first, files),
        "web": lambda tally, place: attack_page.attack_page(tally, place, first, files),
        "forms": lambda tally, place: attack_forms(tally, place, first, files),
        "kills": lambda tally, place: attack_faults.attack_kills(tally, place, first, given.kills),
        "disks": lambda tally, place: attack_faults.attack_disks(tally, place),
        "codes": lambda tally, place: attack_codes(tally, place, first, given.sheets),
        "traps": lambda tally, place: attack_traps(tally, place),
        "fuzz": lambda tally, place: attack_fuzz(tally, place, first),
        "load": lambda tally, place: attack_load.attack_load(tally, place, given.photos),
    }
    return attacks[group]


def table(tallies: list[Tally]) -> str:
    """Give the result as Markdown."""
    lines = ["| attacks | cases | held | failed | worst seconds | worst MB |"]
    lines += ["| --- | --- | --- | --- | --- | --- |"]
    for each in tallies:
        numbers = (each.cases, each.cases - each.failed, each.failed)
        counts = " | ".join(f"{number:,}" for number in numbers)
        lines.append(f"| {each.group} | {counts} | {each.seconds:.1f} | {each.mb:.0f} |")
    notes = [f"{each.group}: {note}" for each in tallies for note in each.notes]
    notes += [
        f"{each.group}: for review, but with more wrong than is asked about: {len(each.doubtful)} "
        f"(--first {', '.join(map(str, each.doubtful))})"
        for each in tallies
        if each.doubtful
    ]
    failures = [failure for each in tallies for failure in each.failures]
    return "\n".join([*lines, "", *(f"- {line}" for line in (*notes, *failures))])


def main() -> int:
    """Run the groups one after the other; 1 if anything failed."""
    given = options()
    groups = tuple(given.only or GROUPS)
    place, tallies = Place(), []
    end = time.monotonic() + 60 * given.minutes
    try:
        warm_up()
        for number, group in enumerate(groups):
            left = max(0.0, end - time.monotonic()) / (len(groups) - number)
            tally = Tally(group, time.monotonic() + left)
            tallies.append(tally)
            attack_of(group, given)(tally, place)
            for fault in (*left_over(), *place.strays(), *place.strays_in_checkout()):
                tally.add("after all", [fault])
    finally:
        left_over(0)
        place.remove()
        print(table(tallies), flush=True)
    return 1 if any(each.failed for each in tallies) else 0


if __name__ == "__main__":
    sys.exit(main())
