"""The bets of a seat that no choice looks at, for a whole round: what each wins on average after an act, by kinds."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.exact.shared.spot import Ranker
from houseway.analysis.universal.kinds.shoe_advice import best_of, stand_at
from houseway.analysis.universal.kinds.whole_shoe import ShoeProof
from houseway.analysis.whole.seen import Bet, BetsTogether, SeenRound
from houseway.games.game import Game, Settings


def beside(game: Game, settings: Settings, rank: Ranker) -> "BetsBeside":  # noqa: ARG001 - no bet waits for a hint
    return BetsBeside(best_of(game, settings))


@dataclass(frozen=True)
class BetsBeside:
    """A hint from play is of all wagers that choices look at; what is left are those that lie aside."""

    proof: ShoeProof

    def hang(self, seen: SeenRound) -> tuple[str, ...]:  # noqa: ARG002 - the same at every choice
        return tuple(wager.name for wager in self.proof.asked.game.sheet.wagers if not wager.aside)

    def parts(self, seen: SeenRound, act: int) -> list[BetsTogether]:
        asked, stand = self.proof.asked, stand_at(self.proof, seen.spot)
        found = []
        for wager, cents in zip(asked.game.sheet.wagers, stand.won[act], strict=True):
            bet = Bet(wager.name, seen.asked)
            if wager.aside and bet in seen.open:
                won = Fraction(cents, stand.mass * asked.bets[wager.name])
                found.append(BetsTogether((bet,), float(seen.open[bet] * won)))
        return found
