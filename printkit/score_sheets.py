"""Score sheets, drawn from their layout, and the printing of games that have one."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import cast

from printkit.book import Book
from printkit.drawing import Plain, drawing_of
from printkit.dreams.players import PLAYERS
from printkit.furniture import draw_furniture
from printkit.order import Order
from printkit.pen import Pen, Point
from printkit.role_signs import SIGNS, draw_role
from printkit.shapes import line, rounded
from printkit.sheet_ink import SheetInk
from printkit.textbox import TextOverflow, TextRoom, write
from printkit.tinted import lightened
from templates.cards import materials
from templates.games import game_of
from templates.geometry import Box as Area
from templates.score_sheet import Choice, Digits, Label, ScoreSheetLayout, Text, Track
from templates.sheet_code import SheetCode
from templates.wording import say, words

_LEAST = 2.83
"""Type size: 8 points."""
_LIGHTEST = 0.7
"""Lines that a pen may cross are at least this light."""


class ScoreSheets(Plain):
    """The printing of a game that has a score sheet and nothing else."""

    def title_of(self, sheet: str, lang: str) -> str:
        """Name the score sheet."""
        return f"{game_of(sheet).title} · {say('print.part.score', lang)}"

    def draw_sheet(self, pen: Pen, code: SheetCode, name: str = "") -> None:
        """Draw one copy of a page; players write their names themselves."""
        layout = cast(ScoreSheetLayout, game_of(code.sheet).judge.layout_of(code))
        draw_score_sheet(pen, layout, code)

    def draw_reminder(self, pen: Pen, area: Area, lang: str, ink: str) -> None:
        """Draw below the title, in tint, what helps to fill in the sheet."""

    def add(self, book: Book, order: Order) -> None:
        """Add the pages of every copy."""
        game = game_of(order.what)
        assert game.players is not None, "A score sheet is for a number of players."
        players = order.players or game.players.usual
        for copy, number in product(range(order.copies), range(1, order.pages + 1)):
            code = SheetCode(game.sheets[0], order.paper, order.lang, order.ink,
                             players=players, copy=copy, page=number)  # fmt: skip
            page = game.judge.layout_of(code).page
            bookmark = "" if copy or number > 1 else say("print.part.score", order.lang)
            book.sheet(page, partial(self.draw_sheet, code=code), bookmark=bookmark)
            self.add_beside(book, code)

    def add_beside(self, book: Book, code: SheetCode) -> None:
        """Add what lies beside a page on the table and is not read."""


DRAWING = ScoreSheets()


class CardGame(ScoreSheets):
    """The printing of a game with cards and boards to cut out."""

    def add_parts(self, book: Book, order: Order) -> None:
        """Add everything that is cut out."""

    def assembly(self, order: Order) -> str:
        """Say what is needed besides paper."""
        return ""

    def add(self, book: Book, order: Order) -> None:
        """Add the parts of a whole game, and the score sheets."""
        if order.what == game_of(order.what).name:
            self.add_parts(book, order)
        super().add(book, order)

    def hints(self, order: Order) -> list[str]:
        """Say how backs and lines are meant, and how the game is put together."""
        keys = (f"print.hint.{order.backs}", "print.hint.lines")
        return [*(say(key, order.lang) for key in keys), self.assembly(order)]


def draw_score_sheet(pen: Pen, layout: ScoreSheetLayout, code: SheetCode) -> None:
    """Draw one copy of a page on the page that has been begun."""
    page = layout.page
    kept = f"{code.sheet} {code.players} {code.page} {page.width:g} {code.lang} {code.ink}"
    with pen.stamp(kept) as new:
        if new:
            draw_blank(pen, layout, code.lang, code.ink)
    draw_furniture(pen, page, code)


def draw_blank(pen: Pen, layout: ScoreSheetLayout, lang: str, ink: str) -> None:
    """Draw everything that all copies share."""
    sheet_ink = SheetInk(pen, ink)
    _draw_bands(sheet_ink, layout)
    for place in layout.names:
        _draw_name(sheet_ink, place)
    if layout.columns and not layout.tokens:  # else they say whose line it is
        at = (layout.columns[0].left - 3.0, _name_line(layout))
        pen.words(say("rules.label.name", lang), at, size=3, align="right")
    for token in layout.tokens:
        colour = materials().dreams.colours[token.player - 1]
        # Beside the name it shows whose column this is; in a vote it may not be circled.
        own_vote = token.center[1] > layout.names[0].bottom
        _draw_player(sheet_ink, colour, token.center, token.radius, barred=own_vote)
    for choice in layout.choices:
        _draw_choice(sheet_ink, choice, lang)
    for field in layout.digits:
        _draw_field(sheet_ink, field)
    for tick in layout.boxes:
        area = Area(tick.center, tick.size)
        sheet_ink.shape(rounded(area.left, area.top, *area.size, 0.7), "white", width=0.3)
    for room in layout.points.values():
        outline = rounded(room.left, room.top, *room.size, 1.4)
        sheet_ink.shape(outline, "white", width=0.25, dash=(0.8, 0.8))
    for track in layout.lines:
        _draw_track(sheet_ink, track)
    for space in layout.spaces.values():  # a long line of dashes passes for itself, one dash on
        outline = rounded(space.left, space.top, *space.size, 1.4)
        sheet_ink.shape(outline, "white", width=0.3)
    for label in layout.labels:
        _write_label(pen, label, lang)
    for text in layout.texts:
        write_text(pen, text)
    if "title" in layout.areas:
        _write_around(pen, layout, lang)
    if "reminder" in layout.areas:
        drawing = cast(ScoreSheets, drawing_of(layout.sheet))
        drawing.draw_reminder(pen, layout.areas["reminder"], lang, ink)


def _draw_bands(ink: SheetInk, layout: ScoreSheetLayout) -> None:
    """Tint every other round; the saving inks part them by a thin line."""
    for place, band in enumerate(layout.bands):
        if place % 2 == 0:
            ink.ground(rounded(band.left, band.top, *band.size, 1.5), "air")
        if ink.ink != "colour":
            ink.line(line(((band.left, band.bottom), (band.right, band.bottom))), "mist", width=0.2)
    for column in layout.columns:
        ink.line(line(((column.left, column.top), (column.left, column.bottom))), "mist",
                 width=0.2, dash=(0.05, 0.9))  # fmt: skip


def _name_line(layout: ScoreSheetLayout) -> float:
    """Where "Name" stands: beside the lines for names, or on one line with the numbers above them.

    Just above the heading of the boxes to tick it read as if it belonged to it: "Name recalled".
    """
    top = layout.names[0].top
    above = [label for label in layout.labels if label.key == "number" and label.at[1] < top]
    return above[0].at[1] + 1.05 if above else top + 3.4


def _draw_name(ink: SheetInk, place: Area) -> None:
    rule = line(((place.left, place.bottom), (place.right, place.bottom)))
    ink.line(rule, "mist", width=0.35)


def _draw_choice(ink: SheetInk, choice: Choice, lang: str) -> None:
    if choice.letter:
        ink.disc(choice.center, choice.radius * 0.95, "white", width=0.25)
        narrow = 1.35 if len(choice.letter) == 1 else 1.1
        ink.letter(choice.letter, choice.center, choice.radius * narrow)
        return
    if choice.mark in PLAYERS:
        _draw_player(ink, choice.mark, choice.center, choice.radius * 0.8)
        return
    if choice.mark.isdigit():
        x, y = choice.center
        side = choice.radius * 1.6
        ink.shape(rounded(x - side / 2, y - side / 2, side, side, 0.9), "white", width=0.25)
        ink.letter(choice.mark, choice.center, choice.radius * 1.35)
        return
    letter = say(f"score_sheets.marks.{choice.mark}.letter", lang)
    if choice.mark in SIGNS:
        draw_role(ink, choice.mark, choice.center, letter)
        return
    ink.disc(choice.center, choice.radius * 0.95, "white", width=0.25)
    ink.letter(letter, choice.center, choice.radius * 1.4)


def _draw_player(
    ink: SheetInk, colour: str, at: Point, radius: float, *, barred: bool = False
) -> None:
    """Draw a player's shape, lighter than any pen; a dash where it is no choice."""
    if barred:
        x, y = at
        ink.line(line(((x - radius * 0.5, y), (x + radius * 0.5, y))), "mist", width=0.5)
        return
    player = PLAYERS[colour]
    d = player.shape(*at, radius)
    line_colour = lightened(player.colour, _LIGHTEST)
    if ink.ink == "colour":
        ink.pen.path(d, fill=lightened(player.pale, 0.8), stroke=line_colour, width=0.3)
    elif ink.ink == "light":
        ink.pen.path(d, fill="#ffffff", stroke=line_colour, width=0.3)
    else:
        ink.shape(d, "mist", width=0.4)


