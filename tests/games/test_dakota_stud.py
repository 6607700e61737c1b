"""Dakota Stud: each test of a paragraph is named after it."""

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from houseway.engine.replay import replay
from houseway.engine.view import view
from houseway.games import find_game
from houseway.games.betting import verify_wagers
from houseway.games.dakota_stud.plan import run
from houseway.games.dakota_stud.play import FORFEIT, LOSE, SIXES_OR_BETTER, outcome_of
from houseway.games.game import place_wagers
from houseway.rules.cards import ACE, DECK, SIX, cards_of
from houseway.rules.combos import index_3, index_4
from houseway.rules.felt import clear
from houseway.rules.poker import FIVE_OF_A_KIND, PAIR, category, five, ranks
from houseway.rules.refused import Refused
from houseway.rules.shoe import NEXT, arranged_shoe, lazy_shoe, open_round
from houseway.rules.tape import BACK, CHOOSE, DEAL, FACE_DOWN, FACE_OWN, SAY, SETTLE, TURN
from tests.kit import Round, play

SLUG = "dakota_stud"
GAME = find_game(SLUG)
CIRCLES = ("dollar", "one", "two", "three")
STAY = "leave_one leave_two"
ODDS = [
    ("royal_flush", "As Ks Qs", "Js Ts", 500),
    ("straight_flush", "9h 8h 7h", "6h 5h", 100),
    ("straight_flush", "Ad 2d 3d", "4d 5d", 100),
    ("four_of_a_kind", "2c 2d 2h", "2s Kd", 40),
    ("full_house", "3c 3d 3h", "2s 2d", 9),
    ("flush", "Ac Jc 9c", "4c 2c", 5),
    ("straight", "Tc 9d 8h", "7s 6c", 4),
    ("straight", "Ac 2d 3h", "4s 5c", 4),
    ("three_of_a_kind", "2c 2d 2h", "7s Kd", 3),
    ("two_pair", "3c 3d 2h", "2s Kd", 2),
    ("sixes_or_better", "6c 6d 2h", "9s Kd", 1),
    ("sixes_or_better", "Ac 7d 2h", "As Kd", 1),
]


def bets(cents: int = 1000) -> dict[str, int]:
    return dict.fromkeys(CIRCLES, cents)


def one_seat(own: str, community: str, choices: str = STAY, cents: int = 1000, **settings: int | str) -> Round:
    return play(SLUG, f"{own} {community}", bets(cents), choices, None, **settings)


# --- overview ---


def test_overview_1__three_own_and_two_shared_cards_make_the_hand() -> None:
    """Neither the three nor the two alone are a straight; together they are."""
    round_ = one_seat("5c 9d 7h", "8s 6c")
    assert round_.settled("dollar") == [("straight", 4000)]
    assert len(round_.dealt(1)) == 3
    assert len(round_.dealt(0, 1)) == 2


def test_overview_1__nobody_plays_against_the_dealer_or_another_player() -> None:
    """The dealer has no hand, and two seats with different winners are both paid."""
    round_ = play(SLUG, "6c 6d 2h As Ac Ad Ks 9c", [bets(), bets()], "leave_one leave_one leave_two leave_two")
    assert round_.dealt(0, 0) == []
    assert round_.settled("dollar", 1) == [("sixes_or_better", 1000)]
    assert round_.settled("dollar", 2) == [("three_of_a_kind", 3000)]


# --- dealing ---


def test_dealing_1__four_bets_of_one_size_go_up() -> None:
    round_ = one_seat("5c 9d 7h", "8s 6c", cents=700)
    assert [round_.staked(circle) for circle in CIRCLES] == [[700]] * 4


@pytest.mark.parametrize("circle", CIRCLES)
def test_dealing_1__a_bet_of_another_size_or_none_is_refused(circle: str) -> None:
    settings = GAME.settings()
    verify_wagers(GAME, settings, bets())
    with pytest.raises(Refused, match="must equal"):
        verify_wagers(GAME, settings, {**bets(), circle: 1500})
    with pytest.raises(Refused, match="must be bet to play"):
        verify_wagers(GAME, settings, {**bets(), circle: 0})


def test_dealing_1__circles_without_the_dollar_bet_stay_out_of_action() -> None:
    round_ = play(SLUG, "6c 6d 2h 9s Kd", [bets(), {"one": 1000}], STAY)
    assert round_.staked("one", 2) == []
    assert round_.dealt(2) == []


