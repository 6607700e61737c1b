"""Rounds with a split where each hand gets one card and has no choice: what both hands come to together, exactly.

There are a hundred pairs of cards for each pair and up-card; the dealer's chances for each are those of a row with all
four cards gone (splits.py). This serves split aces. With choices after the split the hands are too entangled.
"""

from fractions import Fraction

import numpy as np

from houseway.analysis.exact.blackjack.dealer import Dealing, new_ends, shares_of
from houseway.analysis.exact.blackjack.plans import UPS, Blackjack, dealer_rows
from houseway.analysis.exact.blackjack.splits import ROWS, rows
from houseway.analysis.exact.blackjack.turns import TOTALS, WHOLE, hand_of, pair_hand
from houseway.analysis.exact.shared import residues
from houseway.games.charts import Plan, planned_act
from houseway.rules.blackjack import SPLIT, STAND
from houseway.rules.choice import bit
from houseway.rules.compositions import POINTS, compositions

Case = tuple[int, int, int, Fraction]  # totals of both hands, the row of all cards gone, chance before the hole card
Outcomes = dict[tuple[int, int], Fraction]


def split_in_two(blackjack: Blackjack, plan: Plan) -> Outcomes | None:
    """How often two split hands end with each pair of outcomes; None where some may choose or split again."""
    ups = [up for up in UPS if blackjack.turns.counts[up] > 0]
    splitting = [(up, pair) for up in ups for pair in UPS if splits(blackjack, plan, up, pair)]
    if not all(one_card_each(blackjack, pair) for _, pair in splitting):
        return None
    below = blackjack.denominator
    primes = residues.primes_for(below)
    sums: dict[tuple[int, int], dict[int, int]] = {}
    dealing, ends = Dealing(exact=True), new_ends(ROWS, exact=True)
    for up, pair in splitting:
        cases = two_cards(blackjack, up, pair)
        wanted = np.unique(np.array([row for _, _, row, _ in cases], dtype=np.int64))
        for prime in primes:
            dealer_rows(blackjack, dealing, up, wanted, len(wanted), shares_of(blackjack.turns, prime), ends, prime)
            for first, second, row, chance in cases:
                weight = chance.numerator * pow(chance.denominator, -1, prime)
                for place in range(TOTALS):
                    key = int(blackjack.turns.against[first, place]), int(blackjack.turns.against[second, place])
                    found = sums.setdefault(key, dict.fromkeys(primes, 0))
                    found[prime] += weight * int(ends[row, place])
    return {
        key: Fraction(residues.rebuilt([found[p] * below % p for p in primes], primes, below), below)
        for key, found in sums.items()
    }


def splits(blackjack: Blackjack, plan: Plan, up: int, pair: int) -> bool:
    hand = pair_hand(pair)
    options = int(blackjack.turns.options[WHOLE, hand])
    return bool(options & bit(SPLIT)) and planned_act(plan, False, hand, up, options) == SPLIT


def one_card_each(blackjack: Blackjack, pair: int) -> bool:
    """Whether split hands have no choice, and whatever two cards they get, the four cards have a row."""
    alone = all(blackjack.turns.options[pair, hand_of([pair, card])] == bit(STAND) for card in UPS)
    return alone and all(row_of_four(pair, a, b) >= 0 for a in UPS for b in UPS)


def row_of_four(pair: int, a: int, b: int) -> int:
    """The row of a pair and two more cards; -1: there is none."""
    four = hand_of([pair, pair, a, b])
    if four >= 0:
        return four
    three = hand_of([pair, pair, a])
    return int(rows().beyond[three, b]) if three >= 0 else -1


def two_cards(blackjack: Blackjack, up: int, pair: int) -> list[Case]:
    """Every two cards that the hands of a split can get."""
    turns, book = blackjack.turns, compositions()
    cases: list[Case] = []
    for a in UPS:
        for b in UPS:
            chance, gone = Fraction(1), [0] * POINTS
            for out, card in enumerate((up, pair, pair, a, b)):
                many = int(turns.counts[card]) - turns.step * gone[card]
                chance *= Fraction(max(0, many), max(1, turns.size - turns.step * out))
                gone[card] += 1
            if chance:
                first, second = (int(book.total[hand_of([pair, card])]) for card in (a, b))
                cases.append((first, second, row_of_four(pair, a, b), chance))
    return cases
