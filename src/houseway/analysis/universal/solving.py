"""Solve a game from its play: all figures of the best play or of a strategy, at once or from where it was left."""

from collections.abc import Sequence

from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.universal import unfinished
from houseway.analysis.universal.boards.board_plan import board_plan
from houseway.analysis.universal.boards.every_board import EveryBoard, StoppedOnBoards
from houseway.analysis.universal.boards.first_choice import keep_first
from houseway.analysis.universal.boards.kept_boards import best_kept, forget_best, keep_best
from houseway.analysis.universal.cost import by_boards, cost_of, verify_reach
from houseway.analysis.universal.count import Progress, Stopped, count
from houseway.analysis.universal.planned import planned
from houseway.analysis.universal.proof import Proof
from houseway.analysis.universal.question import question
from houseway.analysis.universal.unfinished import work_key
from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused

OPTIMAL, PUBLISHED = "optimal", "published"


class StoppedHere(KeyboardInterrupt):
    """Ctrl-C, with what is done kept."""


def cost(game: Game, settings: Settings) -> str:
    """What solving will take, in words."""
    return str(cost_of(question(game, settings)))


def solve_seeing(game: Game, settings: Settings, sees: str, progress: Progress | None = None) -> Solution:
    """The best play of a player who sees more than the rules show."""
    asked = question(game, settings, sees=sees)
    if board := by_boards(asked):
        counted = EveryBoard(asked, board, progress).counted
    else:
        verify_reach(asked)
        counted = count(asked, None, progress)
    proof = Proof(asked, counted, OPTIMAL)
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
    if strategy == OPTIMAL and (board := by_boards(asked)):
        try:
            return _solved_by_boards(EveryBoard(asked, board, progress))
        except StoppedOnBoards as stopped:
            raise stopped_here(stopped, is_kept=stopped.is_kept) from None
    verify_reach(asked)
    chosen = None if strategy == OPTIMAL else game.written(strategy, settings)
    key = work_key(asked, strategy)
    try:
        counted = count(asked, chosen, progress, before=unfinished.taken_up(key))
    except Stopped as stopped:
        raise stopped_here(stopped, is_kept=unfinished.keep(key, stopped.counted)) from None
    unfinished.forget(key)
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


def stopped_here(stopped: Exception, *, is_kept: bool) -> StoppedHere:
    after = "; the same command goes on from there" if is_kept else ", and could not be kept"
    return StoppedHere(f"stopped: {stopped}{after}")


def forget_boards(game: Game, settings: Settings, progress: Progress | None) -> None:  # noqa: ARG001 - one shape
    """So that a best play on boards is counted from nothing."""
    forget_best(question(game, settings))
