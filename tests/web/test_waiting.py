"""A command that takes long is not met with silence: the house says what it is at, and then answers."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from houseway.web.floor import AT_WORK, MAKING_READY
from tests.web.running import Server, running, small_room


@contextmanager
def slow_plans(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Plans are worked out, as when numba compiles first, until the event is set."""
    ready = threading.Event()
    monkeypatch.setattr("houseway.web.floor.prepare_plans", lambda _: ready.wait(60))
    monkeypatch.setattr("houseway.web.socket.SILENT_S", 0.05)
    try:
        yield ready
    finally:
        ready.set()


def sit(server: Server, ready: threading.Event) -> list[dict[str, Any]]:
    """All that was heard of the command."""
    seat = server.client("Ann").at("dakota")
    seat.send({"id": "first", "do": "sit", "what": {"cents": 100_000}})
    heard = [seat.until(lambda message: message.get("id") == "first")]
    ready.set()
    while heard[-1]["type"] == "wait":
        heard.append(seat.until(lambda message: message.get("id") == "first"))
    seat.close()
    return heard


def test_whoever_waits_for_a_table_that_is_made_ready_is_told_so_and_then_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with slow_plans(monkeypatch) as ready, running(small_room("dakota")) as server:
        first, *_, last = sit(server, ready)
        assert (first["type"], first["reason"]) == ("wait", MAKING_READY)
        assert last["type"] == "done"
        assert server.hall.floor.at_work_on("dakota") == AT_WORK
        assert "Ann" in {player.name for player in server.house.pit.tables["dakota"].players.values()}


def test_a_refusal_comes_after_the_wait_as_it_would_have_before(monkeypatch: pytest.MonkeyPatch) -> None:
    with slow_plans(monkeypatch) as ready, running(small_room("dakota")) as server:
        seat = server.client("Ann").at("dakota")
        seat.send({"id": "first", "do": "bet", "what": {"wagers": {"dollar": 500}}})
        assert seat.until(lambda message: message.get("id") == "first")["type"] == "wait"
        ready.set()
        answer = seat.until(lambda message: message.get("id") == "first" and message["type"] != "wait")
        assert (answer["type"], answer["reason"]) == ("refused", "you are not seated: sit down first")
        seat.close()
