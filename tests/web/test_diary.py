"""A person's own past: purse, results, rounds over all tables, and all of it in one file."""

import contextlib
import random
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from houseway.house.money import CAGE
from houseway.house.purse import STACK_CENTS
from houseway.web.desk.questions import Questions
from houseway.web.diary import Diary
from houseway.web.floor import Busy
from tests.house.postgres_server import PostgresServer
from tests.web.regular_kit import PHRASE, comes_back, keep, noted, role, try_to_come_back
from tests.web.running import Client, Server, bets_of, play_round, running, small_room

ROOM = ("dakota", "super-fun", "dakota-practice")


def play(client: Client, name: str, rounds: int, *, leave: bool = False) -> None:
    rng = random.Random(name)
    facts = client.get(f"/api/tables/{name}")["facts"]
    seat = client.at(name)
    if not seat.view["you"]:
        assert seat.do("sit", cents=100_000)["type"] == "done"
    for _ in range(rounds):
        play_round(seat, bets_of(facts), rng.choice)
    if leave:
        assert seat.do("leave")["type"] == "done"
    seat.close()


def own_table(client: Client) -> str:
    answer = client.http.post("/api/practice", json={"game": "dakota_stud"})
    return str(answer.json()["table"])


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(small_room(*ROOM), seed=7) as made:
        yield made


@pytest.fixture(scope="module")
def ann(server: Server) -> Client:
    """She played at three tables, left one, and practised alone; somebody else played there too."""
    made = server.client("Ann")
    play(made, "dakota", 3, leave=True)
    play(made, "super-fun", 2)
    play(made, own_table(made), 2)
    play(server.client("Ben"), "dakota", 1)
    return made


def chips(server: Server, table: str, player: str) -> int:
    return server.house.pit.tables[table].chips(player)


def test_the_purse_is_what_the_cage_says(server: Server, ann: Client) -> None:
    told = ann.get("/api/you")
    left = next(row.body["cents"] for row in server.house.ledger.read("dakota") if row.kind == "left")
    assert told["bought_cents"] == 200_000, "practice is apart"
    assert told["taken_cents"] == left
    assert told["purse_cents"] == STACK_CENTS - 200_000 + left
    assert told["stacks"] == 1
    on = {each["table"]: each["cents"] for each in told["on_tables"]}
    own = own_table(ann)
    assert on == {"super-fun": chips(server, "super-fun", ann.id), own: chips(server, own, ann.id)}
    room = [each for each in told["by_game"] if not each["practice"]]
    assert sum(each["net_cents"] for each in room) == left + on["super-fun"] - 200_000
    assert {(each["of"], each["practice"], each["rounds"]) for each in told["by_game"]} == {
        ("dakota_stud", False, 3),
        ("dakota_stud", True, 2),
        ("super_fun_21", False, 2),
    }
    for key in ("rounds", "net_cents"):
        assert sum(each[key] for each in told["by_day"]) == sum(each[key] for each in told["by_game"])
    assert told["rounds"] == 7


def test_rounds_are_paged_the_newest_first_and_nobody_elses(server: Server, ann: Client) -> None:
    pages: list[dict[str, Any]] = []
    before = ""
    while page := ann.get(f"/api/you/rounds?limit=3{before}"):
        pages += page
        before = f"&before={page[-1]['at']}"
    own = own_table(ann)
    assert [(each["table"], each["round"]) for each in pages] == [
        (own, 2), (own, 1), ("super-fun", 2), ("super-fun", 1), ("dakota", 3), ("dakota", 2), ("dakota", 1),
    ]  # fmt: skip
    recalled = ann.get("/api/tables/dakota/rounds/3")
    (player,) = recalled["players"]
    assert pages[4]["net_cents"] == player["cents_after"] - player["cents_before"]
    assert server.client("Cleo").get("/api/you/rounds") == []


def test_a_round_that_is_on_is_not_told(server: Server) -> None:
    dora = server.client("Dora")
    seat = dora.at("dakota")
    seat.do("sit", cents=100_000)
    seat.do("bet", wagers=bets_of(dora.get("/api/tables/dakota")["facts"]))
    seat.do("ready")
    assert dora.get("/api/you/rounds") == []
    assert dora.get("/api/you")["on_tables"][0]["cents"] == 100_000
    while seat.view["phase"] == "playing":
        seat.do("act", seen=seat.view["version"], act=seat.view["pending"]["acts"][0])
    seat.do("leave")
    seat.close()


