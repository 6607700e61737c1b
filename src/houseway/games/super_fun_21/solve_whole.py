"""Super Fun 21: the hand beside an insurance, and the other hands of a split."""

from dataclasses import dataclass

from houseway.analysis.exact.blackjack.live_hands import Insurance, LiveHands
from houseway.analysis.exact.shared.spot import Ranker
from houseway.analysis.whole.hands import OtherHands
from houseway.analysis.whole.seen import BetsTogether, SeenRound
from houseway.games.game import Game, Settings
from houseway.games.super_fun_21.play import INSURANCE, LOSE, WIN, Rules, paid_before_check
from houseway.games.super_fun_21.solve import blackjack_of
from houseway.rules.blackjack import DECLINE, INSURE


def rest(game: Game, settings: Settings, rank: Ranker) -> "OtherBets":
    live = LiveHands(blackjack_of(game, settings), Insurance(INSURE, DECLINE, INSURANCE, WIN, LOSE))
    return OtherBets(OtherHands(live, rank), game.rules(settings))


@dataclass(frozen=True)
class OtherBets:
    hands: OtherHands
    rules: Rules

    def hang(self, seen: SeenRound) -> tuple[str, ...]:
        return self.hands.hang(seen)

    def parts(self, seen: SeenRound, act: int) -> list[BetsTogether]:
        if self.hands.asks_insurance(seen):
            waits = not paid_before_check(self.rules, True, act == INSURE)
            return [self.hands.before_check(seen, waits=waits)]
        return self.hands.split_hands(seen, act)
