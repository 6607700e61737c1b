"""A player who does anything that is legal, each act as likely as another: for tests that want every branch."""

from houseway.rules.felt import Felt
from houseway.rules.shoe import Shoe, below


def wild(plan: Shoe, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001 - it looks at nothing
    """`plan` is a lazy shoe whose round is open: not its cards, only its chance is used."""
    legal = 0
    rest = options
    while rest:
        legal += rest & 1
        rest >>= 1
    skip = below(plan, legal)
    act = 0
    while True:
        if (options >> act) & 1:
            if skip == 0:
                return act
            skip -= 1
        act += 1
