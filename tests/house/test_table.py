"""Tables: who may sit, bet, act and leave, what the clocks do, and that a table is nothing but its events."""

import random
from dataclasses import replace

import pytest

from houseway.house import events
from houseway.house.draft import THE_HOUSE, Stale
from houseway.house.shuffler import Mode
from houseway.rules.refused import Refused
from tests.house.table_kit import ANNA, BEN, CLEO, SUPERVISOR, House, arranged, least_bets, table_of

DAKOTA, LUCKY = table_of("dakota"), table_of("lucky")
BETS = least_bets(DAKOTA)


@pytest.fixture
def house() -> House:
    return House(DAKOTA)


def test_a_seat_is_for_one_player(house: House) -> None:
    house.do(ANNA, "sit", seat=3)
    with pytest.raises(Refused, match="seat 3 is not free; free seats: 1, 2, 4"):
        house.do(BEN, "sit", seat=3)
    assert house.table.player_at(3).name == "Anna"  # type: ignore[union-attr]


def test_a_full_table_takes_nobody_more() -> None:
    house = House(table_of("dakota", seats=2))
    house.sit(ANNA, BEN)
    with pytest.raises(Refused, match="every seat is taken"):
        house.sit(CLEO)


def test_several_hands_a_player_where_the_table_allows_them(house: House) -> None:
    house.sit(ANNA)
    with pytest.raises(Refused, match="a player may have 1 at this table"):
        house.do(ANNA, "sit")
    lucky = House(table_of("lucky"))
    for _ in range(3):
        lucky.do(ANNA, "sit", cents=10_000)
    assert lucky.table.players["anna"].seats == (1, 2, 3)
    for seat in (1, 2, 3):
        lucky.do(ANNA, "bet", seat=seat, wagers={"blackjack": 500})
    lucky.do(ANNA, "ready")
    assert lucky.last(events.DEALT)["owners"][:4] == ["anna", "anna", "anna", ""]


def test_chips_come_from_the_cage_and_go_back_to_it(house: House) -> None:
    house.do(ANNA, "sit", cents=20_000)
    assert (house.chips(ANNA), house.table.accounts["cage"]) == (20_000, -20_000)
    house.do(ANNA, "leave")
    assert house.table.accounts["cage"] == 0
    assert "anna" not in house.table.players


@pytest.mark.parametrize("cents", [0, -500, 100, 1_000_000_000])
def test_a_buy_in_outside_the_limits_is_refused(house: House, cents: int) -> None:
    house.sit(ANNA)
    with pytest.raises(Refused, match=r"a buy-in here is \$100 to \$5,000"):
        house.do(ANNA, "buy_in", cents=cents)


def test_there_is_an_end_to_buying_in(house: House) -> None:
    house.sit(ANNA)
    for _ in range(9):
        house.do(ANNA, "buy_in", cents=DAKOTA.buy_in_most_cents)
    with pytest.raises(Refused, match="you have chips enough"):
        house.do(ANNA, "buy_in", cents=DAKOTA.buy_in_least_cents)


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\0b", "\u202eannA", "\ud800"])
def test_a_name_can_be_read(house: House, name: str) -> None:
    with pytest.raises(Refused, match="a name has 1 to 24 letters that can be read"):
        house.do(replace(ANNA, name=name), "sit")


@pytest.mark.parametrize("cents", [True, "500", 5.0, None, 10**16])
def test_an_amount_is_a_whole_number(house: House, cents: object) -> None:
    house.sit(ANNA)
    with pytest.raises(Refused, match=r"dollar (must be a whole number|is too large a number)"):
        house.do(ANNA, "bet", wagers={"dollar": cents})


def test_wagers_that_must_be_equal_are_held_to_it(house: House) -> None:
    house.sit(ANNA)
    with pytest.raises(Refused, match="must equal"):
        house.bet(ANNA, **{**BETS, "three": BETS["three"] + 100})
    with pytest.raises(Refused, match="must be bet to play"):
        house.bet(ANNA, one=500)
    with pytest.raises(Refused, match="there is nothing to bet"):
        house.bet(ANNA)


