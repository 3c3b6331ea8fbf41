"""The firmament on which stars are laid, and the Gods' track."""

from __future__ import annotations

from printkit.art import Art
from printkit.pen import Pen, Point
from printkit.shapes import cloud, crescent, line, rounded, smooth, star
from printkit.textbox import TextRoom, write
from templates.cards import materials
from templates.page import Page
from templates.wording import say


def draw_firmament(pen: Pen, page: Page, lang: str, ink: str) -> None:
    """Draw a square sky that is turned the same way as the pictures."""
    art = Art(pen, ink)
    side = page.width - 24
    left, top = 12.0, (page.height - side) / 2 + 6
    title = TextRoom(left, top - 24, side, 11)
    write(pen, say("print.part.firmament", lang), title, size=10, face="hand", align="centre")
    hint = TextRoom(left, top - 11, side, 8)
    write(pen, say("print.firmament.hint", lang), hint, size=3.6, least=3, align="centre")
    frame = rounded(left, top, side, side, 6)
    art.ground(frame, "sky")
    art.line(frame, "dusk", width=0.7)
    middle = (left + side / 2, top + side / 2)
    quarters = (((left + 4, middle[1]), (left + side - 4, middle[1])),
                ((middle[0], top + 4), (middle[0], top + side - 4)))  # fmt: skip
    art.line(" ".join(map(line, quarters)), "sky", width=0.25, dash=(0.1, 1.8))
    for x, y, r in _faint_stars():
        art.fill(star(left + x * side, top + y * side, r, 4, 0.3), "cloud", edge=0.1)
    art.fill(crescent(left + 13, top + 15, 6), "moon")
    art.fill(cloud(left + side - 20, top + side - 11, 26, 10, 10), "cloud")
    art.fill(cloud(left + 18, top + side - 10, 20, 8, 9), "cloud")
    tip = ((middle[0], top + 5), (middle[0] + 3, top + 10), (middle[0] - 3, top + 10))
    art.fill(line(tip, closed=True), "moon")


def _faint_stars() -> list[tuple[float, float, float]]:
    """Spread small stars evenly but not in rows: steps of the golden ratio."""
    golden = 0.61803398875
    return [
        (0.05 + 0.9 * (k * golden % 1), 0.05 + 0.9 * (k + 0.5) / 46, 0.8 + (k % 3) * 0.35)
        for k in range(46)
    ]


def draw_track(pen: Pen, page: Page, lang: str, ink: str) -> None:
    """Draw the way from 0 to 20 as a winding path, with the goal in gold."""
    art = Art(pen, ink)
    game = materials().dreams
    title = TextRoom(20, 14, page.width - 40, 12)
    write(pen, say("print.part.track", lang), title, size=10, face="hand", align="centre")
    steps = _steps(page, game.track + 1)
    art.limb(smooth(steps), "sand", 7)
    for number, at in enumerate(steps):
        _draw_step(art, number, at, game.goal)
    hint = TextRoom(30, page.height - 27, page.width - 60, 10)
    text = say("print.track.hint", lang, goal=game.goal)
    write(pen, text, hint, size=3.8, least=3.2, align="centre")


def _steps(page: Page, count: int) -> list[Point]:
    columns = 7
    left, right = 32.0, page.width - 32
    top, bottom = 50.0, page.height - 50
    rows = -(-count // columns)
    places = []
    for number in range(count):
        row, column = divmod(number, columns)
        along = column if row % 2 == 0 else columns - 1 - column
        sway = 5 if column % 2 else -5
        places.append(
            (
                left + along * (right - left) / (columns - 1),
                top + row * (bottom - top) / (rows - 1) + sway,
            )
        )
    return places


def _draw_step(art: Art, number: int, at: Point, goal: int) -> None:
    if number == 0:  # everybody begins here
        art.fill(cloud(at[0], at[1] + 3, 46, 40, 13), "cloud")
        art.pen.words("0", (at[0], at[1] - 5.5), size=8.5, face="hand", align="centre")
        return
    if number >= goal:
        art.fill(star(*at, 17 if number == goal else 15.5, 12, 0.84), "gold")
    art.disc(at, 12.5, "moon" if number >= goal else "cloud")
    art.pen.words(str(number), (at[0], at[1] + 3.6), size=10.5, face="hand", align="centre")