def test_dealing_2__three_cards_a_player_from_the_left_then_two_shared_all_face_down() -> None:
    cards = "2c 3c 4c 5d 6d 7d 8h 9h"
    round_ = play(SLUG, cards, [bets(), bets()])
    assert (round_.dealt(1), round_.dealt(2)) == (cards_of("2c 3c 4c"), cards_of("5d 6d 7d"))
    assert round_.dealt(0, 1) == cards_of("8h 9h")
    assert [row[1] for row in round_.rows if row[0] == DEAL] == [1, 1, 1, 2, 2, 2, 0, 0]
    assert round_.faces(1) + round_.faces(2) == [FACE_OWN] * 6
    assert round_.faces(0, 1) == [FACE_DOWN] * 2


def test_dealing_2__a_player_sees_only_the_cards_in_hand() -> None:
    round_ = play(SLUG, "2c 3c 4c 5d 6d 7d 8h 9h", [bets(), bets()])
    seen = view(round_.replay.tape, [0, 1, 2], 1)
    assert [row[3] for row in seen.tolist() if row[0] == DEAL] == [*cards_of("2c 3c 4c"), -1, -1, -1, -1, -1]


def test_dealing_2__an_empty_seat_gets_no_cards() -> None:
    round_ = play(SLUG, "2c 3c 4c 5d 6d 7d 8h 9h", [bets(), {}, bets()])
    assert (round_.dealt(2), round_.dealt(3)) == ([], cards_of("5d 6d 7d"))
    assert round_.offers(2) == []


def test_dealing_3__every_round_is_dealt_from_a_whole_deck() -> None:
    assert sorted(GAME.deck(GAME.settings())) == list(range(DECK))
    settings = GAME.settings()
    rules, plan, felt = GAME.rules(settings), plan_of("basic"), GAME.felt(7)
    place_wagers(GAME, felt, [bets()] * 7)
    shoe = lazy_shoe(GAME.deck(settings))
    for number in range(20):
        open_round(shoe, 1, number)
        assert sorted(shoe.cards[:DECK].tolist()) == list(range(DECK))
        clear(felt)
        GAME.play(rules, shoe, GAME.follow, plan, felt)
        dealt = [row[3] for row in felt.tape[: felt.tape_at[0]].tolist() if row[0] == DEAL]
        assert len(dealt) == len(set(dealt)) == shoe.at[NEXT] == 7 * 3 + 2


def test_dealing_3b__with_three_cards_seen_the_first_bet_may_be_left_or_taken_back() -> None:
    waiting = one_seat("2c 7d 9h", "8s Kc", "")
    assert not waiting.over
    assert waiting.offers() == [{"leave_one", "take_back_one"}]
    assert not [row for row in waiting.rows if row[0] == TURN]  # nobody has seen a community card yet
    taken = one_seat("2c 7d 9h", "8s Kc", "take_back_one leave_two")
    assert taken.taken_back("one") == [1000]
    assert taken.settled("one") == []
    assert taken.net("one") == 0
    left = one_seat("2c 7d 9h", "8s Kc", "leave_one leave_two")
    assert left.taken_back("one") == []
    assert left.settled("one") == [("lose", -1000)]


def test_dealing_3b__every_player_decides_before_a_community_card_is_turned() -> None:
    round_ = play(SLUG, "2c 7d 9h 3c 8d Th 8s Kc", [bets(), bets()], "leave_one take_back_one leave_two leave_two")
    assert round_.index("seat 1: choose") < round_.index("seat 2: choose") < round_.index("community: turn 0")


def test_dealing_4__the_first_community_card_is_turned_alone() -> None:
    round_ = one_seat("2c 7d 9h", "8s Kc", "leave_one")
    assert [row[:5] for row in round_.rows if row[0] == TURN] == [[TURN, 0, 1, 0, cards_of("8s")[0]]]
    assert not round_.over


def test_dealing_5__the_second_bet_may_be_left_or_taken_back() -> None:
    waiting = one_seat("2c 7d 9h", "8s Kc", "take_back_one")
    assert waiting.offers()[1] == {"leave_two", "take_back_two"}
    left = one_seat("6c 6d 9h", "8s Kc", "take_back_one leave_two")
    assert left.settled("two") == left.settled("three") == [("sixes_or_better", 1000)]


