"""Print sheets and cards."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from paperplay.commands import example
from paperplay.messages import complain, lang_option
from paperplay.page_options import (
    MOST_SHIFT,
    check_dice,
    ink_option,
    out_option,
    paper_option,
    with_new_dice,
)
from paperplay.seed_option import SEED
from paperplay.sheet_names import CHECK_PAGE, PRINTED, ListingCommand, sheets_option
from rules.errors import HostError

if TYPE_CHECKING:
    from printkit.order import Order
    from templates.game import Game

MOST_COPIES = 10_000
_PAGE = re.compile(rb"/Type\s*/Page\b")


@click.command(
    cls=ListingCommand,
    epilog=example(
        "paperplay print A --lang de --copies 4 --out sheets.pdf",
        'paperplay print "Quiet Morning Fox 4711" --out fox.pdf',
        "paperplay print when-i-dream --players 6 --backs fold --out cards.pdf",
    ),
)
@click.argument("sheet", type=PRINTED, is_eager=True)
@click.argument("others", nargs=-1, metavar="")
@out_option
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@click.option(
    "--copies",
    type=click.IntRange(1, MOST_COPIES),
    default=1,
    show_default=True,
    help="Of each sheet that is written on; cards and boards are printed once.",
)
@click.option(
    "--players",
    type=int,
    help="How many play. Without it: all roles, and a score sheet for 6 (Dreams: 4).",
)
@lang_option
@paper_option
@ink_option
@click.option(
    "--seed",
    type=SEED,
    default=0,
    show_default=True,
    help="The sheet's or deck's number, or the title of a fresh sheet.",
)
@click.option("--dice", metavar="SEED", help="Add rolls that everyone shares.")
@click.option("--words", metavar="FILE", help="Your own terms (.txt or .csv) for When I Dream.")
@click.option(
    "--variant",
    type=click.IntRange(0, 9_999_999),
    default=0,
    help="Of your own worksheet: which numbers are drawn.",
)
@click.option("--each", is_flag=True, help="Another variant on every copy.")
@click.option("--key", metavar="FILE", help="Of your own worksheet: the answers as a PDF.")
@sheets_option
@click.option("--pages", type=int, default=1, show_default=True, help="Of a Dreams score sheet.")
@click.option(
    "--backs",
    type=click.Choice(("duplex-long", "duplex-short", "fold")),
    default="duplex-long",
    show_default=True,
    help="Backs of cards: both sides, flipped on that edge, or beside the fronts to fold.",
)
@click.option(
    "--back-shift",
    default="0,0",
    metavar="X,Y",
    help="Move backs by mm to the right and down, if your printer is off.",
)
@click.option("--bleed", is_flag=True, help="Let tints run 3 mm over the cut.")
@PRINTED.listed
def command(sheet: str, others: Sequence[str], out: str, force: bool, **options: Any) -> None:
    """Print SHEET as a PDF.

    SHEET is a sheet ({sheets}), by its name or its title, the file of a sheet of your own
    (.toml), or a whole game ({games}). Behind a name may stand the title of a fresh one: "A Fox
    4711". 'check' is a page to photograph and scan
    before the first game night: it proves printer and phone.
    """
    from paperplay.output import check_output, write_output

    if others:
        _refuse_others(sheet, others)
    if sheet.strip().casefold() == CHECK_PAGE:
        _tell_unused(options)
        check_output(out, force=force, kind="pdf")
        from paperplay.check_page import printed_check

        pdf = printed_check(options["paper"], options["lang"], options["ink"])
    else:
        from templates.games import game_of

        settings = dict(options)
        key = settings.pop("key")
        order = _order(sheet, settings)
        game = game_of(order.what)
        key = key_wanted(key, out, order, force=force)
        check_output(out, force=force, kind="pdf")
        if order.seed:
            _check_fairness(order)
        from printkit.press import printed

        pdf = printed(order)
        if game.shelf_in:
            game.shelf.keep(order.what)
        if key:
            from printkit.own.key import printed_key

            write_output(key, printed_key(order), force=force)
    write_output(out, pdf, force=force)
    tell_printed(out, pdf, options["lang"])


def _refuse_others(sheet: str, others: Sequence[str]) -> None:
    """Refuse a second name; a class list is for another command."""
    if others[0].lower().endswith((".csv", ".xlsx")):
        from templates.own import shelf

        named = str(shelf.source_of(shelf.fingerprint_of(sheet)) or sheet)
        raise HostError("print-list", list=shlex.quote(others[0]), sheet=shlex.quote(named))
    raise click.UsageError(f"Got unexpected extra argument ({others[0]})")


def key_wanted(key: str | None, out: str, order: Order, *, force: bool) -> str | None:
    """Give the file for a worksheet's key, if there can be one, before anything is drawn."""
    from paperplay.output import STANDARD_OUTPUT, check_output
    from templates.games import game_of

    game = game_of(order.what)
    if key is None or not (game.shelf_in and game.tasks_in):
        if key is not None:
            complain(HostError("option-idle", option="--key", sheet=order.what), order.lang)
        return None
    if key in (out, STANDARD_OUTPUT):
        raise HostError("own-key", key=key)
    check_output(key, force=force, kind="pdf")
    return key


