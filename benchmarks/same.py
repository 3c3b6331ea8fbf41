"""Whether a change of the scanner leaves every reading as it was.

    python -m benchmarks.same ALBUM before.json        # with the old code
    python -m benchmarks.same ALBUM after.json --than before.json

ALBUM is a folder of kept photos (``bench scan --keep ALBUM``).
"""

from __future__ import annotations

import argparse
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.shots import Shot

EXACT = ("status", "board", "review", "unseen", "missing", "reason", "score", "exercise")
"""What must not change at all; of the rest it is said by how much it moved at the most."""
Scans = dict[str, list[dict[str, Any]]]


def shots_in(album: Path) -> Iterator[Shot]:
    """Give every photo that an album keeps."""
    for path in sorted(album.glob("*.pickle")):
        kept = pickle.loads(path.read_bytes())
        yield from kept.values() if isinstance(kept, dict) else [kept]


def readings_of(album: Path) -> Scans:
    """Read every photo: what ``scan --json`` prints, without the time that it took."""
    import cv2

    from scanner import read_photo

    cv2.setNumThreads(1)
    found: Scans = {}
    for shot in shots_in(album):
        scans = read_photo(shot.jpeg)
        name = shot.name
        while name in found:  # games count their photos each for itself
            name += "'"
        found[name] = [{k: v for k, v in one.items() if k != "seconds"} for one in scans]
    return json.loads(json.dumps(found))  # keys as they are in a file


def differences(before: Scans, after: Scans) -> Iterator[str]:
    """Tell what is read otherwise, photo by photo, and last how far numbers moved."""
    moved = {"risk": 0.0, "confidence": 0.0}
    for name in sorted(before.keys() & after.keys()):
        if len(before[name]) != len(after[name]):
            yield f"{name}: {len(before[name])} sheets, now {len(after[name])}"
            continue
        for one, other in zip(before[name], after[name], strict=True):
            for key in EXACT:
                if one.get(key) != other.get(key):
                    yield f"{name} {one['index']} {key}: {_changed(one.get(key), other.get(key))}"
            moved["risk"] = max(moved["risk"], abs(one.get("risk", 0) - other.get("risk", 0)))
            sure, now = one.get("confidence", {}), other.get("confidence", {})
            by = max((abs(sure[e] - now[e]) for e in sure.keys() & now.keys()), default=0.0)
            moved["confidence"] = max(moved["confidence"], by)
    asked, now_asked = (
        sum(len(s.get("review", ())) for p in a.values() for s in p) for a in (before, after)
    )
    yield f"{len(before.keys() & after.keys())} photos, questions {asked}, now {now_asked}"
    yield ", ".join(f"{name} moved by {by:.2g} at the most" for name, by in moved.items())


def _changed(one: Any, other: Any) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        return str(
            {k: (one.get(k), other.get(k)) for k in one | other if one.get(k) != other.get(k)}
        )
    return f"{one} -> {other}"


def main() -> None:
    """Read an album, and compare if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("album", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--than", type=Path)
    given = parser.parse_args()
    found = readings_of(given.album)
    given.out.write_text(json.dumps(found))
    if given.than:
        for line in differences(json.loads(given.than.read_text()), found):
            print(line)


if __name__ == "__main__":
    main()
