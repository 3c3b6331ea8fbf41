"""What all tests share: quick repeatable properties, and texts kept for comparison."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from tests.golden_texts import check_golden

GOLDEN = Path(__file__).with_name("golden")

# The same examples on every machine: a test that fails once fails until it is mended.
settings.register_profile(
    "paperplay", derandomize=True, max_examples=50, deadline=None, database=None
)
settings.load_profile("paperplay")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="Store the texts that tests/golden is compared with anew, for review in the diff.",
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Give a function that compares a text with tests/golden/NAME."""
    rewrite = bool(request.config.getoption("--rewrite-golden"))
    return lambda name, text: check_golden(GOLDEN / name, text, rewrite)
