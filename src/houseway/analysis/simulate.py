"""Play a game millions of times, on all cores, with the same counts for a seed however the work is cut up."""

import math
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from houseway.engine.compiled import compiled
from houseway.engine.packed import opened, packed
from houseway.engine.rounds import NO_KEY, TABLE, Tally, choose, new_tally, read_key, rounds, silence
from houseway.engine.walk import outcome_name
from houseway.games import find_game
from houseway.games.game import Game, Settings, Wagers, place_wagers
from houseway.games.sheet import Refused
from houseway.rules.felt import Felt
from houseway.rules.shoe import lazy_shoe

BATCH = 1 << 17  # rounds a thread takes at a time: a fraction of a second
SEEDS = 1 << 64
ROUND = "round"  # all wagers of a seat together

Progress = Callable[[int], None]  # told the rounds done so far


@dataclass(frozen=True)
class WagerFigures:
    """What was seen of one wager (or of the round), per seat that had it in action."""

    name: str
    wager_cents: int  # the initial wager that edges refer to
    seen: int  # times it was settled
    mean: float  # won per unit of initial wager; the house's edge is minus this
    standard_error: float
    standard_deviation: float
    hit: float  # how often it won something
    action: float  # put in action per unit of initial wager
    outcomes: tuple[tuple[str, int, int], ...]  # (outcome, cents won, count), most won first

    @property
    def edge(self) -> float:
        return -self.mean


@dataclass
class Simulation:
    """The counts of a simulation and what follows from them."""

    game: Game
    settings: Settings
    strategy: str
    seed: int
    wagers: Sequence[Wagers]
    rounds: int = 0
    counts: Counter[tuple[int, int, int]] = field(default_factory=Counter)  # (spot, outcome, cents) -> times
    action: Counter[int] = field(default_factory=Counter)
    interrupted: bool = False

    def figures(self) -> list[WagerFigures]:
        """One entry a wager that was seen, and the round last."""
        spots = range(len(self.game.wagers) + 1)
        return [found for spot in spots if (found := self._figures_of(spot)) is not None]

    def _figures_of(self, spot: int) -> WagerFigures | None:
        results = {key: n for key, n in self.counts.items() if key[0] == spot}
        seen = sum(results.values())
        if not seen:
            return None
        of_round = spot == len(self.game.wagers)
        unit = self._unit(spot)
        total = sum(cents * n for (_, _, cents), n in results.items())
        squares = sum(cents * cents * n for (_, _, cents), n in results.items())
        variance = squares / seen - (total / seen) ** 2
        action = sum(self.action.values()) if of_round else self.action[spot]
        rows = [(outcome_name(self.game, outcome), cents, n) for (_, outcome, cents), n in results.items()]
        if of_round:
            rows = [(ROUND, cents, n) for _, cents, n in rows]
        return WagerFigures(
            name=ROUND if of_round else self.game.wagers[spot],
            wager_cents=unit,
            seen=seen,
            mean=total / seen / unit,
            standard_error=self._standard_error(spot, variance, seen) / unit,
            standard_deviation=math.sqrt(variance) / unit,
            hit=sum(n for (_, _, cents), n in results.items() if cents > 0) / seen,
            action=action / seen / unit,
            outcomes=tuple(sorted(rows, key=lambda row: (-row[1], row[0]))),
        )

    def _standard_error(self, spot: int, variance: float, seen: int) -> float:
        """Seats at one table share cards, so with several the table's total is what varies independently."""
        table = {key: n for key, n in self.counts.items() if key[0] == TABLE + spot}
        if not table:
            return math.sqrt(variance / seen)
        n = sum(table.values())
        mean = sum(cents * k for (_, _, cents), k in table.items()) / n
        spread = sum((cents - mean) ** 2 * k for (_, _, cents), k in table.items()) / n
        return math.sqrt(spread * n) / seen

    def _unit(self, spot: int) -> int:
        """The initial wager; for the round, the first wager of the sheet (the game's base bet)."""
        bets = next(bets for bets in self.wagers if bets)
        if spot < len(self.game.wagers):
            own = bets.get(self.game.wagers[spot], 0)
            if own:
                return own
        return bets[self.game.wagers[0]]


def standard_wagers(game: Game, cents: int = 1000) -> dict[str, int]:
    """The same bet on every spot a player may bet on before the round, tokes aside."""
    return {wager.name: cents for wager in game.sheet.wagers if wager.placed and not wager.toke}


def simulate(
    game: Game,
    rounds: int,
    seed: int = 1,
    *,
    settings: Mapping[str, Any] | None = None,
    strategy: str = "basic",
    wagers: Sequence[Wagers] | None = None,
    threads: int | None = None,
    batch: int = BATCH,
    progress: Progress | None = None,
) -> Simulation:
    """Simulate a number of rounds. Ctrl-C ends it early; what is done by then is returned."""
    if rounds < 1:
        raise Refused(f"{rounds} rounds cannot be simulated: ask for at least 1")
    if not 0 <= seed < SEEDS:
        raise Refused(f"seed {seed} is out of range: choose one from 0 to {SEEDS - 1}")
    wagers = wagers or [standard_wagers(game)]
    result = Simulation(game, game.settings(settings), strategy, seed, wagers)
    work = _Work(result, rounds, batch, progress)
    workers = max(1, min(threads or os.cpu_count() or 1, -(-rounds // batch)))
    kernel(game.slug)  # compiled once, before the threads start
    with ThreadPoolExecutor(workers) as pool:
        running = [pool.submit(work.run) for _ in range(workers)]
        try:
            for each in running:
                each.result()
        except KeyboardInterrupt:
            work.stopped.set()
            result.interrupted = True
    return result


@cache
def kernel(slug: str) -> Callable[..., None]:
    """The compiled loop of a game that follows a plan, without a tape."""
    game = find_game(slug)
    swap = {"play": game.play, "decide": game.follow, "choose": choose, "note": silence}
    return compiled(rounds, swap, keep=f"rounds-{slug}")


class _Work:
    """Batches of one simulation, taken by threads until there are none left."""

    def __init__(self, result: Simulation, total: int, batch: int, progress: Progress | None) -> None:
        self.result = result
        self.batches: Iterator[tuple[int, int]] = ((i, min(batch, total - i)) for i in range(0, total, batch))
        self.progress = progress
        self.lock = threading.Lock()
        self.stopped = threading.Event()
        self.rules = packed(result.game.rules(result.settings))
        self.plan = packed(result.game.plan(result.strategy, result.settings))

    def run(self) -> None:
        """One thread: its own table and tally, batch after batch."""
        game, result = self.result.game, self.result
        loop = kernel(game.slug)
        shoe = packed(lazy_shoe(game.deck(result.settings), endless=game.endless(result.settings)))
        felt = packed(game.felt(len(result.wagers), taped=False))
        place_wagers(game, opened(felt, Felt), result.wagers)
        tally = packed(new_tally(len(game.wagers)))
        try:
            while not self.stopped.is_set():
                with self.lock:
                    first, count = next(self.batches, (0, 0))
                if not count:
                    break
                loop(self.rules, shoe, self.plan, felt, tally, result.seed, first, count)
                with self.lock:
                    result.rounds += count
                    if self.progress:
                        self.progress(result.rounds)
        finally:
            with self.lock:
                add_tally(result, opened(tally, Tally))


def add_tally(result: Simulation, tally: Tally) -> None:
    for key, n in zip(tally.keys, tally.counts, strict=True):
        if key != NO_KEY:
            result.counts[read_key(int(key))] += int(n)
    for wager, cents in enumerate(tally.action):
        result.action[wager] += int(cents)
