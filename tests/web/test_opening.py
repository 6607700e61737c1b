"""Tables opened and retired by page: who may, what people at them are told, and what a restart makes of it."""

import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.games import find_game
from houseway.house import events
from houseway.house.audit.verify import verify_ledger
from houseway.house.configuration import default_room
from houseway.house.ledger import open_ledger
from houseway.house.ledger import postgres as postgres_ledger
from houseway.house.ledger.store import STAFF_BOOK
from houseway.rules.refused import Refused
from houseway.web.floor import Floor
from houseway.web.open_house import open_house
from tests.house.postgres_server import PostgresServer
from tests.web.conftest import PASSWORD
from tests.web.running import Client, Seat, Server, bets_of, eventually, play_round, running, small_room
from tests.web.test_floor import FullDisk


@pytest.fixture
def server() -> Iterator[Server]:
    with running(small_room("dakota", "lucky"), seed=5) as made:
        staffed(made)
        yield made


def staffed(server: Server) -> None:
    server.hall.staff.add("Sam", "supervisor", PASSWORD)
    server.hall.staff.add("Ada", "auditor", PASSWORD)


def sam(server: Server) -> Client:
    return server.client().log_in("Sam", PASSWORD)


def opens(client: Client, name: str = "corner", game: str = "dakota_stud", **changes: Any) -> httpx.Response:
    pattern = client.http.get(f"/api/house/pattern/{game}").json()
    config = {**pattern.get("config", {}), "name": name, **changes}
    body = {"id": uuid.uuid4().hex, "config": config, "reason": "a busy evening"}
    return client.http.post("/api/house/tables", json=body)


def listed(client: Client) -> set[str]:
    return {table["table"] for table in client.get("/api/room")["tables"]}


def plays(seat: Seat, table: str, server: Server) -> None:
    facts = server.client().get(f"/api/tables/{table}")["facts"]
    play_round(seat, bets_of(facts), lambda acts: acts[0])


def good(server: Server) -> None:
    assert [verdict.sentence for verdict in verify_ledger(server.house.ledger) if verdict.fault] == []


@pytest.mark.parametrize(
    "game", ["dakota_stud", "super_fun_21", "fast_action_holdem", "triple_shot_bonus", "lucky_lucky", "casino_war"]
)
def test_the_pattern_of_every_game_can_be_opened_as_it_is(server: Server, game: str) -> None:
    answer = opens(sam(server), game=game)
    assert answer.status_code == 200, answer.text
    opened = server.house.pit.tables["corner"].set_up
    assert (opened.practice, opened.betting_clock_s) == (False, 30), "also where the room that ships only practises it"
    assert listed(server.client()) == {"dakota", "lucky", "corner"}
    good(server)


def test_the_pattern_has_the_settings_of_the_room_that_ships(server: Server) -> None:
    """The cap too: without one the best play wins at Fast Action Hold'em."""
    shipped = default_room().tables["holdem"].to_body()
    config = sam(server).get("/api/house/pattern/fast_action_holdem")["config"]
    assert config["options"] == shipped["options"]
    assert config["options"]["cap_cents"] == 1_000_000
    assert (config["wagers"], config["buy_in_least_cents"]) == (shipped["wagers"], shipped["buy_in_least_cents"])
    assert (config["name"], config["title"]) == ("fast-action-holdem", find_game("fast_action_holdem").title)


def test_a_table_opened_by_page_is_played_at(server: Server) -> None:
    assert opens(sam(server), title="In the corner").status_code == 200
    ann = server.client("Ann").at("corner")
    ann.do("sit", cents=100_000)
    plays(ann, "corner", server)
    ann.close()
    good(server)


def test_only_a_supervisor_opens_and_the_checks_are_those_of_the_house_file(server: Server) -> None:
    for client in (server.client(), server.client("Ann"), server.client().log_in("Ada", PASSWORD)):
        assert opens(client).status_code == 403
    client = sam(server)
    for changes, says in (
        ({"seats": 99}, "config: seats is 99"),
        ({"name": "dakota"}, "there is a table 'dakota' already"),
        ({"departs": "for fun"}, "departs is written"),
    ):
        answer = opens(client, **changes)
        assert answer.status_code == 409, answer.text
        assert says in answer.json()["reason"]
    assert listed(client) == {"dakota", "lucky"}
    assert set(server.house.ledger.tables()) == {"dakota", "lucky"}


