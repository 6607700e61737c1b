"""Play over a socket: typed refusals that change nothing, repeats, stale commands, several sockets, slow readers."""

import json
import random
import socket as sockets
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.web.running import FREE, Client, Seat, Server, bets_of, play_round, running, small_room

DAKOTA = {"dollar": 500, "one": 500, "two": 500, "three": 500}


@pytest.fixture
def fresh() -> Iterator[Server]:
    """A table of its own for a test."""
    with running(small_room("dakota", "lucky"), seed=3) as made:
        yield made


@pytest.fixture
def ann(fresh: Server) -> Iterator[Seat]:
    seat = fresh.client("Ann").at("dakota")
    assert seat.do("sit", seat=1, cents=100_000)["type"] == "done"
    yield seat
    seat.close()


def state(server: Server) -> tuple[int, str]:
    """What any change would change."""
    return server.house.ledger.head("dakota")


def in_round(seat: Seat) -> None:
    """Bet and deal; the seat's choice waits."""
    seat.do("bet", wagers=DAKOTA)
    seat.do("ready")
    assert seat.view["pending"]["you"]


# --- messages that are none ---

NESTED = "[" * 2000 + "]" * 2000
MESSAGES: dict[str, tuple[Any, str]] = {
    "no JSON": ("hello", "malformed"),
    "empty": ("", "malformed"),
    "half": ('{"id":"a","do":', "malformed"),
    "a list": ([1, 2, 3], "malformed"),
    "a number": (7, "malformed"),
    "null": (None, "malformed"),
    "deep": (NESTED, "malformed"),
    "deep what": ('{"id":"a","do":"sit","what":{"x":' + "[" * 1500 + "]" * 1500 + "}}", "malformed"),
    "not a number": ('{"id":"a","do":"buy_in","what":{"cents":NaN}}', "malformed"),
    "endless": ('{"id":"a","do":"buy_in","what":{"cents":Infinity}}', "malformed"),
    "a huge number": ('{"id":"a","do":"buy_in","what":{"cents":' + "9" * 3000 + "}}", "malformed"),
    "half a letter": ('{"id":"a","do":"sit","what":{"x":"\\ud800"}}', "malformed"),
    "no id": ({"do": "sit"}, "malformed"),
    "a long id": ({"id": "a" * 65, "do": "sit"}, "malformed"),
    "an id with a zero": ({"id": "a\0", "do": "sit"}, "malformed"),
    "an id that is a number": ({"id": 5, "do": "sit"}, "malformed"),
    "no do": ({"id": "a"}, "malformed"),
    "do is a list": ({"id": "a", "do": ["sit"]}, "malformed"),
    "what is a list": ({"id": "a", "do": "sit", "what": []}, "malformed"),
    "seen is text": ({"id": "a", "do": "sit", "seen": "5"}, "malformed"),
    "seen is true": ({"id": "a", "do": "sit", "seen": True}, "malformed"),
    "seen is negative": ({"id": "a", "do": "sit", "seen": -1}, "malformed"),
    "more than there is": ({"id": "a", "do": "sit", "role": "house"}, "malformed"),
    "no command": ({"id": "a", "do": "steal"}, "refused"),
    "a command of the house": ({"id": "a", "do": "tick"}, "forbidden"),
    "somebody's absence": ({"id": "a", "do": "gone", "what": {"player": "x"}}, "forbidden"),
    "too long": ({"id": "a", "do": "sit", "what": {"x": "y" * 5000}}, "too_large"),
    "too long in letters of several bytes": ({"id": "a", "do": "sit", "what": {"x": "\u00e9" * 2100}}, "too_large"),
    "bytes": (b'{"id":"a","do":"sit"}', "too_large"),
    "the future": ({"id": "a", "do": "buy_in", "seen": 10**9, "what": {"cents": 5000}}, "refused"),
    "cents as text": ({"id": "a", "do": "buy_in", "what": {"cents": "5000"}}, "refused"),
    "cents in parts": ({"id": "a", "do": "buy_in", "what": {"cents": 5000.5}}, "refused"),
    "cents that are true": ({"id": "a", "do": "buy_in", "what": {"cents": True}}, "refused"),
    "less than nothing": ({"id": "a", "do": "buy_in", "what": {"cents": -5000}}, "refused"),
    "most of all": ({"id": "a", "do": "buy_in", "what": {"cents": 10**14}}, "refused"),
    "a seat that is none": ({"id": "a", "do": "sit", "what": {"seat": 99}}, "refused"),
    "another's seat": ({"id": "a", "do": "bet", "what": {"seat": 2, "wagers": DAKOTA}}, "refused"),
    "wagers as a list": ({"id": "a", "do": "bet", "what": {"wagers": [500]}}, "refused"),
    "a wager that is none": ({"id": "a", "do": "bet", "what": {"wagers": {"roulette": 500}}}, "refused"),
    "a bet below nothing": ({"id": "a", "do": "bet", "what": {"wagers": {**DAKOTA, "one": -500}}}, "refused"),
    "a bet in parts": ({"id": "a", "do": "bet", "what": {"wagers": {**DAKOTA, "one": 0.5}}}, "refused"),
    "more than the chips": ({"id": "a", "do": "bet", "what": {"wagers": dict.fromkeys(DAKOTA, 10**6)}}, "refused"),
    "an act without a round": ({"id": "a", "do": "act", "what": {"act": "leave_one"}}, "refused"),
}


