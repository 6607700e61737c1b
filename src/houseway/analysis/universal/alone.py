"""Figures from play are of a seat alone. Whether other seats bear on a wager is said in the data, or tried on rounds.

A seat is dealt the same cards with others at the table, who bet other sums and act by chance, and without them.
"""

import random
from collections.abc import Mapping
from functools import lru_cache

from houseway.analysis.universal.shape import units_bet
from houseway.engine.with_others import hanging_on_others
from houseway.games.game import Game, Settings, Wagers
from houseway.rules.refused import Refused

ROUNDS = 60
SEED = 1
SIZES = (0, 1, 1, 2, 3)  # of bets, in units; nothing: an empty seat


TO_TRY = (
    "let each bet hang on the seat's own cards and the house's, or take a sample of a full table "
    "(`houseway simulate {} --seats N`)"
)


def verify_alone(game: Game, settings: Settings) -> None:
    """Refuse a game of which other seats change what a player wins."""
    for why in bearing(game, settings).values():
        raise Refused(f"{game.title}: {why}, and figures from play are of a seat alone: {TO_TRY.format(game.slug)}")


@lru_cache(maxsize=64)
def bearing(game: Game, settings: Settings) -> Mapping[str, str]:
    """Wagers on which other seats bear, and how; '' where other acts are offered."""
    said = {wager.name: wager.hangs_on_seats for wager in game.sheet.wagers if wager.hangs_on_seats}
    why = {wager: f"other seats bear on '{wager}' ({how})" for wager, how in said.items()}
    for number in range(ROUNDS if game.seats_max(settings) > 1 else 0):
        for wager in sorted(hanging_on_others(game, settings, *_round(game, settings, number), number)):
            why.setdefault(wager, in_words(wager))
    return why


def in_words(wager: str) -> str:
    if wager:
        return f"with other seats at the table '{wager}' ends otherwise on the same cards"
    return "with other seats at the table a player is offered other acts on the same cards"


def _round(game: Game, settings: Settings, number: int) -> tuple[list[Wagers], list[int]]:
    """Bets of two seats or more, and an order of the cards."""
    luck = random.Random(SEED + number)
    units = units_bet(game, game.rules(settings))
    sizes = [luck.choice(SIZES) for _ in range(luck.randint(2, game.seats_max(settings)))]
    sizes[luck.randrange(len(sizes))] = 1
    order = list(game.deck(settings))
    luck.shuffle(order)
    return [{name: size * cents for name, cents in units.items()} if size else {} for size in sizes], order
