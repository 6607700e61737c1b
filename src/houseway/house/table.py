"""A table is its events, applied in order. Nothing here decides anything: see commands/.

Applying is cheap (no card is dealt again until somebody looks at the round), so a long stream is read quickly.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from houseway.games import find_game
from houseway.games.game import Game, Settings, Wagers
from houseway.house import events
from houseway.house.configuration import TableConfig
from houseway.house.irregularities import ruled_words
from houseway.house.ledger.store import OutOfOrder, Stored
from houseway.house.money import FELT, Postings, chips_of
from houseway.house.round import TableRound
from houseway.rules.refused import Refused

BETTING, PLAYING, CLOSED = "betting", "playing", "closed"
PLAYED_MAX = 5000  # rounds that can still be corrected
ANSWERED_MAX = 2000  # commands whose answers are at hand; a repeat comes within seconds

Settled = tuple[str, dict[int, tuple[str, tuple[str, ...]]]]  # the game; by seat its player and the wagers settled


@dataclass(frozen=True)
class Player:
    id: str
    name: str
    seats: tuple[int, ...]
    bot: str = ""  # the strategy it plays; '' is a person
    gone_at: int = 0  # when the connection was lost; 0: it is there
    leaving: bool = False
    sat_out: int = 0  # rounds in a row without a bet
    seen: int = 0  # version of the last event that was about this player


@dataclass(frozen=True)
class Shuffle:
    """The cards in the shuffler: committed to before the bets, shown when they are used up.

    Whoever reads a sealed ledger without its key has no order: see ledger/sealed.py.
    """

    cycle: int
    order: tuple[int, ...]
    key: str
    commitment: str
    drawn: int = 0  # cards dealt in earlier rounds

    @property
    def left(self) -> tuple[int, ...]:
        return self.order[self.drawn :]


@dataclass
class Table:
    name: str
    version: int = 0
    at: int = 0
    config: TableConfig | None = None
    edition: str = ""  # of the rules by which rounds are dealt from here on
    accounts: Counter[str] = field(default_factory=Counter)
    players: dict[str, Player] = field(default_factory=dict)
    bets: dict[int, dict[str, int]] = field(default_factory=dict)  # by seat, on the felt before a round
    joins: dict[int, tuple[str, ...]] = field(default_factory=dict)  # by seat, progressives it bets on before a round
    fed: dict[str, dict[str, int]] = field(default_factory=dict)  # in the round: cents by progressive and seat
    dues: tuple[Mapping[str, Any], ...] = ()  # what waits to be paid by hand: player, round, link, cents
    jackpots: tuple[Mapping[str, Any], ...] = ()  # of the last round, until the next is dealt
    put_up: Counter[str] = field(default_factory=Counter)  # what lies on the felt, by the account it came from
    moved: Counter[str] = field(default_factory=Counter)  # all that the bets, choices and pays of the round moved
    won: dict[str, dict[str, int]] = field(default_factory=dict)  # paid so far in the round, by seat and wager
    corrections: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # by number of the round they put right
    played: OrderedDict[int, Settled] = field(default_factory=OrderedDict)  # the last rounds: what was settled, whose
    ready: frozenset[str] = frozenset()
    betting_since: int = 0  # when the first bet of the round was made; 0: none yet
    shuffle: Shuffle | None = None
    cycles: int = 0  # shuffles so far
    discarded: tuple[int, ...] = ()  # those of them whose order is never shown
    trays: dict[str, tuple[int, ...]] = field(default_factory=dict)  # by deck, where it is not whole as far as known
    rounds: int = 0
    round: TableRound | None = None  # the one being played, or the last one until the next is dealt
    asked_at: int = 0  # since when the waiting seat has had its choice
    playing: bool = False
    closed: str = "not opened yet"  # why nobody can play; '' is open
    retired: bool = False  # it is in the room no more, until somebody opens it again
    notice: str = ""  # what everyone at the table should know of the last malfunction
    void: Mapping[str, Any] | None = None  # what the last round's void said, until the next is dealt
    corrected: tuple[Mapping[str, Any], ...] = ()  # the corrections since a round was dealt
    turned: int = 0  # version of the last event that changed what everyone may do
    answered: OrderedDict[str, int] = field(default_factory=OrderedDict)  # the last commands: version after each

    @property
    def phase(self) -> str:
        return PLAYING if self.playing else CLOSED if self.closed else BETTING

    @property
    def game(self) -> Game:
        return find_game(self.set_up.game)

    @property
    def settings(self) -> Settings:
        return self.set_up.settings()

    @property
    def set_up(self) -> TableConfig:
        if self.config is None:
            raise Refused(f"table {self.name} was never opened")
        return self.config

    def tray(self, deck: str) -> tuple[int, ...]:
        """The cards of a deck that go into the machine: what comes back after a round and what was left over."""
        return self.trays.get(deck, tuple(self.game.deck(self.settings)))

    def wrong_deck(self) -> str:
        """A deck of the table's that is known not to be whole; '' is none."""
        return next((deck for deck in self.set_up.decks() if deck in self.trays), "")

    def is_shown(self, cycle: int) -> bool:
        """Whether the order of a shuffle may be known to everyone: it was revealed, and is dealt from nowhere."""
        open_ = self.shuffle is not None and self.shuffle.cycle == cycle
        return cycle <= self.cycles and not open_ and cycle not in self.discarded

    def chips(self, player: str) -> int:
        return self.accounts[chips_of(player)]

    def has_due(self, player: str) -> bool:
        """Whether a seat is held: its player has won what is paid by hand."""
        return any(due["player"] == player for due in self.dues)

    def on_felt(self, seat: int) -> int:
        """What lies at a seat before a round, with its bets on progressives."""
        beside = sum(each.progressive.bet_cents for each in self.set_up.progressives if each.name in self._joins(seat))
        return sum(self.bets.get(seat, {}).values()) + beside

    def _joins(self, seat: int) -> tuple[str, ...]:
        return self.joins.get(seat, ())

    def returns(self, *, whole: bool = False) -> Postings:
        """Every chip that is still on the felt goes back to where it came from; of a whole round, what was paid too."""
        back = self.moved if whole else self.put_up
        return {account: -cents for account, cents in sorted(back.items()) if cents}

    def player_at(self, seat: int) -> Player | None:
        return next((player for player in self.players.values() if seat in player.seats), None)

    def copy(self) -> "Table":
        """A draft to try events on; what is frozen is shared."""
        made = copy(self)  # `answered` is shared too: only what is stored goes in
        made.accounts, made.put_up, made.moved = self.accounts.copy(), self.put_up.copy(), self.moved.copy()
        made.players, made.bets, made.trays = dict(self.players), dict(self.bets), dict(self.trays)
        made.joins = dict(self.joins)
        return made

    def next_round(self, edition: str) -> TableRound:
        """The round that the bets on the felt make, from the cards that are next."""
        seats = range(1, self.set_up.seats + 1)
        wagers = [self.bets.get(seat, {}) for seat in seats]
        owners = [player.id if (player := self.player_at(seat)) and seat in self.bets else "" for seat in seats]
        return self._round_of(self.rounds + 1, wagers, owners, edition)

    def _round_of(self, number: int, wagers: Iterable[Wagers], owners: Iterable[str], edition: str) -> TableRound:
        assert self.shuffle is not None
        settings = self.settings.but(**self.set_up.gone)  # an edition that is kept may still know those
        cycle, order = self.shuffle.cycle, self.shuffle.left
        return TableRound(number, self.game, settings, cycle, order, tuple(wagers), tuple(owners), edition)

    def learn(self, event: Stored) -> None:
        """The next event of the stored stream; the command that caused it counts as answered."""
        if event.version != self.version + 1:
            raise OutOfOrder(f"{self.name}: event {event.version} after {self.version}")
        self.apply(event.kind, event.body, event.at)
        if event.command:
            self.remember(event.command, event.version)

    def remember(self, command: str, version: int) -> None:
        """What a command that is stored was answered. Of one forgotten here the ledger says that it holds it."""
        self.answered[command] = version
        if len(self.answered) > ANSWERED_MAX:
            self.answered.popitem(last=False)

    def apply(self, kind: str, body: Mapping[str, Any], at: int) -> None:
        """The next event. What it costs is posted in it; nothing is computed here."""
        act = _APPLY.get(kind)
        if act is None:
            raise Refused(f"table {self.name}, event {self.version + 1}: a newer houseway wrote it ('{kind}')")
        self.version, self.at = self.version + 1, at
        postings = body.get("postings", {})
        for account, cents in postings.items():
            self.accounts[account] += cents
            if kind in _PUTS_UP:
                self.put_up[account] += cents
            if kind in _MOVES:
                self.moved[account] += cents
        act(self, body)
        if kind in _TURNS:
            self.turned = self.version
        player = body.get("player")
        if player in self.players:
            self._change(player, seen=self.version)

    def _opened(self, body: Mapping[str, Any]) -> None:
        self._configured(body)
        self.closed = ""

    def _configured(self, body: Mapping[str, Any]) -> None:
        self.config, self.edition = TableConfig.recorded(body["config"]), body["edition"]

    def _started(self, body: Mapping[str, Any]) -> None:
        self.edition = body["edition"]

    def _sat(self, body: Mapping[str, Any]) -> None:
        player = self.players.get(body["player"], Player(body["player"], body["name"], (), body["bot"]))
        self.players[player.id] = replace(player, name=body["name"], seats=tuple(body["seats"]))

    def _bet(self, body: Mapping[str, Any]) -> None:
        if body["wagers"]:
            self.bets[body["seat"]] = dict(body["wagers"])
        else:
            self.bets.pop(body["seat"], None)
        self.joins.pop(body["seat"], None)
        if "joins" in body:
            self.joins[body["seat"]] = tuple(body["joins"])
        self.ready -= {body["player"]}
        if not self.bets:
            self.betting_since = 0
        elif not self.betting_since and not self.players[body["player"]].bot:
            self.betting_since = self.at

    def _ready(self, body: Mapping[str, Any]) -> None:
        self.ready |= {body["player"]}

    def _gone(self, body: Mapping[str, Any]) -> None:
        self._change(body["player"], gone_at=self.at)

    def _came_back(self, body: Mapping[str, Any]) -> None:
        self._change(body["player"], gone_at=0)

    def _leaving(self, body: Mapping[str, Any]) -> None:
        self._change(body["player"], leaving=True)

    def _change(self, player: str, **to: Any) -> None:
        self.players[player] = replace(self.players[player], **to)

    def _left(self, body: Mapping[str, Any]) -> None:
        del self.players[body["player"]]
        self.ready -= {body["player"]}

    def _shuffled(self, body: Mapping[str, Any]) -> None:
        self.cycles = body["cycle"]
        order, key = ("", "") if events.SEALED in body else (body["order"], body["key"])
        self.shuffle = Shuffle(body["cycle"], tuple(bytes.fromhex(order)), key, body["commitment"])

    def _loaded(self, body: Mapping[str, Any]) -> None:
        """Cards of a whole deck are what a machine has unless somebody says otherwise."""
        tray, whole = tuple(bytes.fromhex(body["tray"])), sorted(self.game.deck(self.settings))
        self.trays.pop(body["deck"], None)
        if sorted(tray) != whole:
            self.trays[body["deck"]] = tray

    def _faulted(self, body: Mapping[str, Any]) -> None:
        self._closed(body)
        if "tray" in body:  # what stopped it is in there until other cards are brought
            self._loaded(body)

    def _dealt(self, body: Mapping[str, Any]) -> None:
        assert self.shuffle is not None
        if self.shuffle.cycle != body["cycle"]:
            raise OutOfOrder(f"{self.name}: shuffle {body['cycle']} where {self.shuffle.cycle} is open")
        self.rounds = body["round"]
        self.round = self._round_of(self.rounds, body["wagers"], body["owners"], body["edition"])
        self.playing, self.asked_at, self.won = True, self.at, {}
        self.bets, self.ready, self.betting_since = {}, frozenset(), 0
        self.joins, self.fed, self.jackpots = {}, body.get("fed", {}), ()
        self.notice, self.void, self.corrected = "", None, ()

        for player in list(self.players.values()):
            if not player.bot:
                self._change(player.id, sat_out=0 if player.id in body["owners"] else player.sat_out + 1)

    def _chose(self, body: Mapping[str, Any]) -> None:
        assert self.round is not None
        self.round = self.round.after(body["act"], body["by"])
        self.asked_at = self.at

    def _paid(self, body: Mapping[str, Any]) -> None:
        """The stakes of wagers that were closed lie on the felt no more, won or lost."""
        assert self.round is not None
        for closed in body["settled"]:
            self.put_up[chips_of(self.round.owners[closed["seat"] - 1])] += closed["stake"]
            self.put_up[FELT] -= closed["stake"]
            seat = dict(self.won.get(str(closed["seat"]), {}))
            seat[closed["wager"]] = seat.get(closed["wager"], 0) + closed["won"]
            self.won = {**self.won, str(closed["seat"]): seat}

    def _settled(self, body: Mapping[str, Any]) -> None:
        assert self.shuffle is not None
        self.shuffle = replace(self.shuffle, drawn=self.shuffle.drawn + body["drawn"])
        self._keep(body["won"])
        self.playing, self.put_up, self.moved, self.fed = False, Counter(), Counter(), {}

    def _jackpot(self, body: Mapping[str, Any]) -> None:
        by_hand = [award for award in body["awards"] if award["by_hand"]]
        self.dues += tuple(
            {"player": each["player"], "round": body["round"], "link": body["link"], "cents": each["cents"]}
            for each in by_hand
        )
        self.jackpots += (body,)

    def _hand_paid(self, body: Mapping[str, Any]) -> None:
        paid = next(due for due in self.dues if due["player"] == body["player"])
        self.dues = tuple(due for due in self.dues if due is not paid)

    def _keep(self, won: Mapping[str, Mapping[str, int]]) -> None:
        """What the round settled, for corrections. Shared with drafts: whatever becomes of a round says it anew."""
        assert self.round is not None
        seats = {int(seat): (self.round.owners[int(seat) - 1], tuple(sorted(wagers))) for seat, wagers in won.items()}
        self.played[self.rounds] = (self.set_up.game, seats)
        if len(self.played) > PLAYED_MAX:
            self.played.popitem(last=False)

    def was_settled(self, number: int, seat: int, player: str, wager: str) -> bool:
        """Whether a round that is over settled this wager of this player at this seat."""
        _, seats = self.played.get(number, ("", {}))
        owner, wagers = seats.get(seat, ("", ()))
        return bool(player) and owner == player and wager in wagers

    def is_toke(self, wager: str) -> bool:
        return any(each.name == wager and each.toke for each in self.game.sheet.wagers)

    def _voided(self, body: Mapping[str, Any]) -> None:
        """The cards of a void round are not dealt again: whoever saw some of them knows no more than the others."""
        assert self.shuffle is not None
        self.shuffle = replace(self.shuffle, drawn=len(self.shuffle.order))
        self._keep(body["won"])
        self.playing, self.put_up, self.moved, self.fed = False, Counter(), Counter(), {}
        self.round, self.notice, self.void = None, body["reason"], body

    def _ruled(self, body: Mapping[str, Any]) -> None:
        self.notice = f"{ruled_words(body)} ({body['reason']})"

    def _corrected(self, body: Mapping[str, Any]) -> None:
        said = {key: body[key] for key in ("seat", "player", "wager", "cents", "reason", "by")} | {"at": self.at}
        key = str(body["round"])
        self.corrections = {**self.corrections, key: [*self.corrections.get(key, []), said]}
        self.notice, self.corrected = correction_in_short(body), (*self.corrected, body)

    def _revealed(self, body: Mapping[str, Any]) -> None:
        assert self.shuffle is not None
        if self.shuffle.cycle != body["cycle"]:
            raise OutOfOrder(f"{self.name}: shuffle {body['cycle']} where {self.shuffle.cycle} is open")
        self.shuffle = None

    def _discarded(self, body: Mapping[str, Any]) -> None:
        self._revealed(body)
        self.discarded += (body["cycle"],)
        self.notice = body["reason"]

    def _restarted(self, body: Mapping[str, Any]) -> None:
        self.asked_at, self.notice = self.at, body["notice"]

    def _closed(self, body: Mapping[str, Any]) -> None:
        self.closed = body["reason"]

    def _reopened(self, body: Mapping[str, Any]) -> None:  # noqa: ARG002
        self.closed = ""

    def _retired(self, body: Mapping[str, Any]) -> None:
        self.closed, self.retired = body["reason"], True

    def _opened_again(self, body: Mapping[str, Any]) -> None:
        self._opened(body)
        self.retired = False

    def _nothing_more(self, body: Mapping[str, Any]) -> None:
        """The postings are all there is to it."""


