"""Marks beside a stream: an old round is found without reading from the first event, and says the same."""

from dataclasses import fields
from typing import Any

import pytest

from houseway.house import events
from houseway.house.audit import marks
from houseway.house.audit import memory as memory_module
from houseway.house.audit.marks import Marker, Pins, mark_of, restored, rounds_shelf
from houseway.house.audit.memory import Memory
from houseway.house.audit.recall import recall_round, recall_rounds
from houseway.house.audit.verify import verify_ledger
from houseway.house.ledger.store import Ledger
from houseway.house.standing import LEFT_OUT
from houseway.house.table import Table
from houseway.web.past_rounds import Archive
from houseway.web.refusals import Missing
from tests.house.lively import lively_house
from tests.house.table_kit import House

ROUNDS, FEW = 30, 20


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks every few rounds, so that short streams have some."""
    monkeypatch.setattr(marks, "EVERY_ROUNDS", 4)
    monkeypatch.setattr(marks, "EVERY_EVENTS", 60)
    monkeypatch.setattr(memory_module, "FEW", FEW)


@pytest.fixture(scope="module", params=["lucky", "dakota-practice"])
def house(request: pytest.FixtureRequest) -> House:
    return lively_house(request.param, rounds=ROUNDS)


class Counted:
    """A ledger that counts the rows it gives."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.rows = 0

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Any]:
        found = self._ledger.read(table, after, limit)
        self.rows += len(found)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ledger, name)


@pytest.fixture
def unmarked(house: House) -> House:
    """As a ledger of before: nothing beside the stream."""
    name = house.config.name
    ledger: Any = house.ledger
    with ledger._written():
        ledger._writer.execute("DELETE FROM shelves WHERE shelf LIKE 'marks %' OR shelf LIKE 'cycles %'")
    assert not ledger.shelf(rounds_shelf(name))
    return house


UNTIL_THE_DEAL = ("void", "corrected")  # told to players until the next round is dealt, which is the row after a mark


def test_every_field_of_a_table_comes_back_from_its_mark(house: House) -> None:
    name, memory, seen = house.config.name, Memory(house.config.name), 0
    for row in house.ledger.read(name):
        if row.kind == events.DEALT:
            table, pins = restored(house.ledger, name, mark_of(memory.table, memory.pins))
            for each in fields(Table):
                if each.name not in ("round", "answered", "played", *UNTIL_THE_DEAL):
                    assert getattr(table, each.name) == getattr(memory.table, each.name), each.name
            assert (pins.configured, pins.software) == (memory.pins.configured, memory.pins.software)
            seen += 1
        memory.hear(row)
    assert seen >= ROUNDS
    assert set(LEFT_OUT) <= {each.name for each in fields(Table)}


def test_no_mark_holds_the_order_or_the_key_of_a_shuffle(unmarked: House) -> None:
    name = unmarked.config.name
    Archive(unmarked.ledger).rounds(name, 1)
    kept = " ".join(unmarked.ledger.shelf(rounds_shelf(name)).values())
    assert kept
    for row in unmarked.ledger.read(name):
        if row.kind == events.SHUFFLED:
            assert row.body["order"] not in kept
            assert row.body["key"] not in kept


def test_an_old_ledger_is_marked_once_and_every_round_is_the_same(unmarked: House) -> None:
    name = unmarked.config.name
    plain = {number: recall_round(unmarked.ledger, name, number) for number in range(1, ROUNDS + 1)}
    archive = Archive(unmarked.ledger)
    assert archive.rounds(name, 5) == recall_rounds(unmarked.ledger, name, 5)
    made = unmarked.ledger.shelf(rounds_shelf(name))
    assert len(made) >= ROUNDS // 4 - 1
    for number, recall in plain.items():
        assert recall_round(unmarked.ledger, name, number) == recall == archive.round(name, number)
    Archive(unmarked.ledger).rounds(name, 5)
    assert unmarked.ledger.shelf(rounds_shelf(name)) == made


def test_recalling_a_round_reads_a_few_rows_wherever_it_lies_in_the_stream(unmarked: House) -> None:
    name = unmarked.config.name
    Archive(unmarked.ledger).rounds(name, 1)
    memory = Memory.of_the_last(unmarked.ledger, name, kept=1).catch_up(unmarked.ledger)
    events_of_a_round = 40
    for number in range(1, ROUNDS):
        counted: Any = Counted(unmarked.ledger)
        assert memory.find(number, counted).round.number == number
        assert counted.rows <= marks.EVERY_EVENTS + 2 * events_of_a_round + FEW, number
    assert len(unmarked.ledger.read(name)) > 2 * counted.rows


def test_the_archive_that_starts_again_does_not_read_from_the_first_event(unmarked: House) -> None:
    name = unmarked.config.name
    Archive(unmarked.ledger).rounds(name, 1)
    counted: Any = Counted(unmarked.ledger)
    found = Memory.of_the_last(counted, name, kept=2).catch_up(counted)
    assert [each.round.number for each in found.rounds] == [ROUNDS - 1, ROUNDS]
    assert counted.rows < len(unmarked.ledger.read(name)) / 2


def test_a_revealed_shuffle_is_found_and_the_one_in_the_shoe_is_not(unmarked: House) -> None:
    name = unmarked.config.name
    shuffles = {row.body["cycle"]: row.body for row in unmarked.ledger.read(name) if row.kind == events.SHUFFLED}
    shown = {row.body["cycle"] for row in unmarked.ledger.read(name) if row.kind == events.REVEALED}
    assert shown
    for archive in (Archive(unmarked.ledger), Archive(unmarked.ledger)):
        for cycle, body in shuffles.items():
            if cycle in shown:
                assert archive.shuffle(name, cycle) == body
            else:
                with pytest.raises(Missing, match="not revealed"):
                    archive.shuffle(name, cycle)
        with pytest.raises(Missing, match="not revealed"):
            archive.shuffle(name, max(shuffles) + 1)


def test_verify_finds_a_mark_that_was_changed(unmarked: House) -> None:
    name = unmarked.config.name
    Archive(unmarked.ledger).rounds(name, 1)
    assert verify_ledger(unmarked.ledger)[0].fault is None
    key, text = list(unmarked.ledger.shelf(rounds_shelf(name)).items())[1]
    unmarked.ledger.put(rounds_shelf(name), key, text.replace('"name":"', '"name":"X', 1))
    verdict = verify_ledger(unmarked.ledger)[0]
    assert verdict.fault is not None
    assert "mark" in verdict.fault.reason


def test_marks_come_by_events_too_where_bets_go_on_and_off_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks, "EVERY_ROUNDS", 10**9)
    marker, table = Marker(Table("t")), Table("t", version=60)
    dealt: Any = type("Dealt", (), {"kind": events.DEALT})()
    marker.hear(dealt, table, Pins())
    assert len(marker._fresh) == 1
