"""The page in a process of its own, which can be killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[3]
_START = """
import sys
from pathlib import Path

if len(sys.argv) > 3:
    import resource

    resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[3]),) * 2)
from paperplay.web.server.serving import run
from paperplay.web.server.server_settings import ServerSettings

if __name__ == "__main__":
    run(ServerSettings(Path(sys.argv[1]), port=0, read=sys.argv[2]), "en", browser=False)
"""


class Server:
    """One run of the server."""

    def __init__(self, data, read, *handles, stderr=None):
        # A file, because readers import the module that they were started from.
        script = Path(data).parent / "start_the_page.py"
        script.write_text(_START)
        self.process = subprocess.Popen(
            [sys.executable, str(script), str(data), read, *map(str, handles)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        )
        said = self.process.stdout.readline()
        self.host = re.search(r"http://127\.0\.0\.1:\d+/host/\S+", said)[0]
        self.base = self.host.partition("/host/")[0]

    def kill(self):
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """End it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        status = self.process.wait(60)
        self.process.stdout.close()
        return status

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.process.poll() is None:
            self.kill()


def until(condition, seconds=60.0):
    """Wait for something."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.05)
    raise AssertionError("It did not come to pass in time.")


def alive_below(*pids):
    """Name the processes that these have started, and those that they have, if they live."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,stat="], capture_output=True, text=True)
    rows = [line.split() for line in listed.stdout.splitlines()]
    found = {int(pid) for pid, parent, stat in rows if int(parent) in pids and stat[0] != "Z"}
    return found | alive_below(*found) if found else found


def alive(pids):
    """Say which of these processes live."""
    listed = subprocess.run(["ps", "-eo", "pid=,stat="], capture_output=True, text=True)
    rows = [line.split() for line in listed.stdout.splitlines()]
    return {int(pid) for pid, stat in rows if int(pid) in pids and stat[0] != "Z"}


def answers(address):
    """Say whether a server answers there."""
    try:
        with urllib.request.urlopen(address, timeout=5):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
