"""From endings of hands to the figures of the blackjack wager.

Edge and average stake are sums over hands and always exact. Hit frequency, variance and the table of outcomes are about
whole rounds. They are exact too if no pair is split, or if split hands get one card each and no choice; otherwise the
rounds with a split (some two in a hundred) are sampled, and only they: the standard errors are small.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.exact.blackjack.one_card_splits import split_in_two
from houseway.analysis.exact.blackjack.plans import Blackjack, Endings
from houseway.analysis.exact.blackjack.sampling import UNIT_CENTS, split_rounds
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.solution import Figure, HandRow, Row, WagerSolution, from_rows, with_hands
from houseway.games.charts import Plan
from houseway.games.game import Game, Settings

SEVERAL_HANDS = "several_hands"
ACE_POINTS = 1
SAMPLED_ROUNDS = 1 << 20


@dataclass(frozen=True)
class Means:
    """What follows from endings alone, exactly, in units of the first bet."""

    won: Fraction
    staked: Fraction


def means_of(blackjack: Blackjack, endings: Endings) -> Means:
    won = staked = Fraction(0)
    for side in (endings.whole, endings.split):
        for (outcome, stake), often in side.items():
            won += stake * often * _pay(blackjack, outcome)
            staked += stake * often
    return Means(won, staked)


def edge_of(blackjack: Blackjack, plan: Plan) -> Fraction:
    """The exact edge of a plan."""
    return -means_of(blackjack, blackjack.endings(plan)).won


def wager_of(
    game: Game, settings: Settings, blackjack: Blackjack, plan: Plan, *, rounds: int = SAMPLED_ROUNDS
) -> WagerSolution:
    """All figures of the blackjack wager under a plan."""
    endings = blackjack.endings(plan)
    found = _of_rounds(game, settings, blackjack, plan, endings, rounds)
    return with_hands(found, _hands(game, blackjack, endings)) if endings.splits else found


def _hands(game: Game, blackjack: Blackjack, endings: Endings) -> list[HandRow]:
    return [
        HandRow(game.outcomes[outcome], units, _pay(blackjack, outcome), often)
        for side in (endings.whole, endings.split)
        for (outcome, units), often in side.items()
    ]


def _of_rounds(
    game: Game, settings: Settings, blackjack: Blackjack, plan: Plan, endings: Endings, rounds: int
) -> WagerSolution:
    means = means_of(blackjack, endings)
    name = game.wagers[blackjack.leaves.wager]
    rows = [
        Row(game.outcomes[outcome], stake * _pay(blackjack, outcome), often)
        for (outcome, stake), often in endings.whole.items()
    ]
    if endings.splits:
        pairs = split_in_two(blackjack, plan)
        if pairs is None:
            results = split_rounds(game, settings, plan, name, blackjack.deck, rounds)
            return _with_sampled(name, rows, means, endings.splits, results)
        rows += [Row(SEVERAL_HANDS, _pay(blackjack, a) + _pay(blackjack, b), often) for (a, b), often in pairs.items()]
    found = from_rows(name, rows, means.staked)
    assert found.edge.value == -means.won, "rows and endings tell the same story"
    return found


def _pay(blackjack: Blackjack, outcome: int) -> Fraction:
    return pay_of(blackjack.leaves.rules, blackjack.leaves.wager, outcome)


def _with_sampled(
    name: str, rows: Sequence[Row], means: Means, splits: Fraction, results: Counter[int]
) -> WagerSolution:
    """Exact rows of whole hands; rounds with splits as often as they truly are, with results as they were sampled."""
    seen = sum(results.values())
    assert seen > 1, "no split in the sample; play more rounds"
    sampled = [
        Row(SEVERAL_HANDS, Fraction(cents, UNIT_CENTS), splits * Fraction(count, seen))
        for cents, count in results.items()
    ]
    table = [*_merged(rows), *sampled]
    hit = sum((row.probability for row in table if row.won > 0), Fraction(0))
    square = sum((row.won**2 * row.probability for row in table), Fraction(0))
    wins = sum(count for cents, count in results.items() if cents > 0) / seen
    squares = [((cents / UNIT_CENTS) ** 2, count) for cents, count in results.items()]
    mean = sum(value * count for value, count in squares) / seen
    spread = sum((value - mean) ** 2 * count for value, count in squares) / seen
    return WagerSolution(
        name,
        edge=Figure(-means.won),
        hit=Figure(hit, float(splits) * math.sqrt(wins * (1 - wins) / seen)),
        variance=Figure(square - means.won**2, float(splits) * math.sqrt(spread / seen)),
        action=Figure(means.staked),
        rows=tuple(sorted(table, key=lambda row: (-row.won, row.outcome))),
    )


def _merged(rows: Sequence[Row]) -> list[Row]:
    sums: dict[tuple[str, Fraction], Fraction] = {}
    for row in rows:
        sums[row.outcome, row.won] = sums.get((row.outcome, row.won), Fraction(0)) + row.probability
    return [Row(outcome, won, often) for (outcome, won), often in sums.items()]


def insurance_of(game: Game, blackjack: Blackjack, wager: int, win: int, lose: int) -> WagerSolution:
    """Insurance against an ace's blackjack for whoever always takes it, per unit insured.

    Whatever the player holds, the hole card is equally likely to be any card but the up-card.
    """
    turns = blackjack.turns
    left = turns.size - turns.step
    likely = Fraction(int(turns.counts[turns.hole[ACE_POINTS]]), left) if left else Fraction(0)
    rules = blackjack.leaves.rules
    return from_rows(
        game.wagers[wager],
        [
            Row(game.outcomes[win], pay_of(rules, wager, win), likely),
            Row(game.outcomes[lose], pay_of(rules, wager, lose), 1 - likely),
        ],
    )
