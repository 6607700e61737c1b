"""Shuffles for live tables, from the operating system's generator, without bias."""

import secrets
from collections.abc import Sequence

from houseway.rules.shoe import SHOE_MAX


def shuffled(cards: Sequence[int]) -> list[int]:
    """The cards in an order that is as likely as any other: `secrets.randbelow` rejects what would favour some."""
    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = secrets.randbelow(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def endless_draws(cards: Sequence[int]) -> list[int]:
    """A shoe's worth of cards, each drawn from all of them: the limit of very many decks."""
    return [cards[secrets.randbelow(len(cards))] for _ in range(SHOE_MAX)]
