"""A simulation watched while it runs: the counts so far at growing numbers of rounds, on one core.

Rounds are numbered as in `simulate`, so that the last sight of a seed has the very counts of `houseway simulate`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from houseway.analysis.design import strategy_for
from houseway.analysis.follow_ons import awards, edge_of_round, edge_with_follow_ons, follow_ons
from houseway.analysis.simulate import GPU_BATCH, add_tally
from houseway.analysis.simulation import Simulation
from houseway.engine.counting_table import CountingTable
from houseway.engine.device.opening import open_gpu
from houseway.games.betting import verify_wagers
from houseway.games.contract import Strategy
from houseway.games.game import Game, Settings, Wagers
from houseway.games.wager_titles import ROUND
from houseway.rules.refused import Refused

FIRST_MARK = 1000
MARKS_A_DECADE = 16
STRETCH = 1 << 21  # rounds between two looks, at most: about a second

WHOLE_PLAN = "a plan of one's own"


def watched(
    game: Game, settings: Settings, strategy: str, bets: Wagers, rounds: int, seed: int = 1, *, on_gpu: bool = False
) -> Iterator[Simulation]:
    """What a simulation of one seat has seen after 1,000 rounds, and again and again until it has seen them all."""
    if rounds < 1:
        raise Refused(f"{rounds} rounds cannot be simulated: ask for at least 1")
    verify_wagers(game, settings, bets)
    yield from _stretches(game, settings, strategy_for(game, strategy, settings), [bets], rounds, seed, on_gpu=on_gpu)


def watched_plan(
    game: Game, settings: Settings, strategy: Strategy, wagers: Sequence[Wagers], rounds: int, seed: int = 1
) -> Iterator[Simulation]:
    """The same of a strategy that is at hand, with so many seats."""
    yield from _stretches(game, settings, strategy, wagers, rounds, seed)


def played(game: Game, settings: Settings, plan: Any, wagers: Sequence[Wagers], rounds: int, seed: int) -> Simulation:
    """A simulation of a plan that has no name."""
    *_, last = _stretches(game, settings, Strategy(WHOLE_PLAN, plan, game.follow), wagers, rounds, seed)
    return last


def _stretches(
    game: Game, settings: Settings, strategy: Strategy, wagers: Sequence[Wagers], rounds: int, seed: int, *,
    on_gpu: bool = False,
) -> Iterator[Simulation]:  # fmt: skip
    kind = open_gpu().CudaTable if on_gpu else CountingTable
    table = kind(game, settings, strategy.plan, wagers, follow=strategy.follow)
    done = 0
    for mark in marks(rounds, GPU_BATCH if on_gpu else STRETCH):
        table.play(seed, done, mark - done)
        done = mark
        seen = Simulation(game, settings, strategy.name, seed, wagers, rounds=done)
        add_tally(seen, table.tally)
        yield seen


def marks(rounds: int, stretch: int = STRETCH) -> list[int]:
    """Rounds after which to look: evenly on a logarithmic scale, and never too far apart."""
    found: list[int] = []
    mark, step = 0, 0
    while mark < rounds:
        wanted = round(FIRST_MARK * 10 ** (step / MARKS_A_DECADE))
        mark = min(wanted, mark + stretch, rounds)
        found.append(mark)
        step += 1
    return found


def exact_edges(game: Game, wagers: Mapping[str, Any], bets: Wagers) -> dict[str, float]:
    """The edges a simulation of these bets converges to, by wager, and of the round per unit of its first bet."""
    placed = {name: cents for name, cents in bets.items() if cents}
    edges: dict[str, float] = {}
    for name in game.wagers:
        alone = f"{name}_alone"
        known = alone if len(placed) == 1 and name in placed and alone in wagers else name
        if known in wagers:
            edges[name] = float(wagers[known].edge.value)
    edges |= {name: float(edge) for name, edge in awards(game, wagers).items()}
    added = follow_ons(game, wagers)
    whole = edge_with_follow_ons(game, wagers, placed) if added else edge_of_round(game, edges, placed)
    return edges if whole is None else {**edges, ROUND: whole}
