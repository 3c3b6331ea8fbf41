"""Makes the samples of the three games: a sheet, a photo of it filled in, its board, its result.

    python -m samples.make

Needs the repository alone. The same program gives the same files.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.samples import fine_enough, sample
from paperplay.classroom.lists import names_of
from paperplay.classroom.store import Group
from practice.camera import photograph
from practice.invented import invented
from practice.pages import rendered
from practice.pen import fill
from practice.strokes import Hand
from printkit.daydream import draw_sheet
from printkit.order import Order
from printkit.pdf import PdfPen
from printkit.press import printed
from scanner import scans_of
from scanner.stages import Keep
from templates.daydream.load import load_daydream
from templates.load import load_layout
from templates.scores import score_json
from templates.sheet_code import SheetCode

HERE = Path(__file__).parent
SIZE = (2592, 1944)
CLASS_SIZE = (1600, 2130)
PENS_OF_7B = {1: "blue", 2: "black", 4: "pencil"}
"""By the pupil's number."""


class Made(NamedTuple):
    """How one sample is made."""

    sheet: str
    seed: int
    lang: str
    players: int | None = None
    mistakes: bool = False
    variant: int = 0


SAMPLES = {
    "daydream": Made("daydream/A", 26, "en", mistakes=True),
    "when-i-dream": Made("when-i-dream/score", 3, "de", players=6),
    "dreams": Made("dreams/score", 4, "fr", players=4),
}


OWN = {
    "five-dice": Made("own/five-dice", 11, "en", players=4),
    "tricks": Made("own/tricks", 12, "en", players=5),
    "mini-golf": Made("own/mini-golf", 13, "en", players=6),
    "quiz": Made("own/quiz", 14, "en"),
    "times-tables": Made("own/times-tables", 15, "de", variant=7),
    "river": Made("own/river", 17, "en"),
}


def main() -> None:
    """Write every sample into its folder."""
    for game, made in SAMPLES.items():
        folder = HERE / game
        folder.mkdir(exist_ok=True)
        (folder / "sheet.pdf").write_bytes(sheet_of(made))
        taken = sample(order_of(made), made.seed, mistakes=made.mistakes, size=SIZE)
        (folder / "photo.jpg").write_bytes(taken.jpeg)
        board = json.dumps(taken.board, ensure_ascii=False, indent=1) + "\n"
        (folder / "board.json").write_text(board, encoding="utf-8")
        list(scans_of(taken.jpeg, "photo.jpg", Keep(marked=folder, lang=made.lang)))
        (folder / "photo-1.jpg").replace(folder / "marked.jpg")
        print(folder.name, *(f"{slip.element}: {slip.kind}" for slip in taken.mistakes))
    make_photo()
    make_class()
    make_own()


def make_own() -> None:
    """Write the PDF, a photo, the board and the score of every sheet that people might make."""
    for name, made in OWN.items():
        folder = HERE / "own" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "sheet.pdf").write_bytes(sheet_of(made))
        order = order_of(made)
        layout = load_layout(made.sheet, players=made.players, lang=made.lang, variant=made.variant)
        board = invented(layout, made.sheet, Random(made.seed))
        px_per_mm = fine_enough(CLASS_SIZE)
        blank = rendered(printed(order), px_per_mm)
        filled = fill(blank, layout.as_json(), board, Hand(made.seed), "blue", px_per_mm)
        jpeg = photograph(filled.image, made.seed, "good", CLASS_SIZE).jpeg
        (folder / "photo.jpg").write_bytes(jpeg)
        for kind, data in (("board", board), ("score", score_json(board, "en"))):
            text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
            (folder / f"{kind}.json").write_text(text, encoding="utf-8")
        print("own", name)


def make_photo() -> None:
    """Write the photo of a sheet upside down, and its board."""
    taken = sample(Order("daydream/BAC"), 7, mistakes=True, size=SIZE)
    (HERE / "photos/BAC.jpg").write_bytes(taken.jpeg)
    board = json.dumps(taken.board, ensure_ascii=False, indent=1) + "\n"
    (HERE / "photos/BAC.board.json").write_text(board, encoding="utf-8")
    print("photos", *(f"{slip.element}: {slip.kind}" for slip in taken.mistakes))


def make_class() -> None:
    """Write the photos of a class: what their boards say, on the sheets of its pupils."""
    group = Group.of("7b", names_of(HERE / "7b.csv"))
    layout = load_daydream("daydream/A")
    for number, pen in PENS_OF_7B.items():
        board = json.loads((HERE / f"class/7b-{number}.board.json").read_text(encoding="utf-8"))
        code = SheetCode("daydream/A", copy=number, class_mark=group.mark)
        (name,) = (pupil.name for pupil in group.pupils if pupil.number == number)
        paper = PdfPen("7b")
        paper.page(layout.page.width, layout.page.height)
        draw_sheet(paper, layout, code, name)
        px_per_mm = fine_enough(CLASS_SIZE)
        blank = rendered(paper.data(), px_per_mm)
        filled = fill(blank, layout.as_json(), board, Hand(number), pen, px_per_mm)
        jpeg = photograph(filled.image, number, "good", CLASS_SIZE).jpeg
        (HERE / f"class/7b-{number}.jpg").write_bytes(jpeg)


def sheet_of(made: Made) -> bytes:
    """Print the sheet that a sample was written on."""
    return printed(order_of(made))


def order_of(made: Made) -> Order:
    """Say what is printed for a sample."""
    return Order(made.sheet, lang=made.lang, players=made.players, variant=made.variant)


if __name__ == "__main__":
    main()
