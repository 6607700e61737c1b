"""Hands that are called wrongly, and a house way that is not followed."""

from collections import Counter
from itertools import combinations

from houseway.rules.poker import describe
from houseway.rules.tape import DISCARD, HAND, SAY, SAY_RANKED, SAY_TOTAL, SEAT, VERB, A, B
from houseway.school.drills import house_way, total
from houseway.school.drills.read_hand import NAMED_BY_ONE_RANK, VALUE_MASK
from houseway.school.lots import Lots
from houseway.school.planted.fault import Plantable, Planted, Where, put
from houseway.school.practice_round import PracticeRound


def calls(dealt: PracticeRound) -> list[Where]:
    return [(at,) for at, row in enumerate(dealt.tape) if row[VERB] == SAY and row[A] in (SAY_RANKED, SAY_TOTAL)]


def miscall(dealt: PracticeRound, where: Where, lots: Lots) -> Planted:
    """Another total, or another name for the same ranks."""
    (at,) = where
    row = dealt.tape[at]
    if row[A] == SAY_TOTAL:
        values = [row[B] + off for off in total.OFF_BY if row[B] + off >= 0]
    else:
        renamed = [kind << 20 | row[B] & VALUE_MASK for kind in NAMED_BY_ONE_RANK]
        values = [value for value in renamed if describe(value) != describe(row[B])]
    return Planted(put(dealt, at, (*row[:B], lots.pick(values), *row[B + 1 :])), at, at + 1, len(dealt.tape))


def house_ways(dealt: PracticeRound) -> list[Where]:
    return house_way.moments(dealt)


def keep_others(dealt: PracticeRound, where: Where, lots: Lots) -> Planted:
    """The dealer calls the line, and keeps other cards than it says."""
    (row,) = where
    _, seat, hand, *_ = dealt.tape[row]
    kept, cards = house_way.kept_places(dealt, row)
    wanted = Counter(cards[place] for place in kept)
    others = [
        places for places in combinations(range(len(cards)), len(kept)) if Counter(cards[p] for p in places) != wanted
    ]
    wrong = lots.pick(others)
    gone = [place for place in reversed(range(len(cards))) if place not in wrong]
    discards = [(DISCARD, seat, hand, place, 0, 0) for place in gone]
    end = row + 1 + len(discards)
    rows = (*dealt.tape[: row + 1], *discards, *dealt.tape[end:])
    first = next(at for at in range(row, end) if rows[at] != dealt.tape[at])
    return Planted(rows, first, end, _ranked(dealt, end, (seat, hand)))


def _ranked(dealt: PracticeRound, begin: int, place: tuple[int, int]) -> int:
    """Where the hand is called, which would be of other cards now."""
    for at in range(begin, len(dealt.tape)):
        row = dealt.tape[at]
        if row[VERB] == SAY and row[A] == SAY_RANKED and row[SEAT : HAND + 1] == place:
            return at
    return len(dealt.tape)


CALL_FAULTS = (
    Plantable("wrong_call", "a hand is called wrongly", calls, miscall),
    Plantable("wrong_house_way", "the dealer's cards are not set by the house way", house_ways, keep_others),
)
