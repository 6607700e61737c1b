"""Histories of a table with everything in them: people who come, wait, vanish and leave, bots, staff, restarts."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from houseway.house.draft import THE_HOUSE, Actor
from houseway.house.ledger import open_ledger
from houseway.house.ledger.chain import row_hash
from houseway.house.ledger.store import EMPTY, NO_HASH, STAFF_BOOK, Head, Ledger, Stored, Text
from tests.house.table_kit import ANNA, BEN, CLEO, SUPERVISOR, House, least_bets, table_of

PEOPLE = (ANNA, BEN, CLEO)


@dataclass
class Lively:
    house: House
    rng: random.Random

    def round(self) -> None:
        house, rng = self.house, self.rng
        self.between()
        seated = [person for person in PEOPLE if person.id in house.table.players]
        for person in seated:
            if person is seated[0] or rng.random() < 0.7:
                self.bet(person)
        if rng.random() < 0.15:
            house.do(seated[0], "take_back", seat=house.table.players[seated[0].id].seats[0])
            self.bet(seated[0])
        if rng.random() < 0.2:
            house.wait(house.table.set_up.betting_clock_s + 1)
        for person in seated:
            if not house.table.playing and house.table.bets and person.id in house.table.players:
                house.do(person, "ready")
        self.play()

    def bet(self, person: Actor) -> None:
        house, rng = self.house, self.rng
        config = house.table.set_up
        required = least_bets(config, all_wagers=False)
        bets = {name: cents for name, cents in least_bets(config).items() if name in required or rng.random() < 0.6}
        times = rng.randint(1, 3)
        house.now += rng.randrange(2_000_000)
        if person.id in house.table.players and house.chips(person) < 30 * sum(bets.values()):
            house.do(person, "buy_in", cents=config.buy_in_most_cents)
        if person.id in house.table.players:  # whoever was lost may have been seen off meanwhile
            house.bet(person, **{name: times * cents for name, cents in bets.items()})

    def between(self) -> None:
        """What may happen before the bets."""
        house, rng = self.house, self.rng
        for person in PEOPLE:
            if person.id not in house.table.players:
                house.do(person, "sit", cents=house.config.buy_in_most_cents)
        if rng.random() < 0.15:
            new = house.table.set_up.to_body() | {"decision_clock_s": rng.choice([20, 25, 30, 40])}
            house.do(SUPERVISOR, "configure", config=new, reason="a quieter clock")
        if rng.random() < 0.1:
            house.do(SUPERVISOR, "close", reason="a new deck")
            house.do(SUPERVISOR, "reopen")
        if rng.random() < 0.1:
            house.do(SUPERVISOR, "deck", missing="7h", reason="a card on the floor")
            house.do(SUPERVISOR, "deck", reason="a new deck")
            house.do(SUPERVISOR, "reopen")
        if rng.random() < 0.15:
            house.do(THE_HOUSE, "gone", player=PEOPLE[1].id)
            if rng.random() < 0.6:
                house.do(THE_HOUSE, "come_back", player=PEOPLE[1].id)

    def play(self) -> None:
        house, rng = self.house, self.rng
        by_id = {person.id: person for person in PEOPLE}
        while house.table.playing:
            house.now += rng.randrange(3_000_000)
            waits = by_id[house.view()["pending"]["player"]]
            chance = rng.random()
            if chance < 0.04:
                house.wait(house.table.set_up.decision_clock_s)
            elif chance < 0.07:
                house.do(waits, "leave")
            elif chance < 0.09:
                house.do(SUPERVISOR, "void", reason="a card was exposed")
            elif chance < 0.12:
                house.reopen()
            elif chance < 0.14 and house.chips(waits) < house.config.buy_in_most_cents:
                house.do(waits, "buy_in", cents=house.config.buy_in_least_cents)
            else:
                acts = house.view(waits)["pending"]["acts"]
                house.do(waits, "act", seen=house.table.version, act=rng.choice(acts))

    def go_home(self) -> None:
        """All chips are counted in the end."""
        for person in PEOPLE:
            if person.id in self.house.table.players:
                self.house.do(person, "leave")


def lively_house(name: str, rounds: int, seed: int = 1, ledger: Ledger | None = None) -> House:
    """A table of the default room after so many rounds, everyone gone home."""
    rng = random.Random(f"{name} {seed}")
    house = House(table_of(name), ledger or open_ledger("memory:"), chance=rng.randrange)
    lively = Lively(house, rng)
    for _ in range(rounds):
        lively.round()
    lively.go_home()
    return house


def rows_of(house: House) -> list[Stored]:
    return house.ledger.read(house.config.name)


def rechained(rows: list[Stored]) -> list[Stored]:
    """The rows as a forger leaves them who numbers and hashes everything anew."""
    made: list[Stored] = []
    before = NO_HASH
    for version, row in enumerate(rows, 1):
        hashed = row_hash(row.table, version, row.at, row.kind, row.text, row.command, before)
        made.append(replace(row, version=version, before=before, hash=hashed))
        before = hashed
    return made


_Ledger: Any = object  # stands in for a ledger wherever one is asked for


@dataclass
class Rows(_Ledger):  # type: ignore[misc]
    """As much of a ledger as an auditor reads, made of rows in a list."""

    rows: list[Stored]
    end: Head | None = None

    def faults(self) -> list[str]:
        """Rows in a list have no storage that could be at fault."""
        return []

    def tables(self) -> list[str]:
        return sorted({row.table for row in self.rows})

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        found = [row for row in self.rows if row.version > after and table != STAFF_BOOK]
        return found if limit is None else found[:limit]

    def skim(self, table: str, after: int, upto: int, kinds: Sequence[str]) -> list[Text]:
        rows = self.read(table, after)
        return [(row.version, row.at, row.kind, row.text) for row in rows if row.version <= upto and row.kind in kinds]

    def get(self, shelf: str, key: str) -> None:
        """Nothing is kept beside rows in a list."""

    def shelf(self, name: str) -> dict[str, str]:  # noqa: ARG002
        return {}

    def heads(self) -> dict[str, Head]:
        return {table: self.head(table) for table in self.tables()}

    def head(self, table: str) -> Head:
        if table == STAFF_BOOK:
            return EMPTY
        return self.end or (self.rows[-1].place if self.rows else EMPTY)