def test_dealing_5__whoever_takes_back_the_second_bet_loses_the_third() -> None:
    """Reading 6: forfeit means lost, at once, even with a hand that wins in the end."""
    round_ = one_seat("6c 7d 9h", "8s 6d", "leave_one take_back_two")
    assert round_.taken_back("two") == [1000]
    assert round_.settled("three") == [("forfeit", -1000)]
    assert round_.taken_back("three") == []
    assert round_.index("seat 1: settle three forfeit") < round_.index("community: turn 1")
    assert round_.settled("dollar") == round_.settled("one") == [("sixes_or_better", 1000)]
    assert round_.net() == 1000


def test_dealing_5__the_dollar_bet_always_stays() -> None:
    round_ = one_seat("2c 7d 9h", "8s Kc", "take_back_one take_back_two")
    assert all("dollar" not in act for act in GAME.acts)
    assert round_.taken_back("dollar") == []
    assert round_.settled("dollar") == [("lose", -1000)]
    assert round_.net() == -2000  # the dollar bet and the forfeited third


def test_dealing_5__no_act_of_the_first_decision_is_taken_for_the_second() -> None:
    with pytest.raises(Refused, match="cannot take_back_one now: choose leave_two, take_back_two"):
        one_seat("2c 7d 9h", "8s Kc", "leave_one take_back_one")


def test_dealing_6__the_other_community_card_is_turned_and_every_hand_settled() -> None:
    round_ = play(SLUG, "6c 6d 9h 2c 3d 4h 8s Kc", [bets(), bets()], "leave_one leave_one leave_two leave_two")
    assert round_.over
    last = round_.index("community: turn 1 Kc")
    assert last > round_.index("seat 2: choose leave_two")
    assert all(i > last for i, row in enumerate(round_.rows) if row[0] == SETTLE)
    assert not round_.replay.felt.stakes.any()
    assert len(round_.settled("dollar", 1)) == len(round_.settled("dollar", 2)) == 1


def test_dealing_6a__hands_are_shown_and_settled_from_the_right() -> None:
    round_ = play(SLUG, "6c 6d 9h 2c 3d 4h 8s Kc", [bets(), bets()], "leave_one leave_one leave_two leave_two")
    ends = [row for row in round_.rows if row[0] in (TURN, SETTLE, SAY) and row[1]]
    assert [row[1] for row in ends] == [2] * 8 + [1] * 8
    assert [row[0] for row in ends[:8]] == [TURN] * 3 + [SAY] + [SETTLE] * 4


def test_dealing_6a__every_bet_still_up_is_paid_the_odds_of_the_hand() -> None:
    all_up = one_seat("3c 3d 3h", "2s 2d")
    assert [all_up.settled(circle) for circle in CIRCLES] == [[("full_house", 9000)]] * 4
    one_back = one_seat("3c 3d 3h", "2s 2d", "take_back_one leave_two")
    assert one_back.net() == 3 * 9000
    two_back = one_seat("3c 3d 3h", "2s 2d", "leave_one take_back_two")
    assert two_back.net() == 2 * 9000 - 1000


def test_dealing_6b__with_less_than_a_pair_of_sixes_every_bet_still_up_is_lost() -> None:
    round_ = one_seat("5c 5d 9h", "8s Kc")
    assert [round_.settled(circle) for circle in CIRCLES] == [[("lose", -1000)]] * 4
    assert one_seat("5c 5d 9h", "8s Kc", "take_back_one leave_two").net() == -3000
    assert one_seat("Ac Kd Qh", "Js 9c").net() == -4000


# --- limits, paytable, layout ---


@pytest.mark.parametrize("cents", [99, 40_050, 40_001])
def test_limits__a_wager_beyond_the_limits_is_refused(cents: int) -> None:
    with pytest.raises(Refused, match="the table's m"):
        verify_wagers(GAME, GAME.settings(), bets(cents))


def test_limits__the_state_allows_four_hundred_dollars_a_wager() -> None:
    """WAC 230-15-140."""
    verify_wagers(GAME, GAME.settings(), bets(40_000))
    assert max(wager.most_cents for wager in GAME.sheet.wagers) == 40_000
    assert len(GAME.sheet.wagers) == 4


@pytest.mark.parametrize(("outcome", "own", "community", "odds"), ODDS)
def test_paytable_ds_01__pays_the_odds(outcome: str, own: str, community: str, odds: int) -> None:
    round_ = one_seat(own, community)
    assert [round_.settled(circle) for circle in CIRCLES] == [[(outcome, odds * 1000)]] * 4