def test_the_file_holds_everything_and_its_sums_are_the_ledgers(server: Server) -> None:
    eve = server.client("Eve")
    play(eve, "dakota", 3, leave=True)
    keep(eve)
    noted(eve, "PUT", "/api/you/settings", settings={"deck": "two"})
    noted(eve, "POST", "/api/you/score", score={"dakota_stud": {"drills": 3, "drills_right": 2}})
    answer = eve.http.get("/api/you/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="houseway-your-record.json"'
    held = answer.json()
    assert (held["profile"]["id"], held["profile"]["name"]) == (eve.id, "Eve")
    assert held["profile"]["kept_at"]
    assert held["settings"] == {"deck": "two"}
    assert held["score"]["dakota_stud"]["drills"] == 3
    rounds = held["play"]["rounds"]
    assert len(rounds) == 3
    for each in rounds:
        (seat,) = each["seats"].values()
        assert sum(seat["wagers"].values()) <= each["bet_cents"]
        assert sum(seat["won"].values()) == each["net_cents"]
    cage = sum(move["cents"] for move in held["play"]["cage"])
    assert cage == sum(each["net_cents"] for each in rounds)
    theirs = [row.body for row in server.house.ledger.read("dakota") if row.body.get("player") == eve.id]
    assert cage == sum(body["postings"][CAGE] for body in theirs if CAGE in body.get("postings", {}))
    assert held["play"]["rounds_left_out"] == 0
    assert (rounds[0]["net_in_dollars"], rounds[0]["at_utc"]) == in_words(rounds[0])
    assert '\n  "profile": {\n' in answer.text, "a person can read it"
    assert "hash" not in answer.text
    assert "argon2" not in answer.text


def in_words(round_: dict[str, Any]) -> tuple[str, str]:
    sign, dollars = "-" if round_["net_cents"] < 0 else "", Decimal(abs(round_["net_cents"])) / 100
    return f"{sign}${dollars:.2f}", str(datetime.fromtimestamp(round_["at"] // 10**6, UTC).replace(tzinfo=None))


def without_words(record: Any) -> Any:
    """As the API tells it."""
    if isinstance(record, list):
        return [without_words(each) for each in record]
    if not isinstance(record, dict):
        return record
    beside = ("_in_dollars", "_utc")
    return {name: without_words(value) for name, value in record.items() if not name.endswith(beside)}


def test_who_wants_to_be_forgotten_is(server: Server) -> None:
    fay = keep(server.client("Fay"))
    there = comes_back(server, "Fay")
    noted(fay, "PUT", "/api/you/settings", settings={"deck": "two"})
    assert fay.http.post("/api/you/forget", json={"passphrase": "a wrong one"}).status_code == 403
    assert role(fay) == "player"
    assert fay.http.post("/api/you/forget", json={"passphrase": PHRASE}).json()["role"] == "guest"
    assert (role(fay), role(there)) == ("guest", "guest")
    ledger = server.house.ledger
    shelves = ("regulars", "regular_names", "regular_settings", "regular_scores")
    assert not any(fay.id in (*ledger.shelf(name), *ledger.shelf(name).values()) for name in shelves)
    assert try_to_come_back(server.client().http, "Fay").status_code == 403
    assert server.client("Fay").id != fay.id, "the name is free"
    gil = server.client("Gil")
    assert gil.http.post("/api/you/forget", json={}).status_code == 200
    assert role(gil) == "guest"


def test_a_long_ledger_is_read_a_part_at_a_time(server: Server, ann: Client) -> None:
    whole = Diary(server.house.ledger).summary(ann.id)
    slow = Diary(server.house.ledger, rows_max=20)
    with pytest.raises(Busy, match="ask again in a moment"):
        slow.summary(ann.id)
    told = None
    while told is None:
        with contextlib.suppress(Busy):
            told = slow.summary(ann.id)
    assert told == whole


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_a_clerk_of_its_own_tells_the_same(store: str, tmp_path: Path, postgres: PostgresServer) -> None:
    database = str(tmp_path / "house.sqlite") if store == "sqlite" else postgres.new_ledger()
    with running(small_room("dakota"), database, seed=7) as server:
        hal = server.client("Hal")
        play(hal, "dakota", 2, leave=True)
        told = hal.get("/api/you")
        assert told["rounds"] == 2
        assert without_words(hal.get("/api/you/export")["play"]["summary"]) == told
        assert Questions(server.house.ledger).answer("summary", {"player": hal.id}) == hal.http.get("/api/you").content
    with running(small_room("dakota"), database) as server:
        again = server.client()
        again.http.headers["cookie"] = hal.cookie
        assert again.get("/api/you") == told
