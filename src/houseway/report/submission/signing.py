"""Keys that vouch for a pack: ed25519, in PEM files as openssl reads them."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.rules.refused import Refused

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

OTHERS = 0o077  # those who may not read a private key
KEY_BYTES_MAX = 4096
KIND = "ed25519"


class NeedsPassphrase(Refused):
    """A key that is locked, and nobody has said with what."""


def verify_signing_installed() -> None:
    try:
        import cryptography  # noqa: F401
    except ImportError:
        raise Refused("signatures need the package cryptography: pip install 'houseway[report]'") from None


def new_key(path: Path, passphrase: str = "") -> tuple[Path, str]:
    """Write a private key that nobody else can read, and its public one beside it; where that is, and its mark."""
    verify_signing_installed()
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    lock: form.KeySerializationEncryption = form.NoEncryption()
    if passphrase:
        lock = form.BestAvailableEncryption(passphrase.encode())
    public = path.with_name(f"{path.name}.pub")
    for each in (path, public):
        if each.exists():
            raise Refused(f"{each} is there already: a key is never written over")
    _write(path, key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, lock), 0o600)
    _write(public, public_pem(key.public_key()), 0o644)
    return public, mark_of(key.public_key())


def _write(path: Path, content: bytes, mode: int) -> None:
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as held:
            held.write(content)
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}") from None


def read_key(path: Path, passphrase: str = "") -> "Ed25519PrivateKey":
    verify_signing_installed()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    content = _read(path)
    if os.name == "posix" and path.stat().st_mode & OTHERS:
        raise Refused(f"{path} can be read by others: `chmod 600 {path}`, and ask whether they have")
    try:
        key = load_pem_private_key(content, passphrase.encode() or None)
    except TypeError:
        if not passphrase:
            raise NeedsPassphrase(f"{path} is locked with a passphrase") from None
        raise Refused(f"{path} is not locked: leave out the passphrase") from None
    except (ValueError, UnsupportedAlgorithm):
        wrong = "the passphrase is wrong, or it" if passphrase else "it"
        raise Refused(
            f"{path} cannot be read as a key: {wrong} is no PEM file of `houseway submit --new-key`"
        ) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise Refused(f"{path} is a key of another kind: packs are signed with {KIND}")
    return key


def read_public_key(path: Path) -> "Ed25519PublicKey":
    return public_key(_read(path), str(path))


def public_key(content: bytes, named: str) -> "Ed25519PublicKey":
    verify_signing_installed()
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(content)
    except (ValueError, UnsupportedAlgorithm):
        raise Refused(f"{named} is no public key in PEM") from None
    if not isinstance(key, Ed25519PublicKey):
        raise Refused(f"{named} is a key of another kind: packs are signed with {KIND}")
    return key


def public_pem(key: "Ed25519PublicKey") -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def mark_of(key: "Ed25519PublicKey") -> str:
    """The whole public key in letters, to be read out and compared."""
    return f"{KIND}:{key.public_bytes_raw().hex()}"


def is_signed_by(key: "Ed25519PublicKey", signature: bytes, content: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature

    try:
        key.verify(signature, content)
    except InvalidSignature:
        return False
    return True


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as held:
            return held.read(KEY_BYTES_MAX)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
