"""Every settlement has a sentence that says why, names the right winner, and knows no card that its reader does not."""

import random
import re
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from houseway.engine.replay import Deal
from houseway.engine.view import NOBODY, view
from houseway.engine.why import YOURS, Why, whose_of, whys, words_of
from houseway.engine.why.settled import by_the_pays
from houseway.games import all_games
from houseway.games.game import Game
from houseway.kit.wildness import wild_rounds
from houseway.rules.cards import UNSEEN
from houseway.rules.shapes import Words
from houseway.rules.tape import DEAL, SEAT, SETTLE, VERB, A, B, C
from tests.kit import play

ROUNDS = 60
WON = re.compile(r"\b(pays?|wins?|earns)\b|\byour [^:;]* beats? |^Your [^:;]* beats? ")
LOST = re.compile(r"\b(loses?|is lost|costs half)\b|\bbeats? your\b")
EVEN = re.compile(r"\bpush(es)?\b")

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


def told(deal: Deal, tape: Words, seat: int, **more: Any) -> list[Why]:
    return whys(deal.game, deal.settings, tape, {seat: YOURS}, **more)


def says(text: str) -> set[str]:
    text = text.replace("the house wins ties", "")
    return {word for word, pattern in (("won", WON), ("lost", LOST), ("even", EVEN)) if pattern.search(text)}


def expected(deal: Deal, row: Words) -> str:
    """Who won by the tape; of a win that rounding or a cap left nothing of, by the odds."""
    num = int(deal.game.rules(deal.settings).pays[row[A], row[B], 0])
    sign = int(np.sign(row[C])) or int(np.sign(num))
    return ("even", "won", "lost")[sign]


@every_game
def test_every_settlement_has_a_sentence_that_names_the_winner(game: Game) -> None:
    outcomes: set[tuple[int, int]] = set()
    for deal, whole, _ in wild_rounds(game, ROUNDS, seed=11):
        for seat in range(1, len(deal.wagers) + 1):
            tape = view(whole.tape, whole.felt.players, seat)
            rows = [i for i, row in enumerate(tape) if row[VERB] == SETTLE and row[SEAT] == seat]
            found = told(deal, tape, seat)
            assert [each.row for each in found] == rows
            for each in found:
                row = tape[each.row]
                assert says(each.text) == {expected(deal, row)}, (each.text, row, deal.settings)
                assert re.fullmatch(r"[A-Z(].*[a-z0-9)]\.", each.text), each.text
                assert not re.search(r"[_{}]|\bNone\b|\?\?", each.text), each.text
                assert {int(tape[card][VERB]) for card in each.cards} <= {DEAL}
                assert len(set(each.cards)) == len(each.cards) in (0, 3, 5, 6)  # six: two hands of three
                outcomes.add((int(row[A]), int(row[B])))
    assert len(outcomes) >= 8


