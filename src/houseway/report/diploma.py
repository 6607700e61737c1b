"""A certificate of the school: a text in one canonical form, signed by the house with ed25519, that anybody can check.

Whoever checks one must know the house's key: a forger can sign with a key of their own, so a verdict says whose it is.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Self

from houseway.report.submission.signing import KIND, is_signed_by, mark_of, verify_signing_installed
from houseway.rules.refused import Refused

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SIGNATURE_DIGITS, KEY_DIGITS = 128, 64
FIELDS = {"certificate", "signature", "key"}


@dataclass(frozen=True)
class Diploma:
    certificate: str  # the text that was signed
    signature: str
    key: str  # ed25519:<hexadecimal digits>

    @classmethod
    def signed(cls, says: Mapping[str, Any], key: "Ed25519PrivateKey") -> Self:
        text = json.dumps(says, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return cls(text, key.sign(text.encode()).hex(), mark_of(key.public_key()))

    @classmethod
    def from_json(cls, told: object) -> Self:
        if (
            not isinstance(told, dict)
            or set(told) != FIELDS
            or not all(isinstance(each, str) for each in told.values())
        ):
            raise Refused("this is no certificate of a school: it has a certificate, a signature and a key")
        return cls(**told)

    def to_json(self) -> dict[str, str]:
        return asdict(self)

    def verify(self, known: str = "") -> dict[str, Any]:
        """What it says, where its signature is good; with a `known` key, where it is that one's."""
        verify_signing_installed()
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        if known and self.key != known:
            raise Refused("it is signed with another key")
        kind, _, digits = self.key.partition(":")
        public, signature = _bytes(digits, KEY_DIGITS), _bytes(self.signature, SIGNATURE_DIGITS)
        if kind != KIND or public is None or signature is None:
            raise Refused("its key or its signature cannot be read")
        if not is_signed_by(Ed25519PublicKey.from_public_bytes(public), signature, _encoded(self.certificate)):
            raise Refused("its text is not what was signed")
        says: dict[str, Any] = json.loads(self.certificate)
        return says


def _bytes(digits: str, number: int) -> bytes | None:
    """Lower-case digits, so many: there is one way to write a key."""
    is_hex = len(digits) == number and all(each in "0123456789abcdef" for each in digits)
    return bytes.fromhex(digits) if is_hex else None


def _encoded(text: str) -> bytes:
    return text.encode(errors="surrogatepass")  # half a pair is no text of ours, and no fault either
