"""Super Fun 21 by its paragraphs, on stacked decks.

Cards are dealt to the player, up to the dealer, to the player, down to the dealer; what follows is drawn in order.
"""

import pytest

from houseway.analysis.simulate import simulate
from houseway.engine.playthrough import show
from houseway.engine.scene import scene
from houseway.games import find_game
from houseway.games.betting import verify_wagers
from houseway.games.spoken import call_text
from houseway.games.super_fun_21.play import (
    FIVE_CARD_21,
    HIT_ELEVEN,
    HIT_ELEVEN_UNDOUBLED,
    PLAYS_ON,
    SILENT,
    SIX_CARDS,
    SIX_CARDS_OR_21,
    SURE_WINNER,
    Rules,
    call_for,
    ended_at_once,
    turn_acts,
)
from houseway.rules.blackjack import DOUBLE
from houseway.rules.cards import cards_of
from houseway.rules.choice import bit
from houseway.rules.refused import Refused
from houseway.rules.tape import FACE_DOWN, FACE_UP
from tests.kit import Round, play

GAME = find_game("super_fun_21")


def deal(cards: str, choices: str = "", cents: int = 1000, **settings: int | str | bool) -> Round:
    return play("super_fun_21", cards, {"blackjack": cents}, choices, None, **settings)


def ends(cards: str, choices: str = "", cents: int = 1000, **settings: int | str | bool) -> list[tuple[str, int]]:
    """How each hand was settled, in a round that must be over."""
    round_ = deal(cards, choices, cents, **settings)
    assert round_.over, round_.text
    return round_.settled("blackjack")


def last_offer(cards: str, choices: str = "", **settings: int | str | bool) -> set[str]:
    return deal(cards, choices, 1000, **settings).offers()[-1]


TURN = {"hit", "stand", "double", "surrender"}


# --- The rules ------------------------------------------------------------------------------------------------------


def test_limits__a_bet_beyond_the_table_is_refused() -> None:
    settings = GAME.settings()
    verify_wagers(GAME, settings, {"blackjack": 40_000})
    with pytest.raises(Refused, match="maximum"):
        verify_wagers(GAME, settings, {"blackjack": 40_050})
    with pytest.raises(Refused, match="minimum"):
        verify_wagers(GAME, settings, {"blackjack": 50})


def test_intro__ordinary_blackjack_otherwise() -> None:
    assert ends("Th 9c Kh 9d", "stand") == [("win", 1000)]
    assert ends("Th 9c 8h 9d", "stand") == [("push", 0)]
    assert ends("Th Tc 7h 9d", "stand") == [("lose", -1000)]
    assert ends("Th 5c 8h 9d 6h", "hit") == [("bust", -1000)]
    assert ends("Th 6c 2h Td Kc", "stand") == [("win", 1000)]  # the dealer busts


def test_intro__the_bonus_has_no_bet_of_its_own() -> None:
    assert [wager.name for wager in GAME.sheet.wagers if wager.placed] == ["blackjack"]
    with pytest.raises(Refused, match="no bet"):
        verify_wagers(GAME, GAME.settings(), {"blackjack": 500, "bonus": 500})


@pytest.mark.parametrize(
    ("cards", "choices"),
    [
        ("6h 5c 5d Td Th 8c", "double"),  # two cards
        ("2h 5c 3d Td 6h Tc 8c", "hit double"),  # three
        ("2h 5c 2d Td 2c 5h Tc 8c", "hit hit double"),  # four
        ("2h 5c 2d Td 2c 2s 3d Tc 8c", "hit hit hit double"),  # five
    ],
)
def test_rules_1__a_hand_of_two_or_more_cards_may_be_doubled(cards: str, choices: str) -> None:
    round_ = deal(cards, choices)  # every hand makes 21 of 11, and the dealer busts
    assert round_.staked("blackjack") == [1000, 1000]
    assert round_.settled("blackjack") == [("win", 2000)]


def test_rules_1__a_hand_may_be_doubled_after_a_split_also_of_aces() -> None:
    cards = "8h 6c 8d Td 3h Tc 2h 9s 7h"  # 8-3 doubled to 21, 8-2 doubled to 19; the dealer has 16 and draws 7
    assert ends(cards, "split double double stand") == [("win", 2000), ("win", 2000)]
    cards = "Ah 6c Ad Td 5h 4c 6h 3s 7h"  # A-5-4, A-6-3, both 20
    assert ends(cards, "split double stand double stand") == [("win", 2000), ("win", 2000)]


