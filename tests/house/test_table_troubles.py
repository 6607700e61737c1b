"""What goes wrong at a table, and what the house does about it: lost connections, faults, void rounds, restarts."""

import random

import pytest

from houseway.house import events
from houseway.house.audit.recall import recall_round
from houseway.house.audit.steps import steps_of
from houseway.house.draft import THE_HOUSE
from houseway.house.shuffler import Mode
from houseway.rules.refused import Refused
from tests.house.table_kit import ANNA, BEN, SUPERVISOR, House, arranged, least_bets, table_of

DAKOTA, LUCKY = table_of("dakota"), table_of("lucky")
BETS = least_bets(DAKOTA)


@pytest.fixture
def house() -> House:
    return House(DAKOTA)


def test_a_bet_is_not_dealt_at_once_because_its_player_is_gone(house: House) -> None:
    house.sit(ANNA)
    house.bet(ANNA, **BETS)
    house.do(THE_HOUSE, "gone", player="anna")
    assert not house.table.playing
    house.wait(DAKOTA.betting_clock_s)
    assert house.table.playing
    house.audit()


def test_nobody_waits_for_the_bets_of_one_who_is_gone(house: House) -> None:
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, **BETS)
    assert not house.table.playing
    house.do(THE_HOUSE, "gone", player="ben")
    assert house.table.playing
    house.audit()


def test_the_hand_of_one_who_is_gone_waits_for_the_clock_and_for_them(house: House) -> None:
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **BETS)
    house.do(THE_HOUSE, "gone", player="anna")
    house.wait(DAKOTA.decision_clock_s)
    assert house.last(events.CHOSE)["by"] == "clock"
    house.do(THE_HOUSE, "come_back", player="anna")
    house.do(ANNA, "act", act="leave_two")
    assert house.last(events.CHOSE)["by"] == "player"


def test_a_seat_is_kept_to_the_end_of_the_round_however_long_its_player_is_gone() -> None:
    house = House(table_of("dakota", keep_seat_s=5))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **BETS)
    house.do(THE_HOUSE, "gone", player="anna")
    house.wait(DAKOTA.decision_clock_s)
    assert "anna" in house.table.players
    house.wait(DAKOTA.decision_clock_s)
    assert "anna" not in house.table.players
    assert house.table.accounts["felt"] == 0
    house.audit()


def test_a_lost_connection_keeps_the_seat_for_a_while(house: House) -> None:
    house.sit(ANNA)
    house.do(THE_HOUSE, "gone", player="anna")
    house.wait(DAKOTA.keep_seat_s - 1)
    assert house.view()["seats"][0]["gone"]
    house.do(THE_HOUSE, "gone", player="anna")  # a second socket is lost: the time is not counted anew
    assert house.kinds()[-1] == events.GONE
    assert house.kinds()[-2] != events.GONE
    house.do(THE_HOUSE, "come_back", player="anna")
    house.do(THE_HOUSE, "come_back", player="anna")
    assert house.kinds().count(events.CAME_BACK) == 1
    house.wait(DAKOTA.keep_seat_s)
    assert "anna" in house.table.players
    house.do(THE_HOUSE, "gone", player="anna")
    house.wait(DAKOTA.keep_seat_s)
    assert "anna" not in house.table.players
    assert house.table.accounts["cage"] == 0
    house.audit()


def test_cards_that_run_out_void_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cut card leaves enough for a long round; where it does not, nobody loses by it."""
    monkeypatch.setattr(Mode, "cut", lambda mode, cards, seats: 0)  # noqa: ARG005
    house = House(LUCKY)
    house.sit(ANNA, BEN)
    rng = random.Random(1)
    for _ in range(200):
        before = +house.table.accounts
        house.bet_and_deal(ANNA, BEN, blackjack=500)
        house.play_out([ANNA, BEN], rng)
        if events.VOIDED in house.kinds():
            break
    assert +house.table.accounts == before
    assert house.last(events.VOIDED)["reason"] == "the cards ran out: every bet still in action went back"
    assert house.view()["notice"].endswith(" is void. The cards ran out: every bet still in action went back.")
    assert house.kinds()[-3:] == [events.VOIDED, events.REVEALED, events.SHUFFLED]
    last = steps_of(recall_round(house.ledger, LUCKY.name, house.table.rounds))[-1]
    assert last.chips == {}, "each bet went back once"
    assert last.title.endswith("went back. $5 went back to Anna and $5 went back to Ben.")
    house.audit()


def test_nothing_is_configured_while_a_round_is_on(house: House) -> None:
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **BETS)
    changed = table_of("dakota", decision_clock_s=99).to_body()
    with pytest.raises(Refused, match="a round is on"):
        house.do(SUPERVISOR, "configure", config=changed, reason="slower")
    house.play_out([ANNA], random.Random(6))
    house.bet(ANNA, **BETS)
    house.do(SUPERVISOR, "configure", config=changed, reason="slower")
    assert house.table.set_up.decision_clock_s == 99
    assert not house.table.bets
    assert house.last(events.CONFIGURED)["by"] == "Sam"
    with pytest.raises(Refused, match="decision_clock_s"):
        house.do(SUPERVISOR, "configure", config={**changed, "decision_clock_s": 0}, reason="no")
    house.audit()


def test_a_new_number_of_decks_is_what_is_shuffled_next() -> None:
    house = House(table_of("lucky"))
    before = house.view()["shuffle"]["cards"]
    eight = table_of("lucky", options={**LUCKY.options, "decks": 8})
    house.do(SUPERVISOR, "configure", config=eight.to_body(), reason="more cards")
    assert (before, house.view()["shuffle"]["cards"]) == (6 * 52, 8 * 52)
    house.audit()


def test_nobody_is_configured_out_of_a_seat(house: House) -> None:
    house.do(ANNA, "sit", seat=5)
    for changes in ({"seats": 4}, {"game": "super_fun_21", "options": {}, "wagers": {}, "shuffler": {}, "seats": 5}):
        fewer = {**DAKOTA.to_body(), **changes}
        with pytest.raises(Refused, match="players are seated where the new configuration has no place"):
            house.do(SUPERVISOR, "configure", config=fewer, reason="smaller")
    with pytest.raises(Refused, match="this is table dakota; the configuration is for holdem"):
        house.do(SUPERVISOR, "configure", config=table_of("holdem").to_body(), reason="wrong")
    lucky = House(LUCKY)
    lucky.do(ANNA, "sit")
    lucky.do(ANNA, "sit")
    with pytest.raises(Refused, match="somebody has 2 seats"):
        lucky.do(SUPERVISOR, "configure", config=table_of("lucky", hands_a_player=1).to_body(), reason="one each")


def test_what_staff_do_goes_on_record_with_a_reason(house: House) -> None:
    for reason in ("", "  ", "x" * 501, 7, "\u202e"):
        with pytest.raises(Refused, match="give a reason in 1 to 500 letters"):
            house.do(SUPERVISOR, "close", reason=reason)
    house.do(SUPERVISOR, "close", reason=" end of\nthe day ")
    assert house.last(events.CLOSED) == {"reason": "end of the day", "by": "Sam", "format": events.FORMAT}


def test_a_round_can_be_voided_whatever_is_wrong_with_its_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A malfunction of the game itself: the chips are known from what was put up, without dealing again."""
    config = table_of("super-fun")
    house = House(config, chance=arranged(config, "8c 6d 8h Td"))
    house.sit(ANNA)
    before = +house.table.accounts
    house.bet_and_deal(ANNA, blackjack=1000)
    house.do(ANNA, "act", act="split")
    house.reopen()
    monkeypatch.setattr("houseway.house.round.replay", lambda *_: 1 / 0)
    house.do(SUPERVISOR, "void", reason="the game does not add up")
    assert house.last(events.VOIDED)["postings"] == {"felt": -2000, "player:anna": 2000}
    assert +house.table.accounts == before
    monkeypatch.undo()
    house.audit()


