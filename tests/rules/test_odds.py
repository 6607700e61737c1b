"""What a stake wins, in whole cents, under each policy for odd amounts."""

from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.rules.odds import ROUNDING, ROUNDING_HOUSE, ROUNDING_NEAREST, ROUNDING_PLAYER, winnings

stakes = st.integers(1, 1_000_000)
odds = st.tuples(st.integers(-1, 500), st.integers(1, 10)).filter(lambda pair: pair[0] >= -pair[1])
grains = st.sampled_from([1, 5, 25, 50, 100, 500])


def by_policy(stake: int, num: int, den: int, grain: int) -> list[int]:
    return [winnings(stake, num, den, rounding, grain) for rounding in range(len(ROUNDING))]


@pytest.mark.parametrize(
    ("what", "stake", "num", "den", "grain", "house", "nearest", "player"),
    [
        ("$5 at 3 to 2 in dollars", 500, 3, 2, 100, 700, 800, 800),
        ("$5 at 3 to 2 in half dollars", 500, 3, 2, 50, 750, 750, 750),
        ("$5 at 3 to 2 in cents", 500, 3, 2, 1, 750, 750, 750),
        ("5 cents at 3 to 2", 5, 3, 2, 1, 7, 8, 8),
        ("$7 at 6 to 5 in dollars", 700, 6, 5, 100, 800, 800, 900),
        ("$8 at 6 to 5 in dollars", 800, 6, 5, 100, 900, 1000, 1000),
        ("1 cent at 6 to 5", 1, 6, 5, 1, 1, 1, 2),
        ("$1.50 at even money in dollars", 150, 1, 1, 100, 100, 200, 200),
        ("half of $5 given up, in dollars", 500, -1, 2, 100, -300, -200, -200),
        ("half of 5 cents given up", 5, -1, 2, 1, -3, -2, -2),
        ("half of 50 cents given up, in dollars: never more than the stake", 50, -1, 2, 100, -50, 0, 0),
        ("a quarter of $5 lost, in dollars", 500, -1, 4, 100, -200, -100, -100),
        ("a push", 777, 0, 1, 100, 0, 0, 0),
        ("an odd stake lost, in dollars", 777, -1, 1, 100, -777, -777, -777),
        ("an odd stake lost, written 2 to 2", 777, -2, 2, 100, -777, -777, -777),
        ("500 to 1", 40_000, 500, 1, 1, 20_000_000, 20_000_000, 20_000_000),
    ],
)
def test_odd_amounts(
    what: str, stake: int, num: int, den: int, grain: int, house: int, nearest: int, player: int
) -> None:
    assert by_policy(stake, num, den, grain) == [house, nearest, player], what


def test_the_policies_have_their_names() -> None:
    assert ROUNDING == ("house", "nearest", "player")
    assert (ROUNDING_HOUSE, ROUNDING_NEAREST, ROUNDING_PLAYER) == (0, 1, 2)


@given(stakes, odds, grains)
def test_each_policy_is_what_its_name_says(stake: int, pair: tuple[int, int], grain: int) -> None:
    num, den = pair
    if num == -den:
        assert by_policy(stake, num, den, grain) == [-stake] * 3
        return
    steps = Fraction(stake * num, den * grain)
    expected = [floor(steps), floor(steps + Fraction(1, 2)), ceil(steps)]
    assert by_policy(stake, num, den, grain) == [max(each * grain, -stake) for each in expected]


@given(stakes, odds, grains)
def test_the_house_never_pays_more_by_its_own_policy(stake: int, pair: tuple[int, int], grain: int) -> None:
    house, nearest, player = by_policy(stake, *pair, grain)
    assert house <= nearest <= player <= house + grain
    assert house >= -stake
    if stake * pair[0] % (pair[1] * grain) == 0:
        assert house == player == stake * pair[0] // pair[1]


@given(st.integers(1, 10_000), odds)
def test_whole_cents_are_never_rounded(units: int, pair: tuple[int, int]) -> None:
    num, den = pair
    assert by_policy(units * den, num, den, 1) == [units * num] * 3
