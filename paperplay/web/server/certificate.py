"""A certificate of our own, so that phones may show a live camera picture.

No authority knows an address at a kitchen table, so browsers warn once; the connection is
encrypted all the same.
"""

from __future__ import annotations

import ipaddress
import shutil
import ssl
import subprocess
import time
from pathlib import Path

from rules.errors import HostError

_DAYS = 30
_A_DAY = 24 * 3600
_PATIENCE = 30.0


def certificate_for(folder: Path, ip: str) -> Path:
    """Give a file with key and certificate for an address; made anew each month.

    Raises:
        HostError: ``web-no-openssl``, if the program is missing that makes it.
    """
    ipaddress.ip_address(ip)
    file = folder / f"camera-{ip.replace(':', '-')}.pem"
    if _is_good(file):
        return file
    program = shutil.which("openssl")
    if program is None:
        raise HostError("web-no-openssl")
    half = folder / f".{file.name}"
    half.unlink(missing_ok=True)
    half.touch(mode=0o600)  # nobody else may read the key
    call = [program, "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt"]
    call += ["ec_paramgen_curve:P-256", "-days", str(_DAYS), "-subj", "/CN=paperplay"]
    call += ["-addext", f"subjectAltName=IP:{ip}", "-keyout", "-", "-out", "-"]
    try:
        made = subprocess.run(call, capture_output=True, timeout=_PATIENCE, check=True).stdout
        half.write_bytes(made)
        half.replace(file)
    except (OSError, subprocess.SubprocessError):
        raise HostError("web-no-openssl") from None
    finally:
        half.unlink(missing_ok=True)
    return file


def _is_good(file: Path) -> bool:
    """Say whether a certificate can be used; one from the future is of a wrong clock."""
    try:
        age = time.time() - file.stat().st_mtime
        # A key with a password would be asked for it on the terminal.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(file, password="")
    except (OSError, ValueError):
        return False
    return -_A_DAY < age < (_DAYS - 1) * _A_DAY
