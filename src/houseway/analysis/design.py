"""What if a paytable paid otherwise: a game with changed pays, and its exact figures.

Where no choice looks at a wager's pays (`aside` in rules.toml), or the strategy is one that is written down, changed
pays only weigh the same outcomes: the figures follow at once from the table of outcomes. Where the best play would
change with the pays, the game is solved anew, with the same solver and the changed paytable.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from houseway.analysis import store
from houseway.analysis.exact.shared.pays import pay_of
from houseway.analysis.exact.shared.solution import Row, Solution, WagerSolution, from_rows
from houseway.analysis.follow_ons import per_first_bet
from houseway.analysis.solve import SOLVED, computed, refuse_if_long, solve, solver_of, strategy_of
from houseway.analysis.solver import Progress
from houseway.games import find_game
from houseway.games.contract import Strategy
from houseway.games.game import Game, Settings, in_force, nearest
from houseway.games.own_parts import own_part
from houseway.games.sheet import Paytable, Prizes, RuleSheet
from houseway.games.wager_titles import ALONE, ROUND
from houseway.rules.refused import Refused

MOST_TO_ONE = 1_000_000
DENOMINATOR_MAX = 1_000_000
TAKEN_BACK = "taken_back"


@dataclass(frozen=True)
class Pay:
    """One changed row: what an outcome pays under a paytable, or its amount in a list of prizes."""

    code: str  # the paytable's code, or the name of the prizes
    outcome: str
    odds: Fraction


@dataclass(frozen=True)
class WhatIf(Game):
    """A game in which some pays are not the maker's. It is another game to every cache and store."""

    settings_in_force: Settings
    changed: tuple[Pay, ...]

    @cached_property
    def sheet(self) -> RuleSheet:
        sheet = find_game(self.slug).sheet
        changed = {(pay.code, pay.outcome): pay.odds for pay in self.changed}
        settings = self.settings_in_force
        paytables = tuple(_paid_otherwise(table, settings, changed) for table in sheet.paytables)
        prizes = tuple(_prized_otherwise(table, settings, changed) for table in sheet.prizes)
        return sheet.model_copy(update={"paytables": paytables, "prizes": prizes})


Changes = Mapping[tuple[str, str], Fraction]
Prices = Callable[[Game, Any, int], Mapping[str, Fraction]]  # (game, rules, wager): won with a unit, by outcome


def _paid_otherwise(table: Paytable, settings: Settings, changed: Changes) -> Paytable:
    if not in_force(table.when, settings):
        return table
    rows = tuple(
        (outcome, *changed.get((table.code, outcome), Fraction(num, den)).as_integer_ratio())
        for outcome, num, den in table.pays
    )
    return table.model_copy(update={"pays": rows})


def _prized_otherwise(table: Prizes, settings: Settings, changed: Changes) -> Prizes:
    if not in_force(table.when, settings):
        return table
    rows = tuple((outcome, int(changed.get((table.name, outcome), Fraction(n)))) for outcome, n in table.amounts)
    return table.model_copy(update={"amounts": rows})


def with_pays(game: Game, settings: Settings, changes: Sequence[Pay]) -> Game:
    """The game with these pays changed in the tables that are in force; the game itself if nothing is."""
    known = pays_in_force(game, settings)
    kept: dict[tuple[str, str], Pay] = {}
    for pay in changes:
        _verify_pay(game, settings, known, pay)
        kept[pay.code, pay.outcome] = pay
    changed = tuple(sorted((p for k, p in kept.items() if p.odds != known[k]), key=lambda p: (p.code, p.outcome)))
    if not changed:
        return game
    return WhatIf(game.slug, game.table, game.strategy, settings, changed)


def pays_in_force(game: Game, settings: Settings) -> dict[tuple[str, str], Fraction]:
    """Every row that may be changed: by code and outcome, with what it pays now."""
    rows: dict[tuple[str, str], Fraction] = {}
    for table in game.sheet.paytables:
        if in_force(table.when, settings):
            rows |= {(table.code, outcome): Fraction(num, den) for outcome, num, den in table.pays}
    for prizes in game.sheet.prizes:
        if in_force(prizes.when, settings):
            rows |= {(prizes.name, outcome): Fraction(amount) for outcome, amount in prizes.amounts}
    return rows


def _verify_pay(game: Game, settings: Settings, known: Mapping[tuple[str, str], Fraction], pay: Pay) -> None:
    if (pay.code, pay.outcome) not in known:
        codes = dict.fromkeys(code for code, _ in known)
        if pay.code not in codes:
            raise Refused(f"no paytable '{pay.code}' of {game.title} is in force{nearest(pay.code, codes)}")
        outcomes = [outcome for code, outcome in known if code == pay.code]
        raise Refused(f"paytable '{pay.code}' has no row '{pay.outcome}'{nearest(pay.outcome, outcomes)}")
    is_prize = any(prizes.name == pay.code for prizes in game.sheet.prizes if in_force(prizes.when, settings))
    if is_prize and (pay.odds.denominator != 1 or pay.odds < 0):
        raise Refused(f"{pay.code} of {pay.outcome} is a whole number from 0, and {pay.odds} is not")
    if not -1 <= pay.odds <= MOST_TO_ONE:
        raise Refused(
            f"{pay.outcome} cannot pay {pay.odds} to 1: a bet loses at most itself and wins at most a million"
        )
    if pay.odds.denominator > DENOMINATOR_MAX:
        raise Refused(f"{pay.outcome} at {pay.odds}: write odds over at most {DENOMINATOR_MAX:,}")