def test_rules_2__equal_values_split_into_four_hands_at_most() -> None:
    round_ = deal("8h 6c 8d Td 8c 8s 8h", "split split split", decks=2)
    assert round_.staked("blackjack") == [1000] * 4
    assert round_.offers()[2] == TURN | {"split"}
    assert round_.offers()[3] == TURN  # a fifth eight on the first hand: no more
    assert "split" in last_offer("Kh 6c Td 5d")  # a king and a ten are of equal value
    assert "split" not in last_offer("9h 6c Td 5d")


def test_rules_2__aces_split_three_times_too() -> None:
    round_ = deal("Ah 6c Ad Td Ac As 9h 9c 9d 9s 5h", "split split split stand stand stand stand")
    assert round_.staked("blackjack") == [1000] * 4
    assert round_.settled("blackjack") == [("lose", -1000)] * 4  # 20 each against 6-10-5


@pytest.mark.parametrize(
    ("cards", "choices"),
    [
        ("Th 9c 6h Td", "surrender"),
        ("Th 9c 2h Td 4c", "hit surrender"),
        ("3h 9c 2h Td 4c 5c 2c", "hit hit hit surrender"),
    ],
)
def test_rules_3__two_or_more_cards_give_up_half(cards: str, choices: str) -> None:
    assert ends(cards, choices) == [("surrender", -500)]


def test_rules_3__surrender_after_a_double_and_after_a_split_also_of_aces() -> None:
    assert ends("6h 9c 5h Td 2c", "double surrender") == [("rescue", -1000)]
    assert ends("8h Tc 8d 9d 6h 7c", "split surrender surrender") == [("surrender", -500)] * 2
    assert ends("Ah Tc Ad 9d 2h 3c", "split surrender surrender") == [("surrender", -500)] * 2


def test_rules_3__not_with_21_and_not_against_a_blackjack() -> None:
    assert "surrender" not in last_offer("8h 9c 6h Td 7c", "hit")
    assert "surrender" in last_offer("8h 9c 6h Td 6c", "hit")
    round_ = deal("Th Tc 6h Ad")
    assert round_.offers() == []
    assert round_.settled("blackjack") == [("lose", -1000)]
    assert deal("6h 9c 5h Td Tc", "double").over  # 21 after a double: nothing to give up


def test_rules_4__six_cards_at_20_or_less_are_paid_at_once() -> None:
    round_ = deal("2h Tc 2d 5c 3h 3d 4c 6h", "hit hit hit hit")
    assert round_.settled("blackjack") == [("six_cards", 1000)]
    assert round_.dealt(0) == cards_of("Tc 5c")  # the dealer draws no card
    assert ends("2h Tc 2d 5c 3h 3d 4c 8h", "hit hit hit hit") == [("bust", -1000)]


def test_rules_4__a_doubled_hand_waits_for_the_dealer() -> None:
    cards = "2h Tc 2d 5c 3h 3d 4c 6h 6c"  # six cards with 20 after a double, against 21
    assert ends(cards, "hit hit hit double stand") == [("lose", -2000)]


def test_rules_5__21_in_five_or_more_cards_is_paid_double_at_once() -> None:
    round_ = deal("2h Tc 3d 5c 3h 3d Tc 6h", "hit hit hit")
    assert round_.settled("blackjack") == [("five_card_21", 2000)]
    assert round_.dealt(0) == cards_of("Tc 5c")
    assert ends("2h Tc 2d 5c 3h 3d 4c 7h", "hit hit hit hit") == [("five_card_21", 2000)]  # in six


def test_rules_5__a_doubled_hand_is_left_out() -> None:
    assert ends("2h Tc 3d 5c 3h 3d Tc 6h", "hit hit double") == [("push", 0)]  # five cards, 21, against 21
    assert ends("2h Tc 3d 5c 3h 3d Tc 7h", "hit hit double") == [("win", 2000)]  # even money on the doubled stake


