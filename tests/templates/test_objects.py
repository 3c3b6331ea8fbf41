"""The object library: can a pen line always be told apart, and can a player tell what it is?"""

from __future__ import annotations

import itertools
import math
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

LIBRARY = Path(__file__).parents[2] / "templates" / "daydream" / "objects.toml"
OBJECTS: dict[str, dict[str, Any]] = tomllib.loads(LIBRARY.read_text(encoding="utf-8"))
LANGUAGES = ("de", "en", "fr", "it", "sv")
TINTS = {
    "rose", "peach", "sand", "lemon", "mint", "sage", "sky", "lilac", "mist", "white",
}  # fmt: skip

DOTS_APART = 4.2
DOT_TO_EDGE = 0.8
DOT_TO_FOREIGN_LINE = 1.6
SHARPEST_ANGLE = 25.0
LEAST_BY_LINES = {3: 10, 4: 12, 5: 8, 6: 8, 7: 5, 8: 4}

NUMBER = r"-?\d+(?:\.\d+)?"
POINT = rf"{NUMBER} {NUMBER}"
PIECE = rf"M{POINT}(?: L{POINT}| C{POINT} {POINT} {POINT})+(?: Z)?"
PATH = re.compile(rf"{PIECE}(?: {PIECE})*")

Point = tuple[float, float]

each_object = pytest.mark.parametrize("key", OBJECTS)


def points_of(key: str) -> list[Point]:
    return [(float(x), float(y)) for x, y in OBJECTS[key]["points"]]


def segments(points: list[Point], closed: bool) -> list[tuple[int, int]]:
    """The lines of an outline as pairs of indices."""
    last = len(points) if closed else len(points) - 1
    return [(i, (i + 1) % len(points)) for i in range(last)]


def lines_of(key: str) -> int:
    return len(segments(points_of(key), OBJECTS[key]["closed"]))


def distance_to_line(p: Point, a: Point, b: Point) -> float:
    along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / math.dist(a, b) ** 2
    t = min(1.0, max(0.0, along))
    return math.dist(p, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))


