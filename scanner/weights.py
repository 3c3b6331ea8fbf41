"""The networks' files: a wrong one would read nonsense, so each is checked when it is loaded."""

from __future__ import annotations

from hashlib import sha256
from importlib.resources import files

from scanner.pictures import PhotoError

HASHES = {
    "digits.onnx": "ffdfd1d32cc59f21c451388c0fa9c4233c150111d7f2e1fe363eba86ea6f3e8f",
    "digits_second.onnx": "5e3abe00de64345879a0291f35e3e08eeae82828ca2d089eb788781966db0a63",
    "hands.npz": "6160297e858222de69fcfde38c128546983d09f8236ba7c57a5f4d6e38f55a5a",
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
