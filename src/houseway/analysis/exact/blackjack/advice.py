"""What each act is worth for a concrete hand, the best first."""

from fractions import Fraction

import numpy as np

from houseway.analysis.exact.blackjack.hand_text import AFTER_DOUBLE, AFTER_SPLIT, Asked, read_hand
from houseway.analysis.exact.blackjack.plans import Blackjack
from houseway.analysis.exact.blackjack.turns import WHOLE
from houseway.games.game import Game
from houseway.rules.refused import Refused


def advise_hand(game: Game, blackjack: Blackjack, text: str) -> list[tuple[str, Fraction | float]]:
    """Acts by name with what they are worth in units of the first bet, if the dealer has no blackjack.

    A hand after a split (`8-3 v 6 split`) is valued alone, split from a pair of its first card, with one other card of
    that pair known to be gone. Further acts are those of the best plan.
    """
    asked = read_hand(text)
    _verify_in_shoe(blackjack, asked)
    chosen = blackjack.best[asked.up]
    more = 0
    if asked.after == AFTER_DOUBLE:
        worth = chosen.worth_doubled[asked.hand]
    else:
        pair = asked.first if asked.after == AFTER_SPLIT else WHOLE
        worth = chosen.worth[pair, asked.hand]
        more = 1 if pair != WHOLE else 0
    alive = blackjack.no_blackjack(asked.up, asked.hand, asked.first, more)
    ranked = [(game.acts[act], float(worth[act] / alive)) for act in range(len(worth)) if not np.isnan(worth[act])]
    if not ranked:
        raise Refused(f"'{text}' cannot come up under these rules")
    return sorted(ranked, key=lambda each: -each[1])


def _verify_in_shoe(blackjack: Blackjack, asked: Asked) -> None:
    turns = blackjack.turns
    for kind in {*asked.cards, asked.up}:
        wanted = asked.cards.count(kind) + (kind == asked.up)
        wanted += kind == asked.first and asked.after == AFTER_SPLIT
        if turns.counts[kind] < (wanted if turns.step else 1):
            raise Refused("the shoe does not hold these cards")
