"""The lab's answer about a session: the distribution of its result, and ruin."""

import math
from typing import Any

from houseway.analysis.as_paid import edges_as_paid
from houseway.analysis.convergence import watched
from houseway.analysis.design import with_pays
from houseway.analysis.follow_ons import first_bet
from houseway.analysis.risk import (
    SIMULATED,
    RoundResult,
    round_from_simulation,
    round_from_solution,
    ruin,
    session,
    total_stake,
)
from houseway.games.wager_titles import ROUND
from houseway.report.bins import bins_of
from houseway.rules.refused import Refused
from houseway.web.lab.answers import Answer, Tell, solution_of, table
from houseway.web.lab.ask import Ask

SIMULATED_ROUNDS = 4_000_000
SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def risk_answer(ask: Ask, tell: Tell) -> Answer:
    stake = total_stake(ask.bets)
    if ask.bankroll_cents < stake:
        raise Refused(
            f"a bankroll of ${ask.bankroll_cents / 100:,.2f} cannot place bets of ${stake / 100:,.2f}: bring more"
        )
    one = _round_of(ask, tell)
    mean = _mean_of(ask, one)
    tell({"what": "adding up rounds", "done": 0, "total": 1})
    results = session(one, ask.rounds, ask.seed)
    found = ruin(
        one,
        stake,
        ask.bankroll_cents,
        ask.rounds,
        lambda done, total: tell({"what": "following bankrolls", "done": done, "total": total}),
        ask.seed,
    )
    bins = bins_of(results)
    return {
        "game": ask.game,
        "options": {**ask.settings, "strategy": ask.strategy},
        "bets": ask.bets,
        "rounds": ask.rounds,
        "bankroll_cents": ask.bankroll_cents,
        "round": {
            "known": one.known,
            "simulated_rounds": one.rounds,
            "mean_cents": mean,
            "sd_cents": one.sd,
            "stake_cents": stake,
            "results": len(one.cents),
        },
        "session": {
            "mean_cents": mean * ask.rounds,
            "sd_cents": one.sd * math.sqrt(ask.rounds),
            "sessions": results.sessions,
            "ahead": results.chance(1, 10**15),
            "even": results.chance(0, 0),
            "behind": results.chance(-(10**15), -1),
            "quantiles": [[share, results.quantile(share)] for share in SHARES],
            "bins": bins,
        },
        "ruin": {
            "at": found.at,
            "se": found.se,
            "by_bankroll": [list(pair) for pair in zip(found.bankrolls_cents, found.by_bankroll, strict=True)],
            "by_round": [list(pair) for pair in zip(found.rounds, found.by_round, strict=True)],
        },
        "tables": {
            "distribution": table(["from_cents", "to_cents", "probability"], bins),
            "ruin_by_bankroll": table(
                ["bankroll_cents", "chance_of_ruin"],
                [list(pair) for pair in zip(found.bankrolls_cents, found.by_bankroll, strict=True)],
            ),
            "ruin_by_round": table(
                ["rounds", "chance_of_ruin"],
                [list(pair) for pair in zip(found.rounds, found.by_round, strict=True)],
            ),
        },
    }


def _round_of(ask: Ask, tell: Tell) -> RoundResult:
    """The distribution of one round: from the exact table of outcomes, else by simulation."""
    try:
        tell({"what": "solving", "done": 0, "total": 1})
        solution = solution_of(ask)
    except Refused:
        solution = None
    if solution is not None:
        grain_cents = int(ask.settings["grain_cents"])
        exact = round_from_solution(ask.rules_of_game(), solution, ask.bets, grain_cents)
        if exact is not None:
            return exact
    key = (ask.game, ask.settings, ask.strategy, ask.pays, tuple(ask.bets.items()))
    return _simulated(key, tell)


def _mean_of(ask: Ask, one: RoundResult) -> float:
    """Cents a round wins on average: exactly where that is known, also where its distribution was simulated."""
    if one.known != SIMULATED:
        return one.mean
    game = with_pays(ask.rules_of_game(), ask.settings, ask.changes)
    try:
        edges = edges_as_paid(game, ask.settings, ask.strategy, solution_of(ask).wagers, ask.bets)
    except Refused:
        return one.mean
    placed = {name: cents for name, cents in ask.bets.items() if cents}
    return -edges[ROUND] * first_bet(game, placed) if ROUND in edges else one.mean


KEPT_MAX = 64
_KEPT: dict[Any, RoundResult] = {}  # rounds that were simulated, the latest last


def _simulated(key: Any, tell: Tell) -> RoundResult:
    if key not in _KEPT:
        slug, settings, strategy, pays, bets = key
        ask = Ask(kind="simulate", game=slug, settings=settings, strategy=strategy, pays=pays)
        game = with_pays(ask.rules_of_game(), ask.settings, ask.changes)
        for seen in watched(game, ask.settings, strategy, dict(bets), SIMULATED_ROUNDS):
            tell({"what": "playing rounds", "done": seen.rounds, "total": SIMULATED_ROUNDS})
        _KEPT[key] = round_from_simulation(seen)
        if len(_KEPT) > KEPT_MAX:
            del _KEPT[next(iter(_KEPT))]
    return _KEPT[key]
