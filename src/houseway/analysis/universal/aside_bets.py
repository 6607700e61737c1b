"""The bets of a seat that no choice looks at, for a whole round: what each wins on average after an act, from play."""

from dataclasses import dataclass, field
from fractions import Fraction

from houseway.analysis.exact.shared.spot import Ranker
from houseway.analysis.universal.advice import cards_seen, dealt_out, node_at
from houseway.analysis.universal.cost import by_boards
from houseway.analysis.universal.node_cells import NET_BITS, NET_ZERO, Cells
from houseway.analysis.universal.question import Question, question
from houseway.analysis.universal.shape import Acts
from houseway.analysis.whole.seen import Bet, BetsTogether, SeenRound
from houseway.games.game import Game, Settings


def rest(game: Game, settings: Settings, rank: Ranker) -> "AsideBets":  # noqa: ARG001 - no bet waits for a hint
    return AsideBets(question(game, settings))


@dataclass
class AsideBets:
    """A hint from play is of all wagers that choices look at; what is left are those that lie aside."""

    asked: Question
    _last: dict[tuple[Acts, tuple[tuple[int, int], ...]], tuple[Cells, int]] = field(default_factory=dict)

    def hang(self, seen: SeenRound) -> tuple[str, ...]:  # noqa: ARG002 - the same at every choice
        wagers = self.asked.game.wagers
        return tuple(name for name, aside in zip(wagers, self.asked.aside, strict=True) if not aside)

    def parts(self, seen: SeenRound, act: int) -> list[BetsTogether]:
        asked = self.asked
        node = node_at(asked, seen.spot)
        if not node and by_boards(asked):
            return []  # every board is ahead: its hint is kept, what lies aside is not
        cells, deals = self._dealt(node, seen)
        found = []
        for wager, (name, aside) in enumerate(zip(asked.game.wagers, asked.aside, strict=True)):
            bet = Bet(name, seen.asked)
            if aside and bet in seen.open:
                won = Fraction(won_on(cells, asked.numbers[(*node, act)], wager), deals * asked.bets[name])
                found.append(BetsTogether((bet,), float(seen.open[bet] * won)))
        return found

    def _dealt(self, node: Acts, seen: SeenRound) -> tuple[Cells, int]:
        """A choice is asked act by act: the last is remembered."""
        cards = cards_seen(self.asked, node, seen.spot)
        key = node, tuple(sorted(cards.items()))
        if key not in self._last:
            self._last = {key: dealt_out(self.asked, node, cards)}
        return self._last[key]


def won_on(cells: Cells, node: int, wager: int) -> int:
    """Cents that a wager won in all deals of a node."""
    cents = 0
    for slot in range(int(cells.used[wager])):
        net = (int(cells.slots[wager, slot]) & ((1 << NET_BITS) - 1)) - NET_ZERO
        cents += net * int(cells.times[node, wager, slot])
    return cents
