"""What a sheet says about itself, in its QR code and in print.

Both carry the same thirteen characters: one for the format, eleven for what
is said, one check character. The alphabet has 23 signs that no reader takes
for one another. The check is a weighted sum modulo the prime 23 with powers of
a primitive root as weights: every wrong character and every two exchanged ones
are noticed, wherever they stand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.errors import HostError
from templates.page import KINDS, PAPERS

FORMAT = 1
LANGUAGES: tuple[str, ...] = ("de", "en", "fr", "it", "sv")
INKS: tuple[str, ...] = ("colour", "light", "black")

ALPHABET = "2345679ACEFHKLMNPRTUWXY"
"""No 0 O D Q, no 1 I J, no 8 B G S Z V: blurred, they resemble another sign."""
PREFIX = "PP"
"""Tells our QR codes from all others."""

_BASE = len(ALPHABET)
_PRIMITIVE_ROOT = 5
_LENGTH = 11
_GROUPS = (4, 4, 5)
# The kind of sheet comes first: sheets appended later leave the older codes as they are.
_RADICES = (14, 2, 5, 3, 1_000_000, 11, 10_000, 20)
_LEVELS, _TASKS = 3, 70
"""Tasks fit into the number of players and the page, which a Daydream sheet does not need."""


@dataclass(frozen=True, slots=True)
class SheetCode:
    """Which sheet this is."""

    sheet: str
    """Full name, such as ``daydream/BAC``."""
    paper: str = "a4"
    lang: str = "en"
    ink: str = "colour"
    seed: int = 0
    """0 to 999,999; 0 is the sheet drawn by hand."""
    players: int = 0
    """How many play, on sheets that depend on it (up to 10); otherwise 0."""
    copy: int = 0
    """0 to 9,999: the copy's or pupil's number."""
    page: int = 1
    """1 to 20: which page of one game."""
    format: int = FORMAT

    @property
    def exercise(self) -> tuple[int, int] | None:
        """Level and number of the task that is printed on a Daydream sheet; None for none.

        Such a sheet has one page for any number of players, so that these two are free.
        """
        place = self.players * _RADICES[-1] + self.page - 1
        if not self.sheet.startswith("daydream/") or not 0 < place <= _LEVELS * _TASKS:
            return None
        level, task = divmod(place - 1, _TASKS)
        return level + 1, task + 1

    def with_exercise(self, level: int, task: int) -> SheetCode:
        """Give the code of a Daydream sheet with a task on it."""
        if not self.sheet.startswith("daydream/"):
            raise ValueError(f"{self.sheet} has no tasks")
        if not (1 <= level <= _LEVELS and 1 <= task <= _TASKS):
            raise ValueError(f"there is no room for task {task} of level {level}")
        players, page = divmod((level - 1) * _TASKS + task, _RADICES[-1])
        return replace(self, players=players, page=page + 1)

    def __post_init__(self) -> None:
        for value, radix in zip(self._numbers(), _RADICES, strict=True):
            if not 0 <= value < radix:
                raise ValueError(f"{self!r}: {value} is not below {radix}")

    def _numbers(self) -> tuple[int, ...]:
        return (
            KINDS.index(self.sheet),
            list(PAPERS).index(self.paper),
            LANGUAGES.index(self.lang),
            INKS.index(self.ink),
            self.seed,
            self.players,
            self.copy,
            self.page - 1,
        )

    @property
    def printed(self) -> str:
        """The code for people: groups joined by hyphens."""
        signs = self._signs()
        first, second, _ = _GROUPS
        return "-".join((signs[:first], signs[first : first + second], signs[first + second :]))

    @property
    def qr_text(self) -> str:
        """The text of the QR code: capital letters and digits alone."""
        return PREFIX + self._signs()

    def _signs(self) -> str:
        packed = 0
        for value, radix in zip(self._numbers(), _RADICES, strict=True):
            packed = packed * radix + value
        digits = []
        for _ in range(_LENGTH):
            packed, digit = divmod(packed, _BASE)
            digits.append(ALPHABET[digit])
        body = ALPHABET[self.format] + "".join(reversed(digits))
        return body + check_sign(body)


def check_sign(body: str) -> str:
    """Give the sign that makes the weighted sum of all signs zero."""
    total = sum(
        ALPHABET.index(sign) * pow(_PRIMITIVE_ROOT, weight, _BASE)
        for weight, sign in enumerate(reversed(body), start=1)
    )
    return ALPHABET[-total % _BASE]


def read_printed(text: str) -> SheetCode:
    """Read a printed code as someone typed it, or as it was recognised.

    Raises:
        HostError: ``code-malformed``, ``code-check`` or ``code-newer``.
    """
    signs = "".join(sign for sign in text.upper() if not sign.isspace() and sign not in "-–.")
    return _read(signs, text)


def read_qr(text: str) -> SheetCode:
    """Read the text of a QR code.

    Raises:
        HostError: ``code-foreign`` where it is not ours, else as `read_printed`.
    """
    if not text.startswith(PREFIX):
        raise HostError("code-foreign", text=text[:40])
    return _read(text.removeprefix(PREFIX), text)


def _read(signs: str, text: str) -> SheetCode:
    if not 3 <= len(signs) < _BASE or any(sign not in ALPHABET for sign in signs):
        raise HostError("code-malformed", text=text[:40])
    if check_sign(signs[:-1]) != signs[-1]:
        raise HostError("code-check", text=text[:40])
    # Every format keeps the first and the last sign, so that a newer one is known as such.
    written = ALPHABET.index(signs[0])
    if written > FORMAT:
        raise HostError("code-newer", text=text[:40], format=written, known=FORMAT)
    if written < 1 or len(signs) != _LENGTH + 2:
        raise HostError("code-malformed", text=text[:40])
    return _unpacked(signs[1:-1], text)


def _unpacked(body: str, text: str) -> SheetCode:
    packed = 0
    for sign in body:
        packed = packed * _BASE + ALPHABET.index(sign)
    numbers = []
    for radix in reversed(_RADICES):
        packed, number = divmod(packed, radix)
        numbers.append(number)
    page, copy, players, seed, ink, lang, paper, kind = numbers
    if packed or kind >= len(KINDS):
        raise HostError("code-newer", text=text[:40], format=FORMAT, known=FORMAT)
    return SheetCode(
        sheet=KINDS[kind],
        paper=list(PAPERS)[paper],
        lang=LANGUAGES[lang],
        ink=INKS[ink],
        seed=seed,
        players=players,
        copy=copy,
        page=page + 1,
    )
