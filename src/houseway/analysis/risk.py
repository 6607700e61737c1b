"""A session at a table: how its result is distributed, and the chance of ruin by bankroll.

Rounds are independent (each is dealt from a full shoe) and played with the same bets. The result of one round is exact
where its table of outcomes is known and comes out in whole cents; otherwise it is what a simulation counted.

* The result of n rounds is the n-th convolution power of one round's, by Fourier transform on the lattice that all
  results lie on. The window leaves out less than TAIL of probability on either side (Chernoff's bound).
* Ruin is a bankroll that cannot place the next round's bets. With R_k(b) the chance of it within k rounds from b,
  R_{k+1}(b) = sum over x of p(x) R_k(b + x): one recursion gives every bankroll and every number of rounds. Bankrolls
  from which ruin is less likely than TAIL (Doob's inequality) count as safe. Doubles and splits are always afforded
  while the bets themselves can be placed.
* Where the lattice is too fine for either, sessions are drawn at random instead, and each chance has a standard error.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact.shared.solution import Solution
from houseway.analysis.follow_ons import follow_ons, led_by
from houseway.analysis.simulation import Simulation
from houseway.games.game import Game, Wagers
from houseway.rules.refused import Refused

TAIL = 1e-11
LATTICE_MAX = 1 << 22  # points of a distribution
WORK_MAX = 4e8  # points times rounds of the recursion
SESSIONS = 20_000  # drawn at random where the lattice is too fine
DRAWN_AT_ONCE = 4_000_000
ROUNDS_MAX = 100_000

EXACT, PARTLY_SAMPLED, SIMULATED = "exact", "exact but for rounds with split hands", "simulated"

Floats = NDArray[np.float64]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class RoundResult:
    """The result of one round in cents, and how likely each is."""

    cents: tuple[int, ...]
    likely: tuple[float, ...]
    known: str  # exact, partly sampled, or simulated
    rounds: int = 0  # simulated rounds it was counted in

    @property
    def mean(self) -> float:
        return math.fsum(x * p for x, p in zip(self.cents, self.likely, strict=True))

    @property
    def sd(self) -> float:
        mean = self.mean
        return math.sqrt(math.fsum((x - mean) ** 2 * p for x, p in zip(self.cents, self.likely, strict=True)))

    @property
    def step(self) -> int:
        """All results are multiples of so many cents."""
        return max(math.gcd(*self.cents), 1)


def round_from_solution(game: Game, solution: Solution, bets: Wagers, grain_cents: int = 1) -> RoundResult | None:
    """The round from a table of outcomes, or None where none is of exactly these bets or it is not in whole cents."""
    placed = {name: cents for name, cents in bets.items() if cents}
    name = _wager_that_is_the_round(game, solution, placed)
    if name is None:
        return None
    unit = next(iter(placed.values()))
    wager = solution.wagers[name]
    likely: dict[int, Fraction] = {}
    for row in wager.rows:
        cents = row.won * unit
        if cents.denominator != 1 or cents.numerator % grain_cents:
            return None  # the house's rounding would decide
        likely[int(cents)] = likely.get(int(cents), Fraction(0)) + row.probability
    known = PARTLY_SAMPLED if wager.variance.se is not None else EXACT
    return RoundResult(tuple(likely), tuple(map(float, likely.values())), known)


def _wager_that_is_the_round(game: Game, solution: Solution, placed: Wagers) -> str | None:
    if follow_ons(game, solution.wagers):
        aside = [wager.name for wager in game.sheet.wagers if wager.aside and wager.name in placed]
        whole = solution.wagers.get("round")
        return "round" if whole and whole.rows and led_by(game, placed) and not aside else None
    if len(placed) == 1:
        (only,) = placed
        name = f"{only}_alone" if f"{only}_alone" in solution.wagers else only
        return name if name in solution.wagers and solution.wagers[name].rows else None
    everything = {wager.name for wager in game.sheet.wagers if wager.placed and not (wager.aside or wager.toke)}
    equal = len(set(placed.values())) == 1 and set(placed) == everything
    return "round" if equal and "round" in solution.wagers and solution.wagers["round"].rows else None


def round_from_simulation(result: Simulation) -> RoundResult:
    """The round as it was counted."""
    spot = len(result.game.wagers)
    counts: dict[int, int] = {}
    for (where, _, cents), n in result.counts.items():
        if where == spot:
            counts[cents] = counts.get(cents, 0) + n
    seen = sum(counts.values())
    return RoundResult(tuple(counts), tuple(n / seen for n in counts.values()), SIMULATED, seen)


# --- the result of a session ---


@dataclass(frozen=True)
class SessionResult:
    """The result of n rounds: likelihoods on a lattice of cents."""

    first_cents: int
    step_cents: int
    likely: Floats
    sessions: int | None = None  # None: convolved; else drawn at random so many times

    @property
    def cents(self) -> Floats:
        return self.first_cents + self.step_cents * np.arange(len(self.likely), dtype=np.float64)

    def quantile(self, share: float) -> int:
        place = int(np.searchsorted(np.cumsum(self.likely), share - 1e-9))
        return self.first_cents + self.step_cents * min(place, len(self.likely) - 1)

    def chance(self, least_cents: int, most_cents: int) -> float:
        """That the result lies between these, both counted."""
        cents = self.cents
        return float(min(1.0, self.likely[(cents >= least_cents) & (cents <= most_cents)].sum()))


def session(of: RoundResult, rounds: int, seed: int = 1) -> SessionResult:
    """How the result of so many rounds is distributed."""
    verify_rounds(rounds)
    window = _window(of, rounds)
    if window is None:
        return _drawn_session(of, rounds, seed)
    step, low, points = of.step, window[0], window[1]
    # every round is shifted by its least result, so that places count from zero; the sum comes out modulo the points
    base = min(of.cents) // step
    one = np.zeros(points)
    for cents, likely in zip(of.cents, of.likely, strict=True):
        one[(cents // step - base) % points] += likely
    power = np.fft.irfft(np.fft.rfft(one) ** rounds, points)
    power = np.roll(power, -((low - base * rounds) % points))
    power[power < 1e-15] = 0.0
    return SessionResult(low * step, step, power / power.sum())


def _window(of: RoundResult, rounds: int) -> tuple[int, int] | None:
    """The lowest place and the number of places to keep, or None if they are too many."""
    step = of.step
    down, up = _far(of, rounds, -1), _far(of, rounds, +1)
    low = max(rounds * min(of.cents), -down) // step
    high = min(rounds * max(of.cents), up) // step + 1
    points = 1 << max(1, (high - low + 1)).bit_length()
    return (low, points) if points <= LATTICE_MAX else None


def _far(of: RoundResult, rounds: int, side: int) -> int:
    """Cents that the sum of all rounds, or any part of it, passes on one side with a chance below TAIL.

    For any t > 0 it passes d with at most M(t)^n e^(-td); where M(t) < 1, with at most e^(-td).
    """
    values = side * np.array(of.cents, dtype=np.float64)
    likely = np.array(of.likely)
    widest = float(np.abs(values).max()) or 1.0
    best = rounds * widest
    for t in np.geomspace(1e-7, 30.0, 240) / widest:
        grows = max(0.0, math.log(float(likely @ np.exp(np.minimum(t * values, 600.0)))))
        best = min(best, (rounds * grows - math.log(TAIL)) / t)
    return math.ceil(best)


def _drawn_session(of: RoundResult, rounds: int, seed: int) -> SessionResult:
    """Sessions drawn at random: how often each result came up is drawn at once, by number."""
    chance = np.random.default_rng(seed)
    likely = np.array(of.likely) / math.fsum(of.likely)
    totals = chance.multinomial(rounds, likely, SESSIONS) @ np.array(of.cents, dtype=np.int64)
    low, high = int(totals.min()), int(totals.max())
    step = max(1, -(-(high - low + 1) // 4096))
    counts = np.bincount((totals - low) // step)
    return SessionResult(low, step, counts / SESSIONS, SESSIONS)


# --- ruin ---


@dataclass(frozen=True)
class Ruin:
    """Chances of ruin: by bankroll for all rounds, and by rounds for one bankroll."""

    bankrolls_cents: list[int]
    by_bankroll: list[float]
    rounds: list[int]
    by_round: list[float]
    at: float  # from the bankroll asked for, within all rounds
    se: float | None = None  # of `at`; None: by the recursion


def ruin(
    of: RoundResult, stake_cents: int, bankroll_cents: int, rounds: int, progress: Progress | None = None, seed: int = 1
) -> Ruin:
    """The chance that a bankroll cannot place the bets of `stake_cents` some time before the rounds are over."""
    verify_rounds(rounds)
    if bankroll_cents < stake_cents:
        raise Refused(
            f"a bankroll of ${bankroll_cents / 100:,.2f} cannot place bets of ${stake_cents / 100:,.2f}: bring more"
        )
    step = math.gcd(of.step, stake_cents)
    safe_cents = stake_cents + _far(of, rounds, -1)
    places = (safe_cents - 1) // step + 1
    if places > LATTICE_MAX or places * rounds > WORK_MAX:
        return _drawn_ruin(of, stake_cents, bankroll_cents, rounds, progress, seed)
    return _recursion(of, stake_cents, bankroll_cents, rounds, step, places, progress)


def _recursion(
    of: RoundResult, stake: int, bankroll: int, rounds: int, step: int, places: int, progress: Progress | None
) -> Ruin:
    """R_k on bankrolls of 0 .. places - 1 steps; below the stake it is one, from `places` on it is nought."""
    shifts = np.array(of.cents, dtype=np.int64) // step
    deepest = max(0, -int(shifts.min()))  # below nought everything is ruin
    size = 1 << (places + deepest + int(min(max(shifts.max(), 0), places))).bit_length()
    kernel = np.zeros(size)
    for shift, likely in zip(shifts.tolist(), of.likely, strict=True):
        if shift < places:  # a larger win is safety
            kernel[-shift % size] += likely
    forward = np.fft.rfft(kernel)
    lost = -(-stake // step)  # bankrolls of fewer steps than this are ruin
    chances = np.zeros(size)
    chances[: deepest + lost] = 1.0
    place = deepest + bankroll // step
    looks = _looks(rounds)
    by_round: list[float] = []
    for done in range(1, rounds + 1):
        moved = np.fft.irfft(np.fft.rfft(chances) * forward, size)
        chances[deepest + lost : deepest + places] = moved[deepest + lost : deepest + places].clip(0.0, 1.0)
        if done in looks:
            by_round.append(float(chances[place]) if place < deepest + places else 0.0)
            if progress:
                progress(done, rounds)
    shown = np.unique(np.linspace(lost, max(places - 1, bankroll // step), 160).astype(np.int64))
    curve = [float(chances[deepest + b]) if b < places else 0.0 for b in shown.tolist()]
    return Ruin([int(b) * step for b in shown], curve, sorted(looks), by_round, by_round[-1])


def _looks(rounds: int) -> set[int]:
    return {max(1, round(rounds * i / 100)) for i in range(1, 101)}


def _drawn_ruin(of: RoundResult, stake: int, bankroll: int, rounds: int, progress: Progress | None, seed: int) -> Ruin:
    """By sessions drawn at random: the lowest sight of each says from which bankrolls it would have been ruin."""
    chance = np.random.default_rng(seed)
    cents = np.array(of.cents, dtype=np.int64)
    likely = np.array(of.likely) / math.fsum(of.likely)
    total = np.zeros(SESSIONS, dtype=np.int64)
    lowest = np.zeros(SESSIONS, dtype=np.int64)
    looks = sorted(_looks(rounds))
    by_round: list[float] = []
    done = 0
    for look in looks:
        while done < look:
            many = min(look - done, max(1, DRAWN_AT_ONCE // SESSIONS))
            sums = total + np.cumsum(chance.choice(cents, (many, SESSIONS), p=likely), axis=0)
            lowest, total, done = np.minimum(lowest, sums.min(axis=0)), sums[-1], done + many
        by_round.append(float((bankroll + lowest < stake).mean()))
        if progress:
            progress(done, rounds)
    at = by_round[-1]
    most = max(bankroll, stake - int(lowest.min()))
    shown = np.linspace(stake, most, 160).astype(np.int64)
    curve = [float((b + lowest < stake).mean()) for b in shown]
    return Ruin(shown.tolist(), curve, looks, by_round, at, math.sqrt(max(at * (1 - at), 1 / SESSIONS) / SESSIONS))


def verify_rounds(rounds: int) -> None:
    if not 1 <= rounds <= ROUNDS_MAX:
        raise Refused(f"a session of {rounds:,} rounds cannot be worked out: choose from 1 to {ROUNDS_MAX:,}")


def total_stake(bets: Mapping[str, int]) -> int:
    """What must be on the table to begin a round."""
    return sum(bets.values())
