"""What staff ask of a table's past, noted as its stream grows: no page of theirs reads a stream from its beginning."""

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from houseway.house import events
from houseway.house.audit.export import ExportedRow, without_secrets
from houseway.house.audit.hold import Hold, HoldCount, cached_theory, from_store
from houseway.house.audit.index import Index
from houseway.house.audit.memory import ON, SETTLED, VOIDED, Memory
from houseway.house.audit.moments import EVER
from houseway.house.audit.stream import rows_of
from houseway.house.changes import changes
from houseway.house.cut import Piece
from houseway.house.irregularities import VOIDS, round_concerned, ruled_words
from houseway.house.ledger.store import Ledger, Stored
from houseway.house.notice import GONE, corrected_words
from houseway.house.own_tables import is_practice
from houseway.house.shuffler.log import Logbook

INCIDENTS = (
    events.RULED, events.CORRECTED, events.DISCARDED,
    events.OPENED, events.CONFIGURED, events.VOIDED, events.RESTARTED, events.FAULTED, events.LOADED, events.CLOSED,
    events.REOPENED, events.ARCHIVED, events.RETIRED, events.OPENED_AGAIN, events.CLOCK_SET,
)  # fmt: skip
INCIDENTS_KEPT = 30
TABLES_KEPT = 256


class Journal:
    """Asked by one clerk, one question at a time. Tables that nobody asked about for long are forgotten."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._theory = cached_theory(from_store)
        self._noted = lru_cache(TABLES_KEPT)(self._begun)

    def _begun(self, table: str) -> "_Page":
        return _Page(Memory.begun(self._ledger, table, kept=1), HoldCount(table, self._theory))

    def _page(self, table: str) -> "_Page":
        """Up to date."""
        page = self._noted(table)
        page.catch_up(self._ledger)
        return page

    def house(self, table: str) -> dict[str, Any]:
        """For the supervisor: what the shuffler did and what befell the table, the newest first."""
        page = self._page(table)
        return {
            "shuffler": asdict(page.logbook.log),
            "incidents": list(page.incidents)[::-1],
            "head": page.head,
        }

    def contents(self, table: str) -> dict[str, Any]:
        """For the auditor: how long the stream is, and who and what is in it."""
        page = self._page(table)
        config = page.memory.table.set_up
        return {
            "title": config.title,
            "game": config.game,
            "practice": is_practice(table, config),
            "retired": page.memory.table.retired,
            "head": page.head,
            "rounds": page.memory.table.rounds,
            "kinds": {kind: len(versions) for kind, versions in page.index.kinds.items()},
            "people": list(page.people.values()),
        }

    def holds(self, table: str) -> list[Hold]:
        page = self._page(table)
        return page.hold.rows()

    def search(
        self,
        table: str,
        kind: str,
        player: str,
        round_: int,
        before: int,
        limit: int,
        since: int = 0,
        until: int = EVER,
    ) -> list[tuple[ExportedRow, list[str]]]:
        """Events that fit, the newest first, without secrets of the shuffle that is dealt from; what each changed."""
        page = self._page(table)
        if page.memory.cut and round_:
            page.memory.cut.verify_round(round_)
        least, behind = self._between(table, page, since, until)
        asked = {"round_": round_, "before": min(before, behind), "least": least, "limit": limit}
        versions = page.index.find(kind=kind, player=player, **asked)
        table_now = page.memory.table
        rows = [row for version in versions for row in self._ledger.read(table, version - 1, 1)]
        return [
            (
                ExportedRow(row, row.body) if table_now.is_shown(row.body.get("cycle", 0)) else without_secrets(row),
                page.changes.get(row.version, []),
            )
            for row in rows
        ]

    def rounds(self, table: str, since: int, until: int, limit: int) -> list[dict[str, Any]]:
        """Those that were dealt in a time, the newest first, and what became of each."""
        corrected = self._page(table).memory.table.corrections
        void = self._page(table).index.is_void
        asked = {"player": "", "round_": 0, "before": 10**15, "limit": limit, "since": since, "until": until}
        dealt = [shown.row for shown, _ in self.search(table, events.DEALT, **asked)]  # type: ignore[arg-type]
        states = {True: VOIDED, False: SETTLED, None: ON}
        return [
            {
                "round": row.body["round"],
                "began_at": row.at,
                "state": states[void(row.body["round"])],
                "ruled": row.body["round"] in self._page(table).ruled,
                "corrected": str(row.body["round"]) in corrected,
            }
            for row in dealt
        ]

    def owners(self, table: str, round_: int) -> list[str]:
        """Whose hands a round had, by seat; nobody's where its deal is archived."""
        found = self._page(table).index.find(kind=events.DEALT, round_=round_, before=10**15, limit=1)
        rows = [row for version in found for row in self._ledger.read(table, version - 1, 1)]
        return [owner for row in rows for owner in row.body["owners"]]

    def _between(self, table: str, page: "_Page", since: int, until: int) -> tuple[int, int]:
        """The first version that was written at or after a moment, and the one behind the last up to another."""
        versions = range(page.index.first, page.index.head + 1)

        def moment(version: int) -> int:
            return self._ledger.read(table, version - 1, 1)[0].at

        first = versions[bisect_left(versions, since, key=moment) :]
        last = versions[: bisect_right(versions, until, key=moment)]
        return (first[0] if first else page.index.head + 1), (last[-1] + 1 if last else 0)


