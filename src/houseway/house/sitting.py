"""One person at a table of play money, with bots beside: bets, rounds, choices and a running balance."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from houseway.analysis.solve import plan_of
from houseway.engine.replay import Deal, Pending, Replay, play_out, replay
from houseway.engine.scene import scene
from houseway.engine.view import view
from houseway.games.betting import dollars, verify_wagers
from houseway.games.game import Game, Settings, Wagers
from houseway.house.shuffler import MODES, endless_draws, shuffled
from houseway.rules.choice import acts_in
from houseway.rules.refused import Refused
from houseway.rules.shapes import Words
from houseway.rules.shoe import seeded_order

YOU = 1  # the person's number among the players; bots have numbers of their own


@dataclass
class Sitting:
    """Rounds one after another. A seeded sitting deals the rounds of a simulation with that seed."""

    game: Game
    settings: Settings
    balance_cents: int
    hands: int = 1  # seats the person plays; they come first
    bots: int = 0
    strategy: str = "basic"
    seed: int | None = None
    rounds: int = 0
    deal: Deal | None = None
    choices: list[int] = field(default_factory=list)
    now: Replay | None = None
    opening_cents: int = field(init=False)

    def __post_init__(self) -> None:
        most = self.game.sheet.hands_a_player_max
        if not 1 <= self.hands <= most:
            raise Refused(f"{self.game.title} lets a player have 1 to {most} hands, not {self.hands}")
        seats = self.game.seats_max(self.settings)
        if self.hands + self.bots > seats:
            raise Refused(f"{self.game.title} has {seats} seats; {self.hands + self.bots} are too many")
        self.opening_cents = self.balance_cents
        self._plan = plan_of(self.game, self.strategy, self.settings)

    @property
    def players(self) -> list[int]:
        return [YOU] * self.hands + [YOU + 1 + bot for bot in range(self.bots)]

    def open_round(self, bets: Sequence[Wagers]) -> None:
        """Bet on each of one's hands (the bots bet as the first hand does) and deal."""
        for each in bets:
            verify_wagers(self.game, self.settings, each)
        total = sum(sum(each.values()) for each in bets)
        if total > self.balance_cents:
            raise Refused(f"{dollars(total)} is more than your balance of {dollars(self.balance_cents)}")
        order = self._order()
        first = {name: cents for name, cents in bets[0].items() if cents}
        wagers = [{name: cents for name, cents in each.items() if cents} for each in bets] + [first] * self.bots
        self.deal = Deal(self.game, self.settings, order, wagers, self.players)
        self.choices = []
        self._go_on()

    def _order(self) -> list[int]:
        """The cards to deal from: all of them, freshly shuffled, or what is left of a shoe before its cut card."""
        deck = self.game.deck(self.settings)
        if self.seed is not None:
            return seeded_order(deck, self.seed, self.rounds, endless=self.game.endless(self.settings))
        if self.game.endless(self.settings):
            return endless_draws(deck)
        rest = self._rest_of_shoe()
        behind_cut = MODES["shoe"].cut(len(deck), self.hands + self.bots)
        return rest if len(rest) > behind_cut else shuffled(deck)

    def _rest_of_shoe(self) -> list[int]:
        if self.settings.get("shuffler") != "shoe" or self.deal is None or self.now is None:
            return []
        return list(self.deal.order[self.now.cards_drawn :])

    def _go_on(self) -> None:
        """Let the bots choose until it is the person's turn or the round is over."""
        assert self.deal is not None
        plans = [None] * self.hands + [self._plan] * self.bots
        self.now, self.choices = play_out(self.deal, plans, self.choices)
        if self.now.pending is None:
            self.rounds += 1
            self.balance_cents += self.net_cents()

    @property
    def pending(self) -> Pending | None:
        return self.now.pending if self.now else None

    def legal(self) -> list[int]:
        """Acts that are legal and that the balance covers."""
        assert self.pending is not None
        return [act for act in acts_in(self.pending.options) if self._spare_after(act) >= 0]

    def _spare_after(self, act: int) -> int:
        """What is left of the balance when the act's chips are on the felt."""
        assert self.deal is not None
        after = scene(replay(self.deal, [*self.choices, act]).tape)
        own = range(1, self.hands + 1)
        in_action = sum(cents for (seat, _, _), cents in after.stakes.items() if seat in own)
        return self.balance_cents + sum(after.net_cents(seat) for seat in own) - in_action

    def choose(self, act: int) -> None:
        assert self.pending is not None
        if act not in self.legal():
            raise Refused(f"{self.game.acts[act]} needs more chips than you have, or is not offered now")
        self.choices.append(act)
        self._go_on()

    def seen_tape(self) -> Words:
        """The round so far as the person may see it."""
        assert self.now is not None
        return view(self.now.tape, [0, *self.players], YOU)

    def net_cents(self) -> int:
        assert self.now is not None
        felt = self.now.felt
        return int(felt.net[1 : self.hands + 1].sum()) - self._tokes()

    def _tokes(self) -> int:
        """A toke bet belongs to the dealers, win or lose: the player is out what it cost."""
        assert self.now is not None
        tokes = [w for w, wager in enumerate(self.game.sheet.wagers) if wager.toke]
        felt = self.now.felt
        won = sum(int(felt.net[seat, w]) for seat in range(1, self.hands + 1) for w in tokes)
        staked = sum(int(felt.wagers[seat, w]) for seat in range(1, self.hands + 1) for w in tokes)
        return won + staked
