"""Who seated a bot, made a bet go back or a player leave: a supervisor, or the house where it was not that player.

Such events name the player alone. What caused them is the command they were written with, and what else it wrote.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from houseway.house import events
from houseway.house.audit.stream import BACK
from houseway.house.draft import STAFF_ID, THE_HOUSE, Command, own_id
from houseway.house.irregularities import RETURN_BET
from houseway.house.ledger.store import Ledger, Stored

ASIDE = (events.BET, events.LEFT, events.REVEALED)  # what stands between such an event and its cause
FOR_WHICH = {
    events.CONFIGURED: "the table is changed",
    events.CLOSED: "the table is closed",
    events.RETIRED: "the table is retired",
    events.FAULTED: "the table is stopped",
    events.DISCARDED: "the cards are thrown away",
}
SEATED, SET_UP_SO = "seated", "the table is set up so"  # a bot
REMOVED, KEPT_LONG, RULED = "removed", "the seat was kept long enough", "ruled"


@dataclass(frozen=True)
class Cause:
    why: str
    by: str = ""  # the supervisor; '' is the house

    @property
    def words(self) -> str:
        """ "the table is changed by Sam"."""
        return f"{self.why} by {self.by}" if self.by else self.why


def cause_of(ledger: Ledger, row: Stored) -> Cause | None:
    """None: the player did it, or the event is of another kind."""
    if row.kind == events.SAT and row.body["bot"]:
        return Cause(SEATED, _who_gave(row)) if _by_staff(row) else Cause(SET_UP_SO)
    if row.kind not in (events.LEFT, events.LEAVING) and (row.kind != events.BET or row.body["wagers"]):
        return None
    if row.kind == events.BET:
        for before in ledger.read(row.table, row.version - 2, 1):
            if before.kind == events.RULED and before.body["outcome"] == RETURN_BET:
                return Cause(RULED, before.body["by"])
    behind = _written_with(row, ledger.read(row.table, row.version, BACK))
    for each in behind:
        if each.kind in FOR_WHICH:
            return Cause(FOR_WHICH[each.kind], each.body.get("by", ""))
        if each.kind not in ASIDE:
            break
    if row.kind == events.BET:
        leaves = (each for each in behind if each.kind == events.LEFT and _player(each) == _player(row))
        row = next(leaves, row)
    return None if row.kind == events.BET else _of_leaving(ledger, row)


def _written_with(row: Stored, behind: list[Stored]) -> list[Stored]:
    """What one command wrote stands together."""
    return list(takewhile(lambda each: (each.command, each.at) == (row.command, row.at), behind))


def _of_leaving(ledger: Ledger, row: Stored) -> Cause | None:
    """Whoever wanted to leave in a round leaves behind it, with another's command."""
    if row.kind == events.LEFT:
        wanted = (each for each in _back_to_the_deal(ledger, row) if each.kind == events.LEAVING)
        row = next((each for each in wanted if _player(each) == _player(row)), row)
    by = _who_gave(row)
    if _by_the_house(row):
        return Cause(KEPT_LONG)
    if not by or by == _player(row):
        return None
    return Cause(REMOVED, by) if _by_staff(row) else Cause(KEPT_LONG)


def _by_staff(row: Stored) -> bool:
    return row.command.startswith(STAFF_ID)


def _by_the_house(row: Stored) -> bool:
    """Its clock rang; nobody's command is an older row's."""
    return row.command.startswith(own_id(THE_HOUSE, Command("", "")))


def _who_gave(row: Stored) -> str:
    """A supervisor's name or a player's id, from the command that wrote a row; '' where nobody gave one."""
    by, told, _ = row.command.removeprefix(STAFF_ID).partition(":")
    return by if told else ""


def _back_to_the_deal(ledger: Ledger, row: Stored) -> Iterator[Stored]:
    """The rows before one, the newest first, as far as the deal of the round that it stands in or behind."""
    version = row.version - 1
    while version > 0:
        first = max(version - BACK, 0)
        for each in ledger.read(row.table, first, version - first)[::-1]:
            yield each
            if each.kind == events.DEALT:
                return
        version = first


def _player(row: Stored) -> str:
    found: str = row.body["player"]
    return found
