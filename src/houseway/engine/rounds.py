"""The inner loop of the simulator: rounds by number, each tallied as whole integers.

A tally counts how often each (wager, outcome, cents won) came up. Everything a simulation reports is computed from
those counts, so that counts from any number of threads and machines add up to the same report.
"""

from typing import Any, NamedTuple

from houseway.rules.felt import TAKEN_BACK, UNSETTLED, Felt, clear, seats_of, void
from houseway.rules.shapes import Words, words
from houseway.rules.shoe import AHEAD, Shoe, is_void, look_ahead, open_next_round

SLOTS = 4096  # a power of two; a simulation with more different results than 3/4 of this is refused
FULL = SLOTS * 3 // 4
NET_BITS = 40
NET_ZERO = 1 << (NET_BITS - 1)
OUTCOME_BITS = 6
TABLE = 16  # spots from here on hold the whole table's total instead of a seat's
NO_KEY = -1
NOBODY = 0  # stands where the interpreted rules pass the decider


class Tally(NamedTuple):
    keys: Words  # [slot]
    counts: Words  # [slot]
    action: Words  # [wager] cents put in action, all seats
    used: Words  # [0] slots in use


def new_tally(wagers: int) -> Tally:
    keys = words(SLOTS)
    keys[:] = NO_KEY
    return Tally(keys, words(SLOTS), words(wagers), words(1))


def play(rules: Any, shoe: Shoe, decide: Any, plan: Any, felt: Felt) -> None:
    """Stands for the game; `compiled` swaps it."""
    raise NotImplementedError


def decide(plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:
    """Stands for whoever chooses; `compiled` swaps it."""
    raise NotImplementedError


def choose(nobody: Any, plan: Any, felt: Felt, seat: int, hand: int, options: int) -> int:  # noqa: ARG001
    """Takes the place of `rules.choice.choose`: a decider that is built in, since one that is passed cannot be kept."""
    return decide(plan, felt, seat, hand, options)


def silence(tape: Words, tape_at: Words, verb: int, seat: int, hand: int, a: int, b: int, c: int) -> None:
    """Takes the place of `note` where nobody reads the tape."""


def rounds(rules: Any, shoe: Shoe, plan: Any, felt: Felt, tally: Tally, seed: int, first: int, count: int) -> None:
    """Play and tally the rounds first .. first + count - 1 of a seed."""
    for number in range(first, first + count):
        if number == first or number & (AHEAD - 1) == 0:
            look_ahead(shoe, seed, number)
        open_next_round(shoe, seed, number)
        clear(felt)
        play(rules, shoe, NOBODY, plan, felt)
        if is_void(shoe):
            void(felt)
        tally_round(tally, felt)


def one_round(rules: Any, shoe: Shoe, plan: Any, felt: Felt) -> None:
    """One round on an open shoe, for tests that read its tape."""
    clear(felt)
    play(rules, shoe, NOBODY, plan, felt)
    if is_void(shoe):
        void(felt)


def tally_round(tally: Tally, felt: Felt) -> None:
    """Count each seat's result on each wager and on the round; with several seats also the table's totals."""
    seats = seats_of(felt)
    wagers = felt.net.shape[1]
    table_round = 0
    for seat in range(1, seats + 1):
        total = 0
        won = 0  # whether any wager of the round won
        for wager in range(wagers):
            outcome = felt.outcome[seat, wager]
            if outcome == UNSETTLED and felt.wagers[seat, wager] > 0:
                outcome = TAKEN_BACK
            if outcome != UNSETTLED:
                net = felt.net[seat, wager]
                total += net
                won |= net > 0
                tally.action[wager] += felt.action[seat, wager]
                count(tally, wager, outcome, net)
        if felt.players[seat] > 0:
            count(tally, wagers, won, total)
        table_round += total
    if seats > 1:
        for wager in range(wagers):
            net = 0
            for seat in range(1, seats + 1):
                net += felt.net[seat, wager]
            count(tally, TABLE + wager, 0, net)
        count(tally, TABLE + wagers, 0, table_round)


def count(tally: Tally, spot: int, outcome: int, net: int) -> None:
    """Add one to the count of a result."""
    key = ((spot << OUTCOME_BITS | outcome) << NET_BITS) + net + NET_ZERO
    slot = (key ^ (key >> 17) ^ (key >> 40)) & (SLOTS - 1)
    while tally.keys[slot] != key:
        if tally.keys[slot] == NO_KEY:
            assert tally.used[0] < FULL, "more different results than a tally holds"
            tally.keys[slot] = key
            tally.used[0] += 1
            break
        slot = (slot + 1) & (SLOTS - 1)
    tally.counts[slot] += 1


def read_key(key: int) -> tuple[int, int, int]:
    """Spot, outcome and cents of a key."""
    head = key >> NET_BITS
    return head >> OUTCOME_BITS, head & ((1 << OUTCOME_BITS) - 1), (key & ((1 << NET_BITS) - 1)) - NET_ZERO
