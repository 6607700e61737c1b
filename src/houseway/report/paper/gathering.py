"""Gather the evidence of a report: simulate, walk, advise, price the mistakes and the house's options.

`python -m houseway.report.paper.gathering [GAME ...]` gathers what ships with the package.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

from houseway.analysis.checks import all_scores
from houseway.analysis.convergence import watched_plan
from houseway.analysis.design import solved_anew, strategy_for
from houseway.analysis.effects import Effects, effects_of
from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.guides import guide_of
from houseway.analysis.risk import RoundResult, session
from houseway.analysis.simulation import ROUND, Simulation, standard_wagers
from houseway.analysis.solve import OPTIMAL, advise, has_solver, solve
from houseway.engine.rounds import TABLE
from houseway.engine.walk import walk
from houseway.games import SLUGS, find_game
from houseway.games.charts import Plan
from houseway.games.contract import Strategy
from houseway.games.game import Game, Settings
from houseway.report.bins import bins_of
from houseway.report.guide_page import guide_json
from houseway.report.paper.evidence import (
    BET_CENTS,
    HOURS,
    PLAYERS,
    ROUNDS_AN_HOUR,
    SHIPPED,
    Evidence,
    Hand,
    Mistake,
    Night,
    Score,
    Seated,
    Sight,
    Walk,
    as_json,
    evidence_key,
    keep_evidence,
    kept_evidence,
)
from houseway.report.strategy import strategy_json
from houseway.rules.cards import cards_of
from houseway.rules.refused import Refused

ROUNDS = 2_000_000  # of the simulation that is held against the solution
ROUNDS_SHIPPED = 10_000_000
SEATS_ROUNDS = 500_000
SEED = 2026
SHARES = (0.01, 0.05, 0.5, 0.95, 0.99)

Tell = Callable[[str], None]


def evidence_of(game: Game, solution: Solution, tell: Tell = lambda _: None) -> Evidence:
    """Kept, or gathered now and kept."""
    found = kept_evidence(game, solution)
    if found is None:
        found = gathered(game, solution, tell)
        keep_evidence(game, solution, found)
    return found


def gathered(game: Game, solution: Solution, tell: Tell = lambda _: None, rounds: int = ROUNDS) -> Evidence:
    """Everything, worked out now: seconds to minutes."""
    settings, name = solution.settings, solution.strategy
    tell("strategy")
    strategy = strategy_for(game, name, settings)
    tell("simulation")
    bets = standard_wagers(game)
    sights: dict[str, list[Sight]] = {}
    result = None
    for result in watched_plan(game, settings, strategy, [bets], rounds, SEED):
        for seen in result.figures():
            sights.setdefault(seen.name, []).append(Sight(seen.seen, seen.edge, seen.standard_error))
    assert result is not None
    tell("mistakes")
    mistakes = _mistakes(game, solution, rounds)
    tell("house options")
    effects = _effects(game, settings, name)
    tell("seats")
    seats, night = _tables(game, settings, strategy)
    return Evidence(
        rounds=rounds,
        seed=SEED,
        scores=_scores(result, solution),
        sights={
            wager: each[::2] if each[-1] in each[::2] else [*each[::2], each[-1]] for wager, each in sights.items()
        },
        walks=_walks(game),
        chart=strategy_json(game, strategy.plan, settings) if isinstance(strategy.plan, Plan) else [],
        guide=_guide(game, settings, name),
        mistakes=mistakes,
        hands=[Hand(hand, [(act, float(v)) for act, v in advise(game, settings, hand)]) for hand in game.sheet.hands]
        if name == OPTIMAL
        else [],
        effects=effects,
        seats=seats,
        night=night,
    )


def _scores(result: Simulation, solution: Solution) -> list[Score]:
    """Of bets that lie before the round: one that arises in play is seen less often than its figures are told for.

    A round that was seen with side bets is another than that of the solution, which leaves them out.
    """
    bets = result.wagers[0]
    beside = any(wager.aside and wager.name in bets for wager in result.game.sheet.wagers)
    held = [*bets] if beside else [*bets, ROUND]
    placed = {name: each for name, each in solution.wagers.items() if name in held}
    scores = all_scores(result, placed)
    found = []
    for seen in result.figures():
        if seen.name in placed:
            rows = [z for name, z in scores.items() if name.startswith(f"{seen.name}.")]
            farthest = max(rows, key=abs, default=0.0)
            found.append(Score(seen.name, seen.seen, seen.edge, scores[seen.name], len(rows), farthest))
    return found


def _walks(game: Game) -> list[Walk]:
    found = []
    for toy in game.sheet.toys:
        settings = game.settings(toy.options)
        walked = walk(
            game,
            settings,
            cards_of(toy.cards),
            [standard_wagers(game)] * toy.seats,
            game.plan(game.strategies[0], settings),
        )
        found.append(Walk(toy.name, len(cards_of(toy.cards)), walked.leaves, str(walked.mass)))
    return found


def _guide(game: Game, settings: Settings, strategy: str) -> dict[str, Any]:
    guide = guide_of(game, settings, strategy)
    if guide is None:
        return {}
    found = guide_json(game, strategy, guide)
    del found["classes"]
    return found


def _mistakes(game: Game, solution: Solution, rounds: int) -> list[Mistake]:
    """What the strategies that are written down come to, on wagers where that differs."""
    found = []
    for name in dict.fromkeys((*game.sheet.solved, *game.strategies)):
        if name != solution.strategy:
            try:
                other = solved_anew(game, solution.settings, name)
            except Refused:
                found += _sampled(game, solution, name, rounds)
                continue
            for wager, best in solution.wagers.items():
                if wager in other.wagers and other.wagers[wager].edge.value != best.edge.value:
                    found.append(Mistake(name, wager, float(other.wagers[wager].edge.value)))
    return found


def _sampled(game: Game, solution: Solution, name: str, rounds: int) -> list[Mistake]:
    """What a strategy comes to that cannot be solved, without side bets, which no choice moves."""
    aside = {wager.name for wager in game.sheet.wagers if wager.aside}
    bets = {wager: cents for wager, cents in standard_wagers(game).items() if wager not in aside}
    strategy = strategy_for(game, name, solution.settings)
    *_, result = watched_plan(game, solution.settings, strategy, [bets], rounds, SEED)
    held = {*bets, ROUND} & set(solution.wagers)
    return [Mistake(name, seen.name, seen.edge, seen.standard_error) for seen in result.figures() if seen.name in held]


def _effects(game: Game, settings: Settings, strategy: str) -> Effects | None:
    try:
        return effects_of(game, settings, strategy)
    except Refused:
        return None  # the game declares none


def _tables(game: Game, settings: Settings, strategy: Strategy) -> tuple[list[Seated], Night | None]:
    """The same play with one, three and a full table's players; of the last, a night."""
    full = min(PLAYERS, game.seats_max(settings))
    seats: list[Seated] = []
    night = None
    for players in sorted({1, (full + 1) // 2, full}):
        wagers = [standard_wagers(game)] * players
        *_, result = watched_plan(game, settings, strategy, wagers, SEATS_ROUNDS, SEED)
        of_round = next(found for found in result.figures() if found.name == ROUND)
        one = table_round(result, players)
        seats.append(Seated(players, of_round.edge, of_round.standard_error, one.sd / BET_CENTS))
        if players == full:
            night = _night(one, players, sum(standard_wagers(game).values()))
    return seats, night


def table_round(result: Simulation, players: int) -> RoundResult:
    """What the house wins a round at the whole table, as it was counted."""
    spot = len(result.game.wagers) + (TABLE if players > 1 else 0)
    counts: dict[int, int] = {}
    for (where, _, cents), n in result.counts.items():
        if where == spot:
            counts[-cents] = counts.get(-cents, 0) + n
    seen = sum(counts.values())
    return RoundResult(tuple(counts), tuple(n / seen for n in counts.values()), "simulated", seen)


def _night(one: RoundResult, players: int, stake_cents: int) -> Night:
    rounds = ROUNDS_AN_HOUR * HOURS
    results = session(one, rounds, SEED)
    return Night(
        players=players,
        rounds=rounds,
        stake_cents=stake_cents,
        mean_cents=one.mean * rounds,
        sd_cents=one.sd * rounds**0.5,
        quantiles=[(share, results.quantile(share)) for share in SHARES],
        behind=results.chance(results.first_cents, 0),
        bins=[(low, high, share) for low, high, share in bins_of(results)],
    )


# --- what ships ---


def ship(slug: str) -> None:
    """Gather what ships with the package: every strategy that the solver finds, under the standard options."""
    game = find_game(slug)
    found = {}
    for name in game.sheet.solved:
        solution = solve(game, None, name)
        print(f"{slug} {name}", flush=True)
        evidence = gathered(game, solution, lambda what: print(f"  {what}", flush=True), ROUNDS_SHIPPED)
        found[evidence_key(game, solution)] = as_json(evidence)
    SHIPPED.mkdir(exist_ok=True)
    (SHIPPED / f"{slug}.json").write_text(json.dumps(found, indent=None, sort_keys=True) + "\n")


if __name__ == "__main__":
    for each in sys.argv[1:] or [slug for slug in SLUGS if has_solver(find_game(slug))]:
        ship(each)
