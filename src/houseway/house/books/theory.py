"""What bets should have brought the house, and how much chance there was in them.

Edges and variances are those of the exact solutions, of the configuration that each round was dealt under and, for
people, of best play. Wagers of one hand hang together: where the round is solved whole their covariance follows from
its variance, else they are taken to win and lose together. So are the hands of a round, which share cards: no more
chance than that is possible, and a z-score made with it is never too large. Where choices add bets, the first bet is
held against the whole round, in whose units it is solved, and what was added only brings what it won: `docs/books.md`
says it at length.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Protocol

from houseway.analysis.exact.shared.solution import Row, WagerSolution
from houseway.analysis.follow_ons import follow_ons, leading, per_first_bet
from houseway.analysis.solve import OPTIMAL
from houseway.games.wager_titles import wager_title
from houseway.house.audit.hold import Figures, Theory, theory_of
from houseway.house.books.cells import ALONE, Pair, WagerSum, both_of, pair, plain_name
from houseway.house.books.win_chance import Chance, WagerBets, chance_of
from houseway.house.configuration import TableConfig

ROUND = "round"  # a round solved whole, one unit on every wager


@dataclass
class Expected:
    """Sums over bets of which theory knows something."""

    cents: float = 0.0
    variance: float = 0.0
    bet_cents: int = 0  # that it covers
    held_cents: int = 0  # of those
    played_cents: int = 0  # of those bet, on wagers whose end a choice moves
    unknown: dict[str, str] = field(default_factory=dict)  # wagers without an exact figure, and what people call them
    bets: dict[int, WagerBets] = field(default_factory=dict)  # by the solution they are of

    def add(self, other: "Expected") -> None:
        self.cents += other.cents
        self.variance += other.variance
        self.bet_cents += other.bet_cents
        self.held_cents += other.held_cents
        self.played_cents += other.played_cents
        self.unknown |= other.unknown
        for key, each in other.bets.items():
            self.bets.setdefault(key, WagerBets(each.solution)).add(each.cents, each.squares)
        self.__dict__.pop("chance", None)  # of what it was

    @property
    def z(self) -> float | None:
        return (self.held_cents - self.cents) / sqrt(self.variance) if self.variance > 0 else None

    @cached_property
    def chance(self) -> Chance:
        """How often chance alone is as far out, on this side."""
        return chance_of(self.bets.values(), self.held_cents - self.cents, self.variance)


class BetsGathered(Protocol):
    """Bets as the books gather them."""

    wagers: dict[str, list[int]]
    products: dict[Pair, int]
    across: dict[Pair, int]

    def of_wager(self, name: str) -> "BetsGathered": ...


class Figured:
    """The exact figures of a configuration for one strategy."""

    def __init__(self, config: TableConfig, theory: Theory, strategy: str) -> None:
        self._config, self._theory = config, theory
        self._played: dict[str, bool] = {}
        self._figures: Figures = theory(config.the_game, config.settings(), strategy or OPTIMAL)
        self.hanging = together(self._figures, [wager.name for wager in config.the_game.sheet.wagers if wager.placed])
        self._sds: dict[str, float] = {}
        game = config.the_game
        self._led = bool(follow_ons(game, self._figures)) and ROUND in self._figures
        self._first = leading(game) if self._led else ""
        self._added = frozenset(per_first_bet(game) if self._led else ())

    def of(self, wager: str) -> WagerSolution | None:
        """The first bet of a round to which choices add some is held against all of it."""
        if self._led and plain_name(wager) == self._first:
            return self._figures[ROUND]
        return self._own(wager)

    def _own(self, wager: str) -> WagerSolution | None:
        return theory_of(self._figures, plain_name(wager), alone=wager.endswith(ALONE))

    def of_wager(self, name: str, own: BetsGathered, all_: BetsGathered) -> Expected:
        """One wager by itself; of one that a choice adds what the first bets of `all_` should bring it."""
        if not self._led or name not in (self._first, *self._added):
            return self.expected(own.wagers, own.products, own.across)
        theory, held = self._own(name), sum(WagerSum(*counts).held_cents for counts in own.wagers.values())
        if theory is None:
            return Expected(unknown={name: wager_title(self._config.the_game, name)})
        first = all_.of_wager(self._first)
        cents = sum(WagerSum(*counts).bet_cents for counts in first.wagers.values())
        squares = _twice_where_two(first.products)
        found = Expected(cents * float(theory.edge.value), bet_cents=cents, held_cents=held, played_cents=cents)
        found.variance = float(theory.variance.value) * (squares + _twice_where_two(first.across))
        found.bets[id(theory)] = WagerBets(theory, cents, squares)
        return found

    def sd(self, wager: str) -> float:
        """Of one unit on it; nothing where it is not known."""
        if wager not in self._sds:
            found = self.of(wager)
            self._sds[wager] = sqrt(found.variance.value) if found else 0.0
        return self._sds[wager]

    def expected(
        self, wagers: Mapping[str, Iterable[int]], products: Mapping[Pair, int], across: Mapping[Pair, int]
    ) -> Expected:
        found = Expected()
        for name, counts in wagers.items():
            sum_, theory = WagerSum(*counts), self.of(name)
            if plain_name(name) in self._added:
                found.held_cents += sum_.held_cents
                continue
            if theory is None:
                found.unknown[plain_name(name)] = wager_title(self._config.the_game, plain_name(name))
                continue
            found.cents += sum_.bet_cents * float(theory.edge.value)
            found.bet_cents += sum_.bet_cents
            found.held_cents += sum_.held_cents
            found.played_cents += sum_.bet_cents if self._moved_by_choice(plain_name(name)) else 0
            found.bets.setdefault(id(theory), WagerBets(theory)).add(sum_.bet_cents, products.get(pair(name, name), 0))
        found.unknown = {name: found.unknown[name] for name in self._config.the_game.as_on_the_felt(found.unknown)}
        found.variance = self._variance(products, self.hanging) + self._variance(across, 1.0)
        return found

    def _moved_by_choice(self, wager: str) -> bool:
        if wager not in self._played:
            self._played[wager] = not cards_alone(self._config, wager, self._theory)
        return self._played[wager]

    def _variance(self, products: Mapping[Pair, int], correlation: float) -> float:
        total = 0.0
        for pair_, product in products.items():
            one, other = both_of(pair_)
            each = self.sd(one) * self.sd(other) * product
            total += each if one == other else 2 * each * correlation
        return total


def _twice_where_two(products: Mapping[Pair, int]) -> int:
    """The sum of products, as a variance has them: those of two names stand for both ways round."""
    return sum(product * len(set(both_of(pair_))) for pair_, product in products.items())


def together(figures: Mapping[str, WagerSolution], wagers: Iterable[str]) -> float:
    """How wagers of one hand hang together, as a correlation; 1, the most there is, where no whole round is solved.

    With two wagers, or several of one size, as Dakota Stud's are, it is exact.
    """
    parts = [figures[name] for name in wagers if name in figures]
    whole = figures.get(ROUND)
    if whole is None or whole.edge.value != sum((part.edge.value for part in parts), Fraction(0)):
        return 1.0
    apart = sum(float(part.variance.value) for part in parts)
    most = sum(sqrt(part.variance.value) for part in parts) ** 2 - apart
    return (float(whole.variance.value) - apart) / most if most > 0 else 1.0


def cards_alone(config: TableConfig, wager: str, theory: Theory) -> tuple[Row, ...]:
    """How a wager ends, where only the cards have a say: every strategy that is solved ends it alike.

    Where no more than one is solved under the options in force, the standard ones say it.
    """
    game = config.the_game
    own = theory(game, config.settings(), OPTIMAL).get(wager)
    for settings in (config.settings(), game.settings()) if own else ():
        solved = [theory(game, settings, strategy).get(wager) for strategy in (OPTIMAL, *game.strategies)]
        rows = [each.rows for each in solved if each is not None]
        if own and len(rows) > 1:
            return own.rows if all(each == rows[0] for each in rows) else ()
    return ()
