"""What only a PostgreSQL does: tell other processes, restart, crash, come with settings that would lose a commit."""

import threading
import time
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any

import psycopg
import pytest

from houseway.house.ledger.chain import verify_stream
from houseway.house.ledger.postgres import PostgresLedger
from houseway.house.ledger.store import Conflict, LedgerFailed, Stored
from houseway.rules.refused import Refused
from tests.house.batches import batch, stored, write, write_one
from tests.house.postgres_server import PostgresServer

WAIT_S = 60  # for what must come; a test that passes does not wait so long
Open = Callable[..., PostgresLedger]


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new_ledger()


@pytest.fixture
def opened(url: str) -> Iterator[Open]:
    ledgers: list[PostgresLedger] = []

    def one_more(**how: Any) -> PostgresLedger:
        ledgers.append(PostgresLedger(url, **how))
        return ledgers[-1]

    yield one_more
    for ledger in ledgers:
        ledger.close()


def as_owner(url: str, statement: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        done = connection.execute(statement)
        return done.fetchall() if done.description else []


def test_others_hear_of_a_table_when_its_rows_can_be_read_and_the_writer_does_not(opened: Open) -> None:
    one, two, three = opened(), opened(), opened()
    heard: SimpleQueue[tuple[str, str, int]] = SimpleQueue()
    for name, ledger in (("two", two), ("three", three), ("one", one)):
        ledger.listen(lambda table, n=name, at=ledger: heard.put((n, table, at.head(table).version)))  # type: ignore[misc]
    write_one(one, "a table", "1", events=3)
    assert {heard.get(timeout=WAIT_S) for _ in range(2)} == {("two", "a table", 3), ("three", "a table", 3)}
    one.append([batch("a table", 0, "late")])  # a conflict is no news
    write(two, "b", ["1"])
    assert {heard.get(timeout=WAIT_S)[:2] for _ in range(2)} == {("one", "b"), ("three", "b")}
    assert heard.empty()


def test_a_listener_that_fails_hears_the_next_news(opened: Open) -> None:
    one, two = opened(), opened()
    heard: SimpleQueue[str] = SimpleQueue()

    def fail_first(table: str) -> None:
        heard.put(table)
        assert table != "a"

    two.listen(fail_first)
    write(one, "a", ["1"])
    write(one, "b", ["1"])
    assert [heard.get(timeout=WAIT_S) for _ in range(2)] == ["a", "b"]


def test_a_restart_of_the_server_is_survived_and_all_tables_are_told_of(opened: Open, postgres: PostgresServer) -> None:
    """What was said while the listener was cut off is lost; it must look at every table."""
    one, two = opened(), opened()
    rows = write(one, "a", ["1"]) + write(two, "a", ["2"])
    heard: SimpleQueue[str] = SimpleQueue()
    two.listen(heard.put)
    postgres.stop()
    postgres.start()
    assert heard.get(timeout=WAIT_S) == "a"
    rows += write(one, "a", ["3"]) + write(two, "a", ["4"])
    assert one.read("a") == two.read("a") == rows
    write(one, "b", ["1"])
    while heard.get(timeout=WAIT_S) != "b":
        pass


def test_a_crash_of_the_server_loses_nothing_acknowledged(opened: Open, postgres: PostgresServer) -> None:
    ledger = opened()
    rows: list[Stored] = []
    enough, going_on = threading.Event(), threading.Event()
    stop = threading.Event()

    def play() -> None:
        number = 0
        while not stop.is_set():
            answer = write_one(ledger, "a", str(number), events=3)
            if isinstance(answer, Conflict):  # committed just before the crash, but the answer did not arrive
                assert answer.repeated
                rows.extend(ledger.read("a", after=len(rows)))
            else:
                rows.extend(answer)
            number += 1
            if number == 20:
                enough.set()
            if restarted.is_set():
                going_on.set()

    restarted = threading.Event()
    player = threading.Thread(target=play)
    player.start()
    for _ in range(2):
        assert enough.wait(WAIT_S)
        restarted.clear()
        going_on.clear()
        postgres.stop("immediate")
        postgres.start()
        restarted.set()
        assert going_on.wait(WAIT_S)
    stop.set()
    player.join(WAIT_S)
    assert not player.is_alive()
    assert ledger.read("a") == rows
    assert verify_stream(ledger, "a").version == len(rows)


def test_a_connection_that_is_cut_is_replaced(opened: Open, url: str) -> None:
    ledger = opened()
    rows = write(ledger, "a", ["1"])
    others = "usename = current_user AND pid <> pg_backend_pid()"
    as_owner(url, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
    assert ledger.read("a") == rows
    assert write(ledger, "a", ["2"])[0].before == rows[0].hash


def test_a_commit_whose_answer_was_lost_is_not_written_twice(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = opened()
    real = ledger._written
    tries: list[int] = []

    def losing(write: Callable[[Any], Any]) -> Any:
        def write_and_lose(connection: Any) -> Any:
            answer = write(connection)
            tries.append(1)
            if len(tries) == 1:
                raise psycopg.OperationalError("the connection broke behind the commit")
            return answer

        return real(write_and_lose)

    monkeypatch.setattr(ledger, "_written", losing)
    assert ledger.append([batch("a", 0, "1", events=2)]) == [Conflict("a", 2, repeated=True)]
    assert len(tries) == 2
    assert verify_stream(ledger, "a").version == 2


def test_a_server_that_stays_away_is_a_failure(opened: Open, postgres: PostgresServer) -> None:
    ledger = opened(patience_s=0)
    rows = write(ledger, "a", ["1"])
    postgres.stop()
    try:
        append, read = lambda: ledger.append([batch("a", 1, "2")]), lambda: ledger.read("a")
        for use in (append, read, lambda: ledger.put("a", "b", "c")):
            with pytest.raises(LedgerFailed, match="the ledger on PostgreSQL failed: "):
                use()
    finally:
        postgres.start()
    assert ledger.read("a") == rows
    assert stored(write_one(ledger, "a", "2"))[0].version == 2


def test_a_statement_that_fails_is_a_failure_and_not_tried_again(opened: Open, url: str) -> None:
    ledger = opened()
    rows = write(ledger, "a", ["1"])
    as_owner(url, "ALTER TABLE events RENAME TO elsewhere")
    with pytest.raises(LedgerFailed, match="does not exist"):
        ledger.append([batch("a", 1, "2")])
    as_owner(url, "ALTER TABLE elsewhere RENAME TO events")
    assert ledger.read("a") == rows
    assert ledger.head("a") == rows[-1].place


def test_settings_of_the_database_cannot_weaken_a_commit(opened: Open, url: str) -> None:
    settings = ("synchronous_commit = off", "default_transaction_isolation = 'serializable'")
    for setting in settings:
        as_owner(url, f"ALTER ROLE house SET {setting}")
    try:
        one, two = opened(), opened()
    finally:
        as_owner(url, "ALTER ROLE house RESET ALL")
    assert one._writer.execute("SHOW synchronous_commit").fetchone() == ("on",)
    write(one, "a", ["1"])
    with one._writer.transaction():  # two waits for the head that one moves, and must see where it moved
        one._append(one._writer, [batch("a", 1, "2")])
        answers: list[Any] = []
        waiting = threading.Thread(target=lambda: answers.extend(two.append([batch("a", 1, "3")])))
        waiting.start()
        blocked = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        deadline = time.monotonic() + WAIT_S
        while as_owner(url, blocked) != [(1,)]:
            assert time.monotonic() < deadline, "nobody waits for the head"
    waiting.join(WAIT_S)
    assert answers == [Conflict("a", 2, repeated=False)]


def test_a_server_that_does_not_sync_is_refused(url: str) -> None:
    as_owner(url, "ALTER SYSTEM SET fsync = off")
    try:
        as_owner(url, "SELECT pg_reload_conf()")
        while as_owner(url, "SHOW fsync") != [("off",)]:
            pass
        with pytest.raises(Refused, match="fsync = off; a ledger needs fsync = on"):
            PostgresLedger(url)
    finally:
        as_owner(url, "ALTER SYSTEM RESET fsync")
        as_owner(url, "SELECT pg_reload_conf()")
        while as_owner(url, "SHOW fsync") != [("on",)]:
            pass


def test_a_database_that_cannot_hold_every_name_is_refused(url: str, postgres: PostgresServer) -> None:
    as_owner(url, "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(Refused, match="server_encoding = LATIN1; a ledger needs server_encoding = UTF8"):
        PostgresLedger(postgres.url("latin"))
