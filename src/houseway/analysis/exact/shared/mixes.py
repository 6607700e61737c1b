"""What a game says of mixes of bets: which wagers hang together through the play, and what the best play wins on them.

A game's `solve_mixes.py` gives its parts. What a round wins is the sum over the parts, since no choice of one touches
another. Within a part the best play depends on how much is bet on each of its wagers. Every way to play wins an amount
that is affine in the bets as long as nothing is rounded differently and no threshold is passed, so the best of them is
convex there: `analysis/worst_mix.py` needs no more than that to find the mix at which the players win most.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from houseway.analysis.exact.shared.solution import Row
from houseway.games.game import Game, Wagers
from houseway.rules.odds import Pays, winnings
from houseway.rules.shapes import Words


@dataclass(frozen=True)
class Worth:
    """What is won on average, in cents a round."""

    cents: Fraction  # by the best play that we know
    at_most: Fraction  # by any play; the same where that play is proven to be the best

    def __add__(self, other: "Worth") -> "Worth":
        return Worth(self.cents + other.cents, self.at_most + other.at_most)

    def __sub__(self, other: "Worth") -> "Worth":
        return Worth(self.cents - other.cents, self.at_most - other.at_most)


NOTHING = Worth(Fraction(0), Fraction(0))


@dataclass(frozen=True)
class Others:
    """What each other player at the table is worth to one whose bet on a wager is large enough."""

    wager: str
    least_cents: int
    each: Fraction  # cents, where the others play best for bets of their own
    bets: Wagers  # of the others, when they are worth most
    in_league: Callable[[Wagers, int], float]  # at most: a hand with these bets, played also for so many others' sake


@dataclass(frozen=True)
class Part:
    """Wagers whose best play hangs together."""

    wagers: tuple[str, ...]
    exact: Callable[[Wagers], Worth]
    most: Callable[[Wagers], float]  # quickly: never less than `at_most`, but for the rounding of floats
    periods: Mapping[str, int]  # by wager: stakes that differ by a multiple of it are rounded alike
    thresholds: Mapping[str, Sequence[int]] = field(default_factory=dict)  # from each on, a stake is paid otherwise
    others: Others | None = None


# --- rounding ---


def period_of(rules: Pays, wager: int) -> int:
    """Stakes on a wager that differ by a multiple of so many cents are rounded by the same amount."""
    grain = int(rules.grain_cents)
    return lcm(*(den * grain // gcd(num, den * grain) for num, den in rules.pays[wager].tolist()))


def clamp_of(rules: Pays) -> list[int]:
    """Where a part of a bet is lost and rounded for the house, no more is lost than the bet: it matters below this."""
    grain = int(rules.grain_cents)
    return [2 * grain] if grain > 1 else []


def won_at(rules: Pays, wager: int, outcome: int, stake_cents: int) -> int:
    num, den = (int(part) for part in rules.pays[wager, outcome])
    return winnings(stake_cents, num, den, int(rules.rounding), int(rules.grain_cents))


def odds_at(rules: Pays, wager: int, outcome: int, stake_cents: int) -> Fraction:
    """The odds at which a stake of this size is really paid."""
    return Fraction(won_at(rules, wager, outcome, stake_cents), stake_cents)


def most_by_rounding(rules: Pays, wager: int, stakes: Sequence[int]) -> Fraction:
    """The most cents that rounding adds to what one of these stakes wins."""
    gained = Fraction(0)
    for stake in stakes:
        for outcome, (num, den) in enumerate(rules.pays[wager].tolist()):
            gained = max(gained, won_at(rules, wager, outcome, stake) - Fraction(stake * num, den))
    return gained


def paid_at(rules: Any, stakes: Wagers, names: Sequence[str]) -> Any:
    """The rules with the odds at which stakes of these sizes are really paid in place of those that are printed."""
    pays: Words = rules.pays.copy()
    for name, stake in stakes.items():
        wager = names.index(name)
        for outcome in range(pays.shape[1]):
            pays[wager, outcome] = odds_at(rules, wager, outcome, stake).as_integer_ratio()
    return rules._replace(pays=pays)


# --- a wager that no choice touches ---


def aside(game: Game, rules: Pays, wager: str, rows: Sequence[Row], at_most: Sequence[Row] = ()) -> Part:
    """A bet that is settled once, whatever is played. `at_most`: where some play could do better, its rows."""

    def exact(bets: Wagers) -> Worth:
        stake = bets.get(wager, 0)
        cents = mean_cents(rules, rows, stake)
        return Worth(cents, max(cents, mean_cents(rules, at_most, stake)) if at_most else cents)

    periods = {wager: period_of(rules, game.wagers.index(wager))}
    return Part((wager,), exact, lambda bets: float(exact(bets).at_most), periods, {wager: clamp_of(rules)})


def mean_cents(rules: Pays, rows: Sequence[Row], stake_cents: int) -> Fraction:
    """What a stake wins on average when every pay is rounded as the house does."""
    won = Fraction(0)
    for row in rows:
        num, den = row.won.as_integer_ratio()
        won += row.probability * winnings(stake_cents, num, den, int(rules.rounding), int(rules.grain_cents))
    return won
