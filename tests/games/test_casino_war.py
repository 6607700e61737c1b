"""Casino War: each test of a paragraph is named after it."""

import pytest

from houseway.games import find_game
from houseway.games.betting import verify_wagers
from houseway.games.casino_war.play import LOSE, TIED, WIN, against
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused
from houseway.rules.tape import DEAL, FACE_DOWN, FACE_UP
from tests.kit import Round, play

SLUG = "casino_war"
GAME = find_game(SLUG)
BETS = {"bet": 1000, "tie": 500}
BURNT = "2c 3d 4h"


def one_seat(cards: str, choices: str = "", **settings: int | str | bool) -> Round:
    return play(SLUG, cards, BETS, choices, None, **settings)


def at_war(own: str, dealers: str, **settings: int | str | bool) -> Round:
    return one_seat(f"7h 7c {BURNT} {own} {dealers}", "go_to_war", **settings)


def test_play_1__each_card_is_held_against_the_dealers_alone() -> None:
    round_ = play(SLUG, "Kh 4c 9d", [{"bet": 1000}, {"bet": 700}])
    assert (round_.staked("bet", 1), round_.staked("bet", 2)) == ([1000], [700])
    assert (round_.net("bet", 1), round_.net("bet", 2)) == (1000, -700)


def test_play_1__without_a_bet_nothing_is_in_action() -> None:
    with pytest.raises(Refused, match="must be bet to play"):
        verify_wagers(GAME, GAME.settings(), {"tie": 500})
    round_ = play(SLUG, "Kh 9d", [{"bet": 1000}, {"tie": 500}])
    assert round_.staked("tie", 2) == []
    assert round_.dealt(2) == []


def test_play_2__one_card_face_up_to_each_player_and_then_the_dealer_from_six_decks() -> None:
    round_ = play(SLUG, "Kh 4c 9d", [{"bet": 1000}, {"bet": 1000}])
    assert [row[1] for row in round_.rows if row[0] == DEAL] == [1, 2, 0]
    assert round_.faces(1) + round_.faces(2) + round_.faces(0) == [FACE_UP] * 3
    assert sorted(GAME.deck(GAME.settings())) == sorted(list(range(52)) * 6)


def test_play_3__the_higher_card_wins_even_money() -> None:
    assert one_seat("Kh 9c").settled("bet") == [("win", 1000)]
    assert one_seat("9h Kc").settled("bet") == [("lose", -1000)]


def test_play_3__aces_are_high_and_suits_mean_nothing() -> None:
    assert against(12, 0) == WIN
    assert against(0, 12) == LOSE
    assert {against(rank, rank) for rank in range(13)} == {TIED}
    for pair in ("2s Ac", "Ac As", "3c 3c"):
        own, dealers = cards_of(pair)
        assert against(own >> 2, dealers >> 2) == (LOSE if pair == "2s Ac" else TIED)


def test_play_4__the_tie_bet_is_on_the_first_two_cards() -> None:
    assert one_seat("7h 7c", "surrender").settled("tie") == [("tied", 5000)]
    assert one_seat("Kh 9c").settled("tie") == [("not_tied", -500)]
    assert at_war("9d", "9s").settled("tie") == [("tied", 5000)]


def test_play_5__who_surrenders_loses_half() -> None:
    round_ = one_seat("7h 7c", "surrender")
    assert round_.offers() == [{"go_to_war", "surrender"}]
    assert round_.settled("bet") == [("surrendered", -500)]
    assert round_.dealt(0, 1) == []
    assert round_.over


def test_play_6__war_takes_a_second_bet_of_the_same_size() -> None:
    assert at_war("Jd", "9s").staked("war") == [1000]
    assert one_seat("Kh 9c").staked("war") == []


def test_play_6__who_did_not_tie_is_not_asked() -> None:
    round_ = play(SLUG, f"7h Kd 7c {BURNT} 8d 9s", [{"bet": 1000}, {"bet": 1000}], "go_to_war")
    assert round_.offers(2) == []
    assert len(round_.dealt(2)) == 1
    assert round_.settled("bet", 2) == [("win", 1000)]


def test_play_7__three_cards_are_burnt_and_one_more_is_dealt_to_each_at_war_and_the_dealer() -> None:
    round_ = play(SLUG, f"7h 7d 7c {BURNT} Qd 5s 9s", [{"bet": 1000}, {"bet": 500}], "go_to_war go_to_war")
    assert round_.dealt(0, 1) == cards_of(BURNT)
    assert round_.faces(0, 1) == [FACE_DOWN] * 3
    assert (round_.dealt(1), round_.dealt(2), round_.dealt(0)) == (
        cards_of("7h Qd"),
        cards_of("7d 5s"),
        cards_of("7c 9s"),
    )
    assert round_.index("seat 2: choose") < round_.index("community: deal")


def test_play_7__who_surrendered_gets_no_more_cards() -> None:
    round_ = play(SLUG, f"7h 7d 7c {BURNT} Qd 9s", [{"bet": 1000}, {"bet": 500}], "go_to_war surrender")
    assert round_.dealt(2) == cards_of("7d")
    assert (round_.net("bet", 1), round_.net("war", 1), round_.net("bet", 2)) == (0, 1000, -250)


@pytest.mark.parametrize(
    ("own", "dealers", "outcome", "first", "second"),
    [("Jd", "9s", "war_won", 0, 1000), ("9d", "9s", "war_tied", 0, 1000), ("8d", "9s", "war_lost", -1000, -1000)],
)
def test_play_8__a_higher_card_or_a_tie_wins_the_second_bet(
    own: str, dealers: str, outcome: str, first: int, second: int
) -> None:
    round_ = at_war(own, dealers)
    assert round_.settled("bet") == [(outcome, first)]
    assert round_.settled("war") == [(outcome, second)]


def test_play_8__a_bonus_for_a_second_tie_is_as_much_as_the_first_bet() -> None:
    assert at_war("9d", "9s", bonus=True).settled("war") == [("war_tied", 2000)]
    assert at_war("Jd", "9s", bonus=True).settled("war") == [("war_won", 1000)]


@pytest.mark.parametrize("cents", [99, 40_050])
def test_limits__a_wager_beyond_the_limits_is_refused(cents: int) -> None:
    with pytest.raises(Refused, match="the table's m"):
        verify_wagers(GAME, GAME.settings(), {"bet": cents})
