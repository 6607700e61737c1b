"""Every hand the dealer can end with, by the points of its cards, and in how many orders it can come.

The house draws by total alone, so from an up-card the dealer's hands form a tree of compositions. `orders` counts the
orders of points in which the cards after the up-card lead to the hand; how likely each order is depends on the shoe
(`shoes.py`), and is the same for every order of the same cards.
"""

from functools import cache
from typing import NamedTuple

from houseway.analysis.exact.shared.shoes import Held
from houseway.rules.blackjack import dealer_draws
from houseway.rules.compositions import BUSTED, EMPTY, POINTS, compositions


class DealerHand(NamedTuple):
    up: int  # points of the up-card
    held: Held  # cards by points, the up-card among them
    cards: int
    total: int
    orders: int


@cache
def dealer_hands(soft_17: int) -> tuple[DealerHand, ...]:
    """All final hands from every up-card, of a shoe that has any number of each card."""
    return tuple(hand for up in range(1, POINTS) for hand in _hands_from(up, soft_17))


def _hands_from(up: int, soft_17: int) -> list[DealerHand]:
    book = compositions()
    done: list[DealerHand] = []
    busts: dict[Held, int] = {}
    growing = {int(book.tree[EMPTY, up]): 1}  # hands with one card more each time around
    while growing:
        grown: dict[int, int] = {}
        for number, orders in growing.items():
            held = tuple(map(int, book.held[number]))
            cards, total = int(book.cards[number]), int(book.total[number])
            if cards > 1 and not dealer_draws(total, bool(book.soft[number]), soft_17):
                done.append(DealerHand(up, held, cards, total, orders))
                continue
            for kind in range(1, POINTS):
                more = int(book.tree[number, kind])
                if more == BUSTED:
                    over = (*held[:kind], held[kind] + 1, *held[kind + 1 :])
                    busts[over] = busts.get(over, 0) + orders
                else:
                    grown[more] = grown.get(more, 0) + orders
        growing = grown
    for held, orders in busts.items():
        total = sum(kind * count for kind, count in enumerate(held))
        done.append(DealerHand(up, held, sum(held), total, orders))
    return done