def test_what_is_no_command_gets_a_typed_refusal_and_changes_nothing(fresh: Server, ann: Seat) -> None:
    before, view = state(fresh), ann.look()
    for why, (message, code) in MESSAGES.items():
        ann.send(message if isinstance(message, str | bytes) else json.dumps(message))
        answer = ann.until(lambda heard: heard["type"] in ("refused", "done"))
        assert (answer["type"], answer.get("code")) == ("refused", code), (why, answer)
        assert answer["reason"], why
        assert state(fresh) == before, why
    assert ann.look() == view
    assert ann.do("bet", wagers=DAKOTA)["type"] == "done"  # the connection lives


def test_a_line_is_asked_whether_it_lives_and_nothing_else_happens(server: Server) -> None:
    ann = server.client("Ann").at("dakota")
    version = ann.view["version"]
    ann.send({"do": "ping"})
    assert ann.next() == {"type": "pong"}
    assert ann.look()["version"] == version


def test_an_answer_in_play_must_be_legal_and_in_turn(fresh: Server, ann: Seat) -> None:
    ben = fresh.client("Ben").at("dakota")
    ben.do("sit", seat=2, cents=100_000)
    for seat in (ann, ben):
        seat.do("bet", wagers=DAKOTA)
    for seat in (ann, ben):
        seat.do("ready")
    ann.until_view(lambda view: view["pending"] is not None)
    before = state(fresh)
    turn, other = (ann, ben) if ann.view["pending"]["you"] else (ben, ann)
    waiting = turn.view["pending"]
    for seat, what in (
        (other, {"act": waiting["acts"][0]}),
        (other, {"act": waiting["acts"][0], "seat": waiting["seat"]}),
        (turn, {"act": "no_such_act"}),
        (turn, {"act": 0}),
        (turn, {}),
        (turn, {"act": waiting["acts"][0], "hand": 3}),
        (turn, {"act": waiting["acts"][0], "seat": 7}),
    ):
        assert seat.do("act", **what)["code"] == "refused", what
    steps: list[tuple[str, dict[str, Any]]] = [("bet", {"wagers": DAKOTA}), ("take_back", {}), ("ready", {})]
    for do, what in steps:
        assert turn.do(do, **what)["code"] == "refused"
    assert state(fresh) == before
    ben.close()


def test_whoever_only_talks_nonsense_is_shown_out() -> None:
    with running(small_room("dakota"), limits=replace(FREE, strikes_max=5)) as server:
        seat = server.client("Ann").at("dakota")
        for _ in range(5):
            seat.send("nonsense")
        assert seat.do("sit")["type"] == "done"  # a command in between is forgiven
        for _ in range(6):
            seat.send("nonsense")
        assert seat.is_closed()
        assert sum('"malformed"' in text for text in seat.heard) == 11


def test_a_frame_beyond_all_measure_ends_the_connection_and_nothing_else(fresh: Server, ann: Seat) -> None:
    before = state(fresh)
    seat = fresh.client("Ben").at("dakota")
    seat.send("x" * 100_000)
    assert seat.is_closed()
    assert state(fresh) == before
    assert ann.do("bet", wagers=DAKOTA)["type"] == "done"