def side(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def angle_at(a: Point, b: Point, c: Point) -> float:
    """The angle at b in degrees, 0 to 180."""
    one = math.atan2(a[1] - b[1], a[0] - b[0])
    other = math.atan2(c[1] - b[1], c[0] - b[0])
    return abs((math.degrees(one - other) + 180) % 360 - 180)


def outline_faults(points: list[Point], closed: bool, size: Point) -> set[str]:
    """Every rule that the outline breaks, by name."""
    faults = set()
    lines = segments(points, closed)
    if any(min(x, y, size[0] - x, size[1] - y) < DOT_TO_EDGE - 1e-9 for x, y in points):
        faults.add("dot at edge")
    if any(math.dist(p, q) < DOTS_APART - 1e-9 for p, q in itertools.combinations(points, 2)):
        faults.add("dots too close")
    for a, b in lines:
        others = [p for i, p in enumerate(points) if i not in (a, b)]
        if any(distance_to_line(p, points[a], points[b]) < DOT_TO_FOREIGN_LINE for p in others):
            faults.add("line past a dot")
    for one, other in itertools.combinations(lines, 2):
        if not set(one) & set(other) and cross(*(points[i] for i in one + other)):
            faults.add("lines cross")
    for (a, b), (_, c) in itertools.pairwise(lines + lines[:1] if closed else lines):
        if angle_at(points[a], points[b], points[c]) < SHARPEST_ANGLE:
            faults.add("angle too sharp")
    return faults


@pytest.mark.parametrize(
    ("points", "closed", "fault"),
    [
        ([(2, 2), (14, 2), (14, 12), (2, 12)], True, None),
        ([(2, 2), (14, 2), (14, 12)], False, None),
        ([(0.7, 2), (14, 2), (14, 12)], True, "dot at edge"),
        ([(2, 2), (6, 2), (4, 8)], True, "dots too close"),
        ([(2, 2), (14, 2), (14, 8), (8, 3.5)], False, "line past a dot"),
        ([(2, 2), (14, 12), (14, 2), (2, 12)], True, "lines cross"),
        ([(2, 2), (14, 2), (3, 6.5)], False, "angle too sharp"),
    ],
)
def test_the_rules_find_a_broken_outline(points, closed, fault):
    assert outline_faults(points, closed, (16, 14)) == ({fault} if fault else set())


@each_object
def test_every_pen_line_belongs_to_one_segment(key):
    thing = OBJECTS[key]
    assert outline_faults(points_of(key), thing["closed"], tuple(thing["size"])) == set()


@each_object
def test_the_entry_is_complete(key):
    thing = OBJECTS[key]
    assert set(thing) == {"name", "size", "closed", "points", "picture"}
    assert isinstance(thing["closed"], bool)
    assert 9 <= thing["size"][0] <= 18
    assert 9 <= thing["size"][1] <= 15
    assert 3 <= lines_of(key) <= 8
    assert 3 <= len(thing["picture"]) <= 8


@each_object
def test_the_picture_is_plain_paths_in_known_tints(key):
    for shape in OBJECTS[key]["picture"]:
        assert set(shape) <= {"d", "tint", "line", "width"}
        assert shape["tint"] in TINTS
        assert PATH.fullmatch(shape["d"]), shape["d"]
        if shape.get("line"):
            assert 0.1 <= shape.get("width", 0.35) <= 1.5
        else:
            assert "width" not in shape
            assert shape["d"].count("Z") == shape["d"].count("M")  # a fill is closed


def bezier(p: list[float], t: float) -> float:
    u = 1 - t
    return u**3 * p[0] + 3 * u * u * t * p[1] + 3 * u * t * t * p[2] + t**3 * p[3]


def drawn_through(d: str) -> list[Point]:
    """Points on a path, close enough together to show how far it reaches."""
    found: list[Point] = []
    for command, numbers in re.findall(r"([MLC])([-\d. ]+)", d):
        v = [float(n) for n in numbers.split()]
        if command == "C":
            xs, ys = [found[-1][0], *v[::2]], [found[-1][1], *v[1::2]]
            found += [(bezier(xs, i / 16), bezier(ys, i / 16)) for i in range(1, 17)]
        else:
            found.append((v[0], v[1]))
    return found


@each_object
def test_the_picture_stays_in_its_box(key):
    width, height = OBJECTS[key]["size"]
    for shape in OBJECTS[key]["picture"]:
        half = shape.get("width", 0.35) / 2 if shape.get("line") else 0.0
        for x, y in drawn_through(shape["d"]):
            assert half - 0.01 <= x <= width - half + 0.01, (shape["tint"], x, y)
            assert half - 0.01 <= y <= height - half + 0.01, (shape["tint"], x, y)


@each_object
def test_the_picture_lies_under_the_outline(key):
    painted = [p for s in OBJECTS[key]["picture"] for p in drawn_through(s["d"])]
    for axis in (0, 1):
        drawn = [p[axis] for p in points_of(key)]
        assert min(p[axis] for p in painted) < min(drawn) + 1.0
        assert max(p[axis] for p in painted) > max(drawn) - 1.0


@each_object
def test_five_names(key):
    names = OBJECTS[key]["name"]
    assert tuple(names) == LANGUAGES
    for language, name in names.items():
        assert re.fullmatch(r"[^\W\d_]+(?:[- ][^\W\d_]+)*", name), name
        assert name[0].isupper() == (language == "de")  # German alone writes nouns large


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_objects_share_a_name(language):
    counted = Counter(thing["name"][language].casefold() for thing in OBJECTS.values())
    assert [name for name, times in counted.items() if times > 1] == []


def test_no_two_objects_share_an_outline():
    outlines = Counter(str((t["points"], t["closed"])) for t in OBJECTS.values())
    assert max(outlines.values()) == 1


def test_there_are_enough_of_each_length():
    counted = Counter(lines_of(key) for key in OBJECTS)
    assert {n: counted[n] for n in counted if counted[n] < LEAST_BY_LINES[n]} == {}
    assert set(counted) == set(LEAST_BY_LINES)


def test_the_solo_objects_are_there():
    assert {"clover", "bow_tie"} <= OBJECTS.keys()


def test_the_file_is_in_order():
    assert list(OBJECTS) == sorted(OBJECTS, key=lambda key: (lines_of(key), key))
