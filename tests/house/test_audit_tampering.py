"""Ten thousand forgeries: `audit verify` names each one, at the row where it begins or where it first shows."""

import copy
import random
from dataclasses import dataclass, replace
from functools import cache

import pytest

from houseway.house.audit.judge import Judge, in_rounds
from houseway.house.audit.verify import verify_table
from houseway.house.ledger.chain import Tampered
from houseway.house.ledger.sqlite import IN_MEMORY, SqliteLedger
from houseway.house.ledger.store import Stored
from tests.house.forgery import ANY, MEANINGFUL, Forged, Forgery, with_body
from tests.house.lively import Rows, lively_house, rechained, rows_of

TABLES = ("dakota-practice", "holdem", "super-fun", "triple-shot", "lucky")
EACH = 1000  # forgeries of a table, of each of two sorts


@cache
def history(name: str) -> list[Stored]:
    return rows_of(lively_house(name, rounds=9, seed=4))


def forged(name: str, sort: tuple[Forgery, ...], count: int) -> list[Forged]:
    rng = random.Random(f"{name} {len(sort)}")
    rows = history(name)
    made: list[Forged] = []
    while len(made) < count:
        forgery = sort[len(made) % len(sort)](rows, rng)
        if forgery is not None:
            made.append(forgery)
    return made


@pytest.mark.parametrize("name", TABLES)
def test_whatever_is_changed_behind_the_chain_is_named(name: str) -> None:
    rows = history(name)
    for forgery in forged(name, ANY, EACH):
        verdict = verify_table(Rows(forgery.rows, rows[-1].place), name)
        assert verdict.fault is not None, forgery.about
        assert verdict.fault.version == forgery.first + 1, f"{forgery.about}: {verdict.sentence}"


@pytest.mark.parametrize("name", TABLES)
def test_a_forger_who_rewrites_the_chain_is_named_by_what_the_rows_mean(name: str) -> None:
    auditor = Resuming.of(history(name))
    unnoticed = []
    for forgery in forged(name, MEANINGFUL, EACH):
        fault = auditor.fault_in(forgery)
        if fault is None or fault.version < forgery.first + 1:
            unnoticed.append(f"row {forgery.first + 1}: {forgery.about}, found: {fault}")
    assert not unnoticed


@dataclass
class Resuming:
    """Hears a forged stream from shortly before the forgery: what stands before it was good when it was heard whole."""

    pieces: list[int]  # where each piece of the stream begins
    judges: list[Judge]  # before each piece

    @classmethod
    def of(cls, rows: list[Stored]) -> "Resuming":
        judge, found = Judge.of(rows[0].table), cls([], [])
        at = 0
        for piece in in_rounds(rows):
            found.pieces.append(at)
            found.judges.append(snapshot(judge))
            judge.hear(piece)
            at += len(piece)
        judge.end()
        return found

    def fault_in(self, forgery: Forged) -> Tampered | None:
        place = max(i for i, begins in enumerate(self.pieces) if begins <= forgery.first)
        judge = snapshot(self.judges[place])
        rows = [replace(row, version=version) for version, row in enumerate(forgery.rows, 1)]
        try:
            for piece in in_rounds(rows[self.pieces[place] :]):
                judge.hear(piece)
            judge.end()
        except Tampered as fault:
            return fault
        return None


def snapshot(judge: Judge) -> Judge:
    hearing = copy.copy(judge.hearing)
    hearing.table = hearing.table.copy()
    return replace(judge, hearing=hearing, commands=set(judge.commands))


@pytest.mark.parametrize("name", TABLES)
def test_the_whole_ledger_says_the_same_as_the_rows_in_memory(name: str) -> None:
    """A few of the forgeries by SQL on a real ledger, hashes and head written anew."""
    auditor = Resuming.of(history(name))
    for forgery in forged(name, MEANINGFUL, 30):
        ledger = SqliteLedger(IN_MEMORY)
        write_rows(ledger, rechained(forgery.rows))
        fault, expected = verify_table(ledger, name).fault, auditor.fault_in(forgery)
        assert fault is not None
        assert expected is not None
        assert (fault.version, fault.reason) == (expected.version, expected.reason)
        ledger.close()


def write_rows(ledger: SqliteLedger, rows: list[Stored]) -> None:
    """As somebody with the database does."""
    for row in rows:
        values = (row.table, row.version, row.at, row.kind, row.text, row.command, row.before, row.hash)
        ledger._writer.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
    ledger._writer.execute("INSERT INTO heads VALUES (?, ?, ?)", (rows[-1].table, *rows[-1].place))


def test_a_consistent_other_history_is_noticed_only_by_a_head_noted_elsewhere() -> None:
    rows = history("dakota-practice")
    place = next(i for i, row in enumerate(rows) if row.kind == "sat" and not row.body["bot"])
    other = rechained([*rows[:place], with_body(rows[place], rows[place].body | {"name": "Nora"}), *rows[place + 1 :]])
    assert verify_table(Rows(other), "dakota-practice").fault is None
    noted = {rows[-1].version: rows[-1].hash}
    fault = verify_table(Rows(other), "dakota-practice", noted).fault
    assert fault is not None
    assert fault.reason == "this row is not the one whose hash was noted"
