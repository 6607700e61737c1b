"""A seeded year of play: simulation, exact figures and the meters in the ledger agree to the cent.

The hits of a simulated course are dealt at a live table, round by round: whatever bet of the seed hits gets cards that
do, and the trigger of the meter that must hit is the one that the course draws. What the ledger then has is what the
simulation came to, day by day, and as far from the exact figures as chance allows.
"""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from houseway.house.books.calendar import Calendar
from houseway.house.configuration import TableConfig
from houseway.house.linked import trigger
from houseway.house.linked.accrual import accrual
from houseway.progressives.course import BITS, TRIGGERS_STREAM, WORD, draws, run_course
from houseway.progressives.jackpot import Meter, find_progressive
from houseway.progressives.must_hit import value_of_bet
from houseway.progressives.worth import ProgressiveBet
from houseway.rules.cards import cards_of
from houseway.rules.chance import philox
from tests.house.table_kit import ANNA, ArrangedChance, House, table_of
from tests.house.test_links import bet, play_out, verify

DAY_US = 86_400_000_000
SEED, CHANCES = 20, (Fraction(1, 40), Fraction(1, 15), Fraction(1, 10))  # so that a year has many of each
MISS = len(CHANCES)
REST = "2h 3d 4c 5d 6h 7c 8d 9h"
BOARDS = ("As Ks Qs Js Ts", "Ks Qs Js Ts 9s", "As Ah Ad Ac Kd", "As Kd Jh 9c 2d")  # by tier, and one that wins nothing
MYSTERY = {"name": "mystery", "title": "Mystery", "seed_cents": 5_000, "rate": "17 %", "must_hit_by_cents": 5_400}


def a_table() -> TableConfig:
    royal = find_progressive(table_of("holdem").the_game, "royal").model_dump(mode="json")
    meters = [{**royal["meters"][0], "rate": "1/3", "cap_cents": 250_600}, MYSTERY]
    carried = {"name": "royal", "link": "corner", "hand_pay_cents": 100_000_000, "terms": {"meters": meters}}
    return TableConfig.from_body({**table_of("holdem").to_body(), "progressives": [carried]})


def tiers_of(bets: int) -> list[int]:
    """Which tier each bet of the seed hits, cut out of its 64 bits by hand."""
    bounds = [int(sum(CHANCES[: i + 1], Fraction(0)) * 2**BITS) for i in range(MISS)]
    return [next((i for i, bound in enumerate(bounds) if int(drawn) < bound), MISS) for drawn in draws(SEED, 0, bets)]


class YearChance:
    """Every shuffle puts on top what the next bet of the seed shall have."""

    def __init__(self, config: TableConfig, tiers: list[int]) -> None:
        self.deck = config.the_game.deck(config.settings())
        self.tiers = iter([*tiers, MISS])  # the cards of the round after the last are shuffled too
        self.now: ArrangedChance

    def __call__(self, n: int) -> int:
        if n == len(self.deck):
            self.now = ArrangedChance(cards_of(f"{BOARDS[next(self.tiers)]} {REST}"), self.deck)
        return self.now(n)


class CourseTriggers:
    """The triggers that the simulated course draws, one after another."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.numbers: dict[bytes, int] = {}

    def __call__(self, meter: Meter, shows: int, key: bytes) -> int:
        number = self.numbers.setdefault(key, len(self.numbers))
        block = np.zeros(4, dtype=np.int64)
        philox(block, number, 0, self.place, TRIGGERS_STREAM, SEED & WORD, SEED >> 32 & WORD)
        part = sum(int(word) << 32 * i for i, word in enumerate(block))
        return shows + 1 + (part * (meter.must_hit_by_cents - shows) >> 128)


def play_year(days: int, rounds_a_day: int, monkeypatch: pytest.MonkeyPatch) -> None:
    config, bets = a_table(), days * rounds_a_day
    progressive = config.progressives[0].progressive
    monkeypatch.setattr(trigger, "drawn", CourseTriggers(place=1))
    house = House(config, chance=YearChance(config, tiers_of(bets)))
    house.sit(ANNA)
    expected, variance = Fraction(0), Fraction(0)
    for number in range(bets):
        readings = house.pit.links.catch_up("corner").readings
        mean, square = expected_of(progressive, {name: each.shown_cents for name, each in readings.items()})
        expected, variance = expected + mean, variance + square - mean**2
        bet(house.pit, "holdem", ANNA)
        play_out(house.pit, "holdem", ANNA)
        house.now += DAY_US // rounds_a_day
        if number % rounds_a_day == rounds_a_day - 1:
            house.now = -(-house.now // DAY_US) * DAY_US  # the next morning

    link = house.pit.links.catch_up("corner")
    course = run_course(ProgressiveBet(progressive, CHANCES, 100), bets, SEED)
    assert link.readings == course.readings, "the ledger has what was simulated, to the fraction of a cent"
    for meter in progressive.meters:
        now = link.readings[meter.name]
        held = now.shown_cents + now.carried + now.overflow_cents + now.won_cents
        assert held == meter.rate * bets * 100 + meter.seed_cents * now.seeds, "exactly what the bets and seeds come to"
        assert now.reserve_cents + now.reserve_carried == meter.reserve_rate * bets * 100 - meter.seed_cents * now.seeds
    assert min(course.hits) > 0
    assert min(map(len, course.jackpots.values())) > 0
    assert (course.won_cents - expected) ** 2 < 16 * variance, "four standard deviations of the exact figures"
    verify_days(house, days, course.readings)
    verify(house.ledger)


def expected_of(progressive: Any, shown: dict[str, int]) -> tuple[Fraction, Fraction]:
    """What the next bet wins on average, exactly, and the mean of its square (meters are won apart from each other)."""
    jackpot, mystery = progressive.meters
    after = min(shown["jackpot"] + jackpot.rate * 100, jackpot.cap_cents)
    sums = [tier.share * after if tier.meter else Fraction(tier.fixed_cents) for tier in progressive.tiers]
    must = value_of_bet(mystery, shown["mystery"], 100)
    mean = sum((p * cents for p, cents in zip(CHANCES, sums, strict=True)), Fraction(0)) + must
    return mean, sum((p * cents**2 for p, cents in zip(CHANCES, sums, strict=True)), Fraction(0)) + must * 5_400


def verify_days(house: House, days: int, readings: dict[str, Any]) -> None:
    """Each day of the accrual report opens with what the day before closed with; all of them are the year."""
    for name, now in readings.items():
        rows = [row for row in accrual(house.ledger, Calendar.of()) if row.meter == name]
        assert len(rows) == days
        for before, after in pairwise(rows):
            assert after.opened_with_cents == before.shows_cents + before.overflow_cents
        assert sum(row.in_cents for row in rows) == now.bets_cents
        assert sum(row.won_cents for row in rows) == now.won_cents
        assert sum(row.awards for row in rows) == now.wins
        assert rows[-1].reserve_cents == now.reserve_cents


def test_a_seeded_stretch_of_play_agrees_with_simulation_and_exact_figures_to_the_cent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play_year(40, 4, monkeypatch)


@pytest.mark.slow
def test_a_seeded_year_of_play_agrees_with_simulation_and_exact_figures_to_the_cent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play_year(365, 12, monkeypatch)