class _Page:
    def __init__(self, memory: Memory, hold: HoldCount) -> None:
        self.memory = memory
        self.hold = hold
        self.logbook = Logbook()
        self.index = Index(memory.table.version, memory.table.rounds)
        self.incidents: deque[dict[str, Any]] = deque(maxlen=INCIDENTS_KEPT)
        self.people = {player.id: _person(vars(player), player.id) for player in memory.table.players.values()}
        self.ruled: set[int] = set()  # rounds that a ruling did not void
        self.changes: dict[int, list[str]] = {}  # of each configuration, by version
        self.head: dict[str, Any] = {"version": 0, "hash": ""}  # a copy that was cut short may have no row
        if memory.cut:
            self.hold.go_on_from(memory.cut.state["hold"])
            self.logbook.go_on_from(memory.cut.state["log"])

    def catch_up(self, ledger: Ledger) -> None:
        for row in rows_of(ledger, self.memory.table.name, self.memory.table.version):
            self._hear(row)

    def _hear(self, row: Stored) -> None:
        before = self.memory.table.config
        self.memory.hear(row)
        if row.kind in events.SETS_UP and before is not None:
            self.changes[row.version] = changes(before, self.memory.table.set_up)
        self.index.hear(row, self.memory.table)
        self.logbook.hear(row.kind, row.body, row.at)
        self.head = {"version": row.version, "hash": row.hash}
        if row.kind in (events.SETTLED, events.VOIDED):
            self.hold.add(self.memory.rounds[-1])
        if row.kind == events.RULED and row.body["outcome"] not in VOIDS:
            self.ruled.add(round_concerned(row.body))
        if row.kind == events.CORRECTED:
            self.hold.correct(self.memory.table.set_up, row.body)
        if row.kind == events.SAT:
            self.people[row.body["player"]] = _person(row.body, row.body["player"])
        elif row.kind in INCIDENTS:
            told = {"changes": self.changes.get(row.version, []), "what": self._what(row)}
            self.incidents.append(_incident(row) | told)

    def _what(self, row: Stored) -> str:
        """What was ruled or corrected, and for whom, for those who know the table; '' where the kind says it all."""
        body = row.body
        seat = f"seat {body['seat']}" if body.get("seat") else ""
        if row.kind == events.RULED:
            return f"{ruled_words(body)}, {seat}" if seat else ruled_words(body)
        if row.kind != events.CORRECTED:
            return ""
        person = self.people.get(body["player"], {"name": GONE})
        return corrected_words(self.memory.table.set_up.the_game, body, person["name"])


def _person(said: Mapping[str, Any], player: str) -> dict[str, Any]:
    return {"player": player, "name": said["name"], "bot": said["bot"]}


def _incident(row: Stored) -> dict[str, Any]:
    said = row.body
    return {
        "version": row.version,
        "at": row.at,
        "kind": row.kind,
        "by": said.get("by", ""),
        "reason": said.get("reason") or said.get("notice") or _archived(row) or _clock(row),
        "round": round_concerned(said) or None,
    }


def _clock(row: Stored) -> str:
    if row.kind != events.CLOCK_SET:
        return ""
    off_s = round(row.body["off_us"] / 1e6)
    if not off_s:
        return "it is right again by the house's own time"
    return f"it is {abs(off_s):,} s {'ahead of' if off_s > 0 else 'behind'} the house's own time, which is kept"


def _archived(row: Stored) -> str:
    return Piece.of(row.body, row.version).words if row.kind == events.ARCHIVED else ""
