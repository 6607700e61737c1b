"""Super Fun 21, exactly: the best play by all cards of a hand, the best chart, and what each special rule is worth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.exact.blackjack import games_blackjack
from houseway.analysis.exact.blackjack.advice import advise_hand
from houseway.analysis.exact.blackjack.endings import chosen_act
from houseway.analysis.exact.blackjack.plans import Blackjack
from houseway.analysis.exact.blackjack.total_charts import Row, chart_rows, total_classes
from houseway.analysis.exact.blackjack.turns import WHOLE, Leaves
from houseway.analysis.exact.blackjack.wager_figures import edge_of, insurance_of, wager_of
from houseway.analysis.exact.shared.solution import Solution
from houseway.games.charts import Plan, read_chart
from houseway.games.game import Game, Settings
from houseway.games.sheet import Setting
from houseway.games.super_fun_21.play import (
    BLACKJACK,
    INSURANCE,
    LOSE,
    RESCUED,
    SURRENDERED,
    WIN,
    Rules,
    against_blackjack,
    double_stands,
    doubled_acts,
    ended_at_once,
    natural_acts,
    natural_outcome,
    turn_acts,
)
from houseway.rules.blackjack import CARDS_MAX, DOUBLE, outcome_against
from houseway.rules.compositions import POINTS
from houseway.rules.refused import Refused

OPTIMAL = "optimal"
NOT_PRICED = ("decks", "insurance")  # the size of the game, and a bet of its own

Progress = Callable[[int, int], None]


def leaves_of(rules: Rules) -> Leaves:
    """The rules of the game as the exact engine asks for them."""
    return Leaves(
        rules=rules,
        wager=BLACKJACK,
        soft_17=rules.soft_17,
        turn_acts=lambda *hand: turn_acts(rules, *hand),
        ended_at_once=lambda cards, total: ended_at_once(rules, cards, total),
        doubled_acts=lambda total: doubled_acts(rules, total),
        outcome_against=outcome_against,
        natural_acts=natural_acts(rules),
        natural_outcome=natural_outcome,
        against_blackjack=lambda a, b: against_blackjack(rules, a, b),
        surrendered=SURRENDERED,
        rescued=RESCUED,
        doubled_natural_beaten=LOSE if double_stands(rules) else None,
    )


def blackjack_of(game: Game, settings: Settings, deck: Sequence[int] | None = None) -> Blackjack:
    """The game's blackjack, ready to be solved."""
    return games_blackjack.blackjack_of(game, settings, leaves_of, deck)


def solve(
    game: Game,
    settings: Settings,
    strategy: str = OPTIMAL,
    progress: Progress | None = None,
    deck: Sequence[int] | None = None,
    plan: Plan | None = None,
) -> Solution:
    """The blackjack bet under the best plan, a strategy by name, or a plan; and insurance for whoever takes it."""
    blackjack = blackjack_of(game, settings, deck)
    if plan is None:
        plan = blackjack.plan() if strategy == OPTIMAL else game.plan(strategy, settings)
    _verify_no_natural_at_risk(blackjack, plan)
    if progress:
        progress(1, 2)
    wagers = {
        "blackjack": wager_of(game, settings, blackjack, plan),
        "insurance": insurance_of(game, blackjack, INSURANCE, WIN, LOSE),
    }
    if progress:
        progress(2, 2)
    return Solution(game.slug, settings, strategy, wagers, plan)


def _verify_no_natural_at_risk(blackjack: Blackjack, plan: Plan) -> None:
    """A natural that is doubled before the dealer's check counts as if it were paid; best play never does it."""
    if blackjack.leaves.doubled_natural_beaten is None:
        return
    turns = blackjack.turns
    ups = [up for up in range(1, POINTS) if turns.hole[up]]
    if any(chosen_act(turns, plan, WHOLE, turns.natural, up) == DOUBLE for up in ups):
        raise Refused(
            "this play doubles naturals that a dealer's blackjack may beat, which is not solved: "
            "choose doubled_natural=no_double, or simulate it"
        )


def advise(game: Game, settings: Settings, text: str) -> list[tuple[str, Fraction | float]]:
    """What each act is worth for a hand such as 'A-7 v 6', '9-7-2 v T', '8-3 v 6 split' or 'T-5 v 9 doubled'."""
    return advise_hand(game, blackjack_of(game, settings), text)


# --- The best chart ---


@dataclass(frozen=True)
class BestChart:
    """The best strategy by total and number of cards, as rows of games/charts.py."""

    rows: list[Row]
    plan: Plan
    edge: Fraction
    cost: Fraction  # what it gives away against the best play by all cards


def best_chart(game: Game, settings: Settings, deck: Sequence[int] | None = None) -> BestChart:
    blackjack = blackjack_of(game, settings, deck)
    rows = chart_rows(blackjack.choose(total_classes()), longest(settings))
    plan = read_chart({"rows": rows})
    edge = edge_of(blackjack, plan)
    return BestChart(rows, plan, edge, edge - edge_of(blackjack, blackjack.plan()))


def longest(settings: Settings) -> int:
    """Cards of the longest hand that still chooses: with both rules for long hands in force, none has six."""
    return 5 if settings["six_card_winner"] and settings["five_card_21"] else CARDS_MAX - 1


# --- The price of each rule ---


@dataclass(frozen=True)
class RulePrice:
    """What the edge becomes when one option is set otherwise, and best play follows."""

    option: str
    choice: Setting
    edge: Fraction
    more: Fraction  # what the house gains by it


def price_of_rules(game: Game, settings: Settings, progress: Progress | None = None) -> list[RulePrice]:
    """Every other choice of every rule, one at a time."""
    others = [
        (option.name, choice)
        for option in game.sheet.options
        if option.name not in NOT_PRICED
        for choice in option.choices
        if choice != settings[option.name]
    ]
    now = edge_of(blackjack_of(game, settings), blackjack_of(game, settings).plan())
    prices: list[RulePrice] = []
    for done, (option, choice) in enumerate(others):
        blackjack = blackjack_of(game, settings.but(**{option: choice}))
        edge = edge_of(blackjack, blackjack.plan())
        prices.append(RulePrice(option, choice, edge, edge - now))
        if progress:
            progress(done + 1, len(others))
    return prices
