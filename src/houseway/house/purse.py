"""A person's purse: play money, derived from what they bought in for and took away. Nothing of it is stored.

Everybody begins with one stack. Whoever buys in for more than is left is handed fresh stacks at that moment, as many as
it takes: a purse never keeps anybody from sitting down, and how many stacks were handed out is told.
"""

from collections.abc import Iterable
from dataclasses import dataclass

STACK_CENTS = 1_000_000


@dataclass
class Purse:
    cents: int = STACK_CENTS
    stacks: int = 1
    bought_cents: int = 0
    taken_cents: int = 0

    @classmethod
    def after(cls, moves: Iterable[int]) -> "Purse":
        """Cents that went from the cage to a table (negative) or back, in order."""
        purse = cls()
        for cents in moves:
            purse._move(cents)
        return purse

    def _move(self, cents: int) -> None:
        self.cents += cents
        if cents < 0:
            self.bought_cents -= cents
        else:
            self.taken_cents += cents
        fresh = max(-(self.cents // STACK_CENTS), 0)
        self.stacks += fresh
        self.cents += fresh * STACK_CENTS
