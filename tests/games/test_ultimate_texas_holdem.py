"""Ultimate Texas Hold'em, without a line of solver: each test of a paragraph is named after it, and its figures."""

from fractions import Fraction
from typing import Any

import pytest

from houseway import Round
from houseway.analysis.at_hand import carried
from houseway.analysis.claims import verify
from houseway.analysis.simulate import simulate
from houseway.analysis.solve import solve
from houseway.games import find_game
from houseway.rules.refused import Refused

GAME = find_game("ultimate_texas_holdem")
BETS = {"ante": 500, "blind": 500, "trips": 500}
CHECKS = ("check", "check")
# The best five of seven cards, of 133,784,560: as poker books print them.
SEVEN_CARDS = {
    "royal_flush": 4_324, "straight_flush": 37_260, "four_of_a_kind": 224_848, "full_house": 3_473_184,
    "flush": 4_047_644, "straight": 6_180_020, "three_of_a_kind": 6_461_620,
}  # fmt: skip
DEALS = 133_784_560


def played(cards: str, *acts: str, **options: Any) -> Round:
    """Own cards, the dealer's, and the five of the community."""
    return Round.deal(GAME, BETS, cards=cards, options=options).act(*acts)


def won(cards: str, *acts: str, **options: Any) -> dict[str, int]:
    """Cents by wager."""
    round_ = played(cards, *acts, **options)
    return {name: round_.net_cents(wager=name) for name in GAME.wagers}


PAIRS = "Ac Kd 7h 7s Ah 2c 9d 4s 3h"  # aces against sevens


def test_play_1__ante_and_blind_are_equal() -> None:
    with pytest.raises(Refused, match="Blind must equal Ante"):
        Round.deal(GAME, {"ante": 500, "blind": 1000}, cards=PAIRS)


def test_play_2__two_cards_of_ones_own_are_seen_and_nothing_else() -> None:
    seen = str(Round.deal(GAME, BETS, cards=PAIRS).seen_by(1))
    assert all(card in seen for card in ("Ac", "Kd"))
    assert not any(card in seen for card in ("7h", "7s", "Ah", "2c", "9d"))


def raised(*acts: str) -> int:
    """Cents on the Raise that aces win, and nothing else differs."""
    found = won(PAIRS, *acts)
    assert (found["ante"], found["blind"], found["trips"]) == (500, 0, -500)
    return found["raise"]


def test_play_3__four_antes_or_three_on_two_cards_and_nothing_is_asked_after() -> None:
    assert (raised("raise_four"), raised("raise_three")) == (2000, 1500)


def test_play_4__two_antes_after_the_flop() -> None:
    assert raised("check", "raise_two") == 1000
    with pytest.raises(Refused):
        played(PAIRS, "check", "raise_four")


def test_play_5__one_ante_at_the_end() -> None:
    assert raised(*CHECKS, "raise_one") == 500


def test_play_5__who_folds_loses_ante_and_blind_and_trips_stays_up() -> None:
    trips = "Ac Ad 7h 7s Ah 7c 7d 4s 3h"
    assert won(trips, *CHECKS, "fold") == {"ante": -500, "blind": -500, "raise": 0, "trips": 4000}
    assert won(trips, *CHECKS, "fold", trips_after_fold=False)["trips"] == -500


def test_play_6__the_ante_pushes_where_the_dealer_has_no_pair() -> None:
    assert won("Ac Kd 7h 6s Qh 2c 9d 4s 3h", "raise_four") == {"ante": 0, "blind": 0, "raise": 2000, "trips": -500}
    assert won("7h 6s Ac Kd Qh 2c 9d 4s 3h", "raise_four") == {"ante": 0, "blind": -500, "raise": -2000, "trips": -500}


def test_play_7__a_tie_pushes_all_and_a_lower_hand_loses_all() -> None:
    assert won("Ac 2d Ah 2s Kh Kc Qd Qs 9h", "raise_four") == {"ante": 0, "blind": 0, "raise": 0, "trips": -500}
    assert won("7h 7s Ac Kd Ah 2c 9d 4s 3h", "raise_four") == {
        "ante": -500,
        "blind": -500,
        "raise": -2000,
        "trips": -500,
    }


