"""The same rounds at a table of the house and in the terminal, with the chips that each shows at every choice."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from houseway.engine.replay import Deal
from houseway.games.approval import departures
from houseway.games.game import Game
from houseway.house.configuration import TableConfig
from houseway.house.money import TOKES, chips_of
from houseway.house.round import TableRound
from houseway.house.sitting import YOU, Sitting
from houseway.kit.wildness import random_bets, random_settings
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words
from tests.house.table_kit import ANNA, BEN, House

LITTLE = 400  # cents: less than most rounds cost
DEPARTS = "a test of money"
TRIES = 1000  # sets of options, until a table may have one


@dataclass(frozen=True)
class Balance:
    """After so many rows of the tape: chips that a person has more than when the bets lay there, and the dealers."""

    rows: int
    chips: int
    tokes: int


@dataclass(frozen=True)
class Played:
    """A round of one person's hands, with what was said of the chips at every choice and at the end."""

    deal: Deal
    tape: Words
    hands: int  # the person's, from seat 1 on
    had: int  # cents behind the bets
    ledger: list[Balance]  # the sums of the accounts in the events
    terminal: list[Balance]

    @property
    def seats(self) -> range:
        return range(1, self.hands + 1)


class OnTheSameCards(Sitting):
    """A sitting in the terminal that is dealt what the table was dealt."""

    def begin(self, round_: TableRound, chips: int, hands: int) -> None:
        self.cards = round_.order
        self.hands, self.bots = hands, round_.owners.count(BEN.id)
        self.accounts = Counter({chips_of(YOU): chips})
        self.open_round(round_.wagers[:hands])

    def _order(self) -> Sequence[int]:
        return self.cards


def rounds_of(game: Game, rounds: int, seed: int, rounds_a_table: int = 25) -> Iterator[Played]:
    """Random options, bets, purses and choices; a new table every few rounds. Purses are often all but empty."""
    rng = random.Random(f"{game.slug} {seed}")
    for number in range(rounds):
        if number % rounds_a_table == 0:
            both = BothTables.at_random(game, rng)
        yield both.round()


@dataclass
class BothTables:
    """The house's and the terminal's."""

    house: House
    sitting: OnTheSameCards
    rng: random.Random
    with_bot: bool

    @classmethod
    def at_random(cls, game: Game, rng: random.Random) -> Self:
        hands = game.sheet.hands_a_player_max
        for _ in range(TRIES):
            options = random_settings(game, rng)
            body = {"name": "t", "game": game.slug, "options": options, "seats": hands + 1, "hands_a_player": hands}
            body |= {"tokes": True, "buy_in_least_cents": LITTLE}
            try:
                if departures(game, game.settings(options)):
                    body["departs"] = DEPARTS
                house = House(TableConfig.from_body(body), chance=rng.randrange)
            except (Refused, ValueError):
                continue  # a combination that no table may have
            return cls(house, OnTheSameCards(game, options, 0), rng, with_bot=rng.random() < 0.3)
        raise AssertionError(f"none of {TRIES} sets of options makes a table of {game.title}")

    def round(self) -> Played:
        house, sitting = self.house, self.sitting
        self._sit()
        bet = self._bet()
        had, dealers = house.chips(ANNA), house.table.accounts[TOKES]  # while the bets lie there
        house.do(ANNA, "ready")
        assert house.table.round
        hands = house.table.round.owners.count(ANNA.id)
        sitting.begin(house.table.round, had + bet, hands)
        told: list[Balance] = []
        terminal: list[Balance] = []
        while True:
            self._follow_bot()
            now = house.table.round
            told.append(Balance(len(now.tape), house.chips(ANNA) - had, house.table.accounts[TOKES] - dealers))
            terminal.append(Balance(len(now.tape), sitting.balance_cents - had, sitting.tokes_cents))
            if not house.table.playing:
                return Played(now.deal, now.tape, hands, had, told, terminal)
            acts = house.view(ANNA)["pending"]["acts"]
            assert acts == [now.game.acts[act] for act in sitting.legal()], "both offer the same"
            act = self.rng.choice(acts)
            house.do(ANNA, "act", act=act)
            sitting.choose(now.game.acts.index(act))

    def _sit(self) -> None:
        """On some seats, from the first on, with much or little; often they stay with what the last round left."""
        house, rng = self.house, self.rng
        if ANNA.id in house.table.players and rng.random() < 0.7:
            return
        for person in (ANNA, BEN):
            if person.id in house.table.players:
                house.do(person, "leave")
        most = house.config.buy_in_most_cents
        house.do(ANNA, "sit", seat=1, cents=most if rng.random() < 0.5 else LITTLE)
        for seat in range(2, rng.randint(1, house.config.hands_a_player) + 1):
            house.do(ANNA, "sit", seat=seat)
        if self.with_bot:
            house.do(BEN, "sit", seat=len(house.table.players[ANNA.id].seats) + 1, cents=most)

    def _bet(self) -> int:
        """On every hand, and often the last dollar. Whoever sits beside bets as the first hand does."""
        house, rng = self.house, self.rng
        own = house.table.players[ANNA.id].seats
        for seat in own:
            while seat not in house.table.bets:
                wagers = random_bets(house.config.the_game, house.config.settings(), rng)
                lacks = sum(wagers.values()) - house.chips(ANNA)
                try:
                    if lacks > 0:
                        house.do(ANNA, "buy_in", cents=max(lacks, LITTLE))
                    house.do(ANNA, "bet", seat=seat, wagers=wagers)
                except Refused:
                    continue  # no bets, or more than this table takes
        placed = sum(sum(house.table.bets[seat].values()) for seat in own)
        if self.with_bot:
            house.bet(BEN, **house.table.bets[own[0]])
            house.do(BEN, "ready")
        return placed

    def _follow_bot(self) -> None:
        """Whoever sits beside at the house chooses as the terminal's bot has chosen."""
        house = self.house
        assert self.sitting.round
        for act in self.sitting.round.choices[len(house.table.round.choices if house.table.round else ()) :]:
            house.do(BEN, "act", act=house.config.the_game.acts[act])
