"""How long exact blackjack takes, once compiled: choosing the best plan, and evaluating it in exact arithmetic.

    python -m benchmarks.blackjack

The plain game has one deck, the dealer stands on soft 17, split hands may be doubled, and late surrender.
"""

import time

from houseway.analysis.exact.blackjack.wager_figures import edge_of
from houseway.games import find_game
from houseway.games.lucky_lucky import solve_blackjack as house
from houseway.games.super_fun_21 import solve as super_fun
from houseway.games.triple_shot_bonus import solve_blackjack as triple

RUNS = 9
PLAIN_GOAL_S = 0.2
PLAIN = {"decks": 1, "soft_17": "stand", "surrender": "late"}
TABLES = [
    ("plain game", "lucky_lucky", house, PLAIN),
    ("house, six decks", "lucky_lucky", house, {}),
    ("house, eight decks", "lucky_lucky", house, {"decks": 8}),
    ("house, infinite decks", "lucky_lucky", house, {"decks": "infinite"}),
    ("triple shot", "triple_shot_bonus", triple, {}),
    ("super fun, one deck", "super_fun_21", super_fun, {}),
    ("super fun, two decks", "super_fun_21", super_fun, {"decks": 2}),
]


def main() -> None:
    for name, slug, solver, options in TABLES:
        game = find_game(slug)
        settings = game.settings(options)
        times = []
        for _ in range(RUNS):
            start = time.perf_counter()
            blackjack = solver.blackjack_of(game, settings, game.deck(settings))
            edge = edge_of(blackjack, blackjack.plan())
            times.append(time.perf_counter() - start)
        goal = f"   goal {PLAIN_GOAL_S} s" if name == "plain game" else ""
        print(f"{name:24} edge {100 * float(edge):9.6f} %   best {min(times):.3f} s, first {times[0]:.3f} s{goal}")


if __name__ == "__main__":
    main()