@pytest.mark.parametrize(
    ("cards", "blind", "trips"),
    [
        ("Ah Kh 2c 2d Qh Jh Th 5s 2s", 250_000, 25_000),
        ("9h Kh 2c 2d Qh Jh Th 5s 2s", 25_000, 20_000),
        ("9h 9c 2c 2d 9s 9d Th 5s 3s", 5_000, 15_000),
        ("9h 9c 2c 2d 9s Td Th 5s 3s", 1_500, 4_000),
        ("9h Ah 2c 2d Qh Jh Th 5s 3s", 750, 3_500),
        ("9h Kc 2c 2d Qh Jh Th 5s 3s", 500, 2_000),
        ("9h 9c 2c 2d 9s Jh Th 5s 3d", 0, 1_500),
    ],
)
def test_play_7_8__blind_and_trips_are_paid_by_the_hand(cards: str, blind: int, trips: int) -> None:
    found = won(cards, "raise_four")
    assert (found["blind"], found["trips"], found["raise"]) == (blind, trips, 2000)


def test_play_7__a_straight_may_push_on_the_blind() -> None:
    assert won("9h Kc 2c 2d Qh Jh Th 5s 3s", "raise_four", blind_straight="push")["blind"] == 0


@pytest.mark.parametrize(
    ("table", "printed"),
    [
        ("50-40-30-8-6-5-3", "1.90"), ("50-40-30-8-7-4-3", "3.50"), ("50-40-30-9-7-4-3", "0.90"),
        ("50-40-20-7-6-5-3", "6.18"),
    ],
)  # fmt: skip
def test_play_8__trips_comes_out_to_the_printed_digits_under_every_table(table: str, printed: str) -> None:
    """Two ways: carried over from the figures that were proved, and from the hands of seven cards that books print."""
    settings = GAME.settings({"trips_pays": table})
    pays = GAME.pays(settings)[GAME.wagers.index("trips")]
    won_ = sum(int(pays[GAME.outcomes.index(name), 0]) * deals for name, deals in SEVEN_CARDS.items())
    lost = DEALS - sum(SEVEN_CARDS.values())
    found = carried(GAME, solve(GAME), settings, "trips")
    assert found is not None
    assert found.edge.value == Fraction(lost - won_, DEALS)
    assert f"{100 * float(found.edge.value):.2f}" == printed


def test_the_round_comes_out_as_published() -> None:
    """2.18497 % of the Ante on 4.15221 Antes in action; four times the Ante or nothing before the flop."""
    solution = solve(GAME)
    assert solution.wagers["round"].edge.value == Fraction(50643648973, 2317817502000)
    assert f"{float(solution.wagers['round'].action.value):.5f}" == "4.15221"
    assert [each.verdict for each in verify(GAME)] == ["reproduced"] * 4


def test_the_round_is_its_three_wagers_together() -> None:
    wagers = solve(GAME).wagers
    parts = [wagers[name] for name in ("ante", "blind", "raise")]
    assert sum(each.edge.value for each in parts) == wagers["round"].edge.value
    assert sum(each.action.value for each in parts) == wagers["round"].action.value


def test_a_simulation_has_trips_as_counted_and_the_published_edge() -> None:
    """About 2.2 % is published for best play; these rules give little away."""
    rounds = 600_000
    seen = {each.name: each for each in simulate(GAME, rounds, seed=7, wagers=[BETS]).figures()}
    counts = {outcome: n for outcome, cents, n in seen["trips"].outcomes if cents > 0}
    for name, deals in SEVEN_CARDS.items():
        expected = rounds * deals / DEALS
        assert abs(counts[name] - expected) < 4.5 * expected**0.5
    main = [seen[name] for name in ("ante", "blind", "raise")]
    edge = sum(each.edge for each in main)
    assert abs(edge - 0.023) < 4.5 * sum(each.standard_error for each in main)
