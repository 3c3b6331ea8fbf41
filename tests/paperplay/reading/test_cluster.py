"""The same job on a Dask cluster: workers and schedulers that die, and what is said of it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from paperplay import cli
from paperplay.reading.batch import on_this_machine, read_all
from paperplay.reading.cluster import Cluster, ClusterGone
from paperplay.reading.photo_files import Photo
from scanner.stages import Keep

distributed = pytest.importorskip("distributed")  # the extra paperplay[cluster]
dask = pytest.importorskip("dask")
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
    monkeypatch.setattr("paperplay.reading.cluster._PATIENCE", 0.2)
    status = cli.main(["scan", str(SAMPLE), "--json", "--dask", "tcp://127.0.0.1:9"])
    assert status == 2
    assert "No Dask scheduler answers at tcp://127.0.0.1:9." in capsys.readouterr().err


@pytest.mark.parametrize(
    "address",
    ["tcp://10.0.0.5:8786", "10.0.0.5:8786", "host:1", "ws://127.0.0.1:1", "tcp://127.0.0.1.eu:1"],
)
def test_nothing_is_sent_over_a_network_in_the_open(address, capsys):
    assert cli.main(["scan", str(SAMPLE), "--dask", address, "--lang", "en"]) == 2
    assert f"The connection to {address} would not be encrypted" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["localhost:9", "tcp://[::1]:9", "127.0.0.1:9"])
def test_this_machine_may_be_talked_to_in_the_open(address, monkeypatch, capsys):
    monkeypatch.setattr("paperplay.reading.cluster._PATIENCE", 0.2)
    assert cli.main(["scan", str(SAMPLE), "--dask", address, "--lang", "en"]) == 2
    assert f"No Dask scheduler answers at {address}" in capsys.readouterr().err


def test_tls_without_certificates_is_said_in_words(capsys):
    assert cli.main(["scan", str(SAMPLE), "--dask", "tls://127.0.0.1:9", "--lang", "en"]) == 2
    assert "Dask knows no certificates here" in capsys.readouterr().err


@pytest.fixture
def certificates(tmp_path):
    """Two owners of certificates that do not know each other."""
    program = shutil.which("openssl") or pytest.skip("certificates are made with openssl")
    for name in ("ours", "other"):
        words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=dask"]
        files = ["-keyout", tmp_path / f"{name}.key", "-out", tmp_path / f"{name}.pem"]
        subprocess.run([program, *words, *files], check=True, capture_output=True)
    return tmp_path


def shown_to_dask(folder, name):
    cert, key = str(folder / f"{name}.pem"), str(folder / f"{name}.key")
    told = {"ca-file": cert}
    for role in ("client", "scheduler", "worker"):
        told |= {f"{role}.cert": cert, f"{role}.key": key}
    return dask.config.set({f"distributed.comm.tls.{name}": value for name, value in told.items()})


def test_photos_go_to_a_cluster_over_tls(certificates, monkeypatch, capsys):
    with shown_to_dask(certificates, "ours"):
        local = distributed.LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            processes=False,
            dashboard_address=None,
            protocol="tls://",
            security=distributed.Security(),
        )
    with local:
        address = local.scheduler_address
        assert address.startswith("tls://")
        words = ["scan", str(SAMPLE), "--json", "--lang", "en", "--dask", address]
        with shown_to_dask(certificates, "ours"):
            assert cli.main(words) == 0
        assert json.loads(capsys.readouterr().out)["board"]["sheet"] == "daydream/BAC"
        monkeypatch.setattr("paperplay.reading.cluster._PATIENCE", 1.0)
        with shown_to_dask(certificates, "other"):
            assert cli.main(words) == 2
        assert f"No Dask scheduler answers at {address}" in capsys.readouterr().err


@pytest.fixture
def scheduler(monkeypatch, tmp_path):
    """A scheduler of its own that can be killed, without workers."""
    monkeypatch.setattr("paperplay.reading.cluster._PATIENCE", 2.0)
    told = tmp_path / "scheduler.json"
    words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told)]
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", *words]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            ends = time.monotonic() + 60
            while not told.exists() or not told.read_text():
                assert time.monotonic() < ends
                time.sleep(0.1)
            yield process, json.loads(told.read_text())["address"]
        finally:
            process.kill()


def test_a_cluster_without_workers_is_said_in_words(scheduler, capsys):
    began = time.monotonic()
    assert cli.main(["scan", str(SAMPLE), "--dask", scheduler[1], "--lang", "en"]) == 2
    assert f"The Dask scheduler {scheduler[1]} has no workers." in capsys.readouterr().err
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("victim", ["scheduler", "worker"])
def test_a_cluster_that_dies_midway_ends_the_call_and_names_no_photo(scheduler, victim):
    process, address = scheduler
    words = [address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    command = [sys.executable, "-m", "distributed.cli.dask_worker", *words]
    env = {**os.environ, "PYTHONPATH": str(SAMPLE.parents[2])}
    photos = [Photo(SAMPLE, f"{n}.jpg") for n in range(20)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, env=env) as worker:
        try:
            monkey = pytest.MonkeyPatch()
            with monkey.context() as patch:
                patch.setattr("paperplay.reading.cluster._PATIENCE", 30.0)
                place = Cluster(address)
            reads = read_all(photos, Keep(), place)
            assert next(reads)[0].is_read
            {"scheduler": process, "worker": worker}[victim].kill()
            began = time.monotonic()
            with pytest.raises(ClusterGone) as told:
                assert all(sheets[0].is_read for sheets in reads)
            assert time.monotonic() - began < 60
        finally:
            worker.kill()
    assert told.value.code == {"scheduler": "cluster-lost", "worker": "cluster-no-workers"}[victim]
