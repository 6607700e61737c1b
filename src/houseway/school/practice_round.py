"""Rounds to learn on: several seats, awkward bets, any legal act, and hands that a dealer seldom sees.

A dealer must know the rare hands too, so in every second round the first cards come from a few ranks only: the shoe
holds the same cards, in an order that makes more pairs, straights and full houses. The round is dealt by the rules all
the same, and the same seed gives the same round on any machine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from houseway.engine.replay import Deal, Replay, replay, rules_of
from houseway.engine.scene import Scene
from houseway.engine.view import NOBODY, view
from houseway.engine.wild import wild
from houseway.games.betting import equal_to, limits_of
from houseway.games.contract import Strategy
from houseway.games.dealt_in import opening_wagers
from houseway.games.game import Game, Settings, in_force, place_wagers
from houseway.games.sheet import Wager
from houseway.rules.cards import DECK, RANKS, SUITS, rank, suit
from houseway.rules.felt import HOUSE, Felt, clear
from houseway.rules.shapes import Words
from houseway.rules.shoe import arranged_shoe, is_void, seeded_order
from houseway.rules.tape import CHOOSE, ROWS, SEAT, SETTLE, VERB, A
from houseway.school.lots import ACTS, BETS, Lots
from houseway.school.question import Rows, rows_of

SEATS_LEAST, SEATS_MORE = 2, 3  # two to four play
SITS_OUT_ONE_IN = 6
WIDTHS = (len(RANKS), len(RANKS), len(RANKS), 9, 6, 4)  # how many ranks the first cards come from
SUITS_FIRST = (len(SUITS), len(SUITS), len(SUITS), 2)  # ... and how many suits
ROUND_CENTS = 500  # half of all bets are of whole red chips
BETS_MAX = 200  # steps above the least bet
TOKE_ONE_IN = 8


class SettledBet(NamedTuple):
    """A settlement of a round, and what lay there."""

    row: int
    seat: int
    hand: int
    wager: int
    outcome: int
    cents: int
    stake_cents: int


@dataclass(frozen=True, eq=False)
class PracticeRound:
    """A round that was played to its end."""

    deal: Deal
    choices: tuple[int, ...]
    tape: Rows  # all of it
    seen: Rows  # as the dealer sees it: cards that nobody has turned have no face
    seed: int
    number: int

    @property
    def game(self) -> Game:
        return self.deal.game

    @property
    def settings(self) -> Settings:
        return self.deal.settings

    @property
    def pays(self) -> Words:
        """The paytables in force, [wager, outcome, num or den]."""
        return _pays(self.game, self.settings)

    def again(self) -> Replay:
        """The same cards and choices, dealt again by the rules."""
        return replay(self.deal, self.choices)

    def lying(self, row: int) -> Scene:
        """What lies on the felt, as the dealer sees it, before a row happens."""
        return lying(self.seen[:row])

    def settled_at(self, row: int) -> SettledBet:
        return next(end for end in self.settlements if end.row == row)

    @cached_property
    def settlements(self) -> tuple[SettledBet, ...]:
        now, found = Scene(), []
        for number, row in enumerate(self.tape):
            if row[VERB] == SETTLE:
                _, seat, hand, wager, outcome, cents = row
                stake_cents = now.stakes.get((seat, hand, wager), 0)
                found.append(SettledBet(number, seat, hand, wager, outcome, cents, stake_cents))
            now.hear(row)
        return tuple(found)


@lru_cache(64)
def _pays(game: Game, settings: Settings) -> Words:
    return game.pays(settings)


def lying(rows: Rows) -> Scene:
    now = Scene()
    for row in rows:
        now.hear(row)
    now.hands = {place: cards for place, cards in now.hands.items() if cards}
    return now


def practice_rounds(game: Game, settings: Settings, seed: int) -> Iterator[PracticeRound]:
    """The rounds of a seed, without end; those for which the shoe held too few cards are left out."""
    number = 0
    while True:
        if (found := practice_round(game, settings, seed, number)) is not None:
            yield found
        number += 1


@lru_cache(256)
def practice_round(game: Game, settings: Settings, seed: int, number: int, seats: int = 0) -> PracticeRound | None:
    """Round `number` of a seed, to so many seats (0: as the lot falls); None where the shoe ran out."""
    lots = Lots(seed, number, BETS)
    order = _order(game, settings, seed, number, lots)
    deal = Deal(game, settings, order, _bets(game, settings, lots, seats))
    felt = game.felt(len(deal.wagers))
    place_wagers(game, felt, deal.wagers)
    clear(felt)
    shoe = arranged_shoe(order)
    game.play(rules_of(game, settings), shoe, _act, (_written(game, settings), Lots(seed, number, ACTS)), felt)
    if is_void(shoe):
        return None
    tape = felt.tape[: felt.tape_at[ROWS]]
    choices = tuple(int(row[A]) for row in tape if row[VERB] == CHOOSE)
    seen = rows_of(view(tape, felt.players, NOBODY).tolist())
    return PracticeRound(deal, choices, rows_of(tape.tolist()), seen, seed, number)


def _order(game: Game, settings: Settings, seed: int, number: int, lots: Lots) -> list[int]:
    order = seeded_order(game.deck(settings), seed, number, endless=game.endless(settings))
    width, lowest = lots.pick(WIDTHS), lots.below(len(RANKS))
    suits = lots.shuffled(range(len(SUITS)))[: lots.pick(SUITS_FIRST)]
    first = {card for card in range(DECK) if (rank(card) - lowest) % len(RANKS) < width and suit(card) in suits}
    return sorted(order, key=lambda card: card not in first)  # sorting keeps the order of the rest


def _act(plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:
    """By a written strategy or anything legal, as the lot falls: sensible hands, and every branch."""
    strategy: Strategy | None
    strategy, lots = plan
    if strategy is None or lots.one_in(3):
        return wild(lots.shoe, felt, seat, hand, options)
    return strategy.act(felt, seat, hand, options)


@lru_cache(64)
def _written(game: Game, settings: Settings) -> Strategy | None:
    return game.written(game.strategies[0], settings) if game.strategies else None


def _bets(game: Game, settings: Settings, lots: Lots, seats: int) -> list[dict[str, int]]:
    seats = seats or min(game.seats_max(settings), SEATS_LEAST + lots.below(SEATS_MORE))
    bets = [_seat_bets(game, settings, lots) for _ in range(seats)]
    if seats > SEATS_LEAST and lots.one_in(SITS_OUT_ONE_IN):
        bets[lots.below(seats)] = {}
    return bets


def _seat_bets(game: Game, settings: Settings, lots: Lots) -> dict[str, int]:
    offered = [each for each in game.sheet.wagers if each.placed and in_force(each.offered_when, settings)]
    opening = opening_wagers(game, settings, [each.name for each in offered])
    bets: dict[str, int] = {}
    for wager in offered:
        if wager.name in opening or lots.one_in(TOKE_ONE_IN if wager.toke else 2):
            twin = equal_to(wager, settings)
            bets[wager.name] = bets[twin] if twin in bets else _bet(wager, lots)
    return bets


def _bet(wager: Wager, lots: Lots) -> int:
    """A few red chips, or any amount that the wager allows."""
    limits = limits_of(wager)
    steps = min(BETS_MAX, (limits.most_cents - limits.least_cents) // limits.step_cents)
    cents = limits.least_cents + limits.step_cents * lots.below(steps + 1)
    whole = max(cents // ROUND_CENTS, 1) * ROUND_CENTS
    can = limits.least_cents <= whole <= limits.most_cents and whole % limits.step_cents == 0
    return whole if can and lots.one_in(2) else cents


def seats_playing(tape: Sequence[Sequence[int]]) -> list[int]:
    """The seats that a tape is about, but the house."""
    return sorted({row[SEAT] for row in tape} - {HOUSE})
