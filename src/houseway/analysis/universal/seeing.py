"""Solve a game for a player who sees more than the rules show, at once or from where it was left."""

from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.universal import solving
from houseway.analysis.universal.cost import by_boards, verify_reach
from houseway.analysis.universal.count import Progress
from houseway.analysis.universal.proof import Proof
from houseway.analysis.universal.question import question
from houseway.analysis.universal.solving import OPTIMAL
from houseway.analysis.universal.stops import told_when_stopped, walked_on
from houseway.games.game import Game, Settings


def solve_seeing(game: Game, settings: Settings, sees: str, progress: Progress | None = None) -> Solution:
    """Ctrl-C keeps what is done, and the same question goes on from there."""
    asked = question(game, settings, sees=sees)
    if by_boards(asked):
        with told_when_stopped():
            return solving.solve_seeing(game, settings, sees, progress)
    verify_reach(asked)
    proof = Proof(asked, walked_on(asked, progress), OPTIMAL)
    return Solution(game.slug, settings, f"{OPTIMAL}, seeing {sees}", proof.wagers(), None, proof.notes())