def test_bets_for_the_dealers_only_where_the_house_takes_them() -> None:
    bets = {"blackjack": 500, "lucky_lucky": 100, "lucky_lucky_toke": 100}
    house = House(LUCKY)
    house.sit(ANNA)
    house.bet(ANNA, **bets)
    without = {name: limits for name, limits in LUCKY.to_body()["wagers"].items() if not name.endswith("_toke")}
    house = House(table_of("lucky", tokes=False, wagers=without))
    house.sit(ANNA)
    with pytest.raises(Refused, match="lucky_lucky_toke is not offered at this table"):
        house.bet(ANNA, **bets)


def test_a_bet_lies_on_the_felt_until_the_round(house: House) -> None:
    house.sit(ANNA)
    before = house.chips(ANNA)
    house.bet(ANNA, **BETS)
    assert house.chips(ANNA) == before - sum(BETS.values())
    assert house.table.accounts["felt"] == sum(BETS.values())
    house.do(ANNA, "take_back", seat=1)
    assert house.chips(ANNA) == before
    assert house.table.accounts["felt"] == 0


def test_a_new_bet_replaces_the_old_one(house: House) -> None:
    house.sit(ANNA)
    house.bet(ANNA, **BETS)
    double = {name: 2 * cents for name, cents in BETS.items()}
    house.bet(ANNA, **double)
    assert house.table.bets[1] == double
    assert house.table.accounts["felt"] == sum(double.values())


def test_nobody_bets_more_than_their_chips(house: House) -> None:
    house.do(ANNA, "sit", cents=10_000)
    with pytest.raises(Refused, match="more than your chips"):
        house.bet(ANNA, dollar=10_000, one=10_000, two=10_000, three=10_000)
    assert house.chips(ANNA) == 10_000
    assert not house.table.bets


def test_limits_of_the_table_are_kept(house: House) -> None:
    house.sit(ANNA)
    with pytest.raises(Refused, match="under the table's minimum"):
        house.bet(ANNA, **dict.fromkeys(BETS, 100))
    with pytest.raises(Refused, match="over the table's maximum"):
        house.bet(ANNA, **dict.fromkeys(BETS, 20_000))


def test_a_bet_at_somebody_elses_seat_is_refused(house: House) -> None:
    house.sit(ANNA, BEN)
    with pytest.raises(Refused, match="seat 1 is not yours; yours: 2"):
        house.do(BEN, "bet", seat=1, wagers=BETS)


def test_the_round_begins_when_everyone_is_ready(house: House) -> None:
    house.sit(ANNA, BEN, CLEO)
    house.bet(ANNA, **BETS)
    house.bet(BEN, **BETS)
    house.do(ANNA, "ready")
    house.do(BEN, "ready")
    assert not house.table.playing
    house.do(CLEO, "ready")  # without a bet: this one without her
    assert house.table.playing
    assert house.last(events.DEALT)["owners"][:3] == ["anna", "ben", ""]


def test_the_betting_clock_deals_to_those_who_bet(house: House) -> None:
    house.sit(ANNA, BEN)
    house.bet(ANNA, **BETS)
    house.wait(DAKOTA.betting_clock_s - 1)
    assert not house.table.playing
    house.wait(1)
    assert house.table.playing


def test_who_sits_out_too_long_gives_up_the_seat() -> None:
    house = House(table_of("dakota", away_rounds_max=2))
    house.sit(ANNA, BEN)
    for _ in range(2):
        assert "ben" in house.table.players
        house.bet(ANNA, **BETS)
        house.wait(DAKOTA.betting_clock_s)
        house.play_out([ANNA], random.Random(1))
    assert "ben" not in house.table.players


def test_only_the_seat_that_is_asked_may_act(house: House) -> None:
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, BEN, **BETS)
    with pytest.raises(Refused, match="it is seat 1's turn, not yours"):
        house.do(BEN, "act", act="leave_one")
    with pytest.raises(Refused, match="you cannot double now: choose leave_one, take_back_one"):
        house.do(ANNA, "act", act="double")
    house.do(ANNA, "act", act="leave_one")


