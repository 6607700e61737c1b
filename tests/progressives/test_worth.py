"""What a bet on a progressive is worth: each figure two ways, and as published."""

from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.games import find_game
from houseway.progressives.awards import awards_for
from houseway.progressives.chances import chances_of
from houseway.progressives.course import run_course
from houseway.progressives.growth import Reading, opened
from houseway.progressives.hits import Hit
from houseway.progressives.jackpot import adjusted, find_progressive, progressives_of
from houseway.progressives.meter_figures import MeterFigures
from houseway.progressives.worth import (
    average_shown,
    bet_on,
    break_even_cents,
    is_held_back,
    long_run_return,
    mean_shown_after,
    return_at,
    variance_at,
    won_at,
)
from houseway.rules.refused import Refused
from tests.progressives.toys import ALL, HALF, SUM, five_card_chances, toy, toy_bet, walked

RIDE = find_game("let_it_ride")
FIVE_CARD = find_progressive(RIDE, "five_card")


def test_five_card_chances_counted_are_those_of_let_it_ride_from_its_play() -> None:
    counted = five_card_chances()
    dealt = chances_of(RIDE, RIDE.settings(), FIVE_CARD)
    assert dealt == tuple(counted[tier.name] for tier in FIVE_CARD.tiers)


@pytest.mark.parametrize(
    ("flush", "full_house", "four", "published"), [(50, 75, 100, 263_205), (50, 100, 150, 246_784)]
)
def test_published_break_even_of_the_five_card_progressive(
    flush: int, full_house: int, four: int, published: int
) -> None:
    """Royal flush 100 %, straight flush 10 %, fixed sums below, on a $1 bet: +2.924 cents for every $10,000."""
    sums = {"flush": flush, "full_house": full_house, "four_of_a_kind": four}
    tiers = [
        tier.model_dump() | ({"fixed_cents": 100 * sums[tier.name]} if tier.name in sums else {})
        for tier in FIVE_CARD.tiers
    ]
    bet = bet_on(adjusted(FIVE_CARD, {"tiers": tiers}), chances_of(RIDE, RIDE.settings(), FIVE_CARD))
    meter = bet.progressive.meters[0]
    more = return_at(bet, {"jackpot": 2_000_000}) - return_at(bet, {"jackpot": 1_000_000})
    assert round(more * 100, 3) == Fraction("2.924")
    even = break_even_cents(bet, meter, {})
    assert even is not None
    assert round(even / 100) == published
    assert return_at(bet, {"jackpot": even}) == 1
    # by hand: what is missing of a dollar over what a dollar of the meter wins
    p = five_card_chances()
    missing = 1 - sum(p[name] * dollars for name, dollars in sums.items())
    assert even / 100 == missing / (p["royal_flush"] + p["straight_flush"] / 10)


@pytest.mark.parametrize("tiers", [[ALL], [ALL, HALF], [ALL, HALF, SUM]])
def test_a_meter_walked_through_every_course_of_hits_shows_on_average_what_the_formula_says(tiers: Any) -> None:
    halves = {"seed_cents": 81_920, "rate": "512/1000"}  # come out in whole cents five times over
    bet = toy_bet(tiers, " ".join(["1/7", "1/5", "1/3"][: len(tiers)]), meter=halves)
    meter = bet.progressive.meters[0]
    begun = Fraction(meter.seed_cents) + bet.growth_cents(meter)
    for bets in range(5):
        shown = walked(bet, opened(meter), bets)
        mean = sum(cents * weight for cents, weight in shown.items())
        assert mean == mean_shown_after(bet, meter, bets, begun)
    assert abs(mean_shown_after(bet, meter, 200, begun) - average_shown(bet, meter)) < Fraction(1, 100)


def test_an_average_jackpot_is_the_seed_and_rate_over_probability() -> None:
    bet = toy_bet([ALL], "1/7")
    assert average_shown(bet, bet.progressive.meters[0]) == 80_000 + Fraction(1, 2) * 1_000 * 7


def every_shipped() -> list[Any]:
    games = [find_game(slug) for slug in ("fast_action_holdem", "let_it_ride", "mississippi_stud")]
    return [(game, each) for game in games for each in progressives_of(game)]


@pytest.mark.parametrize(("game", "progressive"), every_shipped(), ids=lambda each: getattr(each, "name", each.title))
@pytest.mark.parametrize("players", [1, 2, 7])
def test_in_the_long_run_rates_seeds_and_fixed_sums_come_back_and_nothing_else(
    game: Any, progressive: Any, players: int
) -> None:
    bet = bet_on(progressive, chances_of(game, game.settings(), progressive), players=players)
    meter = progressive.meters[0]
    assert not is_held_back(bet, meter)
    fixed = sum(p * tier.fixed_cents for tier, p in zip(progressive.tiers, bet.chances, strict=True))
    envy = sum(p * tier.envy_cents for tier, p in zip(progressive.tiers, bet.chances, strict=True)) * (players - 1)
    kept = meter.rate * bet.bet_cents + bet.whole(meter) * meter.seed_cents + fixed + envy
    assert long_run_return(bet) == kept / bet.bet_cents
    assert 0.5 < long_run_return(bet) < 1, "a house can offer it"
    assert long_run_return(bet) == return_at(bet, {meter.name: average_shown(bet, meter)})
    assert bet.bet_cents - kept >= meter.reserve_rate * bet.bet_cents - bet.whole(meter) * meter.seed_cents


