"""A meter loses nothing: whole cents are shown, what is less is carried, and every cent is somewhere."""

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from houseway.progressives.growth import Reading, grown, is_reached, new_trigger, opened, taken_back, won
from houseway.progressives.jackpot import Meter

BETS = st.lists(st.integers(0, 5_000), max_size=30)


def meter_of(rate: Fraction, reserve: Fraction, seed: int, room: int | None) -> Meter:
    cap = 0 if room is None else seed + room
    words: dict[str, Any] = {"name": "main", "title": "-", "seed_cents": seed, "rate": rate, "reserve_rate": reserve}
    return Meter.model_validate({**words, "cap_cents": cap})


METERS = st.builds(
    meter_of,
    st.fractions(Fraction(1, 1000), Fraction(1, 2), max_denominator=1000),
    st.fractions(0, Fraction(1, 2), max_denominator=1000),
    st.integers(1, 3_000),
    st.none() | st.integers(0, 3_000),
)


def books(meter: Meter, reading: Reading) -> None:
    """Both equations of the module's head, to the last part of a cent, and what may never be."""
    seeds = meter.seed_cents * reading.seeds
    held = reading.shown_cents + reading.carried + reading.overflow_cents + reading.won_cents
    assert held == meter.rate * reading.bets_cents + seeds
    assert reading.reserve_cents + reading.reserve_carried == meter.reserve_rate * reading.bets_cents - seeds
    assert 0 <= reading.carried < 1
    assert 0 <= reading.reserve_carried < 1
    assert reading.shown_cents >= 0
    assert reading.overflow_cents >= 0
    if meter.cap_cents:
        assert reading.shown_cents <= meter.cap_cents
        assert not reading.overflow_cents or reading.shown_cents == meter.cap_cents
    else:
        assert reading.overflow_cents == 0


@given(METERS, st.lists(st.tuples(st.integers(0, 5_000), st.sampled_from([0, 0, 0, 10, 100])), max_size=30))
def test_every_cent_of_bets_and_seeds_is_shown_carried_kept_or_won(meter: Meter, rounds: list[tuple[int, int]]) -> None:
    reading = opened(meter)
    for bet, percents in rounds:
        reading = grown(meter, reading, bet)
        if percents:
            reading = won(meter, reading, reading.shown_cents * percents // 100, whole=percents == 100)
        books(meter, reading)
    assert reading.shortfall_cents == max(0, -reading.reserve_cents)


@given(METERS, BETS)
def test_bets_one_by_one_and_all_at_once_come_to_the_same(meter: Meter, bets: list[int]) -> None:
    step = opened(meter)
    for bet in bets:
        step = grown(meter, step, bet)
    assert step == grown(meter, opened(meter), sum(bets))


@given(METERS, BETS, st.integers(0, 5_000), BETS)
def test_a_bet_that_goes_back_leaves_the_meter_as_if_it_had_not_been_made(
    meter: Meter, before: list[int], voided: int, after: list[int]
) -> None:
    without = grown(meter, opened(meter), sum(before) + sum(after))
    with_it = grown(meter, opened(meter), sum(before) + voided)
    assert taken_back(meter, grown(meter, with_it, sum(after)), voided) == without


def test_a_bet_that_goes_back_after_its_cents_were_won_is_given_by_the_reserve() -> None:
    meter = meter_of(Fraction(1, 2), Fraction(1, 10), 0, None)
    fed = grown(meter, opened(meter), 100)
    emptied = won(meter, fed, 50, whole=True)
    back = taken_back(meter, emptied, 100)
    assert (back.shown_cents, back.reserve_cents, back.won_cents) == (0, -50, 50)
    total = back.shown_cents + back.carried + back.won_cents + back.reserve_cents + back.reserve_carried
    assert total == (meter.rate + meter.reserve_rate) * back.bets_cents == 0


def test_a_third_of_a_cent_becomes_a_cent_at_the_third_bet() -> None:
    meter = meter_of(Fraction(1, 300), Fraction(0), 100, None)
    shown, reading = [], opened(meter)
    for _ in range(6):
        reading = grown(meter, reading, 100)
        shown.append((reading.shown_cents, reading.carried))
    thirds = [Fraction(1, 3), Fraction(2, 3), Fraction(0)]
    assert shown == list(zip([100, 100, 101, 101, 101, 102], thirds * 2, strict=True))


def test_what_the_cap_kept_off_the_meter_returns_when_it_begins_again() -> None:
    meter = meter_of(Fraction(1, 10), Fraction(0), 1_000, 100)
    full = grown(meter, opened(meter), 3_000)
    assert (full.shown_cents, full.overflow_cents) == (1_100, 200)
    again = won(meter, full, 1_100, whole=True)
    assert (again.shown_cents, again.overflow_cents) == (1_100, 100)
    assert (won(meter, again, 1_100, whole=True).shown_cents, again.wins, again.seeds) == (1_100, 1, 2)


def test_a_tenth_won_leaves_the_rest_without_a_new_seed() -> None:
    meter = meter_of(Fraction(1, 10), Fraction(0), 1_000, None)
    after = won(meter, opened(meter), 100, whole=False)
    assert (after.shown_cents, after.reserve_cents, after.seeds) == (900, -1_000, 1)


MUST = Meter(name="m", title="-", seed_cents=1_000, rate=Fraction(1, 10), must_hit_by_cents=1_010)


def test_a_hidden_trigger_is_any_cent_above_what_is_shown_up_to_the_limit() -> None:
    reading = opened(MUST)
    triggers = [new_trigger(MUST, reading, lambda n, i=i: (i, n)[0]) for i in range(10)]  # type: ignore[misc]
    assert triggers == list(range(1_001, 1_011))
    assert new_trigger(MUST, reading, lambda n: n - 1) == 1_010


def test_the_bet_that_reaches_the_trigger_wins_and_the_limit_is_never_passed() -> None:
    reading = opened(MUST)
    for trigger in range(1_001, 1_011):
        bets = next(n for n in range(1, 200) if is_reached(trigger, grown(MUST, reading, 10 * n)))
        assert bets == trigger - 1_000
    over = grown(MUST, reading, 1_000)
    assert (over.shown_cents, over.overflow_cents) == (1_010, 90)
    again = won(MUST, over, 1_010, whole=True)
    assert (again.shown_cents, again.overflow_cents) == (1_009, 81)
