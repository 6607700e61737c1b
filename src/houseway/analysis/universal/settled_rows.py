"""How bets are settled, for the effects of house options: read off the figures from play, stored or solved now."""

from collections.abc import Mapping
from fractions import Fraction

from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.settlements import Settlement, Settlements
from houseway.analysis.exact.shared.solution import Row
from houseway.analysis.solve import solve
from houseway.analysis.universal.proof import ROUND
from houseway.games.game import Game, Settings
from houseway.rules.refused import Refused


def settlements(game: Game, settings: Settings, strategy: str) -> Settlements:
    """Of wagers that are one bet on one hand; a stake of several sizes tells its size by what it won."""
    rules = game.rules(settings)
    found: dict[str, list[Settlement]] = {}
    for name, wager in solve(game, settings, strategy).wagers.items():
        if name != ROUND:
            w = game.wagers.index(name)
            pays = {outcome: pay_of(rules, w, i) for i, outcome in enumerate(game.outcomes)}
            found[name] = [_settled(game, row, pays) for row in wager.rows]
    return found


def _settled(game: Game, row: Row, pays: Mapping[str, Fraction]) -> Settlement:
    pay = pays.get(row.outcome, Fraction(0))
    units = row.won / pay if pay else Fraction(1)  # what pushes is of any size
    if units.denominator > 1 or units < 1 or units * pay != row.won:
        raise Refused(f"{game.title} has no exact effects yet")
    return Settlement(int(units), pay, row.probability)
