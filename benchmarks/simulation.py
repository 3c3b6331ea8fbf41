"""Do the solo tiers mean something on our sheets? Play, and print the table of docs/simulation.md.

    ./play bench simulation [--games 2000] [--dice 0]

Bars: the careful player ends in tier 4 in 3 to 20 % of games and in tier 1 in under 15 %,
the careless one in tiers 1 and 2 in most games; sheet A plays 300 games a second or more.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules.daydream.simulate import Tally, simulate
from templates.daydream.load import load_sheet

SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")
LEAST_SPEED = 300


def main() -> int:
    """Play, print and say whether the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--dice", default="0")
    options = parser.parse_args()
    print("| sheet | player | mean | tier 1 | tier 2 | tier 3 | tier 4 | games a second |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    missed: list[str] = []
    for name in SHEETS:
        for policy in ("careful", "careless"):
            began = time.process_time()
            tally = simulate(
                load_sheet(name), games=options.games, policy=policy, dice=options.dice
            )
            speed = options.games / (time.process_time() - began)
            shares = " | ".join(f"{share:.1%}" for share in tally.tiers)
            print(f"| {name} | {policy} | {tally.mean:.1f} | {shares} | {speed:.0f} |", flush=True)
            missed += [f"{name}, {policy}: {bar}" for bar in missed_bars(tally, speed)]
    print("\n" + ("Missed: " + "; ".join(missed) if missed else "All bars are met."))
    return 1 if missed else 0


def missed_bars(tally: Tally, speed: float) -> list[str]:
    """Name the bars that a tally misses."""
    first, second, _, fourth = tally.tiers
    if tally.policy == "careless":
        return [] if first + second > 0.5 else ["tiers 1 and 2 in most games"]
    bars = {
        "tier 4 in 3 to 20 %": 0.03 <= fourth <= 0.20,
        "tier 1 under 15 %": first < 0.15,
        f"{LEAST_SPEED} games a second": tally.sheet.id != "daydream/A" or speed >= LEAST_SPEED,
    }
    return [bar for bar, met in bars.items() if not met]


if __name__ == "__main__":
    sys.exit(main())
