"""The house file against the page: which of them holds at the start.

A table that was changed by page stays so for as long as the file says of it what it said when the house last started: a
restart is nobody's decision. Once somebody has changed the table's own entry in the file, the file holds. What the file
said last is kept on a shelf of the ledger; of a table that is not on it yet, the file holds.
"""

import json
from collections.abc import Callable

from houseway.house.changes import changes
from houseway.house.configuration import Room, TableConfig
from houseway.house.draft import SUPERVISOR, Actor, Command
from houseway.house.faults import FoundFault
from houseway.house.ledger.store import Ledger
from houseway.house.offer import verify_offer
from houseway.house.pit import Pit, new_id
from houseway.house.table import Table
from houseway.rules.refused import Refused

FILED = "filed"  # a shelf: each table as the house file had it at the last start
THE_FILE = Actor("", "the house file", SUPERVISOR)


def settle_with_file(pit: Pit, name: str, say: Callable[[str], None]) -> None:
    """At the start, for a table that the file names and that was not retired."""
    written, table = pit.room.tables[name], pit.tables[name]
    said_before = _last_filed(pit.ledger, name)
    if written != table.config:
        refusal = _not_to_be_offered(pit.room, table.set_up)
        if said_before == written and not refusal:
            say(f"table '{name}' stays as it was changed by page, {_otherwise(written, table.set_up)}")
        elif not _configure(pit, name, say, refusal):
            return  # which is tried again at the next start
    if said_before != written:
        pit.ledger.put(FILED, name, json.dumps(written.to_body()))


def changed_by_page(room: Room, table: Table) -> list[str]:
    """In what a table is not as the house file has it, 'from → to'; empty also where the file does not name it."""
    written = room.tables.get(table.name)
    return changes(written, table.set_up) if written and table.config else []


def _otherwise(written: TableConfig, now: TableConfig) -> str:
    told = "; ".join(changes(written, now))
    return f"and is not as the house file has it ({told}): to go back, change it by page, or its entry in the file"


def _last_filed(ledger: Ledger, name: str) -> TableConfig | None:
    kept = ledger.get(FILED, name)
    try:
        return TableConfig.recorded(json.loads(kept)) if kept else None
    except (ValueError, KeyError, TypeError):  # of other software
        return None


def _not_to_be_offered(room: Room, config: TableConfig) -> str:
    """Why a change by page cannot stay: the room may have other limits now, or the law; '' is nothing."""
    try:
        verify_offer(config)
        room.verify_limits(config)
    except FoundFault as wrong:
        return f"{wrong.key} {wrong.sentence}"
    return ""


def _configure(pit: Pit, name: str, say: Callable[[str], None], because: str) -> bool:
    """Whether the table is as the file has it now."""
    what = {"config": pit.room.tables[name].to_body(), "reason": "as the house file has it at the start"}
    try:
        pit.do(name, THE_FILE, Command(new_id(), "configure", what=what))
    except Refused as refusal:
        say(f"table '{name}' stays as it was, though the house file has it otherwise: {refusal}")
        return False
    undone = f"; what a page had changed cannot be offered any more: {because}" if because else ""
    say(f"table '{name}' has the configuration that the house file has now{undone}")
    return True
