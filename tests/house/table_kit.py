"""A room on an in-memory ledger with a clock that stands still: what tests of tables sit down at."""

import random
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from houseway.games import SLUGS
from houseway.games.dealt_in import opening_wagers
from houseway.house import events
from houseway.house.audit.verify import verify_ledger
from houseway.house.configuration import Room, TableConfig, default_room
from houseway.house.draft import THE_HOUSE, Actor, Command
from houseway.house.ledger import open_ledger
from houseway.house.ledger.store import Answer, Batch, Ledger
from houseway.house.money import Postings, added, chips_of
from houseway.house.pit import Done, Pit, new_id
from houseway.house.shuffler import Chance
from houseway.house.table import Table
from houseway.house.table_view import View, table_view
from houseway.rules.cards import cards_of

ANNA, BEN, CLEO = (Actor(name.lower(), name, "player") for name in ("Anna", "Ben", "Cleo"))
SUPERVISOR = Actor("staff-1", "Sam", "supervisor")
AUDITOR = Actor("staff-2", "Ada", "auditor")
GUEST = Actor("", "guest", "guest")


def at_once(ledger: Ledger) -> Any:
    """A submit that waits for nothing: one transaction a batch."""

    def submit(batch: Batch) -> "Future[Answer]":
        future: Future[Answer] = Future()
        try:
            future.set_result(ledger.append([batch])[0])
        except Exception as error:
            future.set_exception(error)
        return future

    return submit


the_room = cache(default_room)


def room_with(*tables: TableConfig) -> Room:
    return the_room().model_copy(update={"tables": {table.name: table for table in tables}})


def one_of_each_game() -> tuple[str, ...]:
    """The first table of every game of ours in the room that ships."""
    tables = default_room().tables.values()
    return tuple(next(table.name for table in tables if table.game == slug) for slug in SLUGS)


def table_of(name: str = "dakota", **changes: Any) -> TableConfig:
    """A table of the default room with some things changed."""
    return TableConfig.from_body({**the_room().table(name).to_body(), **changes})


@dataclass
class House:
    """One table, its people and the time."""

    config: TableConfig
    ledger: Ledger = field(default_factory=lambda: open_ledger("memory:"))
    now: int = 1_000_000_000
    chance: Chance = field(default_factory=lambda: random.Random(1).randrange)
    pit: Pit = field(init=False)

    def __post_init__(self) -> None:
        self.reopen()

    def reopen(self) -> None:
        """Start the server again on the same ledger."""
        room = room_with(self.config)
        self.pit = Pit(self.ledger, at_once(self.ledger), room, clock=lambda: self.now, chance=self.chance)
        self.pit.open_room(software="test")

    @property
    def table(self) -> Table:
        return self.pit.tables[self.config.name]

    def do(self, actor: Actor, do: str, seen: int | None = None, id: str = "", **what: Any) -> Done:
        return self.pit.do(self.config.name, actor, Command(id or new_id(), do, seen, what))

    def wait(self, seconds: float) -> None:
        """Time passes, and the house looks at the clock."""
        self.now += int(seconds * 1_000_000)
        self.do(THE_HOUSE, "tick")

    def sit(self, *people: Actor) -> None:
        for person in people:
            self.do(person, "sit", cents=self.config.buy_in_most_cents)

    def bet(self, person: Actor, **wagers: int) -> None:
        self.do(person, "bet", seat=self.table.players[person.id].seats[0], wagers=wagers)

    def bet_and_deal(self, *people: Actor, **wagers: int) -> None:
        for person in people:
            self.bet(person, **wagers)
        for person in people:
            self.do(person, "ready")

    def view(self, person: Actor = GUEST) -> View:
        return table_view(self.table, person.id)

    def play_out(self, people: Sequence[Actor], rng: random.Random) -> None:
        """Everyone acts at random until the round is over."""
        by_id = {person.id: person for person in people}
        while self.table.playing:
            waits = self.view()["pending"]["player"]
            acts = self.view(by_id[waits])["pending"]["acts"]
            self.do(by_id[waits], "act", seen=self.table.version, act=rng.choice(acts))

    def chips(self, person: Actor) -> int:
        return self.table.accounts[chips_of(person.id)]

    def audit(self) -> None:
        """An auditor finds nothing wrong with what has happened so far."""
        (verdict,) = verify_ledger(self.ledger)
        assert verdict.fault is None, verdict.sentence

    def kinds(self) -> list[str]:
        return [event.kind for event in self.ledger.read(self.config.name)]

    def paid(self) -> Postings:
        """All that was paid and taken in the last round, in the middle of it and at its end."""
        rows = self.ledger.read(self.config.name)
        begun = max(i for i, row in enumerate(rows) if row.kind == events.DEALT)
        pays = (row.body for row in rows[begun:] if row.kind in (events.PAID, events.SETTLED))
        return added(*(body.get("postings", {}) for body in pays))

    def last(self, kind: str) -> dict[str, Any]:
        return [event.body for event in self.ledger.read(self.config.name) if event.kind == kind][-1]


def least_bets(config: TableConfig, *, all_wagers: bool = True) -> dict[str, int]:
    """The table's smallest bet on everything, tokes aside, or on what a round is opened with."""
    sheet = {wager.name: wager for wager in config.the_game.sheet.wagers}
    opening = opening_wagers(config.the_game, config.settings(), config.wagers)
    return {
        name: limits.least_cents
        for name, limits in config.limits().items()
        if not sheet[name].toke and (all_wagers or name in opening)
    }


def arranged(config: TableConfig, text: str) -> "ArrangedChance":
    """Chance with which every shuffle at this table begins with these cards."""
    return ArrangedChance(cards_of(text), config.the_game.deck(config.settings()))


class ArrangedChance:
    """Chance that makes a fair shuffle put these cards on top: it answers each question of `shuffled` accordingly."""

    def __init__(self, top: Sequence[int], deck: Sequence[int]) -> None:
        rest = list(deck)
        for card in top:
            rest.remove(card)
        self.want = [*top, *rest]
        self.deck = list(deck)
        self.now = list(deck)

    def __call__(self, n: int) -> int:
        """`shuffled` asks for i + 1, from the last place down, and swaps place i with the answer."""
        i = n - 1
        if i == len(self.deck) - 1:
            self.now = list(self.deck)
        j = self.now.index(self.want[i], 0, i + 1)
        self.now[i], self.now[j] = self.now[j], self.now[i]
        return j
