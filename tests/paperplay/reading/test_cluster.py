"""The same job on a Dask cluster, one of whose workers is killed midway."""

from __future__ import annotations

import json
import os
import shutil
import signal
from pathlib import Path

import pytest

from paperplay import cli
from paperplay.reading.batch import on_this_machine, read_all
from paperplay.reading.cluster import Cluster
from paperplay.reading.photo_files import Photo
from scanner.stages import Keep

distributed = pytest.importorskip("distributed")  # the extra paperplay[cluster]
SAMPLE = Path(__file__).parents[3] / "samples" / "photos" / "BAC.jpg"
PHOTOS = 10


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as local:
        yield local


def boards(reads):
    return [(one.file, one.status, one.ink) for sheets in reads for one in sheets]


def test_every_sheet_is_read_once_though_a_worker_is_killed(cluster, tmp_path):
    photos = [Photo(tmp_path / f"{n}.jpg", f"{n}.jpg") for n in range(PHOTOS)]
    for photo in photos:
        shutil.copy(SAMPLE, photo.path)
    photos[4].path.write_bytes(b"")
    photos.append(Photo(tmp_path / "gone.jpg", "gone.jpg"))
    noted = []
    place = Cluster(cluster.scheduler_address)
    reads = read_all(photos, Keep(), place, finished=lambda photo, pages: noted.append(photo.name))
    with distributed.Client(cluster, set_as_default=False) as client:
        victim = sorted(client.run(os.getpid).values())[0]
    done = [next(reads)]
    os.kill(victim, signal.SIGKILL)
    done += reads
    names = [photo.name for photo in photos]
    assert sorted(noted) == names
    here = list(read_all([photos[0], photos[4], photos[-1]], Keep(), on_this_machine(1)))
    first, empty, gone = boards(here)
    wanted = [(name, *first[1:]) for name in names]
    wanted[4], wanted[-1] = empty, gone
    assert boards(done) == wanted


def test_the_call_reads_on_a_cluster(cluster, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    shutil.copy(SAMPLE, tmp_path / "a.jpg")
    words = ["scan", "a.jpg", "--json", "--dask"]
    assert cli.main([*words, cluster.scheduler_address]) == 0
    assert json.loads(capsys.readouterr().out)["board"]["sheet"] == "daydream/BAC"
    assert cli.main([*words, cluster.scheduler_address, "--marked", "out"]) == 2
    assert "Leave them out" in capsys.readouterr().err


def test_a_scheduler_that_does_not_answer_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("paperplay.reading.cluster._PATIENCE", "200ms")
    status = cli.main(["scan", str(SAMPLE), "--json", "--dask", "tcp://127.0.0.1:9"])
    assert status == 2
    assert "No Dask scheduler answers at tcp://127.0.0.1:9." in capsys.readouterr().err
