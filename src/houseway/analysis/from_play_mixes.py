"""Mixes of bets of a game that is proved from its play: the main bet with all that follows it, and each bet aside.

No choice looks at a bet aside, so what a round wins is the sum over its bets: each wins what its figures say.
"""

from collections.abc import Mapping
from fractions import Fraction

from houseway.analysis.exact.shared.mixes import Part, Worth, aside, clamp_of, period_of
from houseway.analysis.exact.shared.solution import Solution
from houseway.games.betting import Limits
from houseway.games.game import Game, Settings, Wagers, in_force
from houseway.games.sheet import Wager
from houseway.games.wager_titles import ROUND
from houseway.rules.refused import Refused

EXACT_GRAIN = 1  # cents: nothing is rounded where odds are whole


def parts_from(game: Game, settings: Settings, limits: Mapping[str, Limits], solution: Solution) -> list[Part]:
    """By the best play. Refused where bets hang together in ways that figures of single bets do not show."""
    rules = game.rules(settings)
    offered = [wager for wager in game.sheet.wagers if wager.name in limits and wager.name in solution.wagers]
    main = [wager.name for wager in offered if not wager.aside]
    hanging = [wager.title for wager in offered if _hangs_on_play(wager, settings)]
    if len(main) != 1 or hanging or int(rules.grain_cents) != EXACT_GRAIN:
        raise Refused(
            f"whether a player could be ahead at {game.title} by some mix of bets is not worked out: "
            "its bets hang together, or its pays are rounded; look at the edge of each bet"
        )
    mean = -solution.wagers[ROUND].edge.value

    def worth(bets: Wagers) -> Worth:
        cents = mean * Fraction(bets.get(main[0], 0))
        return Worth(cents, cents)

    periods = {main[0]: period_of(rules, game.wagers.index(main[0]))}
    led = Part((main[0],), worth, lambda bets: float(worth(bets).cents), periods, {main[0]: clamp_of(rules)})
    beside = [wager.name for wager in offered if wager.aside]
    return [led, *(aside(game, rules, name, solution.wagers[name].rows) for name in beside)]


def _hangs_on_play(wager: Wager, settings: Settings) -> bool:
    """A bet aside that some choice can lose under these options."""
    return wager.aside and bool(wager.hangs_on_all_when) and in_force(wager.hangs_on_all_when, settings)