def test_an_act_that_the_chips_do_not_cover_is_not_offered() -> None:
    config = table_of("super-fun")
    house = House(config, chance=arranged(config, "8c 6d 8h Td"))
    house.do(ANNA, "sit", cents=5_000)
    house.bet_and_deal(ANNA, blackjack=4_000)
    acts = house.view(ANNA)["pending"]["acts"]
    assert "hit" in acts
    assert "double" not in acts
    assert "split" not in acts
    with pytest.raises(Refused, match="you cannot split now"):
        house.do(ANNA, "act", act="split")


def test_the_decision_clock_plays_a_silent_hand_without_more_chips() -> None:
    config = table_of("super-fun")
    house = House(config, chance=arranged(config, "6c 6d 5h Td"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=1_000)
    assert "double" in house.view(ANNA)["pending"]["acts"]
    house.wait(config.decision_clock_s - 1)
    assert house.table.round.choices == ()  # type: ignore[union-attr]
    house.wait(1)
    chose = house.last(events.CHOSE)
    assert (chose["by"], house.table.game.acts[chose["act"]]) == ("clock", "hit")  # 11 doubles, but that costs chips
    assert house.table.set_up.silent == "basic"


def test_who_leaves_in_a_round_is_played_out_and_paid(house: House) -> None:
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, BEN, **BETS)
    house.do(BEN, "leave")
    with pytest.raises(Refused, match="you are leaving already"):
        house.do(BEN, "leave")
    house.play_out([ANNA], random.Random(2))
    assert "ben" not in house.table.players
    assert house.chips(BEN) == 0
    left = house.last(events.LEFT)
    assert left["cents"] == DAKOTA.buy_in_most_cents + sum(house.last(events.SETTLED)["won"]["2"].values())


def test_who_leaves_before_the_round_takes_the_bets_along(house: House) -> None:
    house.sit(ANNA, BEN)
    house.bet(ANNA, **BETS)
    house.bet(BEN, **BETS)
    house.do(ANNA, "ready")
    house.do(BEN, "leave")  # and nobody is waited for any more
    assert house.last(events.LEFT)["cents"] == DAKOTA.buy_in_most_cents
    assert house.last(events.DEALT)["owners"][:2] == ["anna", ""]


def test_who_leaves_with_several_hands_has_each_played_out() -> None:
    house = House(LUCKY)
    house.sit(ANNA, BEN)
    house.do(ANNA, "sit", seat=5)
    for seat in (1, 5):
        house.do(ANNA, "bet", seat=seat, wagers={"blackjack": 500})
    house.bet_and_deal(BEN, blackjack=500)
    house.do(ANNA, "ready")
    house.do(ANNA, "leave")
    with pytest.raises(Refused, match="you are leaving: sit down again when the round is over"):
        house.do(ANNA, "sit")
    house.play_out([BEN], random.Random(1))
    assert {event.body["by"] for event in house.ledger.read("lucky") if event.kind == events.CHOSE} >= {"absence"}
    assert set(house.last(events.SETTLED)["won"]) == {"1", "2", "5"}
    assert list(house.table.players) == ["ben"]


def test_who_sits_down_in_a_round_waits_for_the_next(house: House) -> None:
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **BETS)
    house.sit(BEN)
    with pytest.raises(Refused, match="a round is on: bets are made before it"):
        house.bet(BEN, **BETS)
    with pytest.raises(Refused, match="a round is on"):
        house.do(BEN, "ready")
    with pytest.raises(Refused, match="it is seat 1's turn"):
        house.do(BEN, "act", act="leave_one")
    house.do(BEN, "leave")  # without a hand there is nothing to wait for
    assert "ben" not in house.table.players
    assert house.table.playing


