"""Template files are read into checked types, by several threads at once, too."""

from __future__ import annotations

import threading
import time

import msgspec
import pytest

from templates import files


class Cup(msgspec.Struct):
    handles: int


def test_no_two_threads_check_types_at_once(monkeypatch):
    inside, most = 0, 0

    def convert(data, kind, real=msgspec.convert):
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        time.sleep(0.01)  # others would come in
        inside -= 1
        return real(data, kind)

    monkeypatch.setattr(files.msgspec, "convert", convert)
    cups = []
    read = [
        threading.Thread(target=lambda n=n: cups.append(files.checked({"handles": n}, Cup)))
        for n in range(6)
    ]
    for thread in read:
        thread.start()
    for thread in read:
        thread.join()
    assert sorted(cup.handles for cup in cups) == [0, 1, 2, 3, 4, 5]
    assert most == 1


def test_what_is_wrong_is_said_in_between():
    with pytest.raises(msgspec.ValidationError):
        files.checked({"handles": "two"}, Cup)
    assert files.checked({"handles": 2}, Cup) == Cup(2)
