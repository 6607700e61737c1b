"""Sealing: the older rounds of a stream, judged, written into an archive, read again from disk, and said in the stream.

A stream is cut between rounds, right before cards are shuffled: every order before it was shown, or thrown away for
good. At least one round stays. The house may be open: the stream goes on while its older rows are read, and the event
that says what was archived moves nothing at the table.
"""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from houseway.house import events
from houseway.house.archive.file import ArchiveFile, file_name, write_archive
from houseway.house.audit.fold import Fold, State
from houseway.house.audit.judge import Judge, in_rounds
from houseway.house.audit.memory import Memory
from houseway.house.audit.stream import rows_of
from houseway.house.cut import Cut, Piece, cut_of
from houseway.house.ledger.chain import Tampered, verify_row
from houseway.house.ledger.store import EMPTY, Batch, Conflict, Happened, Head, Ledger, Stored
from houseway.house.own_tables import owner_of
from houseway.rules.refused import Refused

TRIES = 100  # against the table's own commands
FAR = 2**62
Told = Callable[[int, int], None]  # rows done, rows in all


def untold(done: int, total: int) -> None:
    """Where nobody looks."""


@dataclass(frozen=True)
class Wanted:
    """What of a stream is archived."""

    keep: int = 1000  # of the last rounds, at least so many stay
    before: int = FAR  # microseconds: what happened from then on stays


@dataclass(frozen=True)
class Sealable:
    """Rows behind the last archive, up to a place where the stream can be cut."""

    name: str
    begins: Cut | None  # the last archive so far
    last: int
    rounds: int

    @property
    def before(self) -> Head:
        return self.begins.head if self.begins else EMPTY

    @property
    def rows(self) -> int:
        return self.last - self.before.version


def is_over(ledger: Ledger, name: str, before: int) -> bool:
    """A table that is closed, or a player's own, where nothing has happened from a moment on."""
    (last,) = ledger.read(name, ledger.head(name).version - 1, 1)
    if last.at >= before:
        return False
    return bool(owner_of(name) or Memory.of_the_last(ledger, name, kept=1).catch_up(ledger).table.closed)


def newest_cut(ledger: Ledger, name: str) -> Cut | None:
    """The last thing that a stream says of its archives."""
    found = cut_of(ledger, name)
    for row in rows_of(ledger, name, found.row.version if found else 0):
        found = Cut(row) if row.kind == events.ARCHIVED else found
    return found


def planned(ledger: Ledger, name: str, wanted: Wanted) -> Sealable | None:
    """How far a stream can be archived now; None: no further than it is."""
    begins = cut_of(ledger, name)
    rounds = begins.rounds if begins else 0
    versions, after_rounds = array("q"), array("q")  # places to cut, and the rounds before each
    for row in rows_of(ledger, name, begins.last if begins else 0):
        if row.kind == events.ARCHIVED:
            begins = Cut(row)
        elif row.kind == events.DEALT:
            rounds = row.body["round"]
        elif row.kind == events.SHUFFLED and row.at < wanted.before:
            versions.append(row.version - 1)
            after_rounds.append(rounds)
    done = begins.rounds if begins else 0
    most = rounds - max(wanted.keep, 1)
    for version, number in zip(reversed(versions), reversed(after_rounds), strict=True):
        if number <= most:
            return Sealable(name, begins, version, number) if number > done else None
    return None


def seal(ledger: Ledger, plan: Sealable, folder: Path, by: str, when: int, told: Told = untold) -> Piece:
    """Write the archive, read it again, and only then say so in the stream."""
    first = plan.before.version + 1
    path = folder / file_name(plan.name, first, plan.last)
    fold = Fold.begun(plan.begins) if plan.begins else Fold(plan.name)
    write_archive(path, plan.name, plan.before, _judged(ledger, plan, fold, told))
    written = ArchiveFile(path)
    try:
        written.verify()
        state = fold.state()
        before = plan.begins.pieces if plan.begins else ()
        first_round = before[-1].rounds[1] + 1 if before else 1
        piece = Piece(
            first=first,
            last=plan.last,
            head=written.contents.head,
            rounds=(first_round, fold.table.rounds),
            cycles=fold.table.cycles,
            file=path.name,
            digest=written.digest,
        )
        return _said(ledger, plan.name, piece, before, state, by, when)
    finally:
        written.close()


def _judged(ledger: Ledger, plan: Sealable, fold: Fold, told: Told) -> Iterator[Stored]:
    """The rows, verified: what is not good is not archived."""
    judge = Judge.behind(plan.begins) if plan.begins else Judge.of(plan.name)
    last = plan.before
    try:
        for piece in in_rounds(takewhile(lambda row: row.version <= plan.last, _from(ledger, plan))):
            for row in piece:
                verify_row(plan.name, row, last, {})
                last = row.place
            judge.hear(piece)
            for row in piece:
                fold.hear(row)
                yield row
            told(last.version - plan.before.version, plan.rows)
    except Tampered as fault:
        raise Refused(f"{fault}: nothing is archived that is not good; `houseway audit verify` says more") from None
    if last.version != plan.last:
        raise Refused(f"table {plan.name}: events up to {plan.last} were not all there; try again")


def _from(ledger: Ledger, plan: Sealable) -> Iterator[Stored]:
    return rows_of(ledger, plan.name, plan.before.version)


def _said(
    ledger: Ledger, name: str, piece: Piece, before: tuple[Piece, ...], state: State, by: str, when: int
) -> Piece:
    """The event, at the end of the stream and at the time of its last event; the table's own commands may be faster."""
    body = piece.to_json() | {"before": [each.to_json() for each in before], "state": state, "by": by, "when": when}
    del body["cut"]
    happened = Happened(events.ARCHIVED, events.written(events.ARCHIVED, body))
    for _ in range(TRIES):
        head = ledger.head(name)
        (last,) = ledger.read(name, head.version - 1, 1)
        batch = Batch(name, head.version, last.at, f":archive {piece.first}-{piece.last}", (happened,))
        (answer,) = ledger.append([batch])
        if not isinstance(answer, Conflict):
            return Piece.of(body, answer[-1].version)
        if answer.repeated:
            raise Refused(f"table {name}: somebody else has archived events {piece.first} to {piece.last} already")
    raise Refused(f"table {name} is too busy: try again")