def test_rules_6__every_blackjack_wins_and_diamonds_pay_double() -> None:
    assert ends("Ah 9c Kh 9d", "stand") == [("natural", 1000)]
    assert ends("Ad 9c Kd 9d", "stand") == [("diamond_natural", 2000)]
    assert ends("Ad 9c Kh 9d", "stand") == [("natural", 1000)]
    assert ends("Ah Tc Kh Ad", "stand") == [("natural", 1000)]
    assert ends("Td Ac Ad Kd", "decline stand") == [("diamond_natural", 2000)]


# --- The procedures -------------------------------------------------------------------------------------------------


def test_procedures_1__one_deck_or_two() -> None:
    assert len(GAME.deck(GAME.settings())) == 52
    assert len(GAME.deck(GAME.settings({"decks": 2}))) == 104
    with pytest.raises(Refused, match="decks=3"):
        GAME.settings({"decks": 3})


def test_procedures_2__players_cards_lie_open_and_one_of_the_dealers() -> None:
    round_ = play("super_fun_21", "Th 9h 9c 7h 8h Td 4c", [{"blackjack": 500}] * 2, "hit stand stand")
    assert round_.faces(1) == [FACE_UP] * 3
    assert round_.faces(2) == [FACE_UP] * 2
    assert round_.faces(0) == [FACE_UP, FACE_DOWN]
    assert round_.dealt(0) == cards_of("9c Td")
    assert round_.index("dealer: turn 1 Td") > round_.index("seat 2: choose stand")


def test_procedures_3__a_double_is_for_the_full_bet_and_one_card() -> None:
    round_ = deal("6h 9c 5h Td 2c", "double stand", cents=1050)
    assert round_.staked("blackjack") == [1050, 1050]
    assert round_.offers()[1] == {"stand", "surrender"}  # no further card
    assert round_.settled("blackjack") == [("lose", -2100)]


def test_procedures_3__any_total_up_to_21_may_be_doubled() -> None:
    assert last_offer("8h 9c 6h Td 7c", "hit") == {"stand", "double"}  # hard 21 in three cards
    assert ends("8h 9c 6h Td 7c Ac", "hit double") == [("bust", -2000)]
    assert last_offer("Ah 9c 5h Td 5c", "hit") == {"stand", "hit", "double"}  # soft 21
    assert ends("Ah 9c 5h Td 5c 9h", "hit double stand") == [("win", 2000)]  # now 20: the ace counts one


def test_procedures_3__a_natural_may_be_doubled_with_its_ace_as_one() -> None:
    round_ = deal("Ah 6c Kh Td 9h 5c", "double stand")
    assert round_.offers()[0] == {"stand", "double"}
    assert round_.staked("blackjack") == [1000, 1000]
    assert round_.settled("blackjack") == [("lose", -2000)]  # 20, not 30 and not 21, against 21
    assert ends("Ad 6c Kd Td Th 4c", "double") == [("win", 2000)]  # 21 beats 20, at even money on both bets
    assert ends("Ah 9c Kh Td 2h", "double surrender") == [("rescue", -1000)]


def test_procedures_4__split_aces_are_played_like_any_hand() -> None:
    round_ = deal("Ah 6c Ad Td 2h 3h 4h 5c 5h", "split hit stand double stand")
    assert round_.offers()[1] == TURN
    assert round_.dealt(1) == cards_of("Ah Ad 2h 3h")  # the first ace took two cards; the other went over to hand 2
    assert round_.settled("blackjack") == [("lose", -1000), ("lose", -2000)]  # 16 and 20 against 21


def test_procedures_4__each_split_hand_carries_a_full_bet() -> None:
    round_ = deal("8h 6c 8d Td Th 2c Ts 5h", "split stand hit stand", cents=700)
    assert round_.staked("blackjack") == [700, 700]
    assert round_.settled("blackjack") == [("lose", -700), ("lose", -700)]


def test_procedures_5__half_of_each_split_bet_and_one_of_two_doubled() -> None:
    round_ = deal("8h Tc 8d 7d 3h 2c 5c", "split double surrender surrender")
    assert round_.settled("blackjack") == [("rescue", -1000), ("surrender", -500)]
    assert round_.staked("blackjack") == [1000, 1000, 1000]


def test_procedures_5__surrender_only_after_the_check() -> None:
    round_ = deal("Th Ac 6h 9d", "decline surrender")
    assert round_.index("dealer: say checked 0") < round_.index("seat 1: choose surrender")
    assert round_.offers() == [{"insure", "decline"}, TURN]


