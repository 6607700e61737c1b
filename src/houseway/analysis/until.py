"""Until: a simulation that is played on until its standard errors are as small as somebody asked for.

How many rounds that takes follows from the standard deviation of a round. Where exact figures are stored it is known;
rare results that pay much are in it, and the first rounds of a simulation have seldom seen one. Otherwise, and for
several bets together, it is what the first rounds came to. All of it hangs on counts alone, so that a seed ends after
the same rounds wherever they are played.
"""

from collections.abc import Callable
from math import ceil, sqrt

from houseway.analysis import store
from houseway.analysis.simulation import ROUND, Simulation
from houseway.games.words import counted
from houseway.rules.refused import Refused

FIRST_LOOK = 1 << 17  # rounds
ROUNDS_MAX = 10**15
SLACK = 1.01  # an estimate that falls a little short costs another turn
STEP = 16  # the next estimate comes after at most so many times the rounds: the first ones may have seen too much

PlayOn = Callable[[int], None]  # until there are so many rounds


def read_error(text: str) -> float:
    """'0.01%' or '0.0001'."""
    number, percent = text.strip().removesuffix("%"), text.strip().endswith("%")
    try:
        error = float(number) / (100 if percent else 1)
    except ValueError:
        error = 0.0
    if not 0 < error < 1:
        raise Refused(f"--until {text}: write a standard error as in 0.01%")
    return error


def play_until(result: Simulation, error: float, play_on: PlayOn, tell: Callable[[str], None]) -> None:
    """Play on until the standard error of every wager that is bet, and of the round, is at most this.

    Wagers whose exact mean is taken are not waited for.
    """
    exact = exact_deviations(result)
    least = 0
    if exact:
        widest = max(exact, key=lambda name: exact[name])
        least = _verified(rounds_for(exact[widest], error), error)
        tell(f"{counted(least, 'round')} by the exact deviation of the wager {widest}, {exact[widest]:.4f}")
    rounds = least if ROUND in exact or len(_bet(result)) == 1 else 0
    while not result.interrupted:
        play_on(max(rounds, FIRST_LOOK))
        needed = max(least, rounds_seen_to_need(result, error))
        if needed <= result.rounds:
            return
        tell(f"{counted(_verified(needed, error), 'round')} by what {result.rounds:,} came to")
        rounds = max(least, min(ceil(SLACK * needed), STEP * result.rounds))


def rounds_for(deviation: float, error: float) -> int:
    return ceil((deviation / error) ** 2)


def exact_deviations(result: Simulation) -> dict[str, float]:
    """Of the wagers that are judged, per unit of each, where figures are stored; seats that share cards have none."""
    if len(result.wagers) > 1:
        return {}
    solved = store.stored(result.game, result.settings, result.strategy)
    wagers = solved.wagers if solved else {}
    bet = _bet(result)
    named = {name: f"{name}_alone" if bet == [name] and f"{name}_alone" in wagers else name for name in bet}
    known = {name: wagers[own] for name, own in named.items() if own in wagers}
    whole = wagers.get(ROUND)
    if whole and len(known) == len(bet) and len({bets[name] for name in bet for bets in result.wagers}) == 1:
        if whole.edge.value == sum(each.edge.value for each in known.values()):  # it is the round of these bets
            known[ROUND] = whole
    if result.known:
        known = {name: known[name] for name in _judged(result) if name in known}
    return {name: sqrt(each.variance.value) for name, each in known.items()}


def rounds_seen_to_need(result: Simulation, error: float) -> int:
    """How many rounds, if they go on as they did."""
    judged = (*_judged(result), ROUND)
    largest = max(found.standard_error for found in result.figures() if found.name in judged)
    return ceil(result.rounds * (largest / error) ** 2)


def _verified(rounds: int, error: float) -> int:
    if rounds > ROUNDS_MAX:
        raise Refused(f"a standard error of {error:g} takes {rounds:.1e} rounds, more than anybody plays")
    return rounds


def _judged(result: Simulation) -> list[str]:
    """Those of them that are not known exactly."""
    return [name for name in _bet(result) if name not in result.known]


def _bet(result: Simulation) -> list[str]:
    """Wagers on which anybody bets."""
    return [name for name in result.game.wagers if any(bets.get(name) for bets in result.wagers)]
