"""Double entry: chips, tokes and breakage of a round, cent by cent."""

import random

import pytest

from houseway.games.edition import edition_of
from houseway.house.money import BREAKAGE, FELT, HOUSE, TOKES, added, chips_of
from houseway.house.round import TableRound
from houseway.house.shuffler import shuffled
from houseway.rules.choice import acts_in
from tests.house.table_kit import ANNA, House, arranged, least_bets, table_of

SETTLED = "settled"


def lucky(cards: str, **changes: object) -> House:
    config = table_of("lucky", seats=1, hands_a_player=1, **changes)
    house = House(config, chance=arranged(config, cards))
    house.sit(ANNA)
    return house


def finish(house: House, act: str = "stand") -> dict[str, int]:
    while house.table.playing:
        house.do(ANNA, "act", act=act)
    return house.paid()


def test_a_win_comes_from_the_house_and_the_stake_from_the_felt() -> None:
    house = lucky("Th 6d Ts Tc 9c")  # 20 against 16, which draws to 25
    house.bet_and_deal(ANNA, blackjack=1000)
    assert finish(house) == {chips_of("anna"): 2000, FELT: -1000, HOUSE: -1000}


def test_a_toke_bet_that_wins_is_the_dealers_with_its_winnings() -> None:
    house = lucky("Th 9d Th Tc")  # 10-10 and the dealer's 9: 29 pays nothing on Lucky Lucky
    house.bet_and_deal(ANNA, blackjack=500, lucky_lucky=100, lucky_lucky_toke=100)
    assert finish(house).get(TOKES, 0) == 0
    house = lucky("6h 7h 8h Tc Td")  # 6-7-8 suited with the dealer's seven
    house.bet_and_deal(ANNA, blackjack=500, lucky_lucky=100, lucky_lucky_toke=100)
    postings = finish(house)
    own = house.last(SETTLED)["won"]["1"]
    assert own["lucky_lucky"] == own["lucky_lucky_toke"] > 0
    assert postings[TOKES] == 100 + own["lucky_lucky_toke"]
    assert sum(postings.values()) == 0


@pytest.mark.parametrize(
    ("rounding", "paid", "kept"), [("house", 700, 50), ("nearest", 800, -50), ("player", 800, -50)]
)
def test_what_rounding_keeps_or_gives_is_breakage(rounding: str, paid: int, kept: int) -> None:
    """A blackjack of $5 at 3 to 2 is $7.50; the house pays whole dollars."""
    options = {**table_of("lucky").options, "rounding": rounding, "grain_cents": 100}
    house = lucky("Ah 9d Kc 7c", options=options)
    house.bet_and_deal(ANNA, blackjack=500)
    assert finish(house) == {chips_of("anna"): 500 + paid, FELT: -500, HOUSE: -750, BREAKAGE: kept}


def test_chips_of_a_split_and_a_double_go_to_the_felt_when_they_are_chosen() -> None:
    config = table_of("super-fun", seats=1)
    house = House(config, chance=arranged(config, "8c 6d 8h Td 3c 2d"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, blackjack=1000)
    house.do(ANNA, "act", act="split")
    assert house.last("chose")["postings"] == {chips_of("anna"): -1000, FELT: 1000}
    house.do(ANNA, "act", act="double")
    assert house.last("chose")["postings"] == {chips_of("anna"): -1000, FELT: 1000}
    assert house.table.accounts[FELT] == 3000


def test_a_bet_taken_back_in_a_round_returns_at_once() -> None:
    house = House(table_of("dakota"))
    house.sit(ANNA)
    house.bet_and_deal(ANNA, **least_bets(house.config))
    house.do(ANNA, "act", act="take_back_one")
    assert house.last("chose")["postings"] == {FELT: -500, chips_of("anna"): 500}


def test_envy_is_paid_by_the_house_without_a_stake() -> None:
    """Seat 2 makes a straight flush with the community; seat 1, whose Bonus is large enough, is paid Envy for it."""
    from tests.house.table_kit import BEN

    config = table_of("holdem", seats=2)
    cards = "5h 6h 7h Kc Qd  2c 2d 3s Js  8h 9h 2s 3d  Ac Td 4c 4s"  # community, Anna, Ben, dealer
    house = House(config, chance=arranged(config, cards))
    house.sit(ANNA, BEN)
    house.bet_and_deal(ANNA, BEN, ante=500, bonus=500)
    while house.table.playing:
        waits = house.view()["pending"]["player"]
        house.do(ANNA if waits == "anna" else BEN, "act", act="keep_12")
    won = house.last(SETTLED)["won"]
    assert won["1"]["envy"] == 5000
    assert won["2"]["bonus"] == 50_000
    assert sum(house.last(SETTLED)["postings"].values()) == 0
    assert BREAKAGE not in house.last(SETTLED)["postings"]  # a fixed sum is not rounded


def test_postings_added_up_leave_out_what_comes_to_nothing() -> None:
    assert added({"a": 3, "b": 1}, {"a": 1, "b": -1, "c": -4}) == {"a": 4, "c": -4}


@pytest.mark.parametrize("name", ["dakota", "holdem", "holdem-six", "super-fun", "triple-shot", "lucky"])
def test_an_act_costs_at_most_twice_the_bets_and_some_act_costs_nothing(name: str) -> None:
    """So a player with that much need not be asked act by act, and a silent hand can always be played."""
    config = table_of(name)
    rng = random.Random(name)
    bets = least_bets(config)
    for _ in range(25):
        order = tuple(shuffled(config.the_game.deck(config.settings()), rng.randrange))
        game = config.the_game
        now = TableRound(1, game, config.settings(), 1, order, (bets, bets), ("anna", "ben"), edition_of(game))
        while now.pending:
            costs = {act: now.chips_for(act) for act in acts_in(now.pending.options)}
            assert min(costs.values()) == 0
            assert max(costs.values()) <= 2 * sum(bets.values())
            most = max(costs.values())
            assert now.acts_within(most) == list(costs)
            assert now.acts_within(0) == [act for act in costs if not costs[act]]
            now = now.after(rng.choice(list(costs)))
