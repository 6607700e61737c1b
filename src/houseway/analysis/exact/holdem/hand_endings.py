"""From counts to endings: how often one hand, or two played together, make what they make and beat the dealer."""

from collections import Counter
from typing import NamedTuple

import numpy as np

from houseway.analysis.exact.holdem.spot_counts import HIGHER, LIMB, LIMB_BITS, LOWER, Counts, Limbs
from houseway.rules.shapes import Words

NO_HAND = -1


class Ending(NamedTuple):
    """How a round can end for the hands that are played."""

    made: int
    wins: bool
    other: int = NO_HAND  # what the second hand makes, if there is one
    other_wins: bool = False
    best: int = NO_HAND  # what the better of both makes


Endings = Counter[Ending]  # in physical deals of the whole round, times SHARES


def endings_of_one(counts: Counts, spots: Words, ways: Words) -> Endings:
    """Hands that play two cards: their spots, and the physical ways to hold each."""
    times = _times(len(counts.partings.spot_codes), spots, ways)
    dealers = counts.deals // counts.rest
    endings: Endings = Counter()
    boards, beaten = _sums(counts.boards, times), _sums_of_limbs(counts.beaten, times)
    for made, all_boards, won in zip(counts.made.tolist(), boards, beaten, strict=True):
        endings[Ending(made, True, best=made)] += won
        endings[Ending(made, False, best=made)] += all_boards * dealers - won
    return +endings


def endings_of_two(counts: Counts, spots: Words, others: Words, ways: Words) -> Endings:
    """Hands that play all four cards as two hands: the spots seen from the first and from the second of them.

    The dealer's hands that lose to the lower value lose to both; so what both beat is what the lower beats.
    """
    places = len(counts.joint_spots)
    times = _times(places, counts.places[spots], ways)
    other_times = _times(places, counts.places[others], ways)
    dealers = counts.deals // counts.rest
    boards = _sums(counts.joint_boards, times)
    beaten = _sums_of_limbs(counts.joint_beaten, times)
    planes = [(made, other, level) for made, other, level in counts.planes.tolist()]
    from_other = dict(zip(planes, _sums_of_limbs(counts.joint_beaten, other_times), strict=True))
    endings: Endings = Counter()
    for (made, other, level), all_boards, won in zip(planes, boards, beaten, strict=True):
        other_won = from_other.get((other, made, HIGHER - level), 0)
        both = other_won if level == HIGHER else won
        best = other if level == LOWER else made
        endings[Ending(made, True, other, True, best)] += both
        endings[Ending(made, True, other, False, best)] += won - both
        endings[Ending(made, False, other, True, best)] += other_won - both
        endings[Ending(made, False, other, False, best)] += all_boards * dealers - won - other_won + both
    return +endings


def _times(places: int, spots: Words, ways: Words) -> Words:
    """[place] the physical hands that stand there."""
    assert (spots >= 0).all(), "spots that were not counted"
    times = np.zeros(places, dtype=np.int64)
    np.add.at(times, spots, ways)
    return times


def _sums(table: Words, times: Words) -> list[int]:
    """Each line times the column `times`, whatever size it has."""
    return _sums_of_limbs(np.stack([table & LIMB, table >> LIMB_BITS], axis=-1), times)


def _sums_of_limbs(table: Limbs | Words, times: Words) -> list[int]:
    used = np.flatnonzero(times)
    times = times[used]
    parts = [(table[:, used, i] @ times).tolist() for i in range(table.shape[-1])]
    return [sum(part << LIMB_BITS * i for i, part in enumerate(line)) for line in zip(*parts, strict=True)]
