"""A practice table of one's own: its player's and nobody else's, forgotten when idle, never lost."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from houseway.house.audit.verify import verify_ledger
from houseway.house.configuration import default_room
from houseway.house.own_tables import own_table, owner_of
from houseway.rules.refused import Refused
from tests.web.conftest import PASSWORD
from tests.web.running import FREE, WITHIN_S, Client, Server, bets_of, play_round, running, small_room


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(small_room("dakota", "dakota-practice", "super-fun"), seed=3) as made:
        made.hall.staff.add("Sam", "supervisor", PASSWORD)
        yield made


def own(client: Client, game: str = "dakota_stud") -> str:
    answer = client.http.post("/api/practice", json={"game": game})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["table"])


def look(server: Server, name: str) -> None:
    """The time comes when the house looks whether somebody is there."""

    async def now() -> None:
        server.hall.own_tables._look(name)

    asyncio.run_coroutine_threadsafe(now(), server._loop).result(WITHIN_S)


def wait_gone(server: Server, name: str, player: Client) -> None:
    while server.hall.floor.gallery.of(name, player.id):
        time.sleep(0.01)


def test_is_like_the_practice_table_and_always_the_same(server: Server) -> None:
    ann = server.client("Ann")
    name = own(ann)
    facts = ann.get(f"/api/tables/{name}")["facts"]
    pattern = ann.get("/api/tables/dakota-practice")["facts"]
    assert facts["practice"]
    apart = {"table": "", "spectators": 0, "set_up": ""}  # the mark of a set-up is each table's own
    assert {**facts, **apart} == {**pattern, **apart}
    assert own(ann) == name
    assert own(ann, "super_fun_21") != name
    assert own(server.client("Ann")) != name


def test_is_listed_to_nobody(server: Server) -> None:
    ann = server.client("Ann")
    own(ann)
    assert {table["table"] for table in ann.get("/api/room")["tables"]} == {"dakota", "dakota-practice", "super-fun"}


def test_only_its_player_and_staff_see_it_and_nobody_else_sits(server: Server) -> None:
    ann, ben, guest = server.client("Ann"), server.client("Ben"), server.client()
    sam = server.client().log_in("Sam", PASSWORD)
    name = own(ann)
    for path in ("", "/sign", "/rounds", "/rounds/1", "/shuffles/1"):
        for other in (ben, guest):
            assert other.http.get(f"/api/tables/{name}{path}").status_code == 403, path
    assert sam.http.get(f"/api/tables/{name}").status_code == 200
    assert ben.command(name, "sit", cents=10_000).status_code == 403
    with pytest.raises(Exception, match="403"):
        ben.at(name)
    assert not [each for each in server.house.pit.tables[name].players.values() if not each.bot]


def test_is_forgotten_when_idle_and_found_as_it_was_left(server: Server) -> None:
    ann = server.client("Ann")
    name = own(ann)
    seat = ann.at(name)
    facts = ann.get(f"/api/tables/{name}")["facts"]
    assert seat.do("sit", cents=facts["buy_in"][1])["type"] == "done"
    play_round(seat, bets_of(facts), lambda acts: acts[0])
    seat.close()
    wait_gone(server, name, ann)
    look(server, name)
    assert name in server.house.pit.tables, "its player's seat is kept"
    seat = ann.at(name)
    assert seat.do("leave")["type"] == "done"
    version = seat.view["version"]
    look(server, name)
    assert name in server.house.pit.tables, "somebody watches"
    seat.close()
    wait_gone(server, name, ann)
    look(server, name)
    assert name not in server.house.pit.tables
    assert server.client("Ben").http.get(f"/api/tables/{name}").status_code == 404
    assert ann.get(f"/api/tables/{name}/rounds/1")["round"] == 1
    assert ann.get(f"/api/tables/{name}")["view"]["version"] == version
    verdicts = {each.table: each for each in verify_ledger(server.house.ledger)}
    assert verdicts[name].fault is None
    assert verdicts[name].rounds == 1


def test_a_round_goes_on_after_the_server_started_again(tmp_path: object) -> None:
    database = f"sqlite:///{tmp_path}/house.db"
    room = small_room("dakota-practice", bots=())
    with running(room, database) as first:
        ann = first.client("Ann")
        name = own(ann)
        seat = ann.at(name)
        facts = ann.get(f"/api/tables/{name}")["facts"]
        seat.do("sit", cents=facts["buy_in"][1])
        seat.do("bet", wagers=bets_of(facts))
        seat.do("ready")
        seat.until_view(lambda view: view["pending"] is not None)
        cards = seat.view["tape"]
    with running(room, database) as second:
        assert name not in second.house.pit.tables, "read when its player comes"
        ann.address, ann.origin = second.address, second.origin
        again = ann.at(name)
        assert again.view["tape"] == cards
        assert again.view["pending"]["you"]
        assert again.do("act", act=again.view["pending"]["acts"][0])["type"] == "done"
        again.close()


def test_there_are_only_so_many() -> None:
    with running(small_room("dakota-practice"), limits=replace(FREE, own_tables_max=1)) as server:
        ann, ben = server.client("Ann"), server.client("Ben")
        name = own(ann)
        assert own(ann) == name
        full = ben.http.post("/api/practice", json={"game": "dakota_stud"})
        assert (full.status_code, full.json()["code"]) == (503, "busy")
        look(server, name)
        own(ben)


def test_needs_a_player_and_a_game_of_the_room(server: Server) -> None:
    assert server.client().http.post("/api/practice", json={"game": "dakota_stud"}).status_code == 403
    sam = server.client().log_in("Sam", PASSWORD)
    assert sam.http.post("/api/practice", json={"game": "dakota_stud"}).status_code == 403
    ann = server.client("Ann")
    assert ann.http.post("/api/practice", json={"game": "chess"}).status_code == 404
    none = ann.http.post("/api/practice", json={"game": "lucky_lucky"})
    assert "no table of Lucky Lucky" in none.json()["reason"]


def test_a_table_is_ones_own_by_its_name() -> None:
    room = default_room()
    made = own_table(room, "super_fun_21", "0123456789abcdef")
    assert owner_of(made.name) == "0123456789abcdef"
    assert not any(owner_of(name) for name in room.tables)
    assert owner_of("alone-0123456789abcdef") == ""
    changed = room.model_copy(update={"tables": {k: t for k, t in room.tables.items() if k != "super-fun-practice"}})
    assert own_table(changed, "super_fun_21", "0123456789abcdef").name != made.name
    with pytest.raises(Refused, match="no table of"):
        own_table(small_room("dakota"), "super_fun_21", "0123456789abcdef")
