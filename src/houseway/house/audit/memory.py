"""The last rounds of a table, remembered as its events are heard: who sat, what they had, what was bet and chosen."""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from houseway.games.words import counted
from houseway.house import events
from houseway.house.audit.marks import Pins, table_before
from houseway.house.audit.stream import Source, no_such_table, rows_of, since_the_last_round, verify_is_table
from houseway.house.configuration import TableConfig
from houseway.house.cut import Cut, cut_of
from houseway.house.ledger.store import Stored
from houseway.house.round import TableRound
from houseway.house.table import Player, Shuffle, Table
from houseway.rules.refused import Refused

KEPT = 100  # rounds; older ones are read again, from the nearest mark
FEW = 100  # rows of a page, for whoever reads one round
ON, SETTLED, VOIDED = "on", "settled", "voided"


@dataclass
class Remembered:
    """One round, and the table around it."""

    round: TableRound
    config: TableConfig
    software: str  # that opened the table
    shuffle: Shuffle
    players: dict[str, Player]
    before: dict[str, int]  # cents of each player before the round's bets
    rows: list[Stored]  # dealt, every choice and pay, and how it ended
    bought: Counter[str] = field(default_factory=Counter)  # cents bought in while it was on
    after: dict[str, int] = field(default_factory=dict)
    state: str = ON
    ruled_before: list[Stored] = field(default_factory=list)  # on bets, before the deal
    thrown: Stored | None = None  # the event that its shuffle was thrown away by


class Memory:
    """Keeps the last rounds; `catch_up` hears what is new, so that a server need not read a stream twice."""

    def __init__(self, name: str, kept: int = KEPT) -> None:
        self.table = Table(name)
        self.pins = Pins()
        self.cut: Cut | None = None  # where the stream begins whose older rows are archived
        self.rounds: deque[Remembered] = deque(maxlen=kept)
        self._ruled: list[Stored] = []  # rulings since the last round

    @classmethod
    def of_the_last(cls, source: Source, name: str, kept: int = KEPT) -> "Memory":
        """Begun so far back that `catch_up` hears the last rounds; where there are no marks, at the beginning."""
        last, _ = table_before(source, name)
        return cls._before(source, name, max(last.rounds + 1 - kept, 1), kept)

    @classmethod
    def begun(cls, source: Source, name: str, kept: int = KEPT) -> "Memory":
        """Begun where the stream does: at its first event, or behind what is archived of it."""
        return cls._before(source, name, 0, kept)

    @classmethod
    def _before(cls, source: Source, name: str, number: int, kept: int) -> "Memory":
        """Begun at the last mark before a round."""
        verify_is_table(name)
        memory = cls(name, kept)
        memory.cut = None if isinstance(source, Sequence) else cut_of(source, name)
        memory.table, memory.pins = table_before(source, name, number)
        if not isinstance(source, Sequence):  # a mark stands right before a deal: what was ruled lies behind it
            version = memory.table.version
            after = since_the_last_round(source, name, version)
            memory._ruled = [row for row in source.read(name, after, version - after) if row.kind == events.RULED]
        return memory

    def catch_up(self, source: Source) -> "Memory":
        for row in rows_of(source, self.table.name, self.table.version):
            self.hear(row)
        if not self.table.version:
            there = [row.table for row in source] if isinstance(source, Sequence) else source.tables()
            raise no_such_table(self.table.name, list(dict.fromkeys(there)))
        return self

    def hear(self, row: Stored) -> None:
        table = self.table
        if row.kind == events.DEALT:
            before = {player.id: _worth(table, player) for player in table.players.values()}
            table.learn(row)
            assert table.round is not None
            assert table.shuffle is not None
            owners = {owner: table.players[owner] for owner in table.round.owners if owner}
            told = Remembered(table.round, table.set_up, self.pins.software, table.shuffle, owners, before, [row])
            told.ruled_before, self._ruled = self._ruled, []
            self.rounds.append(told)
            return
        playing = table.playing
        table.learn(row)
        self.pins.hear(row)
        if row.kind == events.DISCARDED:
            for each in self.rounds:
                each.thrown = row if each.shuffle.cycle == row.body["cycle"] else each.thrown
        if row.kind == events.RULED and not playing:
            self._ruled.append(row)
        if playing:
            self._hear_in_round(row, self.rounds[-1])

    def _hear_in_round(self, row: Stored, now: Remembered) -> None:
        if row.kind == events.BOUGHT_IN:
            now.bought[row.body["player"]] += row.body["cents"]
        elif row.kind in (events.PAID, events.RULED, events.JACKPOT):
            now.rows.append(row)
        elif row.kind == events.CHOSE:
            now.rows.append(row)
            now.round = now.round.after(row.body["act"])
        elif row.kind in (events.SETTLED, events.VOIDED):
            now.rows.append(row)
            now.state = SETTLED if row.kind == events.SETTLED else VOIDED
            now.after = {player: self.table.chips(player) for player in now.players}

    def is_public(self, remembered: Remembered) -> bool:
        """Whether all its cards may be shown: its shuffle was revealed."""
        return self.table.is_shown(remembered.shuffle.cycle)

    def find(self, number: int, source: Source) -> Remembered:
        """A round by its number, from memory or from the stream."""
        if not 1 <= number <= self.table.rounds:
            raise Refused(
                f"table {self.table.name} has had {counted(self.table.rounds, 'round')}; there is no round {number}"
            )
        found = [each for each in self.rounds if each.round.number == number]
        if not found and not isinstance(source, Sequence) and (cut := cut_of(source, self.table.name)):
            cut.verify_round(number)
        return found[0] if found else _read_again(self.table, number, source)


def _worth(table: Table, player: Player) -> int:
    """Chips, with those that lie on the felt."""
    return table.chips(player.id) + sum(map(table.on_felt, player.seats))


def _read_again(now: Table, number: int, source: Source) -> Remembered:
    """Up to its end; where its shuffle was thrown away later, up to the event that says when and why."""
    memory = Memory._before(source, now.name, number, kept=1)
    rows = rows_of(source, now.name, memory.table.version, FEW)
    for row in rows:
        memory.hear(row)
        if memory.table.rounds == number and not memory.table.playing:
            break
    found = memory.rounds[-1]
    if found.shuffle.cycle in now.discarded:
        found.thrown = next(row for row in rows if row.kind == events.DISCARDED)
    return found


def dealt_again(remembered: Remembered) -> TableRound:
    """The round, to be looked at and let go: what is replayed of it is large."""
    return replace(remembered.round)
