"""What a file is, by its first bytes, and whether its end is there."""

from __future__ import annotations

_HEIC = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1"}
_AVIF = {b"avif", b"avis"}
_BEGINNINGS = {
    b"\xff\xd8\xff": "jpeg",
    b"\x89PNG\r\n\x1a\n": "png",
    b"II*\0": "tiff",
    b"MM\0*": "tiff",
    b"II+\0": "tiff",
    b"MM\0+": "tiff",
    b"\x1aE\xdf\xa3": "film",  # WebM
}
_FILM = {b"isom", b"iso2", b"iso4", b"iso5", b"iso6", b"mp41", b"mp42", b"avc1", b"M4V ", b"qt  "}
_FILM |= {b"3gp4", b"3gp5", b"3gp6", b"dash", b"MSNV"}


def kind_of(data: bytes) -> str | None:
    """Tell by its first bytes what a file is: jpeg, png, webp, heic, avif, tiff, pdf or film."""
    for beginning, kind in _BEGINNINGS.items():
        if data.startswith(beginning):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    if data[4:8] == b"ftyp":
        return _kind_by_brand(data)
    return "pdf" if b"%PDF-" in data[:1024] else None


def _kind_by_brand(data: bytes) -> str | None:
    """Tell HEIC and AVIF from films, which begin alike."""
    length = min(int.from_bytes(data[:4], "big"), 256)
    brands = {data[8:12]} | {data[at : at + 4] for at in range(16, length, 4)}
    if brands & _AVIF:
        return "avif"
    if brands & _HEIC:
        return "heic"
    return "film" if brands & _FILM else None


def is_cut(data: bytes, kind: str) -> bool:
    """Say whether a file lacks its end by its own account; JPEG and TIFF tell only later."""
    if kind == "png":
        return b"IEND" not in data
    if kind == "webp":
        return len(data) < 30 or len(data) < 8 + int.from_bytes(data[4:8], "little")
    if kind in ("heic", "avif"):
        return _ends_in_a_box(data)
    return kind == "pdf" and b"%%EOF" not in data[-2048:]


def _ends_in_a_box(data: bytes) -> bool:
    """Walk along the boxes that a HEIC file is made of."""
    at = 0
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if length == 1:  # stands in eight bytes behind the name
            length = int.from_bytes(data[at + 8 : at + 16], "big")
        if length < 8:  # 0: up to the end; else no box, but something appended
            return False
        at += length
    return at > len(data)
