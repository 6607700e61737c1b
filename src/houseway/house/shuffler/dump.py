"""What the generator of live tables puts out, for a laboratory's own batteries of tests."""

import secrets
from collections.abc import Iterator
from itertools import count

from houseway.house.shuffler.machine import Shuffler
from houseway.rules.cards import cards_text

BLOCK_BYTES = 1 << 16


def byte_blocks(total: int | None) -> Iterator[bytes]:
    """So many bytes of the operating system's generator, in blocks; None is without end."""
    left = total
    while left is None or left > 0:
        block = secrets.token_bytes(BLOCK_BYTES if left is None else min(BLOCK_BYTES, left))
        left = None if left is None else left - len(block)
        yield block


def order_lines(shuffler: Shuffler, total: int | None) -> Iterator[bytes]:
    """So many shuffles as a table would be dealt them, a line of cards each; None is without end."""
    for cycle in count(1) if total is None else range(1, total + 1):
        yield cards_text(shuffler.shuffle("dump", cycle, shuffler.deck).order).encode() + b"\n"
