"""Many files: in order, on several cores, after a crash, after Ctrl-C, and from the call."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from paperplay import cli
from paperplay.evening import jobs
from paperplay.evening.jobs import Wishes, read_all, workers_for
from paperplay.evening.resume import Journal
from paperplay.scan_files import Photo
from scanner import pipeline
from tests.paperplay.stand_ins import crashes, found, reads

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "samples" / "photos" / "BAC.jpg"


def listed(count, folder=Path("x")):
    return [Photo(folder / f"{n}.jpg", f"{n}.jpg") for n in range(count)]


def run(count, workers, read, finished=lambda photo, pages: None):
    done = read_all(listed(count), Wishes(), workers, read=read, finished=finished)
    return [(one.photo.name, list(one.pages)) for one in done]


# ------------------------------------------------------------------ workers


def test_files_come_in_their_order_and_are_noted_as_they_come():
    noted = {}
    done = run(11, 3, reads, noted.__setitem__)
    assert [name for name, _ in done] == [f"{n}.jpg" for n in range(11)]
    assert all(pages == [[found(Photo(Path(name), name))]] * 2 for name, pages in done)
    assert {photo.name: pages for photo, pages in noted.items()} == dict(done)


def test_files_that_kill_their_reader_are_results_and_all_others_are_read():
    noted = []
    done = dict(run(8, 2, crashes, lambda photo, pages: noted.append(photo.name)))
    assert list(done) == [f"{n}.jpg" for n in range(8)]
    failed = {name for name, pages in done.items() if pages[0][0].scan["status"] == "unreadable"}
    assert failed == {"3.jpg", "4.jpg"}
    assert done["3.jpg"][0][0].scan["code"] == "photo-crashed"
    assert set(noted) == set(done)


def test_an_error_in_the_reader_itself_is_a_result(monkeypatch, tmp_path):
    def read_picture(picture, **more):
        raise ZeroDivisionError

    monkeypatch.setattr(pipeline, "read_picture", read_picture)
    (one,) = jobs.read_file(Photo(SAMPLE, "a.jpg"), Wishes())[0]
    assert one.scan["status"] == "unreadable" and "ZeroDivisionError" in one.scan["reason"]


def test_only_a_few_files_wait_at_a_time():
    asked = []

    def photos():
        for photo in listed(50):
            asked.append(photo)
            yield photo

    several = read_all(photos(), Wishes(), 2, read=reads)
    next(several)
    assert len(asked) <= 4
    several.close()


@pytest.mark.parametrize(
    ("files", "wanted", "used"), [(1, None, 1), (4, None, 1), (3, 8, 3), (9, 2, 2), (0, 4, 1)]
)
def test_how_many_workers(files, wanted, used):
    assert workers_for(files, wanted) == used


def test_one_worker_and_two_give_the_same(tmp_path):
    for name in ("a.jpg", "b.jpg"):
        shutil.copy(SAMPLE, tmp_path / name)
    (tmp_path / "c.jpg").write_bytes(b"")
    both = [lines(tmp_path, "--workers", n) for n in ("1", "2")]
    assert both[0] == both[1]
    assert [one["file"] for one in both[0]] == ["a.jpg", "b.jpg", "c.jpg"]
    assert both[0][0]["board"] == both[0][1]["board"]


def test_without_shared_locks_one_process_reads_everything(tmp_path, monkeypatch):
    shutil.copy(SAMPLE, tmp_path / "a.jpg")
    monkeypatch.setattr(jobs, "locks_are_there", lambda: False)
    monkeypatch.setattr(jobs, "ProcessPoolExecutor", None)
    photos = [Photo(tmp_path / "a.jpg", "a.jpg")]
    (read,) = [list(one.pages) for one in jobs.read_all(photos, jobs.Wishes(), workers=2)]
    assert [found.scan["board"]["sheet"] for (found,) in read] == ["daydream/BAC"]


def lines(folder, *words):
    done = subprocess.run(
        [sys.executable, "-m", "paperplay", "scan", ".", "--json", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(folder / "data")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stderr
    return [{**json.loads(line), "seconds": 0} for line in done.stdout.splitlines()]


# ------------------------------------------------------------------ stop and go on


def test_notes_are_read_again_unless_a_file_has_changed_or_a_line_is_cut(tmp_path):
    photos = listed(3, tmp_path)
    for photo in photos:
        photo.path.write_bytes(b"photo")
    journal = Journal(tmp_path / "notes", go_on=False)
    for photo in photos:
        journal.add(photo, [[found(photo)]])
    journal.close(forget=False)
    notes = tmp_path / "notes"
    notes.write_bytes(notes.read_bytes()[:-9])
    photos[0].path.write_bytes(b"another photo")
    again = Journal(notes, go_on=True)
    assert [again.has(photo) for photo in photos] == [False, True, False]
    assert again.pages(photos[1]) == [[found(photos[1])]]
    again.add(photos[2], [[found(photos[2])]])
    assert again.pages(photos[2]) == [[found(photos[2])]]
    again.close(forget=True)
    assert not notes.exists()


def test_a_stopped_call_goes_on_where_it_was(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for n in range(4):
        shutil.copy(SAMPLE, tmp_path / f"{n}.jpg")
    real, read = pipeline.read_picture, []

    def read_picture(picture, **more):
        if picture.name == "2.jpg" and not again:
            raise KeyboardInterrupt
        read.append(picture.name)
        return real(picture, **more)

    monkeypatch.setattr(pipeline, "read_picture", read_picture)
    again = False
    assert cli.main(["scan", ".", "--json"]) == 130
    stopped = capsys.readouterr()
    assert "done: 2 of 4" in stopped.err and "--resume" in stopped.err
    again = True
    assert cli.main(["scan", ".", "--json", "--resume"]) == 0
    shown = capsys.readouterr()
    assert read == ["0.jpg", "1.jpg", "2.jpg", "3.jpg"]  # each once
    files = [json.loads(line)["file"] for line in shown.out.splitlines()]
    assert files == ["0.jpg", "1.jpg", "2.jpg", "3.jpg"]
    assert shown.out.startswith(stopped.out)
    assert not list((tmp_path / "data").rglob("*.jsonl"))


def _hear_ctrl_c():
    # Tests that run in the background of a script inherit deaf ears.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_workers_and_keeps_what_is_done(tmp_path):
    for n in range(40):
        shutil.copy(SAMPLE, tmp_path / f"{n:02}.jpg")
    call = [sys.executable, "-m", "paperplay", "scan", ".", "--json", "--workers", "2"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path / "data")}
    running = subprocess.Popen(
        call, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, preexec_fn=_hear_ctrl_c,
    )  # fmt: skip
    assert running.stdout
    first = running.stdout.readline()
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does it
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in err and "--resume" in err
    (notes,) = (tmp_path / "data").rglob("*.jsonl")
    noted = len(notes.read_text().splitlines())
    assert 1 <= len([first, *out.splitlines()]) <= noted < 40


# ------------------------------------------------------------------ the call


def test_the_call_shows_a_leaderboard_and_writes_what_was_asked_for(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    shutil.copy(SAMPLE, tmp_path / "a.jpg")
    shutil.copy(SAMPLE, tmp_path / "b.jpg")
    words = ["scan", "a.jpg", "b.jpg", "--names", "Ida", "--csv", "a.csv"]
    assert cli.main([*words, "--xlsx", "a.xlsx", "--html", "a.html"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "  1. Ida   46  Gegenstände 25" in shown.out
    assert "Ida: zweimal fotografiert. Es zählt a.jpg, nicht b.jpg." in shown.out
    files = {path.name for path in tmp_path.iterdir()}
    assert files == {"a.jpg", "b.jpg", "a.csv", "a.xlsx", "a.html"}
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert page.count("<img") == 1 + page.count("<td>Wolke ")  # the name, and what is doubtful
    assert cli.main(words) == 2  # nothing is overwritten unasked
    assert cli.main([*words, "--force"]) == 0
    assert cli.main(["scan", "a.jpg", "--csv", "-"]) == 2


def test_a_single_sheet_takes_the_name_from_the_call(tmp_path, monkeypatch, capsys):
    words = ["scan", str(SAMPLE), "--names", "Ida,Tom", "--lang", "en"]
    assert cli.main(words) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("BAC.jpg: Evening Song (BAC), Ida\n")
    assert shown.err == ("paperplay: More names than sheets; left over: Tom. Is the order right?\n")