def test_commands_that_come_too_fast_are_refused_and_change_nothing() -> None:
    with running(small_room("dakota"), limits=replace(FREE, messages_a_second=5.0, messages_at_once=8)) as server:
        seat = server.client("Ann").at("dakota")
        seat.do("sit", cents=100_000)
        for number in range(20):
            seat.send({"id": f"bet-{number}", "do": "bet", "what": {"wagers": DAKOTA}})
        answers = [seat.until(lambda heard: "id" in heard) for _ in range(20)]
        assert [each["id"] for each in answers] == [f"bet-{number}" for number in range(20)]  # nobody waits for ever
        codes = [each.get("code", "done") for each in answers]
        assert codes[:7] == ["done"] * 7
        assert set(codes) == {"done", "too_fast"}
        assert codes.count("done") < 15
        bets = [row for row in server.house.ledger.read("dakota") if row.kind == "bet" and row.body["wagers"]]
        assert len(bets) == codes.count("done")


# --- the same again, and too late ---


def test_a_repeat_gets_the_same_answer(fresh: Server, ann: Seat) -> None:
    first = ann.do("bet", id="the-bet", wagers=DAKOTA)
    before = state(fresh)
    assert ann.do("bet", id="the-bet", wagers=DAKOTA) == first
    assert ann.do("bet", id="the-bet", wagers=dict.fromkeys(DAKOTA, 1000)) == first  # whatever it says now
    assert state(fresh) == before
    assert ann.do("ready")["type"] == "done"
    while ann.view["phase"] == "playing":
        ann.do("act", act=ann.view["pending"]["acts"][0])
    after = state(fresh)
    assert ann.do("bet", id="the-bet", wagers=DAKOTA) == first  # a round later
    assert state(fresh) == after


def test_an_id_is_its_players_own(fresh: Server, ann: Seat) -> None:
    ann.do("bet", id="mine", wagers=DAKOTA)
    ben = fresh.client("Ben").at("dakota")
    assert ben.do("sit", id="mine", cents=100_000)["version"] > ann.view["version"]
    assert ben.view["you"]["seats"]
    ben.close()


def test_a_stale_command_gets_a_refusal_and_the_fresh_view(fresh: Server, ann: Seat) -> None:
    old = ann.view["version"]
    in_round(ann)
    before = state(fresh)
    ann.send({"id": "late", "do": "act", "seen": old, "what": {"act": ann.view["pending"]["acts"][0]}})
    assert ann.until(lambda heard: heard.get("id") == "late")["code"] == "stale"
    assert ann.next()["view"]["version"] == before[0]
    assert state(fresh) == before
    client = Client(fresh.address, fresh.origin)
    assert client.http.get("/api/tables/dakota").json()["view"]["version"] == before[0]


def test_a_stale_command_over_http_gets_the_fresh_view(fresh: Server) -> None:
    cid = fresh.client("Cid")
    seen = cid.command("dakota", "sit", cents=100_000).json()["version"]
    cid.command("dakota", "bet", wagers=DAKOTA)
    cid.command("dakota", "ready")
    answer = cid.command("dakota", "act", seen=seen, act="leave_one")
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert answer.json()["view"]["version"] == state(fresh)[0]


# --- several sockets ---


def test_two_sockets_of_one_player_see_the_same_and_either_may_act(fresh: Server) -> None:
    client = fresh.client("Ann")
    one, two = client.at("dakota"), client.at("dakota")
    one.do("sit", cents=100_000)
    two.until_version(one.view["version"])
    assert two.view == one.view
    assert two.do("bet", wagers=DAKOTA)["type"] == "done"
    one.until_version(two.view["version"])
    one.do("ready")
    two.until_version(one.view["version"])
    assert two.view["pending"]["you"]
    assert two.view == one.view
    one.close()
    two.look()
    assert not two.view["seats"][0]["gone"]  # the other socket is still there
    assert two.do("act", act=two.view["pending"]["acts"][0])["type"] == "done"
    two.close()


def test_a_player_comes_back_to_the_seat_and_the_round(fresh: Server) -> None:
    client, watcher = fresh.client("Ann"), fresh.client().at("dakota")
    seat = client.at("dakota")
    seat.do("sit", seat=4, cents=100_000)
    in_round(seat)
    before = seat.view
    seat.socket.socket.close()  # the line is cut
    watcher.until_view(lambda view: view["seats"][3].get("gone"))
    again = client.at("dakota")
    again.until_view(lambda view: not view["seats"][3].get("gone"))
    assert again.view["you"]["seats"] == [4]
    for part in ("tape", "round", "pending", "owners", "phase"):
        assert again.view[part] == before[part]
    assert again.do("act", act=again.view["pending"]["acts"][0])["type"] == "done"
    watcher.close()
    again.close()


