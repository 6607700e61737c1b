"""What an operator sees: health that tells live from ready, metrics of every limit, logs that do not flood, closing."""

import json
import logging
import re
import signal
import threading
import time
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from houseway.house.ledger.store import LedgerFailed
from houseway.web import doorman
from houseway.web.api_health import _entry
from houseway.web.limits import HouseLimits
from houseway.web.logs import A_MINUTE_BAD, JsonLines, PlainLines, RepeatsCounted
from tests.attacks.served import served
from tests.web.running import Client, running, small_room

# --- health ---


def test_a_server_that_lives_may_not_be_ready() -> None:
    with running(small_room("dakota")) as server:
        guest = server.client().http
        assert guest.get("/health/live").json()["live"]
        assert guest.get("/health/ready").json() == {
            "ok": True, "software": guest.get("/health/live").json()["software"], "ledger": "writable",
            "closing": False, "tables": 1, "sockets": 0,
        }  # fmt: skip
        server.house.pit.broken["dakota"] = "the table is closed"
        assert guest.get("/health/live").status_code == 200
        for path in ("/health", "/health/ready"):
            assert guest.get(path).status_code == 503
        server.house.pit.broken.clear()
        server.close_doors()
        assert guest.get("/health/live").status_code == 200
        ready = guest.get("/health/ready")
        assert (ready.status_code, ready.json()["closing"]) == (503, True)


def test_a_ledger_that_cannot_be_read_or_does_not_answer_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    with running(small_room("dakota")) as server:
        guest = server.client().http

        def fails(table: str) -> Any:  # noqa: ARG001
            raise LedgerFailed("disk /secret/path is gone")

        monkeypatch.setattr(server.house.ledger, "head", fails)
        ready = guest.get("/health/ready")
        assert (ready.status_code, ready.json()["ledger"]) == (503, "the ledger cannot be read")
        go = threading.Event()
        monkeypatch.setattr(server.house.ledger, "head", lambda table: go.wait(30))  # noqa: ARG005
        monkeypatch.setattr("houseway.web.api_health.LEDGER_WITHIN_S", 0.2)
        ready = guest.get("/health/ready")
        go.set()
        assert (ready.status_code, ready.json()["ledger"]) == (503, "the ledger does not answer")


# --- metrics ---


def test_every_limit_that_is_met_is_counted_under_its_name() -> None:
    """Where a limit is refused, its own name is what is counted: no limit can be met unseen."""
    source = "".join(path.read_text() for path in Path(doorman.__file__).parent.rglob("*.py"))
    counted = set(re.findall(r'"([a-z_]+)"', source))
    quiet = {  # said to whoever is concerned, and counted as refusals with their code
        "body_bytes_max", "message_bytes_max", "frame_bytes_max", "send_within_s", "requests_at_once",
        "requests_at_once_an_address", "messages_at_once", "strikes_max",
    }  # fmt: skip
    for limit in fields(HouseLimits):
        assert limit.name in counted | quiet or limit.name.removesuffix("_an_address") in counted, limit.name


def test_metrics_tell_how_full_everything_is() -> None:
    with running(small_room("dakota")) as server:
        ann = server.client("Ann")
        seat = ann.at("dakota")
        seat.do("sit", cents=100_000)
        ann.http.post("/api/practice", json={"game": "dakota_stud"})
        text = ann.http.get("/metrics").text
        seat.close()
    told = {line.split()[0]: line.split()[-1] for line in text.splitlines() if not line.startswith("#")}
    assert told["houseway_seats_most_an_address"] == "1"
    assert told["houseway_own_tables"] == "1"
    assert int(told["houseway_connections"]) >= 2
    assert int(told["houseway_event_bytes_total"]) > 100
    assert told['houseway_desk_waiting{desk="records"}'] == "0"
    assert told["houseway_closing"] == "0"
    assert (told["houseway_clock_jumps"], told["houseway_sockets"], told["houseway_seated"]) == ("0", "1", "1")
    assert "houseway_clock_ahead_microseconds" in told