def test_a_void_round_returns_every_chip_and_its_cards_are_not_dealt_again(house: House) -> None:
    house.sit(ANNA, BEN)
    before = dict(house.table.accounts)
    house.bet_and_deal(ANNA, BEN, **BETS)
    house.do(ANNA, "act", act="take_back_one")
    cycle = house.table.cycles
    house.do(SUPERVISOR, "void", reason="a card was exposed")
    assert {name: cents for name, cents in house.table.accounts.items() if cents} == {
        name: cents for name, cents in before.items() if cents
    }
    assert house.table.cycles == cycle + 1
    assert house.view()["notice"] == "Round 1 is void: A card was exposed."
    assert house.view(BEN)["notice"] == "Round 1 is void: A card was exposed. Your $20 is back."
    assert house.view()["notice_stands"]
    house.bet_and_deal(ANNA, BEN, **BETS)
    assert (house.view()["notice"], house.view()["notice_stands"]) == ("", False)
    house.audit()


def test_a_closed_table_returns_bets_and_takes_none(house: House) -> None:
    house.sit(ANNA)
    house.bet(ANNA, **BETS)
    house.do(SUPERVISOR, "close", reason="end of the day")
    assert house.chips(ANNA) == DAKOTA.buy_in_most_cents
    with pytest.raises(Refused, match="end of the day"):
        house.bet(ANNA, **BETS)
    with pytest.raises(Refused, match="end of the day"):
        house.do(BEN, "sit")
    with pytest.raises(Refused, match="end of the day"):
        house.do(ANNA, "buy_in", cents=DAKOTA.buy_in_least_cents)
    with pytest.raises(Refused, match="end of the day"):
        house.do(ANNA, "ready")
    with pytest.raises(Refused, match="end of the day"):
        house.do(SUPERVISOR, "close", reason="again")
    house.do(SUPERVISOR, "reopen")
    with pytest.raises(Refused, match="the table is open"):
        house.do(SUPERVISOR, "reopen")
    house.bet(ANNA, **BETS)
    house.audit()


def test_a_closed_table_is_dealt_nothing_until_it_is_open_again(house: House) -> None:
    house.sit(ANNA)
    house.do(SUPERVISOR, "close", reason="another clock")
    changed = table_of("dakota", decision_clock_s=99).to_body()
    house.do(SUPERVISOR, "configure", config=changed, reason="slower")
    assert house.kinds()[-2:] == [events.REVEALED, events.CONFIGURED]
    assert house.view()["shuffle"] is None
    house.do(SUPERVISOR, "reopen")
    assert house.kinds()[-2:] == [events.REOPENED, events.SHUFFLED]


@pytest.mark.parametrize("policy", ["go_on", "void"])
def test_a_restart_in_mid_round_does_what_the_house_says(policy: str) -> None:
    house = House(table_of("dakota", on_restart=policy))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **BETS)
    house.do(ANNA, "act", act="leave_one")
    tape = house.view(ANNA)["tape"]
    house.now += 3600 * 1_000_000  # longer than any clock: nobody's time runs while the server is away
    house.reopen()
    if policy == "void":
        assert house.chips(ANNA) == DAKOTA.buy_in_most_cents
        assert house.kinds().count(events.VOIDED) == 1
    else:
        assert house.view(ANNA)["tape"] == tape
        assert house.last(events.RESTARTED)["round"] == 1
        assert "the round goes on" in house.view()["notice"]
        house.do(ANNA, "act", act="leave_two")
    house.audit()
