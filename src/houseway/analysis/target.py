"""Find a pay that meets a target edge.

Where the play does not look at the pay, the edge is a straight line in it: the pay that meets the target is one exact
fraction. Where the play follows the pay, the edge falls as the pay rises, in straight pieces that bend downwards: the
two neighbouring odds on a grid are found by bisection, each with its exact edge, and the target lies between.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis import store
from houseway.analysis.design import DENOMINATOR_MAX, MOST_TO_ONE, Pay, pays_in_force, repriced, solved_anew, with_pays
from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.solve import solve
from houseway.games.game import Game, Settings, nearest
from houseway.rules.refused import Refused

Progress = Callable[[int, int], None]
SOLVES_MAX = 40


@dataclass(frozen=True)
class Found:
    """What meets a target: the pay itself where the line is straight, and the odds on either side of it."""

    exact: Fraction | None
    near: tuple[tuple[Fraction, Fraction], ...]  # (pay, edge), the pay rising
    solves: int  # how often the game was solved anew; 0: the play does not look at the pay


def find_pay(
    game: Game,
    settings: Settings,
    strategy: str,
    wager: str,
    pay: tuple[str, str],
    wanted: Fraction,
    *,
    changes: Sequence[Pay] = (),
    grid: int = 1,
    progress: Progress | None = None,
) -> Found:
    """The pay (code, outcome) at which `wager` has the edge `wanted`; `grid` 2 looks at halves as well."""
    others = [each for each in changes if (each.code, each.outcome) != pay]
    now = pays_in_force(game, settings).get(pay, Fraction(0))
    with_pays(game, settings, [*others, Pay(*pay, now)])  # refused here if there is no such row

    def at(odds: Fraction) -> Game:
        return with_pays(game, settings, [*others, Pay(*pay, odds)])

    base = store.stored(game, settings, strategy) or solve(game, settings, strategy, progress=progress)
    _verify_wager(base, wager)
    ends = [repriced(game, at(odds), base) for odds in (Fraction(0), Fraction(1))]
    if ends[0] is not None and ends[1] is not None and wager in ends[0].wagers and wager in ends[1].wagers:
        return _on_a_line(_edge(ends[0], wager), _edge(ends[1], wager), wanted, grid)
    return _by_bisection(
        lambda odds: _edge(solved_anew(at(odds), settings, strategy), wager), now, wanted, grid, progress
    )


def _edge(solution: Solution, wager: str) -> Fraction:
    return solution.wagers[wager].edge.value


def _verify_wager(solution: Solution, wager: str) -> None:
    if wager not in solution.wagers:
        raise Refused(f"there is no figure for a wager '{wager}'{nearest(wager, solution.wagers)}")


def _on_a_line(at_nought: Fraction, at_one: Fraction, wanted: Fraction, grid: int) -> Found:
    slope = at_one - at_nought
    if slope == 0:
        raise Refused("this pay does not move the edge of that wager: choose another row")
    exact = (wanted - at_nought) / slope
    _verify_reachable(exact)
    below = Fraction(math.floor(exact * grid), grid)
    sides = dict.fromkeys((below, Fraction(math.ceil(exact * grid), grid)))
    near = tuple((odds, at_nought + slope * odds) for odds in sides if -1 <= odds <= MOST_TO_ONE)
    return Found(exact, near, 0)


def _verify_reachable(odds: Fraction) -> None:
    if odds < -1:
        raise Refused("even if the outcome lost the whole bet the edge would be lower: this row cannot meet the target")
    if odds > MOST_TO_ONE:
        raise Refused("not even a million to one would bring the edge so low: this row cannot meet the target")


def _by_bisection(
    edge_at: Callable[[Fraction], Fraction], now: Fraction, wanted: Fraction, grid: int, progress: Progress | None
) -> Found:
    """Neighbours on the grid: the edge is at least the target at the lower pay, at most the target at the higher."""
    if not 1 <= grid <= DENOMINATOR_MAX:
        raise Refused(f"a grid of 1/{grid} is not possible: choose from 1 to {DENOMINATOR_MAX:,}")
    known: dict[int, Fraction] = {}

    def edge(place: int) -> Fraction:
        if place not in known:
            known[place] = edge_at(Fraction(place, grid))
            if progress:
                progress(len(known), max(len(known) + 1, 12))
        return known[place]

    low, high = -grid, MOST_TO_ONE * grid
    start = min(max(math.floor(now * grid), low), high)
    reach = grid
    if edge(start) >= wanted:
        low = start
        while edge(min(start + reach, high)) > wanted:
            if start + reach >= high:
                _verify_reachable(Fraction(MOST_TO_ONE + 1))
            low, reach = start + reach, reach * 4
        high = min(start + reach, high)
    else:
        high = start
        while edge(max(start - reach, low)) < wanted:
            if start - reach <= low:
                _verify_reachable(Fraction(-2))
            high, reach = start - reach, reach * 4
        low = max(start - reach, low)
    while high - low > 1 and len(known) < SOLVES_MAX:
        middle = _between(low, edge(low), high, edge(high), wanted)
        if edge(middle) >= wanted:
            low = middle
        else:
            high = middle
    near = tuple((Fraction(place, grid), edge(place)) for place in sorted({low, high}))
    met = next((odds for odds, value in near if value == wanted), None)
    return Found(met, near, len(known))


def _between(low: int, at_low: Fraction, high: int, at_high: Fraction, wanted: Fraction) -> int:
    """Where a straight line would meet the target, kept well inside so that either side shrinks."""
    if at_low == at_high:
        return (low + high) // 2
    guess = low + (high - low) * (at_low - wanted) / (at_low - at_high)
    room = max(1, (high - low) // 16)
    return min(max(round(guess), low + room), high - room)
