"""A simulated course of meters: the same counts for a seed, no cent lost, and the exact figures within chance."""

from fractions import Fraction

import numpy as np
import pytest

from houseway.games import find_game
from houseway.progressives.chances import chances_of
from houseway.progressives.course import HITS_STREAM, draws, run_course
from houseway.progressives.jackpot import find_progressive
from houseway.progressives.worth import average_shown, bet_on, long_run_return, mean_shown_after, variance_at
from houseway.rules.chance import MASK, philox
from houseway.rules.refused import Refused
from houseway.rules.shapes import words
from tests.progressives.toys import ALL, HALF, SUM, toy_bet


def test_a_bet_draws_what_philox_says_of_its_number() -> None:
    seed, first = 0x1234567890, 2**32 - 2
    for i, drawn in enumerate(draws(seed, first, 4)):
        block, number = words(4), first + i
        philox(block, number & MASK, number >> 32, 0, HITS_STREAM, seed & MASK, seed >> 32)
        assert int(drawn) == int(block[0]) << 32 | int(block[1])


@pytest.mark.parametrize("players", [1, 3])
def test_the_counts_of_a_seed_are_the_same_however_bets_are_divided(players: int) -> None:
    must = {"name": "must", "title": "-", "seed_cents": 100, "rate": "1/20", "must_hit_by_cents": 900}
    main = toy_bet([ALL], "1/7").progressive.meters[0].model_dump()
    bet = toy_bet([ALL, HALF, SUM], "1/70 1/50 1/30", players=players, meters=[main, must])
    whole = run_course(bet, 3_001, 9)
    assert run_course(bet, 3_001, 9, block=1_000) == whole
    assert run_course(bet, 3_001, 9, block=7) == whole
    assert run_course(bet, 3_001, 10) != whole


def test_no_cent_of_a_course_is_lost() -> None:
    bet = toy_bet([ALL, HALF, SUM], "1/700 1/500 1/300", players=4, meter={"rate": "1/3", "cap_cents": 95_000})
    course = run_course(bet, 100_000, 2)
    meter, reading = bet.progressive.meters[0], course.readings["main"]
    assert reading.bets_cents == 100_000 * 1_000
    held = reading.shown_cents + reading.carried + reading.overflow_cents + reading.won_cents
    assert held == meter.rate * reading.bets_cents + meter.seed_cents * reading.seeds
    assert course.fixed_cents == course.hits[2] * (300 + 3 * 40)
    assert reading.wins == course.hits[0] + course.hits[1]


def test_simulated_hits_returns_and_jackpots_are_the_exact_ones_within_chance() -> None:
    game = find_game("fast_action_holdem")
    progressive = find_progressive(game, "royal")
    bet = bet_on(progressive, chances_of(game, game.settings(), progressive))
    meter, bets = progressive.meters[0], 3_000_000
    course = run_course(bet, bets, 1)
    for hits, chance in zip(course.hits, bet.chances, strict=True):
        assert abs(hits - bets * chance) < 4 * float(bets * chance) ** 0.5
    settled = average_shown(bet, meter)
    error = float(variance_at(bet, {"jackpot": settled}) / bets) ** 0.5
    begun = (settled - mean_shown_after(bet, meter, 0, Fraction(meter.seed_cents))) / bets
    assert abs(course.won_cents / (bets * 100) - float(long_run_return(bet))) < 5 * error + float(begun)
    jackpots = np.array(course.jackpots["jackpot"], dtype=float)
    assert abs(jackpots.mean() - float(settled)) < 4 * jackpots.std() / len(jackpots) ** 0.5


def test_bets_are_a_number_that_can_be() -> None:
    with pytest.raises(Refused, match="bets are 1 to"):
        run_course(toy_bet([ALL], "1/7"), 0, 1)
