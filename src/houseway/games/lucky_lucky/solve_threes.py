"""Lucky Lucky as a bet on any three cards: what they win, for studies of machines (`analysis/continuous.py`)."""

from itertools import combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.shared.pays import pay_of
from houseway.games.game import Game, Settings
from houseway.games.lucky_lucky.play import LUCKY_LUCKY, WAGERS, lucky_lucky_outcome
from houseway.rules.cards import DECK

WAGER = WAGERS[LUCKY_LUCKY]
STUDIED = ({"shuffler": "continuous", "paytable": "1"}, {"shuffler": "continuous", "paytable": "3"})


def worth_of_threes(game: Game, settings: Settings) -> NDArray[np.float64]:
    """[card, card, card] what a bet of one wins on these three, the same in any order."""
    rules = game.rules(settings)
    worth = np.empty((DECK, DECK, DECK))
    for three in combinations_with_replacement(range(DECK), 3):
        won = float(pay_of(rules, LUCKY_LUCKY, lucky_lucky_outcome(*three)))
        for order in set(permutations(three)):
            worth[order] = won
    return worth
