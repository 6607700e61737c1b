"""Triple Shot Bonus, paragraph by paragraph (see paragraphs.toml). Cards are written in dealing order.

With one seat that order is: player, dealer, player, dealer (face down), then whatever is drawn.
"""

from collections import Counter
from itertools import product

import pytest

from houseway.analysis.simulate import simulate
from houseway.engine.view import NOBODY, view
from houseway.games import find_game
from houseway.games.betting import can_wager
from houseway.games.triple_shot_bonus.play import CARDS_MAX, LOSE, PUSH, SIX, WIN, split_outcome
from houseway.rules.blackjack import ACTS as BLACKJACK_ACTS
from houseway.rules.blackjack import BEST, dealer_draws, outcome_against, points
from houseway.rules.cards import DECK, UNSEEN, card_of, cards_of, new_decks
from houseway.rules.compositions import EMPTY, compositions
from houseway.rules.refused import Refused
from houseway.rules.tape import FACE_DOWN, FACE_OWN, FACE_UP
from tests.kit import Round, play

GAME = find_game("triple_shot_bonus")
BETS = {"war": 1000, "blackjack": 1000, "poker": 1000, "hat_trick": 1000}
MANDATORY = {"war": 1000, "blackjack": 1000, "poker": 1000}

# A player who wins all three: king over nine, 20 over 17, a pair of kings.
ALL_WON = "Kh 9c Kd 8d  2c 3s 7h 5d"


def tsb(cards: str, choices: str = "", wagers: object = None, **settings: int | str | bool) -> Round:
    round_ = play("triple_shot_bonus", cards, wagers or BETS, choices, **settings)  # type: ignore[arg-type]
    assert round_.over, f"the round waits for {round_.replay.pending}"
    return round_


def pending(cards: str, choices: str = "", **settings: int | str | bool) -> Round:
    """A round that stops at a choice."""
    round_ = play("triple_shot_bonus", cards, BETS, choices, None, **settings)
    assert not round_.over
    return round_


# --- the bets ---


def test_marketing_game__three_bets_are_required_the_fourth_is_optional_and_sums_may_differ() -> None:
    settings = GAME.settings()
    assert can_wager(GAME, settings, {"war": 500, "blackjack": 2500, "poker": 1000})
    assert can_wager(GAME, settings, {"war": 500, "blackjack": 2500, "poker": 1000, "hat_trick": 100})
    for missing in MANDATORY:
        assert not can_wager(GAME, settings, {name: cents for name, cents in BETS.items() if name != missing})
    round_ = tsb(ALL_WON, "stand", {"war": 500, "blackjack": 2500, "poker": 1000, "hat_trick": 100})
    assert round_.net("war") == 500
    assert round_.net("blackjack") == 2500
    assert round_.net("poker") == 1000
    assert round_.net("hat_trick") == 900


def test_rules_intro_2__the_three_games_use_the_same_cards_one_after_the_other() -> None:
    round_ = tsb(ALL_WON, "stand")
    assert round_.dealt(1) == cards_of("Kh Kd 2c 3s 7h 5d")
    assert (
        round_.index("seat 1: settle war")
        < round_.index("seat 1: settle blackjack")
        < round_.index("seat 1: settle poker")
        < round_.index("seat 1: settle hat_trick win +9000")
    )


def test_overview_1__one_deck_and_bets_between_the_posted_limits() -> None:
    settings = GAME.settings()
    assert GAME.deck(settings) == new_decks(1)
    assert not can_wager(GAME, settings, {**MANDATORY, "war": 50})
    assert not can_wager(GAME, settings, {**MANDATORY, "poker": 1_000_000})
    assert tsb(ALL_WON, "stand", MANDATORY).settled("hat_trick") == []


def test_dealing_2__no_opening_bet_changes_once_cards_are_dealt() -> None:
    round_ = tsb("5h 9c 6d 8d  Tc  3s 7h 2d", "double")
    assert round_.staked("war") == [1000]
    assert round_.staked("poker") == [1000]
    assert round_.staked("hat_trick") == [1000]
    assert round_.staked("blackjack") == [1000, 1000]  # a double is no opening bet
    assert round_.index("seat 1: stake hat_trick 1000") < round_.index("seat 1: deal 5h")
    assert "back" not in round_.text


def test_dealing_2__the_dealer_calls_no_more_bets_before_the_first_card() -> None:
    round_ = tsb("5h 9c 6d 8d  Tc  3s 7h 2d", "double")
    called = round_.index("dealer: say no_more_bets 1")
    assert round_.index("seat 1: stake hat_trick 1000") < called < round_.index("seat 1: deal 5h")


def test_rules_intro_1__every_round_starts_from_one_full_deck() -> None:
    """Three players need a third of the deck every round: without a new shuffle the fourth round would run out."""
    assert "decks" not in GAME.options
    cards = GAME.deck(GAME.settings())
    assert len(cards) == len(set(cards)) == DECK
    figures = simulate(GAME, 2000, wagers=[BETS] * 3, threads=1).figures()
    assert all(figure.seen == 2000 * 3 for figure in figures if figure.name != "insurance")


# --- War ---


def test_marketing_war__one_card_each_face_up_the_higher_wins() -> None:
    round_ = tsb(ALL_WON, "stand")
    assert round_.faces(1)[0] == FACE_UP
    assert round_.faces(0)[0] == FACE_UP
    assert round_.settled("war") == [("win", 1000)]


