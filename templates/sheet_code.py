"""What a sheet says about itself, in its two QR codes and in print.

All carry the same signs: one for the format, some for what is said, two check signs. The
alphabet has 23 signs that no reader takes for one another. What a sheet does not need is left
out, so that a plain sheet has seven signs and the longest code 28: docs/identity.md has the
budget. The check signs make a sum and a weighted sum of all signs zero modulo the prime 23:
every wrong sign and every two exchanged ones are noticed, up to 23 signs any two wrong ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.errors import HostError
from templates.games import game_of, games, sheet_number, sheet_numbered, shelved
from templates.languages import LANGUAGES
from templates.page import PAPERS, turn_of

FORMAT = 2
EDITION = 1
"""Of all drawings. What moves or changes anything printed is a new one, once people print."""
INKS: tuple[str, ...] = ("colour", "light", "black")
CHECK = 1 << 20
"""The variant of the page that proves printer and phone (templates/check_page.py)."""

ALPHABET = "2345679ACEFHKLMNPRTUWXY"
"""No 0 O D Q, no 1 I J, no 8 B G S Z V: blurred, they resemble another sign."""
PREFIX = "P"
"""Tells our QR codes from all others."""
MOST_SIGNS = 28
MOST_MARKS = 1 << 13
"""Class marks are below this."""
_CHECKS = 2
_GROUP, _GROUPS_A_LINE = 4, 4

_BASE = len(ALPHABET)
_ROOM = {
    "paper": 8,
    "edition": 32,
    "lang": 64,
    "ink": 4,
    "copy": 10_000,
    "players": 16,
    "page": 32,
    "class_mark": MOST_MARKS,
    "seed": 1_000_000,
    "sheet": 4096,
    "fingerprint": 1 << 32,
    "variant": 1 << 24,
}
"""How many values each field may have, in the order in which they are packed."""
_OPTIONAL = ("copy", "players", "page", "class_mark", "seed", "sheet", "fingerprint", "variant")
_KINDS_OF_SHEET = (("sheet",), ("sheet", "seed"), ("fingerprint",))
_EXTRAS = (("copy",), ("players", "page"), ("class_mark",), ("variant",))
_SHAPES = len(_KINDS_OF_SHEET) << len(_EXTRAS)
_LEVELS, _TASKS = 3, 70
_PUZZLES, _PUZZLE = 1 << 10, 1 << 12
"""Variants of deductions begin here, and so many belong to each level."""
_PUZZLE_FORMS = (11, 12, 13, 14, 15)


@dataclass(frozen=True, slots=True)
class SheetCode:
    """Which sheet this is."""

    sheet: str
    """Full name, such as ``daydream/BAC``.

    Of a sheet that somebody made, whose file is not here, only the name of the game.
    """
    paper: str = "a4"
    lang: str = "en"
    ink: str = "colour"
    seed: int = 0
    """0 to 999,999; 0 is the sheet drawn by hand."""
    players: int = 0
    """How many play, on sheets that depend on it (up to 15); otherwise 0."""
    copy: int = 0
    """0 to 9,999: the copy's or pupil's number."""
    page: int = 1
    """1 to 32: which page of one game."""
    class_mark: int = 0
    """1 to 8,191: of which class the sheet is; 0 for no class."""
    variant: int = 0
    """What else is printed on the sheet, such as a task; 0 for nothing."""
    fingerprint: int = 0
    """Of the file of a sheet that somebody made, which has no number and no seed."""
    edition: int = EDITION
    """1 to 31: of the drawing."""
    format: int = FORMAT

    def __post_init__(self) -> None:
        made = bool(games()[self.sheet.partition("/")[0]].shelf_in)
        if made != (self.fingerprint > 0) or (self.fingerprint and self.seed):
            raise ValueError(f"{self!r}: a sheet has a number and a seed, or a fingerprint")
        for field, value in self._numbers().items():
            if not 0 <= value < _ROOM[field]:
                raise ValueError(f"{self!r}: {field} {value} is not below {_ROOM[field]}")

    @property
    def drawn_by(self) -> int:
        """The number that chose what is printed: a sheet's seed, or a worksheet's variant."""
        return self.variant if self.fingerprint else self.seed

    @property
    def exercise(self) -> tuple[int, int] | None:
        """Form and number of the task that is printed on a Daydream sheet; None for none."""
        game = game_of(self.sheet)
        if self.fingerprint or not self.variant or not game.tasks_in or game.for_class:
            return None
        if self.variant <= _LEVELS * _TASKS:
            level, task = divmod(self.variant - 1, _TASKS)
            return level + 1, task + 1
        place, task = divmod(self.variant - _PUZZLES, _PUZZLE)
        return (_PUZZLE_FORMS[place], task) if 0 <= place < len(_PUZZLE_FORMS) and task else None

    @property
    def has_task(self) -> bool:
        """Whether there is a task on it, whose answers are marked, instead of a game."""
        game = game_of(self.sheet)
        if self.fingerprint or game.for_class:
            return game.tasks_in is not None
        return self.exercise is not None

    @property
    def is_check(self) -> bool:
        """Whether a known game is printed on it, to prove printer and phone: nobody plays on it."""
        plain = not (self.fingerprint or self.seed or self.copy)
        game = game_of(self.sheet)
        return self.variant == CHECK and plain and bool(game.tasks_in) and not game.for_class

    def with_exercise(self, level: int, task: int) -> SheetCode:
        """Give the code of a Daydream sheet with a task on it, by its form and number."""
        if not game_of(self.sheet).tasks_in or game_of(self.sheet).for_class:
            raise ValueError(f"{self.sheet} has no tasks")
        if level in _PUZZLE_FORMS and 1 <= task < _PUZZLE:
            place = _PUZZLE_FORMS.index(level)
            return replace(self, variant=_PUZZLES + place * _PUZZLE + task)
        if not (1 <= level <= _LEVELS and 1 <= task <= _TASKS):
            raise ValueError(f"there is no room for task {task} of level {level}")
        return replace(self, variant=(level - 1) * _TASKS + task)

    @property
    def blank(self) -> SheetCode:
        """The code of the same print without what tells copies apart."""
        return replace(self, copy=0, class_mark=0)

    @property
    def turn(self) -> int:
        """Which set of tags the sheet carries."""
        # Of a sheet that somebody made the name may not be known to whoever reads it.
        name = self.sheet.partition("/")[0] if self.fingerprint else self.sheet
        return turn_of(name, self.seed or self.fingerprint, self.copy, self.page)

    @property
    def printed_lines(self) -> tuple[str, ...]:
        """The code for people: groups joined by hyphens, in one line or two."""
        signs = self.signs
        groups = [signs[at : at + _GROUP] for at in range(0, len(signs), _GROUP)]
        starts = range(0, len(groups), _GROUPS_A_LINE)
        return tuple("-".join(groups[at : at + _GROUPS_A_LINE]) for at in starts)

    @property
    def printed(self) -> str:
        """The code for people in one line."""
        return "-".join(self.printed_lines)

    @property
    def qr_text(self) -> str:
        """The text of the QR code: capital letters and digits alone."""
        return PREFIX + self.signs

    @property
    def signs(self) -> str:
        """Everything that is said, and the check."""
        numbers, shape = self._numbers(), self._shape()
        packed = 0
        for field in reversed(_fields(shape)):
            packed = packed * _ROOM[field] + numbers[field]
        body = ALPHABET[self.format] + _in_signs(packed * _SHAPES + shape)
        return body + check_signs(body)

    def _numbers(self) -> dict[str, int]:
        return {
            "paper": list(PAPERS).index(self.paper),
            "edition": self.edition,
            "lang": LANGUAGES.index(self.lang),
            "ink": INKS.index(self.ink),
            "copy": self.copy,
            "players": self.players,
            "page": self.page - 1,
            "class_mark": self.class_mark,
            "seed": self.seed,
            "sheet": 0 if self.fingerprint else sheet_number(self.sheet),
            "fingerprint": self.fingerprint,
            "variant": self.variant,
        }

    def _shape(self) -> int:
        """Which of the fields are there that may be left out."""
        numbers = self._numbers()
        shape = 2 if self.fingerprint else 1 if self.seed else 0
        for extra in _EXTRAS:
            shape = 2 * shape + any(numbers[field] for field in extra)
        return shape


def _fields(shape: int) -> list[str]:
    """Name the fields that a code of this shape has, in the order in which they are packed."""
    kind, extras = divmod(shape, 1 << len(_EXTRAS))
    there = set(_KINDS_OF_SHEET[kind])
    for place, extra in enumerate(reversed(_EXTRAS)):
        if extras >> place & 1:
            there.update(extra)
    return [field for field in _ROOM if field in there or field not in _OPTIONAL]


def _in_signs(packed: int) -> str:
    signs = ""
    while packed:
        packed, digit = divmod(packed, _BASE)
        signs = ALPHABET[digit] + signs
    return signs


def _sums(signs: str) -> tuple[int, int]:
    """Both check sums; their weights differ at any two places of the longest code."""
    values = [ALPHABET.index(sign) for sign in reversed(signs)]
    first = sum(value * (1 + place // _BASE) for place, value in enumerate(values))
    second = sum(value * (place % _BASE) for place, value in enumerate(values))
    return first % _BASE, second % _BASE


def check_signs(body: str) -> str:
    """Give the two signs that make both sums of all signs zero."""
    first, second = _sums(body + ALPHABET[0] * _CHECKS)
    return ALPHABET[-second % _BASE] + ALPHABET[(second - first) % _BASE]


def read_printed(text: str) -> SheetCode:
    """Read a printed code as someone typed it, or as it was recognised.

    Raises:
        HostError: ``code-malformed``, ``code-check`` or ``code-newer``.
    """
    signs = "".join(sign for sign in text.upper() if not sign.isspace() and sign not in "-–.")
    return _read(signs, text)


def read_qr(text: str) -> SheetCode:
    """Read the text of a QR code; ``code-foreign`` if it is not ours, else as `read_printed`."""
    signs = text.removeprefix(PREFIX)
    if signs == text or any(sign not in ALPHABET for sign in signs):
        raise HostError("code-foreign", text=text[:40])
    return _read(signs, text)


def _read(signs: str, text: str) -> SheetCode:
    if not 2 + _CHECKS <= len(signs) <= MOST_SIGNS or any(sign not in ALPHABET for sign in signs):
        raise HostError("code-malformed", text=text[:40])
    if any(_sums(signs)):
        raise HostError("code-check", text=text[:40])
    # Every format keeps the first sign and the last two, so that a newer one is known as such.
    written = ALPHABET.index(signs[0])
    if written > FORMAT:
        raise HostError("code-newer", text=text[:40], format=written, known=FORMAT)
    if written < FORMAT:
        raise HostError("code-malformed", text=text[:40])
    code = _unpacked(signs[1:-_CHECKS], text)
    if code.signs != signs:
        raise HostError("code-malformed", text=text[:40])
    return code


def _sheet_of(numbers: dict[str, int]) -> str:
    if fingerprint := numbers["fingerprint"]:
        return shelved().shelf.sheet_printed(fingerprint) or shelved().name
    return sheet_numbered(numbers["sheet"])


def _unpacked(body: str, text: str) -> SheetCode:
    packed = 0
    for sign in body:
        packed = packed * _BASE + ALPHABET.index(sign)
    packed, shape = divmod(packed, _SHAPES)
    numbers = dict.fromkeys(_ROOM, 0)
    for field in _fields(shape):
        packed, numbers[field] = divmod(packed, _ROOM[field])
    try:
        if packed or numbers["edition"] > EDITION:
            raise IndexError
        return SheetCode(
            sheet=_sheet_of(numbers),
            paper=list(PAPERS)[numbers.pop("paper")],
            lang=LANGUAGES[numbers.pop("lang")],
            ink=INKS[numbers.pop("ink")],
            page=numbers.pop("page") + 1,
            **{field: number for field, number in numbers.items() if field != "sheet"},
        )
    except (IndexError, KeyError):
        raise HostError("code-newer", text=text[:40], format=FORMAT, known=FORMAT) from None
