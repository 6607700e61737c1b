"""A design: seed, rates and sums that can be posted, for a wanted return and volatility."""

from fractions import Fraction
from pathlib import Path

import pytest

from houseway.games import find_game
from houseway.games.sheet import read_page
from houseway.progressives.chances import chances_of
from houseway.progressives.course import run_course
from houseway.progressives.jackpot import Progressives, progressives_of
from houseway.progressives.proposal import propose
from houseway.progressives.worth import ProgressiveBet, bet_on
from houseway.progressives.written import as_toml
from houseway.rules.refused import Refused
from tests.progressives.toys import ALL, toy


def shipped(slug: str) -> ProgressiveBet:
    game = find_game(slug)
    progressive = progressives_of(game)[0]
    return bet_on(progressive, chances_of(game, game.settings(), progressive))


@pytest.mark.parametrize("slug", ["fast_action_holdem", "let_it_ride"])
@pytest.mark.parametrize("wanted", ["70 %", "85 %"])
@pytest.mark.parametrize("sd", [None, 20, 35])
def test_a_design_has_the_wanted_return_and_volatility(slug: str, wanted: str, sd: float | None) -> None:
    bet = shipped(slug)
    target = Fraction(wanted.removesuffix(" %")) / 100
    found = propose(bet, target, sd=sd, seed_part=Fraction(2, 5))
    made = found.bet.progressive
    assert abs(found.return_long - target) <= Fraction(1, 20_000), "half a step of the rate"
    if sd is None:
        assert [tier.fixed_cents for tier in made.tiers] == [tier.fixed_cents for tier in bet.progressive.tiers]
    else:
        assert abs(found.sd_average / sd - 1) < 0.02
    meter = made.meters[0]
    assert abs(meter.seed_cents / found.average_cents - Fraction(2, 5)) < Fraction(1, 30)
    assert 0 <= meter.reserve_rate * bet.bet_cents - found.bet.whole(meter) * meter.seed_cents < Fraction(1, 100)
    assert all(tier.fixed_cents % 100 == 0 for tier in made.tiers)


def test_a_design_simulated_gives_back_what_it_should() -> None:
    found = propose(shipped("fast_action_holdem"), Fraction(3, 4), sd=20)
    bets = 1_000_000
    course = run_course(found.bet, bets, 1)
    assert abs(course.won_cents / (bets * 100) - 0.75) < 5 * found.sd_average / bets**0.5


@pytest.mark.parametrize(
    ("target", "sd", "part", "said"),
    [
        ("1", None, "1/2", "a return of 100 % cannot be"),
        ("1/2", None, "1", "from 0 % to less than 100 %"),
        ("3/4", 500, "1/2", "a bet varies by 11.59 to 48.88 bets, and not by 500"),
        ("1/10", None, "1/2", "the fixed sums alone return 19.66%"),
    ],
)
def test_what_cannot_be_met_is_refused_with_what_can(target: str, sd: float | None, part: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        propose(shipped("fast_action_holdem"), Fraction(target), sd=sd, seed_part=Fraction(part))


def test_a_design_is_for_one_meter_with_a_bet_of_its_own() -> None:
    free = bet_on(toy([ALL], bet_cents=0, of_wager="bonus"), (Fraction(1, 7),), bet_cents=100)
    with pytest.raises(Refused, match="one meter that outcomes win"):
        propose(free, Fraction(1, 2))


@pytest.mark.parametrize("slug", ["fast_action_holdem", "let_it_ride", "mississippi_stud"])
def test_a_page_written_is_read_back_the_same(slug: str, tmp_path: Path) -> None:
    there = progressives_of(find_game(slug))
    page = tmp_path / "progressives.toml"
    page.write_text("\n".join(as_toml(each) for each in there))
    assert read_page(page, Progressives).progressives == there
