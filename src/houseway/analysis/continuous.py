"""What a machine that takes the cards back after every round does to a bet on the first three cards.

A real machine has a buffer: some cards lie ready to be dealt, so that cards of the last round cannot come back at once.
Here the first `buffer` cards of a round are those that lay behind the cut of the last one; everything else, the cards
of the last round among it, is shuffled behind them.

**Whatever the buffer, the edge is exactly that of a fresh shoe of the same decks**, for whoever bets in every round:

1. Say the order before a round is any of all orders, equally likely. Whether one more card is dealt is decided by the
   cards already seen, so the number of cards T is a stopping time.
2. The average of any function of the next cards, over all cards not dealt yet, is a martingale: to remove a card at
   random does not change it on average. Stopped at T it has the mean it began with. So the cards that follow the
   round, the next buffer, are as likely to be any cards as if they came from a full shoe.
3. Behind them lies the rest, shuffled: the order before the next round is again any of all, equally likely.

What the buffer does change is how a round looks to somebody who has seen the last one: `spread` says how much the edge
moves about its mean. `simulate_machine` deals rounds in a row and takes, for each, the exact mean of the bet given the
cards of the last round, which is far sharper than counting wins.

`python -m houseway.analysis.continuous` makes the figures that ship (some minutes), under a digest of all that computed
them; a game whose bet on three cards is to be studied declares it (`Solver.threes`).
"""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.computed_by import NOT_COMPUTING, computed_by, hashed, rules_digest
from houseway.analysis.exact.shared.places import SHIPPED
from houseway.analysis.exact.shared.sources import source_of, sources_digest
from houseway.analysis.solve import has_solver, solve, solver_of
from houseway.analysis.solver import Threes
from houseway.analysis.store import STAMP
from houseway.engine.fast_table import FastTable
from houseway.games import SLUGS, find_game
from houseway.games.game import Game, Settings
from houseway.rules.cards import DECK

Values = NDArray[np.float64]
BATCHES = 50  # whose means give the standard error
BUFFERS = (0, 1, 2, 4, 8, 12, 16, 20)
ROUNDS = 40_000
PATH = SHIPPED / "continuous.json"
STUDIES = "studies"
OWN = "houseway.analysis.continuous"


@dataclass(frozen=True)
class MachineEdge:
    buffer: int  # cards that lie ready
    rounds: int
    edge: float
    se: float
    spread: float  # standard deviation of a round's edge for whoever saw the last round, if that emptied the buffer


@dataclass(frozen=True)
class ThreesSums:
    """Sums of a bet on three cards over the physical cards of a shoe, in any order."""

    cards: int
    total: float  # over three different cards, in order
    one: Values  # [card] over the other two
    two: Values  # [card, card] over the third
    three: Values  # [card, card, card]

    def mean(self, gone: Sequence[int], ready: int) -> float:
        """Of three cards of which the first `ready` are none of those that are gone, and the others any."""
        k, n = len(gone), self.cards
        if ready == 0:
            return self.total / (n * (n - 1) * (n - 2))
        copies = np.bincount(np.asarray(gone, dtype=np.int64), minlength=DECK).astype(np.float64)
        ones = float(self.one @ copies)
        if ready == 1:
            return (self.total - ones) / ((n - k) * (n - 1) * (n - 2))
        twos = float(copies @ self.two @ copies - self.two.diagonal() @ copies)  # ordered pairs of different cards
        if ready == 2:
            return (self.total - 2 * ones + twos) / ((n - k) * (n - k - 1) * (n - 2))
        threes = self._threes_among(copies)
        return (self.total - 3 * ones + 3 * twos - threes) / ((n - k) * (n - k - 1) * (n - k - 2))

    def _threes_among(self, copies: Values) -> float:
        """Over ordered threes of different cards: all, less those that take a card twice."""
        every = copies @ (self.three.reshape(-1, DECK) @ copies).reshape(DECK, DECK) @ copies
        twin = self.three.diagonal(axis1=0, axis2=1)  # [third card, card taken twice]
        thrice = twin.diagonal() @ copies
        return float(every - 3 * (copies @ twin @ copies) + 2 * thrice)


