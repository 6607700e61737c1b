"""What a viewer is shown of a table, and what is left out."""

import json
import random
from typing import Any

import pytest

from houseway.house import events
from houseway.house.configuration import TableConfig
from houseway.house.draft import Stale
from houseway.house.round import TableRound
from houseway.house.table_view import table_facts, table_view
from houseway.rules.cards import UNSEEN, cards_of
from houseway.rules.tape import DEAL, SEAT, VERB, A
from tests.house.table_kit import ANNA, BEN, CLEO, GUEST, SUPERVISOR, House, arranged, least_bets, table_of

DAKOTA = table_of("dakota")
BETS = least_bets(DAKOTA)


@pytest.fixture
def house() -> House:
    """Anna and Ben in a round, Cleo at the table without a bet."""
    house = House(DAKOTA, chance=arranged(DAKOTA, "2c 3c 4c 5d 6d 7d 8h 9s"))
    house.sit(ANNA, BEN, CLEO)
    house.do(CLEO, "ready")
    house.bet_and_deal(ANNA, BEN, **BETS)
    return house


def cards(view: dict[str, Any]) -> dict[int, list[int]]:
    """The cards dealt to each seat, as far as they are shown."""
    dealt: dict[int, list[int]] = {}
    for row in view["tape"]:
        if row[VERB] == DEAL:
            dealt.setdefault(row[SEAT], []).append(row[A])
    return dealt


def test_everyone_sees_their_own_cards_and_nobody_elses(house: House) -> None:
    annas, bens, hidden = cards_of("2c 3c 4c"), cards_of("5d 6d 7d"), [UNSEEN] * 3
    assert (cards(house.view(ANNA))[1], cards(house.view(ANNA))[2]) == (annas, hidden)
    assert (cards(house.view(BEN))[1], cards(house.view(BEN))[2]) == (hidden, bens)
    for other in (CLEO, GUEST):
        assert (cards(house.view(other))[1], cards(house.view(other))[2]) == (hidden, hidden)


def test_where_nobody_may_watch_a_stranger_sees_seats_and_no_cards() -> None:
    closed = table_of("dakota", spectators=False)
    house = House(closed, chance=arranged(closed, "2c 3c 4c 5d 6d 7d 8h 9s"))
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, BEN, **BETS)
    for stranger in (GUEST, CLEO):
        seen = house.view(stranger)
        assert (seen["tape"], seen["owners"], seen["pending"]) == ([], [], None)
        assert [seat["player"] for seat in seen["seats"][:2]] == ["anna", "ben"]
    assert house.view(ANNA)["tape"], "whoever plays sees the table"


def test_the_order_of_the_cards_and_its_key_are_in_no_view(house: House) -> None:
    shuffled = house.last(events.SHUFFLED)
    for person in (ANNA, BEN, CLEO, GUEST):
        shown = json.dumps(house.view(person))
        assert shuffled["commitment"] in shown
        assert shuffled["key"] not in shown
        assert shuffled["order"] not in shown
    public = events.without_secrets(events.SHUFFLED, shuffled)
    assert public.keys() == {"cycle", "deck", "mode", "commitment", "format"}


def test_only_the_player_who_is_asked_is_told_what_they_may_do(house: House) -> None:
    until = house.table.asked_at + DAKOTA.decision_clock_s * 1_000_000
    asked = {"seat": 1, "hand": 0, "player": "anna", "until": until}
    hers = {"you": True, "acts": ["leave_one", "take_back_one"], "prices": {}}
    assert house.view(ANNA)["pending"] == asked | hers
    for other in (BEN, CLEO, GUEST):
        assert house.view(other)["pending"] == asked | {"you": False}


def test_a_view_says_who_you_are_and_where(house: House) -> None:
    you = house.view(BEN)["you"]
    assert you == {"id": "ben", "name": "Ben", "cents": house.chips(BEN), "seats": [2]}
    assert house.view(GUEST)["you"] is None
    assert [seat["seat"] for seat in house.view(BEN)["seats"] if seat.get("you")] == [2]


def test_the_end_of_the_betting_is_shown_from_the_first_bet_to_the_deal() -> None:
    house = House(table_of("dakota", betting_clock_s=20))
    house.sit(ANNA)
    assert house.view()["betting_until"] is None
    house.bet(ANNA, **BETS)
    assert house.view()["betting_until"] == house.now + 20_000_000
    house.do(ANNA, "ready")
    assert house.view()["betting_until"] is None


def test_a_broken_table_is_shown_as_closed(house: House) -> None:
    view = table_view(house.table, "", "the disk is full")
    assert (view["phase"], view["closed"]) == ("closed", "the disk is full")
    assert (house.view()["phase"], house.view()["closed"]) == ("playing", "")


def test_the_felt_knows_one_player_by_one_number_and_an_empty_seat_by_none() -> None:
    bets = {"blackjack": 500}
    config = table_of("lucky")
    owners = ("ben", "", "anna", "ben")
    order = tuple(config.the_game.deck(config.settings()))
    round_ = TableRound(1, config.the_game, config.settings(), 1, order, (bets, {}, bets, bets), owners, "")
    assert round_.deal.players == [1, 0, 2, 1]


def test_the_lobby_is_told_the_limits_and_the_free_seats(house: House) -> None:
    facts = table_facts(house.table)
    assert facts["free"] == [4, 5, 6, 7]
    assert (facts["players"], facts["bots"]) == (3, 0)
    dollar, one, *_ = facts["wagers"]
    assert (dollar["name"], dollar["least_cents"], dollar["most_cents"], dollar["step_cents"]) == (
        "dollar",
        500,
        10_000,
        100,
    )
    assert one["equals"] == "dollar"


def test_a_bet_under_another_set_up_is_stale() -> None:
    house = House(DAKOTA)
    house.sit(ANNA)
    old = house.view(ANNA)["set_up"]
    dearer = table_of("dakota", decision_clock_s=99)
    house.do(SUPERVISOR, "configure", config=dearer.to_body(), reason="a test")
    for command in ({"do": "bet", "seat": 1, "wagers": BETS}, {"do": "ready"}):
        with pytest.raises(Stale, match="the table was changed since"):
            house.do(ANNA, **command, set_up=old)
    assert house.view(ANNA)["set_up"] == dearer.mark
    house.do(ANNA, "bet", seat=1, wagers=BETS, set_up=dearer.mark)
    house.do(ANNA, "ready", set_up=dearer.mark)
    assert house.table.playing


def test_the_round_on_the_felt_keeps_its_options_when_the_table_is_changed() -> None:
    house = House(DAKOTA, chance=arranged(DAKOTA, "2c 3c 4c 5d 6d 7d 8h 9s"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **BETS)
    house.play_out([ANNA], random.Random(1))
    assert house.view(ANNA)["dealt_under"] is None
    aces = table_of("dakota", options={"lowest_pair": 12}, departs="a study")
    house.do(SUPERVISOR, "configure", config=aces.to_body(), reason="a test")
    assert house.view(ANNA)["dealt_under"] == DAKOTA.options
    house.do(ANNA, "leave")
    other = TableConfig.from_body({**table_of("super-fun").to_body(), "name": "dakota"})
    house.do(SUPERVISOR, "configure", config=other.to_body(), reason="another game")
    assert (house.view()["tape"], house.view()["dealt_under"]) == ([], None)
