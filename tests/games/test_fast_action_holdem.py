"""Fast Action Hold'em, paragraph by paragraph."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from houseway.engine.scene import scene
from houseway.engine.view import view
from houseway.games import find_game
from houseway.games.betting import verify_wagers
from houseway.games.fast_action_holdem.house_way import LEFT, RIGHT, house_way
from houseway.games.fast_action_holdem.plan import Plan, as_dealt, follow, four_cards, two_at
from houseway.games.fast_action_holdem.play import ACTS, SPLIT_BONUS, SPLIT_BOTH, first_two
from houseway.rules.cards import card_text, cards_of, cards_text, new_decks
from houseway.rules.choice import acts_in
from houseway.rules.combos import index_4_repeated
from houseway.rules.refused import Refused
from houseway.rules.shoe import lazy_shoe, open_round
from houseway.rules.tape import FACE_DOWN, FACE_OWN, FACE_UP, SAY_LAMMER
from tests.kit import Round, play

SLUG = "fast_action_holdem"
GAME = find_game(SLUG)
ANTE = {"ante": 1000}
BOTH = {"ante": 1000, "bonus": 1000}

KEEPS = set(ACTS[:6])
SPLIT_ANTES, SPLIT_BOTHS, SPLIT_BONUSES = set(ACTS[6:12]), set(ACTS[12:15]), set(ACTS[15:])

# A board that helps nobody much, and a dealer who keeps the queens by line 1.
BOARD = "2c 3d 7h 9s Jc"
QUEENS = "Qh Qs 4d 6c"
QUADS = ("As Ad 4c 5h", "Ac Ah 8d 8s 2c")  # four cards and a board: keep_12 makes four aces
ROYAL = ("As Ks 4c 5h", "Qs Js Ts 8d 2c")


def one(
    seats: str | Sequence[str],
    dealer: str = QUEENS,
    board: str = BOARD,
    choices: str = "keep_12",
    bets: Mapping[str, int] | Sequence[Mapping[str, int]] = BOTH,
    players: Sequence[int] | None = None,
    **options: Any,
) -> Round:
    """A round of the single-deck game, the community packet first. Seats without an Ante get no cards."""
    hands = [seats] if isinstance(seats, str) else list(seats)
    wagers = [bets] * len(hands) if isinstance(bets, Mapping) else bets
    dealt = [hand for hand, bet in zip(hands, wagers, strict=True) if bet]
    return play(SLUG, " ".join([board, *dealt, dealer]), wagers, choices, players, **options)


def many(
    seats: str | Sequence[str],
    dealer: str = QUEENS,
    board: str = BOARD,
    choices: str = "keep_12",
    bets: Mapping[str, int] | Sequence[Mapping[str, int]] = BOTH,
    **options: Any,
) -> Round:
    """A round with six decks, one card at a time, the community last."""
    hands = [seats] if isinstance(seats, str) else list(seats)
    wagers = [bets] * len(hands) if isinstance(bets, Mapping) else bets
    cards = [cards_of(hand) for hand in (*hands, dealer)]
    order = [hand[i] for i in range(4) for hand in cards]
    return play(SLUG, cards_text(order) + " " + board, wagers, choices, **{"decks": 6, **options})


def held(round_: Round, seat: int, hand: int = 0) -> str:
    """The cards of a hand at the end of the round."""
    felt = round_.replay.felt
    return cards_text(felt.cards[seat, hand, : felt.held[seat, hand]])


def kept(cards: str, decks: int = 1) -> tuple[str, int]:
    """What the dealer keeps of four cards in a real round, and the line announced."""
    rest = [card_text(card) for card in range(52) if card not in cards_of(cards)]
    deal = one if decks == 1 else many
    round_ = deal(" ".join(rest[:4]), cards, " ".join(rest[4:9]))
    return held(round_, 0), round_.said("house_way")[0]


def bonus_pays(seat: str, board: str, **options: Any) -> int:
    """What $10 on the Bonus wins with the first two of four cards."""
    deal = one if options["paytable"] in "456" else many
    return deal(seat, "Kh Qd 6c 3h", board, **options).net("bonus")


# --- limits and bets ---


def test_limits__a_wager_over_the_tables_maximum_is_refused() -> None:
    settings = GAME.settings()
    verify_wagers(GAME, settings, {"ante": 40_000, "bonus": 40_000})
    with pytest.raises(Refused, match="maximum"):
        verify_wagers(GAME, settings, {"ante": 40_050})
    with pytest.raises(Refused, match="maximum"):
        verify_wagers(GAME, settings, {"ante": 500, "bonus": 40_050})
    with pytest.raises(Refused, match="no bet 'envy'"):
        verify_wagers(GAME, settings, {"ante": 500, "envy": 500})


def test_single_intro__each_player_plays_alone_against_the_dealer_with_four_cards_each() -> None:
    assert sorted(GAME.deck(GAME.settings())) == list(range(52))
    round_ = one(["As Ad 4c 5h", "8s 8d 4h 5c"], choices="keep_12 keep_12", bets=ANTE)
    assert [len(round_.dealt(seat)) for seat in (0, 1, 2)] == [4, 4, 4]
    assert (round_.net(seat=1), round_.net(seat=2)) == (1000, -1000)  # aces beat queens, eights do not


def test_single_2__an_ante_is_needed_and_a_bonus_is_not() -> None:
    settings = GAME.settings()
    verify_wagers(GAME, settings, {"ante": 500})
    verify_wagers(GAME, settings, {"ante": 500, "bonus": 2000})
    with pytest.raises(Refused, match="Ante must be bet"):
        verify_wagers(GAME, settings, {"bonus": 500})
    round_ = one(["As Ad 4c 5h", "8s 8d 4h 5c"], choices="keep_12 keep_12", bets=[BOTH, ANTE])
    assert round_.text.startswith("seat 1: stake ante 1000\nseat 1: stake bonus 1000\n")
    assert (round_.staked("bonus", 2), round_.settled("bonus", 2)) == ([], [])


def test_single_2__who_bets_nothing_gets_no_cards() -> None:
    round_ = one(["", "8s 8d 4h 5c"], bets=[{}, ANTE])
    assert round_.dealt(1) == []
    assert round_.dealt(2) == cards_of("8s 8d 4h 5c")


def test_single_3__a_bonus_of_five_dollars_gets_a_lammer() -> None:
    bets = [{"ante": 1000, "bonus": 500}, {"ante": 1000, "bonus": 450}, ANTE]
    hands = ["As Ad 4c 5h", "8s 8d 4h 5c", "Ts Td 5s 6d"]
    round_ = one(hands, choices="keep_12 keep_12 keep_12", bets=bets)
    assert [round_.said("lammer", seat) for seat in (1, 2, 3)] == [[1], [], []]
    assert round_.index("seat 1: say lammer") < round_.index("community: deal")
    lower = one(hands, choices="keep_12 keep_12 keep_12", bets=bets, envy_least_cents=450)
    assert [lower.said("lammer", seat) for seat in (1, 2, 3)] == [[1], [1], []]
    without = one(hands, choices="keep_12 keep_12 keep_12", bets=bets, envy=False)
    assert without.said("lammer") == []


def test_single_3__the_bonus_may_be_of_another_size_than_the_ante() -> None:
    round_ = one(*QUADS[:1], board=QUADS[1], bets={"ante": 1000, "bonus": 350})
    assert (round_.net("ante"), round_.net("bonus")) == (1000, 30 * 350)


# --- dealing ---


def test_single_1__five_community_cards_come_first_then_packets_of_four() -> None:
    order = new_decks(1)
    round_ = play(SLUG, cards_text(order), [BOTH, BOTH], "keep_12 keep_12", dealing="community_first")
    assert round_.dealt(0, 1) == order[:5]
    assert round_.dealt(1) == order[5:9]
    assert round_.dealt(2) == order[9:13]
    assert round_.dealt(0) == order[13:17]
    assert round_.replay.cards_drawn == 17


def test_single_1a__sets_of_four_and_the_top_card_of_the_next_set() -> None:
    order = new_decks(1)
    round_ = play(SLUG, cards_text(order), [BOTH, BOTH], "keep_12 keep_12", dealing="sets_of_four")
    assert round_.dealt(1) == order[:4]
    assert round_.dealt(2) == order[4:8]
    assert round_.dealt(0) == order[8:12]
    assert round_.dealt(0, 1) == order[12:17]
    assert round_.replay.cards_drawn == 17  # the other three cards of the last set are not used
    assert set(round_.faces(0, 1)) == {FACE_DOWN}
    assert 4 * (GAME.sheet.seats_max + 1) + 8 <= 52


def test_single_4__the_community_lies_face_down() -> None:
    round_ = one("As Ad 4c 5h", choices="")
    assert round_.faces(0, 1) == [FACE_DOWN] * 5
    assert round_.index("seat 1: stake bonus") < round_.index("community: deal")
    seen = view(round_.replay.tape, [0, 1], 1)
    assert [row[3] for row in seen if row[0] == 1 and row[1] == 0] == [-1] * 9


def test_single_4_note__players_and_dealer_share_the_community() -> None:
    """The same pair of jacks on the board is in every hand."""
    round_ = one(["As 8d 4c 5h", "Kc 8h 4s 5d"], "Qh Td 4d 6c", "Js Jd 2h 3c 7s", "keep_12 keep_12", ANTE)
    assert all("pair of jacks" in line for line in round_.text.splitlines() if "say ranked" in line)
    assert round_.text.count("say ranked") == 3


def test_single_5__packets_go_clockwise_and_the_dealers_is_last() -> None:
    round_ = one(["As Ad 4c 5h", "8s 8d 4h 5c"], choices="keep_12 keep_12")
    deals = [line.split(":")[0] for line in round_.text.splitlines() if ": deal" in line]
    assert deals == ["community"] * 5 + ["seat 1"] * 4 + ["seat 2"] * 4 + ["dealer"] * 4
    assert round_.faces(1) == [FACE_OWN] * 4
    assert round_.faces(0) == [FACE_DOWN] * 4


def test_single_6__every_round_is_dealt_from_a_whole_deck() -> None:
    """What is left over is not dealt, and the next round has all 52 cards again."""
    full = play(SLUG, cards_text(new_decks(1)), [BOTH] * 7, " ".join(["keep_12"] * 7))
    assert full.replay.cards_drawn == 5 + 4 * 8
    shoe = lazy_shoe(GAME.deck(GAME.settings()))
    felt = GAME.felt(7)
    felt.wagers[1:, 0] = 1000
    rules, plan = GAME.rules(GAME.settings()), GAME.plan("basic", GAME.settings())
    for number in range(3):
        open_round(shoe, 1, number)
        assert sorted(shoe.cards[:52]) == list(range(52))
        felt.held[:] = 0
        felt.tape_at[0] = 0
        felt.hands[:] = 1
        GAME.play(rules, shoe, follow, plan, felt)


# --- the players' choices ---


@pytest.mark.parametrize(
    ("act", "stays"),
    [
        ("keep_12", "As Kd"), ("keep_13", "As 4c"), ("keep_14", "As 5h"),
        ("keep_23", "Kd 4c"), ("keep_24", "Kd 5h"), ("keep_34", "4c 5h"),
    ],
)  # fmt: skip
def test_single_7__a_player_keeps_any_two_of_four(act: str, stays: str) -> None:
    round_ = one("As Kd 4c 5h", choices=act)
    assert held(round_, 1) == stays
    assert (round_.staked("ante"), round_.staked("bonus")) == ([1000], [1000])
    with pytest.raises(Refused, match="over"):
        one("As Kd 4c 5h", choices=f"{act} {act}")


@pytest.mark.parametrize(
    ("act", "first", "second", "antes", "bonuses"),
    [
        ("split_ante_12_34_bonus_12", "As Kd", "4c 5h", 2, 1),
        ("split_ante_12_34_bonus_34", "4c 5h", "As Kd", 2, 1),
        ("split_ante_13_24_bonus_13", "As 4c", "Kd 5h", 2, 1),
        ("split_ante_13_24_bonus_24", "Kd 5h", "As 4c", 2, 1),
        ("split_ante_14_23_bonus_14", "As 5h", "Kd 4c", 2, 1),
        ("split_ante_14_23_bonus_23", "Kd 4c", "As 5h", 2, 1),
        ("split_both_12_34", "As Kd", "4c 5h", 2, 2),
        ("split_both_13_24", "As 4c", "Kd 5h", 2, 2),
        ("split_both_14_23", "As 5h", "Kd 4c", 2, 2),
        ("split_bonus_12_34_ante_12", "As Kd", "4c 5h", 1, 2),
        ("split_bonus_12_34_ante_34", "4c 5h", "As Kd", 1, 2),
        ("split_bonus_13_24_ante_13", "As 4c", "Kd 5h", 1, 2),
        ("split_bonus_13_24_ante_24", "Kd 5h", "As 4c", 1, 2),
        ("split_bonus_14_23_ante_14", "As 5h", "Kd 4c", 1, 2),
        ("split_bonus_14_23_ante_23", "Kd 4c", "As 5h", 1, 2),
    ],
)
def test_single_7a__every_way_to_split(act: str, first: str, second: str, antes: int, bonuses: int) -> None:
    """The first hand holds the half that the unsplit bet rides on; Split bets equal the Ante and the Bonus."""
    round_ = one("As Kd 4c 5h", choices=act, bets={"ante": 1000, "bonus": 700})
    assert (held(round_, 1, 0), held(round_, 1, 1)) == (first, second)
    assert round_.staked("ante") == [1000] * antes
    assert round_.staked("bonus") == [700] * bonuses
    assert ("seat 1 hand 2: stake ante 1000" in round_.text) == (antes == 2)
    assert ("seat 1 hand 2: stake bonus 700" in round_.text) == (bonuses == 2)
    assert len(round_.settled("ante")) == antes
    assert len(round_.settled("bonus")) == bonuses


def test_single_7a__an_unsplit_bonus_is_paid_by_the_half_it_rides_on() -> None:
    """Three eights in the first half, a pair of aces in the second."""
    cards, board = "8s 8d As Ad", "8h 2c 3d 9s Jc"
    on_eights = one(cards, board=board, choices="split_ante_12_34_bonus_12")
    assert on_eights.settled("bonus") == [("three_of_a_kind", 1000)]
    on_aces = one(cards, board=board, choices="split_ante_12_34_bonus_34")
    assert on_aces.settled("bonus") == [("lose", -1000)]
    assert on_eights.net("ante") == on_aces.net("ante") == 2000


def test_single_7a__an_unsplit_ante_is_settled_by_the_half_it_rides_on() -> None:
    cards, board = "8s 8d 4h 5s", "8h 2c 3d 9s Jc"
    assert one(cards, board=board, choices="split_bonus_12_34_ante_12").settled("ante") == [("win", 1000)]
    lost = one(cards, board=board, choices="split_bonus_12_34_ante_34")
    assert lost.settled("ante") == [("lose", -1000)]
    assert sorted(lost.settled("bonus")) == [("lose", -1000), ("three_of_a_kind", 1000)]


def test_single_7a__what_is_offered_follows_the_bets_and_the_option() -> None:
    hand = "As Kd 4c 5h"
    written = one(hand, choices="").offers()[0]
    assert written == KEEPS | SPLIT_ANTES | SPLIT_BOTHS | SPLIT_BONUSES == set(ACTS)
    assert one(hand, choices="", splits="as_published").offers()[0] == KEEPS | SPLIT_ANTES | SPLIT_BOTHS
    assert one(hand, choices="", splits="none").offers()[0] == KEEPS
    halves = {"split_ante_12_34_bonus_12", "split_ante_13_24_bonus_13", "split_ante_14_23_bonus_14"}
    assert one(hand, choices="", bets=ANTE).offers()[0] == KEEPS | halves
    assert one(hand, choices="", bets=ANTE, splits="none").offers()[0] == KEEPS
    with pytest.raises(Refused, match="cannot split_bonus"):
        one(hand, choices="split_bonus_12_34_ante_12", splits="as_published")


def test_single_8__discards_are_picked_up_clockwise_from_those_who_have_not_split() -> None:
    hands = ["As Ad 4c 5h", "8s 8d 4h 5c", "Ts Td 5s 6d"]
    round_ = one(hands, choices="keep_13 split_both_12_34 keep_34")
    lines = round_.text.splitlines()
    assert [line for line in lines if line.startswith("seat") and ": discard" in line] == [
        "seat 1: discard 3", "seat 1: discard 1", "seat 3: discard 1", "seat 3: discard 0",
    ]  # fmt: skip
    assert round_.index("seat 3: choose") < round_.index("seat 1: discard")
    assert (held(round_, 1), held(round_, 3)) == ("As 4c", "5s 6d")
    assert not any("turn" in line and ("Ad" in line or "Ts" in line) for line in lines)  # discards stay unseen


@pytest.mark.parametrize("act", ["split_ante_12_34_bonus_12", "split_both_12_34", "split_bonus_12_34_ante_12"])
def test_single_8__a_split_bet_of_any_kind_leaves_no_discards(act: str) -> None:
    assert "seat 1: discard" not in one("As Ad 4c 5h", choices=act).text


# --- the house way of one deck ---


def test_single_9__the_dealer_shows_four_and_keeps_two_after_the_last_player() -> None:
    round_ = one("As Ad 4c 5h")
    lines = round_.text.splitlines()
    shown = [line for line in lines if line.startswith("dealer: turn")]
    assert shown == ["dealer: turn 0 Qh", "dealer: turn 1 Qs", "dealer: turn 2 4d", "dealer: turn 3 6c"]
    assert round_.index("seat 1: choose") < round_.index("dealer: turn") < round_.index("dealer: say house_way 1")
    assert round_.index("dealer: say house_way") < round_.index("dealer: discard 3") < round_.index("community: turn")
    assert held(round_, 0) == "Qh Qs"


def test_single_9__the_higher_line_is_taken_and_in_it_the_higher_cards() -> None:
    assert kept("8s 8d Kh Kc") == ("Kh Kc", 1)
    assert kept("Js Ad Kh Qc") == ("Ad Kh", 2)
    assert kept("2s 2d 7h 7c") == ("7h 7c", 3)
    assert kept("Ks 9s 4d 3h") == ("Ks 9s", 8)
    assert kept("Qs Js 9s 8d") == ("Qs Js", 5)
    assert kept("Td 2d 8c 6c") == ("Td 2d", 12)  # the higher high card before the higher low card


def test_single_9__the_ace_is_high_only() -> None:
    assert kept("Ah 2d 4c 9s") == ("Ah 9s", 7)  # not the ace and deuce as neighbours
    assert kept("2d 4c 6h 9s") == ("6h 9s", 13)


def test_single_9__of_three_or_four_of_a_kind_the_two_dealt_first() -> None:
    assert kept("Kd 9s 9h 9c") == ("9s 9h", 1)
    assert kept("9c 9s 4d 9h") == ("9c 9s", 1)
    assert kept("5h 5c 5s 5d") == ("5h 5c", 3)


def test_single_9_1__a_pair_of_eights_or_higher() -> None:
    assert kept("8s 8d Ah Kc") == ("8s 8d", 1)
    assert kept("Ad Qs Qh Ks") == ("Qs Qh", 1)
    assert kept("7s 7d Ah Kc") == ("Ah Kc", 2)  # sevens are not enough


def test_single_9_2__an_ace_with_a_jack_or_higher() -> None:
    assert kept("Ah Jd 7s 7c") == ("Ah Jd", 2)
    assert kept("Ah Qd 9h 8h") == ("Ah Qd", 2)  # before the suited ace
    assert kept("Ah Td 7s 7c") == ("7s 7c", 3)


def test_single_9_3__a_pair_of_twos_to_sevens() -> None:
    assert kept("2s 2d Ah Th") == ("2s 2d", 3)
    assert kept("7s Kd Qd 7c") == ("7s 7c", 3)


def test_single_9_4__an_ace_with_another_card_of_its_suit() -> None:
    assert kept("Ah 4h Kd 9s") == ("Ah Kd", 2)
    assert kept("Ah 4h Td 9s") == ("Ah 4h", 4)
    assert kept("Ah 4h 6h Td") == ("Ah 6h", 4)


def test_single_9_5__two_cards_ten_or_higher_in_one_suit() -> None:
    assert kept("Kd Td Qs 9c") == ("Kd Td", 5)
    assert kept("As Kd Qd 9h") == ("As Kd", 2)
    assert kept("Jh Th Ks 2d") == ("Jh Th", 5)


def test_single_9_6__two_cards_ten_or_higher_in_two_suits() -> None:
    assert kept("Kd Tc 9d 8d") == ("Kd Tc", 6)
    assert kept("Ad Tc 9s 8h") == ("Ad Tc", 6)  # a ten beside the ace, not in its suit


def test_single_9_7__an_ace_with_a_card_of_another_suit() -> None:
    assert kept("Ah 9c 8c 4d") == ("Ah 9c", 7)
    assert kept("Ah 4c Kh 3d") == ("Ah Kh", 2)
    assert kept("Ah 4c 3d 2d") == ("Ah 4c", 7)


def test_single_9_8__a_face_card_with_a_lower_card_of_its_suit() -> None:
    assert kept("Jd 7d 9c 8c") == ("Jd 7d", 8)
    assert kept("Kh 9c 8d 2h") == ("Kh 2h", 8)


def test_single_9_9__a_face_card_with_a_lower_card_of_another_suit() -> None:
    assert kept("Jd 7c 6c 2s") == ("Jd 7c", 9)
    assert kept("Qd 9c 8c 2s") == ("Qd 9c", 9)  # before the suited neighbours


def test_single_9_10__neighbours_of_one_suit() -> None:
    assert kept("4s 5s 9h Tc") == ("4s 5s", 10)
    assert kept("Th 9h 5c 4c") == ("Th 9h", 10)


def test_single_9_11__neighbours_of_two_suits() -> None:
    assert kept("6s 7h Ts 3s") == ("6s 7h", 11)
    assert kept("2c 3d 9h 6c") == ("2c 3d", 11)


def test_single_9_12__the_two_highest_cards_that_share_a_suit() -> None:
    assert kept("8c Tc 5d 3h") == ("8c Tc", 12)
    assert kept("Td 8c 5c 3h") == ("8c 5c", 12)  # not the ten, which shares its suit with none
    assert kept("9d 7d 2d 4c") == ("9d 7d", 12)


def test_single_9_13__failing_all_else_the_two_highest() -> None:
    assert kept("2c 9s 7h 4d") == ("9s 7h", 13)
    assert kept("8h 5c Td 3s") == ("8h Td", 13)


# --- settling, one deck ---


def test_single_10__the_community_is_turned_up_after_the_house_way() -> None:
    round_ = one("As Ad 4c 5h")
    turned = [line for line in round_.text.splitlines() if line.startswith("community: turn")]
    assert turned == [f"community: turn {i} {card}" for i, card in enumerate(BOARD.split())]
    assert round_.index("dealer: discard") < round_.index("community: turn") < round_.index("seat 1: settle")


def test_single_11__bets_are_settled_from_the_dealers_right() -> None:
    hands = ["As Ad 4c 5h", "8s 8d 4h 5c", "Ts Td 5s 6d"]
    round_ = one(hands, choices="keep_12 keep_12 keep_12", bets=ANTE)
    settled = [line.split(":")[0] for line in round_.text.splitlines() if ": settle" in line]
    assert settled == ["seat 3", "seat 2", "seat 1"]


@pytest.mark.parametrize(
    ("hand", "board", "made"),
    [
        ("9h 5h", "Ah Kh 2h 7d 8c", "ace-high flush"),  # both
        ("Ad 2s", "Ah Ac Kd Ks 7h", "full house, aces over kings"),  # one
        ("3d 2s", "Ah Ac Kd Ks Kh", "full house, kings over aces"),  # none
    ],
)
def test_single_12__best_five_with_both_one_or_none_of_the_two_kept(hand: str, board: str, made: str) -> None:
    round_ = one(hand + " 8h 6s", "Jd Tc 4c 3c", board)
    line = next(line for line in round_.text.splitlines() if line.startswith("seat 1: say ranked"))
    assert line.endswith(made)


def test_single_13__even_money_for_each_hand_that_beats_the_dealer() -> None:
    won = one("As Ad 4c 5h", bets={"ante": 1250})
    assert won.settled("ante") == [("win", 1250)]
    lost = one("8s 8d 4c 5h", bets=ANTE)
    assert lost.settled("ante") == [("lose", -1000)]


def test_single_13__the_halves_of_a_split_are_settled_each_on_its_own() -> None:
    round_ = one("As Ad 8c 8h", choices="split_both_12_34", board="8s 2c 3d 9s Jc")
    assert round_.settled("ante") == [("win", 1000), ("win", 1000)]
    assert round_.settled("bonus") == [("lose", -1000), ("three_of_a_kind", 1000)]
    mixed = one("As Ad 8c 8h", choices="split_both_12_34")
    assert mixed.settled("ante") == [("win", 1000), ("lose", -1000)]


def test_single_13_note__a_tie_loses_the_ante() -> None:
    """Both play the straight on the board."""
    round_ = one("As 4d 4c 5h", "Ac Kd 3h 2d", "5s 6d 7h 8c 9s", bets=ANTE)
    assert len(set(round_.said("ranked"))) == 1
    assert round_.settled("ante") == [("lose", -1000)]


def test_single_14__antes_and_bonuses_are_settled_in_one_pass() -> None:
    round_ = one(["As Ad 4c 5h", "8s 8d 4h 5c"], choices="keep_12 keep_12")
    settled = [" ".join(line.split()[:4]) for line in round_.text.splitlines() if ": settle" in line]
    assert settled == ["seat 2: settle ante", "seat 2: settle bonus", "seat 1: settle ante", "seat 1: settle bonus"]


def test_single_15__the_bonus_is_paid_whatever_the_dealer_holds() -> None:
    """Three sevens against a dealer's full house: the Ante loses, the Bonus and the Split Bonus go by the table."""
    round_ = one("7s 7d 4c 5h", "Qh Qs 4d 6c", "7h Qd 2c 2d 9s", "split_bonus_12_34_ante_12")
    assert round_.settled("ante") == [("lose", -1000)]
    assert round_.settled("bonus") == [("full_house", 5000), ("lose", -1000)]


