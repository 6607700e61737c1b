"""Bets placed and taken back, comings and goings: what one player and one address may have written down."""

from dataclasses import replace
from typing import Any

import pytest

from houseway.house.draft import Actor, Command
from houseway.house.table import Player, Table
from houseway.web.budget import is_second_thought
from houseway.web.limits import HouseLimits
from tests.web.running import FREE, Server, TurnedAway, bets_of, eventually, play_round, running, small_room

DAKOTA = {"dollar": 500, "one": 500, "two": 500, "three": 500}
SHIPPED = HouseLimits()


def head(server: Server, table: str = "dakota") -> int:
    return server.house.ledger.head(table).version


def test_bets_placed_and_taken_back_do_not_grow_the_ledger_for_ever() -> None:
    limits = replace(FREE, second_thoughts_a_minute=SHIPPED.second_thoughts_a_minute, strikes_max=10**6)
    with running(small_room("dakota"), limits=limits) as server:
        seat = server.client("Ann").at("dakota")
        seat.do("sit", cents=100_000)
        before, refused = head(server), 0
        for _ in range(200):
            steps: list[tuple[str, dict[str, Any]]] = [("bet", {"wagers": DAKOTA}), ("take_back", {})]
            for do, what in steps:
                answer = seat.do(do, **what)
                if answer["type"] == "refused":
                    refused += answer["code"] == "too_fast"
        assert refused > 100
        most = 2 * SHIPPED.second_thoughts_a_minute  # what may be spent at once, and no minute has passed
        assert head(server) - before <= 3 * most
        assert server.hall.floor.metrics.limits[(("limit", "second_thoughts_a_minute"),)] > 0
        seat.close()


def test_an_address_has_a_budget_too_whatever_names_its_people_go_by() -> None:
    limits = replace(FREE, second_thoughts_a_minute_an_address=20)
    with running(small_room("dakota", "super-fun"), limits=limits) as server:
        before, answers = head(server), []
        for number in range(30):
            answers.append(server.client(f"Visitor {number}").command("dakota", "sit"))
        for number in range(30, 60):
            session = server.client(f"Visitor {number}")
            answers.append(session.command("dakota", "sit"))
            answers.append(session.command("dakota", "leave"))
        assert [each.status_code for each in answers].count(429) > 0
        assert answers[-1].json()["code"] == "too_fast"
        assert int(answers[-1].headers["retry-after"]) > 0
        assert head(server) - before <= 2 * 40


def test_the_same_bet_again_and_again_and_ready_again_and_again_are_second_thoughts() -> None:
    table = Table("t", players={"a": Player("a", "Ann", (1, 2))}, bets={2: {"dollar": 500}}, ready=frozenset({"a"}))
    ann, ben = Actor("a", "Ann", "player"), Actor("b", "Ben", "player")

    def is_second(actor: Actor, do: str) -> bool:
        return is_second_thought(table, actor, Command("1", do))

    assert [is_second(ann, do) for do in ("bet", "ready", "take_back", "sit", "leave", "buy_in")] == [True] * 6
    assert not is_second(ann, "act")
    table.bets, table.ready = {}, frozenset()
    assert not is_second(ann, "bet")
    assert not is_second(ann, "ready")
    assert not is_second(ben, "bet")


def test_everything_a_player_causes_is_counted() -> None:
    with running(small_room("dakota"), limits=replace(FREE, events_a_minute=30), seed=2) as server:
        seat = server.client("Ann").at("dakota")
        seat.do("sit", cents=100_000)
        refused = {}
        for _ in range(100):
            answer = seat.do("bet", wagers=DAKOTA)
            if answer["type"] == "refused":
                refused = answer
                break
            seat.do("take_back")
        assert refused["code"] == "too_fast"
        assert head(server) <= 60 + 10
        seat.close()


def test_people_who_play_meet_no_limit(server: Server) -> None:
    """Rounds in a row at a table with bots, eight clicks a second: as fast as a finger is, and far faster than play."""
    ann = server.client("Ann")
    facts = ann.get("/api/tables/dakota-practice")["facts"]
    seat = ann.at("dakota-practice", pause_s=1 / 8)
    assert seat.do("sit", cents=facts["buy_in"][1])["type"] == "done"
    for _ in range(12):
        play_round(seat, bets_of(facts), lambda acts: acts[0])
    assert sum('"done"' in heard for heard in seat.heard) > SHIPPED.messages_at_once
    assert not server.hall.floor.metrics.limits
    seat.close()


def test_a_program_that_plays_as_fast_as_it_is_answered_is_told_to_wait_and_can_go_on(server: Server) -> None:
    ben = server.client("Ben")
    facts = ben.get("/api/tables/dakota-practice")["facts"]
    seat = ben.at("dakota-practice")
    seat.do("sit", cents=facts["buy_in"][1])
    answers = [seat.do("buy_in", cents=0) for _ in range(60)]
    assert answers[-1]["code"] == "too_fast"  # and every one was answered: `do` waits for its own id
    seat.pause_s = 0.2
    eventually(lambda: seat.do("leave")["type"] == "done")
    seat.close()


def test_coming_and_going_has_a_rate() -> None:
    limits = replace(FREE, sockets_a_minute=5)  # a player who is lost and back is two events each time
    with running(small_room("dakota"), limits=limits) as server:
        ann = server.client("Ann")
        ann.command("dakota", "sit")
        for _ in range(5):
            ann.at("dakota").close()
        for _ in range(3):
            with pytest.raises(TurnedAway, match="4429 you come and go too often"):
                ann.at("dakota")