# --- figures ---


def figures_with(
    game: Game, settings: Settings, strategy: str, changes: Sequence[Pay], progress: Progress | None = None
) -> Solution:
    """The exact figures with these pays: at once where they follow from the outcomes, else solved anew."""
    changed = with_pays(game, settings, changes)
    base = store.stored(game, settings, strategy)
    at_once = None if base is None else repriced(game, changed, base)
    return at_once or solved_anew(changed, settings, strategy, progress)


def solved_anew(game: Game, settings: Settings, strategy: str, progress: Progress | None = None) -> Solution:
    """The figures of a game as it stands. Those of changed games are not kept: there is no end of them."""
    if not isinstance(game, WhatIf):
        return solve(game, settings, strategy, progress=progress)
    known = (*SOLVED, *game.strategies)
    if strategy not in known:
        raise Refused(f"{game.title} has no strategy '{strategy}'{nearest(strategy, known)}")
    solver = solver_of(game)
    refuse_if_long(game, solver, settings)
    if solver.with_pays is not None:
        return solver.with_pays(game, settings, strategy, progress)
    return computed(game, settings, strategy, progress)


def strategy_for(game: Game, name: str, settings: Settings) -> Strategy:
    """A strategy at the pays of a game, changed or not."""
    if isinstance(game, WhatIf) and name not in game.strategies:
        follow = solver_of(game).followed_otherwise.get(name, game.follow)
        return Strategy(name, solved_anew(game, settings, name).plan, follow)
    return strategy_of(game, name, settings)


def repriced(game: Game, changed: Game, base: Solution) -> Solution | None:
    """The figures after a change of pays that leaves the play as it was; None where the play may change.

    Wagers that did not change keep their figures; notes are left out, since some of them speak of pays.
    """
    if not isinstance(changed, WhatIf):
        return base
    touched = touched_wagers(game, changed, base.settings)
    if not all(is_fixed(game, base.strategy, name) for name in touched):
        return None
    if ROUND in base.wagers and per_first_bet(game) and not _all_aside(game, touched):
        return None  # some of a round's bets have no figures of their own, so that none but a solver knows what it is
    wagers: dict[str, WagerSolution] = {}
    for name, wager in base.wagers.items():
        if name in touched:
            new = repriced_wager(game, changed, base.settings, wager)
            if new is None:
                return None
            wagers[name] = new
        elif name in game.wagers or not touched & set(base.wagers) or _stands_alone(game, name, touched):
            wagers[name] = wager
        # else it is a sum over wagers, of which some changed
    return Solution(base.slug, base.settings, base.strategy, wagers)


def _stands_alone(game: Game, name: str, touched: set[str]) -> bool:
    if name == ROUND:
        return _all_aside(game, touched)  # a round is of the bets that choices look at
    return name.endswith(ALONE) and name.removesuffix(ALONE) not in touched


def _all_aside(game: Game, wagers: set[str]) -> bool:
    return wagers <= {each.name for each in game.sheet.wagers if each.aside}


def is_fixed(game: Game, strategy: str, wager: str) -> bool:
    """Whether the play stays as it is whatever this wager pays."""
    if strategy in game.strategies:
        return True
    return any(each.name == wager and each.aside for each in game.sheet.wagers)


def touched_wagers(game: Game, changed: Game, settings: Settings) -> set[str]:
    """The wagers for which some outcome pays otherwise."""
    before, after = game.rules(settings), changed.rules(settings)
    return {name for name in game.wagers if prices_of(game, before, name) != prices_of(game, after, name)}


def repriced_wager(
    game: Game, changed: Game, settings: Settings, wager: WagerSolution, paid: Settings | None = None
) -> WagerSolution | None:
    """The same outcomes at other pays, of a changed game or of other options (`paid`); None where the table of outcomes
    does not say what each row is paid for."""
    before = prices_of(game, game.rules(settings), wager.name)
    after = prices_of(changed, changed.rules(settings if paid is None else paid), wager.name)
    sampled = any(figure.se is not None for figure in (wager.edge, wager.hit, wager.variance))
    if sampled or not wager.rows or any(before.get(row.outcome) != row.won for row in wager.rows):
        return None
    rows = [Row(row.outcome, after[row.outcome], row.probability) for row in wager.rows]
    return from_rows(wager.name, rows, wager.action.value)


def prices_of(game: Game, rules: Any, wager: str) -> dict[str, Fraction]:
    """What a unit on a wager wins by outcome."""
    number = game.wagers.index(wager)
    prices = {outcome: pay_of(rules, number, i) for i, outcome in enumerate(game.outcomes)}
    prices[TAKEN_BACK] = Fraction(0)
    own = _own_prices(game).get(wager)
    return {**prices, **own(game, rules, number)} if own else prices


@cache
def _own_prices(game: Game) -> Mapping[str, Prices]:
    """By wager, where a paytable does not say all: the game's `prices.py`, which no compiler is needed for."""
    found = own_part(game, "prices")
    own: Mapping[str, Prices] = found.PRICES if found else {}
    return own
