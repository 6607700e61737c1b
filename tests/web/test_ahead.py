"""Issue 9, point 5: staff are told where a player is ahead, and before they change a table; play never waits for it."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from houseway.house.configuration import TableConfig, default_room
from houseway.house.draft import Command
from houseway.rules.refused import Refused
from houseway.web import edge_watch
from houseway.web.edge_watch import Ahead
from tests.web.running import Client, Server, running, small_room

PASSWORD = "a long password"
DEADLINE_S = 300.0
GENEROUS = {"rounding": "player", "grain_cents": 100}  # half a dollar given up for nothing


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(small_room("super-fun"), seed=7, mixes=True) as made:
        for name, role in (("Sam", "supervisor"), ("Ada", "auditor")):
            made.hall.staff.add(name, role, PASSWORD)
        yield made


def generous(config: dict[str, Any]) -> dict[str, Any]:
    limits = {"least_cents": 100, "most_cents": 20_000, "step_cents": 100}
    return {**config, "options": {**config["options"], **GENEROUS}, "wagers": {"blackjack": limits}}


def until_known(client: Client, config: dict[str, Any]) -> dict[str, Any]:
    until = time.monotonic() + DEADLINE_S
    while True:
        answer = client.http.post("/api/house/ahead", json={"config": config})
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        if told["state"] == "known":
            return told
        assert told == {**told, "state": "working", "is_ahead": False, "mixes": None}
        assert "not yet known" in told["text"]
        assert time.monotonic() < until, "it was not worked out in time"
        time.sleep(0.2)


def test_the_house_view_knows_of_every_table_who_is_ahead(server: Server) -> None:
    auditor = server.client().log_in("Ada", PASSWORD)
    (table,) = auditor.get("/api/house")
    until_known(auditor, table["config"])
    (told,) = auditor.get("/api/house/ahead")
    assert told["table"] == "super-fun"
    assert told["state"] == "known"
    assert not told["is_ahead"]
    assert told["text"] == "the house is ahead: best play loses at least 0.94 % of the bets, with Blackjack $5"
    assert told["mixes"]["by_share"]["bets"] == {"blackjack": 500}


def test_a_supervisor_is_warned_before_a_table_is_changed_and_the_warning_is_on_record(server: Server) -> None:
    sam = server.client().log_in("Sam", PASSWORD)
    (table,) = sam.get("/api/house")
    config = generous(table["config"])
    told = until_known(sam, config)
    says = "the player is ahead: best play wins 17.34 % of the bets, 17.3 cents a round, with Blackjack $1"
    assert told["is_ahead"]
    assert told["text"] == says
    worst = told["mixes"]["by_share"]
    assert f"{float(Fraction(worst['won'][0][1][0])):.1f}" == "17.3"
    refused = sam.command("super-fun", "configure", config=config, reason="a gift")
    assert refused.status_code == 409
    assert says in refused.json()["reason"]
    assert sam.get("/api/house")[0]["config"] == table["config"]  # nothing was changed
    done = sam.command("super-fun", "configure", config=config, reason="a gift", warned=says)
    assert done.status_code == 200, done.text
    (event,) = [row for row in server.house.ledger.read("super-fun") if row.kind == "configured"]
    assert event.body["reason"] == f"a gift (warned: {says})"
    assert TableConfig.from_body(event.body["config"]).options["rounding"] == "player"


def test_who_is_ahead_is_for_staff(server: Server) -> None:
    for client in (server.client(), server.client("Pia")):
        assert client.http.get("/api/house/ahead").status_code == 403
        assert client.http.post("/api/house/ahead", json={"config": {}}).status_code == 403
    sam = server.client().log_in("Sam", PASSWORD)
    wrong = sam.http.post("/api/house/ahead", json={"config": {"name": "x", "game": "poker"}})
    assert wrong.status_code == 409
    assert "no game 'poker'" in wrong.json()["reason"]


class Silent:
    """A worker that never answers, and remembers whether it was let go."""

    def __init__(self, *messages: dict[str, Any]) -> None:
        self.messages = list(messages)
        self.asked: list[str] = []
        self.ended = 0
        self.is_alive = True

    async def ask(self, line: str) -> None:
        self.asked.append(line)

    async def hear(self, within_s: float) -> dict[str, Any] | None:
        if self.messages:
            return self.messages.pop(0)
        await asyncio.sleep(within_s)
        return None

    async def end(self) -> None:
        self.ended += 1
        self.is_alive = False


def test_nobody_outruns_the_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not yet known is said to be so; whoever does not wait says that they read it, and it is on record."""
    monkeypatch.setattr(edge_watch, "SOON_S", 0.05)
    worker = Silent()
    table = default_room().tables["super-fun"]

    async def look() -> None:
        ahead = Ahead(hired(worker))
        for _ in range(3):
            told = await ahead.of(table)
            assert told["state"] == "working"
        change = Command("1", "configure", what={"config": table.to_body(), "reason": "in a hurry"})
        with pytest.raises(Refused, match=r"not yet known\. Whoever sets up the table all the same says"):
            await ahead.noted(change)
        with pytest.raises(Refused, match="not yet known"):
            await ahead.noted(change, default_room().tables["super-fun-practice"])
        warned = await ahead.noted(replace(change, what={**change.what, "warned": edge_watch.NOT_YET}))
        assert warned.what["reason"] == "in a hurry (warned: whether a player is ahead is not yet known)"
        other_name = TableConfig.from_body({**table.to_body(), "title": "Another name", "decision_clock_s": 40})
        assert await ahead.noted(change, other_name) == change  # nothing that decides who is ahead is changed
        await asyncio.sleep(0)
        await ahead.close()

    asyncio.run(asyncio.wait_for(look(), DEADLINE_S))
    assert len(worker.asked) == 1
    assert worker.ended == 1


