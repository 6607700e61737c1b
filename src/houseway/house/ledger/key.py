"""The key of the house: what seals the cards in the ledger, and does not lie beside it.

It is looked for in HOUSEWAY_KEY (64 hexadecimal digits), in the file that HOUSEWAY_KEY_FILE names, in the operating
system's keyring where the `keyring` package is installed, and in a file in the user's own folder of settings, which is
made if there is none. Several servers on one ledger have the same one.
"""

import os
import secrets
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from houseway.house.ledger.rights import PRIVATE, Say
from houseway.rules.refused import Refused

KEY_BYTES = 32
VARIABLE, FILE_VARIABLE = "HOUSEWAY_KEY", "HOUSEWAY_KEY_FILE"
SERVICE, NAME = "houseway", "house key"


def find_key() -> bytes | None:
    """The key, where there is one."""
    if text := os.environ.get(VARIABLE):
        return _read(text, VARIABLE)
    if not os.environ.get(FILE_VARIABLE):
        if (ring := _keyring()) and (text := _asked(ring)):
            return _read(text, "the keyring")
    path = key_file()
    try:
        return _read(path.read_text(encoding="ascii"), str(path))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"the house's key in {path} cannot be read: {error}") from None


def find_or_make_key(say: Say) -> bytes:
    """The key; a new one is kept where it will be found again."""
    if found := find_key():
        return found
    made = secrets.token_bytes(KEY_BYTES)
    if not os.environ.get(FILE_VARIABLE) and (ring := _keyring()):
        with suppress(Exception):  # whatever a keyring may raise, there is the file
            ring.set_password(SERVICE, NAME, made.hex())
            if _asked(ring) == made.hex():
                say("a new key that seals the cards is in your keyring: keep a copy apart from the ledger's")
                return made
    path = key_file()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE), "w") as file:
            file.write(made.hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        return find_or_make_key(say)  # another server was faster
    except OSError as error:
        raise Refused(f"the house's key cannot be kept in {path} ({error.strerror}): set {FILE_VARIABLE}") from None
    say(f"a new key that seals the cards is in {path}: keep a copy, apart from the ledger's")
    return made


def key_file() -> Path:
    if named := os.environ.get(FILE_VARIABLE):
        return Path(named)
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "houseway" / "house.key"


def mark_of(key: bytes) -> str:
    """By which a key is told from another, and from which nobody finds it."""
    return sha256(b"houseway key " + key).hexdigest()[:16]


def _read(text: str, where: str) -> bytes:
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise Refused(f"the house's key in {where} is none: it has {2 * KEY_BYTES} hexadecimal digits")
    return key


def _keyring() -> Any:
    """The package, if it happens to be there."""
    try:
        import keyring  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    return keyring


def _asked(ring: Any) -> str:
    with suppress(Exception):  # no keyring is open, or there is none on this machine
        return ring.get_password(SERVICE, NAME) or ""
    return ""