_APPLY: dict[str, Callable[[Table, Mapping[str, Any]], None]] = {
    events.OPENED: Table._opened,
    events.CONFIGURED: Table._configured,
    events.STARTED: Table._started,
    events.SAT: Table._sat,
    events.BOUGHT_IN: Table._nothing_more,
    events.BET: Table._bet,
    events.READY: Table._ready,
    events.GONE: Table._gone,
    events.CAME_BACK: Table._came_back,
    events.LEAVING: Table._leaving,
    events.LEFT: Table._left,
    events.SHUFFLED: Table._shuffled,
    events.LOADED: Table._loaded,
    events.DEALT: Table._dealt,
    events.CHOSE: Table._chose,
    events.PAID: Table._paid,
    events.JACKPOT: Table._jackpot,
    events.HAND_PAID: Table._hand_paid,
    events.SETTLED: Table._settled,
    events.VOIDED: Table._voided,
    events.RULED: Table._ruled,
    events.CORRECTED: Table._corrected,
    events.REVEALED: Table._revealed,
    events.DISCARDED: Table._discarded,
    events.RESTARTED: Table._restarted,
    events.FAULTED: Table._faulted,
    events.CLOSED: Table._closed,
    events.REOPENED: Table._reopened,
    events.RETIRED: Table._retired,
    events.OPENED_AGAIN: Table._opened_again,
    events.ARCHIVED: Table._nothing_more,
    events.CLOCK_SET: Table._nothing_more,
}

_PUTS_UP = frozenset({events.BET, events.DEALT, events.CHOSE})
_MOVES = _PUTS_UP | {events.PAID}

# Whoever has not heard of the last of these acts on an old picture of the table.
_TURNS = frozenset({
    events.OPENED, events.CONFIGURED, events.DEALT, events.CHOSE, events.PAID, events.SETTLED, events.VOIDED,
    events.DISCARDED, events.RESTARTED, events.FAULTED, events.CLOSED, events.REOPENED, events.RETIRED,
    events.OPENED_AGAIN,
})  # fmt: skip


def correction_in_short(body: Mapping[str, Any]) -> str:
    return f"Round {body['round']} was corrected ({body['reason']})"
