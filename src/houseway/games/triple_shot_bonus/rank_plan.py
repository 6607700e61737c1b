"""Plans for Triple Shot's blackjack hand by the ranks of its cards, with War lost and with War not lost.

The Hat Trick makes ranks matter: two jacks are half a Poker hand, a ten and a jack are not, though both are twenty.
Sets of ranks are numbered as nodes of a tree, as compositions by points are (`rules/compositions.py`).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.games.triple_shot_bonus.play import DECLINE, INSURE, LOSE, war_outcome
from houseway.rules.blackjack import STAND, UP_CARD
from houseway.rules.choice import bit
from houseway.rules.felt import DEALER, HOUSE, Felt

WAR_LOST, WAR_KEPT = range(2)  # situations of a plan


class RankPlan(NamedTuple):
    child: NDArray[np.int16]  # [node, rank] the node with one card more
    acts: NDArray[np.int8]  # [up-card's rank, situation, node]


def follow_by_ranks(plan: RankPlan, felt: Felt, seat: int, hand: int, options: int) -> int:
    """Plays a RankPlan; it never insures, and stands where its act is not legal."""
    if options & bit(INSURE):
        return DECLINE
    node = 0
    for i in range(felt.held[seat, hand]):
        node = int(plan.child[node, felt.cards[seat, hand, i] >> 2])
    up = felt.cards[HOUSE, DEALER, UP_CARD]
    situation = WAR_LOST if war_outcome(felt.cards[seat, 0, 0], up) == LOSE else WAR_KEPT
    act = int(plan.acts[up >> 2, situation, node])
    return act if options & bit(act) else STAND