@pytest.mark.parametrize(
    ("own", "dealers", "outcome", "cents"),
    [("3c", "2d", "win", 1000), ("2c", "3d", "lose", -1000), ("9c", "9d", "tie", -500), ("Kc", "Qd", "win", 1000)],
)
def test_rules_war__higher_wins_even_money_lower_loses_equal_loses_half(
    own: str, dealers: str, outcome: str, cents: int
) -> None:
    assert tsb(f"{own} {dealers} Th 8s  4s 5s 6d 7h Js Qs", "stand").settled("war") == [(outcome, cents)]


def test_rules_war__an_ace_is_the_highest_card() -> None:
    assert tsb("Ac Kd 5h 8s  4s 6d 7h Js", "stand").settled("war") == [("win", 1000)]
    assert tsb("Kc Ad 5h 8s  4s 6d 7h Js", "decline stand").settled("war") == [("lose", -1000)]


def test_overview_2__every_tie_costs_half_also_of_odd_amounts() -> None:
    odd = {**BETS, "war": 1025}
    cards = "9c 9d Th 8s  4s 5s 6d 7h"
    assert tsb(cards, "stand", odd, rounding="house").net("war") == -513
    assert tsb(cards, "stand", odd, rounding="player").net("war") == -512
    assert tsb(cards, "stand", {**BETS, "war": 2500}).net("war") == -1250


def test_payouts_war__the_pays_are_even_money_and_half() -> None:
    settled = [tsb(f"{own} 9d Th 8s  4s 5s 6d 7h", "stand", {**BETS, "war": 4000}).net("war") for own in ("Tc", "9c")]
    assert settled == [4000, -2000]


def test_dealing_3__cards_go_from_the_dealers_left_and_to_the_dealer_last() -> None:
    round_ = tsb("2c 3c 4c  Td  9c 9h 9s 8d" + "  5c 5d 5h 6c 6d 6h 7c 7d 7h Qc Qd Qh", "stand stand stand", [BETS] * 3)
    order = [round_.index(line) for line in ("seat 1: deal 2c up", "seat 2: deal 3c up", "seat 3: deal 4c up")]
    assert order == sorted(order)
    assert round_.index("dealer: deal Td up") == order[-1] + 1


def test_dealing_4__war_is_settled_from_the_right_and_a_loss_takes_the_hat_trick() -> None:
    round_ = tsb("2c Tc Qc  Td  9c 9h 9s 8d" + "  5c 5d 5h 6c 6d 6h 7c 7d 7h Jc Jd Jh", "stand stand stand", [BETS] * 3)
    lines = [line for line in round_.text.splitlines() if "settle war" in line or "settle hat_trick" in line]
    assert lines[:4] == [
        "seat 3: settle war win +1000",
        "seat 2: settle war tie -500",
        "seat 1: settle war lose -1000",
        "seat 1: settle hat_trick lose -1000",
    ]
    assert round_.index("seat 1: settle hat_trick lose") < round_.index("seat 1: deal 9c")
    assert round_.index("seat 2: settle hat_trick") > round_.index("seat 2: deal 9h")  # the tie left it up


# --- Blackjack ---


def test_marketing_blackjack__the_second_card_is_open_for_players_and_hidden_for_the_dealer() -> None:
    round_ = tsb(ALL_WON, "stand")
    assert round_.faces(1)[1] == FACE_UP
    assert round_.faces(0)[1] == FACE_DOWN
    assert round_.index("seat 1: deal Kd up") < round_.index("dealer: deal 8d down")
    assert round_.index("seat 1: settle war") < round_.index("seat 1: deal Kd up")


def test_overview_3__a_pair_other_than_aces_is_not_split_and_aces_only_once() -> None:
    assert pending("8h 9c 8d 7d").offers() == [{"hit", "stand", "double"}]
    assert pending("Ah 9c Ad 7d").offers() == [{"hit", "stand", "double", "split"}]
    assert tsb("Ah 9c Ad 8d  As Ac  2c 3s", "split").offers() == [{"hit", "stand", "double", "split"}]


def test_rules_blackjack__the_war_cards_stay_and_the_dealer_checks_before_anyone_plays() -> None:
    round_ = tsb("5h Tc 6d Ah  2c 3s 7h 8d")
    assert round_.said("checked") == [1]
    assert round_.offers() == []
    assert round_.settled("blackjack") == [("lose", -1000)]
    assert pending("5h Tc 6d 9h").said("checked") == [0]
    assert pending("5h 9c 6d Ah").said("checked") == []


def test_rules_blackjack__a_blackjack_pushes_against_the_dealers_and_beats_a_later_21() -> None:
    assert tsb("Ah Tc Kd Ac  2c 3s 7h 8d").settled("blackjack") == [("push", 0)]
    assert tsb("Ah 7c Kd 7d  2c 3s 7h 8d").settled("blackjack") == [("natural", 1500)]


def test_rules_blackjack_1__only_aces_split_not_tens_alike() -> None:
    assert "split" not in pending("Kh 9c Kd 7d").offers()[0]
    assert "split" not in pending("Ah 9c 5d 7d").offers()[0]
    assert "split" in pending("Ah 9c Ad 7d").offers()[0]
    with pytest.raises(Refused, match="cannot split"):
        play("triple_shot_bonus", "Kh 9c Kd 7d", BETS, "split")


