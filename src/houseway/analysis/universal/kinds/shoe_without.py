"""What a player gains who knows cards that are out of the shoe, at a game that is proved by kinds of cards.

The best play of the whole shoe and that of what is left are both walked over what is left. Choices are the same where
the same lines were told, so the play of one who does not know is one act for each of them.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from houseway.analysis.exact.shared.less_cards import ActsChanged, SeenGone
from houseway.analysis.universal.kinds.best_acts import Stand
from houseway.analysis.universal.kinds.forks import KNOWN_BEST
from houseway.analysis.universal.kinds.shoe_question import ShoeQuestion, shoe_question
from houseway.analysis.universal.kinds.whole_shoe import LEAVES_A_SECOND, ShoeWalk, best_of_walk, cost_of, verify_reach
from houseway.games.game import Game, Settings

OPEN_S = 0.012  # of one core, to make room for a walk
WALKS = 3  # every act, the best of them, and those of who does not know
KNOWN = ("rules", "bets", "faces")  # of a question: what fewer cards do not change


class ShoeWithout:
    """The walk of one game, for any cards that are out of its shoe."""

    def __init__(self, asked: ShoeQuestion) -> None:
        verify_reach(asked)
        self.asked = asked
        self.kinds = asked.faces.kind
        self.blind = {stand.told: stand.best for stand in best_of_walk(ShoeWalk(asked, None))}
        self.why_nothing = "" if self.blind else "nobody has a choice in it"
        self.seconds = WALKS * (cost_of(asked).plays / LEAVES_A_SECOND + OPEN_S)

    def seen(self, gone: Sequence[int]) -> SeenGone:
        walk = ShoeWalk(self._left(gone), None, is_long=True)
        stands = best_of_walk(walk)
        best, blind = (_won(walk, acts) for acts in ([each.best for each in stands], [*map(self._blindly, stands)]))
        whole = walk.asked.denominator(walk.faced)
        changed: ActsChanged = {}
        for stand in stands:
            pair = self._blindly(stand), stand.best
            if stand.before is None and stand.values[pair[0]] < stand.values[pair[1]]:
                names = self.asked.game.acts[pair[0]], self.asked.game.acts[pair[1]]
                changed[names] = changed.get(names, Fraction(0)) + Fraction(stand.mass, whole)
        return SeenGone(Fraction(best - blind, whole * self.asked.unit_cents), changed)

    def _blindly(self, stand: Stand) -> int:
        return self.blind[stand.told]

    def _left(self, gone: Sequence[int]) -> ShoeQuestion:
        """The same question; of a kind, the cards that do not stand for it go first."""
        deck = list(self.asked.deck)
        for card in gone:
            deck.pop(max(i for i, each in enumerate(deck) if self.kinds[each] == self.kinds[card]))
        fewer = replace(self.asked, deck=tuple(deck))
        fewer.__dict__.update({name: getattr(self.asked, name) for name in KNOWN})
        probed = self.asked.probed
        fewer.__dict__["probed"] = probed._replace(faced=min(probed.faced, len(deck)))
        return fewer


def _won(walk: ShoeWalk, acts: list[int]) -> int:
    """Cents over all deals, by one act for each choice."""
    walk.take(acts)
    walk.verify(walk.run(KNOWN_BEST))
    return walk.counted().value


def shoe_without(game: Game, settings: Settings) -> ShoeWithout:
    return ShoeWithout(shoe_question(game, settings))
