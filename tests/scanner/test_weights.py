"""A network's file that is not the right one is refused, and checking costs next to nothing."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import scanner
from paperplay import cli
from rules.errors import HostError
from scanner import digits, weights

FOLDER = Path(scanner.__file__).parent
SAMPLE = FOLDER.parent / "samples" / "photos" / "BAC.jpg"


def test_every_network_has_its_hash():
    found = {path.name for path in FOLDER.iterdir() if path.suffix in (".onnx", ".npz")}
    assert found == set(weights.HASHES)
    began = time.perf_counter()
    for name in found:
        assert weights.weights(name) == (FOLDER / name).read_bytes()
    assert time.perf_counter() - began < 0.1  # some 2 ms; the machine may be busy


@pytest.mark.parametrize("content", [None, b"", b"another network"])
def test_another_file_is_refused(content, tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "files", lambda package: tmp_path)
    if content is not None:
        (tmp_path / "hands.npz").write_bytes(content)
    with pytest.raises(HostError) as refused:
        weights.weights("hands.npz")
    assert refused.value.code == "wrong-weights"


def test_the_call_says_so_in_words(tmp_path, monkeypatch, capsys):
    digits._network.cache_clear()
    monkeypatch.setitem(weights.HASHES, "digits.onnx", "")
    assert cli.main(["scan", str(SAMPLE), "--workers", "1", "--lang", "en"]) == 1
    assert "scanner/digits.onnx is missing or not this version’s" in capsys.readouterr().err
    digits._network.cache_clear()
