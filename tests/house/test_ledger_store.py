"""What every store of the ledger must do; each test runs on SQLite and on a real PostgreSQL."""

import json
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from houseway.house.ledger import open_ledger
from houseway.house.ledger.chain import verify_stream
from houseway.house.ledger.store import EMPTY, Batch, Conflict, Happened, Ledger, LedgerFailed, Stored, WrongBatch
from tests.house.batches import AT, batch, stored, write, write_one
from tests.house.conftest import Open

BODY = {"name": "Zoë ♠ 🂡 \u0000 \"'", "none": None, "big": 2**63, "nest": [{"b": 1, "a": [True, -1]}], "": ""}


def test_a_row_comes_back_as_it_was_written(ledger: Ledger) -> None:
    [answer] = ledger.append([Batch("Tisch für ♣", 0, AT, "c-1", (Happened("said", BODY), Happened("gone", {})))])
    rows = stored(answer)
    assert rows == ledger.read("Tisch für ♣")
    assert [(row.version, row.at, row.kind, row.command) for row in rows] == [
        (1, AT, "said", "c-1"),
        (2, AT, "gone", "c-1"),
    ]
    assert json.loads(ledger.read("Tisch für ♣")[0].text) == BODY
    assert ledger.head("Tisch für ♣") == rows[-1].place == verify_stream(ledger, "Tisch für ♣")


def test_what_was_appended_is_there_when_opened_again(opened: Open) -> None:
    first = opened()
    rows = write(first, "a", ["1", "2"])
    first.put("staff", "ann", "secret")
    first.close()
    again = opened()
    assert again.read("a") == rows
    assert again.get("staff", "ann") == "secret"
    assert write(again, "a", ["3"])[0].before == rows[-1].hash


def test_a_batch_on_a_stale_version_changes_nothing(ledger: Ledger) -> None:
    write(ledger, "a", ["1", "2"])
    for expected in (0, 1, 3, -1):
        assert ledger.append([batch("a", expected, "late", events=3)]) == [Conflict("a", 2, repeated=False)]
    assert [row.command for row in ledger.read("a")] == ["1", "2"]
    assert verify_stream(ledger, "a").version == 2


def test_each_batch_stands_or_falls_alone(ledger: Ledger) -> None:
    write(ledger, "a", ["1"])
    good_a, stale_a, first_b, second_b, stale_b = ledger.append(
        [
            batch("a", 1, "2", events=2),
            batch("a", 1, "stale"),
            batch("b", 0, "1"),
            batch("b", 1, "2"),
            batch("b", 1, "stale"),
        ]
    )
    assert [row.version for row in stored(good_a)] == [2, 3]
    assert stale_a == Conflict("a", 3, repeated=False)
    assert stored(second_b)[0].before == stored(first_b)[0].hash
    assert stale_b == Conflict("b", 2, repeated=False)
    assert [row.command for row in ledger.read("a")] == ["1", "2", "2"]
    assert [row.command for row in ledger.read("b")] == ["1", "2"]
    assert [verify_stream(ledger, table).version for table in "ab"] == [3, 2]


def test_a_command_is_in_a_stream_once(ledger: Ledger) -> None:
    write(ledger, "a", ["1", "2"])
    assert ledger.append([batch("a", 2, "1")]) == [Conflict("a", 2, repeated=True)]
    assert ledger.append([batch("a", 0, "1")]) == [Conflict("a", 2, repeated=True)]  # repeated goes before stale
    fresh, again = ledger.append([batch("a", 2, "3"), batch("a", 3, "3")])
    assert stored(fresh)
    assert again == Conflict("a", 3, repeated=True)


def test_a_repeat_is_told_the_version_its_command_led_to(ledger: Ledger) -> None:
    for command in ("1", "2"):
        write_one(ledger, "a", command, events=3)
    told = ledger.append([batch("a", 6, "1"), batch("a", 6, "3", events=2), batch("a", 8, "3"), batch("a", 0, "new")])
    assert [answer.done for answer in told if isinstance(answer, Conflict)] == [3, 8, 0]


def test_the_same_command_may_go_to_two_tables_and_nobodys_may_come_often(ledger: Ledger) -> None:
    write(ledger, "a", ["1", "", ""])
    write(ledger, "b", ["1", "", ""])
    assert [row.command for row in ledger.read("b")] == ["1", "", ""]