def threes_of(deck: Sequence[int], worth: Values) -> ThreesSums:
    """Sums over a shoe of what three cards are worth, `worth[card, card, card]`, the same in any order."""
    n = np.bincount(np.array(deck), minlength=DECK).astype(np.float64)
    same = np.eye(DECK)
    left = n[None, None, :] - same[:, None, :] - same[None, :, :]  # copies of the third card beside the first two
    two = (worth * np.maximum(left, 0)).sum(axis=2)
    one = (two * np.maximum(n[None, :] - same, 0)).sum(axis=1)
    held = n > 0
    return ThreesSums(len(deck), float((one * n)[held].sum()), one, two, worth)


def simulate_machine(
    game: Game, settings: Settings, plan: Any, threes: ThreesSums, wager: str, seats: int, buffer: int, rounds: int,
    seed: int = 1,
) -> MachineEdge:  # fmt: skip
    """The edge of a bet on a player's two cards and the dealer's first, at a full table whose cards all go back."""
    bets = {each.name: 100 for each in game.sheet.wagers if each.required or each.name == wager}
    table = FastTable(game, settings, plan, [bets] * seats)
    rng = np.random.default_rng(seed)
    order = rng.permutation(np.array(game.deck(settings)))
    size = -(-rounds // BATCHES)
    edges = np.empty(size * BATCHES)
    sharp = np.ones(len(edges), dtype=np.bool_)
    ready = [sum(place < buffer for place in (seat, seats, seats + 1 + seat)) for seat in range(seats)]
    for number in range(len(edges)):
        used = table.deal(order)
        gone = order[:used].tolist()
        behind = np.concatenate((order[:used], order[used + buffer :]))
        rng.shuffle(behind)
        order = np.concatenate((order[used : used + buffer], behind))
        if used >= buffer:
            means = {count: threes.mean(gone, count) for count in set(ready)}
            edges[number] = -sum(means[count] for count in ready) / seats
        else:  # some that lie ready are older than the last round: the bet itself is as true, only less sharp
            sharp[number] = False
            own = np.arange(seats)
            edges[number] = -threes.three[order[own], order[seats], order[seats + 1 + own]].mean()
    means_ = edges.reshape(BATCHES, size).mean(axis=1)
    error = float(means_.std(ddof=1)) / math.sqrt(BATCHES)
    return MachineEdge(buffer, len(edges), float(edges.mean()), error, float(edges[sharp].std()))


def studies(rounds: int = ROUNDS) -> Iterator[dict[str, Any]]:
    """Every such bet at a full table, for buffers from none to a round's cards, beside the exact edges of shoes."""
    for game, bet in _studied():
        for wishes in bet.studied:
            settings = game.settings(wishes)
            threes = threes_of(game.deck(settings), bet.worth(game, settings))
            plan, seats = game.plan(game.strategies[0], settings), game.seats_max(settings)
            machines = [
                asdict(simulate_machine(game, settings, plan, threes, bet.wager, seats, buffer, rounds))
                for buffer in BUFFERS
            ]
            shoes = {
                str(decks): str(
                    solve(game, {**wishes, "decks": decks}, game.strategies[0]).wagers[bet.wager].edge.value
                )
                for decks in (settings["decks"], 8, "infinite")
            }
            yield {
                "game": game.slug, "wager": bet.wager, "options": dict(wishes), "seats": seats, "shoes": shoes,
                "machines": machines,
            }  # fmt: skip


def _studied() -> Iterator[tuple[Game, Threes]]:
    for game in map(find_game, SLUGS):
        bet = solver_of(game).threes if has_solver(game) else None
        if bet is not None:
            yield game, bet


def studies_stamp() -> str:
    """A digest of what they come from: this module, the table that deals, and of each game figures, bet and rules."""
    dealing = sources_digest([FastTable.__module__], NOT_COMPUTING)
    parts: list[object] = [source_of(OWN, Path(__file__)).content, dealing]
    for game, bet in _studied():
        parts += [computed_by(game), sources_digest([bet.worth.__module__], NOT_COMPUTING)]
        parts += [rules_digest(game, game.settings(wishes)) for wishes in bet.studied]
    return hashed(*parts)


def shipped_studies() -> list[dict[str, Any]]:
    """Those that ship; none where anything that computed them has changed since."""
    found: dict[str, Any] = json.loads(PATH.read_text()) if PATH.exists() else {}
    return list(found[STUDIES]) if found.get(STAMP) == studies_stamp() else []


def main() -> None:
    PATH.write_text(json.dumps({STAMP: studies_stamp(), STUDIES: list(studies())}, indent=1) + "\n")


if __name__ == "__main__":
    main()
