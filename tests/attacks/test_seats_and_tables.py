"""Sessions cost nothing, so what they can hold is counted by address and given up by time."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from houseway.house.audit.verify import verify_ledger
from houseway.web.limits import HouseLimits
from houseway.web.refusals import Refusal
from tests.web.running import FREE, Client, Seat, Server, running, small_room

SESSIONS = 21
GAMES = ("dakota_stud", "super_fun_21", "lucky_lucky", "fast_action_holdem", "triple_shot_bonus")


def people_at(server: Server, name: str) -> list[str]:
    return [player.id for player in server.house.pit.tables[name].players.values() if not player.bot]


def seats_held(server: Server) -> int:
    return sum(
        len(player.seats)
        for name, table in server.house.pit.tables.items()
        for player in table.players.values()
        if not player.bot and not name.startswith("alone-")
    )


def later(server: Server, what: Callable[[], Any]) -> Any:
    """On the server's own loop."""

    async def now() -> Any:
        found = what()
        return await found if asyncio.iscoroutine(found) else found

    return asyncio.run_coroutine_threadsafe(now(), server._loop).result(30)


def test_21_sessions_of_one_address_do_not_take_every_seat(server: Server) -> None:
    sessions = [server.client(f"Visitor {number}") for number in range(SESSIONS)]
    tables = list(server.house.pit.tables)
    reasons = set()
    for session in sessions:
        for table in tables:
            answer = session.command(table, "sit", cents=50_000)
            if answer.status_code != 200:
                reasons.add(answer.json()["reason"])
    assert seats_held(server) == HouseLimits().seats_an_address
    assert "12 seats are taken from your address: leave one first" in reasons
    free = [table for table in tables if len(server.house.pit.tables[table].players) < 7]
    assert free, "there is room for others"


def test_seats_taken_all_at_once_are_counted_too(server: Server) -> None:
    """One socket each, every command sent before any is answered."""
    seats = [server.client(f"Visitor {number}").at("dakota") for number in range(7)]
    seats += [server.client(f"Another {number}").at("super-fun") for number in range(7)]
    for number, seat in enumerate(seats):
        seat.send({"id": f"s{number}", "do": "sit", "what": {}})
    for number, seat in enumerate(seats):
        seat.until(lambda message, number=number: message.get("id") == f"s{number}")  # type: ignore[misc]
        seat.close()
    assert seats_held(server) <= HouseLimits().seats_an_address


def test_a_player_sits_at_a_few_tables() -> None:
    with running(small_room(), limits=replace(FREE, tables_a_player=2)) as server:
        ann = server.client("Ann")
        answers = [ann.command(table, "sit") for table in ("dakota", "super-fun", "lucky")]
        assert [each.status_code for each in answers] == [200, 200, 409]
        assert "you sit at 2 tables" in answers[-1].json()["reason"]
        assert ann.command("dakota", "leave").status_code == 200
        assert ann.command("lucky", "sit").status_code == 200


def test_whoever_gets_up_makes_room_for_another_of_the_address() -> None:
    with running(small_room("dakota"), limits=replace(FREE, seats_an_address=1)) as server:
        ann, ben = server.client("Ann"), server.client("Ben")
        assert ann.command("dakota", "sit").status_code == 200
        assert ben.command("dakota", "sit").status_code == 409
        assert ann.command("dakota", "leave").status_code == 200
        assert ben.command("dakota", "sit").status_code == 200


def test_21_sessions_of_one_address_do_not_take_every_practice_table() -> None:
    with running(small_room(), limits=HouseLimits()) as server:
        answers = [
            session.http.post("/api/practice", json={"game": game})
            for session in (server.client(f"Visitor {number}") for number in range(6))
            for game in GAMES
        ]
        opened = [each for each in answers if each.status_code == 200]
        assert len(opened) == len(server.hall.own_tables) == HouseLimits().own_tables_an_address
        refused = next(each for each in answers if each.status_code != 200)
        assert (refused.status_code, refused.json()["code"]) == (503, "busy")
        assert int(refused.headers["retry-after"]) > 0


def test_opening_table_after_table_has_a_rate() -> None:
    """Each is written down for ever, though it be put away at once."""
    limits = replace(FREE, own_tables_a_minute_an_address=3)
    with running(small_room("dakota", "dakota-practice"), limits=limits) as server:
        codes = []
        for number in range(5):
            session = server.client(f"Visitor {number}")
            answer = session.http.post("/api/practice", json={"game": "dakota_stud"})
            codes.append(answer.status_code)
            if answer.status_code == 200:
                server.hall.floor._last_heard.clear()
                name = answer.json()["table"]
                later(server, partial(server.hall.own_tables._look, name))
        assert codes == [200, 200, 200, 503, 503]


