"""Totals, naturals, pairs, splits and the dealer's draw."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.games import all_games
from houseway.rules.blackjack import (
    ACTS,
    BEST,
    CARDS_MAX,
    DECLINE,
    HIT,
    HOLE_CARD,
    LOSE,
    PUSH,
    SOFT_17_HIT,
    SOFT_17_STAND,
    WIN,
    best_total,
    dealer_checks,
    dealer_draws,
    hard_total,
    is_ace,
    is_natural,
    is_pair,
    is_ten,
    play_dealer,
    points,
    split,
    total_of,
)
from houseway.rules.cards import DECK, card_of, card_text, cards_of
from houseway.rules.felt import DEALER, HOUSE, Felt, clear, deal, deal_up, new_felt, stake_wager
from houseway.rules.shoe import arranged_shoe
from houseway.rules.tape import DEAL, FACE_DOWN, SAY, SAY_TOTAL, TURN

SEAT = 1
STANDS, HITS = SOFT_17_STAND, SOFT_17_HIT

hands = st.lists(st.integers(0, DECK - 1), min_size=2, max_size=CARDS_MAX)


def felt_with(cards: list[int], seat: int = SEAT) -> Felt:
    felt = new_felt(seats=1, wagers=1, hands=4, cards=CARDS_MAX)
    felt.wagers[SEAT, 0] = 700
    clear(felt)
    shoe = arranged_shoe(cards)
    for _ in cards:
        deal_up(felt, shoe, seat, 0)
    return felt


def total(text: str) -> tuple[int, bool]:
    return total_of(felt_with(cards_of(text)), SEAT, 0)


def dealer(own: str, then: str, soft_17: int) -> tuple[int, Felt]:
    """The dealer's total and the felt, with these two cards and the shoe behind them."""
    shoe = arranged_shoe(cards_of(own + then))
    felt = felt_with([])
    deal_up(felt, shoe, HOUSE, DEALER)
    deal(felt, shoe, HOUSE, DEALER, FACE_DOWN)
    return play_dealer(felt, shoe, soft_17), felt


def cards_in(felt: Felt, seat: int, hand: int) -> str:
    return " ".join(card_text(card) for card in felt.cards[seat, hand, : felt.held[seat, hand]])


# --- points and totals ---


def test_points_of_every_rank() -> None:
    counted = [points(card_of(f"{rank}s")) for rank in "A23456789TJQK"]
    assert counted == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert [points(card) for card in cards_of("Ac Ad Ah")] == [1, 1, 1]


def test_tens_and_aces() -> None:
    assert [card for card in range(DECK) if is_ten(card)] == [card for card in range(DECK) if points(card) == 10]
    assert [card for card in range(DECK) if is_ace(card)] == cards_of("Ac Ad Ah As")


@pytest.mark.parametrize(
    ("hand", "best", "soft"),
    [
        ("Ac Kd", 21, True),
        ("Ac 6d", 17, True),
        ("Ac 6d Th", 17, False),
        ("Ac Ad", 12, True),
        ("Ac Ad Ah As 7c", 21, True),
        ("Ac Ad 9h", 21, True),
        ("Ac Ad Th", 12, False),
        ("Tc Jd Ah", 21, False),
        ("Tc Jd 2h", 22, False),
        ("2c 3d 4h", 9, False),
    ],
)
def test_the_best_total(hand: str, best: int, soft: bool) -> None:
    assert total(hand) == (best, soft)


def test_one_card_has_no_total() -> None:
    with pytest.raises(AssertionError, match="one card has no total"):
        total("Ac")


