"""One connection at the door, by itself: when it counts as silent, and when its time is over. No bytes are read."""

from types import SimpleNamespace
from typing import Any

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

from houseway.web.doorman import TURNED_AWAY, Door


class Bell:
    def __init__(self, rung: list[Any], seconds: float) -> None:
        self.rung, self.seconds = rung, seconds

    def cancel(self) -> None:
        self.rung.append(("cancelled", self.seconds))


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What it does is noted in `done`; requests are read by nobody."""
    made: Any = object.__new__(Door)
    done: list[Any] = []
    for name in ("data_received", "on_response_complete", "connection_lost", "handle_websocket_upgrade"):
        monkeypatch.setattr(H11Protocol, name, lambda *_, name=name: done.append(name))
    monkeypatch.setattr(H11Protocol, "connection_made", lambda self, transport: setattr(self, "transport", transport))
    made.done, made.inside, made.within_s, made._upgraded, made._deadline, made.cycle = (
        done,
        True,
        7.0,
        False,
        None,
        None,
    )
    made.client, made.place = ("192.0.2.1", 5), ""
    made.doorman = SimpleNamespace(
        place=lambda host: f"at {host}", enter=lambda _: made.welcome, heard=lambda _: done.append("heard"),
        waits=lambda _: done.append("waits"), leave=lambda _: done.append("left"),
        too_slow=lambda: done.append("too slow"),
    )  # fmt: skip
    made.transport = transport()
    made.loop = SimpleNamespace(call_later=lambda seconds, _: Bell(done, seconds))
    return made


def transport(*, closing: bool = False) -> Any:
    made: Any = SimpleNamespace(written=[], closed=False, aborted=False, is_closing=lambda: closing)
    made.write = made.written.append
    made.close = lambda: setattr(made, "closed", True)
    made.abort = lambda: setattr(made, "aborted", True)
    return made


@pytest.mark.parametrize(("client", "place"), [(("192.0.2.1", 5), "at 192.0.2.1"), (None, "at ")])
def test_whoever_is_let_in_has_so_long_for_a_first_word(door: Any, client: Any, place: str) -> None:
    door.client, door.welcome = client, True
    door.connection_made(made := transport())
    assert (door.place, door.inside, made.written, made.closed) == (place, True, [], False)
    assert door._deadline.seconds == 7.0


def test_whoever_is_not_let_in_is_told_so_and_not_listened_to(door: Any) -> None:
    door.welcome = False
    door.connection_made(made := transport())
    assert (door.inside, made.written, made.closed, door._deadline) == (False, [TURNED_AWAY], True, None)
    door.data_received(b"GET / HTTP/1.1")
    assert door.done == []


@pytest.mark.parametrize(
    ("complete", "upgraded", "heard"),
    [(None, False, False), (True, False, False), (False, False, True), (None, True, True), (True, True, True)],
)
def test_a_whole_head_ends_the_waiting(door: Any, complete: bool | None, *, upgraded: bool, heard: bool) -> None:
    door.cycle = None if complete is None else SimpleNamespace(response_complete=complete)
    door._deadline = Bell(door.done, 7.0)
    if upgraded:
        door.handle_websocket_upgrade("event")
        door.done.clear()
    door.data_received(b"GET /")
    assert door.done == ["data_received", *([("cancelled", 7.0), "heard"] if heard else [])]
    assert (door._deadline is None) is heard


@pytest.mark.parametrize(
    ("complete", "closing", "waits"),
    [(True, False, True), (False, False, False), (True, True, False), (None, False, False)],
)
def test_behind_an_answer_the_next_request_is_waited_for(
    door: Any, complete: bool | None, *, closing: bool, waits: bool
) -> None:
    door.cycle = None if complete is None else SimpleNamespace(response_complete=complete)
    door.transport = transport(closing=closing)
    door.on_response_complete()
    assert door.done == ["on_response_complete", *(["waits"] if waits else [])]
    assert (door._deadline is not None) is waits


def test_a_door_that_is_closed_waits_no_more_and_one_that_waited_too_long_is_counted(door: Any) -> None:
    door._wait()
    door._wait()
    assert door.done == [("cancelled", 7.0)]
    door.connection_lost(None)
    assert door.done[1:] == [("cancelled", 7.0), "left", "connection_lost"]
    door._hang_up()
    assert (door.done[-1], door.transport.aborted) == ("too slow", True)
