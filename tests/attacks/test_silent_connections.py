"""1,100 silent connections from one address: the page is answered, play goes on, and the log stays small."""

import contextlib
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tests.attacks.served import Served, served
from tests.web.running import FREE, NO_TLS, Client, running, small_room

CONNECTIONS = 1_100
WITHIN_S = 20.0


def connected(address: str, source: str = "127.0.0.1") -> socket.socket:
    host, _, port = address.partition(":")
    return socket.create_connection((host, int(port)), timeout=WITHIN_S, source_address=(source, 0))


@contextlib.contextmanager
def silent(house: Served, count: int) -> Iterator[list[socket.socket]]:
    opened: list[socket.socket] = []
    try:
        for _ in range(count):
            with contextlib.suppress(OSError):
                opened.append(connected(house.address))
        yield opened
    finally:
        for each in opened:
            each.close()


def closed_by_the_house(connection: socket.socket, within_s: float = WITHIN_S) -> bool:
    connection.settimeout(within_s)
    try:
        while connection.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def test_the_house_answers_and_deals_through_1100_silent_connections(tmp_path: Path) -> None:
    with served(tmp_path, files=1024) as house:
        player = Client(house.address, house.origin, "Ann")
        seat = player.at("dakota")
        assert seat.do("sit", cents=100_000)["type"] == "done"
        with silent(house, CONNECTIONS) as opened:
            assert len(opened) > CONNECTIONS // 2
            for source in ("127.0.0.1", "127.0.0.2"):  # their own address, and another
                transport = httpx.HTTPTransport(local_address=source)
                with httpx.Client(transport=transport, timeout=WITHIN_S) as guest:
                    assert guest.get(f"http://{house.address}/").status_code == 200
                    assert guest.get(f"http://{house.address}/api/room").status_code == 200
            assert seat.do("bet", wagers={"dollar": 500, "one": 500, "two": 500, "three": 500})["type"] == "done"
        seat.close()
        assert house.log.stat().st_size < 100_000
        assert "Traceback" not in house.said()


def test_an_address_holds_a_number_of_connections_and_silence_makes_room() -> None:
    with running(small_room("dakota"), limits=replace(FREE, connections_an_address=5)) as server:
        held = [connected(server.address) for _ in range(12)]
        assert closed_by_the_house(held[0]), "the longest silent one made room"
        assert server.client().http.get("/").status_code == 200
        assert server.hall.doorman.total <= 5
        assert server.hall.floor.metrics.limits[(("limit", "silent_for_another"),)] >= 7
        for each in held:
            each.close()
        deadline = time.monotonic() + WITHIN_S
        while server.hall.doorman.total and time.monotonic() < deadline:
            time.sleep(0.02)
        assert server.hall.doorman.total == 0


def test_connections_that_are_used_are_not_closed_for_others() -> None:
    """Sockets at a table speak: a newcomer of the same address is told, and they stay."""
    with running(small_room("dakota"), limits=replace(FREE, connections_an_address=3)) as server:
        ann = server.client("Ann")
        ann.http.close()
        seats = [Client(server.address, server.origin).at("dakota") for _ in range(3)]
        told = connected(server.address)
        told.settimeout(WITHIN_S)
        answer = told.recv(4096)
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"retry-after" in answer
        assert b"too many connections" in answer
        for seat in seats:
            assert seat.look()["table"] == "dakota"
            seat.close()
        told.close()


@pytest.mark.parametrize(
    "begun",
    [b"", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: "],
    ids=["silent", "first line", "headers"],
)
def test_headers_come_within_their_time(begun: bytes) -> None:
    with running(small_room("dakota"), limits=replace(FREE, head_within_s=0.5)) as server:
        connection = connected(server.address)
        connection.sendall(begun)
        assert closed_by_the_house(connection)
        assert server.hall.floor.metrics.limits[(("limit", "head_within_s"),)] == 1


def test_the_next_request_of_a_connection_comes_within_its_time_too() -> None:
    with running(small_room("dakota"), limits=replace(FREE, head_within_s=0.5)) as server:
        connection = connected(server.address)
        connection.sendall(f"GET /health HTTP/1.1\r\nhost: {server.address}\r\n\r\n".encode())
        connection.settimeout(WITHIN_S)
        assert connection.recv(65536).startswith(b"HTTP/1.1 200")
        connection.sendall(b"GET / HT")
        assert closed_by_the_house(connection)


def test_a_body_comes_within_its_time() -> None:
    with running(small_room("dakota"), limits=replace(FREE, body_within_s=0.3)) as server:
        connection = connected(server.address)
        named = f"host: {server.address}\r\norigin: {server.origin}\r\n"
        head = f"POST /api/session HTTP/1.1\r\n{named}content-length: 20\r\n\r\n"
        connection.sendall(head.encode() + b'{"na')
        connection.settimeout(WITHIN_S)
        answer = b""
        while more := connection.recv(65536):  # until it is closed
            answer += more
        assert answer.startswith(b"HTTP/1.1 408")
        assert b"too_slow" in answer
        assert b"a request comes within 0 seconds" in answer


def test_whoever_is_too_fast_is_told_when_to_come_back_and_hung_up() -> None:
    limits = replace(FREE, requests_at_once_an_address=3, requests_a_second_an_address=0.001)
    with running(small_room("dakota"), limits=limits) as server:
        answers = [httpx.get(f"http://{server.address}/", timeout=30, verify=NO_TLS) for _ in range(5)]
        assert [each.status_code for each in answers] == [200, 200, 200, 429, 429]
        refused = answers[-1]
        assert int(refused.headers["retry-after"]) > 0
        assert refused.headers["connection"] == "close"
        assert refused.json()["code"] == "too_fast"
