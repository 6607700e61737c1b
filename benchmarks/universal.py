"""Proof from play: deals, plays and time, beside the same question with nothing merged.

    python -m benchmarks.universal          # every figure of each game, machine code on disk
    python -m benchmarks.universal --sees   # also Three Card Poker for a player who sees one of the dealer's cards

Times are of the processor, all threads together, so that a busy machine does not change them. The unmerged walk is not
run: its deals are counted, and its time is theirs at the same time a play.
"""

import sys
import time
from pathlib import Path

from houseway.analysis.universal.proof import prove
from houseway.analysis.universal.question import question
from houseway.games import find_game
from houseway.games.game import Game
from houseway.games.outside import game_in

EXAMPLES = Path(__file__).parents[1] / "examples"


def measured(game: Game, sees: str = "") -> None:
    prove(game, game.settings(), sees=sees)  # machine code and tables
    begun, used = time.perf_counter(), time.process_time()
    proof = prove(game, game.settings(), sees=sees)
    edge = proof.wagers()["round"].edge.value
    seconds, cpu = time.perf_counter() - begun, time.process_time() - used
    walked, plays = proof.counted.walked, proof.counted.plays
    plain = question(game, game.settings(), sees=sees, merged=False).deals
    print(
        f"{game.title}{' seeing ' + sees if sees else ''}: {float(edge):.5%}, {walked:,} deals of {plain:,} in order "
        f"({plain / walked:,.0f} times fewer), {plays:,} plays, {cpu:.1f} s of processor, {seconds:.1f} s by the "
        f"clock, {cpu / plays * 1e9:.0f} ns a play, {cpu / walked * 1e9:.0f} ns a deal"
    )


def main() -> None:
    for slug in ("dakota_stud", "three_card_poker"):
        measured(find_game(slug))
    for folder in sorted(EXAMPLES.iterdir()):
        measured(game_in(folder))
    if "--sees" in sys.argv[1:]:
        measured(find_game("three_card_poker"), "dealer:1")


if __name__ == "__main__":
    main()
