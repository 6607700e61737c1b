"""What every act is worth at a live table of Fast Action Hold'em, with the bets that are on it, in units of the Ante.

Envy is left out: what other players make does not hang on one's own choice.
"""

from houseway.analysis.exact.shared.spot import Ranked, Ranker, Spot
from houseway.games.fast_action_holdem.solve import advise, counts_of
from houseway.games.game import Game, Settings
from houseway.rules.cards import cards_text

BASE = "ante"  # the wager whose amount is the unit


def ranker(game: Game, settings: Settings) -> Ranker:
    """Loads the counts of these decks."""
    counts_of(game, settings)

    def rank(spot: Spot) -> Ranked:
        ranked = advise(game, settings, cards_text(spot.cards), bets=spot.wagers)
        return [(game.acts.index(name), value) for name, value in ranked]

    return rank
