"""The four bets of Dakota Stud, which are equal: one size, and the best play at the odds this size is paid at."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from houseway.analysis.exact.shared.mixes import NOTHING, Part, Worth, clamp_of, most_by_rounding, paid_at, period_of
from houseway.analysis.exact.shared.settlements import Settlements, of_rows
from houseway.games.betting import Limits
from houseway.games.dakota_stud.solve import ROUND, Ends, ends_for, round_won, solve
from houseway.games.game import Game, Settings, Wagers


def parts(game: Game, settings: Settings, limits: Mapping[str, Limits]) -> list[Part]:  # noqa: ARG001 - one shape
    ends = ends_for(game, settings)
    rules, numbers = ends.rules, range(len(game.wagers))
    at_odds = round_won(ends, settings)

    def exact(bets: Wagers) -> Worth:
        stake = max(bets.values(), default=0)
        cents = stake * round_won(_paid(ends, dict.fromkeys(game.wagers, stake)), settings) if stake else Fraction(0)
        return Worth(cents, cents) if stake else NOTHING

    def most(bets: Wagers) -> float:
        stake = max(bets.values(), default=0)
        return float(stake * at_odds + sum(most_by_rounding(rules, wager, (stake,)) for wager in numbers))

    periods = {name: period_of(rules, wager) for wager, name in enumerate(game.wagers)}
    return [Part(game.wagers, exact, most, periods, {game.wagers[0]: clamp_of(rules)})]


def settlements(game: Game, settings: Settings, strategy: str, deck: Sequence[int] | None = None) -> Settlements:
    """How each is settled, for the effects of house options."""
    solution = solve(game, settings, strategy, deck=None if deck is None else list(deck))
    return {name: of_rows(wager) for name, wager in solution.wagers.items() if name != ROUND}


def _paid(ends: Ends, stakes: Wagers) -> Ends:
    return replace(ends, rules=paid_at(ends.rules, stakes, ends.game.wagers))