def test_rules_blackjack_2__each_ace_gets_one_card_and_ace_ten_is_21() -> None:
    round_ = tsb("Ah 9c Ad 8d  Ks 5c  2c 3s", "split")
    assert round_.staked("blackjack") == [1000, 1000]
    assert round_.dealt(1, 0) == cards_of("Ah Ad Ks 2c 3s")
    assert round_.dealt(1, 1) == cards_of("5c")
    assert round_.settled("blackjack") == [("win", 1000), ("lose", -1000)]  # 21 at even money, 16 against 17


def test_rules_blackjack_2__a_split_21_pushes_a_dealers_21() -> None:
    round_ = tsb("Ah 7c Ad 7d  Ks Qc  7h  2c 3s", "split")
    assert round_.said("total") == [21]
    assert round_.settled("blackjack") == [("push", 0), ("push", 0)]


def test_rules_blackjack_3__double_on_any_two_cards_only_and_not_after_hitting() -> None:
    round_ = tsb("5h 9c 6d 8d  2c 8s  3s 7h", "hit stand")
    assert round_.offers() == [{"hit", "stand", "double"}, {"hit", "stand"}]
    for cards in ("2h 9c 3d 8d", "Kh 9c Qd 8d", "Ah 9c 7d 8d", "Ah 9c Ad 8d"):
        assert "double" in pending(cards).offers()[0]


def test_rules_blackjack_3__a_doubled_hand_takes_one_card_and_wins_or_loses_both_bets() -> None:
    won = tsb("5h 9c 6d 8d  Tc  3s 7h 2d", "double")
    assert won.settled("blackjack") == [("win", 2000)]
    assert len(won.offers()) == 1
    lost = tsb("5h 9c 6d 8d  2c  3s 7h Jd", "double")
    assert lost.settled("blackjack") == [("lose", -2000)]
    bust = tsb("Kh 9c 6d 8d  Qc  3s 7h Jd", "double")
    assert bust.settled("blackjack") == [("bust", -2000)]


def test_rules_blackjack_4__six_cards_at_21_or_less_win_at_once() -> None:
    round_ = tsb("3h 9c 4d Kd  2c 2s 5d 4s", "hit hit hit hit")  # 20 in six cards; the dealer has 19
    assert round_.settled("blackjack") == [("six_cards", 1000)]
    assert round_.index("seat 1: settle blackjack") < round_.index("dealer: turn 1 Kd")
    low = tsb("2h 9c 2d Td  2c 3s 3d 4s", "hit hit hit hit")  # 16 beats a standing 19
    assert low.settled("blackjack") == [("six_cards", 1000)]


def test_rules_blackjack_4__six_cards_over_21_are_a_bust() -> None:
    round_ = tsb("3h 9c 4d Kd  2c 2s 5d Ts", "hit hit hit hit")
    assert round_.settled("blackjack") == [("bust", -1000)]


def test_rules_blackjack_4__a_dealers_blackjack_comes_before_six_cards() -> None:
    round_ = tsb("2h Ac 2d Kd  2c 2s 3d 4s", "decline")
    assert round_.settled("blackjack") == [("lose", -1000)]
    assert round_.dealt(1) == cards_of("2h 2d 2c 2s 3d 4s")  # the cards that would have won are poker's


def test_rules_blackjack_4__a_soft_21_of_five_cards_may_take_the_sixth_other_21s_may_not() -> None:
    """A reading: with it the best play has the published edges, 0.2715 and 0.0832 %, to the digit."""
    round_ = tsb("Ah 9c 2d Kd  2c 3s 3d Ts", "hit hit hit hit")
    assert round_.offers()[-1] == {"hit", "stand"}
    assert round_.settled("blackjack") == [("six_cards", 1000)]
    assert tsb("Ah 9c 2d Kd  8c  3d Ts 4h", "hit").offers() == [{"hit", "stand", "double"}]  # soft 21 of three
    assert len(tsb("2h 9c 3d Kd  4c 5s 7d  Ts", "hit hit hit").offers()) == 3  # hard 21 of five


@pytest.mark.parametrize(("soft_17", "total", "outcome"), [("stand", 17, "win"), ("hit", 21, "lose")])
def test_rules_blackjack_5__the_house_chooses_what_the_dealer_does_with_soft_17(
    soft_17: str, total: int, outcome: str
) -> None:
    round_ = tsb("Kh 6c 8d Ad  4c  3s 7h 2d 9h", "stand", soft_17=soft_17)
    assert round_.said("total") == [total]
    assert round_.settled("blackjack")[0][0] == outcome


def test_layout_soft_17__the_table_as_drawn_hits() -> None:
    assert GAME.settings()["soft_17"] == "hit"
    assert tsb("Kh 6c 8d Ad  4c  3s 7h 2d 9h", "stand").said("total") == [21]


def test_rules_blackjack_6__the_dealer_turns_draws_and_then_pays_from_the_right() -> None:
    round_ = tsb("Tc Kc  9d  Th Kh 6d" + "  5s  2c 3c 4c 5c  2d 3d 4d 5d", "stand stand", [BETS] * 2)
    assert round_.said("total") == [20]
    turned = round_.index("dealer: turn 1 6d")
    assert turned < round_.index("dealer: deal 5s") < round_.index("seat 2: settle blackjack push")
    assert round_.index("seat 2: settle blackjack push") < round_.index("seat 1: settle blackjack push")


