"""How long until a hit, and what the reserve has by then."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import ceil, log, log1p

import pytest

from houseway.progressives.awards import awards_for
from houseway.progressives.chasing import CappedChasing, chase_of, chasing, grows_untouched_to
from houseway.progressives.growth import grown, opened
from houseway.progressives.hits import Hit
from houseway.progressives.waiting import Reserve, Waiting, covering_rate, hits_in
from houseway.progressives.worth import bet_on, break_even_cents
from houseway.rules.refused import Refused
from tests.progressives.toys import ALL, HALF, SUM, toy, toy_bet

CLOSE = Decimal("1e-45")


def decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def test_a_wait_is_over_by_a_bet_as_often_as_some_bet_up_to_it_hits() -> None:
    wait = Waiting(Fraction(1, 7))
    for bets in range(12):
        hit = sum((Fraction(6, 7) ** n * Fraction(1, 7) for n in range(bets)), Fraction(0))
        assert abs(wait.over_by(bets) - decimal(hit)) < Decimal("1e-27")
    assert [wait.mean, wait.variance] == [Fraction(7), Fraction(42)]


def test_the_median_wait_is_the_first_bet_by_which_half_are_over() -> None:
    for chance in (Fraction(1, 2), Fraction(1, 7), Fraction(2, 649_740)):
        wait = Waiting(chance)
        for share in (Fraction(1, 2), Fraction(9, 10), Fraction(1, 100)):
            bets = wait.bets_for(share)
            assert wait.over_by(bets) >= decimal(share) - CLOSE
            assert bets == 0 or wait.over_by(bets - 1) < decimal(share)
    assert Waiting(Fraction(1, 649_740)).bets_for(Fraction(1, 2)) == ceil(log(0.5) / log1p(-1 / 649_740)) == 450_366
    assert Waiting(Fraction(1)).bets_for(Fraction(1, 2)) == 1


def test_hits_in_some_bets_are_counted_over_every_course() -> None:
    chance, bets = Fraction(2, 7), 6
    counted = [Fraction(0)] * (bets + 1)
    for course in product((True, False), repeat=bets):
        hits = sum(course)
        counted[hits] += chance**hits * (1 - chance) ** (bets - hits)
    for found, exact in zip(hits_in(chance, bets), counted, strict=True):
        assert abs(found - decimal(exact)) < Decimal("1e-27")


@pytest.mark.parametrize("reserve_rate", ["0", "1/10", "1/5"])
def test_the_reserve_after_some_bets_is_that_of_every_course_of_hits(reserve_rate: str) -> None:
    bet = toy_bet([ALL], "1/7", meter={"reserve_rate": reserve_rate, "seed_cents": 300})
    meter, bets = bet.progressive.meters[0], 8
    spread: dict[int, Fraction] = {}
    for course in product((True, False), repeat=bets):
        reading, weight = opened(meter), Fraction(1)
        for hit in course:
            reading = grown(meter, reading, bet.bet_cents)
            _, after = awards_for(bet.progressive, {"main": reading}, [Hit(1, 0)] if hit else [], {1: 1})
            reading = after["main"]
            weight *= Fraction(1, 7) if hit else Fraction(6, 7)
        spread[reading.reserve_cents] = spread.get(reading.reserve_cents, Fraction(0)) + weight
    found = Reserve(meter, bet.whole(meter), bet.bet_cents, bets)
    mean = sum(cents * weight for cents, weight in spread.items())
    assert found.mean == mean
    assert found.variance == sum((cents - mean) ** 2 * weight for cents, weight in spread.items())
    short = sum((weight for cents, weight in spread.items() if cents < 0), Fraction(0))
    assert abs(found.falls_short() - decimal(short)) < Decimal("1e-27")


def test_the_rate_that_covers_every_seed_but_the_first() -> None:
    bet = toy_bet([ALL], "1/7", meter={"seed_cents": 700})
    meter = bet.progressive.meters[0]
    rate = covering_rate(meter, bet.whole(meter), bet.bet_cents)
    assert rate == Fraction(1, 10)
    covered = meter.model_copy(update={"reserve_rate": rate})
    assert Reserve(covered, bet.whole(meter), bet.bet_cents, 1_000).mean == -700


# --- chasing ---


def test_a_chase_of_one_jackpot_is_the_sum_over_the_bet_that_wins_it() -> None:
    bet = toy_bet([ALL, SUM], "1/7 1/3")
    meter = bet.progressive.meters[0]
    line = chasing(bet, meter, {})
    for shown in (0, 1_000, 12_345):
        summed = sum(
            Fraction(6, 7) ** n * (Fraction(shown + 500 * (n + 1), 7) + Fraction(300, 3) - 1_000) for n in range(400)
        )
        assert abs(line.gain_cents(shown) - summed) < Fraction(1, 10**15)
    assert line.bets == 7


@pytest.mark.parametrize("tiers", [[ALL, HALF], [ALL, HALF, SUM]])
def test_a_chase_gains_now_and_then_what_it_gains_from_where_the_meter_goes(tiers: list[dict[str, object]]) -> None:
    """The line holds bet by bet, and no other line through the same equation does."""
    bet = toy_bet(tiers, "1/7 1/5 1/3"[: 8 if len(tiers) == 2 else None].strip())
    meter = bet.progressive.meters[0]
    line = chasing(bet, meter, {})
    fixed = bet.fixed_cents()
    for shown in (0, 700, 9_100):
        then = shown + 500
        now = Fraction(then, 7) + Fraction(then, 2 * 5) + fixed - 1_000
        later = Fraction(23, 35) * line.gain_cents(then) + Fraction(1, 5) * line.gain_cents(Fraction(then, 2))
        assert line.gain_cents(shown) == now + later


def test_a_chase_is_fair_below_the_break_even_of_one_bet_by_what_the_meter_grows() -> None:
    bet = toy_bet([ALL], "1/7")
    meter = bet.progressive.meters[0]
    even = break_even_cents(bet, meter, {})
    line = chasing(bet, meter, {})
    assert even == 7_000
    assert line.fair_from_cents == 7_000 - 500 * 7
    assert line.gain_cents(line.fair_from_cents) == 0


def test_a_meter_grows_untouched_as_often_as_no_bet_on_the_way_hits() -> None:
    bet = toy_bet([ALL, HALF], "1/7 1/5")
    meter = bet.progressive.meters[0]
    assert abs(grows_untouched_to(bet, meter, Fraction(81_400)) - decimal(Fraction(23, 35) ** 3)) < Decimal("1e-27")
    assert grows_untouched_to(bet, meter, Fraction(1)) == 1


@pytest.mark.parametrize("cap", [80_000, 80_900, 83_000])
def test_a_chase_under_a_cap_is_the_sum_over_a_meter_that_stops_there(cap: int) -> None:
    bet = toy_bet([ALL, SUM], "1/7 1/3", meter={"cap_cents": cap})
    meter = bet.progressive.meters[0]
    line = chase_of(bet, meter, {"main": 80_000})
    assert isinstance(line, CappedChasing)
    for shown in (0, 79_000, 80_000, cap):
        summed = Fraction(0)
        for n in range(600):
            shows = min(cap, shown + 500 * (n + 1)) if shown + 500 * (n + 1) <= cap else cap
            summed += Fraction(6, 7) ** n * (Fraction(shows, 7) + Fraction(300, 3) - 1_000)
        assert abs(line.gain_cents(shown) - summed) < Fraction(1, 10**9)
    fair = line.fair_from_cents
    assert fair is not None
    assert line.gain_cents(fair) >= 0 > line.gain_cents(fair - 1)


def test_a_cap_out_of_sight_changes_nothing_and_one_too_low_makes_no_chase() -> None:
    far = toy_bet([ALL, HALF], "1/7 1/5", meter={"cap_cents": 10**9})
    meter = far.progressive.meters[0]
    assert chase_of(far, meter, {"main": 80_000}) == chasing(far, meter, {})
    near = toy_bet([ALL, HALF], "1/7 1/5", meter={"cap_cents": 81_000})
    assert chase_of(near, near.progressive.meters[0], {"main": 80_000}) is None
    low = toy_bet([ALL], "1/700", meter={"cap_cents": 80_000})
    found = chase_of(low, low.progressive.meters[0], {"main": 80_000})
    assert isinstance(found, CappedChasing)
    assert found.fair_from_cents is None


def test_nobody_chases_what_costs_nothing() -> None:
    free = bet_on(toy([ALL], bet_cents=0, of_wager="bonus"), (Fraction(1, 7),), bet_cents=500)
    with pytest.raises(Refused, match="costs nothing beside bonus"):
        chasing(free, free.progressive.meters[0], {})


def test_chasing_a_capped_meter_is_fair_from_the_first_cent_that_gains() -> None:
    """From nothing at all where every bet gains; nowhere, where not even the cap does."""
    free = CappedChasing(Fraction(1, 100), Fraction(1), Fraction(0), Fraction(1, 50), 400)
    dear = replace(free, price_cents=Fraction(3, 2))
    fair = dear.fair_from_cents
    assert free.fair_from_cents == 0
    assert fair is not None
    assert 0 < fair < 400
    assert dear.gain_cents(fair) >= 0 > dear.gain_cents(fair - 1)
    assert replace(free, price_cents=Fraction(5)).fair_from_cents is None
