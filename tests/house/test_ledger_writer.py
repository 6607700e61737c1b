"""Group commit: what waits is written together, in order, and everyone who waits is answered."""

import random
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from houseway.house.ledger import open_ledger
from houseway.house.ledger.chain import verify_stream
from houseway.house.ledger.sqlite import IN_MEMORY, SqliteLedger
from houseway.house.ledger.store import Answer, Batch, Conflict, Ledger, LedgerFailed
from houseway.house.ledger.writer import GROUP_MAX, Writer
from tests.house.batches import batch, stored
from tests.house.conftest import Open


class SlowLedger(SqliteLedger):
    """In memory; every append waits until the test lets it go, and may fail."""

    def __init__(self) -> None:
        super().__init__(IN_MEMORY)
        self.at_work = threading.Semaphore(0)
        self.go = threading.Semaphore(0)
        self.groups: list[list[str]] = []
        self.failure: Exception | None = None

    def append(self, batches: Sequence[Batch]) -> list[Answer]:
        self.groups.append([each.command for each in batches])
        self.at_work.release()
        self.go.acquire()
        if self.failure:
            raise self.failure
        return super().append(batches)

    def let_go(self, times: int = 1) -> None:
        self.go.release(times)


def test_what_waits_during_a_commit_goes_into_the_next_one_in_order() -> None:
    ledger = SlowLedger()
    writer = Writer(ledger)
    first = writer.submit(batch("a", 0, "0"))
    ledger.at_work.acquire()
    rest = [writer.submit(batch("a", number, str(number))) for number in range(1, 20)]
    assert not first.done()
    ledger.let_go()
    ledger.at_work.acquire()
    assert not any(future.done() for future in rest), "answered before it was written"
    ledger.let_go()
    assert [stored(future.result(60))[0].version for future in [first, *rest]] == list(range(1, 21))
    assert ledger.groups == [["0"], [str(number) for number in range(1, 20)]]
    writer.close()


def test_no_group_is_larger_than_the_limit() -> None:
    ledger = SlowLedger()
    ledger.let_go(10)
    writer = Writer(ledger)
    futures = [writer.submit(batch("a", number, str(number))) for number in range(GROUP_MAX * 2 + 5)]
    assert [stored(future.result(60))[0].version for future in futures] == list(range(1, GROUP_MAX * 2 + 6))
    assert max(map(len, ledger.groups)) <= GROUP_MAX
    writer.close()


def test_a_conflict_is_answered_to_its_own_command_only() -> None:
    ledger = SlowLedger()
    writer = Writer(ledger)
    futures = [writer.submit(batch("a", expected, command)) for expected, command in [(0, "1"), (0, "2"), (1, "3")]]
    ledger.let_go(3)
    one, two, three = [future.result(60) for future in futures]
    assert two == Conflict("a", 1, repeated=False)
    assert [stored(answer)[0].version for answer in (one, three)] == [1, 2]
    writer.close()


@pytest.mark.parametrize("kind", [LedgerFailed, RuntimeError], ids=["disk", "bug"])
def test_after_a_failure_all_who_wait_and_all_who_come_later_are_told(kind: type[Exception]) -> None:
    ledger = SlowLedger()
    writer = Writer(ledger)
    assert writer.failed is None
    ledger.failure = kind("the disk is full")
    first = writer.submit(batch("a", 0, "0"))
    ledger.at_work.acquire()
    waiting = [writer.submit(batch("a", 0, str(number))) for number in range(1, 5)]
    ledger.let_go(9)
    reasons = [future.exception() for future in [first, *waiting]]
    ledger.failure = None
    reasons.append(writer.submit(batch("b", 0, "late")).exception())
    assert all(isinstance(reason, LedgerFailed) and "the disk is full" in str(reason) for reason in reasons)
    assert writer.failed is reasons[0]
    assert len(ledger.groups) == 1, "nothing is tried after a failure"
    writer.close()


def test_closing_writes_what_waits_and_takes_nothing_more() -> None:
    ledger = SlowLedger()
    writer = Writer(ledger)
    futures = [writer.submit(batch("a", number, str(number))) for number in range(5)]
    ledger.let_go(9)
    writer.close()
    writer.close()
    assert [future.done() for future in futures] == [True] * 5
    assert ledger.head("a").version == 5
    with pytest.raises(LedgerFailed, match="closing"):
        writer.submit(batch("a", 5, "late"))


def test_a_command_that_was_cancelled_in_time_is_not_written() -> None:
    ledger = SlowLedger()
    writer = Writer(ledger)
    first = writer.submit(batch("a", 0, "0"))
    ledger.at_work.acquire()
    regretted, kept = writer.submit(batch("a", 1, "1")), writer.submit(batch("a", 1, "2"))
    assert regretted.cancel()
    assert not first.cancel()
    ledger.let_go(2)
    assert stored(kept.result(60))[0].version == 2
    assert [row.command for row in ledger.read("a")] == ["0", "2"]
    writer.close()


def test_many_threads_on_many_tables_get_their_own_answers(ledger: Ledger, opened: Open) -> None:
    """Two writers, as of two server processes, on the same ten tables."""
    writers = [Writer(ledger), Writer(opened())]

    def play(who: int) -> None:
        rng = random.Random(who)
        for number in range(15):
            table, command, version = str(rng.randrange(10)), f"{who}-{number}", 0
            while isinstance(answer := writers[who % 2].submit(batch(table, version, command, 2)).result(60), Conflict):
                version = answer.version
            assert {(row.table, row.command) for row in answer} == {(table, command)}

    with ThreadPoolExecutor(12) as threads:
        list(threads.map(play, range(12)))
    for writer in writers:
        writer.close()
    assert sum(verify_stream(ledger, table).version for table in ledger.tables()) == 12 * 15 * 2


def test_a_writer_leaves_the_ledger_open() -> None:
    ledger = open_ledger("memory:")
    writer = Writer(ledger)
    writer.submit(batch("a", 0, "1")).result(60)
    writer.close()
    assert ledger.head("a").version == 1
