"""Attacks with files: malformed pictures, boards, class lists and results."""

from __future__ import annotations

import io
import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from benchmarks.attack_tools import ROOT, Outcome, Place, Tally, called
from benchmarks.hostile_films import hostile_film, known_films
from benchmarks.malformed import FORMATS, PACKED, Known, Made, encoded, malformed, put
from benchmarks.mutated_boards import (
    board_text,
    class_list,
    mutated,
    mutated_text,
    sample_boards,
)

PHOTOS = ("daydream/photo.jpg", "photos/BAC.jpg", "when-i-dream/photo.jpg", "class/7b-1.jpg")
SMALLER = 0.75
AT_ONCE = 50
"""Boards in one call of ``score``, and files in one call of ``scan`` over a folder."""


def elements_of(board: Any) -> dict[str, object]:
    """List what stands where on a board, by the names that a scan's doubts go by."""
    found: dict[str, object] = {name: board.get(name) for name in ("thorns", "solo", "total")}
    for part in ("clouds", "rows", "objects", "bonuses", "leaves", "notes"):
        found.update(board.get(part) or {})
    for part in ("polaroids", "chain", "frames"):
        for element, values in (board.get(part) or {}).items():
            found.update({f"{element}.{name}": value for name, value in values.items()})
    path = board.get("constellation") or {}
    found["constellation.lines"] = path.get("lines")
    found.update(dict.fromkeys(path.get("circled", ()), True))
    for number, played in enumerate(board.get("rounds", ()), 1):
        for name, value in played.items():
            many = value if isinstance(value, dict) else {"": value}
            stem = {"votes": "vote", "roles": "role"}.get(name, name)
            found.update({f"r{number}.{stem}.{who}".rstrip("."): v for who, v in many.items()})
    for part in ("total", "penalty"):
        several = board.get({"total": "totals", "penalty": "penalties"}[part]) or {}
        found.update({f"{part}.{who}": value for who, value in several.items()})
    return found


def known_photos() -> list[Known]:
    """Load sample photos in each format; all must be read alike and without doubts."""
    from scanner import read_photo

    found = []
    for name in PHOTOS:
        picture = Image.open(io.BytesIO((ROOT / "samples" / name).read_bytes())).convert("RGB")
        width, height = (round(side * SMALLER) for side in picture.size)
        picture = picture.resize((width, height), Image.Resampling.BOX)
        files = {ending: encoded(picture, ending) for ending in (*FORMATS, *PACKED)}
        (scan,) = read_photo(files["png"])
        if scan["status"] == "ok":
            found.append(Known(name, files, scan["board"]))
    assert found, "no sample is read without doubts"
    return found


def wrong_readings(scans: list[Any], known: Known | None, tally: Tally, seed: int) -> list[str]:
    """List sheets that are ok, though they differ from what is known.

    Those that somebody has to look at, but not at all that is wrong, are noted.
    """
    found = []
    for scan in scans:
        if scan.get("status") == "unreadable":
            continue
        if known is None:
            found.append(f"{scan.get('status')}, though there is no sheet in it")
            continue
        review = scan["status"] == "review"
        asked = {doubt["element"] for doubt in scan["review"]} if review else set()
        asked |= {name.rpartition(".")[0] for name in asked if name.startswith("penalty.")}
        here, there = elements_of(scan["board"]), elements_of(known.board)
        wrong = {e for e in here.keys() | there.keys() if here.get(e) != there.get(e)} - asked
        if review and wrong:
            tally.doubtful.append(seed)
        elif wrong or scan["board"]["sheet"] != known.board["sheet"]:
            found.append(f"wrong {scan['status']}: {', '.join(sorted(wrong)[:6])} ({len(wrong)})")
    return found


def scanned(made: Made, folder: Path, tally: Tally, seed: int) -> tuple[Outcome, list[str]]:
    """Scan one malformed file, and list what is wrong with the answer."""
    path = put(made, folder)
    argv = ["scan", f"./{path.name}", "--json", "--workers", "1"]
    outcome = called(argv, folder, pages=made.data.count(b"3 0 R "))
    more = outcome.out.count(b"\n") - 1
    faults = [*outcome.faults(), *outcome.costs(more=max(0, more)), *outcome.wrong_json()]
    if len(list(folder.iterdir())) != 1:
        faults.append("new files beside the photo")
    if not faults:
        faults = wrong_readings(outcome.lines(), made.known, tally, seed)
        if not outcome.lines() and outcome.status != 2:
            faults.append("neither read nor refused")
    return outcome, faults