def test_rules_blackjack_6__the_dealer_draws_only_if_a_bet_hangs_on_it() -> None:
    round_ = tsb("Tc 9d 6h 6d  Kc  2c 3c 4c", "hit")
    assert round_.settled("blackjack") == [("bust", -1000)]
    assert round_.dealt(0) == cards_of("9d 6d")
    assert "dealer: turn 1 6d" in round_.text
    assert round_.said("total") == []


@pytest.mark.parametrize(
    ("cards", "choices", "settled"),
    [
        ("Ah 9c Kd 8d  2c 3s 7h 5d", "", [("natural", 1500)]),
        ("2h 9c 2d Td  2c 3s 3d 4s", "hit hit hit hit", [("six_cards", 1000)]),
    ],
)
def test_payouts_blackjack__blackjack_3_to_2_and_six_cards_even_money(
    cards: str, choices: str, settled: list[tuple[str, int]]
) -> None:
    assert tsb(cards, choices).settled("blackjack") == settled


def test_payouts_blackjack__insurance_is_half_the_bet_at_2_to_1() -> None:
    won = tsb("5h Ac 6d Kd  2c 3s 7h 8d", "insure")
    assert won.staked("insurance") == [500]
    assert won.settled("insurance") == [("win", 1000)]
    assert won.net("blackjack") == -1000
    lost = tsb("Kh Ac Qd 9d  2c 3s 7h 8d", "insure stand")
    assert lost.settled("insurance") == [("lose", -500)]
    assert lost.index("seat 1: settle insurance lose") < lost.index("seat 1: offer hit")


def test_payouts_blackjack__insurance_only_under_an_ace_and_where_the_house_offers_it() -> None:
    assert pending("5h Ac 6d 9d").offers() == [{"insure", "decline"}]
    assert pending("5h Kc 6d 9d").offers() == [{"hit", "stand", "double"}]
    assert pending("5h Ac 6d 9d", insurance=False).offers() == [{"hit", "stand", "double"}]


def test_payouts_blackjack__odd_bets_round_as_the_house_says() -> None:
    cards = "Ah 9c Kd 8d  2c 3s 7h 5d"
    nets = {
        policy: tsb(cards, "", {**BETS, "blackjack": 500}, rounding=policy, grain_cents=100).net("blackjack")
        for policy in ("house", "nearest", "player")
    }
    assert nets == {"house": 700, "nearest": 800, "player": 800}


def test_layout_6_lines__the_rules_on_the_felt() -> None:
    natural = tsb("Ah 9c Kd 8d  2c 3s 7h 5d")
    assert natural.settled("blackjack") == [("natural", 1500)]
    assert natural.said("natural", 1) == [1]
    split = tsb("Ah 9c Ad 8d  2s 5c  2c 3s", "split")
    assert len(split.offers()) == 1
    assert len(split.dealt(1, 1)) == 1
    tie = tsb("9h 9c Kd 8d  2c 3s 7h 5d", "stand")
    assert tie.net("war") == -500


def test_dealing_5__blackjack_from_the_second_card_to_the_last_bet() -> None:
    bets = [BETS] * 3
    cards = "2c Tc Kc  2d  3c Th Ks Qd" + "  2h 4h 5h 4s  7c  9c" + " 3h 6h 8h Jh  4c 6c 8c Jc"
    round_ = tsb(cards, "hit hit hit hit hit stand", bets)
    lines = ["seat 1: deal 3c up", "seat 2: deal Th up", "seat 3: deal Ks up", "dealer: deal Qd down"]
    assert [round_.index(line) for line in lines] == list(range(round_.index(lines[0]), round_.index(lines[0]) + 4))
    # seat 1 reaches six cards and is paid before seat 2 is asked; seat 2 busts and loses bet and Hat Trick at once
    assert round_.index("seat 1: settle blackjack six_cards +1000") < round_.index("seat 2: offer")
    bust = round_.index("seat 2: settle blackjack bust -1000")
    assert round_.index("seat 2: settle hat_trick lose -1000") == bust + 1
    assert bust < round_.index("seat 3: offer")
    assert round_.index("dealer: turn") < round_.index("seat 3: settle blackjack lose -1000")
    assert round_.index("seat 3: settle hat_trick lose") < round_.index("seat 1: say ranked")


def test_dealing_5__there_is_no_surrender() -> None:
    assert "surrender" not in GAME.acts
    assert GAME.acts[:4] == BLACKJACK_ACTS[:4]


# --- Poker ---


def test_marketing_poker__each_player_is_dealt_up_to_six_whatever_happened_before() -> None:
    for cards, choices in (
        (ALL_WON, "stand"),
        ("Tc 9d 6h 6d  Kc  2c 3c 4c", "hit"),  # busted
        ("Ah 9c Kd 8d  2c 3s 7h 5d", ""),  # blackjack
        ("5h Tc 6d Ah  2c 3s 7h 8d", ""),  # the dealer's blackjack
        ("3h 9c 4d Kd  2c 2s 5d 4s", "hit hit hit hit"),  # six cards already
        ("5h 9c 6d 8d  Tc  3s 7h 2d", "double"),
    ):
        round_ = tsb(cards, choices)
        assert len(round_.dealt(1)) == SIX
        assert len(round_.settled("poker")) == 1


