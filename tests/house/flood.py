"""One address that wants everything at once, and the door that everybody's commands come in by.

door = Door(pit, limits, seconds)
with door.let_in(table, actor, command, place):   # TooFast, or Refused: that is more than one address may have
    ...
door.spent(actor, place, events)
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace

from houseway.house.draft import Actor, Command
from houseway.house.pit import Pit
from houseway.web.budget import AT_ONCE_MIN, Budget, Seating
from houseway.web.limits import HouseLimits, Rates
from houseway.web.metrics import Metrics
from houseway.web.refusals import TooFast
from tests.house.person import Person, Wish
from tests.house.table_kit import least_bets

PLACE = "198.51.100.7"
LIMITS = tuple(  # of an address little of one thing, so that a short flood meets it
    replace(HouseLimits(), messages_a_second_an_address=20, **little)
    for little in ({"events_a_minute_an_address": 15}, {"second_thoughts_a_minute_an_address": 6})
)
IDLE_HANDS = ("sit", "leave", "take_back", "buy_in")  # whatever may be done over and over
UNDER_WAY = 2  # commands that may have been let in together, one a table: what was begun is finished


class Door:
    """The limits of one process, as `web/hall.py` and `web/socket.py` ask them, by the world's clock."""

    def __init__(self, pit: Pit, limits: HouseLimits, seconds: Callable[[], float]) -> None:
        metrics = Metrics()
        self._pit, self._limits, self._seconds, self._opened = pit, limits, seconds, seconds()
        self._budget = Budget(limits, metrics, seconds)
        self._seating = Seating(pit, limits, metrics)
        self._rates = Rates(limits, metrics, seconds)
        self.flooded: list[int] = []  # events that each command of the flooding address has caused
        self.idly = 0  # commands of IDLE_HANDS that it had carried out

    def lets_in_socket(self, actor: Actor, place: str) -> bool:
        return self._rates.take_both("sockets_a_minute", actor.id, place)

    @contextmanager
    def let_in(self, table: str, actor: Actor, command: Command, place: str) -> Iterator[None]:
        if not self._rates.take_both("messages_a_second", actor.id, place):
            raise TooFast("that is too fast: wait a second")
        self._budget.verify(self._pit.tables[table], actor, command, place)
        with self._seating.taking(table, actor.id, place) if command.do == "sit" else nullcontext():
            yield
            self._seating.came(table, actor.id, place)

    def spent(self, actor: Actor, place: str, command: Command, events: int) -> None:
        """A command was carried out. What the flood has caused stays within its budget, whatever it tried."""
        self._budget.spend(actor.id, place, events)
        if place == PLACE and events:
            self.flooded.append(events)
            self.idly += command.do in IDLE_HANDS
            minutes = AT_ONCE_MIN + (self._seconds() - self._opened) / 60
            before = sum(self.flooded[:-UNDER_WAY])
            assert before <= self._limits.events_a_minute_an_address * minutes, "the ledger is flooded"
            assert self.idly <= self._limits.second_thoughts_a_minute_an_address * minutes + 1, "by second thoughts"


def next_wish(person: Person, rng: random.Random) -> Wish:
    """Of somebody who does not want to play: whatever makes the house write."""
    cents = person.config.buy_in_least_cents
    wishes: list[Wish] = [
        ("sit", {"cents": cents}), ("leave", {}), ("buy_in", {"cents": cents}), ("take_back", {}), ("ready", {}),
        *[("bet", {"wagers": least_bets(person.config, all_wagers=False)})] * 3,
        *[("act", {"act": rng.choice(person.config.the_game.acts)})] * 3,
    ]  # fmt: skip
    return rng.choice(wishes)
