"""The course of meters walked bet by bet, in Fractions and with Philox asked for one number at a time: the simulation,
which takes many bets at once, must come to the same hits, readings and jackpots."""

from fractions import Fraction
from typing import Any

import pytest

from houseway.progressives.awards import awards_for, must_hit_award
from houseway.progressives.course import run_course
from houseway.progressives.growth import grown, opened
from houseway.progressives.hits import Hit
from houseway.progressives.worth import ProgressiveBet
from houseway.rules.chance import MASK, philox
from houseway.rules.refused import Refused
from houseway.rules.shapes import words
from tests.progressives.toys import ALL, HALF, SUM, toy_bet

HITS, TRIGGERS = int.from_bytes(b"prog"), int.from_bytes(b"trig")
MUST = {
    "name": "must",
    "title": "-",
    "seed_cents": 100,
    "rate": "1/20",
    "reserve_rate": "1/100",
    "must_hit_by_cents": 900,
}
CAPPED = {"name": "main", "title": "-", "seed_cents": 5_000, "rate": "1/3", "cap_cents": 9_000}


def drawn(seed: int, *counter: int) -> list[int]:
    block = words(4)
    first, second, third, fourth = counter
    philox(block, first, second, third, fourth, seed & MASK, seed >> 32)
    return [int(word) for word in block]


def tier_of(bet: ProgressiveBet, seed: int, number: int) -> int | None:
    first, second, *_ = drawn(seed, number & MASK, number >> 32, 0, HITS)
    at, end = Fraction(first << 32 | second, 1 << 64), Fraction(0)
    for tier, chance in enumerate(bet.chances):
        end += chance
        if at < Fraction(int(end * (1 << 64)), 1 << 64):
            return tier
    return None


class Walk:
    """One bet after another; what a seed comes to, as a course says it."""

    def __init__(self, bet: ProgressiveBet, seed: int) -> None:
        self.bet, self.seed = bet, seed
        self.meters = bet.progressive.meters
        self.readings = {meter.name: opened(meter) for meter in self.meters}
        self.hits = [0] * len(bet.progressive.tiers)
        self.fixed_cents = 0
        self.jackpots: dict[str, list[int]] = {meter.name: [] for meter in self.meters}
        self.set = dict.fromkeys(self.jackpots, 0)  # triggers drawn so far
        self.triggers = {meter.name: self.trigger(place) for place, meter in enumerate(self.meters)}

    def trigger(self, place: int) -> int:
        meter = self.meters[place]
        if not meter.must_hit_by_cents:
            return 0
        parts = drawn(self.seed, self.set[meter.name], 0, place, TRIGGERS)
        self.set[meter.name] += 1
        shown = self.readings[meter.name].shown_cents
        number = sum(part << 32 * i for i, part in enumerate(parts))
        return shown + 1 + int(Fraction(number, 1 << 128) * (meter.must_hit_by_cents - shown))

    def grow(self) -> None:
        for place, meter in enumerate(self.meters):
            reading = grown(meter, self.readings[meter.name], self.bet.bet_cents)
            if meter.must_hit_by_cents and reading.shown_cents + reading.overflow_cents >= self.triggers[meter.name]:
                award, reading = must_hit_award(meter, reading, seat=1)
                self.jackpots[meter.name].append(award.cents)
                self.readings[meter.name] = reading
                self.triggers[meter.name] = self.trigger(place)
            self.readings[meter.name] = reading

    def round(self, first: int, bets: int) -> None:
        """All bets of a round are down before its hits are paid; the last round may have fewer."""
        hits = []
        for number in range(first, min(first + self.bet.players, bets)):
            self.grow()
            if (tier := tier_of(self.bet, self.seed, number)) is not None:
                hits.append(Hit(number - first + 1, tier))
                self.hits[tier] += 1
        seats = range(1, min(self.bet.players, bets - first) + 1)
        before = dict(self.readings)
        paid, self.readings = awards_for(self.bet.progressive, self.readings, hits, {seat: seat for seat in seats})
        self.fixed_cents += sum(award.cents for award in paid if not award.meter)
        for name, after in self.readings.items():
            if after.seeds > before[name].seeds:
                self.jackpots[name].append(after.won_cents - before[name].won_cents)


@pytest.mark.parametrize(
    ("players", "bets", "seed", "meters"),
    [
        (1, 400, 9, [CAPPED]), (3, 400, 11, [CAPPED, MUST]), (4, 401, 2**40 + 5, [CAPPED, MUST,
            MUST | {"name": "twin", "must_hit_by_cents": 333}]),
    ],
)  # fmt: skip
def test_a_course_is_what_its_bets_come_to_one_by_one(
    players: int, bets: int, seed: int, meters: list[dict[str, Any]]
) -> None:
    bet = toy_bet([ALL, HALF, SUM], "1/40 1/20 1/12", players=players, meters=meters)
    walk = Walk(bet, seed)
    for first in range(0, bets, players):
        walk.round(first, bets)
    course = run_course(bet, bets, seed, block=64)
    assert (course.bets, course.seed) == (bets, seed)
    assert course.hits == walk.hits
    assert all(course.hits)
    assert course.jackpots == walk.jackpots
    assert course.fixed_cents == walk.fixed_cents
    assert course.readings == walk.readings
    assert course.won_cents == walk.fixed_cents + sum(each.won_cents for each in walk.readings.values())


@pytest.mark.parametrize("bets", [0, 10_000_000_001])
def test_a_course_has_one_bet_and_at_most_ten_milliards(bets: int) -> None:
    with pytest.raises(Refused) as refused:
        run_course(toy_bet([ALL], "1/7"), bets, 1)
    assert str(refused.value) == "bets are 1 to 10,000,000,000"


def test_a_course_without_a_hit_ends_where_growth_ends() -> None:
    bet = toy_bet([ALL], "1/1000000000000", meters=[CAPPED])
    course = run_course(bet, 7, 1, block=3)
    meter = bet.progressive.meters[0]
    assert course.readings["main"] == grown(meter, opened(meter), 7 * 1_000)
    assert (course.hits, course.won_cents, course.jackpots) == ([0], 0, {"main": []})
