"""What the print page's form asks for, read and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from paperplay.page_options import MOST_SHIFT, check_dice
from paperplay.results.names import names_in, tidy
from printkit.book import Backs
from printkit.order import Order
from rules import values
from rules.errors import HostError
from templates.fresh_titles import seed_of_title
from templates.game import Game
from templates.games import game_of, games, sheets_of
from templates.languages import LANGUAGES
from templates.load import MOST_SEED
from templates.page import PAPERS
from templates.sheet_code import INKS

MOST_COPIES = 60
"""Two classes; whoever needs more prints twice."""
BACKS: tuple[Backs, ...] = ("duplex-long", "duplex-short", "fold")
Form = Mapping[str, str]


def printable_by_game() -> dict[str, tuple[str, ...]]:
    """List what can be printed by the titles of the games, in the order of the form."""
    return {
        game.title: (*sheets_of(game), *([game.name] if game.is_whole else []))
        for game in games().values()
        if not game.for_class
    }


def all_printable() -> list[str]:
    """List everything that can be printed."""
    return [what for group in printable_by_game().values() for what in group]


def order_of(form: Form, lang: str, terms: Sequence[str] | None = None) -> Order:
    """Read a form; what it leaves out is as usual.

    Args:
        form: The fields as they were sent, by name.
        lang: The language of whoever asks, for a sheet that names none.
        terms: The vocabulary of one's own that the form speaks of.

    Raises:
        HostError: ``bad-value`` or ``bad-dice``, naming the field.
    """
    known = all_printable()
    what = values.choice(form.get("what") or known[0], "what", known)
    game, whole = game_of(what), what == game_of(what).name
    names = tuple(names_in(form.get("names", "")))
    values.listing(names, "names", 0, MOST_COPIES)
    return Order(
        what=what,
        lang=values.choice(form.get("in") or lang, "in", LANGUAGES),
        paper=values.choice(form.get("paper") or "a4", "paper", PAPERS),
        ink=values.choice(form.get("ink") or "colour", "ink", INKS),
        copies=max(_number(form, "copies", 1, 1, MOST_COPIES), len(names)),
        names=() if game.for_table or whole else names,
        seed=_seed(form),
        players=_players(form, game),
        pages=_number(form, "pages", 1, 1, game.pages) if game.has_pages else 1,
        variant=_number(form, "variant", 0, 0, MOST_SEED) if game.shelf_in else 0,
        each=form.get("each") == "1" and bool(game.shelf_in),
        version=game.shelf.fingerprint_of(what) if game.shelf_in else 0,
        dice=_dice(form) if game.has_seeds else None,
        terms=tuple(terms) if terms and game.has_terms and whole else None,
        bleed=form.get("bleed") == "1" and game.has_parts and whole,
        backs=_backs(form),
        back_shift=(_millimetres(form, "shift-x"), _millimetres(form, "shift-y")),
    )


def form_of(order: Order, words: str = "") -> dict[str, str]:
    """Give the fields that ask for an order: what a link to its pictures holds."""
    usual = Order(order.what)
    fields: dict[str, object] = {"what": order.what, "in": order.lang}
    for name in ("paper", "ink", "copies", "seed", "pages", "backs", "variant"):
        value = getattr(order, name)
        if value != getattr(usual, name):
            fields[name] = value
    players = game_of(order.what).players
    if order.players and players and order.players != players.usual:
        fields["players"] = order.players
    fields |= {
        "names": "\n".join(order.names),
        "dice": order.dice or "",
        "bleed": "1" if order.bleed else "",
        "each": "1" if order.each else "",
        "words": words if order.terms else "",
    }
    for name, shift in zip(("shift-x", "shift-y"), order.back_shift, strict=True):
        fields[name] = f"{shift:g}" if shift else ""
    return {name: str(value) for name, value in fields.items() if value != ""}


def query_of(order: Order, words: str = "") -> str:
    """Write an order as the end of an address."""
    return urlencode(form_of(order, words))


def _players(form: Form, game: Game) -> int | None:
    if game.players is None:
        return None
    return _number(form, "players", game.players.usual, game.players.fewest, game.players.most)


def _seed(form: Form) -> int:
    """Read a sheet's number, or the title of a fresh one."""
    title = seed_of_title(form.get("seed", ""))
    return title[1] if title and not title[0] else _number(form, "seed", 0, 0, MOST_SEED)


def _number(form: Form, name: str, usual: int, low: int, high: int) -> int:
    text = form.get(name, "").strip()
    if not text:
        return usual
    number: object = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text
    return values.integer(number, name, low, high)


def _dice(form: Form) -> str | None:
    seed = tidy(form.get("dice", "")) or None
    check_dice(seed)
    return seed


def _backs(form: Form) -> Backs:
    wanted = form.get("backs") or BACKS[0]
    values.choice(wanted, "backs", BACKS)
    return next(each for each in BACKS if each == wanted)


def _millimetres(form: Form, name: str) -> float:
    text = form.get(name, "").strip().replace(",", ".")
    if not text:
        return 0.0
    try:
        shift = float(text)
    except ValueError:
        shift = float("nan")
    if not abs(shift) <= MOST_SHIFT:
        raise HostError("bad-back-shift", value=text[:20], most=MOST_SHIFT)
    return round(shift, 2)
