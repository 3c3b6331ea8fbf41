"""QR codes of one kind: version 2, capital letters and digits, the strongest correction that fits.

All our codes have that form, so that this little encoder takes a fifth of the time of a
general one, and a class of sheets is printed at once. A test compares the two.
"""

from __future__ import annotations

from functools import cache

SIZE = 25
MOST_SIGNS = 29
_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_WORDS = 44
_LEVELS = ((20, 16, 0b10), (MOST_SIGNS, 22, 0b11))
"""Levels H and Q, each in one block: the most signs, words of data, and how the code names it."""
_MASK = 2
"""Every third column turned over. Any mask may be read; trying all eight takes time."""


def qr_rows(text: str) -> list[int]:
    """Give a text's QR code row by row; each row's highest bit of 25 is its first module."""
    if len(text) > MOST_SIGNS:
        raise ValueError(f"{text!r} has more than {MOST_SIGNS} signs")
    words, level = next((words, level) for most, words, level in _LEVELS if len(text) <= most)
    data = bytes(_data_words(text, words))
    bits = f"{int.from_bytes(data + _check_words(data)):0{8 * _WORDS}b}"
    blank, path = _plan(level)
    rows = blank[:]
    for (y, module), bit in zip(path, bits, strict=False):  # the way's last modules stay empty
        if bit == "1":
            rows[y] ^= module
    return rows


def _data_words(text: str, count: int) -> list[int]:
    """Pack the text, two signs in eleven bits, and fill up."""
    values = [_SIGNS.index(sign) for sign in text]
    bits = f"0010{len(values):09b}"
    for at in range(0, len(values) - 1, 2):
        bits += f"{45 * values[at] + values[at + 1]:011b}"
    if len(values) % 2:
        bits += f"{values[-1]:06b}"
    bits += "0" * min(4, 8 * count - len(bits))
    bits += "0" * (-len(bits) % 8)
    words = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    return words + [(0xEC, 0x11)[k % 2] for k in range(count - len(words))]


def _check_words(data: bytes) -> bytes:
    """Divide by the generator polynomial (Reed and Solomon)."""
    rest, count = 0, _WORDS - len(data)
    top = 8 * (count - 1)
    for word in data:
        lead = word ^ rest >> top
        rest = (rest & ((1 << top) - 1)) << 8 ^ _times_generator(lead, count)
    return rest.to_bytes(count)


@cache
def _times_generator(factor: int, count: int) -> int:
    """Give the generator times a factor, without its first coefficient, as one number."""
    power, log = _field()
    if not factor:
        return 0
    return int.from_bytes(bytes(power[(log[factor] + c) % 255] for c in _generator(count)))


@cache
def _field() -> tuple[list[int], list[int]]:
    """Give powers and logarithms in the field of 256 elements."""
    power, log = [0] * 255, [0] * 256
    value = 1
    for exponent in range(255):
        power[exponent], log[value] = value, exponent
        value = (value << 1) ^ (0x11D if value & 0x80 else 0)
    return power, log


@cache
def _generator(count: int) -> list[int]:
    """Give the logarithms of the generator's coefficients but the first."""
    power, log = _field()
    poly = [1]
    for root in range(count):
        times = [power[(log[c] + root) % 255] for c in poly]
        poly = [a ^ b for a, b in zip([*poly, 0], [0, *times], strict=True)]
    return [log[c] for c in poly[1:]]


@cache
def _plan(level: int) -> tuple[list[int], list[tuple[int, int]]]:
    """Give the code of nothing, already masked, and the way that the bits take."""
    fixed = _fixed_modules(level)
    way = [at for at in _zigzag() if at not in fixed]
    black = {at for at, is_black in fixed.items() if is_black}
    black |= {(x, y) for x, y in way if x % 3 == 0}
    rows = [sum(1 << (SIZE - 1 - x) for x in range(SIZE) if (x, y) in black) for y in range(SIZE)]
    return rows, [(y, 1 << (SIZE - 1 - x)) for x, y in way]


def _fixed_modules(level: int) -> dict[tuple[int, int], bool]:
    """Give finders, timing, alignment and format: what does not depend on the text."""
    fixed: dict[tuple[int, int], bool] = {}
    for left, top in ((0, 0), (SIZE - 7, 0), (0, SIZE - 7)):
        for dx in range(-1, 8):
            for dy in range(-1, 8):
                ring = max(abs(dx - 3), abs(dy - 3))
                fixed[left + dx, top + dy] = ring in (0, 1, 3)
    for dx in range(-2, 3):
        for dy in range(-2, 3):
            fixed[18 + dx, 18 + dy] = max(abs(dx), abs(dy)) != 1
    for at in range(8, SIZE - 8):
        fixed[at, 6] = fixed[6, at] = at % 2 == 0
    for place, bit in zip(_format_places(), 2 * _format_bits(level), strict=True):
        fixed[place] = bit == "1"
    fixed[8, SIZE - 8] = True
    return fixed


def _format_bits(level: int) -> str:
    """Give level and mask with their own check, the most significant bit first."""
    data = level << 3 | _MASK
    rest = data << 10
    for bit in range(14, 9, -1):
        if rest >> bit & 1:
            rest ^= 0b10100110111 << (bit - 10)
    return f"{(data << 10 | rest) ^ 0b101010000010010:015b}"


def _format_places() -> list[tuple[int, int]]:
    around = [(x, 8) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(8, y) for y in (7, 5, 4, 3, 2, 1, 0)]
    apart = [(8, SIZE - 1 - k) for k in range(7)] + [(SIZE - 8 + k, 8) for k in range(8)]
    return around + apart


def _zigzag() -> list[tuple[int, int]]:
    """Go up and down in columns two wide, from the right, past the timing column."""
    places = []
    upwards = True
    for right in (24, 22, 20, 18, 16, 14, 12, 10, 8, 5, 3, 1):
        rows = range(SIZE - 1, -1, -1) if upwards else range(SIZE)
        places += [(x, y) for y in rows for x in (right, right - 1)]
        upwards = not upwards
    return places