def test_rules_poker__after_split_aces_two_more_and_all_six_count() -> None:
    round_ = tsb("Ah 9c Ad 8d  As Ac  2c 3s", "split")
    assert len(round_.dealt(1, 0)) + len(round_.dealt(1, 1)) == SIX
    assert round_.settled("poker") == [("four_of_a_kind", 20000)]


def test_rules_poker__a_pair_of_jacks_wins_and_a_pair_of_tens_loses() -> None:
    assert tsb("Jh 9c Jd 8d  2c 3s 7h 5d", "stand").settled("poker") == [("jacks_or_better", 1000)]
    assert tsb("Th 9c Td 8d  2c 3s 7h 5d", "stand").settled("poker") == [("lose", -1000)]


def test_rules_poker__the_dealers_cards_do_not_matter() -> None:
    with_nines = tsb("2h 9c 3d 9s  Tc 9h  9d 7h 5d", "hit stand")
    assert with_nines.settled("poker") == [("lose", -1000)]


# Six cards for each row of the paytables; blackjack stands on the first two.
ROWS = {
    "royal_flush": "Kh Qh Ah Jh Th 2c",
    "straight_flush": "Kh Qh Jh Th 9h 2c",
    "four_of_a_kind": "Kh Kd Kc Ks 9h 2c",
    "full_house": "Kh Kd Kc 9s 9h 2c",
    "flush": "Kh Qh 5h 3h 9h 2c",
    "straight": "Kh Qd Jh Th 9h 2c",
    "three_of_a_kind": "Kh Kd Kc 3s 9h 2c",
    "two_pair": "Kh Kd 9c 9h 3s 2c",
    "jacks_or_better": "Kh Kd 9c 7h 3s 2c",
    "lose": "Kh Qd 9c 7h 3s 2c",
}


def poker_nets(**settings: int | str | bool) -> dict[str, int]:
    """What 1,000 cents win on each row."""
    nets = {}
    for row, six in ROWS.items():
        one, two, *rest = six.split()
        round_ = tsb(f"{one} 8c {two} Ad  {' '.join(rest)}", "stand", **settings)
        assert round_.settled("poker")[0][0] == row
        nets[row] = round_.net("poker")
    return nets


TSB_01 = {
    "royal_flush": 500_000, "straight_flush": 50_000, "four_of_a_kind": 20_000, "full_house": 6_000, "flush": 5_000,
    "straight": 4_000, "three_of_a_kind": 2_000, "two_pair": 1_500, "jacks_or_better": 1_000, "lose": -1_000,
}  # fmt: skip
TSB_02 = {**TSB_01, "royal_flush": 200_000, "straight_flush": 60_000}


def test_rules_poker_table_1__pay_table_1() -> None:
    assert poker_nets(paytable="TSB-01") == TSB_01


def test_rules_poker_table_2__pay_table_2() -> None:
    assert poker_nets(paytable="TSB-02") == TSB_02


def test_card_tsb_01__the_card_and_its_hat_trick() -> None:
    assert GAME.settings()["paytable"] == "TSB-01"
    assert poker_nets() == TSB_01
    assert tsb(ALL_WON, "stand").net("hat_trick") == 9000


def test_card_tsb_02__the_card_and_its_hat_trick() -> None:
    assert poker_nets(paytable="tsb-02", hat_trick="9:1") == TSB_02
    assert tsb(ALL_WON, "stand", paytable="TSB-02").net("hat_trick") == 9000


def test_layout_6_payouts__the_layout_at_6_to_1_prints_tsb_02() -> None:
    assert poker_nets(paytable="TSB-02", hat_trick="6 to 1") == TSB_02


def test_overview_4__the_best_five_of_six_kept_cards_are_ranked() -> None:
    round_ = tsb("9h Tc Ts 7d  Jc Qc 2s Kd", "stand")
    assert round_.settled("poker") == [("straight", 4000)]
    wheel = tsb("Ah 8c 2s Td  3c 4c 5s Kd", "stand")
    assert wheel.settled("poker") == [("straight", 4000)]


@pytest.mark.parametrize(("how", "face"), [("face_up", FACE_UP), ("face_down", FACE_OWN)])
def test_dealing_6__the_cards_to_six_come_from_the_left_open_or_hidden(how: str, face: int) -> None:
    round_ = tsb("Kh Jh 9c Kd Jd 8d  2c 3s 7h 5d  2d 3c 4h 6s", "stand stand", [BETS] * 2, poker_cards=how)
    assert round_.faces(1) == [FACE_UP, FACE_UP, face, face, face, face]
    assert round_.index("seat 1: deal 5d") < round_.index("seat 2: deal 2d")
    seen_by_others = view(round_.replay.tape, [0, 1, 2], NOBODY)
    hidden = [int(row[3]) for row in seen_by_others if int(row[3]) == UNSEEN]
    assert len(hidden) == (1 if how == "face_up" else 9)  # the hole card, and four cards a player
    turned = [line for line in round_.text.splitlines() if line.startswith("seat 1: turn")]
    assert len(turned) == (0 if how == "face_up" else 4)


