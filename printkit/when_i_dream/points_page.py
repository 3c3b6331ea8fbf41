"""A page for the points of each round, where the score sheet has no room for them."""

from __future__ import annotations

from printkit.art import Art
from printkit.pen import Pen
from printkit.shapes import line, rounded
from printkit.sheet_ink import SheetInk
from printkit.textbox import TextRoom, write
from printkit.tinted import TintedPen
from printkit.when_i_dream.rule_pictures import draw_sleeper
from printkit.when_i_dream.spirits import SPIRITS
from templates.page import Page
from templates.wording import say, words

_SIDE, _HEAD, _TOP = 16.0, 14.0, 44.0
_NUMBER, _NAME, _PENALTIES, _TOTAL = 8.0, 46.0, 20.0, 22.0
_FOOT = 36.0
"""From the paper's lower edge to the table: who earns what."""
_LEAST = 2.83


def draw_points_page(pen: Pen, page: Page, players: int, lang: str, ink: str) -> None:
    """Draw a line for each player and a field for each round; nothing of it is read."""
    sheet = SheetInk(pen, ink)
    wide = page.width - 2 * _SIDE
    title = TextRoom(_SIDE, _HEAD - 4, wide * 0.6, 11)
    write(pen, say("when_i_dream.points-title", lang), title, size=8.5, least=6, face="hand")
    hint = TextRoom(_SIDE, _HEAD + 8, wide * 0.6, 9)
    write(pen, say("when_i_dream.points-hint", lang), hint, size=3.4, least=_LEAST)
    _draw_spirits(Art(TintedPen(pen), ink), page.width - _SIDE)

    tall = (page.height - _FOOT - _TOP) / players
    rounds = _SIDE + _NUMBER + _NAME
    step = (page.width - _SIDE - _TOTAL - _PENALTIES - rounds) / players
    penalties, total = page.width - _SIDE - _TOTAL - _PENALTIES, page.width - _SIDE - _TOTAL
    heads = [(rounds + place * step, step, str(place + 1)) for place in range(players)]
    for left, width, number in heads:
        pen.words(number, (left + width / 2, _TOP - 2), size=4.2, face="bold", align="centre")
    pen.words(say("rules.label.name", lang), (rounds - _NAME, _TOP - 2), size=3.4)
    for left, width, key in ((penalties, _PENALTIES, "penalties"), (total, _TOTAL, "total")):
        room = TextRoom(left, _TOP - 5.4, width, 4.4)
        text = say(f"score_sheets.labels.{key}", lang)
        write(pen, text, room, size=3.4, least=_LEAST, align="centre", middle=True)
    for player in range(players):
        top = _TOP + player * tall
        if player % 2 == 0:
            sheet.ground(rounded(_SIDE - 2, top, wide + 4, tall, 1.5), "air")
        at = (_SIDE + _NUMBER / 2 - 1, top + tall / 2 + 1.5)
        pen.words(str(player + 1), at, size=4.2, face="bold", align="centre")
        rule = line(((rounds - _NAME, top + tall - 2.4), (rounds - 3, top + tall - 2.4)))
        sheet.line(rule, "mist", width=0.35)
        for left, width, _ in heads:
            room_of = rounded(left + 1, top + 1.2, width - 2, tall - 2.4, 1.4)
            sheet.shape(room_of, "white", width=0.25, dash=(0.8, 0.8))
        for left, width, tint in ((penalties, _PENALTIES, "rose"), (total, _TOTAL, "sun")):
            field = rounded(left + 1, top + 1.2, width - 2, tall - 2.4, 1.4)
            sheet.shape(field, "white", width=0.25)
            sheet.line(field, tint, width=0.4)
    lines = [say(key, lang) for key in words("when_i_dream") if ".notes." in key]
    notes = TextRoom(_SIDE, page.height - _FOOT + 5, wide, _FOOT - 16)
    write(pen, "\n".join(lines), notes, size=3.4, least=_LEAST)


def _draw_spirits(art: Art, right: float) -> None:
    """Show the four roles at the top, as the score sheet does."""
    for place, role in enumerate(("sandman", "nightmare", "fairy", "dreamer")):
        scale = 0.36 if role in SPIRITS else 0.72
        with art.pen.placed((right - 10 - place * 21, _HEAD + 6), scale=scale):
            SPIRITS.get(role, draw_sleeper)(art)
