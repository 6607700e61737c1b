"""A round, played by the names of its acts.

    round = Round.deal("super_fun_21", {"blackjack": 1000}, seed=7)
    while round.turn:
        round = round.act(round.turn.acts[0])
    print(round.net_cents(), round.settled)

A round is a value: `act` returns the next one and changes nothing, so any choice can be taken back by keeping the round
before it. The same game, options, bets, seed and acts are the same round, always and everywhere.
"""

import secrets
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Any

from houseway.analysis.hints import Advisor
from houseway.analysis.simulation import standard_wagers
from houseway.analysis.solve import strategy_of
from houseway.api.naming import Bets, Options, game_of, options_of, seats_of, whole
from houseway.engine.playthrough import show
from houseway.engine.replay import Deal, Replay, replay
from houseway.engine.scene import Scene, scene
from houseway.engine.view import view
from houseway.engine.walk import outcome_name
from houseway.games import find_game
from houseway.games.betting import verify_wagers
from houseway.games.contract import Strategy
from houseway.games.game import Game, Settings, nearest
from houseway.rules.cards import DECK, card_text, cards_of
from houseway.rules.choice import acts_in
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE
from houseway.rules.refused import Refused
from houseway.rules.shoe import seeded_order

Hands = tuple[tuple[str, ...], ...]  # the cards of each

_CARDS = {card_text(card): card for card in range(DECK)}


@dataclass(frozen=True)
class Turn:
    """Whose choice it is, and what they may do."""

    seat: int  # from 1, the dealer's left
    hand: int  # 0, or one of the hands that a pair was split into
    acts: tuple[str, ...]


@dataclass(frozen=True)
class Settled:
    """What became of a wager."""

    seat: int
    hand: int
    wager: str
    outcome: str
    cents: int  # won; negative: lost


@dataclass(frozen=True)
class Seen:
    """What one seat may know of the table; a hidden card is '??'."""

    seat: int
    hands: Hands
    others: Mapping[int, Hands]  # of the other seats
    dealer: tuple[str, ...]
    community: tuple[str, ...]
    in_action_cents: Mapping[str, int]  # of this seat, by wager
    tape: str  # all that happened, as this seat saw it, one line each


@dataclass(frozen=True)
class Advice:
    """What an act is worth under best play from there on: the bets that hang on it, in units of the base bet."""

    act: str
    value: float


