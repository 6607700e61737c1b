"""All hands of seven cards: as the mathematics of poker has them, and as each hand is valued by itself."""

from collections import Counter
from itertools import combinations
from math import comb

from houseway.engine.every_seven import count_every_seven, count_sevens
from houseway.rules.cards import DECK
from houseway.rules.poker import CATEGORIES, category, ranks, seven
from houseway.rules.shapes import words

PUBLISHED = {
    "high_card": 23_294_460, "pair": 58_627_800, "two_pair": 31_433_400, "three_of_a_kind": 6_461_620,
    "straight": 6_180_020, "flush": 4_047_644, "full_house": 3_473_184, "four_of_a_kind": 224_848,
    "straight_flush": 37_260, "royal_flush": 4_324,
}  # fmt: skip


def test_a_deck_has_the_hands_that_poker_knows() -> None:
    found = count_sevens()
    assert found == PUBLISHED
    assert sum(found.values()) == comb(DECK, 7)


def test_each_hand_is_counted_as_it_is_valued_by_itself() -> None:
    """Of fifteen cards, interpreted: three whole ranks and three cards of a fourth."""
    counts = words(len(CATEGORIES))
    count_every_seven(ranks(), 15, counts)
    one_by_one = Counter(category(seven(ranks(), *hand)) for hand in combinations(range(15), 7))
    assert {kind: n for kind, n in enumerate(counts.tolist()) if n} == one_by_one
