"""EZ Baccarat: each test of a paragraph is named after it."""

import pytest

from houseway.games import find_game
from houseway.games.betting import verify_wagers
from houseway.games.ez_baccarat.play import NOT_DRAWN, banker_draws, points
from houseway.rules.cards import cards_of
from houseway.rules.felt import COMMUNITY, DEALER, HOUSE
from houseway.rules.refused import Refused
from houseway.rules.tape import FACE_UP
from tests.kit import Round, play

SLUG = "ez_baccarat"
GAME = find_game(SLUG)
ALL = dict.fromkeys(GAME.wagers, 1000)
DRAGON = "2h Qc 3d 2s Td 5c"
PANDA = "2h 7c 3d Ks 3c"


def dealt(cards: str, **settings: int | str | bool) -> Round:
    return play(SLUG, cards, ALL, "", None, **settings)


def ends(cards: str, **settings: int | str | bool) -> dict[str, int]:
    """Cents by wager."""
    round_ = dealt(cards, **settings)
    return {wager: round_.net(wager) for wager in GAME.wagers}


@pytest.mark.parametrize("wager", GAME.wagers)
def test_play_1__every_bet_may_be_made_alone(wager: str) -> None:
    verify_wagers(GAME, GAME.settings(), {wager: 1000})
    round_ = play(SLUG, DRAGON, {wager: 1000})
    assert round_.staked(wager) == [1000]
    assert round_.net() == ends(DRAGON)[wager]


def test_play_1__seats_bet_as_they_like_on_the_same_hands() -> None:
    round_ = play(SLUG, "9h 4c Kd 3s", [{"player": 1000}, {"banker": 700}, {"player": 200, "banker": 300}])
    assert [round_.net(seat=seat) for seat in (1, 2, 3)] == [1000, -700, -100]


def test_play_2__the_first_and_third_card_are_the_players_and_all_lie_face_up() -> None:
    round_ = dealt("7h 6c Kd Ks")
    assert (round_.dealt(HOUSE, COMMUNITY), round_.dealt(HOUSE, DEALER)) == (cards_of("7h Kd"), cards_of("6c Ks"))
    assert round_.faces(HOUSE, COMMUNITY) + round_.faces(HOUSE, DEALER) == [FACE_UP] * 4
    assert round_.dealt(1) == []


def test_play_2__nobody_is_asked_anything() -> None:
    round_ = dealt(DRAGON)
    assert round_.over
    assert round_.offers() == []
    assert GAME.acts == ()


def test_play_3__an_ace_is_one_and_tens_and_faces_are_nothing() -> None:
    assert [points(card) for card in cards_of("Ac 2d 3h 4s 5c 6d 7h 8s 9c Td Jh Qs Kc")] == [
        1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0,
    ]  # fmt: skip
    assert len({points(card) for card in cards_of("7c 7d 7h 7s")}) == 1


def test_play_3__of_a_sum_the_last_digit_counts() -> None:
    assert dealt("7h 8c 9d 8s").said("total") == [6, 6]


@pytest.mark.parametrize("cards", ["9h 2c Kd 3s", "2c 8h 3s Kd", "4h 2c 4d Ks"])
def test_play_4__after_a_natural_nobody_draws(cards: str) -> None:
    round_ = dealt(cards)
    assert (len(round_.dealt(HOUSE, COMMUNITY)), len(round_.dealt(HOUSE, DEALER))) == (2, 2)


@pytest.mark.parametrize(("card", "cards"), [("Ac", 3), ("5c", 3), ("6c", 2), ("7c", 2)])
def test_play_4__the_player_draws_to_five_and_stands_on_six(card: str, cards: int) -> None:
    assert len(dealt(f"{card} 7d Kh Ks 2c").dealt(HOUSE, COMMUNITY)) == cards


@pytest.mark.parametrize(("card", "cards"), [("Kd", 3), ("5d", 3), ("6d", 2), ("7d", 2)])
def test_play_5__where_the_player_stood_the_banker_draws_to_five(card: str, cards: int) -> None:
    assert len(dealt(f"6c {card} Kh Ks 2c").dealt(HOUSE, DEALER)) == cards


