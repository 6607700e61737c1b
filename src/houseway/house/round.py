"""A round at a table: what was bet, the order of the cards, the choices so far. The rest is replayed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from houseway.engine.replay import Deal, Pending, Replay, replay, rules_of
from houseway.engine.view import NOBODY, view
from houseway.games.game import Game, Settings, Wagers
from houseway.house.money import Postings, bet_postings, difference, round_postings
from houseway.rules.choice import acts_in
from houseway.rules.shapes import Words
from houseway.rules.tape import SAY, SAY_VOID, SEAT, STAKE, VERB, A, B


@dataclass(frozen=True)
class Round:
    number: int
    game: Game
    settings: Settings
    cycle: int
    order: tuple[int, ...]  # the cards it deals from, its own first
    wagers: tuple[Wagers, ...]  # by seat, from seat 1
    owners: tuple[str, ...]  # the player of each seat; '' where nobody bet
    choices: tuple[int, ...] = ()

    @cached_property
    def deal(self) -> Deal:
        return Deal(self.game, self.settings, self.order, self.wagers, self._numbers)

    @cached_property
    def _numbers(self) -> list[int]:
        """Players as the felt knows them: small numbers, the same for all seats of one player."""
        known = dict.fromkeys(owner for owner in self.owners if owner)
        number = {owner: i for i, owner in enumerate(known, 1)}
        return [number.get(owner, 0) for owner in self.owners]

    @cached_property
    def now(self) -> Replay:
        return replay(self.deal, self.choices)

    @property
    def pending(self) -> Pending | None:
        return self.now.pending

    def after(self, act: int) -> "Round":
        return replace(self, choices=(*self.choices, act))

    @cached_property
    def put_up(self) -> Postings:
        """The chips on the felt for this round, and whose they were."""
        return self._postings(paid=False)

    @cached_property
    def paid(self) -> Postings:
        """Where the chips are when all is settled, counted from before the bets were made."""
        return self._postings(paid=True)

    def _postings(self, *, paid: bool) -> Postings:
        rules = rules_of(self.game, self.settings)
        return round_postings(self.game, rules, self.wagers, self.owners, self.now.tape, paid=paid)

    def put_up_since(self, before: "Round | None") -> Postings:
        """The chips this step put on the felt (or took back); before the first there were the bets."""
        return difference(self.put_up, before.put_up if before else bet_postings(self.wagers, self.owners))

    def pays(self) -> Postings:
        """What settling the round moves."""
        return difference(self.paid, self.put_up)

    @property
    def ran_dry(self) -> bool:
        """Whether the cards did not last: the tape then says only that every bet goes back."""
        tape = self.now.tape
        return bool(((tape[:, VERB] == SAY) & (tape[:, A] == SAY_VOID)).any())

    def tape_digest(self) -> str:
        return sha256(self.now.tape.astype("<i8").tobytes()).hexdigest()

    def seen_by(self, player: str) -> Words:
        """The tape as a player, or somebody who plays no seat, may see it."""
        seats = zip(self._numbers, self.owners, strict=True)
        number = next((number for number, owner in seats if owner and owner == player), NOBODY)
        return view(self.now.tape, [0, *self._numbers], number)

    def won(self) -> dict[str, dict[str, int]]:
        """Cents won by seat and wager, where there was a bet or a prize."""
        net, action = self.now.felt.net, self.now.felt.action
        found: dict[str, dict[str, int]] = {}
        for seat, owner in enumerate(self.owners, 1):
            if owner:
                names = enumerate(self.game.wagers)
                found[str(seat)] = {name: int(net[seat, w]) for w, name in names if net[seat, w] or action[seat, w]}
        return found

    def chips_for(self, act: int) -> int:
        """What more the waiting seat puts up if it chooses this act."""
        wait = self.pending
        assert wait is not None
        fresh = self.after(act).now.tape[len(self.now.tape) :]
        return int(sum(row[B] for row in fresh if row[VERB] == STAKE and row[SEAT] == wait.seat))

    def acts_within(self, cents: int) -> list[int]:
        """The legal acts that this many chips cover."""
        wait = self.pending
        assert wait is not None
        legal = acts_in(wait.options)
        if cents >= 2 * sum(self.wagers[wait.seat - 1].values()):  # no act of any game puts up more than that
            return legal
        return [act for act in legal if self.chips_for(act) <= cents]

    def result(self) -> Mapping[str, Any]:
        """What a finished round says of itself."""
        assert self.pending is None
        return {"round": self.number, "drawn": self.now.cards_drawn, "tape": self.tape_digest(), "won": self.won()}
