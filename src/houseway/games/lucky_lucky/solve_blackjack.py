"""The blackjack under Lucky Lucky, exactly, for any of its options."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.analysis.exact.blackjack import games_blackjack
from houseway.analysis.exact.blackjack.advice import advise_hand
from houseway.analysis.exact.blackjack.plans import Blackjack
from houseway.analysis.exact.blackjack.turns import Leaves
from houseway.analysis.exact.blackjack.wager_figures import insurance_of, wager_of
from houseway.analysis.exact.shared.solution import WagerSolution
from houseway.games.charts import Plan
from houseway.games.game import Game, Settings
from houseway.games.lucky_lucky.play import (
    BLACKJACK,
    INSURANCE,
    LOSE,
    NATURAL,
    SURRENDERED,
    WIN,
    Rules,
    ended_at_once,
    turn_acts,
)
from houseway.rules.blackjack import STAND, against_blackjack, make_natural, outcome_against
from houseway.rules.choice import bit

OPTIMAL = "optimal"


def leaves_of(rules: Rules) -> Leaves:
    """The rules of the game as the exact engine asks for them."""
    return Leaves(
        rules=rules,
        wager=BLACKJACK,
        soft_17=rules.soft_17,
        turn_acts=lambda cards, total, soft, pair, hands, from_ace: turn_acts(  # noqa: ARG005
            rules, cards, total, pair, hands, from_ace
        ),
        ended_at_once=lambda cards, total: ended_at_once(total),  # noqa: ARG005
        doubled_acts=lambda total: bit(STAND),  # noqa: ARG005
        outcome_against=outcome_against,
        natural_acts=bit(STAND),
        natural_outcome=lambda a, b: NATURAL,  # noqa: ARG005
        against_blackjack=lambda a, b: against_blackjack(make_natural(a, b)),
        surrendered=SURRENDERED,
        rescued=SURRENDERED,
    )


def blackjack_of(game: Game, settings: Settings, deck: Sequence[int] | None = None) -> Blackjack:
    """The game's blackjack, ready to be solved."""
    return games_blackjack.blackjack_of(game, settings, leaves_of, deck)


def solve_blackjack(
    game: Game, settings: Settings, strategy: str = OPTIMAL, deck: Sequence[int] | None = None
) -> tuple[WagerSolution, Plan]:
    """The wager `blackjack` under the best plan or a strategy by name, and the plan."""
    blackjack = blackjack_of(game, settings, deck)
    plan = blackjack.plan() if strategy == OPTIMAL else game.plan(strategy, settings)
    return wager_of(game, settings, blackjack, plan), plan


def solve_insurance(game: Game, settings: Settings, deck: Sequence[int] | None = None) -> WagerSolution:
    """The wager `insurance` for whoever takes it whenever it is offered, per unit insured."""
    return insurance_of(game, blackjack_of(game, settings, deck), INSURANCE, WIN, LOSE)


def advise(game: Game, settings: Settings, text: str) -> list[tuple[str, Fraction | float]]:
    """What each act is worth for a hand such as 'A-7 v 6', '9-7-2 v T' or '8-3 v 6 split', the best first."""
    return advise_hand(game, blackjack_of(game, settings), text)