def test_a_bet_is_not_dealt_at_once_because_its_player_is_gone(house: House) -> None:
    house.sit(ANNA)
    house.bet(ANNA, **BETS)
    house.do(THE_HOUSE, "gone", player="anna")
    assert not house.table.playing
    house.wait(DAKOTA.betting_clock_s)
    assert house.table.playing


def test_nobody_waits_for_the_bets_of_one_who_is_gone(house: House) -> None:
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, **BETS)
    assert not house.table.playing
    house.do(THE_HOUSE, "gone", player="ben")
    assert house.table.playing


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


def test_a_lost_connection_keeps_the_seat_for_a_while(house: House) -> None:
    house.sit(ANNA)
    house.do(THE_HOUSE, "gone", player="anna")
    house.wait(DAKOTA.keep_seat_s - 1)
    assert house.view()["seats"][0]["gone"]
    house.do(THE_HOUSE, "come_back", player="anna")
    house.wait(DAKOTA.keep_seat_s)
    assert "anna" in house.table.players
    house.do(THE_HOUSE, "gone", player="anna")
    house.wait(DAKOTA.keep_seat_s)
    assert "anna" not in house.table.players
    assert house.table.accounts["cage"] == 0


def test_a_command_on_an_old_picture_is_stale(house: House) -> None:
    house.sit(ANNA, BEN)
    old = house.table.version
    house.bet(ANNA, **BETS)
    house.do(BEN, "bet", seen=old, seat=2, wagers=BETS)  # what Anna bets changes nothing for Ben
    house.do(ANNA, "ready")
    house.do(BEN, "ready")
    seen = house.table.version
    house.do(ANNA, "act", seen=seen, act="leave_one")
    with pytest.raises(Stale):
        house.do(ANNA, "act", seen=seen, act="leave_two")
    with pytest.raises(Refused, match="has not happened yet"):
        house.do(ANNA, "act", seen=10_000, act="leave_two")


def test_a_repeated_command_gets_the_same_answer_and_happens_once(house: House) -> None:
    house.sit(ANNA)
    first = house.do(ANNA, "bet", id="same", seat=1, wagers=BETS)
    house.do(ANNA, "ready")
    count = len(house.kinds())
    again = house.do(ANNA, "bet", id="same", seat=1, wagers=BETS)
    assert again == replace(first, repeated=True)
    assert len(house.kinds()) == count
    house.reopen()
    assert house.do(ANNA, "bet", id="same", seat=1, wagers=BETS).version == first.version


def test_the_order_is_committed_before_the_first_bet_and_shown_after_the_round(house: House) -> None:
    house.sit(ANNA)
    committed = house.view()["shuffle"]["commitment"]
    house.bet_and_deal(ANNA, **BETS)
    house.play_out([ANNA], random.Random(3))
    kinds = house.kinds()
    assert kinds[:2] == [events.OPENED, events.SHUFFLED]
    assert kinds[-3:] == [events.SETTLED, events.REVEALED, events.SHUFFLED]
    first = next(event.body for event in house.ledger.read("dakota") if event.kind == events.SHUFFLED)
    assert first["commitment"] == committed != house.view()["shuffle"]["commitment"]


def test_a_shoe_serves_rounds_until_the_cut_card_and_is_then_shown() -> None:
    house = House(table_of("lucky"))
    house.sit(ANNA)
    rng = random.Random(4)
    while events.REVEALED not in house.kinds():
        house.bet_and_deal(ANNA, blackjack=500)
        if house.table.playing:
            house.play_out([ANNA], rng)
    rounds = house.kinds().count(events.SETTLED)
    assert rounds > 20
    drawn = sum(event.body["drawn"] for event in house.ledger.read("lucky") if event.kind == events.SETTLED)
    assert 3 * 312 // 4 - 30 < drawn < 312
    orders = [event.body for event in house.ledger.read("lucky") if event.kind == events.SHUFFLED]
    assert len(orders) == 2