def test_dealing_6__hidden_cards_after_split_aces_are_the_last_two() -> None:
    round_ = tsb("Ah 9c Ad 8d  Ks 5c  2c 3s", "split", poker_cards="face_down")
    turned = [line for line in round_.text.splitlines() if line.startswith("seat 1: turn")]
    assert turned == ["seat 1: turn 2 2c", "seat 1: turn 3 3s"]


def test_dealing_6__a_lost_poker_bet_takes_the_hat_trick_down() -> None:
    round_ = tsb("Kh 9c Qd 8d  2c 3s 7h 5d", "stand")
    assert round_.settled("poker") == [("lose", -1000)]
    assert round_.settled("hat_trick") == [("lose", -1000)]
    assert round_.index("seat 1: settle hat_trick") == round_.index("seat 1: settle poker") + 1


# --- the Hat Trick ---


def test_marketing_hat_trick__all_three_won() -> None:
    round_ = tsb(ALL_WON, "stand")
    assert [round_.settled(wager)[0][0] for wager in MANDATORY] == ["win", "win", "jacks_or_better"]
    assert round_.settled("hat_trick") == [("win", 9000)]


def test_marketing_hat_trick__all_three_with_ties() -> None:
    round_ = tsb("Kh Kc Jd Jh  Qc Ad Th 5d", "stand")
    assert round_.settled("war") == [("tie", -500)]
    assert round_.settled("blackjack") == [("push", 0)]
    assert round_.settled("hat_trick") == [("win", 9000)]


def test_rules_hat_trick_1__one_lost_bet_loses_it() -> None:
    lost_war = tsb("9h Kc 9d 8d  9s 3s 7h 5d", "stand")
    lost_blackjack = tsb("Kh Tc 6d 8d  Kc Ks 7h 5d", "stand")
    lost_poker = tsb("Kh 9c Qd 8d  2c 3s 7h 5d", "stand")
    for round_ in (lost_war, lost_blackjack, lost_poker):
        assert round_.settled("hat_trick") == [("lose", -1000)]


def test_rules_hat_trick_1__it_is_optional() -> None:
    assert tsb(ALL_WON, "stand", MANDATORY).net() == 3000


def test_rules_hat_trick_2__a_tie_at_war_counts_as_won_although_it_costs_half() -> None:
    round_ = tsb("9h 9c Kd 8d  Ks 3s 7h 5d", "stand")
    assert round_.net("war") == -500
    assert round_.settled("hat_trick") == [("win", 9000)]


SPLIT_TABLE = [
    (LOSE, LOSE, LOSE),
    (LOSE, PUSH, LOSE),
    (LOSE, WIN, WIN),
    (PUSH, LOSE, LOSE),
    (PUSH, PUSH, WIN),
    (PUSH, WIN, WIN),
    (WIN, LOSE, WIN),
    (WIN, PUSH, WIN),
    (WIN, WIN, WIN),
]
# Against the dealer's ten and eight: the card that brings a split ace each result, on the first and on the second hand.
CARD_FOR = {LOSE: ("2c", "3d"), PUSH: ("7c", "7d"), WIN: ("9c", "9d")}


@pytest.mark.parametrize(("first", "second", "counts"), SPLIT_TABLE)
def test_rules_hat_trick_table__the_nine_rows(first: int, second: int, counts: int) -> None:
    assert split_outcome(first, second) == counts
    cards = f"Ah Tc Ad 8d  {CARD_FOR[first][0]} {CARD_FOR[second][1]}  Js 4s"
    round_ = tsb(cards, "split")
    names = {LOSE: "lose", PUSH: "push", WIN: "win"}
    assert [outcome for outcome, _ in round_.settled("blackjack")] == [names[first], names[second]]
    assert round_.settled("poker")[0][1] > 0  # a pair of aces at least: only Blackjack is in question
    assert round_.settled("hat_trick")[0][0] == names[counts]


def test_rules_hat_trick_table__is_complete() -> None:
    assert {row[:2] for row in SPLIT_TABLE} == set(product((LOSE, PUSH, WIN), repeat=2))


def test_overview_5__won_or_tied_in_each_of_the_three() -> None:
    pushed_blackjack = tsb("Kh Qc Jd Jh  Ks 2s 3h 5d", "stand")
    assert pushed_blackjack.settled("blackjack") == [("push", 0)]
    assert pushed_blackjack.settled("hat_trick") == [("win", 9000)]
    pushed_naturals = tsb("Ah Kc Kd Ac  As 2s 3h 5d")
    assert pushed_naturals.settled("blackjack") == [("push", 0)]
    assert pushed_naturals.settled("hat_trick") == [("win", 9000)]
    six_cards = tsb("3h 2c 3d Kd  3c 2s 5d 4s  8c", "hit hit hit hit")
    assert six_cards.settled("hat_trick") == [("win", 9000)]


def test_overview_6__split_aces_keep_it_while_they_are_not_a_net_loss() -> None:
    even = tsb("Ah Tc Ad 8d  2c 9d  Js 4s", "split")
    assert even.net("blackjack") == 0
    assert even.settled("hat_trick") == [("win", 9000)]
    behind = tsb("Ah Tc Ad 8d  2c 7d  Js 4s", "split")
    assert behind.net("blackjack") == -1000
    assert behind.settled("hat_trick") == [("lose", -1000)]
    assert behind.index("seat 1: settle hat_trick lose") < behind.index("seat 1: deal Js")


