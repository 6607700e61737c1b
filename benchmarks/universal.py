"""Proof from play: deals, plays and time of every game that is proved so, beside the same question with nothing merged.

    python -m benchmarks.universal          # every figure of each game, machine code on disk
    python -m benchmarks.universal --sees   # also Three Card Poker for a player who sees one of the dealer's cards

Times are of the processor, all threads together, so that a busy machine does not change them. The unmerged walk is not
run: its deals are counted. Where a game of ours has mathematics of its own, its time stands beside.
"""

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from houseway.analysis.solve import computed
from houseway.analysis.universal.boards.every_board import EveryBoard
from houseway.analysis.universal.cost import by_boards
from houseway.analysis.universal.kinds.whole_shoe import prove_by_kinds
from houseway.analysis.universal.proof import Proof, prove
from houseway.analysis.universal.question import Question, question
from houseway.analysis.universal.shape import can_be_proved
from houseway.games import SLUGS, find_game
from houseway.games.game import Game
from houseway.games.outside import game_in

EXAMPLES = Path(__file__).parents[1] / "examples"
T = TypeVar("T")
BY_HAND = ("dakota_stud",)  # games with mathematics of their own that the proof from play is also for


def timed(work: Callable[[], T]) -> tuple[T, float, float]:
    """What it came to, seconds of the processor and by the clock; once before, for machine code and tables."""
    work()
    begun, used = time.perf_counter(), time.process_time()
    found = work()
    return found, time.process_time() - used, time.perf_counter() - begun


def proved(game: Game, sees: str) -> Proof[Question]:
    """By boards where that is the way, else by the walk."""
    asked = question(game, game.settings(), sees=sees)
    board = by_boards(asked)
    return Proof(asked, EveryBoard(asked, board).counted, "") if board else prove(game, game.settings(), sees=sees)


def measured(game: Game, sees: str = "") -> None:
    if can_be_proved(game):
        proof, cpu, seconds = timed(lambda: proved(game, sees))
        plain = question(game, game.settings(), sees=sees, merged=False).deals
        edge, counted = proof.wagers()["round"].edge.value, proof.counted
    else:
        by_kinds, cpu, seconds = timed(lambda: prove_by_kinds(game, game.settings()))
        edge, counted, plain = by_kinds.wagers()["round"].edge.value, by_kinds.counted, by_kinds.whole
    print(
        f"{game.title}{' seeing ' + sees if sees else ''}: {float(edge):.5%}, {counted.walked:,} deals of {plain:,} in "
        f"order ({plain / counted.walked:,.0f} times fewer), {counted.plays:,} plays, {cpu:.2f} s of processor, "
        f"{seconds:.2f} s by the clock, {cpu / counted.walked * 1e9:.0f} ns a deal",
        flush=True,
    )
    if game.slug in BY_HAND:
        _, own, _ = timed(lambda: computed(game, game.settings(), "optimal"))
        print(f"  its own mathematics: {own:.2f} s of processor, {cpu / own:.1f} times less")


def main() -> None:
    for slug in SLUGS:
        if slug in BY_HAND or not (find_game(slug).folder / "solver.py").exists():
            measured(find_game(slug))
    for folder in sorted(EXAMPLES.iterdir()):
        measured(game_in(folder))
    if "--sees" in sys.argv[1:]:
        measured(find_game("three_card_poker"), "dealer:1")
    print(f"at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB of memory")


if __name__ == "__main__":
    main()
