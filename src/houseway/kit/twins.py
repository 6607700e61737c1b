"""Checks that a game is the same game however it is run: interpreted, compiled, walked, dealt in every order."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np

from houseway.analysis.simulation import standard_wagers
from houseway.engine.compiled import compiled
from houseway.engine.packed import opened, packed
from houseway.engine.rounds import choose, one_round, silence
from houseway.engine.walk import walk
from houseway.games.complete import BASIC
from houseway.games.game import Game, Settings, Wagers, place_wagers
from houseway.kit.broken import Broken, must
from houseway.kit.wildness import Twins, random_table, same_felt
from houseway.rules.cards import cards_of
from houseway.rules.felt import Felt
from houseway.rules.shoe import ARRANGED, KIND, NEXT, SIZE, Shoe, lazy_shoe

ROUNDS = 10_000  # interpreted and compiled
TABLES = 40
ALL_ORDERS = 8  # cards of a toy deck, of which every order is dealt


def interpreted_and_compiled_are_the_same(game: Game) -> None:
    """live tables and simulations play by the same rules"""
    rng = random.Random(game.slug)
    for block in range(TABLES):
        twins = Twins(random_table(game, rng))
        for number in range(ROUNDS // TABLES):
            must(
                same_felt(twins.interpreted(block, number), twins.compiled(block, number)),
                f"round {number} of table {block} goes otherwise when it is compiled: keep to integers and small steps",
            )


def toys_are_walked(game: Game) -> None:
    """small decks: every deal adds up to one, and is the mean of all orders, dealt by the compiled rules"""
    must(bool(game.sheet.toys), "there is no [[toys]] in rules.toml: add a deck that is small enough to walk")
    for toy in game.sheet.toys:
        toy_is_walked(game, toy.name)


def toy_is_walked(game: Game, name: str) -> None:
    toy = next(toy for toy in game.sheet.toys if toy.name == name)
    settings = game.settings(toy.options)
    deck = cards_of(toy.cards)
    wagers = [standard_wagers(game)] * toy.seats
    plan = game.plan(BASIC, settings)
    try:
        walked = walk(game, settings, deck, wagers, plan)
    except AssertionError:
        raise Broken(f"the toy deck '{name}' is too small for a round: add cards") from None
    must(walked.mass == 1, f"the deals of the toy deck '{name}' add up to {walked.mass}")
    if len(deck) <= ALL_ORDERS:
        must(
            walked.mean == mean_of_all_orders(game, settings, deck, wagers, plan),
            f"'{name}' has another mean in all orders",
        )


def mean_of_all_orders(
    game: Game, settings: Settings, deck: list[int], wagers: Sequence[Wagers], plan: Any
) -> dict[str, Fraction]:
    swap = {"play": game.play, "decide": game.follow, "choose": choose, "note": silence}
    loop = compiled(one_round, swap, keep=f"orders-{game.slug}")
    rules, packed_plan, felt = packed(game.rules(settings)), packed(plan), packed(game.felt(len(wagers), taped=False))
    shoe = packed(lazy_shoe(deck))
    open_felt, open_shoe = opened(felt, Felt), opened(shoe, Shoe)
    open_shoe.at[KIND] = ARRANGED
    open_shoe.at[SIZE] = len(deck)
    place_wagers(game, open_felt, wagers)
    total = np.zeros(len(game.wagers), dtype=np.int64)
    orders = 0
    for order in permutations(deck):
        open_shoe.cards[: len(deck)] = order
        open_shoe.at[NEXT] = 0
        loop(rules, shoe, packed_plan, felt)
        total += open_felt.net.sum(axis=0)
        orders += 1
    return {wager: Fraction(int(total[w]), orders) for w, wager in enumerate(game.wagers)}