def test_dealing_8__a_hat_trick_waits_for_both_split_hands() -> None:
    round_ = tsb("Ah Tc Ad 8d  2c 9d  Js 4s", "split")
    assert round_.settled("blackjack") == [("lose", -1000), ("win", 1000)]
    assert len(round_.settled("hat_trick")) == 1
    assert round_.index("seat 1 hand 2: settle blackjack win") < round_.index("seat 1: settle hat_trick win")


@pytest.mark.parametrize("choice", ["insure", "decline"])
def test_overview_note__lost_insurance_does_not_cost_the_hat_trick(choice: str) -> None:
    round_ = tsb("Ah Ac 9d 8d  As 2s 3h 5d", f"{choice} stand")
    assert round_.net("insurance") == (-500 if choice == "insure" else 0)
    assert round_.settled("hat_trick") == [("win", 9000)]


def test_dealing_note__won_insurance_does_not_save_the_hat_trick() -> None:
    round_ = tsb("Ah Ac 9d Kd  As 2s 3h 5d", "insure")
    assert round_.settled("insurance") == [("win", 1000)]
    assert round_.settled("blackjack") == [("lose", -1000)]
    assert round_.settled("hat_trick") == [("lose", -1000)]


def test_dealing_7__it_comes_down_with_the_first_lost_bet_and_is_paid_last() -> None:
    won = tsb(ALL_WON, "stand")
    assert won.index("seat 1: stake hat_trick") < won.index("seat 1: deal")
    assert won.index("seat 1: settle hat_trick") == won.index("seat 1: settle poker") + 1 == len(won.rows) - 1
    at_war = tsb("9h Kc 9d 8d  9s 3s 7h 5d", "stand")
    assert at_war.index("seat 1: settle hat_trick") == at_war.index("seat 1: settle war") + 1
    at_blackjack = tsb("Kh Tc 6d 8d  Kc Ks 7h 5d", "stand")
    assert at_blackjack.index("seat 1: settle hat_trick") == at_blackjack.index("seat 1: settle blackjack lose") + 1
    under_dealers_blackjack = tsb("Ah Tc 6d Ad  Kc As 7h 5d")
    assert under_dealers_blackjack.index("seat 1: settle hat_trick lose") < under_dealers_blackjack.index(
        "seat 1: deal Kc"
    )


def test_layout_hat_trick__nine_to_one_is_the_default() -> None:
    assert GAME.settings()["hat_trick"] == "9 to 1"
    assert tsb(ALL_WON, "stand", {**BETS, "hat_trick": 500}).net("hat_trick") == 4500


def test_layout_9__ties_win_at_nine_to_one_beside_tsb_01() -> None:
    round_ = tsb("9h 9c Kd 8d  Ks Kc 9d 5d", "stand")
    assert round_.net("war") == -500
    assert round_.settled("poker") == [("full_house", 6000)]
    assert round_.net("hat_trick") == 9000


def test_layout_6_hat_trick__six_to_one_where_the_house_chooses_it() -> None:
    assert tsb(ALL_WON, "stand", hat_trick="6 to 1").net("hat_trick") == 6000
    assert tsb("Kh 9c Qd 8d  2c 3s 7h 5d", "stand", hat_trick="6 to 1").net("hat_trick") == -1000


# --- the table as a whole ---


def longest_dealer_hand(soft_17: int) -> int:
    """The most cards the dealer can hold, over every order of one deck."""
    left = Counter(points(card) for card in new_decks(1))

    def longest(hard: int, ace: bool, cards: int) -> int:
        soft = ace and hard + 10 <= BEST
        if cards >= 2 and not dealer_draws(hard + 10 if soft else hard, soft, soft_17):
            return cards
        most = cards
        for worth in [each for each, count in left.items() if count]:
            left[worth] -= 1
            most = max(most, longest(hard + worth, ace or worth == 1, cards + 1))
            left[worth] += 1
        return most

    return longest(0, False, 0)


@pytest.mark.parametrize("soft_17", [0, 1])
def test_one_deck_is_enough_for_every_seat(soft_17: int) -> None:
    assert longest_dealer_hand(soft_17) == CARDS_MAX
    assert GAME.sheet.seats_max * SIX + CARDS_MAX <= DECK


def test_seven_seats_and_the_longest_dealer_hand_use_the_deck_up() -> None:
    dealer = cards_of("2c 2d 2h 2s 3c Ac Ad Ah As 3d")
    rest = [card for card in new_decks(1) if card not in dealer]
    rest.sort(key=lambda card: -points(card))  # every seat's first two cards are tens or nines
    order = [*rest[:7], dealer[0], *rest[7:14], dealer[1], *dealer[2:], *rest[14:]]
    names = " ".join("23456789TJQKA"[card >> 2] + "cdhs"[card & 3] for card in order)
    round_ = tsb(names, " ".join(["stand"] * 7), [BETS] * 7)
    assert round_.dealt(0) == dealer
    assert round_.replay.cards_drawn == DECK


def test_a_seat_that_sits_out_gets_no_cards() -> None:
    round_ = tsb(ALL_WON, "stand", [{}, BETS])
    assert round_.dealt(1) == []
    assert round_.dealt(2)[0] == card_of("Kh")
    assert round_.net(seat=2) == 12000


