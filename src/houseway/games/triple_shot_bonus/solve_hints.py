"""What every act is worth at a live table of Triple Shot Bonus.

Without a Hat Trick, or once War has lost it, a choice touches the Blackjack bet alone: the cards complete six for Poker
whatever the hand does. With a Hat Trick still up, the values are those of Blackjack and Hat Trick together, by the
ranks of the cards (`solve_hat_trick.py`), for the bets that are on the table, in units of the Blackjack bet.
"""

from fractions import Fraction
from functools import lru_cache

from houseway.analysis.exact.blackjack.live_hands import Insurance, LiveHands
from houseway.analysis.exact.blackjack.rank_play import ACTS, nodes
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.spot import Ranked, Ranker, Spot
from houseway.games.game import Game, Settings
from houseway.games.triple_shot_bonus.play import DECLINE, HAT_TRICK, INSURANCE, INSURE, LOSE, WIN
from houseway.games.triple_shot_bonus.solve_blackjack import blackjack_of
from houseway.games.triple_shot_bonus.solve_hat_trick import RankPlay
from houseway.games.triple_shot_bonus.solve_rank_tables import Values
from houseway.games.triple_shot_bonus.solve_together import Deals
from houseway.rules.cards import rank
from houseway.rules.choice import acts_in

BASE = "blackjack"  # the wager whose amount is the unit
INSURED = Insurance(INSURE, DECLINE, INSURANCE, WIN, LOSE)
TABLES = 64  # kept, by up-card and ratio of the bets


def ranker(game: Game, settings: Settings) -> Ranker:
    """Makes ready what Blackjack alone needs; the first choice with a Hat Trick up takes a second more."""
    alone = LiveHands(blackjack_of(game, settings), INSURED)
    together = WithHatTrick(RankPlay.of(Deals(game, game.rules(settings), game.deck(settings))))

    def rank_acts(spot: Spot) -> Ranked:
        asks_insurance = spot.options >> INSURE & 1
        return together.rank(spot) if spot.staked.get("hat_trick") and not asks_insurance else alone.rank(spot)

    return rank_acts


class WithHatTrick:
    """Turns in which the Hat Trick is up."""

    def __init__(self, play: RankPlay) -> None:
        self.play = play
        self.tables = lru_cache(maxsize=TABLES)(self._tables)

    def rank(self, spot: Spot) -> Ranked:
        ratio = Fraction(spot.wagers["hat_trick"], spot.wagers["blackjack"])
        worths, no_blackjack = self.tables(rank(spot.dealer[0]), ratio)
        node = 0
        for card in spot.cards:
            node = int(nodes().child[node, rank(card)])
        lost = float(ratio * pay_of(self.play.rules, HAT_TRICK, LOSE))
        acts = acts_in(spot.options)
        return [(act, float(worths[ACTS.index(act), node] / no_blackjack[node]) + lost) for act in acts]

    def _tables(self, up: int, ratio: Fraction) -> tuple[Values, Values]:
        return self.play.worths(up, float(self.play.swing(ratio)))
