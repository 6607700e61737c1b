"""Solve a game by kinds of cards, from its play: all figures of the best play or of a strategy."""

from collections.abc import Sequence

from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.universal.count import Progress
from houseway.analysis.universal.kinds.shoe_advice import planned
from houseway.analysis.universal.kinds.shoe_question import shoe_question
from houseway.analysis.universal.kinds.whole_shoe import OPTIMAL, cost_of, prove_by_kinds
from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused

PUBLISHED = "published"


def cost(game: Game, settings: Settings) -> str:
    """What solving will take, in words."""
    return str(cost_of(shoe_question(game, settings)))


def solve(
    game: Game,
    settings: Settings,
    strategy: str = OPTIMAL,
    progress: Progress | None = None,
    deck: Sequence[int] | None = None,
) -> Solution:
    """Best play or a written strategy."""
    if strategy == PUBLISHED:
        raise Refused(f"{game.title} has no published strategy that a solver could find")
    chosen = None if strategy == OPTIMAL else game.written(strategy, settings)
    proof = prove_by_kinds(game, settings, chosen, progress, deck=deck)
    return Solution(
        game.slug, settings, strategy, proof.wagers(), chosen.plan if chosen else planned(proof), proof.notes()
    )