def test_play_5__the_banker_draws_by_the_table() -> None:
    """By total, the points of the Player's third card against which the Banker's hand draws; '-' is no third card."""
    draws = {
        total: "".join(f"{third}" for third in range(10) if banker_draws(total, third))
        + ("-" if banker_draws(total, NOT_DRAWN) else "")
        for total in range(8)
    }
    assert draws == {
        0: "0123456789-", 1: "0123456789-", 2: "0123456789-", 3: "012345679-", 4: "234567-", 5: "4567-", 6: "67", 7: "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "players", "bankers"),
    [
        ("5c 3d Kh Ks 8c 9c", 3, 2),  # three against an eight: the Banker stands
        ("5c 3d Kh Ks 9c 9c", 3, 3),
        ("5c 4d Kh Ks Ac 9c", 3, 2),
        ("5c 6d Kh Ks 6c 9c", 3, 3),
        ("5c 6d Kh Ks 5c 9c", 3, 2),
        ("5c 7d Kh Ks 5c 9c", 3, 2),
    ],
)
def test_play_5__a_third_card_comes_by_the_table(cards: str, players: int, bankers: int) -> None:
    round_ = dealt(cards)
    assert (len(round_.dealt(HOUSE, COMMUNITY)), len(round_.dealt(HOUSE, DEALER))) == (players, bankers)


def test_play_6__more_points_win_even_money_without_commission() -> None:
    assert [ends("7h 6c Kd Ks")[wager] for wager in ("player", "banker")] == [1000, -1000]
    assert [ends("6c 7h Kd Ks")[wager] for wager in ("player", "banker")] == [-1000, 1000]


def test_play_6__a_tie_pushes_bets_on_both_hands() -> None:
    assert [ends("6h 2c Kd 4s")[wager] for wager in ("player", "banker")] == [0, 0]


def test_play_7__the_bankers_three_card_seven_pushes_and_pays_the_dragon() -> None:
    found = ends(DRAGON)
    assert (found["banker"], found["dragon_7"], found["player"]) == (0, 40_000, -1000)


@pytest.mark.parametrize(
    "cards",
    [
        "2h 7c 3d Ks Td",  # seven with two cards
        "2h Qc 3d 2s 2c 5c",  # three cards against a seven: a tie
        "2h Qc 3d 2s Td 6c",  # three cards and eight points
    ],
)
def test_play_7__any_other_hands_lose_the_dragon(cards: str) -> None:
    assert ends(cards)["dragon_7"] == -1000


def test_play_8__the_players_three_card_eight_pays_the_panda() -> None:
    assert ends(PANDA)["panda_8"] == 25_000
    assert ends("8h 7c Kd Ks")["panda_8"] == -1000, "a natural"
    assert ends("2h Qc 3d 2s 3c 6d")["panda_8"] == -1000, "a tie"


def test_play_8__a_tie_is_paid_eight_to_one() -> None:
    assert ends("6h 2c Kd 4s")["tie"] == 8000
    assert ends("6h 2c Kd 4s", tie_pays="9")["tie"] == 9000
    assert ends(PANDA)["tie"] == -1000


@pytest.mark.parametrize(
    ("players", "bankers", "pay"),
    [
        ("5c", "Tc", 30), ("6c", "Ac", 10), ("7c", "2c", 6), ("8c", "3c", 4), ("9c", "4c", 2), ("Tc", "5c", 1),
        ("Ac", "6c", -1),
    ],
)  # fmt: skip
def test_play_9__the_wider_a_hand_wins_the_more_its_bonus_is_paid(players: str, bankers: str, pay: int) -> None:
    won = ends(f"2h Kc 3d Qs 4c {bankers}")  # nine points against those of the Banker's third card
    assert (won["player_bonus"], won["banker_bonus"]) == (pay * 1000, -1000)
    lost = ends(f"2h Kc 3d Qs {players} 9d")  # five and those of the Player's third card against nine
    assert (lost["player_bonus"], lost["banker_bonus"]) == (-1000, pay * 1000)


def test_play_9__a_natural_pays_one_to_one_however_wide_and_a_tie_of_naturals_pushes() -> None:
    assert (ends("9h Tc Kd Ks")["player_bonus"], ends("Tc 9h Kd Ks")["banker_bonus"]) == (1000, 1000)
    assert (ends("9h 8c Kd Ks")["player_bonus"], ends("9h 8c Kd Ks")["banker_bonus"]) == (1000, -1000)
    assert (ends("8h 8c Kd Ks")["player_bonus"], ends("8h 8c Kd Ks")["banker_bonus"]) == (0, 0)
    assert (ends("6h 2c Kd 4s")["player_bonus"], ends("6h 2c Kd 4s")["banker_bonus"]) == (-1000, -1000)


@pytest.mark.parametrize("cents", [99, 40_050])
def test_limits__a_wager_beyond_the_limits_is_refused(cents: int) -> None:
    with pytest.raises(Refused, match="the table's m"):
        verify_wagers(GAME, GAME.settings(), {"banker": cents})
