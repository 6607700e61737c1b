"""What people may cause to be written, and hold: events a minute, seats at a time; by player and by address.

Whatever a command makes happen is kept for ever, so it is counted. Bets changed and taken back, sitting down and
getting up cost their player nothing at the table, and so have a smaller budget of their own.
"""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from houseway.house.draft import Actor, Command
from houseway.house.own_tables import owner_of
from houseway.house.pit import Pit
from houseway.house.table import Table
from houseway.rules.refused import Refused
from houseway.web.limits import Buckets, HouseLimits, Seconds
from houseway.web.metrics import Metrics
from houseway.web.refusals import TooFast

AT_ONCE_MIN = 2.0  # so many minutes of a budget may be spent at once


class Budget:
    """Of events. Asked before a command, told after it."""

    def __init__(self, limits: HouseLimits, metrics: Metrics, clock: Seconds = time.monotonic) -> None:
        self._metrics = metrics
        self._events = {
            name: Buckets.a_minute(getattr(limits, name), AT_ONCE_MIN, clock)
            for name in ("events_a_minute", "events_a_minute_an_address")
        }
        self._thoughts = {
            name: Buckets.a_minute(getattr(limits, name), AT_ONCE_MIN, clock)
            for name in ("second_thoughts_a_minute", "second_thoughts_a_minute_an_address")
        }

    def verify(self, table: Table, actor: Actor, command: Command, place: str) -> None:
        """Raise if there is nothing left for this command."""
        self._verify(self._events, actor.id, place, "that is more than the ledger takes from one place: wait a minute")
        if is_second_thought(table, actor, command):
            self._verify(self._thoughts, actor.id, place, "you change your mind too often: wait a minute")
            for buckets, whose in zip(self._thoughts.values(), (actor.id, place), strict=True):
                buckets.spend(whose, 1)

    def _verify(self, budgets: dict[str, Buckets], player: str, place: str, reason: str) -> None:
        for (name, buckets), whose in zip(budgets.items(), (player, place), strict=True):
            if not buckets.has(whose):
                self._metrics.limited(name)
                raise TooFast(reason)

    def spend(self, player: str, place: str, events: int) -> None:
        for buckets, whose in zip(self._events.values(), (player, place), strict=True):
            buckets.spend(whose, events)


def is_second_thought(table: Table, actor: Actor, command: Command) -> bool:
    """What a player can do over and over without the game going on."""
    player = table.players.get(actor.id)
    if command.do == "bet":
        return bool(player and any(seat in table.bets for seat in player.seats))
    return command.do in ("sit", "leave", "take_back", "buy_in") or (command.do == "ready" and actor.id in table.ready)


class Seating:
    """Who sits where, by address: known from when they come, and counted from the tables themselves."""

    def __init__(self, pit: Pit, limits: HouseLimits, metrics: Metrics) -> None:
        self._pit = pit
        self._limits = limits
        self._metrics = metrics
        self._places: dict[tuple[str, str], str] = {}  # of a player at a table
        self._taking: Counter[str] = Counter()  # seats that are being taken now

    def came(self, table: str, player: str, place: str) -> None:
        if player and not owner_of(table):
            self._places[table, player] = place

    @contextmanager
    def taking(self, table: str, player: str, place: str) -> Iterator[None]:
        """One more seat, unless this player or this address has enough. Practice tables have limits of their own."""
        if not owner_of(table):
            self._verify_room(table, player, place)
        self._taking[place] += 1
        try:
            yield
        finally:
            self._taking[place] -= 1
            if not self._taking[place]:
                del self._taking[place]

    def _verify_room(self, table: str, player: str, place: str) -> None:
        at = [name for name in self._sits_at(player) if name != table]
        if len(at) >= self._limits.tables_a_player:
            self._metrics.limited("tables_a_player")
            raise Refused(f"you sit at {len(at)} tables: leave one first")
        if self.seats_by_place().get(place, 0) + self._taking[place] >= self._limits.seats_an_address:
            self._metrics.limited("seats_an_address")
            raise Refused(f"{self._limits.seats_an_address} seats are taken from your address: leave one first")

    def _sits_at(self, player: str) -> list[str]:
        return [name for name, table in self._pit.tables.items() if player in table.players and not owner_of(name)]

    def seats_by_place(self) -> dict[str, int]:
        """How many seats each address holds now; whoever has got up is forgotten."""
        held: dict[str, int] = {}
        for (name, player), place in list(self._places.items()):
            table = self._pit.tables.get(name)
            if table is None or player not in table.players:
                del self._places[name, player]
            else:
                held[place] = held.get(place, 0) + len(table.players[player].seats)
        return held
