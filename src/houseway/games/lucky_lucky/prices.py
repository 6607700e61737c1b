"""What Lucky Break wins where a multiple of the base is paid: the game's own rule says it, no row of a paytable."""

from fractions import Fraction
from itertools import product
from typing import Any

from houseway.games.game import Game
from houseway.games.lucky_lucky.play import BUSTS, lucky_break_pay


def lucky_break_prices(game: Game, rules: Any, wager: int) -> dict[str, Fraction]:
    """Won with a unit, by outcome, for busts of every total in one suit or not."""
    prices: dict[str, Fraction] = {}
    for total, suited in product(range(22, 22 + BUSTS), (0, 3, 4, 5)):
        outcome, num, den = lucky_break_pay(rules, wager, total, suited)
        prices[game.outcomes[outcome]] = Fraction(int(num), int(den))
    return prices


PRICES = {"lucky_break": lucky_break_prices, "lucky_break_toke": lucky_break_prices}
