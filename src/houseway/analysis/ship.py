"""Compute the figures that ship with the package: `python -m houseway.analysis.ship [GAME ...]`, or `make figures`.

They are those that the published claims need, and each game by default: best play and written strategies.
"""

import sys
import time

from houseway.analysis import store
from houseway.analysis.solve import OPTIMAL, solve, solver_of
from houseway.games import SLUGS, find_game
from houseway.games.game import Game
from houseway.games.sheet import Setting

Wanted = tuple[tuple[tuple[str, Setting], ...], str]  # settings and strategy


def standard(game: Game) -> list[Wanted]:
    """Settings and strategies worth shipping, each once."""
    wanted: dict[Wanted, None] = {}
    for claim in game.claims.claims:
        wanted[tuple(game.settings(claim.options).items()), OPTIMAL] = None
        if claim.assumes:
            wishes = {**claim.options, **claim.assumes}
            strategy = str(wishes.pop("strategy", OPTIMAL))
            wanted[tuple(game.settings(wishes).items()), strategy] = None
    for strategy in (OPTIMAL, *game.strategies):
        wanted[tuple(game.settings().items()), strategy] = None
    return list(wanted)


def main() -> None:
    for slug in sys.argv[1:] or SLUGS:
        game = find_game(slug)
        solutions = []
        for settings, strategy in standard(game):
            begun = time.perf_counter()
            if hasattr(solver_of(game), "takes_minutes") and solver_of(game).takes_minutes(dict(settings)):
                print(f"{slug} {strategy} {dict(settings)}: left out, it takes many minutes", flush=True)
                continue
            solutions.append(solve(game, dict(settings), strategy, fresh=True))
            chosen = {k: v for k, v in settings if v != game.options[k].default}
            print(f"{slug} {strategy} {chosen}: {time.perf_counter() - begun:.1f} s", flush=True)
        store.ship(game, solutions)


if __name__ == "__main__":
    main()
