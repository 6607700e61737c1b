"""The secret that the members of a cluster share: whoever has it may run code on every one of them."""

import os
import secrets
from pathlib import Path

from houseway.rules.refused import Refused

VARIABLE = "HOUSEWAY_CLUSTER_TOKEN"
BYTES = 32


def default_path() -> Path:
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "houseway" / "cluster.token"


def made(path: Path) -> bytes:
    """The token in a file that only its owner may read; a new one where there is no file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return in_file(path)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(BYTES) + "\n")
    return in_file(path)


def found(path: Path | None) -> bytes | None:
    """The token of a file, of the environment, or of the file that `cluster start` makes; None where there is none."""
    if path is not None:
        return in_file(path)
    if said := os.environ.get(VARIABLE):
        return _read(said, VARIABLE)
    return in_file(default_path()) if default_path().exists() else None


def in_file(path: Path) -> bytes:
    try:
        return _read(path.read_text(encoding="ascii"), str(path))
    except (OSError, UnicodeDecodeError):
        raise Refused(f"there is no token to be read in {path}") from None


def _read(text: str, where: str) -> bytes:
    try:
        token = bytes.fromhex(text.strip())
    except ValueError:
        token = b""
    if len(token) != BYTES:
        raise Refused(f"what lies in {where} is no token: it has {2 * BYTES} digits from 0 to f")
    return token