def test_paytable_ds_01__is_the_table_in_force() -> None:
    (table,) = [table for table in GAME.sheet.paytables if "dollar" in table.wagers]
    assert table.code == GAME.settings()["paytable"] == "DS-01"
    assert {name: num for name, num, den in table.pays if num > 0} == {name: odds for name, _, _, odds in ODDS}
    assert all(den == 1 for _, _, den in table.pays)


def test_layout_payouts__every_circle_of_every_seat_has_the_same_table() -> None:
    pays = GAME.pays(GAME.settings())
    printed = [500, 100, 40, 9, 5, 4, 3, 2, 1]  # the royal flush first
    for circle in range(4):
        assert pays[circle, SIXES_OR_BETTER:FORFEIT, 0].tolist() == printed[::-1]
        assert pays[circle, [LOSE, FORFEIT]].tolist() == [[-1, 1], [-1, 1]]
    assert GAME.sheet.seats_max == 7


def test_layout_circles__the_four_circles_by_their_marks() -> None:
    assert [wager.title for wager in GAME.sheet.wagers] == ["($)", "(1)", "(2)", "(3)"]
    assert GAME.wagers == CIRCLES
    assert all(wager.required and wager.placed for wager in GAME.sheet.wagers)


@pytest.mark.parametrize(("pair", "wins"), [("5", False), ("6", True)])
def test_layout_wins__a_pair_of_sixes_is_the_lowest_paid_hand(pair: str, wins: bool) -> None:
    round_ = one_seat(f"{pair}c {pair}d Ah", "Ks Qc")
    assert round_.settled("dollar") == [("sixes_or_better", 1000) if wins else ("lose", -1000)]


def test_layout_wins__over_all_pairs() -> None:
    rules = GAME.rules(GAME.settings())
    for rank in range(13):
        own = [4 * rank, 4 * rank + 1]
        rest = [4 * other + 2 for other in (0, 3, 7, 9, 12) if other != rank][:3]
        value = five(ranks(), *own, *rest)
        assert category(value) == PAIR
        assert outcome_of(rules, value) == (SIXES_OR_BETTER if rank >= SIX else LOSE)


# --- options, money, plans ---


def test_the_lowest_winning_pair_is_an_option() -> None:
    assert one_seat("2c 2d Ah", "Ks Qc", lowest_pair=0).settled("dollar") == [("sixes_or_better", 1000)]
    assert one_seat("Kc Kd 2h", "3s 9c", lowest_pair=ACE).settled("dollar") == [("lose", -1000)]


def test_odds_to_one_need_no_rounding() -> None:
    for rounding in ("house", "nearest", "player"):
        assert one_seat("3c 3d 2h", "2s Kd", cents=1050, rounding=rounding).net() == 4 * 2100


@pytest.mark.parametrize(("rounding", "paid"), [("house", 1000), ("nearest", 1100), ("player", 1100)])
def test_a_grain_of_a_dollar_rounds_by_the_named_policy(rounding: str, paid: int) -> None:
    """$10.50 at even money."""
    round_ = one_seat("6c 6d 2h", "9s Kd", cents=1050, rounding=rounding, grain_cents=100)
    assert round_.settled("dollar") == [("sixes_or_better", paid)]


def test_a_lost_bet_is_lost_whole_whatever_the_grain() -> None:
    round_ = one_seat("2c 7d 9h", "8s Kc", "leave_one take_back_two", cents=1050, grain_cents=100)
    assert (round_.net("dollar"), round_.net("three")) == (-1050, -1050)


def test_what_was_staked_was_settled_or_taken_back() -> None:
    for choices in ("leave_one leave_two", "take_back_one leave_two", "leave_one take_back_two"):
        round_ = one_seat("2c 7d 9h", "8s Kc", choices)
        for circle in CIRCLES:
            assert len(round_.settled(circle)) + len(round_.taken_back(circle)) == 1


def test_a_round_stopped_anywhere_goes_on_to_the_same_end() -> None:
    full = one_seat("6c 6d 9h", "8s Kc", "take_back_one leave_two")
    made = [GAME.acts.index(act) for act in full.chosen()]
    for n in range(len(made) + 1):
        part = replay(full.deal, made[:n]).tape
        assert np.array_equal(part, full.replay.tape[: len(part)])


