"""Bots: marked, seated by the configuration or by staff, betting for company, and never in anyone's way."""

import random
from dataclasses import replace
from typing import Any

import pytest

from houseway.analysis.solve import solver_of
from houseway.house import events, table_checks
from houseway.house.money import chips_of
from houseway.rules.refused import Refused
from tests.house.table_kit import ANNA, SUPERVISOR, House, arranged, least_bets, table_of

DAKOTA = table_of("dakota")
PRACTICE = table_of("dakota-practice")


def bots_of(house: House) -> dict[int, str]:
    return {player.seats[0]: player.bot for player in house.table.players.values() if player.bot}


def configure(house: House, **changes: Any) -> None:
    config = table_of(house.config.name, **changes).to_body()
    house.do(SUPERVISOR, "configure", config=config, reason="other company")


def test_bots_are_marked_bet_by_themselves_and_wait_for_a_person() -> None:
    house = House(PRACTICE)
    marked = {seat["seat"]: seat["bot"] for seat in house.view()["seats"] if seat["player"]}
    assert marked == {5: "basic", 6: "basic", 7: "timid"}
    house.wait(1000)
    assert house.table.rounds == 0
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    house.play_out([ANNA], random.Random(7))
    assert set(house.last(events.SETTLED)["won"]) == {"1", "5", "6", "7"}


def test_bots_wait_again_when_the_last_person_leaves_in_a_round() -> None:
    house = House(PRACTICE)
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(PRACTICE))
    house.do(ANNA, "leave")
    assert not house.table.playing
    assert "anna" not in house.table.players
    house.wait(1000)
    assert house.table.rounds == 1
    assert not house.table.bets
    house.audit()


def test_staff_seat_and_remove_bots() -> None:
    house = House(DAKOTA)
    house.do(SUPERVISOR, "add_bot", strategy="basic", seat=2)
    assert house.table.players["bot-2"].bot == "basic"
    with pytest.raises(Refused, match="strategy is 'best', no strategy of Dakota Stud"):
        house.do(SUPERVISOR, "add_bot", strategy="best")
    with pytest.raises(Refused, match="seat 2 is not free"):
        house.do(SUPERVISOR, "add_bot", seat=2)
    house.do(SUPERVISOR, "remove_bot", seat=2)
    assert "bot-2" not in house.table.players
    with pytest.raises(Refused, match="no bot sits there"):
        house.do(SUPERVISOR, "remove_bot", seat=2)


def test_a_person_is_not_removed_as_a_bot() -> None:
    house = House(DAKOTA)
    house.sit(ANNA)
    with pytest.raises(Refused, match="no bot sits there"):
        house.do(SUPERVISOR, "remove_bot", seat=1)


def test_a_bot_that_takes_minutes_to_think_is_not_seated(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(table_of("holdem-six"))
    long = replace(solver_of(house.table.game), takes_minutes=lambda settings: True)  # noqa: ARG005
    monkeypatch.setattr(table_checks, "solver_of", lambda game: long)  # noqa: ARG005
    with pytest.raises(Refused, match="takes minutes to solve here"):
        house.do(SUPERVISOR, "add_bot", strategy="optimal")


def test_a_bot_removed_in_a_round_plays_it_out() -> None:
    house = House(PRACTICE)
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(PRACTICE))
    house.do(SUPERVISOR, "remove_bot", seat=5)
    assert 5 in bots_of(house)
    with pytest.raises(Refused, match="the bot leaves already"):
        house.do(SUPERVISOR, "remove_bot", seat=5)
    house.play_out([ANNA], random.Random(1))
    assert set(bots_of(house)) == {6, 7}
    assert "5" in house.last(events.SETTLED)["won"]
    house.audit()


def test_a_bot_does_only_what_its_chips_cover() -> None:
    """Four eights against a six, then threes: it would split three times and double four, with chips for three bets."""
    one_bot = [{"strategy": "basic", "seats": [2], "bets": {"blackjack": 500}}]
    config = table_of("super-fun", seats=2, bots=one_bot, buy_in_least_cents=500, buy_in_most_cents=2000)
    house = House(config, chance=arranged(config, "Tc 8c 6d Td 8h Kd 8s 8d 3c 3d 3h 3s"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=500)
    house.play_out([ANNA], random.Random(1))
    chosen = [event.body for event in house.ledger.read("super-fun") if event.kind == events.CHOSE]
    acts = [house.table.game.acts[chose["act"]] for chose in chosen if chose["by"] == "bot"]
    assert acts.count("split") == 3
    assert "double" not in acts
    assert house.table.rounds == 1
    house.audit()


def test_a_bot_whose_bets_are_larger_than_a_buy_in_buys_in_until_it_can_bet() -> None:
    one_bot = [{"strategy": "basic", "seats": [5], "bets": {"blackjack": 20_000}}]
    config = table_of("super-fun", bots=one_bot, buy_in_least_cents=5_000, buy_in_most_cents=30_000)
    house = House(config)
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=500)
    assert house.last(events.DEALT)["wagers"][4] == {"blackjack": 20_000}
    bought = [event.body["player"] for event in house.ledger.read("super-fun") if event.kind == events.BOUGHT_IN]
    assert bought.count("bot-5") == 3
    house.audit()


def test_a_new_configuration_brings_its_bots_and_takes_those_of_the_old_one() -> None:
    house = House(PRACTICE)
    house.do(SUPERVISOR, "add_bot", strategy="bold", seat=2)
    configure(house, bots=[{"strategy": "basic", "seats": [4, 5]}, {"strategy": "basic", "seats": [7]}])
    assert bots_of(house) == {2: "bold", 4: "basic", 5: "basic", 7: "basic"}  # 2 is the supervisor's
    gone = [event.body["player"] for event in house.ledger.read("dakota-practice") if event.kind == events.LEFT]
    assert gone == ["bot-6", "bot-7"]  # of the two seats with the same bot as before nobody gets up
    assert house.table.accounts[chips_of("bot-6")] == 0
    house.audit()


def test_a_bot_does_not_keep_the_house_from_another_game_or_fewer_seats() -> None:
    house = House(PRACTICE)
    configure(house, seats=3, bots=[])
    assert bots_of(house) == {}
    other = table_of("super-fun-practice").to_body() | {"name": "dakota-practice"}
    house.do(SUPERVISOR, "add_bot")
    house.do(SUPERVISOR, "configure", config=other, reason="another game")
    assert bots_of(house) == {5: "basic"}
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=500)
    assert house.last(events.DEALT)["owners"][4] == "bot-5"
    house.audit()


def test_a_new_configuration_gives_no_persons_seat_to_a_bot() -> None:
    house = House(DAKOTA)
    house.do(ANNA, "sit", seat=4)
    with pytest.raises(Refused, match="Anna has seat 4, which the new configuration gives to a bot"):
        configure(house, bots=[{"strategy": "basic", "seats": [4]}])
    assert bots_of(house) == {}
