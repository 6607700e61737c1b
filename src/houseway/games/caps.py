"""What a cap on payouts covers, what it must at least be (WAC 230-15-490), and how the sign says it.

The law measures a cap by the maximum wager and the top odds, those beyond 50 to 1 counted as 50. A split puts up a
second stake of the same size, so where both stakes share one cap we count both: whoever keeps to that also keeps to the
narrower reading, one stake.
"""

from collections.abc import Mapping
from fractions import Fraction

from houseway.games.betting import Limits
from houseway.games.game import Game, Settings, in_force
from houseway.games.sheet import Cap
from houseway.games.words import dollars

CAP_ODDS = 50  # WAC 230-15-490 (3): no cap under it, and higher odds count as it


def top_odds(game: Game, settings: Settings, wager: str) -> Fraction:
    """The highest odds at which a wager is paid; fixed sums are no odds."""
    rows = game.pays(settings)[game.wagers.index(wager)]
    return max(Fraction(int(num), int(den)) for num, den in rows)


def cap_cents(cap: Cap, settings: Settings) -> int:
    return int(settings[cap.amount])


def stakes_under(cap: Cap, settings: Settings) -> int:
    """How many stakes of each wager one player may have under one cap."""
    return 1 if any(in_force(when, settings) for when in cap.one_stake_when) else cap.stakes


def least_cap_cents(game: Game, cap: Cap, settings: Settings, limits: Mapping[str, Limits]) -> int:
    """Of every wager that it covers and the table offers, the highest stakes times the smaller of top odds and 50."""
    least = Fraction(0)
    for wager in cap.covers:
        if wager in limits:
            least += limits[wager].most_cents * min(top_odds(game, settings, wager), Fraction(CAP_ODDS))
    return int(least * stakes_under(cap, settings))


def cap_sentence(game: Game, settings: Settings) -> str:
    """For the sign, as the house reads it; '' where nothing is capped."""
    sentences = [
        line.text.format(cap=dollars(cap_cents(cap, settings)))
        for cap in game.sheet.caps
        if cap_cents(cap, settings)
        for line in cap.signs
        if in_force(line.when, settings)
    ]
    return " ".join(sentences)
