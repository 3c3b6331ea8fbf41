"""Rolls and pips."""

import pytest

from rules.dice import PIPS


@pytest.mark.parametrize("face", range(1, 7))
def test_a_face_has_its_pips_and_looks_the_same_upside_down(face):
    pips = PIPS[face]
    assert len(set(pips)) == len(pips) == face
    assert {(-x, -y) for x, y in pips} == set(pips)
    assert all(x in (-1, 0, 1) and y in (-1, 0, 1) for x, y in pips)


def test_odd_faces_have_a_pip_in_the_middle():
    assert [face for face, pips in PIPS.items() if (0, 0) in pips] == [1, 3, 5]
    corners = {(x, y) for x in (-1, 1) for y in (-1, 1)}
    assert [face for face, pips in PIPS.items() if corners <= set(pips)] == [4, 5, 6]


def test_every_face_holds_the_pips_of_the_one_two_below():
    assert all(set(PIPS[face - 2]) <= set(PIPS[face]) for face in (3, 4, 5, 6))
