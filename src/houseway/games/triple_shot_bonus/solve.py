"""Triple Shot Bonus, exactly: War, Poker, and the Hat Trick as the joint event that it is.

The Hat Trick needs the chance that none of the three games is lost *at once* (`solve_together.py`). The published
figure multiplies three chances as if the games did not share their cards. They do, and they help each other: a high
first card wins War, makes good blackjack hands, and pairs of high cards win at Poker.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.solution import Row, Solution, WagerSolution, from_rows
from houseway.games.game import Game, Settings
from houseway.games.triple_shot_bonus.play import HAT_TRICK, LOSE, WIN, Rules
from houseway.games.triple_shot_bonus.rank_plan import follow_by_ranks
from houseway.games.triple_shot_bonus.solve_blackjack import advise, solve_blackjack, solve_insurance
from houseway.games.triple_shot_bonus.solve_hat_trick import RankPlay
from houseway.games.triple_shot_bonus.solve_together import Deals
from houseway.rules.choice import Decide
from houseway.rules.refused import Refused

__all__ = ["FOLLOWED_OTHERWISE", "advise", "solve", "solve_with_hat_trick"]

OPTIMAL = "optimal"
WITH_HAT_TRICK = "with_hat_trick"  # best for both bets together; "with_hat_trick:1/2" for half a Blackjack bet on it
FOLLOWED_OTHERWISE: dict[str, Decide] = {WITH_HAT_TRICK: follow_by_ranks}  # strategies whose plans `follow` cannot play
MOST_RATIO = 100
THREE = ("war", "blackjack", "poker")

Progress = Callable[[int, int], None]


def solve(
    game: Game,
    settings: Settings,
    strategy: str = OPTIMAL,
    progress: Progress | None = None,
    deck: list[int] | None = None,
    plan: Any = None,
) -> Solution:
    """Every wager under a strategy for the blackjack hand. With a plan of one's own: all but Blackjack itself."""
    name, _, ratio = strategy.partition(":")
    if name == WITH_HAT_TRICK:
        return replace(solve_with_hat_trick(game, settings, _ratio(ratio), deck), strategy=strategy)
    deals = Deals(game, game.rules(settings), game.deck(settings) if deck is None else deck)
    wagers = {"war": deals.war()}
    if plan is None:
        wagers["blackjack"], plan = solve_blackjack(game, settings, strategy, deck)
        if settings["insurance"]:
            wagers["insurance"] = solve_insurance(game, settings, deck)
    wagers["poker"] = deals.poker()
    together = deals.together(plan, progress)
    wagers["hat_trick"] = hat_trick(game, deals.rules, together.hat_trick)
    notes = together.notes()
    for means in ("", "_if_independent", "_of_printed_factors"):
        notes |= prices(game, settings, f"hat_trick.edge{means}", notes[f"hat_trick.hit{means}"])
    if "blackjack" in wagers:  # the published way to sum up a round: the mean over three equal bets
        notes["round.edge"] = sum((wagers[name].edge.value for name in THREE), Fraction(0)) / len(THREE)
    return Solution(game.slug, settings, strategy, wagers, plan, notes)


def _ratio(text: str) -> Fraction:
    """Bets on the Hat Trick for one on Blackjack; as much on both unless said."""
    try:
        ratio = Fraction(text or 1)
    except (ValueError, ZeroDivisionError):
        ratio = Fraction(-1)
    if not 0 <= ratio <= MOST_RATIO:
        raise Refused(f"{WITH_HAT_TRICK}:{text} is no ratio of bets: write one from 0 to {MOST_RATIO}, as in 1/2")
    return ratio


def hat_trick(game: Game, rules: Rules, likely: Fraction) -> WagerSolution:
    """The Hat Trick at the price in force, for a chance that none of the three is lost."""
    chances = {WIN: likely, LOSE: 1 - likely}
    rows = [Row(game.outcomes[end], pay_of(rules, HAT_TRICK, end), chance) for end, chance in chances.items()]
    return from_rows(game.wagers[HAT_TRICK], rows)


def prices(game: Game, settings: Settings, name: str, likely: Fraction) -> dict[str, Fraction]:
    """The edge of the Hat Trick at every price that is printed."""
    edges: dict[str, Fraction] = {}
    for price in game.options["hat_trick"].choices:
        rules = game.rules(settings.but(hat_trick=price))
        edges[f"{name} at {price}"] = hat_trick(game, rules, likely).edge.value
    return edges


def solve_with_hat_trick(
    game: Game, settings: Settings, ratio: Fraction = Fraction(1), deck: list[int] | None = None
) -> Solution:
    """The play by ranks that is best for one bet on Blackjack and `ratio` bets on the Hat Trick together.

    The plan is one that `rank_plan.follow_by_ranks` plays. Blackjack is given by its mean alone, in a note.
    """
    deals = Deals(game, game.rules(settings), game.deck(settings) if deck is None else deck)
    play = RankPlay.of(deals)
    acts = play.best(ratio)
    earned = play.earns(acts)
    wagers = {"war": deals.war(), "poker": deals.poker(), "hat_trick": hat_trick(game, deals.rules, earned.hat_trick)}
    notes = {"ratio": ratio, "blackjack.edge": -earned.blackjack, "hat_trick.hit": earned.hat_trick}
    notes |= prices(game, settings, "hat_trick.edge", earned.hat_trick)
    notes["together.edge"] = -earned.blackjack + ratio * wagers["hat_trick"].edge.value
    return Solution(game.slug, settings, f"best with {ratio} on the Hat Trick", wagers, play.plan(acts), notes)