# --- by time ---


def grown_old(server: Server, seconds: float) -> None:
    """So much time passes for everyone who does nothing."""
    idle = server.hall.idle
    before = idle._clock

    idle._clock = lambda: before() + seconds


def seated(client: Client, table: str) -> Seat:
    seat = client.at(table)
    assert seat.do("sit", cents=100_000)["type"] == "done"
    return seat


WARNED_S = HouseLimits().idle_seat_s / 4


def is_idle(message: dict[str, Any]) -> bool:
    return bool(message["type"] == "idle")


def test_a_silent_person_with_an_open_socket_loses_the_seat_by_time(server: Server) -> None:
    ann, ben = server.client("Ann"), server.client("Ben")
    silent, playing = seated(ann, "dakota"), seated(ben, "dakota")
    grown_old(server, HouseLimits().idle_seat_s - 5)
    assert playing.do("bet", wagers={"dollar": 500, "one": 500, "two": 500, "three": 500})["type"] == "done"
    later(server, server.hall.idle.look)
    assert set(people_at(server, "dakota")) == {ann.id, ben.id}
    warned = silent.until(is_idle)
    assert 0 < warned["until"] - warned["now"] <= WARNED_S * 1_000_000, "it is said until when"
    grown_old(server, WARNED_S + 1)
    later(server, server.hall.idle.look)
    assert people_at(server, "dakota") == [ben.id], "who plays stays"
    told = silent.until(lambda message: message["type"] == "refused")
    assert Refusal(code=told["code"], reason=told["reason"]).code == "idle"
    assert "your seat is free again" in told["reason"]
    assert silent.do("sit", cents=100_000)["type"] == "done", "there is nothing against coming back"
    assert all(verdict.fault is None for verdict in verify_ledger(server.house.ledger))
    for seat in (silent, playing):
        seat.close()


def test_who_only_looks_or_comes_again_keeps_no_seat(server: Server) -> None:
    ann = server.client("Ann")
    seat = seated(ann, "dakota")
    for _ in range(2):
        grown_old(server, HouseLimits().idle_seat_s)
        for word in ("look", "ping"):  # heard in this order
            seat.send({"do": word})
        seat.until(lambda message: message["type"] == "pong")
        again = ann.at("dakota")
        later(server, server.hall.idle.look)
        again.close()
    assert not people_at(server, "dakota")
    seat.close()


def test_who_says_that_they_are_here_stays_and_every_line_of_theirs_hears_it(server: Server) -> None:
    ann = server.client("Ann")
    seat = seated(ann, "dakota")
    grown_old(server, HouseLimits().idle_seat_s)
    later(server, server.hall.idle.look)
    assert seat.until(is_idle)["until"]
    other = ann.at("dakota")
    assert seat.until(is_idle)["until"], "every line is warned when another comes"
    other.send({"do": "here"})
    for each in (seat, other):
        each.until(lambda message: is_idle(message) and message["until"] == 0)
    grown_old(server, WARNED_S + 1)
    later(server, server.hall.idle.look)
    assert people_at(server, "dakota") == [ann.id]
    for each in (seat, other):
        each.close()


def test_an_idle_player_in_a_round_gets_up_when_it_is_over() -> None:
    with running(small_room("dakota", decision_clock_s=1, betting_clock_s=1), limits=HouseLimits(), seed=3) as server:
        seat = seated(server.client("Ann"), "dakota")
        seat.do("bet", wagers={"dollar": 500, "one": 500, "two": 500, "three": 500})
        seat.do("ready")
        for _ in range(2):  # warned, and seen off
            grown_old(server, HouseLimits().idle_seat_s + 1)
            later(server, server.hall.idle.look)
        seat.until_view(lambda view: view["phase"] == "betting" and view["round"] == 1 and not view["you"])
        assert not people_at(server, "dakota")
        assert all(verdict.fault is None for verdict in verify_ledger(server.house.ledger))
        seat.close()


def test_a_practice_table_where_nobody_plays_is_put_away_though_a_socket_is_open(server: Server) -> None:
    ann = server.client("Ann")
    name = ann.http.post("/api/practice", json={"game": "dakota_stud"}).json()["table"]
    seat = ann.at(name)
    look = partial(server.hall.own_tables._look, name)
    later(server, look)
    assert name in server.house.pit.tables
    grown_old(server, HouseLimits().idle_table_s + 1)
    later(server, look)
    assert seat.is_closed()
    while server.hall.sockets.total:
        pass
    later(server, look)
    assert name not in server.house.pit.tables
    assert len(server.hall.own_tables) == 0
