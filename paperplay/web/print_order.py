"""What the print page's form asks for, read and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from paperplay.evening.names import tidy
from printkit.book import Backs
from printkit.order import GAMES, Order
from rules import dreams, values, when_i_dream_board
from rules.errors import HostError
from templates.daydream.load import is_daydream
from templates.load import MOST_SEED
from templates.page import KINDS, PAPERS
from templates.score_sheet import USUAL_PLAYERS
from templates.wording import LANGUAGES

MOST_COPIES = 60
"""Two classes; whoever needs more prints twice."""
MOST_SHIFT = 20.0
LONGEST_DICE = 20
INKS = ("colour", "light", "black")
BACKS: tuple[Backs, ...] = ("duplex-long", "duplex-short", "fold")
WHATS = (*KINDS[:8], "daydream", "when-i-dream/score", "when-i-dream", "dreams/score", "dreams")
"""What can be printed, in the order of the form."""
FIRST = WHATS[0]
Form = Mapping[str, str]


def order_of(form: Form, lang: str, terms: Sequence[str] | None = None) -> Order:
    """Read a form; what it leaves out is as usual.

    Args:
        form: The fields as they were sent, by name.
        lang: The language of whoever asks, for a sheet that names none.
        terms: The vocabulary of one's own that the form speaks of.

    Raises:
        HostError: ``bad-value`` or ``bad-dice``, naming the field.
    """
    what = values.choice(form.get("what") or FIRST, "what", WHATS)
    names = names_of(form.get("names", ""))
    return Order(
        what=what,
        lang=values.choice(form.get("in") or lang, "in", LANGUAGES),
        paper=values.choice(form.get("paper") or "a4", "paper", PAPERS),
        ink=values.choice(form.get("ink") or "colour", "ink", INKS),
        copies=max(_number(form, "copies", 1, 1, MOST_COPIES), len(names)),
        names=names if is_daydream(what) else (),
        seed=_number(form, "seed", 0, 0, MOST_SEED),
        players=_players(form, what),
        pages=_number(form, "pages", 1, 1, 20) if what.startswith("dreams") else 1,
        dice=_dice(form, what),
        terms=tuple(terms) if terms and what == "when-i-dream" else None,
        bleed=form.get("bleed") == "1" and what in GAMES,
        backs=_backs(form),
        back_shift=(_millimetres(form, "shift-x"), _millimetres(form, "shift-y")),
    )


def form_of(order: Order, words: str = "") -> dict[str, str]:
    """Give the fields that ask for an order: what a link to its pictures holds."""
    usual = Order(order.what)
    fields: dict[str, object] = {"what": order.what, "in": order.lang}
    for name in ("paper", "ink", "copies", "seed", "pages", "backs"):
        value = getattr(order, name)
        if value != getattr(usual, name):
            fields[name] = value
    if order.players and order.players != players_usual(order.what):
        fields["players"] = order.players
    fields |= {
        "names": "\n".join(order.names),
        "dice": order.dice or "",
        "bleed": "1" if order.bleed else "",
        "words": words if order.terms else "",
    }
    for name, shift in zip(("shift-x", "shift-y"), order.back_shift, strict=True):
        fields[name] = f"{shift:g}" if shift else ""
    return {name: str(value) for name, value in fields.items() if value != ""}


def query_of(order: Order, words: str = "") -> str:
    """Write an order as the end of an address."""
    return urlencode(form_of(order, words))


def names_of(text: str) -> tuple[str, ...]:
    """Read names, one a line or with commas between them."""
    names = [name for line in text.splitlines() for part in line.split(",") if (name := tidy(part))]
    values.listing(names, "names", 0, MOST_COPIES)
    return tuple(names)


def players_usual(what: str) -> int | None:
    """Say for how many a game is printed if nobody says; None where it does not matter."""
    return USUAL_PLAYERS.get(what.partition("/")[0])


def players_allowed(what: str) -> tuple[int, int] | None:
    """Say how few and how many can play; None where any number of sheets will do."""
    game = what.partition("/")[0]
    if game == "daydream":
        return None
    rules = dreams if game == "dreams" else when_i_dream_board
    return rules.LEAST_PLAYERS, rules.MOST_PLAYERS


def _players(form: Form, what: str) -> int | None:
    allowed, usual = players_allowed(what), players_usual(what)
    if allowed is None or usual is None:
        return None
    return _number(form, "players", usual, *allowed)


def _number(form: Form, name: str, usual: int, low: int, high: int) -> int:
    text = form.get(name, "").strip()
    if not text:
        return usual
    number: object = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text
    return values.integer(number, name, low, high)


def _dice(form: Form, what: str) -> str | None:
    text = tidy(form.get("dice", ""))
    if len(text) > LONGEST_DICE:
        raise HostError("bad-dice", value=text[:LONGEST_DICE])
    return text if text and what.startswith("daydream") else None


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
