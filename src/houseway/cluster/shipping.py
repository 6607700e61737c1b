"""The figures that ship, solved on a cluster: `make figures CLUSTER=local:4`, or with the address of a scheduler.

Each game's figures are units, one for each set of options and strategy; whichever worker is free solves the next. What
is written are the very files of `analysis.ship`: figures are exact, so it does not matter who solved which.
"""

import sys
from dataclasses import replace
from typing import Any

from houseway.analysis import ship, store
from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.solve import computed
from houseway.analysis.universal.boards.first_choice import ship_first
from houseway.cluster.badge import badge_for
from houseway.cluster.door import Open, cluster_at
from houseway.cluster.library import load
from houseway.cluster.spread import Tell, spread
from houseway.games import SLUGS, find_game
from houseway.games.game import Game
from houseway.rules.refused import Refused


class FiguresErrand:
    """The figures of a game that are still to be solved."""

    def __init__(self, game: Game, wanted: list[ship.Wanted], tell: Tell) -> None:
        self.game, self.wanted, self.tell = game.slug, wanted, tell
        self.found: dict[int, Solution] = {}
        self._waiting = list(range(len(wanted)))

    @property
    def done(self) -> bool:
        return bool(self.found)

    @property
    def left(self) -> int:
        return len(self._waiting)

    def take(self, workers: int) -> int | None:  # noqa: ARG002 - figures are as they are
        return self._waiting.pop(0) if self._waiting else None

    def give_back(self, number: int) -> None:
        self._waiting.insert(0, number)

    def call(self, number: int) -> tuple[Any, ...]:
        settings, strategy = self.wanted[number]
        return solve_one, self.game, dict(settings), strategy

    def take_in(self, number: int, found: Solution) -> None:
        self.found[number] = found
        words = store.in_words(find_game(self.game), found.settings, found.strategy)
        self.tell(f"{self.game} {words}: {len(self.found)} of {len(self.wanted)}")

    def solutions(self) -> list[Solution]:
        """All of them, in the order in which one machine solves them."""
        return [self.found[number] for number in range(len(self.wanted))]


def solve_one(slug: str, wishes: dict[str, Any], strategy: str) -> Solution:
    """On a worker: one figure, without the plan that earns it."""
    game = find_game(slug)
    return replace(computed(game, game.settings(wishes), strategy), plan=None)


def solutions_on(opened: Open, game: Game, tell: Tell) -> list[Solution]:
    """The figures of a game that ship; Ctrl-C leaves those that ship now."""
    errand = FiguresErrand(game, ship.within_minutes(game), tell)
    if not spread(opened, errand, badge_for(game.slug), tell):
        raise KeyboardInterrupt
    return errand.solutions()


def main() -> None:
    where, slugs = sys.argv[1], sys.argv[2:] or SLUGS
    try:
        load()
        with cluster_at(where, None) as opened:
            for game in map(find_game, slugs):
                store.ship(game, solutions_on(opened, game, say), ship.shipped_answers(game))
                ship_first(ship.on_boards(game))
    except Refused as refused:
        sys.exit(f"houseway: {refused}")


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