def test_a_spectator_sees_the_table_and_no_hidden_card(fresh: Server, ann: Seat) -> None:
    watcher = fresh.client().at("dakota")
    in_round(ann)
    watcher.until_version(ann.view["version"])
    mine = [row for row in ann.view["tape"] if row[0] == 1]
    theirs = [row for row in watcher.view["tape"] if row[0] == 1]
    assert [row[3] >= 0 for row in mine] == [True] * 3 + [False] * 2  # three cards of one's own, two of the community
    assert [row[3] for row in theirs] == [-1] * 5
    assert "acts" not in watcher.view["pending"]
    assert watcher.view["you"] is None
    watcher.close()


def test_every_viewer_gets_what_is_theirs(fresh: Server) -> None:
    names = ("Ann", "Ben", "Cid")
    seats = [fresh.client(name).at("dakota") for name in names]
    for seat in seats:
        seat.do("sit", cents=100_000)
    steps: list[tuple[str, dict[str, Any]]] = [("bet", {"wagers": DAKOTA}), ("ready", {})]
    for do, what in steps:
        for seat in seats:
            seat.do(do, **what)
    for number, seat in enumerate(seats, 1):
        seat.until_view(lambda view: view["phase"] == "playing")
        shown = {(row[1], row[3] >= 0) for row in seat.view["tape"] if row[0] == 1}
        assert shown == {(0, False), *((other, other == number) for other in (1, 2, 3))}
        assert [each["you"] for each in seat.view["seats"][:3]] == [other == number for other in (1, 2, 3)]
        seat.close()


# --- slow readers ---


def test_a_reader_who_stops_is_dropped_and_gets_the_newest_view_on_return() -> None:
    limits = replace(FREE, send_within_s=0.3)
    with running(small_room("dakota"), limits=limits) as server:
        ann = server.client("Ann").at("dakota")
        ann.do("sit", cents=100_000)
        server.listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, 4096)
        slow = _deaf_socket(server)
        for _ in range(20_000):  # until the system's buffers are full
            ann.send({"id": f"{time.time_ns()}", "do": "bet", "what": {"wagers": DAKOTA}})
            ann.until(lambda heard: "id" in heard)
            if server.hall.floor.metrics.dropped:
                break
        assert dict(server.hall.floor.metrics.dropped) == {(("why", "slow"),): 1}
        deadline = time.monotonic() + 10
        while server.hall.sockets.total > 1:  # only Ann's is left, though the other never read a word
            assert time.monotonic() < deadline
            time.sleep(0.05)
        slow.close()
        back = server.client().at("dakota")
        ann.look()
        assert back.look()["version"] == ann.view["version"]
        back.close()
        ann.close()


def _deaf_socket(server: Server) -> sockets.socket:
    """Opens a socket at the table and never reads."""
    host, _, port = server.address.partition(":")
    made = sockets.socket()
    made.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    made.connect((host, int(port)))
    made.sendall(
        f"GET /api/tables/dakota/socket HTTP/1.1\r\nHost: {server.address}\r\nOrigin: {server.origin}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert b"101" in made.recv(20)
    return made


# --- every game ---


@pytest.mark.parametrize("name", ["dakota", "holdem", "super-fun", "triple-shot", "lucky"])
def test_every_game_is_played_over_the_socket(every_game: Server, name: str) -> None:
    rng = random.Random(name)
    client = every_game.client("Ann")
    facts = client.get(f"/api/tables/{name}")["facts"]
    seat = client.at(name)
    seat.do("sit", cents=facts["buy_in"][1])
    choose: Callable[[list[str]], str] = rng.choice
    for _ in range(4):
        play_round(seat, bets_of(facts), choose)
    assert seat.view["round"] == 4
    rounds = client.get(f"/api/tables/{name}/rounds?limit=4")
    assert [each["round"] for each in rounds] == [4, 3, 2, 1]
    won = sum(cents for each in rounds for at in each["seats"] for cents in at["won"].values())
    assert seat.view["you"]["cents"] == facts["buy_in"][1] + won
    seat.do("leave")
    assert seat.view["you"] is None
    seat.close()


@pytest.fixture(scope="module")
def every_game() -> Iterator[Server]:
    with running(small_room("dakota", "holdem", "super-fun", "triple-shot", "lucky"), seed=11) as made:
        yield made
