"""How often chance brings so much: binomial tails against exact fractions, and the words for them."""

from fractions import Fraction
from math import comb

import pytest

from houseway.house.books.luck import BILLION, FEW_ROUNDS, at_least, hold_sentence, one_in
from houseway.house.books.win_chance import Chance


def exactly(count: int, tries: int, p: Fraction) -> Fraction:
    return sum((comb(tries, k) * p**k * (1 - p) ** (tries - k) for k in range(count, tries + 1)), Fraction(0))


@pytest.mark.parametrize("p", [Fraction(1, 1000), Fraction(1, 7), Fraction(1, 2), Fraction(9, 10)])
@pytest.mark.parametrize("tries", [1, 2, 9, 40])
def test_so_many_or_more_of_so_many_tries(tries: int, p: Fraction) -> None:
    for count in range(1, tries + 1):
        assert at_least(count, tries, float(p)) == pytest.approx(float(exactly(count, tries, p)), rel=1e-9)


@pytest.mark.parametrize(
    ("count", "tries", "p", "chance"),
    [(0, 5, 0.5, 1.0), (-1, 5, 0.5, 1.0), (6, 5, 0.5, 0.0), (1, 5, 0.0, 0.0), (5, 5, 1.0, 1.0), (6, 5, 1.0, 0.0)],
)
def test_what_is_certain_or_cannot_be(count: int, tries: int, p: float, chance: float) -> None:
    assert at_least(count, tries, p) == chance


@pytest.mark.parametrize(
    ("p", "often"),
    [(1.0, 1), (0.5, 2), (1 / 30.4, 30), (1 / 347, 350), (1 / 1_251, 1300), (2e-9, 500_000_000), (1e-9, BILLION)],
)  # fmt: skip
def test_one_of_so_many_to_two_digits(p: float, often: int) -> None:
    assert one_in(p) == often


@pytest.mark.parametrize(
    ("z", "chance", "rounds", "poor_play", "said"),
    [
        (None, Chance(0.1), 5, "", ""),
        (-1.0, Chance(0.5), FEW_ROUNDS, "", "A hold this low happens by chance in most such weeks."),
        (0.0, Chance(0.49), FEW_ROUNDS, "", "A hold this high happens by chance in 1 of 2 such weeks."),
        (2.0, Chance(0.001, at_most=True), FEW_ROUNDS, "",
         "A hold this high happens by chance in at most 1 of 1,000 such weeks."),
        (2.0, Chance(0.9e-9), FEW_ROUNDS - 1, "",
         "A hold this high happens by chance in less than 1 of a billion such weeks. So few rounds say little yet."),
        (2.0, Chance(0.01), FEW_ROUNDS, "whoever plays poorly loses",
         "A hold this high happens by chance in 1 of 100 such weeks if all play best. Whoever plays poorly loses."),
        (-2.0, Chance(0.01), FEW_ROUNDS, "whoever plays poorly loses more",
         "A hold this low happens by chance in 1 of 100 such weeks."),
        (0.0, Chance(0.01), FEW_ROUNDS, "whoever plays poorly loses more",
         "A hold this high happens by chance in 1 of 100 such weeks."),
    ],
)  # fmt: skip
def test_what_a_z_score_means(z: float | None, chance: Chance, rounds: int, poor_play: str, said: str) -> None:
    assert hold_sentence(z, chance, rounds, "weeks", poor_play) == said
