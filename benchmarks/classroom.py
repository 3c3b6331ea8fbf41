"""A class of 30 from paper to gradebook: mistakes, a cheater, an absentee, doubles, strangers.

    ./play bench classroom --ways good hard pairs pdf film

Everybody plays the class's dice; a third makes mistakes. One pupil writes numbers that nobody
rolled, one is absent, one sheet is photographed twice, one pupil hands in two different sheets;
two sheets are of a parallel class (one with the absentee's number), one is a plain copy. Counted
is who gets which points without a question, and who is accused. Ends with status 1 if somebody has
wrong points unasked, or is accused without having cheated.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np
from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.camera import Printed, photograph, photograph_table  # noqa: E402
from benchmarks.fill import PENS, fill  # noqa: E402
from benchmarks.films import Film, write_film  # noqa: E402
from benchmarks.hands import RealHand, held_out  # noqa: E402
from benchmarks.mistakes import with_mistakes  # noqa: E402
from paperplay.classroom.gradebook import Gradebook, Result, gradebook_of  # noqa: E402
from paperplay.classroom.printing import class_order  # noqa: E402
from paperplay.classroom.store import Group  # noqa: E402
from paperplay.reading.job import read_part  # noqa: E402
from paperplay.reading.photo_files import Photo  # noqa: E402
from practice.boards import board_json_of  # noqa: E402
from practice.pages import PX_PER_MM, rendered  # noqa: E402
from printkit.classroom.class_set import printed_class  # noqa: E402
from rules.daydream.plan import Plan  # noqa: E402
from rules.daydream.simulate import table_game  # noqa: E402
from scanner.scan import Scan  # noqa: E402
from scanner.stages import Keep  # noqa: E402
from templates.daydream.load import load_daydream  # noqa: E402
from templates.games import game_of  # noqa: E402

WAYS = ("good", "hard", "pairs", "pdf", "film")
WHAT, PUPILS = "daydream/A", 30
TWICE, TWO, CHEATER, ABSENT = 5, 7, 29, 30
FILM_PX_PER_MM = 6.0


@dataclass(frozen=True, slots=True)
class Paper:
    """One filled-in sheet."""

    png: bytes
    board: dict[str, Any]

    def printed(self, scale: float = 1.0) -> Printed:
        """Give it to a camera."""
        image = cv2.imdecode(np.frombuffer(self.png, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        if scale < 1:
            image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return Printed(image, PX_PER_MM * scale)


def played(dice: str, seats: int, rng: Random) -> list[dict[str, Any]]:
    """Give everybody's board; the game ends for all when the first one is done."""
    plan = Plan(load_daydream(WHAT).sheet)
    policies = [rng.choice(["careful", "careful", "careless"]) for _ in range(seats)]
    return [board_json_of(game) for game in table_game(plan, policies, dice, solo=True)]


def cheated(board: dict[str, Any]) -> dict[str, Any]:
    """Write nines for which nobody has leaves."""
    filled = [cloud for cloud, number in board["clouds"].items() if number is not None]
    return {**board, "clouds": {**board["clouds"], **dict.fromkeys(filled[-6:], 9)}}


def papers(group: Group, boards: Mapping[int, dict[str, Any]], name: str) -> Iterator[Paper]:
    """Print a class's sheets and fill in those of some numbers, each by another hand."""
    order = class_order(group, WHAT, seed=0, dice=name, scan="", pseudonyms=False,
                        only=group.pupils)  # fmt: skip
    pdf = printed_class(order)
    layout = load_daydream(WHAT).as_json()
    for number, board in boards.items():
        place = number - 1
        rng = Random(f"class {name} {group.name} {place}")
        hand = RealHand(rng.choice(held_out(None)), f"{name} {group.name} {place}")
        pen = rng.choices(PENS, [4, 3, 1, 1, 2, 1])[0]
        page = rendered(pdf, PX_PER_MM, place)
        image = fill(page, layout, board, hand, pen, PX_PER_MM).image
        yield Paper(cv2.imencode(".png", image)[1].tobytes(), board)


