"""Where a sheet stops being fair."""

import pytest

from rules.daydream import fairness
from rules.daydream.fairness import Fairness, fairness_of
from rules.daydream.simulate import Tally
from templates.daydream.load import load_sheet


@pytest.mark.parametrize(
    ("lowest", "top", "careless", "fair"),
    [
        (0.10, 0.10, 0.9, True),
        (0.10, 0.03, 0.9, True),
        (0.10, 0.20, 0.9, True),
        (0.10, 0.029, 0.9, False),
        (0.10, 0.201, 0.9, False),
        (0.149, 0.10, 0.9, True),
        (0.15, 0.10, 0.9, False),
        (0.10, 0.10, 0.51, True),
        (0.10, 0.10, 0.5, False),
    ],
)
def test_bounds(lowest, top, careless, fair):
    tiers = (lowest, 0.3, 0.6 - lowest, top)
    assert Fairness(games=9, mean=1.0, tiers=tiers, careless=careless).fair is fair


def test_a_sheet_is_judged_by_two_players(monkeypatch):
    sheet = load_sheet("A")
    asked = []

    def simulated(sheet, *, games, policy, dice):
        asked.append((games, policy, dice))
        tally = Tally(sheet, policy)
        tally.scores.update({0: 1, 5: 2, 9: 3, 13: 4, 13.034: 1})
        return tally

    monkeypatch.setattr(fairness, "simulate", simulated)
    judged = fairness_of(sheet)
    games = 22_000 // len(sheet.clouds)
    assert asked == [(games, "careful", "fair"), (games // 4, "careless", "fair")]
    assert judged.games == games
    assert judged.tiers == pytest.approx((1 / 11, 2 / 11, 3 / 11, 5 / 11))
    assert judged.careless == pytest.approx(3 / 11)
    assert judged.mean == 9.28


def test_no_games_have_no_mean_and_no_tiers():
    tally = Tally(load_sheet("A"), "careful")
    assert (tally.games, tally.mean, tally.tiers) == (0, 0.0, (0.0, 0.0, 0.0, 0.0))
