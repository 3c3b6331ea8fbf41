"""Tiny Daydream sheets, one for each extra, and boards on them."""

from __future__ import annotations

import hypothesis.strategies as st

from rules.daydream.parse import board_from
from rules.daydream.sheet import (
    Cloud,
    Frame,
    Leaf,
    Moon,
    Note,
    Polaroid,
    Row,
    Sheet,
    ShelfObject,
)

TIERS = (0, 2, 4, 6)


def grid(rows, columns, symbols=None):
    """Clouds c1, c2, … row by row, touching side by side, above and below."""
    symbols = symbols or {}
    name = {
        (row, column): f"c{row * columns + column + 1}"
        for row in range(rows)
        for column in range(columns)
    }
    return tuple(
        Cloud(
            id_,
            symbols.get(id_),
            tuple(
                name[beside]
                for beside in (
                    (row - 1, column),
                    (row, column - 1),
                    (row, column + 1),
                    (row + 1, column),
                )
                if beside in name
            ),
        )
        for (row, column), id_ in name.items()
    )


def thing(number, suns, *, closed=False, bonus=False):
    """An object from a picture of its points: ``*`` a sun, ``.`` a dot."""
    return ShelfObject(
        f"o{number}", "cup", tuple(c == "*" for c in suns), closed, f"b{number}" if bonus else None
    )


def things(*pictures):
    """Objects from pictures; ``o`` at the end closes the outline, ``+`` gives a bonus."""
    return tuple(
        thing(
            number,
            "".join(c for c in picture if c in "*."),
            closed="o" in picture,
            bonus="+" in picture,
        )
        for number, picture in enumerate(pictures, 1)
    )


def sheet(
    name="daydream/A", *, symbols=None, objects=("*..*+", "*.*.o", "*.*"), leaves=2, **extras
):
    """Two rows of three clouds and three columns of two, with three objects."""
    return Sheet(
        id=name,
        seed=0,
        clouds=grid(2, 3, symbols),
        rows=(
            Row("r1", ("c1", "c2", "c3")),
            Row("r2", ("c4", "c5", "c6")),
            Row("r3", ("c1", "c4")),
            Row("r4", ("c2", "c5")),
            Row("r5", ("c3", "c6")),
        ),
        objects=things(*objects),
        leaves=tuple(Leaf(f"l{number}", number == 1) for number in range(1, leaves + 1)),
        thorns=6,
        tiers=TIERS,
        **extras,
    )


PLAIN = sheet()

CONSTELLATION = sheet(
    "daydream/BC",
    symbols={"c1": "star", "c6": "star"},
    constellation=(None, None, "s1", None, "s2", "s3"),
)

NOTES = sheet(
    "daydream/BAC",
    symbols={"c1": "star"},
    constellation=(None, "s1", None),
    notes=(Note("n1", ("c1", "c2"), 1), Note("n2", ("c2", "c3", "c5", "c6"), 2)),
)


def polaroid_sheet(name, rule):
    stars, moons = ("c1", "c2", "c3"), ("c4", "c5", "c6")
    symbols = dict.fromkeys(stars, "star") | dict.fromkeys(moons, "moon")
    return sheet(
        name,
        symbols=symbols,
        polaroids=tuple(
            Polaroid(f"p{number}", cloud, symbols[cloud])
            for number, cloud in enumerate(stars + moons, 1)
        ),
        polaroid_rule=rule,
    )


DIFFERENCE = polaroid_sheet("daydream/AD", "difference")
DISTINCT = polaroid_sheet("daydream/DA", "distinct")

CHAIN = sheet(
    "daydream/EF",
    symbols=dict.fromkeys(("c1", "c2", "c3", "c4"), "moon"),
    chain=(Moon("m1", None), Moon("m2", 1), Moon("m3", 3)),
)

FRAMES = sheet(
    "daydream/EDF",
    symbols={"c2": "moon", "c5": "moon"},
    chain=(Moon("m1", None), Moon("m2", 4)),
    frames=(
        Frame("f1", ("c1", "c2", "c4"), (5, 2)),
        Frame("f2", ("c3", "c5", "c6"), (5, 2)),
    ),
)

ALL = (PLAIN, CONSTELLATION, NOTES, DIFFERENCE, DISTINCT, CHAIN, FRAMES)


def board(of, clouds="", **parts):
    """A board from its clouds in order (``-`` is empty) and JSON for the rest."""
    data = {"format": 1, "sheet": of.id, "seed": of.seed, **parts}
    if clouds:
        data["clouds"] = {
            cloud.id: None if each == "-" else int(each)
            for cloud, each in zip(of.clouds, clouds, strict=True)
        }
    return board_from(data, of)


DIGITS = st.none() | st.integers(0, 9)


def boards_json(of):
    """Any JSON that is a board of the sheet, possible in play or not."""

    def each(ids, value):
        return st.fixed_dictionaries({}, optional=dict.fromkeys(ids, value))

    parts = {
        "solo": st.booleans(),
        "name": st.none()
        | st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cf"]), max_size=12),
        "clouds": each([c.id for c in of.clouds], DIGITS),
        "rows": each(
            [r.id for r in of.rows], st.sampled_from([None, "dot", "sun", "crossed", "both"])
        ),
        "objects": st.fixed_dictionaries(
            {}, optional={o.id: st.integers(0, o.segments) for o in of.objects}
        ),
        "bonuses": each(of.bonus_ids, st.sampled_from([None, "line", "leaf", "both"])),
        "leaves": each(
            [leaf.id for leaf in of.leaves], st.sampled_from([None, "circled", "filled"])
        ),
        "thorns": st.integers(0, of.thorns),
        "polaroids": each(
            [p.id for p in of.polaroids],
            st.fixed_dictionaries({"value": DIGITS, "circled": st.booleans()}),
        ),
        "notes": st.fixed_dictionaries(
            {}, optional={n.id: st.integers(0, n.heads) for n in of.notes}
        ),
        "chain": st.fixed_dictionaries(
            {},
            optional={
                m.id: st.fixed_dictionaries(
                    {"value": DIGITS, "linked": st.booleans() if m.link else st.just(False)}
                )
                for m in of.chain
            },
        ),
        "frames": each(
            [f.id for f in of.frames],
            st.fixed_dictionaries(
                dict.fromkeys(("5", "2"), st.sampled_from([None, "circled", "crossed"]))
            ),
        ),
        "total": st.none() | st.integers(-99, 999),
    }
    if of.constellation is not None:
        parts["constellation"] = st.fixed_dictionaries(
            {
                "lines": st.integers(0, of.path_lines),
                "circled": st.lists(st.sampled_from(of.stars), unique=True),
            }
        )
    fixed = {"format": st.just(1), "sheet": st.just(of.id), "seed": st.just(of.seed)}
    return st.fixed_dictionaries(fixed, optional=parts)


def boards(of):
    """Any board of the sheet."""
    return boards_json(of).map(lambda data: board_from(data, of))


@st.composite
def sheets_and_boards(draw):
    """Any of the tiny sheets and any board of it."""
    of = draw(st.sampled_from(ALL))
    return of, draw(boards(of))
