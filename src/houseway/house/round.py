"""A round at a table: what was bet, the order of the cards, the choices so far. The rest is replayed."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import takewhile
from typing import Any

from houseway.engine.editions import dealt_under, is_kept
from houseway.engine.replay import Deal, Pending, Replay, Told, replay, rules_of
from houseway.engine.view import NOBODY, view
from houseway.engine.why import whys
from houseway.games.edition import edition_of
from houseway.games.game import Game, Settings, Wagers
from houseway.house.money import FELT, ChipCount, Moved, Postings, added, chips_of, moved
from houseway.rules.choice import acts_in
from houseway.rules.shapes import Words
from houseway.rules.tape import BACK, CHOOSE, MOVE, SAY, SAY_VOID, SETTLE, STAKE, VERB, A


@dataclass(frozen=True)
class TableRound:
    number: int
    game: Game
    settings: Settings
    cycle: int
    order: tuple[int, ...]  # the cards it deals from, its own first
    wagers: tuple[Wagers, ...]  # by seat, from seat 1
    owners: tuple[str, ...]  # the player of each seat; '' where nobody bet
    edition: str  # of the rules it is dealt under
    choices: tuple[int, ...] = ()
    chosen_by: tuple[str, ...] = ()  # of each choice, as its event says it; '' where nobody asks

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
        """The round under the rules in force, with its felt."""
        return replay(self.deal, self.choices)

    @property
    def of_these_rules(self) -> bool:
        """Whether it was dealt under the rules in force."""
        return self.edition == edition_of(self.game)

    @property
    def can_be_dealt_again(self) -> bool:
        """Whether the rules that it was dealt under are in force, or are kept."""
        return self.of_these_rules or is_kept(self.game.slug, self.edition)

    @cached_property
    def told(self) -> Told:
        """The round under its own rules. Where those are not kept, the rules in force have to do."""
        if not self.of_these_rules and self.can_be_dealt_again:
            return dealt_under(self.edition, self.deal, self.choices)
        return self.now

    @property
    def tape(self) -> Words:
        return self.told.tape

    @property
    def pending(self) -> Pending | None:
        return self.told.pending

    def after(self, act: int, by: str = "") -> "TableRound":
        return replace(self, choices=(*self.choices, act), chosen_by=(*self.chosen_by, by))

    def chip_count(self) -> ChipCount:
        return ChipCount(self.game, rules_of(self.game, self.settings), self.wagers, self.owners)

    @cached_property
    def latest(self) -> Moved:
        """What has moved since the last choice; before the first, since the bets were made."""
        chosen = [row for row, verb in enumerate(self.tape[:, VERB].tolist()) if verb == CHOOSE]
        since = chosen[-1] if chosen else 0
        chips = self.chip_count()
        chips.hear(self.tape[:since])
        return chips.hear(self.tape[since:])

    def in_action_back(self) -> Postings:
        """What a void returns: every stake that the tape has not settled goes back to its player."""
        chips = self.chip_count()
        chips.hear(self.tape)
        stakes = chips.stakes.items()
        return added(*(moved(cents, FELT, chips_of(self.owners[seat - 1])) for (seat, _, _), cents in stakes))

    @property
    def ran_dry(self) -> bool:
        """Whether the cards did not last: the tape ends where they did, and bets still in action go back."""
        tape = self.tape
        return bool(((tape[:, VERB] == SAY) & (tape[:, A] == SAY_VOID)).any())

    @property
    def is_over(self) -> bool:
        """Played to its end, so that it can be settled."""
        return self.pending is None and not self.ran_dry

    def tape_digest(self) -> str:
        return sha256(self.tape.astype("<i8").tobytes()).hexdigest()

    def seen_by(self, player: str) -> Words:
        """The tape as a player, or somebody who plays no seat, may see it."""
        seats = zip(self._numbers, self.owners, strict=True)
        number = next((number for number, owner in seats if owner and owner == player), NOBODY)
        return view(self.tape, [0, *self._numbers], number)

    def whys(self, tape: Words, whose: Mapping[int, str]) -> list[dict[str, Any]]:
        """Why each wager of these seats ended as it did, from a view of the tape; `whose` is the word for a seat's."""
        told = whys(self.game, self.settings, tape, whose, plain=not self.of_these_rules)
        return [each.to_json() for each in told]

    def won(self) -> dict[str, dict[str, int]]:
        """Cents won by seat and wager, where there was a bet or a prize."""
        net, action = self.net(), self.action()
        found: dict[str, dict[str, int]] = {}
        for seat, owner in enumerate(self.owners, 1):
            if owner:
                names = enumerate(self.game.wagers)
                found[str(seat)] = {name: net[seat, w] for w, name in names if net[seat, w] or action[seat, w]}
        return found

    def net(self) -> Counter[tuple[int, int]]:
        """Cents won by seat and wager."""
        rows = self.tape.tolist()
        return _summed(((seat, wager), won) for verb, seat, _, wager, _, won in rows if verb == SETTLE)

    def action(self) -> Counter[tuple[int, int]]:
        """Cents that went into action, and were not taken back, by seat and wager."""
        put_up = {STAKE: 1, BACK: -1}
        rows = self.tape.tolist()
        return _summed(((seat, wager), put_up.get(verb, 0) * cents) for verb, seat, _, wager, cents, _ in rows)

    def chips_for(self, act: int) -> int:
        """What the waiting seat puts up with this act: the chips that follow the choice, before any card or word.

        The act is tried on a shoe without the cards that nobody has been dealt, so that none of them can have a say.
        """
        wait = self.pending
        assert wait is not None
        dealt = replace(self.deal, order=self.order[: self.told.cards_drawn])
        fresh = replay(dealt, (*self.choices, act)).tape[len(self.tape) + 1 :].tolist()  # behind the choice itself
        at_once = takewhile(lambda row: row[VERB] in (STAKE, MOVE), fresh)
        return sum(cents for verb, seat, _, _, cents, _ in at_once if verb == STAKE and seat == wait.seat)

    def acts_within(self, cents: int) -> list[int]:
        """The legal acts that this many chips cover."""
        wait = self.pending
        assert wait is not None
        legal = acts_in(wait.options)
        if cents >= 2 * sum(self.wagers[wait.seat - 1].values()):  # no act of any game puts up more than that
            return legal
        return [act for act in legal if self.prices[act] <= cents]

    @cached_property
    def prices(self) -> dict[int, int]:
        """What each legal act puts up; asked for when acts are offered, and again when one is taken."""
        assert self.pending is not None
        return {act: self.chips_for(act) for act in acts_in(self.pending.options)}

    def named_prices(self, acts: Iterable[int]) -> dict[str, int]:
        """Those of these acts that put up chips, with how many; a round of other rules waits for no act."""
        if not self.of_these_rules:
            return {}
        priced = {act: self._price_by_way[_way(self.game, act)] for act in acts}
        return {self.game.acts[act]: cents for act, cents in priced.items() if cents}

    @cached_property
    def _price_by_way(self) -> dict[str, int]:
        """Acts of one way differ in the cards that they name only: one of them is asked for its price."""
        assert self.pending is not None
        ways = {_way(self.game, act): act for act in acts_in(self.pending.options)}
        return {way: self.chips_for(act) for way, act in ways.items()}

    def beginning(self) -> dict[str, Any]:
        """What a round that begins says of itself."""
        wagers, owners = [dict(bets) for bets in self.wagers], list(self.owners)
        return {"round": self.number, "cycle": self.cycle, "wagers": wagers, "owners": owners, "edition": self.edition}

    def result(self) -> Mapping[str, Any]:
        """What a finished round says of itself."""
        assert self.pending is None
        return {"round": self.number, "drawn": self.told.cards_drawn, "tape": self.tape_digest(), "won": self.won()}


def _way(game: Game, act: int) -> str:
    return game.sheet.acts[act].way or game.acts[act]


def _summed(parts: Iterable[tuple[tuple[int, int], int]]) -> Counter[tuple[int, int]]:
    sums: Counter[tuple[int, int]] = Counter()
    for place, cents in parts:
        sums[place] += cents
    return sums
