"""Tables: who may sit, bet, act and leave, what the clocks do, and that a table is nothing but its events."""

import random
from dataclasses import replace

import pytest

from houseway.house import events
from houseway.house.draft import Stale
from houseway.rules.refused import Refused
from tests.house.table_kit import ANNA, BEN, CLEO, GUEST, SUPERVISOR, House, arranged, least_bets, table_of

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
    with pytest.raises(Refused, match="there is no bet at seat 1"):
        house.do(ANNA, "take_back", seat=1)


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


def test_who_bets_again_is_not_ready_any_more(house: House) -> None:
    house.sit(ANNA, BEN)
    house.bet(ANNA, **BETS)
    house.do(ANNA, "ready")
    house.bet(ANNA, **BETS)
    house.do(BEN, "ready")
    assert not house.table.playing
    house.do(ANNA, "ready")
    assert house.table.playing


def test_the_betting_clock_begins_anew_when_every_bet_was_taken_back(house: House) -> None:
    house.sit(ANNA)
    house.bet(ANNA, **BETS)
    house.wait(DAKOTA.betting_clock_s - 1)
    house.do(ANNA, "take_back")
    house.bet(ANNA, **BETS)
    house.wait(DAKOTA.betting_clock_s - 1)
    assert not house.table.playing
    house.wait(1)
    assert house.table.playing


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
    house.audit()


def test_one_seat_more_does_not_make_up_for_sitting_out() -> None:
    house = House(table_of("lucky", away_rounds_max=2))
    house.sit(ANNA, BEN)
    for _ in range(2):
        house.do(BEN, "sit")
        house.bet(ANNA, blackjack=500)
        house.wait(LUCKY.betting_clock_s)
        house.play_out([ANNA], random.Random(1))
    assert "ben" not in house.table.players


def test_only_the_seat_that_is_asked_may_act(house: House) -> None:
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, BEN, **BETS)
    with pytest.raises(Refused, match="it is seat 1's turn, not yours"):
        house.do(BEN, "act", act="leave_one")
    with pytest.raises(Refused, match="you cannot double now: choose leave_one, take_back_one"):
        house.do(ANNA, "act", act="double")
    with pytest.raises(Refused, match="it is seat 1's turn, not 2's"):
        house.do(ANNA, "act", act="leave_one", seat=2)
    with pytest.raises(Refused, match="it is hand 0's turn, not 1's"):
        house.do(ANNA, "act", act="leave_one", hand=1)
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
    assert house.view(ANNA)["chosen_by"] == house.view(GUEST)["chosen_by"] == ["clock"]
    house.do(ANNA, "act", act="stand", seat=1, hand=0)
    assert house.view(ANNA)["chosen_by"] == ["clock", "player"]


@pytest.mark.parametrize("name", ["holdem", "super-fun", "triple-shot", "lucky"])
def test_a_silent_hand_never_puts_up_chips_also_where_its_strategy_would_split(name: str) -> None:
    house = House(table_of(name, seats=1, hands_a_player=1))
    house.sit(ANNA)
    for _ in range(20):
        house.bet_and_deal(ANNA, **least_bets(house.config))
        while house.table.playing:
            house.wait(house.config.decision_clock_s)
    chosen = [event.body for event in house.ledger.read(name) if event.kind == events.CHOSE]
    assert {chose["by"] for chose in chosen} == {"clock"}
    assert all(chose.get("postings", {}).get("felt", 0) <= 0 for chose in chosen)


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
    house.audit()


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


@pytest.mark.parametrize("change", ["void", "configure", "close", "reopen"])
def test_whatever_staff_change_makes_an_old_picture_stale(house: House, change: str) -> None:
    house.sit(ANNA)
    if change == "void":
        house.bet_and_deal(ANNA, **BETS)
    if change == "reopen":
        house.do(SUPERVISOR, "close", reason="a new deck")
    seen = house.table.version
    house.do(SUPERVISOR, change, reason="so", config=DAKOTA.to_body())
    with pytest.raises(Stale):
        house.do(ANNA, "leave", seen=seen)


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
    house.audit()


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
