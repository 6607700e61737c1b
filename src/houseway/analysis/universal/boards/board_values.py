"""What a leaf rule says of every two cards on a board, as a number: values by their order, the lowest 0."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.universal.boards.card_sets import PAIRS, pair_place
from houseway.rules.cards import DECK
from houseway.rules.shapes import Words, words

VALUES_MAX = 1 << 13
PLACES = 1 << 15  # of the table of values; a power of two
MIXED = 0x9E3779B1
MIX_BITS = 31


class Values(NamedTuple):
    """A table of values: each lies at the first free place from its own on."""

    told: Words  # [place]
    number: NDArray[np.int32]  # [place] the value's number, and 1; 0: free
    many: Words  # [0] how many there are


class Pairs(NamedTuple):
    """Two cards that a board leaves, each two of them once."""

    live: Words  # [i] cards that are left
    used: Words  # [card] 1: not in the deck, or on the board
    one: Words  # [i] the lower card of the i-th two
    other: Words
    place: NDArray[np.int32]  # [i]
    value: NDArray[np.int32]  # [i] the number of its value
    many: Words  # [0] how many there are


def new_values() -> Values:
    return Values(words(PLACES), np.zeros(PLACES, dtype=np.int32), words(1))


def new_pairs() -> Pairs:
    return Pairs(
        words(DECK), words(DECK), words(PAIRS), words(PAIRS), np.zeros(PAIRS, dtype=np.int32),
        np.zeros(PAIRS, dtype=np.int32), words(1),
    )  # fmt: skip


def in_order(tables: list[Values]) -> tuple[Words, Values]:
    """All values that any of these tables holds, rising, and a table that numbers them so."""
    told = np.unique(np.concatenate([table.told[table.number > 0] for table in tables]))
    made = new_values()
    for value in told.tolist():
        number_of(made, value)
    return told, made


def value_with(rules: Any, one: int, other: int, board: Any) -> int:
    """Stands for the leaf rule; `compiled` swaps it."""
    raise NotImplementedError


def list_values(rules: Any, deck: Any, boards: Any, size: int, pairs: Pairs, values: Values) -> bool:
    """Every value of every two cards on these boards, into the table; whether there was room."""
    for i in range(len(boards)):
        lay_board(rules, deck, boards[i], size, pairs, values)
        if values.many[0] >= VALUES_MAX:
            return False
    return True


def lay_board(rules: Any, deck: Any, board: Any, size: int, pairs: Pairs, values: Values) -> None:
    """The two cards that a board leaves, and their values."""
    for card in range(DECK):
        pairs.used[card] = 0
    for i in range(size):
        pairs.used[board[i]] = 1
    live = 0
    for i in range(len(deck)):
        if not pairs.used[deck[i]]:
            pairs.live[live] = deck[i]
            live += 1
    n = 0
    for k in range(live):
        other = pairs.live[k]
        for i in range(k):
            one = pairs.live[i]
            pairs.one[n] = one
            pairs.other[n] = other
            pairs.place[n] = pair_place(one, other)
            pairs.value[n] = number_of(values, value_with(rules, one, other, board))
            n += 1
    pairs.many[0] = n


def number_of(values: Values, value: int) -> int:
    """A value's number; one that is new gets the next."""
    mixed = (value & ((1 << MIX_BITS) - 1)) * MIXED & ((1 << MIX_BITS) - 1)
    place = mixed >> 16
    while values.number[place]:
        if values.told[place] == value:
            return int(values.number[place]) - 1
        place = (place + 1) & (PLACES - 1)
    number = int(values.many[0])
    if number < VALUES_MAX:
        values.told[place] = value
        values.number[place] = number + 1
        values.many[0] = number + 1
    return number