def test_a_shuffler_with_a_doubled_card_stops_the_table(house: House) -> None:
    machine = house.pit.shuffler(house.table)
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **BETS)
    machine.shuffle = lambda table, cycle: type(machine).shuffle(machine, table, cycle, [0, *range(51)])  # type: ignore[method-assign]
    house.play_out([ANNA], random.Random(5))
    assert house.table.closed.startswith("the shuffler stopped")
    with pytest.raises(Refused, match="the table is closed: the shuffler stopped"):
        house.bet(ANNA, **BETS)
    assert house.kinds()[-1] == events.FAULTED
    house.do(ANNA, "leave")  # chips can always be taken home


def test_a_table_that_is_opened_again_after_a_fault_has_fresh_cards(house: House) -> None:
    machine = house.pit.shuffler(house.table)
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **BETS)
    broken = lambda table, cycle: type(machine).shuffle(machine, table, cycle, [0, *range(51)])  # noqa: E731
    machine.shuffle = broken  # type: ignore[method-assign]
    house.play_out([ANNA], random.Random(5))
    house.do(SUPERVISOR, "reopen")
    assert house.kinds()[-2:] == [events.REOPENED, events.FAULTED]  # not repaired yet
    del machine.shuffle
    house.do(SUPERVISOR, "reopen")
    assert house.kinds()[-2:] == [events.REOPENED, events.SHUFFLED]
    assert house.table.cycles == 2
    house.bet_and_deal(ANNA, **BETS)
    assert house.table.rounds == 2


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
    assert house.last(events.VOIDED)["reason"] == "the cards ran out: every bet went back"
    assert house.view()["notice"] == "the cards ran out: every bet went back"
    assert house.kinds()[-3:] == [events.VOIDED, events.REVEALED, events.SHUFFLED]


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


def test_nobody_is_configured_out_of_a_seat(house: House) -> None:
    house.do(ANNA, "sit", seat=5)
    for changes in ({"seats": 4}, {"game": "super_fun_21", "options": {}, "wagers": {}, "seats": 5}):
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
    assert house.last(events.CLOSED) == {"reason": "end of the day", "by": "Sam"}


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
    assert house.view()["notice"] == "a card was exposed"


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


@pytest.mark.parametrize("policy", ["go_on", "void"])
def test_a_restart_in_mid_round_does_what_the_house_says(policy: str) -> None:
    house = House(table_of("dakota", on_restart=policy))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **BETS)
    house.do(ANNA, "act", act="leave_one")
    tape = house.view(ANNA)["tape"]
    house.reopen()
    if policy == "void":
        assert house.chips(ANNA) == DAKOTA.buy_in_most_cents
        assert house.kinds().count(events.VOIDED) == 1
    else:
        assert house.view(ANNA)["tape"] == tape
        assert house.last(events.RESTARTED)["round"] == 1
        house.do(ANNA, "act", act="leave_two")


def test_a_stream_of_a_newer_houseway_is_refused() -> None:
    from houseway.house.table import Table

    table = Table("dakota")
    with pytest.raises(Refused, match="a newer houseway wrote it"):
        table.apply("teleported", {}, 1)


ALL_GAMES = ["dakota-practice", "holdem", "holdem-six", "super-fun", "triple-shot", "lucky", "lucky-practice"]


@pytest.mark.parametrize("name", ALL_GAMES)
def test_a_table_is_its_events_replayed_and_money_is_conserved_after_each(name: str) -> None:
    house = House(table_of(name))
    people = [ANNA, BEN, CLEO]
    rng = random.Random(name)
    house.sit(*people)
    bets = least_bets(house.config)
    for number in range(12):
        house.bet_and_deal(*people, **(bets if number % 3 else least_bets(house.config, all_wagers=False)))
        house.play_out(people, rng)
        assert house.table.accounts["felt"] == 0
        assert house.table.rounds == number + 1
    table = type(house.table)(name)
    for event in house.ledger.read(name):
        table.learn(event)
        assert sum(table.accounts.values()) == 0
        assert all(cents >= 0 for account, cents in table.accounts.items() if account.startswith("player:"))
    assert table == house.table
