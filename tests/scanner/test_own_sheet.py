"""docs/add-your-own-sheet.md, done to the letter: a fourth game from print to winner."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.document_calls import calls_in, run_call, write_program

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "add-your-own-sheet.md"
PACKAGES = ("rules", "templates", "printkit", "scanner", "practice", "paperplay")
BLOCK = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.M | re.S)

EVENING = """
import json, sys
from practice.camera import photograph
from practice.ink import PENS, Ink
from practice.numbers import number_strokes
from practice.pages import rendered
from practice.strokes import Hand
from printkit.order import Order
from printkit.press import printed
from scanner import read_photo
from templates.load import load_layout
from templates.scores import score_json

px_per_mm = 8
layout = load_layout("sheep/score", players=4).as_json()
page = rendered(printed(Order("sheep/score", players=4)), px_per_mm)


def photo_of(circled, written, ticked, seed):
    hand = Hand(seed)
    ink = Ink(page.shape[:2], PENS["blue"], px_per_mm, hand.rng)
    for choice in layout["choices"]:
        if choice["id"] in circled:
            ink.draw(hand.circle(choice["center"], (2 * choice["radius"], 2 * choice["radius"])))
    for field in layout["digits"]:
        if field["id"] in written:
            ink.draw(number_strokes(written[field["id"]], field, hand))
    for box in layout["boxes"]:
        if box["id"] in ticked:
            ink.draw(hand.tick(box["center"], box["size"]))
    return photograph(ink.over(page), seed, "good", (1600, 1200)).jpeg


circled = {"r1.asleep.2", "r2.asleep.4", "r3.asleep.1", "r4.asleep.2"}
written = {"r1.sheep": 12, "r2.sheep": 30, "r3.sheep": 7, "r4.sheep": 9}
written |= {"total.1": 7, "total.2": 21, "total.3": 0, "total.4": 0}
photo = photo_of(circled, written, {"r2.snored"}, 3)
open("photo.jpg", "wb").write(photo)
twice = photo_of({"r1.asleep.3", "r1.asleep.4"}, {"r1.sheep": 25}, (), 4)
open("twice.jpg", "wb").write(twice)
(scan,) = read_photo(photo)
json.dump({"scan": scan, "score": score_json(scan["board"], "en")}, sys.stdout)
"""


TAPPED = """
import re, sys
from pathlib import Path
from starlette.testclient import TestClient
from paperplay.web.server.app import create_app
from paperplay.web.server.server_settings import ServerSettings

app = create_app(ServerSettings(Path("page"), port=0, workers=0, warm=False))
with TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 1)) as client:
    start = client.get(f"/host/{app.state.shared.keys.host}").text
    csrf = re.search('name="csrf" (?:value|content)="([^"]+)"', start)[1]
    def send(path, **fields):
        answer = client.post(path, data={"csrf": csrf, **fields})
        assert answer.status_code == 200, answer.text
        return answer
    game = send("/rounds/begin", sheet="sheep/score", names="Ida, Tom, Eva, Jo").url.path
    for tap in ("r1.asleep=2", "r1.sheep=+1", "r1.snored=yes", "r1.snored=no", "round="):
        send(f"{game}/tap", tap=tap)
    send(f"{game}/tap", tap="r2.sheep=", number="12")
    send(f"{game}/tap", tap="r2.asleep=4")
    assert "Jo with 12" in client.get("/result").text
    assert "sheep/score" in client.get("/print", params={"what": "sheep/score"}).text
    sys.stdout.write(client.get(f"{game}/board.json").text)
"""


@pytest.fixture
def with_sheep(tmp_path):
    """Give a copy of the program to which the game was added as the page says."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, copy_function=os.symlink)
    for name, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "templates" / "sheep" / "__init__.py").touch()
    return tmp_path


def test_a_fourth_game_goes_the_whole_way_round(with_sheep):
    environment = os.environ | {"PYTHONPATH": str(with_sheep), "PAPERPLAY_CACHE": str(with_sheep)}
    done = subprocess.run(
        [sys.executable, "-c", EVENING],
        cwd=with_sheep, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    scan, score = result["scan"], result["score"]
    assert scan["board"] == {
        "format": 1,
        "sheet": "sheep/score",
        "players": ["", "", "", ""],
        "rounds": [
            {"asleep": 2, "sheep": 12, "snored": False},
            {"asleep": 4, "sheep": 30, "snored": True},
            {"asleep": 1, "sheep": 7, "snored": False},
            {"asleep": 2, "sheep": 9, "snored": False},
        ],
        "totals": {"1": 7, "2": 21, "3": 0, "4": 0},
    }
    assert scan["score"] == score
    assert score["winners"] == [2]
    assert score["problems"] == []
    assert set(scan["confidence"]) >= {"r1.asleep", "r1.sheep", "r1.snored", "total.4"}
    write_program(with_sheep / "play")
    calls = calls_in(PAGE.read_text(encoding="utf-8"))
    assert calls
    for _, call in calls:  # and then what the page says to type
        run_call(call, with_sheep, environment)
    # Two names are circled in one round: that is asked about, settled, and ranked with the rest.
    run_call("./play scan twice.jpg --json > read.json", with_sheep, environment)
    run_call("echo 4 | ./play review read.json --out settled.json", with_sheep, environment)
    asked, settled = (
        json.loads((with_sheep / name).read_text()) for name in ("read.json", "settled.json")
    )
    assert [item["element"] for item in asked["review"]] == ["r1.asleep"]
    assert settled["review"] == [] and settled["score"]["winners"] == [4]
    call = "./play scan photo.jpg twice.jpg --names Ida,Tom,Eva,Jo,Al,Bo,Cy,Di --csv ranks.csv"
    run_call(call, with_sheep, environment)
    ranks = (with_sheep / "ranks.csv").read_text(encoding="utf-8-sig").splitlines()
    assert [line.split(",")[:4] for line in ranks[1:3]] == [
        ["Counting Sheep · Score sheet", "1", "Tom", "21"],
        ["Counting Sheep · Score sheet", "2", "Ida", "7"],
    ]
    run_call("./play print dreams --out dreams.pdf", with_sheep, environment)


def test_its_rounds_are_tapped(with_sheep):
    environment = os.environ | {"PYTHONPATH": str(with_sheep), "PAPERPLAY_CACHE": str(with_sheep)}
    done = subprocess.run(
        [sys.executable, "-c", TAPPED],
        cwd=with_sheep, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rounds"] == [
        {"asleep": 2, "sheep": 1, "snored": False},
        {"asleep": 4, "sheep": 12, "snored": False},
    ]


def test_the_game_is_two_folders_and_changes_no_other_file(with_sheep):
    # The copy is made of links: what the page writes is all that is no link.
    written = {
        str(path.relative_to(with_sheep))
        for path in with_sheep.rglob("*")
        if path.is_file() and not path.is_symlink()
    }
    names = ("__init__.py", "game.py", "layout.py", "words.toml")
    assert written == {"rules/sheep/__init__.py", *(f"templates/sheep/{name}" for name in names)}