def test_what_is_in_a_label_cannot_break_the_page() -> None:
    assert _entry("error", 'a "quote"\n\\') == (("event", "a _quote___"), ("level", "error"))


# --- logs ---


def entry(event: str = "fault in a view", level: int = logging.ERROR, **facts: Any) -> logging.LogRecord:
    record = logging.LogRecord("houseway", level, __file__, 1, event, (), None)
    record.facts = facts
    return record


def test_what_is_said_again_and_again_is_written_a_few_times_and_counted() -> None:
    now = 0.0
    folded = RepeatsCounted(lambda: now)
    written = [folded.filter(entry(table="dakota")) for _ in range(1_000)]
    assert written.count(True) == A_MINUTE_BAD
    assert folded.filter(entry(table="lucky")), "another table's is another"
    assert folded.counts["error", "fault in a view"] == 1_001
    now = 61.0
    again = entry(table="dakota")
    assert folded.filter(again)
    assert again.facts["not_written"] == 1_000 - A_MINUTE_BAD  # type: ignore[attr-defined]


def test_a_flood_of_different_entries_does_not_grow_without_end() -> None:
    folded = RepeatsCounted()
    for number in range(3 * RepeatsCounted.KEPT_MAX):
        folded.filter(entry(f"event {number}"))
    assert len(folded._seen) <= RepeatsCounted.KEPT_MAX


def test_entries_are_lines_of_json_or_for_people() -> None:
    record = entry("ledger failed", table="dakota", reason="the disk is full")
    line = json.loads(JsonLines().format(record))
    assert (line["level"], line["event"], line["table"]) == ("error", "ledger failed", "dakota")
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\S+Z error   ledger failed  table=dakota reason=the disk is full", PlainLines().format(record)
    )


def test_of_what_libraries_say_only_the_first_line_is_written() -> None:
    record = logging.LogRecord("asyncio", logging.ERROR, "", 1, "Task failed\nfuture: <hand=%s>", ("AsKs",), None)
    assert "AsKs" not in JsonLines().format(record)


# --- closing ---


def test_closing_finishes_what_was_begun_tells_everyone_and_says_what_was_done(tmp_path: Path) -> None:
    with served(tmp_path, "--log-format", "plain") as house:
        seat = Client(house.address, house.origin, "Ann").at("dakota")
        assert seat.do("sit", cents=100_000)["type"] == "done"
        bets = {"dollar": 500, "one": 500, "two": 500, "three": 500}
        seat.send({"id": "last", "do": "bet", "what": {"wagers": bets}})
        house.process.send_signal(signal.SIGTERM)
        told = seat.until(lambda message: message["type"] == "closing")
        assert "the house is closing" in told["reason"]
        answers = [json.loads(text) for text in seat.heard if '"last"' in text]
        house.process.wait(30)
    said = house.said()
    assert "connections told: 1" in said
    assert "commands under way that were finished:" in said
    assert "everything that was answered is in the ledger" in said
    from houseway.house.ledger import open_ledger

    ledger = open_ledger(str(tmp_path / "house.sqlite"))
    kinds = [row.kind for row in ledger.read("dakota")]
    ledger.close()
    assert ("bet" in kinds) == any(answer["type"] == "done" for answer in answers), "answered is written, and only then"
    assert house.process.returncode == 0


def test_whoever_waits_for_a_long_answer_is_told_when_the_house_closes(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        guest = Client(house.address, house.origin).http
        codes: list[int] = []

        def ask() -> None:
            codes.append(guest.get("/api/games/lucky_lucky/strategy?strategy=optimal&set=decks=5").status_code)

        asking = threading.Thread(target=ask)
        asking.start()
        time.sleep(1.0)
        house.process.send_signal(signal.SIGTERM)
        asking.join(30)
        assert codes[0] in (200, 503)
        house.process.wait(30)
    assert house.process.returncode == 0