@given(hands)
def test_the_best_total_is_the_best_of_all_ways_to_count_the_aces(cards: list[int]) -> None:
    felt = felt_with(cards)
    ways = {sum(way) for way in product(*[(1, 11) if is_ace(card) else (points(card),) for card in cards][:12])}
    if len(cards) > 12:  # too many ways to list: eleven for one ace at most, two would be 22
        hard = sum(map(points, cards))
        ways = {hard} | ({hard + 10} if any(map(is_ace, cards)) else set())
    good = [way for way in ways if way <= BEST]
    best, soft = total_of(felt, SEAT, 0)
    assert best == (max(good) if good else min(ways)) == best_total(felt, SEAT, 0)
    assert hard_total(felt, SEAT, 0) == min(ways)
    assert soft == (best != min(ways))


@given(st.lists(st.integers(0, DECK - 1), min_size=2, max_size=6))
def test_the_order_of_cards_does_not_matter(cards: list[int]) -> None:
    assert total_of(felt_with(cards), SEAT, 0) == total_of(felt_with(cards[::-1]), SEAT, 0)


# --- naturals and pairs ---


def test_a_natural_is_an_ace_and_a_ten_in_two_cards() -> None:
    naturals = [pair for pair in product(range(DECK), repeat=2) if is_natural(felt_with(list(pair)), SEAT, 0)]
    assert len(naturals) == 2 * 4 * 16
    assert all(is_ace(a) != is_ace(b) and total_of(felt_with([a, b]), SEAT, 0) == (21, True) for a, b in naturals)


@pytest.mark.parametrize("hand", ["7c 7d 7h", "Ac 5d 5h", "Tc Jd Ah", "Ac", "Tc"])
def test_no_other_hand_is_natural(hand: str) -> None:
    assert not is_natural(felt_with(cards_of(hand)), SEAT, 0)


@pytest.mark.parametrize(
    ("hand", "pair"),
    [("8c 8d", True), ("Kc Td", True), ("Ac Ad", True), ("8c 9d", False), ("Ac Td", False), ("8c 8d 8h", False)],
)
def test_a_pair_is_two_cards_of_equal_value(hand: str, pair: bool) -> None:
    assert is_pair(felt_with(cards_of(hand)), SEAT, 0) == pair


def test_splitting_moves_the_second_card_with_a_bet_of_the_first_size() -> None:
    felt = felt_with(cards_of("8c 8d"))
    stake_wager(felt, SEAT, 0)
    split(felt, SEAT, 0, 0)
    assert felt.hands[SEAT] == 2
    assert [cards_in(felt, SEAT, hand) for hand in range(2)] == ["8c", "8d"]
    assert felt.stakes[SEAT, :2, 0].tolist() == [700, 700]
    assert felt.action[SEAT, 0] == 1400


def test_splitting_again_keeps_the_bet_of_the_first_size() -> None:
    felt = felt_with(cards_of("8c 8d"))
    stake_wager(felt, SEAT, 0)
    split(felt, SEAT, 0, 0)
    felt.stakes[SEAT, 1, 0] = 1400  # were more on the hand than was bet before the round
    deal_up(felt, arranged_shoe(cards_of("8h")), SEAT, 1)
    split(felt, SEAT, 1, 0)
    assert [cards_in(felt, SEAT, hand) for hand in range(3)] == ["8c", "8d", "8h"]
    assert felt.stakes[SEAT, :3, 0].tolist() == [700, 1400, 700]


# --- the dealer ---


def test_the_dealer_checks_under_an_ace_or_a_ten() -> None:
    for card in range(DECK):
        assert dealer_checks(felt_with([card], HOUSE)) == (points(card) in (1, 10))


@pytest.mark.parametrize(("soft_17", "drawn_to"), [(STANDS, 16), (HITS, 17)])
def test_the_dealer_draws_to_16_and_perhaps_to_soft_17(soft_17: int, drawn_to: int) -> None:
    assert [t for t in range(2, 27) if dealer_draws(t, False, soft_17)] == list(range(2, 17))
    assert [t for t in range(12, 22) if dealer_draws(t, True, soft_17)] == list(range(12, drawn_to + 1))