def test_procedures_6__a_split_hand_wins_with_six_cards_too() -> None:
    cards = "2h Tc 2d 5c 2c 3c 3h 3d 4h Tc 6c"  # 2-2-3-3-3-4 is 17; the other two takes a ten
    round_ = deal(cards, "split hit hit hit hit stand", hands_max=2)
    assert round_.settled("blackjack") == [("six_cards", 1000), ("lose", -1000)]


FIVE_SOFT = "Ah Tc 2d 5c 2c 2s 2h"  # the player hits three times to A-2-2-2-2, soft 19
FOUR_ELEVEN = "2h Tc 3d 5c 3h 3d"  # hits twice to 2-3-3-3
OPTIONS = [
    {"six_card_winner": six, "five_card_21": five, "double": double}
    for six in (True, False)
    for five in (True, False)
    for double in ("any_cards", "two_cards")
]


def test_procedures_6__five_cards_with_a_soft_20_or_less_are_told_of_the_sure_win() -> None:
    round_ = deal(FIVE_SOFT, "hit hit hit")
    assert round_.called() == ["sure_winner"]
    assert round_.index("seat 1: say call") == len(round_.rows) - 2  # just before it is offered
    assert words(round_) == (
        "A hit is a sure winner: six cards win 1 to 1 at once, and 2 to 1 if they make exactly 21."
    )
    for card, outcome in (("9h", ("six_cards", 1000)), ("2d", ("five_card_21", 2000))):
        assert ends(f"{FIVE_SOFT} {card}", "hit hit hit hit", decks=2) == [outcome]
    assert deal("Ah Tc 2d 5c 2c 2s Th", "hit hit hit").called() == []  # hard 17 may bust


def words(round_: Round) -> str:
    """The last thing the dealer told of a hand."""
    return call_text(GAME, round_.deal.settings, round_.said("call")[-1])


def after_a_hit(rules: Rules, cards: int, total: int, soft: bool) -> set[tuple[int, int]]:
    """Every (total, outcome) that one more card can bring."""
    hard = total - 10 if soft else total
    found = set()
    for points in range(1, 11):
        ace = soft or points == 1
        made = hard + points + (10 if ace and hard + points + 10 <= 21 else 0)
        found.add((made, ended_at_once(rules, cards + 1, made)))
    return found


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(map(str, options.values())))
def test_procedures_6_and_7__what_is_said_is_true_under_every_option(options: dict[str, int | str | bool]) -> None:
    """The dealer promises only what the rules in force pay, for every hand that could be told of."""
    rules = GAME.rules(GAME.settings(options))
    for cards in range(2, 8):
        for soft, totals in ((False, range(4, 22)), (True, range(12, 22))):
            for total in totals:
                call = call_for(rules, cards, total, soft)
                next_ = after_a_hit(rules, cards, total, soft)
                ended = {outcome for _, outcome in next_}
                if call == SURE_WINNER:
                    assert all(outcome == (FIVE_CARD_21 if made == 21 else SIX_CARDS) for made, outcome in next_)
                if call == SIX_CARDS_OR_21:
                    assert all(outcome == (PLAYS_ON if made == 21 else SIX_CARDS) for made, outcome in next_)
                if call in (HIT_ELEVEN, HIT_ELEVEN_UNDOUBLED):
                    assert (21, FIVE_CARD_21) in next_
                    offered = turn_acts(rules, cards, total, soft, False, 1, False)
                    assert bool(offered & bit(DOUBLE)) == (call == HIT_ELEVEN)
                must = cards == 5 and ended <= {SIX_CARDS, FIVE_CARD_21} and soft and total < 21
                assert call != SILENT or not must, (cards, total, soft)


def test_procedures_6__without_the_pay_for_21_the_dealer_promises_no_2_to_1() -> None:
    round_ = deal(FIVE_SOFT, "hit hit hit", five_card_21=False)
    assert round_.called() == ["six_cards_or_21"]
    assert words(round_) == (
        "A hit cannot bust: six cards win 1 to 1 at once, unless they make exactly 21, which plays on."
    )
    assert ends(f"{FIVE_SOFT} 2d 5h", "hit hit hit hit stand", decks=2, five_card_21=False) == [("win", 1000)]


