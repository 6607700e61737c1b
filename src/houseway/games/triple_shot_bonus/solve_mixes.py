"""The bets of Triple Shot Bonus as a worst mix is looked for among them.

War and Poker are decided by the cards alone. Blackjack and the Hat Trick hang together: whoever has more on the Hat
Trick plays blackjack to keep it. The play that is best for both is found among those that look at ranks. A player who
looks at suits as well could gain on flushes alone, so no play of any kind keeps the Hat Trick more often than the play
by ranks that cares for nothing else, and all flushes besides.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from houseway.analysis.exact.blackjack.bet_sizes import BlackjackBet, Insured, blackjack_bet
from houseway.analysis.exact.shared.mixes import Part, Worth, aside, clamp_of, paid_at, period_of, won_at
from houseway.games.betting import Limits
from houseway.games.game import Game, Settings, Wagers
from houseway.games.triple_shot_bonus.play import HAT_TRICK, INSURANCE, LOSE, WIN, Rules
from houseway.games.triple_shot_bonus.solve_blackjack import leaves_of
from houseway.games.triple_shot_bonus.solve_hat_trick import RankPlay
from houseway.games.triple_shot_bonus.solve_together import Deals

NOTHING_ELSE = 10**6  # bets on the Hat Trick for one on Blackjack: as good as no Blackjack
FLUSH = "flush"  # the one way to win at Poker that hangs on suits and not on ranks
UNITS_LOST_MOST = 2  # on Blackjack, by a double or a split


def parts(game: Game, settings: Settings, limits: Mapping[str, Limits]) -> list[Part]:  # noqa: ARG001 - one shape
    rules: Rules = game.rules(settings)
    deals = Deals(game, rules, game.deck(settings))
    both = _Both(game, deals, blackjack_bet(game, settings, leaves_of, Insured(INSURANCE, WIN, LOSE)))
    return [
        aside(game, rules, "war", deals.war().rows),
        aside(game, rules, "poker", deals.poker().rows),
        both.part(),
    ]


@dataclass(frozen=True)
class _Both:
    """Blackjack and the Hat Trick."""

    game: Game
    deals: Deals
    blackjack: BlackjackBet

    def part(self) -> Part:
        rules = self.deals.rules
        names = (self.blackjack.name, self.game.wagers[HAT_TRICK])
        periods = {names[0]: self.blackjack.period, names[1]: period_of(rules, HAT_TRICK)}
        return Part(names, self.exact, self.most, periods, dict.fromkeys(names, clamp_of(rules)))

    def exact(self, bets: Wagers) -> Worth:
        first, second = (bets.get(name, 0) for name in (self.blackjack.name, self.game.wagers[HAT_TRICK]))
        alone = self.blackjack.worth(first)
        if not second:
            return alone
        cents = self._together(first, second, alone)
        return Worth(cents, max(cents, alone.at_most + self._hat_trick(second, self.kept_most)))

    def _together(self, first: int, second: int, alone: Worth) -> Fraction:
        """What the play that is best for both wins; where single and doubled hands are rounded differently, what the
        best play for Blackjack alone does.
        """
        if first % int(self.deals.rules.grain_cents):
            kept = self.deals.together(self.blackjack.solved(first).plan).hat_trick
            return alone.cents + self._hat_trick(second, kept)
        rules = paid_at(self.deals.rules, {self.blackjack.name: first}, self.game.wagers)
        play = replace(self.play, rules=rules)
        earned = play.earns(play.best(Fraction(second, first)))
        insurance = self.blackjack.insurance(first).cents
        return first * earned.blackjack + insurance + self._hat_trick(second, earned.hat_trick)

    def most(self, bets: Wagers) -> float:
        first, second = (bets.get(name, 0) for name in (self.blackjack.name, self.game.wagers[HAT_TRICK]))
        apart = float(self._hat_trick(second, self.kept_most)) if second else 0.0
        return self.blackjack.most(first) + apart

    def _hat_trick(self, stake: int, likely: Fraction) -> Fraction:
        """Cents won on average on a Hat Trick that is kept so often."""
        rules = self.deals.rules
        won, lost = won_at(rules, HAT_TRICK, WIN, stake), won_at(rules, HAT_TRICK, LOSE, stake)
        return likely * won + (1 - likely) * lost

    @cached_property
    def play(self) -> RankPlay:
        """By ranks, at the odds that are printed."""
        return RankPlay.of(self.deals)

    @cached_property
    def kept_most(self) -> Fraction:
        """No play keeps the Hat Trick more often.

        A play q earns b_q units at Blackjack and keeps the Hat Trick with chance h_q. The best for a swing of S units
        has b + S h >= b_q + S h_q, so h_q <= h + (b - b_q) / S, and b_q is at least the most that can be lost.
        """
        play = self.play
        earned = play.earns(play.best(Fraction(NOTHING_ELSE)))
        slack = (earned.blackjack + UNITS_LOST_MOST) / play.swing(Fraction(NOTHING_ELSE))
        sixes, flush = self.deals.sixes, self.game.outcomes.index(FLUSH)
        return earned.hat_trick + slack + Fraction(int(sixes[:, flush].sum()), int(sixes.sum()))
