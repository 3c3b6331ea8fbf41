"""How good is par? Compare it with careful games on the same dice; the table of fresh-sheets.md.

    ./play bench par [--games 2000] [--dice 3] [--sheets A,BAC]

The careful player plays one game with given dice, or a handful, so its reckoning is blurred by
up to 0.8 lines a move: its games then nearly all differ. Their chance has another name than
that of the games from which the search begins. The bar: par is above the best of them, or it is
proved that nobody can have more.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules.daydream.par import careful_games, par_of
from rules.daydream.par_stage import Stage
from rules.daydream.plan import Plan
from rules.dice import rolls
from templates.daydream.load import load_sheet

SHEETS = ("A", "D", "BC", "EF", "AD", "DA", "BAC", "EDF")


def main() -> int:
    """Search, play, print and say whether the bar is met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--dice", type=int, default=3, help="How many seeds of the dice.")
    parser.add_argument("--sheets", default=",".join(SHEETS))
    options = parser.parse_args()
    print(f"| sheet | seed | dice | par | best of {options.games} | optimal | seconds |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    missed: list[str] = []
    for n in range(options.dice):
        for name in options.sheets.split(","):
            dice = f"bench {n}"
            if not compared(name, n, dice, options.games):
                missed.append(f"{name} {n}")
    print("\n" + ("Not above: " + ", ".join(missed) if missed else "Par is above, or optimal."))
    return 1 if missed else 0


def compared(name: str, seed: int, dice: str, games: int) -> bool:
    """Print one line; say whether par is above the best game, or optimal."""
    sheet = load_sheet(name, seed=seed)
    began = time.process_time()
    par = par_of(sheet, dice)
    seconds = time.process_time() - began
    stage = Stage(Plan(sheet), list(islice(rolls(dice), len(sheet.clouds) + 40)))
    best = careful_games(stage, dice, "bench", games=games)[0].outcome.total
    optimal = "yes" if par.optimal else "no"
    line = [name, seed, dice, par.total, best, optimal, f"{seconds:.1f}"]
    print("| " + " | ".join(map(str, line)) + " |", flush=True)
    return par.optimal or par.total > best


if __name__ == "__main__":
    sys.exit(main())
