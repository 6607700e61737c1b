"""Sets of six and a dealer who draws, interpreted, against every order of a small deck."""

from collections import Counter
from itertools import permutations, product

import numpy as np

from houseway.analysis.exact.stud import six_and_dealer
from houseway.analysis.exact.stud.six_and_dealer import count_dealer, count_turns, weighed

POINTS = (1, 2, 3)  # of the three kinds of cards
DECK = np.array([4, 3, 3])
SIXES = np.array([[1, 1, 0], [0, 0, 2], [0, 0, 0]])
DEPTH, ENOUGH = 4, 5


def stops(kinds: tuple[int, ...]) -> bool:
    """Whether the dealer draws to these cards, and then to no more."""
    sums = [sum(POINTS[kind] for kind in kinds[:n]) for n in range(1, len(kinds) + 1)]
    return sums[-1] >= ENOUGH and all(each < ENOUGH for each in sums[:-1])


def test_a_dealer_ends_as_often_as_in_every_order() -> None:
    up = 0
    ends = Counter(
        tuple(kinds.count(kind) for kind in range(3))
        for n in range(1, DEPTH + 2)
        for kinds in product(range(3), repeat=n)
        if kinds[0] == up and stops(kinds)
    )
    held = np.array(list(ends))
    final = held @ np.array(POINTS) - ENOUGH
    table = np.zeros((len(SIXES), 3), dtype=np.int64)
    count_dealer(DECK, SIXES, up, DEPTH, held, np.array(list(ends.values())), final, table)
    for six, counted in zip(SIXES, table, strict=True):
        cards = [kind for kind in range(3) for _ in range(DECK[kind] - six[kind])]
        cards.remove(up)
        found = [0, 0, 0]
        for order in permutations(cards, DEPTH):
            kinds = next((up, *order[:n]) for n in range(DEPTH + 1) if stops((up, *order[:n])))
            found[sum(POINTS[kind] for kind in kinds) - ENOUGH] += 1
        assert counted.tolist() == found, six


def test_a_turn_of_six_cards_ends_as_often_as_in_every_order() -> None:
    """A player with six cards in some order takes them until they have enough; the others come to lie in any order."""
    sixes = np.array([[3, 2, 1], [2, 2, 2], [5, 1, 0]])
    ends = Counter(
        (tuple(kinds.count(kind) for kind in range(3)), kinds[0])
        for n in range(1, 6)
        for kinds in product(range(3), repeat=n)
        if stops(kinds)
    )
    held, first = np.array([each for each, _ in ends]), np.array([begun for _, begun in ends])
    dealer = np.array([[1, 10], [100, 1000], [3, 5]])
    kinds_of = np.array([[(e + f) % 3 for f in range(2)] for e in range(len(ends))])
    table = np.zeros((3, 3, 3), dtype=np.int64)
    count_turns(sixes, dealer, held, first, np.array(list(ends.values())), kinds_of, table)
    wanted = np.zeros_like(table)
    places = {end: e for e, end in enumerate(ends)}
    for s, six in enumerate(sixes):
        for order in permutations([kind for kind in range(3) for _ in range(six[kind])]):
            took = next(order[:n] for n in range(1, 7) if stops(order[:n]))
            e = places[tuple(took.count(kind) for kind in range(3)), order[0]]
            for f in range(2):
                wanted[s, order[0], kinds_of[e, f]] += dealer[s, f]
    assert (table * sixes[:, :, None]).tolist() == wanted.tolist()  # counted for one given first card


def test_sums_of_products_are_exact_beyond_64_bits() -> None:
    weights, ways = np.array([(1 << 31) + 7, 5, 0]), np.array([(1 << 55) + 12_345, (1 << 40) + 1, 99])
    assert weighed(weights, ways) == sum(int(a) * int(b) for a, b in zip(weights, ways, strict=True))
    assert six_and_dealer.weighed(weights[1:], ways[1:]) == 5 * ((1 << 40) + 1)