def test_procedures_6__the_cards_of_six_that_won_go_to_the_discards() -> None:
    round_ = deal("2h Tc 2d 5c 3h 3d 4c 6h", "hit hit hit hit")
    paid = round_.index("seat 1: settle blackjack six_cards")
    assert round_.text.splitlines()[paid + 1 : paid + 7] == [f"seat 1: discard {place}" for place in range(5, -1, -1)]
    assert scene(round_.replay.tape).discards[1, 0] == cards_of("2h 2d 3h 3d 4c 6h")  # still known, as they lay


@pytest.mark.parametrize(
    ("cards", "choices", "held"),
    [
        ("Th 5c 8h 9d 6h", "hit", [3]),  # a bust
        ("Th 9c 6h Td", "surrender", [2]),
        ("6h 9c 5h Td 2c", "double surrender", [3]),
        ("9h 6c 5h Td Kc 7h", "double", [3]),  # a double that busts
        ("Ah Tc Kh 9d", "stand", [2]),  # a natural, paid before the check
        ("8h 6c 8d Td 9h Tc 2h 9s 7h", "split hit stand", [3, 0]),  # the first of two hands busts
    ],
)
def test_procedures_6_and_7__whatever_is_over_before_the_dealer_plays_is_taken(
    cards: str, choices: str, held: list[int]
) -> None:
    round_ = deal(cards, choices)
    assert [round_.discarded(1, hand) for hand in range(len(held))] == held


def test_procedures_6__a_hand_that_stands_is_not_taken() -> None:
    round_ = deal("Th 9c Kh 9d", "stand")
    assert round_.over
    assert "discard" not in round_.text


def test_procedures_7__a_split_hand_with_21_in_five_wins_double() -> None:
    cards = "2h Tc 2d 5c 5c 5h 4h 5d Tc 6c"
    round_ = deal(cards, "split hit hit hit stand")
    assert round_.settled("blackjack") == [("five_card_21", 2000), ("lose", -1000)]


def test_procedures_7__four_cards_with_11_are_advised_to_hit() -> None:
    round_ = deal(FOUR_ELEVEN, "hit hit")
    assert round_.called() == ["hit_eleven"]
    assert words(round_).startswith("Hit instead of doubling: a ten-value card makes 21 in five cards and wins 2 to 1")
    assert "double" in round_.offers()[-1]  # advised, not forbidden
    assert ends(f"{FOUR_ELEVEN} Th", "hit hit hit") == [("five_card_21", 2000)]
    assert deal("2h Tc 3d 5c 6h", "hit").called() == []  # 11 in three
    assert deal("2h Tc 2d 5c 2c 2s 3h", "hit hit hit").called() == []  # 11 in five


def test_procedures_7__where_four_cards_cannot_be_doubled_the_double_is_not_spoken_of() -> None:
    round_ = deal(FOUR_ELEVEN, "hit hit", double="two_cards")
    assert round_.called() == ["hit_eleven_undoubled"]
    assert "double" not in round_.offers()[-1]
    assert "doubl" not in words(round_)


def test_procedures_7__the_cards_of_a_21_that_won_go_to_the_discards() -> None:
    round_ = deal("2h Tc 3d 5c 3h 3d Tc 6h", "hit hit hit")
    assert round_.index("seat 1: settle blackjack five_card_21") < round_.index("seat 1: discard 4")
    assert round_.discarded(1) == 5


def test_procedures_8__a_natural_is_paid_before_the_check() -> None:
    round_ = deal("Ah Tc Kh Ad", "stand")
    assert round_.index("seat 1: settle blackjack natural") < round_.index("dealer: say checked 1")
    assert round_.net() == 1000


def test_procedures_8__an_insured_natural_waits_for_the_check() -> None:
    round_ = deal("Ah Ac Kh Kd", "insure")
    assert round_.index("dealer: say checked 1") < round_.index("seat 1: settle blackjack natural")
    assert (round_.net("blackjack"), round_.net("insurance")) == (1000, 1000)
    round_ = deal("Ah Ac Kh 9d", "insure stand")
    assert round_.index("dealer: say checked 0") < round_.index("seat 1: settle blackjack natural")
    assert (round_.net("blackjack"), round_.net("insurance")) == (1000, -500)


