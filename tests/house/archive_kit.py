"""Tables with archived rounds, for tests."""

from pathlib import Path
from typing import Any

from houseway.house.archive.file import archives_at
from houseway.house.archive.joined import JoinedLedger
from houseway.house.archive.pruning import Find, Pruned, prune
from houseway.house.archive.sealing import Wanted, planned, seal
from houseway.house.cut import Piece
from houseway.house.ledger.store import Ledger
from houseway.house.table import Table

BY, WHEN = "the operator", 1_800_000_000_000_000


def sealed(ledger: Ledger, name: str, folder: Path, keep: int = 5) -> Piece:
    plan = planned(ledger, name, Wanted(keep))
    assert plan is not None
    return seal(ledger, plan, folder, BY, WHEN)


def pruned(ledger: Ledger, name: str, folder: Path, keep: int = 5) -> Piece:
    piece = sealed(ledger, name, folder, keep)
    assert prune(ledger, name, found_in(folder)) is not None
    return piece


def pruned_now(ledger: Ledger, name: str, folder: Path) -> Pruned | None:
    return prune(ledger, name, found_in(folder))


def found_in(folder: Path) -> Find:
    return lambda piece: folder / piece.file


def joined(ledger: Ledger, *paths: Path) -> JoinedLedger:
    return JoinedLedger(ledger, archives_at(paths))


def facts(table: Table) -> dict[str, Any]:
    """All that a table is; of its answers only those that may still be asked for are kept by a cut."""
    found = {**vars(table), "accounts": {name: cents for name, cents in table.accounts.items() if cents}}
    del found["answered"]
    return found
