"""What every act is worth at a live table of Dakota Stud: the bets that hang on the choice, in units of one bet."""

from houseway.analysis.exact.shared.spot import Ranked, Ranker, Spot
from houseway.games.dakota_stud.solve import advise
from houseway.games.game import Game, Settings
from houseway.rules.cards import cards_text

BASE = "dollar"  # the wager whose amount is the unit


def ranker(game: Game, settings: Settings) -> Ranker:
    def rank(spot: Spot) -> Ranked:
        """By one's own three cards and the community's that is turned."""
        ranked = advise(game, settings, cards_text([*spot.cards, *spot.community]))
        return [(game.acts.index(name), value) for name, value in ranked]

    return rank
