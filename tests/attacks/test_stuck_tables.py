"""No table can be stuck: with few chips, with silent or leaving players, or where the house's own step fails."""

import random
from typing import Any

import pytest

from houseway.house import events
from houseway.house.dealer import CANNOT_GO_ON
from houseway.house.draft import Actor
from houseway.house.due import due_at
from tests.house.table_kit import ANNA, BEN, House, arranged, least_bets, table_of

TABLES = {"dakota": 12, "holdem": 12, "holdem-six": 12, "super-fun": 60, "triple-shot": 12, "lucky": 12}  # rounds:
# a natural behind another player comes about once in fifty
PEOPLE = {person.id: person for person in (ANNA, BEN)}
STEPS_MAX = 200  # of a round


def poor(name: str, rng: random.Random) -> House:
    """Two people who have bet all they have, or have a little left."""
    house = House(table_of(name), chance=rng.randrange)
    bets = least_bets(house.config)
    house.sit(ANNA, BEN)
    for person in (ANNA, BEN):
        house.bet(person, **bets)
        left = rng.choice([0, 0, 1, sum(bets.values()) // 2, sum(bets.values())])
        house.table.accounts["cage"] += house.chips(person) - left
        house.table.accounts[f"player:{person.id}"] = left
    for person in (ANNA, BEN):
        house.do(person, "ready")
    return house


@pytest.mark.parametrize("name", TABLES)
def test_every_state_that_poor_players_reach_has_a_next_step(name: str) -> None:
    rng = random.Random(f"short of chips {name}")
    for _ in range(TABLES[name]):
        house = poor(name, rng)
        for _ in range(STEPS_MAX):
            if not house.table.playing:
                break
            _verify_next_step(house)
            _step(house, rng)
        assert not house.table.playing
        assert not any(CANNOT_GO_ON in str(row.body.get("reason", "")) for row in house.ledger.read(name))
        assert min(house.chips(person) for person in (ANNA, BEN)) >= 0
        assert sum(house.table.accounts.values()) == 0
        assert house.table.accounts["felt"] == 0


def _verify_next_step(house: House) -> None:
    """Whoever is asked has an act that costs nothing, and the clock has one for them."""
    waits = house.view()["pending"]["player"]
    assert house.view(PEOPLE[waits])["pending"]["acts"]
    assert house.table.round is not None
    assert house.table.round.acts_within(0)
    assert due_at(house.table) is not None


def _step(house: House, rng: random.Random) -> None:
    waits = PEOPLE[house.view()["pending"]["player"]]
    version = house.table.version
    way = rng.random()
    if way < 0.15:
        house.wait(house.config.decision_clock_s)
    elif way < 0.25 and not house.table.players[waits.id].leaving:
        house.do(waits, "leave")
    else:
        house.do(waits, "act", act=rng.choice(house.view(waits)["pending"]["acts"]))
    assert house.table.version > version


def test_procedures_3__a_player_with_no_chips_cannot_double_a_natural_and_freezes_no_table() -> None:
    """A natural behind another player, nothing left to double it with. Once it was offered a free double, which was put
    up when the other's turn was over: so that no act, no clock and no leaving could end that turn."""
    config = table_of("super-fun", seats=2)
    for ends in ("stand", "clock", "leave"):
        house = House(config, chance=arranged(config, "Th Ah 9d 6s Kd 7c 3c 4c"))
        house.sit(BEN, ANNA)
        house.bet(ANNA, blackjack=1000)
        house.bet(BEN, blackjack=1000)
        house.table.accounts["cage"] += house.chips(ANNA)
        house.table.accounts["player:anna"] = 0
        house.do(ANNA, "ready")
        house.do(BEN, "ready")
        offered = house.view(ANNA)["pending"]["acts"]
        house.do(ANNA, "act", act=offered[-1])  # whatever else than to stand
        if ends == "clock":
            for _ in range(3):  # it hits, and stands
                house.wait(config.decision_clock_s)
        elif ends == "leave":
            house.do(BEN, "leave")
        else:
            house.do(BEN, "act", act="stand")
        assert house.table.playing is False, ends
        assert offered == ["stand"]
        assert house.chips(ANNA) == 2000


# --- where the house itself fails ---


@pytest.fixture
def in_play() -> House:
    house = House(table_of("dakota"))
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, BEN, **least_bets(house.config))
    return house


def fails(*_: Any, **__: Any) -> None:
    raise RuntimeError("a fault of our own")


@pytest.mark.parametrize(("do", "who"), [("act", ANNA), ("tick", None), ("leave", ANNA)])
def test_a_step_of_the_house_that_fails_voids_the_round_with_its_reason(
    in_play: House, do: str, who: Actor | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = in_play.chips(ANNA), in_play.chips(BEN)
    monkeypatch.setattr("houseway.house.round.TableRound.latest", property(fails))
    if do == "tick":
        in_play.wait(in_play.config.decision_clock_s)
    else:
        assert who is not None
        what: dict[str, Any] = {"act": "leave_one"} if do == "act" else {}
        in_play.do(who, do, **what)
    void = in_play.last(events.VOIDED)
    assert void["reason"] == f"{CANNOT_GO_ON}: RuntimeError('a fault of our own')"
    assert not in_play.table.playing
    bet = sum(least_bets(in_play.config).values())
    assert in_play.chips(BEN) == before[1] + bet
    monkeypatch.undo()
    in_play.audit()


def test_a_table_that_cannot_begin_a_round_closes_and_gives_the_bets_back(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(table_of("dakota"))
    house.sit(ANNA)
    before = house.chips(ANNA)
    house.bet(ANNA, **least_bets(house.config))
    monkeypatch.setattr("houseway.house.dealer.deal_round", fails)
    house.do(ANNA, "ready")
    assert house.last(events.FAULTED)["reason"] == f"{CANNOT_GO_ON}: RuntimeError('a fault of our own')"
    assert house.table.closed
    assert house.chips(ANNA) == before
    monkeypatch.undo()
    house.audit()


def test_the_watchdog_voids_a_round_that_no_tick_moves(in_play: House) -> None:
    from houseway.house.draft import THE_HOUSE

    in_play.do(THE_HOUSE, "unstick", reason="the table could not move")
    assert in_play.last(events.VOIDED)["reason"] == "the table could not move"
    assert not in_play.table.playing
    in_play.audit()
