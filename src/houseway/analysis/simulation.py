"""What a simulation saw: integer counts, and every figure computed from them."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from houseway.analysis.follow_ons import per_first_bet
from houseway.engine.rest_tally import REST
from houseway.engine.rounds import TABLE
from houseway.engine.walk import outcome_name
from houseway.games.game import Game, Settings, Wagers

ROUND = "round"  # all wagers of a seat together; it hits when any of them wins
NOT_MADE = "not_made"  # a wager that arises in play, and did not
ROUND_OUTCOMES = ("no wager won", "some wager won")


@dataclass(frozen=True)
class WagerFigures:
    """What was seen of one wager (or of the round), per seat that had it in action."""

    name: str
    wager_cents: int  # the initial wager that edges refer to
    seen: int  # times it was settled; of one that is told per unit of the first bet, all rounds
    mean: float  # won per unit of initial wager; the house's edge is minus this
    standard_error: float
    standard_deviation: float
    hit: float  # how often it won something; the round: how often any of its wagers did
    action: float  # put in action per unit of initial wager
    outcomes: tuple[tuple[str, int, int], ...]  # (outcome, cents won, count), most won first

    @property
    def edge(self) -> float:
        return 0.0 - self.mean  # no minus before nothing


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
    known: Mapping[str, float] = field(default_factory=dict)  # of one seat: exact mean cents, by wager

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
        idle = 0 if of_round else self._idle(self.game.wagers[spot], seen)
        seen += idle
        mean, variance = _spread(results, seen)
        error = self._standard_error(spot, variance, seen)
        if of_round and self.known:
            rest, variance_of_rest = _spread({key: n for key, n in self.counts.items() if key[0] == REST}, seen)
            mean, error = rest + sum(self.known.values()), math.sqrt(variance_of_rest / seen)
        action = sum(self.action.values()) if of_round else self.action[spot]
        rows = [(self._outcome(spot, outcome), cents, n) for (_, outcome, cents), n in results.items()]
        rows += [(NOT_MADE, 0, idle)] if idle else []
        return WagerFigures(
            name=ROUND if of_round else self.game.wagers[spot],
            wager_cents=unit,
            seen=seen,
            mean=mean / unit,
            standard_error=error / unit,
            standard_deviation=math.sqrt(variance) / unit,
            hit=sum(n for (_, outcome, cents), n in results.items() if (outcome if of_round else cents > 0)) / seen,
            action=action / seen / unit,
            outcomes=tuple(sorted(rows, key=lambda row: (-row[1], row[0]))),
        )

    def _idle(self, wager: str, seen: int) -> int:
        """Times that a wager which is told per unit of the first bet did not arise."""
        if wager not in per_first_bet(self.game):
            return 0
        seats = sum(1 for bets in self.wagers if bets.get(self.game.wagers[0]))
        return max(0, self.rounds * seats - seen)

    def _outcome(self, spot: int, outcome: int) -> str:
        return ROUND_OUTCOMES[outcome] if spot == len(self.game.wagers) else outcome_name(self.game, outcome)

    def _standard_error(self, spot: int, variance: float, seen: int) -> float:
        """Seats at one table share cards, so with several the table's total is what varies independently."""
        table = {key: n for key, n in self.counts.items() if key[0] == TABLE + spot}
        if not table:
            return math.sqrt(variance / seen)
        n = self.rounds if self._is_in_every_round(spot) else sum(table.values())
        _, spread = _spread(table, n)
        return math.sqrt(spread * n) / seen

    def _is_in_every_round(self, spot: int) -> bool:
        """Told per round, also of those in which it did not arise."""
        return spot < len(self.game.wagers) and self.game.wagers[spot] in per_first_bet(self.game)

    def _unit(self, spot: int) -> int:
        """The initial wager; for the round, the first wager of the sheet (the game's base bet)."""
        bets = next(bets for bets in self.wagers if bets)
        if spot < len(self.game.wagers):
            own = bets.get(self.game.wagers[spot], 0)
            if own:
                return own
        return bets[self.game.wagers[0]]


def _spread(results: Mapping[tuple[int, int, int], int], times: int) -> tuple[float, float]:
    """Mean and variance of cents, over so many times; those that are not counted came to nothing."""
    mean = sum(cents * n for (_, _, cents), n in results.items()) / times
    return mean, sum(cents * cents * n for (_, _, cents), n in results.items()) / times - mean * mean


def standard_wagers(game: Game, cents: int = 1000) -> dict[str, int]:
    """The same bet on every spot a player may bet on before the round, tokes aside."""
    return {wager.name: cents for wager in game.sheet.wagers if wager.placed and not wager.toke}


def in_short(found: WagerFigures) -> dict[str, Any]:
    """One wager's figures without its outcomes."""
    return {
        "seen": found.seen,
        "edge": found.edge,
        "standard_error": found.standard_error,
        "standard_deviation": found.standard_deviation,
        "hit": found.hit,
        "action": found.action,
    }


def as_json(result: Simulation) -> dict[str, Any]:
    """The whole result, counts included, for other programs."""
    return {
        "game": result.game.slug,
        "options": dict(result.settings),
        "strategy": result.strategy,
        "seed": result.seed,
        "rounds": result.rounds,
        "interrupted": result.interrupted,
        "wagers": [dict(bets) for bets in result.wagers],
        **({"exact_cents": dict(result.known)} if result.known else {}),
        "figures": {
            found.name: {
                "wager_cents": found.wager_cents,
                **in_short(found),
                "outcomes": [
                    {"outcome": outcome, "cents": cents, "count": count} for outcome, cents, count in found.outcomes
                ],
            }
            for found in result.figures()
        },
    }