def test_a_table_that_cannot_be_worked_out_is_not_tried_at_once_again() -> None:
    worker = Silent({"told": {}}, {"refused": "counting takes an hour"})
    table = default_room().tables["holdem"]

    async def look() -> dict[str, Any]:
        ahead = Ahead(hired(worker))
        while (told := await ahead.of(table))["state"] == "working":
            await asyncio.sleep(0.01)
        again = await ahead.of(table)
        assert again == told
        await ahead.close()
        return told

    told = asyncio.run(asyncio.wait_for(look(), DEADLINE_S))
    assert told == {"state": "unknown", "is_ahead": False, "text": "counting takes an hour", "mixes": None}
    assert len(worker.asked) == 1


def test_a_worker_that_fails_is_let_go_and_the_next_table_gets_another() -> None:
    workers = [Silent({"fault": "a mistake of ours"}), Silent({"refused": "not this one"})]
    tables = [default_room().tables[name] for name in ("super-fun", "super-fun-practice")]

    async def hire() -> Any:
        return next(worker for worker in workers if worker.is_alive)

    async def look() -> list[str]:
        ahead = Ahead(hire)
        told: list[dict[str, Any]] = []
        while not told or any(each["state"] == "working" for each in told):
            told = [await ahead.of(table) for table in tables]
            await asyncio.sleep(0.01)
        await ahead.close()
        return [each["text"] for each in told]

    said = asyncio.run(asyncio.wait_for(look(), DEADLINE_S))
    assert said == ["whether a player is ahead could not be worked out", "not this one"]
    assert [worker.is_alive for worker in workers] == [False, False]


def test_a_reason_leaves_room_for_the_warning() -> None:
    table = default_room().tables["super-fun"]
    body = generous(table.to_body())
    answer = {"bets": {"blackjack": 100}, "players": 1, "won": [[["blackjack"], ["17", "17"]]], "others": ["0", "0"]}
    mixes: dict[str, Any] = {name: {**answer, "others_bet": {}} for name in ("by_share", "by_round")}
    mixes["at_most"] = 0.17

    async def look() -> None:
        ahead = Ahead(hired(Silent({"answer": mixes})))
        while (await ahead.of(TableConfig.from_body(body)))["state"] == "working":
            await asyncio.sleep(0.01)
        told = (await ahead.of(TableConfig.from_body(body)))["text"]
        long = {"config": body, "reason": "x" * 490, "warned": told}
        with pytest.raises(Refused, match="the warning goes on record beside it"):
            await ahead.noted(Command("1", "configure", what=long))
        for word in ("yes", True, None, edge_watch.NOT_YET):  # what was read meanwhile is another sentence
            with pytest.raises(Refused, match="the player is ahead"):
                await ahead.noted(Command("1", "configure", what={**long, "warned": word}))
        await ahead.close()

    asyncio.run(asyncio.wait_for(look(), DEADLINE_S))


def hired(worker: Silent) -> Any:
    async def hire() -> Silent:
        return worker

    return hire
