"""Ultimate Texas Hold'em in examples/: its rules, Trips as counted, and a simple strategy as near as is published."""

from pathlib import Path
from typing import Any

import pytest

from houseway import Round
from houseway.analysis.simulate import simulate
from houseway.games.outside import game_in
from houseway.rules.refused import Refused

GAME = game_in(Path(__file__).parents[2] / "examples" / "ultimate_texas_holdem")
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


@pytest.mark.parametrize(
    ("acts", "raised"),
    [(("raise_four",), 2000), (("raise_three",), 1500), (("check", "raise_two"), 1000), ((*CHECKS, "raise_one"), 500)],
)
def test_play_3_4_5__one_raise_and_the_earlier_the_larger(acts: tuple[str, ...], raised: int) -> None:
    assert won(PAIRS, *acts) == {"ante": 500, "blind": 0, "raise": raised, "trips": -500}


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


@pytest.mark.parametrize(("table", "printed"), [("50-40-30-8-6-5-3", "1.90"), ("50-40-30-8-7-4-3", "3.50")])
def test_play_8__trips_is_counted_to_the_printed_digits(table: str, printed: str) -> None:
    pays = GAME.pays(GAME.settings({"trips_pays": table}))[GAME.wagers.index("trips")]
    won_ = sum(int(pays[GAME.outcomes.index(name), 0]) * deals for name, deals in SEVEN_CARDS.items())
    lost = DEALS - sum(SEVEN_CARDS.values())
    assert f"{100 * (lost - won_) / DEALS:.2f}" == printed


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
