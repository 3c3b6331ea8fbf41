"""Makes the samples of the three games: a sheet, a photo of it filled in, its board, its result.

    python -m samples.make

Needs the repository alone. The same program gives the same files.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from benchmarks.samples import sample
from printkit.order import Order
from printkit.press import printed
from scanner import scans_of
from scanner.stages import Keep

HERE = Path(__file__).parent
SIZE = (2592, 1944)


class Made(NamedTuple):
    """How one sample is made."""

    sheet: str
    seed: int
    lang: str
    players: int | None = None
    mistakes: bool = False


SAMPLES = {
    "daydream": Made("daydream/A", 26, "en", mistakes=True),
    "when-i-dream": Made("when-i-dream/score", 3, "de", players=6),
    "dreams": Made("dreams/score", 4, "fr", players=4),
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


def sheet_of(made: Made) -> bytes:
    """Print the sheet that a sample was written on."""
    return printed(order_of(made))


def order_of(made: Made) -> Order:
    """Say what is printed for a sample."""
    return Order(made.sheet, lang=made.lang, players=made.players)


if __name__ == "__main__":
    main()
