"""Kills in batch, worker and server; full and read-only disks, devices, spoilt files."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path
from random import Random

from benchmarks.attack_page import Server
from benchmarks.attack_tools import (
    ROOT,
    Place,
    Tally,
    command,
    descendants,
    last_line,
    left_over,
    patient,
    run,
)

SIGNALS = {"KILL": signal.SIGKILL, "TERM": signal.SIGTERM, "Ctrl-C": signal.SIGINT}
PHOTO = ROOT / "samples/daydream/photo.jpg"
IN_BATCH = 10
IN_EVENING = 4


def attack_kills(tally: Tally, place: Place, first: int, kills: int) -> None:
    """Kill batches, workers and servers at odd moments; then everything must be there once."""
    share = tally.until - time.monotonic()
    ends = (tally.until - 0.6 * share, tally.until - 0.35 * share, tally.until)
    attacks = (kill_batches, kill_workers, kill_servers)
    counts = (kills - 2 * (kills * 3 // 10), kills * 3 // 10, kills * 3 // 10)
    for attack, end, count in zip(attacks, ends, counts, strict=True):
        tally.until = end
        attack(tally, place, first, count)


def _batch(place: Place) -> Path:
    folder = place.fresh("batch")
    for number in range(IN_BATCH):
        shutil.copy(PHOTO, folder / f"p{number}.jpg")
    return folder


def kill_batches(tally: Tally, place: Place, first: int, count: int) -> None:
    """Kill a batch up to three times, then resume it to its end."""
    folder, seed = _batch(place), first
    while seed < first + count and not tally.over():
        rng, faults, told = Random(seed), [], []
        for _ in range(min(rng.choice((1, 2, 3)), first + count - seed)):
            name, pause = rng.choice(list(SIGNALS)), rng.uniform(0.2, 4.0)
            faults += _killed_batch(folder, name, pause)
            told.append(f"{name} after {pause:.2f} s")
            tally.add(f"batch, kill {seed}", ())
            seed += 1
        end = run("scan", ".", "--json", "--workers", "2", "--resume", cwd=folder, seconds=200)
        faults += [*end.faults(), *end.wrong_json(), *_once(end.out), *place.strays()]
        tally.add(f"batch, --first {seed} ({', '.join(told)}), resumed", faults)


def _killed_batch(folder: Path, name: str, pause: float) -> list[str]:
    argv = command("scan", ".", "--json", "--workers", "2", "--resume")
    child = subprocess.Popen(
        argv, cwd=folder, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(pause)
    with contextlib.suppress(ProcessLookupError):
        # Ctrl-C reaches every process of the terminal, the others one process.
        kill = os.killpg if name == "Ctrl-C" else os.kill
        kill(child.pid, SIGNALS[name])
    late = left_over(30)
    out, err = child.communicate()
    found = [f"{name} after {pause:.2f} s: {fault}" for fault in late]
    if b"Traceback" in err:
        found.append(f"{name} after {pause:.2f} s: traceback: {last_line(err)}")
    for line in out.split(b"\n")[:-1]:
        with contextlib.suppress(ValueError):
            json.loads(line)
            continue
        found.append("a broken line on standard output")
    return found


def _once(out: bytes) -> list[str]:
    """Say which photos of a batch are lost, twice or read differently."""
    scans = [json.loads(line) for line in out.splitlines() if line.startswith(b"{")]
    counts = Counter(Path(scan["file"]).name for scan in scans)
    names = {f"p{number}.jpg" for number in range(IN_BATCH)}
    boards = {json.dumps(scan.get("board"), sort_keys=True) for scan in scans}
    found = [f"lost: {name}" for name in sorted(names - counts.keys())]
    found += [f"twice: {name}" for name, times in counts.items() if times > 1]
    return found + ([f"{len(boards)} different boards"] if len(boards) > 1 else [])


def kill_workers(tally: Tally, place: Place, first: int, count: int) -> None:
    """Kill one process of a batch that reads; the batch must come to its end all the same."""
    folder = _batch(place)
    for seed in range(first, first + count):
        if tally.over():
            return
        rng = Random(seed)
        name = rng.choice(list(SIGNALS))
        argv = command("scan", ".", "--json", "--workers", "2")
        child = subprocess.Popen(
            argv, cwd=folder, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        end, workers = time.monotonic() + patient(60), []
        while not workers and time.monotonic() < end:
            workers = [pid for pid in descendants() if _is_worker(pid)]
            time.sleep(0.05)
        time.sleep(rng.uniform(0, 2))
        with contextlib.suppress(ProcessLookupError, IndexError):
            os.kill(rng.choice(workers), SIGNALS[name])
        faults = [] if workers else ["no worker was found"]
        try:
            out, err = child.communicate(timeout=patient(150))
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            out, err = child.communicate()
            faults.append("the batch hangs")
        faults += ["traceback: " + last_line(err)] if b"Traceback" in err else []
        faults += [*_once(out), *left_over(30), *place.strays()]
        faults += [f"exit status {child.returncode}"] if child.returncode not in (0, 1) else []
        tally.add(f"worker, --first {seed} ({name})", faults)


def _is_worker(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def kill_servers(tally: Tally, place: Place, first: int, count: int) -> None:
    """Kill the page while photos come in; the next start must answer each of them once."""
    folder, photo = place.fresh("served"), PHOTO.read_bytes()
    sent: list[str] = []
    for seed in range(first, first + count):
        if tally.over():
            break
        rng, faults = Random(seed), []
        name = rng.choice(list(SIGNALS))
        server = Server(folder, folder / "data")
        server.enter()
        new = [f"{seed:020x}{number:04x}" for number in range(IN_EVENING)]
        sent += [upload for upload in new if server.upload(photo, "p.jpg", upload) in (200, 303)]
        time.sleep(rng.uniform(0, 2))
        status = server.stop(SIGNALS[name])
        if name != "KILL" and status not in (0, 130, -signal.SIGTERM, 143):
            faults.append(f"exit status {status}")
        faults += left_over(30)
        faults += (
            ["traceback: " + last_line(server.said())] if b"Traceback" in server.said() else []
        )
        faults += _answered_after(folder, sent)
        faults += place.strays()
        tally.add(f"server, --first {seed} ({name})", faults)


def _answered_after(folder: Path, sent: list[str]) -> list[str]:
    """Start the page again; list uploads that are lost, unanswered or twice."""
    server = Server(folder, folder / "data")
    try:
        if not server.port:
            return ["does not start again: " + last_line(server.said())]
        left = server.waits()
        uploads = {row[0] for row in server.rows("SELECT id FROM uploads")}
        sheets = Counter(row[0] for row in server.rows("SELECT upload FROM sheets"))
        lost = [u for u in sent if not any(known.startswith(u) for known in uploads)]
        twice = [u for u, times in sheets.items() if times > 1]
        found = [f"{left} uploads without an answer"] if left else []
        found += [f"{len(lost)} uploads lost"] if lost else []
        found += [f"{len(twice)} uploads read twice"] if twice else []
        found += ["uploads without a sheet"] if len(sheets) < len(uploads) - left else []
        return found + server.faults()
    finally:
        server.stop()
        left_over(30)


def attack_disks(tally: Tally, place: Place) -> None:
    """Write to where nothing can be written, and read what was spoilt."""
    from benchmarks import attack_disks

    for attack in attack_disks.ATTACKS:
        if tally.over():
            return
        attack(tally, place)