def test_the_same_opening_said_twice_is_one(server: Server) -> None:
    client = sam(server)
    config = {**client.get("/api/house/pattern/dakota_stud")["config"], "name": "corner"}
    body = {"id": "once", "config": config, "reason": "a busy evening"}
    first, again = (client.http.post("/api/house/tables", json=body) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json()["version"] == first.json()["version"]
    assert [row.kind for row in server.house.ledger.read("corner")].count(events.OPENED) == 1


def test_a_table_that_could_not_be_written_is_said_to_be_so_and_leaves_nothing(server: Server) -> None:
    """Neither while the disk is full nor when it is not any more."""
    disk, pit = FullDisk(server.house.ledger), server.house.pit
    server.house.writer._ledger = disk  # type: ignore[assignment]
    supervisor = sam(server)
    disk.full = True
    refused = opens(supervisor)
    assert (refused.status_code, refused.json()["code"]) == (503, "broken"), refused.text
    assert "the ledger cannot be written" in refused.json()["reason"]
    disk.full = False
    eventually(lambda: not pit.broken and not server.hall.floor.mending._at_work)
    assert set(pit.tables) == {"dakota", "lucky"}
    assert opens(supervisor).status_code == 200
    assert listed(supervisor) == {"dakota", "lucky", "corner"}
    good(server)


def test_people_at_a_retired_table_are_told_and_their_chips_are_in_the_cage(server: Server) -> None:
    ann = server.client("Ann")
    seat = ann.at("dakota")
    seat.do("sit", cents=100_000)
    plays(seat, "dakota", server)
    assert sam(server).command("dakota", "retire", reason="worn out").status_code == 200
    assert seat.is_closed()
    assert seat.view["closed"] == "worn out"
    table = server.house.pit.tables["dakota"]
    assert not table.players
    assert table.accounts["cage"] + table.accounts["house"] == 0
    assert listed(ann) == {"lucky"}
    answer = ann.http.get("/api/tables/dakota")
    assert (answer.status_code, answer.json()["code"]) == (404, "missing")
    assert "was retired" in answer.json()["reason"]
    with pytest.raises(Exception, match="404"):
        ann.at("dakota")
    assert ann.get("/api/tables/dakota/rounds/1")["shuffle"]["revealed"]
    for client in (ann, server.client()):
        lost = client.http.get("/table/dakota")
        assert (lost.status_code, "was retired: Worn out." in lost.text, "/round/dakota/1" in lost.text) == (
            404,
            True,
            True,
        )
        assert client.http.get("/round/dakota/1").status_code == 200, "what was promised is kept"
        assert client.http.get("/round/dakota").headers["location"] == "/round/dakota/1"
        assert client.http.get("/round/dakota/2").status_code == 404
    good(server)


def test_staff_see_a_retired_table_and_open_it_again(server: Server) -> None:
    client = sam(server)
    client.command("dakota", "retire", reason="worn out")
    (dakota,) = [table for table in client.get("/api/house") if table["table"] == "dakota"]
    assert dakota["retired"]
    assert dakota["incidents"][0]["kind"] == events.RETIRED
    assert client.get("/api/house/totals")["room"]["tables"] == 1
    ada = server.client().log_in("Ada", PASSWORD)
    streams = {each["table"]: (each["open"], each["retired"]) for each in ada.get("/api/audit/streams")}
    assert streams == {"dakota": (False, True), "lucky": (True, False), STAFF_BOOK: (True, False)}
    assert opens(client, **dakota["config"]).status_code == 200
    assert listed(client) == {"dakota", "lucky"}
    (again,) = [table for table in client.get("/api/house") if table["table"] == "dakota"]
    assert (again["retired"], again["incidents"][0]["by"]) == (False, "Sam")


def test_what_practice_won_never_becomes_the_rooms(server: Server) -> None:
    """Neither by opening a practice table again for the room, nor by a change of one."""
    client, ann = sam(server), server.client("Ann").at("dakota")
    ann.do("sit", cents=100_000)
    plays(ann, "dakota", server)
    ann.close()
    before = client.get("/api/house/totals")["room"]["won_cents"]
    (dakota,) = [table for table in client.get("/api/house") if table["table"] == "dakota"]
    other = {**dakota["config"], "practice": True}
    answers = [client.command("dakota", "configure", config=other, reason="for beginners")]
    assert client.command("dakota", "retire", reason="worn out").status_code == 200
    answers.append(opens(client, **other))
    for answer in answers:
        assert (answer.status_code, "were of the room and stay so" in answer.text) == (409, True), answer.text
    assert client.get("/api/house/totals")["room"]["won_cents"] == before
    assert opens(client, **dakota["config"]).status_code == 200
    good(server)


def test_file_against_page_at_the_next_start(tmp_path: Path) -> None:
    """Opened by page: it is there. Retired by page: it stays so, and that is said in a line."""
    database = str(tmp_path / "house.sqlite")
    said: list[str] = []
    room = small_room("dakota", "lucky")
    with running(room, database) as server:
        staffed(server)
        client = sam(server)
        assert opens(client).status_code == 200
        assert client.command("lucky", "retire", reason="worn out").status_code == 200
    house = open_house(database, room, say=said.append)
    assert {table.name for table in house.pit.in_room()} == {"dakota", "corner"}
    assert sorted(said) == [
        "table 'corner' is in the ledger but not in the house file: it is served as it was",
        "table 'lucky' is in the house file but was retired by page: it stays so until a page opens it",
    ]
    house.close()
    with running(room, database) as server:
        client = sam(server)
        assert opens(client, **house.pit.tables["lucky"].set_up.to_body()).status_code == 200
        assert listed(client) == {"dakota", "lucky", "corner"}
        good(server)


def test_another_server_on_the_same_postgresql_has_new_tables_and_lets_go_of_old_ones(postgres: PostgresServer) -> None:
    database, room = postgres.new_ledger(), small_room("dakota")
    with running(room, database) as one, running(room, database) as two:
        staffed(one)
        ben = two.client("Ben")
        watching = ben.at("dakota")
        watching.do("sit", cents=100_000)
        assert opens(sam(one)).status_code == 200
        eventually(lambda: listed(two.client()) == {"dakota", "corner"})
        seat = ben.at("corner")
        seat.do("sit", cents=100_000)
        plays(seat, "corner", two)
        assert sam(one).command("dakota", "retire", reason="worn out").status_code == 200
        assert watching.is_closed()
        assert listed(two.client()) == {"corner"}
        assert sam(two).command("corner", "retire", reason="worn out").status_code == 200
        assert seat.is_closed()
        eventually(lambda: listed(one.client()) == set())
        good(one)


def test_the_room_has_no_more_tables_than_it_may_though_two_servers_open_them(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither has heard of what the other opened."""
    monkeypatch.setattr(Floor, "_heard", lambda *_: None)
    database = postgres.new_ledger()
    room = small_room("dakota").model_copy(update={"tables_max": 3})
    with running(room, database) as one, running(room, database) as two:
        staffed(one)
        first, second = sam(one), sam(two)
        assert opens(first, "corner").status_code == 200
        assert opens(second, "window").status_code == 200
        refused = opens(first, "stairs")
        assert refused.status_code == 409
        assert "may have 3 tables and has them" in refused.json()["reason"]
        done = second.command("corner", "retire", reason="a quiet one")
        assert done.status_code == 200, done.text
        assert opens(first, "stairs").status_code == 200
        good(one)


def test_two_servers_do_not_open_tables_at_the_same_time(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(postgres_ledger, "TURN_MS", 50)
    database = postgres.new_ledger()
    with running(small_room("dakota"), database) as server:
        staffed(server)
        other = open_ledger(database)
        with other.turn():
            refused = opens(sam(server))
        assert refused.status_code == 409
        assert "another server of this house is doing the same just now" in refused.json()["reason"]
        assert opens(sam(server)).status_code == 200
        other.close()


def test_a_server_does_not_begin_with_another_key_beside_one_that_serves(postgres: PostgresServer) -> None:
    """Each would seal cards and draw triggers that the other cannot know."""
    database, room = postgres.new_ledger(), small_room("dakota")
    house = open_house(database, room)
    try:
        house.ledger.listen(lambda _: None)  # as a server does that is open
        with pytest.raises(Refused, match="another server serves this ledger, with the key that it has: stop it first"):
            open_house(database, room, lost_key=True)
    finally:
        house.close()
    open_house(database, room, lost_key=True).close()