@dataclass(frozen=True)
class Round:
    """A round as far as its acts carry it; `Round.deal` begins one."""

    game: Game
    options: Settings  # all of them, the defaults too
    bets: tuple[Bets, ...]  # by seat
    cards: tuple[str, ...]  # in the order in which they are dealt
    seed: int
    acts: tuple[str, ...] = ()

    @classmethod
    def deal(
        cls,
        game: Game | str,
        bets: Bets | Sequence[Bets] | None = None,
        *,
        options: Options | None = None,
        cards: str | Sequence[str] = "",
        seed: int | None = None,
        number: int = 0,
    ) -> "Round":
        """Bets of one seat, or of several, and the first cards. By default one seat bets $10 on everything.

        `cards` come first, in this order; the rest of the shoe follows as the seed shuffles it. Round `number` of a
        seed is the one that `simulate` deals with that seed. Without a seed the system's chance gives one.
        """
        table = game_of(game)
        settings = table.settings(options_of(options))
        seats = seats_of(standard_wagers(table) if bets is None else bets, table)
        if not 1 <= len(seats) <= table.seats_max(settings):
            raise Refused(f"{table.title} has {table.seats_max(settings)} seats: {len(seats)} cannot be dealt")
        for each in seats:
            verify_wagers(table, settings, each)
        if not any(any(each.values()) for each in seats):
            raise Refused("nobody has bet: a round needs at least one seat with a bet")
        seed = secrets.randbits(64) if seed is None else whole(seed, "seed")
        for name, chosen in (("seed", seed), ("number", whole(number, "number"))):
            if not 0 <= chosen < 1 << 64:
                raise Refused(f"{name} {chosen} is out of range: choose one from 0 to {(1 << 64) - 1}")
        text = cards if isinstance(cards, str) else " ".join(map(str, cards))
        order = _order(table, settings, text, seed, number)
        return cls(table, settings, seats, tuple(card_text(card) for card in order), seed)

    # --- what is asked ---

    @property
    def turn(self) -> Turn | None:
        """Who has to choose; None when the round is over."""
        wait = self._now.pending
        if wait is None:
            return None
        return Turn(wait.seat, wait.hand, tuple(self.game.acts[act] for act in acts_in(wait.options)))

    def act(self, *names: str) -> "Round":
        """The round after whoever has to choose chose this, and the next this, ..."""
        now = self
        for name in names:
            if now.turn is None:
                raise Refused(f"the round is over: nobody can {name}")
            if name not in now.turn.acts:
                raise Refused(f"seat {now.turn.seat} cannot {name} now{nearest(str(name), now.turn.acts)}")
            now = replace(now, acts=(*now.acts, name))
        return now

    def chosen_by(self, strategy: str) -> str:
        """The act that a strategy chooses for whoever has to choose: it knows only what that seat sees."""
        wait = self._now.pending
        if wait is None:
            raise Refused("the round is over: there is nothing to choose")
        followed = _followed(self.game, self.options, strategy)
        return self.game.acts[followed.act(self._now.felt, wait.seat, wait.hand, wait.options)]

    def play_on(self, strategy: str = "basic", seats: Sequence[int] = ()) -> "Round":
        """The round after these seats (all, if none is named) followed a strategy, up to another's turn or the end."""
        _followed(self.game, self.options, str(strategy))  # refused here, though nobody has to choose
        now = self
        while now.turn and (not seats or now.turn.seat in seats):
            now = now.act(now.chosen_by(strategy))
        return now

    def advise(self) -> tuple[Advice, ...]:
        """What each act of whoever has to choose is worth, the best first; it knows only what that seat sees."""
        wait = self._now.pending
        if wait is None:
            raise Refused("the round is over: there is nothing to choose")
        ranked = _advisor(self.game, self.options).rank(self._now, wait.seat, wait.hand, wait.options)
        return tuple(Advice(hint.name, hint.value) for hint in ranked)

    # --- what is seen ---

    @property
    def settled(self) -> tuple[Settled, ...]:
        """Every wager that was won, lost or pushed so far, in the order in which it was settled."""
        names = self.game.wagers
        return tuple(
            Settled(seat, hand, names[wager], outcome_name(self.game, outcome), cents)
            for seat, hand, wager, outcome, cents in scene(self._now.tape).settled
        )

    def net_cents(self, seat: int | None = None, wager: str = "") -> int:
        """Won so far, by everyone or one seat, on everything or one wager. Negative: lost."""
        if seat is not None:
            self._verify_seat(seat)
        if wager and wager not in self.game.wagers:
            raise Refused(f"{self.game.title} has no wager '{wager}'{nearest(wager, self.game.wagers)}")
        return sum(
            each.cents for each in self.settled if seat in (None, each.seat) and (not wager or each.wager == wager)
        )

    def seen_by(self, seat: int) -> Seen:
        """The table as a seat may see it."""
        self._verify_seat(seat)
        players = self._now.felt.players
        tape = view(self._now.tape, players, int(players[seat]))
        now = scene(tape)
        stakes: dict[str, int] = {}
        for (at, _, wager), cents in now.stakes.items():
            if at == seat:
                stakes[self.game.wagers[wager]] = stakes.get(self.game.wagers[wager], 0) + cents
        return Seen(
            seat=seat,
            hands=_hands(now, seat),
            others={other: _hands(now, other) for other in range(1, len(self.bets) + 1) if other != seat},
            dealer=_cards(now, HOUSE, DEALER),
            community=_cards(now, HOUSE, COMMUNITY),
            in_action_cents=stakes,
            tape=show(self.game, tape),
        )

    @property
    def tape(self) -> str:
        """All that happened, hidden cards too: one line each, as a dealer would say it."""
        return show(self.game, self._now.tape)

    # --- how it is kept ---

    def __hash__(self) -> int:
        return hash((self.game.slug, self.options, self.cards, self.acts))

    def __reduce__(self) -> tuple[Any, ...]:
        """A game goes by its name, so that a copy, here or in another process, is of the game that is there."""
        return _again, (self.game.slug, self.options, self.bets, self.cards, self.seed, self.acts)

    def _verify_seat(self, seat: int) -> None:
        if not 1 <= whole(seat, "seat") <= len(self.bets):
            raise Refused(f"there is no seat {seat} in this round: it has {len(self.bets)}")

    @cached_property
    def _now(self) -> Replay:
        deal = Deal(self.game, self.options, [_CARDS[card] for card in self.cards], self.bets)
        return replay(deal, [self.game.acts.index(act) for act in self.acts])


def _again(slug: str, *rest: Any) -> Round:
    loaded = sys.modules.get(f"houseway.games.{slug}")  # one from outside need not be among those that are found
    return Round(loaded.GAME if loaded else find_game(slug), *rest)


def _order(game: Game, settings: Settings, cards: str, seed: int, number: int) -> list[int]:
    """The cards that are asked for, and the rest of the shoe behind them."""
    try:
        first = cards_of(cards)
    except ValueError as error:
        raise Refused(str(error)) from None
    endless = game.endless(settings)
    rest = seeded_order(game.deck(settings), seed, number, endless=endless)
    for card in first if not endless else ():
        if card not in rest:
            raise Refused(f"{card_text(card)} is not in the shoe as often as it is asked for")
        rest.remove(card)
    return [*first, *rest]


def _cards(now: Scene, seat: int, hand: int) -> tuple[str, ...]:
    return tuple(card_text(card) for card in now.hands.get((seat, hand), ()))


def _hands(now: Scene, seat: int) -> Hands:
    return tuple(_cards(now, seat, hand) for hand in sorted(hand for at, hand in now.hands if at == seat))


@lru_cache(maxsize=32)
def _followed(game: Game, settings: Settings, strategy: str) -> Strategy:
    return strategy_of(game, strategy, settings)


@cache
def _advisor(game: Game, settings: Settings) -> Advisor:
    return Advisor(game, settings)