def _tell_unused(options: dict[str, Any]) -> None:
    """Name options that change nothing on the page that proves printer and phone."""
    context = click.get_current_context()
    for name in sorted(options.keys() - {"paper", "lang", "ink"}):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = f"--{name.replace('_', '-')}"
            complain(HostError("option-idle", option=option, sheet=CHECK_PAGE), options["lang"])


def tell_printed(out: str, pdf: bytes, lang: str) -> None:
    """Say what was made, besides the file itself; a pipe needs no words."""
    from paperplay.output import STANDARD_OUTPUT
    from paperplay.results.scan_text import printable
    from templates.wording import say

    if out == STANDARD_OUTPUT:
        return
    pages = len(_PAGE.findall(pdf))
    key = "cli.printed.page" if pages == 1 else "cli.printed.pages"
    click.echo(say(key, lang, file=printable(out), n=pages), err=True)


def _check_fairness(order: Order) -> None:
    """Say so if a fresh sheet plays much harder or easier than the one drawn by hand."""
    from paperplay.fair_seeds import unfair_text
    from templates.games import game_of

    game = game_of(order.what)
    for sheet in game.sheets if game.has_seeds else ():
        text = (
            unfair_text(sheet, order.seed, order.lang) if order.what in (sheet, game.name) else None
        )
        if text is not None:
            click.echo(f"paperplay: {text}", err=True)


def _order(sheet: str, options: dict[str, Any]) -> Order:
    """Check everything that can be checked before anything is drawn."""
    from printkit.order import Order

    what = _what(sheet)
    words = options.pop("words")
    order = Order(
        what,
        terms=_terms(words) if words is not None else None,
        back_shift=_back_shift(options.pop("back_shift")),
        **options,
    )
    _check_game(order)
    return with_new_dice(order)


def _what(name: str) -> str:
    """Give the full name of a game or a sheet."""
    from templates.games import games, sheet_name

    wanted = name.strip().casefold()
    whole = [game.name for game in games().values() if game.is_whole]
    if wanted in whole:
        return wanted
    try:
        return sheet_name(name)
    except HostError as error:
        if error.code != "unknown-sheet":
            raise
        from rules.values import nearest

        known = f"{error.facts['known']}, {', '.join(whole)}"
        near = nearest(wanted, whole) or error.facts["did_you_mean"]
        raise HostError(
            "unknown-sheet", sheet=error.facts["sheet"], did_you_mean=near, known=known
        ) from None


def _check_game(order: Order) -> None:
    """Refuse players and pages that the game does not have, and a nameless dice seed."""
    check_dice(order.dice)
    from rules import values
    from templates.games import game_of

    game = game_of(order.what)
    _tell_idle(order, game)
    if game.players is None:
        return
    if order.players is not None:
        values.integer(order.players, "--players", game.players.fewest, game.players.most)
    values.integer(order.pages, "--pages", 1, game.pages)


def _tell_idle(order: Order, game: Game) -> None:
    """Name an option that changes nothing: somebody expects that it does."""
    whole = order.what == game.name
    usual, terms, cut = type(order)(order.what), whole and game.has_terms, whole and game.has_parts
    applies = {
        "players": game.for_table,
        "pages": game.for_table and not game.shelf_in,
        "variant": bool(game.shelf_in),
        "each": bool(game.shelf_in),
        "dice": game.has_seeds,
        "seed": game.has_seeds or terms,
        "terms": terms,
        "backs": cut,
        "back_shift": cut,
        "bleed": cut,
    }
    for name, fits in applies.items():
        if not fits and getattr(order, name) != getattr(usual, name):
            option = f"--{name.replace('_', '-')}".replace("terms", "words")
            complain(HostError("option-idle", option=option, sheet=order.what), order.lang)


def _back_shift(text: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        x = y = float("nan")
    if not (abs(x) <= MOST_SHIFT and abs(y) <= MOST_SHIFT):
        raise HostError("bad-back-shift", value=text[:20], most=MOST_SHIFT)
    return x, y


def _terms(path: str) -> list[str]:
    from printkit.vocabulary import read_terms

    return read_terms(Path(path))
