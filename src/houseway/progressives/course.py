"""The course of meters over many bets, simulated: the same counts for a seed, however the bets are divided.

Bet n of a seed draws 64 bits from Philox with n as its counter, and hits the tier in whose part of the line they fall;
chances are cut to 64 bits. Between two hits a meter grows by all bets at once, which is the same as one by one
(`growth`), so that a year of a link takes seconds. Seats are dealt independently here: where players share cards their
hits come together more often.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

import numpy as np
import numpy.typing as npt

from houseway.progressives.awards import Award, awards_for, must_hit_award
from houseway.progressives.growth import Reading, grown, is_reached, new_trigger, opened
from houseway.progressives.hits import Hit
from houseway.progressives.jackpot import Meter
from houseway.progressives.worth import ProgressiveBet
from houseway.rules.chance import philox
from houseway.rules.refused import Refused

BETS_MAX = 10**10
BLOCK_BETS = 1 << 20
BITS = 64
HITS_STREAM, TRIGGERS_STREAM = 0x70726F67, 0x74726967  # the fourth word of the counter: other draws than a round's
WORD = (1 << 32) - 1

Longs = npt.NDArray[np.uint64]


@dataclass
class Course:
    """What so many bets came to."""

    bets: int
    seed: int
    hits: list[int]  # by tier
    readings: dict[str, Reading]
    fixed_cents: int = 0  # fixed sums and Envy: the house's
    jackpots: dict[str, list[int]] = field(default_factory=dict)  # of each meter, what was taken when all was won

    @property
    def won_cents(self) -> int:
        return self.fixed_cents + sum(reading.won_cents for reading in self.readings.values())


def run_course(bet: ProgressiveBet, bets: int, seed: int, *, block: int = BLOCK_BETS) -> Course:
    """So many bets, `bet.players` of them a round, from meters at their seeds."""
    if not 1 <= bets <= BETS_MAX:
        raise Refused(f"bets are 1 to {BETS_MAX:,}")
    meters = bet.progressive.meters
    course = Course(bets, seed, [0] * len(bet.progressive.tiers), {m.name: opened(m) for m in meters})
    course.jackpots = {meter.name: [] for meter in meters}
    mysteries = [_Mystery(meter, seed, i, course.readings[meter.name]) for i, meter in enumerate(meters)]
    made = 0
    for first, hits in _rounds_with_hits(bet, bets, seed, block):
        dealt = min(bets, first + bet.players)  # all bets of the round are down
        _grow(bet, course, mysteries, made, dealt)
        made = dealt
        _pay(bet, course, hits, dealt - first)
    _grow(bet, course, mysteries, made, bets)
    return course


def _pay(bet: ProgressiveBet, course: Course, hits: Sequence[Hit], seats: int) -> None:
    seeds = {name: reading.seeds for name, reading in course.readings.items()}
    before = {name: reading.won_cents for name, reading in course.readings.items()}
    paid, course.readings = awards_for(
        bet.progressive, course.readings, hits, {seat: seat for seat in range(1, seats + 1)}
    )
    for hit in hits:
        course.hits[hit.tier] += 1
    course.fixed_cents += sum(award.cents for award in paid if not award.meter)
    for name, reading in course.readings.items():
        if reading.seeds > seeds[name]:
            course.jackpots[name].append(reading.won_cents - before[name])


# --- growth, and what must hit ---


class _Mystery:
    """The hidden trigger of a meter that must hit; counted draws, one a win."""

    def __init__(self, meter: Meter, seed: int, place: int, reading: Reading) -> None:
        self.meter, self.seed, self.place, self.drawn = meter, seed, place, 0
        self.trigger = 0
        self.set(reading)

    def set(self, reading: Reading) -> None:
        if self.meter.must_hit_by_cents:
            self.trigger = new_trigger(self.meter, reading, self._draw)
            self.drawn += 1

    def _draw(self, n: int) -> int:
        """A fair number below n: 128 bits leave a bias that nobody can see."""
        words = np.zeros(4, dtype=np.int64)
        philox(words, self.drawn, 0, self.place, TRIGGERS_STREAM, self.seed & WORD, self.seed >> 32 & WORD)
        return sum(int(word) << 32 * i for i, word in enumerate(words)) * n >> 128


def _grow(bet: ProgressiveBet, course: Course, mysteries: Sequence[_Mystery], made: int, upto: int) -> None:
    for meter, mystery in zip(bet.progressive.meters, mysteries, strict=True):
        at = made
        while meter.must_hit_by_cents and at < upto:
            reading = course.readings[meter.name]
            lacking = mystery.trigger - reading.shown_cents - reading.overflow_cents - reading.carried
            needed = max(1, ceil(lacking / bet.growth_cents(meter)))
            if at + needed > upto:
                break
            reading = grown(meter, reading, needed * bet.bet_cents)
            assert is_reached(mystery.trigger, reading), "so many bets reach the trigger"
            award: Award
            award, reading = must_hit_award(meter, reading, seat=1)
            course.readings[meter.name] = reading
            course.jackpots[meter.name].append(award.cents)
            mystery.set(reading)
            at += needed
        course.readings[meter.name] = grown(meter, course.readings[meter.name], (upto - at) * bet.bet_cents)


# --- hits ---


def _rounds_with_hits(bet: ProgressiveBet, bets: int, seed: int, block: int) -> Iterator[tuple[int, list[Hit]]]:
    """The first bet of every round in which something is hit, with its hits: seat 1 bet first."""
    waiting: list[Hit] = []
    round_of = -1
    for number, tier in _hits(bet.chances, bets, seed, block):
        if number // bet.players != round_of and waiting:
            yield round_of * bet.players, waiting
            waiting = []
        round_of = number // bet.players
        waiting.append(Hit(number % bet.players + 1, tier))
    if waiting:
        yield round_of * bet.players, waiting


def _hits(chances: Sequence[Fraction], bets: int, seed: int, block: int) -> Iterator[tuple[int, int]]:
    """Bets that hit, with the tier."""
    ends, end = [], Fraction(0)
    for chance in chances:
        end += chance
        ends.append(min(int(end * (1 << BITS)), (1 << BITS) - 1))
    bounds = np.array(ends, dtype=np.uint64)
    for first in range(0, bets, block):
        drawn = draws(seed, first, min(block, bets - first))
        if not len(bounds):
            return
        for i in np.flatnonzero(drawn < bounds[-1]):
            yield first + int(i), int(np.searchsorted(bounds, drawn[i], side="right"))


def draws(seed: int, first: int, count: int) -> Longs:
    """64 bits for each bet: Philox4x32-10 as `rules.chance` has it, over many counters at once."""
    mask, half = np.uint64(WORD), np.uint64(32)
    number = np.arange(first, first + count, dtype=np.uint64)
    c0, c1 = number & mask, number >> half
    c2, c3 = np.zeros(count, dtype=np.uint64), np.full(count, HITS_STREAM, dtype=np.uint64)
    k0, k1 = seed & WORD, seed >> 32 & WORD
    for _ in range(10):
        p0, p1 = np.uint64(0xD2511F53) * c0, np.uint64(0xCD9E8D57) * c2
        c0, c1 = (p1 >> half) ^ c1 ^ np.uint64(k0), p1 & mask
        c2, c3 = (p0 >> half) ^ c3 ^ np.uint64(k1), p0 & mask
        k0, k1 = (k0 + 0x9E3779B9) & WORD, (k1 + 0xBB67AE85) & WORD
    return np.asarray(c0 << half | c1)
