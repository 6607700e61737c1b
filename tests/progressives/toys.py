"""Small progressives on which every course of a few bets can be walked, and the five-card hands by counting."""

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from houseway.progressives.awards import awards_for
from houseway.progressives.growth import Reading, grown
from houseway.progressives.hits import Hit
from houseway.progressives.jackpot import Progressive
from houseway.progressives.worth import ProgressiveBet, bet_on

MAIN: dict[str, Any] = {"name": "main", "title": "-", "seed_cents": 80_000, "rate": "1/2"}
ALL = {"outcomes": ["royal_flush"], "meter": "main", "share": "100 %"}
HALF = {"outcomes": ["straight_flush"], "meter": "main", "share": "1/2"}
SUM = {"outcomes": ["flush"], "fixed_cents": 300, "envy_cents": 40}


def toy(tiers: list[dict[str, Any]], meter: dict[str, Any] | None = None, **words: Any) -> Progressive:
    basis: dict[str, Any] = {
        "name": "p",
        "title": "-",
        "about": "-",
        "study": "-",
        "wager": "bonus",
        "bet_cents": 1_000,
    }
    return Progressive.model_validate(
        {**basis, "bet_cents": 1_000, "meters": [MAIN | (meter or {})], "tiers": tiers, **words}
    )


def toy_bet(tiers: list[dict[str, Any]], chances: str, players: int = 1, **words: Any) -> ProgressiveBet:
    return bet_on(toy(tiers, **words), tuple(Fraction(each) for each in chances.split()), players=players)


def walked(bet: ProgressiveBet, reading: Reading, bets: int) -> dict[int, Fraction]:
    """What the only meter shows at the bet after so many: every course of hits, by the house's own arithmetic."""
    meter = bet.progressive.meters[0]
    now = {grown(meter, reading, bet.bet_cents): Fraction(1)}
    for _ in range(bets):
        then: dict[Reading, Fraction] = {}
        for (each, weight), tier in product(now.items(), range(-1, len(bet.chances))):
            chance = 1 - sum(bet.chances) if tier < 0 else bet.chances[tier]
            hits = [] if tier < 0 else [Hit(1, tier)]
            _, after = awards_for(bet.progressive, {"main": each}, hits, {1: 1})
            reached = grown(meter, after["main"], bet.bet_cents)
            then[reached] = then.get(reached, Fraction(0)) + weight * chance
        now = then
    shown: dict[int, Fraction] = {}
    for each, weight in now.items():
        assert each.carried == 0, "the toy comes out in whole cents"
        shown[each.shown_cents] = shown.get(each.shown_cents, Fraction(0)) + weight
    return shown


def five_card_chances() -> dict[str, Fraction]:
    """By counting, not by dealing: ten runs a suit of which one is royal, ranks chosen, suits chosen."""
    hands = {
        "royal_flush": 4,
        "straight_flush": 4 * 10 - 4,
        "four_of_a_kind": 13 * 12 * 4,
        "full_house": 13 * comb(4, 3) * 12 * comb(4, 2),
        "flush": 4 * comb(13, 5) - 4 * 10,
    }
    return {name: Fraction(count, comb(52, 5)) for name, count in hands.items()}
