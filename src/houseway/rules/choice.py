"""The second seam of a game: a choice a player makes. Acts are bits of a word, so what is legal is one integer."""

from collections.abc import Callable
from typing import Any, TypeAlias

from houseway.rules.felt import Felt, chosen, offer

Decide: TypeAlias = Callable[[Any, Felt, int, int, int], int]  # (plan, felt, seat, hand, options) -> act


def ask(decide: Decide, plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:
    """Offer the legal acts to a seat and take its choice."""
    offer(felt, seat, hand, options)
    act = choose(decide, plan, felt, seat, hand, options)
    assert (options >> act) & 1, "an act that was not offered"
    chosen(felt, seat, hand, act)
    return act


def choose(decide: Decide, plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:
    """Hear whoever decides. Compiled code has the decider built in and swaps this."""
    return decide(plan, felt, seat, hand, options)


def bit(act: int) -> int:
    return 1 << act


def acts_in(options: int) -> list[int]:
    """The acts of a word of options, in order."""
    return [act for act in range(int(options).bit_length()) if options >> act & 1]
