"""Every blackjack hand that has not busted, as a number: which points it holds, in whatever order they came.

Hands form a tree: `tree[number, points]` is the number of the hand with one more card of those points (an ace as one),
and BUSTED where it would go over. A strategy that may look at every card of a hand is a table by these numbers.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.rules.blackjack import BEST, points
from houseway.rules.felt import Felt

EMPTY = 0
BUSTED = -1
POINTS = 11  # 1 to 10; an ace is 1

Tree = NDArray[np.int16]


class Compositions(NamedTuple):
    tree: Tree  # [hand, points] the hand with that card more
    held: NDArray[np.int8]  # [hand, points] cards of each kind
    total: NDArray[np.int8]  # [hand] the best total
    soft: NDArray[np.bool_]  # [hand] whether an ace counts eleven in it
    cards: NDArray[np.int8]  # [hand] how many cards


@cache
def compositions() -> Compositions:
    """All hands of 21 points or less, the empty one first, each after all those it can come from."""
    numbers: dict[tuple[int, ...], int] = {(0,) * POINTS: EMPTY}
    hands = list(numbers)
    steps: list[list[int]] = []
    for hand in hands:  # grows as it goes
        row = [BUSTED] * POINTS
        hard = sum(kind * count for kind, count in enumerate(hand))
        for kind in range(1, min(POINTS - 1, BEST - hard) + 1):
            more = (*hand[:kind], hand[kind] + 1, *hand[kind + 1 :])
            if more not in numbers:
                numbers[more] = len(hands)
                hands.append(more)
            row[kind] = numbers[more]
        steps.append(row)
    held = np.array(hands, dtype=np.int8)
    hard_totals = held @ np.arange(POINTS)
    soft = (held[:, 1] > 0) & (hard_totals + 10 <= BEST)
    total = (hard_totals + 10 * soft).astype(np.int8)
    return Compositions(np.array(steps, dtype=np.int16), held, total, soft, held.sum(axis=1).astype(np.int8))


def composition_of(tree: Tree, felt: Felt, seat: int, hand: int) -> int:
    """The number of a hand on the felt."""
    number = EMPTY
    for i in range(felt.held[seat, hand]):
        number = int(tree[number, points(felt.cards[seat, hand, i])])
    return number
