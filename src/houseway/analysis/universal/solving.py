"""Solve a game from its play: all figures of the best play or of a strategy, at once or from where it was left."""

from collections.abc import Sequence

from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.universal.boards.board_plan import board_plan
from houseway.analysis.universal.boards.by_plan.planned_boards import PlannedBoards
from houseway.analysis.universal.boards.common_board import CommonBoard
from houseway.analysis.universal.boards.every_board import EveryBoard, ValuesAndPlays
from houseway.analysis.universal.boards.every_lot import counted_by_lots, lots_of
from houseway.analysis.universal.boards.first_choice import keep_first
from houseway.analysis.universal.boards.kept_boards import best_kept, forget_best, forget_parts, keep_best
from houseway.analysis.universal.boards.own_hands import Lot
from houseway.analysis.universal.cost import by_boards, cost_of, verify_boards_reach, verify_reach
from houseway.analysis.universal.count import Counted, Progress
from houseway.analysis.universal.planned import planned
from houseway.analysis.universal.proof import Proof
from houseway.analysis.universal.question import Question, question
from houseway.analysis.universal.stops import told_when_stopped, walked_on
from houseway.games.contract import Strategy
from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused

OPTIMAL, PUBLISHED = "optimal", "published"


def cost(game: Game, settings: Settings) -> str:
    """What solving will take, in words."""
    return str(cost_of(question(game, settings)))


def solve_seeing(game: Game, settings: Settings, sees: str, progress: Progress | None = None) -> Solution:
    """The best play of a player who sees more than the rules show, on boards."""
    asked = question(game, settings, sees=sees)
    board = by_boards(asked)
    assert board is not None, "a walk is seen more of in `seeing`"
    verify_boards_reach(asked, board)
    proof = Proof(asked, _best_of_lots(asked, board, progress), OPTIMAL)
    return Solution(game.slug, settings, f"{OPTIMAL}, seeing {sees}", proof.wagers(), None, proof.notes())


def solve(
    game: Game,
    settings: Settings,
    strategy: str = OPTIMAL,
    progress: Progress | None = None,
    deck: Sequence[int] | None = None,
) -> Solution:
    """Best play or a written strategy. Ctrl-C keeps what is done, and the same question goes on from there."""
    if strategy == PUBLISHED:
        raise Refused(f"{game.title} has no published strategy that a solver could find")
    asked = question(game, settings, deck)
    chosen = None if strategy == OPTIMAL else game.written(strategy, settings)
    if board := by_boards(asked):
        with told_when_stopped():
            verify_boards_reach(asked, board)
            if lots_of(asked, board) > 1:
                return _counted_by_lots(asked, board, chosen, progress)
            if chosen is None:
                return _solved_by_boards(EveryBoard(asked, board, progress))
            return _followed_on_boards(PlannedBoards(asked, board, chosen, progress))
    verify_reach(asked)
    counted = walked_on(asked, progress, strategy, chosen)
    proof = Proof(asked, counted, strategy)
    plan = chosen.plan if chosen else planned(asked, counted) if asked.planned() else None
    return Solution(game.slug, settings, strategy, proof.wagers(), plan, proof.notes())


def _solved_by_boards(every: EveryBoard) -> Solution:
    """The best play; where it was counted before it is read."""
    asked = every.asked
    best = best_kept(asked)
    if best is None:
        best = every.best
        keep_first(every)
        keep_best(asked, best)
    proof = Proof(asked, best.counted, OPTIMAL)
    return Solution(asked.game.slug, asked.settings, OPTIMAL, proof.wagers(), board_plan(every, best), proof.notes())


def _followed_on_boards(planned_boards: PlannedBoards) -> Solution:
    """A strategy that is written down."""
    asked, strategy = planned_boards.asked, planned_boards.strategy
    proof = Proof(asked, planned_boards.counted, strategy.name)
    forget_parts(asked, planned_boards.work)
    return Solution(asked.game.slug, asked.settings, strategy.name, proof.wagers(), strategy.plan, proof.notes())


def _counted_by_lots(
    asked: Question, board: CommonBoard, chosen: Strategy | None, progress: Progress | None
) -> Solution:
    """The same where one's own hands are too many to be counted at once: the best play is found, and is not kept."""
    if chosen is None:
        proof = Proof(asked, _best_of_lots(asked, board, progress), OPTIMAL)
        return Solution(asked.game.slug, asked.settings, OPTIMAL, proof.wagers(), None, proof.notes())

    def new(lot: Lot, made: ValuesAndPlays | None) -> EveryBoard:
        return PlannedBoards(asked, board, chosen, progress, lot=lot, made=made)

    proof = Proof(asked, counted_by_lots(asked, board, new), chosen.name)
    return Solution(asked.game.slug, asked.settings, chosen.name, proof.wagers(), chosen.plan, proof.notes())


def _best_of_lots(asked: Question, board: CommonBoard, progress: Progress | None) -> Counted:
    def new(lot: Lot, made: ValuesAndPlays | None) -> EveryBoard:
        return EveryBoard(asked, board, progress, lot=lot, made=made)

    return counted_by_lots(asked, board, new, keep_first)


def forget_boards(game: Game, settings: Settings, progress: Progress | None) -> None:  # noqa: ARG001 - one shape
    """So that a best play on boards is counted from nothing."""
    forget_best(question(game, settings))
