"""Random rounds of a game under random options, the same interpreted and compiled."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from houseway.engine.fast_table import compiled_round
from houseway.engine.packed import opened, packed
from houseway.engine.replay import Deal, Replay, replay
from houseway.engine.wild import wild
from houseway.games.betting import can_wager, equal_to
from houseway.games.game import Game, Settings, Wagers, place_wagers
from houseway.rules.felt import Felt, clear, void
from houseway.rules.refused import Refused
from houseway.rules.shoe import Shoe, is_void, lazy_shoe, open_round, seeded_order
from houseway.rules.tape import CHOOSE, VERB, A, note

SEATS = 3
TRIES = 1000


@dataclass(frozen=True)
class WildTable:
    """A game with options and bets drawn at random."""

    game: Game
    settings: Settings
    wagers: list[Wagers]

    def deal(self, seed: int, number: int) -> Deal:
        endless = self.game.endless(self.settings)
        order = seeded_order(self.game.deck(self.settings), seed, number, endless=endless)
        return Deal(self.game, self.settings, order, self.wagers)


def random_settings(game: Game, rng: random.Random) -> Settings:
    """Any choice of every option; combinations a game refuses are drawn again."""
    while True:
        chosen: dict[str, Any] = {}
        for name, option in game.options.items():
            if option.choices:
                chosen[name] = rng.choice(option.choices)
            elif rng.random() < 0.5:
                chosen[name] = rng.choice([option.least, option.default, min(option.most, 100)])
        try:
            return game.settings(chosen)
        except Refused:
            continue


def random_bets(game: Game, settings: Settings, rng: random.Random) -> Wagers:
    """Legal bets of odd amounts; sometimes none."""
    for _ in range(TRIES):
        if rng.random() < 0.15:
            return {}
        bets: dict[str, int] = {}
        for wager in game.sheet.wagers:
            twin = equal_to(wager, settings)
            if not wager.placed or not (wager.required or rng.random() < 0.7):
                continue
            steps = (wager.most_cents - wager.least_cents) // wager.step_cents
            own = wager.least_cents + wager.step_cents * rng.randint(0, min(steps, 60))
            bets[wager.name] = bets.get(twin, own) if twin else own
        if can_wager(game, settings, bets):
            return bets
    raise Refused("no bets within the limits of the wagers are legal: look at least_cents, most_cents and equals")


def random_table(game: Game, rng: random.Random, seats: int = SEATS) -> WildTable:
    settings = random_settings(game, rng)
    wagers = [random_bets(game, settings, rng) for _ in range(seats)]
    if not any(wagers):
        return random_table(game, rng, seats)
    return WildTable(game, settings, wagers)


class Twins:
    """One table, interpreted and compiled, on shoes with the same chance."""

    def __init__(self, table: WildTable) -> None:
        game = table.game
        deck, endless = game.deck(table.settings), game.endless(table.settings)
        self.play, self.loop = game.play, compiled_round(game.play, wild, note)
        self.rules = game.rules(table.settings)
        self.packed_rules = packed(self.rules)
        self.shoe, self.chance = lazy_shoe(deck, endless=endless), lazy_shoe([0])
        self.packed_shoe = packed(lazy_shoe(deck, endless=endless))
        self.packed_chance = packed(lazy_shoe([0]))
        self.felt = game.felt(len(table.wagers))
        self.packed_felt = packed(game.felt(len(table.wagers)))
        place_wagers(game, self.felt, table.wagers)
        place_wagers(game, opened(self.packed_felt, Felt), table.wagers)

    def interpreted(self, seed: int, number: int) -> Felt:
        open_round(self.shoe, seed, number)
        open_round(self.chance, seed + 1, number)
        clear(self.felt)
        self.play(self.rules, self.shoe, wild, self.chance, self.felt)
        if is_void(self.shoe):
            void(self.felt)
        return self.felt

    def compiled(self, seed: int, number: int) -> Felt:
        open_round(opened(self.packed_shoe, Shoe), seed, number)
        open_round(opened(self.packed_chance, Shoe), seed + 1, number)
        self.loop(self.packed_rules, self.packed_shoe, self.packed_chance, self.packed_felt)
        return opened(self.packed_felt, Felt)


def same_felt(a: Felt, b: Felt) -> bool:
    """The same tape, results and chips."""
    rows = int(a.tape_at[0])
    return bool(
        rows == b.tape_at[0]
        and np.array_equal(a.tape[:rows], b.tape[:rows])
        and np.array_equal(a.net, b.net)
        and np.array_equal(a.outcome, b.outcome)
        and np.array_equal(a.action, b.action)
        and np.array_equal(a.stakes, b.stakes)
    )


def wild_rounds(game: Game, rounds: int, seed: int) -> Iterator[tuple[Deal, Replay, list[int]]]:
    """Rounds played by replay with wild choices, a new table every few rounds."""
    rng = random.Random(seed)
    for number in range(rounds):
        if number % 5 == 0:
            table = random_table(game, rng)
        deal = table.deal(seed, number)
        choices: list[int] = []
        now = replay(deal)
        while now.pending is not None:
            legal = [act for act in range(64) if now.pending.options >> act & 1]
            choices.append(rng.choice(legal))
            now = replay(deal, choices)
        assert choices == [int(row[A]) for row in now.tape if row[VERB] == CHOOSE]
        yield deal, now, choices
