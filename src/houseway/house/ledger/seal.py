"""Sealing: the order of a shoe and its key, unreadable in the ledger until they are shown.

ChaCha20-Poly1305 with a random nonce, bound to table, cycle and commitment, so that nothing sealed can be moved.
"""

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from typing import Any

from houseway.house.events import SEALED, SECRETS, SHUFFLED
from houseway.house.ledger.key import mark_of
from houseway.house.ledger.store import canonical
from houseway.rules.refused import Refused

NONCE_BYTES = 12
Body = dict[str, Any]


class Seal:
    def __init__(self, key: bytes) -> None:
        try:
            from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
        except ImportError:
            raise Refused("sealed cards need the package cryptography: pip install 'houseway[web]'") from None
        self.mark = mark_of(key)
        self._key = key
        self._cipher = ChaCha20Poly1305(self.secret("cards"))

    def secret(self, purpose: str) -> bytes:
        """Another key for each purpose, of which none tells of the others."""
        return hmac.new(self._key, f"houseway {purpose}".encode(), hashlib.sha256).digest()

    def close(self, table: str, body: Mapping[str, Any]) -> Body:
        """A `shuffled` without its secrets, and with what they are in sealed."""
        secret = canonical({name: body[name] for name in SECRETS[SHUFFLED]}).encode()
        nonce = secrets.token_bytes(NONCE_BYTES)
        hidden = nonce + self._cipher.encrypt(nonce, secret, _bound(table, body))
        shown = {name: part for name, part in body.items() if name not in SECRETS[SHUFFLED]}
        return {**shown, SEALED: f"{self.mark}:{base64.b64encode(hidden).decode()}"}

    def open(self, table: str, body: Mapping[str, Any]) -> Body | None:
        """As it was before it was sealed; None where another key did it, or somebody changed it."""
        from cryptography.exceptions import InvalidTag

        mark, _, text = str(body[SEALED]).partition(":")
        try:
            hidden = base64.b64decode(text, validate=True)
            secret = self._cipher.decrypt(hidden[:NONCE_BYTES], hidden[NONCE_BYTES:], _bound(table, body))
        except (InvalidTag, ValueError):
            return None
        return opened(body, json.loads(secret)) if mark == self.mark else None


def opened(body: Mapping[str, Any], secret: Mapping[str, Any]) -> Body:
    """A sealed `shuffled` with its secrets in their place."""
    shown = {name: part for name, part in body.items() if name != SEALED}
    return {**shown, **{name: secret[name] for name in SECRETS[SHUFFLED]}}


def _bound(table: str, body: Mapping[str, Any]) -> bytes:
    return canonical({"table": table, "cycle": body["cycle"], "commitment": body["commitment"]}).encode()