@pytest.mark.parametrize(("cap", "held"), [(84_600, False), (82_000, True)])
def test_a_cap_changes_the_average_only_where_it_lies_below_it(cap: int, held: bool) -> None:
    """What overflows comes back as long as it can: simulated from the cents against min(average, cap)."""
    bet = toy_bet([ALL], "1/7", meter={"cap_cents": cap})
    meter = bet.progressive.meters[0]
    assert is_held_back(bet, meter) == held
    assert average_shown(bet, meter) == min(83_500, cap)
    course = run_course(bet, 40_000, 5)
    jackpots = course.jackpots["main"][100:]
    assert max(jackpots) == cap
    assert abs(sum(jackpots) / len(jackpots) - float(average_shown(bet, meter))) < (1 if held else 60)
    assert (course.readings["main"].overflow_cents > 1_000_000) == held


@pytest.mark.parametrize("players", [1, 2, 3])
def test_envy_by_players_is_what_every_deal_of_the_table_pays_one_of_them(players: int) -> None:
    bet = toy_bet([ALL, SUM], "1/7 1/3", players=players)
    seats = range(1, players + 1)
    total = Fraction(0)
    for tiers in product(range(-1, 2), repeat=players):
        weight = Fraction(1)
        for tier in tiers:
            weight *= 1 - sum(bet.chances) if tier < 0 else bet.chances[tier]
        hits = [Hit(seat, tier) for seat, tier in zip(seats, tiers, strict=True) if tier >= 0]
        empty = {"main": Reading(shown_cents=0)}
        paid, _ = awards_for(bet.progressive, empty, hits, {seat: seat for seat in seats})
        total += weight * sum(award.cents for award in paid if award.seat == 1)
    assert won_at(bet, {"main": 0}) == total == Fraction(300, 3) + Fraction(40, 3) * (players - 1)


def test_a_share_for_others_is_worth_as_much_to_each_as_they_give() -> None:
    shared = {"outcomes": ["royal_flush"], "meter": "main", "share": "4/5", "shared": "1/5"}
    alone, three = (toy_bet([shared], "1/100", players=n) for n in (1, 3))
    meter = alone.progressive.meters[0]
    assert (alone.per_cent_shown(meter), three.per_cent_shown(meter)) == (Fraction(8, 1000), Fraction(1, 100))
    shown = {"main": Reading(shown_cents=100_000)}
    by_seat = [awards_for(three.progressive, shown, [Hit(seat, 0)], {1: 1, 2: 2, 3: 3})[0] for seat in (1, 2, 3)]
    to_one = sum(award.cents for paid in by_seat for award in paid if award.seat == 1)
    assert Fraction(1, 100) * to_one == three.per_cent_shown(meter) * 100_000


def test_variance_is_of_what_the_hits_win() -> None:
    bet = toy_bet([ALL, HALF, SUM], "1/7 1/5 1/3")
    won = [(Fraction(each), Fraction(units)) for each, units in (("1/7", 50), ("1/5", 25), ("1/3", "3/10"))]
    mean = sum(p * units for p, units in won)
    spread = sum(p * (units - mean) ** 2 for p, units in won) + (1 - sum(p for p, _ in won)) * mean**2
    assert variance_at(bet, {"main": 50_000}) == spread


def test_a_share_of_a_wager_costs_nothing_beside_it_and_has_no_break_even() -> None:
    progressive = toy([ALL], bet_cents=0, of_wager="bonus")
    with pytest.raises(Refused, match="say how much is bet on it"):
        bet_on(progressive, (Fraction(1, 7),))
    bet = bet_on(progressive, (Fraction(1, 7),), bet_cents=500)
    assert break_even_cents(bet, progressive.meters[0], {}) is None
    assert return_at(bet, {"main": 3_500}) == 1


def test_two_meters_are_weighed_together() -> None:
    minor = {"name": "minor", "title": "-", "seed_cents": 0, "rate": "1/10"}
    two = toy([ALL, HALF | {"meter": "minor", "share": "1"}], meters=[{**toy([ALL]).meters[0].model_dump()}, minor])
    bet = bet_on(two, (Fraction(1, 100), Fraction(1, 10)))
    shown = {"main": 20_000, "minor": 3_000}
    assert won_at(bet, shown) == 200 + 300
    assert break_even_cents(bet, two.meters[0], shown) == (1_000 - 300) * 100
    assert break_even_cents(bet, two.meters[1], shown) == (1_000 - 200) * 10


@pytest.mark.parametrize(
    ("even", "cap", "beyond"), [(None, 500, False), (600, 0, False), (600, 500, True), (600, 600, False)]
)
def test_a_break_even_above_the_cap_is_out_of_reach(even: int | None, cap: int, beyond: bool) -> None:
    meter: Any = SimpleNamespace(break_even_cents=even, meter=SimpleNamespace(cap_cents=cap))
    assert MeterFigures.out_of_reach.fget(meter) is beyond  # type: ignore[attr-defined]