def attack_scan(tally: Tally, place: Place, first: int, count: int) -> None:
    """Scan malformed files one by one, then files that are no files, then whole folders."""
    photos = known_photos()
    for seed in range(first, first + count):
        if tally.over():
            break
        made = malformed(seed, photos)
        outcome, faults = scanned(made, place.fresh("scan"), tally, seed)
        faults += place.strays()
        tally.add(
            f"--first {seed} ({made.kind}, {made.name!r})", faults, outcome.seconds, outcome.mb
        )
    if count > 1:
        attack_no_files(tally, place)
        attack_folder(tally, place, first, photos)


def attack_films(tally: Tally, place: Place, first: int, count: int) -> None:
    """Scan hostile films one by one."""
    from scanner import read_photo

    photo = (ROOT / "samples" / PHOTOS[0]).read_bytes()
    films = known_films(photo, read_photo(photo)[0]["board"])
    for seed in range(first, first + count):
        if tally.over():
            break
        made = hostile_film(seed, films)
        outcome, faults = scanned(made, place.fresh("scan"), tally, seed)
        case = f"--first {seed} ({made.kind}, {made.name!r})"
        tally.add(case, [*faults, *place.strays()], outcome.seconds, outcome.mb)


def attack_no_files(tally: Tally, place: Place) -> None:
    """Scan what is no file: folders, loops, pipes, devices, links to nowhere."""
    for name, make in NO_FILES.items():
        folder = place.fresh("no-files")
        make(folder / "photo.jpg")
        for what in ("photo.jpg", "."):
            outcome = called(["scan", what, "--json", "--workers", "1"], folder)
            faults = [*outcome.faults(), *outcome.costs(), *outcome.wrong_json(), *place.strays()]
            tally.add(f"scan of {name} as {what}", faults, outcome.seconds, outcome.mb)


def _loop(path: Path) -> None:
    path.symlink_to(path.name)


def _folder_loop(path: Path) -> None:
    path.mkdir()
    (path / "again").symlink_to(path, target_is_directory=True)


def _deep(path: Path) -> None:
    path.joinpath(*["d"] * 200).mkdir(parents=True)


NO_FILES: dict[str, Callable[[Path], object]] = {
    "a folder": Path.mkdir,
    "a symlink loop": _loop,
    "a folder in itself": _folder_loop,
    "a deep folder": _deep,
    "a FIFO": os.mkfifo,
    "a link to /dev/zero": lambda path: path.symlink_to("/dev/zero"),
    "a link to /dev/tty": lambda path: path.symlink_to("/dev/tty"),
    "a link to /proc/self/mem": lambda path: path.symlink_to("/proc/self/mem"),
    "a dangling link": lambda path: path.symlink_to("gone"),
    "nothing": lambda path: None,
}


def attack_folder(tally: Tally, place: Place, first: int, photos: list[Known]) -> None:
    """Scan a folder of malformed files with two workers: every file must be answered."""
    folder = place.fresh("folder")
    names = []
    for seed in range(first, first + AT_ONCE):
        made = malformed(seed, photos)
        names.append(f"{seed}.{made.name.rpartition('.')[2]}")
        put(made._replace(name=names[-1]), folder)
    shutil.copy(ROOT / "samples" / PHOTOS[0], folder / "sound.jpg")
    outcome = called(["scan", ".", "--json", "--workers", "2"], folder)
    faults = [*outcome.faults(), *outcome.costs(AT_ONCE), *outcome.wrong_json(), *place.strays()]
    if not faults:
        told = {Path(scan["file"]).name for scan in outcome.lines()}
        said = outcome.err.decode("utf-8", "replace")
        photos_only = [n for n in (*names, "sound.jpg") if not n.endswith((".gif", ".bmp"))]
        silent = [name for name in photos_only if name not in told and name not in said]
        faults += [f"not answered: {', '.join(silent)}"] if silent else []
    tally.add(f"scan of a folder, --first {first}", faults, outcome.seconds / AT_ONCE, outcome.mb)


def attack_boards(tally: Tally, place: Place, first: int, count: int) -> None:
    """Score mutated boards, many to a call; a call that fails is repeated board by board."""
    boards = sample_boards()
    for start in range(first, first + count, AT_ONCE):
        if tally.over():
            break
        seeds = range(start, min(start + AT_ONCE, first + count))
        texts = [board_text(seed, boards) for seed in seeds]
        outcome = _scored(texts, place)
        if not _score_faults(outcome, texts):
            for _ in seeds:
                tally.add("", (), outcome.seconds / len(texts), outcome.mb)
            continue
        for seed, text in zip(seeds, texts, strict=True):
            alone = _scored([text], place)
            faults = _score_faults(alone, [text])
            tally.add(f"--first {seed} ({text[:60]!r}…)", faults, alone.seconds, alone.mb)


def _scored(texts: list[str], place: Place) -> Outcome:
    data = "\n".join(texts).encode("utf-8", "surrogatepass")
    return called(["score", "-"], place.fresh("score"), data)


