"""The staff book: every change of a staff account, who made it and when. Never a password, nor its hash.

It is a stream of the ledger, chained by hashes as tables' are, under a name that no table can have. An entry is written
before the account is changed: what may be done is asked of the book, so two servers cannot both take the last
supervisor away.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.house import events
from houseway.house.draft import AUDITOR, SUPERVISOR, TEACHER
from houseway.house.ledger.chain import Noted, Tampered, verify_stream
from houseway.house.ledger.store import EMPTY, STAFF_BOOK, Batch, Conflict, Happened, Head, Ledger, Stored, canonical
from houseway.rules.refused import Refused

MADE, CHANGED, REMOVED, SIGNED_OUT = "account_made", "account_changed", "account_removed", "account_signed_out"
KINDS = (MADE, CHANGED, REMOVED, SIGNED_OUT)
TRIES = 20

Roles = Mapping[str, str]  # by name


@dataclass(frozen=True)
class Entry:
    version: int
    at: int  # microseconds since 1970
    did: str
    name: str
    role: str
    by: str
    changed: tuple[str, ...] = ()  # "password", "role"

    @classmethod
    def of(cls, row: Stored) -> "Entry":
        body = row.body
        changed = tuple(body.get("changed", ()))
        return cls(row.version, row.at, row.kind, body["name"], body["role"], body["by"], changed)


class StaffBook:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def entries(self) -> list[Entry]:
        """From the first on."""
        return [Entry.of(row) for row in self._ledger.read(STAFF_BOOK)]

    def write(
        self, did: str, name: str, by: str, at: int, settle: Callable[[Roles], tuple[str, tuple[str, ...]]]
    ) -> None:
        """One entry. `settle` hears everyone's role as the book has it, and says the role and what is changed, or
        refuses; where somebody else was faster it is asked again."""
        for _ in range(TRIES):
            entries = self.entries()
            role, changed = settle({each.name: each.role if each.did != REMOVED else "" for each in entries})
            body: dict[str, Any] = {"name": name, "role": role, "by": by}
            body |= {"changed": list(changed)} if did == CHANGED else {}
            happened = Happened(did, events.written(did, body))
            last = entries[-1] if entries else None
            when = max(at, last.at) if last else at
            batch = Batch(STAFF_BOOK, last.version if last else 0, when, secrets.token_hex(16), (happened,))
            (answer,) = self._ledger.append([batch])
            if not isinstance(answer, Conflict):
                return
        raise Refused("the staff book is too busy: try again")


def is_begun(ledger: Ledger) -> bool:
    """Whether anything is in the book, or should be: one that lost its rows still has a head."""
    return ledger.head(STAFF_BOOK) != EMPTY or bool(ledger.read(STAFF_BOOK, 0, 1))


def verify_book(ledger: Ledger, noted: Noted) -> Head:
    """Every entry is as the house wrote it, and the book leads through the heads that were noted; where it ends."""
    at = 0

    def hear(row: Stored) -> None:
        nonlocal at
        _verify_entry(row)
        if row.at < at:
            raise Tampered(STAFF_BOOK, row.version, "it is older than the entry before it")
        at = row.at

    return verify_stream(ledger, STAFF_BOOK, noted, EMPTY, hear)


def _verify_entry(row: Stored) -> None:
    try:
        said = row.written
    except ValueError:
        raise Tampered(STAFF_BOOK, row.version, "it cannot be read") from None
    if row.kind not in KINDS or not isinstance(said, dict):
        raise Tampered(STAFF_BOOK, row.version, f"there is no entry '{row.kind}'")
    known = {"name", "role", "by", "format"} | ({"changed"} if row.kind == CHANGED else set())
    words = [said.get(key) for key in ("name", "role", "by")]
    if set(said) != known or not all(isinstance(each, str) and each for each in words):
        raise Tampered(STAFF_BOOK, row.version, "it does not say who did what to whom")
    if said["role"] not in (SUPERVISOR, AUDITOR, TEACHER) or row.text != canonical(said):
        raise Tampered(STAFF_BOOK, row.version, "it is not written as the house writes")