def test_reading_begins_behind_a_version_and_ends_at_a_limit(ledger: Ledger) -> None:
    rows = write(ledger, "a", list("12345"))
    write(ledger, "b", ["1"])
    assert ledger.read("a", after=2) == rows[2:]
    assert ledger.read("a", after=2, limit=2) == rows[2:4]
    assert ledger.read("a", after=5) == ledger.read("none") == []


def test_a_stream_begins_with_its_first_row(ledger: Ledger) -> None:
    assert ledger.tables() == []
    assert ledger.append([batch("a", 1, "1")]) == [Conflict("a", 0, repeated=False)]
    assert ledger.tables() == []
    assert ledger.head("a") == verify_stream(ledger, "a") == EMPTY
    for table in ("b", "a", "Z", "ä"):
        write(ledger, table, ["1"])
    assert ledger.tables() == ["Z", "a", "b", "ä"]


def test_shelves_keep_their_own_keys(ledger: Ledger) -> None:
    assert ledger.get("staff", "ann") is None
    for shelf, key, value in [
        ("staff", "bob", "1"),
        ("staff", "ann", "2"),
        ("keys", "ann", "3"),
        ("staff", "ann", "4"),
    ]:
        ledger.put(shelf, key, value)
    assert ledger.get("staff", "ann") == "4"
    assert ledger.shelf("staff") == {"ann": "4", "bob": "1"}
    assert ledger.shelf("none") == {}


def test_what_is_put_new_is_the_first_ones(opened: Open) -> None:
    one, two = opened(), opened()
    assert one.put_new("names", "ann", "1")
    assert not two.put_new("names", "ann", "2")
    assert two.get("names", "ann") == "1"
    two.remove("names", "ann")
    assert two.put_new("names", "ann", "2")
    assert one.shelf("names") == {"ann": "2"}
    assert one.faults() == []


def test_a_batch_may_be_large(ledger: Ledger) -> None:
    body = {"order": list(range(416)), "text": "x" * 1_000_000}
    [answer] = ledger.append([Batch("a", 0, AT, "1", tuple(Happened("settled", body) for _ in range(5)))])
    assert ledger.read("a") == answer


def test_two_handles_see_each_others_rows(opened: Open) -> None:
    one, two = opened(), opened()
    rows = write(one, "a", ["1"]) + write(two, "a", ["2"]) + write(one, "a", ["3"])
    assert one.read("a") == two.read("a") == rows
    assert verify_stream(two, "a") == one.head("a")


def test_writers_that_race_lose_nothing_and_write_nothing_twice(opened: Open) -> None:
    """Three processes' worth of writers on the same streams, in groups that name them in different orders."""

    def play(ledger: Ledger, who: int) -> int:
        rng = random.Random(who)
        lost = 0
        waiting = [(table, f"{who}-{number}") for number in range(12) for table in "abc"]
        while waiting:
            rng.shuffle(waiting)
            group = waiting[:4]
            given = ledger.append([batch(t, ledger.head(t).version, c, events=2) for t, c in group])
            done = {(rows[0].table, rows[0].command) for rows in given if not isinstance(rows, Conflict)}
            lost += len(group) - len(done)
            waiting = [pair for pair in waiting if pair not in done]
        return lost

    ledgers = [opened() for _ in range(3)]
    with ThreadPoolExecutor(3) as threads:
        lost = list(threads.map(play, ledgers, range(3)))
    assert sum(lost) > 0, "nobody raced"
    for table in "abc":
        assert verify_stream(ledgers[0], table).version == 3 * 12 * 2
        commands = [row.command for row in ledgers[0].read(table)]
        assert commands[::2] == commands[1::2], "a batch was torn apart"
        assert len(set(commands)) == 3 * 12


def test_a_reader_beside_a_writer_sees_whole_batches(opened: Open) -> None:
    writer, reader = opened(), opened()
    ended = threading.Event()

    def watch() -> int:
        looks = 0
        while not ended.is_set() or looks == 0:
            rows = reader.read("a")
            assert not rows or rows[-1].body["part"] == rows[-1].body["parts"] - 1
            assert verify_stream(reader, "a").version >= len(rows)
            looks += 1
        return looks

    with ThreadPoolExecutor(1) as threads:
        watching = threads.submit(watch)
        for number in range(40):
            write_one(writer, "a", str(number), events=5)
        ended.set()
        assert watching.result() > 1


