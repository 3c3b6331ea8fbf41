"""Decodes a film, in a process that can be killed: frames go to standard output.

``scanner.files.films`` starts this file by its path, so it imports nothing of ours. Each frame
is a line ``{"size": [width, height], "at": seconds}`` and its pixels in grey; the pipe makes
it wait for whoever looks at them. A last line ``{"end": true}`` says that there are no more.
"""

from __future__ import annotations

import json
import os
import sys

MOST_PIXELS = 9_000_000
"""Of a frame: films are taken at 4K at most."""
MOST_SECONDS = 300
"""Of film."""
A_SECOND = 8
"""Frames that are shown for each second of film."""
_MEMORY = 1_000_000_000  # bytes of address space; 4K needs some 550 million
_PROCESSOR = 400  # seconds


def main(path: str) -> None:
    """Show the frames of a film."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get between the frames
    _limit()
    # Nothing but this file, whatever it says about others; one thread, so that time counts.
    os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = (
        "protocol_whitelist;file|format_whitelist;mov,matroska,webm|threads;1"
    )
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # others would reserve memory for nothing
    import cv2

    cv2.setNumThreads(1)
    film = cv2.VideoCapture(path, cv2.CAP_FFMPEG)
    due, at, whole = 0.0, 0.0, True
    pixels = film.get(cv2.CAP_PROP_FRAME_WIDTH) * film.get(cv2.CAP_PROP_FRAME_HEIGHT)
    rate = min(max(film.get(cv2.CAP_PROP_FPS) or 30.0, 1.0), 240.0)
    number = 0
    while pixels <= MOST_PIXELS and at <= MOST_SECONDS and film.grab():
        # Files may lie about their times: they never run faster than frames come.
        at = min(max(film.get(cv2.CAP_PROP_POS_MSEC) / 1000, at), number / rate + 1.0)
        number += 1
        if number / rate < due:
            continue
        due = number / rate + 1 / A_SECOND
        shown, frame = film.retrieve()
        whole = shown and 0 < frame.shape[0] * frame.shape[1] <= MOST_PIXELS
        if not whole:
            break
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        head = {"size": [grey.shape[1], grey.shape[0]], "at": round(at, 3)}
        answers.write(json.dumps(head).encode() + b"\n" + grey.tobytes())
        answers.flush()
    # Not every file knows how many frames it has.
    missing = film.get(cv2.CAP_PROP_FRAME_COUNT) - number > max(2 * rate, 0.1 * number)
    end = {"end": True, "long": at > MOST_SECONDS, "cut": bool(missing) or not whole}
    answers.write(json.dumps(end).encode() + b"\n")
    answers.flush()


def _limit() -> None:
    """Bound memory and processor time, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    wanted = [
        (resource.RLIMIT_AS, _MEMORY),
        (resource.RLIMIT_CPU, _PROCESSOR),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ]
    for kind, most in wanted:
        try:
            hard = resource.getrlimit(kind)[1]
            resource.setrlimit(kind, (most if hard < 0 else min(most, hard), hard))
        except (OSError, ValueError):  # macOS knows some limits by name only
            continue


if __name__ == "__main__":
    main(sys.argv[1])
