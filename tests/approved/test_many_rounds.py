"""Thousands of rounds of every game, as the rules play them: what each wager came to, every tape, every sentence.

A playthrough shows one thing; here nothing is chosen by hand. Tables have options, seats and bets by chance (now and
then of one cent), shoes in which some cards come early, and players who now follow a written strategy, now do anything
that is legal. Kept is what a table's wagers came to, and digests of its tapes and of all that is read off them: one
act, card or cent that comes out otherwise shows. The rounds are interpreted: no machine code is made.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import pytest

from houseway.engine.playthrough import show
from houseway.engine.replay import rules_of
from houseway.engine.scene import chosen_on, scene
from houseway.engine.view import NOBODY, view
from houseway.engine.why import whys
from houseway.games import SLUGS, find_game
from houseway.games.game import Game, Settings, place_wagers
from houseway.kit.wildness import WildTable, random_bets, random_settings
from houseway.rules.cards import rank, suit
from houseway.rules.choice import acts_in
from houseway.rules.felt import Felt, clear, void
from houseway.rules.shapes import Words
from houseway.rules.shoe import arranged_shoe, is_void
from houseway.rules.tape import ROWS, SEAT, SETTLE, VERB, A, B, C
from tests.approved import hold

TABLES, ROUNDS = 24, 16
SEATS = (1, 3, 2, 4)
ENDLESS = 300  # cards of an endless shoe that are dealt in a round at most
FOLLOWS = 0.5
ONE_CENT = 0.2  # of the tables: no rule may take a bet for none because it is small
EARLY = 0.15  # how far to the front favoured cards lie


@dataclass
class Players:
    """Who sits there: at every choice one strategy of the game is asked, and as often as not it is followed."""

    game: Game
    plan: Any
    rng: random.Random
    would: list[int]  # what the strategy would have done, at every choice

    def decide(self, _: Any, felt: Felt, seat: int, hand: int, options: int) -> int:
        self.would.append(int(self.game.follow(self.plan, felt, seat, hand, options)))
        return self.would[-1] if self.rng.random() < FOLLOWS else self.rng.choice(acts_in(options))


@pytest.mark.parametrize("slug", SLUGS)
def test_many_rounds_of_every_game_come_out_as_approved(slug: str) -> None:
    hold(f"{slug}.rounds.txt", "\n".join(line for number in range(TABLES) for line in table_told(slug, number)))


def table_told(slug: str, number: int) -> Iterator[str]:
    """Its options, the digests, and for each wager how often what came of it and the cents of all of them."""
    game, rng = find_game(slug), random.Random(f"{slug} {number}")
    table = some_table(game, rng, SEATS[number % len(SEATS)])
    plan = game.plan(game.strategies[number // len(SEATS) % len(game.strategies)], table.settings)
    came_to: dict[str, Counter[str]] = {wager: Counter() for wager in game.wagers}
    tapes, read, cents = sha256(), sha256(), Counter[str]()
    for _ in range(ROUNDS):
        felt, would = played(table, plan, rng)
        tape = felt.tape[: felt.tape_at[ROWS]].copy()
        tapes.update(show(game, tape).encode())
        read.update("\n".join([repr(would), *read_off(game, table.settings, tape, felt)]).encode())
        for row in tape.tolist():
            if row[VERB] == SETTLE:
                came_to[game.wagers[row[A]]][game.outcomes[row[B]]] += 1
                cents[game.wagers[row[A]]] += row[C]
    own = {name: value for name, value in table.settings.items() if value != game.settings()[name]}
    yield f"table {number}, {len(table.wagers)} seats: " + " ".join(f"{name}={value}" for name, value in own.items())
    yield f"  tapes {tapes.hexdigest()[:12]}, read {read.hexdigest()[:12]}"
    for wager, outcomes in came_to.items():
        ended = ", ".join(f"{times} {outcome}" for outcome, times in sorted(outcomes.items()))
        yield f"  {wager} {cents[wager]:+d}: {ended}"


def some_table(game: Game, rng: random.Random, seats: int) -> WildTable:
    settings = random_settings(game, rng)
    wagers = [random_bets(game, settings, rng) for _ in range(seats)]
    if rng.random() < ONE_CENT:
        wagers = [dict.fromkeys(bets, 1) for bets in wagers]
    return WildTable(game, settings, wagers) if any(wagers) else some_table(game, rng, seats)


def played(table: WildTable, plan: Any, rng: random.Random) -> tuple[Felt, list[int]]:
    """A round of a table, and what the strategy would have done in it."""
    game, settings = table.game, table.settings
    players = Players(game, plan, rng, [])
    felt, shoe = game.felt(len(table.wagers)), arranged_shoe(cards_of(table, rng))
    place_wagers(game, felt, table.wagers, same_player(table, rng))
    clear(felt)
    game.play(rules_of(game, settings), shoe, players.decide, None, felt)
    if is_void(shoe):
        void(felt)
    return felt, players.would


def same_player(table: WildTable, rng: random.Random) -> list[int] | None:
    """Who plays each seat: now and then one plays two beside each other."""
    players = list(range(1, len(table.wagers) + 1))
    if len(players) > 1 and rng.random() < 0.3:
        players[1] = players[0]
    return players


def cards_of(table: WildTable, rng: random.Random) -> list[int]:
    """The whole shoe, in which cards of a few ranks, or of one suit, lie early."""
    deck = table.game.deck(table.settings)
    if table.game.endless(table.settings):
        deck = rng.choices(deck, k=ENDLESS)
    kind = rng.randrange(4)
    ranks = set(rng.sample(range(13), 2 + kind)) if kind else set(range(13))
    suits = {rng.randrange(4)} if rng.random() < 0.2 else set(range(4))
    return sorted(deck, key=lambda card: rng.random() * (EARLY if rank(card) in ranks and suit(card) in suits else 1))


def read_off(game: Game, settings: Settings, tape: Words, felt: Felt) -> Iterator[str]:
    """What everybody reads off a tape: what lies there, what was chosen on which cards, why each wager ended so."""
    now = scene(tape)
    yield repr((now.hands, now.discards, now.stakes, now.settled, now.said, now.taken, chosen_on(tape)))
    yield repr((felt.net.tolist(), felt.outcome.tolist(), felt.action.tolist(), felt.stakes.tolist()))
    players = felt.players.tolist()
    yield repr(view(tape, players, NOBODY).tolist())
    for seat in range(1, len(players)):
        seen = view(tape, players, players[seat])
        for each in whys(game, settings, seen, {seat: "your"}):
            yield repr(each.to_json())
    yield from (
        f"{each.text} {each.cards}" for each in whys(game, settings, tape, {int(tape[-1][SEAT]): "Ann's"}, plain=True)
    )
