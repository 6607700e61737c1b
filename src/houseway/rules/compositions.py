"""Every blackjack hand that has not busted, as a number: which points it holds, in whatever order they came.

Hands form a tree: `tree[number, points]` is the number of the hand with one more card of those points (an ace as one),
and BUSTED where it would go over. A strategy that may look at every card of a hand is a table by these numbers.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.rules.blackjack import BEST, points
from houseway.rules.cards import RANKS
from houseway.rules.felt import Felt

EMPTY = 0
BUSTED = -1
POINTS = 11  # 1 to 10; an ace is 1

RANK_MASK = 15

Tree = NDArray[np.int16]
Steps = NDArray[np.uint16]  # [hand, rank] the hand with that card more


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


@cache
def steps_by_rank() -> Steps:
    """The same tree by the rank of a card, for hands that have not busted; one look-up a card, no sign to look at."""
    steps = np.zeros((len(compositions().tree), RANK_MASK + 1), dtype=np.uint16)
    steps[:, : len(RANKS)] = compositions().tree[:, [points(4 * rank) for rank in range(len(RANKS))]]
    return steps


def composition_of(steps: Steps, felt: Felt, seat: int, hand: int) -> int:
    """The number of a hand on the felt."""
    number = EMPTY
    for i in range(felt.held[seat, hand]):
        number = int(steps[number, felt.cards[seat, hand, i] >> 2 & RANK_MASK])
    return number