def test_single_15a__a_hand_in_the_paytable_is_paid_and_the_lammer_stays() -> None:
    """Seat 1 is paid for four aces and afterwards still gets Envy for seat 2's royal flush."""
    round_ = one(["Ad Ac 4c 5h", "Ks Ts 4h 5c"], "9h 9d 4d 6c", "Ah As Qs Js 2c", "keep_12 keep_12")
    assert round_.settled("bonus") == [("four_of_a_kind", 30_000)]
    assert round_.settled("envy") == [("royal_flush", 25_000)]


def two_winners(**options: Any) -> Round:
    """Seat 1 has four aces ($300 by the odds), seat 2 a royal flush ($5,000) and no lammer, seat 3 nothing."""
    hands = ["Ad Ac 4c 5h", "Ks Ts 4h 5c", "8s 8d 4s 6d"]
    bets = [BOTH, {"ante": 1000, "bonus": 1000}, BOTH]
    return one(hands, "9h 9d 4d 6c", "Ah As Qs Js 2c", "keep_12 keep_12 keep_12", bets, **options)


def test_single_15a_i__a_cap_on_the_round_is_shared_by_all_winners() -> None:
    free = two_winners()
    assert [free.net("bonus", seat) for seat in (1, 2, 3)] == [30_000, 500_000, -1000]
    assert free.said("cap") == []
    capped = two_winners(cap_cents=100_000, cap_per="round")
    assert capped.said("cap") == [530_000]
    shares = [30_000 * 100_000 // 530_000, 500_000 * 100_000 // 530_000]
    assert [capped.net("bonus", seat) for seat in (1, 2, 3)] == [*shares, -1000]
    assert sum(shares) == 99_999  # rounded for the house: never a cent over the cap
    assert capped.index("dealer: say cap") < capped.index("seat 3: settle")


def test_single_15a_i__a_cap_on_the_hand_is_each_seats_own() -> None:
    capped = two_winners(cap_cents=100_000, cap_per="hand")
    assert [capped.said("cap", seat) for seat in (0, 1, 2, 3)] == [[], [], [500_000], []]
    assert [capped.net("bonus", seat) for seat in (1, 2, 3)] == [30_000, 100_000, -1000]


def test_single_15a_i__a_cap_that_is_just_met_changes_nothing() -> None:
    assert two_winners(cap_cents=530_000).text == two_winners().text
    assert two_winners(cap_cents=529_999).said("cap") == [530_000]


def test_single_15a_i__bonus_and_split_bonus_of_a_seat_share_a_cap() -> None:
    """Four aces and a full house: $300 and $50 under a cap of $100 a hand."""
    cards, board = "As Ad 8c 8h", "Ac Ah 8s 2c 3d"
    capped = one(cards, board=board, choices="split_both_12_34", cap_cents=10_000, cap_per="hand")
    assert capped.said("cap") == [35_000]
    assert capped.settled("bonus") == [("four_of_a_kind", 8571), ("full_house", 1428)]
    dollars = one(
        cards, board=board, choices="split_both_12_34", cap_cents=10_000, cap_per="hand", grain_cents=100,
    )  # fmt: skip
    assert dollars.settled("bonus") == [("four_of_a_kind", 8500), ("full_house", 1400)]
    half_lost = one("As Ad 4c 5h", board=QUADS[1], choices="split_both_12_34", cap_cents=10_000)
    assert half_lost.settled("bonus") == [("four_of_a_kind", 10_000), ("lose", -1000)]


def test_single_15a_i__a_cap_on_each_hand_lets_both_hands_of_a_split_win_it() -> None:
    """The other reading of a hand: four aces and a full house, $300 and $50, each under its own cap of $100."""
    cards, board = "As Ad 8c 8h", "Ac Ah 8s 2c 3d"
    capped = one(cards, board=board, choices="split_both_12_34", cap_cents=10_000, cap_per="each_hand")
    assert capped.said("cap") == [30_000]
    assert capped.settled("bonus") == [("four_of_a_kind", 10_000), ("full_house", 5000)]
    both = one(cards, board=board, choices="split_both_12_34", cap_cents=4000, cap_per="each_hand")
    assert both.settled("bonus") == [("four_of_a_kind", 4000), ("full_house", 4000)]
    assert [line for line in both.text.splitlines() if "say cap" in line] == [
        "seat 1: say cap 30000",
        "seat 1 hand 2: say cap 5000",
    ]


def test_single_15a_i__without_a_split_the_two_readings_of_a_hand_are_the_same() -> None:
    texts = {two_winners(cap_cents=100_000, cap_per=per).text for per in ("hand", "each_hand")}
    assert len({text.replace("say cap", "") for text in texts}) == 2, "only the moment of saying it differs"
    nets = [
        [two_winners(cap_cents=100_000, cap_per=per).net("bonus", seat) for seat in (1, 2, 3)]
        for per in ("hand", "each_hand")
    ]
    assert nets[0] == nets[1]


def test_single_15a_i__antes_and_envy_are_outside_the_cap() -> None:
    capped = two_winners(cap_cents=1)
    free = two_winners()
    for seat in (1, 2, 3):
        assert capped.net("ante", seat) == free.net("ante", seat)
        assert capped.net("envy", seat) == free.net("envy", seat)
    assert (capped.net("envy", 1), capped.net("envy", 2)) == (25_000, 0)


def test_single_15b__a_hand_outside_the_paytable_loses_the_bonus() -> None:
    """Two pair is not in the table."""
    round_ = one("As Ad 4c 5h", board="2c 2d 7h 9s Jc")
    assert "two pair" in round_.text
    assert round_.settled("bonus") == [("lose", -1000)]
    assert round_.settled("ante") == [("win", 1000)]


def test_single_15b_i__a_lost_bonus_still_earns_envy() -> None:
    round_ = one(["7d 4c 8c 5h", "As Ks 4h 5c"], "9h 6d 4d 3c", ROYAL[1], "keep_12 keep_12")
    assert round_.settled("bonus") == [("lose", -1000)]
    assert round_.settled("envy") == [("royal_flush", 25_000)]


def test_single_15_note__envy_is_paid_after_every_other_bet() -> None:
    round_ = two_winners()
    lines = [line for line in round_.text.splitlines() if ": settle" in line]
    envy = [i for i, line in enumerate(lines) if "settle envy" in line]
    assert envy == [len(lines) - 2, len(lines) - 1]


def test_single_16__lammers_are_collected_last() -> None:
    """single.15.note: until then they stand, also where Envy was not won and where the Bonus was lost."""
    round_ = two_winners()
    assert round_.text.splitlines()[-1] == "dealer: say lammers_in 3"
    before = scene(round_.replay.tape[:-1]).said
    assert [before.get((seat, 0, SAY_LAMMER)) for seat in (1, 2, 3)] == [1, 1, 1]
    after = scene(round_.replay.tape).said
    assert not any(word == SAY_LAMMER for _, _, word in after)


def test_single_16__without_lammers_none_are_collected() -> None:
    assert "lammer" not in two_winners(envy=False).text


def test_single_16__envy_pays_for_each_other_player_once() -> None:
    """A straight flush on the board in four hands: every lammer is paid three times."""
    hands = ["As 2d 4c 5h", "Ac 2h 4h 5c", "Ad 2s 6c 7c", "8c 8d 9c 9d"]
    bets = [BOTH, ANTE, {"ante": 1000, "bonus": 450}, BOTH]
    round_ = one(hands, "Kh Kd 3c 3d", "5s 6s 7s 8s 9s", "keep_12 " * 4, bets)
    assert round_.settled("envy", 1) == [("straight_flush", 5000)] * 3  # also for players without a Bonus
    assert round_.settled("envy", 4) == [("straight_flush", 5000)] * 3
    assert round_.settled("envy", 2) == round_.settled("envy", 3) == []
    assert round_.net("envy", 1) == 15_000


def test_single_16__the_better_half_of_a_split_counts_once() -> None:
    """Seat 2 holds a royal flush in one half and a straight flush in the other."""
    hands = ["9d 4c 8c 5h", "9s 8s As Ks"]
    round_ = one(hands, "9h 6d 4d 3c", ROYAL[1].replace("8d", "7d"), "keep_12 split_both_12_34")
    assert round_.settled("bonus", 2) == [("straight_flush", 100_000), ("royal_flush", 500_000)]
    assert round_.settled("envy", 1) == [("royal_flush", 25_000)]


def test_single_16__what_was_discarded_earns_nothing() -> None:
    round_ = one(["9d 4c 8c 5h", "As Ks 4h 5c"], "9h 6d 4d 3c", ROYAL[1], "keep_12 keep_34")
    assert round_.settled("envy", 1) == []


def test_single_16__without_envy_nothing_is_paid() -> None:
    assert two_winners(envy=False).settled("envy", 1) == []


def test_single_16_note__no_envy_for_ones_own_hand_or_the_dealers() -> None:
    own = one(["As Ks 4h 5c", "9d 4c 8c 5h"], "9h 6d 4d 3c", ROYAL[1], "keep_12 keep_12")
    assert (own.settled("envy", 1), own.net("envy", 2)) == ([], 25_000)
    dealers = one(["8s 8c 4h 5c", "9d 4c 9c 5h"], "As Ks 4d 3c", ROYAL[1], "keep_12 keep_12")
    assert "dealer: say ranked" in dealers.text
    assert dealers.settled("envy", 1) == dealers.settled("envy", 2) == []


def test_single_16_note__no_envy_for_a_second_seat_of_ones_own() -> None:
    hands = ["As Ks 4h 5c", "9d 4c 8c 5h", "9c 4s 8h 5d"]
    round_ = one(hands, "9h 6d 4d 3c", ROYAL[1], "keep_12 keep_12 keep_12", players=[1, 1, 2])
    assert (round_.settled("envy", 2), round_.net("envy", 3)) == ([], 25_000)


# --- paytables ---

# Four cards whose first two make the hand with the board.
HANDS = {
    "royal_flush": ("As Ks 2c 4d", "Qs Js Ts 8d 2h"),
    "straight_flush": ("9s 8s 2c 4d", "7s 6s 5s Kd 2h"),
    "four_of_a_kind": ("As Ad 2c 4d", "Ac Ah 8d 8s 2h"),
    "full_house": ("As Ad 2c 4d", "Ac 8h 8d Ks 2h"),
    "flush": ("As 9s 2c 4d", "Ks 8s 5s 8d 2h"),
    "straight": ("As Kd 2c 4d", "Qs Jc Th 8d 2h"),
    "three_of_a_kind": ("As Ad 2c 4d", "Ac 8h 7d Ks 2h"),
    "lose": ("As Ad 2c 4d", "8c 8h 7d Ks 2h"),
}
MORE_HANDS = {
    **HANDS,
    "suited_five_of_a_kind": ("As As 2c 4d", "As As As 8d 2h"),
    "five_of_a_kind": ("As Ad 2c 4d", "Ac Ah As 8d 2h"),
}


def table(paytable: str) -> dict[str, int]:
    hands = HANDS if paytable in "456" else MORE_HANDS
    return {name: bonus_pays(*hand, paytable=paytable) // 1000 for name, hand in hands.items()}


def test_single_paytable_4__pays() -> None:
    assert table("4") == {
        "royal_flush": 500, "straight_flush": 100, "four_of_a_kind": 30, "full_house": 5, "flush": 4, "straight": 2,
        "three_of_a_kind": 1, "lose": -1,
    }  # fmt: skip


def test_single_paytable_5__pays() -> None:
    assert table("5") == {
        "royal_flush": 500, "straight_flush": 100, "four_of_a_kind": 30, "full_house": 5, "flush": 3, "straight": 2,
        "three_of_a_kind": 1, "lose": -1,
    }  # fmt: skip


def test_single_paytable_6__pays() -> None:
    assert table("6") == {
        "royal_flush": 500, "straight_flush": 100, "four_of_a_kind": 30, "full_house": 6, "flush": 3, "straight": 1,
        "three_of_a_kind": 1, "lose": -1,
    }  # fmt: skip


def envy_for(name: str, deal: Any) -> int:
    cards, board = MORE_HANDS[name]
    round_ = deal([cards, "9d 4c 3c 5h"], "9h 6d 4h 3d", board, "keep_12 keep_12")
    return int(round_.net("envy", 2))


def test_single_paytable_envy__sums() -> None:
    paid = {name: envy_for(name, one) for name in HANDS}
    assert {name: cents for name, cents in paid.items() if cents} == {"royal_flush": 25_000, "straight_flush": 5000}


def test_multi_paytable_1__pays() -> None:
    assert table("1") == {
        "suited_five_of_a_kind": 5000, "royal_flush": 500, "straight_flush": 100, "five_of_a_kind": 50,
        "four_of_a_kind": 5, "full_house": 3, "flush": 2, "straight": 1, "three_of_a_kind": -1, "lose": -1,
    }  # fmt: skip


def test_multi_paytable_2__pays() -> None:
    assert table("2") == {
        "suited_five_of_a_kind": 1000, "royal_flush": 200, "straight_flush": 75, "five_of_a_kind": 40,
        "four_of_a_kind": 7, "full_house": 3, "flush": 2, "straight": 1, "three_of_a_kind": 0, "lose": -1,
    }  # fmt: skip


def test_multi_paytable_3__pays() -> None:
    assert table("3") == {
        "suited_five_of_a_kind": 1000, "royal_flush": 200, "straight_flush": 75, "five_of_a_kind": 40,
        "four_of_a_kind": 7, "full_house": 3, "flush": 2, "straight": 2, "three_of_a_kind": 0, "lose": -1,
    }  # fmt: skip


def test_multi_paytable_envy__sums() -> None:
    paid = {name: envy_for(name, many) for name in MORE_HANDS}
    assert {name: cents for name, cents in paid.items() if cents} == {
        "suited_five_of_a_kind": 100_000, "royal_flush": 25_000, "straight_flush": 5000, "five_of_a_kind": 1000,
    }  # fmt: skip


def test_multi_paytable_equal__an_ante_alone_is_a_reading() -> None:
    """Below paytable 3: a Bonus that is bet equals the Ante, or both must be bet."""
    alone, both = (GAME.settings({"paytable": "3", "equal_bets": each}) for each in ("ante_alone", "both"))
    verify_wagers(GAME, alone, ANTE)
    with pytest.raises(Refused, match="Bonus must be bet to play"):
        verify_wagers(GAME, both, ANTE)
    for settings in (alone, both):
        verify_wagers(GAME, settings, BOTH)
        with pytest.raises(Refused, match="must equal Ante"):
            verify_wagers(GAME, settings, {"ante": 1000, "bonus": 500})
    for paytable in ("1", "2", "4", "5", "6"):
        with pytest.raises(Refused, match="only paytable 3 asks for equal bets"):
            GAME.settings({"paytable": paytable, "equal_bets": "both"})


def test_multi_paytable_equal__splits_of_both_bets_together_is_a_reading() -> None:
    """An Ante without a Bonus has nothing to be unequal to, so it may be split."""
    dealt = "As Ad 8c 8h"
    for bets, more in ((BOTH, SPLIT_BOTHS), (ANTE, {name for name in SPLIT_ANTES if name.partition("_bonus_1")[1]})):
        waiting = many(dealt, bets=bets, choices="", paytable="3", splits="together")
        pending = waiting.replay.pending
        assert pending is not None
        assert {ACTS[act] for act in acts_in(pending.options)} == KEEPS | more


def test_multi_paytable_equal__with_paytable_3_a_bonus_equals_the_ante() -> None:
    settings = GAME.settings({"paytable": "3"})
    verify_wagers(GAME, settings, {"ante": 1000, "bonus": 1000})
    verify_wagers(GAME, settings, {"ante": 1000})
    with pytest.raises(Refused, match="must equal Ante"):
        verify_wagers(GAME, settings, {"ante": 1000, "bonus": 500})
    verify_wagers(GAME, GAME.settings({"paytable": "2"}), {"ante": 1000, "bonus": 500})


# --- several decks ---


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_multi_intro__six_to_eight_decks(decks: int) -> None:
    assert sorted(GAME.deck(GAME.settings({"decks": decks}))) == sorted(new_decks(decks))
    round_ = many(["As As As As", "8s 8d 4h 5c"], choices="keep_12 keep_12", bets=ANTE, decks=decks)
    assert [len(round_.dealt(seat)) for seat in (0, 1, 2)] == [4, 4, 4]
    assert (round_.net(seat=1), round_.net(seat=2)) == (1000, -1000)


def test_multi_1__an_ante_is_needed_and_a_bonus_is_not() -> None:
    settings = GAME.settings({"decks": 6})
    verify_wagers(GAME, settings, {"ante": 500})
    with pytest.raises(Refused, match="Ante must be bet"):
        verify_wagers(GAME, settings, {"bonus": 500})
    assert many("As Ad 4c 5h", bets=ANTE).settled("bonus") == []


def test_multi_2__a_bonus_of_five_dollars_gets_a_lammer() -> None:
    bets = [{"ante": 1000, "bonus": 500}, {"ante": 1000, "bonus": 450}]
    round_ = many(["As Ad 4c 5h", "8s 8d 4h 5c"], choices="keep_12 keep_12", bets=bets)
    assert [round_.said("lammer", seat) for seat in (1, 2)] == [[1], []]


@pytest.mark.parametrize("dealing", ["community_first", "sets_of_four"])
def test_multi_3__one_card_at_a_time_four_times_round(dealing: str) -> None:
    round_ = many(["As Ad 4c 5h", "8s 8d 4h 5c"], choices="keep_12 keep_12", dealing=dealing)
    deals = [line.split(":")[0] for line in round_.text.splitlines() if ": deal" in line]
    assert deals == ["seat 1", "seat 2", "dealer"] * 4 + ["community"] * 5
    assert (round_.faces(1), round_.faces(0)) == ([FACE_OWN] * 4, [FACE_DOWN] * 4)


def test_multi_4__two_are_kept_and_two_discarded() -> None:
    round_ = many("As Kd 4c 5h", choices="keep_24")
    assert held(round_, 1) == "Kd 5h"
    assert round_.text.count("seat 1: discard") == 2


def test_multi_4a__the_cards_may_be_split() -> None:
    """Three identical aces part into a pair and an ace with a deuce."""
    both = many("As As As 2d", choices="split_both_12_34", board="Kc 9d 7h 6s 3c")
    assert (held(both, 1, 0), held(both, 1, 1)) == ("As As", "As 2d")
    assert both.settled("ante") == [("win", 1000), ("lose", -1000)]
    alone = many("As As 2d 2h", choices="split_bonus_12_34_ante_34", board="As 9d 7h 6s 3c", paytable="2")
    assert alone.settled("ante") == [("lose", -1000)]
    assert alone.settled("bonus") == [("lose", -1000), ("three_of_a_kind", 0)]
    assert many("As As 2d 2h", choices="").offers()[0] == set(ACTS)


def test_multi_5__discards_are_picked_up_from_those_who_have_not_split() -> None:
    round_ = many(["As Ad 4c 5h", "8s 8d 4h 5c"], choices="split_both_12_34 keep_12")
    assert "seat 1: discard" not in round_.text
    assert round_.index("seat 2: choose") < round_.index("seat 2: discard") < round_.index("dealer: turn")


def test_multi_6__lines_are_taken_in_order_and_like_cards_as_dealt() -> None:
    assert kept("Kd Qd 7h 7s", 6) == ("7h 7s", 4)
    assert kept("9c 9d 9h 2c", 6) == ("9c 9d", 1)
    assert kept("Ah 2d 4c 9s", 6) == ("Ah 9s", 8)  # the ace is high only
    round_ = many("As Ad 4c 5h")
    assert round_.index("seat 1: choose") < round_.index("dealer: turn") < round_.index("dealer: say house_way 1")
    assert held(round_, 0) == "Qh Qs"


def test_multi_6_1__a_pair_of_eights_or_higher_suited_first() -> None:
    assert kept("8s 8d Ah Kc", 6) == ("8s 8d", 1)
    assert kept("9c 9d 9s 9d", 6) == ("9d 9d", 1)
    assert kept("Tc Td 9d 9d", 6) == ("Tc Td", 1)  # rank before suit


def test_multi_6_2__an_ace_with_a_jack_or_higher() -> None:
    assert kept("Ah Jd 7s 7s", 6) == ("Ah Jd", 2)


def test_multi_6_3__a_suited_pair_of_twos_to_sevens() -> None:
    assert kept("2s 2s 7d 7h", 6) == ("2s 2s", 3)  # a lower pair, but suited
    assert kept("6c 6d 6h 6d", 6) == ("6d 6d", 3)


def test_multi_6_4__an_unsuited_pair_of_twos_to_sevens() -> None:
    assert kept("6s 6d Ah Th", 6) == ("6s 6d", 4)


def test_multi_6_5__an_ace_with_another_card_of_its_suit() -> None:
    assert kept("Ah 4h Td 9s", 6) == ("Ah 4h", 5)


def test_multi_6_6__two_cards_ten_or_higher_in_one_suit() -> None:
    assert kept("Kd Td Qs 9c", 6) == ("Kd Td", 6)


def test_multi_6_7__two_cards_ten_or_higher_in_two_suits() -> None:
    assert kept("Kd Tc 9d 8d", 6) == ("Kd Tc", 7)


def test_multi_6_8__an_ace_with_a_card_of_another_suit() -> None:
    assert kept("Ah 9c 8c 4d", 6) == ("Ah 9c", 8)


def test_multi_6_9__a_face_card_with_a_lower_card_of_its_suit() -> None:
    assert kept("Jd 7d 9c 8c", 6) == ("Jd 7d", 9)


def test_multi_6_10__a_face_card_with_a_lower_card_of_another_suit() -> None:
    assert kept("Jd 7c 6c 2s", 6) == ("Jd 7c", 10)


def test_multi_6_11__neighbours_of_one_suit() -> None:
    assert kept("4s 5s 9h Tc", 6) == ("4s 5s", 11)


def test_multi_6_12__neighbours_of_two_suits() -> None:
    assert kept("6s 7h Ts 3s", 6) == ("6s 7h", 12)


def test_multi_6_13__the_two_highest_cards_that_share_a_suit() -> None:
    assert kept("Td 8c 5c 3h", 6) == ("8c 5c", 13)


def test_multi_6_14__failing_all_else_the_two_highest() -> None:
    assert kept("2c 9s 7h 4d", 6) == ("9s 7h", 14)


def test_multi_7__the_community_is_dealt_face_up_after_the_house_way() -> None:
    round_ = many("As Ad 4c 5h")
    assert round_.faces(0, 1) == [FACE_UP] * 5
    assert round_.index("dealer: say house_way") < round_.index("community: deal")
    assert "community: turn" not in round_.text
    assert many("As Ad 4c 5h", choices="").dealt(0, 1) == []


def test_multi_8__bets_are_settled_from_the_dealers_right() -> None:
    round_ = many(["As Ad 4c 5h", "8s 8d 4h 5c"], choices="keep_12 keep_12", bets=ANTE)
    settled = [line.split(":")[0] for line in round_.text.splitlines() if ": settle" in line]
    assert settled == ["seat 2", "seat 1"]


def test_multi_9__hands_of_several_decks_rank_as_read() -> None:
    """Each hand beats the next: suited five, royal, straight flush, five of a kind, four, and so on down."""
    names = [
        "suited_five_of_a_kind", "royal_flush", "straight_flush", "five_of_a_kind", "four_of_a_kind", "full_house",
        "flush", "straight", "three_of_a_kind",
    ]  # fmt: skip
    values = []
    for name in names:
        cards, board = MORE_HANDS[name]
        values.append(many(cards, "9c 6h 4c 3d", board).said("ranked", 1)[0])
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_multi_9__a_flush_counts_like_cards() -> None:
    """Ace, ace, king of hearts against ace, king, queen: the second ace decides."""
    round_ = many("Ah 2h 4c 5d", "Qh 3h 4s 6c", "Ah Kh 9h 8d 2c", bets=ANTE)
    assert "ace-high flush" in round_.text
    assert round_.settled("ante") == [("win", 1000)]


def test_multi_10__even_money_for_each_hand_that_beats_the_dealer() -> None:
    assert many("As Ad 4c 5h", bets={"ante": 1250}).settled("ante") == [("win", 1250)]
    assert many("8s 8d 4c 5h", bets=ANTE).settled("ante") == [("lose", -1000)]


def test_multi_10_note__a_tie_loses_the_ante() -> None:
    """The same two queens as the dealer."""
    round_ = many("Qh Qs 5c 8h", bets=ANTE)
    assert len(set(round_.said("ranked"))) == 1
    assert round_.settled("ante") == [("lose", -1000)]


def test_multi_11__antes_and_bonuses_are_settled_in_one_pass() -> None:
    round_ = many(["As Ad 4c 5h", "8s 8d 4h 5c"], choices="keep_12 keep_12")
    settled = [" ".join(line.split()[:4]) for line in round_.text.splitlines() if ": settle" in line]
    assert settled == ["seat 2: settle ante", "seat 2: settle bonus", "seat 1: settle ante", "seat 1: settle bonus"]


def test_multi_12__bonus_and_split_bonus_go_by_the_paytable() -> None:
    round_ = many("7s 7d 4c 5h", QUEENS, "7h Qd 2c 2d 9s", "split_bonus_12_34_ante_12")
    assert round_.settled("ante") == [("lose", -1000)]
    assert round_.settled("bonus") == [("full_house", 3000), ("lose", -1000)]


def lucky_pair(**options: Any) -> Round:
    """Seat 1 has four aces ($50 by paytable 1), seat 2 five identical eights ($50,000)."""
    return many(["Ad Ac 4c 5h", "8s 8s 4h 5c"], "9h 9d 4d 6c", "Ah As 8s 8s 8s", "keep_12 keep_12", **options)


def test_multi_12a__a_hand_in_the_paytable_is_paid_and_the_lammer_stays() -> None:
    round_ = lucky_pair()
    assert round_.settled("bonus", 1) == [("four_of_a_kind", 5000)]
    assert round_.settled("bonus", 2) == [("suited_five_of_a_kind", 5_000_000)]
    assert round_.settled("envy", 1) == [("suited_five_of_a_kind", 100_000)]


def test_multi_12a_i__a_cap_leaves_envy_alone() -> None:
    capped = lucky_pair(cap_cents=1_000_000)
    assert capped.said("cap") == [5_005_000]
    assert [capped.net("bonus", seat) for seat in (1, 2)] == [999, 999_000]
    assert capped.net("envy", 1) == 100_000
    assert lucky_pair(cap_cents=1_000_000, cap_per="hand").net("bonus", 1) == 5000


def test_multi_12b__a_lost_bonus_leaves_the_lammer() -> None:
    lost = many(["7d 4c 3c 5h", "As Ks 4h 5c"], "9h 6d 4d 3c", ROYAL[1], "keep_12 keep_12")
    assert lost.settled("bonus") == [("lose", -1000)]
    assert lost.settled("envy") == [("royal_flush", 25_000)]


def test_multi_12_note__envy_is_paid_after_every_other_bet() -> None:
    lines = [line for line in lucky_pair().text.splitlines() if ": settle" in line]
    assert [("settle envy" in line) for line in lines] == [False] * 4 + [True]


def test_multi_13__lammers_are_collected_last() -> None:
    lines = lucky_pair().text.splitlines()
    assert [line for line in lines if "lammer" in line][-1] == lines[-1]
    assert lines[-1].startswith("dealer: say lammers_in")


def test_multi_13__envy_pays_for_each_other_player_once() -> None:
    """Five kings on the board in three hands."""
    hands = ["2d 3d 4c 5h", "2h 3h 4h 5c", "2s 3s 4s 6c"]
    round_ = many(hands, "7h 7d 4d 6c", "Ks Kd Kh Kc Ks", "keep_12 " * 3, [BOTH, BOTH, ANTE])
    assert round_.settled("envy", 1) == [("five_of_a_kind", 1000)] * 2
    assert round_.settled("envy", 2) == [("five_of_a_kind", 1000)] * 2
    assert round_.settled("envy", 3) == []


def test_multi_13_note__no_envy_for_ones_own_hand_or_the_dealers() -> None:
    own = lucky_pair()
    assert own.settled("envy", 2) == []
    dealers = many(["9d 4c 3c 5h", "2d 2h 4h 5c"], "8s 8s 4d 6c", "Ah Ks 8s 8s 8s", "keep_12 keep_12")
    assert "five suited eights" in dealers.text
    assert dealers.settled("envy", 1) == dealers.settled("envy", 2) == []


# --- options ---


def test_options__paytables_belong_to_their_decks() -> None:
    with pytest.raises(Refused, match="decks=1 and paytable=1 do not go together"):
        GAME.settings({"decks": 1, "paytable": "1"})
    with pytest.raises(Refused, match="decks=8 and paytable=4 do not go together"):
        GAME.settings({"decks": 8, "paytable": "4"})


def test_options__a_choice_of_decks_or_paytable_brings_the_other_along() -> None:
    for chosen, decks, paytable in (({}, 1, "4"), ({"decks": 7}, 7, "1"), ({"paytable": "3"}, 6, "3")):
        settings = GAME.settings(chosen)
        assert (settings["decks"], settings["paytable"]) == (decks, paytable)


# --- strategies ---


def test_house_way__of_every_four_cards_no_two_meet_an_earlier_line() -> None:
    """Against the list written another way: the lines as tests, tried one after another."""
    rng = random.Random(1)
    for _ in range(3000):
        decks = rng.choice([1, 6])
        cards = rng.sample(new_decks(decks), 4)
        i, j, line = house_way(decks, *cards)
        assert (line, sorted((cards[i] >> 2, cards[j] >> 2), reverse=True)) == by_the_list(decks, cards)


def by_the_list(decks: int, cards: list[int]) -> tuple[int, list[int]]:
    twos = [(max(a, b) >> 2, min(a, b) >> 2, a % 4 == b % 4) for k, a in enumerate(cards) for b in cards[k + 1 :]]
    for number in range(14):
        fits = [[high, low] for high, low, suited in twos if lines_met(decks, high, low, suited)[number]]
        if fits:
            return number + 1, max(fits)
    raise AssertionError("the last line takes any two")


def lines_met(decks: int, high: int, low: int, suited: bool) -> list[bool]:
    pair, face = high == low, high in (9, 10, 11)
    return [
        pair and high >= 6,
        high == 12 and 9 <= low < 12,
        *([pair and suited] if decks > 1 else []),
        pair,
        high == 12 and suited,
        low >= 8 and suited,
        low >= 8,
        high == 12,
        face and suited,
        face,
        high - low == 1 and suited,
        high - low == 1,
        suited,
        True,
    ]


@pytest.mark.parametrize("decks", [1, 6])
def test_mimic__keeps_what_the_dealer_would_keep(decks: int) -> None:
    settings = GAME.settings({"decks": decks})
    plan = GAME.plan("mimic", settings)
    rng = random.Random(decks)
    for _ in range(3000):
        cards = sorted(rng.sample(new_decks(decks), 4))
        i, j, _ = house_way(decks, *cards)
        act = int(plan.with_bonus[index_4_repeated(*cards)])
        stays = [cards[LEFT[act]] >> 2, cards[RIGHT[act]] >> 2]
        assert stays == [cards[i] >> 2, cards[j] >> 2]


@pytest.mark.parametrize("strategy", GAME.strategies)
@pytest.mark.parametrize("splits", ["none", "as_published", "as_written"])
def test_strategies__choose_only_what_is_offered(strategy: str, splits: str) -> None:
    settings = GAME.settings({"splits": splits})
    plan = GAME.plan(strategy, settings)
    for bets in (BOTH, ANTE):
        options = one("As Kd 4c 5h", choices="", bets=bets, splits=splits).replay.pending
        assert options is not None
        acts = plan.with_bonus if "bonus" in bets else plan.ante_alone
        assert set(np.unique(acts).tolist()) <= set(acts_in(options.options))


def test_basic__splits_two_good_pairs_and_keeps_the_better_cards_otherwise() -> None:
    settings = GAME.settings()
    plan = GAME.plan("basic", settings)

    def act(cards: str, bets: Mapping[str, int] = BOTH) -> str:
        felt = one(cards, "2c 3c 4c 6c", choices="", board="2d 3d 4d 6d 8d", bets=bets).replay.felt
        return ACTS[follow(plan, felt, 1, 0, -1)]

    assert act("As Kh Ad Ks") == "split_both_13_24"
    assert act("As Kh Ad Ks", ANTE) == "split_ante_13_24_bonus_13"
    assert act("5h As 5d Ks") == "split_ante_13_24_bonus_13"
    assert act("3h As 3s Ks") == "split_bonus_13_24_ante_24"
    assert act("9h As 5d Ks", ANTE) == "keep_24"
    assert act("9h Js Ts 3d") == "keep_23"


def test_plan__expresses_every_act_on_cards_dealt_in_any_order() -> None:
    """A plan's act on sorted cards, carried over to the places where they lie, leaves the same cards in hand 0."""
    rng = random.Random(3)
    for _ in range(500):
        cards = rng.sample(range(52), 4)
        rising = sorted(cards)
        a, b, c, d = (cards.index(card) for card in rising)
        for act in range(len(ACTS)):
            dealt = as_dealt(act, (a, b, c, d), SPLIT_BOTH)
            stays = {rising[LEFT[first_two(act)]], rising[RIGHT[first_two(act)]]}
            lie = {cards[LEFT[first_two(dealt)]], cards[RIGHT[first_two(dealt)]]}
            if SPLIT_BOTH <= act < SPLIT_BONUS:
                assert SPLIT_BOTH <= dealt < SPLIT_BONUS
                assert lie in (stays, set(cards) - stays)
            else:
                assert lie == stays
                assert act - first_two(act) == dealt - first_two(dealt)


def test_plan__looks_up_the_cards_it_was_made_for() -> None:
    sets = four_cards()
    assert len(sets) == 341_055
    rng = random.Random(4)
    for _ in range(500):
        number = rng.randrange(len(sets))
        cards = sets[number].tolist()
        rng.shuffle(cards)
        assert index_4_repeated(*cards) == number
    acts = np.zeros(len(sets), dtype=np.int8)
    acts[index_4_repeated(*cards_of("5h As 5d Ks"))] = ACTS.index("split_bonus_12_34_ante_34")
    felt = one("5h As 5d Ks", choices="").replay.felt
    assert ACTS[follow(Plan(acts, acts), felt, 1, 0, -1)] == "split_bonus_13_24_ante_24"


def test_two_at__numbers_the_places() -> None:
    assert [two_at(LEFT[two], RIGHT[two]) for two in range(6)] == list(range(6))
    assert [ACTS[two_at(LEFT[two], RIGHT[two])][-2:] for two in range(6)] == ["12", "13", "14", "23", "24", "34"]


def test_strategy_words__a_kind_that_is_none_is_refused() -> None:
    from houseway.games.fast_action_holdem.plan import kinds_of

    assert kinds_of(["AJ+"]).sum() == 2 * 3 * 16
    assert kinds_of(["88+"]).sum() == 7 * 16
    assert kinds_of(["T9s"]).sum() == 2 * 4
    assert kinds_of(["suited"]).sum() == 52 * 13
    with pytest.raises(Refused, match="no kind of two cards"):
        kinds_of(["A1+"])
