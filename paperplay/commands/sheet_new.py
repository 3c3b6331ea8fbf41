"""Begin a file for a sheet of one's own."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import click

from paperplay.commands import example
from paperplay.messages import lang_option
from rules.errors import HostError
from templates.languages import DEFAULT_LANGUAGE
from templates.wording import say

_ALSO = {"kniffel-like": "five-dice", "minigolf": "mini-golf", "multiplication": "times-tables"}
"""What else people call our samples."""
_PRINTED = ("about_rounds", "about_lines", "first", "second", "bonus", "total")


class Players(click.IntRange):
    """How many share a sheet: a number, or from … to as in 3-5."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read what was typed; a pair of numbers where it says from and to."""
        ends = re.fullmatch(r"(\d+)\s*(?:-|–|\.\.)\s*(\d+)", str(value).strip())  # noqa: RUF001
        if ends is None:
            return super().convert(value, param, ctx)
        low, high = (super(Players, self).convert(int(end), param, ctx) for end in ends.groups())
        if not 1 <= low <= high:
            self.fail(f"{value!r} is no range.", param, ctx)
        return low, high


def samples() -> list[str]:
    """Name the sheets that one may begin with."""
    from templates.own.shelf import SAMPLES

    return sorted(path.stem for path in SAMPLES.glob("*.toml"))


@click.command(
    "new",
    epilog=example(
        "paperplay sheet new card-night --from tricks",
        'paperplay sheet new darts --title "Darts" --players 4 --rounds 10',
    ),
)
@click.argument("name", metavar="NAME")
@click.option("--from", "like", metavar="SAMPLE", help="Begin with one of our samples.")
@click.option("--title", help="What stands on the paper; else you are asked.")
@click.option("--players", type=Players(0, 10), help="Who share a sheet, as 4 or 3-5; 0: one each.")
@click.option("--rounds", type=click.IntRange(0, 60), help="Lines with numbers; 0: named lines.")
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@lang_option
def command(
    name: str,
    like: str | None,
    title: str | None,
    players: int | tuple[int, int] | None,
    rounds: int | None,
    force: bool,
    lang: str,
) -> None:
    """Write NAME.toml, a sheet of your own to go on from.

    It asks for a title, how many share a sheet and how many rounds there are, or takes one of
    our samples: five-dice, mini-golf, quiz, river, times-tables, tricks.
    """
    from paperplay.output import check_output, write_output

    name = name.removesuffix(".toml")
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", Path(name).name):
        raise HostError("own-name", name=Path(name).name[:40])
    out = f"{name}.toml"
    check_output(out, force=force)
    short = Path(name).name
    text = _like(like, short) if like else _asked(short, title, players, rounds, lang)
    write_output(out, text.encode(), force=force)
    click.echo(say("sheet_files.new.done", lang, file=out), err=True)


def _like(sample: str, name: str) -> str:
    known = samples()
    sample = _ALSO.get(sample, sample)
    if sample not in known:
        from rules.values import nearest

        facts = {"sample": sample[:40], "known": known, "did_you_mean": nearest(sample, known)}
        raise HostError("own-sample", **facts)
    from templates.own.shelf import SAMPLES

    text = (SAMPLES / f"{sample}.toml").read_text(encoding="utf-8")
    text = re.sub(r'^name = ".*"\n', "", text, count=1, flags=re.M)
    return text.replace("format = 1\n", f'format = 1\nname = "{name}"\n', 1)


def _asked(
    name: str,
    title: str | None,
    players: int | tuple[int, int] | None,
    rounds: int | None,
    lang: str,
) -> str:
    """Ask for what was not said, where somebody can answer; else take what is usual."""
    ask = sys.stdin.isatty()
    if title is None:
        usual = name.replace("-", " ").capitalize()
        title = click.prompt(say("sheet_files.new.title", lang), usual, err=True) if ask else usual
    if players is None:
        asked, kind = say("sheet_files.new.players", lang), Players(0, 10)
        players = click.prompt(asked, 4, type=kind, err=True) if ask else 4
    if rounds is None:
        rounds = click.prompt(say("sheet_files.new.rounds", lang), 10, err=True) if ask else 10
    return begun(name, str(title), players, int(rounds), lang)


def begun(
    name: str,
    title: str,
    players: int | tuple[int, int] | None,
    rounds: int,
    lang: str = DEFAULT_LANGUAGE,
) -> str:
    """Write a small sheet that works, with what one may want to change next."""
    words = {word: say(f"sheet_files.new.{word}", lang) for word in _PRINTED}
    quoted = title.replace("\\", "").replace('"', "'")[:80]
    many = list(players) if isinstance(players, tuple) else players
    range_of = f"  # [2, {many}]: 2-{many}" if isinstance(many, int) and many > 2 else ""
    shared = f"players = {many}{range_of}\n" if many else ""
    if rounds:
        lines = f'rounds = {rounds}\nfields = [\n  {{ id = "points", min = 0, max = 99 }},\n]\n'
        about, total = words["about_rounds"], "sum(points)"
    else:
        lines = (
            f'fields = [\n  {{ id = "first", label = "{words["first"]}", max = 99 }},\n'
            f'  {{ id = "second", label = "{words["second"]}", max = 99 }},\n'
            f'  {{ id = "bonus", label = "{words["bonus"]}", kind = "box" }},\n]\n'
        )
        about, total = words["about_lines"], "first + second + (10 if bonus else 0)"
    return (
        f'format = 1\nname = "{name}"\ntitle = "{quoted}"\nabout = "{about}"\n'
        f"{shared}\n[[section]]\n{lines}\n[[section]]\n"
        f'fields = [ {{ id = "sum", label = "{words["total"]}", digits = 3, equals = "total" }} ]\n'
        f'\n[score]\ntotal = "{total}"\n'
    )