@pytest.mark.parametrize(("ten", "pays"), [("Td", 2000), ("Jd", 2000), ("Qd", 2000), ("Kd", 2000), ("Kc", 1000)])
def test_procedures_8__each_ten_in_diamonds_makes_a_diamond_blackjack(ten: str, pays: int) -> None:
    assert ends(f"{ten} 9c Ad 9d", "stand")[0][1] == pays
    assert ends(f"Ad 9c {ten} 9d", "stand")[0][1] == pays


def test_procedures_9__insurance_is_a_bet_apart_at_2_to_1() -> None:
    round_ = deal("Th Ac 9h Kd", "insure")
    assert round_.staked("insurance") == [500]
    assert (round_.net("blackjack"), round_.net("insurance")) == (-1000, 1000)
    assert ends("Th Ac 9h Kd", "decline") == [("lose", -1000)]
    round_ = deal("Th Ac 9h 7d", "insure stand")
    assert (round_.net("blackjack"), round_.net("insurance")) == (1000, -500)
    assert deal("Th Tc 9h Ad").staked("insurance") == []  # not under a ten


def test_procedures_10__the_dealer_hits_soft_17() -> None:
    assert ends("Th 6c 9h Ad 4s", "stand") == [("lose", -1000)]
    assert ends("Th 6c 8h Ad 4s", "stand", soft_17="stand") == [("win", 1000)]
    assert deal("Th 7c 9h Td", "stand").dealt(0) == cards_of("7c Td")  # hard 17 stands


def test_layout_1__doubling_after_a_hit_and_a_split() -> None:
    assert "double" in last_offer("2h 5c 3d Td 6h", "hit")
    assert "double" in last_offer("8h 5c 8d Td 3h", "split")


def test_layout_2__equal_values_split_up_to_three_times() -> None:
    round_ = deal("Kh 6c Td 9s Qc Js 5h 7h 8h Kc 6h", "split split split stand stand stand stand")
    assert round_.chosen().count("split") == 3
    assert len(round_.settled("blackjack")) == 4


def test_layout_3__surrender_after_a_hit_a_split_and_a_double() -> None:
    assert "surrender" in last_offer("2h 5c 3d Td 6h", "hit")
    assert "surrender" in last_offer("8h 5c 8d Td 3h", "split")
    assert "surrender" in last_offer("8h 5c 3d Td 3h", "double")


def test_layout_4__six_cards_win_at_once_only_undoubled() -> None:
    cards = "2h Tc 2d 5c 3h 3d 4c 6h 6c"
    assert ends(cards, "hit hit hit hit") == [("six_cards", 1000)]
    assert ends(cards, "hit hit hit double stand") == [("lose", -2000)]


def test_layout_5__five_cards_with_21_win_at_once_only_undoubled() -> None:
    cards = "2h Tc 3d 5c 3h 3d Tc 6h"
    assert ends(cards, "hit hit hit") == [("five_card_21", 2000)]
    assert ends(cards, "hit hit double") == [("push", 0)]


def test_layout_6__blackjacks_win_even_money_and_in_diamonds_double() -> None:
    assert ends("Kd Tc Ad Ah", "stand") == [("diamond_natural", 2000)]
    assert ends("Ks Tc As Ah", "stand") == [("natural", 1000)]


# --- Readings, options, odd amounts ---------------------------------------------------------------------------------


def test_reading__ace_and_ten_after_a_split_are_21_and_no_natural() -> None:
    round_ = deal("Ah 6c Ad Td Kd Kh 5h", "split stand stand")
    assert round_.offers()[1] == {"stand", "hit", "double"}
    assert round_.settled("blackjack") == [("push", 0), ("push", 0)]
    assert round_.said("natural") == []


def test_reading__a_natural_that_would_double_is_paid_as_one_against_a_blackjack() -> None:
    round_ = deal("Ad Tc Kd Ah", "double")
    assert round_.staked("blackjack") == [1000, 1000], "the double is put up when it is chosen"
    assert round_.index("seat 1: choose double") < round_.index("dealer: say checked 1") < round_.index("seat 1: back")
    assert "seat 1: back blackjack 1000" in round_.text
    assert round_.settled("blackjack") == [("diamond_natural", 2000)]
    assert round_.index("dealer: say checked 1") < round_.index("seat 1: settle")


