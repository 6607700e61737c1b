"""The cut: where a stream's older rows end that lie in archives, and what those rows came to.

An `archived` event says in the stream which rows are in which file, their last hash, and the table as it stood behind
them. When the rows are taken out of the ledger, whoever reads the stream begins with what the cut says. A shelf beside
the stream names the event (only that the rows may be gone makes it needed); what it says is in the chain.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Protocol

from houseway.house import events
from houseway.house.ledger.store import Head, Stored
from houseway.house.standing import from_whole
from houseway.house.table import Table
from houseway.rules.refused import Refused

SHELF = "archives"  # by table, the version of the cut that its stream begins with


class CutLedger(Protocol):
    """As much of a ledger as it takes to find a cut."""

    def get(self, shelf: str, key: str) -> str | None: ...

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Stored]: ...


@dataclass(frozen=True)
class Piece:
    """Rows of a stream that lie in one file."""

    first: int
    last: int
    head: str  # the hash of the last row
    rounds: tuple[int, int]  # the first and the last of them
    cycles: int  # shuffles up to here, from the first one on
    file: str
    digest: str  # sha256 of the file
    cut: int = 0  # the version of the event that says so

    @classmethod
    def of(cls, said: Mapping[str, Any], cut: int = 0) -> "Piece":
        first, last = said["rounds"]
        plain = {key: said[key] for key in ("first", "last", "head", "cycles", "file", "digest")}
        return cls(**plain, rounds=(int(first), int(last)), cut=cut or said["cut"])

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"rounds": list(self.rounds)}

    @property
    def words(self) -> str:
        first, last = self.rounds
        rounds = f"round {first:,}" if first == last else f"rounds {first:,} to {last:,}"
        return f"{rounds} (events {self.first:,} to {self.last:,}) in {self.file}"


@dataclass(frozen=True)
class Cut:
    """An `archived` event, read."""

    row: Stored

    @property
    def name(self) -> str:
        return self.row.table

    @property
    def last(self) -> int:
        """The version of the last row that is in an archive."""
        found: int = self.row.body["last"]
        return found

    @property
    def head(self) -> Head:
        return Head(self.last, self.row.body["head"])

    @property
    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.row.body["state"]
        return found

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All that is archived, in order."""
        body = self.row.body
        return (*(Piece.of(each) for each in body["before"]), Piece.of(body, self.row.version))

    @property
    def rounds(self) -> int:
        return self.pieces[-1].rounds[1]

    @property
    def cycles(self) -> int:
        return self.pieces[-1].cycles

    @property
    def pins(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["pins"]
        return found

    def table(self) -> Table:
        """The table behind the last archived row; commands that may still be repeated are answered."""
        table = from_whole(self.name, self.state["table"])
        for command, version in self.state["answered"]:
            table.remember(command, version)
        return table

    def verify_round(self, number: int) -> None:
        """One that is archived is not here: say where it is."""
        for piece in self.pieces:
            if piece.rounds[0] <= number <= piece.rounds[1]:
                raise Refused(
                    f"round {number:,} of table {self.name} is in the archive {piece.file}: "
                    f"`houseway audit recall {self.name} {number} --archive {piece.file}` shows it"
                )

    def verify_event(self, version: int) -> None:
        for piece in self.pieces:
            if version <= piece.last:
                raise Refused(
                    f"event {version:,} of table {self.name} is in the archive {piece.file}; "
                    f"the ledger has those after {self.last:,}"
                )

    def verify_cycle(self, cycle: int) -> None:
        for piece in self.pieces:
            if cycle <= piece.cycles:
                raise Refused(f"shuffle {cycle} of table {self.name} is in the archive {piece.file}")

    @property
    def words(self) -> str:
        """What is archived, in a sentence's part."""
        first, last = self.pieces[0], self.pieces[-1]
        files = last.file if first is last else f"{len(self.pieces)} files, the last of them {last.file}"
        return f"rounds 1 to {self.rounds:,} (events 1 to {self.last:,}) are in the archive, {files}, head {last.head}"


def cut_of(ledger: CutLedger, name: str) -> Cut | None:
    """Where a stream begins whose older rows are archived and may be gone; None: it begins with its first row."""
    kept = ledger.get(SHELF, name)
    if kept is None:
        return None
    rows = ledger.read(name, int(kept) - 1, 1) if kept.isascii() and kept.isdecimal() else []
    if not rows or rows[0].kind != events.ARCHIVED or rows[0].version != int(kept):
        raise Refused(
            f"table {name}: its older rows are archived, but the event that says so is missing: "
            "`houseway audit verify` says more"
        )
    return Cut(rows[0])
