"""Learners for tests: one reads what is due and does it, one tries everything."""

import random
from collections.abc import Iterator

from houseway.engine.wild import wild
from houseway.games.game import Game, Settings, place_wagers
from houseway.kit.wildness import random_bets, random_settings
from houseway.rules.felt import clear, void
from houseway.rules.shoe import arranged_shoe, is_void, lazy_shoe, open_round, seeded_order
from houseway.rules.tape import ROWS
from houseway.school.dealing.by_learner import DealingState, DealtByLearner
from houseway.school.dealing.deed import DealerDeed
from houseway.school.question import Rows, rows_of


def doable(dealing: DealtByLearner, state: DealingState) -> list[DealerDeed]:
    """Every deed on the menu, with each amount beside it."""
    return [
        each.deed.of(cents) if cents else each.deed
        for each in dealing.offered(state)
        for cents in (each.amounts or (0,))
    ]


def settings_of(game: Game, seed: int, more: int) -> Iterator[Settings]:
    """The standard ones, and some drawn at random."""
    yield game.settings()
    rng = random.Random(seed)
    for _ in range(more):
        yield random_settings(game, rng)


def wild_tape(game: Game, seed: int, cards: int | None = None) -> tuple[Settings, Rows]:
    """A round under any options, of any legal bets and acts; `cards` cuts the shoe short."""
    rng = random.Random(seed)
    settings = random_settings(game, rng)
    wagers = [random_bets(game, settings, rng) for _ in range(3)]
    felt = game.felt(len(wagers))
    place_wagers(game, felt, wagers)
    clear(felt)
    shoe = arranged_shoe(seeded_order(game.deck(settings), seed, 1, endless=game.endless(settings))[:cards])
    chance = lazy_shoe([0])
    open_round(chance, seed, 1)
    game.play(game.rules(settings), shoe, wild, chance, felt)
    if is_void(shoe):
        void(felt)
    return settings, rows_of(felt.tape[: felt.tape_at[ROWS]])
