"""What a command would make happen: events tried on a copy of the table, stored only if all of them stand."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.house import events
from houseway.house.ledger.store import Batch, Happened
from houseway.house.linked.drafts import LinkDraft, Look, nobody_looks
from houseway.house.money import Postings, is_purse, whose
from houseway.house.table import Table
from houseway.rules.refused import Refused


class Stale(Refused):
    """The command was given on an old picture of the table."""


class Forbidden(Refused):
    """The role of whoever gave the command does not allow it."""


STAFF_ID = "staff:"  # how their ids begin; no player's does
GUEST, PLAYER, SUPERVISOR, AUDITOR, HOUSE = "guest", "player", "supervisor", "auditor", "house"
TEACHER = "teacher"  # has an account as staff do, and the school's classes and exams; nothing of the house


@dataclass(frozen=True)
class Actor:
    """Who gives a command. The house itself has the clock and the doors."""

    id: str
    name: str
    role: str


THE_HOUSE = Actor("", "the house", HOUSE)


@dataclass(frozen=True)
class Command:
    id: str  # the same id is the same command, however often it arrives
    do: str
    seen: int | None = None  # version of the table it was given on; None: whatever it is now
    what: Mapping[str, Any] = field(default_factory=dict)


def own_id(actor: Actor, command: Command) -> str:
    """Under which a command is stored. Ids are each player's own: nobody can use up, or be answered, another's."""
    return f"{actor.id}:{command.id}"


@dataclass
class Draft:
    """A table with events that are not stored yet."""

    table: Table  # a copy; the events have been applied to it
    now: int
    base: int  # version of the table it was drawn on
    happened: list[Happened] = field(default_factory=list)
    look: Look = nobody_looks
    links: dict[str, LinkDraft] = field(default_factory=dict)  # what happens on links goes to disk in the same write

    @classmethod
    def on(cls, table: Table, now: int, look: Look = nobody_looks) -> "Draft":
        return cls(table.copy(), max(now, table.at), table.version, look=look)

    def link(self, name: str, round_: int = 0) -> LinkDraft:
        """A link to write to; where a round is named, as it is since that was told there."""
        if name not in self.links:
            self.links[name] = LinkDraft.on(self.look(name, self.table.name if round_ else "", round_))
        return self.links[name]

    def happen(self, kind: str, postings: Postings | None = None, **body: Any) -> None:
        """One more event. Nobody's chips may fall below nothing."""
        if postings:
            body["postings"] = postings
        body = events.written(kind, body)
        self.happened.append(Happened(kind, body))
        self.table.apply(kind, body, self.now)
        for account in postings or {}:
            if self.table.accounts[account] < 0 and is_purse(account):
                raise Refused(f"that is more than {whose(account)}: buy in first, or bet less")

    def mark(self) -> tuple[Table, int, dict[str, LinkDraft]]:
        """Where the draft is now, to come back to."""
        return self.table.copy(), len(self.happened), {name: each.copy() for name, each in self.links.items()}

    def back_to(self, mark: tuple[Table, int, dict[str, LinkDraft]]) -> None:
        """Forget what has happened since."""
        before, count, self.links = mark
        vars(self.table).update(vars(before))  # whoever holds the draft's table goes on with it
        del self.happened[count:]

    def batch(self, command: str) -> Batch:
        beside = tuple(each.batch(self.now, command) for _, each in sorted(self.links.items()) if each.happened)
        return Batch(self.table.name, self.base, self.now, command, tuple(self.happened), beside)
