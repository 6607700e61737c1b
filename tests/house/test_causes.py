"""What the house does to a player's bets and seat is told as the house's act, never as the player's."""

import json
from typing import Any

import pytest

from houseway.house import events
from houseway.house.audit.dispute import dispute_of
from houseway.house.draft import STAFF_ID, THE_HOUSE, Actor
from houseway.web.desk.questions import Questions
from tests.house.table_kit import ANNA, BEN, House, least_bets, table_of

SAM = Actor(f"{STAFF_ID}Sam", "Sam", "supervisor")


@pytest.fixture
def house() -> House:
    """Anna and Ben sit; Anna's $5 lies on the felt."""
    made = House(table_of("lucky", seats=3, hands_a_player=1))
    made.sit(ANNA, BEN)
    made.bet(ANNA, blackjack=500)
    return made


def told(house: House, *kinds: str) -> list[tuple[str, str, str]]:
    """Bets that go back and whoever leaves: kind, player, cause, in the order of the stream."""
    asked: dict[str, Any] = {"player": "", "round_": 0, "before": 10**15, "limit": 100}
    rows = json.loads(Questions(house.ledger).answer("search", {"table": "lucky", "kind_": "", **asked}))[::-1]
    wanted = kinds or (events.BET, events.LEFT, events.LEAVING)
    return [
        (row["kind"], row["body"]["player"], row["cause"])
        for row in rows
        if row["kind"] in wanted and not row["body"].get("wagers")
    ]


def test_a_bet_goes_back_because_the_table_is_changed_closed_or_stopped(house: House) -> None:
    changed = {**house.config.to_body(), "betting_clock_s": 20}
    house.do(SAM, "configure", config=changed, reason="slow")
    house.bet(ANNA, blackjack=500)
    house.do(SAM, "close", reason="a break")
    house.do(SAM, "reopen")
    house.bet(ANNA, blackjack=500)
    house.do(THE_HOUSE, "discard", reason="moved")
    house.bet(ANNA, blackjack=500)
    house.do(THE_HOUSE, "unstick", reason="nothing moves")
    assert told(house) == [
        ("bet", "anna", "the table is changed by Sam"),
        ("bet", "anna", "the table is closed by Sam"),
        ("bet", "anna", "the cards are thrown away"),
        ("bet", "anna", "the table is stopped"),
    ]


def test_who_is_paid_as_the_table_is_retired_does_not_leave(house: House) -> None:
    house.do(SAM, "retire", reason="the felt is torn")
    assert told(house) == [
        ("bet", "anna", "the table is retired by Sam"),
        ("left", "anna", "the table is retired by Sam"),
        ("left", "ben", "the table is retired by Sam"),
    ]


def test_what_a_player_does_has_no_other_cause(house: House) -> None:
    house.do(ANNA, "take_back", seat=1)
    house.bet(ANNA, blackjack=500)
    house.do(ANNA, "leave")
    assert told(house) == [("bet", "anna", ""), ("bet", "anna", ""), ("left", "anna", "")]


def test_whoever_leaves_in_a_round_has_left_behind_it_whoever_ends_it(house: House) -> None:
    house.bet(BEN, blackjack=500)
    house.do(ANNA, "ready")
    house.do(BEN, "ready")
    assert house.table.playing
    house.do(ANNA, "leave")
    house.do(SAM, "void", reason="a card fell")
    assert told(house) == [("leaving", "anna", ""), ("left", "anna", "")]


def test_a_seat_that_was_kept_long_enough_is_given_up_by_the_house_whoever_moves_next(house: House) -> None:
    house.do(ANNA, "take_back", seat=1)
    house.bet(ANNA, blackjack=500)
    house.do(THE_HOUSE, "gone", player="anna")
    house.now += house.config.keep_seat_s * 1_000_000
    house.do(BEN, "buy_in", cents=house.config.buy_in_least_cents)
    assert told(house)[1:] == [
        ("bet", "anna", "the seat was kept long enough"),
        ("left", "anna", "the seat was kept long enough"),
    ]


def test_a_seat_that_the_clock_gives_up_was_not_left_by_its_player(house: House) -> None:
    """Nobody else moves: the house looks at the clock."""
    house.do(ANNA, "take_back", seat=1)
    house.do(THE_HOUSE, "gone", player="anna")
    house.wait(house.config.keep_seat_s)
    assert told(house)[1:] == [("left", "anna", "the seat was kept long enough")]


def test_a_bot_is_removed_by_whoever_removes_it(house: House) -> None:
    house.do(SAM, "add_bot", seat=3)
    house.do(SAM, "remove_bot", seat=3)
    house.do(SAM, "add_bot", seat=3)
    house.bet_and_deal(BEN, blackjack=500)
    house.do(ANNA, "ready")
    assert house.table.playing
    house.do(SAM, "remove_bot", seat=3)
    house.do(BEN, "leave")
    house.do(SAM, "void", reason="a card fell")
    assert told(house) == [
        ("left", "bot-3", "removed by Sam"),
        ("leaving", "bot-3", "removed by Sam"),
        ("leaving", "ben", ""),
        ("left", "ben", ""),
        ("left", "bot-3", "removed by Sam"),
    ]


def test_a_bot_is_seated_by_whoever_seats_it() -> None:
    bots = [{"seats": [2], "strategy": "basic"}]
    house = House(table_of("lucky", seats=4, bots=bots))
    house.do(SAM, "add_bot", seat=3)
    house.do(SAM, "configure", config={**house.config.to_body(), "bots": [*bots, {"seats": [4]}]}, reason="livelier")
    house.sit(ANNA)
    assert told(house, events.SAT) == [
        ("sat", "bot-2", "the table is set up so"),
        ("sat", "bot-3", "seated by Sam"),
        ("sat", "bot-4", "seated by Sam"),
        ("sat", "anna", ""),
    ]


def test_the_report_of_a_round_names_whose_deed_it_was(house: House) -> None:
    house.do(SAM, "configure", config={**house.config.to_body(), "betting_clock_s": 20}, reason="slow")
    house.do(SAM, "add_bot", seat=3)
    house.do(SAM, "remove_bot", seat=3)
    house.bet_and_deal(ANNA, **least_bets(house.config, all_wagers=False))
    house.do(BEN, "ready")
    deeds = [(deed.who, deed.what) for deed in dispute_of(house.ledger, "lucky", 1).deeds]
    assert ("Sam (supervisor)", "seat 1: the bet of $5 goes back to Anna: the table is changed") in deeds
    assert ("Sam (supervisor)", "seats Bot 3, a bot that plays basic, at seat 3") in deeds
    assert ("Sam (supervisor)", "Bot 3 is paid $0: removed") in deeds


def test_events_of_a_round_name_whose_hands_they_pay(house: House) -> None:
    house.bet(BEN, blackjack=500)
    house.do(ANNA, "ready")
    house.do(BEN, "ready")
    house.do(SAM, "void", reason="a card fell")
    asked: dict[str, Any] = {"player": "", "round_": 0, "before": 10**15, "limit": 100}
    rows = json.loads(Questions(house.ledger).answer("search", {"table": "lucky", "kind_": "", **asked}))
    owners = {row["kind"]: row["owners"] for row in rows}
    assert owners["voided"] == ["anna", "ben", ""]
    assert owners["dealt"] == [], "its body says them"