def test_reading__a_double_that_stands_loses_both_bets_to_a_blackjack() -> None:
    """The other reading of procedures 3 and 8; a natural that is not doubled is a winner all the same."""
    round_ = deal("Ad Tc Kd Ah", "double", doubled_natural="stands")
    assert "seat 1: back" not in round_.text
    assert round_.settled("blackjack") == [("lose", -2000)]
    assert ends("Ad Tc Kd Ah", "stand", doubled_natural="stands") == [("diamond_natural", 2000)]
    insured = deal("Ad Ac Kd Th", "insure", doubled_natural="stands")
    assert insured.settled("blackjack") == [("diamond_natural", 2000)], "it waits for the check and is not at risk"
    with pytest.raises(Refused, match="no natural is doubled here"):
        GAME.settings({"doubled_natural": "stands", "double_natural": False})


def test_reading__an_insured_natural_may_double_after_the_check() -> None:
    round_ = deal("Ah Ac Kh 6d Th 2c", "insure double")
    assert round_.offers() == [{"insure", "decline"}, {"stand", "double"}]
    assert (round_.net("blackjack"), round_.net("insurance")) == (2000, -500)


def test_reading__a_doubled_natural_is_played_in_its_turn() -> None:
    wagers = [{"blackjack": 1000}, {"blackjack": 500}]
    round_ = play("super_fun_21", "9h Ah 6c 7h Kh Td 3c 8d 2c", wagers, "double hit stand stand")
    assert round_.index("seat 2: choose double") < round_.index("seat 1: choose hit")
    assert round_.dealt(1) == cards_of("9h 7h 3c")
    assert round_.dealt(2) == cards_of("Ah Kh 8d")
    assert (round_.net(seat=1), round_.net(seat=2)) == (1000, 1000)


def test_reading__a_soft_21_may_be_hit_and_a_hard_one_not() -> None:
    assert ends("Ah 9c 2h Td 3c 5h Th", "hit hit hit") == [("five_card_21", 2000)]  # soft 21 in four, hit once more
    assert "hit" not in last_offer("8h 9c 6h Td 7c", "hit")


def test_reading__which_soft_21_may_be_hit_is_an_option() -> None:
    """Two cards (after a split), three and four; a hard 21 never."""
    offers = {
        reading: [
            "hit" in last_offer("Ah 6c Ad Td Kd", "split", soft_21=reading),
            "hit" in last_offer("Ah 9c 5h Td 5c", "hit", soft_21=reading),
            "hit" in last_offer("Ah 9c 2h Td 3c 5h", "hit hit", soft_21=reading),
            "hit" in last_offer("8h 9c 6h Td 7c", "hit", soft_21=reading),
        ]
        for reading in ("hit", "three_cards", "stand")
    }
    assert offers == {
        "hit": [True, True, True, False],
        "three_cards": [False, True, True, False],
        "stand": [False, False, False, False],
    }


def test_option_double__with_two_cards_only() -> None:
    assert "double" in last_offer("2h 5c 3d Td", double="two_cards")
    assert "double" not in last_offer("2h 5c 3d Td 6h", "hit", double="two_cards")
    assert "double" in last_offer("8h 5c 8d Td 3h", "split", double="two_cards")
    assert ends("8h 9c 6h Td 7c", "hit", double="two_cards") == [("win", 1000)]  # a hard 21 has nothing to choose


def test_option_double_natural__off_pays_without_asking() -> None:
    round_ = deal("Ah 9c Kh 9d", double_natural=False)
    assert round_.over
    assert round_.offers() == []
    assert round_.settled("blackjack") == [("natural", 1000)]


def test_option_surrender__never_or_with_two_cards() -> None:
    assert "surrender" not in last_offer("Th 9c 6h Td", surrender="none")
    assert "surrender" in last_offer("Th 9c 6h Td", surrender="two_cards")
    assert "surrender" not in last_offer("Th 9c 2h Td 4c", "hit", surrender="two_cards")
    assert "surrender" in last_offer("8h 5c 8d Td 3h", "split", surrender="two_cards")
    assert last_offer("6h 9c 5h Td 2c", "double", surrender="none") == {"stand", "surrender"}  # rescue is apart


def test_option_rescue__off_leaves_a_doubled_hand_standing() -> None:
    assert ends("6h 9c 5h Td 2c", "double", rescue=False) == [("lose", -2000)]


