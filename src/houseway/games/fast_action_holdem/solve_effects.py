"""How Ante and Bonus of Fast Action Hold'em are settled, what Envy adds, and what a cap takes from one seat.

All of it is for the play that is best for an Ante and an equal Bonus without a cap (or for a written strategy): that is
what strategies assume, and what players who do not know of a cap will do.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from houseway.analysis.exact.holdem.hand_endings import Ending
from houseway.analysis.exact.shared.settlements import Settlement, Settlements
from houseway.games.fast_action_holdem.plan import Acts, Plan
from houseway.games.fast_action_holdem.play import Rules
from houseway.games.fast_action_holdem.solve import EQUAL_BETS, OPTIMAL, endings_of, envy_worth
from houseway.games.fast_action_holdem.solve_acts import Bets, Hands, best_plan
from houseway.games.fast_action_holdem.solve_counts import counts_of
from houseway.games.fast_action_holdem.solve_means import hands_won
from houseway.games.game import Game, Settings

NO_CAP = {"cap_cents": 0}


def settlements(game: Game, settings: Settings, strategy: str, deck: Sequence[int] | None = None) -> Settlements:
    rules, hands, acts = _played(game, settings, strategy, deck)
    bets = Bets(rules, EQUAL_BETS["ante"], EQUAL_BETS["bonus"])
    return {
        wager: [Settlement(each.units, each.pays, each.often) for each in won]
        for wager, won in hands_won(hands, acts, bets).items()
    }


def envy_cents(game: Game, settings: Settings, strategy: str, deck: Sequence[int] | None = None) -> Fraction:
    """Cents that a lammer earns on average for each other player, who plays alike."""
    rules, hands, acts = _played(game, settings, strategy, deck)
    return envy_worth(hands, acts, rules)


def bonus_edge(
    game: Game, settings: Settings, strategy: str, bet_cents: int, cap_cents: int, deck: Sequence[int] | None = None
) -> Fraction:
    """The edge of a Bonus of so many cents where Bonus and Split Bonus are paid up to the cap, each or together."""
    _, hands, acts = _played(game, settings, strategy, deck)
    bets = Bets(game.rules(settings.but(cap_cents=cap_cents)), bet_cents, bet_cents)
    won = Fraction(0)
    for (_, split), ending, likely in _endings(hands, acts):
        won += likely * (bets.bonus(ending.made, ending.other) if split else bets.bonus(ending.made))
    return -won / bet_cents


def plan_without_cap(game: Game, settings: Settings, strategy: str, deck: Sequence[int] | None = None) -> Plan:
    free = settings.but(**NO_CAP)
    if strategy != OPTIMAL:
        plan: Plan = game.plan(strategy, free)
        return plan
    bets = Bets(game.rules(free), EQUAL_BETS["ante"], EQUAL_BETS["bonus"])
    return best_plan(Hands(counts_of(game, settings, deck)), bets)


def _played(game: Game, settings: Settings, strategy: str, deck: Sequence[int] | None) -> tuple[Rules, Hands, Acts]:
    hands = Hands(counts_of(game, settings, deck))
    plan = plan_without_cap(game, settings, strategy, deck)
    return game.rules(settings), hands, plan.with_bonus[hands.numbers]


def _endings(hands: Hands, acts: Acts) -> list[tuple[tuple[bool, bool], Ending, Fraction]]:
    """(whether Ante and Bonus are split, ending, probability)."""
    deals = hands.counts.deals * comb(hands.counts.partings.cards, 4)
    return [
        (kind, ending, Fraction(times, deals))
        for kind, endings in endings_of(hands, acts).items()
        for ending, times in endings.items()
    ]
