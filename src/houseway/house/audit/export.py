"""A ledger as files for other programs: JSON lines or CSV, row by row. Cards and triggers not yet shown stay in it."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.house import events
from houseway.house.audit.moments import EVER
from houseway.house.audit.stream import chosen_tables, rows_of
from houseway.house.cut import cut_of
from houseway.house.ledger.store import LINK, STAFF_BOOK, Ledger, Stored, canonical, link_stream, links_of
from houseway.house.linked.link import SET
from houseway.house.linked.to_read import triggers_shown
from houseway.house.linked.trigger import NONCE
from houseway.rules.refused import Refused

COLUMNS = ("table", "version", "at", "kind", "body", "command", "before", "hash", "withheld")
FORMATS = ("jsonl", "csv")


@dataclass(frozen=True)
class ExportedRow:
    """A row as anyone may read it. What is withheld is covered by the hash all the same."""

    row: Stored
    body: dict[str, Any]
    withheld: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        row = self.row
        return {
            "table": row.table,
            "version": row.version,
            "at": row.at,
            "kind": row.kind,
            "body": self.body,
            "command": row.command,
            "before": row.before,
            "hash": row.hash,
            "withheld": list(self.withheld),
        }


def shown_rows(ledger: Ledger, table: str, after: int = 0, until: int | None = None) -> Iterator[ExportedRow]:
    """The rows with versions above `after` and up to `until`, without the secrets of shuffles not yet revealed.

    Whether a shuffle was revealed is known only further on in the stream: its rows wait until then, a shoe's at most.
    """
    cut = cut_of(ledger, table)
    after = max(after, cut.last) if cut else after
    waiting: list[Stored] = []
    secret = 0  # the cycle of the shuffle that waits; 0: none
    for row in rows_of(ledger, table, after):
        wanted = until is None or row.version <= until
        if not wanted and not waiting:
            return
        if row.kind == events.SHUFFLED and wanted:
            secret = _body(row)["cycle"]
        if wanted:
            waiting.append(row)
        revealed = row.kind == events.REVEALED and _body(row)["cycle"] == secret
        if not secret or revealed:
            yield from (ExportedRow(each, _body(each)) for each in waiting)
            waiting, secret = [], 0
        elif row.kind == events.DISCARDED and _body(row)["cycle"] == secret:  # it never will be
            yield from map(without_secrets, waiting)
            waiting, secret = [], 0
    yield from map(without_secrets, waiting)


def shown_entries(ledger: Ledger, link: str, after: int = 0, until: int | None = None) -> Iterator[ExportedRow]:
    """The same of a link's stream: what a trigger is drawn with is withheld until the trigger was shown."""
    shown = triggers_shown(ledger, link)
    for row in rows_of(ledger, link, after):
        if until is not None and row.version > until:
            return
        body = row.written
        if row.kind == SET and (body["meter"], body["number"]) not in shown:
            yield ExportedRow(row, {name: part for name, part in body.items() if name != NONCE}, (NONCE,))
        else:
            yield ExportedRow(row, body)


def without_secrets(row: Stored) -> ExportedRow:
    """A row whose shuffle, if it is one, is not revealed yet."""
    body = events.without_secrets(row.kind, _body(row))
    return ExportedRow(row, body, tuple(sorted(_body(row).keys() - body.keys())))


def _body(row: Stored) -> dict[str, Any]:
    try:
        return row.body
    except ValueError:
        raise Refused(
            f"event {row.version} of table {row.table} cannot be read: `houseway audit verify` says more"
        ) from None


def archived_before(ledger: Ledger, tables: Sequence[str], after: int, since: int = 0) -> Iterator[str]:
    """A sentence for each table of which older events are asked for than the ledger has."""
    for name in _chosen_streams(ledger, tables):
        if (cut := cut_of(ledger, name)) and after < cut.last and since <= cut.state["table"]["at"]:
            yield f"table {name}: {cut.words}: give it with --archive to have them too"


@dataclass(frozen=True)
class Between:
    """Which events are wanted: between versions, and between moments (microseconds since 1970)."""

    after: int = 0
    until: int | None = None
    since: int = 0
    up_to: int = EVER

    def has(self, row: Stored) -> bool:
        return self.since <= row.at <= self.up_to


ALL = Between()


def export_lines(ledger: Ledger, form: str, tables: Sequence[str] = (), between: Between = ALL) -> Iterator[str]:
    """Lines of text, each with its end; of all tables, the links and the staff book, or of those that are named."""
    if form not in FORMATS:
        raise Refused(f"there is no format '{form}': choose {' or '.join(FORMATS)}")
    return _lines(ledger, form, _chosen_streams(ledger, tables), between)


def _chosen_streams(ledger: Ledger, wanted: Sequence[str]) -> list[str]:
    """All tables, the links (`:link:NAME`) and the staff book, or those that were asked for."""
    apart = [*map(link_stream, links_of(ledger)), STAFF_BOOK]
    if wanted and set(wanted) <= set(apart):
        return [name for name in apart if name in wanted]
    tables = chosen_tables(ledger, [name for name in wanted if name not in apart])
    return [*tables, *(name for name in apart if not wanted or name in wanted)]


def _lines(ledger: Ledger, form: str, tables: Sequence[str], between: Between) -> Iterator[str]:
    if form == "csv":
        yield _csv_line(list(COLUMNS))
    for name in tables:
        found = shown_entries if name.startswith(LINK) else shown_rows
        for shown in found(ledger, name, between.after, between.until):
            if not between.has(shown.row):
                continue
            if form == "csv":
                yield _csv_line(_cells(shown))
            else:
                yield json.dumps(shown.to_json(), ensure_ascii=False, separators=(",", ":")) + "\n"


def _cells(shown: ExportedRow) -> list[Any]:
    told = shown.to_json() | {"body": canonical(shown.body), "withheld": " ".join(shown.withheld)}
    return [told[name] for name in COLUMNS]


def _csv_line(cells: list[Any]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()
