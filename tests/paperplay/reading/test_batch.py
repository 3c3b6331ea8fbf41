"""Many files: in order, on several cores, after a crash, after Ctrl-C, and page by page."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from paperplay import cli
from paperplay.reading.batch import PART, on_this_machine, read_all
from paperplay.reading.job import Part, read_part, unreadable
from paperplay.reading.photo_files import Photo
from paperplay.reading.pool import Pool
from paperplay.reading.resume import Journal
from paperplay.results.scan_text import reason_text
from rules.errors import HostError
from scanner import pipeline
from scanner.stages import Keep
from tests.paperplay.stand_ins import (
    crashes,
    empty_pages,
    found,
    reads,
    sheets_far_apart,
    thirty_pages,
)
from tests.paperplay.web.running import alive, alive_below, until

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "samples" / "photos" / "BAC.jpg"


def listed(count, folder=Path("x")):
    return [Photo(folder / f"{n}.jpg", f"{n}.jpg") for n in range(count)]


def run(count, workers, job, finished=lambda photo, pages: None):
    done = {}
    for sheets in read_all(listed(count), Keep(), Pool(workers), finished=finished, job=job):
        done.setdefault(sheets[0].file, []).append(sheets)
    return list(done.items())


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
    failed = {name for name, pages in done.items() if not pages[0][0].is_read}
    assert failed == {"3.jpg", "4.jpg"}
    ((told,),) = done["3.jpg"]
    assert told.failure.code == "photo-ended"
    assert reason_text(told, "en").startswith("Reading this photo was cut off more than once")
    assert set(noted) == set(done)


def test_an_error_in_the_reader_itself_is_a_result(monkeypatch, tmp_path):
    def read_picture(picture, keep):
        raise ZeroDivisionError

    monkeypatch.setattr(pipeline, "read_picture", read_picture)
    (one,) = read_part(Photo(SAMPLE, "a.jpg"), Keep()).pages[0]
    assert not one.is_read and "ZeroDivisionError" in reason_text(one, "en")


def test_only_a_few_files_wait_at_a_time():
    asked = []
    several = read_all(listed(50), Keep(), Pool(2), known=asked.append, job=reads)
    next(several)
    assert len(asked) <= 4
    several.close()


def test_pages_of_a_document_are_jobs_of_their_own():
    noted = []
    (done,) = run(1, 2, thirty_pages, lambda photo, pages: noted.append(pages))
    pages = done[1]
    read = [one.page for (one,) in pages]
    # The part with the bad page is named by its first one; the others are there, in order.
    assert read == [*range(1, 10), *range(17, 31)]
    assert pages[8][0].failure.code == "photo-ended"
    assert noted == [pages]


def test_a_document_that_is_too_slow_is_tried_once_and_no_page_is_forgotten():
    tried = []

    def slow(photo, keep, which):
        tried.append(which)
        error = HostError("photo-too-slow")
        return Part([[unreadable(photo, error, page)] for page in range(1, PART + 1)], 30)

    ((_, pages),) = run(1, 0, slow)
    assert len(tried) == 1
    assert [sheet.page for (sheet,) in pages] == [*range(1, 31)]
    assert {sheet.failure.code for (sheet,) in pages} == {"photo-too-slow"}


@pytest.mark.parametrize("workers", [0, 2])
def test_a_document_without_sheets_is_given_up_and_no_page_is_forgotten(workers):
    ((_, pages),) = run(1, workers, empty_pages)
    codes = [sheet.failure.code for (sheet,) in pages]
    assert [sheet.page for (sheet,) in pages] == [*range(1, 1001)]
    assert codes == ["no-sheet"] * 72 + ["pdf-in-vain"] * 928


def test_empty_pages_between_sheets_are_no_reason_to_give_up():
    ((_, pages),) = run(1, 0, sheets_far_apart)
    assert len(pages) == 300 and sum(sheet.is_read for (sheet,) in pages) == 6


def test_a_long_document_is_read_by_all_workers_though_it_is_one_file(tmp_path, monkeypatch):
    page = Image.open(SAMPLE).convert("L")
    page.save(tmp_path / "a.pdf", save_all=True, append_images=[page] * 9, resolution=200)
    photos, used = [Photo(tmp_path / "a.pdf", "a.pdf")], []

    def run(self, job, *args):
        used.append((self.workers, args[-1]))
        return job(*args)

    monkeypatch.setattr(Pool, "run", run)
    monkeypatch.setattr("paperplay.reading.batch._cores", lambda: 2)
    here, both = (
        [one for (one,) in read_all(photos, Keep(), on_this_machine(n))] for n in (1, None)
    )
    assert [scan.page for scan in both] == list(range(1, 11))
    assert [scan.board for scan in here] == [scan.board for scan in both]
    alone = [(1, slice(0, 8)), (1, slice(8, 16))]
    assert used == [*alone, alone[0], (2, slice(8, 16))]


def test_one_worker_and_two_give_the_same(tmp_path):
    for name in ("a.jpg", "b.jpg"):
        shutil.copy(SAMPLE, tmp_path / name)
    (tmp_path / "c.jpg").write_bytes(b"")
    both = [lines(tmp_path, "--workers", n) for n in ("1", "2")]
    assert both[0] == both[1]
    assert [one["file"] for one in both[0]] == ["a.jpg", "b.jpg", "c.jpg"]
    assert both[0][0]["board"] == both[0][1]["board"]


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
    assert again.known(photos[1]) == [[found(photos[1])]]
    again.add(photos[2], [[found(photos[2])]])
    assert again.known(photos[2]) == [[found(photos[2])]]
    again.close(forget=True)
    assert not notes.exists()


def test_a_stopped_call_goes_on_where_it_was(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for n in range(4):
        shutil.copy(SAMPLE, tmp_path / f"{n}.jpg")
    real, read = pipeline.read_picture, []

    def read_picture(picture, keep):
        if picture.name == "2.jpg" and not again:
            raise KeyboardInterrupt
        read.append(picture.name)
        return real(picture, keep)

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


def started(folder, **more):
    for n in range(40):
        shutil.copy(SAMPLE, folder / f"{n:02}.jpg")
    call = [sys.executable, "-m", "paperplay", "scan", ".", "--json", "--workers", "2"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(folder / "data")}
    return subprocess.Popen(
        call, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more
    )


def test_ctrl_c_ends_workers_and_keeps_what_is_done(tmp_path):
    running = started(tmp_path, start_new_session=True, preexec_fn=_hear_ctrl_c)
    first = running.stdout.readline()
    workers = alive_below(running.pid)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does it
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in err and "--resume" in err
    (notes,) = (tmp_path / "data").rglob("*.jsonl")
    noted = len(notes.read_text().splitlines())
    assert 1 <= len([first, *out.splitlines()]) <= noted < 40
    assert len(workers) >= 2
    assert until(lambda: not alive(workers), 10)


def test_ctrl_c_while_workers_start_is_quiet(tmp_path):
    running = started(tmp_path, start_new_session=True, preexec_fn=_hear_ctrl_c)
    until(lambda: len(alive_below(running.pid)) >= 2)
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130 and "Traceback" not in err


def test_workers_end_when_their_batch_is_killed(tmp_path):
    running = started(tmp_path)
    running.stdout.readline()
    workers = alive_below(running.pid)
    assert len(workers) >= 2
    running.kill()
    running.communicate()
    assert until(lambda: not alive(workers), 10)
