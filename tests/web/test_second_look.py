"""A finished round looked at again: the worth of every choice, and other choices on the same cards, in private."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from houseway.house.audit.memory import Memory
from houseway.house.second_look import SecondLook, second_look
from houseway.rules.refused import Refused
from houseway.rules.tape import CHOOSE, DEAL
from tests.web.running import Client, Seat, Server, bets_of, play_round, running, small_room


@pytest.fixture(scope="module")
def played() -> Iterator[Server]:
    """Rounds with choices at a table that shuffles for each, and at one whose shoe goes on."""
    with running(small_room("dakota", "lucky", "holdem"), seed=21) as made:
        rng = random.Random(4)
        for name in ("dakota", "lucky", "holdem"):
            seat = sit(made, name)
            for _ in range(3):
                play_round(seat, bets_of(made.client().get(f"/api/tables/{name}")["facts"]), rng.choice)
        yield made


def sit(server: Server, name: str) -> Seat:
    client = server.client("Ann")
    facts = client.get(f"/api/tables/{name}")["facts"]
    seat = client.at(name)
    seat.do("sit", cents=facts["buy_in"][1])
    return seat


@pytest.fixture(scope="module")
def guest(played: Server) -> Client:
    return played.client()


def with_choices(guest: Client, table: str) -> dict[str, Any]:
    return next(each for each in guest.get(f"/api/tables/{table}/rounds?limit=10") if each["choices"])


def test_every_choice_of_a_person_is_valued_best_first(guest: Client) -> None:
    round_ = with_choices(guest, "dakota")
    worths = guest.get(f"/api/tables/dakota/rounds/{round_['round']}/worths")
    assert [each["act"] for each in worths] == [each["act"] for each in round_["choices"]]
    for each in worths:
        values = [act["value"] for act in each["values"]]
        assert values == sorted(values, reverse=True)
        assert each["act"] in [act["act"] for act in each["values"]]
        assert round_["tape"][each["row"]][0] == CHOOSE
        assert each["unit_cents"] > 0
        assert each["covers"]["left_out"] == []
        assert each["covers"]["rest"][0]["wager"] == "dollar"
        assert all(isinstance(act["whole_cents"], float) for act in each["values"])


def test_the_acts_that_were_chosen_lead_to_the_round_that_was_played(guest: Client) -> None:
    for table in ("dakota", "lucky", "holdem"):
        round_ = with_choices(guest, table)
        acts = ",".join(each["act"] for each in round_["choices"])
        again = guest.get(f"/api/tables/{table}/rounds/{round_['round']}/what-if?choice=1&acts={acts}")
        assert again["pending"] is None
        assert not again["fresh"]
        assert [row[0] for row in again["tape"]] == [row[0] for row in round_["tape"]]
        assert again["tape"][-1] == round_["tape"][-1]
        assert [each["row"] for each in again["why"]] == [each["row"] for each in round_["why"]]


def test_another_choice_is_played_on_the_same_cards_and_nothing_is_written(played: Server, guest: Client) -> None:
    round_ = with_choices(guest, "dakota")
    version = played.house.pit.tables["dakota"].version
    chips = dict(played.house.pit.tables["dakota"].accounts)
    path = f"/api/tables/dakota/rounds/{round_['round']}/what-if"
    asked = guest.get(f"{path}?choice=1")
    assert asked["pending"]["acts"] == ["leave_one", "take_back_one"]
    assert -1 in [row[3] for row in asked["tape"] if row[0] == DEAL]  # played as it was: the community lies face down
    over = guest.get(f"{path}?choice=1&acts=take_back_one,take_back_two")
    assert over["pending"] is None
    shown = [row[3] for row in round_["tape"] if row[0] == DEAL]
    assert [row[3] for row in over["tape"] if row[0] == DEAL][:3] == shown[:3]
    assert played.house.pit.tables["dakota"].version == version
    assert dict(played.house.pit.tables["dakota"].accounts) == chips


def test_every_act_of_a_what_if_is_valued_as_one_of_a_round_is(guest: Client) -> None:
    round_ = with_choices(guest, "dakota")
    path = f"/api/tables/dakota/rounds/{round_['round']}"
    made = [each["act"] for each in round_["choices"]]
    assert guest.get(f"{path}/what-if/worths?choice=1&acts={','.join(made)}") == guest.get(f"{path}/worths")
    other = ["take_back_one", "take_back_two"] if made[0] == "leave_one" else ["leave_one", "leave_two"]
    judged = guest.get(f"{path}/what-if/worths?choice=1&acts={','.join(other)}")
    again = guest.get(f"{path}/what-if?choice=1&acts={','.join(other)}")
    assert [(each["choice"], each["act"]) for each in judged] == [(1, other[0]), (2, other[1])]
    assert [again["tape"][each["row"]][0] for each in judged] == [CHOOSE] * 2
    assert guest.get(f"{path}/what-if/worths?choice=1") == []


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("choice=99", 409), ("choice=0", 400), ("choice=1&acts=peek", 409), ("choice=1&acts=take_back_two", 409),
        ("choice=1&acts=leave_one,leave_two,leave_two", 409), ("choice=1&seed=-1", 400), ("", 400),
    ],
)  # fmt: skip
def test_what_is_no_choice_of_the_round_is_refused(guest: Client, query: str, status: int) -> None:
    number = with_choices(guest, "dakota")["round"]
    answer = guest.http.get(f"/api/tables/dakota/rounds/{number}/what-if?{query}")
    assert answer.status_code == status, answer.text


def test_a_round_that_is_on_cannot_be_looked_at_again() -> None:
    with running(small_room("dakota"), seed=3) as server:
        seat = sit(server, "dakota")
        seat.do("bet", wagers=bets_of(server.client().get("/api/tables/dakota")["facts"]))
        seat.do("ready")
        for path in ("worths", "what-if?choice=1&acts=leave_one,leave_two"):
            answer = server.client().http.get(f"/api/tables/dakota/rounds/1/{path}")
            assert (answer.status_code, "played to its end" in answer.text) == (409, True)


# --- what lies behind a round's own cards in a shoe that is still dealt from ---


def look_of(server: Server, table: str, *, revealed: bool) -> SecondLook:
    round_ = server.house.pit.tables[table].round
    assert round_ is not None
    return SecondLook(round_, revealed, frozenset(round_.owners))


def ways(look: SecondLook, seed: int, most: int = 40) -> list[dict[str, Any]]:
    """Every answer that can be had by choosing otherwise."""
    found: list[dict[str, Any]] = []
    waiting: list[list[str]] = [[]]
    while waiting and len(found) < most:
        acts = waiting.pop()
        found.append(look.what_if(1, acts, seed))
        if found[-1]["pending"]:
            waiting += [[*acts, act] for act in found[-1]["pending"]["acts"]]
    return found


def test_what_if_in_a_shoe_is_the_same_whatever_its_unseen_cards_are() -> None:
    rng = random.Random(8)
    compared = fresh = 0
    with running(small_room("lucky"), seed=5) as server:
        seat = sit(server, "lucky")
        facts = server.client().get("/api/tables/lucky")["facts"]
        while compared < 3:
            play_round(seat, bets_of(facts), rng.choice)
            look = look_of(server, "lucky", revealed=False)
            if not look.round.choices:
                continue
            drawn = look.round.told.cards_drawn
            rest = list(look.round.order[drawn:])
            rng.shuffle(rest)
            twin = replace(look, round=replace(look.round, order=(*look.round.order[:drawn], *rest)))
            told = ways(look, seed=7)
            assert told == ways(twin, seed=7)
            fresh += sum(each["fresh"] for each in told)
            compared += 1
    assert fresh > 0  # some went beyond the round's own cards, and said so


def test_cards_that_are_not_shown_keep_a_round_closed(played: Server) -> None:
    """Discards of Fast Action Hold'em are seen by nobody else until the shuffle is revealed."""
    ledger = played.house.ledger
    memory = Memory.of_the_last(ledger, "holdem").catch_up(ledger)
    kept = memory.find(1, ledger)
    assert second_look(kept, revealed=True).round.number == 1
    with pytest.raises(Refused, match="not all cards of round 1 are shown yet"):
        second_look(kept, revealed=False)
    shoe = Memory.of_the_last(ledger, "lucky").catch_up(ledger)
    assert not shoe.is_public(shoe.find(1, ledger))
    assert second_look(shoe.find(1, ledger), revealed=False)  # every card of it lay open
