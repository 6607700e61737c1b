"""Meters that must hit by an amount: the formulas against every trigger there can be."""

from fractions import Fraction
from math import ceil

import pytest

from houseway.progressives.course import run_course
from houseway.progressives.growth import Reading, grown, is_reached, opened
from houseway.progressives.jackpot import Meter
from houseway.progressives.must_hit import (
    average_bets,
    average_jackpot,
    chase,
    chase_from_cents,
    value_a_unit,
    value_of_bet,
)
from houseway.progressives.worth import bet_on, break_even_cents, long_run_return, return_at
from houseway.rules.refused import Refused
from tests.progressives.toys import ALL, MAIN, toy


def meter_of(rate: str, seed: int, limit: int) -> Meter:
    return Meter(name="m", title="-", seed_cents=seed, rate=Fraction(rate), must_hit_by_cents=limit)


def bets_to(meter: Meter, shown: int, trigger: int, bet: int) -> tuple[int, int]:
    """How many bets reach a trigger and what the meter then shows, bet by bet."""
    reading = Reading(shown_cents=shown)
    for bets in range(1, 10_000):
        reading = grown(meter, reading, bet)
        if is_reached(trigger, reading):
            return bets, reading.shown_cents
    raise AssertionError("never reached")


def test_the_published_value_of_a_unit() -> None:
    """Rate x meter / (cap - meter)."""
    meter = meter_of("1/100", 40_000, 50_000)
    assert value_a_unit(meter, Fraction(49_000)) == Fraction(1, 100) * 49_000 / 1_000
    assert value_a_unit(meter, Fraction(49_000)) == Fraction(49, 100)


@pytest.mark.parametrize("growth", [1, 2, 7])
def test_one_bet_is_worth_what_all_triggers_that_are_left_pay_it(growth: int) -> None:
    meter = meter_of("1/10", 100, 160)
    for shown in range(100, 160):
        left = range(shown + 1, 161)
        after = grown(meter, Reading(shown_cents=shown), 10 * growth)
        won = sum(after.shown_cents for trigger in left if is_reached(trigger, after))
        assert value_of_bet(meter, shown, 10 * growth) == Fraction(won, len(left))


def test_the_smaller_the_bet_the_nearer_its_worth_is_to_the_published_formula() -> None:
    meter = meter_of("1/100", 400_000, 500_000)
    unit = value_a_unit(meter, Fraction(480_000))
    apart = [abs(value_of_bet(meter, 480_000, bet) / bet - unit) for bet in (100_000, 10_000, 1_000, 100)]
    assert apart == sorted(apart, reverse=True)
    assert apart[-1] / unit < Fraction(1, 100_000)


@pytest.mark.parametrize(("rate", "bet"), [("1/10", 10), ("1/10", 30), ("1/100", 25), ("3/100", 50), ("1/7", 10)])
def test_average_bets_and_jackpot_are_those_of_every_trigger(rate: str, bet: int) -> None:
    meter = meter_of(rate, 50, 111)
    growth = meter.rate * bet
    counts = [bets_to(meter, 50, trigger, bet)[0] for trigger in range(51, 112)]
    assert counts == [ceil((trigger - 50) / growth) for trigger in range(51, 112)]
    assert average_bets(meter, 50, growth) == Fraction(sum(counts), len(counts))
    assert average_jackpot(meter, growth) == 50 + growth * Fraction(sum(counts), len(counts))


@pytest.mark.parametrize("shown", [50, 90, 110])
def test_a_chase_gains_what_every_trigger_pays_less_its_bets(shown: int) -> None:
    meter = meter_of("1/10", 50, 120)
    ends = [bets_to(meter, shown, trigger, 20) for trigger in range(shown + 1, 121)]
    found = chase(meter, shown, 20, Fraction(15))
    assert found.bets == Fraction(sum(bets for bets, _ in ends), len(ends))
    # what a bet adds beyond the limit is not paid now, but returns on the next meter
    over = sum(shown + 2 * bets - paid for bets, paid in ends)
    assert found.won_cents == Fraction(sum(paid for _, paid in ends) + over, len(ends))
    assert found.gain_cents == found.won_cents - 15 * found.bets


@pytest.mark.parametrize(("rate", "price"), [("1/10", 20), ("1/10", 12), ("1/50", 20), ("1/2", 20)])
def test_a_chase_is_worth_its_bets_from_the_first_cent_that_gains(rate: str, price: int) -> None:
    meter = meter_of(rate, 1_000, 2_000)
    gains = [shown for shown in range(1_000, 2_000) if chase(meter, shown, 20, Fraction(price)).gain_cents >= 0]
    assert chase_from_cents(meter, 20, Fraction(price)) == gains[0]


def test_break_even_and_the_long_run_of_a_meter_beside_another() -> None:
    must = {"name": "must", "title": "-", "seed_cents": 40_000, "rate": "1/20", "must_hit_by_cents": 50_000}
    bet = bet_on(toy([ALL], meters=[MAIN, must]), (Fraction(1, 200),))
    shown = {"main": 100_000, "must": 45_000}
    even = break_even_cents(bet, bet.progressive.meters[1], shown)
    assert even is not None
    assert return_at(bet, shown | {"must": even}) == 1
    main = Fraction(1, 2) + Fraction(80_000, 200 * 1_000)
    jackpot = average_jackpot(bet.progressive.meters[1], Fraction(50))
    assert long_run_return(bet) == main + Fraction(1, 20) * jackpot / (jackpot - 40_000)
    with pytest.raises(Refused, match="must hit by \\$500, so it cannot show \\$500 unwon"):
        return_at(bet, shown | {"must": 50_000})


def test_simulated_it_is_won_as_often_and_pays_as_much_as_the_formula_says() -> None:
    must = {"name": "must", "title": "-", "seed_cents": 400, "rate": "1/20", "must_hit_by_cents": 2_400}
    bet = bet_on(toy([], meters=[must], bet_cents=100), ())
    meter = bet.progressive.meters[0]
    course = run_course(bet, 2_000_000, 3)
    jackpots = course.jackpots["must"]
    assert len(jackpots) == course.readings["must"].wins
    assert max(jackpots) <= 2_400
    mean = sum(jackpots) / len(jackpots)
    error = 2_000 / 12**0.5 / len(jackpots) ** 0.5
    assert abs(mean - float(average_jackpot(meter, Fraction(5)))) < 4 * error
    assert abs(course.won_cents / (2_000_000 * 100) - float(long_run_return(bet))) < 0.002
    assert opened(meter).shown_cents == 400
