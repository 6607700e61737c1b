"""Compute the figures that ship with the package: `python -m houseway.analysis.ship [GAME ...]`, or `make figures`.

They are those that the published claims need, each game by default (best play and written strategies), and what else
a game's solver names as `standard`. Whatever hangs on a count of many minutes is left out until that is stored.
"""

import sys
import time
from collections.abc import Iterator

from houseway.analysis import store
from houseway.analysis.claims import AS_PRINTED, IN_WORDS, fresh_answer
from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.solve import OPTIMAL, PUBLISHED, computed, has_own_mathematics, solver_of
from houseway.analysis.universal.boards.common_board import CommonBoard
from houseway.analysis.universal.boards.first_choice import choices_digest, ship_first
from houseway.analysis.universal.cost import by_boards
from houseway.analysis.universal.question import Question, question
from houseway.analysis.universal.shape import can_be_proved
from houseway.games import SLUGS, find_game
from houseway.games.game import Game, Settings
from houseway.games.sheet import Claim

Wanted = tuple[Settings, str]  # and strategy


def standard(game: Game) -> list[Wanted]:
    """Settings and strategies worth shipping, each once."""
    wanted: dict[Wanted, None] = {}
    for claim in game.claims.claims:
        wanted[game.settings(claim.options), OPTIMAL] = None
        if claim.assumes:
            wishes = {**claim.options, **claim.assumes}
            strategy = str(wishes.pop("strategy", OPTIMAL))
            wanted[game.settings(wishes), strategy] = None
        if AS_PRINTED in claim.why:
            wanted[game.settings(claim.options), PUBLISHED] = None
    for strategy in (OPTIMAL, *(() if is_on_boards(game) else game.strategies)):
        wanted[game.settings(), strategy] = None
    for settings, strategy in shown_figures(game):
        wanted[settings, strategy] = None
    for each in solver_of(game).standard(game):
        wanted[each, OPTIMAL] = None
    return list(wanted)


def shown_figures(game: Game) -> Iterator[tuple[Settings, str]]:
    """What docs/readings.md shows of each reading of the rules."""
    for option in game.sheet.options:
        for shown in option.shows:
            for choice in option.choices:
                yield game.settings({**shown.beside, option.name: choice}), shown.strategy


def main() -> None:
    for slug in sys.argv[1:] or SLUGS:
        game = find_game(slug)
        store.ship(game, shipped_solutions(game), shipped_answers(game))
        ship_first(on_boards(game))


def is_on_boards(game: Game) -> bool:
    """Whether its boards are counted: then only the best play ships; written strategies are counted when asked for."""
    own = has_own_mathematics(game) or not can_be_proved(game)
    return not own and by_boards(question(game, game.settings())) is not None


def on_boards(game: Game) -> Iterator[tuple[Question, CommonBoard]]:
    """What is asked where boards are counted, once for each set of rules that choices look at."""
    found = {}
    for settings, _ in standard(game) if is_on_boards(game) else ():
        asked = question(game, settings)
        if board := by_boards(asked):
            found[choices_digest(asked)] = asked, board
    yield from found.values()


def shipped_solutions(game: Game) -> list[Solution]:
    solutions = []
    for settings, strategy in within_minutes(game):
        begun = time.perf_counter()
        solutions.append(computed(game, settings, strategy))
        print(
            f"{game.slug} {store.in_words(game, settings, strategy)}: {time.perf_counter() - begun:.1f} s", flush=True
        )
    return solutions


def within_minutes(game: Game) -> list[Wanted]:
    """What is worth shipping without what takes many minutes, which is said."""
    wanted = []
    for settings, strategy in standard(game):
        if solver_of(game).takes_minutes(settings):
            left_out = store.in_words(game, settings, strategy)
            print(f"{game.slug} {left_out}: left out, it takes many minutes", flush=True)
        else:
            wanted.append((settings, strategy))
    return wanted


def shipped_answers(game: Game) -> list[tuple[Claim, str]]:
    """What the game answers to each claim in words."""
    said = [claim for claim in game.claims.claims if claim.measure in IN_WORDS]
    return [(claim, fresh_answer(game, game.settings(claim.options), claim)) for claim in said]


if __name__ == "__main__":
    main()