def _score_faults(outcome: Outcome, texts: list[str]) -> list[str]:
    faults = [*outcome.faults(), *outcome.costs(), *outcome.wrong_json()]
    given = sum(bool(text.strip()) for text in texts)
    if not faults:
        lines = outcome.lines()
        wrong = [line for line in lines if line.get("format") != 1 or "problems" not in line]
        faults += ["not a score: " + str(wrong[0])[:80]] if wrong else []
        faults += ["more scores than boards"] if len(lines) > given else []
        faults += ["refused, exit 0"] if len(lines) < given and outcome.status == 0 else []
        faults += ["NaN in a score"] if b"NaN" in outcome.out or b"Infinity" in outcome.out else []
    return faults


def attack_class(tally: Tally, place: Place, first: int, count: int) -> None:
    """Read a class with mutated lists and class files, and review mutated results."""
    photo, began = ROOT / "samples/class/7b-1.jpg", time.monotonic()
    result = called(["scan", str(ROOT / "samples/class"), "--json"], place.fresh("result"))
    results = result.lines()
    kept = place.home / ".local/share/paperplay/classes"
    folder = place.fresh("class")
    shutil.copy(ROOT / "samples/7b.csv", folder / "7b.csv")
    called(["class", "new", "7b.csv", "--sheet", "A", "--out", "7b.pdf"], folder)
    record = json.loads((kept / "7b/class.json").read_text("utf-8"))
    tally.until += time.monotonic() - began  # a busy machine takes minutes for that
    for seed in range(first, first + count):
        if tally.over():
            break
        rng, folder = Random(seed), place.fresh("class")
        kind = rng.choice(("list", "list", "record", "record", "result"))
        if kind == "list":
            outcome, faults = _with_list(seed, folder, photo, kept)
        elif kind == "record":
            outcome, faults = _with_record(rng, folder, photo, kept / "7b/class.json", record)
        else:
            outcome, faults = _reviewed(rng, folder, results)
        faults += [*outcome.faults((0, 1, 2)), *outcome.costs(), *place.strays()]
        tally.add(f"--first {seed} ({kind})", faults, outcome.seconds, outcome.mb)


def _with_list(seed: int, folder: Path, photo: Path, kept: Path) -> tuple[Outcome, list[str]]:
    """Read a class with a mutated list; nothing may be kept of it."""
    ending, data = class_list(seed)
    name = f"list{'.' if ending else ''}{ending}"
    (folder / name).write_bytes(data)
    before = sorted(kept.rglob("*"))
    outcome = called(["class", "scan", name, str(photo), "--json", "--workers", "1"], folder)
    new = sorted(kept.rglob("*")) != before
    return outcome, [*outcome.wrong_json(), *(["class scan keeps something"] if new else [])]


def _with_record(
    rng: Random, folder: Path, photo: Path, path: Path, record: Any
) -> tuple[Outcome, list[str]]:
    """Read a class whose kept file is spoilt: it must stay as it is, or be set aside."""
    value = mutated(record, rng, rng.choice((1, 1, 3)))
    text = json.dumps(value)
    data = (mutated_text(text, rng) if rng.random() < 0.5 else text).encode()[
        : rng.choice((None, 0, 99))
    ]
    path.write_bytes(data)
    shutil.copy(ROOT / "samples/7b.csv", folder / "7b.csv")
    outcome = called(["class", "scan", "7b.csv", str(photo), "--json", "--workers", "1"], folder)
    around = [file.read_bytes() for file in path.parent.iterdir() if file.is_file()]
    lost = data not in around and bool(data)
    faults = [*outcome.wrong_json(), *(["the spoilt class file is lost"] if lost else [])]
    return outcome, faults


def _reviewed(rng: Random, folder: Path, results: list[Any]) -> tuple[Outcome, list[str]]:
    """Review a mutated result with mutated answers; what was not understood must not be lost."""
    lines = [json.dumps(mutated(scan, rng, rng.choice((0, 1, 2)))) for scan in results]
    text = "\n".join(mutated_text(line, rng) if rng.random() < 0.2 else line for line in lines)
    (folder / "result.json").write_text(text, "utf-8")
    answers = rng.choices(("", "3", "-", "s", "sun", "q", "x", "99", "é", "null"), k=40)
    argv = [
        "review",
        "result.json",
        "--out",
        "checked.json",
        "--photos",
        str(ROOT / "samples/class"),
    ]
    outcome = called(argv, folder, "\n".join(answers).encode())
    changed = (folder / "result.json").read_text("utf-8") != text
    extra = {path.name for path in folder.iterdir()} - {"result.json", "checked.json"}
    faults = ["result.json was changed in spite of --out"] if changed else []
    return outcome, faults + [f"new file {name}" for name in sorted(extra)]
