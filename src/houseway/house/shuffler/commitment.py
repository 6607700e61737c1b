"""A promise about the cards: made before anyone bets, and checked by whoever likes when the cards are shown.

The commitment is HMAC-SHA256, keyed with 32 random bytes, of one line of text:

    {"cycle":7,"order":"0c1f...","table":"dakota"}

with two hexadecimal digits a card (rank times four plus suit, 00 is the deuce of clubs). Nobody can find the order from
it without the key, and the house cannot find another order and key that fit it.
"""

import hashlib
import hmac
import json
from collections.abc import Sequence

from houseway.rules.refused import Refused

KEY_BYTES = 32


def commitment_of(table: str, cycle: int, order: Sequence[int], key: bytes) -> str:
    """What is told before betting, in hexadecimal."""
    if len(key) != KEY_BYTES:
        raise ValueError(f"a key has {KEY_BYTES} bytes, not {len(key)}")
    return hmac.new(key, promised(table, cycle, order), hashlib.sha256).hexdigest()


def promised(table: str, cycle: int, order: Sequence[int]) -> bytes:
    """The line of text that is committed to."""
    line = {"cycle": cycle, "order": bytes(order).hex(), "table": table}
    return json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def verify_commitment(table: str, cycle: int, order: Sequence[int], key: bytes, commitment: str) -> None:
    """Raise with the reason if the cards shown are not those that were committed to."""
    if len(key) != KEY_BYTES:
        raise Refused(f"the key has {len(key)} bytes: a commitment's key has {KEY_BYTES}")
    if not hmac.compare_digest(commitment_of(table, cycle, order, key), commitment.strip().lower()):
        raise Refused(
            f"shuffle {cycle} of table '{table}' does not match its commitment: order, key, table or cycle is another"
        )