def _draw_field(ink: SheetInk, field: Digits) -> None:
    area = Area(field.center, field.size)
    tint = {"yellow": "sun", "blue": "sky"}.get(field.id.rpartition(".")[2], "mist")
    ink.pen.path(rounded(area.left, area.top, *area.size, 1.2), fill="#ffffff",
                 stroke=ink.line_of(tint), width=0.4 if ink.ink == "colour" else 0.3)  # fmt: skip


def _draw_track(ink: SheetInk, track: Track) -> None:
    """Draw points to be joined, the way between them dotted, and where the way begins."""
    ink.line(line(track.way), "mist", width=0.25, dash=(0.05, 1.5))
    for number, at in enumerate(track.points):
        ink.spot(at, 0.75, "sky" if number else "sun")
    ink.pen.circle(track.points[0], 1.5, stroke=ink.line_of("sun"), width=0.25)


def write_text(pen: Pen, text: Text) -> bool:
    """Write somebody's words as large as they fit; say whether all of them do."""
    area, fits = text.area, True
    room = TextRoom(area.left, area.top, *area.size)
    words = text.words
    while True:
        try:
            write(pen, words, room, size=text.size, least=min(text.size, _LEAST), face=text.face,
                  align=text.align, middle=not text.top)  # fmt: skip
            return fits
        except TextOverflow:
            if len(words) < 2:
                return False
            words, fits = words[: max(1, len(words) * 9 // 10 - 1)].rstrip() + "…", False
            words = words.replace("……", "…") if len(words) > 2 else "…"


def _write_label(pen: Pen, label: Label, lang: str) -> None:
    text = (
        str(label.number)
        if label.key == "number"
        else say(f"score_sheets.labels.{label.key}", lang)
    )
    left = label.at[0] - {"left": 0.0, "centre": label.room / 2, "right": label.room}[label.align]
    room = TextRoom(left, label.at[1] - label.size / 2, label.room, label.size)
    write(pen, text, room, size=label.size, least=_LEAST, align=label.align, middle=True)


def _write_around(pen: Pen, layout: ScoreSheetLayout, lang: str) -> None:
    """Write the title, how the sheet is filled in, and who earns what."""
    topic = game_of(layout.sheet).words
    title = layout.areas["title"]
    room = TextRoom(title.left, title.top, title.size[0], title.size[1])
    text = say(f"{topic}.title", lang)
    if layout.number > 1:
        text += " · " + say("score_sheets.labels.page", lang, page=layout.number)
    write(pen, text, room, size=6.6, least=4.6, face="hand", middle=True)
    legend = layout.areas["legend"]
    room = TextRoom(legend.left, legend.top, *legend.size)
    told = [say(f"{topic}.legend", lang)]
    beside = f"{topic}.points-page"
    where = "score_sheets.labels.points" if layout.points else beside
    told += [say(where, lang)] if layout.points or beside in words(topic) else []
    write(pen, " ".join(told), room, size=3.2, least=_LEAST, middle=True)
    if "notes" in layout.areas:
        lines = [say(key, lang) for key in words(topic) if key.startswith(f"{topic}.notes.")]
        notes = layout.areas["notes"]
        write(
            pen,
            "\n".join(lines),
            TextRoom(notes.left, notes.top, *notes.size),
            size=3.4,
            least=_LEAST,
        )
