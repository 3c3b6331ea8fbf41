"""The networks' files: a wrong one would read nonsense, so each is checked when it is loaded."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files

from scanner.pictures import PhotoError

HASHES = {
    "digits.onnx": "a599ccdc0252103e846ff8d89c06b4ba05693d3a08200598661e3636f4a2df6d",
    "digits_second.onnx": "7e55de24896a7f4a03c2da2a11a35de0bbf8b42740f8121965d955c599423da2",
    "hands.npz": "d45c090f9ea29a6274103d4b594cd6ef674e71c49c1e72b3305c048e9bac687d",
    "places.npz": "8a2df3203f64ab5a003f681032b63b852a912f283cd66eb54c4023a66678c813",
}
"""Who trains a network anew writes its SHA-256 here."""


def weights(name: str) -> bytes:
    """Read a network's file; ``wrong-weights`` if it is missing or another version's."""
    try:
        data = files("scanner").joinpath(name).read_bytes()
    except OSError:
        data = b""
    if sha256(data).hexdigest() != HASHES[name]:
        raise PhotoError("wrong-weights", weights=f"scanner/{name}")
    return data
