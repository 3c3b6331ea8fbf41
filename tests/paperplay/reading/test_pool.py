"""The pool itself: workers that die, hang or are left alone, and what is said of their jobs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from paperplay.reading.job import prepare
from paperplay.reading.pool import Pool
from rules.errors import HostError
from scanner import pipeline
from tests.paperplay.stand_ins import asleep, divided, not_to_be_sent, pid_then_wait
from tests.paperplay.web.running import ROOT, alive, alive_below, until

_PARENT = """
import sys
from threading import Thread
from paperplay.reading.pool import Pool
from tests.paperplay.stand_ins import pid_then_wait

if __name__ == "__main__":
    pool = Pool(3)
    for _ in range(3):
        Thread(target=pool.run, args=(pid_then_wait, sys.argv[1])).start()
"""


@pytest.fixture
def pool():
    with closing(Pool(1, seconds=20)) as one:
        yield one


def pids(folder):
    return {int(path.stem) for path in Path(folder).glob("*.pid")}


def test_an_exception_of_one_job_is_told_and_the_worker_goes_on(pool):
    worker = pool.run(asleep, 0)
    for job, args in ((divided, (0,)), (not_to_be_sent, ())):
        with pytest.raises(HostError) as told:
            pool.run(job, *args)
        assert told.value.code == "photo-crashed"
        assert job is not divided or told.value.facts["reason"] == "ZeroDivisionError"
    assert pool.run(asleep, 0) == worker
    with pytest.raises(HostError):
        pool.run(lambda: None)  # no other process could know it
    assert pool.run(divided, 4) == 0.25


def test_a_job_whose_worker_is_killed_is_done_again_by_another(pool, tmp_path):
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(pool.run, pid_then_wait, str(tmp_path))
        (first,) = until(lambda: pids(tmp_path))
        os.kill(first, signal.SIGKILL)
        until(lambda: len(pids(tmp_path)) == 2)
        (tmp_path / "go").touch()
        assert waiting.result(60) != first


def test_a_job_whose_worker_is_killed_twice_is_given_up_for_a_true_reason(pool, tmp_path):
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(pool.run, pid_then_wait, str(tmp_path))
        for count in (1, 2):
            until(lambda count=count: len(pids(tmp_path)) == count)
            for each in alive(pids(tmp_path)):
                os.kill(each, signal.SIGKILL)
        with pytest.raises(HostError) as told:
            waiting.result(60)
    assert told.value.code == "photo-ended"
    assert pool.run(divided, 2) == 0.5


def test_a_job_that_takes_too_long_is_ended_and_not_tried_again():
    with closing(Pool(1)) as pool:
        worker = pool.run(asleep, 0)  # to start may take a busy machine longer
        pool._seconds = 1.0
        with pytest.raises(HostError) as told:
            pool.run(asleep, 300)
        pool._seconds = None
        assert told.value.code == "photo-too-slow"
        assert not alive({worker})
        assert pool.run(asleep, 0) != worker


def test_the_end_leaves_no_worker_and_gives_no_false_result(tmp_path):
    pool = Pool(1)
    with ThreadPoolExecutor(2) as threads:
        jobs = [threads.submit(pool.run, pid_then_wait, str(tmp_path)) for _ in range(2)]
        (worker,) = until(lambda: pids(tmp_path))
        pool.close()
        for job in jobs:
            with pytest.raises(CancelledError):
                job.result(60)
    assert not alive({worker}) and pids(tmp_path) == {worker}


def test_workers_end_in_the_middle_of_a_job_when_their_parent_is_killed(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(_PARENT)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    parent = subprocess.Popen([sys.executable, str(script), str(tmp_path)], cwd=ROOT, env=env)
    until(lambda: len(pids(tmp_path)) == 3)
    below = alive_below(parent.pid)
    assert pids(tmp_path) <= below
    parent.kill()
    parent.wait()
    assert until(lambda: not alive(below), 10)


def test_the_warm_up_goes_the_whole_way_of_a_photo(monkeypatch):
    real, read = pipeline.read_picture, []
    monkeypatch.setattr(pipeline, "read_picture", lambda picture: read.extend(real(picture)))
    prepare()
    assert [scan.is_read for scan in read] == [True]


_GONE = """
import os
from multiprocessing import util
from multiprocessing.resource_tracker import ensure_running
from paperplay.reading.pool import Pool

start = util.spawnv_passfds

def gone(*args):
    print(start(*args), flush=True)
    os._exit(0)

if __name__ == "__main__":
    ensure_running()
    util.spawnv_passfds = gone
    Pool(1).run(print)
"""


def test_a_worker_whose_parent_is_gone_before_it_has_begun_ends_without_a_word(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(_GONE)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, str(script)]
    ended = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    assert not ended.stderr and not alive({int(ended.stdout)})
