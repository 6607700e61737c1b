"""Orders of cards from the operating system's generator, without bias."""

import secrets
from collections.abc import Callable, Sequence

from houseway.rules.shoe import SHOE_MAX

Chance = Callable[[int], int]  # n -> a number from 0 to n - 1, each equally likely


def shuffled(cards: Sequence[int], chance: Chance = secrets.randbelow) -> list[int]:
    """The cards in an order that is as likely as any other: `secrets.randbelow` rejects what would favour some."""
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = chance(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def endless_draws(cards: Sequence[int], chance: Chance = secrets.randbelow) -> list[int]:
    """A shoe's worth of cards, each drawn from all of them: the limit of very many decks."""
    return [cards[chance(len(cards))] for _ in range(SHOE_MAX)]