@pytest.mark.parametrize(
    ("own", "then", "soft_17", "best", "held"),
    [
        ("Tc 7d", "2h", HITS, 17, "Tc 7d"),
        ("Tc 6d", "2h 9c", STANDS, 18, "Tc 6d 2h"),
        ("Ac 6d", "2h", STANDS, 17, "Ac 6d"),
        ("Ac 6d", "4h", HITS, 21, "Ac 6d 4h"),
        ("Ac 6d", "Th 2c", HITS, 17, "Ac 6d Th"),
        ("Ac 6d", "9h Kc", HITS, 26, "Ac 6d 9h Kc"),
        ("2c 3d", "Ah 5c Td", STANDS, 21, "2c 3d Ah 5c"),
        ("2c 3d", "Ah 9c Td", STANDS, 25, "2c 3d Ah 9c Td"),
        ("Tc 6d", "Th", STANDS, 26, "Tc 6d Th"),
        ("6c 6d", "Ah As Ac 2d 9h", STANDS, 17, "6c 6d Ah As Ac 2d"),
        ("Ac Ad", "Ah As 2c Ac", STANDS, 17, "Ac Ad Ah As 2c Ac"),
    ],
)
def test_the_dealer_plays(own: str, then: str, soft_17: int, best: int, held: str) -> None:
    made, felt = dealer(own, then, soft_17)
    assert (made, cards_in(felt, HOUSE, DEALER)) == (best, held)


def test_the_dealer_shows_the_hole_card_first_and_says_the_total_last() -> None:
    _, felt = dealer("Tc 6d", "2h", STANDS)
    rows = felt.tape[2 : felt.tape_at[0]].tolist()
    assert [row[0] for row in rows] == [TURN, DEAL, SAY]
    assert rows[0][3:5] == [HOLE_CARD, card_of("6d")]
    assert rows[-1][3:5] == [SAY_TOTAL, 18]


# From a full deck less the up-card, before the dealer has checked. Published at wizardofodds.com (blackjack appendix
# 2b) and, where soft 17 is hit, at blackjackinfo.com (dealer outcome probabilities).
PUBLISHED_BUSTS = [
    (2, STANDS, "0.352973"), (3, STANDS, "0.375588"), (4, STANDS, "0.402803"), (5, STANDS, "0.428905"),
    (6, STANDS, "0.420823"), (7, STANDS, "0.259854"), (8, STANDS, "0.238627"), (1, STANDS, "0.116540"),
    (2, HITS, "0.3563"), (6, HITS, "0.4378"),
]  # fmt: skip


@pytest.mark.parametrize(("up", "soft_17", "published"), PUBLISHED_BUSTS)
def test_the_dealer_busts_as_often_as_published_for_one_deck(up: int, soft_17: int, published: str) -> None:
    left = [0] + [4] * 9 + [16]
    left[up] -= 1
    digits = len(published) - 2
    assert f"{bust_probability(left, up, up == 1, soft_17):.{digits}f}" == published


def bust_probability(left: list[int], hard: int, ace: bool, soft_17: int) -> float:
    """Over every card that can come, by the same rule the dealer follows."""
    soft = ace and hard + 10 <= BEST
    if not dealer_draws(hard + 10 if soft else hard, soft, soft_17):
        return float(hard > BEST)
    cards = sum(left)
    bust = 0.0
    for each in range(1, 11):
        if left[each]:
            left[each] -= 1
            bust += (left[each] + 1) / cards * bust_probability(left, hard + each, ace or each == 1, soft_17)
            left[each] += 1
    return bust


def test_the_acts_are_in_the_order_of_their_numbers() -> None:
    assert (ACTS[HIT], ACTS[DECLINE], len(ACTS)) == ("hit", "decline", 7)


def test_the_outcomes_of_every_blackjack_game_begin_with_those_that_all_have() -> None:
    """`outcome_against` and `against_blackjack` answer with their numbers."""
    games = [game for game in all_games() if hasattr(game.table, "play_dealer")]
    assert len(games) == 3
    for game in games:
        assert [game.outcomes[place] for place in (LOSE, PUSH, WIN)] == ["lose", "push", "win"]
