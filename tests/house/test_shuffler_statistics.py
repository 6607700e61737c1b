"""The tests of the shuffler: exact where they can be, calibrated, silent about chance, loud about planted faults."""

import math
import random
from collections.abc import Callable, Sequence
from itertools import permutations

import numpy as np
import pytest

from houseway.house.shuffler import shuffled
from houseway.house.shuffler import statistics as tests_of
from houseway.house.shuffler.statistics import ALARM, examine
from houseway.house.shuffler.tails import chi_square_p, gamma_shares, normal_p
from houseway.rules.refused import Refused

SHUFFLES = 6_000
CARDS = range(52)
FIVE = np.array(list(permutations(range(5))))


# --- the numbers are right ---


@pytest.mark.parametrize(("a", "x"), [(1, 0.1), (3, 2.0), (50, 80.0), (1300, 1250.0), (1300, 1500.0), (1300, 1000.0)])
def test_the_incomplete_gamma_function_is_a_sum_of_poisson_chances(a: int, x: float) -> None:
    """For whole a, Q(a, x) is the chance of fewer than a events where x are expected."""
    below, above = gamma_shares(a, x)
    chances = [math.exp(k * math.log(x) - x - math.lgamma(k + 1)) for k in range(a + 3000)]
    assert above == pytest.approx(math.fsum(chances[:a]), rel=1e-9)
    assert below == pytest.approx(math.fsum(chances[a:]), rel=1e-9)


def test_a_square_of_one_normal_number_is_as_odd_as_the_number() -> None:
    for z in (0.5, 1.0, 3.0):
        _, above = gamma_shares(0.5, z * z / 2)
        assert above == pytest.approx(normal_p(z), rel=1e-12)
    assert normal_p(1.959963984540054) == pytest.approx(0.05)


def test_too_even_is_as_odd_as_too_uneven() -> None:
    assert chi_square_p(2601, 2601) > 0.9
    assert chi_square_p(3100, 2601) < ALARM
    assert chi_square_p(2150, 2601) < ALARM
    assert chi_square_p(0, 2601) == 0


def test_over_all_orders_of_five_cards_the_sums_are_exactly_what_is_expected() -> None:
    """One shuffle, every order once: a wrong covariance would move the mean of the sum of squares."""
    for test in (tests_of.position, tests_of.adjacency, tests_of.cycles, tests_of.rises):
        found = [test(FIVE[i : i + 1]) for i in range(len(FIVE))]
        assert np.mean([each.found for each in found]) == pytest.approx(found[0].expected)


def test_over_all_orders_of_five_cards_the_parts_of_adjacency_are_what_is_expected() -> None:
    """Links that are the same both ways have 5 dimensions, those that differ 6: each has its own variance."""
    alike = differing = 0.0
    for order in FIVE:
        links = np.zeros((5, 5))
        links[order, np.roll(order, -1)] = 1
        off = links - (1 - np.eye(5)) / 4
        alike += (((off + off.T) / 2) ** 2).sum()
        differing += (((off - off.T) / 2) ** 2).sum()
    assert alike / 120 == pytest.approx(5 * (1 / 4))
    assert differing / 120 == pytest.approx(6 * (1 / 4 + 2 / 12))


def test_p_values_of_fair_shuffles_are_spread_evenly() -> None:
    """300 samples of 13 cards from a seeded generator: a tenth of the p-values under a tenth, and none near alarm."""
    chance = np.random.default_rng(20)
    fresh = np.tile(np.arange(13), (2_000, 1))
    ps: dict[str, list[float]] = {}
    for _ in range(300):
        for found in examine(chance.permuted(fresh, axis=1)):  # type: ignore[arg-type]
            ps.setdefault(found.test, []).append(found.p)
    del ps["repeats"]  # 13 cards have so many orders that none comes twice
    assert len(ps) == 5
    for test, own in ps.items():
        for part in (0.1, 0.5, 0.9):
            share = sum(p < part for p in own) / len(own)
            assert abs(share - part) < 4.5 * math.sqrt(part * (1 - part) / len(own)), test
        assert min(own) > 1e-5, test