def test_a_closed_ledger_says_so(opened: Open) -> None:
    ledger = opened()
    write(ledger, "a", ["1"])
    ledger.close()
    ledger.close()
    for use in (lambda: ledger.read("a"), lambda: ledger.append([batch("a", 1)]), lambda: ledger.put("a", "b", "c")):
        with pytest.raises(LedgerFailed, match="closed"):
            use()


def test_memory_is_a_ledger_of_its_own() -> None:
    one, two = open_ledger("memory:"), open_ledger("memory:")
    rows = write(one, "a", ["1", "2"])
    assert one.read("a", after=1) == rows[1:]
    assert one.append([batch("a", 2, "1"), batch("a", 1, "3")]) == [Conflict("a", 2, True), Conflict("a", 2, False)]
    assert two.tables() == []
    assert verify_stream(one, "a") == rows[-1].place


WRONG = {
    "cents are missing": {"postings": {"cage": -100, "felt": 99}},
    "cents are no integers": {"postings": {"cage": -1.0, "felt": 1.0}},
    "true is no cent": {"postings": {"cage": True, "felt": -1}},
    "not a number": {"odds": float("nan")},
    "half a character": {"name": "\ud83c"},
    "not JSON": {"name": b"bytes"},
}


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG)
def test_a_wrong_body_cannot_become_a_batch(body: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        Batch("a", 0, AT, "1", (Happened("paid", {"postings": {"cage": -5, "felt": 5}}), Happened("paid", body)))


@pytest.mark.parametrize(
    ("table", "command", "kind"),
    [("", "1", "k"), ("a\0", "1", "k"), ("a", "x" * 201, "k"), ("a", "1", "\ud83c")],
    ids=["no table", "a zero", "too long", "half a character"],
)
def test_a_wrong_name_cannot_become_a_batch(table: str, command: str, kind: str) -> None:
    with pytest.raises((WrongBatch, UnicodeEncodeError)):
        Batch(table, 0, AT, command, (Happened(kind, {}),))


def test_a_batch_without_events_cannot_be_made() -> None:
    with pytest.raises(WrongBatch):
        Batch("a", 0, AT, "1", ())


def test_wrong_postings_are_stopped_also_where_assertions_are_off() -> None:
    wrong = 'verify_postings(Happened("paid", {"postings": {"cage": -5, "felt": 6}}))'
    script = f"from houseway.house.ledger.store import Happened, verify_postings; {wrong}"
    done = subprocess.run([sys.executable, "-O", "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert "WrongBatch: paid posts 1 cents too many" in done.stderr


def test_a_batch_keeps_what_it_was_made_with() -> None:
    body = {"postings": {"cage": -5, "felt": 5}}
    made = Batch("a", 0, AT, "1", (Happened("paid", body),))
    body["postings"]["felt"] = 6
    [answer] = open_ledger("memory:").append([made])
    assert stored(answer)[0].body["postings"] == {"cage": -5, "felt": 5}


def test_equal_bodies_are_written_alike() -> None:
    rows = [
        stored(open_ledger("memory:").append([Batch("a", 0, AT, "1", (Happened("k", body),))])[0])[0]
        for body in ({"b": (1, 2), "a": "é"}, {"a": "é", "b": [1, 2]})
    ]
    assert rows[0] == rows[1]
    assert rows[0].text == '{"a":"é","b":[1,2]}'
    assert isinstance(rows[0], Stored)


def test_the_nearest_of_a_shelf_is_the_last_that_is_not_behind(ledger: Ledger) -> None:
    assert ledger.nearest("marks", "5") is None
    ledger.put_all("marks", {"3": "three", "1": "one", "7": "seven"})
    ledger.put_all("others", {"4": "four"})
    ledger.put_all("marks", {})
    found = [ledger.nearest("marks", key) for key in ("0", "1", "2", "5", "7", "9")]
    assert found == [None, ("1", "one"), ("1", "one"), ("3", "three"), ("7", "seven"), ("7", "seven")]
    ledger.put_all("marks", {"3": "again", "4": "new"})
    assert ledger.nearest("marks", "3") == ("3", "again")