def pile_of(seed: int) -> tuple[Group, str, list[Paper], dict[int, dict[str, Any]]]:
    """Give a class, its dice, its pile, and what each pupil wrote."""
    rng, dice = Random(f"class {seed}"), f"dice {seed}"
    group = Group.of("7b", [f"Pupil {n}" for n in range(1, PUPILS + 1)])
    other = Group.of("7c", [f"Other {n}" for n in range(1, PUPILS + 1)])
    layout = load_daydream(WHAT).as_json()
    boards = [
        with_mistakes(board, layout, rng)[0] if rng.random() < 1 / 3 else board
        for board in played(dice, PUPILS, rng)
    ]
    boards[CHEATER - 1] = cheated(boards[CHEATER - 1])
    truth = {n: board for n, board in enumerate(boards, 1) if n != ABSENT}
    pile = list(papers(group, truth, dice))
    pile.append(pile[TWICE - 1])
    again = played(f"other {dice}", PUPILS, rng)
    pile += papers(group, {TWO: again[TWO - 1]}, dice)
    theirs = played(f"their {dice}", PUPILS, rng)
    pile += papers(other, {n: theirs[n - 1] for n in (3, ABSENT)}, dice)
    pile += papers(Group(name="", pupils=group.pupils[:1]), {1: boards[3]}, dice)
    return group, dice, [pile[n] for n in rng.sample(range(len(pile)), len(pile))], truth


def taken(pile: Sequence[Paper], way: str, seed: int, folder: Path) -> Iterator[Path]:
    """Photograph, scan or film a pile."""
    if way == "film":
        path = folder / "pile.mp4"
        pages = [paper.printed(FILM_PX_PER_MM / PX_PER_MM) for paper in pile]
        write_film(path, pages, Film(), seed)
        yield path
        return
    step = 2 if way == "pairs" else 1
    shots = []
    for place in range(0, len(pile), step):
        pages = [paper.printed() for paper in pile[place : place + step]]
        called = f"class {seed} {place}"
        if way == "pairs":
            jpeg = photograph_table(pages, called, "good").jpeg
        else:
            level = "flatbed" if way == "pdf" else way
            jpeg = photograph(pages[0], called, level).jpeg  # type: ignore[arg-type]
        if way == "pdf":
            shots.append(Image.open(io.BytesIO(jpeg)).convert("RGB"))
            continue
        path = folder / f"{place:02}.jpg"
        path.write_bytes(jpeg)
        yield path
    if shots:
        path = folder / "pile.pdf"
        shots[0].save(path, save_all=True, append_images=shots[1:], resolution=240, quality=88)
        yield path


def told(result: Result, truth: dict[str, Any] | None) -> str:
    """Say how a pupil fared: ``right``, ``asked``, ``accused`` or ``WRONG``."""
    if truth is None:
        return "right" if result.status == "missing" else "WRONG"
    judge = game_of(WHAT).judge
    points = judge.score_of(judge.board_from(truth)).by_rules.total  # type: ignore[attr-defined]
    if result.status in ("review", "several"):
        return "asked"
    if result.status != "in" or result.points != points:
        return "WRONG"
    return "accused" if result.dice is not None and not result.dice.possible else "right"


def compared(book: Gradebook, truth: dict[int, dict[str, Any]], way: str) -> bool:
    """Print what came of a pile; False if somebody has wrong points unasked, or is accused."""
    found = {r.pupil.number: told(r, truth.get(r.pupil.number)) for r in book.results}
    count = {word: list(found.values()).count(word) for word in ("right", "asked", "WRONG")}
    innocent = [n for n, word in found.items() if word == "accused" and n != CHEATER]
    odd = {n: word for n, word in found.items() if word not in ("right", "asked")}
    print(f"{way}: {count['right']} right, {count['asked']} asked, {count['WRONG']} wrong unasked,"
          f" {len(innocent)} accused wrongly, cheater {found[CHEATER]}, two sheets {found[TWO]},"
          f" {len(book.unknown)} of 3 strange sheets named, {len(book.unread)} unread {odd or ''}",
          flush=True)  # fmt: skip
    return not count["WRONG"] and not innocent


def main() -> int:
    """Measure the ways."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS)
    parser.add_argument("--seed", type=int, default=300_000)
    args = parser.parse_args()
    group, dice, pile, truth = pile_of(args.seed)
    fine = True
    for way in args.ways:
        began, scans = time.perf_counter(), list[Scan]()
        with TemporaryDirectory() as folder:
            for path in taken(pile, way, args.seed, Path(folder)):
                pages = read_part(Photo(path, path.name), Keep()).pages
                scans += [scan for page in pages for scan in page]
        fine &= compared(gradebook_of(scans, group, dice), truth, way)
        print(f"  {len(pile)} sheets, {time.perf_counter() - began:.0f} s", flush=True)
    return int(not fine)


if __name__ == "__main__":
    sys.exit(main())
