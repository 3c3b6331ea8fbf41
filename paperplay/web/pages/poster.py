"""The evening's result as a small poster to send around: a PDF, or a picture of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO

from paperplay.results.evening import Evening
from paperplay.results.leaderboard import game_title, parts_text
from paperplay.results.scan_text import tier_text
from paperplay.results.standings import Outcome, Standing
from printkit.faces import face_of
from printkit.pdf import PdfPen
from printkit.shapes import box, cloud, rounded, star
from templates.wording import say

_WIDTH = 120.0
_EDGE = 9.0
_INK, _SOFT, _BLUE, _SUN, _TINT = "#1d2440", "#4c5675", "#2f4a9c", "#f2b84b", "#e8edf8"
_PX_PER_MM = 9.0
_TITLE, _TITLE_ROOM, _MOST_TITLE = 9.0, _WIDTH - 2 * _EDGE - 26, 3
"""How large the title is, mm, how wide a line of it may be, and how many there may be."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One stripe of the poster."""

    kind: str
    """``first`` line of the title, ``title``, ``hint``, ``game`` or ``place``."""
    height: float
    text: str
    place: Standing | None = None
    more: tuple[str, ...] = ()
    """Small lines under it."""


def poster_pdf(evening: Evening, title: str, date: str, lang: str) -> bytes:
    """Draw the result on a page that is as long as it needs to be."""
    lines = list(_lines(evening, title, date, lang))
    height = sum(line.height for line in lines) + 2 * _EDGE
    pen = PdfPen(title, lang=lang)
    pen.page(_WIDTH, height)
    pen.path(box(0, 0, _WIDTH, height), fill="#f4f6fb")
    y = _EDGE
    for line in lines:
        _draw(pen, line, y)
        y += line.height
    return pen.data()


def poster_png(evening: Evening, title: str, date: str, lang: str) -> bytes:
    """Draw the result as a picture."""
    import pypdfium2

    pdf = poster_pdf(evening, title, date, lang)
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        out = BytesIO()
        picture = document[0].render(scale=_PX_PER_MM * 25.4 / 72).to_pil()
        picture.save(out, "PNG", optimize=True)
        return out.getvalue()


def _lines(evening: Evening, title: str, date: str, lang: str) -> Iterator[_Line]:
    for number, line in enumerate(_wrapped(title)):
        yield _Line("first" if number == 0 else "title", 13 if number == 0 else 10, line)
    yield _Line("hint", 8, date)
    if not evening.games:
        yield _Line("hint", 8, say("evening.board.nothing", lang))
    for game in evening.games:
        yield _Line("game", 13, game_title(game, lang))
        for place in game.standings:
            about = _about(game, place, lang)
            yield _Line("place", 11 + 4 * max(1, len(about)), place.name, place, about)


def _wrapped(title: str) -> list[str]:
    """Break a long title between words, into three lines at most."""
    widths = face_of("hand").widths
    lines = [""]
    for word in title.split():
        longer = f"{lines[-1]} {word}".strip()
        room = sum(widths.get(sign, 0.5) for sign in longer) * _TITLE
        if lines[-1] and room > _TITLE_ROOM and len(lines) < _MOST_TITLE:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _about(game: Outcome, place: Standing, lang: str) -> tuple[str, ...]:
    """Say what the points are made of, and below it what else decides."""
    told = []
    same = [one for one in game.standings if one.points == place.points]
    if place.tie_break is not None and len(same) > 1:
        told.append(say("evening.board.tie-break", lang, n=place.tie_break))
    if tier := tier_text(place.scan, lang):
        told.append(say("scan.result.tier", lang, tier=tier))
    return tuple(filter(None, (parts_text(place.parts, lang), ", ".join(told))))


def _draw(pen: PdfPen, line: _Line, y: float) -> None:
    if line.kind == "first":
        pen.path(cloud(_WIDTH - 22, y + 4, 24, 14), fill="#ffffff", stroke="#cdd5e6", width=0.4)
        pen.path(star(_WIDTH - 22, y + 4, 4), fill=_SUN)
    if line.kind in ("first", "title"):
        _words(pen, line.text, (_EDGE, y + 8), _TITLE, "hand", _TITLE_ROOM)
    elif line.kind == "hint":
        _words(pen, line.text, (_EDGE, y + 4), 3.6, "text", _WIDTH - 2 * _EDGE, _SOFT)
    elif line.kind == "game":
        _words(pen, line.text, (_EDGE, y + 10), 6.2, "hand", _WIDTH - 2 * _EDGE)
    elif line.place is not None:
        _draw_place(pen, line, line.place, y)


def _draw_place(pen: PdfPen, line: _Line, place: Standing, y: float) -> None:
    first = place.rank == 1
    wide = _WIDTH - 2 * _EDGE
    paper = rounded(_EDGE, y, wide, line.height - 2, 3)
    edge, width = (_SUN, 0.8) if first else ("#cdd5e6", 0.3)
    pen.path(paper, fill="#ffffff", stroke=edge, width=width)
    middle = y + line.height / 2 - 1
    pen.circle((_EDGE + 7.5, middle), 4.4, fill=_SUN if first else _TINT)
    pen.words(str(place.rank), (_EDGE + 7.5, middle + 1.9), size=5.2, face="hand", align="centre",
              colour=_INK)  # fmt: skip
    _words(pen, line.text, (_EDGE + 15, y + 6.4), 5.0, "bold", wide - 37)
    for number, text in enumerate(line.more):
        _words(pen, text, (_EDGE + 15, y + 10.8 + 4 * number), 2.9, "text", wide - 37, _SOFT)
    pen.words(str(place.points), (_WIDTH - _EDGE - 4, middle + 2.9), size=8.5, face="hand",
              align="right", colour=_BLUE)  # fmt: skip


def _words(
    pen: PdfPen, text: str, at: tuple[float, float], size: float, face: str, room: float,
    colour: str = _INK,
) -> None:  # fmt: skip
    """Write a line that is cut where its room ends; signs that the font lacks become dots."""
    known = face_of(face).widths
    shown = "".join(sign if sign in known else "·" for sign in text)
    if pen.width_of(shown, size, face) > room:
        while shown and pen.width_of(shown + "…", size, face) > room:
            shown = shown[:-1]
        shown = shown.rstrip() + "…"
    pen.words(shown, at, size=size, face=face, colour=colour)
