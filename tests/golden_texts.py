"""Texts that are kept in tests/golden and compared with what the program makes now."""

from __future__ import annotations

from pathlib import Path

HOW = "If that is meant, store it with pytest --rewrite-golden and review the diff."


def check_golden(path: Path, text: str, rewrite: bool = False) -> None:
    """Compare a text with the one that is kept, or keep it."""
    text = text.rstrip("\n") + "\n"
    if rewrite:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    assert path.exists(), f"There is no {path.name} in tests/golden. {HOW}"
    kept = path.read_text(encoding="utf-8")
    assert text == kept, f"tests/golden/{path.name} is different. {HOW}"
