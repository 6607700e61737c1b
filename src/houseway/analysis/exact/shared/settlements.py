"""How a wager is settled, hand by hand: what rounding needs to know, since every hand is rounded by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.exact.blackjack.plans import Blackjack
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.solution import WagerSolution
from houseway.games.charts import Plan


@dataclass(frozen=True)
class Settlement:
    """A way a hand can end."""

    units: int  # staked on it, in initial wagers
    odds: Fraction  # won on each unit staked
    often: Fraction  # expected number of such hands a round


Settlements = Mapping[str, Sequence[Settlement]]  # by wager


def of_rows(wager: WagerSolution) -> list[Settlement]:
    """Of a wager that is one bet on one hand."""
    return [Settlement(1, row.won, row.probability) for row in wager.rows]


def of_blackjack(blackjack: Blackjack, plan: Plan) -> list[Settlement]:
    """Of the blackjack bet under a plan: hands of rounds with a split are counted one by one."""
    endings = blackjack.endings(plan)
    leaves = blackjack.leaves
    return [
        Settlement(units, pay_of(leaves.rules, leaves.wager, outcome), often)
        for side in (endings.whole, endings.split)
        for (outcome, units), often in side.items()
    ]


def mean_of(settlements: Sequence[Settlement]) -> Fraction:
    """Units won a round at the odds alone."""
    return sum((each.units * each.odds * each.often for each in settlements), Fraction(0))
