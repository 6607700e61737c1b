"""A tally that counts one thing more: what a seat's wagers came to without those whose exact mean is known."""

from collections.abc import Collection
from typing import NamedTuple

from houseway.engine.rounds import TABLE, count, new_tally
from houseway.rules.felt import Felt, seats_of
from houseway.rules.shapes import Words, words

REST = 2 * TABLE  # the spot of what is left of a seat's round


class RestTally(NamedTuple):
    keys: Words  # as in any tally
    counts: Words
    action: Words
    used: Words
    known: Words  # [wager] 1: its exact mean is known, and it is left out


def rest_tally(wagers: int, known: Collection[int]) -> RestTally:
    tally = RestTally(*new_tally(wagers), words(wagers))
    tally.known[list(known)] = 1
    return tally


def tally_rest(tally: RestTally, felt: Felt) -> None:
    """Takes the place of `counting_table.tally_beside`."""
    for seat in range(1, seats_of(felt) + 1):
        if felt.players[seat] > 0:
            total = 0
            for wager in range(felt.net.shape[1]):
                if not tally.known[wager]:
                    total += felt.net[seat, wager]
            count(tally, REST, 0, total)  # type: ignore[arg-type]