# --- chance passes, faults do not ---


def test_the_operating_systems_chance_raises_no_alarm() -> None:
    findings = examine([shuffled(CARDS) for _ in range(SHUFFLES)])
    assert [found.test for found in findings if not found.good] == []
    assert len(findings) * ALARM < 1e-6, "false alarms of a whole run"


def any_index(chance: random.Random) -> list[int]:
    """The swap of a beginner: every place with any place."""
    order = list(CARDS)
    for i in CARDS:
        j = chance.randrange(52)
        order[i], order[j] = order[j], order[i]
    return order


def modulo(chance: random.Random) -> list[int]:
    """A byte, and the remainder of it."""
    return shuffled(CARDS, lambda n: chance.getrandbits(8) % n)


def short_seed(chance: random.Random) -> list[int]:
    """A good generator that is started anew with 16 bits."""
    return shuffled(CARDS, random.Random(chance.getrandbits(16)).randrange)


def sattolo(chance: random.Random) -> list[int]:
    """Off by one: no card stays where it was, and all of them change places in one ring."""
    return shuffled(CARDS, lambda n: chance.randrange(n - 1))


def stuck_card(chance: random.Random) -> list[int]:
    """The seven of hearts sticks to its place."""
    order = shuffled([card for card in CARDS if card != 22], chance.randrange)
    return [*order[:22], 22, *order[22:]]


def stops_early(chance: random.Random) -> list[int]:
    """The last step of the shuffle is left out."""
    return shuffled(CARDS, lambda n: 1 if n == 2 else chance.randrange(n))


def clumps(chance: random.Random) -> list[int]:
    """Cards that stick in pairs: each pair may land anywhere."""
    pairs = shuffled(range(26), chance.randrange)
    return [card for pair in pairs for card in (2 * pair, 2 * pair + 1)]


def riffles(chance: random.Random) -> list[int]:
    """Seven riffles of a new deck, as a dealer would."""
    order = list(CARDS)
    for _ in range(7):
        bits = [chance.getrandbits(1) for _ in CARDS]
        halves = iter(order[: bits.count(0)]), iter(order[bits.count(0) :])
        order = [next(halves[bit]) for bit in bits]
    return order


@pytest.mark.parametrize(
    ("faulty", "noticed_by"),
    [
        (any_index, {"position"}),
        (modulo, {"position"}),
        (short_seed, {"repeats"}),
        (sattolo, {"position", "cycles"}),
        (stuck_card, {"position"}),
        (stops_early, {"position"}),
        (clumps, {"adjacency"}),
        (riffles, {"rises"}),
    ],
)
def test_a_planted_fault_raises_an_alarm(faulty: Callable[[random.Random], list[int]], noticed_by: set[str]) -> None:
    chance = random.Random(5)
    findings = examine([faulty(chance) for _ in range(SHUFFLES)])
    assert noticed_by <= {found.test for found in findings if not found.good}


def test_an_order_that_remembers_the_last_one_is_noticed_though_each_is_fair() -> None:
    chance = random.Random(6)
    orders = [shuffled(CARDS, chance.randrange)]
    while len(orders) < SHUFFLES:
        orders.append(few_swaps(orders[-1], chance))
    alarms = {found.test for found in examine(orders) if not found.good}
    assert "carried over" in alarms


def few_swaps(order: Sequence[int], chance: random.Random) -> list[int]:
    made = list(order)
    for _ in range(60):
        i, j = chance.randrange(52), chance.randrange(52)
        made[i], made[j] = made[j], made[i]
    return made


def test_too_few_shuffles_are_refused() -> None:
    with pytest.raises(Refused, match="10 shuffles are too few to judge: take 2,000 or more"):
        examine([shuffled(CARDS) for _ in range(10)])