@every_game
def test_no_sentence_depends_on_a_card_that_its_reader_has_not_seen(game: Game) -> None:
    rng = random.Random(game.slug)
    for deal, whole, _ in wild_rounds(game, ROUNDS // 2, seed=12):
        for viewer in (NOBODY, 1):
            seen = view(whole.tape, whole.felt.players, viewer)
            other = seen.copy()
            for row in other:
                if row[VERB] == DEAL and row[A] == UNSEEN:
                    row[A] = rng.randrange(52)
            whose = {seat: whose_of(f"Seat {seat}") for seat in range(1, len(deal.wagers) + 1)}
            assert whys(game, deal.settings, seen, whose) == whys(game, deal.settings, other, whose)


@every_game
def test_a_game_without_words_of_its_own_is_told_by_its_outcomes_and_pays(game: Game) -> None:
    for deal, whole, _ in wild_rounds(game, 20, seed=13):
        for each in told(deal, whole.tape, 1, plain=True):
            assert says(each.text) >= {expected(deal, whole.tape[each.row])}, each.text
            assert "_" not in each.text
    elsewhere: Any = ModuleType("houseway.games.play")  # a folder without a why.py
    assert words_of(replace(game, slug="a_sixth_game", table=elsewhere)) is by_the_pays
    assert words_of(game) is not by_the_pays


def sentences(slug: str, cards: str, wagers: dict[str, int], choices: str = "", **settings: Any) -> list[str]:
    """Each once, in order."""
    round_ = play(slug, cards, wagers, choices, **settings)
    assert round_.over
    seen = view(round_.replay.tape, round_.replay.felt.players, 1)
    return list(dict.fromkeys(each.text for each in told(round_.deal, seen, 1)))


THREE = {"war": 100, "blackjack": 100, "poker": 100, "hat_trick": 100}
ANTE_AND_SIDES = dict.fromkeys(("ante", "pair_plus", "six_card_bonus"), 1000)
WAR = {"bet": 1000, "tie": 500}
BACCARAT = dict.fromkeys(("player", "banker", "tie", "dragon_7", "panda_8", "player_bonus", "banker_bonus"), 100)
FOUR = dict.fromkeys(("dollar", "one", "two", "three"), 1000)


@pytest.mark.parametrize(
    ("round_", "wanted"),
    [
        (("fast_action_holdem", "Ac Kd 9h 4s 2c  Td 8s 7h 7d  3c 3d Jh Qs", {"ante": 1000, "bonus": 500}, "keep_12"),
         ["Dealer's pair of threes beats your ace high; the house way kept a pair of threes.",
          "Your ace high loses: the Bonus needs three of a kind or better."]),
        (("fast_action_holdem", "Ac Kd 9h 4s 2c  Ad As 7h 7d  3c 3d Jh Qs", {"ante": 1000, "bonus": 500}, "keep_12"),
         ["Your three aces beat the dealer's pair of threes; the house way kept a pair of threes.",
          "Your three aces pay 1 to 1."]),
        (("fast_action_holdem", "Ac Ah 9h 4s 2c  Kd 8s 7h 6d  Qc Jd 3h 5h", {"ante": 1000}, "keep_12"),
         ["Your pair of aces with a king beats the dealer's pair of aces with a queen; "
          "the house way kept queen and jack."]),
        (("fast_action_holdem", "Ac Kh Qh Js Tc  2d 3s 7h 6d  4c 5d 8h 9h", {"ante": 1000}, "keep_12"),
         ["Both have an ace-high straight and the house wins ties: the Ante loses; "
          "the house way kept nine and eight."]),
        (("dakota_stud", "6c 6d Ah Kh 2s", FOUR, "leave_one leave_two"), ["Your pair of sixes pays 1 to 1."]),
        (("dakota_stud", "5c 5d Ah Kh 2s", FOUR, "leave_one take_back_two"),
         ["(2) was taken back, and (3) is lost with it.",
          "Your pair of fives loses: it needs a pair of sixes or better."]),
        (("three_card_poker", "Kc 9d 2h Kd 8c 3h", ANTE_AND_SIDES, "play"),
         ["Your king high with a nine beats the dealer's king high with an eight.",
          "Your king high loses: Pair Plus needs a pair or better.",
          "Your pair of kings loses: with the dealer's cards the 6 Card Bonus needs three of a kind or better."]),
        (("three_card_poker", "4c 5d 6h Jc 7d 2s", ANTE_AND_SIDES, "play"),
         ["Dealer's jack high does not play: Ante pays 1 to 1.", "Dealer's jack high does not play: Play pushes.",
          "Your six-high straight pays 1 to 1 on Ante Bonus.", "Your six-high straight pays 6 to 1 on Pair Plus.",
          "Your jack high loses: with the dealer's cards the 6 Card Bonus needs three of a kind or better."]),
        (("casino_war", "7h 7c 2c 3d 4h Td 9s", WAR, "go_to_war"),
         ["Both have a seven: the Tie pays 10 to 1.",
          "Your ten is higher at war: the first bet pushes.",
          "Your ten is higher at war: the second bet pays 1 to 1."]),
        (("casino_war", "7h 7c 2c 3d 4h 9d 9s", WAR, "go_to_war"),
         ["Both have a seven: the Tie pays 10 to 1.",
          "Both have a nine at war: the first bet pushes.", "Both have a nine at war: the second bet pays 1 to 1."]),
        (("casino_war", "7h 7c 2c 3d 4h 9d Ts", WAR, "go_to_war"),
         ["Both have a seven: the Tie pays 10 to 1.", "Dealer's ten beats your nine."]),
        (("casino_war", "7h 7c", WAR, "surrender"),
         ["Both have a seven: the Tie pays 10 to 1.", "Both have a seven, and giving up costs half the bet."]),
        (("casino_war", "Kh 9c", WAR),
         ["Your king and the dealer's nine are no tie: the Tie is lost.", "Your king beats the dealer's nine."]),
        (("ez_baccarat", "2h Qc 3d 2s Td 5c", BACCARAT),
         ["Banker's 7 is more than Player's 5: Player loses.",
          "Banker's 7 is more than Player's 5: with three cards, Banker pushes.",
          "Banker's 7 is more than Player's 5: Tie loses.",
          "Banker's 7 is more than Player's 5: with three cards, Dragon 7 pays 40 to 1.",
          "Banker's 7 is more than Player's 5: Panda 8 loses, it needs a higher three-card eight of the Player's.",
          "Banker's 7 is more than Player's 5: Player Dragon Bonus loses, it needs a natural or a lead of four points.",
          "Banker's 7 is more than Player's 5: Banker Dragon Bonus loses, it needs a natural or a lead of four points.",
          ]),
        (("ez_baccarat", "8h 8c Kd Ks", {"tie": 100, "player": 100, "player_bonus": 100}),
         ["Player and Banker both have 8: Player pushes.", "Player and Banker both have 8: Tie pays 8 to 1.",
          "Player and Banker both have 8: both naturals, Player Dragon Bonus pushes."]),
        (("ez_baccarat", "2h Kc 3d Qs 4c Tc", {"player_bonus": 100, "dragon_7": 100}),
         ["Player's 9 is more than Banker's 0: Dragon 7 loses, it needs a higher three-card seven of the Banker's.",
          "Player's 9 is more than Banker's 0: won by 9 points, Player Dragon Bonus pays 30 to 1."]),
        (("super_fun_21", "Ad Tc Td 5c", {"blackjack": 1000}, "stand"), ["Your blackjack in diamonds pays 2 to 1."]),
        (("super_fun_21", "Ah Tc 2d 5c 2c 2s 2h 9h", {"blackjack": 1000}, "hit hit hit hit"),
         ["Your 18 in 6 cards wins at once: it pays 1 to 1."]),
        (("super_fun_21", "Th Tc 6d 5c", {"blackjack": 1000}, "surrender"),
         ["Your 16 was surrendered: half the bet is lost."]),
        (("super_fun_21", "Th Tc 6d 5c 9s", {"blackjack": 1000}, "hit"), ["Your 25 is a bust: the bet is lost."]),
        (("super_fun_21", "Th Tc 8d 9c", {"blackjack": 1000}, "stand"), ["Dealer's 19 beats your 18."]),
        (("super_fun_21", "Th Tc 8d 6c 7h", {"blackjack": 1000}, "stand"), ["Dealer busts with 23: your 18 wins."]),
        (("super_fun_21", "Th Ac 8d Tc", {"blackjack": 1000}, "insure"),
         ["The dealer has blackjack: Insurance pays 2 to 1.", "Dealer's blackjack beats your 18."]),
        (("lucky_lucky", "Th 5c 6h Td 8s", {"blackjack": 1000, "lucky_lucky": 500, "lucky_break": 500}, "stand"),
         ["Your ten and six with the dealer's five make a total of 21: Lucky Lucky pays 3 to 1.",
          "Dealer busts with 23: your 16 wins.", "The dealer busts, dealer's 23: Lucky Break pays 2 to 1."]),
        (("lucky_lucky", "Th 9c 6h Td", {"blackjack": 1000, "lucky_lucky": 500, "lucky_break": 500}, "stand"),
         ["Your ten and six with the dealer's nine make 25: Lucky Lucky loses, it needs 19, 20 or 21.",
          "Dealer's 19 beats your 16.", "The dealer's 19 is no bust: Lucky Break loses."]),
        (("triple_shot_bonus", "Kh 9c 8d Td Jc Ks 2h 3d", THREE, "stand"),
         ["Your king beats the dealer's nine.", "Dealer's 19 beats your 18.", "The Hat Trick is lost with Blackjack.",
          "Your pair of kings pays 1 to 1."]),
        (("triple_shot_bonus", "9h 9c Td 8d Jc 3s 2h 7d", THREE, "stand"),
         ["Both have a nine: a tie costs half the War bet.", "Your 19 beats the dealer's 17.",
          "Your jack high loses: Poker needs a pair of jacks or better.", "The Hat Trick is lost with Poker."]),
    ],
)  # fmt: skip
def test_settlements_are_told_in_these_words(round_: Any, wanted: list[str]) -> None:
    assert sentences(*round_) == wanted


def test_triple_shot_keeps_what_each_game_was_decided_on() -> None:
    bets = {"war": 100, "blackjack": 100, "poker": 100}
    round_ = play("triple_shot_bonus", "Kh 9c 8d Td Jc Ks 2h 3d", bets, "stand")
    assert [each.made for each in told(round_.deal, round_.replay.tape, 1)] == ["K v 9", "18 v 19", "pair of kings"]


def test_the_cards_that_count_are_the_five_that_make_the_hand() -> None:
    round_ = play("fast_action_holdem", "Ac Kd 9h 4s 2c  Ad As 7h 7d  3c 3d Jh Qs", {"ante": 1000}, "keep_12")
    (ante,) = told(round_.deal, round_.replay.tape, 1)
    assert sorted(int(round_.replay.tape[row][A]) >> 2 for row in ante.cards) == [7, 11, 12, 12, 12]


def test_the_dealers_three_cards_count_against_the_ante_though_only_some_do_for_a_side_bet() -> None:
    round_ = play("three_card_poker", "Ac Td Qh Qs 5d 2h", {"ante": 1000, "six_card_bonus": 1000}, "play")
    ante, _, bonus = told(round_.deal, round_.replay.tape, 1)
    assert [len(each.cards) for each in (ante, bonus)] == [6, 5]


def test_a_cap_is_named_with_what_it_leaves() -> None:
    royal = "Ah Kh Qh Jh 2c  Th 3s 7d 6d  4c 5d 8s 9s"
    found = sentences("fast_action_holdem", royal, {"ante": 1000, "bonus": 1000}, "keep_12", cap_cents=100_000)
    assert found[1] == (
        "Your royal flush pays 500 to 1; the cap of $1,000 on all Bonus odds of a round leaves $1,000 of $5,000."
    )


def test_others_are_named() -> None:
    round_ = play("super_fun_21", "Th Tc 8d 9c", {"blackjack": 1000}, "stand")
    (why,) = whys(round_.game, round_.deal.settings, round_.replay.tape, {1: whose_of("Ann")})
    assert why.text == "Dealer's 19 beats Ann's 18."
