"""Say what is installed, what is missing and how to get it."""

from __future__ import annotations

import platform
import shlex
import sys
from dataclasses import dataclass

import click

from paperplay import __version__
from paperplay.commands import example
from paperplay.folders import data_folder, page_folder
from paperplay.messages import lang_option
from templates.program import INSTALLED, program
from templates.wording import say

MODULES = {
    "reportlab": "printkit.pdf",  # the one module that imports it
    "pillow": "PIL",
    "segno": "segno",
    "opencv-python-headless": "cv2",
    "numpy": "numpy",
    "zxing-cpp": "zxingcpp",
    "pytesseract": "pytesseract",
    "pypdfium2": "pypdfium2",
    "starlette": "starlette",
    "uvicorn": "uvicorn",
    "jinja2": "jinja2",
    "python-multipart": "python_multipart",
    "click": "click",
    "rich": "rich",
    "msgspec": "msgspec",
    "XlsxWriter": "xlsxwriter",
    "openpyxl": "openpyxl",
}
"""Each package that paperplay cannot do without, and the module that shows that it works."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked for."""

    name: str
    found: str | None
    """Its version and place; None if it is missing."""
    needed: bool = True
    """Whether paperplay cannot do without it."""


@click.command(epilog=example("paperplay doctor"))
@lang_option
def command(lang: str) -> int:
    """Say what is installed, what is missing and how to get it.

    Copy what it prints into a bug report. Exit status 1 means that something is missing
    that paperplay cannot do without.
    """
    packages = [package(name, module) for name, module in MODULES.items()]
    findings = [*packages, tesseract(), heic()]
    click.echo(f"paperplay {__version__}, Python {platform.python_version()}, {sys.executable}")
    click.echo(f"{platform.platform()}\n")
    width = max(len(finding.name) for finding in findings) + 2
    for finding in findings:
        found = finding.found or say("cli.doctor.missing", lang)
        click.echo(f"{finding.name:<{width}}{found}")
    click.echo(f"\n{say('cli.doctor.data', lang, folder=data_folder())}")
    click.echo(say("web.serve.data", lang, folder=page_folder()))
    missing = [finding for finding in findings if finding.found is None]
    for finding in missing:
        click.echo(remedy(finding, lang))
    if not missing:
        click.echo(say("cli.doctor.complete", lang))
    return 1 if any(finding.needed for finding in missing) else 0


def package(name: str, module: str) -> Finding:
    """Look for a package, and import it: some are there but lack a system library."""
    from importlib import import_module, metadata

    try:
        import_module(module)
        return Finding(name, metadata.version(name))
    except ImportError:
        return Finding(name, None)


def tesseract() -> Finding:
    """Look for the program that reads a sheet's printed code where its QR code is spoilt."""
    import os
    import shutil
    import subprocess

    program = os.environ.get("TESSERACT_CMD") or shutil.which("tesseract")
    try:
        answer = subprocess.run(
            [program or "tesseract", "--version"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return Finding("Tesseract", None, needed=False)
    first = (answer.stdout or answer.stderr).partition("\n")[0]
    return Finding("Tesseract", f"{first.removeprefix('tesseract ')}, {program}", needed=False)


def heic() -> Finding:
    """Look for the library that opens an iPhone's photos."""
    try:
        import pi_heif

        return Finding("HEIC", f"libheif {pi_heif.libheif_version()}", needed=False)
    except ImportError:
        return Finding("HEIC", None, needed=False)


def remedy(finding: Finding, lang: str) -> str:
    """Say what cannot be done without it, and what to type."""
    if finding.name == "Tesseract":
        return say("cli.doctor.get-tesseract", lang, command=tesseract_command(sys.platform))
    if finding.name == "HEIC":
        return say("cli.doctor.get-heic", lang)
    return say("cli.doctor.get-package", lang, name=finding.name, command=get_package(finding.name))


def get_package(name: str) -> str:
    """Give the command that installs a package: ./play makes its environment anew, as locked."""
    if program() == INSTALLED:
        return f"pip install {name}"
    return f"rm -r {shlex.quote(sys.prefix)} && {program()} doctor"


def tesseract_command(system: str) -> str:
    """Give the command that installs Tesseract on this kind of system."""
    if system == "darwin":
        return "brew install tesseract"
    if system == "win32":
        return "winget install UB-Mannheim.TesseractOCR"
    return "sudo apt-get install tesseract-ocr"
