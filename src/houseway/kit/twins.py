"""Checks that a game is the same game however it is run: interpreted, compiled, walked, dealt in every order."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np

from houseway.analysis.simulation import standard_wagers
from houseway.engine.fast_table import FastTable
from houseway.engine.walk import walk
from houseway.games.complete import BASIC
from houseway.games.game import Game, Settings, Wagers
from houseway.kit.broken import Nonconforming, must
from houseway.kit.wildness import Twins, random_table, same_felt
from houseway.rules.cards import cards_of

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
        raise Nonconforming(f"the toy deck '{name}' is too small for a round: add cards") from None
    must(walked.mass == 1, f"the deals of the toy deck '{name}' add up to {walked.mass}")
    if len(deck) <= ALL_ORDERS:
        must(
            walked.mean == mean_of_all_orders(game, settings, deck, wagers, plan),
            f"'{name}' has another mean in all orders",
        )


def mean_of_all_orders(
    game: Game, settings: Settings, deck: list[int], wagers: Sequence[Wagers], plan: Any
) -> dict[str, Fraction]:
    table = FastTable(game, settings, plan, wagers, deck=deck)
    total = np.zeros(len(game.wagers), dtype=np.int64)
    orders = set(permutations(deck))  # cards that are alike change places unseen: each order comes equally often
    for order in orders:
        table.deal(order)
        total += table.felt.net.sum(axis=0)
    return {wager: Fraction(int(total[w]), len(orders)) for w, wager in enumerate(game.wagers)}
