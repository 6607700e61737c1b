"""A ledger whose cards are sealed: what is written says them only when they are shown, what is read says them again.

A `shuffled` is stored with its order and key sealed; its `revealed` is stored with both in plain, so that anybody can
verify the stream who has no key. Everything above reads events as if nothing had been sealed. Without the key, a shoe
that is not shown yet stays shut: its `shuffled` keeps the seal in place of the order.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from houseway.house.events import REVEALED, SEALED, SECRETS, SHUFFLED, current
from houseway.house.ledger.around import Around
from houseway.house.ledger.seal import Seal, opened
from houseway.house.ledger.store import Answer, Batch, Happened, Ledger, Stored
from houseway.rules.refused import Refused

AHEAD = 500  # rows looked through at a time for where a shoe is shown
SHELF, KEY = "house", "seal"
OTHER_KEY = (
    "the cards in this ledger are sealed with another key than the one that was found: bring the key back "
    "(HOUSEWAY_KEY, HOUSEWAY_KEY_FILE, the keyring, or the file of settings). If it is lost for good, start once with "
    "--lost-key: rounds that are on are void, and every open shoe is thrown away and shuffled anew"
)
Secret = Mapping[str, Any]


class SealedLedger(Around):
    """Around any other. Without a seal it only opens what has been shown, and cannot be written."""

    def __init__(self, inside: Ledger, seal: Seal | None, lost: bool = False) -> None:
        super().__init__(inside)
        self._seal = seal
        self._newest: dict[str, tuple[int, Secret]] = {}  # the shoe that each table deals from
        if seal is not None:
            kept = inside.get(SHELF, KEY)
            if kept not in (None, seal.mark) and not lost:
                raise Refused(OTHER_KEY)
            if kept != seal.mark:
                inside.put(SHELF, KEY, seal.mark)

    @classmethod
    def to_read(cls, inside: Ledger, seal: Seal | None) -> "SealedLedger":
        made = cls(inside, None)
        made._seal = seal
        return made

    # --- writing ---

    def append(self, batches: Sequence[Batch]) -> list[Answer]:
        return self._inside.append([self._closed(batch) for batch in batches])

    def _closed(self, batch: Batch) -> Batch:
        if not any(event.kind in (SHUFFLED, REVEALED) for event in batch.events):
            return batch
        events = tuple(Happened(event.kind, self._stored(batch.table, event)) for event in batch.events)
        return replace(batch, events=events)

    def _stored(self, table: str, event: Happened) -> Mapping[str, Any]:
        if event.kind == SHUFFLED and self._seal is not None:
            self._newest[table] = (event.body["cycle"], {name: event.body[name] for name in SECRETS[SHUFFLED]})
            return self._seal.close(table, event.body)
        if event.kind == REVEALED:
            return {**event.body, **self._secret_of(table, event.body["cycle"])}
        return event.body

    def _secret_of(self, table: str, cycle: int) -> Secret:
        """Of the shoe that is shown now; nothing where its key is lost."""
        last = self.head(table).version
        while self._newest.get(table, (0, {}))[0] < cycle and last > 0:  # read elsewhere: look for it from the end
            last -= AHEAD
            self.read(table, max(last, 0), AHEAD)
        found, secret = self._newest.get(table, (0, {}))
        return secret if found == cycle else {}

    # --- reading ---

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        rows = self._inside.read(table, after, limit)
        for place, row in enumerate(rows):
            if row.kind == REVEALED and '"order":' in row.text:
                _say(row, {name: part for name, part in _body(row).items() if name not in SECRETS[SHUFFLED]})
            elif row.kind == SHUFFLED and f'"{SEALED}":' in row.text:
                self._open(row, rows[place + 1 :])
            elif row.kind == SHUFFLED and "order" in (body := _body(row)):
                self._note(table, body)
        return rows

    def _note(self, table: str, body: Mapping[str, Any]) -> None:
        """The newest shoe that was read: in a race it may be another server's, in the place of ours."""
        if body["cycle"] >= self._newest.get(table, (0, {}))[0]:
            self._newest[table] = (body["cycle"], {name: body[name] for name in SECRETS[SHUFFLED]})

    def _open(self, row: Stored, behind: Sequence[Stored]) -> None:
        body = _body(row)
        found = _shown(behind, body["cycle"]) or (self._seal and self._seal.open(row.table, body))
        if not found and self._seal is None:
            found = next(filter(None, (_shown(rows, body["cycle"]) for rows in self._ahead(row))), None)
        if found:
            said = opened(body, found)
            _say(row, said)
            self._note(row.table, said)

    def _ahead(self, row: Stored) -> Iterator[list[Stored]]:
        """What follows, until the next shuffle: the shoe was shown before it, or never."""
        last = row.version
        while rows := self._inside.read(row.table, last, AHEAD):
            yield rows
            if any(each.kind == SHUFFLED for each in rows):
                return
            last = rows[-1].version

    # --- what is the other's ---

    def secret(self, purpose: str) -> bytes:
        return self._seal.secret(purpose) if self._seal else self._inside.secret(purpose)


def _body(row: Stored) -> dict[str, Any]:
    """As it is stored; one that somebody changed is left to those who verify."""
    try:
        found = row.written
        return current(row.kind, found) if isinstance(found.get("cycle"), int) else {"cycle": 0}
    except (ValueError, AttributeError, Refused):
        return {"cycle": 0}


def _say(row: Stored, body: dict[str, Any]) -> None:
    row.__dict__["body"] = body  # the property's own place: the text, which the hash covers, stays as it is


def _shown(rows: Sequence[Stored], cycle: int) -> Secret | None:
    """The secrets of a shoe, where these rows show it."""
    for row in rows:
        if row.kind == REVEALED and (body := _body(row))["cycle"] == cycle and "order" in body:
            return body
    return None
