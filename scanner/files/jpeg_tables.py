"""The tables in a JPEG's header: whether a camera can have written them.

A changed bit in them spoils every part of a picture, and no decoder minds. What follows holds
for all encoders that we know; a change that keeps to it is not noticed.
"""

from __future__ import annotations

from collections.abc import Iterator

_STEPS, _CODES, _SEQUENTIAL, _FRAMES = 0xDB, 0xC4, (0xC0, 0xC1), (0xC0, 0xC1, 0xC2)
_LARGEST_SIZE = 11  # bits of a number, of eight-bit tones
_RUNS_ALONE = (0x00, 0xF0)  # the end of a block, and sixteen zeros
_AROUND = 2  # steps on either side
_JUMP, _LEAST_JUMP = 3.0, 12  # the boldest known table jumps by 2.4


def are_plausible(header: bytes) -> bool:
    """Say whether a header's tables are such as encoders write."""
    parts = [*_parts(header)]
    frame = next(((kind, body) for kind, body in parts if kind in _FRAMES), None)
    steps = dict(pair for kind, body in parts if kind == _STEPS for pair in _steps(body))
    sequential = frame is not None and frame[0] in _SEQUENTIAL
    codes = [code for kind, body in parts if kind == _CODES for code in _codes(body)]
    return (
        all(map(_are_even, steps.values()))
        and all(_are_symbols(ac, symbols, sequential=sequential) for ac, symbols in codes)
        and (frame is None or _all_are_used(frame[1], set(steps)))
    )


def _parts(header: bytes) -> Iterator[tuple[int, bytes]]:
    at = 2
    while at + 4 <= len(header):
        end = at + 2 + int.from_bytes(header[at + 2 : at + 4], "big")
        yield header[at + 1], header[at + 4 : end]
        at = end


def _steps(body: bytes) -> Iterator[tuple[int, list[int]]]:
    """Read how coarsely each of the 64 frequencies is stored, by the table's number."""
    at = 0
    while at < len(body):
        wide = 2 if body[at] >> 4 else 1
        data = body[at + 1 : at + 1 + 64 * wide]
        yield (
            body[at] & 15,
            [int.from_bytes(data[i : i + wide], "big") for i in range(0, len(data), wide)],
        )
        at += 1 + 64 * wide


def _are_even(steps: list[int]) -> bool:
    """Say whether no step is out of line with the steps before and after it."""
    for at, step in enumerate(steps):
        around = sorted(steps[max(0, at - _AROUND) : at] + steps[at + 1 : at + 1 + _AROUND])
        if not step or not around:
            return False
        far = max(step - around[-1], around[0] - step) >= _LEAST_JUMP
        if far and max(step / around[-1], around[0] / step) >= _JUMP:
            return False
    return True


def _codes(body: bytes) -> Iterator[tuple[bool, bytes]]:
    """Read the symbols of each code, and whether they are of a block's details."""
    at = 0
    while at + 17 <= len(body):
        count = sum(body[at + 1 : at + 17])
        yield bool(body[at] >> 4), body[at + 17 : at + 17 + count]
        at += 17 + count


def _are_symbols(details: bool, symbols: bytes, *, sequential: bool) -> bool:
    """Say whether each symbol is there once, and has a meaning."""
    if len(set(symbols)) < len(symbols):
        return False
    if not details:
        return all(symbol <= _LARGEST_SIZE for symbol in symbols)
    if not sequential:
        return True
    return all(symbol in _RUNS_ALONE or 0 < symbol & 15 < _LARGEST_SIZE for symbol in symbols)


def _all_are_used(frame: bytes, steps: set[int]) -> bool:
    """Say whether a picture in colours has no table of steps left over."""
    used = set(frame[8::3])
    return frame[5:6] != b"\3" or steps <= used
