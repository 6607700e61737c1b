"""What a unit bet wins, from the paytables in force."""

import math
from fractions import Fraction

from houseway.rules.felt import TAKEN_BACK
from houseway.rules.odds import Pays
from houseway.rules.shapes import Words, words


def pay_of(rules: Pays, wager: int, outcome: int) -> Fraction:
    """Units won on one unit; a bet that was taken back wins nothing. House policies of rounding are left aside."""
    if outcome == TAKEN_BACK:
        return Fraction(0)
    return Fraction(int(rules.pays[wager, outcome, 0]), int(rules.pays[wager, outcome, 1]))


def in_integers(values: list[list[Fraction]]) -> tuple[Words, int]:
    """Rows of fractions over their common denominator."""
    scale = math.lcm(*(value.denominator for row in values for value in row))
    table = words(len(values), len(values[0]))
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            table[i, j] = int(value * scale)
    return table, scale
