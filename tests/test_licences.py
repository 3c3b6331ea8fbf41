"""The list of licences names every library that is needed at run time, and no other."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LISTED = dict(
    re.findall(r"^\| (\w[\w-]*) \| (.*?) \|$", (ROOT / "docs/licences.md").read_text(), re.M)[1:]
)


def test_the_lock_files_and_the_list_have_the_same_names():
    locks = [(ROOT / f"requirements/{kind}.txt").read_text() for kind in ("run", "tesseract")]
    assert set(LISTED) == set(re.findall(r"^([\w.-]+)==", "".join(locks), re.M))


@pytest.mark.parametrize("name", LISTED)
def test_a_licence_is_what_the_library_says(name):
    try:
        said = metadata(name)
    except PackageNotFoundError:
        pytest.skip("not installed here")
    told = said.get("License-Expression") or said.get("License") or str(said.get_all("Classifier"))
    family = re.match(r"[A-Z]+", LISTED[name])[0].removesuffix("0")
    assert family.lower()[:3] in told.lower()