def test_outcomes_are_the_poker_categories() -> None:
    """One deck knows no five of a kind; the names fall into place around it."""
    rules = GAME.rules(GAME.settings())
    for outcome, own, community, _ in ODDS:
        value = five(ranks(), *cards_of(own + community))
        assert GAME.outcomes[outcome_of(rules, value)] == outcome
        assert category(value) != FIVE_OF_A_KIND


@cache
def plan_of(strategy: str) -> Any:
    return GAME.plan(strategy, GAME.settings())


def follows(strategy: str, own: str, community: str = "2c 3c") -> list[str]:
    """The acts of a strategy with these cards."""
    settings = GAME.settings()
    felt = GAME.felt(1)
    place_wagers(GAME, felt, [bets()])
    clear(felt)
    shoe = arranged_shoe([*cards_of(own), *cards_of(community)])
    GAME.play(GAME.rules(settings), shoe, GAME.follow, plan_of(strategy), felt)
    return [GAME.acts[row[3]] for row in felt.tape[: felt.tape_at[0]].tolist() if row[0] == CHOOSE]


@pytest.mark.parametrize(
    ("own", "community", "acts"),
    [
        ("6c 6d 2h", "9s Kd", "leave_one leave_two"),  # a winner
        ("5c 5d 2h", "9s Kd", "take_back_one leave_two"),  # a pair too low to win as it is
        ("5h 6h 7h", "Ks 2d", "leave_one take_back_two"),  # three of a suit in a row
        ("4h 5h 6h", "Ks 2d", "take_back_one take_back_two"),  # ... but too low
        ("Th Qh Ah", "2s 3d", "leave_one take_back_two"),  # three to a royal flush
        ("2h 9h Kh", "4h 3d", "take_back_one leave_two"),  # four of a suit
        ("4h 5c 7h", "6d Kd", "take_back_one leave_two"),  # four in a row
        ("Jh Qc Kh", "Ad 2d", "take_back_one leave_two"),  # all high
        ("2h 7c 9h", "Kd 4d", "take_back_one take_back_two"),  # nothing
    ],
)
def test_the_basic_strategy_follows_its_words(own: str, community: str, acts: str) -> None:
    assert follows("basic", own, community) == acts.split()


def test_a_run_has_room_at_both_ends() -> None:
    runs = {"2c 3d 4h 5s": True, "Tc Jd Qh Ks": True, "Jc Qd Kh As": False, "2c 3d 4h 6s": False, "3c 3d 4h 5s": False}
    for text, is_run in runs.items():
        assert run(np.array([sorted(cards_of(text))]), SIX).tolist() == [is_run]


def test_the_other_strategies() -> None:
    assert follows("bold", "2h 7c 9h", "Kd 4d") == ["leave_one", "leave_two"]
    assert follows("timid", "Th Qh Ah", "Jh Kh") == ["take_back_one", "take_back_two"]
    assert follows("timid", "6c 6d 2h", "9s Kd") == ["leave_one", "leave_two"]


def test_a_plan_has_a_word_for_every_holding() -> None:
    plan = plan_of("timid")
    for three in list(combinations(range(DECK), 3))[::97]:
        pair = {a >> 2 for a, b in combinations(three, 2) if a >> 2 == b >> 2}
        wins = any(rank >= SIX for rank in pair) or len({card >> 2 for card in three}) == 1
        assert plan.first[index_3(*three)] == wins
    assert plan.second[index_4(*cards_of("5c 5d 3h 3s"))] == 1
    assert plan.second[index_4(*cards_of("5c 5d 3h 4s"))] == 0
    assert (len(plan.first), len(plan.second)) == (22_100, 270_725)


def test_nothing_but_the_seats_own_and_turned_cards_move_a_strategy() -> None:
    """The second community card is still hidden at the last decision."""
    last = {tuple(follows("basic", "4h 5c 7h", f"6d {card}")) for card in ("Kd", "8s", "3c", "2h")}
    assert len(last) == 1


def test_taken_back_chips_were_never_in_action() -> None:
    round_ = one_seat("2c 7d 9h", "8s Kc", "take_back_one take_back_two")
    felt = round_.replay.felt
    assert felt.action[1].tolist() == [1000, 0, 0, 1000]
    assert [row[3] for row in round_.rows if row[0] == BACK] == [1, 2]