def test_outcome_against__totals() -> None:
    assert [outcome_against(18, dealer) for dealer in (17, 18, 19, 22)] == [WIN, PUSH, LOSE, WIN]


# --- strategies ---


def act_of(strategy: str, cards: str, choices: str = "", **settings: int | str | bool) -> str:
    """What a strategy does at the choice where these cards stop."""
    round_ = pending(cards, choices, **settings)
    wait = round_.replay.pending
    assert wait is not None
    plan = GAME.plan(strategy, round_.deal.settings)
    return GAME.acts[GAME.follow(plan, round_.replay.felt, wait.seat, wait.hand, wait.options)]


@pytest.mark.parametrize("strategy", ["basic", "published"])
@pytest.mark.parametrize(
    ("first", "second", "up", "act"),
    [
        ("2h", "6d", "5c", "double"), ("6h", "2d", "5c", "double"), ("2h", "6d", "6c", "hit"),
        ("5h", "3d", "5c", "double"), ("3h", "5d", "6c", "double"), ("4h", "4d", "6c", "double"),
        ("4h", "4d", "4c", "hit"), ("Ah", "Ad", "6c", "split"), ("Ah", "8d", "6c", "double"),
        ("Ah", "7d", "2c", "stand"), ("6h", "5d", "Tc", "double"), ("Th", "2d", "3c", "hit"),
    ],
)  # fmt: skip
def test_strategies__the_printed_table_and_its_note_on_eights(
    strategy: str, first: str, second: str, up: str, act: str
) -> None:
    assert act_of(strategy, f"{first} {up} {second} 9s") == act


@pytest.mark.parametrize(
    ("cards", "act"),
    [
        ("2h 6c 3d 9s  2c 3s 4d", "stand"),  # 14 against a six
        ("2h 5c 3d 9s  2c 3s 4d", "hit"),  # 14 against a five
        ("2h 6c 3d 9s  2c 3s 3h", "hit"),  # 13
        ("Ah 6c 2d 9s  2c 3s 3h", "hit"),  # soft 21
    ],
)
def test_strategies__the_printed_note_on_five_cards(cards: str, act: str) -> None:
    assert act_of("published", cards, "hit hit hit") == act
    assert act_of("basic", cards, "hit hit hit") == act


def test_strategies__basic_knows_the_dealer_who_stands() -> None:
    cards = "Ah Ac 7d 9s"
    assert act_of("basic", cards, "decline", soft_17="hit") == "hit"
    assert act_of("basic", cards, "decline", soft_17="stand") == "stand"
    assert act_of("published", cards, "decline", soft_17="stand") == "hit"


def test_strategies__only_the_timid_insure() -> None:
    assert [act_of(strategy, "5h Ac 6d 9s") for strategy in ("basic", "published", "mimic", "timid")] == [
        "decline",
        "decline",
        "decline",
        "insure",
    ]


def test_simulation_is_near_what_is_known() -> None:
    """War 1/34 exactly, Poker 5.5857 %, the chart's Blackjack 0.2887 % (the best play's is 0.2715 %)."""
    known = {"war": 1 / 34, "poker": 0.055857, "blackjack": 0.0028868}
    figures = {figure.name: figure for figure in simulate(GAME, 1_000_000, 7, threads=1).figures()}
    for name, edge in known.items():
        assert abs(figures[name].edge - edge) < 4 * figures[name].standard_error
    assert abs(figures["poker"].hit - 0.344604) < 0.002
    assert abs(figures["hat_trick"].hit - 0.1252) < 0.0015  # not the 9.4556 % of three independent bets


PRINTED_ROWS = {
    "hard_4_to_7": range(4, 8), "hard_9": (9,), "hard_10": (10,), "hard_11": (11,), "hard_12": (12,),
    "hard_13_to_16": range(13, 17), "hard_17_to_21": range(17, 22),
    "a_2": (2,), "a_3": (3,), "a_4": (4,), "a_5": (5,), "a_6": (6,), "a_7": (7,), "a_8": (8,), "a_9": (9,),
    "a_t": (10,), "a_a": (1,),
}  # fmt: skip


def two_card_hands(row: str) -> list[tuple[int, int]]:
    """The two-card hands of a printed row, as points: an ace and a card, or two others by their sum."""
    if row.startswith("a_"):
        return [(1, PRINTED_ROWS[row][0])]
    return [(x, total - x) for total in PRINTED_ROWS[row] for x in range(2, 11) if 2 <= total - x <= 10]


@pytest.mark.parametrize("row", PRINTED_ROWS)
def test_strategies__published_is_the_printed_table_cell_by_cell(row: str) -> None:
    plan = GAME.plan("published", GAME.settings())
    printed = next(claim.value.split() for claim in GAME.claims.claims if claim.id == f"strategy.{row}")
    meant = [{"H": "hit", "S": "stand", "D": "double", "P": "split"}[cell] for cell in printed]
    hands, tree = two_card_hands(row), compositions().tree
    assert hands
    for x, y in hands:
        number = tree[tree[EMPTY, x], y]
        assert [GAME.acts[plan.acts[0, number, up, 0]] for up in range(1, 11)] == meant, (x, y)