def test_option_six_card_winner__off_plays_on() -> None:
    cards = "2h Tc 2d 5c 3h 3d 4c 6h 6c"
    assert ends(cards, "hit hit hit hit stand", six_card_winner=False) == [("lose", -1000)]
    assert deal("Ah Tc 2d 5c 2c 2s 2h", "hit hit hit", six_card_winner=False).called() == []


def test_option_five_card_21__off_plays_on() -> None:
    cards = "2h Tc 3d 5c 3h 3d Tc 6h"
    assert ends(cards, "hit hit hit stand", five_card_21=False) == [("push", 0)]
    assert deal(cards, "hit hit", five_card_21=False).called() == []
    six = "2h Tc 2d 5c 3h 3d 4c 7h 5h"  # 21 in six cards is not 20 or less
    assert ends(six, "hit hit hit hit stand", five_card_21=False) == [("win", 1000)]


def test_option_naturals_always_win__off_pushes_after_the_check() -> None:
    round_ = deal("Ah Tc Kh Ad", naturals_always_win=False)
    assert round_.settled("blackjack") == [("push", 0)]
    round_ = deal("Ah Tc Kh 9d", "stand", naturals_always_win=False)
    assert round_.index("dealer: say checked 0") < round_.index("seat 1: settle blackjack natural +1000")
    assert ends("Ah 9c Kh 9d", "stand", naturals_always_win=False) == [("natural", 1000)]


def test_option_diamonds__off_pays_even_money() -> None:
    assert ends("Ad 9c Kd 9d", "stand", diamonds=False) == [("diamond_natural", 1000)]


@pytest.mark.parametrize("hands", [1, 2, 3, 4])
def test_option_hands_max__bounds_the_hands(hands: int) -> None:
    round_ = deal("8h 6c 8d Td 8c 8s 8h 8d", "split " * (hands - 1), hands_max=hands, decks=2)
    assert len(round_.staked("blackjack")) == hands
    assert "split" not in round_.offers()[-1]


def test_option_split_aces__with_one_card_each() -> None:
    round_ = deal("Ah 6c Ad Td 2h 9h 5h", "split", split_aces="one_card")
    assert round_.settled("blackjack") == [("lose", -1000), ("lose", -1000)]  # 13 and 20 against 21
    assert last_offer("Ah 6c Ad Td As", "split", split_aces="one_card") == {"stand", "split"}


def test_option_insurance__off_offers_none() -> None:
    assert last_offer("Th Ac 6h 9d", insurance=False) == TURN


def test_odd_amounts__half_is_rounded_by_the_houses_policy() -> None:
    cards = "Th 9c 6h Td"
    assert ends(cards, "surrender", cents=1050, grain_cents=50) == [("surrender", -550)]
    assert ends(cards, "surrender", cents=1050, grain_cents=50, rounding="player") == [("surrender", -500)]
    assert ends(cards, "surrender", cents=1050) == [("surrender", -525)]
    assert ends("6h 9c 5h Td 2c", "double surrender", cents=1050, grain_cents=50) == [("rescue", -1050)]
    assert deal("Th Ac 9h Kd", "insure", cents=1050).staked("insurance") == [525]


def test_seats__are_served_in_turn_and_settled_from_the_right() -> None:
    wagers = [{"blackjack": 1000}, {}, {"blackjack": 2000}]
    round_ = play("super_fun_21", "Th 9h 6c Kh 9s Td 8c", wagers, "stand stand")
    assert round_.dealt(2) == []
    assert (round_.net(seat=1), round_.net(seat=3)) == (1000, 2000)
    assert round_.index("seat 3: settle") < round_.index("seat 1: settle")


def test_dealer__draws_only_against_a_hand_in_action() -> None:
    round_ = deal("Th 6c 6h Td 9c 2d", "hit")
    assert round_.dealt(0) == cards_of("6c Td")
    assert "dealer: turn 1 Td" in show(GAME, round_.replay.tape)


def test_basic_strategy__comes_near_the_best_play() -> None:
    """The public figure for best play with one deck is 0.94 %; the chart gives away no more than half a point."""
    (blackjack, *_) = simulate(GAME, 400_000, 3).figures()
    assert -4 * blackjack.standard_error < blackjack.edge - 0.0094 < 0.005 + 4 * blackjack.standard_error
