"""One person at a table of play money, with bots beside: bets, rounds, choices and a running balance.

Chips move as they do at a table of the house: by the same reading of the same tape (`money.ChipCount`). Progressives
are on links of the person's own (`linked.practice_link`).
"""

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import Any

from houseway.analysis.solve import strategy_of
from houseway.engine.replay import Pending, Replay
from houseway.games.betting import dollars, verify_wagers
from houseway.games.edition import edition_of
from houseway.games.game import Game, Settings, Wagers
from houseway.house.linked.practice_link import TABLE, PracticeLink
from houseway.house.money import CAGE, FELT, TOKES, Postings, chips_of, link_account, moved, net_cents
from houseway.house.round import TableRound
from houseway.house.shuffler import MODES, endless_draws, shuffled
from houseway.progressives.jackpot import Progressive
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words
from houseway.rules.shoe import seeded_order

YOU = "you"


@dataclass
class Sitting:
    """Rounds one after another. A seeded sitting deals the rounds of a simulation with that seed."""

    game: Game
    settings: Settings
    opening_cents: int
    hands: int = 1  # seats the person plays; they come first
    bots: int = 0
    strategy: str = "basic"
    seed: int | None = None
    progressives: tuple[Progressive, ...] = ()
    rounds: int = 0
    round: TableRound | None = None
    accounts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        most = self.game.sheet.hands_a_player_max
        if not 1 <= self.hands <= most:
            raise Refused(f"{self.game.title} lets a player have 1 to {most} hands, not {self.hands}")
        seats = self.game.seats_max(self.settings)
        if self.hands + self.bots > seats:
            raise Refused(f"{self.game.title} has {seats} seats; {self.hands + self.bots} are too many")
        self.links = [PracticeLink(self.game, self.settings, each) for each in self.progressives]
        self._bot = strategy_of(self.game, self.strategy, self.settings)
        self._post(moved(self.opening_cents, CAGE, chips_of(YOU)))

    @property
    def owners(self) -> tuple[str, ...]:
        return (*[YOU] * self.hands, *[f"bot-{bot + 1}" for bot in range(self.bots)])

    @property
    def balance_cents(self) -> int:
        """The chips before the person; what lies on the felt is not among them."""
        return self.accounts[chips_of(YOU)]

    @property
    def tokes_cents(self) -> int:
        """What the dealers have been given."""
        return self.accounts[TOKES]

    def _post(self, postings: Postings) -> None:
        self.accounts.update(postings)

    def open_round(self, bets: Sequence[Wagers], joins: Container[str] = ()) -> None:
        """Bet on each of one's hands (the bots bet as the first hand does) and deal.

        `joins` names the progressives with a bet of their own that all of them are in.
        """
        for each in bets:
            verify_wagers(self.game, self.settings, each)
        total = sum(sum(each.values()) for each in bets) + self.cost(bets, joins)
        if total > self.balance_cents:
            raise Refused(f"{dollars(total)} is more than your balance of {dollars(self.balance_cents)}")
        first = {name: cents for name, cents in bets[0].items() if cents}
        wagers = [{name: cents for name, cents in each.items() if cents} for each in bets] + [first] * self.bots
        self.round = TableRound(
            number=self.rounds + 1,
            game=self.game,
            settings=self.settings,
            cycle=0,
            order=tuple(self._order()),
            wagers=tuple(wagers),
            owners=self.owners,
            edition=edition_of(self.game),
        )
        for placed, owner in zip(wagers, self.owners, strict=True):
            self._post(moved(sum(placed.values()), chips_of(owner), FELT))
        self._feed(wagers, joins)
        self._moved()

    def cost(self, bets: Sequence[Wagers], joins: Container[str]) -> int:
        """What the person's bets on progressives cost."""
        return sum(
            each.bet_cents for each in self.progressives for bet in bets if each.name in joins and bet.get(each.wager)
        )

    def _feed(self, wagers: Sequence[Wagers], joins: Container[str]) -> None:
        for link in self.links:
            name, price = link.progressive.name, link.progressive.bet_cents
            cents = [link.progressive.fed_by(placed, joins=name in joins) for placed in wagers]
            link.feed(self.rounds + 1, {seat: fed for seat, fed in enumerate(cents, 1) if fed})
            for seat in link.fed:
                self._post(moved(price, chips_of(self.owners[seat - 1]), link_account(name)))

    def _order(self) -> Sequence[int]:
        """The cards to deal from: all of them, freshly shuffled, or what is left of a shoe before its cut card."""
        deck = self.game.deck(self.settings)
        if self.seed is not None:
            return seeded_order(deck, self.seed, self.rounds, endless=self.game.endless(self.settings))
        if self.game.endless(self.settings):
            return endless_draws(deck)
        rest = self._rest_of_shoe()
        behind_cut = MODES["shoe"].cut(len(deck), self.hands + self.bots)
        return rest if len(rest) > behind_cut else shuffled(deck)

    def _rest_of_shoe(self) -> Sequence[int]:
        if self.settings.get("shuffler") != "shoe" or self.round is None:
            return ()
        return self.round.order[self.round.told.cards_drawn :]

    def _moved(self) -> None:
        """Chips move with what was played; then bots choose, until it is the person's turn or the round is over."""
        assert self.round is not None
        self._post_latest(self.round)
        while (wait := self.round.pending) and wait.seat > self.hands:
            act = self._bot.act(self.round.now.felt, wait.seat, wait.hand, wait.options)
            self.round = self.round.after(act)
            self._post_latest(self.round)
        if wait is None:
            self._pay_progressives(self.round)
            self.rounds += 1

    def _pay_progressives(self, round_: TableRound) -> None:
        for link in self.links:
            if round_.ran_dry:
                self._take_back(link)
            for award in link.pay(self.rounds + 1, round_.tape, self.owners):
                account = link_account(link.progressive.name)
                self._post(moved(award.cents, account, chips_of(self.owners[award.seat - 1])))

    def _take_back(self, link: PracticeLink) -> None:
        for seat in link.fed:
            account = link_account(link.progressive.name)
            self._post(moved(link.progressive.bet_cents, account, chips_of(self.owners[seat - 1])))
        link.give_back(self.rounds + 1)

    def _post_latest(self, round_: TableRound) -> None:
        self._post(round_.latest.put_up)
        self._post(round_.latest.paid)
        if round_.ran_dry:
            self._post(round_.in_action_back())

    def leave(self) -> None:
        """Get up. Of a round that is not over, what is settled stands, and bets still in action come back."""
        if self.round is not None and self.pending is not None:
            self._post(self.round.in_action_back())
            for link in self.links:
                self._take_back(link)
            self.round = None

    @property
    def now(self) -> Replay | None:
        return self.round.now if self.round else None

    @property
    def pending(self) -> Pending | None:
        return self.round.pending if self.round else None

    def legal(self) -> list[int]:
        """Acts that are legal and that the balance covers."""
        assert self.round is not None
        return self.round.acts_within(self.balance_cents)

    def prices(self) -> dict[str, int]:
        """Those of the legal acts that put up chips, with how many."""
        assert self.round is not None
        return self.round.named_prices(self.legal())

    def choose(self, act: int) -> None:
        assert self.round is not None
        if act not in self.legal():
            raise Refused(f"{self.game.acts[act]} needs more chips than you have, or is not offered now")
        self.round = self.round.after(act)
        self._moved()

    def meters_view(self) -> dict[str, Any]:
        """The progressives as the view of a table of the house has them."""
        return {"table": TABLE, "round": self.rounds, "progressives": [link.view() for link in self.links]}

    def seen_tape(self) -> Words:
        """The round so far as the person may see it."""
        assert self.round is not None
        return self.round.seen_by(YOU)

    def net_cents(self) -> int:
        """What the round has brought the person so far; a bet for the dealers costs its stake, won or lost."""
        assert self.round is not None
        return net_cents(self.game, self.round.tape, range(1, self.hands + 1))
