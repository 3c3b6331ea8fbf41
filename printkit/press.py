"""From an order to a PDF: whole games, single sheets, many copies.

What only some orders need is imported by them, so that a single sheet is there at once.
"""

from __future__ import annotations

from functools import partial

from printkit.book import Book
from printkit.daydream import draw_sheet
from printkit.order import GAMES, TITLES, Order
from printkit.pdf import PdfPen
from printkit.pen import Pen
from templates.daydream.names import sheet_title
from templates.load import is_daydream, load_daydream
from templates.page import KINDS, Page
from templates.sheet_code import SheetCode
from templates.wording import say


def printed(order: Order) -> bytes:
    """Draw an order and give its PDF."""
    game = order.what.partition("/")[0]
    two_sided = order.what in ("when-i-dream", "dreams") and order.backs != "fold"
    edge = {"duplex-long": "DuplexFlipLongEdge", "duplex-short": "DuplexFlipShortEdge"}
    pen = PdfPen(
        _title(order),
        lang=order.lang,
        subject=TITLES[game],
        duplex=edge[order.backs] if two_sided else "Simplex",
    )
    draw_order(pen, order)
    return pen.data()


def draw_order(pen: Pen, order: Order) -> None:
    """Draw all pages of an order."""
    two_sided = order.what in ("when-i-dream", "dreams")
    book = Book(pen, order.paper, order.backs, order.bleed, order.back_shift, two_sided)
    if order.what in GAMES:
        _add_rules(book, order)
    if order.what == "daydream":
        for sheet in filter(is_daydream, KINDS):
            _add_sheets(book, order, sheet)
    elif order.what == "when-i-dream":
        from printkit.when_i_dream.game import add_game

        add_game(book, order)
        _add_score_sheets(book, order, "when-i-dream/score")
    elif order.what == "dreams":
        from printkit.dreams.game import add_game

        add_game(book, order)
        _add_score_sheets(book, order, "dreams/score")
    elif is_daydream(order.what):
        if order.exercise is None or order.key != "only":
            _add_sheets(book, order, order.what)
        if order.exercise is not None and order.key != "none":
            _add_key(book, order, *order.exercise)
    else:
        _add_score_sheets(book, order, order.what)
    if order.dice is not None or order.what == "daydream":
        _add_dice(book, order)


def _title(order: Order) -> str:
    game, _, part = order.what.partition("/")
    if is_daydream(order.what):
        return f"Daydream {part} · {sheet_title(order.what, order.lang)}"
    return f"{TITLES[game]} · {say('print.part.score', order.lang)}" if part else TITLES[game]


def _add_sheets(book: Book, order: Order, sheet: str) -> None:
    layout = load_daydream(sheet, paper=order.paper, seed=order.seed)
    name = f"{sheet.rpartition('/')[2]} · {sheet_title(sheet, order.lang)}"
    for copy in range(order.copies):
        code = SheetCode(sheet, order.paper, order.lang, order.ink, order.seed, copy=copy)
        if order.exercise is not None:
            code = code.with_exercise(*order.exercise)
        whose = order.names[copy] if copy < len(order.names) else ""
        book.sheet(
            layout.page,
            partial(draw_sheet, layout=layout, code=code, name=whose),
            bookmark=whose or ("" if copy else name),
        )


def _add_key(book: Book, order: Order, level: int, task: int) -> None:
    from printkit.daydream.exercise_key import draw_key

    layout = load_daydream(order.what, paper=order.paper, seed=order.seed)
    draw = partial(draw_key, layout=layout, level=level, task=task, lang=order.lang, ink=order.ink)
    book.sheet(layout.page, draw, bookmark=say("exercise.key", order.lang, task=task))


def _add_score_sheets(book: Book, order: Order, sheet: str) -> None:
    from printkit.score_sheets import draw_score_sheet
    from templates.score_sheet import USUAL_PLAYERS, load_score_sheet

    players = order.players or USUAL_PLAYERS[sheet.partition("/")[0]]
    title = say("print.part.score", order.lang)
    for copy in range(order.copies):
        for number in range(1, order.pages + 1):
            layout = load_score_sheet(sheet, paper=order.paper, players=players, page=number)
            code = SheetCode(sheet, order.paper, order.lang, order.ink, 0, players, copy, number)
            book.sheet(
                layout.page,
                partial(draw_score_sheet, layout=layout, code=code),
                bookmark="" if copy or number > 1 else title,
            )


def _add_rules(book: Book, order: Order) -> None:
    from printkit.rules_page import draw_rules

    hints = [say("rules.label.print-full-size", order.lang) + "."]
    if order.what != "daydream":
        from printkit.dreams.game import colours_of

        hints.append(say(f"print.hint.{order.backs}", order.lang))
        hints.append(say("print.hint.lines", order.lang))
        hints.append(
            say(f"print.hint.{order.what}", order.lang, pins=len(colours_of(order.players)))
        )

    def draw(pen: Pen, page: Page) -> None:
        draw_rules(pen, page, order.what, order.lang, order.ink, hints)

    book.leaf(draw, bookmark=say("print.part.rules", order.lang))


def _add_dice(book: Book, order: Order) -> None:
    from printkit.dice_page import draw_dice_page

    seed = order.dice if order.dice is not None else str(order.seed)

    def draw(pen: Pen, page: Page) -> None:
        draw_dice_page(pen, page, seed, order.lang, order.ink)

    book.leaf(draw, bookmark=say("print.part.dice", order.lang))
